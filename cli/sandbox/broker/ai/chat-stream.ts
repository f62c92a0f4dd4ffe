/** The answer of `chat/completions`, as server-sent events or in one piece, as parts that an app reads. */
import { createParser } from 'eventsource-parser';
import type { ChatPart, ChatUsage } from '../../../../runtime/script/globals/ai-types.js';
import { isRecord } from '../../channel/protocol.js';
import type { AiResponse } from './client.js';
import { reasonOf } from './client.js';
import { AiError } from './errors.js';
import type { Scrubber } from './scrubber.js';

/** Calls of tools in one answer, and UTF-16 units of one call's arguments. */
const MAX_CALLS = 128;
const MAX_ARGUMENTS = 1024 * 1024;
/** UTF-16 units of the name of a tool or a model, and of the reason of the end. */
const MAX_NAME = 200;
const MAX_REASON = 40;
/** UTF-16 units of one event. */
const MAX_EVENT = 8 * 1024 * 1024;

interface Call {
  id: string;
  name: string;
  args: string;
}

/**
 * Reads an answer. The last part is `finish`.
 *
 * @throws AiError with the code `ai-cut` where it ends before that
 */
export async function* readChat(
  { type, body, scrubber }: AiResponse,
  host: string,
): AsyncGenerator<ChatPart, void> {
  const reading = new Reading(host, scrubber);
  const pieces = { text: scrubber.fork(), reasoning: scrubber.fork() };
  /**
   * Every part passes here. What is held back of a text that comes in pieces comes with its next piece, or at the end,
   * whatever is in between: an app puts the pieces together.
   */
  const scrubbed = function* (parts: Iterable<ChatPart>): Generator<ChatPart> {
    for (const part of parts) {
      if (part.type === 'text' || part.type === 'reasoning') {
        const text = pieces[part.type].next(part.text);
        if (text !== '') yield { type: part.type, text };
        continue;
      }
      if (part.type === 'finish') {
        for (const type of ['reasoning', 'text'] as const) {
          const text = pieces[type].rest();
          if (text !== '') yield { type, text };
        }
      }
      yield scrubber.cleanAll(part);
    }
  };
  try {
    if (/\bjson\b/i.test(type)) yield* scrubbed(reading.whole(await collectText(body)));
    else {
      for await (const event of eventsOf(body)) {
        yield* scrubbed(reading.event(event));
        if (reading.isOver) break;
      }
    }
  } catch (error) {
    throw asCut(error, host);
  }
  if (!reading.hasFinished) {
    throw new AiError('ai-cut', `the response of ${host} was cut off`);
  }
  yield* scrubbed([reading.finish()]);
}

/** The data of each event, as soon as it is whole, however the bytes come. */
async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const waiting: string[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT,
    onEvent: ({ data }) => waiting.push(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') {
        throw new AiError('ai-bad-answer', 'the AI service sent an event that is too large');
      }
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    yield* waiting.splice(0);
  }
  // A server may leave out the blank line after its last event.
  parser.feed(`${decoder.decode()}\n\n`);
  yield* waiting.splice(0);
}

async function collectText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

class Reading {
  isOver = false;
  hasFinished = false;
  #reason = 'stop';
  #usage: ChatUsage | undefined;
  #model: string | undefined;
  readonly #calls: Call[] = [];
  #called = false;

  readonly #host: string;
  readonly #scrubber: Scrubber;

  constructor(host: string, scrubber: Scrubber) {
    this.#host = host;
    this.#scrubber = scrubber;
  }

  *event(data: string): Generator<ChatPart, void> {
    if (data.trim() === '[DONE]') {
      this.isOver = true;
      // It is also the end of an answer whose last piece names no reason.
      this.hasFinished = true;
      return;
    }
    yield* this.#piece(this.#parse(data), 'delta');
  }

  *whole(text: string): Generator<ChatPart, void> {
    yield* this.#piece(this.#parse(text), 'message');
    this.hasFinished = true;
  }

  /** The calls of tools, once they are whole, and the end. */
  finish(): ChatPart {
    return {
      type: 'finish',
      reason: this.#called && this.#reason === 'stop' ? 'tool_calls' : this.#reason,
      usage: this.#usage,
      model: this.#model,
    };
  }

  #parse(text: string): Readonly<Record<string, unknown>> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new AiError('ai-bad-answer', `${this.#host} sent a response that is not JSON`);
    }
    if (!isRecord(value))
      throw new AiError('ai-bad-answer', `${this.#host} sent a response that is not an object`);
    if (value['error'] !== undefined && value['error'] !== null) {
      const words = reasonOf(text, this.#scrubber);
      throw new AiError(
        'ai-cut',
        `${this.#host} stopped its response${words === '' ? '' : `: ${words}`}`,
      );
    }
    return value;
  }

  *#piece(
    { choices, usage, model }: Readonly<Record<string, unknown>>,
    kind: 'delta' | 'message',
  ): Generator<ChatPart, void> {
    if (isRecord(usage)) this.#usage = usageOf(usage);
    if (typeof model === 'string') this.#model = this.#short(model, MAX_NAME);
    const choice: unknown = Array.isArray(choices) ? (choices as unknown[])[0] : undefined;
    if (!isRecord(choice)) return;
    const delta = choice[kind] ?? choice['delta'] ?? choice['message'];
    if (isRecord(delta)) {
      const thought = delta['reasoning_content'] ?? delta['reasoning'];
      if (typeof thought === 'string' && thought !== '') yield { type: 'reasoning', text: thought };
      const { content } = delta;
      if (typeof content === 'string' && content !== '') yield { type: 'text', text: content };
      const refused = delta['refusal'];
      if (typeof refused === 'string' && refused !== '') yield { type: 'text', text: refused };
      if (Array.isArray(delta['tool_calls'])) delta['tool_calls'].forEach(this.#addCall);
    }
    const reason = choice['finish_reason'];
    if (typeof reason === 'string' && reason !== '') {
      this.#reason = this.#short(reason, MAX_REASON);
      this.hasFinished = true;
      yield* this.#takeCalls();
    }
  }

  /** Pieces of a call have its number, or, from some servers, only its id, or come whole. */
  readonly #addCall = (value: unknown): void => {
    if (!isRecord(value)) return;
    const { index, id, function: called } = value;
    const { name, arguments: args } = isRecord(called) ? called : {};
    const isNew =
      typeof id === 'string' && id !== '' && !this.#calls.some((call) => call.id === id);
    const at = typeof index === 'number' ? index : this.#calls.length - (isNew ? 0 : 1);
    if (!Number.isInteger(at) || at < 0 || at >= MAX_CALLS) return;
    const call = (this.#calls[at] ??= { id: '', name: '', args: '' });
    if (typeof id === 'string' && id !== '') call.id = id;
    if (typeof name === 'string') call.name += name;
    call.args += typeof args === 'string' ? args : isRecord(args) ? JSON.stringify(args) : '';
    if (call.args.length > MAX_ARGUMENTS) {
      throw new AiError(
        'ai-bad-answer',
        `${this.#host} calls a tool with more than ${MAX_ARGUMENTS} characters of arguments`,
      );
    }
  };

  *#takeCalls(): Generator<ChatPart, void> {
    for (const [at, call] of Object.entries(this.#calls.splice(0))) {
      // Numbers may leave some out.
      if ((call as Call | undefined) === undefined) continue;
      this.#called = true;
      const { id, name, args } = call;
      yield {
        type: 'tool-call',
        id: id === '' ? `call_${at}` : this.#short(id, MAX_NAME),
        name: this.#short(name, MAX_NAME),
        arguments: this.#scrubber.cleanJson(args),
      };
    }
  }

  /** Cut after it is searched: a part of a secret is not found. */
  #short(text: string, most: number): string {
    return this.#scrubber.clean(text).slice(0, most);
  }
}

function usageOf(usage: Readonly<Record<string, unknown>>): ChatUsage {
  const count = (key: string): number => {
    const value = usage[key];
    return typeof value === 'number' && value >= 0 ? value : 0;
  };
  return { inputTokens: count('prompt_tokens'), outputTokens: count('completion_tokens') };
}

/** What ends a stream is an end of the answer before its time, whatever it was. */
function asCut(error: unknown, host: string): unknown {
  if (error instanceof AiError) return error;
  const { code = '', message = '', name = '' } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError') return error;
  if (code === 'timeout') return new AiError('ai-timeout', `${host} stopped sending: ${message}`);
  return new AiError(
    'ai-cut',
    `the response of ${host} was cut off (${code === '' ? message : code})`,
  );
}
