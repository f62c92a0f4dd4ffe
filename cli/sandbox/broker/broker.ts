/** The requests that the runner may send to the launcher: a table of kinds; no other is accepted. */
import type { Answer, IncomingRequest } from '../channel/channel.js';

/** Answers one request, whose payload is the runner's word: it has to be checked. What it throws is the answer. */
export type BrokerHandler = (request: IncomingRequest) => Promise<Answer> | Answer;

/** Receives a notice. It must not throw: no caller would see the error. */
export type NoticeHandler = (payload: unknown) => void;

/** Sees a request, and may want to see its end: the error that is the answer, or the value. */
export type Observer = (
  request: IncomingRequest,
) => ((error: unknown, value: unknown) => void) | undefined;

/** What is answered, and how. */
interface Kind {
  readonly handler: BrokerHandler;
  /** Its requests may come with a stream. Such do not count among those that are not read on for. */
  readonly streams: boolean;
}

export class Broker {
  readonly #handlers = new Map<string, Kind>();
  #observer: Observer | undefined;
  readonly #notices = new Map<string, NoticeHandler>();

  /** Registers the one handler of a kind: lower case with hyphens, `fetch`, `config-save`. */
  register(kind: string, handler: BrokerHandler, { streams = false } = {}): void {
    if (this.#handlers.has(kind)) throw new Error(`"${kind}" already has a handler`);
    this.#handlers.set(kind, { handler, streams });
  }

  onNotice(kind: string, handler: NoticeHandler): void {
    if (this.#notices.has(kind)) throw new Error(`"${kind}" already has a handler`);
    this.#notices.set(kind, handler);
  }

  /** Shows each request to an observer, which may return what its end is shown to. */
  observe(observer: Observer): void {
    this.#observer = observer;
  }

  async answer(request: IncomingRequest): Promise<Answer> {
    const ended = this.#observer?.(request);
    if (ended === undefined) return await this.#handle(request);
    try {
      const answer = await this.#handle(request);
      ended(undefined, answer.value);
      return answer;
    } catch (error) {
      ended(error ?? new Error('unknown error'), undefined);
      throw error;
    }
  }

  async #handle(request: IncomingRequest): Promise<Answer> {
    const known = this.#handlers.get(request.kind);
    if (known === undefined) {
      throw Object.assign(new Error(`no handler for "${request.kind}"`), { code: 'unknown-kind' });
    }
    if (request.body !== undefined && !known.streams) {
      throw new TypeError(`"${request.kind}" accepts no stream`);
    }
    return await known.handler(request);
  }

  /** An unknown notice changes nothing. */
  notice(kind: string, payload: unknown): void {
    this.#notices.get(kind)?.(payload);
  }
}
