/**
 * The code cache of V8, as a file of the user's: functions are read instead of parsed and compiled. This is the
 * side that reads; `cli/train.ts` writes.
 *
 * V8 executes what it reads here, and compares nothing but its version, its flags and the length of the
 * source. So a file counts only where it is this user's own and no other user could have written it. It is
 * looked at through its descriptor: the file that was checked is the one that is read.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
} from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { accountHome } from './account-home.js';
import { hashOf } from './hash.js';

const { deleteProperty } = Reflect;

/** What is started: each has a file of its own, as each calls other functions. */
export type Role = 'command' | 'launcher' | 'runner' | 'library';

/** First bytes of a file; changes with its format. */
export const MAGIC = 'tui-code-1\n';
/** Bytes; a start takes a fiftieth of it. */
const MAX_SIZE = 64 * 1024 * 1024;
/** Bytes in which a file's head ends. */
export const HEAD_SIZE = 4096;

/** A bundle's part of a file: where its code is. */
export interface Section {
  readonly name: string;
  /** Behind the head. */
  readonly start: number;
  readonly length: number;
}

/** The folder of these files, for one build of the bundles. */
export class CodeFolder {
  /**
   * @param build changes with the bundles
   * @param bundles the folder of the bundles: V8 keeps it with the code, and stacks of errors show it
   */
  constructor(
    readonly path: string,
    readonly build: string,
    readonly bundles: string,
  ) {}

  /** Undefined where there is none, see `codeFolder`. */
  static of(env: NodeJS.ProcessEnv, build: string, bundles: string): CodeFolder | undefined {
    const path = codeFolder(env, bundles);
    return path === undefined ? undefined : new CodeFolder(path, build, bundles);
  }

  /** A folder in this one, for another kind of files. */
  inside(name: string): CodeFolder {
    return new CodeFolder(join(this.path, name), this.build, this.bundles);
  }

  /**
   * The name of a role's file under V8's flags: V8 accepts code only from a process with the same.
   *
   * @param flags of V8 that the process has beside those of this one
   */
  name(role: Role | 'training', flags: readonly string[] = []): string {
    const tag = process.getBuiltinModule('node:v8').cachedDataVersionTag().toString(16);
    return [
      role,
      this.build,
      hashOf(this.bundles),
      tag,
      ...flags.map((flag) => flag.replace(/^-+/, '')),
    ].join('.');
  }

  /** False if it does not exist, or if another user can write to it. */
  get isOwn(): boolean {
    const stat = lstatSync(this.path, { throwIfNoEntry: false });
    return stat !== undefined && isOwn(stat, 'isDirectory');
  }

  /** Opens a file that only this user can have written, for reading; undefined where there is none. */
  open(name: string): number | undefined {
    let fd: number | undefined;
    try {
      if (!this.isOwn) return undefined;
      fd = openSync(join(this.path, name), constants.O_RDONLY | constants.O_NOFOLLOW);
      if (isOwn(fstatSync(fd), 'isFile')) return fd;
    } catch {
      // Nothing there, or not for this user.
    }
    if (fd !== undefined) closeSync(fd);
    return undefined;
  }

  /** What an earlier start of this role left behind; undefined where there is nothing that may be used. */
  read(role: Role): CodeCache | undefined {
    const fd = this.open(this.name(role));
    return fd === undefined ? undefined : CodeCache.read(fd);
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The folder that a start with these variables uses: the one that `TUI_CODE_CACHE` names, inside of the build, else the usual
 * one. Undefined where nothing is kept: `off`, a folder elsewhere, and where files have no owner that could be checked.
 *
 * No variable leads elsewhere: where one differs between two starts, an app may have written the folder in the first. An
 * app that can write the build needs no compiled code.
 */
function codeFolder(env: Env, bundles: string): string | undefined {
  if (process.geteuid === undefined) return undefined;
  const named = env['TUI_CODE_CACHE'] ?? '';
  return named === '' ? usualFolder(env) : namedFolder(named, bundles);
}

function namedFolder(named: string, bundles: string): string | undefined {
  const path = isAbsolute(named) ? resolve(named) : '';
  return path.startsWith(join(dirname(bundles), sep)) ? path : undefined;
}

/** A folder of the user's that is not used; undefined where the variable is not set, is `off`, or names one that can be. */
export function refusedFolder(env: Env, bundles: string): string | undefined {
  const { TUI_CODE_CACHE: named = '' } = env;
  const isUsed = named === '' || named === 'off' || namedFolder(named, bundles) !== undefined;
  return isUsed ? undefined : named;
}

/** `.cache/tui/code` in the account's home; undefined where the home is another one. */
function usualFolder(env: Env): string | undefined {
  const home = accountHome();
  if (home === undefined || (env['HOME'] ?? home) !== home) return undefined;
  return join(home, '.cache', 'tui', 'code');
}

/** Where starts with these variables may look for compiled code, in this version or in an earlier one. */
export function guardedCodeFolders(env: Env): string[] {
  const named = env['TUI_CODE_CACHE'] ?? '';
  return [...(isAbsolute(named) ? [named] : []), usualFolder(env) ?? []].flat();
}

/** Neither another user nor another group may read it, and so write it. */
function isOwn(stat: Stats, type: 'isFile' | 'isDirectory'): boolean {
  return stat[type]() && stat.uid === process.geteuid?.() && (stat.mode & 0o077) === 0;
}

/** What a file holds, by the names of bundles. */
export class CodeCache {
  /**
   * Each of its own memory, which is free once V8 has read it: see `take`. Not a map, whose methods an app could change to
   * receive them.
   */
  readonly #codes: Record<string, Buffer>;

  private constructor(codes: Record<string, Buffer>) {
    this.#codes = codes;
  }

  /** Reads an open file, and closes it; undefined where it is none of these. */
  static read(fd: number): CodeCache | undefined {
    try {
      const { size } = fstatSync(fd);
      return size > MAX_SIZE ? undefined : CodeCache.#parse(fd, size);
    } catch {
      return undefined;
    } finally {
      closeSync(fd);
    }
  }

  /** @throws where the bytes are not ours */
  static #parse(fd: number, size: number): CodeCache | undefined {
    const first = readAt(fd, 0, Math.min(size, HEAD_SIZE));
    const end = first?.indexOf('\n', MAGIC.length) ?? -1;
    if (first?.toString('latin1', 0, MAGIC.length) !== MAGIC || end < 0) return undefined;
    const sections = JSON.parse(first.toString('latin1', MAGIC.length, end)) as readonly Section[];
    const codes = Object.create(null) as Record<string, Buffer>;
    for (const { name, start, length } of sections) {
      const from = end + 1 + start;
      const code = from + length > size ? undefined : readAt(fd, from, length);
      if (code !== undefined) codes[name] = code;
    }
    return new CodeCache(codes);
  }

  /** The code of a bundle, as V8 wrote it, once: a bundle is loaded once. Undefined where it is missing. */
  take(name: string): Buffer | undefined {
    const code = this.#codes[name];
    deleteProperty(this.#codes, name);
    return code;
  }
}

/**
 * Bytes of a file; undefined where it ends before.
 *
 * @throws where it cannot be read
 */
function readAt(fd: number, start: number, length: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (let read = -1; end < length && read !== 0; end += read) {
    read = readSync(fd, bytes, end, length - end, start + end);
  }
  return end === length ? bytes : undefined;
}
