/** The version of this package, from its package.json, wherever this file was built to. */
import { readFileSync } from 'node:fs';

/** Folders to look at upwards from this file. */
const LEVELS = 8;

/** For example `0.1.0`; `unknown` where the package was taken apart. */
export function version(): string {
  for (let level = 0; level < LEVELS; level++) {
    try {
      const url = new URL(`${'../'.repeat(level)}package.json`, import.meta.url);
      const found = JSON.parse(readFileSync(url, 'utf8')) as { name?: unknown; version?: unknown };
      if (found.name === 'tui' && typeof found.version === 'string') return found.version;
    } catch {
      // Not in this folder.
    }
  }
  return 'unknown';
}
