/**
 * Responses of a table to the pointer and keys: scrolling, moving among rows, selecting, sorting by the header. It uses
 * the layout painted last, so input applies to what the user sees.
 *
 * Decided by the patterns of WAI-ARIA for grids and listboxes:
 * - `single`: the selection goes with the keys; `multiple`: keys move a cursor, Space toggles its row,
 *   Shift extends, Ctrl+A takes all; a click selects one row, with Ctrl it toggles, with Shift it extends
 * - a second click on the only selected row leaves it selected; Escape clears
 * - Up from the first row goes to the header; Left and Right choose a column there, Enter sorts by it
 * - sorting goes from ascending to descending to the order of the data
 * - a press that is let go in another cell has selected text and is not a click
 */
import type { AccessibleAction } from '../../runtime/base/accessible-node.js';
import type { KeyTable } from '../../runtime/element/contract.js';
import { numberOf } from '../../runtime/element/services.js';
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import { ROW_KEYS, type RowAction } from '../support/keys/key-tables.js';
import { isRowAction, rowByKey, type InputLike } from '../support/keys/row-keys.js';
import { shareAt, thumbOf, type Scrolled } from '../../runtime/element/scrollbar.js';
import type { TableLayout } from './paint/layout.js';
import type { Column } from './model/columns.js';
import type { TableModel } from './model/model.js';
import type { RowSelection } from './model/selection.js';
import type { Direction } from './model/sorting.js';
import type { TableView } from './view.js';

/** Rows of one step of the wheel. */
const WHEEL_ROWS = 3;

export interface TableHost {
  readonly model: TableModel;
  readonly selection: RowSelection;
  readonly view: TableView;
  /** As painted last. */
  layout(): TableLayout | undefined;
  selectable(): 'none' | 'single' | 'multiple';
  disabled(): boolean;
  /** The row that keys start from is to be seen. */
  showsCursor(): boolean;
  sortable(key: string): boolean;
  /** Sorts for a person: the event first. */
  sort(key: string | undefined, direction: Direction): void;
  /** Reports the selected row; -1 if the selection was cleared. */
  selected(index: number): void;
  activate(index: number): void;
  onChange(): void;
}

export const TABLE_KEYS = {
  ...ROW_KEYS,
  up: { keys: 'up', description: 'Moves up, from the first row to the header.' },
  left: {
    keys: 'left',
    description: 'Shows columns to the left, or goes to the one before in the header.',
  },
  right: {
    keys: 'right',
    description: 'Shows columns to the right, or goes to the next one in the header.',
  },
  select: {
    keys: 'space',
    description: 'Selects the row, or deselects it if several can be selected; else scrolls.',
  },
  activate: {
    keys: 'enter',
    description: 'Fires `activate`, or sorts by the column in the header.',
  },
  clear: { keys: 'escape', description: 'Clears the selection, or leaves the header.' },
  all: { keys: 'ctrl+a', description: 'Selects all, if several can be selected.' },
} as const satisfies KeyTable;

type TableAction = keyof typeof TABLE_KEYS;

/** With Ctrl the cursor moves alone, but for this key. */
const ALL_KEYS = { all: TABLE_KEYS.all } as const satisfies KeyTable;

function isAll(event: InputLike): boolean {
  return keyAction(ALL_KEYS, event) !== undefined;
}

export class TableInteraction {
  /** The row of the body under the pointer, from 0; -1 where there is none. */
  hover = -1;
  /** Where an extended selection starts: the serial of a row. */
  #anchor = -1;
  #grip: number | undefined;
  #pressX = NaN;
  #pressY = NaN;

  readonly #host: TableHost;

  constructor(host: TableHost) {
    this.#host = host;
  }

  /** The default action of an event; true where it was this table's. */
  act(event: InputLike): boolean {
    const layout = this.#host.layout();
    if (layout === undefined) return false;
    switch (event.type) {
      case 'mousedown':
        return this.#press(event, layout);
      case 'mousemove':
        return this.#move(event, layout);
      case 'mouseup':
        this.#grip = undefined;
        return false;
      case 'click':
        return this.#click(event, layout);
      case 'dblclick':
        return this.#doubleClick(event, layout);
      case 'wheel':
        return this.#wheel(event, layout);
      case 'keydown':
        return this.#key(event, layout);
      default:
        return false;
    }
  }

  /** The pointer is over the table no more. */
  left(): void {
    if (this.hover < 0) return;
    this.hover = -1;
    this.#host.onChange();
  }

  /** Hovers the row at a cell, after a frame that may have put another one there. */
  hoverAt(event: Pick<InputLike, 'offsetX' | 'offsetY'>): void {
    const layout = this.#host.layout();
    if (layout !== undefined && this.#grip === undefined) this.#point(event, layout);
  }

  /** The place of the row at a cell of the content box; -1 for none. */
  placeAt(
    { offsetX = NaN, offsetY = NaN }: Pick<InputLike, 'offsetX' | 'offsetY'>,
    layout: TableLayout,
  ): number {
    const row = offsetY - layout.header;
    const end = layout.bar < 0 ? layout.width : layout.bar;
    if (!(row >= 0 && row < layout.body && offsetX >= 0 && offsetX < end)) return -1;
    const place = this.#host.view.top + row;
    return place < this.#host.model.shown ? place : -1;
  }

  // Assistive technology

  /** What actions call the row at a place; undefined where rows are not to be selected. */
  partOf(place: number): string | undefined {
    const host = this.#host;
    if (host.disabled() || host.selectable() === 'none') return undefined;
    return `r${host.model.serialOf(host.model.indexAt(place))}`;
  }

  /** The same for the heading of a column, where a press sorts. */
  partOfColumn(column: Column): string | undefined {
    const host = this.#host;
    const isShown = (host.layout()?.header ?? 0) > 0;
    return isShown && !host.disabled() && host.sortable(column.key)
      ? `c${numberOf(column)}`
      : undefined;
  }

  /** What an action comes to at a row or a heading. */
  operation(action: AccessibleAction, part: string): (() => void) | undefined {
    const { model } = this.#host;
    const column = model.columns.find((each) => this.partOfColumn(each) === part);
    if (column !== undefined) return this.#operationOfColumn(action, column);
    const serial = /^r\d+$/.test(part) ? Number(part.slice(1)) : -1;
    const place = model.placeOf(model.indexOf(serial));
    if (place < 0 || this.partOf(place) !== part) return undefined;
    const index = model.indexAt(place);
    switch (action.type) {
      case 'focus':
      case 'key':
        return () => this.#goTo(place);
      case 'press':
        return () => {
          this.#goTo(place);
          this.#host.activate(index);
        };
      case 'select':
        return () => {
          this.#goTo(place);
          this.#select(index, action.value);
        };
      default:
        return undefined;
    }
  }

  #operationOfColumn({ type }: AccessibleAction, column: Column): (() => void) | undefined {
    if (type === 'set' || type === 'select') return undefined;
    return () => {
      this.#host.view.headCursor = column.index;
      this.#host.onChange();
      if (type === 'press') this.#sortBy(column.key);
    };
  }

  #goTo(place: number): void {
    this.#host.view.moveTo(place);
    this.#host.onChange();
  }

  #select(index: number, shouldSelect: boolean): void {
    const { selection } = this.#host;
    if (selection.has(index) === shouldSelect) return;
    if (this.#host.selectable() === 'multiple') this.#toggle(index);
    else if (shouldSelect) this.#pickOne(index);
    else this.#clear();
    this.#host.onChange();
  }

  #clear(): void {
    this.#host.selection.pick([]);
    this.#anchor = -1;
    this.#host.selected(-1);
  }

  // The pointer

  #press(event: InputLike, layout: TableLayout): boolean {
    this.#pressX = event.clientX ?? NaN;
    this.#pressY = event.clientY ?? NaN;
    const { offsetX, offsetY = NaN } = event;
    const row = offsetY - layout.header;
    if (layout.bar < 0 || offsetX !== layout.bar || !(row >= 0 && row < layout.body)) return false;
    if ((event.button ?? 0) !== 0) return false;
    const scrolled = this.#scrolled(layout);
    const { start, end } = thumbOf(scrolled);
    if (row >= Math.floor(start / 8) && row < Math.ceil(end / 8)) this.#grip = row - start / 8;
    else this.#host.view.scrollBy(row * 8 < start ? -layout.body : layout.body);
    this.#host.onChange();
    return true;
  }

  #move(event: InputLike, layout: TableLayout): boolean {
    const grip = this.#grip;
    if (grip !== undefined) {
      const scrolled = this.#scrolled(layout);
      const share = shareAt((event.offsetY ?? 0) - layout.header, grip, scrolled);
      this.#host.view.top = Math.round(share * Math.max(0, scrolled.size - scrolled.shown));
      this.#host.onChange();
      return true;
    }
    this.#point(event, layout);
    return false;
  }

  #point(event: Pick<InputLike, 'offsetX' | 'offsetY'>, layout: TableLayout): void {
    const place = this.placeAt(event, layout);
    const hover = place < 0 ? -1 : place - this.#host.view.top;
    if (hover === this.hover) return;
    this.hover = hover;
    if (this.#host.selectable() !== 'none') this.#host.onChange();
  }

  #scrolled({ body }: TableLayout): Scrolled {
    const { view, model } = this.#host;
    return { cells: body, top: view.top, shown: body, size: model.shown };
  }

  #isClick({ clientX, clientY, offsetX, button = 0 }: InputLike): boolean {
    return (
      offsetX !== undefined && button === 0 && clientX === this.#pressX && clientY === this.#pressY
    );
  }

  #click(event: InputLike, layout: TableLayout): boolean {
    if (!this.#isClick(event)) return false;
    const host = this.#host;
    if (event.offsetY === 0 && layout.header > 0)
      return this.#clickHeader(event.offsetX ?? -1, layout);
    const place = this.placeAt(event, layout);
    const selectable = host.selectable();
    if (selectable === 'none') return false;
    if (place < 0) return false;
    const index = host.model.indexAt(place);
    host.view.moveTo(place);
    if (selectable === 'single') this.#pickOne(index);
    else if (event.shiftKey === true) this.#extend(place);
    else if (event.ctrlKey === true || event.metaKey === true) this.#toggle(index);
    else this.#pickOne(index);
    host.onChange();
    return true;
  }

  #clickHeader(x: number, layout: TableLayout): boolean {
    const { gap } = layout;
    const hit = layout.columns.find((column) => x >= column.x && x < column.x + column.width + gap);
    if (hit === undefined) return false;
    return this.#sortBy(hit.column.key);
  }

  #doubleClick(event: InputLike, layout: TableLayout): boolean {
    const place = this.placeAt(event, layout);
    if (place < 0 || this.#host.selectable() === 'none' || !this.#isClick(event)) return false;
    this.#host.activate(this.#host.model.indexAt(place));
    return true;
  }

  #wheel(event: InputLike, layout: TableLayout): boolean {
    const { view } = this.#host;
    const { deltaX = 0, deltaY = 0, shiftKey = false } = event;
    const sideways = shiftKey && deltaX === 0 ? deltaY : deltaX;
    const before = view.top;
    const first = view.first;
    if (!(shiftKey && deltaX === 0))
      view.scrollBy(Math.sign(deltaY) * Math.ceil(Math.abs(deltaY)) * WHEEL_ROWS);
    view.first = Math.max(0, Math.min(layout.lastFirst, first + Math.sign(sideways)));
    // At its end a table leaves the wheel to what scrolls around it.
    if (view.top === before && view.first === first) return false;
    this.#host.onChange();
    return true;
  }

  // Keys

  #key(event: InputLike, layout: TableLayout): boolean {
    const { ctrlKey = false, altKey = false, metaKey = false } = event;
    if (altKey || metaKey) return false;
    const { view } = this.#host;
    const action = keyAction(
      TABLE_KEYS,
      ctrlKey && !isAll(event) ? { ...event, ctrlKey: false } : event,
    );
    if (view.headCursor >= 0) return !ctrlKey && this.#headerKey(action, layout);
    if (action === 'left' || action === 'right') {
      const first = view.first + (action === 'left' ? -1 : 1);
      if (first < 0 || first > layout.lastFirst) return false;
      view.first = first;
      this.#host.onChange();
      return true;
    }
    return this.#host.selectable() === 'none'
      ? !ctrlKey && this.#scrollKey(action, layout)
      : this.#rowKey(action, event, layout);
  }

  #scrollKey(action: TableAction | undefined, layout: TableLayout): boolean {
    const { model, view } = this.#host;
    const motion = action === 'select' ? 'pageDown' : action;
    if (!isRowAction(motion)) return false;
    if (motion === 'up' && view.top === 0) return this.#toHeader(layout);
    const to = rowByKey(motion, view.top, model.shown, layout.body);
    if (to === undefined) return false;
    const before = view.top;
    view.top = motion === 'last' ? model.shown : to;
    view.clamp();
    if (view.top === before) return false;
    this.#host.onChange();
    return true;
  }

  #rowKey(action: TableAction | undefined, event: InputLike, layout: TableLayout): boolean {
    const host = this.#host;
    const { ctrlKey = false } = event;
    switch (action) {
      case 'all':
        if (host.selectable() !== 'multiple') return false;
        this.#selectAll();
        return true;
      case 'activate':
        return !ctrlKey && this.#use((index) => host.activate(index));
      case 'select':
        return this.#use((index) => this.#choose(index));
      case 'clear':
        return this.#clearByKey();
      default:
        return isRowAction(action) && this.#rowMotion(action, event, layout);
    }
  }

  #rowMotion(action: RowAction, event: InputLike, layout: TableLayout): boolean {
    const { shiftKey = false } = event;
    if (action === 'up' && this.#host.view.cursorPlace() <= 0 && !shiftKey)
      return this.#toHeader(layout);
    return this.#moveByKey(action, event, layout);
  }

  #use(act: (index: number) => void): boolean {
    const host = this.#host;
    const place = host.view.cursorPlace();
    const index = host.model.indexAt(place);
    if (index < 0) return false;
    host.view.moveTo(place);
    act(index);
    host.onChange();
    return true;
  }

  #choose(index: number): void {
    if (this.#host.selectable() === 'multiple') this.#toggle(index);
    else this.#pickOne(index);
  }

  #clearByKey(): boolean {
    const host = this.#host;
    if (host.selection.empty) return false;
    host.onChange();
    this.#clear();
    return true;
  }

  #moveByKey(
    action: RowAction,
    { ctrlKey = false, shiftKey = false }: InputLike,
    layout: TableLayout,
  ): boolean {
    const host = this.#host;
    const { model, view } = host;
    const multiple = host.selectable() === 'multiple';
    const place = view.cursorPlace();
    const isShown = view.hasCursor || host.showsCursor();
    // Where the cursor was not to be seen, the first arrow shows it.
    const from = !isShown && action === 'down' ? place - 1 : place;
    const to = rowByKey(action, from, model.shown, layout.body);
    if (to === undefined) return false;
    if (isShown && to === place && !(shiftKey && multiple)) return false;
    if (multiple && shiftKey) {
      if (this.#anchor < 0) this.#anchor = model.serialOf(model.indexAt(place));
      view.moveTo(to);
      this.#extend(to);
    } else {
      view.moveTo(to);
      if (multiple) this.#anchor = -1;
      else if (!ctrlKey) this.#pickOne(model.indexAt(to));
    }
    host.onChange();
    return true;
  }

  #toHeader(layout: TableLayout): boolean {
    const host = this.#host;
    const columns = layout.header > 0 ? layout.columns : [];
    const sortable = columns.filter(({ column }) => host.sortable(column.key));
    const start = sortable.find(({ column }) => column === host.model.sortColumn) ?? sortable[0];
    if (start === undefined) return false;
    host.view.headCursor = start.column.index;
    host.onChange();
    return true;
  }

  #headerKey(action: TableAction | undefined, layout: TableLayout): boolean {
    const host = this.#host;
    const { view } = host;
    const sortable = host.model.columns.filter((column) => host.sortable(column.key));
    const at = sortable.findIndex(({ index }) => index === view.headCursor);
    switch (action) {
      case 'left':
      case 'right':
      case 'first':
      case 'last': {
        const step = { left: at - 1, right: at + 1, first: 0, last: sortable.length - 1 }[action];
        const next = sortable[Math.max(0, Math.min(sortable.length - 1, step))];
        if (next === undefined) return false;
        view.headCursor = next.index;
        this.#revealColumn(next.index, layout);
        break;
      }
      case 'activate':
      case 'select':
        if (sortable[at] !== undefined) this.#sortBy(sortable[at].key);
        break;
      case 'down':
      case 'clear':
      case 'pageDown':
        view.headCursor = -1;
        break;
      default:
        return false;
    }
    host.onChange();
    return true;
  }

  /** Scrolls sideways so that a column of the header shows. */
  #revealColumn(index: number, layout: TableLayout): void {
    const [first] = layout.columns;
    const last = layout.columns.at(-1);
    const { view } = this.#host;
    if (first !== undefined && index < first.column.index) view.first = Math.max(0, view.first - 1);
    else if (last !== undefined && index >= last.column.index) {
      view.first = Math.min(layout.lastFirst, view.first + 1);
    }
  }

  // Selecting and sorting

  #pickOne(index: number): void {
    const { model, selection } = this.#host;
    this.#anchor = model.serialOf(index);
    if (selection.size === 1 && selection.has(index)) return;
    selection.pick([index]);
    this.#host.selected(index);
  }

  #toggle(index: number): void {
    this.#anchor = this.#host.model.serialOf(index);
    this.#host.selection.toggle(index);
    this.#host.selected(index);
  }

  /** Exactly the rows from where extending started to a place. */
  #extend(place: number): void {
    const { model, selection } = this.#host;
    const anchor = model.placeOf(model.indexOf(this.#anchor));
    const from = anchor < 0 ? place : anchor;
    if (anchor < 0) this.#anchor = model.serialOf(model.indexAt(place));
    const rows: number[] = [];
    for (let at = Math.min(from, place); at <= Math.max(from, place); at++)
      rows.push(model.indexAt(at));
    selection.pick(rows);
    this.#host.selected(model.indexAt(place));
  }

  #selectAll(): void {
    const { model, selection, view } = this.#host;
    const rows: number[] = [];
    for (let place = 0; place < model.shown; place++) rows.push(model.indexAt(place));
    selection.pick(rows);
    this.#host.onChange();
    this.#host.selected(model.indexAt(view.cursorPlace()));
  }

  #sortBy(key: string): boolean {
    const host = this.#host;
    if (!host.sortable(key)) return false;
    const { sortKey, direction } = host.model;
    if (sortKey !== key) host.sort(key, 'ascending');
    else if (direction === 'ascending') host.sort(key, 'descending');
    else host.sort(undefined, 'ascending');
    host.onChange();
    return true;
  }
}
