/** The last words of a process: writing that has left when the call returns, and a clean exit after a hang-up. */
import { closeSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Milliseconds to wait for a terminal that takes nothing, before giving up on it. */
const PATIENCE = 1000;
const PAUSE = 5;

/** Writes all of a text to a file descriptor, waiting where it is full. Never throws: nobody is left to tell. */
export function writeNow(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let waited = 0;
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Node opens terminals non-blocking: full is no failure.
      if (code === 'EINTR') continue;
      if (code !== 'EAGAIN' || waited >= PATIENCE) return;
      Atomics.wait(pause, 0, 0, PAUSE);
      waited += PAUSE;
    }
  }
}

/**
 * Closes those of the given descriptors that were terminals and are none any more. At exit Node sets
 * the modes of its standard streams again and aborts (core dump and all) where that fails with EIO,
 * as it does once the terminal hung up; closed descriptors it leaves alone.
 */
export function closeDead(terminals: readonly number[]): void {
  for (const fd of terminals) {
    if (isatty(fd)) continue;
    try {
      closeSync(fd);
    } catch {
      // Closed already, which is as good.
    }
  }
}
