/** Images by the protocol of iTerm2: a PNG in an operating system command, stretched over cells. */
import type { TerminalImage } from './image.js';
import { filtered, pngOf } from './png.js';

/** The whole command. It leaves the cursor where it is in terminals that know how to. */
export function iterm2Image(image: TerminalImage): Buffer {
  const { columns, rows } = image;
  // Few sessions need it, and it takes its time to load.
  const { deflateSync } = process.getBuiltinModule('node:zlib');
  const png = pngOf(image, deflateSync(filtered(image), { level: 3 }));
  const size = `size=${png.length};width=${columns};height=${rows};preserveAspectRatio=0`;
  const data = png.toString('base64');
  return Buffer.from(`\x1b]1337;File=inline=1;${size};doNotMoveCursor=1:${data}\x07`);
}
