/**
 * Requests to the AI service that the user has configured: the key is added here, and nowhere else. A redirect is
 * not followed. What a server may answer later is tried again, never what it has begun to answer.
 */
import { randomUUID } from 'node:crypto';
import type { AiEndpoint, AiSetup } from '../../policy/ai/endpoint.js';
import type { KeyRing } from '../../policy/ai/keys.js';
import type { HostGrant, Permissions } from '../../policy/types.js';
import {
  canonicalHost,
  isPrivateAddress,
  isPrivateName,
  portOf,
} from '../../policy/grants/hosts.js';
import type { Answer, Body } from '../../channel/channel.js';
import type { FetchValue } from '../../channel/payloads.js';
import { Fetcher } from '../fetch.js';
import { Network, type NetworkOptions } from '../network.js';
import { AiError, wordsOf } from './errors.js';
import { Scrubber } from './scrubber.js';

export interface AiClientInputs {
  readonly setup: AiSetup;
  readonly keys: Pick<KeyRing, 'get'>;
  /** Hosts that the user denies are denied here too. */
  readonly permissions: Permissions;
  /** For specs: another resolver, other authorities, shorter times. */
  readonly network?: Omit<NetworkOptions, 'permissions'> | undefined;
  /** Milliseconds before the first repetition; twice as long before the second. Default 500. */
  readonly pause?: number | undefined;
}

export interface AiRequest {
  /** Below the endpoint's path: `chat/completions`. */
  readonly path: string;
  readonly type: string;
  readonly accept: string;
  readonly body: Uint8Array;
}

type HeaderList = readonly (readonly [string, string])[];

export interface AiResponse {
  readonly type: string;
  readonly body: Body;
  /** Without what is the user's, in what this answer holds. */
  readonly scrubber: Scrubber;
}

/** Maximum number of retries of a request. */
const MAX_RETRIES = 2;
/** Milliseconds that a repetition waits at most. Where the server requests more, the request fails. */
const MAX_WAIT = 60_000;
const PAUSE = 500;
/** Milliseconds: to connect; until the answer begins, which a model may think about; between two pieces of it. */
const TIMES = { connect: 30_000, answer: 300_000, idle: 120_000 } as const;
/** Bytes of one answer. */
const MAX_ANSWER = 64 * 1024 * 1024;
/** Maximum bytes of an error response. */
const MAX_REASON = 64 * 1024;

/** Answers after which the same request may be answered. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

export class AiClient {
  readonly model: string | undefined;
  readonly host: string | undefined;
  readonly #fetcher: Fetcher | undefined;

  readonly #inputs: AiClientInputs;

  constructor(inputs: AiClientInputs) {
    this.#inputs = inputs;

    const { setup, permissions, network } = inputs;
    this.model = setup.model;
    this.host = setup.endpoint?.host;
    if (setup.endpoint === undefined) return;
    this.#fetcher = new Fetcher(
      new Network({
        ...network,
        permissions: reachOf(setup.endpoint, permissions),
        limits: { ...TIMES, body: MAX_ANSWER, ...network?.limits },
      }),
    );
  }

  /** Why nothing can be sent. */
  get setupError(): AiSetup['error'] {
    return this.#inputs.setup.error;
  }

  /** Sends a request, again where that may help. @throws AiError, DeniedError, what the signal was aborted with */
  async post(request: AiRequest, signal: AbortSignal): Promise<AiResponse> {
    const { setup, pause = PAUSE } = this.#inputs;
    const { endpoint, error } = setup;
    const fetcher = this.#fetcher;
    if (endpoint === undefined || fetcher === undefined) {
      throw new AiError('ai-not-configured', sentence(error?.message, error?.suggestion));
    }
    const { headers, scrubber } = this.#headers(endpoint, request);
    for (let attempt = 0; ; attempt++) {
      const sent = { ...request, headers, scrubber };
      const result = await this.#attempt(fetcher, endpoint, sent, signal);
      signal.throwIfAborted();
      if (!(result instanceof AiFailure)) return { ...result, scrubber };
      const wait = result.retryAfter ?? pause * 2 ** attempt * (1 + Math.random() / 4);
      if (!result.isTransient || attempt >= MAX_RETRIES || wait > MAX_WAIT) {
        throw new AiError(result.code, scrubber.clean(result.message), result.retryAfter);
      }
      await sleep(wait, signal);
    }
  }

  close(): void {
    this.#fetcher?.close();
  }

  /** The headers of a request, and what of them must not come back. */
  #headers(
    endpoint: AiEndpoint,
    { type, accept }: AiRequest,
  ): { readonly headers: HeaderList; readonly scrubber: Scrubber } {
    const { setup, keys } = this.#inputs;
    const headers = new Map<string, readonly [string, string]>();
    const set = (name: string, value: string): void =>
      void headers.set(name.toLowerCase(), [name, value]);
    set('Content-Type', type);
    set('Accept', accept);
    set('User-Agent', 'tui');
    if (setup.siteUrl !== undefined) set('HTTP-Referer', headerText(setup.siteUrl));
    if (setup.siteName !== undefined) set('X-Title', headerText(setup.siteName));
    // The same request is answered, and paid, once.
    set('Idempotency-Key', randomUUID());
    const { keyVariable } = endpoint;
    const key = keyVariable === undefined ? undefined : keys.get(keyVariable);
    if (key !== undefined) {
      if (!/^[\x21-\x7e]+$/.test(key)) {
        throw new AiError(
          'ai-bad-key',
          `the value of ${keyVariable ?? ''} is not a key: it contains blanks or characters that no header may contain`,
        );
      }
      set('Authorization', `Bearer ${key}`);
    }
    for (const [name, value] of Object.entries(endpoint.headers)) set(name, value);
    const own = Object.values(endpoint.headers).flatMap((value) => [value, ...value.split(/\s+/)]);
    const secrets = [...(key === undefined ? [] : [key]), ...own];
    return { headers: [...headers.values()], scrubber: new Scrubber(secrets) };
  }

  async #attempt(
    fetcher: Fetcher,
    endpoint: AiEndpoint,
    request: AiRequest & Pick<AiResponse, 'scrubber'> & { readonly headers: HeaderList },
    signal: AbortSignal,
  ): Promise<Omit<AiResponse, 'scrubber'> | AiFailure> {
    const { path, headers, body } = request;
    const url = new URL(endpoint.url);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
    const payload = { method: 'POST', url: url.href, headers, length: body.length };
    // Aborted at the end of this exchange: what is held for it is freed then.
    const over = new AbortController();
    let answer: Answer;
    try {
      answer = await fetcher.answer({
        kind: 'fetch',
        payload,
        body: piecesOf(body),
        signal: AbortSignal.any([signal, over.signal]),
        ready: () => Promise.resolve(),
      });
    } catch (error) {
      over.abort();
      signal.throwIfAborted();
      return unreachable(error, endpoint);
    }
    const { status, headers: fields } = answer.value as FetchValue;
    const found = headersOf(fields);
    if (status >= 200 && status < 300) {
      const type = found.get('content-type') ?? '';
      return { type, body: until(answer.body, over) };
    }
    const reason = await textOf(until(answer.body, over), MAX_REASON);
    return refusal(
      { status, headers: found, reason, words: reasonOf(reason, request.scrubber) },
      endpoint,
      this.model,
    );
  }
}

/** An exchange that came to no answer. */
class AiFailure {
  constructor(
    readonly code: AiError['code'],
    readonly message: string,
    readonly isTransient: boolean,
    readonly retryAfter?: number,
  ) {}
}

/**
 * What may be connected to: the endpoint's host. The address of a name may be a private one only where the user has chosen
 * the endpoint, and TLS shows that it is the one that was meant; over http it has to be this machine's. An endpoint of a
 * policy leads into the user's network only where `net` was granted for that: as for any host of a policy.
 */
function reachOf(endpoint: AiEndpoint, permissions: Permissions): Permissions {
  const { url, chosenBy, isLocal } = endpoint;
  const { hostname } = url;
  const host = canonicalHost(hostname);
  const grant: HostGrant = {
    written: hostname,
    origin: 'flag',
    below: false,
    host: host?.host ?? hostname,
    port: portOf(url),
    ...(host?.family === undefined ? {} : { family: host.family }),
  };
  const isOfPolicy = chosenBy === 'policy';
  const own = isOfPolicy && isInternal(endpoint) ? [] : [grant];
  const { net, all } = permissions;
  return {
    ...permissions,
    all: {
      granted: url.protocol !== 'http:' && !isLocal && !isOfPolicy,
      origin: undefined,
      denied: all.denied,
    },
    net: {
      everything: undefined,
      allow: isOfPolicy && !net.nothing ? [...own, ...net.allow] : own,
      nothing: false,
      deny: net.deny,
    },
  };
}

/** A name or an address of the user's machine or network. What other names lead to is checked when they are resolved. */
function isInternal({ url }: AiEndpoint): boolean {
  const host = canonicalHost(url.hostname);
  if (host === undefined) return true;
  return host.family === undefined ? isPrivateName(host.host) : isPrivateAddress(host.host);
}

/** A text as a header: what no header may hold is percent-encoded, line breaks included. */
function headerText(text: string): string {
  // A half of a pair has no encoding.
  return text
    .slice(0, 500)
    .replace(/[^\x20-\x7e]/gu, (character) =>
      /\p{Surrogate}/u.test(character) ? '' : encodeURIComponent(character),
    );
}

function headersOf(fields: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    found.set((fields[at] ?? '').toLowerCase(), fields[at + 1] ?? '');
  }
  return found;
}

function unreachable(error: unknown, endpoint: AiEndpoint): AiFailure {
  const { host, isLocal, chosenBy } = endpoint;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'timeout') {
    return new AiFailure('ai-timeout', `${host} did not answer: ${message}`, true);
  }
  if (code === 'not-permitted' && chosenBy === 'policy' && isInternal(endpoint)) {
    const reason = `${host} is in your network: a policy may choose it only with "net" for it; to use it, set ai.endpoint yourself`;
    return new AiFailure('ai-unreachable', reason, false);
  }
  if (code === 'not-permitted') {
    const reason = `${host} is denied, or resolves to an address that is not used for AI services`;
    return new AiFailure('ai-unreachable', reason, false);
  }
  const isRefused = code === 'ECONNREFUSED';
  const hint = isLocal && isRefused ? ': start its server, or set ai.endpoint' : '';
  const isTransient = /^(ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN)$/.test(code);
  const reason = code === '' ? wordsOf(message) : code;
  return new AiFailure(
    'ai-unreachable',
    `${host} cannot be reached (${reason})${hint}`,
    isTransient,
  );
}

interface Refusal {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** The whole answer, and its words for a message. */
  readonly reason: string;
  readonly words: string;
}

function refusal(
  { status, headers, reason, words: reasonText }: Refusal,
  endpoint: AiEndpoint,
  model: string | undefined,
): AiFailure {
  const { host } = endpoint;
  const words = reasonText === '' ? '' : `: ${reasonText}`;
  if (status >= 300 && status < 400) {
    return new AiFailure(
      'ai-redirected',
      `${host} answers with a redirect (${status}), which is not followed: set ai.endpoint to its target`,
      false,
    );
  }
  if (status === 401 || status === 403) {
    // Its own words repeat parts of the key.
    return new AiFailure('ai-unauthorized', `${host} ${unauthorized(endpoint, status)}`, false);
  }
  const after = retryAfter(headers);
  const later = after === undefined ? '' : `; retry in ${Math.ceil(after / 1000)} s`;
  if (status === 429) {
    // The end of one's credit does not pass by itself.
    const isSpent = /insufficient_quota|billing|credit/i.test(reason);
    return new AiFailure(
      'ai-rate-limited',
      `${host} limits the rate of requests${words}${later}`,
      !isSpent,
      after,
    );
  }
  if (status >= 500 || TRANSIENT.has(status)) {
    const message = `${host} is unavailable (${status})${words}${later}`;
    return new AiFailure('ai-overloaded', message, TRANSIENT.has(status), after);
  }
  const isAboutModel =
    status === 404 ||
    /model_not_found|(provide|missing|unknown|invalid|no such) .{0,20}model\b|model.{0,80}(not found|not exist)/i.test(
      reason,
    );
  if (isAboutModel) {
    const set = model === undefined ? 'set ai.model' : 'check ai.model and ai.endpoint';
    return new AiFailure(
      'ai-no-model',
      `${host} refuses the model (${status})${words}; ${set}`,
      false,
    );
  }
  return new AiFailure('ai-refused', `${host} refuses the request (${status})${words}`, false);
}

function unauthorized(
  { chosenBy, keyVariable, expectedVariable, headers }: AiEndpoint,
  status: number,
): string {
  if (keyVariable !== undefined) return `refuses the key in ${keyVariable} (${status})`;
  if (chosenBy === 'policy') {
    return `requires a key (${status}); keys are not sent to an endpoint that the app chose: to send yours, set ai.endpoint yourself`;
  }
  if (Object.keys(headers).length > 0)
    return `refuses the request with these ai.headers (${status})`;
  return expectedVariable === undefined
    ? `requires a key (${status}): name the variable that holds it in ai.providers`
    : `requires a key (${status}): set ${expectedVariable}`;
}

/** The message of a server's error response, in any of the usual shapes. */
export function reasonOf(text: string, scrubber: Scrubber): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return /^\s*</.test(text) ? '' : wordsOf(scrubber.clean(text));
  }
  for (let depth = 0; depth < 4; depth++) {
    // Searched before it is cut: a part of a secret is not found.
    if (typeof value === 'string') return wordsOf(scrubber.clean(value));
    if (Array.isArray(value)) value = (value as unknown[])[0];
    if (typeof value !== 'object' || value === null) return '';
    const { error, message, detail } = value as Record<string, unknown>;
    value = error ?? message ?? detail;
  }
  return '';
}

/** Milliseconds; undefined if the server does not set it. */
function retryAfter(headers: ReadonlyMap<string, string>): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const text = headers.get('retry-after');
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** The stream; at its end what was held for the exchange is freed. */
async function* until(body: Body | undefined, over: AbortController): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } finally {
    over.abort(new Error('the exchange has ended'));
  }
}

async function textOf(body: Body, max: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece.subarray(0, max - size));
      size += piece.length;
      if (size >= max) break;
    }
  } catch {
    // What came of it will do.
  }
  return Buffer.concat(pieces).toString('utf8');
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}

function sentence(message = '', suggestion = ''): string {
  return suggestion === '' ? message : `${message}: ${suggestion}`;
}
