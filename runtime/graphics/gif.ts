/**
 * The first frame of a GIF. Each step reads at least one byte or writes at least one pixel, so that no file keeps it
 * busy; the library that was tried first does not end on some damaged files.
 */
import { damaged, type ImageHeader } from './header.js';
import type { Pixels } from './pixels.js';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const GRAPHIC_CONTROL = 0xf9;
const MAX_CODES = 4096;

/** Reads bytes one after the other. @throws ImageError behind the last */
class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {}

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw damaged('gif', 'its end is missing');
    return value;
  }

  word(): number {
    return this.byte() | (this.byte() << 8);
  }

  take(length: number): Uint8Array {
    const part = this.bytes.subarray(this.at, this.at + length);
    if (part.length < length) throw damaged('gif', 'its end is missing');
    this.at += length;
    return part;
  }

  /** Blocks of up to 255 bytes, to an empty one. */
  blocks(): Uint8Array {
    const parts: Uint8Array[] = [];
    for (let size = this.byte(); size > 0; size = this.byte()) parts.push(this.take(size));
    return Buffer.concat(parts);
  }
}

/** The colours of a table whose size its flags state; undefined where they state that there is none. */
function tableOf(reader: Reader, flags: number): Uint8Array | undefined {
  return (flags & 0x80) === 0 ? undefined : reader.take(3 * 2 ** ((flags & 7) + 1));
}

/** @throws ImageError */
export function decodeGif(bytes: Uint8Array, { width, height }: ImageHeader): Pixels {
  const reader = new Reader(bytes, 10);
  const flags = reader.byte();
  reader.take(2);
  const shared = tableOf(reader, flags);
  let clear: number | undefined;
  for (;;) {
    const kind = reader.byte();
    if (kind === IMAGE) break;
    if (kind !== EXTENSION) throw damaged('gif', 'it has no picture');
    const label = reader.byte();
    const data = reader.blocks();
    if (label === GRAPHIC_CONTROL && ((data[0] ?? 0) & 1) === 1) clear = data[3];
  }
  const [left, top, columns, rows] = [reader.word(), reader.word(), reader.word(), reader.word()];
  const frameFlags = reader.byte();
  const colors = tableOf(reader, frameFlags) ?? shared;
  if (colors === undefined) throw damaged('gif', 'it has no colours');
  if (left + columns > width || top + rows > height || columns * rows === 0) {
    throw damaged('gif', 'its frame does not fit');
  }
  const bits = reader.byte();
  const indexes = unpack(reader.blocks(), bits, columns * rows);
  const order = (frameFlags & 0x40) === 0 ? undefined : interlaced(rows);
  const data = new Uint8Array(width * height * 4);
  for (let row = 0, from = 0; row < rows; row++) {
    let to = ((top + (order?.[row] ?? row)) * width + left) * 4;
    for (let column = 0; column < columns; column++, from++, to += 4) {
      const index = indexes[from]!;
      if (index === clear) continue;
      data[to] = colors[index * 3] ?? 0;
      data[to + 1] = colors[index * 3 + 1] ?? 0;
      data[to + 2] = colors[index * 3 + 2] ?? 0;
      data[to + 3] = 255;
    }
  }
  return { width, height, data };
}

/** The rows in the order in which they are stored. */
function interlaced(rows: number): number[] {
  const order: number[] = [];
  for (const [start, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const) {
    for (let row = start; row < rows; row += step) order.push(row);
  }
  return order;
}

/** LZW as GIF has it: `count` numbers of colours. @throws ImageError */
function unpack(data: Uint8Array, bits: number, count: number): Uint8Array {
  if (bits < 2 || bits > 8) throw damaged('gif', 'its codes have an impossible size');
  const clear = 1 << bits;
  const end = clear + 1;
  const output = new Uint8Array(count);
  /** Of each code, the one that it continues, its last colour, and how many it stands for. */
  const prefixes = new Uint16Array(MAX_CODES);
  const suffixes = new Uint8Array(MAX_CODES);
  const lengths = new Uint16Array(MAX_CODES);
  for (let code = 0; code < clear; code++) {
    suffixes[code] = code;
    lengths[code] = 1;
  }
  let [size, next, last, written] = [bits + 1, end + 1, -1, 0];
  let [buffer, held] = [0, 0];
  for (let at = 0; written < count;) {
    while (held < size) {
      if (at >= data.length) throw damaged('gif', 'pixels are missing');
      buffer |= data[at++]! << held;
      held += 8;
    }
    const code = buffer & ((1 << size) - 1);
    buffer >>>= size;
    held -= size;
    if (code === clear) {
      [size, next, last] = [bits + 1, end + 1, -1];
      continue;
    }
    if (code === end) throw damaged('gif', 'pixels are missing');
    if (code > next || (code === next && last < 0)) throw damaged('gif', 'a code is out of range');
    if (last >= 0 && next < MAX_CODES) {
      // A code that is only now being made begins as the last one does.
      let first = code === next ? last : code;
      while (lengths[first]! > 1) first = prefixes[first]!;
      prefixes[next] = last;
      suffixes[next] = suffixes[first]!;
      lengths[next] = lengths[last]! + 1;
      next++;
      if (next === 1 << size && size < 12) size++;
    } else if (code === next) {
      throw damaged('gif', 'a code is out of range');
    }
    let to = written + lengths[code]! - 1;
    written += lengths[code]!;
    for (let each = code; to >= written - lengths[code]!; to--) {
      if (to < count) output[to] = suffixes[each]!;
      each = prefixes[each]!;
    }
    last = code;
  }
  return output;
}
