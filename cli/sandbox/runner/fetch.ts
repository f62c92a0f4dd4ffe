/**
 * `fetch` in the sandbox: Node's own, with all that the standard says of redirects, bodies, aborts and
 * encodings, on a dispatcher whose every single request is made by the launcher.
 */
import type { Channel } from '../channel/channel.js';
import type { FetchValue } from '../channel/payloads.js';
import { denialIn } from './errors.js';

/** Requests at a time; more wait here. The launcher takes twice as many. */
const MAX_REQUESTS = 32;

type Headers = Readonly<Record<string, string | { readonly name: string; readonly value: string }>>;

/** What undici's fetch passes to its dispatcher. */
interface DispatchOptions {
  readonly path: string;
  readonly origin: string;
  readonly method: string;
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly headers: Headers;
}

/** How it hears the answer: up to undici 7 (Node 25), and from undici 8 on. */
interface OldHandler {
  onConnect(abort: (reason?: unknown) => void): void;
  onResponseStarted?(): void;
  onHeaders(status: number, headers: Buffer[], resume: () => void, text: string): unknown;
  onData(bytes: Buffer): boolean | undefined;
  onComplete(trailers: string[]): void;
  onError(error: unknown): void;
}
interface NewHandler {
  onRequestStart(controller: Controller): void;
  onResponseStarted?(): void;
  onResponseStart(controller: Controller, status: number, headers: object, text: string): void;
  onResponseData(controller: Controller, bytes: Buffer): void;
  onResponseEnd(controller: Controller, trailers: object): void;
  onResponseError(controller: Controller, error: unknown): void;
}

/** The handle of undici 8: the reader's pace, and its leaving. */
class Controller {
  rawHeaders: Buffer[] = [];
  aborted = false;
  paused = false;
  reason: Error | null = null;
  private wake: (() => void) | undefined;

  constructor(private readonly onAbort: (reason: unknown) => void) {}

  readonly pause = (): void => {
    this.paused = true;
  };
  readonly resume = (): void => {
    this.paused = false;
    this.wake?.();
  };
  readonly abort = (reason?: unknown): void => {
    this.aborted = true;
    this.reason = reason instanceof Error ? reason : new Error('aborted');
    this.resume();
    this.onAbort(reason ?? this.reason);
  };
  async ready(): Promise<void> {
    while (this.paused) await new Promise<void>((resolve) => (this.wake = resolve));
  }
}

export class ChannelDispatcher {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly channel: Pick<Channel, 'request'>,
    private readonly activity: () => void,
  ) {}

  dispatch(options: DispatchOptions, handler: OldHandler | NewHandler): boolean {
    const hear = 'onRequestStart' in handler ? handler : modern(handler);
    void this.send(options, hear);
    return true;
  }

  private async send(options: DispatchOptions, handler: NewHandler): Promise<void> {
    const abort = new AbortController();
    const controller = new Controller((reason) => abort.abort(reason));
    await this.turn();
    try {
      handler.onRequestStart(controller);
      abort.signal.throwIfAborted();
      const { body } = options;
      const answer = await this.channel.request('fetch', payloadOf(options), {
        ...(body === null ? {} : { body }),
        signal: abort.signal,
      });
      const { status, statusText, headers } = answer.value as FetchValue;
      controller.rawHeaders = headers.map((text) => Buffer.from(text, 'latin1'));
      handler.onResponseStarted?.();
      handler.onResponseStart(controller, status, objectOf(headers), statusText);
      for await (const bytes of answer.body ?? []) {
        handler.onResponseData(controller, Buffer.from(bytes));
        await controller.ready();
        abort.signal.throwIfAborted();
      }
      handler.onResponseEnd(controller, {});
    } catch (error) {
      handler.onResponseError(controller, error);
    } finally {
      this.running--;
      this.queue.shift()?.();
      // What reads the body to its end goes on after this.
      setImmediate(this.activity);
    }
  }

  private async turn(): Promise<void> {
    while (this.running >= MAX_REQUESTS) {
      await new Promise<void>((resolve) => this.queue.push(resolve));
    }
    this.running++;
  }
}

/** The older interface in terms of the newer one. */
function modern(handler: OldHandler): NewHandler {
  return {
    onRequestStart: ({ abort }) => handler.onConnect(abort),
    onResponseStarted: () => handler.onResponseStarted?.(),
    onResponseStart: ({ rawHeaders, resume }, status, _headers, text) =>
      void handler.onHeaders(status, rawHeaders, resume, text),
    onResponseData: ({ pause }, bytes) => {
      if (handler.onData(bytes) === false) pause();
    },
    onResponseEnd: () => handler.onComplete([]),
    onResponseError: (_controller, error) => handler.onError(error),
  };
}

function payloadOf({ method, origin, path, headers }: DispatchOptions) {
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

/** As undici 8 hands headers on: several of one name are a list. */
function objectOf(raw: readonly string[]): Record<string, string | string[]> {
  const found = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const values = found.get(name) ?? [];
    values.push(raw[at + 1] ?? '');
    found.set(name, values);
  }
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

export function fetchThrough(
  channel: Pick<Channel, 'request'>,
  activity: () => void,
  native: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  const dispatcher = new ChannelDispatcher(channel, activity);
  return async (input, init) => {
    // The members of a request are its class's: they would not be copied.
    const isRequest = init instanceof Request;
    const request = isRequest ? new Request(input, init) : input;
    const options = { ...(isRequest ? {} : init), dispatcher };
    try {
      // undici asks of a dispatcher only what ChannelDispatcher has; its type asks for the whole class.
      return await native(request, options as unknown as RequestInit);
    } catch (error) {
      throw denialIn(error) ?? error;
    }
  };
}
