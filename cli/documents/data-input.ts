/** A file of data that the user has named, opened for an app that may not open it: its bytes are the app's input. */
import { close, constants, createReadStream, fstat, open, read } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';
import { followFile, type OpenedFile } from '../../runtime/script/follow-file.js';
import type { Console } from '../command-line/console.js';
import { failure } from './source.js';

export interface DataInput {
  /** The console of the call, with the bytes of the file as its stdin. */
  readonly console: Console;
  /** @throws DiagnosticError where the file could not be read to its end */
  check(): void;
  /** Ends reading. */
  close(): void;
}

/** @throws DiagnosticError for what is not a file that can be read */
export async function openData(
  console: Console,
  path: string,
  isFollowed: boolean,
): Promise<DataInput> {
  const whole = resolve(console.cwd, path);
  // A pipe by name is opened when a program writes to it.
  const { fd, isFile, isPipe } = await opened(whole, path);
  const abort = new AbortController();
  let error: NodeJS.ErrnoException | undefined;
  let stream: Readable;
  if (isFollowed && isFile) {
    const pieces = followed(fd, whole, abort.signal);
    stream = Readable.from(pieces, { objectMode: false });
  } else {
    // A thread that reads a pipe in which nothing comes would keep this process from ending.
    stream = isPipe
      ? new Socket({ fd, readable: true, writable: false })
      : createReadStream('', { fd });
  }
  stream.on('error', (found: NodeJS.ErrnoException) => (error = found));
  const { stdout, stderr, env, cwd, home, hasColor } = console;
  const stdin = stream as unknown as Console['stdin'];
  return {
    console: { stdin, stdout, stderr, env, cwd, home, hasColor },
    check: () => {
      if (error !== undefined) throw unreadable(path, error);
    },
    close: () => {
      abort.abort();
      stream.destroy();
    },
  };
}

interface Opened {
  readonly fd: number;
  readonly isFile: boolean;
  readonly isPipe: boolean;
}

async function opened(whole: string, path: string): Promise<Opened> {
  let fd: number | undefined;
  try {
    if (path === '') throw failure('no-file', '""', 'the name of the file is empty');
    fd = await promisify(open)(whole, 'r');
    const stat = await promisify(fstat)(fd);
    if (stat.isDirectory()) throw failure('is-directory', path, 'is a folder, not a file');
    return { fd, isFile: stat.isFile(), isPipe: stat.isFIFO() };
  } catch (error) {
    if (fd !== undefined) await promisify(close)(fd);
    throw error instanceof DiagnosticError
      ? error
      : unreadable(path, error as NodeJS.ErrnoException);
  }
}

/** The bytes of the file and those that are added. Empty pieces, which only mark that the first have ended, are left out. */
async function* followed(
  fd: number,
  whole: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  let first: OpenedFile | undefined = openedFile(fd);
  const next = async (): Promise<OpenedFile> => {
    const found = first ?? (await openRegular(whole));
    first = undefined;
    return found;
  };
  for await (const piece of followFile(next, signal, { isWhole: true })) {
    if (piece.length > 0) yield piece;
  }
}

function openedFile(fd: number): OpenedFile {
  return {
    stat: async () => await promisify(fstat)(fd),
    read: async (...args) => await promisify(read)(fd, ...args),
    close: async () => await promisify(close)(fd),
  };
}

/** What has got the name meanwhile. Never waits: what is not a file is left as if it were absent. */
async function openRegular(whole: string): Promise<OpenedFile> {
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
  const file = await openFile(whole, O_RDONLY | O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error('it is not a file');
}

function unreadable(path: string, { code, message }: NodeJS.ErrnoException): DiagnosticError {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return failure('no-file', path, 'there is no such file');
    case 'EISDIR':
      return failure('is-directory', path, 'is a folder, not a file');
    case 'EACCES':
    case 'EPERM':
      return failure('no-access', path, 'may not be read by this user');
    default:
      return failure('no-access', path, `cannot be read (${code ?? message})`);
  }
}
