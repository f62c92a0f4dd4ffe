/** `matchMedia`. */
import { Event } from '../events/event.js';
import {
  addListener,
  dispatchTrusted,
  EventTarget,
  getHandler,
  removeListener,
  setHandler,
  type EventListener,
  scopeOutside,
} from '../events/event-target.js';
import type { DocumentHost } from '../host.js';

export interface MediaQueryListEventInit {
  readonly media?: string;
  readonly matches?: boolean;
}

export class MediaQueryListEvent extends Event {
  readonly #media: string;
  readonly #matches: boolean;
  constructor(type: string, init?: MediaQueryListEventInit | null) {
    super(type);
    this.#media = init?.media ?? '';
    this.#matches = init?.matches === true;
  }
  override get [Symbol.toStringTag](): string {
    return 'MediaQueryListEvent';
  }
  get media(): string {
    return this.#media;
  }
  get matches(): boolean {
    return this.#matches;
  }
}

export class MediaQueryList extends EventTarget {
  readonly #media: string;
  readonly #host: DocumentHost;
  #isWatching = false;

  /** @internal */
  constructor(media: string, host: DocumentHost) {
    super(scopeOutside(() => host));
    this.#media = media;
    this.#host = host;
  }
  /** The list is kept as long as the app from now on. */
  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    super.addEventListener(...args);
    this.#watch();
  }
  override get [Symbol.toStringTag](): string {
    return 'MediaQueryList';
  }
  get media(): string {
    return this.#media;
  }
  get matches(): boolean {
    return this.#host.mediaHolds(this.#media);
  }
  get onchange(): unknown {
    return getHandler(this, 'change');
  }
  set onchange(handler: unknown) {
    setHandler(this, 'change', handler);
    this.#watch();
  }
  /** Former name of `addEventListener`. */
  addListener(listener: EventListener): void {
    addListener(this, 'change', listener);
    this.#watch();
  }
  removeListener(listener: EventListener): void {
    removeListener(this, 'change', listener);
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const media = this.#media;
    let before = this.#host.mediaHolds(media);
    this.#host.onMediaChange(() => {
      const matches = this.#host.mediaHolds(media);
      if (matches === before) return;
      before = matches;
      dispatchTrusted(this, new MediaQueryListEvent('change', { media, matches }));
    });
  }
}
