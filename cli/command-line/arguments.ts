/** Scans the command line: settings, flags of tui and of its commands, words, and what is the app's. */
import { checkOptions } from '../../runtime/base/check-options.js';
import { NAMED_AS_VARIABLE, readFlagTexts, SPELLINGS, type FlagText } from '../../config/flags.js';
import { DECLARED } from '../../config/layers/layer.js';
import { didYouMean, type Diagnostic } from '../../runtime/base/diagnostics.js';
import { BOOLEAN_WORDS } from '../../runtime/base/values.js';
import { COMMANDS, GLOBAL_FLAGS } from '../commands/table.js';
import { PERMISSION_FLAGS } from '../sandbox/policy/flags.js';

/** A flag of the calling program; it is left in `remaining` as it was written. */
export interface LauncherFlag {
  /** With its dashes; a final `*` matches any end, as in `--allow-*`. */
  readonly name: string;
  /** Whether the argument after it is its value; default false: a value follows a `=` or there is none. */
  readonly takesNext?: boolean;
}

export interface CliFlagOptions {
  /** Default: those of tui. */
  readonly launcherFlags?: readonly LauncherFlag[];
  /**
   * Words that are commands when they come first, for a program that runs others. After a command, flags may be written
   * anywhere; without one, everything from the first plain argument on is left as it is. Default: flags may be written
   * anywhere before `--`.
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
 * Reads the flags of the configuration, wherever they are before `--`. The last of a repeated flag counts. Everything
 * else is returned in `remaining`, in its order.
 *
 * @throws DiagnosticError with every invalid flag
 * @throws TypeError unless `args` is an array of strings
 */
export function parseCliFlags(args: readonly string[], options: CliFlagOptions = {}): CliFlags {
  const given: unknown = args;
  if (!Array.isArray(given) || given.some((arg) => typeof arg !== 'string')) {
    throw new TypeError('parseCliFlags: expected an array of texts, such as process.argv.slice(2)');
  }
  checkOptions<CliFlagOptions>('parseCliFlags', options, {
    commands: 'array',
    strict: 'boolean',
    launcherFlags: 'array',
  });
  const scan = scanArguments(args, { isWholeLine: options.commands === undefined, ...options });
  return { flags: readSettings(scan), remaining: scan.tokens.flatMap(writtenAs) };
}

/** One part of a command line. */
export type Token =
  | { readonly kind: 'setting'; readonly key: string; readonly flag: FlagText }
  /** A flag that is not of the configuration, with the argument after it if that is its value. */
  | { readonly kind: 'flag'; readonly arg: string; readonly next?: string }
  | { readonly kind: 'word'; readonly arg: string }
  /** What is not scanned: `--` and everything after it, or the app's path and its arguments. */
  | { readonly kind: 'rest'; readonly args: readonly string[] };

export interface Scan {
  readonly tokens: readonly Token[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Scans a command line, once: everything else reads the tokens. */
export function scanArguments(
  args: readonly string[],
  options: CliFlagOptions & { readonly isWholeLine?: boolean } = {},
): Scan {
  const { commands = COMMAND_NAMES, isWholeLine = false } = options;
  const tokens: Token[] = [];
  const diagnostics: Diagnostic[] = [];
  let commandSeen = false;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    const isWord = !arg.startsWith('-') || arg === '-';
    const isRest = isWord && !commandSeen && !commands.includes(arg) && !isWholeLine;
    if (arg === '--' || isRest) {
      tokens.push({ kind: 'rest', args: args.slice(index) });
      break;
    }
    if (isWord) {
      commandSeen = true;
      tokens.push({ kind: 'word', arg });
      continue;
    }
    const command = tokens.find(({ kind }) => kind === 'word');
    const { token, usesNext } = scanFlag(arg, args[index + 1], options, command);
    if ('severity' in token) diagnostics.push(token);
    else tokens.push(token);
    if (usesNext) index++;
  }
  return { tokens, diagnostics };
}

/**
 * The values of the settings among the tokens; the last of a repeated flag counts.
 *
 * @throws DiagnosticError with every error of the scan and every invalid value
 */
export function readSettings({ tokens, diagnostics }: Scan): Record<string, unknown> {
  const texts = new Map<string, FlagText>();
  for (const token of tokens) if (token.kind === 'setting') texts.set(token.key, token.flag);
  return readFlagTexts(texts, diagnostics);
}

/** The arguments of a token as they were written; none of a setting. */
export function writtenAs(token: Token): readonly string[] {
  if (token.kind === 'setting') return [];
  if (token.kind === 'rest') return token.args;
  return token.kind === 'word' || token.next === undefined ? [token.arg] : [token.arg, token.next];
}

interface Scanned {
  readonly token: Token | Diagnostic;
  /** The next argument is its value. */
  readonly usesNext: boolean;
}

function scanFlag(
  arg: string,
  next: string | undefined,
  { launcherFlags = LAUNCHER_FLAGS, strict = false }: CliFlagOptions,
  command: Token | undefined,
): Scanned {
  const equals = arg.indexOf('=');
  const name = equals < 0 ? arg : arg.slice(0, equals);
  const inline = equals < 0 ? undefined : arg.slice(equals + 1);
  const spelling = SPELLINGS.get(name);
  if (spelling !== undefined) {
    const { key, means } = spelling;
    const own = means === undefined ? inline : booleanText(means, inline);
    const text = own ?? (isValue(next) ? next : undefined);
    const token: Scanned['token'] =
      text === undefined ? missingValue(key, name) : { kind: 'setting', key, flag: { name, text } };
    return { token, usesNext: own === undefined && text !== undefined };
  }
  const launcher = launcherFlags.find((flag) => matches(flag.name, name));
  if (launcher === undefined && hasAttachedValue(arg, launcherFlags)) {
    return { token: { kind: 'flag', arg }, usesNext: false };
  }
  if (launcher === undefined && strict) {
    return { token: unknownFlag(name, launcherFlags, command), usesNext: false };
  }
  // What follows an unknown flag may be its value.
  const usesNext =
    inline === undefined &&
    next !== undefined &&
    (launcher === undefined ? !next.startsWith('-') : launcher.takesNext === true && isValue(next));
  return { token: { kind: 'flag', arg, ...(usesNext ? { next } : {}) }, usesNext };
}

/** `-oFILE`: a letter that has a value, and the value after it. */
function hasAttachedValue(arg: string, launcherFlags: readonly LauncherFlag[]): boolean {
  const letter = arg.slice(0, 2);
  return launcherFlags.some(({ name, takesNext }) => name === letter && takesNext === true);
}

/** `--no-x=no` means x. A word that is neither true nor false is passed on, to be reported. */
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
  const expected = DECLARED.get(key)?.expected ?? 'a value';
  return createError('missing-value', `${name} needs a value: ${expected}`, `write ${name}=value`);
}

/** Shows only the flag's name: what follows a misspelt flag may be a secret. */
function unknownFlag(
  name: string,
  launcherFlags: readonly LauncherFlag[],
  command: Token | undefined,
): Diagnostic {
  const word = command?.kind === 'word' ? command.arg : undefined;
  const own = COMMANDS.find((each) => each.name === word)?.options ?? {};
  // A flag of one letter, of another command, is like any other letter.
  const others = launcherFlags.filter(
    (flag) => !/^--.$/.test(flag.name) || Object.hasOwn(own, flag.name.slice(2)),
  );
  const known = [...SPELLINGS.keys(), ...others.map((flag) => flag.name.replace('*', ''))];
  const shown = name.length > 60 ? `${name.slice(0, 59)}…` : name;
  const flag = NAMED_AS_VARIABLE.get(name);
  const seeHelp = launcherFlags === LAUNCHER_FLAGS ? 'see tui --help' : undefined;
  const suggestion =
    flag === undefined ? (didYouMean(name, known) ?? seeHelp) : `did you mean "${flag}"?`;
  return createError('unknown-flag', `${shown} is not a flag`, suggestion);
}

function createError(code: string, message: string, suggestion?: string): Diagnostic {
  return { severity: 'error', code, message, suggestion };
}
