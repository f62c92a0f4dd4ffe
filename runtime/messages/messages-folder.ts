/** The folder that `i18n.messagesDir` names: one file for each locale. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_CATALOG, type MessagesFile } from './catalog.js';

/** Bytes of a file of this many characters. */
export const MAX_BYTES = 4 * MAX_CATALOG;

export const TOO_LARGE = `it is larger than ${MAX_BYTES / (1024 * 1024)} MB`;

/** An existing file of messages that cannot be used. */
export function unreadMessages(file: string, error: string): MessagesFile {
  return { file, text: '', error };
}

/** The message for an error of the file system; undefined if the file is missing, which is allowed. */
export function failedMessages(file: string, error: unknown): MessagesFile | undefined {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : unreadMessages(file, code);
}

/**
 * Reads `<locale>.json` of a folder; undefined where there is none.
 *
 * @param open opens a file to read, and waits for no pipe; throws where it may not be read
 */
export function readMessagesFile(
  folder: string,
  locale: string,
  open: (file: string) => number = openWithoutWait,
): MessagesFile | undefined {
  const file = join(folder, `${locale}.json`);
  let fd: number | undefined;
  try {
    fd = open(file);
    const stat = fstatSync(fd);
    if (!stat.isFile()) return unreadMessages(file, 'it is not a file');
    if (stat.size > MAX_BYTES) return unreadMessages(file, TOO_LARGE);
    return { file, text: readFileSync(fd, 'utf8').replace(/^\ufeff/, '') };
  } catch (error) {
    return failedMessages(file, error);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function openWithoutWait(file: string): number {
  // Windows has no such flag.
  return openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
}
