/** Chromium without a window, spoken to over a pipe: `--remote-debugging-pipe`, messages that end with NUL. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { installedName, needs } from './programs.js';
import { until } from './until.js';

const PROGRAM = installedName('chromium') ?? 'chromium';

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
    needs('chromium');
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe'];
    const own = [`--user-data-dir=${this.#folder}`, '--window-size=1200,800', 'about:blank'];
    this.#process = spawn(PROGRAM, [...flags, ...own], {
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

  /** Shows a file or an address, with everything that it reports. */
  async open(place: string): Promise<void> {
    const { targetInfos } = await this.send<{ targetInfos: { targetId: string; type: string }[] }>(
      'Target.getTargets',
    );
    const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId;
    const attached = { targetId, flatten: true };
    ({ sessionId: this.#session } = await this.send<{ sessionId: string }>(
      'Target.attachToTarget',
      attached,
    ));
    for (const domain of ['Page', 'Log', 'Accessibility', 'Runtime']) {
      await this.send(`${domain}.enable`);
    }
    await this.go(place);
  }

  /** Shows another file or address. */
  async go(place: string): Promise<void> {
    const loads = (): number =>
      this.events.filter(({ method }) => method === 'Page.loadEventFired').length;
    const before = loads();
    const url = /^(https?|about):/.test(place) ? place : pathToFileURL(place).href;
    await this.send('Page.navigate', { url });
    await until(() => loads() > before, { what: () => `the page of ${url}`, pause: 20 });
  }

  /** The size of the window in pixels of CSS; a phone has fingers. */
  async resize(width: number, height: number, isPhone = false): Promise<void> {
    await this.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: isPhone ? 2 : 1,
      mobile: isPhone,
    });
    await this.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone });
    await this.send('Emulation.setEmitTouchEventsForMouse', { enabled: false });
  }

  /** Resolves when an expression of the page holds. */
  async until(expression: string): Promise<void> {
    const holds = async (): Promise<boolean> => Boolean(await this.evaluate(expression));
    await until(holds, { what: () => expression, pause: 20 });
  }

  /** A picture of the window, as PNG. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.send<{ data: string }>('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(data, 'base64');
  }

  /** What the page's policy has refused, and errors of its scripts; advice on how to write pages is neither. */
  get errors(): unknown[] {
    return this.events
      .filter(({ method }) => /^(Log\.entryAdded|Runtime\.exceptionThrown)$/.test(method))
      .map(({ params }) => params as { readonly entry?: { readonly level: string } })
      .filter(({ entry }) => entry?.level !== 'verbose');
  }

  /** The value of an expression in the page. The page's own policy does not bind the tester. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result } = await this.send<{ result: { value: T } }>('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
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
