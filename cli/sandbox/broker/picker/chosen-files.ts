/**
 * Files that the user has chosen for an app, open for reading. The app has their numbers, names and sizes, and reads ranges of
 * bytes; it never learns a path, and no path is opened for it again.
 */
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, statfs, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { realPathOfDescriptor } from '../../../documents/opened-file.js';
import { realPathOf } from '../../policy/grants/paths.js';
import { isRecord } from '../../channel/protocol.js';
import { FORBIDDEN, type Forbidden } from './forbidden.js';

/** Files of one app that are open at a time. */
export const MAX_OPEN = 256;
/** Of one choice. */
export const MAX_CHOSEN = 100;
/** Reads at a time. */
const MAX_READS = 16;
const PIECE = 64 * 1024;

const EXCHANGED = 'it was exchanged meanwhile';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** What the app learns of a file. */
export interface ChosenFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** Why a file is not opened, as the user reads it. */
export class RefusedChoice extends Error {}

interface Opened {
  readonly handle: FileHandle;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

export class ChosenFiles {
  readonly #open = new Map<number, Opened>();
  #lastId = 0;
  #reads = 0;
  #isClosed = false;

  /** Number of files that are open. */
  get count(): number {
    return this.#open.size;
  }

  /**
   * Opens a file that the user has chosen: a regular one, where its path leads now.
   *
   * @param shown the real path that the user was shown; undefined where that was none
   * @throws RefusedChoice
   */
  async open(path: string, forbidden: Forbidden, shown?: string): Promise<ChosenFile> {
    if (this.#open.size >= MAX_OPEN) {
      throw new RefusedChoice(`the app has ${MAX_OPEN} files open already`);
    }
    const real = realPathOf(path, '/');
    if (real === undefined) throw new RefusedChoice('the path leads nowhere');
    const byPath = forbidden.whyPath(real);
    if (byPath !== undefined) throw new RefusedChoice(byPath);
    // A program that the app may run could put a link there while the user reads the list.
    if (shown !== undefined && shown !== real) throw new RefusedChoice(EXCHANGED);
    const handle = await openRegular(real);
    try {
      // The open file counts, whatever has come to its name.
      if (realPathOfDescriptor(handle.fd, real) !== real) {
        throw new RefusedChoice(EXCHANGED);
      }
      const stat = await handle.stat({ bigint: true });
      if (!stat.isFile()) throw new RefusedChoice(kindOf(stat));
      if (await isOfKernel(handle)) throw new RefusedChoice(FORBIDDEN.process);
      const why = await forbidden.why(real, stat);
      if (why !== undefined) throw new RefusedChoice(why);
      if (this.#isClosed) throw new RefusedChoice('the app has ended');
      const id = ++this.#lastId;
      const { size, mtimeNs, mtimeMs } = stat;
      this.#open.set(id, { handle, size, mtimeNs });
      return { id, name: basename(path), size: Number(size), modified: Number(mtimeMs) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The bytes of a range. @throws an error with a code for the app */
  read(payload: unknown): AsyncGenerator<Uint8Array, void> {
    const { id, start, end } = isRecord(payload) ? payload : {};
    const file = this.#open.get(Number(id));
    if (file === undefined) throw coded('file-closed', 'the file is not open');
    const size = Number(file.size);
    if (!isPlace(start, 0, size) || !isPlace(end, start, size)) {
      throw new RangeError(`expected a range of 0 to ${size}`);
    }
    if (this.#reads >= MAX_READS) {
      throw coded('too-many', `expected at most ${MAX_READS} reads at a time`);
    }
    return this.#pieces(file, start, end);
  }

  async *#pieces(
    { handle, ...known }: Opened,
    start: number,
    end: number,
  ): AsyncGenerator<Uint8Array, void> {
    this.#reads++;
    const check = async (): Promise<void> => {
      if (this.#isClosed) throw coded('file-closed', 'the file is not open');
      const { size, mtimeNs } = await handle.stat({ bigint: true });
      if (size !== known.size || mtimeNs !== known.mtimeNs) throw changed();
    };
    try {
      await check();
      for (let at = start; at < end;) {
        const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE, end - at));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0) throw changed();
        at += bytesRead;
        // Bytes of two versions are none of either.
        if (at >= end) await check();
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      this.#reads--;
    }
  }

  /** The app has no use for these any more. */
  release(payload: unknown): void {
    if (!Array.isArray(payload)) return;
    for (const id of payload.slice(0, MAX_OPEN)) {
      const file = this.#open.get(Number(id));
      this.#open.delete(Number(id));
      file?.handle.close().catch(() => undefined);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.release([...this.#open.keys()]);
  }
}

/** Never waits, and never follows a link in its place; a device is not opened at all. @throws RefusedChoice */
async function openRegular(real: string): Promise<FileHandle> {
  try {
    const stat = await lstat(real, { bigint: true });
    if (!stat.isFile()) throw new RefusedChoice(kindOf(stat));
    return await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (error instanceof RefusedChoice) throw error;
    throw new RefusedChoice(inWords(error));
  }
}

function kindOf(stat: BigIntStats): string {
  if (stat.isDirectory()) return 'it is a folder';
  if (stat.isFIFO()) return 'it is a pipe, not a file';
  if (stat.isSocket()) return 'it is a socket, not a file';
  if (stat.isSymbolicLink()) return EXCHANGED;
  return 'it is a device, not a file';
}

/** Magic numbers of file systems that the kernel makes up: of processes, of the system, of security, of debugging. */
const KERNEL = [0x9fa0, 0x62656572, 0x73636673, 0x64626720, 0x74726163, 0x63677270, 0xcafe4a11];

async function isOfKernel({ fd }: FileHandle): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const found = await statfs(`/proc/self/fd/${fd}`).catch(() => undefined);
  return found !== undefined && KERNEL.includes(found.type);
}

/** Reasons of the file system, in words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it is gone',
  ENOTDIR: 'it is gone',
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
  ELOOP: EXCHANGED,
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENXIO: 'it is not a file',
};

export function inWords(error: unknown): string {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? `it cannot be read (${code})`;
}

function isPlace(value: unknown, from: number, to: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to;
}

function changed(): Error {
  return coded('file-changed', 'the file has changed since it was chosen');
}

export function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
