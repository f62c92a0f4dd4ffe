/**
 * The standard streams of the app's process, which are pipes to the launcher. Output blocks until the launcher has
 * read it: it is complete at every end of the process, and in order. Input is requested when something first reads
 * it: until then the launcher leaves it to other programs.
 */
import { promises, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { SYNC_FD } from '../channel/descriptors.js';
import { requestSync } from '../channel/sync.js';

/** Milliseconds until a full pipe is tried again, if an app has opened it in another way and it does not block. */
const PAUSE = 1;

class BlockingOutput extends Writable {
  /** As Node's own. */
  readonly _type = 'pipe';
  readonly _isStdio = true;
  readonly destroySoon = this.destroy;

  constructor(readonly fd: 1 | 2) {
    super({ decodeStrings: true });
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    let failure: Error | undefined;
    try {
      writeAll(this.fd, bytes);
    } catch (error) {
      failure = error as Error;
    }
    done(failure);
  }
}

// Scripts can reach the class, and the bundle shortens names.
Object.defineProperty(BlockingOutput, 'name', { value: 'WriteStream' });

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // The launcher has closed the pipe while this waited.
      if (code === 'ECONNRESET') throw Object.assign(error as Error, { code: 'EPIPE' });
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

/** Replaces `process.stdout` and `process.stderr`. */
export function blockOutput(): void {
  // There its pipes are not written in this way.
  if (process.platform === 'win32') return;
  for (const [name, fd] of [
    ['stdout', 1],
    ['stderr', 2],
  ] as const) {
    const stream = new BlockingOutput(fd);
    const found = Object.getOwnPropertyDescriptor(process, name);
    Object.defineProperty(process, name, { ...found, get: () => stream });
  }
}

/** What reads the descriptor or the file that is its first argument. */
const READS = ['read', 'readSync', 'readv', 'readvSync', 'readFile', 'readFileSync'] as const;

/** Names of the input, which the sandbox does not have. */
const NAMES: readonly unknown[] = ['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];

/**
 * Requests the input when something first reads it, by its descriptor or by a name. To be called after functions of
 * `fs` are limited, since an app can come to have what is called here: by an iterator of arrays, or `promisify`.
 *
 * @param hasInput else it is at its end
 */
export function offerInput(hasInput: boolean): void {
  let isRequested = !hasInput;
  const request = (): void => {
    if (isRequested) return;
    isRequested = true;
    requestSync(SYNC_FD, 'input');
  };
  const fs = process.getBuiltinModule('node:fs');
  const { createReadStream, readFile } = fs;
  for (const name of READS) {
    replace(fs, name, (original, values) => {
      if (NAMES.includes(values[0])) values[0] = INPUT;
      if (values[0] === INPUT) request();
      return original(...values);
    });
  }
  replace(fs, 'createReadStream', (original, [path, options, ...rest]) => {
    if (!NAMES.includes(path)) return original(path, options, ...rest);
    const own = typeof options === 'string' ? { encoding: options } : (options as object);
    // Its reads are those above.
    return createReadStream('', { ...own, fd: INPUT });
  });
  replace(promises, 'readFile', (original, [path, ...rest]) => {
    if (!NAMES.includes(path)) return original(path, ...rest);
    request();
    return promisify(readFile)(INPUT, ...(rest as []));
  });
  const found = Object.getOwnPropertyDescriptor(process, 'stdin');
  Object.defineProperty(process, 'stdin', {
    ...found,
    get: () => {
      request();
      return found?.get?.call(process) as unknown;
    },
  });
}

const INPUT = 0;

type Callable = (...values: unknown[]) => unknown;

function replace(
  module: object,
  name: string,
  call: (original: Callable, values: unknown[]) => unknown,
): void {
  const members = module as Record<string, Callable>;
  const original = members[name]!;
  const wrapped = (...values: unknown[]): unknown => call(original, values);
  // What `util.promisify` takes instead.
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
  members[name] = wrapped;
}
