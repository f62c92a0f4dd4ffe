/** What may be written has to exist before it can be mounted. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { makeFolder } from '../../../config/write-file.js';
import { accessTo } from '../policy/check.js';
import { mountsOf } from '../policy/mounts.js';
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

/**
 * Makes what was granted for writing and is not there: a folder, or an empty file where the name has an
 * extension. What cannot be made is left out; writing it fails in the app, as it would have without.
 */
export function prepareFolders(permissions: Permissions): void {
  for (const { path, access, type } of mountsOf(permissions)) {
    if (access !== 'write' || type !== 'missing') continue;
    try {
      if (extname(path) === '') mkdirSync(path, { recursive: true, mode: 0o700 });
      else {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        closeSync(openSync(path, 'a', 0o600));
      }
    } catch {
      // No right to make it, or a file in its way.
    }
  }
}
