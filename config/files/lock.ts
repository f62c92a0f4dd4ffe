/**
 * A lock between processes, held for the few milliseconds of a save.
 *
 * The lock is a file that exists while a process writes. It comes into being whole, by a hard link to a
 * file that already names its owner, so that no process reads half an owner. An owner that was killed is
 * recognized by its process id and the time that process started.
 *
 * Breaking a dead owner's lock is the hard part: "remove it if it is still the dead one's" is not one step
 * in any file system, and two breakers could remove a live lock that was taken between their look and their
 * act. So breakers queue for the right to break, by files named after the dead lock's own token: only the
 * holder of that right removes the lock, and a token never comes back.
 */
import {
  closeSync,
  constants,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { ConfigLockedError } from '../diagnostics.js';
import { randomHex } from './random.js';

/** How long to wait for others, in ms. */
const WAIT = 10_000;
/**
 * How long to wait for an owner that cannot be looked up, in ms: less than a frame, since an app that saves is not
 * painted meanwhile. A writer is done by then; a lock that was left behind lasts for `STALE`.
 */
const FOREIGN_WAIT = 15;
/** A lock whose owner cannot be looked up (another machine or container) is dead after this, in ms. */
const STALE = 15_000;
/** Dead owners in a row before waiting like everybody: something is odd then. */
const MAX_BROKEN = 100;

/** Of a lock that names no owner. */
const UNKNOWN_PLACE = '';

interface Owner {
  readonly token: string;
  readonly pid: number;
  /** When the process started, in the kernel's ticks; '' where that cannot be known. */
  readonly started: string;
  /** Machine and process-id namespace: process ids mean nothing outside of it. */
  readonly place: string;
}

export interface Lock {
  /** Whether the lock is still ours: a holder that was stopped for long may have lost it. */
  isHeld(): boolean;
  release(): void;
}

/** Takes the lock file `path`, waiting for others. Blocks the thread. Throws `ConfigLockedError` at the end. */
export function acquireLock(path: string, wait = WAIT): Lock {
  const owner: Owner = {
    token: randomHex(8),
    pid: process.pid,
    started: startOf(process.pid),
    place: placeOfProcesses(),
  };
  const begun = Date.now();
  let broken = 0;
  for (;;) {
    // A look costs less than a try: twenty who wait must not keep the one who writes from its work.
    const holder = read(path);
    if (holder === undefined && create(path, owner)) {
      return {
        isHeld: () => read(path)?.token === owner.token,
        release: () => {
          if (read(path)?.token === owner.token) remove(path);
        },
      };
    }
    // A broken lock is worth a try at once, also for who cannot wait; not for ever.
    const dead = holder !== undefined && isDead(holder, path);
    if (dead && broken++ < MAX_BROKEN && breakLock(path, holder, owner)) continue;
    const isForeign = holder !== undefined && holder.place !== owner.place;
    if (Date.now() - begun >= (isForeign ? Math.min(wait, FOREIGN_WAIT) : wait)) {
      throw new ConfigLockedError(path, nameOf(holder, owner));
    }
    sleep(2 + Math.random() * (isForeign ? 3 : 8));
  }
}

/** For messages: a process id means nothing to the user where it is another machine's. */
function nameOf(holder: Owner | undefined, self: Owner): string {
  if (holder === undefined) return 'another process';
  if (holder.place === self.place) return `process ${holder.pid}`;
  if (holder.place === UNKNOWN_PLACE) return 'another program';
  const machine = holder.place.split(' ')[0] ?? '';
  return `process ${holder.pid} on ${machine === hostname() ? 'this machine, in a container' : machine}`;
}

/** Removes a dead owner's lock; false if another process does. */
function breakLock(path: string, dead: Owner, self: Owner): boolean {
  for (let turn = 0; ; turn++) {
    const right = `${path}.${dead.token}.${turn}`;
    if (create(right, self)) {
      const now = read(path);
      if (now?.token === dead.token && isDead(now, path)) remove(path);
      for (let done = 0; done <= turn; done++) remove(`${path}.${dead.token}.${done}`);
      return true;
    }
    const breaker = read(right);
    // Gone means that the breaking is done; alive means that it is being done.
    if (breaker === undefined || !isDead(breaker, right)) return false;
  }
}

/** Makes the file whole and only if there is none; false where there is one. */
function create(path: string, owner: Owner): boolean {
  const whole = `${path}.${owner.token}.tmp`;
  const text = JSON.stringify(owner);
  try {
    write(whole, text, 'w');
    linkSync(whole, path);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return false;
    // File systems without hard links: the file is empty for a moment, which readers take as "unknown".
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EOPNOTSUPP')
      throw error;
    try {
      write(path, text, 'wx');
      return true;
    } catch (exclusive) {
      if ((exclusive as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw exclusive;
    }
  } finally {
    remove(whole);
  }
}

function write(path: string, text: string, flag: 'w' | 'wx'): void {
  const file = openSync(path, flag, 0o600);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** The owner; undefined without a lock, or for a recent lock without a readable owner. */
function read(path: string): Owner | undefined {
  let text: string;
  try {
    text = readNow(path);
  } catch {
    return undefined;
  }
  try {
    const { token, pid, started, place } = JSON.parse(text) as Owner;
    // The token becomes part of a file's name: a forged one must not lead elsewhere.
    if (
      typeof token === 'string' &&
      /^[0-9a-f]{1,64}$/.test(token) &&
      Number.isInteger(pid) &&
      pid > 0
    ) {
      return { token, pid, started: String(started), place: String(place) };
    }
  } catch {
    // Falls through: not one of ours, or half of one.
  }
  return { token: '0', pid: process.pid, started: '', place: UNKNOWN_PLACE };
}

/** Never waits: a named pipe in the place of a lock has no text, and is dead when it is old. */
function readNow(path: string): string {
  // Windows has no such flag.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Whether a file beside a lock, such as one that was to become it, was left by a process that has ended. */
export function isLeftBehind(path: string): boolean {
  const owner = read(path);
  return owner !== undefined && isDead(owner, path);
}

/** On this machine, and in this container. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function isDead(owner: Owner, path: string): boolean {
  if (owner.place === placeOfProcesses()) {
    if (!isRunning(owner.pid)) return true;
    const started = startOf(owner.pid);
    // The id of a killed process is assigned to a new one sooner or later.
    if (started !== '' && owner.started !== '') return started !== owner.started;
  }
  try {
    return Date.now() - statSync(path).mtimeMs > STALE;
  } catch {
    return false;
  }
}

/** Field 22 of /proc/<pid>/stat; the name before it may hold blanks and parentheses. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

let ownPlace: string | undefined;

function placeOfProcesses(): string {
  if (ownPlace === undefined) {
    let namespace = '';
    try {
      namespace = readlinkSync('/proc/self/ns/pid');
    } catch {
      // Not Linux, or /proc is not granted.
      namespace = process.platform === 'linux' ? `unknown ${randomHex(8)}` : '';
    }
    ownPlace = `${hostname()} ${namespace}`;
  }
  return ownPlace;
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
