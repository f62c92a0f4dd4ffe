/**
 * esbuild, loaded when there is a script and let go when there is none left to compile: its process
 * would otherwise live, and take memory, as long as the app does.
 */
import { resolve } from 'node:path';
import type { BuildOptions, Loader, Message } from 'esbuild';
import { esbuild } from '../packages.cjs';
import type { ParsingOptions } from './bundle/modules.js';

/** Milliseconds without work after which esbuild's process is ended; the next use starts another. */
const IDLE = 2000;

/** esbuild requires an absolute folder. It does not look into it. */
export const ROOT = resolve('/');

/** A program that starts esbuild's process, and the whole environment of it. */
export interface EsbuildStarter {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
}

let keepers = 0;

/** Leaves esbuild's process running between uses, until the returned function is called. */
export function keepCompiler(): () => void {
  keepers++;
  return () => {
    if (--keepers === 0) void stopCompiler();
  };
}

type Esbuild = ReturnType<typeof esbuild>;

let loaded: Esbuild | undefined;
let starter: (() => EsbuildStarter) | undefined;
let started: EsbuildStarter | undefined;
let active = 0;
let idle: NodeJS.Timeout | undefined;

/**
 * Starts esbuild by a program, which is found at the first use: scripts that have been compiled by an earlier start need
 * none. To be called before anything is compiled.
 */
export function startEsbuildBy(find: () => EsbuildStarter): void {
  if (loaded !== undefined && starter === undefined) throw new Error('esbuild is loaded already');
  starter = find;
  started = undefined;
}

/** Runs something with esbuild; `work` calls it before it waits for anything. */
export async function withEsbuild<T>(work: (compiler: Esbuild) => Promise<T>): Promise<T> {
  clearTimeout(idle);
  active++;
  try {
    return await inOwnEnvironment(() => {
      loaded ??= esbuild();
      return work(loaded);
    });
  } finally {
    if (--active === 0 && keepers === 0) {
      idle = setTimeout(() => void stopCompiler(), IDLE);
      idle.unref();
    }
  }
}

/** esbuild reads its program's path when it is loaded, and starts it in the first call. */
function inOwnEnvironment<T>(work: () => T): T {
  if (starter === undefined) return work();
  started ??= starter();
  const { env } = process;
  process.env = { ...started.env, ESBUILD_BINARY_PATH: started.program };
  try {
    return work();
  } finally {
    process.env = env;
  }
}

/**
 * Parses code and writes it again, without bundling. Not by `transform`, which passes large texts on in
 * temporary files.
 */
export async function transformCode(
  code: string,
  loader: Loader,
  options: Pick<BuildOptions, keyof ParsingOptions | 'logOverride'> = {},
): Promise<{ readonly code: string; readonly warnings: readonly Message[] }> {
  const { outputFiles, warnings } = await withEsbuild(({ build }) =>
    build({
      tsconfigRaw: '{}',
      ...options,
      nodePaths: [],
      logLevel: 'silent',
      logLimit: 0,
      stdin: { contents: code, loader },
      absWorkingDir: ROOT,
      write: false,
    }),
  );
  return { code: outputFiles[0]?.text ?? '', warnings };
}

/** Ends esbuild's process now, where there is one and nothing is being compiled. */
export async function stopCompiler(): Promise<void> {
  clearTimeout(idle);
  // Nothing is imported here: the timer may fire when a test's environment is gone already.
  if (active === 0) await loaded?.stop();
}
