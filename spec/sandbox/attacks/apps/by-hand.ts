/** Requests to the launcher by hand, beyond single ones: read beside everything else that the app does. */
import { read } from 'node:fs';
import { ask, data, frame, nextId, replyTo, request, send, SYNC, type Reply } from './wire.js';

/** The descriptor that the runtime itself reads. */
export const CHANNEL = 3;

/** Whatever is replied to a request, as text: an error may contain as much as a value. */
export function told(kind: string, payload: unknown, stream?: string): string {
  const id = nextId();
  const pieces = stream === undefined ? [] : streamed(id, [stream]);
  send(Buffer.concat([request(id, kind, payload, stream !== undefined), ...pieces]));
  return JSON.stringify(replyTo(id));
}

/** A stream of a request, to its end. */
export function streamed(id: number, pieces: readonly (Uint8Array | string)[]): Buffer[] {
  return [...pieces.map((bytes) => data(id, Buffer.from(bytes))), frame({ type: 'end', id })];
}

export interface CompilerBlock {
  readonly code: string;
  readonly lang?: string | undefined;
  readonly src?: string | undefined;
}

/** What the compiler makes of a block, as text. */
export function compiled({ code, lang = 'js', src }: CompilerBlock): string {
  return told('compile', [{ size: Buffer.byteLength(code), lang, src, ready: false }], code);
}

/** Whether the launcher is there and answers requests. */
export const answers = (): boolean =>
  ['granted', 'denied'].includes(String(ask('permission', { kind: 'clipboard' })));

export interface Exchange {
  readonly id: number;
  /** The answer, the error, or the word `nothing` where none came. */
  readonly answer: Promise<string>;
  /** Messages for this request so far, by their types. */
  readonly got: readonly string[];
}

/** Milliseconds that an answer may take; what it is about has happened long before. */
const PATIENCE = 1500;

/**
 * Requests whose answers are read beside everything else that the app does. Not together with `ask`: they read
 * the same descriptor.
 */
export class Wire {
  readonly #open = new Map<number, { text: string; got: string[]; done(text: string): void }>();
  #held = Buffer.alloc(0);

  readonly #bytes = Buffer.alloc(64 * 1024);
  /** Called once nothing waits to be read any more. */
  #onClosed: (() => void) | undefined;

  /** @param isThere whether there is a launcher to read from */
  constructor(isThere = true) {
    if (isThere) this.#read();
    else this.close = () => Promise.resolve();
  }

  /** To be awaited at the end: a read that waits keeps the process from ending. The answer to this ends it. */
  close = (): Promise<void> =>
    new Promise((resolve) => {
      this.#onClosed = resolve;
      send(request(nextId(), 'permission', { kind: 'clipboard' }, false));
    });

  /** Not by a socket: an app cannot open one on a descriptor. */
  #read(): void {
    read(SYNC, this.#bytes, 0, this.#bytes.length, null, (error, count) => {
      if (error?.code === 'EAGAIN') setTimeout(() => this.#read(), 5);
      else if (error === null && count > 0) {
        this.#feed(Buffer.from(this.#bytes.subarray(0, count)));
        if (this.#onClosed === undefined) this.#read();
        else this.#onClosed();
      }
    });
  }

  /** @param pieces of the request's stream; undefined: it has none */
  exchange(kind: string, payload: unknown, pieces?: readonly (Uint8Array | string)[]): Exchange {
    const id = nextId();
    const begun = this.begin(id, kind, payload, pieces !== undefined);
    if (pieces !== undefined) for (const bytes of streamed(id, pieces)) send(bytes);
    return begun;
  }

  begin(id: number, kind: string, payload: unknown, body: boolean): Exchange {
    const expected = this.expect(id);
    send(request(id, kind, payload, body));
    return expected;
  }

  /** For a request that is written by hand. */
  expect(id: number): Exchange {
    const got: string[] = [];
    const answer = new Promise<string>((resolve) => {
      const timer = setTimeout(() => done('nothing'), PATIENCE);
      const done = (text: string): void => {
        clearTimeout(timer);
        this.#open.delete(id);
        resolve(text);
      };
      this.#open.set(id, { text: '', got, done });
    });
    return { id, answer, got };
  }

  cancel(id: number): void {
    send(frame({ type: 'cancel', id }));
  }

  #feed(bytes: Buffer): void {
    this.#held = Buffer.concat([this.#held, bytes]);
    for (let size = this.#size(); size <= this.#held.length; size = this.#size()) {
      this.#take(this.#held.subarray(4, size));
      this.#held = this.#held.subarray(size);
    }
  }

  /** Bytes of the frame that is being read. */
  #size(): number {
    return this.#held.length < 4 ? Infinity : 4 + this.#held.readUInt32LE(0);
  }

  #take(body: Buffer): void {
    if (body[0] !== 0) {
      const each = this.#open.get(body.readUInt32LE(1));
      if (each === undefined) return;
      each.text += body.subarray(5).toString('latin1');
      each.got.push('data');
      return;
    }
    const message = JSON.parse(body.subarray(1).toString()) as Reply;
    const each = this.#open.get(message.id);
    if (each === undefined) return;
    each.got.push(message.type);
    if (message.type === 'response') {
      each.text += JSON.stringify(message.ok === true ? message.value : message.error);
      if (message.body !== true) each.done(each.text);
    } else if (message.type === 'end') each.done(each.text);
  }
}
