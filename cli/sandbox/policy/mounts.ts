/**
 * Path grants in the forms that enforce them: mounts for bubblewrap, a list for Node's permission flags. Both
 * follow `accessTo`, also where something is denied inside of what is granted.
 */
import { accessSync, constants, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isInside, isOfProcess } from './grants/paths.js';
import { accessTo, type Access } from './check.js';
import type { PathGrant, Permissions } from './types.js';

export interface Mount {
  /** Absolute and real. */
  readonly path: string;
  /** `none`: replaced by an empty folder or file. */
  readonly access: Access;
  readonly type: PathGrant['type'];
  /** What may be done in the mount that it is in; undefined where it is in none. */
  readonly outer: Access | undefined;
  /** The folders between that mount and this one, from above. */
  readonly between: readonly string[];
}

/**
 * What is to be mounted over nothing, in this order: folders before what is in them. `type: 'missing'` is
 * something that does not exist now; it must not come into being with more access than is said here.
 */
export function mountsOf(permissions: Permissions): Mount[] {
  const { read, write, all } = permissions;
  const paths = new Set<string>();
  if (all.granted || read.everything !== undefined || write.everything !== undefined)
    paths.add('/');
  for (const { path } of [...read.allow, ...write.allow, ...read.deny, ...write.deny])
    paths.add(path);
  const sorted = [...paths].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const mounts: Mount[] = [];
  for (const path of sorted) {
    const access = accessTo(permissions, path);
    const above = mounts.findLast((mount) => isInside(path, mount.path));
    if ((above?.access ?? 'none') === access) continue;
    const between = above === undefined ? [] : foldersBetween(above.path, path);
    mounts.push({ path, access, type: typeOf(path), outer: above?.access, between });
  }
  return mounts;
}

function foldersBetween(top: string, path: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(path); at !== top && isInside(at, top); at = dirname(at)) folders.push(at);
  return folders.reverse();
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length - 1;
}

function typeOf(path: string): Mount['type'] {
  try {
    return lstatSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'missing';
  }
}

/** More entries than that are too many arguments for a command. */
const MAX_ENTRIES = 4096;

export interface NodePaths {
  readonly paths: readonly string[];
  /** Folders with more entries than can be listed, in which something is denied: nothing in them is granted. */
  readonly unlisted: readonly string[];
}

/** In `/proc`, what no app may read: see `isOfProcess`. */
const PROCESS = '/proc/self';

/**
 * Values for `--allow-fs-read` and `--allow-fs-write`. Those can deny nothing: a folder with something
 * denied in it is listed by its other entries, as they are now.
 *
 * @param hasOwnProcesses the app's `/proc` is one of its own
 * @param isMounted the system's mounts enforce all of it: a folder that is too long to list is granted as a whole
 */
export function nodePathList(
  permissions: Permissions,
  kind: 'read' | 'write',
  { hasOwnProcesses = false, isMounted = false } = {},
): NodePaths {
  const { read, write } = permissions;
  const fits = (path: string): boolean => {
    const access = accessTo(permissions, path);
    return access === 'write' || (kind === 'read' && access === 'read');
  };
  const limits = [...read.deny, ...write.deny, ...read.allow].map(({ path }) => path);
  if (!hasOwnProcesses && isOfProcess(PROCESS)) limits.push(PROCESS);
  const paths: string[] = [];
  const unlisted: string[] = [];
  const coversProcess = (path: string): boolean =>
    limits.includes(PROCESS) && isInside(PROCESS, path);
  const roots = mountsOf(permissions)
    .map(({ path }) => path)
    .filter(fits);
  const waiting = roots
    .filter((path) => !roots.some((o) => o !== path && isInside(path, o)))
    .reverse();
  // Roots below something denied below a root come back through the folders that are looked into.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const path = next;
    const inner = limits.filter((limit) => limit !== path && isInside(limit, path));
    if (!fits(path)) continue;
    if (inner.every(fits)) {
      paths.push(path);
      continue;
    }
    const entries = entriesOf(path);
    if (paths.length + waiting.length + entries.length <= MAX_ENTRIES) {
      for (const entry of entries.reverse()) waiting.push(entry);
    } else if (isMounted && !coversProcess(path)) paths.push(path);
    else unlisted.push(path);
  }
  return { paths, unlisted };
}

/** Symlinks are left out: Node looks at their own path and not at where they lead. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isSymbolicLink())
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

/**
 * Symlinks in granted folders that lead out of what is granted, or nowhere yet. Bubblewrap makes them lead
 * nowhere; Node's permission flag follows them, so that tier must not start with them.
 *
 * @param most stops after this many entries; then `complete` is false
 */
export function symlinksLeaving(
  permissions: Permissions,
  most = 50_000,
): {
  readonly links: readonly string[];
  readonly complete: boolean;
  /** The folder that was being looked into when there were too many. */
  readonly stoppedIn?: string;
} {
  const links: string[] = [];
  const waiting = mountsOf(permissions)
    .filter(({ access }) => access !== 'none')
    .map(({ path }) => path);
  let seen = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      if (maySearch(folder)) links.push(folder);
      continue;
    }
    for (const entry of entries) {
      if (++seen > most) return { links, complete: false, stoppedIn: folder };
      const path = join(folder, entry.name);
      if (entry.isDirectory() && accessTo(permissions, path) !== 'none') waiting.push(path);
      if (entry.isSymbolicLink() && !links.includes(path) && leaves(permissions, path)) {
        links.push(path);
      }
    }
  }
  return { links, complete: true };
}

function climbs(target: string): boolean {
  return !isAbsolute(target) && target.split(/[\\/]/).includes('..');
}

const RANK: Readonly<Record<Access, number>> = { none: 0, read: 1, write: 2 };

/** Whether more can be done through the link than with what it leads to. */
function leaves(permissions: Permissions, link: string): boolean {
  const through = accessTo(permissions, link);
  if (through === 'none') return false;
  try {
    // Who may rename it can move it to where the same `..` leads out.
    if (through === 'write' && climbs(readlinkSync(link))) return true;
    return RANK[accessTo(permissions, realpathSync.native(link))] < RANK[through];
  } catch {
    // It leads nowhere yet. Whatever comes to be there, a link to somewhere else even, could be reached.
    return true;
  }
}

/** A folder that cannot be listed, and whose links can be used by their names all the same. */
function maySearch(path: string): boolean {
  try {
    if (!lstatSync(path).isDirectory()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
