/**
 * Files that no user chooses for an app: what the user has denied, and tui's own (settings, approvals, states, sign-ins,
 * keyrings). By where a path leads and by what was opened, so that no other name of such a file is a way around it.
 */
import type { BigIntStats } from 'node:fs';
import { lstat, opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { accessTo } from '../../policy/check.js';
import { isInside, isOfProcess } from '../../policy/grants/paths.js';
import type { Permissions } from '../../policy/types.js';
import { otherPathsOf, readMounts } from './mounts.js';

/** Files that are compared with one that has several names. */
const MAX_COMPARED = 50_000;

export type Identity = Pick<BigIntStats, 'dev' | 'ino'>;

export interface ForbiddenInputs {
  readonly permissions: Pick<Permissions, 'read' | 'all'>;
  /** Real paths of folders with tui's own files. */
  readonly guarded: readonly string[];
  /** Default: the system's list of mounts. */
  readonly mounts?: (() => Promise<string>) | undefined;
}

/** Why a file or folder is not chosen, as the user reads it. */
export const FORBIDDEN = {
  all: 'apps may read nothing: it is denied by a flag',
  denied: 'it is denied by a flag',
  guarded: 'apps may not read the files of tui and keyrings',
  process: 'it is a file of the system, not of a disk',
  names: 'it has other names, one of which may be denied',
} as const;

export class Forbidden {
  readonly #inputs: ForbiddenInputs;

  constructor(inputs: ForbiddenInputs) {
    this.#inputs = inputs;
  }

  /** Why nothing can be chosen at all; undefined where something can. */
  get everything(): string | undefined {
    const { read, all } = this.#inputs.permissions;
    return all.denied || read.nothing ? FORBIDDEN.all : undefined;
  }

  /** By its real path alone: for a list of files. */
  whyPath(real: string): string | undefined {
    if (this.everything !== undefined) return this.everything;
    if (isOfProcess(real) || isOfKernel(real)) return FORBIDDEN.process;
    if (this.#inputs.guarded.some((folder) => isInside(real, folder))) return FORBIDDEN.guarded;
    const { read, all } = this.#inputs.permissions;
    const nothing = { everything: undefined, allow: [], deny: [], nothing: false };
    // Everything is within the user's choice but what is denied.
    const chosen = { ...read, everything: 'flag' as const };
    const files = { read: chosen, write: nothing, all: { ...all, granted: false } };
    return accessTo(files, real) === 'none' ? FORBIDDEN.denied : undefined;
  }

  /** The same, and by what the path and the folders above it are, and other mounts of it: hard links and bind mounts are other names. */
  async why(
    real: string,
    file: Identity & Pick<BigIntStats, 'nlink'>,
  ): Promise<string | undefined> {
    const byPath = this.whyPath(real);
    if (byPath !== undefined) return byPath;
    for (const other of otherPathsOf(real, await (this.#inputs.mounts ?? readMounts)())) {
      const why = this.whyPath(other);
      if (why !== undefined) return why;
    }
    const roots = await this.#roots();
    const above = await identitiesAbove(real);
    const found = roots.find(({ identity }) =>
      [file, ...above].some((each) => isSame(each, identity)),
    );
    if (found !== undefined) return found.reason;
    if (file.nlink < 2n) return undefined;
    return await this.#otherName(file, roots);
  }

  /** The denied files and folders that exist. */
  async #roots(): Promise<Root[]> {
    const { permissions, guarded } = this.#inputs;
    const roots = await Promise.all(
      [
        ...guarded.map((path) => ({ path, reason: FORBIDDEN.guarded })),
        ...permissions.read.deny.map(({ path, origin }) => ({
          path,
          reason: origin === 'default' ? FORBIDDEN.guarded : FORBIDDEN.denied,
        })),
      ].map(async (root) => {
        const identity = await identityOf(root.path);
        return identity === undefined ? [] : [{ ...root, identity }];
      }),
    );
    return roots.flat();
  }

  /** Whether one of a file's names is in a folder that is denied. Where those hold too much to look at, it may be. */
  async #otherName(file: Identity, roots: readonly Root[]): Promise<string | undefined> {
    let left = MAX_COMPARED;
    for (const { path, identity, reason } of roots) {
      // A file has all its names on one disk; another one can be mounted further down.
      const waiting = [{ path, isOnDisk: identity.dev === file.dev }];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        let folder;
        try {
          folder = await opendir(next.path);
        } catch {
          continue;
        }
        for await (const entry of folder) {
          if (--left < 0) return FORBIDDEN.names;
          const at = join(next.path, entry.name);
          if (entry.isDirectory()) waiting.push({ path: at, isOnDisk: true });
          else if (entry.isFile() && isSame(await identityOf(at), file)) return reason;
        }
      }
    }
    return undefined;
  }
}

interface Root {
  readonly path: string;
  readonly reason: string;
  readonly identity: Identity;
}

/** Files that the kernel makes up while they are read. */
function isOfKernel(real: string): boolean {
  return process.platform === 'linux' && /^\/(?:proc|sys)(?:\/|$)/.test(real);
}

function isSame(first: Identity | undefined, second: Identity): boolean {
  return first !== undefined && first.dev === second.dev && first.ino === second.ino;
}

async function identityOf(path: string): Promise<Identity | undefined> {
  return await lstat(path, { bigint: true }).catch(() => undefined);
}

async function identitiesAbove(real: string): Promise<Identity[]> {
  const found: Identity[] = [];
  for (let at = dirname(real); ; at = dirname(at)) {
    const identity = await stat(at, { bigint: true }).catch(() => undefined);
    if (identity !== undefined) found.push(identity);
    if (dirname(at) === at) return found;
  }
}
