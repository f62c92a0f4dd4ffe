/** The dialog of `$tui.choose`: a text and a list, with a field that filters a long one. */
import { fuzzyName, fuzzyScore, type FuzzyName } from '../../base/text/fuzzy.js';
import type { ChooseOption, ChooseOptions } from '../../element/calls/questions.js';
import {
  append,
  childNodesOf,
  createElement,
  isInside,
  listen,
  removeNode,
  setAttribute,
  setText,
} from '../../element/tree.js';
import type { TuiElement } from '../../element/tui-element.js';
import {
  createButtons,
  createFrame,
  gap,
  keyOf,
  prevent,
  roomIn,
  type Asking,
  type AskingDialog,
} from './parts.js';

/** Options that are found by looking at them. */
const MAX_PLAIN = 10;
const MAX_ROWS = 10;
/** On a screen that is high enough for it. */
const MIN_ROWS = 3;
/** More of them are not listed at once; letters find the others. */
const MAX_LISTED = 500;

/** The members of the list that are used. */
interface List extends TuiElement {
  cursorIndex: number;
  selectedIndex: number;
}

interface Entry {
  readonly choice: Required<ChooseOption<unknown>>;
  readonly name: FuzzyName;
}

/** Steps of the keys that move in the list while the field has the focus. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
  ['PageUp', -MAX_ROWS],
  ['PageDown', MAX_ROWS],
]);

export class Choose implements AskingDialog {
  readonly element: TuiElement;
  readonly none = null;
  readonly isBusy = false;
  readonly #list: List;
  /** In a short list none is needed. */
  readonly #field: TuiElement | undefined;
  readonly #rest: TuiElement;
  readonly #entries: readonly Entry[];
  #listed: readonly Entry[] = [];
  #row = -1;

  readonly #asking: Asking;

  constructor(
    asking: Asking,
    choices: readonly Required<ChooseOption<unknown>>[],
    { value }: ChooseOptions<unknown>,
  ) {
    this.#asking = asking;

    const { document, word } = asking;
    this.#entries = choices.map((choice) => ({ choice, name: fuzzyName(choice.label) }));
    const { element, id } = createFrame(asking, 'dialog');
    this.element = element;
    const isLong = choices.length > MAX_PLAIN;
    if (isLong) {
      this.#field = this.#createField(id);
      append(element, this.#field);
      setAttribute(element, 'style', 'overflow: hidden; width: 50; max-width: 100%');
    }
    const list = createElement(document, 'list') as List;
    this.#list = list;
    setAttribute(list, 'selectable', 'single');
    setAttribute(list, 'aria-labelledby', id);
    if (isLong) setAttribute(list, 'tabindex', '-1');
    else setAttribute(list, 'autofocus', 'true');
    listen(list, 'activate', () => this.#accept(list.cursorIndex));
    // In a list they select, and Escape takes that back first.
    listen(list, 'keydown', (event) => {
      const key = keyOf(event);
      if (key === ' ') this.#accept(list.cursorIndex);
      if (key === 'Escape') asking.finish(null);
      if (key === ' ' || key === 'Escape') prevent(event);
    });
    listen(list, 'click', (event) => {
      const { target } = event as unknown as { readonly target: TuiElement };
      this.#accept(childNodesOf(list).findIndex((item) => isInside(target, item)));
    });
    this.#rest = createElement(document, 'text');
    const { row } = createButtons(
      document,
      [{ label: word('cancel'), press: () => asking.finish(null) }],
      `flex-shrink: ${roomIn(document).isLow ? 1000 : 1}; min-height: 0; overflow: hidden`,
    );
    append(element, list, this.#rest, gap(document), row);
    this.#show(this.#entries);
    const first = this.#entries.findIndex(({ choice }) => choice.value === value);
    this.#moveTo(value === undefined || first < 0 ? 0 : first, 1);
  }

  answer(value: unknown): string | undefined {
    if (value === null) {
      this.#asking.finish(null);
      return undefined;
    }
    const values = this.#entries.filter(({ choice }) => !choice.disabled);
    if (!values.some(({ choice }) => choice.value === value)) {
      const labels = values.slice(0, 10).map(({ choice }) => JSON.stringify(choice.value));
      return `expected one of ${labels.join(', ')}${values.length > 10 ? ', …' : ''}, or null to cancel`;
    }
    this.#asking.finish(value);
    return undefined;
  }

  #createField(id: string): TuiElement {
    const { document, word } = this.#asking;
    const field = createElement(document, 'input');
    setAttribute(field, 'placeholder', word('find'));
    setAttribute(field, 'aria-labelledby', id);
    setAttribute(field, 'autofocus', 'true');
    setAttribute(field, 'style', 'width: 100%; flex-shrink: 0');
    const text = (): string => String((field as unknown as { value: unknown }).value);
    listen(field, 'input', () => this.#find(text()));
    listen(field, 'submit', () => this.#accept(this.#row));
    listen(field, 'keydown', (event) => {
      const step = STEPS.get(keyOf(event));
      if (step === undefined) return;
      prevent(event);
      this.#moveTo(this.#row + step, Math.sign(step));
    });
    return field;
  }

  #find(query: string): void {
    if (query.trim() === '') this.#show(this.#entries);
    else {
      const scored = this.#entries.flatMap((entry) => {
        const score = fuzzyScore(entry.name, query);
        return score === undefined ? [] : [{ entry, score }];
      });
      scored.sort((a, b) => b.score - a.score);
      this.#show(scored.map(({ entry }) => entry));
    }
    this.#moveTo(0, 1);
  }

  #show(found: readonly Entry[]): void {
    const { document, word } = this.#asking;
    const list = this.#list;
    for (const node of [...childNodesOf(list)]) removeNode(node);
    this.#listed = found.slice(0, MAX_LISTED);
    for (const { choice } of this.#listed) {
      const item = createElement(document, 'li');
      setText(item, choice.label);
      if (choice.disabled) setAttribute(item, 'disabled', 'true');
      append(list, item);
    }
    const rows = Math.max(1, Math.min(MAX_ROWS, this.#listed.length));
    const isEmpty = found.length === 0;
    // A long list keeps its height while it is filtered.
    const height = this.#field === undefined ? rows : Math.min(MAX_ROWS, this.#entries.length);
    const { isLow } = roomIn(document);
    const least = isLow ? 1 : Math.min(MIN_ROWS, rows);
    setAttribute(
      list,
      'style',
      isEmpty
        ? 'height: 0; min-height: 0'
        : `height: ${height}; min-height: ${least}; flex-shrink: ${isLow ? 1 : 1000}`,
    );
    const left = found.length - this.#listed.length;
    setText(this.#rest, isEmpty ? word('no-match') : word('more', { count: left }));
    const display = isEmpty || left > 0 ? '' : '; display: none';
    const space = isEmpty ? `height: ${height}; flex-shrink: 1; ` : 'flex-shrink: 0; ';
    setAttribute(this.#rest, 'style', `${space}color: var(--muted)${display}`);
  }

  /** @param by where to go on from an option that cannot be chosen */
  #moveTo(row: number, by: number): void {
    const last = this.#listed.length - 1;
    let to = Math.max(0, Math.min(last, row));
    while (this.#listed[to]?.choice.disabled === true) to += by;
    // Nothing further on: it stays, or begins at whatever can be chosen.
    if (this.#listed[to] === undefined) {
      if (this.#row >= 0 && this.#row <= last) return;
      to = this.#listed.findIndex(({ choice }) => !choice.disabled);
    }
    this.#row = to;
    if (to < 0) return;
    this.#list.selectedIndex = to;
    this.#list.cursorIndex = to;
  }

  #accept(row: number): void {
    const found = this.#listed[row];
    if (found !== undefined && !found.choice.disabled) this.#asking.finish(found.choice.value);
  }
}
