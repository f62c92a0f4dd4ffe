/** Colours and patterns of series. */
import { DEFAULT_COLOR, indexed, rgb, TRANSPARENT, type Color } from '../../../runtime/color.js';
import type { Painter } from '../../../runtime/element/contract.js';
import type { Series } from '../model/series.js';

export type PaletteName = 'gray' | 'vivid';

/** The gray levels of the specification, in series order. */
export const GRAY_LEVELS = [60, 120, 90, 150, 45, 105];
const GRAYS = GRAY_LEVELS.map((level) => rgb(level, level, level));

/** Six hues of middle lightness: contrast of 3:1 and more on white and on near-black alike (WCAG 1.4.11). */
export const VIVID: readonly Color[] = [
  rgb(0x3b, 0x82, 0xf6),
  rgb(0xd0, 0x6a, 0x0c),
  rgb(0x16, 0x96, 0x5c),
  rgb(0x9b, 0x5d, 0xe5),
  rgb(0xdb, 0x45, 0x5d),
  rgb(0x0e, 0x93, 0xa8),
];

/**
 * Sixteen colours hold one gray that shows on light and dark, if that: several series take the hues
 * that do, whatever the palette.
 */
const ANSI: readonly Color[] = [6, 5, 2, 4, 1, 3].map(indexed);

/** Black and white, several series. */
const PATTERNS = ['█', '▓', '▒', '░'].map((pattern) => pattern.codePointAt(0)!);
export const FULL_BLOCK = 0x2588;

export function patternOf(series: number): number {
  return PATTERNS[series % PATTERNS.length]!;
}

/** The colour of a series: its own where it has one that can be read, else the palette's. */
export function seriesColor(
  painter: Painter,
  series: readonly Series[],
  index: number,
  palette: PaletteName,
): Color {
  const css = series[index]?.color;
  const own = css === undefined ? undefined : painter.color(css);
  // A transparent bar would be a value that cannot be seen.
  if (own !== undefined && own !== TRANSPARENT) return own;
  if (series.length === 1 && palette === 'gray') return painter.fg;
  const colors = painter.depth === '16' ? ANSI : palette === 'vivid' ? VIVID : GRAYS;
  return colors[index % colors.length]!;
}

/** A colour of the style, or another where it is none that shows. */
export function colorOr(color: Color | undefined, fallback: Color): Color {
  return color === undefined || color === TRANSPARENT || color === DEFAULT_COLOR ? fallback : color;
}
