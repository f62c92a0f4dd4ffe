/** Help texts and completions, derived from the schema. */
import { expectedText, flagFor, oppositeFlag, PROPERTIES } from '../schema.js';
import type { ConfigProperty } from '../types.js';
import { PRIORITY } from './print.js';

/** Columns that help is wrapped to, in cells. Everything in the schema is ASCII. */
const WIDTH = 80;

/** The full reference: every key with its value, default, variable, flag and reader. */
export function generateConfigHelp(): string {
  const lines = [
    'Configuration',
    '',
    `Priority: ${PRIORITY}`,
    'File: ~/.config/tui/config.json, nested objects, comments and trailing commas',
  ];
  for (const [category, keys] of byCategory()) {
    lines.push('', `[${category}]`);
    for (const [key, property] of keys) {
      lines.push(
        '',
        key,
        ...wrap(property.description, 2),
        ...wrap(`Value: ${expectedText(property)}`, 2),
        `  Default: ${defaultText(property)}`,
        ...wrap(
          `Flag: ${flags(property).join(', ')}${property.flagInverted === true ? ' (the first turns it off)' : ''}`,
          2,
        ),
        `  Variable: ${property.env}${property.envInverted === true ? ' (1 turns it off)' : ''}`,
        ...wrap(`Read by: ${readersText(property)}`, 2),
      );
      if (property.envFormat !== undefined) lines.push(`  As text: ${property.envFormat}`);
      if (property.secret === true) lines.push('  Secret: never shown.');
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Flags, compact. */
export function generateFlagHelp(): string {
  return columns(
    ([, property]) => property.flag + placeholder(property),
    'Flags:',
    (property) => property.flagInverted === true,
  );
}

/** Environment variables, compact. */
export function generateEnvVarHelp(): string {
  return columns(
    ([, property]) => property.env,
    'Environment variables:',
    (property) => property.envInverted === true,
  );
}

/** A flag and what it does, for a page of help that has its own layout. */
export interface FlagRow {
  /** With what follows it: `--theme <text>`. */
  readonly usage: string;
  readonly description: string;
}

/** Every flag of a setting. */
export function flagRows(): FlagRow[] {
  return [...PROPERTIES.values()].map((property) => {
    // What is on by default is only worth a flag that turns it off.
    const off = property.type === 'boolean' && property.default === true;
    const flag = off ? flagFor(property, false) : property.flag;
    return {
      usage: flag + placeholder(property),
      description: `${describe(property, flag)} ${details(property)}`,
    };
  });
}

/** `(auto, bw-std, …; default auto; TUI_THEME)` */
function details(property: ConfigProperty): string {
  const names = isLong(property) ? [property.enum?.join(', ') ?? ''] : [];
  const standard = property.type === 'boolean' ? [] : [`default ${defaultText(property)}`];
  return `(${[...names, ...standard, property.env].join('; ')})`;
}

function offText({ description, descriptionOff }: ConfigProperty): string {
  return descriptionOff ?? `Do not ${description.charAt(0).toLowerCase()}${description.slice(1)}`;
}

/** What one form of a flag does. */
function describe(property: ConfigProperty, flag: string): string {
  const isOff = property.type === 'boolean' && flag === flagFor(property, false);
  return isOff ? offText(property) : property.description;
}

/** One flag for a shell's completion. */
export interface FlagCompletion {
  readonly flag: string;
  readonly description: string;
  /** Whether a value has to follow. */
  readonly takesValue: boolean;
  /** The values it can have, where they can be listed. */
  readonly values: readonly string[];
  /** Whether the value is the path of a file or folder, beside `values`. */
  readonly path: boolean;
  /** How such a file's name ends. */
  readonly suffix?: string | undefined;
}

/** Every flag with its values, a boolean's opposite form included. */
export function flagCompletions(): FlagCompletion[] {
  return [...PROPERTIES.values()].flatMap((property) =>
    flags(property).map((flag) => ({
      flag,
      description: describe(property, flag),
      takesValue: property.type !== 'boolean',
      values: property.enum ?? [],
      path: property.format === 'path',
      suffix: property.orSuffix,
    })),
  );
}

function columns(
  name: (entry: readonly [string, ConfigProperty]) => string,
  heading: string,
  inverted: (property: ConfigProperty) => boolean,
): string {
  const entries = [...PROPERTIES];
  const width = Math.min(32, Math.max(...entries.map((entry) => name(entry).length))) + 2;
  const render = (entry: readonly [string, ConfigProperty]): string[] => {
    const [key, property] = entry;
    const does = inverted(property) ? offText(property) : property.description;
    const text = wrap(`${does} [${key}]`, width + 2);
    const label = `  ${name(entry)}`;
    return label.length < width + 2
      ? [label.padEnd(width + 2) + (text[0] ?? '').trimStart(), ...text.slice(1)]
      : [label, ...text];
  };
  return `${[heading, ...entries.flatMap(render)].join('\n')}\n`;
}

function byCategory(): Map<string, [string, ConfigProperty][]> {
  const found = new Map<string, [string, ConfigProperty][]>();
  for (const [key, property] of PROPERTIES) {
    const keys = found.get(property.category) ?? [];
    keys.push([key, property]);
    found.set(property.category, keys);
  }
  return found;
}

function flags(property: ConfigProperty): string[] {
  const opposite = oppositeFlag(property);
  return opposite === undefined ? [property.flag] : [property.flag, opposite];
}

function valuesOf({ enum: allowed = [] }: ConfigProperty): string {
  return allowed.join('|');
}

/** Whether the allowed values would fill a line; then they follow the description. */
function isLong(property: ConfigProperty): boolean {
  return valuesOf(property).length > 44;
}

/** `<name>`-like, from the key's type. */
function placeholder(property: ConfigProperty): string {
  if (property.type === 'boolean') return '';
  if (property.enum !== undefined) return isLong(property) ? ' <name>' : ` <${valuesOf(property)}>`;
  if (property.format === 'path') return ' <path>';
  if (property.type === 'object') return ' <pairs>';
  return property.type === 'string' ? ' <text>' : ' <number>';
}

/** The calls that read a key, as they are written. */
function readersText({ readBy }: Pick<ConfigProperty, 'readBy'>): string {
  const calls = readBy.map((reader) => (reader === 'snapshot' ? 'tui snapshot' : 'tui FILE'));
  return [...new Set(calls)].join(', ');
}

function defaultText(property: ConfigProperty): string {
  if (property.defaultText !== undefined) return property.defaultText;
  const value = property.default;
  return value === undefined ? 'unset' : typeof value === 'string' ? value : JSON.stringify(value);
}

function wrap(text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => ' '.repeat(indent) + each);
}
