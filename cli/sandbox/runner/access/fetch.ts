/**
 * `fetch` in the sandbox: Node's own, with all that the standard says of redirects, bodies, aborts and
 * encodings, on a dispatcher whose every single request is made by the launcher.
 */
import type { Channel } from '../../channel/channel.js';
import type { FetchPayload, FetchValue } from '../../channel/payloads.js';
import { denialIn } from '../errors.js';
import { listenerOf, Pace, type Handler, type RequestListener } from './undici-handlers.js';

/** Requests at a time; more wait here. The launcher takes twice as many. */
const MAX_REQUESTS = 32;

type Headers = Readonly<Record<string, string | { readonly name: string; readonly value: string }>>;

/** What undici's fetch passes to its dispatcher. */
interface DispatchOptions {
  readonly path: string;
  readonly origin: string;
  readonly method: string;
  readonly body: AsyncIterable<unknown> | null;
  readonly headers: Headers;
}

class ChannelDispatcher {
  #running = 0;
  readonly #queue: (() => void)[] = [];

  readonly #channel: Pick<Channel, 'request'>;
  readonly #activity: () => void;
  /** The kind of request that an address takes. */
  readonly #kindOf: (url: string) => string;

  constructor(
    channel: Pick<Channel, 'request'>,
    activity: () => void,

    kindOf: (url: string) => string = () => 'fetch',
  ) {
    this.#channel = channel;
    this.#activity = activity;
    this.#kindOf = kindOf;
  }

  dispatch(options: DispatchOptions, handler: Handler): boolean {
    const aborter = new AbortController();
    const pace = new Pace();
    const listener = listenerOf(handler, {
      pace,
      abort: (reason) => {
        aborter.abort(reason);
        pace.resume();
      },
    });
    void this.#send(options, listener, aborter.signal, pace);
    return true;
  }

  async #send(
    options: DispatchOptions,
    listener: RequestListener,
    signal: AbortSignal,
    pace: Pace,
  ): Promise<void> {
    await this.#turn();
    try {
      listener.started();
      signal.throwIfAborted();
      const { body } = options;
      const payload = payloadOf(options);
      const answer = await this.#channel.request(this.#kindOf(payload.url), payload, {
        ...(body === null ? {} : { body: bytesOf(body) }),
        signal,
      });
      listener.answered(answer.value as FetchValue);
      // A script that awaits the answer and aborts at once does so before its end: undici 6 would leave a
      // reader waiting for ever.
      await new Promise(setImmediate);
      signal.throwIfAborted();
      for await (const bytes of answer.body ?? []) {
        listener.received(Buffer.from(bytes));
        await pace.ready();
        signal.throwIfAborted();
      }
      listener.ended();
    } catch (error) {
      listener.failed(error);
    } finally {
      this.#running--;
      this.#queue.shift()?.();
      // What reads the body to its end goes on after this.
      setImmediate(this.#activity);
    }
  }

  async #turn(): Promise<void> {
    while (this.#running >= MAX_REQUESTS) {
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
    this.#running++;
  }
}

/** As the standard has it: the pieces of a body's stream are bytes, and nothing else is. */
async function* bytesOf(body: AsyncIterable<unknown>): AsyncGenerator<Uint8Array, void> {
  for await (const piece of body) {
    if (!(piece instanceof Uint8Array)) throw new TypeError('expected a body of Uint8Array chunks');
    yield piece;
  }
}

function payloadOf({ method, origin, path, headers }: DispatchOptions): FetchPayload {
  const pairs = Object.entries(headers).map(([key, value]): [string, string] =>
    // Cookies are kept with their name.
    typeof value === 'string' ? [key, value] : [value.name, value.value],
  );
  const length = pairs.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  return {
    method,
    url: origin + path,
    headers: pairs,
    length: length === undefined ? null : Number(length),
  };
}

export function fetchThrough(
  channel: Pick<Channel, 'request'>,
  activity: () => void,
  native: typeof globalThis.fetch = globalThis.fetch,
  kindOf?: (url: string) => string,
): typeof globalThis.fetch {
  const dispatcher = new ChannelDispatcher(channel, activity, kindOf);
  return async (input, init) => {
    // The members of a request are its class's: they would not be copied.
    const isRequest = init instanceof Request;
    const request = isRequest ? new Request(input, init) : input;
    const options = { ...(isRequest ? {} : init), dispatcher };
    try {
      // undici asks of a dispatcher only what ChannelDispatcher has; its type requires the whole class.
      return await native(request, options);
    } catch (error) {
      throw denialIn(error) ?? error;
    }
  };
}
