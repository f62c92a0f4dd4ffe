/** Colours that a terminal has: the nearest one, by the sum of squares of sRGB. */
import { indexed, rgb, type Color, type ColorDepth } from '../base/color.js';
import { encode, lightOf } from './resample.js';

/**
 * How much differences of light count: three factors of the squares of red, green and blue, then three of a sum of the three
 * whose square is added, such as brightness; or zeros.
 */
type LightWeights = ArrayLike<number>;

export interface Palette {
  /** Steps between neighbouring colours, 0 to 255: what thresholds of dithering are spread over. */
  readonly step: number;
  /** The nearest colour, by a number of this palette's own. */
  nearest(red: number, green: number, blue: number): number;
  /** The nearest colour in linear light, 0 to 255. */
  nearestLight(red: number, green: number, blue: number, weights: LightWeights): number;
  /** The colours of a palette that has only a light and a dark one. */
  readonly pair?: readonly [light: number, dark: number] | undefined;
  /** Red, green and blue of a number. */
  red(id: number): number;
  green(id: number): number;
  blue(id: number): number;
  /** As a cell has it. */
  color(id: number): Color;
}

/** The colours as xterm has them, by number, as 0xrrggbb. */
const SIXTEEN = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
  0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];
const CUBE = [0, 95, 135, 175, 215, 255];

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

const LIGHTS = Float64Array.from({ length: 256 }, (_, value) => lightOf(value));

/** Where light is nearer to the next level than to the one before. */
const middles = (levels: readonly number[]): Float64Array =>
  Float64Array.from(levels.slice(1), (level, at) => (LIGHTS[level]! + LIGHTS[levels[at]!]!) / 2);

/** A palette of numbers that are colours themselves: 0xrrggbb. */
abstract class Packed implements Palette {
  abstract readonly step: number;
  abstract nearest(red: number, green: number, blue: number): number;
  abstract nearestLight(red: number, green: number, blue: number, weights: LightWeights): number;
  abstract color(id: number): Color;

  red(id: number): number {
    return id >> 16;
  }
  green(id: number): number {
    return (id >> 8) & 255;
  }
  blue(id: number): number {
    return id & 255;
  }
}

function lightDistance(
  id: number,
  red: number,
  green: number,
  blue: number,
  weights: LightWeights,
): number {
  const r = LIGHTS[id >> 16]! - red;
  const g = LIGHTS[(id >> 8) & 255]! - green;
  const b = LIGHTS[id & 255]! - blue;
  const sum = weights[3]! * r + weights[4]! * g + weights[5]! * b;
  return weights[0]! * r * r + weights[1]! * g * g + weights[2]! * b * b + sum * sum;
}

function distance(id: number, red: number, green: number, blue: number): number {
  const r = (id >> 16) - red;
  const g = ((id >> 8) & 255) - green;
  const b = (id & 255) - blue;
  return r * r + g * g + b * b;
}

/** A list of few colours. */
class ListPalette extends Packed {
  readonly pair: readonly [number, number] | undefined;

  readonly #colors: readonly number[];
  readonly #colorOf: (index: number) => Color;

  constructor(
    colors: readonly number[],
    readonly step: number,
    colorOf: (index: number) => Color,
  ) {
    super();
    this.#colors = colors;
    this.#colorOf = colorOf;

    const [dark, light] = colors;
    this.pair = colors.length === 2 ? [light!, dark!] : undefined;
  }

  nearest(red: number, green: number, blue: number): number {
    let best = Infinity;
    let found = 0;
    for (const color of this.#colors) {
      const far = distance(color, red, green, blue);
      if (far >= best) continue;
      best = far;
      found = color;
    }
    return found;
  }

  nearestLight(red: number, green: number, blue: number, weights: LightWeights): number {
    let best = Infinity;
    let found = 0;
    for (const color of this.#colors) {
      const far = lightDistance(color, red, green, blue, weights);
      if (far >= best) continue;
      best = far;
      found = color;
    }
    return found;
  }

  color(id: number): Color {
    return this.#colorOf(this.#colors.indexOf(id));
  }
}

/** The 240 fixed colours of 256: a cube and a row of grays, each searched by what it is made of. */
class CubePalette extends Packed {
  readonly step = 40;

  nearest(red: number, green: number, blue: number): number {
    const cube =
      (CUBE[cubeIndex(red)]! << 16) | (CUBE[cubeIndex(green)]! << 8) | CUBE[cubeIndex(blue)]!;
    const gray = 8 + 10 * grayIndex((red + green + blue) / 3);
    const shade = (gray << 16) | (gray << 8) | gray;
    return distance(shade, red, green, blue) < distance(cube, red, green, blue) ? shade : cube;
  }

  nearestLight(red: number, green: number, blue: number, weights: LightWeights): number {
    const cube =
      weights[3] === 0
        ? (cubeLevel(red) << 16) | (cubeLevel(green) << 8) | cubeLevel(blue)
        : nearestAround(red, green, blue, weights, cubeAround);
    const shade = grayLevel(red, green, blue, weights) * 0x010101;
    return lightDistance(shade, red, green, blue, weights) <
      lightDistance(cube, red, green, blue, weights)
      ? shade
      : cube;
  }

  color(id: number): Color {
    const [red, green, blue] = [this.red(id), this.green(id), this.blue(id)];
    const isGray = red === green && green === blue && !CUBE.includes(red);
    if (isGray) return indexed(232 + (red - 8) / 10);
    return indexed(16 + 36 * cubeIndex(red) + 6 * cubeIndex(green) + cubeIndex(blue));
  }
}

/** The grays among the 256 colours, for themes in shades of gray. */
class GrayPalette extends Packed {
  readonly step = 10;

  nearest(red: number, green: number, blue: number): number {
    return (8 + 10 * grayIndex((red + green + blue) / 3)) * 0x010101;
  }

  nearestLight(red: number, green: number, blue: number, weights: LightWeights): number {
    return grayLevel(red, green, blue, weights) * 0x010101;
  }

  color(id: number): Color {
    return indexed(232 + (this.red(id) - 8) / 10);
  }
}

function cubeIndex(value: number): number {
  if (value < 47.5) return 0;
  return Math.min(5, Math.max(1, Math.round((value - 55) / 40)));
}

function grayIndex(value: number): number {
  return Math.min(23, Math.max(0, Math.round((value - 8) / 10)));
}

const CUBE_MIDDLES = middles(CUBE);

function cubeLevel(light: number): number {
  let index = 0;
  while (index < 5 && light > CUBE_MIDDLES[index]!) index++;
  return CUBE[index]!;
}

function cubeAround(light: number): readonly [number, number] {
  let index = 1;
  while (index < 5 && light > LIGHTS[CUBE[index]!]!) index++;
  return [CUBE[index - 1]!, CUBE[index]!];
}

/** The nearest of the eight colours around one: where brightness counts, channels are not chosen one by one. */
function nearestAround(
  red: number,
  green: number,
  blue: number,
  weights: LightWeights,
  around: (light: number) => readonly [number, number],
): number {
  const [reds, greens, blues] = [around(red), around(green), around(blue)];
  let best = Infinity;
  let found = 0;
  for (let corner = 0; corner < 8; corner++) {
    const id =
      (reds[(corner & 1) as 0 | 1] << 16) |
      (greens[((corner >> 1) & 1) as 0 | 1] << 8) |
      blues[(corner >> 2) as 0 | 1];
    const far = lightDistance(id, red, green, blue, weights);
    if (far >= best) continue;
    best = far;
    found = id;
  }
  return found;
}

function grayLevel(red: number, green: number, blue: number, weights: LightWeights): number {
  const all = weights[3]! + weights[4]! + weights[5]!;
  const [r, g, b] = [
    weights[0]! + all * weights[3]!,
    weights[1]! + all * weights[4]!,
    weights[2]! + all * weights[5]!,
  ];
  return 8 + 10 * grayIndex(encode((r * red + g * green + b * blue) / (r + g + b) / 255));
}

/** A palette with the same number of bits for red, green and blue. */
class BitsPalette extends Packed {
  readonly step: number;
  constructor(bits: number) {
    super();
    this.step = 255 / (2 ** bits - 1);
  }

  nearest(red: number, green: number, blue: number): number {
    return (this.#level(red) << 16) | (this.#level(green) << 8) | this.#level(blue);
  }

  nearestLight(red: number, green: number, blue: number, weights: LightWeights): number {
    if (weights[3] !== 0) return nearestAround(red, green, blue, weights, this.#around);
    return (
      (this.#levelOfLight(red) << 16) | (this.#levelOfLight(green) << 8) | this.#levelOfLight(blue)
    );
  }

  color(id: number): Color {
    return rgb(this.red(id), this.green(id), this.blue(id));
  }

  #level(value: number): number {
    return Math.round(Math.round(clamp(value) / this.step) * this.step);
  }

  readonly #around = (light: number): readonly [number, number] => {
    const below = Math.floor(encode(light / 255) / this.step);
    return [Math.round(below * this.step), Math.min(255, Math.round((below + 1) * this.step))];
  };

  #levelOfLight(light: number): number {
    const [low, high] = this.#around(light);
    return 2 * light > LIGHTS[low]! + LIGHTS[high]! ? high : low;
  }
}

/** Quantizes to a number of bits first, then to the colours of the terminal. */
class BothPalettes extends Packed {
  readonly step: number;
  readonly #bits: Palette;
  readonly #terminal: Palette;

  constructor(bits: Palette, terminal: Palette) {
    super();
    this.#bits = bits;
    this.#terminal = terminal;

    this.step = Math.max(bits.step, terminal.step);
  }

  nearest(red: number, green: number, blue: number): number {
    const bits = this.#bits;
    const id = bits.nearest(red, green, blue);
    return this.#terminal.nearest(bits.red(id), bits.green(id), bits.blue(id));
  }

  nearestLight(red: number, green: number, blue: number, weights: LightWeights): number {
    const bits = this.#bits;
    const id = bits.nearestLight(red, green, blue, weights);
    return this.#terminal.nearestLight(
      LIGHTS[bits.red(id)]!,
      LIGHTS[bits.green(id)]!,
      LIGHTS[bits.blue(id)]!,
      weights,
    );
  }

  color(id: number): Color {
    return this.#terminal.color(id);
  }
}

const SIXTEEN_STEP = 110;
const SIXTEEN_COLORS = new ListPalette(SIXTEEN, SIXTEEN_STEP, indexed);
const GRAYS = new GrayPalette();
const FIXED_COLORS = new CubePalette();
/** Dark and light: their colours are the terminal's own. */
const TWO_COLORS = new ListPalette([0x000000, 0xffffff], 255, (index) => indexed(index * 15));

/** What cells are limited to; undefined where every colour can be shown. */
export function paletteOf(
  depth: ColorDepth,
  bits: number | undefined,
  isGray = false,
  sixteen?: readonly number[],
): Palette | undefined {
  const terminal = {
    truecolor: undefined,
    256: isGray ? GRAYS : FIXED_COLORS,
    16: sixteen === undefined ? SIXTEEN_COLORS : new ListPalette(sixteen, SIXTEEN_STEP, indexed),
    none: TWO_COLORS,
  }[depth];
  if (bits === undefined || (bits === 8 && terminal === undefined)) return terminal;
  const limited = new BitsPalette(bits);
  return terminal === undefined ? limited : new BothPalettes(limited, terminal);
}
