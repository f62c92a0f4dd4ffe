/** A page in Chromium without a window, in a context of its own: with its own cookies, storage, cache and permissions. */
import { pathToFileURL } from 'node:url';
import { needs } from './programs.js';
import { until } from './until.js';

interface Event {
  readonly method: string;
  readonly params?: unknown;
}

/** See chromium-process.mjs. */
interface ChromiumProcess {
  readonly hasEnded: boolean;
  send<T>(method: string, params: object, sessionId?: string): Promise<T>;
  listen(sessionId: string, listener: (event: Event) => void): void;
  forget(sessionId: string): void;
}

/** What the environment of specs provides. */
interface Provided {
  workerChromium(): ChromiumProcess;
}

const provided = globalThis as unknown as { readonly chromiumOfWorker: Provided };

export class Chromium {
  /** Started with the first page. */
  #process: ChromiumProcess | undefined;
  #context: string | undefined;
  #session: string | undefined;
  /** Waits for the next event of a name. */
  readonly #awaited = new Map<string, () => void>();
  /** Events of the page, in their order. */
  readonly events: Event[] = [];

  /** A command of the DevTools protocol to the page. */
  async send<T>(method: string, params: object = {}): Promise<T> {
    if (this.#process === undefined) throw new Error(`${method}: no page is open`);
    return await this.#process.send<T>(method, params, this.#session);
  }

  /** Shows a file or an address, with everything that it reports. */
  async open(place: string): Promise<void> {
    if (this.#process === undefined) {
      needs('chromium');
      await this.#attach(provided.chromiumOfWorker.workerChromium());
    }
    await this.go(place);
  }

  async #attach(browser: ChromiumProcess): Promise<void> {
    this.#process = browser;
    const { browserContextId } = await browser.send<{ browserContextId: string }>(
      'Target.createBrowserContext',
      {},
    );
    this.#context = browserContextId;
    const window = { url: 'about:blank', width: 1200, height: 800, newWindow: true };
    const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
      ...window,
      browserContextId,
    });
    const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    this.#session = sessionId;
    browser.listen(sessionId, (event) => {
      this.events.push(event);
      this.#awaited.get(event.method)?.();
    });
    await Promise.all(
      ['Page', 'Log', 'Accessibility', 'Runtime'].map((domain) => this.send(`${domain}.enable`)),
    );
    // Each page is the one in use, also beside others.
    await this.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  }

  /** Shows another file or address. */
  async go(place: string): Promise<void> {
    const isLoaded = new Promise<void>((resolve) =>
      this.#awaited.set('Page.loadEventFired', resolve),
    );
    const url = /^(https?|about):/.test(place) ? place : pathToFileURL(place).href;
    await this.send('Page.navigate', { url });
    await isLoaded;
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

  /** Closes the page, and removes all that it has kept. */
  async close(): Promise<void> {
    const browser = this.#process;
    this.#process = undefined;
    if (browser === undefined || browser.hasEnded) return;
    if (this.#session !== undefined) browser.forget(this.#session);
    if (this.#context === undefined) return;
    await browser.send('Target.disposeBrowserContext', { browserContextId: this.#context });
  }
}
