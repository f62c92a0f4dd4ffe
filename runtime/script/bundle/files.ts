/**
 * Files for the compiler, limited to what a predicate allows. A file is opened once, and what was opened
 * is what is checked and read: a path that is replaced between two looks at it gains nothing.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';

/** In bytes. */
const MAX_FILE = 32 * 1024 * 1024;
const MAX_TOTAL = 256 * 1024 * 1024;
/** Of a `package.json` or `tsconfig.json`, and of all of them: read with places, they take a hundred times their size. */
const MAX_JSON = 1024 * 1024;
const MAX_ALL_JSON = 16 * MAX_JSON;
/** Paths without a file that are remembered. */
const MAX_MISSING = 1000;

export interface OpenedFile {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** Decides by a file's real path and its bytes. */
export type FileFilter = (path: string, bytes: Buffer) => boolean;

export class SourceFiles {
  /** Every file that was read, by its real path. */
  readonly opened: ReadonlyMap<string, Buffer>;
  /** Where a file that may be read was looked for, and none was. */
  readonly missing = new Set<string>();
  readonly #opened = new Map<string, Buffer>();
  readonly #refused = new Set<string>();
  #total = 0;
  #totalJson = 0;

  readonly #mayRead: (real: string) => boolean;
  readonly #mayAdd: FileFilter;

  /**
   * @param mayRead decides by the real path of a file or, with a separator at its end, of a folder;
   *   default: everything may be read
   * @param mayAdd decides again when the bytes are known
   */
  constructor(mayRead: (real: string) => boolean = () => true, mayAdd: FileFilter = () => true) {
    this.#mayRead = mayRead;
    this.#mayAdd = mayAdd;

    this.opened = this.#opened;
  }

  /** The real path of a file that may be read; undefined for everything else. */
  fileAt(path: string): string | undefined {
    const real = realPath(path);
    if (real === undefined) {
      if (this.missing.size < MAX_MISSING && this.#mayRead(path)) this.missing.add(path);
      return undefined;
    }
    return this.#mayRead(real) && typeOf(real) === 'file' ? real : undefined;
  }

  isFolder(path: string): boolean {
    const real = realPath(path);
    return real !== undefined && this.#mayRead(`${real}/`) && typeOf(real) === 'folder';
  }

  /** Whether a file of this path could be read if it existed; asks nothing of the disk. */
  allows(path: string): boolean {
    return this.#mayRead(path);
  }

  /** Whether there is something that may be read but is neither a file nor a folder: a pipe, a device. */
  isSpecial(path: string): boolean {
    const real = realPath(path);
    return real !== undefined && this.#mayRead(real) && typeOf(real) === undefined;
  }

  /** Whether a file could be read but may not become part of the bundle. */
  isRefused(path: string): boolean {
    return this.#refused.has(path);
  }

  /** The text of a file of JSON; undefined where it cannot be read, null where there is too much of it. */
  readJson(path: string): string | null | undefined {
    const bytes = this.read(path)?.bytes;
    if (bytes === undefined) return undefined;
    this.#totalJson += bytes.length;
    if (bytes.length > MAX_JSON || this.#totalJson > MAX_ALL_JSON) return null;
    return bytes.toString('utf8').replace(/^\ufeff/, '');
  }

  /** Reads a regular file; undefined where there is none that may be read, or it is too large. */
  read(path: string): OpenedFile | undefined {
    // Checked before it is opened as well: opening a device can have effects of its own.
    const real = this.fileAt(path);
    if (real === undefined) return undefined;
    const known = this.#opened.get(real);
    if (known !== undefined) return { path: real, bytes: known };
    const bytes = readRegular(real, MAX_TOTAL - this.#total);
    if (bytes === undefined) return undefined;
    if (!this.#mayAdd(real, bytes)) {
      this.#refused.add(real);
      return undefined;
    }
    this.#total += bytes.length;
    this.#opened.set(real, bytes);
    return { path: real, bytes };
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function typeOf(real: string): 'file' | 'folder' | undefined {
  const stat = statSync(real, { throwIfNoEntry: false });
  return stat?.isFile() === true ? 'file' : stat?.isDirectory() === true ? 'folder' : undefined;
}

/** @param real the checked path; another file that has taken its place is not read */
function readRegular(real: string, room: number): Buffer | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let file: number;
  try {
    // Without waiting: a named pipe may never have a writer.
    file = openSync(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(file);
    const fits = fstatSync(file).isFile() && size <= MAX_FILE && size <= room;
    return fits && leadsTo(file, real) ? readBytes(file, size) : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** True if an open file is the one at a real path. */
function leadsTo(file: number, real: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${file}`) === real;
  } catch {
    // Without /proc, compare with the file that the path leads to now.
  }
  const opened = fstatSync(file, { bigint: true });
  const there = statSync(real, { bigint: true });
  return realPath(real) === real && opened.dev === there.dev && opened.ino === there.ino;
}

/** No more than the size: files of /proc have none, and hold what belongs to this process. */
function readBytes(file: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let at = 0;
  while (at < size) {
    const got = readSync(file, bytes, at, size - at, at);
    if (got === 0) break;
    at += got;
  }
  return bytes.subarray(0, at);
}
