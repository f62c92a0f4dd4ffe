/** A picture that moves at its top alone. */
import { describe, expect, it } from '@jest/globals';
import { rgb } from '../../runtime/base/color.js';
import { pictureCells, type CellOptions } from '../../runtime/graphics/cells.js';
import type { DitherAlgorithm } from '../../runtime/graphics/dither/dither.js';
import type { Pixels } from '../../runtime/graphics/pixels.js';

const WIDTH = 40;
const HEIGHT = 20;
/** Pixels of a cell. */
const [CELL_WIDTH, CELL_HEIGHT] = [4, 8];
/** Rows of cells that tiles with the ball have. */
const TOP = 4;

/** A sky that darkens to the right and downwards, with a ball at a column. */
function frame(ball: number): Pixels {
  const [width, height] = [WIDTH * CELL_WIDTH, HEIGHT * CELL_HEIGHT];
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isBall = (x - ball) ** 2 + (y - 11) ** 2 < 100;
      const sky = [220 - (x / width) * 90, 150 - (y / height) * 100, 90 + (x / width) * 120];
      data.set(isBall ? [255, 240, 120] : sky.map(Math.round), (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

/** Cells that change from a frame to the next, of those of each row. */
function changes(algorithm: DitherAlgorithm, options: Partial<CellOptions>): number[] {
  const rows = new Array<number>(HEIGHT).fill(0);
  let before: readonly string[] | undefined;
  for (let ball = 20; ball < 80; ball += 7) {
    const { glyphs, fg, bg } = pictureCells(frame(ball), {
      width: WIDTH,
      height: HEIGHT,
      fit: 'fill',
      mode: 'sextant',
      depth: '16',
      bits: undefined,
      background: rgb(0, 0, 0),
      ...options,
      algorithm,
    });
    const cells = [...glyphs].map((glyph, at) => [glyph, fg[at], bg[at]].join(' '));
    cells.forEach((cell, at) => {
      if (before !== undefined && cell !== before[at]) rows[Math.floor(at / WIDTH)]! += 1;
    });
    before = cells;
  }
  return rows;
}
const below = (rows: readonly number[]): number =>
  rows.slice(TOP).reduce((sum, each) => sum + each, 0);

describe.each([
  ['two colours', { depth: 'none' }],
  ['16 colours', { depth: '16' }],
  ['256 colours', { depth: '256' }],
  ['two bits', { depth: 'truecolor', bits: 2 }],
  ['16 colours and blocks', { depth: '16', mode: 'block' }],
] as const)('in %s', (_name, options) => {
  it.each(['sierra', 'atkinson'] as const)('%s-stable changes nothing below', (algorithm) => {
    const rows = changes(`${algorithm}-stable`, options);
    expect(rows[0]).toBeGreaterThan(0);
    expect(below(rows)).toBe(0);
    // Without tiles the error goes on to the bottom.
    expect(below(changes(algorithm, options))).toBeGreaterThan(100);
  });
});

it('parts of a picture have the tiles of the whole', () => {
  const options: CellOptions = {
    width: WIDTH,
    height: HEIGHT,
    fit: 'fill',
    mode: 'sextant',
    depth: '16',
    algorithm: 'sierra-stable',
    bits: undefined,
    background: rgb(0, 0, 0),
  };
  const whole = pictureCells(frame(30), options);
  // Rows 6 and 7 end a tile that has begun above, rows 8 and 9 begin one.
  const part = pictureCells(frame(30), { ...options, rows: { from: 6, count: 4 } });
  expect([...part.glyphs.subarray(2 * WIDTH)]).toEqual([
    ...whole.glyphs.subarray(8 * WIDTH, 10 * WIDTH),
  ]);
});
