/**
 * A file that several processes append lines to, rotated when it is full: `app.log` becomes
 * `app.log.20261123-012031-123-9f3a5c`, and a new one is started.
 *
 * Each line is one write to a descriptor opened to append, which the system does not mix with others. Who finds
 * the file full renames it, under a lock; the others notice before their next line that the name is another file's.
 * A line that was written to a file already removed is written once more.
 */
import {
  closeSync,
  fstatSync,
  lstatSync,
  readdirSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { acquireLock, type Lock } from '../../config/files/lock.js';
import { randomHex } from '../../config/files/random.js';
import {
  ExchangedFileError,
  openFolder,
  openToAppend,
  openToRead,
  RefusedFileError,
} from '../documents/opened-file.js';

export interface RotatingFileOptions {
  readonly path: string;
  /** Bytes at which a new file is started; 0: never. Read for each line. */
  readonly maxSize: number;
  /** Full files that are kept. */
  readonly maxFiles: number;
  /** The lock of those that rotate this file, by its real path, where no app can write; undefined: without one. */
  readonly lock: (real: string) => string | undefined;
  /** Given the real path of each file before it is made, renamed to or removed; throws where that may not be. */
  readonly check: (real: string) => void;
}

/** Milliseconds to wait for another process that rotates. */
const LOCK_WAIT = 200;
/** Milliseconds until what failed is tried again. */
const RETRY = 1000;

export class RotatingFile {
  #fd: number | undefined;
  /** The file that the descriptor leads to. */
  #stat: Stats;
  /** Where the file was when it was first opened. */
  readonly #real: string;
  readonly #path: string;
  /** A line was cut by a full disk, in this process or an earlier one: the next one begins on a line of its own. */
  #isTorn = false;
  #nextOpen = 0;
  #nextRotation = 0;

  readonly #options: RotatingFileOptions;

  /** @throws RefusedFileError, what `check` throws, or an error of the file system */
  constructor(options: RotatingFileOptions) {
    this.#options = options;

    this.#path = resolve(options.path);
    let real = this.#path;
    this.#fd = openCurrent(this.#path, (found) => {
      real = found;
      options.check(found);
    });
    this.#real = real;
    this.#stat = fstatSync(this.#fd);
    this.#isTorn = endsWithinLine(this.#path, this.#stat);
  }

  /** Adds a line, with its line break. @throws an error of the file system */
  write(line: string): void {
    if (this.#fd === undefined) return;
    this.#follow();
    const { maxSize } = this.#options;
    const bytes = Buffer.from(line);
    if (maxSize > 0 && this.#stat.size > 0 && this.#stat.size + bytes.length > maxSize) {
      this.#rotate(bytes.length);
    }
    this.#append(bytes);
    // Other processes have filled and removed the file between the look and the write.
    if (this.#stat.nlink === 0 && this.#reopen()) this.#append(bytes);
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #append(line: Buffer): void {
    const fd = this.#opened;
    const bytes = this.#isTorn ? Buffer.concat([Buffer.from('\n'), line]) : line;
    let at = 0;
    try {
      while (at < bytes.length) at += writeSync(fd, bytes, at);
      this.#isTorn = false;
    } finally {
      if (at > 0 && at < bytes.length) this.#isTorn = true;
      this.#stat = fstatSync(fd);
    }
  }

  get #opened(): number {
    if (this.#fd === undefined) throw new Error('the file is closed');
    return this.#fd;
  }

  /** Opens the file again where the name is another one's: it was rotated, moved or removed. */
  #follow(): void {
    const named = lstatSync(this.#path, { throwIfNoEntry: false });
    if (named !== undefined && isSame(named, this.#stat)) {
      this.#stat = named;
      return;
    }
    // A name that is a link on its way, or is gone: the checks of the opening decide.
    this.#reopen();
  }

  /** Whether another file is open now. Where it may not be opened, the old one stays. */
  #reopen(): boolean {
    if (Date.now() < this.#nextOpen) return false;
    let fd: number | undefined;
    try {
      fd = openCurrent(this.#path, (real) => {
        if (real !== this.#real) throw new RefusedFileError('it is in another folder now');
        this.#options.check(real);
      });
      const stat = fstatSync(fd);
      // A hard link to a file of another user: only another running app can have made it.
      if (stat.nlink > 1) throw new RefusedFileError('it has several hard links');
      this.close();
      this.#fd = fd;
      this.#stat = stat;
      this.#isTorn = endsWithinLine(this.#path, stat);
      return true;
    } catch {
      if (fd !== undefined) closeSync(fd);
      this.#nextOpen = Date.now() + RETRY;
      return false;
    }
  }

  /** Puts the file aside, unless another process has, or may not be waited for. */
  #rotate(more: number): void {
    if (Date.now() < this.#nextRotation) return;
    let lock: Lock | undefined;
    try {
      const path = this.#options.lock(this.#real);
      if (path !== undefined) lock = acquireLock(path, LOCK_WAIT);
      this.#putAside(more);
    } catch {
      // The file goes on growing meanwhile: a line is worth more than a limit.
      this.#nextRotation = Date.now() + RETRY;
    } finally {
      lock?.release();
    }
    this.#follow();
  }

  #putAside(more: number): void {
    const folder = openFolder(dirname(this.#path));
    try {
      const name = basename(this.#path);
      if (join(folder.real, name) !== this.#real) return;
      const named = lstatSync(join(folder.at, name), { throwIfNoEntry: false });
      if (named === undefined || !isSame(named, this.#stat)) return;
      if (named.size + more <= this.#options.maxSize) return;
      const newest = fullFiles(folder.at, name)
        .at(-1)
        ?.slice(name.length + 1);
      const aside = `${name}.${stamp(newest)}`;
      this.#options.check(join(folder.real, aside));
      renameSync(join(folder.at, name), join(folder.at, aside));
      for (const old of fullFiles(folder.at, name).slice(0, -this.#options.maxFiles || undefined)) {
        this.#options.check(join(folder.real, old));
        unlinkSync(join(folder.at, old));
      }
    } finally {
      if (folder.fd !== undefined) closeSync(folder.fd);
    }
  }
}

/** Opens the current file, and tries again if another process rotates it at the same moment. */
function openCurrent(path: string, check: (real: string) => void): number {
  for (let again = OPENINGS; ; again--) {
    try {
      return openToAppend(path, check);
    } catch (error) {
      // Other logs rotate rarely: a file that is exchanged at each attempt has another cause.
      if (!(error instanceof ExchangedFileError) || again <= 1) throw error;
    }
  }
}

const OPENINGS = 10;

function isSame(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** Whether a process that wrote the file before has left half a line. False where that cannot be read. */
function endsWithinLine(path: string, stat: Stats): boolean {
  if (stat.size === 0) return false;
  let fd: number | undefined;
  try {
    fd = openToRead(path);
    if (!isSame(fstatSync(fd), stat)) return false;
    const last = Buffer.alloc(1);
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const { size, mtimeMs } = fstatSync(fd);
      if (readSync(fd, last, 0, 1, size - 1) !== 1 || last[0] === LINE_FEED) return false;
      // A line that another process writes now shows page by page: one that does not go on is torn.
      if (Date.now() - mtimeMs > STILL) return true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
    return false;
  } catch {
    return false;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const LINE_FEED = 10;
/** Milliseconds in which a write goes on, also where the processor is busy. */
const STILL = 300;
const PAUSE = 10;
const MAX_LOOKS = 50;

/** `20261123-012031-123-9f3a5c`: sorts behind the newest, and no two are the same. */
function stamp(newest: string | undefined): string {
  const last = newest?.replace(/^(....)(..)(..)-(..)(..)(..)-(...).*$/, '$1-$2-$3T$4:$5:$6.$7Z');
  // Of the same millisecond, or of a clock that was put back. One that is not a date is not ours.
  const after = last === undefined ? 0 : Date.parse(last) + 1;
  const time = new Date(after > Date.now() && after < MAX_TIME ? after : Date.now());
  const [date = '', clock = '', ms = ''] = time.toISOString().replace(/[-:Z]/g, '').split(/[T.]/);
  return `${date}-${clock}-${ms}-${randomHex(3)}`;
}

const MAX_TIME = Date.parse('9999-12-31T00:00:00Z');

const STAMP = /^\.\d{8}-\d{6}-\d{3}-[0-9a-f]{6}$/;

/** The names of the full files of a log in its folder, the oldest first. */
export function fullFiles(folder: string, name: string): string[] {
  return readdirSync(folder)
    .filter((each) => each.startsWith(name) && STAMP.test(each.slice(name.length)))
    .sort();
}
