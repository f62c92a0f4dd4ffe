/** Node's modules for an app in a test: files by its policy, and no bypass of `fetch` and `$tui.run`. */
import { statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers';
import { parseEnv, types } from 'node:util';
import { isThenable } from '../../runtime/script/globals/globals.js';
import { allowsRead, allowsWrite } from '../sandbox/policy/check.js';
import { DeniedError } from '../sandbox/policy/denied.js';
import { pathText, type PathLike } from '../sandbox/policy/grants/paths.js';
import { CHANGES, WITHHELD, withheldError } from '../sandbox/policy/refused-calls.js';
import { classOf, classWith, isClosed, refusalOf, type Class } from './closed-modules.js';
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

/** The app's working folder, which is not the test's. */
interface Place extends ModuleInputs {
  cwd: string;
}

/** Finds modules by their name with `node:`. */
export function guardedModules(moduleInputs: ModuleInputs): (name: string) => unknown {
  const inputs: Place = { ...moduleInputs, cwd: moduleInputs.guard.variables.cwd };
  const made = new Map<string, unknown>();
  const find = (name: string): unknown => {
    const full = name.replace(/^(node:)?/, 'node:');
    if (!made.has(full)) made.set(full, makeModule(full, inputs, find));
    return made.get(full);
  };
  return find;
}

type Find = (name: string) => unknown;

function makeModule(name: string, inputs: Place, find: Find): unknown {
  if (name === 'node:process') return processOf(inputs, find);
  // Parts of `http` and `tls` that are modules by history.
  if (name.startsWith('node:_') && inputs.guard.permissions !== undefined)
    throw withheldError(name.slice('node:'.length), 'it is internal');
  const module: unknown = process.getBuiltinModule(name);
  const original = membersOf(module);
  if (original === undefined) throw new Error(`there is no module ${name}`);
  if (name === 'node:fs/promises') return membersOf(find('node:fs'))?.['promises'];
  if (name === 'node:fs') return fileModule(original, inputs);
  if (name === 'node:sqlite') return databaseModule(original, inputs);
  if (!isClosed(name) && WITHHELD[name] === undefined && name !== 'node:os') return module;
  const copy = copyOf(original, (key, value) => guardCallable(name, key, value, inputs));
  if (name === 'node:module') copy['createRequire'] = requireOf(inputs, find);
  if (name === 'node:dns') copy['promises'] = find('node:dns/promises');
  if (isConstructor(copy['Agent']) && 'globalAgent' in copy) {
    copy['globalAgent'] = new copy['Agent']();
  }
  return copy;
}

function membersOf(module: unknown): Members | undefined {
  const isModule = typeof module === 'function' || (typeof module === 'object' && module !== null);
  return isModule ? Object.fromEntries(Object.entries(module)) : undefined;
}

/** A function or class of a module other than those of files. */
function guardCallable(module: string, name: string, value: Callable, inputs: Place): unknown {
  if (module === 'node:v8' && name === 'writeHeapSnapshot') return guardFile(name, value, inputs);
  if (inputs.guard.permissions === undefined) return value;
  if (WITHHELD[module]?.includes(name) === true) return withheld(name);
  if (module === 'node:os' && name === 'setPriority') return ownPriority(value);
  const refuse = refusalOf(module, name);
  if (!isConstructor(value)) return refuse ?? value;
  if (module === 'node:vm' && name === 'Script') {
    return classWith(value, { runInThisContext: refusalOf(module, 'runInThisContext') });
  }
  if (refuse === undefined) return value;
  // A library makes these when it is loaded, and connects by them later or never.
  if (module === 'node:net' && /^(Socket|Stream)$/.test(name)) {
    return classWith(value, { connect: refuse });
  }
  if (name === 'Agent') return classWith(value, { createConnection: refuse });
  return classOf(value, refuse);
}

function isConstructor(value: unknown): value is Class {
  return typeof value === 'function' && /^[A-Z]/.test(value.name) && 'prototype' in value;
}

function withheld(name: string): () => never {
  return () => {
    throw withheldError(name);
  };
}

/** Of this process alone. */
function ownPriority(original: Callable): Callable {
  return (...values) => {
    const [pid] = values.length > 1 ? values : [0];
    if (pid !== 0 && pid !== process.pid) throw withheldError('os.setPriority');
    return original(...values);
  };
}

function fileModule(original: Members, inputs: Place): Members {
  const promises = copyOf(membersOf(original['promises']) ?? {}, (key, value) =>
    guardFile(key, value, inputs, 'promise'),
  );
  const all = copyOf(original, (key, value) => guardFile(key, value, inputs));
  for (const kind of ['Read', 'Write']) {
    const Original = original[`${kind}Stream`];
    if (!isConstructor(Original)) continue;
    const Stream = openerOf(Original, (values) => pathsOf(`create${kind}Stream`, values, inputs));
    Object.assign(all, { [`${kind}Stream`]: Stream, [`File${kind}Stream`]: Stream });
  }
  const Utf8Stream = original['Utf8Stream'];
  if (isConstructor(Utf8Stream)) {
    all['Utf8Stream'] = openerOf(Utf8Stream, ([options]) => {
      const [dest] = pathsOf('createWriteStream', [membersOf(options)?.['dest']], inputs);
      return [{ ...membersOf(options), dest }];
    });
  }
  Object.defineProperty(all, 'promises', { value: promises, enumerable: true });
  return all;
}

/** A class that opens a path; `instanceof` goes on to hold. */
function openerOf(Original: Class, pathed: (values: readonly unknown[]) => unknown[]): Class {
  return classOf(
    Original,
    (values, self) => Object(Reflect.construct(Original, pathed(values), self)) as object,
  );
}

/** A database is a file, except for the one in memory. */
function databaseModule(original: Members, inputs: Place): Members {
  const copy = copyOf(original, (key, value) => {
    if (key === 'backup') {
      return (database: unknown, path: unknown, ...rest: unknown[]) =>
        value(database, ...pathsOf('writeFile', [path], inputs), ...rest);
    }
    if (!isConstructor(value) || !/^Database(Sync)?$/.test(key)) return value;
    return openerOf(value, ([path, ...rest]) => {
      if (path === ':memory:') return [path, ...rest];
      const isRead = membersOf(rest[0])?.['readOnly'] === true;
      return [
        ...pathsOf(isRead ? 'createReadStream' : 'createWriteStream', [path], inputs),
        ...rest,
      ];
    });
  });
  return copy;
}

/** Node's own modules are these, also for `require`; other files are read by the policy. */
function requireOf(inputs: Place, find: Find): (from: string | URL) => unknown {
  return (from) => {
    const original = createRequire(from);
    const requireFrom = (name: string): unknown => {
      if (isBuiltin(name)) return find(name);
      const path = original.resolve(name);
      check(path, false, inputs);
      if (path.endsWith('.node') && inputs.guard.permissions !== undefined) {
        throw withheldError(path, 'it is machine code');
      }
      return original(path);
    };
    // Not its `main` and `cache`: modules of the test, which can load any other.
    return Object.assign(requireFrom, { resolve: original.resolve, cache: {} });
  };
}

/** The module with other functions and classes; constants stay. */
function copyOf(module: Members, change: (key: string, value: Callable) => unknown): Members {
  const copy: Members = {};
  for (const [key, value] of Object.entries(module)) {
    copy[key] = isCallable(value) ? change(key, value) : value;
  }
  if (Object.hasOwn(module, 'default')) copy['default'] = copy;
  return copy;
}

function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}

function processOf(inputs: Place, find: Find): unknown {
  const { env, guard } = inputs;
  const variables = { ...env };
  const own: Members = {
    ...ownPlace(inputs),
    env: variables,
    getBuiltinModule: find,
    // A module of the test, which can load any other.
    mainModule: undefined,
    report: copyOf(membersOf(process.report) ?? {}, (key, value) =>
      guardFile(key, key === 'writeReport' ? value.bind(process.report) : value, inputs),
    ),
    loadEnvFile: (path: unknown = '.env') => {
      const read = membersOf(find('node:fs'))?.['readFileSync'];
      const text: unknown = isCallable(read) ? read(path, 'utf8') : '';
      for (const [variable, value] of Object.entries(parseEnv(String(text)))) {
        variables[variable] ??= value;
      }
    },
  };
  const isGuarded = guard.permissions !== undefined;
  if (isGuarded) own['kill'] = signalSelf;
  return new Proxy(process, {
    get: (target, key) => {
      if (typeof key === 'string' && Object.hasOwn(own, key)) return own[key];
      const value: unknown = Reflect.get(target, key, target);
      if (!isCallable(value) || typeof key !== 'string' || /^[A-Z]/.test(key)) return value;
      // What begins with a line is internal: handles and bindings of the test.
      const isWithheld = key.startsWith('_') || WITHHELD['node:process']?.includes(key) === true;
      return isGuarded && isWithheld ? withheld(`process.${key}`) : value.bind(target);
    },
  });
}

/** Where paths begin: Node's own working folder is the test's. */
function ownPlace(inputs: Place): Members {
  return {
    cwd: () => inputs.cwd,
    chdir: (folder: unknown) => {
      const [path] = pathsOf('realpathSync', [folder], inputs);
      if (typeof folder !== 'string' || !statSync(String(path)).isDirectory()) {
        throw new TypeError(`process.chdir: expected a folder, found ${String(folder)}`);
      }
      inputs.cwd = resolve(inputs.cwd, folder);
    },
  };
}

/** A program may signal itself, but not open its inspector. */
function signalSelf(pid: unknown, signal?: string | number): true {
  // 10 on Linux, 30 on macOS.
  const opensInspector = signal === 'SIGUSR1' || signal === 10 || signal === 30;
  if (pid !== process.pid || opensInspector) throw withheldError('process.kill');
  return process.kill(process.pid, signal);
}

/** Functions whose second value is a path as well. */
const TWO_PATHS = /^(copyFile|cp|rename|link)(Sync)?$/;
/** Functions that have no path. */
const NO_PATH = /^(f[a-z]+|close|read|readv|write|writev|getReport)(Sync)?$/;

/** How a function ends. */
type Manner = 'callback' | 'promise';

/** A function of `node:fs`, on the files of the test where it has some. */
function guardFile(
  name: string,
  original: Callable,
  inputs: Place,
  manner: Manner = 'callback',
): unknown {
  if (isConstructor(original) || NO_PATH.test(name)) return original;
  if (/^glob(Sync)?$/.test(name)) return guardGlob(original, inputs, manner);
  const guarded = function (this: unknown, ...values: unknown[]): unknown {
    const callback = name.endsWith('Sync') ? undefined : values.at(-1);
    let paths: unknown[];
    try {
      paths = pathsOf(name, values, inputs);
    } catch (error) {
      if (name === 'existsSync') return false;
      if (typeof callback !== 'function') {
        // An iterator of changes is not a promise.
        if (manner === 'promise' && name !== 'watch') return Promise.reject(asError(error));
        throw error;
      }
      process.nextTick(callback, error);
      return undefined;
    }
    if (typeof callback === 'function') {
      paths[paths.length - 1] = function (this: unknown, error: unknown, ...rest: unknown[]) {
        const args = rest.map((each) => convertResult(each, inputs));
        const result = (callback as Callable).call(this, failure(error, inputs), ...args);
        inputs.activity();
        return result;
      };
    }
    try {
      const result = original.apply(this, paths);
      if (!isThenable(result)) return convertResult(result, inputs);
      return settled(result, inputs);
    } catch (error) {
      throw failure(error, inputs);
    }
  };
  return Object.assign(guarded, original);
}

function asError(error: unknown): Error {
  return types.isNativeError(error) ? error : new Error(String(error));
}

/** Patterns can name any folder: of what is found, the app sees what it may read. */
function guardGlob(original: Callable, inputs: Place, manner: Manner): Callable {
  const { files } = inputs;
  return (args, ...rest) => {
    const callback = rest.find(isCallable);
    const options = membersOf(rest.find((value) => !isCallable(value))) ?? {};
    const folder = isPath(options['cwd']) ? options['cwd'] : inputs.cwd;
    const cwd = files?.map(folder, inputs.cwd) ?? resolve(inputs.cwd, pathText(folder) ?? '');
    const { exclude } = options;
    const patterns = [args]
      .flat()
      .map((pattern) =>
        files !== undefined && typeof pattern === 'string' && isAbsolute(pattern)
          ? files.map(pattern, '/')
          : pattern,
      );
    const values = [
      patterns,
      {
        ...options,
        cwd,
        ...(isCallable(exclude)
          ? { exclude: (entry: unknown) => exclude(shownEntry(entry, inputs)) }
          : {}),
      },
    ];
    const mayShow = (entry: unknown): boolean => {
      const path = resolve(cwd, pathOfEntry(entry));
      return files?.contains(path) !== false && mayRead(files?.unmap(path) ?? path, inputs);
    };
    const shownOf = (found: unknown): unknown[] =>
      Array.isArray(found) ? found.filter(mayShow).map((entry) => shownEntry(entry, inputs)) : [];
    if (manner === 'promise') return filtered(original(...values), mayShow, inputs);
    if (callback === undefined) return shownOf(original(...values));
    return original(...values, (error: unknown, found: unknown) => {
      callback(failure(error, inputs), shownOf(found));
      inputs.activity();
    });
  };
}

async function* filtered(
  found: unknown,
  mayShow: (entry: unknown) => boolean,
  inputs: Place,
): AsyncGenerator<unknown, void> {
  if (!isAsyncIterable(found)) return;
  for await (const entry of found) {
    if (mayShow(entry)) yield shownEntry(entry, inputs);
    setImmediate(() => inputs.activity());
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** A path, or an entry of a folder. */
function pathOfEntry(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  const { parentPath, path, name } = Object(entry) as Readonly<Record<string, unknown>>;
  return join(String(parentPath ?? path), String(name));
}

async function settled(result: PromiseLike<unknown>, inputs: ModuleInputs): Promise<unknown> {
  try {
    return convertResult(await result, inputs);
  } catch (error) {
    throw failure(error, inputs);
  } finally {
    // What awaits it runs first, and the frame after it shows what that has changed.
    setImmediate(() => inputs.activity());
  }
}

/** The values with the paths that they lead to. @throws DeniedError */
function pathsOf(name: string, values: readonly unknown[], inputs: Place): unknown[] {
  const count = TWO_PATHS.test(name) ? 2 : 1;
  // A symlink's first value is a text, its second the path.
  const first = name.startsWith('symlink') ? 1 : 0;
  return values.map((value, index) => {
    if (index < first && isPath(value)) return linkTarget(value, values[1], inputs);
    if (index < first || index >= first + count || !isPath(value)) return value;
    const isWrite =
      (CHANGES.test(name) && !(index === 0 && /^(copyFile|cp|link)/.test(name))) ||
      opensToWrite(name, values);
    check(value, isWrite, inputs);
    return inputs.files?.map(value, inputs.cwd) ?? placed(value, inputs);
  });
}

function linkTarget(target: LinkPath, path: unknown, { files, cwd }: Place): unknown {
  return files !== undefined && isPath(path) ? files.mapLink(target, path, cwd) : target;
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

/** Once the app has changed its working folder, Node's is another one. */
function placed(path: LinkPath, { cwd }: Place): unknown {
  if (cwd === process.cwd()) return path;
  const text = pathText(path);
  return text === undefined ? path : resolve(cwd, text);
}

function check(path: PathLike, isWrite: boolean, { guard: { permissions }, cwd }: Place): void {
  if (permissions === undefined) return;
  const allows = isWrite ? allowsWrite : allowsRead;
  if (allows(permissions, path, cwd) !== undefined) return;
  const text = resolve(cwd, pathText(path) ?? '');
  throw new DeniedError(isWrite ? 'write' : 'read', text);
}

function mayRead(path: string, { guard: { permissions }, cwd }: Place): boolean {
  return permissions === undefined || allowsRead(permissions, path, cwd) !== undefined;
}

function convertResult(value: unknown, { files }: ModuleInputs): unknown {
  if (files === undefined) return value;
  if (typeof value === 'string') return files.unmap(value);
  if (Array.isArray(value)) value.forEach((entry) => showFolder(entry, files));
  return value;
}

function shownEntry(entry: unknown, inputs: ModuleInputs): unknown {
  if (typeof entry === 'string') return convertResult(entry, inputs);
  if (inputs.files !== undefined) showFolder(entry, inputs.files);
  return entry;
}

/** An entry of a folder names it. */
function showFolder(entry: unknown, files: StubbedFiles): void {
  for (const key of ['parentPath', 'path']) {
    const descriptor = Object.getOwnPropertyDescriptor(Object(entry), key);
    if (typeof descriptor?.value !== 'string' || descriptor.writable !== true) continue;
    Reflect.set(Object(entry), key, files.unmap(descriptor.value));
  }
}

function failure(error: unknown, { files }: ModuleInputs): unknown {
  if (files === undefined || typeof error !== 'object' || error === null) return error;
  for (const key of ['message', 'stack', 'path', 'dest']) {
    const value: unknown = Reflect.get(error, key);
    if (typeof value !== 'string') continue;
    const text = files.unmap(value);
    Object.defineProperty(error, key, { value: text, configurable: true, writable: true });
  }
  return error;
}
