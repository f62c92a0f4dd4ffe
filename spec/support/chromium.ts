/** Chromium without a window, spoken to over a pipe: `--remote-debugging-pipe`, messages that end with NUL. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/** The program; undefined where there is none. */
export const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export class Chromium {
  readonly #process: ChildProcess;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tui-chromium-'));
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #input: Writable;
  #rest = '';
  #id = 0;
  #session: string | undefined;
  /** Events of the page, in their order. */
  readonly events: { readonly method: string; readonly params?: unknown }[] = [];

  constructor() {
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe'];
    const own = [`--user-data-dir=${this.#folder}`, '--window-size=1200,800', 'about:blank'];
    this.#process = spawn(CHROMIUM ?? 'chromium', [...flags, ...own], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#input = this.#process.stdio[3] as Writable;
    const output = this.#process.stdio[4] as Readable;
    output.setEncoding('utf8').on('data', (text: string) => this.#take(text));
  }

  #take(text: string): void {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop() ?? '';
    for (const message of messages) {
      const reply = JSON.parse(message) as Reply;
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply);
      else if (reply.method !== undefined) this.events.push(reply as { method: string });
    }
  }

  /** A command of the DevTools protocol. */
  async send<T>(method: string, params: object = {}): Promise<T> {
    const id = ++this.#id;
    const reply = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    const message = { id, method, params, sessionId: this.#session };
    this.#input.write(`${JSON.stringify(message)}\0`);
    const { result, error } = await reply;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result as T;
  }

  /** Shows a file, with everything that it reports. */
  async open(file: string): Promise<void> {
    const { targetInfos } = await this.send<{ targetInfos: { targetId: string; type: string }[] }>(
      'Target.getTargets',
    );
    const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId;
    const attached = { targetId, flatten: true };
    ({ sessionId: this.#session } = await this.send<{ sessionId: string }>(
      'Target.attachToTarget',
      attached,
    ));
    for (const domain of ['Page', 'Log', 'Accessibility']) await this.send(`${domain}.enable`);
    await this.send('Page.navigate', { url: pathToFileURL(file).href });
    while (!this.events.some(({ method }) => method === 'Page.loadEventFired')) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The value of an expression in the page. The page's own policy does not bind the tester. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result } = await this.send<{ result: { value: T } }>('Runtime.evaluate', {
      ...{ expression, returnByValue: true, awaitPromise: true },
    });
    return result.value;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.on('exit', resolve));
    const { pid } = this.#process;
    // Asked to, it ends its own processes first: one that is left writes into the folder while it is removed.
    this.send('Browser.close').catch(() => undefined);
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(timer);
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // The whole group has ended.
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
