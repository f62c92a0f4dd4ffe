/**
 * Loads the bundle with what V8 compiled of it when it was built: functions that a start calls are read
 * from a file instead of parsed and compiled again. Entries of the build hold a copy of this file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import * as evaluating from '../runtime/script/evaluate.js';
import type * as Command from './command.js';
import type * as Library from './library.js';
import type * as Testing from './testing.js';

/** What is started: each has compiled code of its own, as each calls other functions. */
export type Role = 'inert' | 'launcher' | 'runner' | 'library';

/** What the bundle holds, each loaded when it is called. */
export interface Bundle {
  command(): typeof Command;
  runner(): unknown;
  library(): typeof Library;
  testing(): typeof Testing;
}

/** What code out of a file of compiled code cannot have of itself. */
interface Host {
  readonly import: (name: string) => Promise<unknown>;
  readonly evaluating: typeof evaluating;
}

type Run = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  url: string,
  host: Host,
) => void;

/** Files beside the bundle, for those who need them: packages, and the runtime of apps. */
declare const TUI_LATE: Readonly<Record<string, string>>;
/** Changes with the bundles: V8 itself tells code of another text by its length only. */
declare const TUI_BUILD: string;
/** Where the build wants compiled code written: in its own copy of the entries only. */
declare const TUI_CACHE_FOLDER: string | undefined;

/** @param folder that holds the bundle */
export function load(folder: string, role: Role, require: NodeJS.Require): Bundle {
  const late = new Map<string, unknown>();
  const host: Host = { import: (name) => import(name), evaluating };
  const requireAny = (name: string): unknown => {
    const file = Object.hasOwn(TUI_LATE, name) ? TUI_LATE[name] : undefined;
    if (file === undefined) return require(name) as unknown;
    // The runtime of apps is used by each kind of start in its own way; packages are not.
    const cacheName = file === 'app' ? `${role}.app` : file;
    if (!late.has(file)) late.set(file, run(folder, file, cacheName, requireAny, host));
    return late.get(file);
  };
  return run(folder, 'tui', role, requireAny, host) as Bundle;
}

function run(
  folder: string,
  name: string,
  cacheName: string,
  require: (name: string) => unknown,
  host: Host,
): unknown {
  const file = join(folder, `${name}.cjs`);
  // Compiled code is V8's own: another version or another processor has no use for it.
  const cache = `${cacheName}-${TUI_BUILD}-${process.versions.v8}-${process.arch}.cache`;
  // Compiled code brings the name it was compiled under: it has to be the same everywhere, and stack
  // traces have nothing of the machine that built it.
  const filename = `tui/bundle/${name}.cjs`;
  // The build sees to it that it is ASCII, which is read faster than UTF-8.
  const text = readFileSync(file, 'latin1');
  const module: { exports: unknown } = { exports: {} };
  // jest has globals of its own for each file of tests: there the bundle has to find the same `Array` as
  // the tests, and their `expect`. What comes from Node itself is of Node's globals.
  if (!(Script instanceof Function)) {
    const here = (0, eval)(`${text}\n//# sourceURL=${filename}`) as Run;
    here(require, module, pathToFileURL(file).href, host);
    return module.exports;
  }
  const script = new Script(text, {
    filename,
    // V8 looks whether it fits, and compiles where it does not.
    cachedData: underOwnFlags(readIfThere(join(folder, cache))),
  });
  (script.runInThisContext() as Run)(require, module, pathToFileURL(file).href, host);
  if (TUI_CACHE_FOLDER !== undefined) {
    const target = join(TUI_CACHE_FOLDER, cache);
    // At the end, when what a start calls has been compiled.
    process.on('exit', () => writeFileSync(target, script.createCachedData()));
  }
  return module.exports;
}

/** Where V8 keeps what the flags were, in four bytes. */
const FLAGS_AT = 12;

/** Flags of V8 that change nothing of the code it compiles. */
const NOT_OF_CODE = /^--(freeze-flags-after-init$|max[-_](old|semi)[-_]space[-_]size(=|$))/;
/** Flags of Node, which V8 does not know. */
const NOT_OF_V8 =
  /^(-r|--(require|import|(experimental-)?permission|allow-(fs|addons|child|wasi|worker)[\w-]*|disable-warning|(no|trace)-(warnings|deprecation|uncaught)|no-experimental-sqlite|enable-source-maps|use-(system|openssl|bundled)-ca))(=|$)/;

/**
 * V8 takes compiled code of a process with the same flags only, whatever they mean. A larger heap, which
 * many have in NODE_OPTIONS, would double the time of a start; so the flags are written over where all of
 * them are known to change nothing.
 */
function underOwnFlags(compiled: Buffer | undefined): Buffer | undefined {
  const words = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  const flags = words.filter((word) => word.startsWith('-') && !NOT_OF_V8.test(word));
  if (compiled === undefined || flags.length === 0) return compiled;
  if (flags.every((flag) => NOT_OF_CODE.test(flag))) {
    const own = new Script('').createCachedData();
    own.copy(compiled, FLAGS_AT, FLAGS_AT, FLAGS_AT + 4);
  }
  return compiled;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    // Built by another Node.
    return undefined;
  }
}
