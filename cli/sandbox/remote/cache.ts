/** Copies of apps from the web, stored under the hash of their content. */
import { createHash, randomBytes } from 'node:crypto';
import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../../config/files/write-file.js';
import { makeFolders } from '../../boot/make-folders.js';

/** The hash of an app: of every address and its content, in an order that does not depend on fetching. */
export function contentHash(texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const [url, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    // Lengths first: no text can be taken for the next address.
    hash
      .update(`${Buffer.byteLength(url)}:${Buffer.byteLength(text)}:`)
      .update(url)
      .update(text);
  }
  return hash.digest('hex');
}

/** SHA-256 of each text by its address. */
export function fileHashes(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...texts].map(([url, text]) => [url, createHash('sha256').update(text).digest('hex')]),
  );
}

/** Apps that are kept. */
const MAX_KEPT = 32;
/** Longer names are not file names on most disks, in bytes. */
const MAX_NAME_LENGTH = 120;

/**
 * Writes the texts; files by address. A file that exists under the hash is used only if it is identical, byte by byte.
 */
export function keepRemote(
  cache: string,
  hash: string,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const folder = join(cache, 'remote');
  makeFolder(folder);
  const home = join(folder, hash);
  const names = fileNames([...texts.keys()]);
  const files = new Map([...names].map(([url, name]) => [url, join(home, name)]));
  if (!isSame(files, texts)) {
    const temporary = join(folder, `.${hash}.${process.pid}.${randomBytes(4).toString('hex')}`);
    for (const [url, text] of texts) {
      const file = join(temporary, names.get(url) ?? '');
      makeFolders(dirname(file));
      writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    }
    rmSync(home, { recursive: true, force: true });
    try {
      renameSync(temporary, home);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      // Another start of the same app was faster.
      if (!isSame(files, texts)) throw error;
    }
  } else utimesSync(home, new Date(), new Date());
  prune(folder, hash);
  return files;
}

function isSame(files: ReadonlyMap<string, string>, texts: ReadonlyMap<string, string>): boolean {
  try {
    return [...files].every(([url, file]) => readFileSync(file, 'utf8') === texts.get(url));
  } catch {
    return false;
  }
}

function prune(folder: string, keep: string): void {
  const old = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{64}$/.test(name) && name !== keep)
    .map((name) => ({
      name,
      time: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }))
    .sort((a, b) => b.time - a.time);
  for (const { name } of old.slice(MAX_KEPT))
    rmSync(join(folder, name), { recursive: true, force: true });
}

/** A file name for each address that shows its origin: it appears in stack traces. */
function fileNames(urls: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const url of urls) {
    const { host, pathname, search } = new URL(url);
    // A port's colon is not a letter of a file name everywhere.
    const parts = [
      host.replace(/[:[\]]/g, '_'),
      ...pathname.split('/').filter((part) => part !== ''),
    ];
    const plain =
      search === '' &&
      parts.every((part) => /^\w[\w.-]*$/.test(part) && part.length <= MAX_NAME_LENGTH);
    let name = plain && !pathname.endsWith('/') && parts.length > 1 ? parts.join('/') : hashed(url);
    // One address may be another's folder, and file systems may ignore case.
    const folded = name.toLowerCase();
    const clashes = [...taken].some(
      (other) =>
        other === folded || other.startsWith(`${folded}/`) || folded.startsWith(`${other}/`),
    );
    if (clashes) name = hashed(url);
    taken.add(name.toLowerCase());
    names.set(url, name);
  }
  return names;
}

/** The end is kept: the extension selects the loader of a module. */
function hashed(url: string): string {
  const extension = /\.[a-z]{1,5}$/i.exec(new URL(url).pathname)?.[0] ?? '';
  return `_/${createHash('sha256').update(url).digest('hex')}${extension.toLowerCase()}`;
}
