/**
 * The sign-in of one app: by browser or code, the token that requests carry, and signing out.
 *
 * The app only starts a sign-in or sign-out: settings and permissions decide the server, the scopes and the hosts. It
 * receives the user's name, never a token.
 */
import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallbackServer } from './callback-server.js';
import { OAuthError, toOAuthError } from './errors.js';
import type { SendRequest } from './http.js';
import type { Exchange, Proof, Provider } from './provider.js';
import type { SignedIn, User } from './signed-in.js';
import type { TokenStore } from './token-store.js';

/** Milliseconds that the user has for signing in. */
const PATIENCE = 5 * 60_000;
/** Milliseconds before its end from which a token is renewed. */
const EARLY = 30_000;
/** Minimum milliseconds between renewals of a refused token: an app could keep sending requests that are refused. */
const RARELY = 10_000;
/** Minimum seconds between two polls for the entered code, whatever the server requests. */
const MIN_INTERVAL = 1;
/** Seconds that a server's `slow_down` adds (RFC 8628). */
const SLOWER = 5;

/** What the user needs to sign in. */
export interface SignInPrompt {
  /** The page to open. */
  readonly url: string;
  /** To be typed there; undefined where the browser comes back by itself. */
  readonly code: string | undefined;
  /** The page with the code in it, where the server has one. */
  readonly completeUrl: string | undefined;
  /** Whether a browser was started. */
  readonly isOpened: boolean;
  /** Seconds until it is too late. */
  readonly expiresIn: number;
}

export interface SessionPorts {
  readonly store: TokenStore;
  /** Sends requests of the launcher's own. */
  sender(signal: AbortSignal): SendRequest;
  hasBrowser(): boolean;
  openBrowser(url: URL): Promise<boolean>;
  /** The browser reaches what the app may not: this machine, and its network. @throws DeniedError */
  checkPage(url: URL): void;
  /** True once for each key or click of the user. */
  takeGesture(): boolean;
  /** The sign-in is kept somewhere. */
  onKept(store: TokenStore): void;
  /** Milliseconds; for specs. */
  readonly patience?: number | undefined;
}

export interface LoginRequest {
  /** By a code that is typed elsewhere, though there is a browser here. */
  readonly device: boolean;
  onPrompt(prompt: SignInPrompt): void | Promise<void>;
  readonly signal: AbortSignal;
}

export class Session {
  #current: SignedIn | undefined;
  #isRead = false;
  #reading: Promise<SignedIn | undefined> | undefined;
  #isBusy = false;
  #renewing: Promise<SignedIn> | undefined;
  /** The write of a renewed token. */
  #saving: Promise<unknown> = Promise.resolve();
  #renewedAt = -Infinity;
  readonly #over = new AbortController();

  readonly #provider: Provider;
  readonly #ports: SessionPorts;

  constructor(provider: Provider, ports: SessionPorts) {
    this.#provider = provider;
    this.#ports = ports;
  }

  /** The signed-in user, if any. */
  async user(): Promise<User | undefined> {
    return (await this.#signedIn())?.user;
  }

  /** Signs the user in. @throws OAuthError */
  async login(request: LoginRequest): Promise<User> {
    const ports = this.#ports;
    if (this.#isBusy) throw new OAuthError('busy', 'a sign-in is already in progress');
    const byCode = request.device || !ports.hasBrowser();
    if (!byCode && !ports.takeGesture()) {
      throw new OAuthError(
        'needs-gesture',
        'login opens a browser once for each key press or click: call it in the handler of one',
      );
    }
    this.#isBusy = true;
    const late = new AbortController();
    const patience = ports.patience ?? PATIENCE;
    const timer = setTimeout(() => late.abort(tooLate(patience)), patience);
    const signal = AbortSignal.any([request.signal, this.#over.signal, late.signal]);
    const exchange = { signal, send: ports.sender(signal) };
    try {
      await this.#provider.discover(exchange.send, signal);
      const signedIn = byCode
        ? await this.#byCode(request, exchange, patience)
        : await this.#byBrowser(request, exchange, patience);
      await this.#saving;
      await ports.store.write(signedIn);
      this.#current = signedIn;
      this.#isRead = true;
      ports.onKept(ports.store);
      return signedIn.user;
    } catch (error) {
      if (late.signal.aborted) throw late.signal.reason;
      if (signal.aborted) throw new OAuthError('cancelled', 'signing in was cancelled');
      throw toOAuthError(error);
    } finally {
      clearTimeout(timer);
      this.#isBusy = false;
    }
  }

  /** Removes the sign-in and revokes its tokens. False if the server did not confirm that. */
  async logout(signal: AbortSignal): Promise<boolean> {
    const { signedIn, isKnown } = await this.#signedInOrUnknown();
    this.#current = undefined;
    this.#isRead = true;
    await this.#saving;
    // First: whatever the server says, nothing of it is left here.
    await this.#ports.store.clear();
    if (signedIn === undefined) return isKnown;
    try {
      const exchange = { signal, send: this.#ports.sender(signal) };
      await this.#provider.discover(exchange.send, signal);
      return await this.#provider.revoke(signedIn, exchange);
    } catch {
      return false;
    }
  }

  /**
   * The token for a request.
   *
   * @param refused one that was just refused: another is returned, or none
   * @throws OAuthError where no user is signed in
   */
  async token(refused?: string): Promise<string> {
    const signedIn = await this.#signedIn();
    if (signedIn === undefined) throw new OAuthError('signed-out', 'no user is signed in');
    const { accessToken, expiresAt, refreshToken } = signedIn;
    const left = (expiresAt ?? Infinity) - Date.now();
    if (accessToken === refused) {
      const isNew = Date.now() - this.#renewedAt < RARELY;
      if (refreshToken === undefined || isNew)
        throw new OAuthError('expired', 'the server refused the token');
    } else if (left > (refreshToken === undefined ? 0 : EARLY)) return accessToken;
    return (await this.#renew(signedIn)).accessToken;
  }

  /** The app has ended. */
  close(): void {
    this.#over.abort(new Error('the app has ended'));
  }

  async #signedIn(): Promise<SignedIn | undefined> {
    if (!this.#isRead) {
      this.#reading ??= this.#ports.store.read().finally(() => (this.#reading = undefined));
      const kept = await this.#reading;
      // A keyring can be slow: who has signed in or out meanwhile counts.
      if (!this.#isRead) this.#current = kept;
      this.#isRead = true;
    }
    return this.#current;
  }

  /** What cannot be read can still be removed. */
  async #signedInOrUnknown(): Promise<{ signedIn: SignedIn | undefined; isKnown: boolean }> {
    try {
      return { signedIn: await this.#signedIn(), isKnown: true };
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return { signedIn: undefined, isKnown: false };
    }
  }

  /** Requests at the same time wait for one new token. */
  async #renew(old: SignedIn): Promise<SignedIn> {
    this.#renewing ??= this.#renewNow(old).finally(() => (this.#renewing = undefined));
    return await this.#renewing;
  }

  async #renewNow(old: SignedIn): Promise<SignedIn> {
    const { store } = this.#ports;
    // Another instance of the app may have renewed it: a token for renewing works once.
    const kept = await store.read();
    if (this.#current !== old) return this.#replaced();
    if (kept === undefined) {
      // Signed out by another instance: a new token would bring the sign-in back.
      this.#current = undefined;
      return this.#replaced();
    }
    if (kept.accessToken !== old.accessToken) {
      this.#current = kept;
      return kept;
    }
    const { signal } = this.#over;
    const exchange = { signal, send: this.#ports.sender(signal) };
    try {
      await this.#provider.discover(exchange.send, signal);
      const renewed = await this.#provider.refresh(old, exchange);
      if (this.#current !== old) {
        // This token would bring the old sign-in back.
        await this.#provider.revoke(renewed, exchange).catch(() => false);
        return this.#replaced();
      }
      this.#current = renewed;
      this.#renewedAt = Date.now();
      const write = store.write(renewed);
      this.#saving = write.catch(() => undefined);
      await write;
      return renewed;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'refused' && code !== 'expired') throw error;
      if (this.#current !== old) return this.#replaced();
      this.#current = undefined;
      await store.clear();
      throw new OAuthError('expired', 'the sign-in has expired: sign in again');
    }
  }

  /** The sign-in that has come in the place of one that was being renewed. @throws OAuthError if the user has signed out */
  #replaced(): SignedIn {
    if (this.#current === undefined) throw new OAuthError('signed-out', 'the user has signed out');
    return this.#current;
  }

  async #byBrowser(
    { onPrompt }: LoginRequest,
    exchange: Exchange,
    patience: number,
  ): Promise<SignedIn> {
    const provider = this.#provider;
    const ports = this.#ports;
    const { signal } = exchange;
    const proof = provider.makeProof();
    const server = await CallbackServer.open(provider.settings.redirect, (parameters) =>
      hasState(parameters, proof),
    );
    let isDone = false;
    try {
      const { redirectUri } = server;
      const url = await provider.authorizationUrl(redirectUri, proof);
      ports.checkPage(url);
      const isOpened = await ports.openBrowser(url);
      await onPrompt({
        url: url.href,
        isOpened,
        expiresIn: Math.round(patience / 1000),
        code: undefined,
        completeUrl: undefined,
      });
      const parameters = await orAborted(server.answer, signal);
      const signedIn = await provider.redeem(parameters, redirectUri, proof, exchange);
      isDone = true;
      return signedIn;
    } finally {
      server.close(isDone ? 'done' : 'failed');
    }
  }

  async #byCode(
    { onPrompt }: LoginRequest,
    exchange: Exchange,
    patience: number,
  ): Promise<SignedIn> {
    const provider = this.#provider;
    const code = await provider.requestDeviceCode(exchange);
    if (code === undefined) {
      throw new OAuthError(
        'no-browser',
        'no browser was found, and the server does not support device codes',
      );
    }
    const { userCode, url, completeUrl } = code;
    for (const page of [url, completeUrl ?? url]) this.#ports.checkPage(new URL(page));
    // Codes last longer than a sign-in is waited for, at most servers.
    const expiresIn = Math.min(code.expiresIn, Math.round(patience / 1000));
    await onPrompt({ url, completeUrl, code: userCode, isOpened: false, expiresIn });
    const end = Date.now() + code.expiresIn * 1000;
    let interval = Math.max(code.interval, MIN_INTERVAL);
    for (;;) {
      // A timer that is set for longer than it can be fires at once.
      const wait = Math.min(interval * 1000, patience);
      await sleep(wait, undefined, { signal: exchange.signal });
      if (Date.now() > end) throw tooLate(code.expiresIn * 1000);
      const result = await provider.pollDeviceCode(code.deviceCode, exchange);
      if (result === 'slower') interval += SLOWER;
      else if (result !== 'waiting') return result;
    }
  }
}

/** Whether an answer's state is this sign-in's. Compared in constant time: a guess reveals nothing. */
function hasState(parameters: URLSearchParams, { state }: Proof): boolean {
  const [received = '', ...more] = parameters.getAll('state');
  const [own, other] = [Buffer.from(state), Buffer.from(received)];
  return more.length === 0 && own.length === other.length && timingSafeEqual(own, other);
}

function tooLate(ms: number): OAuthError {
  return new OAuthError(
    'timed-out',
    `the user has not signed in within ${Math.round(ms / 1000)} s`,
  );
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
