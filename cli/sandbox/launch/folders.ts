/** Folders that have to exist before the mounts are made. */
import { dirname } from 'node:path';
import { makeFolder } from '../../../config/write-file.js';
import { accessTo } from '../policy/check.js';
import type { Permissions } from '../policy/types.js';

/**
 * Makes the folders that no app has files in where they are missing inside of something granted: only what
 * exists can be covered by a mount, and what came into being later would be the app's to see.
 */
export function prepareGuards(permissions: Permissions): void {
  const { read, write } = permissions;
  for (const { path, origin } of [...read.deny, ...write.deny]) {
    if (origin !== 'default' || accessTo(permissions, dirname(path)) === 'none') continue;
    try {
      makeFolder(path);
    } catch {
      // A file in its way, or no right to make it: then nobody else makes it either.
    }
  }
}
