/** Replaces a file atomically: a reader sees the old text or the new one, also after a crash. */
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isLeftBehind, isRunning } from './lock.js';
import { randomHex } from './random.js';

/** A file of settings may hold secrets: a new one is for its owner. */
const NEW_MODE = 0o600;
/** Files of a save that are this old belong to no running process, in ms. */
const ABANDONED = 60_000;
/** What comes after the target's name: half-written files, with the process that wrote them. */
const HALF_WRITTEN = /^\.(\d+)\.[0-9a-f]+\.tmp$/;
/** Locks that were not taken yet, and rights to break locks that are long gone. */
const LOCK_FILE = /^\.lock\.[0-9a-f]+\.(tmp|\d+)$/;
const MAX_LINKS = 40;

/** Where a path leads, through symlinks, also where the last one leads to nothing yet. */
export function linkTarget(path: string): string {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    let next: string;
    try {
      next = readlinkSync(at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // EINVAL: a file that is not a link. UNKNOWN: the same on Windows.
      if (code === 'EINVAL' || code === 'ENOENT' || code === 'UNKNOWN') return at;
      throw error;
    }
    at = resolve(dirname(at), next);
  }
  throw Object.assign(new Error(`${path}: too many symbolic links`), { code: 'ELOOP' });
}

/**
 * Makes a folder and those above it, for their owner only, as the XDG specification asks. Not by mkdirSync's
 * `recursive`: that tries for ever where a folder cannot be made in one that exists (/proc, Node 20).
 */
export function makeFolder(path: string, above = true): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || !above || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    makeFolder(path, false);
  }
}

/**
 * Writes `text` beside the target and renames it over. Mode and owner stay as they are; with `isPrivate` others lose
 * their rights. `beforeRename` may throw to leave everything as it was.
 */
export function replaceFile(
  target: string,
  text: string,
  beforeRename: () => void,
  { isPrivate = false } = {},
): void {
  const old = statOf(target);
  const mode = old === undefined ? NEW_MODE : old.mode & (isPrivate ? 0o700 : 0o7777);
  // Replacing a file needs no write permission on it; a read-only mode means that it must stay as it is.
  if ((mode & 0o222) === 0) {
    throw Object.assign(new Error(`${target} is read-only`), { code: 'EACCES', syscall: 'open' });
  }
  const temporary = `${target}.${process.pid}.${randomHex(6)}.tmp`;
  try {
    const file = openSync(temporary, 'wx', NEW_MODE);
    try {
      writeFileSync(file, text);
      if (old !== undefined) keepOwner(file, old);
      fchmodSync(file, mode);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    beforeRename();
    renameSync(temporary, target);
  } catch (error) {
    try {
      unlinkSync(temporary);
    } catch {
      // It was never created; the first error has the reason.
    }
    throw error;
  }
  syncFolder(dirname(target));
}

/**
 * Removes what killed writers left beside the target. Only for the holder of its lock: a process that cannot be seen
 * from here, in another container, does not write then.
 */
export function removeAbandoned(target: string): void {
  const folder = dirname(target);
  const own = basename(target);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!name.startsWith(own) || !isAbandoned(path, name.slice(own.length))) continue;
    try {
      unlinkSync(path);
    } catch {
      // Another process has removed it, or it cannot be removed: it does no harm.
    }
  }
}

function isAbandoned(path: string, ending: string): boolean {
  const writer = HALF_WRITTEN.exec(ending)?.[1];
  if (writer === undefined && !LOCK_FILE.test(ending)) return false;
  const stat = statOf(path);
  if (stat === undefined) return false;
  if (Date.now() - stat.mtimeMs >= ABANDONED) return true;
  return writer === undefined ? isLeftBehind(path) : !isRunning(Number(writer));
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** A save with sudo must not leave the user with a file of root's. */
function keepOwner(file: number, old: Stats): void {
  if (old.uid === process.getuid?.() && old.gid === process.getgid?.()) return;
  try {
    fchownSync(file, old.uid, old.gid);
  } catch {
    // Only root may give files away.
  }
}

/** The rename itself is on the disk only once its folder is. Windows cannot open folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } catch {
    // Some network file systems refuse: the file itself is written.
  } finally {
    closeSync(file);
  }
}
