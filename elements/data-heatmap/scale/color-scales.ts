/**
 * Colours of a heatmap by the share of the scale. With many colours they are perceptual: lightness rises, or falls to both
 * sides of the middle, in equal steps. With 16 colours, which the user's terminal chooses, shades of two of them are in between;
 * without colours there are shades alone.
 */
import { channels, indexed, rgb, type Color } from '../../../runtime/base/color.js';
import type { Painter } from '../../../runtime/element/contract.js';

export const SCALES = ['viridis', 'cividis', 'inferno', 'gray', 'diverging'] as const;
export type ScaleName = (typeof SCALES)[number];

const hex = (text: string): Color[] =>
  text.split(' ').map((each) => {
    const value = Number.parseInt(each, 16);
    return rgb(value >> 16, (value >> 8) & 255, value & 255);
  });

/** The scales of matplotlib at equal distances; red and blue of ColorBrewer, and the same on dark. */
const STOPS: Readonly<Record<ScaleName | 'diverging-dark', readonly Color[]>> = {
  viridis: hex('440154 482475 414487 355f8d 2a788e 21918c 22a884 44bf70 7ad151 bddf26 fde725'),
  cividis: hex('00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838'),
  inferno: hex('000004 160b39 420a68 6a176e 932667 bc3754 dd513a f37819 fca50a f6d746 fcffa4'),
  gray: hex('303030 f0f0f0'),
  diverging: hex('2166ac 4393c3 92c5de d1e5f0 f7f7f7 fddbc7 f4a582 d6604d b2182b'),
  'diverging-dark': hex('9ecbf5 5fa2dd 3a76ac 24486a 1e2226 6b3a30 ad5442 e27a60 ffb59e'),
};
/** Colours of a scale: few enough that pairs of them are few styles. */
const LEVELS = 64;

/** What a cell looks like: a glyph in two colours. */
export interface HeatLook {
  readonly glyph: number;
  readonly fg: Color;
  readonly bg: Color;
}

const BLANK = 0x20;
const SHADES = [...'░▒▓'].map((shade) => shade.codePointAt(0)!);

/** From dark to light, of the 16 colours. */
const SIXTEEN: Readonly<Record<ScaleName, readonly number[]>> = {
  viridis: [4, 6, 11],
  cividis: [4, 7, 11],
  inferno: [5, 9, 11],
  gray: [8, 7, 15],
  diverging: [4, 7, 1],
};
/** Without colours: more ink is more; below the middle of a diverging scale there are lines. */
const PLAIN = [...' ░▒▓█'].map((shade) => shade.codePointAt(0)!);
const PLAIN_DIVERGING = [...'#=- ░▒█'].map((shade) => shade.codePointAt(0)!);

export class HeatColors {
  /** Looks by level, from the low end to the high one. */
  readonly looks: readonly HeatLook[];
  /** True where a cell is one colour, so that half a cell can be another. */
  readonly hasHalves: boolean;
  readonly isPlain: boolean;
  /** Colours that values can be written on. */
  readonly #solid: readonly Color[];

  constructor(
    painter: Pick<Painter, 'depth' | 'isGray' | 'scheme' | 'glyphs' | 'fg' | 'bg'>,
    name: ScaleName,
  ) {
    const { depth, isGray, fg, bg } = painter;
    // A diverging scale is as light at both ends: in grays these would look alike.
    const scale = isGray ? 'gray' : name;
    this.isPlain = depth === 'none';
    this.hasHalves = (depth === 'truecolor' || depth === '256') && painter.glyphs === 'unicode';
    if (this.isPlain) {
      const glyphs = name === 'diverging' ? PLAIN_DIVERGING : PLAIN;
      this.looks = glyphs.map((glyph) => ({ glyph, fg, bg }));
      this.#solid = [];
    } else if (depth === '16') {
      this.#solid = SIXTEEN[scale].map(indexed);
      this.looks = shaded(scale);
    } else {
      const stops =
        STOPS[scale === 'diverging' && painter.scheme === 'dark' ? 'diverging-dark' : scale];
      this.#solid = Array.from({ length: LEVELS }, (_, level) =>
        colorAt(stops, level / (LEVELS - 1)),
      );
      this.looks = this.#solid.map((color) => ({ glyph: BLANK, fg: color, bg: color }));
    }
  }

  /** The level of a share from 0 to 1. */
  levelOf(share: number): number {
    const last = this.looks.length - 1;
    return Math.max(0, Math.min(last, Math.round(share * last)));
  }

  /** The one colour of a cell that has a value in it; undefined without colours. */
  solidOf(share: number): Color | undefined {
    const last = this.#solid.length - 1;
    return this.#solid[Math.max(0, Math.min(last, Math.round(share * last)))];
  }
}

/** Two colours at a time, with three shades of the second on the first. */
function shaded(scale: ScaleName): HeatLook[] {
  const solid = SIXTEEN[scale].map(indexed);
  const looks: HeatLook[] = [];
  for (const [at, color] of solid.entries()) {
    looks.push({ glyph: BLANK, fg: color, bg: color });
    const next = solid[at + 1];
    if (next === undefined) break;
    for (const glyph of SHADES) looks.push({ glyph, fg: next, bg: color });
  }
  return looks;
}

function colorAt(stops: readonly Color[], share: number): Color {
  const place = share * (stops.length - 1);
  const at = Math.min(stops.length - 2, Math.floor(place));
  const [from, to] = [channels(stops[at]!), channels(stops[at + 1]!)];
  const part = (index: 0 | 1 | 2): number =>
    Math.round(from[index] + (to[index] - from[index]) * (place - at));
  return rgb(part(0), part(1), part(2));
}
