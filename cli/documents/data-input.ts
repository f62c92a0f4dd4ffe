/** A file of data that the user has named, opened for an app that may not open it: its bytes are the app's input. */
import { open, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { DiagnosticError } from '../../runtime/base/diagnostics.js';
import { followFile } from '../../runtime/script/follow-file.js';
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
  const file = await opened(whole, path);
  const abort = new AbortController();
  let error: NodeJS.ErrnoException | undefined;
  const stream = isFollowed
    ? Readable.from(await followed(file, whole, abort.signal), { objectMode: false })
    : file.createReadStream();
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

async function opened(whole: string, path: string): Promise<FileHandle> {
  let file: FileHandle | undefined;
  try {
    if (path === '') throw failure('no-file', '""', 'the name of the file is empty');
    file = await open(whole, 'r');
    if ((await file.stat()).isDirectory()) {
      throw failure('is-directory', path, 'is a folder, not a file');
    }
    return file;
  } catch (error) {
    await file?.close();
    throw error instanceof DiagnosticError
      ? error
      : unreadable(path, error as NodeJS.ErrnoException);
  }
}

/** The bytes of the file and those that are added. Empty pieces, which only mark that the first have ended, are left out. */
async function followed(
  file: FileHandle,
  whole: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  if (!(await file.stat()).isFile()) return file.createReadStream();
  let first: FileHandle | undefined = file;
  const next = async (): Promise<FileHandle> => {
    const found = first ?? (await open(whole, 'r'));
    first = undefined;
    return found;
  };
  return (async function* pieces() {
    for await (const piece of followFile(next, signal, { isWhole: true })) {
      if (piece.length > 0) yield piece;
    }
  })();
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
