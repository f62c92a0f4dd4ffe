/** Selects the theme of an app: one by name, one from a file, or the one that suits the terminal. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { ConfigApi } from '../../config/types.js';
import { DiagnosticError, didYouMean, type Diagnostic, type Source } from '../base/diagnostics.js';
import type { PropertyTable } from '../style/properties/properties.js';
import { late } from '../base/late.js';
import type { ThemeFile } from '../style/themes/theme-file.js';
import { getTheme, themeFor, themeNames, type Theme } from '../style/themes/themes.js';
import type { Capabilities } from '../terminal/capabilities.js';

const files = late(
  () => require('../style/themes/theme-file.js') as typeof import('../style/themes/theme-file.js'),
);

/** A theme's name, `auto`, a path that ends in `.css`, or such a file's text. */
export type RequestedTheme = string | Source;

/** Themes are written by people: a larger file is something else. In bytes. */
const MAX_FILE_SIZE = 1024 * 1024;

export class ThemeChoice {
  /** Warnings about the theme file. */
  warnings: readonly Diagnostic[] = [];
  /** The theme also depends on the terminal's replies, at the start and when they arrive late. */
  #follows = false;
  #file: ThemeFile | undefined;

  readonly #table: PropertyTable;
  readonly #read: (path: string) => Source;

  /** @param read reads the file of a theme */
  constructor(table: PropertyTable, read: (path: string) => Source = readThemeFile) {
    this.#table = table;
    this.#read = read;
  }

  /** @throws DiagnosticError if the theme does not exist, or its file is unreadable or invalid */
  choose(requested: RequestedTheme, capabilities: Capabilities): Theme {
    const isPath = typeof requested === 'string' && isThemeFile(requested);
    const source =
      typeof requested !== 'string' ? requested : isPath ? this.#read(requested) : undefined;
    const file = source === undefined ? undefined : new (files().ThemeFile)(source, this.#table);
    const named = file === undefined ? namedTheme(requested as string) : file.base;
    this.#file = file;
    this.#follows = named === undefined;
    this.warnings = file?.warnings ?? [];
    return this.#over(named ?? suited(capabilities));
  }

  /** The theme once more is known of the terminal; undefined where the theme does not depend on the terminal. */
  follow(capabilities: Capabilities): Theme | undefined {
    return this.#follows ? this.#over(suited(capabilities)) : undefined;
  }

  #over(base: Theme): Theme {
    return this.#file?.over(base) ?? base;
  }
}

/** What the configuration requests; a relative path counts from where it was written. */
export function configuredTheme(config: ConfigApi | undefined): string {
  const theme = config?.theme ?? 'auto';
  return isThemeFile(theme) ? (config?.getPath('theme') ?? theme) : theme;
}

/** Whether the name of a theme is the path of a file. */
export function isThemeFile(name: string): boolean {
  return name.toLowerCase().endsWith('.css');
}

/** Where it is not known, dark is assumed, as most terminals are. */
function suited({ depth, dark }: Capabilities): Theme {
  return themeFor(depth, dark === false ? 'light' : 'dark');
}

/** Undefined for `auto`. */
function namedTheme(name: string): Theme | undefined {
  if (name === 'auto') return undefined;
  const theme = getTheme(name);
  if (theme !== undefined) return theme;
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'unknown-theme',
      message: `there is no theme "${name}": the themes are auto, ${themeNames.join(', ')}, and files that end in .css`,
      suggestion: didYouMean(name, ['auto', ...themeNames]),
    },
  ]);
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
