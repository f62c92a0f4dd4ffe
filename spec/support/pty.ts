/** Real children on a real pty: a bundle of a small program, run by node, driven by on_pty.py. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { needs, pathOf } from './programs.js';

/** One thing done to the child; see on_pty.py. */
export type PtyStep =
  | { signal: NodeJS.Signals }
  | { type: string; times?: number }
  | { wait: string }
  | { interrupt: true }
  | { next: string }
  | { nextMatch: string }
  | { resize: [number, number] }
  | { stopped: true }
  | { suspend: string }
  | { continue: true }
  | { sleep: number }
  | { run: readonly string[] }
  | { hangup: true }
  | { rate: number | null }
  | { lag: number }
  | { memory: true };

export interface PtyResult {
  /** Everything the child wrote to the terminal. */
  readonly text: string;
  /** Exit code; minus the signal's number where a signal ended it. */
  readonly status: number;
  /** The terminal was in raw mode once READY had been written. */
  readonly raw: boolean;
  /** The terminal's modes at the end are those from before; null where the terminal was closed. */
  readonly restored: boolean | null;
  /** Bytes of the terminal's answers (`lag`) that the next program would read; null where the terminal was closed. */
  readonly unread: number | null;
  /** The same as `restored`, at each stop. */
  readonly stops: readonly boolean[];
  /** Resident memory of the child, in kB, at each step that asks for it. */
  readonly memory: readonly number[];
  readonly errors: string;
}

/** Bundles a program once; `remove` deletes it. */
export function bundle(source: string): { file: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'tui-pty-'));
  const file = join(folder, 'program.mjs');
  buildSync({
    entryPoints: [resolve(source)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile: file,
    logLevel: 'error',
    // UMD modules of packages load their parts by names that no bundler sees.
    mainFields: ['module', 'main'],
    external: ['clipboardy'],
    // CommonJS packages call require for Node's modules.
    banner: {
      js: "import * as modules from 'node:module'; const require = modules.createRequire(import.meta.url);",
    },
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The system's own where it has one: a version manager puts a script of some seconds in front of `python3`. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : pathOf('python3');

/** Of the terminal and its user: those of the machine that runs the specs do not count. CI sets no TERM, or TERM=dumb. */
const OF_TERMINAL: NodeJS.ProcessEnv = {
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  ...Object.fromEntries(
    'NO_COLOR FORCE_COLOR COLORTERM COLORFGBG LC_ALL LC_CTYPE COLUMNS LINES CI'
      .split(' ')
      .map((name) => [name, undefined]),
  ),
};

/** Runs a bundled program on a 40x10 pty; the program writes READY to the terminal when steps may begin. */
export function runOnPty(
  file: string,
  args: string[],
  steps: PtyStep[],
  env: Readonly<Record<string, string>> = {},
): Promise<PtyResult> {
  if (PYTHON === undefined) needs('python3');
  return new Promise((done, fail) => {
    execFile(
      PYTHON ?? 'python3',
      [resolve('spec/support/on_pty.py'), JSON.stringify(steps), process.execPath, file, ...args],
      { env: { ...process.env, ...OF_TERMINAL, ...env } },
      (error, stdout, stderr) => {
        if (error !== null) {
          fail(new Error(stderr || error.message));
          return;
        }
        const { bytes, ...rest } = JSON.parse(stdout) as PtyResult & { bytes: string };
        done({ ...rest, text: Buffer.from(bytes, 'base64').toString() });
      },
    );
  });
}
