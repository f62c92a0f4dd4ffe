/**
 * Block elements, box drawing and braille as shapes on a cell of 8 by 16 units, for pictures.
 *
 * Fonts draw these characters with gaps, at other widths or not at all, so a picture draws them
 * itself. Straight shapes are small bitmaps cut into rectangles: eighths fall on whole units and
 * neighbouring cells meet without a seam. Shapes follow the Unicode charts U2500, U2580, U2800.
 */
import type { Rect } from '../base/geometry.js';
import { OCTANTS, SEXTANTS } from '../graphics/glyphs.js';

/** Units of one cell. A unit is a pixel at the picture's natural size. */
export const CELL_WIDTH = 8;
export const CELL_HEIGHT = 16;

/** Of arcs and diagonals without rectangles: see glyph-strokes.ts and glyph-rules.ts for them. */
export interface GlyphShape {
  readonly rects: readonly Rect[];
  /** Share of the foreground that shows, for the shades; default 1. */
  readonly opacity?: number;
}

const shapes = new Map<string, GlyphShape | undefined>();

/** The shape of a character, or undefined where a font has to draw it. */
export function glyphShape(char: string): GlyphShape | undefined {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x2500 || (code > 0x28ff && code < 0x1cd00) || code > 0x1fbe7) return undefined;
  if (char.length !== (code > 0xffff ? 2 : 1)) return undefined;
  if (!shapes.has(char)) shapes.set(char, code > 0xffff ? legacy(code) : build(code));
  return shapes.get(char);
}

/** Sextants and octants: points of two columns and three or four rows, which meet at whole units. */
function legacy(code: number): GlyphShape | undefined {
  for (const { glyphs, rows } of [SEXTANTS, OCTANTS]) {
    const mask = glyphs.indexOf(code);
    if (mask < 0) continue;
    const edge = (row: number): number => Math.round((row * CELL_HEIGHT) / rows);
    const bits = Array.from({ length: rows * 2 }, (_, bit) => bit);
    const rects = bits
      .filter((bit) => (mask & (1 << bit)) !== 0)
      .map((bit) => {
        const top = edge(bit >> 1);
        return rect((bit & 1) * 4, top, 4, edge((bit >> 1) + 1) - top);
      });
    return { rects };
  }
  return undefined;
}

function build(code: number): GlyphShape | undefined {
  if (code >= 0x2580 && code <= 0x259f) return block(code);
  if (code >= 0x2800) return braille(code - 0x2800);
  if (code <= 0x257f) return box(code);
  return undefined;
}

function rect(x: number, y: number, width: number, height: number): Rect {
  return { x, y, width, height };
}

/** Upper left, upper right, lower left, lower right. */
const QUADRANTS = [rect(0, 0, 4, 8), rect(4, 0, 4, 8), rect(0, 8, 4, 8), rect(4, 8, 4, 8)];
/** U+2596 to U+259F, a bit a quadrant in the order above. */
const QUADRANT_BITS = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14];

function block(code: number): GlyphShape {
  if (code === 0x2580) return { rects: [rect(0, 0, 8, 8)] };
  if (code <= 0x2588) {
    const eighths = code - 0x2580;
    return { rects: [rect(0, 16 - 2 * eighths, 8, 2 * eighths)] };
  }
  if (code <= 0x258f) return { rects: [rect(0, 0, 0x2590 - code, 16)] };
  if (code === 0x2590) return { rects: [rect(4, 0, 4, 16)] };
  if (code <= 0x2593) return { rects: [rect(0, 0, 8, 16)], opacity: (code - 0x2590) / 4 };
  if (code === 0x2594) return { rects: [rect(0, 0, 8, 2)] };
  if (code === 0x2595) return { rects: [rect(7, 0, 1, 16)] };
  const bits = QUADRANT_BITS[code - 0x2596] ?? 0;
  return { rects: QUADRANTS.filter((_, index) => (bits & (1 << index)) !== 0) };
}

/** Dots 1 to 8 by bit: column, row. */
const DOTS = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
] as const;

function braille(bits: number): GlyphShape {
  const dots = DOTS.filter((_, index) => (bits & (1 << index)) !== 0);
  return { rects: dots.map(([column, row]) => rect(1 + 4 * column, 1 + 4 * row, 2, 2)) };
}

/**
 * U+2500 to U+257F: the weight of the arms up, right, down, left. `-` none, `l` light, `h` heavy,
 * `d` double, four letters a character; dashes are made below, and arcs and diagonals (`----` here) elsewhere.
 */
const ARMS =
  '-l-l-h-hl-l-h-h--l-l-h-hl-l-h-h--l-l-h-hl-l-h-h-' + // 2500 lines and dashes
  '-ll--hl--lh--hh---ll--lh--hl--hhll--lh--hl--hh--l--ll--hh--lh--h' + // 250c corners
  'lll-lhl-hll-llh-hlh-hhl-lhh-hhh-l-lll-lhh-lll-hlh-hlh-lhl-hhh-hh' + // 251c tees
  '-lll-llh-hll-hlh-lhl-lhh-hhl-hhhll-lll-hlh-llh-hhl-lhl-hhh-lhh-h' + // 252c tees
  'lllllllhlhlllhlhhlllllhlhlhlhllhhhllllhhlhhlhhlhlhhhhlhhhhhlhhhh' + // 253c crosses
  '-l-l-h-hl-l-h-h-' + // 254c double dashes
  '-d-dd-d--dl--ld--dd---ld--dl--ddld--dl--dd--l--dd--ld--d' + // 2550 doubles
  'ldl-dld-ddd-l-ldd-dld-dd-dld-ldl-dddld-ddl-ldd-dldlddldldddd' + // 255e doubles
  '----------------------------' + // 256d arcs and diagonals
  '---ll----l----l----hh----h----h--h-ll-h--l-hh-l-'; // 2574 halves

/** Dashes a cell, of each four characters from a multiple of four on: each leaves its last units out. */
const DASHES: Readonly<Record<number, number>> = {
  [0x2504 / 4]: 3,
  [0x2508 / 4]: 4,
  [0x254c / 4]: 2,
};

const UP = 0;
const RIGHT = 1;
const DOWN = 2;
const LEFT = 3;

function box(code: number): GlyphShape | undefined {
  const at = 4 * (code - 0x2500);
  const arms = ARMS.slice(at, at + 4);
  const grid = new Bitmap();
  // A double line is a fat one with its middle cut out, so every double junction comes out by itself;
  // single arms are drawn after the cut and run up to what they meet.
  for (let side = UP; side <= LEFT; side++) {
    if (arms[side] === 'd') grid.arm(side, 3, doubleStart(arms, side), true);
  }
  for (let side = UP; side <= LEFT; side++) {
    if (arms[side] === 'd') grid.arm(side, 1, cutStart(arms, side), false);
  }
  for (let side = UP; side <= LEFT; side++) {
    if (arms[side] === 'l') grid.arm(side, 1, singleStart(arms, side), true);
    if (arms[side] === 'h') grid.arm(side, 3, singleStart(arms, side), true);
  }
  const dashes = DASHES[code >> 2];
  if (dashes !== undefined) grid.dash(dashes, arms[LEFT] !== '-');
  return { rects: grid.rects() };
}

/** How far from the centre line an arm begins, in units: negative reaches over it. */
function doubleStart(arms: string, side: number): number {
  const crossing = [arms[(side + 1) % 4], arms[(side + 3) % 4]];
  return crossing.includes('d') ? -1 : 0;
}

function cutStart(arms: string, side: number): number {
  const crossing = [arms[(side + 1) % 4], arms[(side + 3) % 4]];
  return crossing.includes('l') && arms[(side + 2) % 4] === '-' ? 1 : 0;
}

function singleStart(arms: string, side: number): number {
  const crossing = [arms[(side + 1) % 4], arms[(side + 3) % 4]];
  const through = arms[(side + 2) % 4] !== '-';
  if (crossing.includes('d')) return through ? 0 : crossing.includes('-') ? -1 : 1;
  // A corner's outer edge belongs to the heavier of its two arms.
  return crossing.includes('h') ? -1 : 0;
}

/** 8 by 16 bits. */
class Bitmap {
  readonly #bits = new Uint8Array(CELL_WIDTH * CELL_HEIGHT);

  /** A line from near the centre (4, 8) to one edge, `thickness` units wide. */
  arm(side: number, thickness: number, start: number, value: boolean): void {
    const half = (thickness - 1) / 2;
    const vertical = side === UP || side === DOWN;
    const centre = vertical ? 8 : 4;
    const end = vertical ? CELL_HEIGHT : CELL_WIDTH;
    const forward = side === DOWN || side === RIGHT;
    const from = forward ? centre + start : 0;
    const to = forward ? end : centre + 1 - start;
    for (let along = from; along < to; along++) {
      for (let across = -half; across <= half; across++) {
        const x = vertical ? 4 + across : along;
        const y = vertical ? along : 8 + across;
        this.#bits[y * CELL_WIDTH + x] = value ? 1 : 0;
      }
    }
  }

  /** Cuts a line into dashes, a gap after each. */
  dash(count: number, horizontal: boolean): void {
    const length = horizontal ? CELL_WIDTH : CELL_HEIGHT;
    for (let dash = 1; dash <= count; dash++) {
      const gap = Math.round((dash * length) / count) - 1;
      for (let across = 0; across < (horizontal ? CELL_HEIGHT : CELL_WIDTH); across++) {
        const index = horizontal ? across * CELL_WIDTH + gap : gap * CELL_WIDTH + across;
        this.#bits[index] = 0;
      }
    }
  }

  rects(): Rect[] {
    const rects: Rect[] = [];
    for (let y = 0; y < CELL_HEIGHT; y++) {
      for (let x = 0; x < CELL_WIDTH; x++) {
        if (this.#bits[y * CELL_WIDTH + x] !== 1) continue;
        let end = x;
        while (end < CELL_WIDTH && this.#bits[y * CELL_WIDTH + end] === 1) end++;
        rects.push(rect(x, y, end - x, 1));
        x = end;
      }
    }
    return mergeRects(rects);
  }
}

/** The same area in fewer rectangles: neighbours of one height side by side, then of one width on top of each other. */
export function mergeRects(rects: readonly Rect[]): Rect[] {
  const rows = join(
    [...rects].sort((a, b) => a.y - b.y || a.height - b.height || a.x - b.x),
    (a, b) =>
      a.y === b.y && a.height === b.height && a.x + a.width === b.x
        ? rect(a.x, a.y, a.width + b.width, a.height)
        : undefined,
  );
  return join(
    rows.sort((a, b) => a.x - b.x || a.width - b.width || a.y - b.y),
    (a, b) =>
      a.x === b.x && a.width === b.width && a.y + a.height === b.y
        ? rect(a.x, a.y, a.width, a.height + b.height)
        : undefined,
  );
}

function join(rects: readonly Rect[], merge: (a: Rect, b: Rect) => Rect | undefined): Rect[] {
  const joined: Rect[] = [];
  for (const next of rects) {
    const last = joined.at(-1);
    const both = last === undefined ? undefined : merge(last, next);
    if (both === undefined) joined.push(next);
    else joined[joined.length - 1] = both;
  }
  return joined;
}
