/** Nearest palette entries for terminals that do not show 24-bit colour. */
import { convertRgbToOklab } from 'culori/fn';
import {
  DEFAULT_COLOR,
  channels,
  indexed,
  isIndexed,
  isRgb,
  paletteIndex,
  type Color,
  type ColorDepth,
} from '../../base/color.js';

/** xterm's defaults for the 16 ANSI colours; users theme them, so only hue and rough lightness count. */
const ANSI: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];
const CUBE = [0, 95, 135, 175, 215, 255];

/** Red, green and blue that xterm shows for a palette entry, 0 to 255 each. */
export function paletteRgb(index: number): readonly [number, number, number] {
  if (index < 16) return ANSI[index] ?? [0, 0, 0];
  if (index >= 232) {
    const level = 8 + (index - 232) * 10;
    return [level, level, level];
  }
  const cube = index - 16;
  return [
    CUBE[Math.floor(cube / 36)] ?? 0,
    CUBE[Math.floor(cube / 6) % 6] ?? 0,
    CUBE[cube % 6] ?? 0,
  ];
}

interface Lab {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

function lab([r, g, b]: readonly [number, number, number]): Lab {
  return convertRgbToOklab({ r: r / 255, g: g / 255, b: b / 255 });
}

let palette: readonly Lab[] | undefined;
function paletteLab(): readonly Lab[] {
  return (palette ??= Array.from({ length: 256 }, (_, index) => lab(paletteRgb(index))));
}

function isGray(index: number): boolean {
  const [r, g, b] = paletteRgb(index);
  return r === g && g === b;
}

/** OKLab chroma under which a colour is taken for a gray among 16: tinted dark backgrounds are. */
const GRAY_CHROMA = 0.045;
/** OKLab lightness under which every colour is black among 16. */
const BLACK = 0.22;

function nearest256(color: Color): number {
  const rgb = channels(color);
  const target = lab(rgb);
  // A neutral gray must stay neutral: the ramp is finer than the cube, whose neighbours are tinted.
  const neutral = rgb[0] === rgb[1] && rgb[1] === rgb[2];
  // The first 16 are the user's own and may be anything.
  return closest(16, 256, (index, entry) => {
    if (neutral && !isGray(index)) return Infinity;
    return (target.l - entry.l) ** 2 + (target.a - entry.a) ** 2 + (target.b - entry.b) ** 2;
  });
}

function nearest16(color: Color): number {
  const target = lab(channels(color));
  const chroma = Math.hypot(target.a, target.b);
  if (chroma < GRAY_CHROMA || target.l < BLACK) {
    return closest(0, 16, (index, { l }) => (isGray(index) ? Math.abs(target.l - l) : Infinity));
  }
  // Hue first: a pink has to stay red or magenta although light gray is nearer in lightness.
  return closest(0, 16, (index, entry) => {
    if (isGray(index)) return Infinity;
    const entryChroma = Math.hypot(entry.a, entry.b);
    const hue =
      (target.a / chroma - entry.a / entryChroma) ** 2 +
      (target.b / chroma - entry.b / entryChroma) ** 2;
    return hue + (target.l - entry.l) ** 2;
  });
}

/** The gray that is as light: colours that differ in lightness stay apart, whatever their hue. */
function nearestGray(rgb: readonly [number, number, number]): number {
  const { l } = lab(rgb);
  return closest(16, 256, (index, entry) => (isGray(index) ? Math.abs(l - entry.l) : Infinity));
}

function closest(from: number, to: number, distance: (index: number, entry: Lab) => number) {
  const entries = paletteLab();
  let best = from;
  let least = Infinity;
  for (let index = from; index < to; index++) {
    const entry = entries[index];
    if (entry === undefined) break;
    const d = distance(index, entry);
    if (d < least) {
      least = d;
      best = index;
    }
  }
  return best;
}

/** Brings colours to what a terminal of one depth shows. Results are cached, and the cache bounded. */
export class ColorMapper {
  readonly #known = new Map<Color, Color>();

  readonly #grays: boolean;

  /** @param grays every colour becomes a gray of the 256 */
  constructor(
    readonly depth: ColorDepth,
    grays = false,
  ) {
    this.#grays = grays;
  }

  /** The default colour, an indexed colour, or at depth `truecolor` the same rgb colour. */
  map(color: Color): Color {
    if (this.depth === 'none') return DEFAULT_COLOR;
    if (isIndexed(color)) {
      const index = paletteIndex(color);
      // What the first 16 look like is the user's choice, so that none of them is surely a gray.
      if (this.#grays ? index >= 16 && isGray(index) : this.depth !== '16' || index < 16)
        return color;
    } else if (!isRgb(color)) {
      return DEFAULT_COLOR;
    } else if (this.depth === 'truecolor' && !this.#grays) {
      return color;
    }
    let mapped = this.#known.get(color);
    if (mapped === undefined) {
      mapped = indexed(this.#search(color));
      if (this.#known.size >= 8192) this.#known.clear();
      this.#known.set(color, mapped);
    }
    return mapped;
  }

  #search(color: Color): number {
    if (this.#grays)
      return nearestGray(isIndexed(color) ? paletteRgb(paletteIndex(color)) : channels(color));
    if (this.depth === '256') return nearest256(color);
    if (!isIndexed(color)) return nearest16(color);
    const [r, g, b] = paletteRgb(paletteIndex(color));
    return nearest16((r << 16) | (g << 8) | b);
  }
}

/** Between a gray that was a colour and what is behind it, of 255. */
const DISTANCE = 90;

/**
 * Yellow on white is visible by its hue, which a gray has not: a gray that was a colour keeps a
 * distance to what is behind it.
 */
export function outOf(fg: Color, bg: Color, scheme: 'light' | 'dark'): Color {
  const behind = isIndexed(bg) ? luma(paletteRgb(paletteIndex(bg))) : scheme === 'light' ? 255 : 0;
  if (Math.abs(luma(paletteRgb(paletteIndex(fg))) - behind) >= DISTANCE) return fg;
  const level = behind > 127 ? behind - DISTANCE : behind + DISTANCE;
  return indexed(232 + Math.round((level - 8) / 10));
}

export function isHue(color: Color): boolean {
  if (!isRgb(color) && !isIndexed(color)) return false;
  const [r, g, b] = isRgb(color) ? channels(color) : paletteRgb(paletteIndex(color));
  return r !== g || g !== b;
}

export function luma([r, g, b]: readonly [number, number, number]): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
