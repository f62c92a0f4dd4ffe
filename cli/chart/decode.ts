/** Text of bytes: UTF-8, and UTF-16 with a byte order mark or without one. */
import { isUtf8 } from 'node:buffer';
import { dataErrorAt, placeIn } from './data-places.js';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Bytes that are looked at to find out about UTF-16 without a mark. */
const LOOK = 256;

/** In text of mostly Latin letters every second byte is zero; UTF-8 has no zeros. */
function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, LOOK);
  const zeros = [0, 0];
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]!++;
  });
  const most = start.length / 4;
  if (zeros[1]! > most) return 'utf-16le';
  return zeros[0]! > most ? 'utf-16be' : 'utf-8';
}

/** @throws DataError for bytes that are not text, with their place */
export function decodeWhole(file: string, bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding === 'utf-8' && !isUtf8(bytes)) {
    const good = validStart(bytes);
    const before = new TextDecoder(encoding).decode(bytes.subarray(0, good));
    throw dataErrorAt(file, placeIn(text, before.length), {
      code: 'not-utf8',
      message: `expected text in UTF-8, found the byte 0x${(bytes[good] ?? 0).toString(16).padStart(2, '0')}`,
      suggestion: `convert it: iconv -f latin1 -t utf-8 FILE | tui chart -`,
    });
  }
  const zero = text.indexOf('\0');
  if (zero < 0) return text;
  throw dataErrorAt(file, placeIn(text, zero), {
    code: 'not-text',
    message: 'expected text, found a NUL byte',
    suggestion: 'export it as CSV or JSON',
  });
}

/** Bytes before the first one that is not UTF-8. */
function validStart(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  // The longest valid prefix, by whole characters.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const end = wholeEnd(bytes, middle);
    if (end > low && isUtf8(bytes.subarray(low, end))) low = end;
    else if (end <= low) break;
    else high = end - 1;
  }
  while (low < bytes.length && isUtf8(bytes.subarray(low, low + 1))) low++;
  return low;
}

/** `end`, or less where a character would be cut. */
function wholeEnd(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at > 0 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at--;
  return at;
}

/** Decodes data that goes on, piece by piece; what is not text becomes U+FFFD. */
export class PieceDecoder {
  #first: Uint8Array | undefined = new Uint8Array();
  #decoder = new TextDecoder();

  decode(piece: Uint8Array): string {
    if (this.#first === undefined) return this.#decoder.decode(piece, { stream: true });
    // A mark may come in two pieces.
    const start = Buffer.concat([this.#first, piece]);
    if (start.length < 4) {
      this.#first = start;
      return '';
    }
    this.#first = undefined;
    this.#decoder = new TextDecoder(encodingOf(start));
    return this.#decoder.decode(start, { stream: true });
  }

  end(): string {
    const first = this.#first ?? new Uint8Array();
    this.#first = undefined;
    return this.#decoder.decode(first);
  }
}
