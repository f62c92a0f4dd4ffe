/** Lines that are JSON objects, as columns: time, level, message and what else there is, or the columns of the app. */
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import { levelOfWord, type Level } from './levels.js';

export interface ColumnDeclaration {
  readonly key: string;
  readonly label?: string;
  readonly width?: number;
}

/** A piece of a shown line; `muted` is what only explains. */
export interface JsonPiece {
  readonly text: string;
  /** Cells that it takes at least; it is in a column. */
  readonly column?: number;
  readonly isMuted?: boolean;
}

export interface JsonLine {
  readonly level: Level | undefined;
  /** The first is the entry's own; the others are lines of values that have several. */
  readonly lines: readonly (readonly JsonPiece[])[];
}

const TIME = ['time', 'timestamp', 'ts', '@timestamp', 't', '@t', 'date', 'datetime'];
const LEVEL = ['level', 'severity', 'lvl', 'loglevel', '@l', 'levelname'];
const MESSAGE = ['msg', 'message', '@m', '@mt', 'event', 'text'];

/** Characters of a line that is read as JSON, and lines of one value. */
const MAX_LENGTH = 100_000;
const MAX_LINES = 200;

type Fields = Readonly<Record<string, unknown>>;

export function parseJsonLine(source: string): Fields | undefined {
  if (!/^\s*\{.*\}\s*$/s.test(source) || source.length > MAX_LENGTH) return undefined;
  try {
    return JSON.parse(source) as Fields;
  } catch {
    return undefined;
  }
}

export function jsonLine(
  fields: Fields,
  columns: readonly ColumnDeclaration[] | undefined,
): JsonLine {
  const level = levelOfWord(valueOf(fields, LEVEL));
  return columns === undefined
    ? { level, lines: allFields(fields) }
    : { level, lines: [columns.map(({ key }, column) => cell(fields, key, column))] };
}

function cell(fields: Fields, key: string, column: number): JsonPiece {
  const value = at(fields, key);
  const text = LEVEL.includes(key)
    ? levelText(value)
    : TIME.includes(key)
      ? timeText(value)
      : textOf(value);
  return { text: sanitize(text), column };
}

/** Time, level and message first; the rest as `key=value`, and texts of several lines below. */
function allFields(fields: Fields): JsonPiece[][] {
  const [time, level, message] = [TIME, LEVEL, MESSAGE].map((keys) => keyOf(fields, keys));
  const line: JsonPiece[] = [];
  const below: JsonPiece[][] = [];
  const add = (text: string, isMuted = false): void => {
    if (text === '') return;
    if (line.length > 0) line.push({ text: ' ' });
    line.push({ text: sanitize(text), isMuted });
  };
  if (time !== undefined) add(timeText(fields[time]), true);
  if (level !== undefined) add(levelText(fields[level]).padEnd(5));
  if (message !== undefined) {
    const [first = '', ...rest] = linesOf(textOf(fields[message]));
    add(first);
    below.push(...rest.map((text) => [{ text: `  ${sanitize(text)}` }]));
  }
  for (const [key, value] of Object.entries(fields)) {
    if (key === time || key === level || key === message) continue;
    addField(key, value, line, below);
  }
  return [line, ...below.slice(0, MAX_LINES)];
}

/** A field behind the message; where it has several lines somewhere inside, it is below, one line each. */
function addField(key: string, value: unknown, line: JsonPiece[], below: JsonPiece[][]): void {
  if (hasLines(value)) {
    const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (inner.length > 0) {
      for (const [name, each] of inner) {
        addField(Array.isArray(value) ? key : `${key}.${name}`, each, line, below);
      }
      return;
    }
    below.push([{ text: `  ${sanitize(key)}:`, isMuted: true }]);
    below.push(...linesOf(textOf(value)).map((text) => [{ text: `    ${sanitize(text)}` }]));
    return;
  }
  if (line.length > 0) line.push({ text: ' ' });
  line.push({ text: `${sanitize(key)}=`, isMuted: true }, { text: sanitize(fieldText(value)) });
}

function hasLines(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\n');
  if (typeof value !== 'object' || value === null || depth > 5) return false;
  return Object.values(value).some((each) => hasLines(each, depth + 1));
}

function linesOf(text: string): string[] {
  return text.replace(/^\n|\n$/g, '').split('\n', MAX_LINES);
}

function keyOf(fields: Fields, keys: readonly string[]): string | undefined {
  return keys.find((key) => Object.hasOwn(fields, key));
}

function valueOf(fields: Fields, keys: readonly string[]): unknown {
  const key = keyOf(fields, keys);
  return key === undefined ? undefined : fields[key];
}

/** `error.message` is a field of its own, or one of an object. */
function at(fields: Fields, key: string): unknown {
  if (Object.hasOwn(fields, key)) return fields[key];
  let value: unknown = fields;
  for (const part of key.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Fields)[part];
  }
  return value;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fieldText(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

/** Milliseconds or seconds since 1970 as a date; all else as it is written. */
function timeText(value: unknown): string {
  if (typeof value !== 'number' || !(value > 1e9 && value < 1e14)) return textOf(value);
  const milliseconds = value < 1e11 ? value * 1000 : value;
  return new Date(milliseconds).toISOString();
}

function levelText(value: unknown): string {
  if (typeof value !== 'number') return textOf(value).toUpperCase();
  const steps = [
    [60, 'FATAL'],
    [50, 'ERROR'],
    [40, 'WARN'],
    [30, 'INFO'],
    [20, 'DEBUG'],
  ] as const;
  return steps.find(([least]) => value >= least)?.[1] ?? 'TRACE';
}
