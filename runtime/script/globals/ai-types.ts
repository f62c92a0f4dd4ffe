/** `$tui.ai`: the types of talking to a language model, for scripts. */

export interface AiApi {
  /** Resolves to the configured service, and whether it can be used. Rejects without the permission `ai`. */
  status(): Promise<AiStatus>;
  /**
   * Sends messages to the model. Read the result once: part by part with `for await`, or as a whole with `result()`;
   * nothing is sent before that. In a sandbox it requires the permission `ai`. The app neither sees the key nor chooses
   * the service.
   *
   * The stream rejects with a `TypeError` for a request that does not fit, and with an error whose `code` says
   * what went wrong: `ai-not-configured`, `ai-unauthorized`, `ai-rate-limited` (with `details.retryAfter` in ms), `ai-cut` and
   * others that docs/guide.md lists.
   */
  chat(request: ChatRequest): ChatStream;
  /**
   * The words that are said in a WAV file, as `$tui.audio.record` returns one, by the model of `ai.audioModel`. Rejects like
   * `chat`. With the setting `audio.debug` the sound is played first.
   */
  transcribe(
    wav: Uint8Array,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<string>;
}

export interface AiStatus {
  /** Host of the service, with its port unless that is 443; null if none is configured. */
  readonly host: string | null;
  /** Name of the model; null: the server chooses. */
  readonly model: string | null;
  /** Why nothing can be sent, and what to do about it; null if it can. */
  readonly problem: string | null;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** What the model may call. One with `run` is run, and the model goes on with what it returns. */
  readonly tools?: readonly ChatTool[] | undefined;
  readonly toolChoice?: 'auto' | 'none' | 'required' | undefined;
  /** Ends the conversation when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** From 0 to 2. */
  readonly temperature?: number | undefined;
  /** Tokens of one answer. */
  readonly maxTokens?: number | undefined;
  readonly stop?: readonly string[] | undefined;
  /** As `response_format` of the OpenAI API has it: `{ type: 'json_object' }`. */
  readonly responseFormat?: object | undefined;
  /** Answers that follow tools without a word of the user; default 8. */
  readonly maxRounds?: number | undefined;
}

export type ChatMessage =
  | {
      readonly role: 'system' | 'developer' | 'user';
      readonly content: string | readonly ChatContent[];
    }
  | {
      readonly role: 'assistant';
      readonly content?: string | null | undefined;
      readonly toolCalls?: readonly ChatToolCall[] | undefined;
    }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

type ChatContent =
  | { readonly type: 'text'; readonly text: string }
  /** A picture as a `data:` URL. */
  | { readonly type: 'image'; readonly url: string };

export interface ChatTool {
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments; default none. */
  readonly parameters?: object | undefined;
  /** Runs it; what it returns, or throws, is what the model reads. */
  readonly run?: ((args: never, context: { readonly signal: AbortSignal }) => unknown) | undefined;
}

export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly arguments: string;
}

export interface ChatUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type ChatPart =
  | { readonly type: 'text'; readonly text: string }
  /** What a model writes down while it thinks. */
  | { readonly type: 'reasoning'; readonly text: string }
  | ({ readonly type: 'tool-call' } & ChatToolCall)
  /** What a tool with `run` has returned, as the model reads it. */
  | {
      readonly type: 'tool-result';
      readonly id: string;
      readonly name: string;
      readonly content: string;
    }
  | {
      readonly type: 'finish';
      /** `stop`, `length`, `tool_calls`, `content_filter`, or the server's own word. */
      readonly reason: string;
      readonly usage: ChatUsage | undefined;
      readonly model: string | undefined;
    };

export interface ChatResult {
  /** All text of the last answer. */
  readonly text: string;
  /** Calls of tools without `run`: answer them with messages of the role `tool`. */
  readonly toolCalls: readonly ChatToolCall[];
  readonly reason: string;
  /** Of all answers together; undefined if the server does not report it. */
  readonly usage: ChatUsage | undefined;
  readonly model: string | undefined;
  /** The request's messages with those that have come since: what the next request begins with. */
  readonly messages: readonly ChatMessage[];
}

export interface ChatStream extends AsyncIterable<ChatPart> {
  /** Resolves to the whole answer at its end, whether the parts are read or not. */
  result(): Promise<ChatResult>;
}

/** The implementation of `$tui.ai`. */
export interface AiPort {
  status(): Promise<AiStatus>;
  transcribe(wav: Uint8Array, signal: AbortSignal): Promise<string>;
  /** One request and its answer. */
  chat(
    request: Omit<ChatRequest, 'signal' | 'maxRounds'>,
    signal: AbortSignal,
  ): AsyncIterable<ChatPart>;
}
