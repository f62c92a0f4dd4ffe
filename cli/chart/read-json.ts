/** JSON and JSON lines to a table: an array of objects, of arrays or of values, an object of arrays, or one of values. */
import { parseJson, parseJsonTree, type JsonNode } from '../../runtime/base/json/json.js';
import { dataError, dataErrorAt, type DataPlace, placeIn } from './data-places.js';
import { checkSize, MAX_DEPTH } from './limits.js';
import type { ChartOptions } from './options.js';
import { emptyData } from './read-delimited.js';
import { type Cell, type Table, uniqueNames } from './table.js';

/** How deep names of nested objects go: `a.b.c`. */
const MAX_PATH = 4;

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };
/** Members and indices from the top to a value. */
type Path = readonly (string | number)[];

/** @throws DataError for text that is not JSON, or not a table */
export function readJson(text: string, options: ChartOptions): Table {
  const { name: file } = options;
  checkDepth(file, text);
  return tableOf(parsed(file, text), { file, text, options });
}

function parsed(file: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    const result = parseJson(text);
    const error = result.ok ? undefined : result.errors[0];
    throw dataErrorAt(file, placeIn(text, error?.start ?? 0, error?.end ?? 0), {
      code: 'bad-json',
      message: error?.message ?? 'cannot be read',
      suggestion: error?.suggestion ?? suggestionAt(text, error?.start ?? 0),
    });
  }
}

function suggestionAt(text: string, at: number): string {
  return text.slice(0, at).trimEnd().endsWith(',')
    ? 'remove the comma before it'
    : 'write it with JSON.stringify, jq or json.dumps';
}

/** @throws DataError at a line that is not JSON */
export function readJsonLines(text: string, options: ChartOptions): Table {
  const { name: file } = options;
  const rows: Json[] = [];
  const starts: number[] = [];
  let at = 0;
  let line = 0;
  for (const each of text.split('\n')) {
    line++;
    const isBlank = each.trim() === '';
    if (!isBlank) {
      const value = lineValue(each, options, line);
      if (value !== undefined) {
        rows.push(value);
        starts.push(at);
      }
    }
    at += each.length + 1;
    if (rows.length % 1024 === 0) checkSize(file, rows.length, 1);
  }
  const placeOf = (row: number): DataPlace | undefined => {
    const start = starts[row];
    return start === undefined ? undefined : placeIn(text, start, start + 1);
  };
  if (rows.length === 0) throw emptyData(file);
  return tableOf(rows, { file, text, options, placeOf });
}

/** Rows of data that goes on: places in it are not known. */
export function tableOfLines(rows: readonly Json[], options: ChartOptions): Table {
  const source = { file: options.name, text: '', options, placeOf: () => undefined };
  return tableOf([...rows], source);
}

/** The value of one line; undefined for one that is left out. */
function lineValue(each: string, options: ChartOptions, line: number): Json | undefined {
  const value = readLine(each);
  if (value !== undefined) return value;
  if (options.isLenient) return undefined;
  const result = parseJson(each);
  const error = result.ok ? undefined : result.errors[0];
  const start = error?.start ?? 0;
  const place = { line, text: each, start, end: error?.end ?? start };
  throw dataErrorAt(options.name, place, {
    code: 'bad-json',
    message: error?.message ?? 'is nested too deeply',
    suggestion: error?.suggestion ?? 'add --lenient to leave out lines that are not JSON',
  });
}

/** The value of a line of JSON lines; undefined where it is none. */
export function readLine(line: string): Json | undefined {
  if (depthError(line) !== undefined) return undefined;
  try {
    return JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
}

interface JsonSource {
  readonly file: string;
  readonly text: string;
  readonly options: ChartOptions;
  /** Where a row is, if the text is not one value of JSON. */
  readonly placeOf?: ((row: number) => DataPlace | undefined) | undefined;
  /** The way to the rows. */
  readonly prefix?: Path | undefined;
}

function tableOf(value: Json, source: JsonSource): Table {
  if (Array.isArray(value)) return tableOfRows(value, source);
  if (typeof value === 'object' && value !== null) return tableOfObject(value, source);
  throw notTable(source, kindOf(value));
}

function notTable({ file, text }: JsonSource, found: string): Error {
  return dataErrorAt(file, placeIn(text, text.search(/\S/), text.search(/\S/) + 1), {
    code: 'not-a-table',
    message: `expected an array of objects, of arrays or of numbers, or an object of arrays, found ${found}`,
    suggestion: 'select a part of it: jq .rows FILE | tui chart -',
  });
}

function tableOfRows(rows: readonly Json[], source: JsonSource): Table {
  const { file } = source;
  const [first] = rows;
  if (first === undefined) throw emptyData(file);
  if (Array.isArray(first)) return tableOfArrays(rows as readonly Json[][], source);
  if (typeof first !== 'object' || first === null) {
    // One column: numbers or words.
    const columns = [rows.map((row) => cellOf(row))];
    return finish(['value'], columns, source, (row) => [row]);
  }
  return tableOfObjects(rows as readonly JsonObject[], source);
}

/** Members of all rows; those of objects in them are called `a.b`. */
function tableOfObjects(rows: readonly JsonObject[], source: JsonSource): Table {
  const paths = new Map<string, Path>();
  const columns = new Map<string, Cell[]>();
  const add = (value: JsonObject, row: number, path: readonly string[]): void => {
    for (const [name, member] of Object.entries(value)) {
      const own = [...path, name];
      if (isObject(member) && own.length < MAX_PATH) {
        add(member, row, own);
        continue;
      }
      const whole = own.join('.');
      let column = columns.get(whole);
      if (column === undefined) {
        // Before it is filled up to its first value.
        checkSize(source.file, row + 1, columns.size + 1);
        columns.set(whole, (column = []));
        paths.set(whole, own);
      }
      // Rows before that have no such member.
      while (column.length < row) column.push(null);
      column[row] = cellOf(member);
    }
  };
  rows.forEach((row, index) => {
    checkSize(source.file, index + 1, columns.size);
    if (isObject(row)) add(row, index, []);
    else if (!source.options.isLenient) throw wrongRow(row, index, 'an object', source);
  });
  checkSize(source.file, rows.length, columns.size);
  for (const column of columns.values()) while (column.length < rows.length) column.push(null);
  const names = [...columns.keys()];
  return finish(names, [...columns.values()], source, (row, column) => [
    row,
    ...(paths.get(names[column] ?? '') ?? []),
  ]);
}

function tableOfArrays(rows: readonly Json[][], source: JsonSource): Table {
  const { options } = source;
  const [first = []] = rows;
  const isOfTexts = (): boolean => first.every((each) => typeof each === 'string');
  const hasHeader = rows.length > 1 && (options.hasHeader ?? isOfTexts());
  const names = hasHeader
    ? uniqueNames(first.map(String))
    : first.map((_, at) => `column ${at + 1}`);
  checkSize(source.file, rows.length, names.length);
  const from = Number(hasHeader);
  rows.forEach((row, index) => {
    if (options.isLenient) return;
    if (!Array.isArray(row)) throw wrongRow(row, index, 'an array', source);
    if (row.length === names.length) return;
    throw errorAtPath([index], source, {
      code: 'ragged-row',
      message: `expected ${names.length} values, found ${row.length}`,
      suggestion: 'add --lenient to read what is missing as absent values',
    });
  });
  const columns = names.map((_, column) =>
    rows.slice(from).map((row) => cellOf(Array.isArray(row) ? row[column] : undefined)),
  );
  return finish(names, columns, source, (row, column) => [row + from, column]);
}

/** `{"a": [1, 2], "b": [3, 4]}`, and `{"a": 1, "b": 2}`. */
function tableOfObject(value: JsonObject, source: JsonSource): Table {
  const entries = Object.entries(value);
  if (entries.length === 0) throw emptyData(source.file);
  const lists = entries.filter((entry): entry is [string, Json[]] => Array.isArray(entry[1]));
  if (lists.length === 0) {
    if (entries.some(([, member]) => isObject(member))) throw notTable(source, 'an object');
    const columns = [entries.map(([name]) => name), entries.map(([, member]) => cellOf(member))];
    return finish(['name', 'value'], columns, source, (row) => [entries[row]?.[0] ?? '']);
  }
  if (lists.length < entries.length) {
    // Such as `{"rows": […], "total": 3}`.
    const [only] = lists;
    if (only !== undefined && lists.length === 1 && typeof only[1][0] === 'object') {
      return tableOfRows(only[1], { ...source, prefix: [only[0]] });
    }
    throw notTable(source, 'an object with other members');
  }
  const rows = Math.max(...lists.map(([, list]) => list.length));
  const uneven = lists.find(([, list]) => list.length !== rows);
  if (uneven !== undefined && !source.options.isLenient) {
    throw errorAtPath([uneven[0]], source, {
      code: 'ragged-row',
      message: `expected ${rows} values, found ${uneven[1].length}`,
      suggestion: 'add --lenient to read what is missing as absent values',
    });
  }
  checkSize(source.file, rows, lists.length);
  const columns = lists.map(([, list]) =>
    Array.from({ length: rows }, (_, row) => cellOf(list[row])),
  );
  const names = lists.map(([name]) => name);
  return finish(names, columns, source, (row, column) => [names[column] ?? '', row]);
}

function finish(
  names: readonly string[],
  columns: readonly (readonly Cell[])[],
  source: JsonSource,
  pathOf: (row: number, column: number) => Path,
): Table {
  const { file, text, prefix = [] } = source;
  const rows = columns[0]?.length ?? 0;
  if (rows === 0) throw emptyData(file);
  const placeOf = (row: number, column: number): DataPlace | undefined =>
    source.placeOf === undefined
      ? placeOfPath(text, [...prefix, ...pathOf(row, column)])
      : source.placeOf(row);
  return { file, names: uniqueNames(names), columns, rows, placeOf };
}

function wrongRow(row: Json, index: number, expected: string, source: JsonSource): Error {
  return errorAtPath([index], source, {
    code: 'not-a-table',
    message: `expected ${expected}, as the rows before, found ${kindOf(row)}`,
    suggestion: 'add --lenient to read it as a row of absent values',
  });
}

function errorAtPath(
  path: Path,
  { file, text, placeOf, prefix = [] }: JsonSource,
  problem: Parameters<typeof dataErrorAt>[2],
): Error {
  const place =
    placeOf === undefined ? placeOfPath(text, [...prefix, ...path]) : placeOf(Number(path[0]));
  return place === undefined ? dataError(file, problem) : dataErrorAt(file, place, problem);
}

/** The text is read again with places: that takes ten times as long, and only an error needs it. */
function placeOfPath(text: string, path: Path): DataPlace | undefined {
  const result = parseJsonTree(text);
  let node: JsonNode | undefined = result.ok ? result.tree : undefined;
  for (const step of path) {
    const { children = [] }: JsonNode = node ?? ({} as JsonNode);
    const found: JsonNode | undefined =
      node?.type === 'array'
        ? children[Number(step)]
        : children.findLast((each) => each.children?.[0]?.value === step)?.children?.[1];
    if (found === undefined) break;
    node = found;
  }
  return node === undefined
    ? undefined
    : placeIn(text, node.offset, node.offset + Math.min(node.length, 40));
}

/** What a chart can show of a value; the members of a list are not shown. */
function cellOf(value: Json | undefined): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value).slice(0, 200);
}

function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** @throws DataError where brackets are nested too deeply */
function checkDepth(file: string, text: string): void {
  const at = depthError(text);
  if (at === undefined) return;
  throw dataErrorAt(file, placeIn(text, at, at + 1), {
    code: 'too-deep',
    message: `expected at most ${MAX_DEPTH} levels of brackets`,
    suggestion: 'select a part of it: jq .rows FILE | tui chart -',
  });
}

/** Where a bracket is too deep; undefined if none is. */
function depthError(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) at = endOfString(text, at);
    else if (code === 91 || code === 123) {
      if (++depth > MAX_DEPTH) return at;
    } else if (code === 93 || code === 125) depth--;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 34) return at;
  }
  return text.length;
}
