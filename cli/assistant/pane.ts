/**
 * The assistant beside a running app: a document of its own in a part of the terminal. It runs where the user's rights are.
 * The app neither sees it nor sends it anything but what it shows, and has no way to its keys.
 */
import type { ChatMessage } from '../../runtime/script/globals/ai-types.js';
import type { Division } from '../../runtime/terminal/divided/divided-screen.js';
import type { Markdown } from '../../elements/markdown/markdown.js';
import { DockDocument } from '../devtools/dock-document.js';
import { createApp } from '../create-app.js';
import type { App } from '../library.js';
import { Exchange, type ExchangeHooks } from './exchange.js';
import { MARKUP } from './markup.js';
import type { PanePorts, ConversationEntry } from './ports.js';
import type { Proposal } from './proposal.js';

/** Cells of the buttons in the first row. */
const BUTTONS = 20;
const OTHER = { right: 'bottom', bottom: 'right' } as const;
/**
 * Milliseconds after proposals are shown before a key counts as an answer, and without another key: what was typed ahead is
 * none, nor is a letter of a text that is being typed.
 */
const GUARD = 600;
/** Maximum messages of the conversation that are sent again, and UTF-16 units of all of them. */
const MAX_BEFORE = 20;
const MAX_BEFORE_TEXT = 60_000;
/** UTF-16 units of a question. */
const MAX_QUESTION = 20_000;

/** The suggestion for an error, unless its message contains one. */
const ADVICE: Readonly<Record<string, string>> = {
  'ai-unreachable': 'Check the network and ai.endpoint, then press Enter to ask again.',
  'ai-rate-limited': 'Wait, then press Enter to ask again.',
  'ai-overloaded': 'Wait, then press Enter to ask again.',
  'ai-timeout': 'Press Enter to ask again.',
  'ai-cut': 'Press Enter to ask again.',
  'ai-unauthorized': 'Then start the app again.',
};

interface Pending {
  /** When it was shown; undefined before that. */
  readonly since: number | undefined;
  settle(isConfirmed: boolean): void;
}

export class Pane {
  readonly #app: App;
  readonly #page: DockDocument;
  readonly #now: () => number;
  /** The answer that is coming. */
  #answering: AbortController | undefined;
  #pending: Pending | undefined;
  /** The user's speech is being recorded or transcribed. */
  #speaking: AbortController | undefined;
  #tokens = { inputTokens: 0, outputTokens: 0 };
  #isClosed = false;

  readonly #ports: PanePorts;

  constructor(ports: PanePorts) {
    this.#ports = ports;

    const { side, service } = ports;
    this.#now = ports.now ?? (() => performance.now());
    const size = side.display.open() ?? { width: 0, height: 0 };
    this.#app = createApp(MARKUP, {
      file: '<assistant>',
      display: side.display,
      ...size,
      theme: ports.theme,
      env: ports.env,
      clipboard: {
        copy: async (text) => {
          await ports.copy(text);
          return { how: 'sent' };
        },
      },
      onExit: () => this.close(),
      onFrame: () => this.#painted(),
    });
    const page = (this.#page = new DockDocument(this.#app));
    page.on('close', 'click', () => this.close());
    page.on('move', 'click', () => this.#move());
    page.on('new', 'click', () => this.#restart());
    page.on('yes', 'click', () => this.#answer(true));
    page.on('no', 'click', () => this.#answer(false));
    page.on(this.#app.document.documentElement, 'keydown', (event) => {
      const { key = '', ctrlKey } = event;
      const isGuarded = this.#isGuarded;
      if (isGuarded) this.#guardAgain();
      // Ctrl+C is the app's, and ends it: it does not end the assistant.
      if (key === 'c' && ctrlKey === true) event.preventDefault();
      else if (key === 'Escape') this.#leave();
      else if (key === 'F7') void this.#speak();
      else if (this.#pending !== undefined && ctrlKey !== true && /^[yn]$/i.test(key)) {
        event.preventDefault();
        if (!isGuarded) this.#answer(key.toLowerCase() === 'y');
      }
    });
    page.on('question', 'keydown', (event) => {
      if (event.key === 'Enter') void this.#send();
    });
    side.buttons = BUTTONS;
    side.onDivision = (division) => ports.remember(division);
    side.onKeyboard = () => this.#focused();
    page.setText('where', whereOf(service));
    if (service.problem !== undefined) {
      page.element('question').setAttribute('disabled', 'true');
      this.#add({ by: 'error', text: service.problem });
    }
    for (const each of ports.conversation) this.#add(each);
    this.#divided(side.division);
    this.#focused();
  }

  /** Shows the assistant until it is closed. */
  async run(): Promise<void> {
    this.#page.element('question').focus();
    await this.#app.start();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stop();
    this.#app.stop();
    this.#ports.side.close();
    this.#ports.voice.close();
    this.#ports.service.close();
    this.#ports.onClose();
  }

  /** Gives the app the keyboard focus, or takes it back. */
  switchKeyboard(): void {
    const { side } = this.#ports;
    side.hasKeyboard = !side.hasKeyboard;
  }

  /** Escape: leaves what goes on, and after that the assistant. */
  #leave(): void {
    if (this.#pending !== undefined) this.#answer(false);
    else if (this.#answering !== undefined || this.#speaking !== undefined) this.#stop();
    else this.#ports.side.hasKeyboard = false;
  }

  #stop(): void {
    const reason = new DOMException('stopped', 'AbortError');
    this.#answering?.abort(reason);
    this.#speaking?.abort(reason);
    this.#settle(false);
  }

  /** Records the user's speech and transcribes it to the question, which Enter sends. A second call ends the recording. */
  async #speak(): Promise<void> {
    const { voice, service } = this.#ports;
    if (this.#speaking !== undefined) return voice.stop();
    const isBusy = this.#answering !== undefined || this.#pending !== undefined;
    if (isBusy || service.problem !== undefined) return;
    const speaking = (this.#speaking = new AbortController());
    const { signal } = speaking;
    this.#state('Listening (F7: done, Esc: stop)');
    try {
      const words = await voice.listen({
        signal,
        onLevel: ({ level, clipped }) => {
          const bar = '▮'.repeat(Math.min(10, Math.ceil(level * 30)));
          this.#state(`Listening ${bar}${clipped ? ' too loud' : ''} (F7: done, Esc: stop)`);
        },
        onRecorded: () => this.#state('Writing down (Esc: stop)'),
      });
      this.#state('');
      const field = this.#page.input('question');
      field.value = [field.value, words.replace(/\s+/g, ' ').trim()].filter(Boolean).join(' ');
    } catch (error) {
      this.#state('');
      if (!signal.aborted && !this.#isClosed) this.#failed(error);
    } finally {
      this.#speaking = undefined;
      this.#page.requestFrame();
    }
  }

  async #send(): Promise<void> {
    const { service } = this.#ports;
    const field = this.#page.input('question');
    const question = field.value.trim().slice(0, MAX_QUESTION);
    const isBusy = this.#answering !== undefined || this.#speaking !== undefined;
    if (question === '' || isBusy || service.problem !== undefined) return;
    field.value = '';
    const before = this.#before();
    this.#record({ by: 'user', text: question });
    const answering = (this.#answering = new AbortController());
    let state = '';
    const answer = new Answer(
      () => this.#addMarkdown(),
      (text) => this.#ports.conversation.push({ by: 'assistant', text }),
    );
    const hooks: ExchangeHooks = {
      onText: async (piece) => {
        await answer.add(piece);
        this.#scroll();
      },
      onState: (state) => this.#state(`${state} (Esc: stop)`),
      onUsage: (usage) => {
        this.#tokens.inputTokens += usage.inputTokens;
        this.#tokens.outputTokens += usage.outputTokens;
        const { inputTokens, outputTokens } = this.#tokens;
        this.#page.setText('usage', `${inputTokens} tokens in, ${outputTokens} out`);
      },
      confirm: (proposals) => this.#confirm(proposals),
      onDone: async (words) => {
        await answer.end();
        this.#record({ by: 'note', text: words });
      },
    };
    try {
      await new Exchange(this.#ports, hooks, answering.signal).ask(question, before);
    } catch (error) {
      const wasStopped = answering.signal.aborted;
      await answer.end();
      if (wasStopped) state = 'Stopped.';
      if (!wasStopped && !this.#isClosed) {
        this.#failed(error);
        if (field.value === '') field.value = question;
      }
    } finally {
      await answer.end();
      this.#answering = undefined;
      this.#settle(false);
      // Not before: the next question is sent from now on.
      this.#state(state);
      this.#page.requestFrame();
    }
  }

  #failed(error: unknown): void {
    const { message, code = '' } = error as Error & { readonly code?: string };
    const advice = ADVICE[code];
    this.#add({ by: 'error', text: advice === undefined ? message : `${message}. ${advice}` });
  }

  /** Earlier questions and answers, as the model reads them again: without screens and actions. */
  #before(): ChatMessage[] {
    let size = 0;
    const { conversation: entry } = this.#ports;
    const kept: ChatMessage[] = [];
    for (const { by, text } of entry.slice(-MAX_BEFORE).reverse()) {
      size += text.length;
      if (size > MAX_BEFORE_TEXT) break;
      if (by === 'user' || by === 'assistant') kept.unshift({ role: by, content: text });
    }
    return kept;
  }

  #restart(): void {
    this.#stop();
    this.#ports.conversation.length = 0;
    this.#page.element('log').replaceChildren();
    this.#state('');
    this.#page.element('question').focus();
  }

  /** Lists what is proposed, and waits for the user's own key or click. */
  async #confirm(proposals: readonly Proposal[]): Promise<boolean> {
    this.#settle(false);
    const list = this.#page.element('actions');
    list.replaceChildren(
      ...proposals.map(({ words }, at) =>
        this.#page.create('text', {}, proposals.length > 1 ? `${at + 1}. ${words}` : words),
      ),
    );
    const all = proposals.length > 1 ? `do all ${proposals.length}` : 'do it';
    this.#page.setText('yes', `y: ${all}`);
    return await new Promise<boolean>((resolve) => {
      this.#pending = { since: undefined, settle: resolve };
      this.#page.toggle('proposals', true);
      this.#page.element('question').setAttribute('disabled', 'true');
      // Arrows scroll a list that is longer than its place.
      list.focus();
      this.#page.requestFrame();
    });
  }

  #painted(): void {
    const pending = this.#pending;
    if (pending !== undefined) this.#pending = { ...pending, since: pending.since ?? this.#now() };
  }

  /** Proposals have just come, or keys are meant for what was there before. */
  get #isGuarded(): boolean {
    const pending = this.#pending;
    if (pending === undefined) return false;
    return pending.since === undefined || this.#now() - pending.since < GUARD;
  }

  #guardAgain(): void {
    const pending = this.#pending;
    if (pending?.since !== undefined) this.#pending = { ...pending, since: this.#now() };
  }

  /** The user's answer. */
  #answer(isConfirmed: boolean): void {
    if (this.#pending === undefined || this.#isGuarded) return;
    if (!isConfirmed) this.#record({ by: 'note', text: 'Not done, as you chose.' });
    this.#settle(isConfirmed);
  }

  #settle(isConfirmed: boolean): void {
    const pending = this.#pending;
    if (pending === undefined) return;
    this.#pending = undefined;
    if (!this.#isClosed) {
      this.#page.toggle('proposals', false);
      this.#page.element('actions').replaceChildren();
      this.#page.element('question').removeAttribute('disabled');
      this.#page.element('question').focus();
      this.#page.requestFrame();
    }
    pending.settle(isConfirmed);
  }

  /** Adds to the conversation what is kept of it. */
  #record(entry: ConversationEntry): void {
    this.#ports.conversation.push(entry);
    this.#add(entry);
  }

  #add({ by, text }: ConversationEntry): void {
    if (by !== 'assistant') this.#put(this.#page.create('text', { class: by }, text));
    else this.#addMarkdown().value = text;
  }

  /** Nothing is loaded for what a model has written. */
  #addMarkdown(): Markdown {
    const markdown = this.#page.create('markdown', { images: 'none' }) as Markdown;
    this.#put(markdown);
    return markdown;
  }

  #put(element: ReturnType<DockDocument['create']>): void {
    this.#page.element('log').append(element);
    this.#scroll();
  }

  #scroll(): void {
    const log = this.#page.element('log');
    log.scrollTop = log.scrollHeight;
    this.#page.requestFrame();
  }

  #state(text: string): void {
    if (this.#isClosed) return;
    this.#page.setText('doing', text);
    this.#page.requestFrame();
  }

  #move(): void {
    const { side, usual, remember } = this.#ports;
    const division = usual(OTHER[side.division.side]);
    this.#divided(division);
    side.division = division;
    remember(division);
  }

  #divided(division: Division): void {
    const root = this.#app.document.documentElement;
    root.classList.toggle('right', division.side === 'right');
    root.classList.toggle('bottom', division.side === 'bottom');
    this.#page.setText('move', OTHER[division.side]);
    this.#page.requestFrame();
  }

  #focused(): void {
    const { hasKeyboard } = this.#ports.side;
    this.#app.document.documentElement.classList.toggle('keys', hasKeyboard);
    const keys = hasKeyboard ? 'Esc: to the app' : 'Shift+F8: keys here';
    this.#page.setText('title', `Assistant  ${keys}`);
    // A key that was meant for the app must not answer the question.
    if (this.#pending !== undefined) this.#pending = { ...this.#pending, since: undefined };
    this.#page.requestFrame();
  }
}

/** The model's text between two actions, shown while it streams. */
class Answer {
  #writer: WritableStreamDefaultWriter<string | Uint8Array> | undefined;
  #text = '';

  readonly #create: () => Markdown;
  readonly #onEnd: (text: string) => void;

  constructor(create: () => Markdown, onEnd: (text: string) => void) {
    this.#create = create;
    this.#onEnd = onEnd;
  }

  async add(piece: string): Promise<void> {
    if (this.#text === '' && piece.trim() === '') return;
    this.#text += piece;
    this.#writer ??= this.#create().stream().getWriter();
    await this.#writer.write(piece);
  }

  async end(): Promise<void> {
    const writer = this.#writer;
    const text = this.#text;
    this.#writer = undefined;
    this.#text = '';
    if (writer === undefined) return;
    this.#onEnd(text);
    await writer.close();
  }
}

/** Who reads what is asked: shown before anything is sent. */
function whereOf({ host, model }: PanePorts['service']): string {
  if (host === undefined) return 'No AI service is set up.';
  const named = model === undefined ? '' : ` (${model})`;
  return `Sent to ${host}${named}: your questions, and what the app shows.`;
}
