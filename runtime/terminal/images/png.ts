/** Images as PNG of 8 bits RGBA. The caller deflates their rows, at once or beside other work. */
import type { TerminalImage } from './image.js';

type Pixels = Pick<TerminalImage, 'width' | 'height' | 'data'>;

const RGBA = 6;
/** Filters of a row. */
const NONE = 0;
const UP = 2;

/** Each row as its difference from the one above, which deflates well. */
export function filtered({ width, height, data }: Pixels): Buffer {
  const stride = width * 4;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0, to = 0; y < height; y++) {
    rows[to++] = y === 0 ? NONE : UP;
    const from = y * stride;
    for (let x = 0; x < stride; x++) {
      rows[to++] = data[from + x]! - (y === 0 ? 0 : data[from + x - stride]!);
    }
  }
  return rows;
}

/** @param deflated its filtered rows, as zlib */
export function pngOf({ width, height }: Omit<Pixels, 'data'>, deflated: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, RGBA], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflated),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Uint8Array): Buffer {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
