/**
 * esbuild, loaded when there is a script and let go when there is none left to compile: its process
 * would otherwise live, and take memory, as long as the app does.
 */
import { createRequire } from 'node:module';
import type * as Esbuild from 'esbuild';

/** Milliseconds without work after which esbuild's process is ended; the next use starts another. */
const IDLE = 2000;

let loaded: typeof Esbuild | undefined;
let active = 0;
let idle: NodeJS.Timeout | undefined;

/** Runs something with esbuild. */
export async function withEsbuild<T>(work: (esbuild: typeof Esbuild) => Promise<T>): Promise<T> {
  clearTimeout(idle);
  active++;
  try {
    // Not import(): looking for the names that its CommonJS exports takes longer than loading it.
    loaded ??= createRequire(import.meta.url)('esbuild') as typeof Esbuild;
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
