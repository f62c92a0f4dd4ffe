/**
 * Responses of a table to the pointer and keys: scrolling, moving among rows, selecting, sorting by the header. It uses
 * the layout painted last, so input applies to what the user sees.
 *
 * Rows are chosen by the patterns of WAI-ARIA (`support/rows/chooser.ts`). Of a table's own:
 * - Up from the first row goes to the header; Left and Right choose a column there, Enter sorts by it
 * - sorting goes from ascending to descending to the order of the data
 */
import type { AccessibleAction } from '../../runtime/base/accessible-node.js';
import type { KeyTable } from '../../runtime/element/contract.js';
import { numberOf } from '../../runtime/element/services.js';
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import { ROW_KEYS, type RowAction } from '../support/keys/key-tables.js';
import { isRowAction, rowByKey, type InputLike } from '../support/keys/row-keys.js';
import { RowChooser, type Selectable } from '../support/rows/chooser.js';
import { RowPointer, wheelSteps } from '../support/rows/pointer.js';
import type { RowsView } from '../support/rows/view.js';
import type { TableLayout } from './paint/layout.js';
import type { Column } from './model/columns.js';
import type { TableModel } from './model/model.js';
import type { RowSelection } from './model/selection.js';
import type { Direction } from './model/sorting.js';

export interface TableHost {
  readonly model: TableModel;
  readonly selection: RowSelection;
  readonly view: RowsView;
  /** As painted last. */
  layout(): TableLayout | undefined;
  selectable(): Selectable;
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
  readonly #host: TableHost;
  readonly #chooser: RowChooser<number>;
  readonly #pointer: RowPointer;

  constructor(host: TableHost) {
    this.#host = host;
    const { model, view, selection } = host;
    this.#chooser = new RowChooser({
      count: () => model.shown,
      keyAt: (place) => model.serialOf(model.indexAt(place)),
      placeOf: (serial) => model.placeOf(model.indexOf(serial)),
      isEnabled: () => true,
      mode: () => host.selectable(),
      cursor: () => view.cursorPlace(),
      moveTo: (place) => view.moveTo(place),
      isSelected: (place) => selection.has(model.indexAt(place)),
      selectedCount: () => selection.size,
      select: (places) => selection.pick(places.map((place) => model.indexAt(place))),
      toggle: (place) => selection.toggle(model.indexAt(place)),
      onSelect: (place) => host.selected(model.indexAt(place)),
    });
    this.#pointer = new RowPointer({
      scrolled: () => {
        const body = host.layout()?.body ?? 0;
        return { cells: body, top: view.top, shown: body, size: model.shown };
      },
      scrollBy: (rows) => view.scrollBy(rows),
      scrollTo: (share) => (view.top = Math.round(share * view.lastTop)),
    });
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
        this.#pointer.release();
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
    if (layout !== undefined && !this.#pointer.isDragging) this.#point(event, layout);
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
    switch (action.type) {
      case 'focus':
      case 'key':
        return () => this.#goTo(place);
      case 'press':
        return () => {
          this.#goTo(place);
          this.#host.activate(model.indexAt(place));
        };
      case 'select':
        return () => {
          this.#chooser.set(place, action.value);
          this.#host.onChange();
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

  // The pointer

  #press(event: InputLike, layout: TableLayout): boolean {
    if (!this.#pointer.press(event, layout)) return false;
    this.#host.onChange();
    return true;
  }

  #move(event: InputLike, layout: TableLayout): boolean {
    if (this.#pointer.drag(event, layout)) {
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

  #click(event: InputLike, layout: TableLayout): boolean {
    if (!this.#pointer.isClick(event)) return false;
    const host = this.#host;
    if (event.offsetY === 0 && layout.header > 0)
      return this.#clickHeader(event.offsetX ?? -1, layout);
    const place = this.placeAt(event, layout);
    if (host.selectable() === 'none' || place < 0) return false;
    this.#chooser.click(place, event);
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
    if (place < 0 || this.#host.selectable() === 'none' || !this.#pointer.isClick(event))
      return false;
    this.#host.activate(this.#host.model.indexAt(place));
    return true;
  }

  #wheel(event: InputLike, layout: TableLayout): boolean {
    const { view } = this.#host;
    const { rows, sideways } = wheelSteps(event);
    const before = view.top;
    const first = view.first;
    if (rows !== 0) view.scrollBy(rows);
    view.first = Math.max(0, Math.min(layout.lastFirst, first + sideways));
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
        return this.#changed(this.#chooser.selectAll());
      case 'activate':
        return !ctrlKey && this.#use((place) => host.activate(host.model.indexAt(place)));
      case 'select':
        return this.#use((place) => this.#chooser.choose(place));
      case 'clear':
        return this.#changed(this.#chooser.clear());
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

  #use(act: (place: number) => void): boolean {
    const host = this.#host;
    const place = host.view.cursorPlace();
    if (host.model.indexAt(place) < 0) return false;
    host.view.moveTo(place);
    act(place);
    return this.#changed(true);
  }

  #changed(isChanged: boolean): boolean {
    if (isChanged) this.#host.onChange();
    return isChanged;
  }

  #moveByKey(action: RowAction, event: InputLike, layout: TableLayout): boolean {
    const { view } = this.#host;
    // Where the cursor was not to be seen, the first arrow shows it.
    const isShown = view.hasCursor || this.#host.showsCursor();
    const place = view.cursorPlace();
    const from = isShown ? undefined : action === 'down' ? place - 1 : place;
    return this.#changed(this.#chooser.move(action, event, layout.body, from));
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
