/** Reads a log from its end, through rotated files, and follows it. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { RefusedFileError } from '../documents/opened-file.js';
import { readEntry, type ReadEntry } from './entry-line.js';
import { fullFiles } from './rotating-file.js';

/** Bytes that are read at a time. */
const PIECE = 64 * 1024;
/** Milliseconds between two looks at a log that is followed. */
const INTERVAL = 100;
/** Milliseconds that a file is still read after it was put aside: other processes may be about to write. */
const LATE = 1000;
/** Characters of one entry; the rest of a longer one is left out. */
const MAX_ENTRY = 256 * 1024;

/** Puts entries together from lines. */
class EntryReader {
  #rest = '';
  #entry: { first: ReadEntry; lines: string[]; length: number } | undefined;

  readonly #onEntry: (entry: ReadEntry) => void;

  constructor(onEntry: (entry: ReadEntry) => void) {
    this.#onEntry = onEntry;
  }

  feed(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, MAX_ENTRY);
    for (const line of lines) this.#line(line);
  }

  /** The last entry: it may go on in the file later, and is over for the reader. */
  flush(): void {
    const entry = this.#entry;
    this.#entry = undefined;
    if (entry === undefined) return;
    this.#onEntry({ ...entry.first, message: [entry.first.message, ...entry.lines].join('\n') });
  }

  #line(line: string): void {
    const first = readEntry(line);
    if (first !== undefined) {
      this.flush();
      this.#entry = { first, lines: [], length: line.length };
    } else if (this.#entry !== undefined && this.#entry.length < MAX_ENTRY) {
      this.#entry.lines.push(line.replace(/^ {2}/, ''));
      this.#entry.length += line.length;
    }
  }
}

/**
 * The requested last entries of a log, oldest first. Reads only as much of the files as needed.
 *
 * @throws RefusedFileError, or an error of the file system, if no log can be read
 */
export function lastEntries(
  path: string,
  count: number,
  isIncluded: (entry: ReadEntry) => boolean,
): ReadEntry[] {
  let found: ReadEntry[] = [];
  const aside = asideOf(path);
  // Right after a rotation the current file may not exist yet; the rotated ones then suffice.
  const isNeeded = aside.length === 0;
  for (const file of [path, ...aside.map((name) => join(dirname(path), name))]) {
    if (found.length >= count) break;
    const more = endOf(file, count - found.length, isIncluded, isNeeded);
    found = [...more, ...found];
  }
  return found;
}

/** The full files, the newest first. */
function asideOf(path: string): string[] {
  try {
    return fullFiles(dirname(path), basename(path)).reverse();
  } catch {
    // A folder that may be searched and not listed.
    return [];
  }
}

/** The last entries of one file. One that was put aside may be gone by now. */
function endOf(
  path: string,
  count: number,
  isIncluded: (entry: ReadEntry) => boolean,
  isNeeded: boolean,
): ReadEntry[] {
  let fd: number;
  try {
    fd = openFile(path);
  } catch (error) {
    if (isNeeded || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
  try {
    const { size } = fstatSync(fd);
    // Twice as much each time, until there are enough.
    for (let length = PIECE; ; length *= 4) {
      const from = Math.max(0, size - length);
      const entries: ReadEntry[] = [];
      const reader = new EntryReader((entry) => {
        if (isIncluded(entry)) entries.push(entry);
      });
      // A piece begins in the middle of a line, of which the reader makes no entry.
      readInto(fd, from, size, reader);
      reader.flush();
      if (entries.length > count || from === 0) return entries.slice(-count);
    }
  } finally {
    closeSync(fd);
  }
}

/** Opens a log to read. Never waits, as for a pipe that nothing writes to. */
function openFile(path: string): number {
  // Windows has no such flag.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new RefusedFileError('it is not a file');
}

/** Reads a part of a file; where it ended. */
function readInto(fd: number, from: number, to: number, reader: EntryReader): number {
  const decoder = new StringDecoder('utf8');
  return readThrough(fd, from, to, (bytes) => reader.feed(decoder.write(bytes)));
}

function readThrough(
  fd: number,
  from: number,
  to: number,
  onBytes: (bytes: Buffer) => void,
): number {
  const buffer = Buffer.allocUnsafe(PIECE);
  let at = from;
  while (at < to) {
    const length = readSync(fd, buffer, 0, Math.min(PIECE, to - at), at);
    if (length === 0) break;
    onBytes(buffer.subarray(0, length));
    at += length;
  }
  return at;
}

/** One open file of a log that is followed. */
class Followed {
  readonly #decoder = new StringDecoder('utf8');
  readonly #reader: EntryReader;

  readonly #fd: number;
  #at: number;

  constructor(fd: number, at: number, onEntry: (entry: ReadEntry) => void) {
    this.#fd = fd;
    this.#at = at;

    this.#reader = new EntryReader(onEntry);
  }

  get stat(): Stats {
    return fstatSync(this.#fd);
  }

  /** Whether it is the file that the descriptor leads to. */
  is(stat: Stats): boolean {
    const own = this.stat;
    return own.ino === stat.ino && own.dev === stat.dev;
  }

  /** Reads what is left of a file that was put aside. What comes now may come behind entries of the next file. */
  readLast(): void {
    this.read();
    this.#reader.flush();
  }

  /** Reads what was added. An entry is complete where nothing was added to it since the last look. */
  read(): void {
    const { size } = this.stat;
    // Emptied in place, by `> app.log`.
    if (size < this.#at) this.#at = 0;
    const before = this.#at;
    this.#at = readThrough(this.#fd, this.#at, size, (bytes) =>
      this.#reader.feed(this.#decoder.write(bytes)),
    );
    if (this.#at === before) this.#reader.flush();
  }

  /** Closes it unread. */
  drop(): void {
    closeSync(this.#fd);
  }

  close(): void {
    this.readLast();
    closeSync(this.#fd);
  }
}

/**
 * Calls back with each entry that is added to a log from now on, whatever files it is put aside to. Returns a
 * function that ends that.
 */
export function followLog(path: string, onEntry: (entry: ReadEntry) => void): () => void {
  const late: { file: Followed; until: number }[] = [];
  let current = open(path, onEntry, true);
  const look = (): void => {
    const named = statOf(path);
    const isNew = named !== undefined && current?.is(named) !== true;
    if (isNew) {
      const until = Date.now() + LATE;
      const between = current === undefined ? [] : openedSince(path, current, onEntry);
      for (const file of [current, ...between]) if (file !== undefined) late.push({ file, until });
    }
    for (const { file } of late) file.readLast();
    if (isNew) current = open(path, onEntry, false);
    while (late[0] !== undefined && late[0].until < Date.now()) late.shift()?.file.close();
    current?.read();
  };
  const timer = setInterval(look, INTERVAL);
  return () => {
    clearInterval(timer);
    look();
    for (const { file } of late) file.close();
    current?.close();
  };
}

/** The files that were begun and put aside again since the last look, the oldest first. */
function openedSince(
  path: string,
  last: Followed,
  onEntry: (entry: ReadEntry) => void,
): readonly Followed[] {
  const found: Followed[] = [];
  // The newest first.
  for (const name of asideOf(path)) {
    const file = join(dirname(path), name);
    const stat = statOf(file);
    if (stat !== undefined && last.is(stat)) return found.reverse();
    const opened = stat === undefined ? undefined : open(file, onEntry, false);
    if (opened !== undefined) found.push(opened);
  }
  // It was removed or moved: which of the others came behind it is not known.
  for (const file of found) file.drop();
  return [];
}

/** Follows links: a log may be read by any name. Undefined if no such file exists. */
function statOf(path: string): Stats | undefined {
  try {
    const stat = statSync(path);
    return stat.isFile() ? stat : undefined;
  } catch {
    return undefined;
  }
}

function open(
  path: string,
  onEntry: (entry: ReadEntry) => void,
  atEnd: boolean,
): Followed | undefined {
  try {
    const fd = openFile(path);
    return new Followed(fd, atEnd ? fstatSync(fd).size : 0, onEntry);
  } catch {
    // Does not exist yet, or is being renamed.
    return undefined;
  }
}
