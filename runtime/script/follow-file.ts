/**
 * A file that is followed as programs write it: what was added, also after it was emptied in place, and of the file that has
 * got its name when it was put aside (rotation). It is looked at, not watched: events of file systems do not reach all of them.
 */
import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two looks. */
const INTERVAL = 200;
/** Bytes that are read at once. */
const PIECE = 64 * 1024;
/** Bytes at the end of a file that are read when it is opened. */
const MAX_START = 64 * 1024 * 1024;
const LINE_FEED = 10;

interface Stat {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
}

/** The part of Node's `FileHandle` that is used. */
export interface OpenedFile {
  stat(): Promise<Stat>;
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
  close(): Promise<void>;
}

export interface FollowOptions {
  /** The beginning is read of a large file as well; default: its end. */
  readonly isWhole?: boolean | undefined;
}

/**
 * Yields the bytes of a file, from the beginning of a line on, and what is added to it, until it is aborted. An empty piece
 * means that all there was has been read, once. A line that a file ends in, when another one follows, is ended.
 *
 * @param open opens what the name leads to now, and checks each time that it may be read
 * @throws what `open` throws at the first time; later the file may be absent
 */
export async function* followFile(
  open: () => Promise<OpenedFile>,
  signal: AbortSignal,
  { isWhole = false }: FollowOptions = {},
): AsyncGenerator<Uint8Array, void> {
  let file = await open();
  try {
    let at = isWhole ? 0 : await startOf(file);
    let isOpenLine = false;
    let isFirst = true;
    while (!signal.aborted) {
      const { size } = await file.stat();
      // Emptied in place, by `> app.log`.
      if (size < at) {
        at = 0;
        if (isOpenLine) yield Uint8Array.of(LINE_FEED);
        isOpenLine = false;
      }
      for await (const piece of read(file, at, signal)) {
        at += piece.length;
        isOpenLine = piece.at(-1) !== LINE_FEED;
        yield piece;
      }
      if (isFirst) yield new Uint8Array();
      isFirst = false;
      await wait(signal);
      const next = await reopen(open, file);
      if (next === undefined) continue;
      // What was written between the last look and now.
      for await (const piece of read(file, at, signal)) {
        isOpenLine = piece.at(-1) !== LINE_FEED;
        yield piece;
      }
      if (isOpenLine) yield Uint8Array.of(LINE_FEED);
      isOpenLine = false;
      await file.close();
      file = next;
      at = 0;
    }
  } finally {
    await file.close();
  }
}

/** Of a large file, the beginning of a line near its end. */
async function startOf(file: OpenedFile): Promise<number> {
  const { size } = await file.stat();
  if (size <= MAX_START) return 0;
  let at = size - MAX_START;
  const buffer = new Uint8Array(PIECE);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, PIECE, at);
    const end = buffer.subarray(0, bytesRead).indexOf(LINE_FEED);
    if (end >= 0) return at + end + 1;
    if (bytesRead === 0) return at;
    at += bytesRead;
  }
}

async function* read(
  file: OpenedFile,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  let at = from;
  while (!signal.aborted) {
    const buffer = new Uint8Array(PIECE);
    const { bytesRead } = await file.read(buffer, 0, PIECE, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The file that has the name now, where that is another one. */
async function reopen(
  open: () => Promise<OpenedFile>,
  file: OpenedFile,
): Promise<OpenedFile | undefined> {
  let next: OpenedFile;
  try {
    next = await open();
  } catch {
    // It was put aside, and there is none yet.
    return undefined;
  }
  const [own, other] = await Promise.all([file.stat(), next.stat()]);
  if (own.ino !== other.ino || own.dev !== other.dev) return next;
  await next.close();
  return undefined;
}

async function wait(signal: AbortSignal): Promise<void> {
  try {
    // Nothing waits for it alone.
    await setTimeout(INTERVAL, undefined, { ref: false, signal });
  } catch {
    // Aborted: the caller looks at the signal.
  }
}
