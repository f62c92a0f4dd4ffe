/**
 * Colours as one number, so that cells and styles compare by `===`.
 *
 * A `Color` is the terminal's own default, "keep what is beneath", one of the
 * terminal's 256 palette entries, or 24-bit sRGB. What a terminal of fewer colours shows is decided
 * by the encoder, last.
 */
import type { Color as CuloriColor } from 'culori';
import { colorsNamed } from 'culori/fn';
import { culori } from './packages.cjs';

/** Packed colour; make one with `rgb`, `indexed` or `parseColor`, take it apart with `isRgb`, `isIndexed`. */
export type Color = number;

/** How many colours the terminal shows: `none` is black and white. */
export type ColorDepth = 'none' | '16' | '256' | 'truecolor';

/** The terminal's own foreground or background. */
export const DEFAULT_COLOR: Color = 0;
/** As a background: keeps the cell's current background. As a foreground: invisible. */
export const TRANSPARENT: Color = 1;

const INDEXED = 0x1000000;
const RGB = 0x2000000;

/** 24-bit colour; each part 0 to 255. */
export function rgb(red: number, green: number, blue: number): Color {
  return RGB | (red << 16) | (green << 8) | blue;
}

/** One of the terminal's palette entries, 0 to 255; 0 to 15 are the ANSI colours. */
export function indexed(index: number): Color {
  return INDEXED | index;
}

export function isRgb(color: Color): boolean {
  return (color & RGB) !== 0;
}

export function isIndexed(color: Color): boolean {
  return (color & INDEXED) !== 0;
}

/** Red, green and blue of an rgb colour, 0 to 255 each. */
export function channels(color: Color): readonly [number, number, number] {
  return [(color >> 16) & 255, (color >> 8) & 255, color & 255];
}

/** The palette index of an indexed colour. */
export function paletteIndex(color: Color): number {
  return color & 255;
}

/** ANSI names, in palette order; written `ansi-red`, `ansi-bright-red`, since CSS's `red` is #ff0000. */
const ANSI_NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** UTF-16 units of the longest text that is read; mixtures of mixtures take some. */
const MAX_LENGTH = 400;
const parsed = new Map<string, Color | undefined>();

/**
 * Reads a CSS colour (names, hex, rgb(), hsl(), lab(), oklch(), …), `default`, `transparent`,
 * `ansi-<name>`, `ansi-bright-<name>` or `ansi-<0 to 255>`. Alpha is not blended: a colour of zero
 * alpha is `transparent`, any other is opaque.
 *
 * Also `color-mix(in <space>, <colour> [<share>%], <colour> [<share>%])`, in srgb, oklab, oklch, lab,
 * lch, hsl or hwb. Of colours that have no known mixture (the terminal's own, its 16, `transparent`)
 * the one of the larger share is taken, the first of equals: then a sheet holds in every theme.
 *
 * @returns undefined where the text is not a colour.
 */
export function parseColor(text: string): Color | undefined {
  const key = text.trim().toLowerCase();
  if (parsed.has(key)) return parsed.get(key);
  const color = key.length > MAX_LENGTH ? undefined : readColor(key);
  // Colours come from documents and scripts, so the cache is bounded.
  if (parsed.size > 2000) parsed.clear();
  parsed.set(key, color);
  return color;
}

function readColor(key: string): Color | undefined {
  if (key === 'default') return DEFAULT_COLOR;
  if (key === 'transparent') return TRANSPARENT;
  const hex = /^#([0-9a-f]{6}|[0-9a-f]{3})$/.exec(key);
  if (hex !== null) {
    const digits = hex[1]!.length === 3 ? hex[1]!.replace(/./g, '$&$&') : hex[1]!;
    return RGB | Number.parseInt(digits, 16);
  }
  const ansi = /^ansi-(?:(bright-)?([a-z]+)|(\d{1,3}))$/.exec(key);
  if (ansi !== null) {
    if (ansi[3] !== undefined) return Number(ansi[3]) < 256 ? indexed(Number(ansi[3])) : undefined;
    const index = ANSI_NAMES.indexOf(ansi[2]!);
    return index < 0 ? undefined : indexed(index + (ansi[1] === undefined ? 0 : 8));
  }
  if (key.startsWith('color-mix(')) return readMix(key);
  // The common forms, recognized without culori's parsers, of which each compiles its expressions first.
  if (key.startsWith('var(')) return undefined;
  if (Object.hasOwn(colorsNamed, key)) return RGB | colorsNamed[key as keyof typeof colorsNamed];
  const found = cssColor(key);
  if (found === undefined) return undefined;
  if (found.alpha === 0) return TRANSPARENT;
  const { r, g, b } = culori().converter('rgb')(found);
  return rgb(byte(r), byte(g), byte(b));
}

/** Spaces of `color-mix()`, by culori's names. */
const SPACES: Readonly<
  Record<string, 'rgb' | 'lrgb' | 'oklab' | 'oklch' | 'lab' | 'lch' | 'hsl' | 'hwb'>
> = {
  srgb: 'rgb',
  'srgb-linear': 'lrgb',
  oklab: 'oklab',
  oklch: 'oklch',
  lab: 'lab',
  lch: 'lch',
  hsl: 'hsl',
  hwb: 'hwb',
};

/** What may follow `in` in `color-mix()`. */
export const MIX_SPACES: readonly string[] = Object.keys(SPACES);

/** CSS Color 5, section 3.1: an omitted percentage is the rest of 100%; both are scaled to a sum of 100%. */
function readMix(key: string): Color | undefined {
  const inner = /^color-mix\(\s*in\s+([a-z-]+)\s*,([\s\S]*)\)$/.exec(key);
  const name = inner?.[1] ?? '';
  const space = Object.hasOwn(SPACES, name) ? SPACES[name] : undefined;
  const parts = splitCommas(inner?.[2] ?? '');
  const [first, second] = parts.map(readPart);
  if (space === undefined || parts.length !== 2 || first === undefined || second === undefined) {
    return undefined;
  }
  const p1 = first.share ?? 100 - (second.share ?? 50);
  const p2 = second.share ?? 100 - p1;
  if (p1 + p2 <= 0) return undefined;
  const share = p2 / (p1 + p2);
  if (share === 0 || share === 1) return share === 0 ? first.color : second.color;
  const [a, b] = [knownRgb(first.color), knownRgb(second.color)];
  if (a === undefined || b === undefined) return share > 0.5 ? second.color : first.color;
  const { converter, interpolate } = culori();
  const mixed = interpolate([formatColor(a), formatColor(b)], space)(share);
  const { r, g, b: blue } = converter('rgb')(mixed);
  return rgb(byte(r), byte(g), byte(blue));
}

interface MixPart {
  readonly color: Color;
  /** 0 to 100; undefined where it is left out. */
  readonly share: number | undefined;
}

/** A colour with its share before or after it. */
function readPart(text: string): MixPart | undefined {
  const match = /^(?:([\d.]+)%\s+)?([\s\S]*?)(?:\s+([\d.]+)%)?$/.exec(text.trim());
  const [, before, css = '', after] = match ?? [];
  if (before !== undefined && after !== undefined) return undefined;
  const written = before ?? after;
  const share = written === undefined ? undefined : Number(written);
  if (share !== undefined && !(share >= 0 && share <= 100)) return undefined;
  const color = parseColor(css);
  return color === undefined ? undefined : { color, share };
}

/** Splits at commas outside parentheses. */
function splitCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** The value of a colour that looks the same on every terminal; of the palette that is entry 16 and up. */
export function knownRgb(color: Color): Color | undefined {
  if (isRgb(color)) return color;
  const index = paletteIndex(color);
  if (!isIndexed(color) || index < 16) return undefined;
  if (index >= 232) return rgb(...grayOf(index));
  const level = (part: number): number => (part === 0 ? 0 : 55 + part * 40);
  const cube = index - 16;
  return rgb(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

/** The red, green and blue of such a colour, 0 to 255 each. */
export function knownChannels(color: Color): readonly [number, number, number] | undefined {
  const known = knownRgb(color);
  return known === undefined ? undefined : channels(known);
}

/**
 * Contrast of two colours by WCAG 2, from 1 to 21; undefined if the terminal defines one of them: the default
 * colours, and the 16 that users choose.
 */
function contrast(a: Color, b: Color): number | undefined {
  const [first, second] = [knownRgb(a), knownRgb(b)];
  if (first === undefined || second === undefined) return undefined;
  const [low, high] = [luminance(first), luminance(second)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

/** Contrast that text needs (WCAG 2.2, section 1.4.3, AA), and below which a mark is lost. */
export const TEXT_CONTRAST = 4.5;
export const MARK_CONTRAST = 1.5;

/**
 * Returns `color`, or `ink` where only `ink` contrasts enough with the background. The contrast of colours that
 * the terminal defines is unknown: text in them uses the ink, marks keep them.
 */
export function readable(color: Color, bg: Color, ink: Color, least = TEXT_CONTRAST): Color {
  const own = contrast(color, bg);
  if (own === undefined) return least < TEXT_CONTRAST && color !== bg ? color : ink;
  return own >= least || own >= (contrast(ink, bg) ?? 0) ? color : ink;
}

/** Relative luminance, 0 to 1 (WCAG 2.2, section 1.4.3). */
function luminance(color: Color): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function grayOf(index: number): [number, number, number] {
  const level = 8 + (index - 232) * 10;
  return [level, level, level];
}

/** culori throws at some texts, `/0a` for one, where it should answer undefined. */
function cssColor(key: string): CuloriColor | undefined {
  try {
    return culori().parse(key);
  } catch {
    return undefined;
  }
}

/** Out-of-gamut channels (oklch, lab) are clamped. */
function byte(channel: number): number {
  return Math.round(Math.min(1, Math.max(0, channel || 0)) * 255);
}

/** The text that `parseColor` reads back: `default`, `transparent`, `ansi-9`, `#rrggbb`. */
export function formatColor(color: Color): string {
  if (isRgb(color)) return `#${(color & 0xffffff).toString(16).padStart(6, '0')}`;
  if (isIndexed(color)) return `ansi-${paletteIndex(color)}`;
  return color === TRANSPARENT ? 'transparent' : 'default';
}
