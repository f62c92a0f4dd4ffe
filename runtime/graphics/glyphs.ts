/**
 * Glyphs that divide a cell into points, by masks: bit 0 is the point at the top left, and they go on row by row. A
 * set bit has the colour of the foreground.
 */
import { FULL_BLOCK } from '../base/text/block-glyphs.js';

export interface GlyphSet {
  /** Points of a cell. */
  readonly columns: number;
  readonly rows: number;
  /** A code point for each mask. */
  readonly glyphs: Uint32Array;
}

const BLANK = 0x20;

function glyphSet(columns: number, rows: number, glyphOf: (mask: number) => number): GlyphSet {
  const glyphs = Uint32Array.from({ length: 1 << (columns * rows) }, (_, mask) => glyphOf(mask));
  return { columns, rows, glyphs };
}

const points = (text: string): number[] => [...text].map((glyph) => glyph.codePointAt(0)!);

const QUADRANTS = /* @__PURE__ */ points(' ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█');

/** Block sextants leave out what block elements have: the halves, and the two blanks. */
function sextant(mask: number): number {
  if (mask === 0) return BLANK;
  if (mask === 0b010101) return 0x258c;
  if (mask === 0b101010) return 0x2590;
  if (mask === 0b111111) return FULL_BLOCK;
  return 0x1fb00 + mask - 1 - (mask > 0b010101 ? 1 : 0) - (mask > 0b101010 ? 1 : 0);
}

/** Octants that other blocks have: Unicode 16 encodes the rest from U+1CD00 on, in the order of their masks. */
const ENCODED_BEFORE: Readonly<Record<number, number>> = {
  0x00: BLANK,
  0x01: 0x1cea8,
  0x02: 0x1ceab,
  0x03: 0x1fb82,
  0x05: 0x2598,
  0x0a: 0x259d,
  0x0f: 0x2580,
  0x14: 0x1fbe6,
  0x28: 0x1fbe7,
  0x3f: 0x1fb85,
  0x40: 0x1cea3,
  0x50: 0x2596,
  0x55: 0x258c,
  0x5a: 0x259e,
  0x5f: 0x259b,
  0x80: 0x1cea0,
  0xa0: 0x2597,
  0xa5: 0x259a,
  0xaa: 0x2590,
  0xaf: 0x259c,
  0xc0: 0x2582,
  0xf0: 0x2584,
  0xf5: 0x2599,
  0xfa: 0x259f,
  0xfc: 0x2586,
  0xff: FULL_BLOCK,
};

function octants(): (mask: number) => number {
  let next = 0x1cd00;
  return (mask) => ENCODED_BEFORE[mask] ?? next++;
}

/** Dots are numbered down the columns, the last row behind both. */
const DOTS = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];

function braille(mask: number): number {
  return DOTS.reduce((glyph, dot, bit) => glyph + ((mask >> bit) & 1) * dot, 0x2800);
}

// What a bundle does not use is left out of it: the page of the mirror has to be small.
export const SEXTANTS = /* @__PURE__ */ glyphSet(2, 3, sextant);
export const QUADRANT_SET = /* @__PURE__ */ glyphSet(2, 2, (mask) => QUADRANTS[mask]!);
export const OCTANTS = /* @__PURE__ */ glyphSet(2, 4, octants());
export const HALF_BLOCKS = /* @__PURE__ */ glyphSet(1, 2, (mask) => points(' ▀▄█')[mask]!);
export const BRAILLE = /* @__PURE__ */ glyphSet(2, 4, braille);
/** One colour a cell. */
export const BLOCKS = /* @__PURE__ */ glyphSet(1, 1, (mask) => [BLANK, FULL_BLOCK][mask]!);
