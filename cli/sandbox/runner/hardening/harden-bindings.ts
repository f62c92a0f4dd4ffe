/**
 * Paths and descriptors on their way from Node's own code to the system, where Node alone keeps the app in its grants: the
 * second look, behind `harden-paths.ts`. Functions of `node:fs` are many, and some are reached past their names: a method of
 * an open file reads whatever has its symbols. All of them call what is replaced here.
 *
 * The app shares this process: nothing is called here that it could have replaced.
 */
import { FRAMES_FD } from '../../channel/descriptors.js';
import { withheldError } from '../../policy/refused-calls.js';
import { checkWhatIsOpened } from './harden-handles.js';
import { straight } from './harden-paths.js';
import { internalBinding } from '../node-internals.js';
import { deniedError, isOverGranted } from '../over-granted.js';

type Members = Record<PropertyKey, unknown>;
type Callable = (this: unknown, ...values: unknown[]) => unknown;
type Class = abstract new (...values: never[]) => object;

// Taken out of their modules, which are the app's to change.
const { apply, construct, defineProperty, deleteProperty, getPrototypeOf, ownKeys } = Reflect;
const { assign, freeze, hasOwn, preventExtensions, prototype: ROOT } = Object;
const { get, set } = WeakMap.prototype;
const { isUint8Array } = process.getBuiltinModule('node:util').types;

/** The second argument is a path as well; of a new link the first is none. */
const SECOND = /^(rename|copyFile|link|symlink|cpSync|CpDir)/;
const NO_FIRST = 'symlink';
/** They open a path that they were made with, and look at another that they are run with. Node 26 has them. */
const JOB = /Job$/;

export function straightenBindings(): void {
  copyFoldersByEntry();
  findPipes();
  for (const name of ['fs', 'fs_dir']) {
    const binding = internalBinding(name) as Members;
    for (const key of ownKeys(binding)) {
      const value = binding[key];
      if (typeof key !== 'string' || typeof value !== 'function') continue;
      if (JOB.test(key)) binding[key] = limitedJob(value as unknown as Class, SECOND.test(key));
      // Other classes make handles: see `harden-handles.ts`.
      else if (!hasOwn(value, 'prototype')) binding[key] = straightened(key, value as Callable);
    }
  }
  // What HTTP/2 sends the content of.
  checkWhatIsOpened('fs', 'FileHandle', (fd) => {
    if (typeof fd === 'number' && (!isOpen(fd) || isOfNode(fd))) throw badDescriptor();
  });
}

/**
 * Node copies a folder in one call, links included, without the checks of `symlink`: a copied link with `..` leads
 * elsewhere from its new place. With a filter, Node copies entry by entry, each through a function that is checked.
 */
function copyFoldersByEntry(): void {
  const binding = internalBinding('fs') as Members;
  if (!hasOwn(binding, 'cpSyncCopyDir')) return;
  const { cpSync } = process.getBuiltinModule('node:fs');
  binding['cpSyncCopyDir'] = (...values: unknown[]) => {
    const options: Record<string, unknown> = { recursive: true, filter: () => true };
    for (let at = 0; at < COPY_OPTIONS.length; at++) options[COPY_OPTIONS[at]!] = values[at + 2];
    return apply(cpSync, undefined, [values[0], values[1], options] as Parameters<typeof cpSync>);
  };
}

/** In the order of what follows the two paths. */
const COPY_OPTIONS = [
  'force',
  'dereference',
  'errorOnExist',
  'verbatimSymlinks',
  'preserveTimestamps',
] as const;

/** They change nothing at a path. */
const READS =
  /^(access|exists|internalModule|legacyMain|lstat|opendir|read(dir|link|File)|realpath|stat)/;
const OPENS = /^open(Sync|FileHandle)?$/;
const COPIES = /^(copyFile|cpSync|CpDir)/;
/** Of the flags of an open file: those that write, or make or empty a file. */
const { O_WRONLY, O_RDWR, O_APPEND, O_CREAT, O_TRUNC } =
  process.getBuiltinModule('node:fs').constants;
const WRITING = O_WRONLY | O_RDWR | O_APPEND | O_CREAT | O_TRUNC;

function straightened(name: string, original: Callable): Callable {
  const first = name !== NO_FIRST;
  const second = SECOND.test(name);
  const isRead = READS.test(name);
  const opens = OPENS.test(name);
  const copies = COPIES.test(name);
  return function (this: unknown, ...values) {
    // Not by a method of the array: it would be the app's.
    if (first && values.length > 0) values[0] = straightPath(values[0]);
    if (second && values.length > 1) values[1] = straightPath(values[1]);
    // Also what a new link leads to.
    const flags = values[1];
    const opensToRead = opens && typeof flags === 'number' && (flags & WRITING) === 0;
    refuseBeyond(values[0], isRead || copies || opensToRead);
    if (second) refuseBeyond(values[1], false);
    return apply(original, this, values);
  };
}

/** What Node grants, and no flag of it. */
function refuseBeyond(path: unknown, isRead: boolean): void {
  if (typeof path === 'string' && isOverGranted(path, isRead)) throw deniedError(path, isRead);
}

/** A descriptor is checked; what a function has in front of a path is none. */
function straightPath(value: unknown): unknown {
  if (typeof value === 'number') checkDescriptor(value);
  return typeof value === 'string' || isUint8Array(value) ? straight(value) : value;
}

/** Descriptors of Node's inside are below it when the app starts. */
const MAX_SEARCHED = 256;
/** Of a mode. */
const [TYPE, PIPE, SOCKET] = [0o170000, 0o010000, 0o140000];

/** The device of pipes without a name, such as Node's own: the system has one for all of them. */
let pipeDevice: number | undefined;
let statDescriptor: Callable | undefined;

function findPipes(): void {
  // libuv makes its pipe for signals with the first handler. Later an app could have its number in use.
  const ignore = (): void => undefined;
  process.on('SIGUSR2', ignore);
  process.off('SIGUSR2', ignore);
  const { fstat } = internalBinding('fs') as { fstat: Callable };
  statDescriptor = fstat;
  for (let fd = FRAMES_FD + 1; fd < MAX_SEARCHED; fd++) {
    const [device, mode] = statOf(fd);
    if (device === undefined || (mode & TYPE) !== PIPE) continue;
    pipeDevice = device;
    return;
  }
}

/** Its device and its mode; no device for a descriptor that is not open. */
function statOf(fd: number): readonly [device: number | undefined, mode: number] {
  try {
    // Node 20 writes an error into the last one, later ones throw it.
    const values = [fd, false, undefined, { __proto__: null }];
    const found = apply(statDescriptor!, internalBinding('fs'), values) as Float64Array | undefined;
    return [found?.[0], found?.[1] ?? 0];
  } catch {
    return [undefined, 0];
  }
}

function isOpen(fd: number): boolean {
  return statOf(fd)[0] !== undefined;
}

function checkDescriptor(fd: number): void {
  if (isOfNode(fd)) throw badDescriptor();
}

/**
 * A descriptor that the app did not open is Node's. libuv reads addresses of its own objects from a pipe, so writing to
 * it decides which code runs. Such descriptors are recognized by type: an app opens only files and named pipes.
 */
function isOfNode(fd: number): boolean {
  if (fd <= FRAMES_FD || fd !== (fd | 0)) return false;
  const [device, mode] = statOf(fd);
  if (device === undefined) return false;
  const type = mode & TYPE;
  return type === 0 || type === SOCKET || (type === PIPE && device === pipeDevice);
}

function badDescriptor(): Error {
  return assign(new Error('EBADF: bad file descriptor'), { code: 'EBADF' });
}

/** Runs with the path that it was made with. Nothing but Node can make one. */
function limitedJob(original: Class, hasSecond: boolean): Callable {
  const methods = original.prototype as Members;
  const paths = new WeakMap<object, unknown>();
  const { run } = methods as { run: Callable };
  defineProperty(methods, 'run', {
    value: function (this: object, ...values: unknown[]) {
      const path: unknown = apply(get, paths, [this]);
      values[0] = path ?? straightPath(values[0]);
      return apply(run, this, values);
    },
  });
  deleteProperty(methods, 'constructor');
  freeze(methods);
  // A setter of the app's would get each object before it is run.
  for (
    let each = getPrototypeOf(methods);
    each !== null && each !== ROOT;
    each = getPrototypeOf(each)
  ) {
    deleteProperty(each, 'constructor');
    preventExtensions(each);
  }
  return function (...values) {
    values[0] = straightPath(values[0]);
    if (hasSecond && values.length > 1) values[1] = straightPath(values[1]);
    const job: object = construct(original as new (...all: unknown[]) => object, values);
    if (!hasSecond) apply(set, paths, [job, values[0]]);
    return job;
  };
}

/**
 * Removes functions that expose Node's own objects while it works with them: given a job, an app could run it with
 * another path than the one that Node checks.
 */
export function hideJobs(): void {
  if (!ownKeys(internalBinding('fs')).some((key) => JOB.test(String(key)))) return;
  const hooks = process.getBuiltinModule('node:async_hooks') as unknown as Members;
  for (const name of ['createHook', 'executionAsyncResource']) {
    hooks[name] = () => {
      throw withheldError(name);
    };
  }
}
