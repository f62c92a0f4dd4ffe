/**
 * Calls back when the content of one of several files changes. Editors replace files by a rename, delete and write
 * them again, or write them in place, and leave backups, swap files and tests of the folder beside them: a folder's
 * events only say that it is time to look, and what counts is what is at the path then. A slow look without an
 * event finds what no event reports: a folder that was exchanged, a link on the way, a file on a network.
 */
import { statSync, realpathSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Milliseconds from an event to the first look: a save is several events. */
const DELAY = 5;
/** Milliseconds between two looks at a file that is being written; two that are alike end that. */
const SETTLING = 8;
/** Milliseconds, of a save by an editor. */
const PATIENCE = 500;
/** Milliseconds between two looks without an event. */
const INTERVAL = 1000;
/** Folders with events of their own; the files of more of them are looked at. */
const MAX_FOLDERS = 200;

export class FileWatcher {
  /** By path, the file as it was reported last. */
  readonly #marks = new Map<string, string>();
  readonly #folders = new Map<string, FSWatcher>();
  /** Names in those folders whose events count; `undefined` among them: any, since a path leads nowhere. */
  #names = new Set<string | undefined>();
  #timer: NodeJS.Timeout | undefined;
  readonly #poll: NodeJS.Timeout;
  /** What the last look found, while it settles. */
  #seen = new Map<string, string>();
  #since: number | undefined;
  #isOver = false;

  readonly #onChange: (paths: readonly string[]) => void;
  readonly #patience: number;

  /**
   * @param onChange is given the paths whose files are others, each as it was added
   * @param patience milliseconds that a file may be missing, empty or growing in the middle of a save
   */
  constructor(onChange: (paths: readonly string[]) => void, patience = PATIENCE) {
    this.#onChange = onChange;
    this.#patience = patience;
    this.#poll = setInterval(() => {
      this.#follow();
      if (this.#timer === undefined) this.#look();
    }, INTERVAL);
    this.#poll.unref();
  }

  /** Watches these files and no others. Those that are watched already keep what they are known as. */
  set(paths: Iterable<string>): void {
    const watchedPaths = new Set(paths);
    for (const path of this.#marks.keys()) if (!watchedPaths.has(path)) this.#marks.delete(path);
    for (const path of watchedPaths)
      if (!this.#marks.has(path)) this.#marks.set(path, markOf(path));
    this.#follow();
  }

  add(path: string): void {
    if (this.#marks.has(path)) return;
    this.#marks.set(path, markOf(path));
    this.#follow();
  }

  close(): void {
    this.#isOver = true;
    clearInterval(this.#poll);
    clearTimeout(this.#timer);
    for (const watcher of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  /** Watches the folders that the files are in, and of those that links lead to. */
  #follow(): void {
    if (this.#isOver) return;
    const watchedPaths = new Map<string, string>();
    this.#names = new Set();
    for (const path of this.#marks.keys()) {
      const real = realPath(path);
      // The folder's own name too: it may be exchanged.
      this.#names.add(basename(path)).add(basename(dirname(path)));
      this.#names.add(real === undefined ? undefined : basename(real));
      for (const each of [path, real]) {
        const folder = each === undefined ? undefined : dirname(each);
        // By its number too: another folder may have come to the name.
        const key = folder === undefined ? undefined : folderKey(folder);
        if (folder !== undefined && key !== undefined) watchedPaths.set(key, folder);
      }
    }
    for (const [key, watcher] of this.#folders) {
      if (watchedPaths.has(key)) continue;
      watcher.close();
      this.#folders.delete(key);
    }
    for (const [key, folder] of watchedPaths) {
      if (this.#folders.size >= MAX_FOLDERS) break;
      if (!this.#folders.has(key)) this.#onFolderChange(key, folder);
    }
  }

  #onFolderChange(key: string, folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (this.#timer !== undefined) return;
        if (name === null || this.#isOf(name)) this.#schedule(DELAY);
      });
      watcher.on('error', () => {
        watcher.close();
        this.#folders.delete(key);
      });
      this.#folders.set(key, watcher);
    } catch {
      // No more watches, or no right to: its files are looked at.
    }
  }

  /**
   * Whether a name in one of the folders can be one of the files, or the folder's own. By what `#follow` has noted: an event
   * may come for each of thousands of saves a second.
   */
  #isOf(name: string): boolean {
    return this.#names.has(name) || this.#names.has(undefined);
  }

  #schedule(ms: number): void {
    if (this.#isOver) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, ms);
  }

  /** Reports changes, after a pause without further ones. */
  #look(): void {
    const changed = new Map<string, string>();
    for (const [path, mark] of this.#marks) {
      const now = markOf(path);
      if (now !== mark) changed.set(path, now);
    }
    if (changed.size === 0) {
      this.#since = undefined;
      this.#seen.clear();
      return;
    }
    this.#since ??= performance.now();
    const isLong = performance.now() - this.#since > this.#patience;
    const isStill = [...changed].every(
      ([path, mark]) => this.#seen.get(path) === mark && !isBetween(mark),
    );
    this.#seen = changed;
    if (!isStill && !isLong) {
      this.#schedule(SETTLING);
      return;
    }
    this.#since = undefined;
    this.#seen = new Map();
    for (const [path, mark] of changed) this.#marks.set(path, mark);
    this.#follow();
    this.#onChange([...changed.keys()]);
  }
}

/** Differs where the file does. */
function markOf(path: string): string {
  try {
    const found = statSync(path, { bigint: true });
    if (!found.isFile()) return 'none';
    const { dev, ino, size, mtimeNs, ctimeNs } = found;
    return [size, dev, ino, mtimeNs, ctimeNs].join(' ');
  } catch {
    return 'none';
  }
}

/** Missing or empty: what a file is in the middle of a save. */
function isBetween(mark: string): boolean {
  return mark === 'none' || mark.startsWith('0 ');
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function folderKey(folder: string): string | undefined {
  try {
    const { dev, ino } = statSync(folder, { bigint: true });
    return `${dev} ${ino} ${folder}`;
  } catch {
    return undefined;
  }
}
