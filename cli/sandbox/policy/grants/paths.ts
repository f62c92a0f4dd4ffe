/** Paths as the kernel reads them: symlinks first, `..` after. Grants hold real paths only. */
import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Origin, PathGrant } from '../types.js';

/** As many links as Linux follows in one path. */
const MAX_LINKS = 40;
/** Parts of one path that are resolved. No real path has more, and each takes time. */
const MAX_PARTS = 4096;
/** PATH_MAX of Linux, in bytes; no longer path can be opened. */
const MAX_PATH_LENGTH = 4096;

/** A path in any form that `node:fs` accepts. */
export type PathLike = string | URL | Uint8Array;

/** The path as text; undefined where it is none (NUL bytes, a URL of another scheme, not UTF-8). */
export function pathText(path: PathLike): string | undefined {
  let text: string;
  try {
    if (typeof path === 'string') text = path;
    else if (path instanceof URL) text = fileURLToPath(path);
    else text = new TextDecoder('utf-8', { fatal: true }).decode(path);
  } catch {
    return undefined;
  }
  if (text === '' || text.includes('\0') || Buffer.byteLength(text) > MAX_PATH_LENGTH)
    return undefined;
  return text;
}

/**
 * Where a path leads, also where its last parts do not exist yet; undefined where that cannot be known
 * (a loop, a folder that may not be searched, `..` below something missing).
 *
 * `path.resolve` and `fs.realpath` take `link/..` for the folder that holds the link; the kernel takes it
 * for the parent of what the link leads to. So the parts are walked here.
 */
export function realPathOf(path: string, cwd: string): string | undefined {
  return walk(path, cwd)?.real;
}

/**
 * What decides where a path leads: the symlinks that are followed, each in its real folder, and the real
 * path last. Undefined where `realPathOf` is.
 */
export function stepsOf(path: string, cwd: string): string[] | undefined {
  const found = walk(path, cwd);
  return found === undefined ? undefined : [...found.links, found.real];
}

interface Walk {
  readonly real: string;
  readonly links: readonly string[];
}

function walk(path: string, cwd: string): Walk | undefined {
  const absolute = isAbsolute(path) ? path : `${cwd}${sep}${path}`;
  const { root } = parse(absolute);
  const waiting = partsOf(absolute.slice(root.length)).reverse();
  const links: string[] = [];
  let here = root;
  let count = 0;
  while (waiting.length > 0) {
    const part = waiting.pop() ?? '';
    if (++count > MAX_PARTS) return undefined;
    if (part === '..') {
      here = dirname(here);
      continue;
    }
    const next = join(here, part);
    let target: string | undefined;
    try {
      if (lstatSync(next).isSymbolicLink()) target = readlinkSync(next);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' || waiting.includes('..')) return undefined;
      return { real: join(onDisk(here), part, ...waiting.reverse()), links };
    }
    if (target === undefined) {
      here = next;
      continue;
    }
    links.push(next);
    if (links.length > MAX_LINKS) return undefined;
    if (isAbsolute(target)) here = parse(target).root;
    waiting.push(...partsOf(target.slice(parse(target).root.length)).reverse());
  }
  return { real: onDisk(here), links };
}

function partsOf(path: string): string[] {
  return path
    .split(process.platform === 'win32' ? /[\\/]/ : '/')
    .filter((p) => p !== '' && p !== '.');
}

/** The name as the disk has it: case and Unicode forms are one file on some file systems. */
function onDisk(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** Where an open file is now; undefined where the system does not report it: only Linux does. */
export function realPathOfOpen(fd: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

/** Whether `path` is `folder` or is below it; both real. */
export function isInside(path: string, folder: string): boolean {
  if (path === folder) return true;
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The values of `$appDir`, `cwd` and `~` in a grant's path. */
export interface PathVariables {
  /** Where relative paths start. */
  readonly base: string;
  readonly appDir: string;
  readonly cwd: string;
  readonly home: string;
}

/**
 * A folder of a process, by its number or a link to the reader's own; those of threads are in it. And the keys that the kernel has
 * for the reader's session.
 */
const OF_PROCESS = /^\/proc\/(?:\d+|self|thread-self|keys|key-users)(?:\/|$)/;

/**
 * Whether a path is of a process in Linux' `/proc`: its variables, memory and open files. Who reads it by `self` has its own, so that
 * the launcher would read what no app is granted.
 */
export function isOfProcess(real: string): boolean {
  return process.platform === 'linux' && OF_PROCESS.test(real);
}

/** `$appDir/data`, `cwd`, `~/notes`, `./x` or `/x` as an absolute path, symlinks not resolved. */
export function expandPath(written: string, variables: PathVariables): string {
  const rest = (word: string): string => written.slice(word.length);
  const starts = (word: string): boolean => written === word || written.startsWith(`${word}/`);
  if (starts('$appDir')) return variables.appDir + rest('$appDir');
  if (starts('cwd')) return variables.cwd + rest('cwd');
  if (starts('~')) return variables.home + rest('~');
  return isAbsolute(written) ? written : `${variables.base}/${written}`;
}

export type PathGrantError = {
  readonly message: string;
  readonly suggestion?: string;
  readonly severity?: 'warning';
};

/** Reads one path of a policy or a flag. */
export function readPathGrant(
  written: string,
  origin: Origin,
  variables: PathVariables,
): { readonly grant: PathGrant } | { readonly error: PathGrantError } {
  if (written.trim() === '') return { error: { message: 'expected a path, found nothing' } };
  if (written.includes('*')) {
    const message = 'wildcards are not supported; a folder includes everything in it';
    const folder = dirname(written.slice(0, written.indexOf('*')) + 'x');
    return { error: { message, suggestion: `write "${folder}"` } };
  }
  if (/^~[^/]/.test(written)) {
    return {
      error: {
        message: '"~" is supported only for your own home folder',
        suggestion: 'write its full path',
      },
    };
  }
  const unknown = /^\$[A-Za-z_]*/.exec(written)?.[0];
  if (unknown !== undefined && unknown !== '$appDir') {
    const message = `unknown variable ${unknown}; expected $appDir, cwd or ~`;
    return {
      error: {
        message,
        suggestion:
          unknown.toLowerCase() === '$appdir'
            ? 'did you mean "$appDir"?'
            : `write "./${written}" for a file of that name`,
      },
    };
  }
  if (/^file:/i.test(written)) return { error: { message: 'expected a path, found a URL' } };
  const text = pathText(expandPath(written, variables));
  const path = text === undefined ? undefined : realPathOf(text, variables.base);
  if (path === undefined) return { error: { message: 'the path cannot be resolved' } };
  if (isOfProcess(path)) {
    const message = 'the files of a process are never granted to an app';
    const suggestion = 'files of the system, such as "/proc/meminfo", can be granted';
    return { error: { severity: 'warning', message, suggestion } };
  }
  return { grant: { written, origin, path, type: typeOf(path) } };
}

export function typeOf(path: string): PathGrant['type'] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 'missing';
  return stat.isDirectory() ? 'folder' : 'file';
}

/** Whether a real path is a folder that holds the whole of a home: the root, `/home`, the home itself. */
export function containsHome(path: string, home: string): boolean {
  return isInside(realPathOf(home, '/') ?? resolve(home), path);
}
