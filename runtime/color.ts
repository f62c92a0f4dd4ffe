/**
 * Colours as one number, so that cells and styles compare by `===`.
 *
 * A `Color` is the terminal's own default, "keep what is beneath" (backgrounds only), one of the
 * terminal's 256 palette entries, or 24-bit sRGB. What a terminal of fewer colours shows is decided
 * by the encoder, last.
 */
import { converter, parse as parseCss, type Color as CuloriColor } from 'culori';

/** Packed colour; make one with `rgb`, `indexed` or `parseColor`, take it apart with `isRgb`, `isIndexed`. */
export type Color = number;

/** How many colours the terminal shows: `none` is black and white. */
export type ColorDepth = 'none' | '16' | '256' | 'truecolor';

/** The terminal's own foreground or background. */
export const DEFAULT_COLOR: Color = 0;
/** Background only: the cell keeps the background that is already there. */
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

const toRgb = converter('rgb');
const parsed = new Map<string, Color | undefined>();

/**
 * Reads a CSS colour (names, hex, rgb(), hsl(), lab(), oklch(), …), `default`, `transparent`,
 * `ansi-<name>`, `ansi-bright-<name>` or `ansi-<0 to 255>`. Alpha is not blended: a colour of zero
 * alpha is `transparent`, any other is opaque.
 *
 * @returns undefined where the text is no colour.
 */
export function parseColor(text: string): Color | undefined {
  const key = text.trim().toLowerCase();
  if (parsed.has(key)) return parsed.get(key);
  const color = key.length > 200 ? undefined : readColor(key);
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
  const found = cssColor(key);
  if (found === undefined) return undefined;
  if (found.alpha === 0) return TRANSPARENT;
  const { r, g, b } = toRgb(found);
  return rgb(byte(r), byte(g), byte(b));
}

/** culori throws at some texts, `/0a` for one, where it should answer undefined. */
function cssColor(key: string): CuloriColor | undefined {
  try {
    return parseCss(key);
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
