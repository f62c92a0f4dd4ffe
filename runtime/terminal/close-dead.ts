/** A clean exit after the terminal hung up. */
import { closeSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Closes each of the given descriptors whose terminal has hung up. At exit Node restores the modes of its
 * standard streams, and aborts with a core dump where that fails with EIO; it skips closed descriptors.
 */
export function closeDead(terminals: readonly number[]): void {
  for (const fd of terminals) {
    if (isatty(fd)) continue;
    try {
      closeSync(fd);
    } catch {
      // Already closed.
    }
  }
}
