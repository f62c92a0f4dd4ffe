/** The AI service, for the runner: checked, sent with the user's key, and answered as a stream of parts. */
import { allowsSwitch } from '../../policy/check.js';
import { DeniedError } from '../../policy/denied.js';
import type { Answer, IncomingRequest } from '../../channel/channel.js';
import { parseBounded } from '../../channel/bounded-json.js';
import { AI_FRAME, type AiStatusValue } from '../../channel/payloads.js';
import { streamFrames } from '../../channel/stream-frames.js';
import { streamOf } from '../../channel/streams.js';
import type { ChatPart } from '../../../../runtime/script/globals/ai-types.js';
import { collect, tooMany } from '../limits.js';
import { AiClient, type AiClientInputs, type AiResponse } from './client.js';
import { chatBody } from './chat-request.js';
import { readChat } from './chat-stream.js';
import { AiError } from './errors.js';
import { transcribe, type Speech } from './transcribe.js';

/** What an app may send at once; pictures are the largest part of it. */
const REQUEST_LIMITS = { bytes: 32 * 1024 * 1024, values: 200_000, depth: 64 };
/** Conversations at a time. */
const MAX_CHATS = 8;

export class AiService {
  readonly #client: AiClient;
  #running = 0;

  readonly #inputs: AiClientInputs;
  readonly #speech: Speech | undefined;

  constructor(inputs: AiClientInputs, speech?: Speech) {
    this.#inputs = inputs;
    this.#speech = speech;

    this.#client = new AiClient(inputs);
  }

  status(): Answer {
    this.#check();
    const { host, model, setupError: error } = this.#client;
    const value: AiStatusValue = {
      host: host ?? null,
      model: model ?? null,
      problem: error === undefined ? null : `${error.message}: ${error.suggestion}`,
    };
    return { value };
  }

  /** A conversation: the request's stream is JSON, the answer's stream is parts. */
  async chat({ body, signal }: IncomingRequest): Promise<Answer> {
    this.#check();
    if (this.#running >= MAX_CHATS) throw tooMany(MAX_CHATS);
    // One that has ended already would be counted for good.
    signal.throwIfAborted();
    this.#running++;
    signal.addEventListener('abort', () => this.#running--, { once: true });
    const bytes = await collect(body, REQUEST_LIMITS.bytes, 'a conversation');
    const parts = await this.open(parseBounded(bytes, REQUEST_LIMITS), signal);
    return { body: framesOf(parts) };
  }

  /** Transcribes a WAV file, which is the request's stream. */
  async transcribe({ body, signal }: IncomingRequest): Promise<Answer> {
    this.#check();
    if (this.#running >= MAX_CHATS) throw tooMany(MAX_CHATS);
    // One that has ended already would be counted for good.
    signal.throwIfAborted();
    this.#running++;
    signal.addEventListener('abort', () => this.#running--, { once: true });
    return { value: await transcribe(this.#client, body, this.#speech, signal) };
  }

  /** The same for the launcher's own use. @throws AiError, TypeError */
  async write(wav: Uint8Array, signal: AbortSignal): Promise<string> {
    return await transcribe(this.#client, streamOf(wav), this.#speech, signal);
  }

  /** A conversation for the launcher's own use. @throws AiError, TypeError */
  async open(payload: unknown, signal: AbortSignal): Promise<AsyncGenerator<ChatPart, void>> {
    const client = this.#client;
    const { host = '' } = client;
    const sent = chatBody(payload, client.model, host === 'api.openai.com');
    let response: AiResponse;
    try {
      response = await this.#post(sent, signal);
    } catch (error) {
      // Some servers know no options of a stream.
      const isUnknown = error instanceof AiError && error.code === 'ai-refused';
      if (!isUnknown || !/stream_options|include_usage/.test(error.message)) throw error;
      response = await this.#post({ ...sent, stream_options: undefined }, signal);
    }
    return readChat(response, host);
  }

  close(): void {
    this.#client.close();
  }

  async #post(body: object, signal: AbortSignal): Promise<AiResponse> {
    return await this.#client.post(
      {
        path: 'chat/completions',
        type: 'application/json',
        accept: 'text/event-stream',
        body: Buffer.from(JSON.stringify(body)),
      },
      signal,
    );
  }

  #check(): void {
    if (!allowsSwitch(this.#inputs.permissions, 'ai')) throw new DeniedError('ai', '');
  }
}

async function* framesOf(parts: AsyncIterable<ChatPart>): AsyncGenerator<Uint8Array, void> {
  for await (const part of parts) {
    yield* streamFrames(AI_FRAME.part, Buffer.from(JSON.stringify(part)), AI_FRAME.more);
  }
}
