/**
 * Limits the runner's memory. V8 limits its own heap, and nothing limits what is outside of it: buffers, typed
 * arrays, WebAssembly, files in a /tmp of its own. So the launcher looks at the process from outside. Not by
 * RLIMIT_AS: V8 reserves far more address space than it uses.
 */
import { readFileSync, statfsSync, statSync } from 'node:fs';
import { constants, totalmem } from 'node:os';
import type { Config } from '../../../../config/index.js';

const KEY = 'limits.memory';
const MB = 1024 * 1024;

/** Milliseconds between two looks: at most, and at least. */
const USUAL = 500;
const CLOSE = 50;
/** Bytes a millisecond that an app can allocate at most: it is looked at before it can have used the rest. */
const FASTEST = 2 * MB;

/** How V8 ends a process whose heap is full: abort(), which in bubblewrap's first process is a SIGSEGV. */
const ABORTED: ReadonlySet<number> = new Set([
  128 + constants.signals.SIGABRT,
  128 + constants.signals.SIGSEGV,
]);

export interface MemoryLimit {
  /** MB. */
  readonly limit: number;
  /** True if the user set it: V8's heap gets it as well, which it takes from the machine's memory by itself. */
  readonly isSet: boolean;
  /** The app's own policy has set it, below what the user allows. */
  readonly byPolicy: boolean;
}

/** The user's limit, or the policy's if that is lower. */
export function memoryLimit(config: Config): MemoryLimit {
  const layers = config.layersOf(KEY);
  const valueOf = (isPolicy: boolean): number | undefined => {
    const found = layers.find(
      ({ source, entry }) => (source === 'policy') === isPolicy && entry !== undefined,
    );
    const value = found?.entry?.value;
    return typeof value === 'number' ? value : undefined;
  };
  const byUser = valueOf(false);
  const allowed = byUser ?? Math.max(64, Math.floor(totalmem() / 4 / MB));
  const requestedBytes = valueOf(true) ?? allowed;
  const byPolicy = requestedBytes < allowed;
  return {
    limit: Math.min(requestedBytes, allowed),
    isSet: byPolicy || byUser !== undefined,
    byPolicy,
  };
}

/** Arguments for Node. */
export function heapFlags({ limit, isSet }: MemoryLimit): string[] {
  return isSet ? [`--max-old-space-size=${limit}`] : [];
}

export class MemoryWatch {
  #isExceeded = false;
  #timer: NodeJS.Timeout | undefined;
  /** Bytes, when it was looked at last; undefined if the system does not report it. */
  #resident = process.platform === 'linux' ? 0 : undefined;

  readonly #pidOf: () => number | undefined;
  readonly #limit: number;
  readonly #onExcess: () => void;

  /**
   * @param pidOf the process, once it is known
   * @param limit MB
   */
  constructor(pidOf: () => number | undefined, limit: number, onExcess: () => void) {
    this.#pidOf = pidOf;
    this.#limit = limit;
    this.#onExcess = onExcess;

    // On macOS and Windows a program would have to be started for it each time.
    if (this.#resident !== undefined) this.#schedule();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Whether a process that ended with this code has used too much: by what was seen, or by V8's word. */
  explains(code: number): boolean {
    return this.#isExceeded || (ABORTED.has(code) && this.#isNear !== false);
  }

  /** Undefined: not known. */
  get #isNear(): boolean | undefined {
    return this.#resident === undefined ? undefined : this.#resident > (this.#limit * MB) / 2;
  }

  #schedule(): void {
    const left = this.#limit * MB - (this.#resident ?? 0);
    const pause = Math.max(CLOSE, Math.min(USUAL, left / FASTEST));
    this.#timer = setTimeout(() => this.#look(), pause);
    this.#timer.unref();
  }

  #look(): void {
    const pid = this.#pidOf();
    const resident = pid === undefined ? undefined : residentBytes(pid);
    // Of a process that has just ended, what was seen before.
    if (pid !== undefined && resident !== undefined) this.#resident = resident + ownFilesBytes(pid);
    if (this.#resident !== undefined && this.#resident > this.#limit * MB) {
      this.#isExceeded = true;
      this.#onExcess();
    } else this.#schedule();
  }
}

function residentBytes(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    // Swapped memory counts as much as resident memory.
    const found = [...status.matchAll(/^Vm(?:RSS|Swap):\s+(\d+) kB$/gm)];
    if (found.length === 0) return undefined;
    return found.reduce((sum, [, size]) => sum + Number(size) * 1024, 0);
  } catch {
    return undefined;
  }
}

const TMPFS = 0x01021994;
/** What the kernel keeps for a file without content; 1.6 kB were measured, with a long name. */
const FILE = 2048;

/** What is in a /tmp of its own, which is kept in memory. */
function ownFilesBytes(pid: number): number {
  try {
    const folder = `/proc/${pid}/root/tmp`;
    if (statSync(folder).dev === statSync('/tmp').dev) return 0;
    const { type, blocks, bfree, bsize, files, ffree } = statfsSync(folder);
    return type === TMPFS ? (blocks - bfree) * bsize + (files - ffree) * FILE : 0;
  } catch {
    return 0;
  }
}
