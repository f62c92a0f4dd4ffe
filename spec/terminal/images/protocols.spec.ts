/** What is drawn over cells, read back by other code than what writes it. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decode as decodePng } from 'fast-png';
import { DecoderAsync } from 'sixel';
import { indexed } from '../../../runtime/graphics/indexed.js';
import { iterm2Image } from '../../../runtime/terminal/images/iterm2.js';
import { CLEAR_INDEX, PALETTE_BYTES } from '../../../runtime/graphics/indexed-format.js';
import { sixelImage } from '../../../runtime/terminal/images/sixel.js';
import { Iterm2Images } from '../../support/drawn-images.js';
import { propertyRuns } from '../../support/property-runs.js';

const CELLS = { columns: 2, rows: 1 };

/** RGBA of a whole sixel sequence, by the package's decoder; what is not drawn is clear. */
async function decoded(bytes: Buffer, height: number): Promise<Uint8Array> {
  const text = bytes.toString('latin1');
  const match = /^\x1bP0;1;0q([\x20-\x7e]*)\x1b\\$/.exec(text);
  expect(match).not.toBeNull();
  const decoder = await DecoderAsync({ memoryLimit: 2 ** 26 });
  decoder.init(0, null, 256);
  decoder.decodeString(match![1]!);
  const pixels = new Uint8Array(decoder.data32.slice().buffer);
  expect(pixels.length).toBe(decoder.width * height * 4);
  return pixels;
}

/** What the numbers of an image stand for. */
function meant(data: Uint8Array, count: number): Uint8Array {
  const pixels = new Uint8Array(count * 4);
  for (let at = 0; at < count; at++) {
    const index = data[PALETTE_BYTES + at]!;
    if (index === CLEAR_INDEX) continue;
    pixels.set([...data.subarray(index * 3, index * 3 + 3), 255], at * 4);
  }
  return pixels;
}

const size = fc.integer({ min: 1, max: 40 });

describe('sixel', () => {
  it('shows exactly the colours of each pixel, and leaves clear ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        size,
        size,
        fc.uint8Array({ minLength: 1, maxLength: 400 }),
        async (width, height, noise) => {
          const count = width * height;
          const data = new Uint8Array(PALETTE_BYTES + Math.ceil(count / 4) * 4);
          // Colours that percent can state.
          for (let at = 0; at < PALETTE_BYTES; at++) {
            data[at] = Math.round((((at * 7) % 101) * 255) / 100);
          }
          for (let at = 0; at < count; at++) data[PALETTE_BYTES + at] = noise[at % noise.length]!;
          const image = { protocol: 'sixel', ...CELLS, width, height, data } as const;
          const expected = meant(data, count);
          const shown = await decoded(sixelImage(image), height);
          // Where nothing is drawn, the decoder has no picture.
          expect(shown).toEqual(
            expected.every((value) => value === 0) ? new Uint8Array() : expected,
          );
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });

  it('counts what repeats', () => {
    const data = new Uint8Array(PALETTE_BYTES + 600);
    const image = { protocol: 'sixel', ...CELLS, width: 100, height: 6, data } as const;
    expect(sixelImage(image).toString('latin1')).toBe(
      '\x1bP0;1;0q"1;1;100;6#0;2;0;0;0#0!100~\x1b\\',
    );
  });

  it('is of its own characters alone, whatever the data is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 792, maxLength: 792 }), (data) => {
        const image = { protocol: 'sixel', ...CELLS, width: 6, height: 4, data } as const;
        expect(sixelImage(image).toString('latin1')).toMatch(
          /^\x1bP0;1;0q"1;1;6;4(?:[#!$\-;0-9?-~])*\x1b\\$/,
        );
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('pictures of 255 colours', () => {
  const pixels = (width: number, height: number, color: (at: number) => readonly number[]) => ({
    width,
    height,
    data: Uint8Array.from(Array.from({ length: width * height }, (_, at) => color(at)).flat()),
  });

  it('keep what they have, where it is no more, as near as percent come', async () => {
    const picture = pixels(15, 17, (at) => [at, 255 - at, (at * 13) & 255, at === 3 ? 0 : 255]);
    const data = indexed(picture, undefined);
    const image = { protocol: 'sixel', ...CELLS, width: 15, height: 17, data } as const;
    const shown = await decoded(sixelImage(image), 17);
    for (let at = 0; at < 15 * 17; at++) {
      const [red, green, blue, alpha] = picture.data.subarray(at * 4, at * 4 + 4);
      if (alpha === 0) expect(shown[at * 4 + 3]).toBe(0);
      else {
        expect(Math.abs(shown[at * 4]! - red!)).toBeLessThanOrEqual(2);
        expect(Math.abs(shown[at * 4 + 1]! - green!)).toBeLessThanOrEqual(2);
        expect(Math.abs(shown[at * 4 + 2]! - blue!)).toBeLessThanOrEqual(2);
      }
    }
  });

  it('have the mean of what they stand for, where there are more', () => {
    const picture = pixels(128, 128, (at) => [(at % 128) * 2, (at >> 7) * 2, 90, 255]);
    const shown = meant(indexed(picture, undefined), 128 * 128);
    let worst = 0;
    for (let y = 0; y < 128; y += 8) {
      for (let x = 0; x < 128; x += 8) {
        for (let part = 0; part < 3; part++) {
          let off = 0;
          for (let at = 0; at < 64; at++) {
            const pixel = ((y + (at >> 3)) * 128 + x + (at & 7)) * 4 + part;
            off += shown[pixel]! - picture.data[pixel]!;
          }
          worst = Math.max(worst, Math.abs(off / 64));
        }
      }
    }
    expect(worst).toBeLessThan(8);
  });

  it('are seen over what is behind them', () => {
    const half = pixels(2, 1, (at) => [255, 0, 0, at === 0 ? 128 : 0]);
    const over = indexed(half, [0, 0, 255]);
    expect([...meant(over, 2)]).toEqual([128, 0, 128, 255, 0, 0, 0, 0]);
    expect([...meant(indexed(half, undefined), 2)]).toEqual([255, 0, 0, 255, 0, 0, 0, 0]);
  });
});

describe('iTerm2', () => {
  it('gets exactly the pixels, as a PNG over its cells', () => {
    fc.assert(
      fc.property(
        size,
        size,
        fc.uint8Array({ minLength: 1, maxLength: 99 }),
        (width, height, noise) => {
          const data = Uint8Array.from(
            { length: width * height * 4 },
            (_, at) => noise[at % noise.length]! ^ (at & 31),
          );
          const images = new Iterm2Images();
          images.feed(
            `a${iterm2Image({ protocol: 'iterm2', ...CELLS, width, height, data }).toString('latin1')}b`,
          );
          expect(images.errors).toEqual([]);
          const [image] = images.images;
          expect(image).toMatchObject({ width: '2', height: '1', preserveAspectRatio: '0' });
          const png = decodePng(image!.file);
          expect([png.width, png.height, png.channels, png.depth]).toEqual([width, height, 4, 8]);
          expect(Buffer.compare(png.data as Uint8Array, data)).toBe(0);
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});
