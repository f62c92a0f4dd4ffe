/** Pictures of ASCII: the character that covers as much of its cell as the picture is bright, all over or part by part. */
import { GLYPH_SHAPES } from './glyph-shapes.generated.js';

/** Parts of a cell: two columns, four rows. */
export const SHAPE_COLUMNS = 2;
export const SHAPE_ROWS = 4;
const PARTS = SHAPE_COLUMNS * SHAPE_ROWS;

/** Those that look much the same in every font, and are not letters that make words. */
const CALM = new Set([..." .':;-=+*!ilcvxosaXYZPKEBRMW8&%#@$"].map((each) => each.charCodeAt(0)));

interface Shape {
  readonly code: number;
  readonly parts: readonly number[];
  /** Mean of the parts. */
  readonly cover: number;
}

const MAX_COVER = Math.max(...GLYPH_SHAPES.map(([, ...parts]) => mean(parts)));
const MAX_PART = Math.max(...GLYPH_SHAPES.flatMap(([, ...parts]) => parts));

const SHAPES: readonly Shape[] = GLYPH_SHAPES.map(([code = 0, ...parts]) => ({
  code,
  parts: parts.map((part) => Math.min(1, (part * 1.4) / MAX_PART)),
  cover: mean(parts) / MAX_COVER,
}));

/** By how much of a cell they cover, the least first. */
const RAMP = SHAPES.filter(({ code }) => CALM.has(code)).sort((a, b) => a.cover - b.cover);

/** A character for each brightness in 256 steps. */
const BY_LUMA = Uint32Array.from({ length: 256 }, (_, step) => {
  const target = step / 255;
  return RAMP.reduce((best, each) =>
    Math.abs(each.cover - target) < Math.abs(best.cover - target) ? each : best,
  ).code;
});

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Brightness of a colour as the eye has it, 0 to 1, of sRGB from 0 to 255. */
export function luma(red: number, green: number, blue: number): number {
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}

/** The character as bright as that, 0 to 1. */
export function glyphByLuma(brightness: number): number {
  return BY_LUMA[Math.max(0, Math.min(255, Math.round(brightness * 255)))]!;
}

/** The character with the nearest shape; brightness of each of the eight parts of a cell, 0 to 1. */
export function glyphByShape(parts: ArrayLike<number>): number {
  let best = Infinity;
  let found = 0x20;
  for (const { code, parts: shape } of SHAPES) {
    let error = 0;
    for (let at = 0; at < PARTS; at++) {
      const off = shape[at]! - parts[at]!;
      error += off * off;
    }
    if (error >= best) continue;
    best = error;
    found = code;
  }
  return found;
}
