/**
 * Verifies the sandbox from outside, after it is created and before the app runs: bubblewrap mounts denied paths
 * by name, in a folder in which other processes may rename them meanwhile.
 */
import { readFileSync } from 'node:fs';
import type { Access } from '../../policy/check.js';
import { realPathOfOpen } from '../../policy/grants/paths.js';
import { mountsOf } from '../../policy/mounts.js';
import type { Permissions } from '../../policy/types.js';
import type { HeldPaths } from './held-paths.js';

/** What may be done less with than with the folder around it. */
export interface Restriction {
  readonly path: string;
  readonly access: Access;
  /** Of the file or folder itself, wherever it has been moved to. */
  readonly fd: number | undefined;
}

const RANK: Readonly<Record<Access, number>> = { none: 0, read: 1, write: 2 };

/** @returns what the app may do less with than with the folder around it, in mounts of bubblewrap */
export function restrictionsOf(permissions: Permissions, held: HeldPaths): Restriction[] {
  return mountsOf(permissions).flatMap(({ path, access, outer }) => {
    const found = held.get(path);
    const restricts = outer !== undefined && RANK[access] < RANK[outer];
    return restricts && found !== undefined ? [{ path, access, fd: found.fd }] : [];
  });
}

/**
 * The first path that is not in the sandbox of the process what it has to be; undefined where all are.
 *
 * @param restrictions of bubblewrap; undefined where Node alone keeps the app in, and names are all there is
 * @param byDescriptor bubblewrap has seen to it that it mounts what it was handed
 */
export function findUnverified(
  pid: number,
  held: HeldPaths,
  restrictions: readonly Restriction[] | undefined,
  byDescriptor: boolean,
): string | undefined {
  if (restrictions === undefined) return held.findChanged();
  const covered = restrictions.filter(({ access }) => access === 'none').map(({ path }) => path);
  const found = byDescriptor ? undefined : held.findChanged(`/proc/${pid}/root`, new Set(covered));
  return found ?? findUncovered(pid, restrictions);
}

/**
 * A file is at one name at a time, and so is a mount. Where both are found under the same one again and
 * again, the mount is on the file: to be elsewhere at each look, it would have to be moved back and forth
 * between two of them by a program that cannot see them.
 */
const LOOKS = 8;

/**
 * The first path that is not restricted as it should be in the mounts of the process; undefined where all
 * of them are.
 */
export function findUncovered(
  pid: number,
  restrictions: readonly Restriction[],
): string | undefined {
  for (let look = 0; look < LOOKS; look++) {
    const away = restrictions.find(
      ({ path, fd }) => fd === undefined || realPathOfOpen(fd) !== path,
    );
    if (away !== undefined) return away.path;
    const mounts = readMounts(pid);
    const open = restrictions.find(({ path, access }) => {
      const found = mounts.get(path);
      // Under a cover is the file itself, which was mounted first.
      return found?.isReadOnly !== true || (access === 'none' && found.count < 2);
    });
    if (open !== undefined) return open.path;
  }
  return undefined;
}

interface MountedAt {
  /** How many lie over each other. */
  readonly count: number;
  /** Of the uppermost. */
  readonly isReadOnly: boolean;
}

/** By the place that they are mounted at. Empty where the system does not show them. */
function readMounts(pid: number): Map<string, MountedAt> {
  const mounts = new Map<string, MountedAt>();
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/mountinfo`, 'utf8');
  } catch {
    return mounts;
  }
  for (const line of text.split('\n')) {
    const [, , , , place, options] = line.split(' ');
    if (place === undefined || options === undefined) continue;
    const path = place.replace(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    );
    const count = (mounts.get(path)?.count ?? 0) + 1;
    mounts.set(path, { count, isReadOnly: options.split(',').includes('ro') });
  }
  return mounts;
}
