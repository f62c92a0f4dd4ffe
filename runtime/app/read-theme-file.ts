/** The file of a theme that the settings name, and its text: also for the launcher, which has no themes. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { ConfigApi } from '../../config/types.js';
import { DiagnosticError, type Source } from '../base/diagnostics.js';

/** Themes are written by people: a larger file is something else. In bytes. */
const MAX_FILE_SIZE = 1024 * 1024;

/** What the configuration requests; a relative path counts from where it was written. */
export function configuredTheme(config: ConfigApi | undefined): string {
  const theme = config?.theme ?? 'auto';
  return isThemeFile(theme) ? (config?.getPath('theme') ?? theme) : theme;
}

/** Whether the name of a theme is the path of a file. */
export function isThemeFile(name: string): boolean {
  return name.toLowerCase().endsWith('.css');
}

/**
 * Reads the file of a theme. Never waits: only regular files are read.
 *
 * @param refusal given the open file; why it may not be read
 * @throws DiagnosticError
 */
export function readThemeFile(
  path: string,
  refusal: (fd: number) => string | undefined = () => undefined,
): Source {
  const fail = (reason: string): never => {
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'bad-theme',
        message: `the theme cannot be read: ${reason}`,
        source: { file: path, text: '' },
      },
    ]);
  };
  let fd: number | undefined;
  try {
    // Opened first and looked at afterwards, so that what is read is what was looked at.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (!stat.isFile()) return fail('it is not a file');
    if (stat.size > MAX_FILE_SIZE) return fail(`it has more than ${MAX_FILE_SIZE} bytes`);
    const reason = refusal(fd);
    if (reason !== undefined) return fail(reason);
    return { file: path, text: readFileSync(fd, 'utf8') };
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    return fail(code === 'ENOENT' ? 'there is no such file' : (code ?? message));
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
