/** The version of this package, from its package.json, wherever this file was built to. */
import { readFileSync } from 'node:fs';

/** For example `0.1.0`; `unknown` where the package was taken apart. */
export function version(): string {
  for (const folder of ['./', '../', '../../']) {
    try {
      const text = readFileSync(new URL(`${folder}package.json`, import.meta.url), 'utf8');
      const found = JSON.parse(text) as { name?: unknown; version?: unknown };
      if (found.name === 'tui' && typeof found.version === 'string') return found.version;
    } catch {
      // Not in this folder.
    }
  }
  return 'unknown';
}
