/** `tui config set`, `unset` and `edit`: changes to the user's own file. */
import { spawnSync } from 'node:child_process';
import { ConfigLockedError, ConfigPermissionError, type Config } from '../../config/index.js';
import { makeFile, setInFile, unsetInFile } from '../../config/files/change.js';
import { DiagnosticError, type Diagnostic } from '../../runtime/base/diagnostics.js';
import { print, report } from '../command-line/console.js';
import { EXIT } from '../command-line/exit-codes.js';
import { initConfig, inspectConfig, type ConfigCall } from '../documents/settings.js';
import { usageError } from '../command-line/usage-error.js';

/** @param words the key and its value, as a variable would have it */
export function set(call: ConfigCall, [key = '', text = '']: readonly string[]): number {
  const { configPath } = ownConfig(call);
  const shown = writing(() => setInFile(configPath, key, text, call.console.cwd));
  print(call.console, `${key} = ${shown} <- ${configPath}`);
  const config = ownConfig(call);
  report(call.console, outranked(key, config));
  return EXIT.done;
}

/** Takes a key out of the file, a misspelt one as well. */
export function unset(call: ConfigCall, [key = '']: readonly string[]): number {
  const { configPath } = ownConfig(call);
  const message = `${key} is not set in ${configPath}`;
  const isGone = writing(() => unsetInFile(configPath, key));
  const warnings: readonly Diagnostic[] = isGone
    ? outranked(key, ownConfig(call))
    : [{ severity: 'warning', code: 'not-set', message }];
  report(call.console, warnings);
  return EXIT.done;
}

/** Opens the file in the user's editor, and checks what has become of it. */
export function edit(call: ConfigCall): Promise<number> {
  const { configPath } = ownConfig(call);
  const { env, cwd } = call.console;
  const editor = [env['VISUAL'], env['EDITOR']].find((name) => (name ?? '').trim() !== '') ?? 'vi';
  writing(() => makeFile(configPath));
  // By the shell, as git does: the variable may hold arguments.
  const { status, signal, error } = spawnSync('sh', ['-c', `${editor} "$@"`, editor, configPath], {
    stdio: 'inherit',
    env,
    cwd,
  });
  if (error !== undefined || signal !== null || status !== 0) {
    const how = error?.message ?? signal ?? `code ${status}`;
    throw usageError(
      `the editor "${editor}" failed (${how})`,
      'set VISUAL or EDITOR to one that is installed',
    );
  }
  const { diagnostics } = inspectConfig(call);
  const isBroken = diagnostics.some(
    ({ severity, layer }) => severity === 'error' && layer === 'file',
  );
  return Promise.resolve(isBroken ? EXIT.usage : EXIT.done);
}

/** @throws DiagnosticError where the file may not be written, or another process writes it */
function writing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isDenied = error instanceof ConfigPermissionError;
    if (!isDenied && !(error instanceof ConfigLockedError)) throw error;
    const { path, message } = error;
    throw new DiagnosticError([
      {
        severity: 'error',
        code: 'cannot-write',
        message: isDenied ? 'may not be written by this user' : message,
        source: isDenied ? { file: path, text: '' } : undefined,
        suggestion: isDenied ? `chmod u+w ${path}` : undefined,
      },
    ]);
  }
}

function ownConfig(call: ConfigCall): Config {
  const config = initConfig(call, undefined);
  config.refuseWithoutFile();
  return config;
}

/** What is in the file does not count where a variable sets the key, too. */
function outranked(key: string, config: Config): Diagnostic[] {
  const origin = config.getOrigin(key);
  if (origin === undefined || origin.source !== 'env') return [];
  const message = `${key}: ${origin.place} is set and overrides the file`;
  return [{ severity: 'warning', code: 'outranked', message, suggestion: `unset ${origin.place}` }];
}
