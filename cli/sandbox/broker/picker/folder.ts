/** A folder as the file dialog lists it: names at once, sizes and dates of the rows that show. */
import { lstat, opendir, readlink, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isAccepted } from '../../../../runtime/base/file-types.js';
import { inWords } from './chosen-files.js';

export interface Entry {
  readonly name: string;
  readonly kind: 'folder' | 'file' | 'other';
  /** Where a symbolic link leads: as it is written, or the real path if it leads to further links. */
  readonly link: string | undefined;
  /** Real path of what is chosen with it, as it was when it was listed; undefined where that is not known. */
  readonly real: string | undefined;
}

/** What a row shows beside the name, once it is read. */
export interface EntryFacts {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export interface Folder {
  readonly path: string;
  /** Where the path leads; undefined where that cannot be known. */
  readonly real: string | undefined;
  readonly entries: readonly Entry[];
  /** There are more, which are not listed. */
  readonly isCut: boolean;
  /** Why it is not listed, in words. */
  readonly error: string | undefined;
}

/** Entries that are listed. */
export const MAX_ENTRIES = 200_000;
/** Links whose targets are looked at while a folder is read. */
const MAX_LINKS = 2000;

const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Never throws: a folder that cannot be read has a reason. */
export async function readFolder(path: string, signal?: AbortSignal): Promise<Folder> {
  const entries: Entry[] = [];
  const links: Promise<void>[] = [];
  let isCut = false;
  const real = await realpath(path).catch(() => undefined);
  const below = (name: string): string | undefined =>
    real === undefined ? undefined : join(real, name);
  try {
    const folder = await opendir(path, { bufferSize: 512 });
    for await (const entry of folder) {
      if (signal?.aborted === true) break;
      if (entries.length >= MAX_ENTRIES) {
        isCut = true;
        break;
      }
      const { name } = entry;
      if (!entry.isSymbolicLink()) {
        const kind = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other';
        entries.push({ name, kind, link: undefined, real: below(name) });
        continue;
      }
      const at = entries.push({ name, kind: 'file', link: '', real: undefined }) - 1;
      if (links.length < MAX_LINKS) {
        const link = resolveLink(join(path, name), name, real);
        links.push(link.then((found) => void (entries[at] = found)));
      }
    }
    await Promise.all(links);
  } catch (error) {
    return { path, real, entries: [], isCut: false, error: inWords(error) };
  }
  return { path, real, entries: sorted(entries), isCut, error: undefined };
}

async function resolveLink(path: string, name: string, folder: string | undefined): Promise<Entry> {
  const written = await readlink(path).catch(() => '');
  const real = await realpath(path).catch(() => undefined);
  const found = await stat(path).catch(() => undefined);
  const kind = found?.isDirectory() ? 'folder' : found?.isFile() ? 'file' : 'other';
  // A link to a link would show a harmless name.
  const isWhole = real === undefined || resolve(folder ?? '/', written) === real;
  return { name, kind, link: isWhole ? written : real, real };
}

/** Where a path leads whose last part is a symbolic link; undefined for what is not one, or leads nowhere. */
export async function targetOf(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink() !== true) return undefined;
  return await realpath(path).catch(() => undefined);
}

/** Folders first, then by name, as people count. Many names are compared faster by their characters. */
function sorted(entries: Entry[]): Entry[] {
  const rank = ({ kind }: Entry): number => (kind === 'folder' ? 0 : 1);
  const compare =
    entries.length > 20_000
      ? (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
      : (a: string, b: string): number => NAMES.compare(a, b);
  return entries.sort((a, b) => rank(a) - rank(b) || compare(a.name, b.name));
}

/** Undefined for what is gone, or may not be looked at. */
export async function factsOf(path: string): Promise<EntryFacts | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { size: found.size, modified: found.mtimeMs };
}

export interface Filter {
  /** Part of the name; case does not count. */
  readonly text: string;
  readonly hidden: boolean;
  readonly accept: readonly string[];
}

/** Indexes of the entries that show. */
export function filtered({ entries }: Folder, { text, hidden, accept }: Filter): number[] {
  const part = text.toLowerCase();
  const found: number[] = [];
  for (const [index, { name, kind }] of entries.entries()) {
    if (!hidden && name.startsWith('.') && !part.startsWith('.')) continue;
    if (part !== '' && !name.toLowerCase().includes(part)) continue;
    if (kind !== 'folder' && !isAccepted({ name }, accept)) continue;
    found.push(index);
  }
  return found;
}
