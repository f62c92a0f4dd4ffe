/**
 * Runs the command that the arguments name, and returns its exit code. Everything that goes wrong is said here,
 * once.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean, nearest, type DiagnosticError } from '../../runtime/base/diagnostics.js';
import { COMMANDS, findCommand, RUN, type CommandSpec } from '../commands/table.js';
import { hasColor, print, processConsole, type Console } from './console.js';
import { EXIT } from './exit-codes.js';
import { isPermissionFlag, readPermissionFlags } from '../sandbox/policy/flags.js';
import { readSettings, scanArguments, writtenAs, type Token } from './arguments.js';
import { guarded } from './failure.js';
import { usageError } from './usage-error.js';

/** Runs the command line and returns the exit code. Never throws, and leaves nothing on this process. */
export async function main(
  args: readonly string[],
  console: Console = processConsole,
): Promise<number> {
  return await guarded(console, () => dispatch(args, console));
}

/** Words that come before others: commands, and another spelling of `--help`. */
const WORDS = [...COMMANDS.map(({ name }) => name), 'help'];

async function dispatch(args: readonly string[], console: Console): Promise<number> {
  const scan = scanArguments(args, { commands: WORDS, strict: true });
  const flags = readSettings(scan);
  const { command, own, permissionFlags, configFile, infoFlags } = readLaunch(
    scan.tokens,
    console.cwd,
  );
  if (infoFlags.version) {
    const { version } = await import('../version.js');
    print(console, version());
    return EXIT.done;
  }
  const [file] = own;
  if (infoFlags.help && command === RUN && file !== undefined) {
    const permissions = readPermissionFlags(permissionFlags);
    const { appHelp } = await import('../commands/app-help.js');
    return await appHelp({ console, permissions }, file);
  }
  if (scan.tokens.length > 0 && isWithoutFile(command, own, infoFlags)) {
    throw usageError('tui needs FILE', 'see tui --help');
  }
  if (infoFlags.help || (command === RUN && own.length === 0 && !infoFlags.printConfig)) {
    const { commandHelp, mainHelp } = await import('./help.js');
    const style = {
      width: console.stdout.columns ?? 100,
      color: hasColor(console, 'stdout'),
    };
    print(console, command === RUN ? mainHelp(style) : commandHelp(command, style));
    return EXIT.done;
  }
  if (infoFlags.printConfig) {
    const { printConfig } = await import('../commands/config.js');
    const options = { json: infoFlags.json || own.includes('--json') };
    const operands = own.filter((arg) => arg !== '--json');
    refuseMore(operands);
    const permissions = readPermissionFlags(permissionFlags);
    return await printConfig({
      console,
      flags,
      configFile,
      permissions,
      operands,
      argv: [],
      steps: [],
      options,
    });
  }
  const permissions = readPermissionFlags(permissionFlags);
  const parsed =
    command === RUN
      ? { operands: own, argv: [], options: {}, steps: [] }
      : (await import('./options.js')).parseArguments(command, own);
  const { loadCommand } = await import('../commands/load.js');
  const execute = await loadCommand(command.name);
  return await execute({ console, flags, configFile, permissions, ...parsed });
}

/** Flags alone, of which one may have the app's path as its value. */
function isWithoutFile(
  command: CommandSpec,
  own: readonly string[],
  infoFlags: Launch['infoFlags'],
): boolean {
  return command === RUN && own.length === 0 && !infoFlags.help && !infoFlags.printConfig;
}

/** What follows FILE is the app's; with `--print-config` no app runs. */
function refuseMore([file, extra, ...rest]: readonly string[]): void {
  if (extra === undefined) return;
  throw usageError(
    `--print-config accepts one FILE, found "${extra}" as well`,
    extra.startsWith('-')
      ? `write flags before FILE: tui --print-config ${[extra, ...rest, file].join(' ')}`
      : undefined,
  );
}

interface Launch {
  readonly command: CommandSpec;
  /** The command's own arguments; for `run` the file and what follows it. */
  readonly own: readonly string[];
  /** `--allow-…`, `--deny-…` and `--trust` as they were written. */
  readonly permissionFlags: readonly string[];
  /** `--config FILE`; false for `--no-config`. */
  readonly configFile: string | false | undefined;
  readonly infoFlags: {
    readonly help: boolean;
    readonly version: boolean;
    readonly printConfig: boolean;
    /** `--json` before any command, which only `--print-config` knows. */
    readonly json: boolean;
  };
}

/** Flags that replace running the app by another action. */
const INFO_FLAGS: ReadonlyMap<string, 'help' | 'version' | 'printConfig'> = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-V', 'version'],
  ['-v', 'version'],
  ['--print-config', 'printConfig'],
]);

/** The result of parsing a command line. */
interface Reading {
  command: CommandSpec | undefined;
  configFile: string | false | undefined;
  readonly own: string[];
  readonly permissionFlags: string[];
  readonly infoFlags: { help: boolean; version: boolean; printConfig: boolean; json: boolean };
}

/** Reads the flags of tui itself; those of a command, and words after it, are its own. */
function readLaunch(tokens: readonly Token[], cwd: string): Launch {
  const reading: Reading = {
    command: undefined,
    configFile: undefined,
    own: [],
    permissionFlags: [],
    infoFlags: { help: false, version: false, printConfig: false, json: false },
  };
  const { own, infoFlags } = reading;
  const hasPrintConfig = tokens.some((token) => writtenAs(token).includes('--print-config'));
  for (const token of tokens) {
    const written = writtenAs(token);
    const [arg = ''] = written;
    if (token.kind === 'setting') continue;
    if (token.kind === 'flag') readFlag(reading, token, hasPrintConfig);
    else if (reading.command !== undefined) own.push(...written);
    else if (token.kind === 'word' && arg === 'help') infoFlags.help = true;
    else if (arg === '--') own.push(...written.slice(1));
    else {
      reading.command = findCommand(arg) ?? RUN;
      if (reading.command !== RUN) continue;
      refuseMistyped(arg, infoFlags.help, cwd);
      own.push(...written);
    }
  }
  return checked({ ...reading, command: reading.command ?? RUN });
}

function readFlag(
  reading: Reading,
  token: Token & { readonly kind: 'flag' },
  hasPrintConfig: boolean,
): void {
  const { arg, next } = token;
  const { command, own, permissionFlags, infoFlags } = reading;
  const infoFlag = INFO_FLAGS.get(arg);
  if (infoFlag !== undefined) infoFlags[infoFlag] = true;
  else if (isSwitchWithValue(arg)) throw acceptsNoValue(arg);
  else if (arg === '--json' && command === undefined && hasPrintConfig) infoFlags.json = true;
  else if (arg === '--no-config') reading.configFile = false;
  else if (arg === '--config') reading.configFile = fileOf(next);
  else if (arg.startsWith('--config=')) reading.configFile = fileOf(arg.slice('--config='.length));
  else if (isPermissionFlag(arg)) permissionFlags.push(arg);
  else if (command !== undefined) own.push(...writtenAs(token));
  else throw usageError(`${arg} belongs after a command`, 'see tui --help');
}

/** `--help=lint`: a flag that is on or off, followed by a value. */
function isSwitchWithValue(arg: string): boolean {
  const [name = '', value] = arg.split('=', 2);
  return value !== undefined && (INFO_FLAGS.has(name) || name === '--no-config');
}

function acceptsNoValue(arg: string): DiagnosticError {
  const name = arg.slice(0, arg.indexOf('='));
  return usageError(`${name} accepts no value`, `write ${name}`);
}

function refuseMistyped(word: string, isHelp: boolean, cwd: string): void {
  if (isHelp ? !isFileName(word, cwd) : isMistypedCommand(word, cwd)) throw unknownCommand(word);
}

function fileOf(value: string | undefined): string {
  if (value !== undefined && value !== '') return value;
  throw usageError('--config needs a value: a file of settings', 'write --config=FILE');
}

/** Accepting a permission flag where nothing runs would be a promise that is not kept. */
function checked(launch: Launch): Launch {
  const [flag] = launch.permissionFlags;
  const { command, infoFlags } = launch;
  if (flag === undefined || infoFlags.help || infoFlags.version) return launch;
  const name = flag.replace(/=.*$/s, '');
  if (infoFlags.printConfig) throw usageError(`${name} does not go with --print-config`);
  if (command.permissions === true) return launch;
  throw usageError(
    `${name} is not a flag of "tui ${command.name}"`,
    `write it before a file: tui ${name} FILE`,
  );
}

/** With `--help` a word is a command, unless it looks like a file or is one. */
function isFileName(word: string, cwd: string): boolean {
  return word === '-' || /[./\\]/.test(word) || existsSync(resolve(cwd, word));
}

/** A file is given as a path or a name with an extension; a bare word that names no file is a mistyped command. */
function isMistypedCommand(word: string, cwd: string): boolean {
  const names = COMMANDS.map((command) => command.name);
  return (
    /^[a-z]+$/i.test(word) && nearest(word, names) !== undefined && !existsSync(resolve(cwd, word))
  );
}

function unknownCommand(name: string): DiagnosticError {
  const names = COMMANDS.map((command) => command.name);
  return usageError(`there is no command "${name}"`, didYouMean(name, names));
}
