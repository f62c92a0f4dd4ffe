/**
 * The table. Model, order, widths, layout and paint are in the files beside this one; here they meet
 * the element: attributes in, cells out, and the operations that scripts call.
 */
import type { Color } from '../../runtime/color.js';
import type { Size } from '../../runtime/geometry.js';
import type {
  AttributeValues,
  ComputedStyle,
  Painter,
  SelectionBounds,
  StyleValues,
} from '../../runtime/tree/contract.js';
import { TuiElement, type TuiEvent } from '../../runtime/tree/element.js';
import { faultOfIds } from '../data-bars/schema.js';
import { describeTable } from './accessible.js';
import { CellLooks, type FormatCell } from './cell-look.js';
import { cellsIn, copiedText, tsv, type CopiedCells } from './clipboard.js';
import { faultOfKeys, ownId, resolveColumns, type Column } from './columns.js';
import { ATTRIBUTES, BINDABLE, EVENTS, RULES, STYLES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { TableInteraction } from './interaction.js';
import {
  ContentWidths,
  layoutTable,
  naturalSize,
  type LayoutInput,
  type TableLayout,
} from './layout.js';
import { publicRow, readMarkup } from './markup.js';
import { TableModel, type RowFilter } from './model.js';
import { paintTable, shown } from './paint.js';
import { faultOfRow, faultOfRows, type ColumnDeclaration, type Row } from './schema.js';
import { RowSelection, type GetId } from './selection.js';
import type { Direction } from './sorting.js';
import { TableView } from './view.js';

export class Table extends TuiElement {
  static override readonly tag: string = 'table';
  static override readonly description: string =
    'Rows and columns: columns sized to their content, sorting, selecting, filtering, any number of rows.';
  static override readonly content = 'inline';
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles = STYLES;
  static override readonly events = EVENTS;
  static override readonly bindable = BINDABLE;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly props: AttributeValues<typeof ATTRIBUTES>;
  declare computed: ComputedStyle & StyleValues<typeof STYLES>;

  readonly #model = new TableModel();
  readonly #selection = new RowSelection(this.#model, (index) => this.#idOf(index));
  readonly #view = new TableView(this.#model);
  readonly #widths = new ContentWidths(this.#model);
  readonly #looks = new CellLooks(this.#model);
  readonly #interaction = new TableInteraction({
    model: this.#model,
    selection: this.#selection,
    view: this.#view,
    layout: () => this.#layout,
    selectable: () => this.props.selectable,
    sortable: (key) => this.#isSortable(key),
    sort: (key, direction) => this.#sortByPerson(key, direction),
    selected: (index) => this.#fireSelect(index),
    activate: (index) => void this.fire('activate', this.#fields(index)),
    changed: () => this.invalidate('paint'),
  });
  /** Gives the id of a row; set by the script of `onGetId`. */
  #getId: GetId | undefined;
  #layout: TableLayout | undefined;
  #size: Size | undefined;
  /** True while rows or columns come from markup and may be out of date. */
  #markupStale = true;
  #hasRows = false;
  #hasColumns = false;
  #fromMarkup = false;
  #told = '';

  constructor(...args: ConstructorParameters<typeof TuiElement>) {
    super(...args);
    this.#model.onFilterError = (error) => this.#reportOnce('filter-threw', String(error));
  }

  // Rows

  /** Replaces all rows. Selected rows stay selected by their ids, or without ids by their places. */
  setRows(rows: readonly Row[]): void {
    const fault = faultOfRows(rows);
    if (fault === undefined) this.#load(rows);
    else this.#refuse(fault);
  }

  /** A copy of the list of rows, in the order they were given. The rows are the table's own. */
  getRows(): Row[] {
    this.#readMarkup();
    return this.#model.allRows().map(publicRow);
  }

  /** The rows as a property: `getRows` and `setRows`. */
  get rows(): Row[] {
    return this.getRows();
  }
  set rows(value: unknown) {
    if (Array.isArray(value)) this.setRows(value as Row[]);
    else this.setDeclared('rows', value);
  }

  /** How many rows there are, shown or not. */
  get rowCount(): number {
    this.#readMarkup();
    return this.#model.count;
  }

  /** How many rows pass the filter. */
  get shownCount(): number {
    this.#readMarkup();
    return this.#model.shown;
  }

  /** Adds a row at the end of the data; a sorted table shows it where it belongs. Returns its index. */
  appendRow(row: Row): number {
    this.appendRows([row]);
    return this.#model.count - 1;
  }

  /** Adds rows at the end of the data. */
  appendRows(rows: readonly Row[]): void {
    const fault = faultOfRows(rows);
    if (fault !== undefined) {
      this.#refuse(fault);
      return;
    }
    this.#own();
    for (const row of rows) this.#model.append(row);
    for (const index of sample(this.#model.count - rows.length, this.#model.count)) {
      this.#widths.measureRow(index);
    }
    this.#dataChanged();
  }

  /** A row by its index in the data; undefined where there is none. */
  getRow(index: number): Row | undefined {
    this.#readMarkup();
    const row = this.#model.row(index);
    return row === undefined ? undefined : publicRow(row);
  }

  /** Puts another row in the place of one; it stays selected if it was. */
  updateRow(index: number, row: Row): void {
    const fault = faultOfRow(row, 'row') ?? this.#faultOfIndex(index);
    if (fault !== undefined) {
      this.#refuse(fault);
      return;
    }
    this.#own();
    this.#model.update(index, row);
    this.#widths.measureRow(index);
    this.#dataChanged();
  }

  /** Takes a row out; those after it move up. */
  removeRow(index: number): void {
    const fault = this.#faultOfIndex(index);
    if (fault !== undefined) {
      this.#refuse(fault);
      return;
    }
    this.#own();
    this.#selection.removing(index);
    this.#model.remove(index);
    this.#dataChanged();
  }

  // Order

  /** Sorts by the column with a key, or undoes sorting where it is null. No event is fired. */
  sort(key: string | null, direction: Direction = 'ascending'): void {
    const known = key === null || this.#columns().some((column) => column.key === key);
    if (!known || (direction !== 'ascending' && direction !== 'descending')) {
      const what = known
        ? `direction ${JSON.stringify(direction)}`
        : `column ${JSON.stringify(key)}`;
      this.#refuse(`sort: there is no ${what}`);
      return;
    }
    this.sortBy = key ?? undefined;
    this.sortDirection = direction;
  }
  declare sortBy: string | undefined;
  declare sortDirection: Direction;

  /**
   * Shows only rows that have all words of a text in their cells, or for which a function of row and
   * index says so; null shows all.
   */
  filter(filter: string | RowFilter | null): void {
    this.#readMarkup();
    this.#model.setFilter(filter ?? undefined);
    this.#dataChanged();
  }

  /** Scrolls until a row shows, by its index in the data. Returns false where it is filtered out. */
  scrollToRow(index: number): boolean {
    this.#readMarkup();
    const place = this.#model.placeOf(index);
    if (place < 0) return false;
    this.#view.reveal(place);
    this.invalidate('paint');
    return true;
  }

  // Selection

  /** Indexes of the selected rows, ascending. */
  getSelectedRows(): number[] {
    this.#readMarkup();
    return this.#selection.indexes();
  }

  /** Index of the selected row, the first of several; -1 for none. */
  get selectedRow(): number {
    this.#readMarkup();
    return this.#selection.first;
  }
  set selectedRow(index: number) {
    this.setSelectedRow(index);
  }

  /** Selects one row, shows it, and lets keys go on from there; an index that does not exist clears. */
  setSelectedRow(index: number): void {
    this.#readMarkup();
    this.#selection.set(index >= 0 ? [index] : []);
    const place = this.#model.placeOf(index);
    if (place >= 0) this.#view.moveTo(place);
    this.invalidate('paint');
  }

  /** Selects these rows instead of whatever was selected. */
  setSelectedRows(indexes: Iterable<number>): void {
    this.#readMarkup();
    this.#selection.set(indexes);
    this.invalidate('paint');
  }

  /** Selects nothing. */
  clearSelection(): void {
    this.#selection.set([]);
    this.invalidate('paint');
  }

  /** The ids that are selected, a copy: those that were set, or those of the selected rows. */
  getSelectedIds(): Set<string> {
    this.#readMarkup();
    return this.#selection.selectedIds();
  }

  /** Selects the rows with these ids, instead of whatever was selected. */
  setSelectedIds(ids: Iterable<string>): void {
    const fault = faultOfIds(ids);
    if (fault !== undefined) {
      this.#refuse(fault);
      return;
    }
    this.#selection.setIds(ids);
    this.invalidate('paint');
  }

  /** Ids that control the selection; undefined gives it back to people. */
  get selectedIds(): string[] {
    return [...this.getSelectedIds()];
  }
  set selectedIds(value: unknown) {
    const ids = value instanceof Set ? [...(value as Set<unknown>)].map(String) : value;
    this.setDeclared('selectedIds', ids);
  }

  /** Gives the id of a row; set by the script of `onGetId`. */
  get getId(): GetId | undefined {
    return this.#getId;
  }
  set getId(getId: GetId | undefined) {
    this.#getId = getId;
    this.invalidate('paint');
  }

  /** Gives the text and colour of a cell; set by the script of `onFormat`. */
  get formatCell(): FormatCell | undefined {
    return this.#looks.format;
  }
  set formatCell(format: FormatCell | undefined) {
    this.#looks.format = format;
    this.#widths.reset();
    this.invalidate('layout');
  }

  // Input and copying

  override get focusable(): boolean {
    return !this.props.disabled;
  }

  override defaultAction(event: TuiEvent): boolean {
    return !this.props.disabled && this.#interaction.act(event);
  }

  override addState(state: string): void {
    if (!this.states.has(state)) this.invalidate('paint');
    super.addState(state);
  }

  override removeState(state: string): void {
    if (this.states.has(state)) this.invalidate('paint');
    super.removeState(state);
    if (state === 'hover') this.#interaction.left();
  }

  /** True: cells can be dragged over and copied. @public */
  override isTextSelectable(): boolean {
    return true;
  }

  /** Tab-separated cells inside bounds; without bounds the selected rows, or else all that show. @public */
  override getSelectableText(bounds?: SelectionBounds): string {
    this.#readMarkup();
    const model = this.#model;
    if (bounds === undefined || bounds === null)
      return tsv(model, model.columns, this.#rowsToCopy(), false);
    const cells = this.#cellsIn(bounds);
    return cells === undefined ? '' : tsv(model, cells.columns, cells.rows, cells.header);
  }

  /** Bounds widened to whole cells of the table. @public */
  override getSelectionHighlightBounds(
    startX: number,
    endX: number,
    startY?: number,
    endY?: number,
  ): SelectionBounds | undefined {
    return this.#cellsIn({ startX, endX, startY, endY })?.bounds;
  }

  /** `Copied 3 rows of 2 columns to clipboard`. @public */
  override getClipboardDescription(bounds?: SelectionBounds): string | undefined {
    if (bounds === undefined || bounds === null) {
      return copiedText(this.#rowsToCopy().length, this.#model.columns.length);
    }
    const cells = this.#cellsIn(bounds);
    return cells === undefined ? undefined : copiedText(cells.rows.length, cells.columns.length);
  }

  // The element

  override attributeChanged(name: string, value: unknown): void {
    const { props } = this;
    switch (name) {
      case 'columns':
        this.#hasColumns = value !== undefined;
        this.#setColumns(
          (value as readonly (string | ColumnDeclaration)[] | undefined) ?? undefined,
        );
        break;
      case 'rows':
        this.#load((value as readonly Row[] | undefined) ?? []);
        this.#hasRows = value !== undefined;
        this.#markupStale = true;
        return;
      case 'sortBy':
      case 'sortDirection':
        this.#model.sort(props.sortBy, props.sortDirection);
        this.invalidate('paint');
        return;
      case 'filterText':
        this.filter(props.filterText);
        return;
      case 'selectedIds':
        this.#selection.control(value as readonly string[] | undefined);
        this.invalidate('paint');
        return;
      case 'follow':
        this.#view.follow = props.follow;
        this.invalidate('paint');
        return;
      case 'rowKey':
      case 'selectable':
      case 'emptyText':
      case 'noMatchText':
      case 'sortable':
      case 'disabled':
        this.invalidate('paint');
        return;
      case 'onGetId':
      case 'onFormat':
        return;
    }
    this.invalidate('layout');
  }

  override contentChanged(): void {
    this.#markupStale = true;
    this.invalidate('layout');
  }

  override measure(): Size {
    this.#readMarkup();
    this.#size = this.#naturalSize();
    return this.#size;
  }

  override paint(painter: Painter): void {
    this.#readMarkup();
    const { width, height } = painter;
    const { props, computed } = this;
    const view = this.#view;
    const input = { width, height, showHeader: this.#showsHeader(), gap: this.#gap() };
    let layout = layoutTable(this.#model, this.#widths, input, view.first);
    view.sync(layout.body);
    layout = this.#widened(layout, input);
    view.first = layout.first;
    this.#layout = layout;
    this.#looks.begin((css) => painter.color(css), painter.fg);
    paintTable(painter, {
      model: this.#model,
      layout,
      top: view.top,
      cursor: view.headCursor >= 0 ? -1 : view.shownCursor(),
      headCursor: view.headCursor,
      hover: this.#interaction.hover,
      focused: this.states.has('focus'),
      selectable: props.disabled ? 'none' : props.selectable,
      emptyText: this.#model.count === 0 ? props.emptyText : props.noMatchText,
      separator: computed.columnSeparator ?? 'none',
      stripes: computed.stripes === 'rows',
      colors: {
        stripe: shown(computed.stripeColor as Color | undefined),
        header: shown(computed.headerColor as Color | undefined),
        headerBackground: shown(computed.headerBackground as Color | undefined),
        cursor: shown(computed.cursorColor as Color | undefined),
        cursorBackground: shown(computed.cursorBackground as Color | undefined),
        selected: shown(computed.selectedBackground as Color | undefined),
      },
      isSelected: (index) => this.#selection.has(index),
      look: (index, column) => this.#looks.of(index, column),
    });
  }

  override accessibleText(): string {
    this.#readMarkup();
    return describeTable({
      model: this.#model,
      name: this.getAttribute('aria-label') ?? this.getAttribute('title'),
      selected: this.#selection.indexes(),
      cursor: this.states.has('focus') ? this.#view.cursorIndex : -1,
    });
  }

  // Data

  #load(rows: readonly unknown[]): void {
    const again = this.#selection.keep();
    const { cursorIndex } = this.#view;
    const cursorId = cursorIndex < 0 ? undefined : this.#idOf(cursorIndex);
    this.#hasRows = true;
    this.#model.setRows(rows);
    this.#widths.reset();
    again();
    this.#view.replaced(
      cursorIndex,
      (index) => cursorId !== undefined && this.#idOf(index) === cursorId,
    );
    this.#dataChanged();
  }

  #setColumns(declared: readonly (string | ColumnDeclaration)[] | undefined): void {
    const columns = declared === undefined ? undefined : resolveColumns(declared);
    const fault = columns === undefined ? undefined : faultOfKeys(columns);
    if (fault !== undefined) this.#reportOnce('bad-value', fault);
    this.#model.setColumns(columns);
    this.#widths.reset();
  }

  /** Reads rows and columns written as markup, where nothing else gave them. */
  #readMarkup(): void {
    if (!this.#markupStale) return;
    this.#markupStale = false;
    if (this.#hasRows && this.#hasColumns) return;
    if (this.firstElementChild === null && !this.#fromMarkup) return;
    const { columns, rows, fault } = readMarkup(this);
    if (fault !== undefined) this.#reportOnce('bad-value', fault);
    this.#fromMarkup = true;
    if (!this.#hasColumns) this.#setColumns(columns);
    if (this.#hasRows) return;
    this.#load(rows);
    this.#hasRows = false;
  }

  /** A script changes rows one by one: markup is not read again. */
  #own(): void {
    this.#readMarkup();
    this.#hasRows = true;
  }

  #columns(): readonly Column[] {
    this.#readMarkup();
    return this.#model.columns;
  }

  /** Layout only where the size asked for is another one: a table of a set size is just painted. */
  #dataChanged(): void {
    const before = this.#size;
    const { computed } = this;
    const set = typeof computed['height'] === 'number' && typeof computed['width'] === 'number';
    if (before === undefined || set) {
      this.invalidate(before === undefined ? 'layout' : 'paint');
      return;
    }
    const { width, height } = (this.#size = this.#naturalSize());
    this.invalidate(width === before.width && height === before.height ? 'paint' : 'layout');
  }

  #idOf(index: number): string | undefined {
    const row = this.#model.row(index);
    if (row === undefined) return undefined;
    if (this.#getId !== undefined) {
      try {
        const id: unknown = this.#getId({ row: publicRow(row), index });
        if (typeof id === 'string') return id;
      } catch {
        return undefined;
      }
    }
    return ownId(row, this.props.rowKey, this.#model.columns);
  }

  // What people do

  #isSortable(key: string): boolean {
    const column = this.#model.columns.find((other) => other.key === key);
    return column !== undefined && (column.sortable ?? this.props.sortable);
  }

  /** The event comes after the change, so that bindings read it; prevented, the change is undone. */
  #sortByPerson(key: string | undefined, direction: Direction): void {
    const { sortBy, sortDirection } = this.props;
    this.sortBy = key;
    this.sortDirection = direction;
    if (!this.fire('sort', { key, direction }).defaultPrevented) return;
    this.sortBy = sortBy;
    this.sortDirection = sortDirection;
  }

  #fields(index: number): { rowIndex: number; row: unknown; id: string | undefined } {
    const row = this.#model.row(index);
    const none = index < 0 || row === undefined;
    return {
      rowIndex: none ? -1 : index,
      row: none ? undefined : publicRow(row),
      id: none ? undefined : this.#idOf(index),
    };
  }

  #fireSelect(index: number): void {
    this.fire(
      'select',
      { ...this.#fields(index), count: this.#selection.size },
      { cancelable: false },
    );
  }

  #rowsToCopy(): number[] {
    const selected = this.#selection.indexes();
    if (selected.length > 0) return selected;
    return Array.from({ length: this.#model.shown }, (_, place) => this.#model.indexAt(place));
  }

  #cellsIn(bounds: SelectionBounds): CopiedCells | undefined {
    if (this.#layout === undefined) return undefined;
    return cellsIn(this.#model, this.#layout, this.#view.top, bounds);
  }

  // Size

  #showsHeader(): boolean {
    return this.props.showHeader && this.#model.columns.some(({ label }) => label !== '');
  }

  /** Cells between columns; a line has a blank at both sides where there is room. */
  #gap(): number {
    const gap = this.computed['columnGap'];
    const cells = typeof gap === 'number' ? Math.max(0, gap) : 2;
    return (this.computed.columnSeparator ?? 'none') === 'none' ? cells : Math.max(1, cells | 1);
  }

  #naturalSize(): Size {
    return naturalSize(this.#model, this.#widths, {
      showHeader: this.#showsHeader(),
      gap: this.#gap(),
    });
  }

  /** Rows that came into view may be wider than any before. */
  #widened(layout: TableLayout, input: LayoutInput): TableLayout {
    const { version } = this.#widths;
    const { top } = this.#view;
    for (let place = top; place < top + layout.body; place++) {
      const index = this.#model.indexAt(place);
      if (index < 0) break;
      this.#widths.measureRow(index);
    }
    if (this.#widths.version === version) return layout;
    return layoutTable(this.#model, this.#widths, input, this.#view.first);
  }

  #faultOfIndex(index: number): string | undefined {
    this.#readMarkup();
    const { count } = this.#model;
    if (Number.isInteger(index) && index >= 0 && index < count) return undefined;
    return `there is no row ${String(index)}; there are ${count}`;
  }

  #refuse(fault: string): void {
    this.report({ code: 'bad-shape', message: `table: ${fault}` });
  }

  #reportOnce(code: string, message: string): void {
    if (this.#told === message) return;
    this.#told = message;
    this.report({ code, message: `table: ${message}` });
  }
}

/** At most 256 of the indexes from `from` to `to`, evenly: enough to know how wide columns are. */
function* sample(from: number, to: number): Iterable<number> {
  const step = Math.max(1, (to - from) / 256);
  for (let at = from; at < to; at += step) yield Math.floor(at);
}
