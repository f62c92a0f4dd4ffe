/**
 * Opens files at paths from a setting or a flag. Apps may have been at work in the folders on the way: what is
 * checked is where the open descriptor leads, and a link at the end is not followed.
 */
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  promises,
  realpathSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { realPathOfOpen } from '../sandbox/policy/grants/paths.js';

const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } =
  constants;

/** An error whose message states why a file is not opened. */
export class RefusedFileError extends Error {}

/** Another file has come to the name while it was opened. */
export class ExchangedFileError extends RefusedFileError {
  constructor() {
    super('it was exchanged meanwhile');
  }
}

/**
 * Where an open descriptor leads; undefined where that cannot be known. If the kernel does not report it, the path
 * is resolved again, and has to be the same file.
 */
export function realPathOfDescriptor(fd: number, path: string): string | undefined {
  const reportedPath = realPathOfOpen(fd);
  if (reportedPath !== undefined) return reportedPath;
  try {
    const real = realpathSync.native(path);
    const [open, named] = [fstatSync(fd), statSync(real)];
    return open.dev === named.dev && open.ino === named.ino ? real : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Opens a file to add to it, and makes it, for its owner only, where it is missing. Never waits: a named pipe
 * without a reader is refused.
 *
 * @param check given the real path, before anything is made there; throws where it may not be opened
 * @throws RefusedFileError, or an error of the file system
 */
export function openToAppend(
  path: string,
  check: (real: string) => void = () => undefined,
): number {
  const whole = resolve(path);
  const folder = openFolder(dirname(whole));
  try {
    const real = join(folder.real, basename(whole));
    check(real);
    const file = openLast(join(folder.at, basename(whole)), O_WRONLY | O_APPEND | O_CREAT, 0o600);
    if (fstatSync(file).isFile() && realPathOfDescriptor(file, real) === real) return file;
    const stat = fstatSync(file);
    const isOther = stat.isFile();
    const kind = stat.isCharacterDevice() ? 'it is a device, not a file' : 'it is not a file';
    closeSync(file);
    throw isOther ? new ExchangedFileError() : new RefusedFileError(kind);
  } finally {
    if (folder.fd !== undefined) closeSync(folder.fd);
  }
}

/** An open folder. */
export interface Folder {
  readonly fd: number | undefined;
  /** Where it leads. */
  readonly real: string;
  /** How it is named so that it stays the same folder whatever becomes of its path. */
  readonly at: string;
}

/** Opens a folder; its `fd`, where it has one, is the caller's to close. @throws an error of the file system */
export function openFolder(path: string): Folder {
  const real = realpathSync.native(path);
  if (process.platform !== 'linux') return { fd: undefined, real, at: real };
  let fd: number;
  try {
    fd = openSync(path, O_RDONLY | O_DIRECTORY);
  } catch (error) {
    // A folder that may be searched and not listed.
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      return { fd: undefined, real, at: real };
    throw error;
  }
  const reportedPath = realPathOfOpen(fd);
  return reportedPath === undefined
    ? { fd, real, at: real }
    : { fd, real: reportedPath, at: `/proc/self/fd/${fd}` };
}

/** Not through a link in the place of the file. */
function openLast(path: string, flags: number, mode?: number): number {
  try {
    // Windows has neither of the two.
    return openSync(path, flags | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
    throw new RefusedFileError('it is a symbolic link; name its target');
  }
}

/** Opens a file to read, through no link in its place, and never waits. @throws RefusedFileError, or of the file system */
export function openToRead(path: string): number {
  return openLast(path, O_RDONLY);
}

/** Standard streams by name: links that the system itself has made. */
const STREAM = /^\/(dev\/(stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/**
 * The file that a result goes to. It is opened before the app starts, which could put a link in its place, and
 * written at the end: a run that fails leaves an old file as it is.
 */
export class OutputFile {
  readonly #path: string;
  /** Undefined for what is not a file: a pipe, a terminal. */
  readonly #fd: number | undefined;
  readonly #isNew: boolean;

  private constructor(
    path: string,

    fd: number | undefined,
    isNew: boolean,
  ) {
    this.#path = path;
    this.#fd = fd;
    this.#isNew = isNew;
  }

  /** @throws RefusedFileError, or an error of the file system */
  static open(path: string): OutputFile {
    const whole = resolve(path);
    const found = statSync(whole, { throwIfNoEntry: false });
    const isFile = found === undefined || found.isFile() || found.isDirectory();
    if (STREAM.test(whole) || !isFile) return new OutputFile(whole, undefined, false);
    try {
      return new OutputFile(whole, openLast(whole, O_WRONLY | O_CREAT | O_EXCL, 0o666), true);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return new OutputFile(whole, openLast(whole, O_WRONLY), false);
    }
  }

  /** Writes all of it, and closes. @throws RefusedFileError, or an error of the file system */
  async write(text: string): Promise<void> {
    if (this.#fd === undefined) return await writeStream(this.#path, text);
    try {
      if (fstatSync(this.#fd).nlink === 0) throw new RefusedFileError('it was removed meanwhile');
      ftruncateSync(this.#fd);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length;) at += writeSync(this.#fd, bytes, at);
    } finally {
      closeSync(this.#fd);
    }
  }

  /** Nothing is written: an empty file that was only made for it goes away. */
  discard(): void {
    if (this.#fd === undefined) return;
    try {
      const [open, named] = [fstatSync(this.#fd), lstatSync(this.#path)];
      const isStill = open.dev === named.dev && open.ino === named.ino && open.size === 0;
      if (this.#isNew && isStill) unlinkSync(this.#path);
    } catch {
      // It is gone already.
    } finally {
      closeSync(this.#fd);
    }
  }
}

async function writeStream(path: string, text: string): Promise<void> {
  if (STREAM.test(path)) return await promises.writeFile(path, text);
  const file = await promises.open(path, O_WRONLY);
  try {
    // A pipe when it was looked at first: a file now would be another one.
    if ((await file.stat()).isFile()) throw new RefusedFileError('it was exchanged meanwhile');
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
