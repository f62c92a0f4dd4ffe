/** The command that starts the runner in a tier. */
import { ARGUMENTS_FD, INFO_FD, MOUNTS_FD } from '../../channel/descriptors.js';
import { isInside } from '../../policy/grants/paths.js';
import { accessTo, type Access } from '../../policy/check.js';
import { mountsOf, nodePathList, type Mount } from '../../policy/mounts.js';
import type { Permissions } from '../../policy/types.js';
import type { HeldPath, HeldPaths } from '../files/held-paths.js';
import { nodeMajor, type Tier } from './tier.js';
import { isolation, nodeMounts, type Bubblewrap } from './probe.js';
import { systemCallFilter } from './system-calls.js';

export interface RunnerCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** For bubblewrap; undefined where Node is started by itself. */
  readonly bubblewrap?: {
    /** Its arguments, which it reads from `ARGUMENTS_FD`: their length is unlimited there. */
    readonly options: readonly string[];
    /** What it mounts, as its descriptors from `MOUNTS_FD` on. It closes them. */
    readonly mounted: readonly number[];
    /** The filter of system calls, which it reads from the descriptor behind those. */
    readonly filter: Buffer | undefined;
  };
}

export interface CommandInputs {
  readonly tier: Tier;
  readonly permissions: Permissions;
  /** The granted files and folders. */
  readonly held: HeldPaths;
  /** The runner's code: the file that is run, and the folder that holds all of it. Real paths. */
  readonly entry: string;
  readonly code: string;
  /** The working folder, real. It exists in the sandbox, empty if it is not granted. */
  readonly cwd: string;
  /** Arguments for Node in front of the entry. */
  readonly nodeArgs?: readonly string[] | undefined;
}

export function runnerCommand(inputs: CommandInputs): RunnerCommand {
  const node = [process.execPath, ...nodeFlags(inputs), ...(inputs.nodeArgs ?? []), inputs.entry];
  const { bubblewrap } = inputs.tier;
  if (bubblewrap === undefined) return { program: process.execPath, args: node.slice(1) };
  const mounter = new Mounter(inputs.held, bubblewrap.descriptors);
  const options = mountOptions(bubblewrap, inputs, mounter);
  const filter = bubblewrap.filter ? systemCallFilter() : undefined;
  if (filter !== undefined) {
    options.push('--seccomp', String(MOUNTS_FD + mounter.mounted.length));
  }
  return {
    program: bubblewrap.program,
    args: ['--args', String(ARGUMENTS_FD), '--', ...node],
    bubblewrap: { options, mounted: mounter.mounted, filter },
  };
}

function mountOptions(bubblewrap: Bubblewrap, inputs: CommandInputs, mounter: Mounter): string[] {
  const { permissions, cwd, held } = inputs;
  const mounts = mountsOf(permissions);
  const root = mounts.find(({ path }) => path === '/');
  // The system's own has the processes of everyone; what is in the sandbox has the same files beside them.
  const isOwn = (path: string): boolean => path === '/' || (bubblewrap.proc && path === '/proc');
  const others = mounts.filter(({ path }) => !isOwn(path));
  return [
    // Even an app that may read everything sees only its own devices, processes and sockets.
    ...(root === undefined ? [] : [root.access === 'write' ? '--bind' : '--ro-bind', '/', '/']),
    ...isolation(bubblewrap),
    '--info-fd',
    String(INFO_FD),
    ...(hasOwnTmp(permissions) ? ['--tmpfs', '/tmp'] : []),
    ...mounter.options(others),
    ...ownMounts(bubblewrap, inputs, root),
    // Also where what holds it is denied, and covered.
    ...(accessTo(permissions, cwd) === 'none' ? ['--dir', cwd] : []),
    // Last: everything above has to find its place.
    ...others
      .filter(({ path, access }) => access === 'none' && held.typeOf(path) === 'folder')
      .flatMap(({ path }) => ['--remount-ro', path]),
    ...(root === undefined ? ['--remount-ro', '/'] : []),
    '--remount-ro',
    '/dev',
    '--chdir',
    cwd,
  ];
}

/** Node, its libraries and the runner's code. If the root is granted, most of them are present already. */
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

/**
 * Flags of V8, which compiled code depends on. Scripts can change V8's flags, and some of them write files
 * anywhere: in bubblewrap's sandbox that is nowhere else. There Node starts sooner without: under other
 * flags than the usual V8 does not accept the compiled code of Node's modules, and compiles each again.
 */
export function v8Flags({ bubblewrap }: Tier): readonly string[] {
  return bubblewrap === undefined ? ['--freeze-flags-after-init'] : [];
}

/**
 * For the runner's own code, which limits what apps have of Node before they have anything and takes the way to it
 * away: see `runner/node-internals.ts`.
 */
export const RUNNER_FLAGS: readonly string[] = ['--expose-internals'];

/** Since 22.14 and 23.7. */
function mayDisableSignal(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 7) || (major === 22 && minor >= 14);
}

/** Node's own limits: all of them on tiers B and C, a second wall on tier A. */
function nodeFlags({ tier, permissions: granted, held, code }: CommandInputs): string[] {
  const permissions = tier.bubblewrap === undefined ? granted : withoutCovers(granted);
  const major = nodeMajor();
  // On Node 20 the flag is experimental by name; sqlite (22.5 and later) opens files past it.
  const flags = [major >= 22 ? '--permission' : '--experimental-permission'];
  if (major >= 22) flags.push('--no-experimental-sqlite');
  flags.push(...v8Flags(tier), ...RUNNER_FLAGS);
  // A signal of any process of the same user would open the inspector, which bypasses everything.
  if (mayDisableSignal()) flags.push('--disable-sigusr1');
  flags.push('--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning');
  const hasOwnProcesses = tier.bubblewrap?.proc === true;
  const listed = (kind: 'read' | 'write'): string[] =>
    listedPaths(permissions, held, kind, {
      hasOwnProcesses,
      isMounted: tier.bubblewrap !== undefined,
    });
  const reads = listed('read');
  // Where it is granted anyway (installed beside the app) it is not named again: with an entry below a
  // folder, Node's model forgets the folder itself.
  if (accessTo(permissions, code) === 'none') reads.unshift(`${code}/*`);
  const writes = listed('write');
  // In the sandbox /tmp is the app's own.
  if (tier.bubblewrap !== undefined && hasOwnTmp(permissions)) {
    reads.push('/tmp');
    flags.push('--allow-fs-write=/tmp');
  }
  // Node expects "*" for the root, not "/".
  const named = (path: string): string => (path === '/' ? '*' : path);
  // To Node a "*" in a name represents every name. The system's mounts take it as it is.
  const fits = (path: string): boolean => tier.bubblewrap !== undefined || !path.includes('*');
  for (const path of reads.filter((one) => one.startsWith(code) || fits(one))) {
    flags.push(`--allow-fs-read=${named(path)}`);
  }
  for (const path of writes.filter(fits)) flags.push(`--allow-fs-write=${named(path)}`);
  return flags;
}

/**
 * Node's flags can deny nothing in a folder that they grant: they would grant its entries one by one, and nothing new could
 * be made beside them. The system's mounts keep the code as it is.
 */
function withoutCovers(permissions: Permissions): Permissions {
  const { write } = permissions;
  const deny = write.deny.filter(({ isOwnCode }) => isOwnCode !== true);
  return { ...permissions, write: { ...write, deny } };
}

/** For Node's flags. A name of nothing that exists at the start stays without: what comes there was never shown. */
function listedPaths(
  permissions: Permissions,
  held: HeldPaths,
  kind: 'read' | 'write',
  how: { readonly hasOwnProcesses: boolean; readonly isMounted: boolean },
): string[] {
  const absent = new Set(
    mountsOf(permissions).flatMap(({ path }) =>
      path === '/' || held.get(path) !== undefined ? [] : [path],
    ),
  );
  return nodePathList(permissions, kind, how).paths.filter((path) => !absent.has(path));
}

/** Places that are the sandbox's own under a root that is granted: nothing of the system's comes back there. */
const OWN_PLACES = ['/proc', '/dev'];

/** Grants as options of bubblewrap, each by its descriptor where bubblewrap takes those. */
class Mounter {
  readonly mounted: number[] = [];
  readonly #pinned = new Set<string>();

  readonly #held: HeldPaths;
  readonly #byDescriptor: boolean;

  constructor(held: HeldPaths, byDescriptor: boolean) {
    this.#held = held;
    this.#byDescriptor = byDescriptor;
  }

  options(mounts: readonly Mount[]): string[] {
    return mounts.flatMap((mount) => {
      const { path, access } = mount;
      const found = this.#held.get(path);
      // In a folder that the app may write, it was made.
      if (found === undefined) return [];
      if (access !== 'none') return [...this.#pins(mount), ...this.#bind(found, access)];
      // Bound first: bubblewrap sees to it that no link has come into its place.
      const cover = found.type === 'folder' ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path];
      return [...this.#pins(mount), ...this.#bind(found, 'read'), ...cover];
    });
  }

  /**
   * The folders in between, each as a mount. A mount cannot be renamed; a folder above it could: the next
   * run would find it under a name that nothing is said of. And a link that has come into the place of
   * one keeps bubblewrap from going on to where it leads.
   */
  #pins({ outer, between }: Mount): string[] {
    return between.flatMap((path) => {
      const found = this.#held.get(path);
      const isOwn = OWN_PLACES.some((place) => isInside(path, place));
      if (found === undefined || outer === undefined || isOwn || this.#pinned.has(path)) return [];
      this.#pinned.add(path);
      return this.#bind(found, outer);
    });
  }

  #bind({ path, fd }: HeldPath, access: Access): string[] {
    const option = access === 'write' ? '--bind' : '--ro-bind';
    if (fd === undefined || !this.#byDescriptor) return [option, path, path];
    return [`${option}-fd`, String(MOUNTS_FD + this.mounted.push(fd) - 1), path];
  }
}
