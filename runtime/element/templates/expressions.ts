/** Expressions in braces, found in texts and in values of attributes. */
import type { Span } from '../../base/diagnostics.js';
import { decodeEntities } from '../../markup/entities.js';
import { valuePlace, type MarkupAttribute, type ValuePiece } from '../../markup/nodes.js';

/** A text as it is written in a file, decoded, with the place of each character. */
export type Written = Pick<MarkupAttribute, 'value' | 'valueSpan' | 'pieces'>;

/** Code between braces. */
export interface Code {
  readonly code: string;
  /** The place of a part of it in the file. */
  placeOf(start: number, end: number): Span;
}

/** Literal texts, and code between them. */
export type Piece = string | Code;

export interface BraceError {
  readonly message: string;
  readonly span: Span;
  readonly suggestion: string;
}

/** The place of a part of a written text; all of it without offsets. */
function placeIn(written: Written, start = 0, end = written.value.length): Span {
  return valuePlace(written as MarkupAttribute, start, end);
}

/** All of an attribute's value as code. */
export function wholeCode(written: Written): Code {
  return { code: written.value, placeOf: (start, end) => placeIn(written, start, end) };
}

const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);?/gi;

/** A text of the file between two offsets, decoded. */
export function readWritten(source: string, span: Span): Written {
  const text = source.slice(span.start, span.end);
  if (!text.includes('&')) return { value: text, valueSpan: span, pieces: undefined };
  const pieces: ValuePiece[] = [];
  let value = '';
  let from = 0;
  const add = (data: string, start: number, end: number, entity: boolean): void => {
    if (data === '') return;
    const place = { start: span.start + start, end: span.start + end };
    pieces.push({ at: value.length, span: place, entity });
    value += data;
  };
  for (const { 0: entity, index } of text.matchAll(ENTITY)) {
    const decoded = decodeEntities(entity);
    if (decoded === entity) continue;
    add(text.slice(from, index), from, index, false);
    add(decoded, index, index + entity.length, true);
    from = index + entity.length;
  }
  add(text.slice(from), from, text.length, false);
  return { value, valueSpan: span, pieces };
}

/** True where a text has nothing for `splitBraces` to find. */
export function isLiteral({ value }: Written): boolean {
  return !value.includes('{');
}

/** Splits a text at its expressions. A brace that is written as an entity is a character like others. */
export function splitBraces(
  written: Written,
  onError: (error: BraceError) => void,
): readonly Piece[] {
  const { value } = written;
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = nextBrace(written, 0); at >= 0; at = nextBrace(written, at)) {
    const end = endOfCode(value, at + 1);
    if (end < 0) {
      onError({
        message: 'expected "}" at the end of an expression',
        span: placeIn(written, at, at + 1),
        suggestion: 'close it; a brace that is shown is written as &#123;',
      });
      break;
    }
    const start = at + 1;
    const code = value.slice(start, end);
    if (code.trim() === '') {
      onError({
        message: 'expected an expression between "{" and "}"',
        span: placeIn(written, at, end + 1),
        suggestion: 'write {name}; a brace that is shown is written as &#123;',
      });
    } else {
      if (at > from) pieces.push(value.slice(from, at));
      pieces.push({
        code,
        placeOf: (first, last) => placeIn(written, start + first, start + last),
      });
      from = end + 1;
    }
    at = end + 1;
  }
  if (from < value.length) pieces.push(value.slice(from));
  return pieces;
}

function nextBrace({ value, pieces }: Written, from: number): number {
  let at = value.indexOf('{', from);
  while (at >= 0 && pieces?.some((piece) => piece.entity && piece.at === at) === true) {
    at = value.indexOf('{', at + 1);
  }
  return at;
}

/** After these a slash begins a regular expression, and is not a division. */
const BEFORE_REGEXP =
  /(?:^|[=(,[!&|?{}:;+\-*%<>~^]|\b(?:return|typeof|in|of|case|void|delete))\s*$/;

/** Where the brace is that ends the code; -1 where there is none. */
function endOfCode(text: string, start: number): number {
  /** What is open: `{`, or `$` for an expression in a template literal. */
  const open: string[] = [];
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") at = endOfString(text, at);
    else if (character === '`') at = skipTemplate(text, at + 1, open);
    else if (character === '/' && text.charAt(at + 1) === '/') at = endOf(text, '\n', at);
    else if (character === '/' && text.charAt(at + 1) === '*') at = endOf(text, '*/', at + 2);
    else if (character === '/' && BEFORE_REGEXP.test(text.slice(Math.max(start, at - 20), at))) {
      at = endOfRegExp(text, at);
    } else if (character === '{') {
      open.push('{');
      at++;
    } else if (character === '}') {
      const opened = open.pop();
      if (opened === undefined) return at;
      at = opened === '$' ? skipTemplate(text, at + 1, open) : at + 1;
    } else at++;
  }
  return -1;
}

function endOf(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? text.length : found + end.length;
}

function endOfString(text: string, start: number): number {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

/** Goes on to the end of a template literal, or into an expression of it. */
function skipTemplate(text: string, start: number, open: string[]): number {
  let at = start;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '`') return at + 1;
    if (character === '$' && text.charAt(at + 1) === '{') {
      open.push('$');
      return at + 2;
    }
    at += character === '\\' ? 2 : 1;
  }
  return at;
}

function endOfRegExp(text: string, start: number): number {
  let isInClass = false;
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (character === '\n') return start + 1;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '/' && !isInClass) return at + 1;
  }
  return start + 1;
}
