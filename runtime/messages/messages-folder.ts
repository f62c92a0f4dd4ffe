/** The folder that `i18n.messagesDir` names: one file for each locale. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '../diagnostics.js';
import { MAX_CATALOG } from './catalog.js';

/** Bytes of a file of so many characters. */
export const MAX_BYTES = 4 * MAX_CATALOG;

/** Reads `<locale>.json` of a folder; undefined where there is none that can be read. */
export function readMessagesFile(folder: string, locale: string): Source | undefined {
  const file = join(folder, `${locale}.json`);
  let fd: number | undefined;
  try {
    // Never waits for what is no file. Windows has no such flag.
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > MAX_BYTES) return undefined;
    return { file, text: readFileSync(fd, 'utf8').replace(/^\ufeff/, '') };
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
