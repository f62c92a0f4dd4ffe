/** `location` and `history`: an app is one page, whose address may change behind the `#` and by `pushState`. */
import { Event } from '../events/event.js';
import { dispatchTrusted, type EventTarget } from '../events/event-target.js';
import { fail } from '../tree/tree-node.js';

interface Entry {
  readonly url: URL;
  readonly state: unknown;
}

/** Where the app is: shared by `location` and `history`. */
export class Navigation {
  #entries: readonly Entry[];
  #index = 0;

  readonly #view: EventTarget;

  constructor(url: string, view: EventTarget) {
    this.#view = view;

    this.#entries = [{ url: new URL(url), state: null }];
  }
  get current(): Entry {
    return this.#entries[this.#index]!;
  }
  get length(): number {
    return this.#entries.length;
  }
  /** @throws SecurityError for an address of another origin, which a page cannot take */
  put(address: unknown, state: unknown, replace: boolean): void {
    const { url } = this.current;
    const next = address === undefined || address === null ? url : parse(String(address), url);
    if (next.protocol !== url.protocol || next.host !== url.host) {
      fail('SecurityError', 'expected a URL of the same origin');
    }
    const kept = this.#entries.slice(0, replace ? this.#index : this.#index + 1);
    this.#entries = [...kept, { url: next, state: structuredClone(state) }];
    this.#index = this.#entries.length - 1;
  }
  /** Goes back or forward, in a task of its own. */
  go(by: number): void {
    setTimeout(() => {
      const index = this.#index + by;
      if (by === 0 || this.#entries[index] === undefined) return;
      const before = this.current.url;
      this.#index = index;
      dispatchTrusted(this.#view, new PopStateEvent('popstate', { state: this.current.state }));
      this.#dispatchHashChange(before);
    }, 0);
  }
  /** Another place of the same page; other pages are not loaded. */
  follow(address: unknown, replace = false): void {
    const before = this.current.url;
    const next = parse(String(address), before);
    if (withoutHash(next) !== withoutHash(before)) {
      fail('NotSupportedError', 'only the part of the URL after # can change');
    }
    if (next.href === before.href) return;
    this.put(next.href, null, replace);
    setTimeout(() => this.#dispatchHashChange(before), 0);
  }
  #dispatchHashChange(before: URL): void {
    const { url } = this.current;
    if (url.hash === before.hash) return;
    const init = { oldURL: before.href, newURL: url.href };
    dispatchTrusted(this.#view, new HashChangeEvent('hashchange', init));
  }
}

function parse(address: string, base: URL): URL {
  try {
    return new URL(address, base);
  } catch {
    return fail('SyntaxError', `${JSON.stringify(address)} is not an address`);
  }
}

function withoutHash({ href }: URL): string {
  return href.replace(/#.*$/s, '');
}

export class PopStateEvent extends Event {
  readonly #state: unknown;
  constructor(
    type: string,
    init?: { readonly bubbles?: boolean; readonly state?: unknown } | null,
  ) {
    super(type, init);
    this.#state = init?.state ?? null;
  }
  override get [Symbol.toStringTag](): string {
    return 'PopStateEvent';
  }
  get state(): unknown {
    return this.#state;
  }
}

export class HashChangeEvent extends Event {
  readonly #urls: readonly [string, string];
  constructor(
    type: string,
    init?: {
      readonly bubbles?: boolean;
      readonly oldURL?: string;
      readonly newURL?: string;
    } | null,
  ) {
    super(type, init);
    this.#urls = [init?.oldURL ?? '', init?.newURL ?? ''];
  }
  override get [Symbol.toStringTag](): string {
    return 'HashChangeEvent';
  }
  get oldURL(): string {
    return this.#urls[0];
  }
  get newURL(): string {
    return this.#urls[1];
  }
}

export class Location {
  readonly #navigation: Navigation;

  /** @internal */
  constructor(navigation: Navigation) {
    if (!(navigation instanceof Navigation)) throw new TypeError('Illegal constructor');
    this.#navigation = navigation;
  }
  get [Symbol.toStringTag](): string {
    return 'Location';
  }
  get href(): string {
    return this.#navigation.current.url.href;
  }
  set href(address: unknown) {
    this.#navigation.follow(address);
  }
  get origin(): string {
    return this.#navigation.current.url.origin;
  }
  get protocol(): string {
    return this.#navigation.current.url.protocol;
  }
  get host(): string {
    return this.#navigation.current.url.host;
  }
  get hostname(): string {
    return this.#navigation.current.url.hostname;
  }
  get port(): string {
    return this.#navigation.current.url.port;
  }
  get pathname(): string {
    return this.#navigation.current.url.pathname;
  }
  get search(): string {
    return this.#navigation.current.url.search;
  }
  get hash(): string {
    return this.#navigation.current.url.hash;
  }
  set hash(hash: unknown) {
    const text = String(hash);
    this.#navigation.follow(text.startsWith('#') ? text : `#${text}`);
  }
  assign(address: string): void {
    this.#navigation.follow(address);
  }
  replace(address: string): void {
    this.#navigation.follow(address, true);
  }
  reload(): never {
    return fail('NotSupportedError', 'an app cannot reload itself');
  }
  toString(): string {
    return this.href;
  }
}

export class History {
  readonly #navigation: Navigation;
  scrollRestoration = 'auto';

  /** @internal */
  constructor(navigation: Navigation) {
    if (!(navigation instanceof Navigation)) throw new TypeError('Illegal constructor');
    this.#navigation = navigation;
  }
  get [Symbol.toStringTag](): string {
    return 'History';
  }
  get length(): number {
    return this.#navigation.length;
  }
  get state(): unknown {
    return this.#navigation.current.state;
  }
  pushState(state: unknown, _title: string, url?: string | URL | null): void {
    this.#navigation.put(url, state, false);
  }
  replaceState(state: unknown, _title: string, url?: string | URL | null): void {
    this.#navigation.put(url, state, true);
  }
  back(): void {
    this.#navigation.go(-1);
  }
  forward(): void {
    this.#navigation.go(1);
  }
  go(by = 0): void {
    this.#navigation.go(Math.trunc(Number(by)) || 0);
  }
}
