/**
 * Finds places of a bundle in its sources. Node's `SourceMap` makes an object of each of some million segments, which takes 0.5 s of
 * CPU time in each worker whose specs read a stack. Here one pass over the map notes where each line starts, and a line
 * is decoded when a place in it is looked up.
 */
import { readFileSync } from 'node:fs';

const DIGITS = new Int8Array(128);
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
for (let value = 0; value < BASE64.length; value++) DIGITS[BASE64.charCodeAt(value)] = value;
const COMMA = ','.charCodeAt(0);
const SEMICOLON = ';'.charCodeAt(0);

/** Reads the segments of a map in their order. */
class Segments {
  at;
  /** In the bundle; the others in the sources, from 0. */
  column = 0;
  source;
  sourceLine;
  sourceColumn;
  /** Whether the segment has a place in the sources. */
  isMapped = false;
  #bytes;

  /** @param {Buffer} bytes @param {ArrayLike<number>} start where it is, and what was read before */
  constructor(bytes, [at, source, line, column]) {
    this.#bytes = bytes;
    this.at = at;
    this.source = source;
    this.sourceLine = line;
    this.sourceColumn = column;
  }

  get isAtEnd() {
    return this.at >= this.#bytes.length || this.#bytes[this.at] === SEMICOLON;
  }

  next() {
    const bytes = this.#bytes;
    if (bytes[this.at] === COMMA) this.at++;
    this.column += this.#number();
    this.isMapped = this.#hasNumber();
    if (!this.isMapped) return;
    this.source += this.#number();
    this.sourceLine += this.#number();
    this.sourceColumn += this.#number();
    // A name.
    if (this.#hasNumber()) this.#number();
  }

  #hasNumber() {
    const byte = this.#bytes[this.at];
    return this.at < this.#bytes.length && byte !== COMMA && byte !== SEMICOLON;
  }

  #number() {
    let value = 0;
    for (let shift = 0; ; shift += 5) {
      const digit = DIGITS[this.#bytes[this.at++]];
      value |= (digit & 31) << shift;
      if (digit < 32) return value & 1 ? -(value >> 1) : value >> 1;
    }
  }
}

/** Of each line of the bundle: where its segments start, and the place in the sources before them. */
function startsOf(bytes) {
  const starts = [];
  const segments = new Segments(bytes, [0, 0, 0, 0]);
  for (;;) {
    starts.push(segments.at, segments.source, segments.sourceLine, segments.sourceColumn);
    segments.column = 0;
    while (!segments.isAtEnd) segments.next();
    if (segments.at >= bytes.length) return starts;
    segments.at++;
  }
}

/**
 * @param {string} file a source map
 * @returns a function from a line and column of the bundle, from 0, to those of a source
 */
export function sourceLines(file) {
  const { mappings, sources } = JSON.parse(readFileSync(file, 'utf8'));
  const bytes = Buffer.from(mappings, 'latin1');
  const starts = startsOf(bytes);
  /** @param {number} line @param {number} column */
  return (line, column) => {
    if (4 * line >= starts.length) return undefined;
    const segments = new Segments(bytes, starts.slice(4 * line, 4 * line + 4));
    let found;
    while (!segments.isAtEnd) {
      segments.next();
      if (segments.column > column) break;
      const { source, sourceLine, sourceColumn } = segments;
      found = segments.isMapped
        ? { source: sources[source], line: sourceLine, column: sourceColumn }
        : undefined;
    }
    return found;
  };
}
