/**
 * The messages between launcher and runner, and their frames.
 *
 * A frame is four bytes of length (little-endian, of what follows them), one byte of type, and a body:
 * JSON, or a piece of a stream with its number in front. Node's own IPC is not used: it trusts the other
 * side, and a line of garbage from it throws in the launcher.
 */

import { parseBounded, type JsonLimits } from './bounded-json.js';
import { ProtocolError } from './protocol-error.js';

export const JSON_FRAME = 0;
export const DATA_FRAME = 1;

/** Bytes of the length and the type. */
export const HEADER = 5;

/** JSON that the launcher accepts. What is larger travels as a stream. */
export const FROM_RUNNER: JsonLimits = { bytes: 256 * 1024, values: 10_000, depth: 64 };
/** The runner accepts what the launcher sends: an app of 64 MB, escaped. */
export const FROM_LAUNCHER: JsonLimits = {
  bytes: 512 * 1024 * 1024,
  values: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
};
/** Bytes of one piece of a stream. */
export const MAX_PIECE = 64 * 1024;
/** Bytes of a stream that may be on their way before the receiver has requested more. */
export const WINDOW = 256 * 1024;
/** Requests of the runner, without a stream, that wait for an answer; more are not read until some have one. */
export const MAX_REQUESTS = 128;
/** Requests with a stream that are being answered. More are refused: not reading would stop the streams. */
export const MAX_STREAMS = 128;
/** Bytes of requests that wait for an answer, of each of the two kinds. */
export const MAX_PENDING = 4 * 1024 * 1024;
/** Requests that are being answered, their answers' streams included. More are refused. */
export const MAX_ANSWERING = 512;
/** Bytes of answers that the runner has not read; no more requests are read before it has. */
export const MAX_UNREAD = 4 * 1024 * 1024;
/** Frames a second that the launcher takes; a runner that sends more waits. */
export const MAX_FRAMES = 20_000;
/** Bytes of JSON, and of streams that nothing reads, that the launcher takes a second. */
export const MAX_BYTES = 8 * 1024 * 1024;

/** The first message of the launcher; `payload` is a `RunnerStart`. */
interface StartMessage {
  readonly type: 'start';
  readonly payload: unknown;
}

/** Runner to launcher. Its numbers are the runner's: 1, 2, 3 and so on. */
export interface RequestMessage {
  readonly type: 'request';
  readonly id: number;
  readonly kind: string;
  readonly payload: unknown;
  /** Data frames with this number follow, until `end`. */
  readonly body: boolean;
}

/** The answer. Data frames with the request's number follow where `body` is true. */
export interface ResponseMessage {
  readonly type: 'response';
  readonly id: number;
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: WireError;
  readonly body: boolean;
}

/** Either side: an event without an answer. */
interface NoticeMessage {
  readonly type: 'notice';
  readonly kind: string;
  readonly payload: unknown;
}

/** The sender of a stream has come to its end, or cannot go on. */
interface EndMessage {
  readonly type: 'end';
  readonly id: number;
  readonly error?: WireError;
}

/** The receiver of a stream takes this many bytes more. */
interface CreditMessage {
  readonly type: 'credit';
  readonly id: number;
  readonly bytes: number;
}

/** The sender no longer waits for a request's answer or stream. */
interface CancelMessage {
  readonly type: 'cancel';
  readonly id: number;
}

export type Message =
  | StartMessage
  | RequestMessage
  | ResponseMessage
  | NoticeMessage
  | EndMessage
  | CreditMessage
  | CancelMessage;

/** An error as it crosses. */
export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** More of it, by the request's kind: the permission of a denial, diagnostics. */
  readonly details?: unknown;
}

/**
 * Splits bytes into frames. A frame that comes in pieces is put together in one buffer of its own size, so
 * that no way to cut it takes more memory than the frame.
 */
export class FrameReader {
  readonly #head = Buffer.alloc(HEADER);
  #headLength = 0;
  /** Of a frame that has begun. */
  #body: Buffer | undefined;
  #bodyLength = 0;

  readonly #limits: JsonLimits;
  readonly #onFrame: (type: number, body: Buffer) => void;

  constructor(limits: JsonLimits, onFrame: (type: number, body: Buffer) => void) {
    this.#limits = limits;
    this.#onFrame = onFrame;
  }

  /** The body of a frame is valid during the call of `onFrame`. @throws ProtocolError */
  feed(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#body === undefined) {
        rest = this.#fillHead(rest);
        if (this.#headLength < HEADER) return;
        const size = this.#bodySize();
        if (rest.length >= size) {
          this.#headLength = 0;
          this.#onFrame(this.#head[4] ?? 0, rest.subarray(0, size));
          rest = rest.subarray(size);
          continue;
        }
        this.#body = Buffer.allocUnsafeSlow(size);
        this.#bodyLength = 0;
      }
      rest = this.#fillBody(this.#body, rest);
    }
  }

  #fillHead(bytes: Buffer): Buffer {
    const count = Math.min(HEADER - this.#headLength, bytes.length);
    bytes.copy(this.#head, this.#headLength, 0, count);
    this.#headLength += count;
    return bytes.subarray(count);
  }

  #bodySize(): number {
    const size = this.#head.readUInt32LE(0) - 1;
    const type = this.#head[4];
    if (type !== JSON_FRAME && type !== DATA_FRAME) {
      throw new ProtocolError('a frame of an unknown type');
    }
    if (size < 0 || size > (type === JSON_FRAME ? this.#limits.bytes : MAX_PIECE + 4)) {
      throw new ProtocolError(`a frame of ${size} bytes`);
    }
    return size;
  }

  #fillBody(body: Buffer, bytes: Buffer): Buffer {
    const count = Math.min(body.length - this.#bodyLength, bytes.length);
    bytes.copy(body, this.#bodyLength, 0, count);
    this.#bodyLength += count;
    if (this.#bodyLength === body.length) {
      this.#body = undefined;
      this.#headLength = 0;
      this.#onFrame(this.#head[4] ?? 0, body);
    }
    return bytes.subarray(count);
  }
}

export function jsonFrame(message: Message): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([header(body.length, JSON_FRAME), body]);
}

export function dataFrame(id: number, bytes: Uint8Array): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32LE(id);
  return Buffer.concat([header(4 + bytes.length, DATA_FRAME), number, bytes]);
}

function header(length: number, type: number): Buffer {
  const head = Buffer.alloc(HEADER);
  head.writeUInt32LE(length + 1);
  head[4] = type;
  return head;
}

/** Reads a JSON frame's body. @throws ProtocolError */
export function readMessage(body: Buffer, limits: JsonLimits): Message {
  const value = parseBounded(body, limits);
  if (!isRecord(value)) throw new ProtocolError('a message that is not an object');
  const message = MESSAGES[String(value['type'])]?.(value);
  if (message === undefined) throw new ProtocolError('a message of an unknown shape');
  return message;
}

type Fields = Readonly<Record<string, unknown>>;

/** A null prototype: `type` is the other side's word. */
const MESSAGES: Readonly<Record<string, (fields: Fields) => Message | undefined>> = Object.assign(
  Object.create(null) as Record<string, never>,
  {
    start: ({ payload }: Fields) => ({ type: 'start', payload }) as const,
    request: ({ id, kind, payload, body }: Fields) =>
      isId(id) && isKind(kind)
        ? ({ type: 'request', id, kind, payload, body: body === true } as const)
        : undefined,
    response: ({ id, ok, value, error, body }: Fields) =>
      isId(id)
        ? ({
            type: 'response',
            id,
            ok: ok === true,
            value,
            body: body === true,
            ...(error === undefined ? {} : { error: readError(error) }),
          } as const)
        : undefined,
    notice: ({ kind, payload }: Fields) =>
      isKind(kind) ? ({ type: 'notice', kind, payload } as const) : undefined,
    end: ({ id, error }: Fields) =>
      isId(id)
        ? ({
            type: 'end',
            id,
            ...(error === undefined ? {} : { error: readError(error) }),
          } as const)
        : undefined,
    credit: ({ id, bytes }: Fields) =>
      isId(id) && Number.isSafeInteger(bytes) && Number(bytes) > 0
        ? ({ type: 'credit', id, bytes: Number(bytes) } as const)
        : undefined,
    cancel: ({ id }: Fields) => (isId(id) ? ({ type: 'cancel', id } as const) : undefined),
  },
);

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= 0xffff_ffff;
}

function isKind(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z][a-z-]{0,40}$/.test(value);
}

const MAX_TEXT = 4000;

function readError(value: unknown): WireError {
  const fields = isRecord(value) ? value : {};
  const text = (key: string): string => {
    const found = fields[key];
    return typeof found === 'string' ? found.slice(0, MAX_TEXT) : '';
  };
  const { code, details } = fields;
  return {
    name: text('name') || 'Error',
    message: text('message'),
    ...(typeof code === 'string' ? { code: code.slice(0, 100) } : {}),
    ...(details === undefined ? {} : { details }),
  };
}

/** An error for the wire. */
export function wireError(error: unknown): WireError {
  if (!isRecord(error)) return { name: 'Error', message: String(error).slice(0, MAX_TEXT) };
  const { code, details } = error;
  return readError({ name: error['name'], message: error['message'], code, details });
}

/** The same error on the other side. */
export function errorOf({ name, message, code, details }: WireError): Error {
  const error = new Error(message);
  const set = (key: string, value: unknown): void =>
    void Object.defineProperty(error, key, { value, configurable: true, writable: true });
  set('name', name);
  if (code !== undefined) set('code', code);
  if (details !== undefined) set('details', details);
  return error;
}
