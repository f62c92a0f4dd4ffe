/** The rows of a list: its `li` elements, or data of which it makes such elements near the view. */
import {
  createElement,
  documentOf,
  firstElementOf,
  insertBefore,
  nextElementOf,
  parentElementOf,
  PROPS,
  removeNode,
  setAttribute,
  setText,
} from '../support/author.js';
import type { RowData, TuiElement } from '../support/author.js';
import { ITEM_TEXT, ITEM_VALUE } from './internals.js';
import { ListItem } from './item.js';

/** An item as data: a text, or an object. */
export interface ListData {
  readonly label: string;
  /** Default: the label. */
  readonly value?: string;
  readonly selected?: boolean;
  readonly disabled?: boolean;
}

/** What is selected and what keys are at. */
export type ListRow = ListItem | DataRow;

/** Rows in their order. */
export interface ListRows {
  readonly count: number;
  at(place: number): ListRow | undefined;
  /** -1 for what is not one of these. */
  placeOf(row: ListRow): number;
  /** Undefined for one that is disabled. */
  textAt(place: number): string | undefined;
  /** Those with one of these values. */
  withValues(values: ReadonlySet<string>): ListRow[];
  /** Puts some of them in order; what is not one of these any more is left out. */
  inOrder(rows: ReadonlySet<ListRow>): ListRow[];
}

/** One row of data that was selected, or that keys were at, or that shows. */
export class DataRow {
  readonly [ITEM_TEXT]: string;
  readonly [ITEM_VALUE]: string;
  readonly [PROPS]: { readonly disabled: boolean; readonly selected: boolean };
  /** While it is near the view. */
  element: ListItem | undefined;
  /** Where it was found last. */
  place: number;
  readonly data: ListData | string;

  constructor(data: ListData | string, place: number) {
    const { label, value = label, disabled = false, selected = false } = fieldsOf(data);
    this.data = data;
    this.place = place;
    this[ITEM_TEXT] = label;
    this[ITEM_VALUE] = value;
    this[PROPS] = { disabled, selected };
  }
}

function fieldsOf(data: ListData | string): ListData {
  return typeof data === 'string' ? { label: data } : { ...data, label: String(data.label ?? '') };
}

/** The `li` elements of a list. */
export class ElementRows implements ListRows {
  readonly items: readonly ListItem[];
  /** Places that were looked up. */
  readonly #places = new Map<ListRow, number>();

  constructor(list: TuiElement) {
    const items: ListItem[] = [];
    for (let at = firstElementOf(list); at !== null; at = nextElementOf(at)) {
      if (at instanceof ListItem) items.push(at);
    }
    this.items = items;
  }

  get count(): number {
    return this.items.length;
  }

  at(place: number): ListRow | undefined {
    return this.items[place];
  }

  placeOf(row: ListRow): number {
    let place = this.#places.get(row);
    if (place === undefined)
      this.#places.set(row, (place = (this.items as ListRow[]).indexOf(row)));
    return place;
  }

  textAt(place: number): string | undefined {
    const item = this.items[place];
    return item?.[PROPS].disabled === false ? item[ITEM_TEXT] : undefined;
  }

  withValues(values: ReadonlySet<string>): ListRow[] {
    return this.items.filter((item) => values.has(item[ITEM_VALUE]));
  }

  inOrder(rows: ReadonlySet<ListRow>): ListRow[] {
    return this.items.filter((item) => rows.has(item));
  }
}

/** Rows of data; what nothing has been done to is the data itself. */
export class DataRows implements ListRows, RowData {
  version = 0;
  readonly #rows: (DataRow | ListData | string)[];
  readonly #shown = new Map<TuiElement, DataRow>();
  /** What has changed since the layout has read it: all between this many rows at the start and at the end. */
  #base = 0;
  #before = 0;
  #after = 0;
  /** Rows that there were then. */
  #counted = 0;

  readonly #list: TuiElement;

  constructor(list: TuiElement, items: readonly (ListData | string)[]) {
    this.#list = list;
    this.#rows = [...items];
  }

  get count(): number {
    return this.#rows.length;
  }

  get changed(): RowData['changed'] {
    return { version: this.#base, start: this.#before, end: this.#counted - this.#after };
  }

  onRead(): void {
    this.#base = this.version;
    this.#counted = this.#before = this.#after = this.count;
  }

  /** The data, as it is now. */
  get items(): (ListData | string)[] {
    return this.#rows.map((row) => (row instanceof DataRow ? row.data : row));
  }

  splice(start: number, removed: number, ...items: readonly (ListData | string)[]): void {
    this.#before = Math.min(this.#before, start);
    this.#after = Math.min(this.#after, this.count - start - removed);
    const gone = this.#rows.splice(start, removed, ...items);
    this.version++;
    for (const row of gone) {
      if (row instanceof DataRow && row.element !== undefined) this.hide([row.element]);
    }
  }

  at(place: number): DataRow | undefined {
    const row = this.#rows[place];
    if (row === undefined || row instanceof DataRow) return row;
    return (this.#rows[place] = new DataRow(row, place));
  }

  placeOf(row: ListRow | TuiElement): number {
    const known = row instanceof DataRow ? row : this.#shown.get(row);
    if (known === undefined) return -1;
    if (this.#rows[known.place] !== known) known.place = this.#rows.indexOf(known);
    return known.place;
  }

  textAt(place: number): string | undefined {
    const row = this.#rows[place];
    if (row === undefined || typeof row === 'string') return row;
    const { disabled = false } = row instanceof DataRow ? row[PROPS] : row;
    return disabled ? undefined : row instanceof DataRow ? row[ITEM_TEXT] : fieldsOf(row).label;
  }

  withValues(values: ReadonlySet<string>): ListRow[] {
    const found: ListRow[] = [];
    for (const [place, row] of this.#rows.entries()) {
      const { label, value = label } = row instanceof DataRow ? fieldsOf(row.data) : fieldsOf(row);
      if (values.has(value)) found.push(this.at(place)!);
    }
    return found;
  }

  inOrder(rows: ReadonlySet<ListRow>): ListRow[] {
    const places = [...rows].map((row) => this.placeOf(row)).filter((place) => place >= 0);
    return places.sort((a, b) => a - b).map((place) => this.at(place)!);
  }

  // The elements

  rowOf(element: TuiElement): DataRow | undefined {
    return this.#shown.get(element);
  }

  shownAt(place: number): TuiElement | undefined {
    const row = this.#rows[place];
    return row instanceof DataRow ? row.element : undefined;
  }

  show(from: number, to: number): TuiElement[] {
    let next: TuiElement | null = null;
    for (
      let at = firstElementOf(this.#list);
      at !== null && next === null;
      at = nextElementOf(at)
    ) {
      if (this.placeOf(at) > to) next = at;
    }
    const shown: TuiElement[] = [];
    for (let place = Math.min(to, this.count - 1); place >= from; place--) {
      const row = this.at(place)!;
      const element = (row.element ??= this.#make(row));
      if (parentElementOf(element) !== this.#list || nextElementOf(element) !== next) {
        insertBefore(this.#list, element, next);
      }
      shown.push(element);
      next = element;
    }
    return shown.reverse();
  }

  #make(row: DataRow): ListItem {
    const element = createElement(documentOf(this.#list), ListItem.tag) as ListItem;
    setText(element, row[ITEM_TEXT]);
    if (row[ITEM_VALUE] !== row[ITEM_TEXT]) setAttribute(element, 'value', row[ITEM_VALUE]);
    if (row[PROPS].disabled) setAttribute(element, 'disabled', 'true');
    this.#shown.set(element, row);
    return element;
  }

  hide(elements: readonly TuiElement[]): void {
    for (const element of elements) {
      const row = this.#shown.get(element);
      this.#shown.delete(element);
      if (row !== undefined) row.element = undefined;
      if (parentElementOf(element) === this.#list) removeNode(element);
    }
  }

  /** No row has an element any more. */
  clear(): void {
    this.hide([...this.#shown.keys()]);
  }
}

/** Data that was looked at once, since a second look at 100,000 items takes longer than all else of a frame. */
export interface CheckedItems {
  /** The first value that cannot be an item; undefined for items only. */
  readonly error: string | undefined;
  /** Places of those that the data says are selected. */
  readonly selected: readonly number[];
}

export function checkItems(items: readonly unknown[]): CheckedItems {
  const selected: number[] = [];
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (typeof item === 'string') continue;
    if (typeof item !== 'object' || item === null) {
      const found = item === null ? 'null' : typeof item;
      return { error: `items[${at}]: expected an object or a text, found ${found}`, selected };
    }
    if ((item as Partial<ListData>).selected === true) selected.push(at);
  }
  return { error: undefined, selected };
}
