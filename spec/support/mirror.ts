/** The command as the server of a mirror: an app without a terminal, and clients for it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Client, type ConnectOptions } from '../../cli/client.js';
import { commandFile } from './cli.js';
import { needsItsSandbox } from './programs.js';
import { PATIENCE } from './until.js';

export interface Served {
  /** Addresses with tokens, as they were printed; empty where nobody may. */
  readonly drive: string;
  readonly view: string;
  /** Of those addresses. */
  readonly origin: string;
  readonly child: ChildProcess;
  /** What it has written to stderr. */
  stderr(): string;
  /** Connects by the drive address, or where there is none by the other. */
  client(options?: ConnectOptions): Promise<Client>;
  /** Ends the connections of those clients. */
  closeClients(): void;
  /** Settles when it has ended. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

export interface ServeOptions {
  readonly flags?: readonly string[];
  /** Arguments of the app. */
  readonly args?: readonly string[];
  readonly allowInput?: boolean;
  /** Default: a free one. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs an app with `--headless` and a server on a free port. */
export async function serve(
  app: string,
  { flags = [], args = [], allowInput = true, port = 0, env = {} }: ServeOptions = {},
): Promise<Served> {
  const options = ['--no-config', '--headless', `--server-port=${port}`, ...flags];
  if (allowInput) options.push('--server-allow-input');
  const child = spawn(process.execPath, [commandFile(), ...options, app, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: mkdtempSync(join(tmpdir(), 'tui-home-')),
      ...env,
    },
  });
  let stderr = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      if (/watch the app at \S+\n/.test(stderr)) resolve();
    });
    void ended
      .then((code) => {
        needsItsSandbox(stderr);
        throw new Error(`ended with ${code}: ${stderr}`);
      })
      .catch(reject);
  });
  const address = (verb: string): string =>
    new RegExp(`${verb} the app at (\\S+)`).exec(stderr)?.[1] ?? '';
  const [drive, view] = [address('drive'), address('watch')];
  const clients: Client[] = [];
  const closeClients = (): void => {
    for (const client of clients.splice(0)) client.close();
  };
  return {
    drive,
    view,
    child,
    ended,
    origin: new URL(view).origin,
    stderr: () => stderr,
    client: async (options) => {
      const client = await connect(drive === '' ? view : drive, { timeout: PATIENCE, ...options });
      clients.push(client);
      return client;
    },
    closeClients,
    stop: async () => {
      closeClients();
      // SIGKILL between two steps of bubblewrap would leave one of its processes behind, which waits for the other.
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
      await ended;
      clearTimeout(late);
    },
  };
}
