/**
 * The system's keyring, accessed through the system's program. A secret goes in by stdin and comes out by stdout:
 * other users of the machine see arguments and, on some systems, variables.
 *
 * A program, and no library: the D-Bus service behind it may never answer, and a program can be ended.
 */
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '../../../../runtime/base/diagnostics.js';
import { findOnPath } from '../../policy/grants/commands.js';

/**
 * Milliseconds for an answer, enough for a slow machine. The limit is for a keyring that waits for a password without a
 * way to prompt for it. With a display, the keyring may open a window and wait for the user.
 */
const PATIENCE = 20_000;
const PATIENCE_WITH_DISPLAY = 60_000;
/** Bytes of an answer. */
const MAX_ANSWER = 16 * 1024;
/** UTF-16 units of a program's own words that an error repeats. */
const MAX_WORDS = 200;
/** What is kept under `application`. */
const APPLICATION = 'tui';

/** The keyring failed. The message completes "the keyring …". */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
}

export interface Keyring {
  /** For people: `the keyring (Secret Service)`. */
  readonly name: string;
  /** Undefined where it has none of this account. @throws KeyringError, also where it is locked */
  get(account: string): Promise<string | undefined>;
  /** Replaces the one of this account. @param label what the system's own window of passwords shows */
  set(account: string, secret: string, label: string): Promise<void>;
  delete(account: string): Promise<void>;
}

export interface KeyringInputs {
  readonly env: NodeJS.ProcessEnv;
  /** The folders of PATH that the app cannot write. */
  readonly path: string;
  readonly platform?: NodeJS.Platform | undefined;
  /** Milliseconds; for specs. */
  readonly patience?: number | undefined;
  /** The app has ended. */
  readonly signal?: AbortSignal | undefined;
}

/** The keyring of this machine, or why there is none. */
export function findKeyring(inputs: KeyringInputs): Keyring | { readonly missing: string } {
  const { env, path, platform = process.platform } = inputs;
  if (platform === 'darwin') {
    const program = findOnPath('security', path);
    return program === undefined
      ? { missing: 'the program "security" is not on PATH' }
      : new Keychain({ ...inputs, program: program.path });
  }
  if (platform === 'win32') return { missing: 'tui does not support the keyring of Windows' };
  const program = findOnPath('secret-tool', path);
  if (program === undefined) return { missing: 'the program "secret-tool" is not installed' };
  // Without one, the program would start a bus of its own, or fail.
  if (!hasBus(env)) return { missing: 'there is no D-Bus session' };
  return new SecretService({ ...inputs, program: program.path });
}

interface ProgramInputs extends KeyringInputs {
  readonly program: string;
}

/** Secret Service of freedesktop.org: GNOME Keyring, KWallet, KeePassXC. */
class SecretService implements Keyring {
  readonly name = 'the keyring (Secret Service)';

  readonly #inputs: ProgramInputs;

  constructor(inputs: ProgramInputs) {
    this.#inputs = inputs;
  }

  async get(account: string): Promise<string | undefined> {
    const { code, out, words } = await this.#call(['lookup', ...attributes(account)]);
    if (code === 0 && out !== '') return out;
    if (words !== '') throw new KeyringError(`reports: ${words}`);
    // An item that is locked, and stays so, looks like none. The search finds it, without its secret.
    const found = await this.#call(['search', '--all', ...attributes(account)]);
    if (found.code === 0 && found.out.includes('[')) throw new KeyringError('is locked: unlock it');
    return undefined;
  }

  async set(account: string, secret: string, label: string): Promise<void> {
    const args = ['store', `--label=${label}`, ...attributes(account)];
    const { code, words } = await this.#call(args, secret);
    if (code !== 0)
      throw new KeyringError(words === '' ? `failed with exit code ${code}` : `reports: ${words}`);
  }

  async delete(account: string): Promise<void> {
    await this.#call(['clear', ...attributes(account)]);
  }

  async #call(args: readonly string[], input = ''): Promise<Answer> {
    return await call(this.#inputs, args, input);
  }
}

/** The keychain of macOS. */
class Keychain implements Keyring {
  readonly name = 'the keychain';

  readonly #inputs: ProgramInputs;

  constructor(inputs: ProgramInputs) {
    this.#inputs = inputs;
  }

  async get(account: string): Promise<string | undefined> {
    const args = ['find-generic-password', '-s', APPLICATION, '-a', account, '-w'];
    const { code, out, words } = await call(this.#inputs, args, '');
    if (code === 0 && out !== '') return out.replace(/\n$/, '');
    if (code === NO_ITEM) return undefined;
    throw new KeyringError(words === '' ? `failed with exit code ${code}` : `reports: ${words}`);
  }

  /** As a command that the program reads: an argument would be in the list of processes. */
  async set(account: string, secret: string, label: string): Promise<void> {
    const command = `add-generic-password -U -s ${APPLICATION} -a ${account} -l "${label}" -w ${secret}`;
    const { code, words } = await call(this.#inputs, ['-i'], `${command}\n`);
    if (code !== 0)
      throw new KeyringError(words === '' ? `failed with exit code ${code}` : `reports: ${words}`);
  }

  async delete(account: string): Promise<void> {
    await call(this.#inputs, ['delete-generic-password', '-s', APPLICATION, '-a', account], '');
  }
}

/** errSecItemNotFound, as an exit code. */
const NO_ITEM = 44;

/** The account is a SHA-256: nothing of an app, a server or a client is in an attribute. */
function attributes(account: string): string[] {
  return ['application', APPLICATION, 'sign-in', account];
}

interface Answer {
  readonly code: number;
  readonly out: string;
  /** Its stderr, on one line. */
  readonly words: string;
}

/** @throws KeyringError where it does not answer */
async function call(
  { env, path, program, patience, signal }: ProgramInputs,
  args: readonly string[],
  input: string,
): Promise<Answer> {
  const limit = patience ?? (hasDisplay(env) ? PATIENCE_WITH_DISPLAY : PATIENCE);
  signal?.throwIfAborted();
  return await new Promise<Answer>((resolve, reject) => {
    const child = spawn(program, args, {
      env: keyringEnvironment(env, path),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const out = new Collected();
    const err = new Collected();
    const end = (error: Error): void => {
      child.kill('SIGKILL');
      // A process that it has started may hold them open.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      reject(error);
    };
    const timer = setTimeout(() => {
      end(new KeyringError(`did not respond within ${limit / 1000} s: unlock it and try again`));
    }, limit);
    const abort = (): void => end(new KeyringError('was not used: the sign-in was cancelled'));
    signal?.addEventListener('abort', abort, { once: true });
    const over = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    child.on('error', (error) => {
      over();
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      reject(new KeyringError(`could not be started (${code})`));
    });
    child.on('close', (code) => {
      over();
      resolve({ code: code ?? -1, out: out.text, words: wordsOf(err.text, input) });
    });
    const collectOutput = (stream: NodeJS.ReadableStream, collected: Collected): void => {
      stream.on('error', () => undefined);
      stream.on('data', (bytes: Buffer) => {
        if (!collected.add(bytes)) end(new KeyringError('returned too much data'));
      });
    };
    collectOutput(child.stdout, out);
    collectOutput(child.stderr, err);
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

class Collected {
  readonly #pieces: Buffer[] = [];
  #size = 0;

  /** False where it is too much. */
  add(bytes: Buffer): boolean {
    this.#size += bytes.length;
    if (this.#size > MAX_ANSWER) return false;
    this.#pieces.push(bytes);
    return true;
  }

  get text(): string {
    return Buffer.concat(this.#pieces).toString();
  }
}

/** Without the program's name, and not if it repeats what it was sent: errors are written to logs. */
function wordsOf(err: string, input: string): string {
  const line = err.replace(/^secret-tool: |^security: /, '').trim();
  const secret = /\S+\s*$/.exec(input)?.[0].trim();
  if (secret !== undefined && line.includes(secret)) return 'an error';
  return printable(line.split('\n')[0]?.slice(0, MAX_WORDS) ?? '');
}

/** What the program needs to find the service, and nothing else. */
const PASSED = /^(HOME|USER|LOGNAME|XDG_RUNTIME_DIR|XDG_DATA_HOME|DBUS_SESSION_BUS_ADDRESS)$/;

function keyringEnvironment(env: NodeJS.ProcessEnv, path: string): NodeJS.ProcessEnv {
  const passed = Object.entries(env).filter(([name]) => PASSED.test(name));
  return { ...Object.fromEntries(passed), PATH: path, LC_ALL: 'C.UTF-8' };
}

function hasBus(env: NodeJS.ProcessEnv): boolean {
  if ((env['DBUS_SESSION_BUS_ADDRESS'] ?? '') !== '') return true;
  const folder = env['XDG_RUNTIME_DIR'] ?? '';
  if (folder === '') return false;
  return statSync(join(folder, 'bus'), { throwIfNoEntry: false })?.isSocket() === true;
}

function hasDisplay(env: NodeJS.ProcessEnv): boolean {
  if (process.platform === 'darwin') return true;
  return ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (env[name] ?? '') !== '');
}
