/**
 * Responses of a table to the pointer and keys: scrolling, moving among rows, selecting, sorting by the header. It uses
 * the layout painted last, so input applies to what the user sees.
 *
 * Rows are chosen by the patterns of WAI-ARIA (`support/rows/chooser.ts`). Of a table's own:
 * - Up from the first row goes to the header; Left and Right choose a column there, Enter sorts by it
 * - sorting goes from ascending to descending to the order of the data
 */
import type { AccessibleAction } from '../../runtime/base/accessible-node.js';
import type { InputAction } from '../../runtime/element/tui-element.js';
import { numberOf } from '../../runtime/element/services.js';
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import type { RowAction } from '../support/keys/key-tables.js';
import { isRowAction, rowByKey, type InputLike } from '../support/keys/row-keys.js';
import { RowChooser, type Selectable } from '../support/rows/chooser.js';
import { RowPointer } from '../support/rows/pointer.js';
import type { RowsView } from '../support/rows/view.js';
import { CellInteraction } from './cells/interaction.js';
import type { TableCells } from './cells/table-cells.js';
import { ColumnResizer } from './cells/resizer.js';
import { TABLE_KEYS, type TableAction } from './keys.js';
import { firstShowing, type TableLayout } from './paint/layout.js';
import type { Column } from './model/columns.js';
import type { TableModel } from './model/model.js';
import type { SortKey } from './model/order.js';
import type { RowSelection } from './model/selection.js';

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
  sort(keys: readonly SortKey[]): void;
  resizable(): boolean;
  /** @param cells undefined: as wide as the content */
  resize(column: Column, cells: number | undefined): void;
  /** Reports the width of a column. */
  resized(column: Column): void;
  cells(): TableCells;
  /** Keys go to cells, not to rows. */
  hasCells(): boolean;
  /** Copies the selected rows; false where they are not copied by a key. */
  copyRows(): boolean;
  /** Reports the selected row; -1 if the selection was cleared. */
  selected(index: number): void;
  activate(index: number): void;
  onChange(): void;
}

/** With Ctrl the cursor moves alone, but for keys that are declared with it. */
function actionOf(event: InputAction): TableAction | undefined {
  const exact = keyAction(TABLE_KEYS, event);
  if (exact !== undefined || event.ctrlKey !== true) return exact;
  return keyAction(TABLE_KEYS, { ...event, ctrlKey: false });
}

export class TableInteraction {
  /** The row of the body under the pointer, from 0; -1 where there is none. */
  hover = -1;
  readonly #host: TableHost;
  readonly #chooser: RowChooser<number>;
  readonly #pointer: RowPointer;
  readonly #resizer: ColumnResizer;
  /** Made with the first event: most tables have no cells to go to. */
  #cells: CellInteraction | undefined;

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
    this.#pointer = new RowPointer(view);
    this.#resizer = new ColumnResizer({
      isResizable: () => host.resizable() && !host.disabled(),
      resize: (column, cells) => host.resize(column, cells),
      resized: (column) => host.resized(column),
      onChange: () => host.onChange(),
    });
  }

  /** Index of the column whose border is under the pointer; -1 for none. */
  get border(): number {
    return this.#resizer.border;
  }

  /** Responses of cells; undefined where keys go to rows. */
  get #onCells(): CellInteraction | undefined {
    const host = this.#host;
    if (!host.hasCells()) return undefined;
    const { cursor, editor, changes } = host.cells();
    return (this.#cells ??= new CellInteraction({
      model: host.model,
      view: host.view,
      cursor,
      editor,
      changes,
      layout: () => host.layout(),
      selectable: () => host.selectable() !== 'none',
      placeAt: (event, layout) => this.placeAt(event, layout),
      toHeader: (layout) => this.#toHeader(layout),
      choose: (place) => this.#chooser.choose(place),
      clearSelection: () => this.#chooser.clear(),
      activate: (index) => host.activate(index),
      copy: (cells) => host.cells().copy(cells),
      copied: () => host.cells().copied(),
      moved: () => host.cells().moved(),
      onChange: () => host.onChange(),
    }));
  }

  /** What a key is used for while the table has the focus. */
  useOf(event: InputAction): 'edit' | undefined {
    return this.#onCells?.useOf(event);
  }

  /** Scrolls sideways so that a column shows; false where it has no room. */
  revealColumn(column: Column): boolean {
    const layout = this.#host.layout();
    const first = layout === undefined ? undefined : firstShowing(layout, column);
    if (first === undefined) return false;
    this.#host.view.first = first;
    return true;
  }

  /** The default action of an event; true where it was this table's. */
  act(event: InputAction): boolean {
    const layout = this.#host.layout();
    if (layout === undefined) return false;
    if (event.inPopup === true) return this.#onCells?.pointInList(event) ?? true;
    switch (event.type) {
      case 'mousedown':
        return this.#press(event, layout);
      case 'mousemove':
        return this.#move(event, layout);
      case 'mouseup':
        return this.#release();
      case 'paste':
        return this.#onCells?.paste(event.text ?? '') ?? false;
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
    this.#resizer.left();
    if (this.hover < 0) return;
    this.hover = -1;
    this.#host.onChange();
  }

  /** Hovers the row at a cell, after a frame that may have put another one there. */
  hoverAt(event: Pick<InputLike, 'offsetX' | 'offsetY'>): void {
    const layout = this.#host.layout();
    if (layout !== undefined && !this.#pointer.isDragging) this.#point(event, layout);
  }

  /** The right button: see `pressMenu`. With a cell cursor, the cell that was pressed has it, unless it is in the range. */
  pressMenu(event: InputAction): void {
    const layout = this.#host.layout();
    if (layout === undefined || this.#host.selectable() === 'none') return;
    if (this.#onCells !== undefined) this.#onCells.pressMenu(event, layout);
    else if (this.#chooser.pressMenu(this.placeAt(event, layout))) this.#host.onChange();
  }

  /** The place of the row at a cell of the content box; -1 for none. */
  placeAt(event: Pick<InputLike, 'offsetX' | 'offsetY'>, layout: TableLayout): number {
    return this.#host.view.placeAt(event, layout);
  }

  // Assistive technology

  /** What actions call the row at a place; undefined where rows are not to be selected. */
  partOf(place: number): string | undefined {
    const host = this.#host;
    if (host.disabled() || host.selectable() === 'none') return undefined;
    return `r${host.model.serialOf(host.model.indexAt(place))}`;
  }

  /** The same for a cell, of a table with a cell cursor. */
  partOfCell(place: number, column: Column): string | undefined {
    const host = this.#host;
    if (host.disabled() || !host.hasCells()) return undefined;
    return `r${host.model.serialOf(host.model.indexAt(place))}-${column.index}`;
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
    if (part.startsWith('o')) return this.#operationOfOption(action, Number(part.slice(1)));
    const [, digits = '-1', columnDigits] = /^r(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    const serial = Number(digits);
    const cell = columnDigits === undefined ? undefined : model.columns[Number(columnDigits)];
    if (cell !== undefined) return this.#operationOfCell(action, model.indexOf(serial), cell);
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

  /** Chooses an option of the open cell, as a press on it does. */
  #operationOfOption({ type }: AccessibleAction, row: number): (() => void) | undefined {
    const host = this.#host;
    if (host.disabled() || !host.hasCells()) return undefined;
    const { editor } = host.cells();
    const option = editor.list?.shown[row]?.value;
    if (option === undefined || type === 'set') return undefined;
    if (type === 'press' || type === 'select') return () => void editor.choose(option);
    return () => editor.list?.activate(row);
  }

  /** A press edits the cell, or activates its row. */
  #operationOfCell(
    action: AccessibleAction,
    index: number,
    column: Column,
  ): (() => void) | undefined {
    const host = this.#host;
    const place = host.model.placeOf(index);
    if (place < 0 || this.partOfCell(place, column) === undefined) return undefined;
    const { cursor, editor } = host.cells();
    const go = (): void => {
      cursor.moveTo(place, column, false);
      this.revealColumn(column);
      host.onChange();
    };
    switch (action.type) {
      case 'focus':
      case 'key':
        return go;
      case 'press':
        return () => {
          go();
          if (!editor.start(index, column)) host.activate(index);
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

  #press(event: InputAction, layout: TableLayout): boolean {
    if (this.#pointer.press(event, layout)) return this.#changed(true);
    if (this.#resizer.press(event, layout)) return true;
    return this.#onCells?.press(event, layout) ?? false;
  }

  #move(event: InputAction, layout: TableLayout): boolean {
    if (this.#pointer.drag(event, layout)) return this.#changed(true);
    if (this.#resizer.drag(event) || this.#onCells?.drag(event, layout) === true) return true;
    this.#resizer.hover(event, layout);
    this.#point(event, layout);
    return false;
  }

  #release(): boolean {
    this.#pointer.release();
    const wasSizing = this.#resizer.release();
    return this.#cells?.release() === true || wasSizing;
  }

  #point(event: Pick<InputLike, 'offsetX' | 'offsetY'>, layout: TableLayout): void {
    const place = this.placeAt(event, layout);
    const hover = place < 0 ? -1 : place - this.#host.view.top;
    if (hover === this.hover) return;
    this.hover = hover;
    if (this.#host.selectable() !== 'none') this.#host.onChange();
  }

  #click(event: InputAction, layout: TableLayout): boolean {
    if (!this.#pointer.isClick(event)) return false;
    const host = this.#host;
    // What is dragged does not sort.
    if (this.#resizer.columnAt(event, layout) !== undefined) return true;
    if (event.offsetY === 0 && layout.header > 0) return this.#clickHeader(event, layout);
    const place = this.placeAt(event, layout);
    if (host.selectable() === 'none' || place < 0) return false;
    // A press has gone to the cell. With Ctrl it is about the row, as the key that selects.
    if (host.hasCells()) {
      if (event.ctrlKey === true || event.metaKey === true) this.#chooser.choose(place);
      return this.#changed(true);
    }
    this.#chooser.click(place, event);
    host.onChange();
    return true;
  }

  #clickHeader({ offsetX: x = -1, shiftKey }: InputAction, layout: TableLayout): boolean {
    const { gap } = layout;
    const hit = layout.columns.find((column) => x >= column.x && x < column.x + column.width + gap);
    if (hit === undefined) return false;
    return this.#sortBy(hit.column.key, shiftKey === true);
  }

  #doubleClick(event: InputAction, layout: TableLayout): boolean {
    const border = this.#resizer.columnAt(event, layout);
    if (border !== undefined) {
      this.#resizer.fit(border.column);
      return true;
    }
    const cells = this.#pointer.isClick(event) ? this.#onCells : undefined;
    if (cells !== undefined) return cells.doubleClick(event, layout);
    const place = this.placeAt(event, layout);
    if (place < 0 || this.#host.selectable() === 'none' || !this.#pointer.isClick(event))
      return false;
    this.#host.activate(this.#host.model.indexAt(place));
    return true;
  }

  #wheel(event: InputLike, layout: TableLayout): boolean {
    return this.#changed(this.#host.view.wheel(event, layout.lastFirst));
  }

  // Keys

  #key(event: InputAction, layout: TableLayout): boolean {
    const { ctrlKey = false, altKey = false, metaKey = false } = event;
    const cells = this.#onCells;
    // An open cell has the keys of a field.
    if (cells?.isOpen === true) return cells.key(undefined, event, layout);
    const { view } = this.#host;
    const action = actionOf(event);
    if ((altKey && action !== 'options') || metaKey) return false;
    if (view.headCursor >= 0) return !ctrlKey && this.#headerKey(action, event, layout);
    if (cells !== undefined) return cells.key(action, event, layout);
    if (action === 'copy') return this.#host.copyRows();
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
    const sortable = columns.filter(({ column }) => this.#usesHeader(column));
    // From a cell up to its own heading.
    const own = host.hasCells() ? host.cells().cursor.column : host.model.sortColumn;
    const start = sortable.find(({ column }) => column === own) ?? sortable[0];
    if (start === undefined) return false;
    host.view.headCursor = start.column.index;
    host.onChange();
    return true;
  }

  #headerKey(
    action: TableAction | undefined,
    { shiftKey = false }: InputAction,
    layout: TableLayout,
  ): boolean {
    const host = this.#host;
    const { view } = host;
    const sortable = host.model.columns.filter((column) => this.#usesHeader(column));
    const at = sortable.findIndex(({ index }) => index === view.headCursor);
    const current = sortable[at];
    if (current !== undefined && this.#sizeByKey(action, shiftKey, current, layout)) return true;
    switch (action) {
      case 'left':
      case 'right':
      case 'first':
      case 'last': {
        if (!this.#moveInHeader(action, sortable, at)) return false;
        break;
      }
      case 'activate':
      case 'select':
        if (current !== undefined) this.#sortBy(current.key, shiftKey);
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

  #sizeByKey(
    action: TableAction | undefined,
    shiftKey: boolean,
    column: Column,
    layout: TableLayout,
  ): boolean {
    if (!this.#host.resizable()) return false;
    if (action === 'fit') {
      this.#resizer.fit(column);
      return true;
    }
    if (!shiftKey || (action !== 'left' && action !== 'right')) return false;
    return this.#resizer.grow(column, action === 'left' ? -1 : 1, layout);
  }

  #moveInHeader(
    action: 'left' | 'right' | 'first' | 'last',
    columns: readonly Column[],
    at: number,
  ): boolean {
    const last = columns.length - 1;
    const step = { left: at - 1, right: at + 1, first: 0, last }[action];
    const next = columns[Math.max(0, Math.min(last, step))];
    if (next === undefined) return false;
    this.#host.view.headCursor = next.index;
    this.revealColumn(next);
    return true;
  }

  /** Keys come to a heading where they can do something with it. */
  #usesHeader({ key }: Column): boolean {
    return this.#host.sortable(key) || this.#host.resizable();
  }

  /** @param isOneOfSeveral keeps the columns that rows are sorted by already */
  #sortBy(key: string, isOneOfSeveral = false): boolean {
    const host = this.#host;
    if (!host.sortable(key)) return false;
    const { sortKeys } = host.model;
    const before = sortKeys.find((each) => each.key === key);
    const direction = before?.direction === 'ascending' ? 'descending' : 'ascending';
    const isGone = before?.direction === 'descending';
    if (!isOneOfSeveral) {
      // Of several columns one alone begins again.
      const isOnly = sortKeys.length === 1 && before !== undefined;
      host.sort(isOnly && isGone ? [] : [{ key, direction: isOnly ? direction : 'ascending' }]);
    } else {
      const next = { key, direction } as const;
      const others = sortKeys.filter((each) => each.key !== key);
      const changed = sortKeys.map((each) => (each.key === key ? next : each));
      host.sort(isGone ? others : before === undefined ? [...sortKeys, next] : changed);
    }
    host.onChange();
    return true;
  }
}
