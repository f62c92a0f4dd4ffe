/** The launcher's requests to the sign-in server, with the checks that apply to an app's requests. */
import { collect } from '../limits.js';
import type { Fetcher } from '../fetch.js';
import type { FetchPayload, FetchValue } from '../../channel/payloads.js';
import { streamOf } from '../../channel/streams.js';
import { OAuthError } from './errors.js';
import { isLocalUrl } from './settings.js';

/** Bytes of an answer: metadata, keys, tokens. */
const MAX_ANSWER = 1024 * 1024;

/** What oauth4webapi calls in the place of `fetch`. */
export type SendRequest = (url: string, options: SendOptions) => Promise<Response>;

interface SendOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Redirects are not followed: no answer of these servers is one. */
export function senderOf(fetcher: Pick<Fetcher, 'answer'>, signal: AbortSignal): SendRequest {
  return async (url, { method, headers, body }) => {
    checkAddress(new URL(url));
    const bytes = body === undefined || body === null ? undefined : Buffer.from(bodyText(body));
    const payload: FetchPayload = {
      method,
      url,
      headers: Object.entries(headers),
      length: bytes?.length ?? null,
    };
    const over = new AbortController();
    try {
      const { value, body: answer } = await fetcher.answer({
        kind: 'oauth',
        payload,
        body: bytes === undefined ? undefined : streamOf(bytes),
        signal: AbortSignal.any([signal, over.signal]),
        ready: () => Promise.resolve(),
      });
      const { status, headers: names } = value as FetchValue;
      const read = await collect(answer, MAX_ANSWER, "the server's response");
      return new Response(status === 204 || status === 304 ? null : Uint8Array.from(read), {
        status,
        headers: headersOf(names),
      });
    } finally {
      // What is held for the request is freed by it.
      over.abort();
    }
  };
}

/** @throws OAuthError for an address that tokens and codes must not go to */
export function checkAddress(url: URL): void {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocalUrl(url))) return;
  throw new OAuthError('insecure', `expected an https URL, found ${url.origin}`);
}

/** oauth4webapi sends forms and nothing else. */
function bodyText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('expected a form');
}

function headersOf(names: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < names.length; at += 2) {
    headers.append(names[at] ?? '', names[at + 1] ?? '');
  }
  return headers;
}
