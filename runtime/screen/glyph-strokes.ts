/** Arcs and diagonals of box drawing, in pictures: SVG paths that are stroked one unit wide, on a cell of 8 by 16 units. */

/** The centre of a one-unit line is at (4.5, 8.5). */
export const GLYPH_STROKES: ReadonlyMap<string, string> = new Map([
  ['\u256d', 'M4.5 16V12.5Q4.5 8.5 8 8.5'],
  ['\u256e', 'M0 8.5H.5Q4.5 8.5 4.5 12.5V16'],
  ['\u256f', 'M4.5 0V4.5Q4.5 8.5 .5 8.5H0'],
  ['\u2570', 'M4.5 0V4.5Q4.5 8.5 8 8.5'],
  ['\u2571', 'M8 0L0 16'],
  ['\u2572', 'M0 0L8 16'],
  ['\u2573', 'M8 0L0 16M0 0L8 16'],
]);
