/** Colours of a canvas, which have an alpha: read and written as browsers do. */
import { channels, isRgb, parseColor } from '../../base/color.js';
import { culori } from '../../base/packages.cjs';

/** Red, green and blue, 0 to 255; alpha, 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

export const BLACK: Rgba = [0, 0, 0, 1];

const MAX_LENGTH = 200;
const known = new Map<string, Rgba | undefined>();

/** Undefined for what is not a colour, and for those of a terminal, which have no values. */
export function readCanvasColor(text: string): Rgba | undefined {
  const key = text.trim().toLowerCase();
  if (!known.has(key)) {
    if (known.size > 2000) known.clear();
    known.set(key, key.length > MAX_LENGTH ? undefined : read(key));
  }
  return known.get(key);
}

function read(key: string): Rgba | undefined {
  if (key === 'transparent') return [0, 0, 0, 0];
  // These two are colours without alpha, or none; the rest is culori's.
  if (/^#([0-9a-f]{3}|[0-9a-f]{6})$|^[a-z]+$/.test(key)) {
    const color = parseColor(key);
    return color !== undefined && isRgb(color) ? [...channels(color), 1] : undefined;
  }
  const found = culori().parse(key);
  if (found === undefined) return undefined;
  const { r, g, b } = culori().converter('rgb')(found);
  return [byte(r), byte(g), byte(b), Math.min(1, Math.max(0, found.alpha ?? 1))];
}

function byte(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 255);
}

/** `#rrggbb`, or `rgba(…)` where it is not opaque. */
export function writeCanvasColor([red, green, blue, alpha]: Rgba): string {
  if (alpha < 1) return `rgba(${red}, ${green}, ${blue}, ${Number(alpha.toFixed(3))})`;
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
