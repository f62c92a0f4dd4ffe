/** The version of this package, from its package.json. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's name on npm; the name `tui` belongs to another package. */
export const NAME = 'tui-runtime';
/** Folders to look at upwards from this file. */
const LEVELS = 8;

interface OwnPackage {
  /** For example `0.1.0`; `unknown` where the package was taken apart. */
  readonly version: string;
  /** Its folder; undefined without a package.json. */
  readonly folder: string | undefined;
}

export function ownPackage(): OwnPackage {
  for (let level = 0; level < LEVELS; level++) {
    try {
      const url = new URL('../'.repeat(level) || '.', import.meta.url);
      const text = readFileSync(new URL('package.json', url), 'utf8');
      const found = JSON.parse(text) as { name?: unknown; version?: unknown };
      if (found.name === NAME && typeof found.version === 'string') {
        return { version: found.version, folder: fileURLToPath(url).replace(/(?<=.)[/\\]$/, '') };
      }
    } catch {
      // Not in this folder.
    }
  }
  return { version: 'unknown', folder: undefined };
}

export function version(): string {
  return ownPackage().version;
}
