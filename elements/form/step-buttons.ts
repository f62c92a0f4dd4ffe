/**
 * The row of buttons below the steps of a form: Back and Next. They are elements like those of a document, so that
 * styles, keys, screen readers and agents find them; a form that has a button `type="next"` of its own has no row.
 */
import {
  append,
  createElement,
  createText,
  dataOf,
  documentOf,
  firstChildOf,
  hasAttribute,
  isText,
  lastElementOf,
  parentElementOf,
  removeAttribute,
  removeNode,
  setAttribute,
  setData,
  type TuiElement,
} from '../support/author.js';

/** Classes of the row and of the message in it, for style rules. */
export const ROW_CLASS = 'step-buttons';
export const MESSAGE_CLASS = 'step-message';

interface ButtonTexts {
  readonly back: string;
  readonly next: string;
  readonly submit: string;
}

export interface RowState {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** At the last step another button submits the form. */
  readonly hasSubmit: boolean;
  readonly texts: ButtonTexts;
}

export class StepButtons {
  readonly #form: TuiElement;
  readonly #row: TuiElement;
  readonly #back: TuiElement;
  readonly #next: TuiElement;
  readonly #message: TuiElement;

  constructor(form: TuiElement) {
    const document = documentOf(form);
    this.#form = form;
    this.#row = createElement(document, 'container');
    setAttribute(this.#row, 'class', ROW_CLASS);
    this.#back = createElement(document, 'button');
    setAttribute(this.#back, 'type', 'back');
    this.#next = createElement(document, 'button');
    setAttribute(this.#next, 'type', 'next');
    setAttribute(this.#next, 'variant', 'primary');
    this.#message = createElement(document, 'text');
    setAttribute(this.#message, 'class', MESSAGE_CLASS);
    setAttribute(this.#message, 'role', 'alert');
    append(this.#row, this.#back, this.#next, this.#message);
  }

  get next(): TuiElement {
    return this.#next;
  }

  /** Says why the step is not left; empty: no reason. */
  say(message: string): void {
    setWords(this.#message, message);
  }

  has(button: TuiElement): boolean {
    return button === this.#next || button === this.#back;
  }

  /** Puts the row at the end of the form, and shows what can be done. */
  show({ isFirst, isLast, hasSubmit, texts }: RowState): void {
    setWords(this.#back, texts.back);
    setWords(this.#next, isLast ? texts.submit : texts.next);
    // Back keeps its place at the first step: the second of two clicks on Next must not press it.
    toggle(this.#back, 'disabled', isFirst);
    toggle(this.#next, 'hidden', isLast && hasSubmit);
    if (lastElementOf(this.#form) !== this.#row) append(this.#form, this.#row);
  }

  remove(): void {
    if (parentElementOf(this.#row) === this.#form) removeNode(this.#row);
  }
}

function setWords(element: TuiElement, words: string): void {
  const text = firstChildOf(element);
  if (text === null || !isText(text)) append(element, createText(documentOf(element), words));
  else if (dataOf(text) !== words) setData(text, words);
}

function toggle(button: TuiElement, attribute: string, isOn: boolean): void {
  if (hasAttribute(button, attribute) === isOn) return;
  if (isOn) setAttribute(button, attribute, '');
  else removeAttribute(button, attribute);
}
