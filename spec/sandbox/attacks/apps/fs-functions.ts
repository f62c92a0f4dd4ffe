/**
 * Every function that `node:fs` and `node:fs/promises` export, against a file and a folder that nobody has
 * granted. The names come from the modules; a function that the table does not know is told.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { attack, done, place } from './kit.js';

type Call = (...values: unknown[]) => unknown;

/** A folder of its own for each function: `file`, `link` to it, `dir/` with `dir/in`, `empty/`. */
let next = 0;
// As it is spelt: `join` would resolve the `..` that it may come with.
const fresh = (): string => `${place.outside}/t${next++}`;
const mine = (): string => join(place.cache, `m${next++}`);

/** Arguments by the function's plain name, for a fresh target. */
const ARGUMENTS: Readonly<Record<string, (at: string) => unknown[]>> = {
  access: (at) => [`${at}/file`],
  appendFile: (at) => [`${at}/file`, 'x'],
  chmod: (at) => [`${at}/file`, 0o777],
  chown: (at) => [`${at}/file`, process.getuid?.(), process.getgid?.()],
  copyFile: (at) => [`${at}/file`, mine()],
  cp: (at) => [`${at}/dir`, mine(), { recursive: true }],
  glob: (at) => [`${at}/*`],
  lchmod: (at) => [`${at}/file`, 0o777],
  lchown: (at) => [`${at}/link`, process.getuid?.(), process.getgid?.()],
  link: (at) => [`${at}/file`, mine()],
  lstat: (at) => [`${at}/file`],
  lutimes: (at) => [`${at}/link`, 5, 5],
  mkdir: (at) => [`${at}/made`],
  mkdtemp: (at) => [`${at}/made-`],
  mkdtempDisposable: (at) => [`${at}/made-`],
  open: (at) => [`${at}/file`, 'r'],
  openAsBlob: (at) => [`${at}/file`],
  opendir: (at) => [`${at}/dir`],
  readFile: (at) => [`${at}/file`],
  readdir: (at) => [`${at}/dir`],
  readlink: (at) => [`${at}/link`],
  realpath: (at) => [`${at}/link`],
  rename: (at) => [`${at}/file`, `${at}/renamed`],
  rm: (at) => [`${at}/dir`, { recursive: true }],
  rmdir: (at) => [`${at}/empty`],
  stat: (at) => [`${at}/file`],
  statfs: (at) => [at],
  symlink: (at) => [`${at}/file`, `${at}/new-link`],
  truncate: (at) => [`${at}/file`, 0],
  unlink: (at) => [`${at}/file`],
  utimes: (at) => [`${at}/file`, 5, 5],
  writeFile: (at) => [`${at}/file`, 'x'],
};

/** Arguments after a descriptor that is opened first. */
const ON_DESCRIPTOR: Readonly<Record<string, unknown[]>> = {
  close: [],
  fchmod: [0o777],
  fchown: [process.getuid?.(), process.getgid?.()],
  fdatasync: [],
  fstat: [],
  fsync: [],
  ftruncate: [0],
  futimes: [5, 5],
  read: [Buffer.alloc(4), 0, 4, 0],
  readv: [[Buffer.alloc(4)], 0],
  write: ['x'],
  writev: [[Buffer.from('x')]],
};

/** Emits `open`, or fails. */
const STREAMS: Readonly<Record<string, unknown[]>> = {
  createReadStream: [],
  createWriteStream: [],
  ReadStream: [],
  WriteStream: [],
  FileReadStream: [],
  FileWriteStream: [],
};

/** Neither open a path nor a descriptor: classes of results, and the end of a watch that had to begin. */
const HARMLESS = new Set([
  'Dir',
  'Dirent',
  'Stats',
  'unwatchFile',
  '_toUnixTimestamp',
  'Utf8Stream',
]);
/** Of their own kind, below. */
const SPECIAL = new Set(['exists', 'existsSync', 'watch', 'watchFile']);

const unknown: string[] = [];
let tried = 0;
const count = async (name: string, run: () => unknown): Promise<void> => {
  tried++;
  await attack(name, run);
};

const once = (stream: NodeJS.EventEmitter, event: string): Promise<string> =>
  new Promise((resolve, reject) => {
    stream.once(event, () => resolve(event));
    stream.once('error', reject);
  });

/** What iterators and directories yield is read as well: some only look when they are. */
async function used(got: unknown): Promise<string> {
  const many = got as AsyncIterable<unknown> | Iterable<unknown> | undefined;
  if (got instanceof Blob) await got.text();
  if (typeof got === 'object' && got !== null) {
    if (Symbol.asyncIterator in got || (Symbol.iterator in got && !(got instanceof Uint8Array))) {
      let found = 0;
      for await (const each of many as AsyncIterable<unknown>) found += each === undefined ? 0 : 1;
      if (found === 0) throw new Error('nothing in it');
    }
    // Else the collector closes it, with a warning.
    if ('close' in got && 'fd' in got) await (got as fs.promises.FileHandle).close();
  }
  return 'done';
}

const functions = fs as unknown as Record<string, Call>;
for (const name of Object.keys(fs)) {
  const call = functions[name];
  if (typeof call !== 'function' || HARMLESS.has(name) || SPECIAL.has(name)) continue;
  const isSync = name.endsWith('Sync');
  const plain = isSync ? name.slice(0, -4) : name;
  const path = ARGUMENTS[plain];
  const descriptor = ON_DESCRIPTOR[plain];
  const flags = /^(write|ftruncate|fchmod|fchown|futimes)/.test(plain) ? 'r+' : 'r';
  if (name in STREAMS) {
    const make = call as unknown as new (path: string, options?: object) => NodeJS.EventEmitter;
    await count(name, () =>
      once(
        name.startsWith('create')
          ? (call(`${fresh()}/file`) as NodeJS.EventEmitter)
          : new make(`${fresh()}/file`, {}),
        'open',
      ),
    );
  } else if (path !== undefined && (isSync || plain === 'openAsBlob')) {
    await count(name, async () => await used(await call(...path(fresh()))));
  } else if (path !== undefined) {
    await count(name, async () => {
      const got = await new Promise((resolve, reject) => {
        call(...path(fresh()), (error: unknown, value: unknown) =>
          error instanceof Error ? reject(error) : resolve(value),
        );
      });
      return await used(got);
    });
  } else if (descriptor !== undefined) {
    await count(name, async () => {
      const fd = fs.openSync(`${fresh()}/file`, flags);
      if (isSync) return `gave ${String(call(fd, ...descriptor))}`;
      await new Promise<void>((resolve, reject) => {
        call(fd, ...descriptor, (error: unknown) =>
          error instanceof Error ? reject(error) : resolve(),
        );
      });
      return 'done';
    });
  } else unknown.push(`fs.${name}`);
}

await count('existsSync', () => fs.existsSync(`${fresh()}/file`));

await count('exists', () => new Promise((resolve) => fs.exists(`${fresh()}/file`, resolve)));
await count('watch', () => {
  fs.watch(`${fresh()}/dir`).close();
  return 'watching';
});
await count('watchFile', async () => {
  // A file that cannot be seen is told of at once, as one that is not there.
  const path = `${fresh()}/file`;
  let missing = false;
  fs.watchFile(path, { interval: 20 }, ({ mtimeMs }) => (missing ||= mtimeMs === 0));
  await new Promise((resolve) => setTimeout(resolve, 150));
  fs.unwatchFile(path);
  return missing ? undefined : 'watching';
});
await count('realpath.native', () => fs.realpathSync.native(`${fresh()}/link`));

const promised = fs.promises as unknown as Record<string, Call>;
for (const name of Object.keys(fs.promises)) {
  const call = promised[name];
  if (typeof call !== 'function') continue;
  const path = ARGUMENTS[name];
  if (name === 'watch') {
    await count('promises.watch', async () => {
      const stop = new AbortController();
      const at = `${fresh()}/dir`;
      const events = fs.promises.watch(at, { signal: stop.signal });
      setTimeout(() => stop.abort(), 100);
      try {
        for await (const event of events) return event.eventType;
      } catch (error) {
        if ((error as Error).name === 'AbortError') return 'watching';
        throw error;
      }
      return undefined;
    });
  } else if (path !== undefined) {
    await count(`promises.${name}`, async () => await used(await call(...path(fresh()))));
  } else unknown.push(`fs.promises.${name}`);
}

/** Methods of a handle of a file that may be read and not written: none may change it. */
const readable = join(place.app, 'data.txt');
const HANDLE: Readonly<Record<string, unknown[]>> = {
  appendFile: ['x'],
  chmod: [0o777],
  chown: [process.getuid?.(), process.getgid?.()],
  truncate: [0],
  utimes: [5, 5],
  write: ['x'],
  writeFile: ['x'],
  writev: [[Buffer.from('x')]],
};
const READING = new Set([
  'close',
  'constructor',
  'createReadStream',
  'createWriteStream',
  'datasync',
  'getAsyncId',
  'read',
  'readFile',
  'readLines',
  'readableWebStream',
  'readv',
  'stat',
  'sync',
  'pull',
  'writer',
]);
const probe = await fs.promises.open(readable, 'r');
const methods = Object.getPrototypeOf(probe) as object;
await probe.close();
for (const name of Object.getOwnPropertyNames(methods)) {
  const descriptor = Object.getOwnPropertyDescriptor(methods, name);
  if (typeof descriptor?.value !== 'function' || READING.has(name)) continue;
  const values = HANDLE[name];
  if (values === undefined) {
    unknown.push(`FileHandle.${name}`);
    continue;
  }
  await count(`FileHandle.${name}`, async () => {
    // Without a sandbox it may be written too: that the method works is what the control shows.
    let handle: fs.promises.FileHandle;
    try {
      handle = await fs.promises.open(readable, 'r+');
    } catch {
      handle = await fs.promises.open(readable, 'r');
    }
    try {
      await (handle as unknown as Record<string, Call>)[name]?.(...values);
      return 'done';
    } finally {
      await handle.close();
    }
  });
}

await attack('TABLE knows every function', () => (unknown.length === 0 ? '' : unknown.join(' ')));
await attack(`TABLE ${tried} functions`, () => '');
done();
