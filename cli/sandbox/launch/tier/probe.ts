/**
 * Tests whether bubblewrap works here, which its presence does not show: containers and some kernels forbid user
 * namespaces. Trying takes milliseconds, so the answer is kept for as long as the machine or the container runs
 * and neither program has changed.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { CodeFolder } from '../../../boot/code-cache.js';
import { throwIfOutOfFiles } from '../../../boot/out-of-files.js';
import { compiledCode, isMade } from '../../../compiled-code.js';
import { isRecord } from '../../channel/protocol.js';
import { findBubblewrap } from '../../policy/grants/commands.js';
import { systemCallFilter } from './system-calls.js';

/** How bubblewrap is called. */
export interface Bubblewrap {
  /** Absolute. */
  readonly program: string;
  /** Whether /proc can be mounted; in some containers it cannot. */
  readonly proc: boolean;
  /** Whether it mounts what it is handed as a descriptor: Debian's 0.8 does, and all from 0.10 on. */
  readonly descriptors: boolean;
  /** Whether it loads a filter of system calls; kernels without them are rare. */
  readonly filter: boolean;
  /** Files that Node loads when it starts: where they are looked up, and where they are. */
  readonly libraries: readonly Library[];
}

interface Library {
  readonly path: string;
  readonly real: string;
}

export type Probe =
  | { readonly works: true; readonly bubblewrap: Bubblewrap }
  | { readonly works: false; readonly reason: string };

/** Milliseconds that each attempt may take, some 30 of which it takes: an app is never less confined for a slow machine. */
const PATIENCE = 30_000;
const TOO_LATE = 'it took too long';

/**
 * @param folder where the answer is kept; default: with compiled code
 * @param patience milliseconds; for specs
 */
export function probeBubblewrap(
  env: NodeJS.ProcessEnv,
  {
    folder = compiledCode.folder,
    patience = PATIENCE,
  }: { readonly folder?: CodeFolder | undefined; readonly patience?: number } = {},
): Probe {
  if (process.platform !== 'linux') return { works: false, reason: 'bubblewrap requires Linux' };
  const program = findBubblewrap(env['PATH'] ?? '')?.real;
  if (program === undefined) return { works: false, reason: 'bubblewrap is not installed' };
  const key = keyOf(program);
  const known = folder === undefined ? undefined : readCache(folder, key, program);
  if (known !== undefined) return known;
  const { probe, isSure } = tryProgram(program, patience);
  if (folder !== undefined && isSure) writeCache(folder, key, probe);
  return probe;
}

/** Not sure: a better way was not tried to its end, as on a busy machine. It may work at the next start. */
function tryProgram(
  program: string,
  patience: number,
): { readonly probe: Probe; readonly isSure: boolean } {
  const libraries = nodeLibraries();
  let reason = '';
  let isSure = true;
  const folder = openSync('/', 'r');
  try {
    for (const way of WAYS) {
      const bubblewrap: Bubblewrap = { program, ...way, libraries };
      const failure = attempt(bubblewrap, folder, patience);
      if (failure === undefined) return { probe: { works: true, bubblewrap }, isSure };
      reason = failure;
      isSure &&= failure !== TOO_LATE;
    }
  } finally {
    closeSync(folder);
  }
  const failure = `bubblewrap does not work here: ${reason.slice(0, 200)}`;
  return { probe: { works: false, reason: failure }, isSure };
}

type Way = Pick<Bubblewrap, 'proc' | 'descriptors' | 'filter'>;

/** The best one first. */
const WAYS: readonly Way[] = [true, false].flatMap((filter) =>
  [true, false].flatMap((descriptors) =>
    [true, false].map((proc) => ({ proc, descriptors, filter })),
  ),
);

/** Why it does not work in this way; undefined where it does. */
function attempt(bubblewrap: Bubblewrap, folder: number, patience: number): string | undefined {
  const { program, descriptors } = bubblewrap;
  const filter = bubblewrap.filter ? systemCallFilter() : undefined;
  const args = [
    ...isolation(bubblewrap),
    ...nodeMounts(bubblewrap),
    ...(descriptors ? ['--ro-bind-fd', '3', '/mounted'] : []),
    ...(filter === undefined ? [] : ['--seccomp', '0']),
    '--',
    // Node itself is run: a library that is not found would show only then.
    process.execPath,
    '-v',
  ];
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    env: {},
    encoding: 'utf8',
    timeout: patience,
    ...(filter === undefined ? {} : { input: filter }),
    stdio: [
      filter === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      descriptors ? folder : 'ignore',
    ],
  });
  // Another tier would be weaker for no reason of the machine's.
  throwIfOutOfFiles(error);
  if (status === 0 && stdout.trim() === process.version) return undefined;
  if (error !== undefined && 'code' in error && error.code === 'ETIMEDOUT') return TOO_LATE;
  const firstLine = stderr?.split('\n')[0] ?? '';
  return (error?.message ?? firstLine) || `it ended with ${String(status)}`;
}

/** Everything that is taken away, whatever is granted. */
export function isolation({ proc }: Pick<Bubblewrap, 'proc'>): string[] {
  return [
    '--unshare-all',
    '--die-with-parent',
    // Without a controlling terminal nothing can be pushed into the user's input (TIOCSTI).
    '--new-session',
    // Signals of the launcher reach Node itself.
    '--as-pid-1',
    '--cap-drop',
    'ALL',
    '--hostname',
    'tui',
    ...(proc ? ['--proc', '/proc'] : []),
    '--tmpfs',
    '/dev',
    '--dev-bind',
    '/dev/null',
    '/dev/null',
    '--dev-bind',
    '/dev/urandom',
    '/dev/urandom',
  ];
}

/** Node and what it loads, and nothing beside them. */
export function nodeMounts({ libraries }: Pick<Bubblewrap, 'libraries'>): string[] {
  const files = [{ path: process.execPath, real: process.execPath }, ...libraries];
  return files.flatMap(({ path, real }) => ['--ro-bind', real, path]);
}

/**
 * The shared libraries of this process, by the names under which the loader found them, so that it finds them again.
 * The loader's own list of folders is included for distributions that keep them elsewhere.
 */
function nodeLibraries(): Library[] {
  const { report } = process;
  // Reverse look-ups of open sockets would take seconds.
  (report as { excludeNetwork?: boolean }).excludeNetwork = true;
  const { sharedObjects } = report.getReport() as unknown as { sharedObjects: readonly string[] };
  const found: Library[] = [];
  for (const path of [...sharedObjects, '/etc/ld.so.cache', '/etc/ld-musl-x86_64.path']) {
    if (!isAbsolute(path) || path === process.execPath) continue;
    try {
      found.push({ path, real: realpathSync(path) });
    } catch {
      // The kernel's own (vdso) is not a file.
    }
  }
  return found;
}

/** Changes with the machine's start, the container, the user, and either program. */
function keyOf(program: string): string {
  const mark = (file: string): string => {
    const { mtimeMs, size, ino } = statSync(file);
    return `${file} ${mtimeMs} ${size} ${ino}`;
  };
  let boot = '';
  // A container may forbid what its host allows, and have the same home.
  let spaces: string[] = [];
  try {
    boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    spaces = ['user', 'pid', 'mnt'].map((name) => readlinkSync(`/proc/self/ns/${name}`));
  } catch {
    // Without it the answer is kept for longer.
  }
  return [
    '7',
    boot,
    ...spaces,
    process.getuid?.() ?? '',
    mark(program),
    mark(process.execPath),
  ].join('\n');
}

/** In the folder of compiled code, which is the same in every environment and which no app may write. */
const FILE = 'sandbox.json';

/**
 * Reads only a file of this user that no other user can write: its content decides what is mounted, and whether there is a
 * filter. The program is the one that was found now.
 * A `false` is not cached, so that the sandbox is used as soon as it works.
 */
function readCache(folder: CodeFolder, key: string, program: string): Probe | undefined {
  const fd = folder.open(FILE);
  if (fd === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(fd, 'utf8'));
    if (!isRecord(value) || value['key'] !== key) return undefined;
    const { proc, descriptors, filter, libraries } = value;
    if (!Array.isArray(libraries)) return undefined;
    if (typeof proc !== 'boolean' || typeof descriptors !== 'boolean') return undefined;
    if (typeof filter !== 'boolean') return undefined;
    const found = libraries.map((entry: unknown) => {
      const { path, real } = isRecord(entry) ? entry : {};
      if (typeof path !== 'string' || typeof real !== 'string')
        throw new Error('libc was not found');
      return { path, real };
    });
    return { works: true, bubblewrap: { program, proc, descriptors, filter, libraries: found } };
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}

function writeCache(folder: CodeFolder, key: string, probe: Probe): void {
  if (!probe.works) return;
  const { proc, descriptors, filter, libraries } = probe.bubblewrap;
  const file = join(folder.path, FILE);
  const draft = `${file}.${process.pid}`;
  try {
    if (!isMade(folder) || !folder.isOwn) return;
    const text = JSON.stringify({ key, proc, descriptors, filter, libraries });
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  } catch {
    // Then it is tried again the next time.
    rmSync(draft, { force: true });
  }
}
