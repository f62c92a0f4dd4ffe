/** Sends images of the frame protocol by hand, past the runtime, to a launcher that has taken one of the runtime's. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { place, sleep } from './kit.js';
import { send } from './wire.js';

const FRAMES = 5;
const [FRAME, TITLE, IMAGE, IMAGE_DATA, IMAGE_GONE] = [1, 3, 8, 9, 10];
const ACK = 1;
/** In the terminal's own way of images, and pixels of PNG: what pages of a mirror show. */
const ITERM2 = 1;
/** Milliseconds that an acknowledgement may take. */
const PATIENCE = 5000;
const EVIL = `<svg onload='window.ran=1'></svg><img src=x onerror='window.ran=1'><script>window.ran=1</script>`;

function message(type: number, body: Buffer): Buffer {
  const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(padded.length + 4, 0);
  head[4] = type;
  return Buffer.concat([head, padded]);
}

const u16 = (...values: number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);

function written(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([u32(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

interface Size {
  readonly columns?: number;
  readonly rows?: number;
  readonly width?: number;
  readonly height?: number;
}

const head = (id: number, { columns = 2, rows = 1, width = 16, height = 16 }: Size = {}): Buffer =>
  message(IMAGE, Buffer.concat([u32(id), u16(columns, rows, width, height), u32(ITERM2)]));

/** Bytes of pixels and of cells, as many as the size has; `text` again and again. */
function bytes(
  text: string,
  { columns = 2, rows = 1, width = 16, height = 16 }: Size = {},
): Buffer {
  const pixels = Buffer.alloc(width * height * 4, text);
  // Cells of characters that end an element, and of colours that are some.
  const glyphs = [...'<>"&\u202e\x1b'].map((char) => char.codePointAt(0)!);
  const cells = Array.from({ length: columns * rows }, (_, at) =>
    u32(glyphs[at % glyphs.length]!, 0, 0),
  );
  return message(IMAGE_DATA, Buffer.concat([pixels, ...cells]));
}

/** A row of cells that name an image, each another part: the placeholder of kitty with a row and a column. */
function frame(ids: readonly number[]): Buffer {
  const [width, height] = place['size'] as [number, number];
  const clusters = ['\u{10eeee}\u0305\u0305', '\u{10eeee}\u0305\u030d'];
  const styles = ids.map((id) => Buffer.concat([u32(0x2000000 | id, 0), u16(0, 0)]));
  return message(
    FRAME,
    Buffer.concat([
      u32(1),
      u16(width, height, 0, 0),
      u32(0),
      u32(styles.length),
      ...styles,
      u32(clusters.length),
      ...clusters.map(written),
      u32(0),
      u32(1),
      u16(0, 0),
      u32(ids.length * 2),
      u32(...ids.flatMap(() => [0x80000000, 0x80000001])),
      u32(...ids.flatMap((_, at) => [at + 1, at + 1])),
    ]),
  );
}

/** The first of the ids of this session: found in the next image that the runtime sends. */
async function firstId(): Promise<number> {
  const { writeSync } = fs;
  let first = 0;
  const spy = (fd: number, data: unknown, ...rest: never[]): number => {
    if (fd === FRAMES && data instanceof Uint8Array) {
      const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      if (view[4] === IMAGE) first = ((view.readUInt32LE(8) - 1) & ~255) + 1;
    }
    return (writeSync as (...args: unknown[]) => number)(fd, data, ...rest);
  };
  fs.writeSync = spy as typeof fs.writeSync;
  syncBuiltinESMExports();
  const { picture } = globalThis as unknown as { picture: () => void };
  picture();
  while (first === 0) await sleep(20);
  // Its frame has been shown and acknowledged.
  await sleep(300);
  return first;
}

/** A frame in which nothing changes. */
function sameFrame(): Buffer {
  const [width, height] = place['size'] as [number, number];
  return message(
    FRAME,
    Buffer.concat([u32(0), u16(width, height, 0xffff, 0xffff), u32(0, 0, 0, 0, 0)]),
  );
}

/** Counts the acknowledgements that the runtime reads. */
function acknowledgements(): () => number {
  const { subarray } = Uint8Array.prototype;
  let count = 0;
  Uint8Array.prototype.subarray = function spy(this: Uint8Array, ...range: number[]) {
    const part = subarray.apply(this, range as [number, number]);
    // Read at once into one buffer, from its beginning on.
    if (this.length === 65_536 && part.length < 64 && part[4] === ACK) count++;
    return part;
  } as typeof subarray;
  return () => count;
}

const first = await firstId();
/** The runtime has the first ones. */
const [id, last] = [first + 100, first + 254];

const kinds: Readonly<Record<string, () => void | Promise<void>>> = {
  'an image with an id of another program': () => send(head(first + 255), FRAMES),
  'an image with the id of another one': () =>
    send(Buffer.concat([head(id), bytes(EVIL), head(id)]), FRAMES),
  'an image within another one': () => send(Buffer.concat([head(id), head(id + 1)]), FRAMES),
  'more pixels than the image declares': () =>
    send(Buffer.concat([head(id), bytes(EVIL, { width: 32 })]), FRAMES),
  'an image that is too large': () => send(head(id, { width: 65535, height: 65535 }), FRAMES),
  'an image on too many cells': () => send(head(id, { columns: 65535 }), FRAMES),
  'an image without pixels': () => send(head(id, { width: 0 }), FRAMES),
  'too many images': () => {
    const size = { width: 1024, height: 1023 };
    for (let each = id; each <= last; each++) {
      send(head(each, size), FRAMES);
      const pixels = bytes(EVIL, size).subarray(8);
      for (let at = 0; at < pixels.length; at += 65_536) {
        send(message(IMAGE_DATA, pixels.subarray(at, at + 65_536)), FRAMES);
      }
    }
  },
  /** Of kitty's protocol, a pixel each, and gone at once: the pixels of all of them are few. */
  'images of one pixel': () => {
    const each = Buffer.concat([
      message(IMAGE, Buffer.concat([u32(id), u16(1, 1, 1, 1), u32(0)])),
      message(IMAGE_DATA, u32(0)),
      message(IMAGE_GONE, u32(id)),
    ]);
    const many = Buffer.concat(Array.from({ length: 1000 }, () => each));
    for (;;) send(many, FRAMES);
  },
  /** Each larger than what a terminal takes without reading. Ends with the number of those that were followed by others. */
  'images that wait': async () => {
    const count = acknowledgements();
    const [width, height] = [128, 128];
    const pixels = Uint32Array.from({ length: width * height }, () => Math.random() * 0xffffffff);
    const data = Buffer.from(pixels.buffer);
    let rounds = 0;
    for (; rounds < 6; rounds++) {
      const before = count();
      send(message(IMAGE, Buffer.concat([u32(id), u16(1, 1, width, height), u32(0)])), FRAMES);
      for (let at = 0; at < data.length; at += 32_768) {
        send(message(IMAGE_DATA, data.subarray(at, at + 32_768)), FRAMES);
      }
      send(Buffer.concat([message(IMAGE_GONE, u32(id)), sameFrame()]), FRAMES);
      for (let waited = 0; count() === before && waited < PATIENCE; waited += 20) await sleep(20);
      if (count() === before) break;
    }
    process.exit(rounds);
  },
  'markup as pixels': () => {
    send(message(TITLE, Buffer.from(`"></title>${EVIL}`)), FRAMES);
    send(Buffer.concat([head(id), bytes(EVIL), frame([id])]), FRAMES);
  },
  /** Each with an id that was another's, for as long as the app is let; the screen shows a hundred at a time. */
  'thousands of images': async () => {
    for (;;) {
      const ids = Array.from({ length: 100 }, (_, at) => id + at);
      send(Buffer.concat(ids.flatMap((each) => [head(each), bytes(EVIL)])), FRAMES);
      send(frame(ids.slice(0, 20)), FRAMES);
      // Those that are gone at once reach no page.
      await sleep(150);
      send(Buffer.concat(ids.map((each) => message(IMAGE_GONE, u32(each)))), FRAMES);
    }
  },
};
await kinds[String(place['kind'])]?.();
