/** Thresholds of a file of one's own: read, ranked, used, and refused in words. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { Config } from '../../config/index.js';
import { rgb } from '../../runtime/base/color.js';
import { BLUE_NOISE } from '../../runtime/graphics/dither/blue-noise.generated.js';
import { pictureCells, type CellOptions } from '../../runtime/graphics/cells.js';
import {
  EMBEDDED_NOISE,
  NoiseMatrix,
  type Thresholds,
} from '../../runtime/graphics/dither/noise.js';
import { readNoise } from '../../runtime/graphics/dither/noise-file.js';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { dataUrl, png, rgbaPng } from './files.js';

const folder = mkdtempSync(join(tmpdir(), 'tui-noise-'));
afterEach(unmountAll);
afterAll(() => rmSync(folder, { recursive: true }));

const gray = (width: number, values: readonly number[], depth = 8): Uint8Array => {
  const rows: Uint8Array[] = [];
  for (let at = 0; at < values.length; at += width) {
    const row = values.slice(at, at + width);
    const bytes = depth === 16 ? row.flatMap((value) => [value >> 8, value & 255]) : row;
    rows.push(Uint8Array.from(bytes));
  }
  return png({ width, height: rows.length, depth, type: 0, rows });
};
const all = ({ at }: Thresholds, width: number, height: number): number[] =>
  Array.from({ length: width * height }, (_, index) =>
    at(index % width, Math.floor(index / width)),
  );

describe('a matrix', () => {
  it('has thresholds by rank, equal ones where values are, and repeats', () => {
    const matrix = new NoiseMatrix(2, 2, [7, 1000, 7, -3]);
    expect(all(matrix, 2, 2)).toEqual([0, 0.375, 0, -0.375]);
    expect(matrix.at(103, 40)).toBe(0.375);
  });

  it('is embedded as it was made', () => {
    const thresholds = all(EMBEDDED_NOISE, 64, 64);
    expect(thresholds).toEqual([...BLUE_NOISE].map((rank) => (rank + 0.5) / 4096 - 0.5));
  });
});

describe('a file', () => {
  it('of 8 bits, 16 bits and colours is read in all its bits', async () => {
    const ranks = [-0.375, 0.375, 0.125, -0.125];
    expect(all(await readNoise(gray(2, [0, 200, 9, 8])), 2, 2)).toEqual(ranks);
    expect(all(await readNoise(gray(2, [256, 60_000, 258, 257], 16)), 2, 2)).toEqual(ranks);
    const colors = Uint8Array.of(0, 1, 0, 255, 250, 250, 250, 0, 40, 0, 0, 255, 0, 0, 39, 255);
    expect(all(await readNoise(rgbaPng(2, 2, colors)), 2, 2)).toEqual(ranks);
    const indexed = png({
      width: 2,
      height: 2,
      depth: 8,
      type: 3,
      palette: [9, 9, 9, 0, 0, 0, 5, 5, 5, 6, 6, 6],
      rows: [Uint8Array.of(1, 0), Uint8Array.of(3, 2)],
    });
    expect(all(await readNoise(indexed), 2, 2)).toEqual(ranks);
  });

  it.each([
    ['a text', Buffer.from('no picture'), 'expected a PNG, JPEG, GIF or WebP file'],
    ['a JPEG', Buffer.from('ffd8ffc0000b080001000101011100', 'hex'), 'expected a PNG file, found'],
    ['one gray', gray(2, [5, 5, 5, 5]), 'expected pixels of different brightness'],
    ['a large one', gray(1025, Array(1025).fill(1)), 'expected at most 1024 x 1024 pixels'],
    ['a cut one', gray(2, [0, 1, 2, 3]).subarray(0, 50), 'the file is truncated'],
  ])('that is %s is refused', async (_, bytes, reason) => {
    await expect(readNoise(bytes)).rejects.toThrow(reason);
  });
});

/** A gray of half the light of white. */
const HALF = 188;

describe('dithering', () => {
  const pixels = { width: 8, height: 8, data: new Uint8Array(256).fill(HALF) };
  for (let at = 3; at < 256; at += 4) pixels.data[at] = 255;
  const options: CellOptions = {
    width: 4,
    height: 4,
    fit: 'fill',
    mode: 'quadrant',
    depth: 'none',
    bits: undefined,
    algorithm: 'blue-noise',
    background: rgb(0, 0, 0),
  };

  it('is by the given matrix', () => {
    const columns = new NoiseMatrix(2, 1, [0, 1]);
    const { glyphs } = pictureCells(pixels, { ...options, noise: columns });
    expect([...glyphs]).toEqual(Array(16).fill('▐'.codePointAt(0)));
  });

  it('scatters errors that are passed on by it, too', () => {
    const withNoise = (noise?: Thresholds): string =>
      pictureCells(pixels, { ...options, algorithm: 'floyd-steinberg', noise }).glyphs.join();
    const own = new NoiseMatrix(2, 2, [0, 1, 2, 3]);
    expect(withNoise(own)).not.toBe(withNoise());
    expect(withNoise(EMBEDDED_NOISE)).toBe(withNoise());
  });
});

describe('the setting', () => {
  const half = new Uint8Array(64 * 64 * 4).fill(HALF);
  for (let at = 3; at < half.length; at += 4) half[at] = 255;
  const show = async (path: string, element = 'img'): Promise<MountedApp> => {
    const cliFlags = { 'dither.blueNoisePath': path, 'dither.algorithm': 'blue-noise' };
    return await mount(
      element === 'img'
        ? `<tui><img src="${dataUrl(rgbaPng(64, 64, half))}" gfx-mode="quadrant" alt="x"/></tui>`
        : `<tui><canvas gfx-mode="quadrant" style="width: 8; height: 4" onPaint="event.context.fillStyle='#bcbcbc'; event.context.fillRect(0, 0, 99, 99)"/></tui>`,
      {
        width: 8,
        height: 4,
        theme: 'bw-dark',
        errors: 'keep',
        permissions: 'all',
        config: new Config({ env: {}, cwd: folder, home: folder, cliFlags }),
      },
    );
  };

  it.each(['img', 'canvas'])('counts for <%s>', async (element) => {
    writeFileSync(join(folder, 'columns.png'), gray(2, [0, 255]));
    const app = await show('columns.png', element);
    expect(app.text()).toBe(Array(4).fill('▐'.repeat(8)).join('\n'));
    expect(app.diagnostics).toEqual([]);
  });

  it('that names a bad file is reported once, and the embedded matrix is used', async () => {
    writeFileSync(join(folder, 'bad.png'), gray(2, [5, 5, 5, 5]));
    const app = await show('bad.png');
    expect(app.diagnostics).toMatchObject([{ severity: 'warning', code: 'bad-blue-noise' }]);
    expect(app.diagnostics[0]!.message).toMatch(
      /^dither\.blueNoisePath: ".*bad\.png" cannot be used: expected pixels of different brightness, found a single value; it is set by /,
    );
    expect(new Set(app.text()).size).toBeGreaterThan(4);
    const missing = await show('none.png');
    expect(missing.diagnostics[0]!.message).toContain('the file does not exist');
  });
});
