/**
 * The files and folders of an app's grants, opened when they are resolved and held until they are mounted.
 * A name can be given to something else while the user reads the question; a descriptor stays with what
 * the question was about.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  type BigIntStats,
} from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import { DiagnosticError, printable } from '../../../../runtime/base/diagnostics.js';
import { throwIfOutOfFiles } from '../../../boot/out-of-files.js';
import { isGuarded } from '../../policy/check.js';
import { realPathOfOpen } from '../../policy/grants/paths.js';
import { mountsOf, type Mount } from '../../policy/mounts.js';
import type { PathGrant, Permissions } from '../../policy/types.js';

/** What a file or folder is known by, whatever it is called. */
interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

export interface HeldPath extends Identity {
  /** Absolute and real: where it was when it was opened. */
  readonly path: string;
  readonly type: 'folder' | 'file';
  /** Undefined where the system has no descriptors that name a file without opening it. */
  readonly fd: number | undefined;
}

const { O_NOFOLLOW = 0, O_CREAT, O_EXCL, O_WRONLY } = constants;
/** Of Linux, unknown to Node: the descriptor needs no permission, and opening has no effect on the file. */
const O_PATH = 0o10000000;

export class HeldPaths {
  readonly #held = new Map<string, HeldPath>();
  /** Missing paths, with the nearest folder above that exists. */
  readonly #missing = new Map<string, HeldPath | undefined>();

  /** Opens what these permissions name. @throws DiagnosticError where that is not what was resolved */
  constructor(permissions: Permissions) {
    try {
      this.#include(permissions);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #include(permissions: Permissions): void {
    const resolved = new Map(
      [...permissions.read.allow, ...permissions.write.allow].map(({ path, type }) => [path, type]),
    );
    for (const mount of mountsOf(permissions)) {
      for (const path of [...mount.between, mount.path]) {
        if (this.#held.has(path) || this.#missing.has(path)) continue;
        const found = openHeld(path);
        if (found !== undefined) this.#held.set(path, found);
        else this.#missing.set(path, path === mount.path ? openHeldAbove(path) : undefined);
      }
      // What covers a path need not be of its kind.
      if (mount.access === 'none') continue;
      const type = resolved.get(mount.path) ?? 'missing';
      // What was missing may be made by another start of the same app.
      if (type !== 'missing' && type !== this.typeOf(mount.path)) throw pathChanged(mount.path);
    }
  }

  get(path: string): HeldPath | undefined {
    return this.#held.get(path);
  }

  typeOf(path: string): PathGrant['type'] {
    return this.#held.get(path)?.type ?? 'missing';
  }

  /**
   * Creates missing paths that the app may write: a folder, or an empty file if the name has an extension. Paths that
   * cannot be created are skipped; writing them fails in the app.
   *
   * @param covers also creates denied paths in writable folders, and the folders in which no app has files: only what
   *   exists can be covered
   * @throws DiagnosticError if something else has appeared at a path
   */
  create(permissions: Permissions, { covers }: { readonly covers: boolean }): void {
    for (const mount of mountsOf(permissions)) {
      const { path, access, outer, between } = mount;
      const isGuard = isGuarded(permissions, path);
      const isCover = covers && access !== 'write' && (outer === 'write' || isGuard);
      if (this.#held.has(path) || !(access === 'write' || isCover)) continue;
      const made = makeBelow(this.#missing.get(path), path, typeToMake(permissions, mount));
      if (made !== undefined) this.#held.set(path, made);
      // Where this user may not make a guarded folder, no app of this user does.
      else if (isCover && !isGuard) throw uncovered(path);
      for (const folder of between) {
        const found = this.#held.has(folder) ? undefined : openHeld(folder);
        if (found !== undefined) this.#held.set(folder, found);
      }
    }
  }

  /** @throws DiagnosticError where a name has been given to something else by now */
  check(): void {
    const path = this.findChanged();
    if (path !== undefined) throw pathChanged(path);
  }

  /**
   * The first path that leads to something else by now.
   *
   * @param root of another process: what the paths lead to in its mounts
   * @param covered paths that lead to nothing there, and are left out
   */
  findChanged(root = '', covered: ReadonlySet<string> = new Set()): string | undefined {
    const isSame = ({ path, fd, ...identity }: HeldPath): boolean =>
      isAt(root + path, identity) &&
      (root !== '' || fd === undefined || realPathOfOpen(fd) === path);
    // The sandbox has its own of these.
    const isOwn = (path: string): boolean => root !== '' && /^\/(proc|dev)(\/|$)/.test(path);
    return [...this.#held.values()].find(
      (each) => !covered.has(each.path) && !isOwn(each.path) && !isSame(each),
    )?.path;
  }

  /** Closes the descriptors. */
  close(): void {
    for (const each of [...this.#held.values(), ...this.#missing.values()]) {
      if (each?.fd !== undefined) closeSync(each.fd);
    }
    this.#held.clear();
    this.#missing.clear();
  }
}

/** A granted name leads to something else than it did. */
export function pathChanged(path: string): DiagnosticError {
  return new DiagnosticError([
    {
      severity: 'error',
      code: 'path-changed',
      message: `${printable(path)} was replaced after the permissions were read`,
      suggestion: 'start the app again',
    },
  ]);
}

/**
 * Opens a real path without following a link in its place; undefined where there is nothing, or nothing
 * that this user could reach.
 *
 * @param at the same place by another name
 * @throws DiagnosticError where a link leads there by now
 */
function openHeld(path: string, at = path): HeldPath | undefined {
  if (process.platform !== 'linux') return look(path);
  let fd: number;
  try {
    fd = openSync(at, O_PATH | O_NOFOLLOW);
  } catch (error) {
    throwIfOutOfFiles(error);
    return undefined;
  }
  const name = realPathOfOpen(fd);
  const stat = fstatSync(fd, { bigint: true });
  if (name === path && !stat.isSymbolicLink()) return heldPath(path, stat, fd);
  closeSync(fd);
  // Without /proc.
  if (name === undefined) return look(path);
  throw pathChanged(path);
}

/** The same by name alone. */
function look(path: string): HeldPath | undefined {
  let stat: BigIntStats;
  let real: string;
  try {
    stat = lstatSync(path, { bigint: true });
    real = realpathSync.native(path);
  } catch {
    return undefined;
  }
  if (stat.isSymbolicLink() || real !== path) throw pathChanged(path);
  return heldPath(path, stat, undefined);
}

function heldPath(path: string, stat: BigIntStats, fd: number | undefined): HeldPath {
  const { dev, ino } = stat;
  return { path, type: stat.isDirectory() ? 'folder' : 'file', dev, ino, fd };
}

function openHeldAbove(path: string): HeldPath | undefined {
  for (let at = dirname(path); ; at = dirname(at)) {
    const found = openHeld(at);
    if (found !== undefined || dirname(at) === at) return found;
  }
}

function isAt(path: string, { dev, ino }: Identity): boolean {
  const found = identityOf(path);
  return found?.dev === dev && found.ino === ino;
}

/** Of what has this name now; undefined where that is nothing, or a link. */
function identityOf(path: string): Identity | undefined {
  try {
    const stat = lstatSync(path, { bigint: true });
    return stat.isSymbolicLink() ? undefined : stat;
  } catch {
    return undefined;
  }
}

function typeToMake({ write }: Permissions, { path }: Mount): 'folder' | 'file' {
  const isFolder = write.allow.some((grant) => grant.path === path && /[\\/]$/.test(grant.written));
  return isFolder || extname(path) === '' ? 'folder' : 'file';
}

/**
 * Makes a path below a folder that is held, one part after the other and each in the one that was opened
 * before: a link that is put in the way is not followed. Undefined where it may not be made.
 */
function makeBelow(
  above: HeldPath | undefined,
  path: string,
  type: 'folder' | 'file',
): HeldPath | undefined {
  if (above?.type !== 'folder') return undefined;
  const names = path
    .slice(above.path.length)
    .split(sep)
    .filter((name) => name !== '');
  const opened: HeldPath[] = [];
  try {
    let folder = above;
    for (const [index, name] of names.entries()) {
      const isFile = type === 'file' && index === names.length - 1;
      const next = join(folder.path, name);
      const at = folder.fd === undefined ? next : `/proc/self/fd/${folder.fd}/${name}`;
      if (!make(at, isFile)) return undefined;
      const found = openHeld(next, at);
      if (found !== undefined) opened.push(found);
      if (found === undefined || !isOfType(found, isFile)) throw pathChanged(path);
      folder = found;
    }
    return opened.pop();
  } finally {
    for (const { fd } of opened) if (fd !== undefined) closeSync(fd);
  }
}

/** A pipe or a device is not a file that an app could mean. */
function isOfType({ path, fd, type }: HeldPath, isFile: boolean): boolean {
  if (!isFile) return type === 'folder';
  return (fd === undefined ? lstatSync(path) : fstatSync(fd)).isFile();
}

/** @returns whether there is something now */
function make(path: string, isFile: boolean): boolean {
  try {
    if (isFile) closeSync(openSync(path, O_WRONLY | O_CREAT | O_EXCL, 0o600));
    else mkdirSync(path, 0o700);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST';
  }
}

/** A denial that would not hold. */
function uncovered(path: string): DiagnosticError {
  return new DiagnosticError([
    {
      severity: 'error',
      code: 'no-sandbox',
      message: `${printable(path)} is denied in a folder that the app may write, but does not exist and cannot be created, so it cannot be covered`,
      suggestion: 'create it, or grant a folder that does not contain it',
    },
  ]);
}
