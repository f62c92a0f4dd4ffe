/** The selection of a listbox, and its response to keys and the pointer. */
import type { AccessibleAction } from '../../runtime/base/accessible-node.js';
import type { InputAction, Operation } from '../../runtime/element/tui-element.js';
import { plainKey } from '../support/control.js';
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import { ROW_KEYS, type RowAction } from '../support/keys/key-tables.js';
import { goesUp, rowByKey, type InputLike } from '../support/keys/row-keys.js';
import type { ListItem } from './item.js';
import type { KeyTable } from '../../runtime/element/contract.js';
import { PROPS } from '../../runtime/element/internals.js';
import { addState, removeState } from '../../runtime/element/tui-element.js';
import { invalidate } from '../../runtime/element/services.js';
import { ITEM_TEXT } from './internals.js';
import { removeAttribute, scrollIntoView } from '../../runtime/element/tree.js';

/** Milliseconds after which letters typed are the start of another word. */
const TYPE_AHEAD = 800;

export interface ListHost {
  contains(item: ListItem): boolean;
  items(): readonly ListItem[];
  mode(): 'none' | 'single' | 'multiple';
  /** Items that show at once. */
  page(): number;
  /** A person has changed the selection. */
  onChange(): void;
  activate(item: ListItem): void;
  setTimer(callback: () => void, ms: number): () => void;
}

export const LIST_KEYS = {
  ...ROW_KEYS,
  select: {
    keys: 'space',
    description: 'Selects the item, or deselects it if several can be selected.',
  },
  activate: { keys: 'enter', description: 'Fires `activate`.' },
  clear: { keys: 'escape', description: 'Clears the selection.' },
  all: { keys: 'ctrl+a', description: 'Selects all, if several can be selected.' },
} as const satisfies KeyTable;

export class ListSelection {
  /** The item that keys are at. */
  current: ListItem | undefined;
  /** Where `current` was, for when it is gone. */
  #place = 0;
  #isSettling = false;
  readonly #chosen = new Set<ListItem>();
  #anchor: ListItem | undefined;
  #typed = '';
  #forget: (() => void) | undefined;

  readonly #host: ListHost;

  constructor(host: ListHost) {
    this.#host = host;
  }

  has(item: ListItem): boolean {
    return this.#chosen.has(item);
  }

  /** In the order of the list. Items that have left it are selected no more. */
  selected(): ListItem[] {
    const chosen = this.#chosen;
    if (chosen.size === 0) return [];
    return this.#host.items().filter((item) => chosen.has(item));
  }

  /** Selects exactly these. */
  set(items: Iterable<ListItem>): void {
    const selected = new Set(items);
    for (const item of [...this.#chosen]) if (!selected.has(item)) this.drop(item);
    for (const item of selected) this.add(item);
  }

  /** Of several that were selected one stays, where there may be one: the last, as where markup selects several. */
  onModeChange(): void {
    if (this.#host.mode() === 'single') this.set(this.selected().slice(-1));
  }

  add(item: ListItem): void {
    if (this.#chosen.has(item)) return;
    if (this.#host.mode() === 'single') for (const other of [...this.#chosen]) this.drop(other);
    this.#chosen.add(item);
    addState(item, 'selected');
    invalidate(item, 'paint');
  }

  drop(item: ListItem): void {
    if (!this.#chosen.delete(item)) return;
    removeState(item, 'selected');
    // The attribute would keep it selected in the eyes of style sheets.
    if (item[PROPS].selected) removeAttribute(item, 'selected');
    invalidate(item, 'paint');
  }

  /** The list has the focus: keys start at what is selected, else at the first item. */
  focused(): void {
    const start = this.cursor();
    if (start !== undefined) this.moveTo(start, false);
  }

  /** The item that keys are at, or would start from. */
  cursor(): ListItem | undefined {
    const { current } = this;
    if (current !== undefined && this.#host.contains(current)) return current;
    if (current !== undefined) return this.#nextTo(this.#place);
    return this.selected()[0] ?? this.#enabledFrom(0, 1);
  }

  /** An item is gone. Where it had the cursor, the one in its place has it next, as in tables. */
  removed(): void {
    const { current } = this;
    if (current === undefined || this.#isSettling || this.#host.contains(current)) return;
    this.#isSettling = true;
    queueMicrotask(() => {
      this.#isSettling = false;
      const next = this.cursor();
      if (this.current !== current || next === current) return;
      if (next !== undefined) this.moveTo(next, false);
      else this.#forgetCurrent();
    });
  }

  #forgetCurrent(): void {
    if (this.current !== undefined) removeState(this.current, 'current');
    this.current = undefined;
  }

  #nextTo(place: number): ListItem | undefined {
    const last = this.#host.items().length - 1;
    return (
      this.#enabledFrom(Math.min(place, last), 1) ?? this.#enabledFrom(Math.min(place, last), -1)
    );
  }

  /** What an action comes to at an item. */
  operation(item: ListItem, action: AccessibleAction): Operation | undefined {
    switch (action.type) {
      case 'focus':
      case 'key':
        return () => this.moveTo(item);
      case 'press':
        return () => {
          this.moveTo(item);
          this.#host.activate(item);
        };
      case 'select':
        return () => this.#select(item, action.value);
      default:
        return undefined;
    }
  }

  #select(item: ListItem, shouldSelect: boolean): void {
    this.moveTo(item);
    if (this.#chosen.has(item) === shouldSelect) return;
    if (this.#host.mode() === 'multiple') this.#toggle(item);
    else if (shouldSelect) this.#pick(item);
    else this.#change([]);
  }

  act(event: InputAction, item: ListItem | undefined): boolean {
    const input = event as InputAction & InputLike;
    switch (event.type) {
      case 'click':
        return item !== undefined && (input.button ?? 0) === 0 && this.#click(item, input);
      case 'dblclick':
        if (item === undefined || item[PROPS].disabled) return false;
        this.#host.activate(item);
        return true;
      case 'keydown':
        return this.#key(input);
      default:
        return false;
    }
  }

  /** A letter finds an item; within a word it is part of that. */
  useOf(event: InputAction): 'find' | undefined {
    const key = plainKey(event);
    return key !== ' ' && [...key].length === 1 && this.#typed === '' ? 'find' : undefined;
  }

  #click(item: ListItem, { shiftKey, ctrlKey, metaKey }: InputLike): boolean {
    if (item[PROPS].disabled) return true;
    this.moveTo(item);
    const multiple = this.#host.mode() === 'multiple';
    if (multiple && shiftKey === true) this.#extend(item);
    else if (multiple && (ctrlKey === true || metaKey === true)) this.#toggle(item);
    else this.#pick(item);
    return true;
  }

  #key(event: InputLike): boolean {
    const { key = '', ctrlKey = false, altKey = false, metaKey = false, shiftKey = false } = event;
    if (altKey || metaKey) return false;
    const action = keyAction(LIST_KEYS, event);
    if (ctrlKey) return action === 'all' && this.#selectAll();
    // A blank within a word that is typed belongs to it.
    if (key === ' ' && this.#typed !== '') return this.#typeAhead(key);
    switch (action) {
      case 'activate':
        return this.#use((item) => this.#host.activate(item));
      case 'select':
        return this.#use((item) => this.#choose(item));
      case 'clear':
        return this.#clear();
      case undefined:
        return [...key].length === 1 && this.#typeAhead(key);
      case 'all':
        return false;
      default:
        return this.#move(action, shiftKey);
    }
  }

  #use(act: (item: ListItem) => void): boolean {
    const current = this.cursor();
    if (current === undefined) return false;
    act(current);
    return true;
  }

  #choose(item: ListItem): void {
    if (this.#host.mode() === 'multiple') this.#toggle(item);
    else this.#pick(item);
  }

  #selectAll(): boolean {
    if (this.#host.mode() !== 'multiple') return false;
    this.#change(this.#host.items().filter((item) => !item[PROPS].disabled));
    return true;
  }

  #clear(): boolean {
    if (this.#chosen.size === 0) return false;
    this.#change([]);
    return true;
  }

  #move(action: RowAction, isExtending: boolean): boolean {
    const items = this.#host.items();
    const current = this.cursor();
    const from = current === undefined ? -1 : items.indexOf(current);
    const to = rowByKey(action, from, items.length, this.#host.page());
    const item = to === undefined ? undefined : this.#enabledFrom(to, goesUp(action) ? -1 : 1);
    if (item === undefined || item === current) return false;
    const multiple = this.#host.mode() === 'multiple';
    if (multiple && isExtending) this.#anchor ??= current;
    this.moveTo(item);
    if (!multiple) this.#pick(item);
    else if (isExtending) this.#extend(item);
    else this.#anchor = undefined;
    return true;
  }

  /** The nearest item from a place on that can be selected. */
  #enabledFrom(place: number, step: number): ListItem | undefined {
    const items = this.#host.items();
    for (let at = place; at >= 0 && at < items.length; at += step) {
      if (items[at]?.[PROPS].disabled === false) return items[at];
    }
    return undefined;
  }

  /** To the next item that starts with what was typed; the same letter again goes on to the next. */
  #typeAhead(key: string): boolean {
    this.#forget?.();
    this.#forget = this.#host.setTimer(() => (this.#typed = ''), TYPE_AHEAD);
    const letter = key.toLowerCase();
    this.#typed = this.#typed === letter ? letter : this.#typed + letter;
    const items = this.#host.items();
    const at = this.current === undefined ? -1 : items.indexOf(this.current);
    const from = this.#typed.length > 1 ? Math.max(0, at) : at + 1;
    for (let step = 0; step < items.length; step++) {
      const item = items[(from + step) % items.length];
      if (item === undefined || item[PROPS].disabled) continue;
      if (!item[ITEM_TEXT].toLowerCase().startsWith(this.#typed)) continue;
      this.moveTo(item);
      if (this.#host.mode() === 'single') this.#pick(item);
      return true;
    }
    return true;
  }

  moveTo(item: ListItem, scrolls = true): void {
    this.#place = this.#host.items().indexOf(item);
    if (item !== this.current) {
      if (this.current !== undefined) removeState(this.current, 'current');
      this.current = item;
      addState(item, 'current');
    }
    if (scrolls) scrollIntoView(item, { block: 'nearest' });
  }

  #pick(item: ListItem): void {
    this.#anchor = item;
    if (this.#chosen.size !== 1 || !this.#chosen.has(item)) this.#change([item]);
  }

  #toggle(item: ListItem): void {
    this.#anchor = item;
    if (this.#chosen.has(item)) this.drop(item);
    else this.add(item);
    this.#host.onChange();
  }

  #extend(item: ListItem): void {
    const items = this.#host.items();
    const from = this.#anchor === undefined ? -1 : items.indexOf(this.#anchor);
    const to = items.indexOf(item);
    const start = from < 0 ? to : from;
    if (from < 0) this.#anchor = item;
    const range = items.slice(Math.min(start, to), Math.max(start, to) + 1);
    this.#change(range.filter(({ [PROPS]: props }) => !props.disabled));
  }

  #change(items: Iterable<ListItem>): void {
    this.set(items);
    this.#host.onChange();
  }
}
