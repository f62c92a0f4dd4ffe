/** Colours of a picture for people who have no terminal: what SVG and HTML show. */
import {
  channels,
  DEFAULT_COLOR,
  isIndexed,
  isRgb,
  paletteIndex,
  type Color,
} from '../base/color.js';
import { REVERSE, type Style } from '../paint/cells.js';
import { getTheme } from '../style/themes/themes.js';
import { paletteRgb } from '../terminal/encoding/palette.js';

export type Scheme = 'dark' | 'light';

/** Colours of `default` foreground and background. */
export const SCHEME_COLORS = {
  dark: { fg: '#d6d9e0', bg: '#16181d' },
  light: { fg: '#24292f', bg: '#ffffff' },
} as const;

/** The 16 ANSI colours, legible on both schemes. */
const ANSI =
  '#2e3440 #d5545f #6fb370 #d7a650 #3465a4 #b57bc4 #4fb0b5 #c5c9d2 ' +
  '#6b7280 #ef7b84 #92cf8f #f0c674 #85b4f0 #d0a0dc #7fd0d3 #f5f6f8';
const ANSI_COLORS = ANSI.split(' ');

/** The scheme of a theme by its name, dark where it is unknown. */
export function schemeOf(theme: string): Scheme {
  return getTheme(theme)?.scheme ?? 'dark';
}

/** The colours of letters and of what is behind them: `#rrggbb`. */
export function inkAndPaper(
  { fg, bg, attributes }: Style,
  scheme: { readonly fg: string; readonly bg: string },
): { readonly ink: string; readonly paper: string } {
  const reversed = (attributes & REVERSE) !== 0;
  return {
    ink: css(reversed ? bg : fg, reversed ? scheme.bg : scheme.fg),
    paper: css(reversed ? fg : bg, reversed ? scheme.fg : scheme.bg),
  };
}

function css(color: Color, fallback: string): string {
  if (isRgb(color)) return hex(channels(color));
  if (!isIndexed(color) || color === DEFAULT_COLOR) return fallback;
  const index = paletteIndex(color);
  if (index < 16) return ANSI_COLORS[index] ?? fallback;
  return hex(paletteRgb(index));
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
