/** From pixels to cells, step by step. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { channels, DEFAULT_COLOR, indexed, rgb } from '../../runtime/base/color.js';
import { glyphByLuma, glyphByShape } from '../../runtime/graphics/ascii.js';
import { BLUE_NOISE } from '../../runtime/graphics/dither/blue-noise.generated.js';
import { KEEP, pictureCells, type CellOptions } from '../../runtime/graphics/cells.js';
import { DITHER_ALGORITHMS, thresholdOf } from '../../runtime/graphics/dither/dither.js';
import { naturalCells, OBJECT_FITS, place } from '../../runtime/graphics/fit.js';
import {
  BRAILLE,
  HALF_BLOCKS,
  OCTANTS,
  QUADRANT_SET,
  SEXTANTS,
} from '../../runtime/graphics/glyphs.js';
import { CELL_MODES } from '../../runtime/graphics/modes.js';
import { paletteOf } from '../../runtime/graphics/palette.js';
import type { Pixels } from '../../runtime/graphics/pixels.js';
import { lightOf, resample } from '../../runtime/graphics/resample.js';
import { createChoice, Splitter } from '../../runtime/graphics/split.js';
import { propertyRuns } from '../support/property-runs.js';

const OPTIONS: CellOptions = {
  width: 2,
  height: 1,
  fit: 'fill',
  mode: 'sextant',
  depth: 'truecolor',
  algorithm: 'sierra-stable',
  bits: undefined,
  background: rgb(0, 0, 0),
};

/** A picture of characters, each a colour. */
function picture(
  rows: readonly string[],
  colors: Readonly<Record<string, readonly number[]>>,
): Pixels {
  const width = rows[0]!.length;
  const data = rows.flatMap((row) => [...row].flatMap((each) => colors[each]!));
  return { width, height: rows.length, data: Uint8Array.from(data) };
}
const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const CLEAR = [0, 0, 0, 0];
const text = (glyphs: Uint32Array): string =>
  [...glyphs].map((code) => (code === 0 ? '.' : String.fromCodePoint(code))).join('');

/** A picture of one gray that rises from left to right. */
function ramp(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at++) {
    data.fill(Math.round(((at % width) * 255) / (width - 1)), at * 4, at * 4 + 3);
  }
  return { width, height, data };
}

describe('glyphs', () => {
  it.each([
    ['sextants', SEXTANTS, 64],
    ['quadrants', QUADRANT_SET, 16],
    ['octants', OCTANTS, 256],
    ['halves', HALF_BLOCKS, 4],
    ['braille', BRAILLE, 256],
  ] as const)('%s are one for each mask', (_, { glyphs }, count) => {
    expect(new Set(glyphs).size).toBe(count);
  });

  it('are those of the charts', () => {
    expect(SEXTANTS.glyphs[1]).toBe(0x1fb00);
    expect(SEXTANTS.glyphs[0b111110]).toBe(0x1fb3b);
    // BLOCK OCTANT-3, -123, -24678 … by their names in the chart, and the last one.
    expect(OCTANTS.glyphs[0b100]).toBe(0x1cd00);
    expect(OCTANTS.glyphs[0b111]).toBe(0x1cd02);
    expect(OCTANTS.glyphs[0b11111110]).toBe(0x1cde5);
    expect([...OCTANTS.glyphs].filter((code) => code >= 0x1cd00 && code <= 0x1cde5)).toHaveLength(
      230,
    );
    expect(BRAILLE.glyphs[0b10000001]).toBe(0x2881);
  });
});

describe('the split', () => {
  it('is the best of all', () => {
    const points = fc.integer({ min: 0, max: 255 });
    for (const count of [2, 4, 6, 8]) {
      const splitter = new Splitter(count);
      const choice = createChoice();
      fc.assert(
        fc.property(fc.array(points, { minLength: count * 3, maxLength: count * 3 }), (values) => {
          splitter.points.set(values);
          splitter.split(choice);
          const errors = Array.from({ length: 1 << count }, (_, mask) => errorOf(values, mask));
          expect(errorOf(values, choice.mask)).toBeLessThanOrEqual(Math.min(...errors) + 1e-3);
        }),
        { numRuns: propertyRuns(200) },
      );
    }
  });

  it('tells colours of one brightness apart', () => {
    const cells = pictureCells(picture(['rb'], { r: [200, 0, 0, 255], b: [0, 60, 0, 255] }), {
      ...OPTIONS,
      width: 1,
    });
    expect(text(cells.glyphs)).toBe('▌');
    expect(channels(cells.fg[0]!)).toEqual([200, 0, 0]);
    expect(channels(cells.bg[0]!)).toEqual([0, 60, 0]);
  });
});

/** The sum of squares around the means of both parts of a cell: of each colour, the squares less the square of the sum. */
function errorOf(values: readonly number[], mask: number): number {
  let error = 0;
  for (const expected of [0, 1]) {
    for (let part = 0; part < 3; part++) {
      let [count, sum, squares] = [0, 0, 0];
      for (let at = part; at < values.length; at += 3) {
        if (((mask >> Math.floor(at / 3)) & 1) !== expected) continue;
        count++;
        sum += values[at]!;
        squares += values[at]! ** 2;
      }
      if (count > 0) error += squares - sum ** 2 / count;
    }
  }
  return error;
}

describe('resampling', () => {
  it('keeps the light of thin lines', () => {
    const rows = ['wk', 'kw'];
    const pixels = picture(rows, { w: [255, 255, 255, 255], k: [0, 0, 0, 255] });
    const { data } = resample(pixels, { x: 0, y: 0, width: 2, height: 2 }, 1, 1);
    // Half of the light is 188 in sRGB, not 128.
    expect(Math.round(data[0]!)).toBe(188);
  });

  it('gives clear pixels no colour', () => {
    const pixels = picture(['rc'], { r: RED, c: [0, 255, 0, 0] });
    const { data } = resample(pixels, { x: 0, y: 0, width: 2, height: 1 }, 1, 1);
    expect([...data].map((each) => Math.round(each * 100) / 100)).toEqual([255, 0, 0, 0.5]);
  });

  it('keeps one colour at any size', () => {
    const size = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(size, size, size, size, fc.integer({ min: 0, max: 255 }), (w, h, x, y, gray) => {
        const data = new Uint8Array(w * h * 4).fill(gray);
        for (let at = 3; at < data.length; at += 4) data[at] = 255;
        const area = { x: 0, y: 0, width: w, height: h };
        const grid = resample({ width: w, height: h, data }, area, x, y);
        const colors = grid.data.filter((_, at) => at % 4 === 0);
        const alphas = grid.data.filter((_, at) => at % 4 === 3);
        expect(colors.findIndex((each) => !(Math.abs(each - gray) < 0.6))).toBe(-1);
        expect(alphas.findIndex((each) => !(Math.abs(each - 1) < 5e-5))).toBe(-1);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('fitting', () => {
  it.each([
    ['fill', { x: 0, y: 0, width: 20, height: 15 }, { x: 0, y: 0, width: 80, height: 80 }],
    ['contain', { x: 0, y: 0, width: 20, height: 15 }, { x: 0, y: 0, width: 80, height: 80 }],
    ['none', { x: 0, y: 0, width: 20, height: 15 }, { x: 0, y: 0, width: 80, height: 80 }],
  ] as const)('%s of a picture as large as its box', (fit, to, from) => {
    const box = { width: 10, height: 5 };
    expect(place({ width: 80, height: 80 }, box, { width: 2, height: 3 }, fit)).toEqual({
      from,
      to,
    });
  });

  it('cuts off what covers, and leaves room beside what is contained', () => {
    const wide = { width: 160, height: 40 };
    const [box, points] = [
      { width: 10, height: 5 },
      { width: 2, height: 3 },
    ];
    expect(place(wide, box, points, 'cover').from).toEqual({ x: 60, y: 0, width: 40, height: 40 });
    expect(place(wide, box, points, 'contain').to).toEqual({ x: 0, y: 5, width: 20, height: 4 });
    expect(place({ width: 8, height: 16 }, box, points, 'scale-down').to.width).toBe(2);
  });

  it('never leaves the picture or the box', () => {
    const side = fc.integer({ min: 1, max: 3000 });
    const cells = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(side, side, cells, cells, fc.constantFrom(...OBJECT_FITS), (w, h, x, y, fit) => {
        const { from, to } = place(
          { width: w, height: h },
          { width: x, height: y },
          { width: 2, height: 3 },
          fit,
        );
        for (const each of [from.x, from.y, to.x, to.y]) expect(each).toBeGreaterThanOrEqual(-1e-6);
        expect(from.x + from.width).toBeLessThanOrEqual(w + 1e-6);
        expect(from.y + from.height).toBeLessThanOrEqual(h + 1e-6);
        expect(to.x + to.width).toBeLessThanOrEqual(x * 2);
        expect(to.y + to.height).toBeLessThanOrEqual(y * 3);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('keeps the aspect where a side is free', () => {
    const picture = { width: 320, height: 160 };
    const free = { width: Infinity, height: Infinity };
    expect(naturalCells(picture, free)).toEqual({ width: 40, height: 10 });
    expect(naturalCells(picture, { width: 20, height: Infinity })).toEqual({
      width: 20,
      height: 5,
    });
    expect(naturalCells(picture, { width: 80, height: 5 })).toEqual({ width: 20, height: 5 });
    expect(naturalCells(picture, free, { height: 20 })).toEqual({ width: 80, height: 20 });
    // Three rows are 3.4 rounded: what fits is not made smaller by rounding back.
    const low = { width: 160, height: 110 };
    expect(naturalCells(low, { width: 10, height: 3 })).toEqual({ width: 10, height: 3 });
  });
});

describe('clear parts', () => {
  it('show the colour behind, where it is known', () => {
    const pixels = picture(['rc'], { r: RED, c: CLEAR });
    const cells = pictureCells(pixels, { ...OPTIONS, width: 1, background: rgb(9, 8, 7) });
    expect(text(cells.glyphs)).toBe('▌');
    expect(channels(cells.bg[0]!)).toEqual([9, 8, 7]);
  });

  it('are left as they are, where it is not', () => {
    const pixels = picture(['rccc'], { r: RED, c: CLEAR });
    const cells = pictureCells(pixels, { ...OPTIONS, background: DEFAULT_COLOR });
    expect(text(cells.glyphs)).toBe('▌.');
    expect(cells.bg[0]).toBe(KEEP);
  });

  it('are a part of the picture from half of a point on, where it is not', () => {
    const shown = (row: string): string =>
      text(
        pictureCells(picture([row], { r: RED, c: CLEAR }), {
          ...OPTIONS,
          width: 1,
          mode: 'block',
          background: DEFAULT_COLOR,
        }).glyphs,
      );
    expect([shown('rc'), shown('rcc')]).toEqual([' ', '.']);
  });
});

describe('dithering', () => {
  const MEAN = 0.04;

  it.each([...DITHER_ALGORITHMS, undefined])('%s keeps the brightness of a ramp', (algorithm) => {
    const pixels = ramp(64, 96);
    const cells = pictureCells(pixels, {
      ...OPTIONS,
      width: 64,
      height: 32,
      depth: 'none',
      algorithm,
      mode: 'sextant',
    });
    // Light adds up. Without dithering, the half that is brighter in sRGB is white.
    const lights = Array.from({ length: 64 }, (_, x) => lightOf(Math.round((x * 255) / 63)) / 255);
    const expected = algorithm === 'none' ? 0.5 : lights.reduce((sum, each) => sum + each / 64, 0);
    let light = 0;
    for (const code of cells.glyphs) {
      const mask = SEXTANTS.glyphs.indexOf(code);
      for (let bits = mask; bits > 0; bits &= bits - 1) light++;
    }
    expect(Math.abs(light / (cells.glyphs.length * 6) - expected)).toBeLessThan(MEAN);
  });

  it('without colours has ink where it is dark, on a light background', () => {
    const pixels = picture(['rc', 'rc'], { r: [255, 255, 255, 255], c: CLEAR });
    const black = picture(['rc', 'rc'], { r: [0, 0, 0, 255], c: CLEAR });
    const shown = (picked: typeof pixels, scheme: 'light' | 'dark'): string =>
      text(
        pictureCells(picked, {
          ...OPTIONS,
          width: 1,
          depth: 'none',
          scheme,
          background: DEFAULT_COLOR,
        }).glyphs,
      );
    expect([shown(pixels, 'dark'), shown(pixels, 'light')]).toEqual(['▌', ' ']);
    expect([shown(black, 'dark'), shown(black, 'light')]).toEqual([' ', '▌']);
  });

  it.each([...DITHER_ALGORITHMS, undefined])(
    '%s of a theme of grays has grays alone',
    (algorithm) => {
      const pixels = picture(['rgb', 'bgr'], {
        r: RED,
        g: [0, 255, 0, 255],
        b: [0, 0, 255, 255],
      });
      const cells = pictureCells(pixels, {
        ...OPTIONS,
        width: 3,
        depth: '256',
        isGray: true,
        algorithm,
      });
      const grays = Array.from({ length: 24 }, (_, at) => indexed(232 + at));
      const used = [...cells.fg, ...cells.bg].filter((color) => color !== KEEP);
      expect(used.length).toBeGreaterThan(0);
      expect(used.filter((color) => !grays.includes(color))).toEqual([]);
    },
  );

  it('has thresholds of every height, each as often', () => {
    expect([...BLUE_NOISE].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 4096 }, (_, at) => at),
    );
    const ordered = thresholdOf('ordered')!;
    const all = Array.from({ length: 64 }, (_, at) => ordered(at & 7, at >> 3));
    expect(new Set(all).size).toBe(64);
    expect(all.reduce((sum, each) => sum + each, 0)).toBeCloseTo(0);
    expect(thresholdOf('none')).toBeUndefined();
  });

  it('in blue noise has no large patches', () => {
    // Neighbours differ more than those of white noise, a third of the range.
    let sum = 0;
    for (let at = 0; at < 4096; at++) {
      const right = (at & ~63) | ((at + 1) & 63);
      sum += Math.abs(BLUE_NOISE[at]! - BLUE_NOISE[right]!);
    }
    expect(sum / 4096 / 4096).toBeGreaterThan(0.38);
  });

  it('uses no more colours than its bits allow', () => {
    for (const bits of [1, 2, 4]) {
      const cells = pictureCells(ramp(64, 32), { ...OPTIONS, width: 32, height: 8, bits });
      const used = new Set([...cells.fg, ...cells.bg].filter((color) => color !== KEEP));
      expect(used.size).toBeLessThanOrEqual(2 ** bits);
      expect(used.size).toBeGreaterThan(1);
    }
  });
});

describe('palettes', () => {
  it('find the nearest colour, as a search of all does', () => {
    const part = fc.integer({ min: -50, max: 300 });
    const palette = paletteOf('256', undefined)!;
    const all: number[][] = [];
    for (let gray = 0; gray < 24; gray++) all.push(new Array<number>(3).fill(8 + gray * 10));
    const levels = [0, 95, 135, 175, 215, 255];
    for (const r of levels) for (const g of levels) for (const b of levels) all.push([r, g, b]);
    const far = (a: readonly number[], b: readonly number[]): number =>
      a.reduce((sum, value, at) => sum + (value - b[at]!) ** 2, 0);
    fc.assert(
      fc.property(part, part, part, (...color) => {
        const id = palette.nearest(...color);
        const found = [palette.red(id), palette.green(id), palette.blue(id)];
        const best = Math.min(...all.map((each) => far(each, color)));
        expect(far(found, color)).toBe(best);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});

describe('every mode', () => {
  it.each(CELL_MODES)('%s is whole in every depth, whatever the picture', (mode) => {
    const side = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(
        side,
        side,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('truecolor' as const, '256' as const, '16' as const, 'none' as const),
        fc.constantFrom(...DITHER_ALGORITHMS, undefined),
        fc.constantFrom(...OBJECT_FITS),
        fc.constantFrom(undefined, 1, 3, 8),
        fc.boolean(),
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        (w, h, width, height, depth, algorithm, fit, bits, isKnown, stream) => {
          const data = Uint8Array.from({ length: w * h * 4 }, () => stream.next().value as number);
          const background = isKnown ? rgb(20, 30, 40) : DEFAULT_COLOR;
          const cells = pictureCells(
            { width: w, height: h, data },
            { width, height, fit, mode, depth, algorithm, bits, background },
          );
          expect(cells.glyphs.length).toBe(width * height);
          for (let at = 0; at < cells.glyphs.length; at++) {
            const glyph = cells.glyphs[at]!;
            expect(glyph === 0 || glyph >= 0x20).toBe(true);
            if (depth === 'none') expect([cells.fg[at], cells.bg[at]]).toEqual([KEEP, KEEP]);
          }
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  it('is the same in a part of the rows, without dithering', () => {
    const whole = pictureCells(ramp(40, 80), { ...OPTIONS, width: 5, height: 5 });
    const rows = { from: 2, count: 2 };
    const part = pictureCells(ramp(40, 80), { ...OPTIONS, width: 5, height: 5, rows });
    expect([...part.glyphs]).toEqual([...whole.glyphs.subarray(10, 20)]);
    expect(part.height).toBe(2);
  });

  it('shows red above blue', () => {
    const pixels = picture(['r', 'b'], { r: RED, b: BLUE });
    const show = (mode: CellOptions['mode']): string =>
      text(pictureCells(pixels, { ...OPTIONS, width: 1, mode }).glyphs);
    expect(
      ['sextant', 'quadrant', 'halfblock', 'octant'].map((mode) => show(mode as never)),
    ).toEqual(['🬂', '▀', '▀', '▀']);
    expect(show('block')).toBe(' ');
  });
});

describe('ASCII', () => {
  it('is as dense as the picture is bright', () => {
    expect(String.fromCharCode(glyphByLuma(0), glyphByLuma(1))).toMatch(/^ [@M%&WBR#$8]$/);
  });

  it('has the shape of the picture', () => {
    const low = String.fromCharCode(glyphByShape([0, 0, 0, 0, 0, 0, 0.4, 0.4]));
    const high = String.fromCharCode(glyphByShape([0.2, 0.2, 0.1, 0.1, 0, 0, 0, 0]));
    expect(low).toMatch(/[_.,]/);
    expect(high).toMatch(/['"`^]/);
  });
});
