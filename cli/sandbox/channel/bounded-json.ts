/**
 * Limits on JSON from the runner, checked on the bytes before anything is made of them: parsed,
 * `[{},{},…]` takes a hundred times the memory of its text.
 */
import { ProtocolError } from './protocol-error.js';

export interface JsonLimits {
  readonly bytes: number;
  /** Values in all, those within arrays and objects included. */
  readonly values: number;
  /** Arrays and objects within each other. */
  readonly depth: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What a byte outside of strings adds to the count; most add nothing. */
const COMMA = 1;
const OPENING = 2;
const CLOSING = 3;
const STRING = 4;
const MEANING = new Uint8Array(256);
for (const [text, meaning] of [
  [',', COMMA],
  ['[{', OPENING],
  [']}', CLOSING],
  ['"', STRING],
] as const) {
  for (const character of text) MEANING[character.charCodeAt(0)] = meaning;
}

/**
 * What exceeds the limits, else undefined. Each byte is looked at once. The count is an upper bound: the
 * root, one for each comma, and one for each array and object.
 */
export function excessOf(bytes: Uint8Array, limits: JsonLimits): string | undefined {
  if (bytes.length > limits.bytes) return `a message of ${bytes.length} bytes`;
  if (!Number.isFinite(limits.values)) return undefined;
  let values = 1;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const meaning = MEANING[bytes[at] ?? 0];
    if (meaning === STRING) at = endOfString(bytes, at + 1);
    else if (meaning === COMMA) values++;
    else if (meaning === CLOSING) depth--;
    else if (meaning === OPENING) {
      values++;
      if (++depth > limits.depth) return `a message nested deeper than ${limits.depth}`;
    }
    if (values > limits.values) return `a message of more than ${limits.values} values`;
  }
  return undefined;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Parses JSON within limits. @throws ProtocolError */
export function parseBounded(bytes: Buffer, limits: JsonLimits): unknown {
  const excess = excessOf(bytes, limits);
  if (excess !== undefined) throw new ProtocolError(excess);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new ProtocolError('a message that is not JSON');
  }
}
