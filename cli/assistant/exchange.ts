/**
 * A question and its answer. The model reads what the app shows, and proposes actions; none is done that the user
 * has not confirmed, nor on what has changed since.
 */
import type {
  ChatMessage,
  ChatPart,
  ChatToolCall,
  ChatUsage,
} from '../../runtime/script/globals/ai-types.js';
import { ToolError } from '../agents/action.js';
import { ACT, READ, requestOf, screenText, type Shown } from '../agents/request.js';
import type { AssistantService, AssistedApp } from './ports.js';
import { readProposal, subjectOf, type Proposal } from './proposal.js';

export interface ExchangeHooks {
  onText(text: string): Promise<void>;
  /** What goes on, in a word or two. */
  onState(state: string): void;
  onUsage(usage: ChatUsage): void;
  /** Resolves with what the user has decided. */
  confirm(proposals: readonly Proposal[]): Promise<boolean>;
  /** An action was confirmed, and done or not. */
  onDone(words: string): Promise<void>;
}

export interface ExchangePorts {
  readonly app: AssistedApp;
  readonly service: AssistantService;
}

/** Answers that follow actions without a word of the user. */
const MAX_ROUNDS = 8;
/** Calls of one answer that are looked at. */
const MAX_CALLS = 16;
/** UTF-16 units of an answer. */
const MAX_ANSWER = 100_000;

export const CUT = '\n\n*The answer is cut off here: it is too long.*';

export class Exchange {
  /** What the model has read last. */
  #seen: Shown = { title: '', items: [] };

  readonly #ports: ExchangePorts;
  readonly #hooks: ExchangeHooks;
  readonly #signal: AbortSignal;

  constructor(ports: ExchangePorts, hooks: ExchangeHooks, signal: AbortSignal) {
    this.#ports = ports;
    this.#hooks = hooks;
    this.#signal = signal;
  }

  /**
   * Asks. All text of the answer.
   *
   * @param before earlier questions and answers
   */
  async ask(question: string, before: readonly ChatMessage[]): Promise<string> {
    const { app } = this.#ports;
    this.#hooks.onState('Reading the screen…');
    const first = await app.read();
    this.#seen = first;
    const after: ChatMessage[] = [{ role: 'user', content: question }];
    let answer = '';
    for (let round = 1; ; round++) {
      this.#signal.throwIfAborted();
      this.#hooks.onState('Waiting…');
      const { text, calls } = await this.#round(requestOf(first, before, after), answer.length);
      answer += text;
      if (calls.length === 0 || answer.length >= MAX_ANSWER) return answer;
      if (round >= MAX_ROUNDS) {
        const note = `\n\n*Stopped after ${MAX_ROUNDS} steps: ask again to go on.*`;
        await this.#hooks.onText(note);
        return answer + note;
      }
      after.push({ role: 'assistant', content: text, toolCalls: calls });
      after.push(...(await this.#run(calls)));
      if (text !== '') {
        await this.#hooks.onText('\n\n');
        answer += '\n\n';
      }
    }
  }

  /** One request and its answer. */
  async #round(
    request: object,
    already: number,
  ): Promise<{ readonly text: string; readonly calls: readonly ChatToolCall[] }> {
    const over = new AbortController();
    const signal = AbortSignal.any([this.#signal, over.signal]);
    const calls: ChatToolCall[] = [];
    let text = '';
    try {
      for await (const part of await this.#ports.service.open(request, signal)) {
        this.#signal.throwIfAborted();
        if (part.type === 'text') {
          const room = Math.max(0, MAX_ANSWER - already - text.length);
          const piece = part.text.slice(0, room);
          text += piece;
          this.#hooks.onState('Answering…');
          if (piece !== '') await this.#hooks.onText(piece);
          if (part.text.length < room) continue;
          await this.#hooks.onText(CUT);
          return { text: text + CUT, calls: [] };
        }
        this.#other(part, calls);
      }
    } finally {
      // An answer that is left has its connection closed.
      over.abort();
    }
    return { text, calls };
  }

  #other(part: ChatPart, calls: ChatToolCall[]): void {
    if (part.type === 'reasoning') this.#hooks.onState('Thinking…');
    else if (part.type === 'tool-call' && calls.length < MAX_CALLS) {
      const { id, name, arguments: args } = part;
      calls.push({ id, name, arguments: args });
    } else if (part.type === 'finish' && part.usage !== undefined) this.#hooks.onUsage(part.usage);
  }

  /** What the model reads of its calls. */
  async #run(calls: readonly ChatToolCall[]): Promise<ChatMessage[]> {
    const results = new Map<ChatToolCall, string>();
    const proposals = new Map<ChatToolCall, Proposal>();
    for (const call of calls) {
      try {
        if (call.name === ACT) proposals.set(call, readProposal(call.arguments, this.#seen));
        else if (call.name !== READ) throw new ToolError('there is no such tool');
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        results.set(call, `error: ${error.message}`);
      }
    }
    if (proposals.size > 0) await this.#propose(proposals, results);
    this.#signal.throwIfAborted();
    this.#hooks.onState('Reading the screen…');
    this.#seen = await this.#ports.app.read();
    // Once, after all that was done.
    const reader = calls.findLast((call) => call.name === READ || proposals.has(call));
    return calls.map((call) => {
      const result = results.get(call) ?? (call === reader ? '' : 'see below');
      const screen = call === reader ? `What the app shows now:\n${screenText(this.#seen)}` : '';
      const content = [result, screen].filter((each) => each !== '').join('\n');
      return { role: 'tool', toolCallId: call.id, content };
    });
  }

  async #propose(
    proposals: ReadonlyMap<ChatToolCall, Proposal>,
    results: Map<ChatToolCall, string>,
  ): Promise<void> {
    this.#hooks.onState('Waiting for you');
    const isConfirmed = await this.#hooks.confirm([...proposals.values()]);
    this.#signal.throwIfAborted();
    for (const [call, proposal] of proposals) {
      results.set(call, isConfirmed ? await this.#act(proposal) : 'the user has declined it');
    }
  }

  async #act({ ref, action, subject, words }: Proposal): Promise<string> {
    const { app } = this.#ports;
    this.#signal.throwIfAborted();
    this.#hooks.onState('Acting…');
    // What the user has confirmed is what it was when they read it.
    if (subjectOf(ref, await app.read()) !== subject) {
      await this.#hooks.onDone(`Not done, since the screen has changed: ${words}`);
      return 'not done: the screen has changed since it was proposed';
    }
    this.#signal.throwIfAborted();
    const isDone = await app.act(ref, action);
    await this.#hooks.onDone(isDone ? `Done: ${words}` : `The app did not do it: ${words}`);
    return isDone
      ? 'done'
      : 'the app did not do it: the element is disabled or hidden, or has no such action';
  }
}
