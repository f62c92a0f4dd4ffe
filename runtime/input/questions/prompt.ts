/** The dialog of `$tui.prompt`: a text, a field, why its value is not accepted, and two buttons. */
import {
  append,
  createElement,
  listen,
  removeAttribute,
  setAttribute,
  setText,
} from '../../element/tree.js';
import type { TuiElement } from '../../element/tui-element.js';
import type { PromptOptions } from '../../element/calls/questions.js';
import { createButtons, createFrame, gap, type Asking, type AskingDialog } from './parts.js';

/** The members of the field that are used. */
interface Field extends TuiElement {
  value: string;
  readonly validationMessage: string;
  setCustomValidity(message: string): void;
  reportValidity(): boolean;
  select(): void;
}

export function createPrompt(asking: Asking, options: PromptOptions): AskingDialog {
  return new Prompt(asking, options);
}

class Prompt implements AskingDialog {
  readonly element: TuiElement;
  readonly none = null;
  isBusy = false;
  #isOver = false;
  readonly #field: Field;
  readonly #message: TuiElement;
  readonly #ok: TuiElement;

  readonly #asking: Asking;
  readonly #options: PromptOptions;

  constructor(asking: Asking, options: PromptOptions) {
    this.#asking = asking;
    this.#options = options;

    const { document, word } = asking;
    const { element, id } = createFrame(asking, 'dialog');
    this.element = element;
    const field = createElement(document, 'input') as Field;
    this.#field = field;
    setAttribute(field, 'type', options.type ?? 'text');
    setAttribute(field, 'aria-labelledby', id);
    setAttribute(field, 'style', 'width: 100%; flex-shrink: 0');
    setAttribute(field, 'autofocus', 'true');
    if (options.value !== undefined) setAttribute(field, 'value', options.value);
    listen(field, 'input', () => this.#say(''));
    listen(field, 'submit', () => this.#submit());
    listen(field, 'invalid', () => this.#say(field.validationMessage));
    this.#message = createElement(document, 'text');
    setAttribute(this.#message, 'role', 'alert');
    setAttribute(this.#message, 'style', 'color: var(--error); flex-shrink: 0');
    const { row, buttons } = createButtons(document, [
      { label: word('ok'), variant: 'primary', press: () => this.#submit() },
      { label: word('cancel'), press: () => this.#finish(null) },
    ]);
    this.#ok = buttons[0]!;
    setAttribute(element, 'style', 'overflow: hidden; width: 50; max-width: 100%');
    append(element, field, this.#message, gap(document), row);
    this.#say('');
    if (options.value !== undefined) listen(field, 'focus', selectOnce(field));
  }

  answer(value: unknown): string | undefined {
    if (value === null) this.#finish(null);
    else if (typeof value !== 'string') return 'expected a string, or null to cancel';
    else {
      this.#field.value = value;
      // The field discards what is not a value of its type.
      if (this.#field.value !== value) return `expected a value of the type "${this.#type}"`;
      this.#say('');
      this.#submit();
    }
    return undefined;
  }

  get #type(): string {
    return this.#options.type ?? 'text';
  }

  #submit(): void {
    const field = this.#field;
    if (this.isBusy || this.#isOver) return;
    // What the app has said of this value holds until it is another one.
    if (!field.reportValidity()) return;
    const { value } = field;
    let result: unknown;
    try {
      this.isBusy = true;
      result = this.#options.validate?.(value);
    } catch (error) {
      this.#fail(error);
      return;
    } finally {
      this.isBusy = false;
    }
    if (!isThenable(result)) {
      this.#take(value, result);
      return;
    }
    this.#setBusy(true);
    result.then(
      (settled) => {
        if (this.#isOver) return;
        this.#setBusy(false);
        this.#take(value, settled);
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #take(value: string, result: unknown): void {
    const message = messageOf(result, this.#asking.word('invalid'));
    if (message === '') {
      this.#finish(value);
      return;
    }
    this.#field.setCustomValidity(message);
    this.#field.reportValidity();
  }

  #setBusy(isBusy: boolean): void {
    this.isBusy = isBusy;
    for (const [element, name] of [
      [this.#ok, 'disabled'],
      [this.#field, 'readonly'],
    ] as const) {
      if (isBusy) setAttribute(element, name, 'true');
      else removeAttribute(element, name);
    }
    this.#show(isBusy ? this.#asking.word('checking') : '', 'var(--muted)');
  }

  /** Empty: nothing is wrong with the value. */
  #say(message: string): void {
    if (message === '') this.#field.setCustomValidity('');
    this.#show(message, 'var(--error)');
  }

  #show(message: string, color: string): void {
    setText(this.#message, message);
    const display = message === '' ? '; display: none' : '';
    setAttribute(this.#message, 'style', `color: ${color}; flex-shrink: 0${display}`);
  }

  #finish(answer: string | null): void {
    this.#isOver = true;
    this.#asking.finish(answer);
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#asking.fail(error);
  }
}

function messageOf(result: unknown, invalid: string): string {
  if (result === false) return invalid;
  return typeof result === 'string' ? result : '';
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** When the field has the focus for the first time, its value is selected: what is typed replaces it. */
function selectOnce(field: Field): () => void {
  let isDone = false;
  return () => {
    if (!isDone) field.select();
    isDone = true;
  };
}
