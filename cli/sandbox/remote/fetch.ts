/** Fetches a text from the web: from one origin, within limits. */
import { DiagnosticError, printable } from '../../../runtime/base/diagnostics.js';
import { isLoopback } from '../policy/grants/hosts.js';

/** Limits of one app and everything it imports. */
export interface RemoteLimits {
  /** Largest file, in bytes after decompression. */
  readonly file: number;
  /** All files together, in bytes. */
  readonly total: number;
  readonly files: number;
  readonly redirects: number;
  /** For all of it, in ms. */
  readonly time: number;
}

export const REMOTE_LIMITS: RemoteLimits = {
  file: 4 << 20,
  total: 16 << 20,
  files: 256,
  redirects: 5,
  time: 30_000,
};

export type Fetch = typeof globalThis.fetch;

/** An error of an app from the web. */
export function remoteError(
  code: string,
  url: string,
  message: string,
  suggestion?: string,
): DiagnosticError {
  const file = printable(url.length > 300 ? `${url.slice(0, 299)}…` : url);
  return new DiagnosticError([
    { severity: 'error', code, message, source: { file, text: '' }, suggestion },
  ]);
}

/** The address of an app or a module; throws where nothing may be fetched from it. */
export function remoteUrl(text: string, base?: string): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw remoteError('bad-address', text, 'invalid URL');
  }
  if (url.username !== '' || url.password !== '') {
    // What is in the address would be kept with the approval and shown in lists of processes.
    url.username = '';
    url.password = '';
    throw remoteError('bad-address', url.href, 'expected a URL without a user and password');
  }
  url.hash = '';
  if (url.protocol === 'https:') return url;
  if (url.protocol === 'http:' && isOwnMachine(url.hostname)) return url;
  throw remoteError(
    'bad-address',
    url.href,
    `expected an https URL, found ${url.protocol}`,
    url.protocol === 'http:' ? `write "https:${url.href.slice(5)}"` : undefined,
  );
}

/** Not the names below localhost: some resolvers ask the network for them. */
function isOwnMachine(hostname: string): boolean {
  return hostname === 'localhost' || isLoopback(hostname);
}

/** Everything that one app loads counts against the same limits. */
export class RemoteFetcher {
  #files = 0;
  #bytes = 0;
  readonly #deadline: AbortSignal;

  readonly #limits: RemoteLimits;
  readonly #fetch: Fetch;

  constructor(limits: RemoteLimits, fetch: Fetch) {
    this.#limits = limits;
    this.#fetch = fetch;

    this.#deadline = AbortSignal.timeout(limits.time);
  }

  /** The text at an address; `url` is where it was found in the end, on the same origin. */
  async text(start: URL): Promise<{ readonly url: URL; readonly text: string }> {
    if (++this.#files > this.#limits.files) {
      throw remoteError(
        'too-large',
        start.href,
        `the app imports more than ${this.#limits.files} files`,
      );
    }
    let url = start;
    for (let hop = 0; ; hop++) {
      const response = await this.#get(url);
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel().catch(() => undefined);
        if (hop >= this.#limits.redirects) {
          throw remoteError('remote-redirect', start.href, 'too many redirects');
        }
        url = this.#redirected(url, response.headers.get('location'));
        continue;
      }
      if (response.status !== 200) {
        await response.body?.cancel().catch(() => undefined);
        throw remoteError(
          'remote-status',
          url.href,
          `the server responds with status ${response.status}`,
        );
      }
      return { url, text: decode(url, await this.#body(url, response)) };
    }
  }

  async #get(url: URL): Promise<Response> {
    try {
      return await this.#fetch(url, {
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { accept: '*/*', 'user-agent': 'tui' },
        signal: this.#deadline,
      });
    } catch (error) {
      throw this.#failure(url, error);
    }
  }

  #redirected(from: URL, location: string | null): URL {
    if (location === null)
      throw remoteError('remote-redirect', from.href, 'the redirect has no target');
    const to = remoteUrl(location, from.href);
    if (to.origin === from.origin) return to;
    throw remoteError(
      'remote-redirect',
      from.href,
      `it is redirected to another origin, ${printable(to.origin.slice(0, 200))}`,
      'use the URL of the app itself',
    );
  }

  async #body(url: URL, response: Response): Promise<Uint8Array> {
    const { file, total } = this.#limits;
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
        size += chunk.length;
        this.#bytes += chunk.length;
        if (size > file)
          throw remoteError('too-large', url.href, `it is larger than ${file >> 10} KB`);
        if (this.#bytes > total) {
          throw remoteError(
            'too-large',
            url.href,
            `the app is larger than ${total >> 10} KB in total`,
          );
        }
        chunks.push(chunk);
      }
    } catch (error) {
      throw error instanceof DiagnosticError ? error : this.#failure(url, error);
    }
    return Buffer.concat(chunks);
  }

  #failure(url: URL, error: unknown): DiagnosticError {
    if (this.#deadline.aborted) {
      return remoteError(
        'remote-timeout',
        url.href,
        `it took longer than ${this.#limits.time / 1000} s`,
      );
    }
    const { cause } = error as { cause?: { code?: string; message?: string } };
    const reason = cause?.code ?? cause?.message ?? (error as Error).message;
    return remoteError(
      'remote-failed',
      url.href,
      `it cannot be fetched (${printable(String(reason).slice(0, 200))})`,
    );
  }
}

function decode(url: URL, bytes: Uint8Array): string {
  if (bytes.includes(0))
    throw remoteError('not-text', url.href, 'is not text: it contains NUL bytes');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw remoteError('not-utf8', url.href, 'is not UTF-8');
  }
}
