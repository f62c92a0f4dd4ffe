/**
 * Questions of scripts to the user: one dialog after the other, in the order of the calls. While the app checks an answer
 * it may ask another question, which shows at once.
 */
import type { Ask, Question } from '../../element/calls/questions.js';
import { beforeFrame } from '../../element/services.js';
import {
  documentElementOf,
  isConnected,
  isInside,
  listen,
  removeAttribute,
  removeNode,
} from '../../element/tree.js';
import { observe } from '../../element/tui-document.js';
import type { TuiDocument, TuiElement } from '../../element/tui-element.js';
import { Choose } from './choose.js';
import { createConfirm } from './confirm.js';
import { open, WORDS, type Asking, type AskingDialog } from './parts.js';
import { createPrompt } from './prompt.js';

export interface QuestionsPorts {
  readonly document: TuiDocument;
  /** The app's message with a key; undefined where it has none. */
  message(key: string, values: Values): string | undefined;
}

type Values = Readonly<Record<string, number>>;

interface Asked {
  readonly question: Question;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Shown {
  readonly text: string;
  readonly dialog: AskingDialog;
  readonly close: () => void;
}

const PARTS: Readonly<Record<Question['kind'], readonly string[]>> = {
  confirm: ['dialog', 'container', 'text', 'button'],
  prompt: ['dialog', 'container', 'text', 'button', 'input'],
  choose: ['dialog', 'container', 'text', 'button', 'input', 'list', 'li'],
};

export class Questions {
  /** The last one is in front. */
  readonly #shown: Shown[] = [];
  readonly #waiting: Asked[] = [];

  readonly #ports: QuestionsPorts;

  constructor(ports: QuestionsPorts) {
    this.#ports = ports;
  }

  readonly ask: Ask = (question) => {
    const { registry } = this.#ports.document;
    const missing = PARTS[question.kind].find((tag) => !registry.has(tag));
    if (missing !== undefined) {
      const message = `$tui.${question.kind}: the elements of this app have no <${missing}>, which it shows`;
      return Promise.reject(new Error(message));
    }
    return new Promise((resolve, reject) => {
      const asked = { question, resolve, reject };
      const top = this.#shown.at(-1);
      if (top === undefined || top.dialog.isBusy) this.#show(asked);
      else this.#waiting.push(asked);
    });
  };

  /** The text of the question that shows; undefined where none does. */
  get current(): string | undefined {
    return this.#shown.at(-1)?.text;
  }

  /** Whether an element is a part of a question. */
  has(element: TuiElement): boolean {
    return this.#shown.some(({ dialog }) => isInside(element, dialog.element));
  }

  /** Answers the question that shows, as the user does. @throws Error where none shows; RangeError for what is not an answer */
  answer(value: unknown): void {
    const top = this.#shown.at(-1);
    if (top === undefined) throw new Error('no question of $tui.confirm, prompt or choose shows');
    const refusal = top.dialog.answer(value);
    if (refusal !== undefined) {
      throw new RangeError(`the question ${JSON.stringify(top.text)}: ${refusal}`);
    }
  }

  #show({ question, resolve, reject }: Asked): void {
    const { document, message } = this.#ports;
    const { text } = question;
    const root = documentElementOf(document);
    const asking: Asking = {
      document,
      text,
      word: (key, values = {}) => message(`tui.${key}`, values) ?? insert(WORDS[key], values),
      finish: (answer) => end(() => resolve(answer)),
      fail: (error) => end(() => reject(error)),
    };
    const dialog = dialogOf(question, asking);
    let isOver = false;
    const end = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      shown.close();
      settle();
      this.#next();
    };
    const cancel = (): void => asking.finish(dialog.none);
    // Whatever takes it away, the script goes on.
    const unobserve = observe(document, ['childList'], () => {
      if (!isConnected(dialog.element)) cancel();
    });
    const shown: Shown = {
      text,
      dialog,
      close: () => {
        unobserve();
        this.#shown.splice(this.#shown.indexOf(shown), 1);
        // First the focus goes back to where it was: closed, then removed.
        removeAttribute(dialog.element, 'open');
        removeNode(dialog.element);
        beforeFrame(root, () => undefined);
      },
    };
    listen(dialog.element, 'close', cancel);
    this.#shown.push(shown);
    open(dialog.element, document);
    beforeFrame(root, () => undefined);
  }

  #next(): void {
    const top = this.#shown.at(-1);
    if (top !== undefined && !top.dialog.isBusy) return;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#show(next);
  }
}

function insert(text: string, values: Values): string {
  return text.replace(/\{\$(\w+)\}/g, (_, name: string) => String(values[name]));
}

function dialogOf(question: Question, asking: Asking): AskingDialog {
  switch (question.kind) {
    case 'confirm':
      return createConfirm(asking, question.options);
    case 'prompt':
      return createPrompt(asking, question.options);
    case 'choose':
      return new Choose(asking, question.choices, question.options);
  }
}
