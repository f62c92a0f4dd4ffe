/**
 * What launcher and runner say to each other, and the frames it travels in.
 *
 * A frame is four bytes of length (little-endian, of what follows them), one byte of type, and a body:
 * JSON, or a piece of a stream with its number in front. Node's own IPC is not used: it trusts the other
 * side, and a line of garbage from it throws in the launcher.
 */

export const JSON_FRAME = 0;
export const DATA_FRAME = 1;

/** Bytes of the length and the type. */
export const HEADER = 5;

/** Bytes of one frame that the launcher takes: a clipboard's 16 MB with room for its JSON escapes. */
export const LARGEST_FROM_RUNNER = 40 * 1024 * 1024;
/** The runner takes what the launcher sends: an app of 64 MB, escaped. */
export const LARGEST_FROM_LAUNCHER = 512 * 1024 * 1024;
/** Bytes of one piece of a stream. */
export const LARGEST_PIECE = 64 * 1024;
/** Bytes of a stream that may be on their way before the receiver has asked for more. */
export const WINDOW = 256 * 1024;
/** Requests of the runner, without a stream, that wait for an answer; more are not read until some have one. */
export const MOST_REQUESTS = 128;
/** Bytes of requests that wait for an answer, likewise. */
export const MOST_PENDING = 64 * 1024 * 1024;
/** Requests that are being answered, streams and all. More are refused. */
export const MOST_ANSWERING = 4096;
/** Bytes of answers that the runner has not read; no more requests are read before it has. */
export const MOST_UNREAD = 4 * 1024 * 1024;
/** Frames a second that the launcher takes; a runner that sends more waits. */
export const MOST_FRAMES = 20_000;

/** The first message of the launcher; `payload` is a `RunnerStart`. */
export interface StartMessage {
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

/** Either side: something happened; there is no answer. */
export interface NoticeMessage {
  readonly type: 'notice';
  readonly kind: string;
  readonly payload: unknown;
}

/** The sender of a stream has come to its end, or cannot go on. */
export interface EndMessage {
  readonly type: 'end';
  readonly id: number;
  readonly error?: WireError;
}

/** The receiver of a stream takes this many bytes more. */
export interface CreditMessage {
  readonly type: 'credit';
  readonly id: number;
  readonly bytes: number;
}

/** Nobody waits for a request's answer, or for its stream, any more. */
export interface CancelMessage {
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

/** Something that cannot be a message: the other side is broken or hostile, and is not listened to again. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** Splits bytes into frames. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private length = 0;

  constructor(
    private readonly largest: number,
    private readonly onFrame: (type: number, body: Buffer) => void,
  ) {}

  /** @throws ProtocolError */
  feed(bytes: Buffer): void {
    this.chunks.push(bytes);
    this.length += bytes.length;
    while (this.length >= HEADER) {
      const size = this.peek(4).readUInt32LE(0);
      if (size < 1 || size > this.largest) throw new ProtocolError(`a frame of ${size} bytes`);
      if (this.length < 4 + size) return;
      const frame = this.take(4 + size);
      this.onFrame(frame[4] ?? 0, frame.subarray(HEADER));
    }
  }

  private peek(count: number): Buffer {
    const first = this.chunks[0];
    if (first !== undefined && first.length >= count) return first;
    this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0] ?? Buffer.alloc(0);
  }

  /** Joins only when a frame is whole: a large one comes in thousands of pieces. */
  private take(count: number): Buffer {
    const whole = this.peek(count);
    this.chunks = whole.length > count ? [whole.subarray(count)] : [];
    this.length -= count;
    return whole.subarray(0, count);
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
export function readMessage(body: Buffer): Message {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new ProtocolError('a frame that is no JSON');
  }
  if (!isRecord(value)) throw new ProtocolError('a message that is no object');
  const message = MESSAGES[String(value['type'])]?.(value);
  if (message === undefined) throw new ProtocolError('a message of no known shape');
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
            ...({ type: 'response', id, ok: ok === true, value, body: body === true } as const),
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

const LONGEST_TEXT = 4000;

function readError(value: unknown): WireError {
  const fields = isRecord(value) ? value : {};
  const text = (key: string): string => {
    const found = fields[key];
    return typeof found === 'string' ? found.slice(0, LONGEST_TEXT) : '';
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
  if (!isRecord(error)) return { name: 'Error', message: String(error).slice(0, LONGEST_TEXT) };
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
