/**
 * A place to attack: an app's folder, what it may have, and what it must not touch. The same attacks run in
 * it twice, as a program of its own (the control) and as an app of the built command.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needs } from '../../../support/programs.js';
import { removeFolder } from '../../../support/remove-folder.js';

const here = dirname(fileURLToPath(import.meta.url));

/** Planted where an app must not find it: in files, in the launcher's environment, in open descriptors. */
export const CANARY = 'canary-7f3a91';

/** What one attack came to. `won`: it did what it wanted. */
export interface Outcome {
  readonly won: boolean;
  readonly detail: string;
}

export interface Fight extends Ended {
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** What of the forbidden folder has changed: names of files. */
  readonly changed: readonly string[];
}

export class Arena {
  /** Not in /tmp, where there is one: on tier A that is the app's own. */
  readonly root = realpathSync(
    mkdtempSync(join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'tui-attack-')),
  );
  /** The app's own folder, which it may read. */
  readonly app = join(this.root, 'app');
  /** Granted for writing where the policy says `./cache`. */
  readonly cache = join(this.app, 'cache');
  /** Nobody has granted it. */
  readonly outside = join(this.root, 'outside');

  readonly #main: string;

  constructor(main: string) {
    this.#main = main;

    for (const folder of [this.cache, this.outside, join(this.root, 'home')]) {
      mkdirSync(folder, { recursive: true });
    }
    for (const name of readdirSync(join(here, '../apps'))) {
      copyFileSync(join(here, '../apps', name), join(this.app, name));
    }
    writeFileSync(join(this.outside, 'secret.txt'), CANARY);
    writeFileSync(join(this.app, 'data.txt'), 'readable');
    writeFileSync(join(this.cache, 'mine.txt'), 'writable');
  }

  remove(): void {
    removeFolder(this.root);
  }

  /** Writes a file below the root, with its folders. */
  put(name: string, content: string): string {
    const path = join(this.root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  folder(name: string): string {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  link(name: string, target: string): string {
    const path = join(this.root, name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
    return path;
  }

  /** The attacks of one of `apps/`, told what `data` says, as `place` in them. */
  async fight(
    tier: string | 'control',
    script: string,
    data: Readonly<Record<string, unknown>> = {},
    options: FightOptions = {},
  ): Promise<Fight> {
    const start = this.#prepare(tier, script, data, options);
    const before = this.#state();
    const { launcher, ended } = start();
    options.onStart?.(launcher);
    const result = await ended;
    const after = this.#state();
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (name) => before.get(name) !== after.get(name),
    );
    return { ...result, changed, outcomes: outcomesIn(result) };
  }

  /** Starts the same, for attacks that do not come to an end by themselves. */
  start(
    tier: string | 'control',
    script: string,
    data?: Readonly<Record<string, unknown>>,
    options?: FightOptions,
  ): Running {
    return this.#prepare(tier, script, data, options)();
  }

  /** Writes the app. The returned function starts it. */
  #prepare(
    tier: string | 'control',
    script: string,
    data: Readonly<Record<string, unknown>> = {},
    options: FightOptions = {},
  ): () => Running {
    const place = {
      root: this.root,
      app: this.app,
      cache: this.cache,
      outside: this.outside,
      tier,
      canary: CANARY,
      ...data,
    };
    writeFileSync(join(this.app, 'place.json'), JSON.stringify(place));
    const file = join(this.app, `${script}.tui`);
    const { permissions = {}, config } = options;
    const policy = JSON.stringify({ permissions, config, ...options.policy });
    writeFileSync(
      file,
      `<policy>${policy}</policy><text>x</text><script>${readFileSync(join(this.app, `${script}.ts`), 'utf8')}</script>`,
    );
    const args =
      tier === 'control'
        ? [join(here, 'control.mjs'), this.#main, file]
        : [this.#main, 'snapshot', file, '--trust', ...(options.flags ?? [])];
    return () =>
      run(args, {
        cwd: this.root,
        tier,
        shell: options.shell,
        env: { HOME: join(this.root, 'home'), ...options.env },
      });
  }

  /** Everything below the root but what the app may write: content, mode, times, targets. */
  #state(): Map<string, string> {
    const found = new Map<string, string>();
    const waiting = [this.root];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      for (const name of readdirSync(folder)) {
        const path = join(folder, name);
        // The launcher's own, beside the app's.
        if (path === this.cache || path === join(this.root, 'home')) continue;
        const stat = lstatSync(path);
        const mark = stat.isSymbolicLink()
          ? readlinkSync(path)
          : stat.isFile()
            ? createHash('md5').update(readFileSync(path)).digest('hex')
            : '';
        found.set(path, `${stat.mode} ${stat.isDirectory() ? '' : stat.mtimeMs} ${mark}`);
        if (stat.isDirectory()) waiting.push(path);
      }
    }
    return found;
  }
}

export interface FightOptions {
  readonly permissions?: Readonly<Record<string, unknown>>;
  /** Other parts of the policy block. */
  readonly policy?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** In front of the command, for bash: `exec 40<file;`. */
  readonly shell?: string | undefined;
  /** Settings of the app's policy. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly onStart?: (launcher: ChildProcess) => void;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  /** In the control, what stands for the launcher. */
  readonly launcher: ChildProcess;
  readonly ended: Promise<Ended>;
}

interface RunOptions {
  readonly cwd: string;
  readonly tier: string;
  readonly env: Readonly<Record<string, string>>;
  readonly shell: string | undefined;
}

/** Milliseconds after which attacks that hang have failed to answer; the spec fails of it. */
const PATIENCE = 240_000;

function run(args: readonly string[], { cwd, tier, env, shell = '' }: RunOptions): Running {
  needs('bash');
  const child = spawn('bash', ['-c', `${shell} exec "$@"`, 'bash', process.execPath, ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      TERM: 'xterm',
      ATTACK_TOKEN: CANARY,
      ...(tier === 'control' ? {} : { TUI_SANDBOX_TIER: tier }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    // What it has left running may hold its output open; a spec about that looks for the process.
    child.on('exit', (code) => setTimeout(() => resolve({ code, stdout, stderr }), 5000).unref());
  });
  return { launcher: child, ended };
}

/** What the app has reported. */
export function outcomesIn({ stdout, stderr }: Ended): Fight['outcomes'] {
  const found = /^OUTCOMES (\{.*\})$/m.exec(stdout)?.[1];
  if (found === undefined) {
    throw new Error(`the attacks did not end:\n${stdout.slice(-2000)}\n${stderr.slice(-4000)}`);
  }
  return JSON.parse(found) as Fight['outcomes'];
}

/** Names of the attacks that came through. */
export function winners({ outcomes }: Pick<Fight, 'outcomes'>): string[] {
  return Object.entries(outcomes)
    .filter(([, { won }]) => won)
    .map(([name, { detail }]) => `${name}: ${detail}`);
}

/** Names of the attacks that did not. */
export function losers({ outcomes }: Pick<Fight, 'outcomes'>): string[] {
  return Object.entries(outcomes)
    .filter(([, { won }]) => !won)
    .map(([name, { detail }]) => `${name}: ${detail}`);
}
