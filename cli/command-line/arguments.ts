/** Separates the flags of the configuration from those of the command. */
import {
  parseCliFlags as parseFlags,
  type CliFlagOptions,
  type CliFlags,
  type LauncherFlag,
} from '../../config/flags.js';
import { COMMANDS, GLOBAL_FLAGS } from '../commands/table.js';
import { PERMISSION_FLAGS } from '../sandbox/policy/flags.js';

/** Flags that are not of the configuration: those of every command, of single commands, and the permissions'. */
export const LAUNCHER_FLAGS: readonly LauncherFlag[] = [
  ...GLOBAL_FLAGS.flatMap(({ name, short = [], value }) =>
    [name, ...short].map((each) => ({ name: each, takesNext: value !== undefined })),
  ),
  ...COMMANDS.flatMap(({ options }) =>
    Object.entries(options).flatMap(([name, { alias, type }]) =>
      [`--${name}`, ...(alias === undefined ? [] : [`-${alias}`])].map((each) => ({
        name: each,
        takesNext: type !== 'boolean',
      })),
    ),
  ),
  ...PERMISSION_FLAGS.map(({ flag }) => ({ name: flag })),
  // Misspelt permissions, which are reported as such.
  ...['--allow-*', '--deny-*'].map((name) => ({ name })),
];

/**
 * Reads the flags of the configuration. The last of a repeated flag counts. Everything else is returned in
 * `remaining`, in its order.
 *
 * @throws DiagnosticError with every invalid flag
 */
export function parseCliFlags(args: readonly string[], options: CliFlagOptions = {}): CliFlags {
  return parseFlags(args, {
    launcherFlags: LAUNCHER_FLAGS,
    commands: COMMANDS.map(({ name }) => name),
    ...options,
  });
}
