/** Parts of the dialogs that ask: a frame with a text, and a row of buttons. */
import { hostOf } from '../../element/query.js';
import {
  append,
  createElement,
  documentElementOf,
  focusElement,
  listen,
  setAttribute,
  setText,
} from '../../element/tree.js';
import type { TuiDocument, TuiElement } from '../../element/tui-element.js';

/** Texts of tui itself in the dialogs; an app has others by messages with these keys, below `tui.`. */
export const WORDS = {
  ok: 'OK',
  cancel: 'Cancel',
  find: 'Type to find',
  'no-match': 'Nothing matches',
  more: '… {$count} more',
  checking: 'Checking …',
  invalid: 'This value is not accepted.',
} as const;

/** What a dialog is made with. */
export interface Asking {
  readonly document: TuiDocument;
  readonly text: string;
  /** A text of tui itself, in the app's language. */
  word(key: keyof typeof WORDS, values?: Readonly<Record<string, number>>): string;
  /** Ends the question. */
  finish(answer: unknown): void;
  fail(error: unknown): void;
}

/** A dialog that asks. */
export interface AskingDialog {
  readonly element: TuiElement;
  /** What ends the question if the user gives no answer. */
  readonly none: unknown;
  /** The app is checking a value: it may ask another question meanwhile. */
  readonly isBusy: boolean;
  /**
   * Answers as the user does.
   *
   * @returns why the value is not an answer
   */
  answer(value: unknown): string | undefined;
}

let count = 0;

/** The content of a dialog, without its buttons. What cannot show at once scrolls. */
export function createFrame({ document, text }: Asking, role: 'dialog' | 'alertdialog') {
  const id = `tui-question-${++count}`;
  const element = createElement(document, 'dialog');
  setAttribute(element, 'class', 'question');
  if (role === 'alertdialog') setAttribute(element, 'role', role);
  setAttribute(element, 'aria-labelledby', id);
  // Nothing in it is the app's: an answer is kept by nothing but the app itself.
  setAttribute(element, 'persist', 'false');
  setAttribute(element, 'style', 'overflow: hidden');
  const words = createElement(document, 'text');
  setAttribute(words, 'id', id);
  setAttribute(words, 'style', 'white-space: pre-wrap');
  setText(words, text);
  const port = box(document, 'max-width: 60; overflow: scroll; flex-shrink: 100; min-height: 1');
  append(port, words);
  append(element, port);
  return { element, id };
}

function box(document: TuiDocument, style: string): TuiElement {
  const element = createElement(document, 'container');
  setAttribute(element, 'style', style);
  return element;
}

/** A blank row, where there is room for one. */
export function gap(document: TuiDocument): TuiElement {
  return box(document, 'height: 1; min-height: 0; flex-shrink: 10000');
}

export interface ButtonParts {
  readonly label: string;
  readonly variant?: 'primary' | 'danger' | undefined;
  readonly isDefault?: boolean | undefined;
  press(): void;
}

/** A screen of this many columns or rows leaves out what is only for the looks. */
const NARROW = 30;
const LOW = 10;

export function roomIn(document: TuiDocument): {
  readonly isNarrow: boolean;
  readonly isLow: boolean;
} {
  const { width = NARROW, height = LOW } = hostOf(document).screen ?? {};
  return { isNarrow: width < NARROW, isLow: height < LOW };
}

/** Buttons side by side; arrow keys move between them. */
export function createButtons(
  document: TuiDocument,
  parts: readonly ButtonParts[],
  style = '',
): { readonly row: TuiElement; readonly buttons: readonly TuiElement[] } {
  const row = box(
    document,
    `flex-direction: row; flex-wrap: wrap; column-gap: ${roomIn(document).isNarrow ? 0 : 1}; justify-content: center; flex-shrink: 0; ${style}`,
  );
  const buttons = parts.map(({ label, variant, isDefault, press }) => {
    const button = createElement(document, 'button');
    setText(button, label);
    if (variant !== undefined) setAttribute(button, 'variant', variant);
    if (isDefault === true) setAttribute(button, 'autofocus', 'true');
    listen(button, 'click', press);
    append(row, button);
    return button;
  });
  listen(row, 'keydown', (event) => {
    const step = STEPS.get(keyOf(event));
    if (step === undefined) return;
    const at = buttons.indexOf((event as unknown as { readonly target: TuiElement }).target);
    focusElement(buttons[(at + step + buttons.length) % buttons.length]!);
    prevent(event);
  });
  return { row, buttons };
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowUp', -1],
  ['ArrowRight', 1],
  ['ArrowDown', 1],
]);

/** Of a `keydown` without modifiers, and empty for others. */
export function keyOf(event: object): string {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event as unknown as KeyboardEvent;
  return ctrlKey || altKey || metaKey || shiftKey ? '' : key;
}

export function prevent(event: object): void {
  (event as unknown as Event).preventDefault();
}

export function open(element: TuiElement, document: TuiDocument): void {
  setAttribute(element, 'modal', 'true');
  setAttribute(element, 'open', 'true');
  append(documentElementOf(document), element);
}
