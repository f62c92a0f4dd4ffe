/** Colours and patterns of series. */
import {
  channels,
  DEFAULT_COLOR,
  indexed,
  isIndexed,
  isRgb,
  knownRgb,
  paletteIndex,
  parseColor,
  rgb,
  TRANSPARENT,
  type Color,
} from '../../../runtime/base/color.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { ColorMapper, isHue, outOf } from '../../../runtime/terminal/encoding/palette.js';
import type { NamedSeries } from '../contract.js';

export type PaletteName = 'gray' | 'vivid' | 'theme';

/** The gray levels of the specification, in series order. */
export const GRAY_LEVELS = [60, 120, 90, 150, 45, 105];

/**
 * Six hues of middle lightness: contrast of 3:1 and more on white and on near-black alike (WCAG 1.4.11), and
 * apart from each other for eyes that see few hues.
 */
export const VIVID: readonly Color[] = [
  rgb(0x00, 0x99, 0xf5),
  rgb(0xaf, 0x7d, 0x00),
  rgb(0x00, 0x7a, 0x57),
  rgb(0xa5, 0x40, 0xb1),
  rgb(0xe3, 0x2f, 0x1c),
  rgb(0x6b, 0x8a, 0xa2),
];

/** How many colours a theme has for series. */
const THEME_COLORS = 8;

/**
 * Sixteen colours hold one gray that shows on light and dark, if that: several series take the hues
 * that do, whatever the palette. Of the bright ones these are magenta and red, which common schemes keep
 * legible on both and apart from the others.
 */
const ANSI: readonly Color[] = [6, 5, 2, 4, 1, 3, 13, 9].map(indexed);

/** Contrast that a bar has to what is behind it. */
const MIN_CONTRAST = 3;
/** Relative luminance below which a background is dark: as far from white as from black. */
const DARK = 0.179;

/**
 * The colour of a series: its own where it has one that can be read, else the palette's.
 *
 * @param alike series that have to do without their hues, as of `findAlike`
 */
export function seriesColor(
  painter: Painter,
  series: readonly NamedSeries[],
  index: number,
  palette: PaletteName,
  alike: ReadonlySet<number>,
): Color {
  if (alike.has(index)) return plainColor(painter, index);
  const css = series[index]?.color;
  const own = css === undefined ? undefined : painter.color(css);
  // A transparent bar would be a value that cannot be seen.
  if (own !== undefined && own !== TRANSPARENT) return own;
  if (series.length === 1 && palette === 'gray') return painter.fg;
  if (palette === 'theme') {
    const color = painter.color(`var(--series-${(index % THEME_COLORS) + 1})`);
    if (color !== undefined && color !== TRANSPARENT && color !== DEFAULT_COLOR) return color;
  }
  if (painter.depth === '16' || palette === 'gray') return plainColor(painter, index);
  return VIVID[index % VIVID.length]!;
}

/** A colour that differs from those of its neighbours where there are few colours, and where there are grays only. */
function plainColor(painter: Painter, index: number): Color {
  if (painter.depth === '16') return ANSI[index % ANSI.length]!;
  const grays = graysOn(backgroundOf(painter));
  return grays[index % grays.length]!;
}

const NONE: ReadonlySet<number> = new Set();
/** Of 255: the least distance of two neighbours in the palette of grays. */
const GRAYS_APART = 30;
const toGrays = new ColorMapper('256', true);
const toSixteen = new ColorMapper('16');

/**
 * The series whose colour would look like that of a neighbour on a screen of grays or of 16 colours: next to each other
 * in the list, or in their stack.
 */
export function findAlike(
  painter: Painter,
  series: readonly NamedSeries[],
  palette: PaletteName,
): ReadonlySet<number> {
  const { isGray, depth } = painter;
  if (series.length < 2 || !(isGray || depth === '16')) return NONE;
  if (palette === 'gray' && series.every(({ color }) => color === undefined)) return NONE;
  const neighbours = neighboursOf(series);
  const found = new Set<number>();
  const shown = (index: number): Color =>
    shownOf(painter, seriesColor(painter, series, index, palette, found));
  const toCheck = [...series.keys()];
  for (let index = toCheck.pop(); index !== undefined; index = toCheck.pop()) {
    for (const other of neighbours[index]!) {
      if (!areAlike(shown(index), shown(other))) continue;
      for (const each of [index, other]) {
        if (found.has(each)) continue;
        found.add(each);
        toCheck.push(each);
      }
    }
  }
  return found;
}

function neighboursOf(series: readonly NamedSeries[]): number[][] {
  const neighbours = series.map((_, index): number[] => (index === 0 ? [] : [index - 1]));
  const lastOf = new Map<string, number>();
  series.forEach(({ stack }, index) => {
    const before = stack === undefined ? undefined : lastOf.get(stack);
    if (before !== undefined && before < index - 1) neighbours[index]!.push(before);
    if (stack !== undefined) lastOf.set(stack, index);
  });
  neighbours.forEach((own, index) =>
    own.forEach((other) => other < index && neighbours[other]!.push(index)),
  );
  return neighbours;
}

/** A colour as the screen shows it, in grays or in 16 colours. */
function shownOf(painter: Painter, color: Color): Color {
  if (!painter.isGray) return toSixteen.map(color);
  const gray = toGrays.map(color);
  if (!isHue(color)) return gray;
  return outOf(gray, toGrays.map(backgroundOf(painter)), painter.scheme);
}

function areAlike(color: Color, other: Color): boolean {
  if (color === other) return true;
  const [a, b] = [knownRgb(color), knownRgb(other)];
  return (
    a !== undefined && b !== undefined && Math.abs(channels(a)[0] - channels(b)[0]) < GRAYS_APART
  );
}

/** The colour behind a chart as far as it is known: its own, else the theme's. */
function backgroundOf(painter: Painter): Color {
  return isRgb(painter.bg) ? painter.bg : (painter.color('var(--background)') ?? DEFAULT_COLOR);
}

const known = new Map<Color, readonly Color[]>();
const KNOWN = 64;

/**
 * The grays of the specification; on dark backgrounds, for which they are not made, the same steps mirrored,
 * and as much lighter as they need to be to show.
 */
export function graysOn(background: Color): readonly Color[] {
  let grays = known.get(background);
  if (grays === undefined) {
    const behind = luminanceOf(background);
    const levels =
      behind === undefined || behind >= DARK
        ? GRAY_LEVELS
        : GRAY_LEVELS.map((level) => raised(255 - level, behind));
    grays = levels.map((level) => rgb(level, level, level));
    if (known.size >= KNOWN) known.clear();
    known.set(background, grays);
  }
  return grays;
}

function raised(level: number, behind: number): number {
  let gray = level;
  while (gray < 255 && contrastOf(luminance(gray, gray, gray), behind) < MIN_CONTRAST) gray++;
  return gray;
}

/** A colour whose hue shows on a background: itself, or the nearest darker or lighter shade of it. */
export function shadeOn(color: Color, background: Color): Color {
  const behind = luminanceOf(background);
  const own = luminanceOf(color);
  if (behind === undefined || own === undefined) return color;
  if (contrastOf(own, behind) >= MIN_CONTRAST) return color;
  const end = behind >= DARK ? 0 : 255;
  const from = channels(knownRgb(color) ?? color);
  for (let step = 1; step <= 64; step++) {
    const part = (channel: number): number => Math.round(channel + ((end - channel) * step) / 64);
    const shade = [part(from[0]), part(from[1]), part(from[2])] as const;
    if (contrastOf(luminance(...shade), behind) >= MIN_CONTRAST) return rgb(...shade);
  }
  return rgb(end, end, end);
}

/** Of the 16 colours those on which black shows better than white in common schemes: green, yellow, cyan, and all that are light. */
const LIGHT_ANSI = new Set([2, 3, 6, 7, 9, 10, 11, 12, 13, 14, 15].map(indexed));
const ANSI_BLACK = indexed(0);
const ANSI_WHITE = indexed(15);

/** Black or white, whichever shows better on a colour; undefined for the terminal's own colours. */
export function inkOn(color: Color): Color | undefined {
  if (isRgb(color)) {
    return luminance(...channels(color)) >= DARK ? rgb(0, 0, 0) : rgb(255, 255, 255);
  }
  if (isIndexed(color) && paletteIndex(color) < 16) {
    return LIGHT_ANSI.has(color) ? ANSI_BLACK : ANSI_WHITE;
  }
  const behind = luminanceOf(color);
  if (behind === undefined) return undefined;
  // Black and white of the 256 colours: a terminal that has no others shows none between.
  return indexed(behind >= DARK ? 16 : 231);
}

/** Contrast that a line on a bar has to it. */
const LINE_CONTRAST = 1.5;

/** True if one colour is visible on another; also if one of them is not known. */
export function showsOn(color: Color, behind: Color): boolean {
  const [front, back] = [luminanceOf(color), luminanceOf(behind)];
  return front === undefined || back === undefined || contrastOf(front, back) >= LINE_CONTRAST;
}

function luminanceOf(color: Color): number | undefined {
  const known = knownRgb(color);
  if (known !== undefined) return luminance(...channels(known));
  // Black and white of the 16 are what they are called nearly everywhere.
  return color === ANSI_WHITE ? 1 : color === ANSI_BLACK ? 0 : undefined;
}

/** Relative luminance (WCAG 2.2). */
function luminance(red: number, green: number, blue: number): number {
  const linear = (channel: number): number => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrastOf(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** A colour of the style, or another where it is none that shows. */
export function colorOr(color: Color | undefined, fallback: Color): Color {
  return color === undefined || color === TRANSPARENT || color === DEFAULT_COLOR ? fallback : color;
}

/** The threshold's side that a segment of a meter is on. */
export type MeterPart = 'low' | 'high';

/** Colours of meters where neither the style nor the theme has one. */
const METER = { low: parseColor('yellow')!, high: parseColor('red')! };

/** A colour of meters: as it is set, or that of the theme in a shade that can be seen. */
export function ledColor(painter: Painter, set: Color | undefined, part: MeterPart): Color {
  if (set !== undefined) return colorOr(set, painter.fg);
  const own = painter.color(`var(--meter-${part})`);
  const color = own === undefined || own === TRANSPARENT ? METER[part] : own;
  return painter.depth === 'none' ? color : shadeOn(color, backgroundOf(painter));
}

/** Distance of red, green and blue together below which two bars look alike; black and white are 442 apart. */
const ALIKE = 72;

/** True where two colours look alike. Of the terminal's own colours only the same one is known to. */
export function looksLike(color: Color, other: Color): boolean {
  const [a, b] = [knownRgb(color), knownRgb(other)];
  if (a === undefined || b === undefined) return color === other;
  const [one, two] = [channels(a), channels(b)];
  return Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]) < ALIKE;
}
