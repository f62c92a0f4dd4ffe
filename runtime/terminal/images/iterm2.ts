/** Images by the protocol of iTerm2: a PNG in an operating system command, stretched over cells. */
import type { TerminalImage } from './image.js';

/** The whole command. It leaves the cursor where it is in terminals that know how to. */
export function iterm2Image(image: TerminalImage): Buffer {
  const { columns, rows } = image;
  const png = pngOf(image);
  const size = `size=${png.length};width=${columns};height=${rows};preserveAspectRatio=0`;
  const data = png.toString('base64');
  return Buffer.from(`\x1b]1337;File=inline=1;${size};doNotMoveCursor=1:${data}\x07`);
}

/** A PNG of 8 bits RGBA. Each row is stored as its difference from the one above, which deflates well. */
function pngOf({ width, height, data }: TerminalImage): Buffer {
  // Few sessions need it, and it takes its time to load.
  const { deflateSync } = process.getBuiltinModule('node:zlib');
  const stride = width * 4;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0, to = 0; y < height; y++) {
    rows[to++] = y === 0 ? NONE : UP;
    const from = y * stride;
    for (let x = 0; x < stride; x++) {
      rows[to++] = data[from + x]! - (y === 0 ? 0 : data[from + x - stride]!);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, RGBA], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const RGBA = 6;
/** Filters of a row. */
const NONE = 0;
const UP = 2;

function chunk(name: string, data: Uint8Array): Buffer {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
