/** Colours that a terminal has: the nearest one, by the sum of squares of sRGB. */
import { indexed, rgb, type Color, type ColorDepth } from '../color.js';

export interface Palette {
  /** Steps between neighbouring colours, 0 to 255: what thresholds of dithering are spread over. */
  readonly step: number;
  /** The nearest colour, by a number of this palette's own. */
  nearest(red: number, green: number, blue: number): number;
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

/** A palette of numbers that are colours themselves: 0xrrggbb. */
abstract class Packed implements Palette {
  abstract readonly step: number;
  abstract nearest(red: number, green: number, blue: number): number;
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

function distance(id: number, red: number, green: number, blue: number): number {
  const r = (id >> 16) - red;
  const g = ((id >> 8) & 255) - green;
  const b = (id & 255) - blue;
  return r * r + g * g + b * b;
}

/** A list of few colours. */
class ListPalette extends Packed {
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

  color(id: number): Color {
    const [red, green, blue] = [this.red(id), this.green(id), this.blue(id)];
    const isGray = red === green && green === blue && !CUBE.includes(red);
    if (isGray) return indexed(232 + (red - 8) / 10);
    return indexed(16 + 36 * cubeIndex(red) + 6 * cubeIndex(green) + cubeIndex(blue));
  }
}

/** The grays of 256 colours: what a theme of grays shows of any colour. */
class GrayPalette extends Packed {
  readonly step = 10;

  nearest(red: number, green: number, blue: number): number {
    return (8 + 10 * grayIndex((red + green + blue) / 3)) * 0x010101;
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

/** So many bits for each of red, green and blue. */
class BitsPalette extends Packed {
  readonly step: number;
  constructor(bits: number) {
    super();
    this.step = 255 / (2 ** bits - 1);
  }

  nearest(red: number, green: number, blue: number): number {
    return (this.#level(red) << 16) | (this.#level(green) << 8) | this.#level(blue);
  }

  color(id: number): Color {
    return rgb(this.red(id), this.green(id), this.blue(id));
  }

  #level(value: number): number {
    return Math.round(Math.round(clamp(value) / this.step) * this.step);
  }
}

/** First so many bits, then the colours of the terminal. */
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

  color(id: number): Color {
    return this.#terminal.color(id);
  }
}

const SIXTEEN_COLORS = new ListPalette(SIXTEEN, 110, indexed);
const GRAYS = new GrayPalette();
const FIXED_COLORS = new CubePalette();
/** Dark and light: their colours are the terminal's own. */
const TWO_COLORS = new ListPalette([0x000000, 0xffffff], 255, (index) => indexed(index * 15));

/** What cells are limited to; undefined where every colour can be shown. */
export function paletteOf(
  depth: ColorDepth,
  bits: number | undefined,
  isGray = false,
): Palette | undefined {
  const terminal = {
    truecolor: undefined,
    256: isGray ? GRAYS : FIXED_COLORS,
    16: SIXTEEN_COLORS,
    none: TWO_COLORS,
  }[depth];
  if (bits === undefined || (bits === 8 && terminal === undefined)) return terminal;
  const limited = new BitsPalette(bits);
  return terminal === undefined ? limited : new BothPalettes(limited, terminal);
}
