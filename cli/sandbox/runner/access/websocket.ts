/** `WebSocket` in the sandbox: the standard class; the connection is the launcher's. */
import { nameClass } from '../../../../runtime/base/class-name.js';
import type { AccessHooks } from '../../../../runtime/script/access.js';
import { WEBSOCKET_FRAME, type WebSocketValue } from '../../channel/payloads.js';
import type { Body, Channel } from '../../channel/channel.js';
import { denialIn } from '../errors.js';
import { readStreamFrames, streamFrames } from '../../channel/stream-frames.js';

const { TEXT, BINARY, CLOSE, MORE } = WEBSOCKET_FRAME;

type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown } | null;
type Sent = string | ArrayBuffer | ArrayBufferView | Blob;

/** Node has it from version 23 on. */
class CloseEvent extends Event {
  readonly code: number;
  readonly reason: string;
  readonly wasClean: boolean;
  constructor(type: string, init: { code: number; reason: string; wasClean: boolean }) {
    super(type);
    this.code = init.code;
    this.reason = init.reason;
    this.wasClean = init.wasClean;
  }
}

/** More specific than a browser's: includes the cause. */
class ErrorEvent extends Event {
  readonly message: string;
  constructor(readonly error: Error) {
    super('error');
    this.message = error.message;
  }
}

/** Frames that wait to be sent, as the stream of a request. */
class Outbox {
  /** Bytes of messages that have not left. */
  amount = 0;
  readonly #parts: (Uint8Array | Blob | undefined)[] = [];
  readonly #types: number[] = [];
  #isEnded = false;
  #wake: (() => void) | undefined;

  push(type: number, content: Uint8Array | Blob, size: number): void {
    if (this.#isEnded) return;
    this.amount += type === CLOSE ? 0 : size;
    this.#parts.push(content);
    this.#types.push(type);
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  async *frames(): Body {
    for (;;) {
      const content = this.#parts.shift();
      const type = this.#types.shift() ?? 0;
      if (content !== undefined) {
        const bytes =
          content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
        for (const frame of streamFrames(type, bytes, MORE)) {
          yield frame;
          if (type !== CLOSE) this.amount -= Math.min(this.amount, frame.length - 5);
        }
      } else if (this.#isEnded) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

export interface SocketParts {
  readonly channel: Pick<Channel, 'request'>;
  readonly hooks: AccessHooks;
  /** The permission for an address: throws where it is denied, before anything is asked. */
  check(url: URL): void;
}

type Handler = ((event: Event) => unknown) | null;

interface AppWebSocket extends EventTarget {
  readonly url: string;
  readonly protocol: string;
  readonly extensions: string;
  readonly readyState: number;
  readonly bufferedAmount: number;
  binaryType: 'blob' | 'arraybuffer';
  onopen: Handler;
  onmessage: Handler;
  onerror: Handler;
  onclose: Handler;
  send(data: Sent): void;
  close(code?: number, reason?: string): void;
}

export interface WebSocketClass {
  new (url: string | URL, protocols?: string | readonly string[]): AppWebSocket;
  readonly CONNECTING: 0;
  readonly OPEN: 1;
  readonly CLOSING: 2;
  readonly CLOSED: 3;
}

/** The class for one app, and a way to end all of its connections. */
export function webSocketThrough({ channel, hooks, check }: SocketParts): {
  readonly WebSocket: WebSocketClass;
  close(): void;
} {
  const open = new Set<AbortController>();

  class WebSocket extends EventTarget implements AppWebSocket {
    static {
      nameClass(this, 'WebSocket');
    }

    static readonly CONNECTING = 0 as const;
    static readonly OPEN = 1 as const;
    static readonly CLOSING = 2 as const;
    static readonly CLOSED = 3 as const;
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSING = 2;
    readonly CLOSED = 3;
    readonly url: string;
    readonly extensions = '';
    readonly #outbox = new Outbox();
    readonly #abort = new AbortController();
    readonly #handlers = new Map<string, ((event: Event) => unknown) | null>();
    readonly #wrapped = new WeakMap<object, (event: Event) => void>();
    #state: 0 | 1 | 2 | 3 = 0;
    #protocol = '';
    #binaryType: 'blob' | 'arraybuffer' = 'blob';

    /** Throws a SyntaxError for an address that is none, a DeniedError for one that is not granted. */
    constructor(url: string | URL, protocols: string | readonly string[] = []) {
      super();
      const address = readAddress(url);
      const names = (typeof protocols === 'string' ? [protocols] : [...protocols]).map(String);
      const isSet = new Set(names.map((name) => name.toLowerCase())).size === names.length;
      if (!isSet || names.some((name) => !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name))) {
        throw new DOMException('expected unique protocol names', 'SyntaxError');
      }
      check(address);
      this.url = address.href;
      open.add(this.#abort);
      void this.#run(names);
    }

    get readyState(): number {
      return this.#state;
    }
    get protocol(): string {
      return this.#protocol;
    }
    get bufferedAmount(): number {
      return this.#outbox.amount;
    }
    get binaryType(): 'blob' | 'arraybuffer' {
      return this.#binaryType;
    }
    set binaryType(type: 'blob' | 'arraybuffer') {
      if (type === 'blob' || type === 'arraybuffer') this.#binaryType = type;
    }

    /** Waits its turn: see `bufferedAmount`. Throws while it is connecting; nothing is sent once it is closing. */
    send(data: Sent): void {
      if (this.#state === 0) {
        throw new DOMException('the connection is not open yet', 'InvalidStateError');
      }
      if (this.#state !== 1) return;
      if (data instanceof Blob) this.#outbox.push(BINARY, data, data.size);
      else {
        const bytes = bytesOf(data);
        this.#outbox.push(typeof bytes === 'string' ? TEXT : BINARY, ...sized(bytes));
      }
    }

    close(code?: number, reason = ''): void {
      if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999)) {
        throw new DOMException('expected the code 1000, or 3000 to 4999', 'InvalidAccessError');
      }
      const text = Buffer.from(String(reason));
      if (text.length > 123)
        throw new DOMException('expected a reason of at most 123 bytes', 'SyntaxError');
      if (this.#state >= 2) return;
      const wasConnecting = this.#state === 0;
      this.#state = 2;
      if (wasConnecting) {
        this.#abort.abort(new Error('the WebSocket was closed before it was open'));
        return;
      }
      const head = Buffer.alloc(code === undefined && text.length === 0 ? 0 : 2);
      if (head.length > 0) head.writeUInt16BE(code ?? 1000);
      this.#outbox.push(CLOSE, Buffer.concat([head, text]), 0);
    }

    get onopen() {
      return this.#handlers.get('open') ?? null;
    }
    set onopen(handler) {
      this.#handle('open', handler);
    }
    get onmessage() {
      return this.#handlers.get('message') ?? null;
    }
    set onmessage(handler) {
      this.#handle('message', handler);
    }
    get onerror() {
      return this.#handlers.get('error') ?? null;
    }
    set onerror(handler) {
      this.#handle('error', handler);
    }
    get onclose() {
      return this.#handlers.get('close') ?? null;
    }
    set onclose(handler) {
      this.#handle('close', handler);
    }

    /** An error that a listener throws is reported as the app's, with its line, and does not end the process. */
    override addEventListener(
      type: string,
      listener: Listener,
      options?: (EventListenerOptions & { once?: boolean }) | boolean,
    ): void {
      if (listener !== null) super.addEventListener(type, this.#wrap(listener), options);
    }
    override removeEventListener(
      type: string,
      listener: Listener,
      options?: EventListenerOptions | boolean,
    ): void {
      const wrapped = listener === null ? undefined : this.#wrapped.get(listener);
      if (wrapped !== undefined) super.removeEventListener(type, wrapped, options);
    }

    #wrap(listener: Exclude<Listener, null>): (event: Event) => void {
      let wrapped = this.#wrapped.get(listener);
      if (wrapped === undefined) {
        wrapped = (event) => {
          try {
            const result =
              typeof listener === 'function'
                ? listener.call(this, event)
                : listener.handleEvent(event);
            if (result instanceof Promise) result.catch(hooks.report).finally(hooks.activity);
          } catch (error) {
            hooks.report(error);
          }
        };
        this.#wrapped.set(listener, wrapped);
      }
      return wrapped;
    }

    #handle(type: string, handler: unknown): void {
      const isNew = !this.#handlers.has(type);
      this.#handlers.set(type, typeof handler === 'function' ? (handler as never) : null);
      // One listener for all handlers of a type keeps its place.
      if (isNew) {
        this.addEventListener(type, (event) => this.#handlers.get(type)?.call(this, event));
      }
    }

    #dispatchOnSocket(event: Event): void {
      this.dispatchEvent(event);
      hooks.activity();
    }

    async #run(protocols: readonly string[]): Promise<void> {
      let end = { code: 1006, reason: '', wasClean: false };
      try {
        const { value, body } = await channel.request(
          'websocket',
          { url: this.url, protocols },
          { body: this.#outbox.frames(), signal: this.#abort.signal },
        );
        this.#protocol = (value as WebSocketValue).protocol;
        this.#state = 1;
        this.#dispatchOnSocket(new Event('open'));
        end = (await this.#receive(body)) ?? end;
      } catch (error) {
        if (this.#state < 2)
          this.#dispatchOnSocket(new ErrorEvent(denialIn(error) ?? (error as Error)));
      } finally {
        this.#state = 3;
        this.#outbox.end();
        open.delete(this.#abort);
        this.#dispatchOnSocket(new CloseEvent('close', end));
      }
    }

    async #receive(body: Body | undefined) {
      let parts: Uint8Array[] = [];
      if (body === undefined) return undefined;
      for await (const { type, bytes } of readStreamFrames(body)) {
        if (type === CLOSE) {
          const head = Buffer.from(bytes);
          const code = head.readUInt16BE(0);
          if (this.#state < 2) this.#state = 2;
          return { code, reason: head.subarray(2).toString(), wasClean: code !== 1006 };
        }
        parts.push(bytes);
        if ((type & MORE) !== 0) continue;
        const whole = Buffer.concat(parts);
        parts = [];
        this.#dispatchOnSocket(new MessageEvent('message', { data: this.#data(type, whole) }));
      }
      return undefined;
    }

    #data(type: number, bytes: Buffer): unknown {
      if (type === TEXT) return bytes.toString();
      const own = Uint8Array.from(bytes);
      return this.#binaryType === 'blob' ? new Blob([own]) : own.buffer;
    }
  }

  const close = (): void => {
    for (const abort of open) abort.abort(new Error('the app has ended'));
  };
  return { WebSocket, close };
}

function readAddress(url: string | URL): URL {
  let address: URL;
  try {
    address = new URL(String(url));
  } catch {
    throw new DOMException('invalid WebSocket URL', 'SyntaxError');
  }
  if (address.protocol === 'http:') address.protocol = 'ws:';
  if (address.protocol === 'https:') address.protocol = 'wss:';
  const isFit = /^wss?:$/.test(address.protocol) && address.hash === '';
  if (!isFit || address.username !== '' || address.password !== '') {
    throw new DOMException(
      'expected a ws: or wss: URL without a user and a fragment',
      'SyntaxError',
    );
  }
  return address;
}

function bytesOf(data: unknown): string | Uint8Array {
  // A copy: who sends may change it at once.
  if (ArrayBuffer.isView(data)) {
    return Uint8Array.from(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
  if (data instanceof ArrayBuffer) return Uint8Array.from(new Uint8Array(data));
  return String(data);
}

function sized(data: string | Uint8Array): [Uint8Array, number] {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  return [bytes, bytes.length];
}
