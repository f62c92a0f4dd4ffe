/**
 * esbuild, loaded when there is a script and let go when there is none left to compile: its process
 * would otherwise live, and take memory, as long as the app does.
 */
import type { ChildProcess, spawn as Spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { BuildOptions, Loader, Message } from 'esbuild';
import { esbuild } from '../base/packages.cjs';
import type { ParsingOptions } from './bundle/modules.js';

/** Milliseconds without work after which esbuild's process is ended; the next use starts another. */
const IDLE = 2000;

/**
 * Bytes of one reply of esbuild's process: more than any app is compiled to. With each message it sends the whole line, so
 * that a line of 35 kB can be a reply of 350 MB.
 */
const MAX_REPLY = 64 * 1024 * 1024;

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
/** esbuild's process, and what ends the work that waits for it. */
let service: ChildProcess | undefined;
const waiting = new Set<(error: Error) => void>();
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
  let end = (_: Error): void => undefined;
  const ended = new Promise<never>((_, reject) => waiting.add((end = reject)));
  try {
    const done = inOwnEnvironment(() => {
      loaded ??= esbuild();
      return work(loaded);
    });
    return await Promise.race([ended, done]);
  } finally {
    waiting.delete(end);
    if (--active === 0 && keepers === 0) {
      idle = setTimeout(() => void stopCompiler(), IDLE);
      idle.unref();
    }
  }
}

/** Runs `work` in esbuild's environment: it reads its program's path when loaded, and starts it when first called. */
function inOwnEnvironment<T>(work: () => T): T {
  if (starter === undefined) return withBounds(work);
  started ??= starter();
  const { env } = process;
  process.env = { ...started.env, ESBUILD_BINARY_PATH: started.program };
  try {
    return withBounds(work);
  } finally {
    process.env = env;
  }
}

/** Observes the process that esbuild starts in the first call, since esbuild does not accept one. */
function withBounds<T>(work: () => T): T {
  const processes = process.getBuiltinModule('node:child_process') as { spawn: typeof Spawn };
  const { spawn } = processes;
  const start = (program: string, args: readonly string[], options: object): ChildProcess =>
    // What it writes as it fails is for its authors, and would be written over an app.
    bounded(spawn(program, [...args], { ...options, stdio: ['pipe', 'pipe', 'ignore'] }));
  processes.spawn = start as typeof Spawn;
  try {
    return work();
  } finally {
    processes.spawn = spawn;
  }
}

/** Ends a process whose reply is too long, before it comes; and the work that waits for one that has ended. */
function bounded(child: ChildProcess): ChildProcess {
  service = child;
  const isTooLong = replySizes();
  child.stdout?.on('data', (bytes: Buffer) => {
    if (isTooLong(bytes)) giveUp(child, 'the compiler has too much to report of this code');
  });
  child.stdout?.on('end', () =>
    giveUp(child, 'the compiler has ended: this code takes too much memory'),
  );
  return child;
}

/** Each reply is its length (u32, little-endian) and as many bytes. */
function replySizes(): (bytes: Buffer) => boolean {
  const head = Buffer.alloc(4);
  let have = 0;
  let left = 0;
  return (bytes) => {
    for (let at = 0; at < bytes.length;) {
      if (left > 0) {
        const count = Math.min(left, bytes.length - at);
        left -= count;
        at += count;
        continue;
      }
      head[have++] = bytes[at++] ?? 0;
      if (have < head.length) continue;
      have = 0;
      left = head.readUInt32LE(0);
      if (left > MAX_REPLY) return true;
    }
    return false;
  };
}

function giveUp(child: ChildProcess, reason: string): void {
  // It was stopped, and another one may run.
  if (child !== service) return;
  service = undefined;
  const error = Object.assign(new Error(reason), { errors: [messageOf(reason)] });
  for (const end of waiting) end(error);
  void loaded?.stop();
}

/** A message as esbuild has them, without a place. */
export function messageOf(text: string): Message {
  return { id: '', pluginName: '', text, location: null, notes: [], detail: undefined };
}

/**
 * Parses code and writes it again, without bundling. Not by `transform`, which passes large texts on in
 * temporary files.
 */
export async function transformCode(
  code: string,
  loader: Loader,
  options: Pick<BuildOptions, keyof ParsingOptions | 'logOverride' | 'sourcemap'> = {},
): Promise<{
  readonly code: string;
  /** The source map, where one is requested. */
  readonly map: string;
  readonly warnings: readonly Message[];
}> {
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
      ...(options.sourcemap === undefined
        ? {}
        : { outfile: join(ROOT, 'tui-code.js'), sourcesContent: false }),
    }),
  );
  const output = (suffix: string): string =>
    outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? '';
  return options.sourcemap === undefined
    ? { code: outputFiles[0]?.text ?? '', map: '', warnings }
    : { code: output('.js'), map: output('.js.map'), warnings };
}

/** Ends esbuild's process now, where there is one and nothing is being compiled. */
export async function stopCompiler(): Promise<void> {
  clearTimeout(idle);
  // Nothing is imported here: the timer may fire when a test's environment is gone already.
  if (active > 0) return;
  service = undefined;
  await loaded?.stop();
}
