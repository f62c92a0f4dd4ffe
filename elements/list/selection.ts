/** The selection of a listbox, and its response to keys and the pointer. */
import type { AccessibleAction } from '../../runtime/base/accessible-node.js';
import type { InputAction, Operation } from '../../runtime/element/tui-element.js';
import { plainKey } from '../support/control.js';
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import { ROW_KEYS } from '../support/keys/key-tables.js';
import type { InputLike } from '../support/keys/row-keys.js';
import { RowChooser, type Selectable } from '../support/rows/chooser.js';
import { TypeAhead } from '../support/rows/type-ahead.js';
import type { ListItem } from './item.js';
import type { KeyTable } from '../../runtime/element/contract.js';
import { PROPS } from '../../runtime/element/internals.js';
import { addState, removeState } from '../../runtime/element/tui-element.js';
import { invalidate } from '../../runtime/element/services.js';
import { ITEM_TEXT } from './internals.js';
import { removeAttribute, scrollIntoView } from '../../runtime/element/tree.js';

export interface ListHost {
  contains(item: ListItem): boolean;
  items(): readonly ListItem[];
  mode(): Selectable;
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

  readonly #host: ListHost;
  readonly #chooser: RowChooser<ListItem>;
  readonly #typeAhead: TypeAhead;

  constructor(host: ListHost) {
    this.#host = host;
    this.#typeAhead = new TypeAhead((callback, ms) => host.setTimer(callback, ms));
    const itemAt = (place: number): ListItem => host.items()[place]!;
    this.#chooser = new RowChooser({
      count: () => host.items().length,
      keyAt: itemAt,
      placeOf: (item) => host.items().indexOf(item),
      isEnabled: (place) => !itemAt(place)[PROPS].disabled,
      mode: () => host.mode(),
      cursor: () => this.#placeOf(this.cursor()),
      moveTo: (place) => this.moveTo(itemAt(place)),
      isSelected: (place) => this.#chosen.has(itemAt(place)),
      selectedCount: () => this.#chosen.size,
      select: (places) => this.set(places.map(itemAt)),
      toggle: (place) => this.#toggle(itemAt(place)),
      onSelect: () => host.onChange(),
    });
  }

  #placeOf(item: ListItem | undefined): number {
    return item === undefined ? -1 : this.#host.items().indexOf(item);
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
    if (current !== undefined) return this.#itemAt(this.#chooser.nearest(this.#place));
    return this.selected()[0] ?? this.#itemAt(this.#chooser.enabledFrom(0, 1));
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

  #itemAt(place: number): ListItem | undefined {
    return this.#host.items()[place];
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
        return () => this.#chooser.set(this.#placeOf(item), action.value);
      default:
        return undefined;
    }
  }

  act(event: InputAction, item: ListItem | undefined): boolean {
    const input = event as InputAction & InputLike;
    switch (event.type) {
      case 'click':
        if (item === undefined || (input.button ?? 0) !== 0) return false;
        this.#chooser.click(this.#placeOf(item), input);
        return true;
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
    return key !== ' ' && [...key].length === 1 && !this.#typeAhead.isTyping ? 'find' : undefined;
  }

  #key(event: InputLike): boolean {
    const { key = '', ctrlKey = false, altKey = false, metaKey = false } = event;
    if (altKey || metaKey) return false;
    const action = keyAction(LIST_KEYS, event);
    if (ctrlKey) return action === 'all' && this.#chooser.selectAll();
    // A blank within a word that is typed belongs to it.
    if (key === ' ' && this.#typeAhead.isTyping) return this.#typeFor(key);
    switch (action) {
      case 'activate':
        return this.#use((item) => this.#host.activate(item));
      case 'select':
        return this.#use((item) => this.#chooser.choose(this.#placeOf(item)));
      case 'clear':
        return this.#chooser.clear();
      case undefined:
        return [...key].length === 1 && this.#typeFor(key);
      case 'all':
        return false;
      default:
        return this.#chooser.move(action, event, this.#host.page());
    }
  }

  #use(act: (item: ListItem) => void): boolean {
    const current = this.cursor();
    if (current === undefined) return false;
    act(current);
    return true;
  }

  #typeFor(key: string): boolean {
    const items = this.#host.items();
    const at = this.#typeAhead.find(key, this.#placeOf(this.current), items.length, (place) =>
      items[place]?.[PROPS].disabled === false ? items[place][ITEM_TEXT] : undefined,
    );
    if (at >= 0) this.#chooser.goTo(at);
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

  #toggle(item: ListItem): void {
    if (this.#chosen.has(item)) this.drop(item);
    else this.add(item);
  }
}
