/** Node's own modules as an app in a test has them: files by its policy, and no way around `fetch` and `$tui.run`. */
import { createRequire, isBuiltin } from 'node:module';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers';
import { isThenable } from '../../runtime/script/bindings.js';
import { allowsRead, allowsWrite } from '../sandbox/policy/check.js';
import { DeniedError } from '../sandbox/policy/denied.js';
import { pathText, type PathLike } from '../sandbox/policy/grants/paths.js';
import { CHANGES, REFUSED_CALLS, targetOf } from '../sandbox/policy/refused-calls.js';
import type { Guard } from './guarded-access.js';
import type { StubbedFiles } from './stubbed-files.js';

type Members = Record<string, unknown>;
type Callable = (this: unknown, ...values: unknown[]) => unknown;

export interface ModuleInputs {
  readonly guard: Guard;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: StubbedFiles | undefined;
  /** A script may have got what it waited for. */
  activity(): void;
}

/** Finds modules by their name with `node:`. */
export function guardedModules(inputs: ModuleInputs): (name: string) => unknown {
  const made = new Map<string, unknown>();
  const find = (given: string): unknown => {
    const name = given.replace(/^(node:)?/, 'node:');
    if (!made.has(name)) made.set(name, makeModule(name, inputs, find));
    return made.get(name);
  };
  return find;
}

function makeModule(name: string, inputs: ModuleInputs, find: (name: string) => unknown): unknown {
  if (name === 'node:process') return processOf(inputs, find);
  const original = process.getBuiltinModule(name) as Members | undefined;
  if (original === undefined) throw new Error(`there is no module ${name}`);
  if (name === 'node:fs/promises') return (find('node:fs') as Members)['promises'];
  if (name === 'node:module') {
    return copyOf(original, (key, value) => (key === 'createRequire' ? requireOf(find) : value));
  }
  if (name === 'node:fs') {
    const promises = copyOf(original['promises'] as Members, (key, value) =>
      guardFile(key, value, inputs),
    );
    const all = copyOf(original, (key, value) => guardFile(key, value, inputs));
    for (const kind of ['Read', 'Write']) {
      const Stream = streamOf(original[`${kind}Stream`] as Class, `create${kind}Stream`, inputs);
      Object.assign(all, { [`${kind}Stream`]: Stream, [`File${kind}Stream`]: Stream });
    }
    Object.defineProperty(all, 'promises', { value: promises, enumerable: true });
    return all;
  }
  const refused = REFUSED_CALLS.filter(([module]) => module === name);
  if (refused.length === 0 || inputs.guard.permissions === undefined) return original;
  const copy = copyOf(original, (key, value) => {
    const call = refused.find(([, member]) => member === key);
    if (call === undefined) return value;
    const [, , kind, hint] = call;
    return (...values: unknown[]): never => {
      throw new DeniedError(kind, targetOf(values), hint);
    };
  });
  for (const [key, value] of Object.entries(original)) {
    if (key === 'ClientRequest')
      copy[key] = new Proxy(value as Class, { construct: copy['request'] as Callable as never });
    if (name === 'node:net' && /^(Socket|Stream)$/.test(key))
      copy[key] = unconnected(value as Class, copy['connect']);
  }
  return copy;
}

type Class = new (...values: unknown[]) => object;

/** Sockets that connect to nothing. */
function unconnected(Socket: Class, connect: unknown): Class {
  return new Proxy(Socket, {
    construct: (target, values: unknown[], self: Class) =>
      Object.assign(Reflect.construct(target, values, self) as object, { connect }),
  });
}

/** A class of `node:fs` that opens a path; `instanceof` goes on to hold. */
function streamOf(Stream: Class, name: string, inputs: ModuleInputs): Class {
  const open = (values: unknown[], self: Class): object =>
    Reflect.construct(Stream, pathsOf(name, values, inputs), self) as object;
  return new Proxy(Stream, {
    construct: (_, values: unknown[], self: Class) => open(values, self),
    apply: (_, __, values: unknown[]) => open(values, Stream),
  });
}

/** Node's own modules are these, also for `require`. */
function requireOf(find: (name: string) => unknown): (from: string | URL) => NodeJS.Require {
  return (from) => {
    const original = createRequire(from);
    const own = (name: string): unknown => (isBuiltin(name) ? find(name) : original(name));
    return Object.assign(own, original);
  };
}

/** The module with other functions; classes and constants stay. */
function copyOf(module: Members, change: (key: string, value: Callable) => unknown): Members {
  const copy: Members = {};
  for (const [key, value] of Object.entries(module)) {
    const isPlain = typeof value === 'function' && !/^[A-Z_]/.test(key);
    copy[key] = isPlain ? change(key, value as Callable) : value;
  }
  if (Object.hasOwn(module, 'default')) copy['default'] = copy;
  return copy;
}

function processOf({ env }: ModuleInputs, find: (name: string) => unknown): unknown {
  const own: Members = { env: { ...env }, getBuiltinModule: find };
  return new Proxy(process, {
    get: (target, key) => {
      if (typeof key === 'string' && Object.hasOwn(own, key)) return own[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' && !/^[A-Z]/.test(String(key))
        ? (value as Callable).bind(target)
        : value;
    },
  });
}

/** Functions whose second value is a path as well. */
const TWO_PATHS = /^(copyFile|cp|rename|link)(Sync)?$/;
/** Functions that have no path. */
const NO_PATH = /^(f[a-z]+|close|read|readv|write|writev|glob|unwatchFile)(Sync)?$/;

/** A function of `node:fs`, on the files of the test where it has some. */
function guardFile(name: string, original: Callable, inputs: ModuleInputs): unknown {
  if (NO_PATH.test(name)) return original;
  const guarded = function (this: unknown, ...values: unknown[]): unknown {
    const callback = name.endsWith('Sync') ? undefined : values.at(-1);
    let paths: unknown[];
    try {
      paths = pathsOf(name, values, inputs);
    } catch (error) {
      if (name === 'existsSync') return false;
      if (typeof callback !== 'function') return failed(name, error, original);
      process.nextTick(callback, error);
      return undefined;
    }
    if (typeof callback === 'function') {
      paths[paths.length - 1] = function (this: unknown, error: unknown, ...rest: unknown[]) {
        const given = rest.map((each) => shown(each, inputs));
        const result = (callback as Callable).call(this, failure(error, inputs), ...given);
        inputs.activity();
        return result;
      };
    }
    try {
      const result = original.apply(this, paths);
      if (!isThenable(result)) return shown(result, inputs);
      return settled(result, inputs);
    } catch (error) {
      throw failure(error, inputs);
    }
  };
  return Object.assign(guarded, original);
}

/** As the function itself would fail: `promises` have rejections. */
function failed(name: string, error: unknown, original: Callable): unknown {
  const { promises } = process.getBuiltinModule('node:fs');
  const isPromise = (promises as unknown as Members)[name] === original;
  if (isPromise) return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  throw error;
}

async function settled(result: PromiseLike<unknown>, inputs: ModuleInputs): Promise<unknown> {
  try {
    return shown(await result, inputs);
  } catch (error) {
    throw failure(error, inputs);
  } finally {
    // What awaits it runs first, and the frame after it shows what that has changed.
    setImmediate(() => inputs.activity());
  }
}

/** The values with the paths that they lead to. @throws DeniedError */
function pathsOf(name: string, values: readonly unknown[], inputs: ModuleInputs): unknown[] {
  const count = TWO_PATHS.test(name) ? 2 : 1;
  // A symlink's first value is a text, its second the path.
  const first = name.startsWith('symlink') ? 1 : 0;
  return values.map((value, index) => {
    if (index < first && isPath(value)) return linkTarget(value, values[1], inputs);
    if (index < first || index >= first + count || !isPath(value)) return value;
    const isWrite =
      (CHANGES.test(name) && !(index === 0 && /^(copyFile|cp|link)/.test(name))) ||
      opensToWrite(name, values);
    check(value, isWrite, inputs.guard);
    return inputs.files?.map(value, inputs.guard.words.cwd) ?? value;
  });
}

function linkTarget(target: LinkPath, path: unknown, { files, guard }: ModuleInputs): unknown {
  return files !== undefined && isPath(path)
    ? files.mapLink(target, path, guard.words.cwd)
    : target;
}

type LinkPath = PathLike & (string | URL | Uint8Array);

function isPath(value: unknown): value is LinkPath {
  if (typeof value === 'string' || ArrayBuffer.isView(value)) return true;
  return typeof value === 'object' && value !== null && 'href' in value;
}

const OPENS = /^(open|createReadStream|createWriteStream|readFile)/;

function opensToWrite(name: string, [, second]: readonly unknown[]): boolean {
  if (name === 'createWriteStream') return true;
  if (!OPENS.test(name)) return false;
  const options = second as { readonly flags?: unknown; readonly flag?: unknown } | undefined;
  const flags = name.startsWith('open') ? second : (options?.flags ?? options?.flag);
  const { O_WRONLY, O_RDWR } = process.getBuiltinModule('node:fs').constants;
  if (typeof flags === 'number') return (flags & (O_WRONLY | O_RDWR)) !== 0;
  return typeof flags === 'string' && /[wa+]/.test(flags);
}

function check(path: PathLike, isWrite: boolean, { permissions, words }: Guard): void {
  if (permissions === undefined) return;
  const allows = isWrite ? allowsWrite : allowsRead;
  if (allows(permissions, path, words.cwd) !== undefined) return;
  const text = resolve(words.cwd, pathText(path) ?? '');
  throw new DeniedError(isWrite ? 'write' : 'read', text);
}

function shown(value: unknown, { files }: ModuleInputs): unknown {
  if (files === undefined) return value;
  if (typeof value === 'string') return files.unmap(value);
  if (Array.isArray(value)) value.forEach((entry) => showFolder(entry, files));
  return value;
}

/** An entry of a folder names it. */
function showFolder(entry: unknown, files: StubbedFiles): void {
  for (const key of ['parentPath', 'path']) {
    const descriptor = Object.getOwnPropertyDescriptor(Object(entry), key);
    if (typeof descriptor?.value !== 'string' || descriptor.writable !== true) continue;
    (entry as Members)[key] = files.unmap(descriptor.value);
  }
}

function failure(error: unknown, { files }: ModuleInputs): unknown {
  if (files === undefined || typeof error !== 'object' || error === null) return error;
  for (const key of ['message', 'stack', 'path', 'dest']) {
    const value = (error as Members)[key];
    if (typeof value !== 'string') continue;
    const text = files.unmap(value);
    Object.defineProperty(error, key, { value: text, configurable: true, writable: true });
  }
  return error;
}
