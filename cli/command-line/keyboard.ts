/** The source of key presses: stdin, or the terminal itself if stdin is a pipe or a file. */
import { closeSync, openSync } from 'node:fs';
import { late } from '../../runtime/base/late.js';
import type { Keyboard } from '../../runtime/terminal/tty.js';
import type { Console } from './console.js';

const tty = late(() => require('node:tty') as typeof import('node:tty'));

/** Opens the terminal for reading. Undefined without a terminal. */
export function openKeyboard({ stdin }: Console): Keyboard | undefined {
  if (stdin.isTTY) return stdin;
  if (process.platform === 'win32') return undefined;
  let fd: number | undefined;
  try {
    fd = openSync('/dev/tty', 'r');
    const { isatty, ReadStream } = tty();
    if (isatty(fd)) return new ReadStream(fd);
  } catch {
    // No terminal controls this process.
  }
  if (fd !== undefined) closeSync(fd);
  return undefined;
}
