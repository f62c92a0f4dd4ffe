/** Folders for what one run of the specs builds, below `node_modules/.cache/tui`. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = join(root, 'node_modules/.cache/tui');

/**
 * Creates the folder `NAME-PID` of this process, empty. Removes those of runs that were killed.
 *
 * @param {string} name
 */
export function createFolder(name) {
  mkdirSync(cache, { recursive: true });
  for (const entry of readdirSync(cache)) {
    const pid = entry.startsWith(`${name}-`) ? Number(entry.slice(name.length + 1)) : NaN;
    if (pid === process.pid || (pid > 0 && !isRunning(pid))) removeFolder(join(cache, entry));
  }
  const folder = join(cache, `${name}-${process.pid}`);
  mkdirSync(folder);
  return folder;
}

/** @param {string | undefined} folder */
export function removeFolder(folder) {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
