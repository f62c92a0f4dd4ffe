/** The command that starts the runner in a tier. */
import { readlinkSync } from 'node:fs';
import { isatty } from 'node:tty';
import { isInside } from './grants-paths.js';
import { mountsOf, nodePathList, type Mount, type Permissions } from './permissions.js';
import { nodeMajor, type Tier } from './tier.js';
import { isolation, nodeMounts } from './tier-probe.js';

export interface RunnerCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Bubblewrap tells the runner's process number on `INFO_FD`. */
  readonly tellsPid: boolean;
}

/** Descriptors of the runner beside the standard ones: the channel, and one for requests that block. */
export const CHANNEL_FD = 3;
export const SYNC_FD = 4;
/** Bubblewrap's, closed in the runner. */
export const INFO_FD = 5;

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
  return {
    program: bubblewrap.program,
    args: [
      ...isolation(bubblewrap),
      ...['--info-fd', String(INFO_FD)],
      ...terminalMounts(),
      ...['--tmpfs', '/tmp'],
      ...grantMounts(mountsOf(inputs.permissions), inputs),
      ...nodeMounts(bubblewrap),
      ...['--ro-bind', inputs.code, inputs.code],
      ...['--remount-ro', '/', '--remount-ro', '/dev'],
      ...['--chdir', inputs.cwd],
      '--',
      ...node,
    ],
    tellsPid: true,
  };
}

/** Node's own limits: all of them on tiers B and C, a second wall on tier A. */
export function nodeFlags({ tier, permissions, code }: CommandInputs): string[] {
  const major = nodeMajor();
  // On Node 20 the flag is experimental by name; sqlite (22.5 and later) opens files past it.
  const flags = [major >= 22 ? '--permission' : '--experimental-permission'];
  if (major >= 22) flags.push('--no-experimental-sqlite');
  flags.push('--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning');
  const reads = [`${code}/*`, ...nodePathList(permissions, 'read').paths];
  const writes = nodePathList(permissions, 'write').paths;
  // In the sandbox /tmp is the app's own.
  if (tier.bubblewrap !== undefined) {
    reads.push('/tmp');
    flags.push('--allow-fs-write=/tmp');
  }
  for (const path of reads) flags.push(`--allow-fs-read=${path}`);
  for (const path of writes) flags.push(`--allow-fs-write=${path}`);
  return flags;
}

function grantMounts(mounts: readonly Mount[], { cwd }: CommandInputs): string[] {
  const args: string[] = [];
  const above = (path: string): Mount | undefined =>
    mounts.findLast((mount) => mount.path !== path && isInside(path, mount.path));
  for (const { path, access, type } of mounts) {
    if (type === 'missing') {
      // What does not exist needs no cover in a folder that nobody can write.
      if (access === 'none' && above(path)?.access === 'write') args.push('--tmpfs', path);
      continue;
    }
    if (access !== 'none') args.push(access === 'write' ? '--bind' : '--ro-bind', path, path);
    else if (type === 'folder') args.push('--perms', '0000', '--tmpfs', path, '--remount-ro', path);
    else args.push('--ro-bind', '/dev/null', path);
  }
  const holder = mounts.findLast((mount) => isInside(cwd, mount.path));
  if (holder === undefined) args.push('--dir', cwd);
  return args;
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
