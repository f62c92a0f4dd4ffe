/** The selection of a listbox, and its response to keys and the pointer. */
import type { AccessibleAction } from '../../runtime/base/accessible-node.js';
import type { InputAction, Operation } from '../../runtime/element/tui-element.js';
import { plainKey } from '../support/control.js';
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import { ROW_KEYS } from '../support/keys/key-tables.js';
import type { InputLike } from '../support/keys/row-keys.js';
import { RowChooser, type Selectable } from '../support/rows/chooser.js';
import { TypeAhead } from '../support/rows/type-ahead.js';
import type { ListRow, ListRows } from './rows.js';
import { DataRow } from './rows.js';
import type { KeyTable } from '../../runtime/element/contract.js';
import { PROPS } from '../../runtime/element/internals.js';
import { addState, removeState } from '../../runtime/element/tui-element.js';
import { invalidate } from '../../runtime/element/services.js';
import { removeAttribute } from '../../runtime/element/tree.js';

export interface ListHost {
  rows(): ListRows;
  mode(): Selectable;
  /** Items that show at once. */
  page(): number;
  /** A person has changed the selection. */
  onChange(): void;
  activate(item: ListRow): void;
  /** Shows a row, scrolling no farther than needed. */
  reveal(item: ListRow): void;
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
  current: ListRow | undefined;
  /** Where `current` was, for when it is gone. */
  #place = 0;
  #isSettling = false;
  readonly #chosen = new Set<ListRow>();

  readonly #host: ListHost;
  readonly #chooser: RowChooser<ListRow>;
  readonly #typeAhead: TypeAhead;

  constructor(host: ListHost) {
    this.#host = host;
    this.#typeAhead = new TypeAhead((callback, ms) => host.setTimer(callback, ms));
    const itemAt = (place: number): ListRow => host.rows().at(place)!;
    this.#chooser = new RowChooser({
      count: () => host.rows().count,
      keyAt: itemAt,
      placeOf: (item) => host.rows().placeOf(item),
      isEnabled: (place) => host.rows().textAt(place) !== undefined,
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

  #placeOf(item: ListRow | undefined): number {
    return item === undefined ? -1 : this.#host.rows().placeOf(item);
  }

  has(item: ListRow): boolean {
    return this.#chosen.has(item);
  }

  /** In the order of the list. Items that have left it are selected no more. */
  selected(): ListRow[] {
    const chosen = this.#chosen;
    return chosen.size === 0 ? [] : this.#host.rows().inOrder(chosen);
  }

  /** Selects exactly these. */
  set(items: Iterable<ListRow>): void {
    const selected = new Set(items);
    for (const item of [...this.#chosen]) if (!selected.has(item)) this.drop(item);
    for (const item of selected) this.add(item);
  }

  /** Of several that were selected one stays, where there may be one: the last, as where markup selects several. */
  onModeChange(): void {
    if (this.#host.mode() === 'single') this.set(this.selected().slice(-1));
  }

  add(item: ListRow): void {
    if (this.#chosen.has(item)) return;
    if (this.#host.mode() === 'single') for (const other of [...this.#chosen]) this.drop(other);
    this.#chosen.add(item);
    setState(item, 'selected', true);
  }

  drop(item: ListRow): void {
    if (!this.#chosen.delete(item)) return;
    setState(item, 'selected', false);
    // The attribute would keep it selected in the eyes of style sheets.
    if (!(item instanceof DataRow) && item[PROPS].selected) removeAttribute(item, 'selected');
  }

  /** The element of a row of data is made: it has the states of the row from now on. */
  onShow(item: DataRow): void {
    if (this.#chosen.has(item)) setState(item, 'selected', true);
    if (this.current === item) setState(item, 'current', true);
  }

  /** There are other rows: what is selected of these is, and the cursor is at none. */
  restart(selected: readonly ListRow[], cursor: ListRow | undefined): void {
    this.#forgetCurrent();
    this.#chosen.clear();
    this.set(selected);
    if (cursor !== undefined) this.moveTo(cursor, false);
  }

  /** The list has the focus: keys start at what is selected, else at the first item. */
  focused(): void {
    const start = this.cursor();
    if (start !== undefined) this.moveTo(start, false);
  }

  /** The item that keys are at, or would start from. */
  cursor(): ListRow | undefined {
    const { current } = this;
    if (current !== undefined && this.#placeOf(current) >= 0) return current;
    if (current !== undefined) return this.#itemAt(this.#chooser.nearest(this.#place));
    return this.selected()[0] ?? this.#itemAt(this.#chooser.nearest(0));
  }

  /** An item is gone. Where it had the cursor, the one in its place has it next, as in tables. */
  removed(): void {
    const { current } = this;
    if (current === undefined || this.#isSettling || this.#placeOf(current) >= 0) return;
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
    if (this.current !== undefined) setState(this.current, 'current', false);
    this.current = undefined;
  }

  #itemAt(place: number): ListRow | undefined {
    return this.#host.rows().at(place);
  }

  /** What an action comes to at an item. */
  operation(item: ListRow, action: AccessibleAction): Operation | undefined {
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

  /** The right button on an item. */
  pressMenu(item: ListRow | undefined): void {
    this.#chooser.pressMenu(this.#placeOf(item));
  }

  act(event: InputAction, item: ListRow | undefined): boolean {
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

  #use(act: (item: ListRow) => void): boolean {
    const current = this.cursor();
    if (current === undefined) return false;
    act(current);
    return true;
  }

  #typeFor(key: string): boolean {
    const rows = this.#host.rows();
    const at = this.#typeAhead.find(key, this.#placeOf(this.current), rows.count, (place) =>
      rows.textAt(place),
    );
    if (at >= 0) this.#chooser.goTo(at);
    return true;
  }

  moveTo(item: ListRow, scrolls = true): void {
    this.#place = this.#placeOf(item);
    if (item !== this.current) {
      this.#forgetCurrent();
      this.current = item;
      setState(item, 'current', true);
    }
    if (scrolls) this.#host.reveal(item);
  }

  #toggle(item: ListRow): void {
    if (this.#chosen.has(item)) this.drop(item);
    else this.add(item);
  }
}

/** Sets a state of the element of a row, if it has one. */
function setState(item: ListRow, state: 'selected' | 'current', isSet: boolean): void {
  const element = item instanceof DataRow ? item.element : item;
  if (element === undefined) return;
  if (isSet) addState(element, state);
  else removeState(element, state);
  if (state === 'selected') invalidate(element, 'paint');
}
