/**
 * Sends the app's accessible tree to the launcher's mirror: while a client subscribes to it, when a frame has
 * changed it, and no faster than the launcher reads.
 */
import type { AccessibleAction } from '../../../runtime/base/accessible-node.js';
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
  #isSending = false;
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
    if (this.#timer !== undefined || this.#isSending) return;
    this.#timer = setTimeout(() => void this.#send(), Math.max(PACE, this.#cost * REST));
    // An app that has nothing else to wait for ends.
    this.#timer.unref();
  }

  async #send(): Promise<void> {
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
    this.#isSending = true;
    try {
      await this.#channel.request('tree', null, { body: streamOf(Buffer.from(text)) });
    } catch {
      // The launcher ends, or the tree is larger than it takes: the page keeps the last one.
    } finally {
      this.#isSending = false;
    }
    if (this.#isStale) this.framed();
  }
}
