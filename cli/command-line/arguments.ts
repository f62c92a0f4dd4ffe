/** Separates the flags of the configuration from those of the command. */
import { NAMED_AS_VARIABLE, readFlagTexts, SPELLINGS, type FlagText } from '../../config/flags.js';
import { DECLARED } from '../../config/layers/layer.js';
import { didYouMean, type Diagnostic } from '../../runtime/diagnostics.js';
import { BOOLEAN_WORDS } from '../../runtime/values.js';
import { COMMANDS, GLOBAL_FLAGS } from '../commands/table.js';
import { PERMISSION_FLAGS } from '../sandbox/policy/flags.js';

/** A flag of the calling program; it is left in `remaining` as it was written. */
export interface LauncherFlag {
  /** With its dashes; a final `*` stands for any end, as in `--allow-*`. */
  readonly name: string;
  /** Whether the argument after it is its value; default false: a value follows a `=` or there is none. */
  readonly takesNext?: boolean;
}

export interface CliFlagOptions {
  /** Default: those of tui. */
  readonly launcherFlags?: readonly LauncherFlag[];
  /**
   * Words that are commands when they come first. After a command, flags may be written anywhere; without
   * one, everything after the first plain argument (the app's path) is the app's. Default: the commands of tui.
   */
  readonly commands?: readonly string[];
  /**
   * Whether a flag that is neither the configuration's nor one of `launcherFlags` is an error. Default false: it is
   * the calling program's, and left in `remaining` with the word that follows it.
   */
  readonly strict?: boolean;
}

export interface CliFlags {
  /** Checked values by key: `{ 'log.level': 'DEBUG' }`. */
  readonly flags: Record<string, unknown>;
  /** Everything else in its order: commands, paths, launcher flags, `--` and what follows it. */
  readonly remaining: string[];
}

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

const COMMAND_NAMES = COMMANDS.map(({ name }) => name);

/**
 * Reads the flags of the configuration. The last of a repeated flag counts. Everything else is returned in
 * `remaining`, in its order.
 *
 * @throws DiagnosticError with every invalid flag
 */
export function parseCliFlags(args: readonly string[], options: CliFlagOptions = {}): CliFlags {
  const { texts, remaining, faults } = sortArguments(args, options);
  return { flags: readFlagTexts(texts, faults), remaining };
}

interface Sorted {
  /** Flags of the configuration by key; the last of a repeated one. */
  readonly texts: Map<string, FlagText>;
  readonly remaining: string[];
  readonly faults: Diagnostic[];
}

function sortArguments(args: readonly string[], options: CliFlagOptions): Sorted {
  const { commands = COMMAND_NAMES } = options;
  const sorted: Sorted = { texts: new Map(), remaining: [], faults: [] };
  let commandSeen = false;
  for (let index = 0; index < args.length;) {
    const arg = args[index]!;
    const isWord = !arg.startsWith('-') || arg === '-';
    if (arg === '--' || (isWord && !commandSeen && !commands.includes(arg))) {
      sorted.remaining.push(...args.slice(index));
      break;
    }
    if (isWord) {
      commandSeen = true;
      sorted.remaining.push(arg);
      index++;
    } else index += sortFlag(sorted, arg, args[index + 1], options);
  }
  return sorted;
}

/** Returns how many arguments the flag takes: it, or it and the next. */
function sortFlag(
  sorted: Sorted,
  arg: string,
  next: string | undefined,
  { launcherFlags = LAUNCHER_FLAGS, strict = false }: CliFlagOptions,
): 1 | 2 {
  const equals = arg.indexOf('=');
  const name = equals < 0 ? arg : arg.slice(0, equals);
  const inline = equals < 0 ? undefined : arg.slice(equals + 1);
  const spelling = SPELLINGS.get(name);
  if (spelling !== undefined) {
    const text = spelling.means === undefined ? inline : booleanText(spelling.means, inline);
    if (text !== undefined) sorted.texts.set(spelling.key, { name, text });
    else if (isValue(next)) {
      sorted.texts.set(spelling.key, { name, text: next });
      return 2;
    } else sorted.faults.push(missingValue(spelling.key, name));
    return 1;
  }
  const launcher = launcherFlags.find((flag) => matches(flag.name, name));
  if (launcher === undefined && strict) {
    sorted.faults.push(unknownFlag(name, launcherFlags));
    return 1;
  }
  sorted.remaining.push(arg);
  if (inline !== undefined || next === undefined) return 1;
  // What follows an unknown flag may be its value: what follows that is still looked at.
  const isTaken =
    launcher === undefined ? !next.startsWith('-') : launcher.takesNext === true && isValue(next);
  if (!isTaken) return 1;
  sorted.remaining.push(next);
  return 2;
}

/** `--no-x=no` means x. A word that is neither true nor false is handed on, to be reported. */
function booleanText(means: boolean, inline: string | undefined): string {
  if (inline === undefined) return String(means);
  const word = BOOLEAN_WORDS.get(inline.trim().toLowerCase());
  return word === undefined ? inline : String(word === means);
}

/** The next argument is a value unless it looks like a flag; `-1` and `-.5` are numbers. */
function isValue(next: string | undefined): next is string {
  return next !== undefined && (!/^-./.test(next) || /^-[\d.]/.test(next));
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*')
    ? name.startsWith(pattern.slice(0, -1)) && name.length >= pattern.length
    : pattern === name;
}

function missingValue(key: string, name: string): Diagnostic {
  const wanted = DECLARED.get(key)?.expected ?? 'a value';
  return fault('missing-value', `${name} needs a value: ${wanted}`, `write ${name}=value`);
}

/** Only the flag's name is told: what follows a misspelt flag may be a secret. */
function unknownFlag(name: string, launcherFlags: readonly LauncherFlag[]): Diagnostic {
  const known = [...SPELLINGS.keys(), ...launcherFlags.map((flag) => flag.name.replace('*', ''))];
  const shown = name.length > 60 ? `${name.slice(0, 59)}…` : name;
  const flag = NAMED_AS_VARIABLE.get(name);
  const suggestion = flag === undefined ? didYouMean(name, known) : `did you mean "${flag}"?`;
  return fault('unknown-flag', `${shown} is not a flag`, suggestion);
}

function fault(code: string, message: string, suggestion?: string): Diagnostic {
  return { severity: 'error', code, message, suggestion };
}
