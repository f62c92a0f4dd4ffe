import { rmSync } from 'node:fs';

/** Pauses of 50 ms: 30 s in all, for processes that end within a second on a quiet machine. */
const ATTEMPTS = 600;
const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Removes a folder in which a process may still write: one that compiles tui itself outlives the start that it
 * is for. `maxRetries` of Node's `rmSync` does not help there: it tries to remove the folder again, not the
 * file that has come meanwhile (Node 20, lib/internal/fs/rimraf.js).
 */
export function removeFolder(path: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTEMPTY' || attempt === ATTEMPTS) throw error;
      Atomics.wait(pause, 0, 0, 50);
    }
  }
}
