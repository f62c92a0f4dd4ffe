/** Creates the command's cache folders. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those around it, for this user alone. Node's `recursive` never ends in Node 20 where a folder
 * can have none in it, as `/proc`.
 *
 * @throws where one cannot be made
 */
export function makeFolders(path: string): void {
  const missing: string[] = [];
  for (let at = path; !exists(at); at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  for (const each of missing.reverse()) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      // Another start was faster.
      if (!exists(each)) throw error;
    }
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
