/**
 * The `tui` command, built from the sources as they are and run as a child process. It is built once for all
 * specs, by `bundled/setup-with-command.mjs`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { cp, mkdtemp, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needs, needsItsSandbox } from './programs.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Result {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CallOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: nothing, and it is closed. */
  readonly stdin?: string | Uint8Array;
  /** Sends a signal once stdout or stderr has shown this text. */
  readonly kill?: { readonly after: string; readonly signal: NodeJS.Signals };
}

/** The path of a file that runs the command with its compiled code, as a second start does. */
export function commandFile(): string {
  return join(commandFolder(), 'cli/main-compiled.cjs');
}

/** The path of the command's own main file: where it looks for compiled code is up to its environment. */
export function plainCommandFile(): string {
  return join(commandFolder(), 'cli/main.cjs');
}

/** A new folder for compiled code: it has to be in the build. */
export function createCodeFolder(): string {
  return mkdtempSync(join(commandFolder(), 'code/of-spec-'));
}

/** Copies the built package to this folder, without the compiled code that running commands write and remove. */
export async function copyCommand(to: string): Promise<void> {
  const code = join(commandFolder(), 'code');
  await cp(commandFolder(), to, { recursive: true, filter: (path) => path !== code });
}

function commandFolder(): string {
  const folder = process.env['TUI_SPEC_COMMAND'];
  if (folder === undefined) {
    throw new Error('this spec runs the command: add it to PROCESS in jest.config.js');
  }
  return folder;
}

/** Runs `tui` with these arguments. */
export async function tui(args: readonly string[], options: CallOptions = {}): Promise<Result> {
  return await start(process.execPath, [commandFile(), ...args], options);
}

/** Runs a line of the shell, with the command as `$TUI`. */
export async function shell(line: string, options: CallOptions = {}): Promise<Result> {
  needs('bash');
  const TUI = line.includes('$TUI') ? `${process.execPath} ${commandFile()}` : '';
  return await start('bash', ['-c', line], { ...options, env: { ...options.env, TUI } });
}

/** A folder with these files, for `cwd`. */
export async function folderOf(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tui-cli-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

export function start(
  command: string,
  args: readonly string[],
  options: CallOptions = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      // Nothing of the environment that runs the specs: CI, NO_COLOR and settings change what is shown.
      env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...options.env },
    });
    let stdout = '';
    let stderr = '';
    const watch = (): void => {
      if (options.kill !== undefined && (stdout + stderr).includes(options.kill.after)) {
        child.kill(options.kill.signal);
      }
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      watch();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      watch();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      try {
        needsItsSandbox(stderr);
        resolve({ code, signal, stdout, stderr });
      } catch (error) {
        reject(error as Error);
      }
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.stdin ?? '');
  });
}
