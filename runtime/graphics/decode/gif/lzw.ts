/** LZW as GIF has it. */
import { damaged } from '../header.js';

const MAX_CODES = 4096;

/** The code of the first colour that a code expands to. */
function firstOf(code: number, prefixes: Uint16Array, lengths: Uint16Array): number {
  let first = code;
  while (lengths[first]! > 1) first = prefixes[first]!;
  return first;
}

/** `count` numbers of colours. @throws ImageError */
export function unpack(data: Uint8Array, bits: number, count: number): Uint8Array {
  if (bits < 2 || bits > 8) throw damaged('gif', 'invalid code size');
  const clear = 1 << bits;
  const end = clear + 1;
  const output = new Uint8Array(count);
  /** Of each code: its prefix, its last colour, and how many colours it expands to. */
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
      if (at >= data.length) throw damaged('gif', 'the pixel data is incomplete');
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
    if (code === end) throw damaged('gif', 'the pixel data is incomplete');
    if (code > next || (code === next && last < 0)) throw damaged('gif', 'a code is out of range');
    if (last >= 0 && next < MAX_CODES) {
      // A code that is only now being made begins as the last one does.
      const first = firstOf(code === next ? last : code, prefixes, lengths);
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
