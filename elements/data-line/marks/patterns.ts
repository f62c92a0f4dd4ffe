/** Lines and areas of several series in black and white. */
import type { Dash, Texture } from './raster.js';

const dash = (pattern: string): boolean[] => [...pattern].map((each) => each === '1');

/** Whole, dashed, dotted, dashed and dotted. */
const DASHES = ['1', '111100', '10', '11110010'].map(dash);

export function dashOf(series: number, phase: (period: number) => number): Dash | undefined {
  const pattern = DASHES[series % DASHES.length]!;
  return pattern.length === 1 ? undefined : { pattern, phase: phase(pattern.length) };
}

const TEXTURES: readonly (Texture | undefined)[] = [
  undefined,
  (column, row) => (column + row) % 2 === 0,
  (column, row) => column % 2 === 0 && row % 2 === 0,
  (_column, row) => row % 2 === 0,
];

export function textureOf(series: number): Texture | undefined {
  return TEXTURES[series % TEXTURES.length];
}

/** Keys of a legend: in colours, and in black and white. */
const LINE_KEY = '━';
const LINE_KEYS = ['━', '╍', '┉', '╌'];
const CANDLE_KEY = '┃';
const AREA_KEYS = ['█', '▓', '░', '▒'];
const POINT_KEYS = ['●', '■', '▲', '◆'];

export function keyOf(type: string, series: number, isPlain: boolean): string {
  if (type === 'candle') return CANDLE_KEY;
  if (type === 'scatter') return POINT_KEYS[isPlain ? series % POINT_KEYS.length : 0]!;
  if (type === 'area') return isPlain ? AREA_KEYS[series % AREA_KEYS.length]! : AREA_KEYS[0]!;
  return isPlain ? LINE_KEYS[series % LINE_KEYS.length]! : LINE_KEY;
}

/** The mark of a point. */
export function pointOf(series: number, isPlain: boolean): string {
  return keyOf('scatter', series, isPlain);
}
