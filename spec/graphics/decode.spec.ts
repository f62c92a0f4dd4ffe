/** Files of pictures: what they decode to, and that no file does harm. */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import jpeg from 'jpeg-js';
import { GifWriter } from 'omggif';
import { bytesOfDataUrl } from '../../runtime/graphics/decode/data-url.js';
import { decode } from '../../runtime/graphics/decode/decode.js';
import { readHeader } from '../../runtime/graphics/decode/header.js';
import { ImageError } from '../../runtime/graphics/pixels.js';
import { propertyRuns, sized } from '../support/property-runs.js';
import { chunk, dataUrl, png, rgbaPng } from './files.js';

const FILES = {
  png: 'wheel.png',
  jpeg: 'sunset.jpg',
  gif: 'compass.gif',
  webp: 'fields.webp',
} as const;
const read = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(`examples/pictures/${name}`));

async function faultOf(bytes: Uint8Array): Promise<string> {
  try {
    const { animation } = await decode(bytes);
    for (let frame = 0; frame < Math.min(20, animation?.count ?? 0); frame++) {
      animation!.show(frame);
    }
    return 'none';
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    // One line, which says what is wrong.
    expect(error.message).toMatch(/^.{10,}$/);
    return error.code;
  }
}

/** Three frames with clear parts, each disposed of in another way. */
function smallGif(): Uint8Array {
  const bytes = new Uint8Array(2000);
  const palette = [0xff0000, 0x00ff00, 0x0000ff, 0xffffff];
  const writer = new GifWriter(bytes, 8, 6, { palette, loop: 0 });
  for (const disposal of [1, 2, 3]) {
    const indexes = Array.from({ length: 30 }, (_, at) => (at * disposal) % 4);
    writer.addFrame(disposal, 0, 5, 6, indexes, { disposal, transparent: 3, delay: 5 });
  }
  return bytes.slice(0, writer.end());
}

describe('each format', () => {
  it.each([
    ['png', 160, 160],
    ['jpeg', 320, 200],
    ['gif', 128, 128],
    ['webp', 144, 96],
  ] as const)('%s', async (format, width, height) => {
    const bytes = read(FILES[format]);
    expect(readHeader(bytes)).toEqual({ format, width, height });
    const pixels = await decode(bytes);
    expect([pixels.width, pixels.height]).toEqual([width, height]);
    expect(pixels.data.length).toBe(width * height * 4);
  });

  it('has the colours that were drawn', async () => {
    const [wheel, compass, fields] = [
      await decode(read('wheel.png')),
      await decode(read('compass.gif')),
      await decode(read('fields.webp')),
    ];
    const at = ({ data, width }: typeof wheel, x: number, y: number): number[] => [
      ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
    ];
    expect(at(wheel, 0, 0)[3]).toBe(0);
    expect(at(wheel, 140, 80)[3]).toBe(255);
    expect(at(wheel, 140, 80)[0]).toBeGreaterThan(240);
    expect(at(compass, 0, 0)).toEqual([18, 31, 51, 255]);
    expect(at(fields, 3, 3)).toEqual([201, 112, 140, 255]);
  });

  it('leaves no class of browsers behind', async () => {
    await decode(read('fields.webp'));
    expect('ImageData' in globalThis).toBe(false);
  });
});

describe('every kind of PNG', () => {
  it.each([
    [1, 0, [0b10100000], [], [255, 0, 255]],
    [2, 0, [0b00011011], [], [0, 85, 170]],
    [4, 0, [0x0f, 0x80], [], [0, 255, 136]],
    [8, 0, [1, 2, 3], [], [1, 2, 3]],
    [16, 0, [1, 9, 2, 9, 3, 9], [], [1, 2, 3]],
    [8, 3, [2, 1, 0], [9, 0, 0, 8, 0, 0, 7, 0, 0], [7, 8, 9]],
    [2, 3, [0b10010000], [9, 0, 0, 8, 0, 0, 7, 0, 0], [7, 8, 9]],
    [8, 4, [5, 255, 6, 255, 7, 255], [], [5, 6, 7]],
    [8, 2, [5, 0, 0, 6, 0, 0, 7, 0, 0], [], [5, 6, 7]],
    [
      16,
      6,
      [5, 0, 0, 0, 0, 0, 9, 9, 6, 0, 0, 0, 0, 0, 9, 9, 7, 0, 0, 0, 0, 0, 9, 9],
      [],
      [5, 6, 7],
    ],
  ])('%i bits of type %i', async (depth, type, row, palette, reds) => {
    const bytes = png({
      width: 3,
      height: 1,
      depth,
      type,
      rows: [Uint8Array.from(row)],
      ...(palette.length > 0 ? { palette } : {}),
    });
    const { data } = await decode(bytes);
    expect([data[0], data[4], data[8]]).toEqual(reds);
  });

  it('has its own colours where it only suggests a palette', async () => {
    const row = Uint8Array.of(9, 8, 7, 1, 2, 3);
    const options = { width: 2, height: 1, depth: 8, type: 2, rows: [row] };
    const { data } = await decode(png({ ...options, palette: [50, 60, 70, 80, 90, 100] }));
    expect([...data]).toEqual([9, 8, 7, 255, 1, 2, 3, 255]);
  });

  it('is clear where its header says so', async () => {
    const row = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 7, 8, 9);
    const options = { width: 4, height: 1, depth: 8, type: 2, rows: [row] };
    const { data } = await decode(png({ ...options, transparency: [0, 4, 0, 5, 0, 6] }));
    expect([data[3], data[7]]).toEqual([255, 0]);
  });
});

describe('hostile files', () => {
  it('state a size that is refused before anything is decoded', async () => {
    const row = new Uint8Array(4);
    const large = png({ width: 100_000, height: 100_000, depth: 8, type: 6, rows: [row] });
    expect(await faultOf(large)).toBe('image-too-large');
    const empty = png({ width: 0, height: 5, depth: 8, type: 6, rows: [row] });
    expect(await faultOf(empty)).toBe('image-damaged');
    expect(await faultOf(new Uint8Array(64 * 2 ** 20 + 1))).toBe('image-too-large');
  });

  it('hold more than they state', async () => {
    const rows = [new Uint8Array(sized(40_000_000, 4_000_000))];
    expect(await faultOf(png({ width: 2, height: 2, depth: 8, type: 6, rows }))).toBe(
      'image-too-large',
    );
  });

  it('have two headers, or none at the start', async () => {
    const small = png({ width: 1, height: 1, depth: 8, type: 6, rows: [new Uint8Array(4)] });
    const header = chunk('IHDR', Buffer.from('00003e8000003e800806000001', 'hex'));
    const after = (bytes: Uint8Array, at: number): Uint8Array =>
      Buffer.concat([bytes.subarray(0, at), header, bytes.subarray(at)]);
    // Behind the signature, and behind the first header.
    expect(await faultOf(after(small, 33))).toBe('image-damaged');
    expect(await faultOf(after(small, 8))).toBe('image-too-large');
    const other = Buffer.concat([small.subarray(0, 8), chunk('teXt', header), small.subarray(8)]);
    expect(await faultOf(other)).toBe('image-damaged');
  });

  it('have no palette, or one that no pixel can name', async () => {
    const options = { width: 1, height: 1, depth: 8, type: 3, rows: [Uint8Array.of(0)] };
    expect(await faultOf(png(options))).toBe('image-damaged');
    const palette = Array<number>(257 * 3).fill(9);
    expect(await faultOf(png({ ...options, palette }))).toBe('image-damaged');
    expect(await faultOf(png({ ...options, palette: palette.slice(3) }))).toBe('none');
  });

  it('have their data in many parts, some of them empty', async () => {
    const rows = [Uint8Array.of(1, 2, 3, 4), Uint8Array.of(5, 6, 7, 8)];
    const bytes = png({ width: 1, height: 2, depth: 8, type: 6, rows });
    const start = Buffer.from(bytes).indexOf('IDAT') - 4;
    const data = bytes.subarray(start + 8, bytes.length - 16);
    const parts = [...data].flatMap((byte) => [
      chunk('IDAT', new Uint8Array()),
      chunk('IDAT', Uint8Array.of(byte)),
    ]);
    const divided = Buffer.concat([bytes.subarray(0, start), ...parts, bytes.subarray(-12)]);
    expect([...(await decode(new Uint8Array(divided))).data]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('have a bomb in a chunk that is not read', async () => {
    const bomb = deflateSync(Buffer.alloc(sized(50_000_000, 5_000_000)));
    const profile = chunk('iCCP', Buffer.concat([Buffer.from('x\0\0', 'latin1'), bomb]));
    const words = chunk('zTXt', Buffer.concat([Buffer.from('x\0\0', 'latin1'), bomb]));
    const rows = [Uint8Array.of(1, 2, 3, 255)];
    const bytes = png({ width: 1, height: 1, depth: 8, type: 6, rows, extra: [profile, words] });
    expect([...(await decode(bytes)).data]).toEqual([1, 2, 3, 255]);
  });

  it.each(Object.keys(FILES) as (keyof typeof FILES)[])('are cut off: %s', async (format) => {
    const bytes = read(FILES[format]);
    for (let share = 0; share < 1; share += 0.09) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share));
      const error = await faultOf(cut);
      // The decoder of JPEG shows what there is, and of a GIF the frames that are whole show.
      const isShown = ['jpeg', 'gif'].includes(format) && error === 'none' && share > 0.05;
      expect([share, isShown || error.startsWith('image-')]).toEqual([share, true]);
    }
  });

  /** Files of a few hundred bytes, so that most changes meet what decides; those of the examples besides. */
  const SMALL = {
    png: () =>
      png({ width: 9, height: 7, depth: 8, type: 3, rows: ROWS, palette, transparency: [0, 99] }),
    jpeg: () =>
      new Uint8Array(
        jpeg.encode({ width: 24, height: 17, data: Buffer.from(noise(24 * 17 * 4)) }, 60).data,
      ),
    gif: smallGif,
    webp: () => read(FILES.webp),
  } as const;
  const noise = (length: number): Uint8Array =>
    Uint8Array.from({ length }, (_, at) => (at * at * 37 + at * 11) & 255);
  const ROWS = Array.from({ length: 7 }, (_, y) => noise(9).map((value) => (value + y) % 4));
  const palette = [...noise(12)];

  it.each(
    (Object.keys(FILES) as (keyof typeof FILES)[]).flatMap((format) => [
      { format, size: 'small', runs: 4_000 },
      { format, size: 'large', runs: 400 },
    ]),
  )('are changed: $runs of $format, $size', async ({ format, size, runs }) => {
    const bytes = size === 'small' ? SMALL[format]() : read(FILES[format]);
    const pixels = Buffer.from((await decode(bytes)).data);
    // More of them where the header is, which decides most.
    const place = fc.oneof(fc.nat(bytes.length - 1), fc.nat(Math.min(80, bytes.length - 1)));
    const changes = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 12 });
    const length = fc.oneof(fc.constant(bytes.length), fc.nat(bytes.length));
    let most = 0;
    await fc.assert(
      fc.asyncProperty(changes, length, async (list, end) => {
        const changed = bytes.slice();
        for (const [at, value] of list) changed[at] = value;
        // Either a picture, or an error with a message: nothing else comes out.
        await faultOf(changed.subarray(0, end));
        most = Math.max(most, process.memoryUsage().arrayBuffers);
      }),
      { numRuns: propertyRuns(runs) },
    );
    // The pixels of the largest picture, twice, and what waits to be collected.
    expect(most).toBeLessThan(4 * 64 * 2 ** 20 * 4);
    // No decoder has been left broken by one of them.
    expect(pixels.equals(new Uint8Array((await decode(bytes)).data))).toBe(true);
  });

  it('are no pictures', async () => {
    expect(await faultOf(new Uint8Array())).toBe('image-format');
    expect(await faultOf(Buffer.from('<svg xmlns="x"/>'))).toBe('image-format');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await faultOf(bytes)).not.toBe('none');
      }),
      { numRuns: propertyRuns(1000) },
    );
  });
});

describe('data URLs', () => {
  it('are read in both ways of writing', () => {
    const bytes = rgbaPng(1, 1, Uint8Array.of(1, 2, 3, 4));
    expect(bytesOfDataUrl(dataUrl(bytes))).toEqual(bytes);
    const escaped = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    expect(bytesOfDataUrl(`data:image/png,${escaped}`)).toEqual(bytes);
    expect(() => bytesOfDataUrl('data:image/png')).toThrow(ImageError);
  });
});
