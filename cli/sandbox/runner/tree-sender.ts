/**
 * Sends the app's accessible tree to the launcher's mirror: while a client subscribes to it, when a frame has
 * changed it, and no faster than the launcher reads.
 */
import type { AccessibleAction } from '../../../runtime/base/accessible-node.js';
import type { RemoteDisplay } from '../../../runtime/terminal/frames/remote-display.js';
import type { App } from '../../library.js';
import type { Channel } from '../channel/channel.js';
import { streamOf } from '../channel/streams.js';

/** Milliseconds between a frame and the tree of what it shows. */
const PACE = 100;
/** Of the time, how many parts of it reading a large tree may not take. */
const REST = 5;

export class TreeSender {
  #app: App | undefined;
  #isForAi = false;
  #isWatched = false;
  #sent = '';
  #timer: NodeJS.Timeout | undefined;
  /** Settles when the launcher has the tree that is on its way. */
  #sending: Promise<void> | undefined;
  #isStale = false;
  /** Milliseconds that reading the tree took last. */
  #cost = 0;

  readonly #channel: Channel;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  /** @param isForAi what is `ai-hidden` is left out */
  attach(app: App, isForAi: boolean): void {
    this.#isForAi = isForAi;
    this.#app = app;
    this.framed();
  }

  watch(isWatched: boolean): void {
    this.#isWatched = isWatched;
    // The launcher has discarded the last one.
    this.#sent = '';
    this.framed();
  }

  /** Operates an element for a client. The launcher has checked the payload; an element that is gone is ignored. */
  act(payload: unknown): void {
    const { ref, action } = payload as { readonly ref: string; readonly action: AccessibleAction };
    this.#app?.operate(ref, action);
  }

  /** A frame was made. */
  framed(): void {
    if (!this.#isWatched || this.#app === undefined) return;
    this.#isStale = true;
    if (this.#timer !== undefined || this.#sending !== undefined) return;
    this.#timer = setTimeout(() => void this.#send(), Math.max(PACE, this.#cost * REST));
    // An app that has nothing else to wait for ends.
    this.#timer.unref();
  }

  /**
   * Resolves when the launcher has what the app shows now: the frame, and the tree where a client subscribes to it.
   *
   * @returns false for an app that ends: its end is the answer
   */
  async settle(display: RemoteDisplay | undefined): Promise<boolean> {
    // What handlers leave to promises comes first.
    await new Promise((resolve) => setImmediate(resolve));
    this.#app?.flushFrame();
    await display?.client.shown();
    while (this.#sending !== undefined) await this.#sending;
    if (this.#isStale) await this.#send();
    return this.#app?.exitCode === undefined;
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const app = this.#app;
    if (app === undefined || app.exitCode !== undefined || !this.#isWatched) return;
    this.#isStale = false;
    const started = performance.now();
    const { documentElement } = app.document;
    const text = JSON.stringify({
      lang: documentElement.getAttribute('lang'),
      items: app.accessibleItems(this.#isForAi),
    });
    this.#cost = performance.now() - started;
    if (text === this.#sent) return;
    this.#sent = text;
    this.#sending = this.#deliver(text);
    await this.#sending;
  }

  async #deliver(text: string): Promise<void> {
    try {
      await this.#channel.request('tree', null, { body: streamOf(Buffer.from(text)) });
    } catch {
      // The launcher ends, or the tree is larger than it takes: the page keeps the last one.
    } finally {
      this.#sending = undefined;
    }
    if (this.#isStale) this.framed();
  }
}
