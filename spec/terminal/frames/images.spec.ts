/** Images that cross from an untrusted process: what is refused, and that the rest arrives as it was sent. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_COLOR, indexed, rgb, type Color } from '../../../runtime/base/color.js';
import { CellBuffer, StyleTable } from '../../../runtime/paint/cells.js';
import { Damage } from '../../../runtime/paint/damage.js';
import { FrameReader } from '../../../runtime/terminal/frames/frame-reader.js';
import { ImageReader } from '../../../runtime/terminal/frames/image-reader.js';
import { RemoteScreen } from '../../../runtime/terminal/frames/remote-screen.js';
import {
  FrameError,
  FRAME,
  IMAGE,
  IMAGE_DATA,
  IMAGE_GONE,
  maxMessage,
  MessageReader,
} from '../../../runtime/terminal/frames/wire.js';
import {
  bytesOf,
  IMAGE_PROTOCOLS,
  MAX_BYTES_A_FRAME,
  MAX_IMAGE_BYTES,
  MAX_KEPT_BYTES,
  someImageIds,
  type ImageProtocol,
  type TerminalImage,
} from '../../../runtime/terminal/images/image.js';
import { NumberedImages } from '../../../runtime/terminal/images/numbered-images.js';
import { deletion, transmission } from '../../../runtime/terminal/images/kitty.js';
import { placeholder } from '../../../runtime/base/text/image-parts.js';
import { KittyImages, passedThrough } from '../../support/kitty-images.js';
import { propertyRuns } from '../../support/property-runs.js';

const IDS = { first: 1000, count: 20 };

function reader(isAble = true) {
  const kept = new Map<number, TerminalImage>();
  const sink = {
    send: (id: number, image: TerminalImage) => (kept.set(id, image), true),
    remove: (id: number) => void kept.delete(id),
  };
  const graphics = { kitty: true, iterm2: true, sixel: true };
  const images = new ImageReader(() => (isAble ? { ...IDS, graphics, sink } : undefined));
  const messages = new MessageReader(
    (type, body) => {
      const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
      if (type === IMAGE) images.begin(view);
      else if (type === IMAGE_DATA) images.data(body);
      else if (type === IMAGE_GONE) images.remove(view);
    },
    () => maxMessage(4096),
  );
  return { kept, images, messages };
}

function picture(
  width: number,
  height: number,
  seed = 1,
  protocol: ImageProtocol = 'kitty',
): TerminalImage {
  const size = { protocol, columns: 3, rows: 2, width, height };
  const length = bytesOf(size).pixels;
  const data = Uint8Array.from({ length }, (_, at) => (at * seed) & 255);
  if (protocol === 'kitty') return { ...size, data };
  const cell = (at: number): number => (at * seed) % 0xd800;
  const cells = {
    glyphs: Uint32Array.from({ length: 6 }, (_, at) => cell(at)),
    fg: Uint32Array.from({ length: 6 }, (_, at) => rgb(at, seed & 255, 1)),
    bg: Uint32Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? DEFAULT_COLOR : rgb(9, at, 1))),
  };
  return { ...size, data, cells };
}

function head(
  id: number,
  columns: number,
  rows: number,
  width: number,
  height: number,
  protocol = 0,
): DataView {
  const view = new DataView(new ArrayBuffer(16));
  view.setUint32(12, protocol, true);
  view.setUint32(0, id, true);
  [columns, rows, width, height].forEach((value, at) => view.setUint16(4 + at * 2, value, true));
  return view;
}

describe('images', () => {
  it('arrive as they were sent, however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 150 }),
        fc.integer({ min: 1, max: 150 }),
        fc.integer({ min: 1, max: 9999 }),
        fc.constantFrom(...IMAGE_PROTOCOLS),
        (width, height, cut, protocol) => {
          const { kept, messages } = reader();
          const screen = new RemoteScreen({
            send: (message) => {
              for (let at = 0; at < message.length; at += cut) {
                messages.feed(message.slice(at, at + cut));
              }
            },
            onReady: () => undefined,
          });
          const image = picture(width, height, cut, protocol);
          expect(screen.send(1003, image)).toBe(true);
          expect(kept.get(1003)).toEqual(image);
          screen.remove(1003);
          expect(kept.size).toBe(0);
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });

  it('are held back where too many came since a frame was shown', () => {
    const { kept, images, messages } = reader();
    const screen = new RemoteScreen({
      send: (each) => messages.feed(each),
      onReady: () => undefined,
    });
    const large = picture(1500, 1500);
    expect(screen.send(1000, large)).toBe(true);
    expect(screen.send(1001, large)).toBe(false);
    screen.acknowledge();
    images.acknowledged();
    expect(screen.send(1001, large)).toBe(true);
    expect(kept.size).toBe(2);
    // One is always shown, whatever its size.
    expect(2 * large.data.length).toBeGreaterThan(MAX_BYTES_A_FRAME);
  });
});

describe('cells', () => {
  /** What the launcher has for a cell that names the image of a colour. */
  function shown(fg: Color, ...ids: readonly number[]): string {
    const { images } = reader();
    for (const id of ids) {
      images.begin(head(id, 1, 1, 1, 1));
      images.data(new Uint8Array(bytesOf(picture(1, 1)).pixels));
    }
    const frames = new FrameReader(
      2,
      1,
      () => 4096,
      (id) => images.has(id),
    );
    const messages = new MessageReader(
      (type, body) => {
        if (type === FRAME) frames.read(body);
      },
      () => maxMessage(4096),
    );
    const screen = new RemoteScreen({
      send: (each) => messages.feed(each),
      onReady: () => undefined,
    });
    const cells = new CellBuffer(2, 1, new StyleTable());
    cells.glyphs[0] = cells.table.glyph(placeholder(0, 1));
    cells.styles[0] = cells.table.intern(fg, DEFAULT_COLOR, 0);
    const damage = new Damage(2, 1);
    damage.addAll();
    screen.present(cells, damage, null);
    return frames.cells.table.text(frames.cells.glyphs[0]!);
  }

  it('show parts of images that have arrived', () => {
    expect(shown(rgb(0, 3, 0xeb), 1003)).toBe(placeholder(0, 1));
  });

  it('show nothing of an image that another program has in the terminal', () => {
    expect(shown(rgb(0, 3, 0xea), 1003)).toBe(' ');
    expect(shown(rgb(0, 3, 0xeb))).toBe(' ');
    // The number of an image may be a colour of the palette, or none.
    for (const fg of [indexed(3), DEFAULT_COLOR]) expect(shown(fg, 1003)).toBe(' ');
  });
});

describe('what is refused', () => {
  const refused = (act: (images: ImageReader) => void, isAble = true): string => {
    const { images } = reader(isAble);
    try {
      act(images);
    } catch (error) {
      if (error instanceof FrameError) return error.message;
      throw error;
    }
    return 'nothing';
  };
  const whole = (images: ImageReader, id: number, side = 1): void => {
    images.begin(head(id, 1, 1, side, side));
    images.data(new Uint8Array(side * side * 4));
  };

  it.each<[string, (images: ImageReader) => void]>([
    ['an id of another program', (images) => images.begin(head(999, 1, 1, 1, 1))],
    ['an id of another program', (images) => images.begin(head(1020, 1, 1, 1, 1))],
    ['on too many cells', (images) => images.begin(head(1000, 298, 1, 1, 1))],
    ['on too many cells', (images) => images.begin(head(1000, 1, 0, 1, 1))],
    ['without pixels', (images) => images.begin(head(1000, 1, 1, 0, 9))],
    ['too large', (images) => images.begin(head(1000, 1, 1, 65_535, 65_535))],
    ['an image with an invalid length', (images) => images.begin(new DataView(new ArrayBuffer(8)))],
    [
      'within another one',
      (images) => {
        images.begin(head(1000, 1, 1, 2, 2));
        images.begin(head(1001, 1, 1, 2, 2));
      },
    ],
    [
      'more pixels than the image declares',
      (images) => {
        images.begin(head(1000, 1, 1, 2, 2));
        images.data(new Uint8Array(20));
      },
    ],
    ['unknown encoding', (images) => images.begin(head(1000, 1, 1, 1, 1, 3))],
    [
      'an invalid colour',
      (images) => {
        images.begin(head(1000, 1, 1, 1, 1, 1));
        images.data(Uint8Array.of(0, 0, 0, 0, 65, 0, 0, 0, ...Array(8).fill(0xff)));
      },
    ],
    ['pixels without an image', (images) => images.data(new Uint8Array(4))],
    [
      'more pixels than the image declares',
      (images) => {
        images.begin(head(1000, 1, 1, 2, 2));
        images.data(new Uint8Array(0));
      },
    ],
    [
      'the id of another one',
      (images) => {
        whole(images, 1000);
        whole(images, 1000);
      },
    ],
    ['an unknown image', (images) => images.remove(new DataView(new ArrayBuffer(4)))],
    ['an unknown image', (images) => images.remove(new DataView(new ArrayBuffer(2)))],
    [
      'too many images',
      (images) => {
        for (let id = 1000; id < 1010; id++) whole(images, id, 1500);
      },
    ],
    [
      'too many images',
      (images) => {
        for (let id = 1000; id < 1010; id++) {
          whole(images, id, 1500);
          images.acknowledged();
        }
      },
    ],
  ])('%s', (reason, act) => {
    expect(refused(act)).toContain(reason);
  });

  it('anything for a terminal without images', () => {
    expect(refused((images) => images.begin(head(1000, 1, 1, 1, 1)), false)).toContain(
      'without images',
    );
  });

  it('an id may be used again once its image is gone, and its bytes count no more', () => {
    const { images, kept } = reader();
    for (let round = 0; round < 40; round++) {
      whole(images, 1000, 1500);
      images.acknowledged();
      const id = new DataView(new ArrayBuffer(4));
      id.setUint32(0, 1000, true);
      images.remove(id);
    }
    expect(kept.size).toBe(0);
    expect(40 * 1500 * 1500 * 4).toBeGreaterThan(MAX_KEPT_BYTES);
  });
});

describe('what is written to the terminal', () => {
  it('is of the protocol alone, whatever the pixels are', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        fc.boolean(),
        (data, isInTmux) => {
          data.set(Buffer.from('\x1b\\\x1b]0;EVIL\x07\x9c'));
          const size = { columns: 2, rows: 1, width: 4, height: 4 };
          const image = { protocol: 'kitty' as const, ...size, data };
          const text = transmission(0xabcdef, image, isInTmux) + deletion(0xabcdef, isInTmux);
          const plain = isInTmux ? passedThrough(text) : text;
          expect(plain).toMatch(/^(?:\x1b_G[a-zA-Z0-9=,]+(?:;[A-Za-z0-9+/=]*)?\x1b\\)+$/);
          expect(text).not.toContain('EVIL');
          const kept = new KittyImages();
          kept.feed(plain.replace(/\x1b_Ga=d[^]*$/, ''));
          expect(kept.errors).toEqual([]);
          expect(kept.images.get(0xabcdef)).toEqual({
            width: 4,
            height: 4,
            columns: 2,
            rows: 1,
            data,
          });
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('ids', () => {
  it('are of 24 bits, never 0, and in no place that programs choose by hand', () => {
    for (let each = 0; each < 1000; each++) {
      const { first, count } = someImageIds();
      expect(first).toBeGreaterThan(255);
      expect(first + count - 1).toBeLessThan(2 ** 24);
    }
  });

  it('are given in turn, and none where there is no room', () => {
    const sent: number[] = [];
    const sink = { send: (id: number) => (sent.push(id), true), remove: () => undefined };
    const images = new NumberedImages(sink, { first: 10, count: 3 }, () => 'kitty');
    const small = picture(1, 1);
    expect([images.send(small), images.send(small), images.send(small)]).toEqual([10, 11, 12]);
    expect(images.send(small)).toBeUndefined();
    images.remove(11);
    images.remove(10);
    expect([images.send(small), images.send(small)]).toEqual([10, 11]);
    const large = { ...picture(1, 1), width: 60_000, height: 60_000 };
    expect(60_000 ** 2 * 4).toBeGreaterThan(MAX_IMAGE_BYTES);
    images.remove(10);
    expect(images.send(large)).toBeUndefined();
  });
});
