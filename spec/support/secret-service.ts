/** Keyrings for specs: GNOME Keyring on a D-Bus session of its own, and a program in the place of `secret-tool`. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeWith, pathOf } from './programs.js';
import { PATIENCE } from './until.js';

export function describeWithKeyring(name: string, specs: () => void): void {
  describeWith(['dbus-daemon', 'gnome-keyring-daemon', 'secret-tool'], name, specs);
}

/** Starts nothing by itself: a second keyring, or the window that asks for a password. */
const BUS = `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/** A keyring that is unlocked, as after somebody has logged in. */
export class SecretService {
  readonly #folder: string;
  readonly #processes: readonly ChildProcess[];

  private constructor(
    folder: string,
    processes: readonly ChildProcess[],
    /** Of programs that use it. */
    readonly env: Readonly<Record<string, string>>,
  ) {
    this.#folder = folder;
    this.#processes = processes;
  }

  static async start(): Promise<SecretService> {
    const folder = mkdtempSync(join(tmpdir(), 'tui-keyring-'));
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    mkdirSync(join(folder, 'run'), { mode: 0o700 });
    writeFileSync(join(folder, 'bus.conf'), BUS);
    const settings = `--config-file=${join(folder, 'bus.conf')}`;
    const bus = spawn('dbus-daemon', [settings, '--nofork', '--print-address=1'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const address = await new Promise<string>((resolve, reject) => {
      bus.on('exit', (code) => reject(new Error(`the bus has ended with ${code}`)));
      bus.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    });
    const env = {
      HOME: folder,
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      DBUS_SESSION_BUS_ADDRESS: address,
      PATH: dirname(pathOf('secret-tool') ?? ''),
    };
    const args = ['--unlock', '--components=secrets', '--foreground'];
    const daemon = spawn('gnome-keyring-daemon', args, {
      env: { ...env, PATH: process.env['PATH'] },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    daemon.stdin.end('password');
    const service = new SecretService(folder, [daemon, bus], env);
    for (let tries = 0; !service.#isReady(); tries++) {
      if (tries > PATIENCE / 300) {
        service.stop();
        throw new Error('the keyring does not start');
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return service;
  }

  /** What it has of these attributes. */
  lookup(...attributes: readonly string[]): string {
    return this.#tool(['lookup', ...attributes]).stdout;
  }

  /** What it has of these attributes, as the program lists it. */
  search(...attributes: readonly string[]): string {
    const { stdout, stderr } = this.#tool(['search', '--all', ...attributes]);
    return stdout + stderr;
  }

  /** As after a screen was locked with its keyring. */
  lock(): void {
    // Some versions of it end with a crash once it is locked.
    this.#tool(['lock', '--collection=login']);
  }

  stop(): void {
    for (const each of this.#processes) each.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #isReady(): boolean {
    return this.#tool(['store', '--label=ready', 'spec', 'ready'], 'x').status === 0;
  }

  #tool(args: readonly string[], input = '') {
    const { env } = this;
    return spawnSync('secret-tool', args, {
      env,
      input,
      encoding: 'utf8',
      timeout: PATIENCE,
    });
  }
}

/** What a keyring can do instead of what it is for. */
const BEHAVIOUR = {
  works: ':',
  hangs: '/bin/sleep 1000',
  'answers something else': 'echo "-----BEGIN"; exit 0',
  'answers without end':
    'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done',
  'is locked':
    '[ "$1" = search ] && echo "[/org/freedesktop/secrets/collection/login/1]" && exit 0; [ "$1" = store ] && echo "secret-tool: Cannot create an item in a locked collection" >&2; exit 1',
  'keeps nothing': '[ "$1" = store ] && exit 0; exit 1',
  'repeats what it gets': '[ "$1" = store ] && /bin/cat >&2; exit 1',
  'ends at once': 'exit 127',
} as const;

export type Behaviour = keyof typeof BEHAVIOUR;

/** A program with `secret-tool`'s arguments, which notes each call. */
export class FakeSecretTool {
  readonly #kept: string;

  readonly #folder: string;

  /** @param folder of PATH */
  constructor(folder: string) {
    this.#folder = folder;

    this.#kept = join(folder, 'kept');
    mkdirSync(this.#kept);
    this.behave('works');
  }

  /** It never answers: the only one for which a limit of time is meant. */
  isHanging = false;

  behave(behaviour: Behaviour): void {
    this.isHanging = behaviour === 'hangs';
    const program = join(this.#folder, 'secret-tool');
    const file = `'${this.#kept}'/"$application-$account"`;
    const lines = [
      '#!/bin/sh',
      `{ echo "$@"; /usr/bin/env; } >> '${this.#folder}/calls'`,
      BEHAVIOUR[behaviour],
      'command=$1; for account; do :; done; application=tui',
      `case $command in store) /bin/cat > ${file};; lookup) [ -f ${file} ] && /bin/cat ${file};; clear) /bin/rm -f ${file};; *) exit 1;; esac`,
    ];
    writeFileSync(program, `${lines.join('\n')}\n`);
    chmodSync(program, 0o755);
  }

  /** Arguments and variables of all calls. */
  get calls(): string {
    return readFileSync(join(this.#folder, 'calls'), 'utf8');
  }
}
