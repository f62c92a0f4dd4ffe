/**
 * esbuild, loaded when there is a script and let go when there is none left to compile: its process
 * would otherwise live, and take memory, as long as the app does.
 */
import { esbuild } from '../packages.cjs';

type Esbuild = ReturnType<typeof esbuild>;

/** Milliseconds without work after which esbuild's process is ended; the next use starts another. */
const IDLE = 2000;

let loaded: Esbuild | undefined;
let active = 0;
let idle: NodeJS.Timeout | undefined;

/** Runs something with esbuild. */
export async function withEsbuild<T>(work: (esbuild: Esbuild) => Promise<T>): Promise<T> {
  clearTimeout(idle);
  active++;
  try {
    loaded ??= esbuild();
    return await work(loaded);
  } finally {
    if (--active === 0) {
      idle = setTimeout(() => void stopCompiler(), IDLE);
      idle.unref();
    }
  }
}

/** Ends esbuild's process now, where there is one and nothing is being compiled. */
export async function stopCompiler(): Promise<void> {
  clearTimeout(idle);
  // Nothing is imported here: the timer may fire when a test's environment is gone already.
  if (active === 0) await loaded?.stop();
}
