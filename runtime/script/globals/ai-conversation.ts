/** `$tui.ai.chat`: one answer after the other, with the tools between them. */
import type {
  AiPort,
  ChatMessage,
  ChatPart,
  ChatRequest,
  ChatResult,
  ChatStream,
  ChatToolCall,
  ChatUsage,
} from './ai-types.js';

const DEFAULT_ROUNDS = 8;

export interface ConversationHooks {
  /** Something that a script may have waited for has come: a frame may have to follow. */
  activity(): void;
  /** Ends with the app. */
  readonly signal: AbortSignal;
}

export class Conversation implements ChatStream {
  readonly #end = new AbortController();
  readonly #done: Promise<ChatResult>;
  #settle!: { resolve(result: ChatResult): void; reject(error: unknown): void };
  #isRead = false;

  readonly #port: AiPort;
  readonly #request: ChatRequest;
  readonly #hooks: ConversationHooks;

  constructor(port: AiPort, request: ChatRequest, hooks: ConversationHooks) {
    this.#port = port;
    this.#request = request;
    this.#hooks = hooks;

    this.#done = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    // A reader of the parts receives the error there.
    this.#done.catch(() => undefined);
  }

  async result(): Promise<ChatResult> {
    if (!this.#isRead) {
      for await (const part of this) void part;
    }
    return await this.#done;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ChatPart, void> {
    if (this.#isRead) throw new TypeError('the stream of an answer can be read only once');
    this.#isRead = true;
    const { signal: asked } = this.#request;
    const signals = [this.#end.signal, this.#hooks.signal, asked].filter(
      (each) => each !== undefined,
    );
    const signal = AbortSignal.any(signals);
    let isOver = false;
    try {
      const result = yield* this.#rounds(signal);
      isOver = true;
      this.#settle.resolve(result);
    } catch (error) {
      isOver = true;
      this.#settle.reject(error);
      throw error;
    } finally {
      if (!isOver) {
        const left = new DOMException(
          'the stream of the answer was closed before its end',
          'AbortError',
        );
        this.#settle.reject(left);
        this.#end.abort(left);
      }
      this.#hooks.activity();
    }
  }

  async *#rounds(signal: AbortSignal): AsyncGenerator<ChatPart, ChatResult> {
    const { maxRounds = DEFAULT_ROUNDS, tools = [], ...rest } = this.#request;
    const request = { ...rest, signal: undefined };
    const messages: ChatMessage[] = [...request.messages];
    const plain = tools.map((tool) => ({ ...tool, run: undefined }));
    let usage: ChatUsage | undefined;
    for (let round = 1; ; round++) {
      let text = '';
      const calls: ChatToolCall[] = [];
      let finish: Extract<ChatPart, { type: 'finish' }> | undefined;
      signal.throwIfAborted();
      const asked = { ...request, messages, ...(tools.length === 0 ? {} : { tools: plain }) };
      for await (const part of this.#port.chat(asked, signal)) {
        if (part.type === 'text') text += part.text;
        else if (part.type === 'tool-call') {
          const { id, name, arguments: args } = part;
          calls.push({ id, name, arguments: args });
        } else if (part.type === 'finish') {
          finish = part;
          usage = sum(usage, part.usage);
          continue;
        }
        // What waits for the part runs first, and the frame after it shows what that has changed.
        setImmediate(() => this.#hooks.activity());
        yield part;
      }
      const toolCalls = calls.length === 0 ? {} : { toolCalls: calls };
      messages.push({ role: 'assistant', content: text, ...toolCalls });
      const reason = finish?.reason ?? 'stop';
      const runnable = calls.filter(({ name }) => tools.find((tool) => tool.name === name)?.run);
      const mayGoOn = calls.length > 0 && runnable.length === calls.length && round < maxRounds;
      if (!mayGoOn) {
        yield { type: 'finish', reason, usage, model: finish?.model };
        return { text, toolCalls: calls, reason, usage, model: finish?.model, messages };
      }
      for (const call of calls) {
        const content = await this.#runTool(call, signal);
        messages.push({ role: 'tool', toolCallId: call.id, content });
        setImmediate(() => this.#hooks.activity());
        yield { type: 'tool-result', id: call.id, name: call.name, content };
      }
    }
  }

  /** What a tool returns, or what went wrong with it: the model reads either. */
  async #runTool(call: ChatToolCall, signal: AbortSignal): Promise<string> {
    const tool = this.#request.tools?.find(({ name }) => name === call.name);
    let args: unknown;
    try {
      args = call.arguments.trim() === '' ? {} : JSON.parse(call.arguments);
    } catch {
      return JSON.stringify({ error: 'the arguments are not JSON' });
    }
    try {
      const value = await tool?.run?.(args as never, { signal });
      signal.throwIfAborted();
      return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'done');
    } catch (error) {
      signal.throwIfAborted();
      return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
    }
  }
}

function sum(before: ChatUsage | undefined, next: ChatUsage | undefined): ChatUsage | undefined {
  if (before === undefined || next === undefined) return next ?? before;
  return {
    inputTokens: before.inputTokens + next.inputTokens,
    outputTokens: before.outputTokens + next.outputTokens,
  };
}
