/**
 * V8's code cache for the launcher: opens the runner's file, and writes missing files for the next start, in a
 * process in which no app runs.
 */
import { closeSync, existsSync, openSync, statSync, utimesSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CodeFolder } from './boot/code-cache.js';
import { makeFolders } from './boot/make-folders.js';

/** Milliseconds after the start: the first frame is long painted. */
const DELAY = 3000;
/** Milliseconds until it is tried again, where it did not help. */
const PAUSE = 60 * 60 * 1000;

/** It is to be in no other program's way. */
const PRIORITY = 10;

/** Flags of V8 that many have in NODE_OPTIONS; code is compiled under the same. */
const MEMORY = /^--max[-_](old|semi)[-_]space[-_]size=\d+$/;
/** What the other process needs to find the same folder, and the same sandbox. */
const VARIABLES = ['PATH', 'HOME', 'XDG_CACHE_HOME', 'TUI_CODE_CACHE', 'TUI_SANDBOX_TIER'];

class CompiledCode {
  #folder: CodeFolder | undefined;
  #isWaiting = false;
  /** Of V8, of the runner that has no file yet. */
  #runnerFlags: readonly string[] = [];

  /** Without a call nothing is read or written. */
  use(folder: CodeFolder | undefined): void {
    this.#folder = folder;
  }

  /** Where it is; undefined where nothing is kept. */
  get folder(): CodeFolder | undefined {
    return this.#folder;
  }

  /** The file of a runner with these flags of V8, open for reading; undefined where there is none yet. */
  openRunner(flags: readonly string[]): number | undefined {
    const fd = this.#folder?.open(this.#folder.name('runner', flags));
    if (fd === undefined) {
      this.#runnerFlags = flags;
      this.trainLater();
    }
    return fd;
  }

  /** Has the files written, a while from now or at the end of this process. Nothing waits for it. */
  trainLater(): void {
    const folder = this.#folder;
    if (this.#isWaiting || folder === undefined) return;
    this.#isWaiting = true;
    const start = (): void => {
      clearTimeout(timer);
      process.off('exit', start);
      const mark = folder.name('training', this.#runnerFlags);
      if (isMade(folder) && isDue(join(folder.path, mark))) train(this.#runnerFlags);
    };
    const timer = setTimeout(start, DELAY).unref();
    process.once('exit', start);
  }
}

export const compiledCode = new CompiledCode();

/** False if the home folder is missing or not writable; every start then compiles for itself. */
export function isMade({ path }: CodeFolder): boolean {
  try {
    // A missing home folder is not created for a cache.
    if (!existsSync(dirname(dirname(dirname(path))))) return false;
    makeFolders(path);
    return true;
  } catch {
    return false;
  }
}

/** Marks the time of an attempt; false where another one is too near. */
function isDue(mark: string): boolean {
  try {
    closeSync(openSync(mark, 'wx', 0o600));
    return true;
  } catch {
    // There has been one.
  }
  try {
    if (Date.now() - statSync(mark).mtimeMs < PAUSE) return false;
    utimesSync(mark, new Date(), new Date());
    return true;
  } catch {
    return false;
  }
}

function train(runnerFlags: readonly string[]): void {
  const { env, execArgv, execPath } = process;
  const options = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  const flags = options.filter((option) => MEMORY.test(option));
  const program = join(dirname(fileURLToPath(import.meta.url)), '../cli/train.cjs');
  const child = process
    .getBuiltinModule('node:child_process')
    .spawn(execPath, [...flags, program, ...runnerFlags], {
      cwd: dirname(program),
      env: Object.fromEntries(VARIABLES.map((name) => [name, env[name]])),
      detached: true,
      stdio: 'ignore',
    });
  child.on('error', () => undefined);
  child.unref();
  try {
    if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
