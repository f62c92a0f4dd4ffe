/**
 * `..` in paths, where Node alone keeps the app in its grants: Node looks at a path as it is spelt
 * (`a/link/../b` is `a/b`), the system opens where it leads (`b` beside what the link leads to). A link in
 * the app's own folder, or one of the system's, would do to read and write anywhere. So no path with `..` in
 * it reaches Node: it is resolved here, as Node's check resolves it.
 *
 * The app shares this process: nothing is called here that it could have replaced, and no object that it
 * made is passed on, since that could be another one at the second look.
 */
import { promises } from 'node:fs';
import type { FileHandle as Handle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { deniedError, isOverGranted } from '../over-granted.js';

type Members = Record<PropertyKey, unknown>;
type Callable = (this: unknown, ...values: unknown[]) => unknown;

// Taken out of their modules, which are the app's to change.
const { apply, ownKeys, defineProperty, getOwnPropertyDescriptor } = Reflect;
const { normalize } = process.getBuiltinModule('node:path');
const { fileURLToPath } = process.getBuiltinModule('node:url');
const { isProxy, isUint8Array } = process.getBuiltinModule('node:util').types;
const Bytes = Uint8Array;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const { decode } = TextDecoder.prototype;
const { permission } = process as unknown as { permission: { has: Callable } };
const { has } = permission ?? {};
const { nextTick } = process;
const isWindows = process.platform === 'win32';

/** The second argument is a path as well; of a new link the first is none. */
const SECOND = /^(rename|copyFile|cp|link|symlink)(Sync)?$/;
const NO_FIRST = /^(symlink|glob)(Sync)?$/;
const ITERATES = /^(watch|glob)$/;
/** Some Nodes do not look at all before they do these. */
const LOOKS = /^(lstat|realpath|chdir)/;
/** They take a handle in the place of a path. */
const ON_HANDLE = ['readFile', 'writeFile', 'appendFile'] as const;

/** @param handle of any file */
export function straightenPaths(handle: Handle): void {
  const { constructor: FileHandle } = handle as unknown as { constructor: new () => unknown };
  const onHandle = Object.assign(Object.create(null) as Record<string, Callable>, {
    ...Object.fromEntries(ON_HANDLE.map((name) => [name, handle[name] as Callable])),
  });
  // Asked twice, it has to say the same.
  defineProperty(FileHandle, Symbol.hasInstance, {
    value: Function.prototype[Symbol.hasInstance],
  });
  const isHandle = (value: unknown): boolean => value instanceof FileHandle;

  replaceAll(process.getBuiltinModule('node:fs'));
  replaceAll(promises, (name, value) => (isHandle(value) ? onHandle[name] : undefined));
  replaceOne(process as unknown as Members, 'loadEnvFile');
  replaceOne(process as unknown as Members, 'chdir');
  replaceOne(process.getBuiltinModule('node:v8'), 'writeHeapSnapshot');
  limitReports();
  // With it, an app could reach the original functions.
  made.clear();
  syncBuiltinESMExports();
}

type OnHandle = (name: string, value: unknown) => Callable | undefined;

function replaceAll(module: Members, onHandle?: OnHandle): void {
  for (const name of ownKeys(module)) {
    if (typeof name === 'string' && !/^[A-Z_]/.test(name)) replaceOne(module, name, onHandle);
  }
}

function replaceOne(module: Members, name: string, onHandle?: OnHandle): void {
  // Some are loaded by a getter.
  const value = module[name];
  if (typeof value !== 'function') return;
  defineProperty(module, name, {
    value: straightened(name, value as Callable, onHandle),
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

/** By what they represent: some are properties of themselves (`util.promisify.custom`). */
const made = new Map<Callable, Callable>();

function straightened(name: string, original: Callable, onHandle?: OnHandle): Callable {
  const known = made.get(original);
  if (known !== undefined) return known;
  const first = !NO_FIRST.test(name);
  const second = SECOND.test(name);
  const looks = LOOKS.test(name);
  const call = function (this: unknown, ...values: unknown[]): unknown {
    // Not by a method of the array: it would be the app's.
    if (first && values.length > 0) {
      const method = onHandle?.(name, values[0]);
      if (method !== undefined) {
        const [handle, ...rest] = values;
        return apply(method, handle, rest);
      }
      values[0] = straightPath(values[0]);
    }
    const path = first ? values[0] : undefined;
    if (typeof path === 'string' && (looks ? !mayRead(path) : isOverGranted(path, true))) {
      return refuse(name, path, values[values.length - 1]);
    }
    if (second && values.length > 1) values[1] = straightPath(values[1]);
    return apply(original, this, values);
  };
  // What promises, throws nothing.
  const wrapped: Callable =
    onHandle === undefined || ITERATES.test(name)
      ? call
      : async function (this: unknown, ...values) {
          return await apply(call, this, values);
        };
  made.set(original, wrapped);
  // `realpath.native`, and what `util.promisify` takes instead.
  for (const key of ownKeys(original)) {
    const found = getOwnPropertyDescriptor(original, key);
    if (found === undefined || key === 'prototype') continue;
    const value = found.value as unknown;
    defineProperty(
      wrapped,
      key,
      typeof value === 'function'
        ? { ...found, value: straightened(name, value as Callable) }
        : found,
    );
  }
  return wrapped;
}

/** As Node does: what has a callback throws nothing, and whether something exists is not an error. */
function refuse(name: string, path: string, callback: unknown): unknown {
  if (name === 'existsSync') return false;
  const error = deniedError(path, true);
  if (typeof callback !== 'function') throw error;
  nextTick(() => void apply(callback, undefined, [name === 'exists' ? false : error]));
  return undefined;
}

/** The path that Node receives. @throws where Node would let the app read what no grant names */
export function straight(value: unknown): unknown {
  const path = straightPath(value);
  if (typeof path === 'string' && isOverGranted(path, true)) throw deniedError(path, true);
  return path;
}

/** A string without `..` instead of any other form of a path. */
function straightPath(value: unknown): unknown {
  if (typeof value === 'string') return straightText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isProxy(value)) throw new TypeError('expected a path, found a proxy');
  if (isUint8Array(value)) return straightText(textOf(value));
  // Anything with an `href` is an address to Node. It throws at what is none.
  return straightText(fileURLToPath(value as URL));
}

function textOf(bytes: Uint8Array): string {
  const { length } = bytes;
  const copy = new Bytes(length);
  for (let at = 0; at < length; at++) copy[at] = bytes[at] ?? 0;
  try {
    return apply<TextDecoder, readonly [Uint8Array], string>(decode, decoder, [copy]);
  } catch {
    throw new TypeError('expected a path in UTF-8');
  }
}

function straightText(text: string): string {
  return climbs(text) ? normalize(text) : text;
}

/** Whether a part of the path is `..`. By its characters: methods of texts are the app's. */
function climbs(text: string): boolean {
  let dots = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at];
    const isEnd = character === undefined || character === '/' || (isWindows && character === '\\');
    if (isEnd && dots === 2) return true;
    if (isEnd) dots = 0;
    else dots = character === '.' && dots >= 0 ? dots + 1 : -1;
  }
  return false;
}

/** Whether Node lets this process read there. */
export function mayRead(path: string): boolean {
  return apply(has, permission, ['fs.read', path]) === true && !isOverGranted(path, true);
}

/** A report is written by Node itself, to a folder and a name that are looked at as they are spelt. */
function limitReports(): void {
  const { report } = process as unknown as { report: Members };
  const refuse = (): never => {
    throw Object.assign(new Error('apps cannot write reports: use getReport()'), {
      code: 'not-permitted',
    });
  };
  defineProperty(report, 'writeReport', { value: refuse, configurable: false, writable: false });
  for (const name of ['directory', 'filename']) {
    defineProperty(report, name, { get: () => '', set: refuse, configurable: false });
  }
}
