/** Images for pages of the mirror: what an app that floods, and clients that do not read, cost. @ci */
import { describe, expect, it } from '@jest/globals';
import { inflateSync } from 'node:zlib';
import { MirrorImages } from '../../cli/mirror/images.js';
import { NOTHING, Picture } from '../../cli/mirror/picture.js';
import { rgb } from '../../runtime/base/color.js';
import { CellBuffer, StyleTable } from '../../runtime/paint/cells.js';
import { Damage } from '../../runtime/paint/damage.js';
import type { TerminalImage } from '../../runtime/terminal/images/image.js';
import { placeholder } from '../../runtime/base/text/image-parts.js';

function imageOf(columns: number, rows: number, value = 7): TerminalImage {
  const [width, height] = [columns * 2, rows * 2];
  const count = columns * rows;
  return {
    protocol: 'iterm2',
    columns,
    rows,
    width,
    height,
    data: new Uint8Array(width * height * 4).fill(value),
    cells: {
      glyphs: new Uint32Array(count).fill(0x41),
      fg: new Uint32Array(count).fill(rgb(1, 2, 3)),
      bg: new Uint32Array(count).fill(rgb(4, 5, 6)),
    },
  };
}

/** Resolves with the message of an image, when it is made. */
async function made(
  images: MirrorImages,
  hasMade: () => Promise<void>,
  id: number,
): Promise<Buffer> {
  for (;;) {
    const message = images.messageOf(id);
    if (message !== undefined) return message;
    await hasMade();
  }
}

function create(): { images: MirrorImages; hasMade: () => Promise<void>; count: () => number } {
  let count = 0;
  let waiting: (() => void)[] = [];
  const images = new MirrorImages(() => {
    count++;
    for (const each of waiting.splice(0)) each();
  });
  waiting = [];
  return {
    images,
    count: () => count,
    hasMade: async () => await new Promise((resolve) => waiting.push(resolve)),
  };
}

describe('messages with images', () => {
  it('have the pixels, once for all clients', async () => {
    const { images, hasMade, count } = create();
    images.add(300, imageOf(3, 2));
    const message = await made(images, hasMade, images.numberOf(300)!);
    const { id, columns, rows, png } = JSON.parse(message.toString('utf8')) as {
      id: number;
      columns: number;
      rows: number;
      png: string;
    };
    expect({ id, columns, rows }).toEqual({ id: 1, columns: 3, rows: 2 });
    const bytes = Buffer.from(png, 'base64');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([6, 4]);
    const length = bytes.readUInt32BE(33);
    const pixels = inflateSync(bytes.subarray(41, 41 + length));
    // The first row as it is, then no difference.
    expect([...pixels.subarray(0, 3), pixels[25], pixels[26]]).toEqual([0, 7, 7, 2, 0]);
    expect(images.messageOf(id)).toBe(message);
    expect(count()).toBe(1);
  });

  it('are not made of images that are gone, and go with them', async () => {
    const { images, hasMade, count } = create();
    // As a canvas that moves: each frame is another image, with the same ids in turn.
    for (let i = 0; i < 2000; i++) {
      images.add(300 + (i % 5), imageOf(2, 2));
      expect(images.messageOf(images.numberOf(300 + (i % 5))!)).toBeUndefined();
      if (i < 1999) images.remove(300 + (i % 5));
    }
    const [last] = images.numbers;
    expect(images.numbers).toEqual([2000]);
    await made(images, hasMade, last!);
    expect(count()).toBe(1);
    images.remove(304);
    expect(images.messageOf(last!)).toBeUndefined();
    expect(images.numberOf(304)).toBeUndefined();
  });

  it('are kept up to a limit, and made again', async () => {
    const { images, hasMade, count } = create();
    // Noise is as large deflated: 10 MB, and 14 as text.
    const noise = (seed: number): TerminalImage => {
      const image = { ...imageOf(200, 200), width: 1600, height: 1600 };
      return { ...image, data: scramble(new Uint8Array(1600 * 1600 * 4), seed) };
    };
    for (let id = 1; id <= 4; id++) {
      images.add(id, noise(id));
      await made(images, hasMade, id);
    }
    expect(count()).toBe(4);
    expect(images.bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
    expect(images.bytes).toBeGreaterThan(16 * 1024 * 1024);
    await made(images, hasMade, 1);
    expect(count()).toBe(5);
  });
});

function scramble(data: Uint8Array, seed: number): Uint8Array {
  let state = seed;
  for (let at = 0; at < data.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    data[at] = state;
  }
  return data;
}

describe('rows with images', () => {
  const table = new StyleTable();
  const cells = new CellBuffer(8, 3, table);
  const id = 0x10101;
  const style = table.intern(rgb(1, 1, 1), rgb(9, 9, 9), 0);
  const frame = (): { rows: unknown[][]; images?: number[] } => {
    const damage = new Damage(8, 3);
    damage.addAll();
    const looks = { depth: 'truecolor', scheme: 'dark' } as const;
    picture.note({ cells, damage, cursor: null, looks, inline: false });
    const { bytes } = picture.messageSince(NOTHING);
    return JSON.parse(bytes.toString('utf8')) as { rows: unknown[][]; images?: number[] };
  };
  const name = (at: number, row: number, column: number): void => {
    cells.glyphs[at] = table.glyph(placeholder(row, column));
    cells.styles[at] = style;
  };
  let number: number | undefined = 5;
  const picture = new Picture((each) => (each === id ? number : undefined));

  it('name the parts that show, side by side, and have glyphs below', () => {
    picture.addImage(id, imageOf(4, 2));
    for (let x = 0; x < 4; x++) name(8 + x + 1, 1, x);
    // Covered in the middle, and beyond what the image has.
    cells.glyphs[8 + 3] = 0x42;
    cells.styles[8 + 3] = 0;
    name(0, 90, 90);
    const { rows, images } = frame();
    expect(images).toEqual([5]);
    expect(rows[1]![3]).toEqual([
      [1, 2, 5, 0, 1, '#090909'],
      [4, 1, 5, 3, 1, '#090909'],
    ]);
    expect(JSON.stringify(rows[1]![1])).toContain('"AA"');
    expect(rows[2]).toHaveLength(3);
    expect([...picture.images]).toEqual([5]);
  });

  it('name nothing that no image is', () => {
    picture.removeImage(id);
    number = undefined;
    const { rows, images } = frame();
    expect(images).toBeUndefined();
    expect(rows.every((row) => row.length === 3)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('\u{10eeee}');
  });
});
