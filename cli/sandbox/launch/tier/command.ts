/** The command that starts the runner in a tier. */
import { readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { isatty } from 'node:tty';
import { INFO_FD } from '../../channel/descriptors.js';
import { isInside } from '../../policy/grants/paths.js';
import { accessTo } from '../../policy/check.js';
import { mountsOf, nodePathList, type Mount } from '../../policy/mounts.js';
import type { Permissions } from '../../policy/types.js';
import { nodeMajor, type Tier } from './tier.js';
import { isolation, nodeMounts, type Bubblewrap } from './probe.js';

export interface RunnerCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Bubblewrap tells the runner's process number on `INFO_FD`. */
  readonly tellsPid: boolean;
}

export interface CommandInputs {
  readonly tier: Tier;
  readonly permissions: Permissions;
  /** The runner's code: the file that is run, and the folder that holds all of it. Real paths. */
  readonly entry: string;
  readonly code: string;
  /** The working folder, real. It is there in the sandbox, empty where it is not granted. */
  readonly cwd: string;
  /** Arguments for Node in front of the entry. */
  readonly nodeArgs?: readonly string[] | undefined;
}

export function runnerCommand(inputs: CommandInputs): RunnerCommand {
  const node = [process.execPath, ...nodeFlags(inputs), ...(inputs.nodeArgs ?? []), inputs.entry];
  const { bubblewrap } = inputs.tier;
  if (bubblewrap === undefined) {
    return { program: process.execPath, args: node.slice(1), tellsPid: false };
  }
  const { permissions, cwd } = inputs;
  const mounts = mountsOf(permissions);
  const root = mounts.find(({ path }) => path === '/');
  const others = mounts.filter(({ path }) => path !== '/');
  return {
    program: bubblewrap.program,
    args: [
      // Whoever may see everything still has devices, processes and sockets of their own only.
      ...(root === undefined ? [] : grantMounts([root])),
      ...isolation(bubblewrap),
      ...['--info-fd', String(INFO_FD)],
      ...terminalMounts(),
      ...(hasOwnTmp(permissions) ? ['--tmpfs', '/tmp'] : []),
      ...grantMounts(others),
      ...ownMounts(bubblewrap, inputs, root),
      ...(mounts.some((mount) => isInside(cwd, mount.path)) ? [] : ['--dir', cwd]),
      // Last: everything above has to find its place.
      ...others.filter(isCovered).flatMap(({ path }) => ['--remount-ro', path]),
      ...(root === undefined ? ['--remount-ro', '/'] : []),
      ...['--remount-ro', '/dev'],
      ...['--chdir', cwd],
      '--',
      ...node,
    ],
    tellsPid: true,
  };
}

/** Node, its libraries and the runner's code. Under a root that is granted most of it is there already. */
function ownMounts(
  bubblewrap: Bubblewrap,
  { permissions, code }: CommandInputs,
  root: Mount | undefined,
): string[] {
  if (root === undefined) return [...nodeMounts(bubblewrap), '--ro-bind', code, code];
  const files = [process.execPath, ...bubblewrap.libraries.map(({ real }) => real), code];
  return files
    .filter((path) => accessTo(permissions, path) === 'none')
    .flatMap((path) => ['--ro-bind', path, path]);
}

/** A /tmp that is empty at the start and gone at the end, where the real one is not granted. */
function hasOwnTmp(permissions: Permissions): boolean {
  return accessTo(permissions, '/tmp') === 'none';
}

/** Denied inside of something granted: an empty folder stands there. */
function isCovered({ access, type }: Mount): boolean {
  return access === 'none' && type === 'folder';
}

/**
 * Flags of V8, which compiled code depends on. Scripts can change V8's flags, and some of them write files
 * anywhere: in bubblewrap's sandbox that is nowhere else. There Node starts sooner without: under other
 * flags than the usual V8 does not accept the compiled code of Node's modules, and compiles each again.
 */
export function v8Flags({ bubblewrap }: Tier): readonly string[] {
  return bubblewrap === undefined ? ['--freeze-flags-after-init'] : [];
}

/** Node's own limits: all of them on tiers B and C, a second wall on tier A. */
export function nodeFlags({ tier, permissions, code }: CommandInputs): string[] {
  const major = nodeMajor();
  // On Node 20 the flag is experimental by name; sqlite (22.5 and later) opens files past it.
  const flags = [major >= 22 ? '--permission' : '--experimental-permission'];
  if (major >= 22) flags.push('--no-experimental-sqlite');
  flags.push(...v8Flags(tier));
  // A signal of whoever shares the machine's user would open the inspector, which reaches behind everything.
  if (process.allowedNodeEnvironmentFlags.has('--disable-sigusr1')) {
    flags.push('--disable-sigusr1');
  }
  flags.push('--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning');
  const reads = [`${code}/*`, ...nodePathList(permissions, 'read').paths];
  const writes = nodePathList(permissions, 'write').paths;
  // In the sandbox /tmp is the app's own.
  if (tier.bubblewrap !== undefined && hasOwnTmp(permissions)) {
    reads.push('/tmp');
    flags.push('--allow-fs-write=/tmp');
  }
  // Of the root Node wants no path.
  const named = (path: string): string => (path === '/' ? '*' : path);
  // To Node a "*" in a name stands for every name. The system's mounts take it as it is.
  const fits = (path: string): boolean => tier.bubblewrap !== undefined || !path.includes('*');
  for (const path of reads.filter((one) => one.startsWith(code) || fits(one))) {
    flags.push(`--allow-fs-read=${named(path)}`);
  }
  for (const path of writes.filter(fits)) flags.push(`--allow-fs-write=${named(path)}`);
  return flags;
}

function grantMounts(mounts: readonly Mount[]): string[] {
  const args: string[] = [];
  const pinned = new Set<string>();
  const above = (path: string): Mount | undefined =>
    mounts.findLast((mount) => mount.path !== path && isInside(path, mount.path));
  for (const mount of mounts) {
    const { path, access, type } = mount;
    const outer = above(path);
    if (outer?.access === 'write') {
      // A mount cannot be renamed. A folder above it could: the next run would find it under a name that
      // nothing is said of.
      for (const folder of foldersBetween(outer.path, path)) {
        if (pinned.has(folder)) continue;
        pinned.add(folder);
        args.push('--bind-try', folder, folder);
      }
    }
    if (type === 'missing') {
      // What does not exist needs no cover in a folder that nobody can write.
      if (access === 'none' && outer?.access === 'write') args.push('--tmpfs', path);
    } else if (access !== 'none') {
      args.push(access === 'write' ? '--bind' : '--ro-bind', path, path);
    } else if (isCovered(mount)) args.push('--tmpfs', path);
    else args.push('--ro-bind', '/dev/null', path);
  }
  return args;
}

/** The folders below `top` that hold `path`, from above. */
function foldersBetween(top: string, path: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(path); at !== top && isInside(at, top); at = dirname(at)) folders.push(at);
  return folders.reverse();
}

/**
 * The terminal by its name: Node opens it anew, so that it can write without blocking and without changing
 * the descriptor that it shares with the shell.
 */
function terminalMounts(): string[] {
  const names = new Set<string>();
  for (const fd of [0, 1, 2]) {
    try {
      if (isatty(fd)) names.add(readlinkSync(`/proc/self/fd/${fd}`));
    } catch {
      // Without /proc the inherited descriptor has to do.
    }
  }
  return [...names]
    .filter((name) => /^\/dev\/(pts\/\d+|tty\w*|console)$/.test(name))
    .flatMap((name) => ['--dev-bind-try', name, name]);
}
