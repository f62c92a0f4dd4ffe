/** Arguments of one command, read by yargs and checked against the command's table. */
import { didYouMean, type Diagnostic, DiagnosticError } from '../../runtime/base/diagnostics.js';
import { yargs } from '../../runtime/base/packages.cjs';
import { parseValue, type ValueDeclaration } from '../../runtime/base/values.js';
import type { CommandSpec, OptionSpec, Step } from '../commands/table.js';
import { usageError } from './usage-error.js';

export interface ParsedArguments {
  readonly operands: readonly string[];
  /** What follows `--`, where the command passes that to the app; else it is among the operands. */
  readonly argv: readonly string[];
  readonly options: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly steps: readonly Step[];
}

/** @throws DiagnosticError with every error found */
export function parseArguments(command: CommandSpec, args: readonly string[]): ParsedArguments {
  const diagnostics: Diagnostic[] = [];
  const { steps, rest: unread } = takeSteps(command, args, diagnostics);
  const rest = readBooleans(command, readAttached(command, unread), diagnostics);
  const { operands, argv, texts } = split(command, rest);
  const options: Record<string, string | number | boolean | undefined> = {};
  for (const [name, spec] of Object.entries(command.options)) {
    if (spec.step === true) continue;
    const text = texts.get(name);
    if (text === undefined)
      options[name] = spec.default ?? (spec.type === 'boolean' ? false : undefined);
    else if (spec.type === 'boolean') options[name] = true;
    else {
      const value = readValue(name, spec, text, diagnostics);
      if (value !== undefined) options[name] = value;
    }
  }
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  const [least, most] = command.count;
  if (operands.length < least) {
    throw usageError(
      `"tui ${command.name}" needs ${command.operands}`,
      `see tui ${command.name} --help`,
    );
  }
  if (operands.length > most) {
    throw usageError(
      `"tui ${command.name}" accepts only ${command.operands}, found "${operands[most] ?? ''}" as well`,
      `see tui ${command.name} --help`,
    );
  }
  return { operands, argv, options, steps };
}

function readValue(
  name: string,
  spec: OptionSpec,
  text: string,
  diagnostics: Diagnostic[],
): string | number | boolean | undefined {
  const result = parseValue(declarationOf(spec), text);
  if (result.ok) return result.value as string | number | boolean;
  const { message, suggestion } = result.error;
  diagnostics.push({
    severity: 'error',
    code: 'bad-value',
    message: `--${name}: ${message}`,
    suggestion,
  });
  return undefined;
}

/** Takes the steps out, in their order, which yargs would not keep. */
function takeSteps(
  command: CommandSpec,
  args: readonly string[],
  diagnostics: Diagnostic[],
): { readonly steps: readonly Step[]; readonly rest: readonly string[] } {
  const steps: Step[] = [];
  const rest: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      rest.push(...args.slice(index));
      break;
    }
    const equals = arg.indexOf('=');
    const name = (equals < 0 ? arg : arg.slice(0, equals)).replace(/^--/, '');
    const spec = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
    if (!arg.startsWith('--') || spec?.step !== true) rest.push(arg);
    else {
      const text = equals < 0 ? args[++index] : arg.slice(equals + 1);
      const value =
        text === undefined || text === '' ? undefined : readValue(name, spec, text, diagnostics);
      if (typeof value === 'string' || typeof value === 'number')
        steps.push({ option: name, value });
      else if (text === undefined || text === '') diagnostics.push(missingValue(name, spec));
    }
  }
  return { steps, rest };
}

/** `-oFILE` as `--output=FILE`: yargs takes each letter for a flag. */
function readAttached(command: CommandSpec, args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const named = Object.entries(command.options).filter(
    ([, { alias, type }]) => alias !== undefined && type !== 'boolean',
  );
  return args.map((arg, index) => {
    const found = named.find(([, { alias }]) => arg.startsWith(`-${alias ?? ''}`));
    if (found === undefined || arg.length === 2 || (end >= 0 && index > end)) return arg;
    return `--${found[0]}=${arg.slice(2).replace(/^=/, '')}`;
  });
}

/** `--json=no` as `--json=false`: of a boolean, yargs knows these words alone, and ignores others. */
function readBooleans(
  command: CommandSpec,
  args: readonly string[],
  diagnostics: Diagnostic[],
): readonly string[] {
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const [, name = '', text = ''] = /^--([^=]+)=(.*)$/s.exec(arg) ?? [];
    const spec = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
    if (spec?.type !== 'boolean' || (end >= 0 && index > end)) return arg;
    const value = readValue(name, spec, text, diagnostics);
    return value === undefined ? arg : `--${name}=${String(value)}`;
  });
}

function missingValue(name: string, spec: OptionSpec): Diagnostic {
  return {
    severity: 'error',
    code: 'missing-value',
    message: `--${name} needs a value`,
    suggestion: `write --${name}=${spec.value ?? 'VALUE'}`,
  };
}

function split(
  command: CommandSpec,
  args: readonly string[],
): { operands: string[]; argv: string[]; texts: Map<string, string> } {
  const texts = new Map<string, string>();
  // Most calls have no options: then yargs, which takes longer to load than the rest, is not needed.
  if (!args.some((arg) => arg.startsWith('-') && arg !== '-'))
    return { operands: [...args], argv: [], texts };
  const names = Object.entries(command.options);
  const parsed = yargs()()
    .help(false)
    .version(false)
    .exitProcess(false)
    .fail(false)
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'duplicate-arguments-array': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'populate--': true,
      'strip-aliased': true,
    })
    .options(
      Object.fromEntries(
        names.map(([name, { type, alias }]) => [
          name,
          { type: type === 'boolean' ? ('boolean' as const) : ('string' as const), alias },
        ]),
      ),
    )
    .parseSync([...args]);
  const diagnostics: Diagnostic[] = [];
  for (const [key, value] of Object.entries(parsed)) {
    if (key === '_' || key === '--' || key === '$0' || value === undefined || value === false)
      continue;
    const spec = Object.hasOwn(command.options, key) ? command.options[key] : undefined;
    if (spec === undefined) diagnostics.push(unknownOption(command, key));
    else if (spec.type !== 'boolean' && value === '') {
      diagnostics.push(missingValue(key, spec));
    } else texts.set(key, String(value));
  }
  if (diagnostics.length > 0) throw new DiagnosticError(diagnostics);
  const after = parsed['--'];
  const rest = (Array.isArray(after) ? after : []).map(String);
  const operands = parsed._.map(String);
  return command.passesArguments === true
    ? { operands, argv: rest, texts }
    : { operands: [...operands, ...rest], argv: [], texts };
}

function unknownOption(command: CommandSpec, key: string): Diagnostic {
  const name = `${key.length === 1 ? '-' : '--'}${key}`;
  return {
    severity: 'error',
    code: 'unknown-flag',
    message: `${name} is not a flag of "tui ${command.name}"`,
    suggestion:
      didYouMean(
        name,
        Object.keys(command.options).map((option) => `--${option}`),
      ) ?? `see tui ${command.name} --help`,
  };
}

function declarationOf(spec: OptionSpec): ValueDeclaration {
  const { description } = spec;
  if (spec.type === 'boolean') return { type: 'boolean', description };
  if (spec.type === 'integer') {
    return {
      type: 'integer',
      description,
      ...(spec.minimum === undefined ? {} : { minimum: spec.minimum }),
      ...(spec.maximum === undefined ? {} : { maximum: spec.maximum }),
    };
  }
  return {
    type: 'string',
    description,
    ...(spec.choices === undefined ? {} : { enum: spec.choices }),
    ignoreCase: spec.ignoreCase === true,
  };
}
