/**
 * Select Graphic Rendition: the shortest bytes that bring the terminal from one look to another,
 * either by naming what changed or by a reset and naming everything.
 */
import { DEFAULT_COLOR, isRgb, paletteIndex, type Color } from '../../base/color.js';
import { BLINK, BOLD, DIM, ITALIC, REVERSE, STRIKE, UNDERLINE } from '../../paint/cells.js';
import type { LookId, Looks } from './resolved-styles.js';

/** The look of a terminal whose pen is not known. */
export const UNKNOWN_LOOK: LookId = -1;
/** No transition is longer: a reset, seven attributes and two 24-bit colours. */
export const MAX_SGR_LENGTH = 64;

const ESC = 0x1b;
const SEMICOLON = 0x3b;

/** Attribute bits with the codes that switch them on and off (ECMA-48 8.3.117). */
const ATTRIBUTES: readonly (readonly [bit: number, on: number, off: number])[] = [
  [BOLD, 1, 22],
  [DIM, 2, 22],
  [ITALIC, 3, 23],
  [UNDERLINE, 4, 24],
  [BLINK, 5, 25],
  [REVERSE, 7, 27],
  [STRIKE, 9, 29],
];

/** Transitions kept; a direct-mapped cache never grows and never allocates. */
const SLOTS = 1024;

export class SgrCache {
  readonly #from = new Int32Array(SLOTS).fill(-2);
  readonly #to = new Int32Array(SLOTS);
  readonly #lengths = new Uint8Array(SLOTS);
  readonly #bytes = new Uint8Array(SLOTS * MAX_SGR_LENGTH);
  readonly #reset = new Uint8Array(MAX_SGR_LENGTH);

  readonly #looks: Looks;

  constructor(looks: Looks) {
    this.#looks = looks;
  }

  /** Call when look ids get new meanings. */
  clear(): void {
    this.#from.fill(-2);
  }

  /** Writes the change between two looks at `target[at]`; returns where it ends. */
  write(from: LookId, to: LookId, target: Uint8Array, at: number): number {
    const slot = (Math.imul(from + 1, 0x9e3779b1) ^ Math.imul(to, 0x85ebca6b)) >>> 22;
    const start = slot * MAX_SGR_LENGTH;
    if (this.#from[slot] !== from || this.#to[slot] !== to) {
      this.#from[slot] = from;
      this.#to[slot] = to;
      this.#lengths[slot] = this.#make(from, to, start);
    }
    const bytes = this.#bytes;
    const end = start + (this.#lengths[slot] ?? 0);
    for (let i = start; i < end; i++) target[at++] = bytes[i] ?? 0;
    return at;
  }

  #make(from: LookId, to: LookId, start: number): number {
    const looks = this.#looks;
    const bytes = this.#bytes;
    const reset = this.#reset;
    const fg = looks.fg[to] ?? DEFAULT_COLOR;
    const bg = looks.bg[to] ?? DEFAULT_COLOR;
    const attributes = looks.attributes[to] ?? 0;

    const end = this.#fromReset(fg, bg, attributes);
    if (from !== UNKNOWN_LOOK) {
      const size = this.#difference(from, to, start);
      if (size === 0) return 0;
      if (size <= end) return size;
    }
    bytes.set(reset.subarray(0, end), start);
    return end;
  }

  /** Writes the sequence that begins with a reset, and returns its size. */
  #fromReset(fg: number, bg: number, attributes: number): number {
    const reset = this.#reset;
    let end = 2;
    // A leading empty parameter is a 0: `CSI ;1m` resets and makes bold.
    if (attributes !== 0 || fg !== DEFAULT_COLOR || bg !== DEFAULT_COLOR) {
      reset[end++] = SEMICOLON;
      for (const [bit, on] of ATTRIBUTES) if (attributes & bit) end = param(reset, end, on);
      if (fg !== DEFAULT_COLOR) end = color(reset, end, fg, 30);
      if (bg !== DEFAULT_COLOR) end = color(reset, end, bg, 40);
      end--;
    }
    reset[0] = ESC;
    reset[1] = 0x5b;
    reset[end++] = 0x6d;
    return end;
  }

  /** Writes the sequence that changes one look to another, and returns its size; 0 if they are the same. */
  #difference(from: LookId, to: LookId, start: number): number {
    const looks = this.#looks;
    const bytes = this.#bytes;
    const fg = looks.fg[to] ?? DEFAULT_COLOR;
    const bg = looks.bg[to] ?? DEFAULT_COLOR;
    const attributes = looks.attributes[to] ?? 0;
    let end = start + 2;
    const had = looks.attributes[from] ?? 0;
    const gone = had & ~attributes;
    let added = attributes & ~had;
    // 22 switches bold and dim off together: what should stay is named again.
    if (gone & (BOLD | DIM)) added |= attributes & (BOLD | DIM);
    for (const [bit, , off] of ATTRIBUTES) {
      if (!(gone & bit) || (bit === DIM && gone & BOLD)) continue;
      end = param(bytes, end, off);
    }
    for (const [bit, on] of ATTRIBUTES) if (added & bit) end = param(bytes, end, on);
    if (looks.fg[from] !== fg) end = color(bytes, end, fg, 30);
    if (looks.bg[from] !== bg) end = color(bytes, end, bg, 40);
    if (end === start + 2) return 0;
    bytes[start] = ESC;
    bytes[start + 1] = 0x5b;
    // The last parameter's semicolon becomes the final byte.
    bytes[end - 1] = 0x6d;
    return end - start;
  }
}

/** One parameter and a semicolon. */
function param(target: Uint8Array, at: number, value: number): number {
  if (value > 99) target[at++] = 48 + Math.floor(value / 100);
  if (value > 9) target[at++] = 48 + (Math.floor(value / 10) % 10);
  target[at++] = 48 + (value % 10);
  target[at++] = SEMICOLON;
  return at;
}

/** A colour's parameters, `base` 30 for the foreground and 40 for the background. */
function color(target: Uint8Array, at: number, value: Color, base: number): number {
  if (value === DEFAULT_COLOR) return param(target, at, base + 9);
  if (isRgb(value)) {
    at = param(target, param(target, at, base + 8), 2);
    at = param(target, at, (value >> 16) & 255);
    at = param(target, at, (value >> 8) & 255);
    return param(target, at, value & 255);
  }
  const index = paletteIndex(value);
  if (index < 8) return param(target, at, base + index);
  // 90 to 97 and 100 to 107: aixterm's bright colours, which every terminal of 16 colours has.
  if (index < 16) return param(target, at, base + 60 + index - 8);
  return param(target, param(target, param(target, at, base + 8), 5), index);
}
