/** The command as a child whose words, memory and end a spec looks at. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { CANARY, type Outcome } from './arena.js';
import { needs } from '../../../support/programs.js';

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Most memory that the launcher has had, in MB, as far as it was looked at; undefined where nothing tells. */
  readonly peak: number | undefined;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly tier: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Once this text is on stdout or stderr, `then` is called. */
  readonly until?: string;
  readonly then?: (child: ChildProcess) => void;
  /** Looks at the launcher's memory all the time. */
  readonly memory?: boolean;
  /** In front of the command, for bash: `ulimit -c unlimited;`. */
  readonly shell?: string;
}

/** Milliseconds after which what hangs has failed to answer. */
const PATIENCE = 240_000;

/** Runs the built command, `args[0]`, in an environment with a secret. */
export function runCommand(args: readonly string[], options: CommandOptions): Promise<Ended> {
  const { cwd, tier, env = {}, until, then, memory = false, shell = '' } = options;
  needs('bash');
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', `${shell} exec "$@"`, 'bash', process.execPath, ...args], {
      cwd,
      env: {
        PATH: process.env['PATH'] ?? '',
        TERM: 'xterm',
        ATTACK_TOKEN: CANARY,
        ...(tier === '' ? {} : { TUI_SANDBOX_TIER: tier }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    let peak: number | undefined;
    let isThere = false;
    const measure = (): void => void (peak = peakOf(child.pid) ?? peak);
    const timer = memory ? setInterval(measure, 10) : undefined;
    const look = (): void => {
      if (until === undefined || isThere || !(stdout + stderr).includes(until)) return;
      isThere = true;
      measure();
      then?.(child);
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      look();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      look();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(timer);
      resolve({ code, signal, stdout, stderr, peak });
    });
  });
}

/** VmHWM of a process, in MB. */
function peakOf(pid: number | undefined): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = /^VmHWM:\s*(\d+)/m.exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    // Only Linux tells.
    return undefined;
  }
}

/** What the attacks of an app have come to. @throws where it did not come to its end */
export function outcomesOf({
  stdout,
  stderr,
}: Pick<Ended, 'stdout' | 'stderr'>): Record<string, Outcome> {
  const found = /^OUTCOMES (\{.*\})\r?$/m.exec(stdout)?.[1];
  if (found === undefined) {
    throw new Error(`the attacks did not end:\n${stdout.slice(-2000)}\n${stderr.slice(-4000)}`);
  }
  return JSON.parse(found) as Record<string, Outcome>;
}
