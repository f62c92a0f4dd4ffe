/**
 * Command-line flags of the configuration, derived from the schema.
 *
 * The arguments are sorted into the configuration's, the calling program's and unknown ones. This module is not part
 * of config/index.ts: import it when there are arguments to read.
 */
import { DiagnosticError, didYouMean, type Diagnostic } from '../runtime/diagnostics.js';
import { BOOLEAN_WORDS } from '../runtime/values.js';
import { readText } from './declared.js';
import { DECLARED } from './layers/layer.js';
import { flagByRule, oppositeFlag, PROPERTIES } from './schema.js';

/** A flag of the calling program; it is left in `remaining` as it was written. */
export interface LauncherFlag {
  /** With its dashes; a final `*` represents any end, as in `--allow-*`. */
  readonly name: string;
  /** Whether the argument after it is its value; default false: a value follows a `=` or there is none. */
  readonly takesNext?: boolean;
}

export interface CliFlagOptions {
  /** Default none. */
  readonly launcherFlags?: readonly LauncherFlag[];
  /**
   * Words that are commands when they come first. After a command, flags may be written anywhere; without
   * one, everything after the first plain argument (the app's path) is the app's. Default none.
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

/** Every spelling of a flag: the key it sets, and what a boolean's bare flag means. */
const SPELLINGS: ReadonlyMap<string, { key: string; means?: boolean }> = new Map(
  [...PROPERTIES].flatMap(([key, property]) => {
    const opposite = oppositeFlag(property);
    if (opposite === undefined) return [[property.flag, { key }] as const];
    const means = property.flagInverted !== true;
    return [[property.flag, { key, means }] as const, [opposite, { key, means: !means }] as const];
  }),
);

/** Flags that a variable's name would give, where the flag has another. */
const NAMED_AS_VARIABLE: ReadonlyMap<string, string> = new Map(
  [...PROPERTIES.values()].map(({ flag, env }) => [flagByRule(env), flag]),
);

/** Reads the flags. The last of a repeated flag counts. Throws a DiagnosticError with every fault in it. */
export function parseCliFlags(args: readonly string[], options: CliFlagOptions = {}): CliFlags {
  const sorted = sortArguments(args, options);
  const faults = [...sorted.faults];
  const flags: Record<string, unknown> = {};
  for (const [key, declared] of DECLARED) {
    const text = sorted.own.get(key)?.text;
    if (text === undefined) continue;
    const checked = readText(declared, text);
    if (checked.ok) flags[key] = checked.value;
    else {
      const { message, suggestion } = checked;
      faults.push(
        fault('bad-value', `${sorted.own.get(key)?.name ?? key}: ${message}`, suggestion),
      );
    }
  }
  if (faults.length > 0) throw new DiagnosticError(faults);
  return { flags, remaining: sorted.remaining };
}

interface Sorted {
  /** Values by key, booleans by what they mean for it, with the flag as it was written. The last one counts. */
  readonly own: Map<string, { readonly name: string; readonly text: string }>;
  readonly remaining: string[];
  readonly faults: Diagnostic[];
}

function sortArguments(args: readonly string[], options: CliFlagOptions): Sorted {
  const { commands = [] } = options;
  const sorted: Sorted = { own: new Map(), remaining: [], faults: [] };
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
  { launcherFlags = [], strict = false }: CliFlagOptions,
): 1 | 2 {
  const equals = arg.indexOf('=');
  const name = equals < 0 ? arg : arg.slice(0, equals);
  const inline = equals < 0 ? undefined : arg.slice(equals + 1);
  const spelling = SPELLINGS.get(name);
  if (spelling !== undefined) {
    const text = spelling.means === undefined ? inline : booleanText(spelling.means, inline);
    if (text !== undefined) sorted.own.set(spelling.key, { name, text });
    else if (isValue(next)) {
      sorted.own.set(spelling.key, { name, text: next });
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
  const wanted = DECLARED.get(key)?.expected ?? 'a value';
  return fault('missing-value', `${name} needs a value: ${wanted}`, `write ${name}=value`);
}

/** Only the flag's name is reported: what follows a misspelt flag may be a secret. */
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
