/** Parses style text to declarations in one pass, skipping invalid ones. Offsets locate errors. */

export interface InlineDeclaration {
  /** As written; custom properties keep their case. */
  readonly name: string;
  /** Without blanks around it, comments and `!important`. */
  readonly value: string;
  readonly important: boolean;
  /** UTF-16 offsets in the text: from the name to the end of the value. */
  readonly start: number;
  readonly end: number;
  /** Where the value starts. */
  readonly valueStart: number;
}

/** Reads `name: value; …`. Anything but a declaration is skipped up to the next `;`, as CSS specifies. */
export function parseDeclarations(text: string): readonly InlineDeclaration[] {
  const found: InlineDeclaration[] = [];
  let at = 0;
  while (at < text.length) {
    const end = endOfDeclaration(text, at);
    const declaration = readDeclaration(text, at, end);
    if (declaration !== undefined) found.push(declaration);
    at = end + 1;
  }
  return found;
}

const OPENING = '([{';
const CLOSING = ')]}';

/** The offset of the `;` that ends it: not one inside a string, brackets, `url()` or a comment. */
function endOfDeclaration(text: string, from: number): number {
  const open: string[] = [];
  let at = from;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === ';' && open.length === 0) return at;
    if (char === '\\') at += 2;
    else if (char === '"' || char === "'") at = endOfString(text, at);
    else if (char === '/' && text.charAt(at + 1) === '*') at = endOfComment(text, at);
    else if (OPENING.includes(char)) {
      if (char === '(' && /url$/i.test(text.slice(Math.max(from, at - 3), at))) {
        at = endOfUrl(text, at);
      } else {
        open.push(char);
        at++;
      }
    } else {
      const closes = CLOSING.indexOf(char);
      // A bracket that closes nothing is the author's slip and no reason to swallow what follows.
      if (closes !== -1 && open.at(-1) === OPENING.charAt(closes)) open.pop();
      at++;
    }
  }
  return text.length;
}

/** After the closing quote; a string that is not closed ends with its line. */
function endOfString(text: string, from: number): number {
  const quote = text.charAt(from);
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === quote) return at + 1;
    else if (char === '\n') return at;
  }
  return text.length;
}

function endOfComment(text: string, from: number): number {
  const end = text.indexOf('*/', from + 2);
  return end === -1 ? text.length : end + 2;
}

/** `url(x;y)`: everything up to the bracket is the address. */
function endOfUrl(text: string, bracket: number): number {
  let at = bracket + 1;
  while (/\s/.test(text.charAt(at))) at++;
  const quote = text.charAt(at);
  if (quote === '"' || quote === "'") at = endOfString(text, at);
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') at++;
    else if (char === ')') return at + 1;
  }
  return text.length;
}

function readDeclaration(text: string, from: number, end: number): InlineDeclaration | undefined {
  const start = skipBlank(text, from, end);
  const colon = colonAfter(text, start, end);
  if (colon === -1) return undefined;
  const name = withoutComments(text.slice(start, colon)).trim();
  if (!/^(--[^\s]*|-?[a-z_\u0080-\uffff][\w\u0080-\uffff-]*)$/i.test(name)) return undefined;
  const valueStart = skipBlank(text, colon + 1, end);
  const written = text.slice(valueStart, end);
  const bare = withoutComments(written).trim();
  const priority = /!\s*important$/i.exec(bare);
  const value = priority === null ? bare : bare.slice(0, priority.index).trim();
  if (value === '') return undefined;
  return {
    name,
    value,
    important: priority !== null,
    start,
    end: valueStart + written.trimEnd().length,
    valueStart,
  };
}

/** The colon after the name, which may have a comment before it. */
function colonAfter(text: string, from: number, end: number): number {
  let at = from;
  while (at < end) {
    if (text.charAt(at) === ':') return at;
    at = text.startsWith('/*', at) ? endOfComment(text, at) : at + 1;
  }
  return -1;
}

/** Past blanks and comments. */
function skipBlank(text: string, from: number, end: number): number {
  let at = from;
  for (;;) {
    while (at < end && /\s/.test(text.charAt(at))) at++;
    if (!text.startsWith('/*', at) || at >= end) return Math.min(at, end);
    at = endOfComment(text, at);
  }
}

function withoutComments(value: string): string {
  if (!value.includes('/*')) return value;
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < value.length) {
    const char = value.charAt(at);
    if (char === '\\') at += 2;
    else if (char === '"' || char === "'") at = endOfString(value, at);
    else if (char === '(' && /url$/i.test(value.slice(Math.max(0, at - 3), at))) {
      at = endOfUrl(value, at);
    } else if (value.startsWith('/*', at)) {
      parts.push(value.slice(from, at));
      at = endOfComment(value, at);
      from = at;
    } else at++;
  }
  parts.push(value.slice(from));
  return parts.join(' ');
}
