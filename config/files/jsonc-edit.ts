/**
 * Sets and removes one value in JSON with comments, and leaves the rest of the text unchanged.
 *
 * jsonc-parser's `modify` replaces values well. It is not used to add and remove properties: it puts a new
 * property between the last one and the comment behind that, which then is behind the wrong key, and it
 * leaves a lone comma when it removes the last of several.
 */
import { applyEdits, createScanner, modify } from 'jsonc-parser';
import { parseJsonTree, type JsonNode } from '../../runtime/base/json/json.js';
import { members, type Leaf } from '../layers/flatten.js';

/** Token kinds of jsonc-parser's scanner; its own enum is a `const enum`, which isolated modules cannot use. */
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const BLANKS = 15;

/** The text with the value at `path` set. An object on the way that is missing is made. */
export function setJson(text: string, path: readonly string[], value: unknown): string {
  let at = treeOf(text);
  for (let depth = 0; ; depth++) {
    const name = path[depth] ?? '';
    const found = onlyMember(at, name);
    if (found === undefined) return insert(text, at, name, nest(path.slice(depth + 1), value));
    if (depth === path.length - 1) {
      return applyEdits(text, modify(text, [...path], value, { formattingOptions: styleOf(text) }));
    }
    if (found.node.type !== 'object') throw new TypeError(`${found.key} is not an object`);
    at = found.node;
  }
}

/** The text without the value at `path`, nor the comment that is behind it on its line. */
export function removeJson(text: string, path: readonly string[]): string {
  let at = treeOf(text);
  for (const [depth, name] of path.entries()) {
    const found = onlyMember(at, name);
    if (found === undefined) return text;
    if (depth === path.length - 1) return cut(text, at, found);
    if (found.node.type !== 'object') return text;
    at = found.node;
  }
  return text;
}

/** The text without those of several equal names on the path that do not count: all but the last. */
export function removeDuplicates(text: string, path: readonly string[]): string {
  let current = text;
  for (let depth = 0; depth < path.length; depth++) {
    for (;;) {
      let at: JsonNode | undefined = treeOf(current);
      for (const name of path.slice(0, depth)) at = at && onlyMember(at, name)?.node;
      if (at?.type !== 'object') return current;
      const same: Leaf[] = members(at).filter((leaf) => leaf.path[0] === path[depth]);
      if (same.length < 2) break;
      current = cut(current, at, same[0]!);
    }
  }
  return current;
}

function treeOf(text: string): JsonNode {
  const result = parseJsonTree(text);
  if (result.ok && result.tree.type === 'object') return result.tree;
  throw new TypeError('the text is not a JSON object');
}

function onlyMember(object: JsonNode, name: string): Leaf | undefined {
  return members(object).findLast((leaf) => leaf.path[0] === name);
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

/** Indentation and line breaks as the text has them. */
function styleOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : Math.min(indent.length, 8),
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

function insert(text: string, object: JsonNode, name: string, value: unknown): string {
  const style = styleOf(text);
  const unit = style.insertSpaces ? ' '.repeat(style.tabSize) : '\t';
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const multiline = text.slice(object.offset, close).includes('\n');
  const outer = indentAt(text, object.offset);
  const indent =
    last !== undefined && multiline && startsLine(text, last.offset)
      ? indentAt(text, last.offset)
      : outer + unit;
  const written = JSON.stringify(value, null, unit).replace(/\n/g, `${style.eol}${indent}`);
  const property = `${JSON.stringify(name)}: ${written}`;
  if (last === undefined) {
    // Comments in an empty object stay above the new property.
    const inside = text.slice(object.offset + 1, close).trimEnd();
    const head = text.slice(0, object.offset + 1) + inside;
    return `${head}${style.eol}${indent}${property}${style.eol}${outer}${text.slice(close)}`;
  }
  const end = last.offset + last.length;
  const tail = tailOf(text, end, close);
  const comma = tail.comma === undefined ? end : tail.comma + 1;
  const head = text.slice(0, end) + (tail.comma === undefined ? ',' : text.slice(end, comma));
  const behind = text.slice(comma, tail.lineEnd).trimEnd();
  const trailing = tail.comma === undefined ? '' : ',';
  const rest = text.slice(tail.lineEnd);
  const separator = multiline ? `${style.eol}${indent}` : ' ';
  const closing = /^\s*[\r\n]/.test(rest) || !multiline ? '' : `${style.eol}${outer}`;
  return `${head}${behind}${separator}${property}${trailing}${closing}${rest}`;
}

function cut(text: string, object: JsonNode, leaf: Leaf): string {
  const property = object.children?.find(
    (child) => child.children?.[0]?.offset === leaf.name.start,
  );
  if (property === undefined) return text;
  const end = property.offset + property.length;
  const close = object.offset + object.length - 1;
  const tail = tailOf(text, end, close);
  let start = property.offset;
  let stop = tail.comma === undefined ? end : tail.comma + 1;
  // What is behind it on its line is about it, unless another property does.
  // Where the closing brace does, the line break has to stay: it may end a comment on the line above.
  const alone =
    startsLine(text, start) && tail.lineEnd < close && !hasMember(object, stop, tail.lineEnd);
  if (alone) {
    stop = tail.lineEnd;
    start = lineBreakBefore(text, start);
  }
  const without = text.slice(0, start) + text.slice(stop);
  const before = object.children?.[object.children.indexOf(property) - 1];
  if (tail.comma !== undefined || before === undefined) return without;
  // It was the last: the comma before it would be a trailing one, which strict readers refuse.
  const previous = tailOf(text, before.offset + before.length, start).comma;
  return previous === undefined
    ? without
    : without.slice(0, previous) + without.slice(previous + 1);
}

interface Tail {
  /** Offset of the comma behind the value, if there is one. */
  readonly comma: number | undefined;
  /** Where the value's line ends, comments on it included; `limit` at the latest. */
  readonly lineEnd: number;
}

/** What follows a value up to the end of its line, and its comma wherever that is. */
function tailOf(text: string, from: number, limit: number): Tail {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let comma: number | undefined;
  let lineEnd: number | undefined;
  for (;;) {
    const kind: number = scanner.scan();
    const at = scanner.getTokenOffset();
    if (at >= limit) break;
    if (kind === LINE_BREAK) lineEnd ??= at;
    else if (kind === COMMA && comma === undefined) {
      comma = at;
      // A comma on a line of its own: the line that counts is the comma's.
      lineEnd = undefined;
    } else if (kind !== BLANKS && kind !== LINE_COMMENT && kind !== BLOCK_COMMENT) break;
    if (lineEnd !== undefined && comma !== undefined) break;
  }
  return { comma, lineEnd: Math.min(lineEnd ?? scanner.getTokenOffset(), limit) };
}

function hasMember(object: JsonNode, from: number, to: number): boolean {
  return (object.children ?? []).some((child) => child.offset >= from && child.offset <= to);
}

function startsLine(text: string, offset: number): boolean {
  return /(^|[\r\n])[ \t]*$/.test(text.slice(0, offset));
}

function indentAt(text: string, offset: number): string {
  const line =
    text
      .slice(0, offset)
      .split(/[\r\n]/)
      .at(-1) ?? '';
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** The start of the blanks and the line break that are before a line's first word. */
function lineBreakBefore(text: string, offset: number): number {
  return text.slice(0, offset).replace(/(\r\n|\n|\r)?[ \t]*$/, '').length;
}
