/**
 * The table element. Model, order, widths, layout and paint are in the files beside this one; here they meet the
 * element: attributes in, cells out, and the operations that scripts call.
 */
import {
  ACCESSIBLE_NODE,
  addState,
  ATTRIBUTE_CHANGED,
  CARET,
  COMPUTED,
  CONTENT_CHANGED,
  DEFAULT_ACTION,
  fire,
  FOCUSABLE,
  GET_CLIPBOARD_DESCRIPTION,
  GET_SELECTABLE_TEXT,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
  HOVER_AT,
  MENU_PLACE,
  MENU_PRESSED,
  invalidate,
  isPrevented,
  KEY_USE,
  MEASURE,
  nameOf,
  OPERATION,
  PAINT,
  POPUP,
  PROPS,
  removeState,
  reportAttributeError,
  reportError,
  requestCopy,
  SCROLL_PLACE,
  setDeclared,
  STATE_CHANGED,
  statesOf,
  TOOLTIP_AT,
} from '../support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AttributeValues,
  ComputedStyle,
  InputAction,
  Operation,
  Painter,
  PointerCell,
  Popup,
  ScrollPlace,
  SelectionBounds,
  StateTable,
  StyleValues,
} from '../support/author.js';
import type { Size } from '../../runtime/base/geometry.js';
import { findIdsError } from '../support/strings.js';
import {
  describeCell,
  describeFooter,
  describeRows,
  describeTable,
  tableNode,
} from './accessible.js';
import { formatCells, type CopyFormat } from './cells/clipboard.js';
import { TableCells, type ValidateCell } from './cells/table-cells.js';
import type { FormatCell, RowStyleHook } from './paint/cell-look.js';
import { copiedText, rowsToCopy } from './clipboard.js';
import { ATTRIBUTES, BINDABLE, EVENTS, RULES, STYLES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { TableInteraction } from './interaction.js';
import { TABLE_KEYS } from './keys.js';
import type { Column } from './model/columns.js';
import { findBadColor, type LookRule } from './model/looks.js';
import { publicRow } from './model/markup.js';
import { TableModel, type RowFilter } from './model/model.js';
import { markRoom } from './paint/layout.js';
import type { CellPlace } from './paint/open-cell.js';
import { TablePicture } from './paint/picture.js';
import { findRowError, findRowsError, type ColumnDeclaration, type Row } from './model/schema.js';
import { RowSelection, type GetRowId } from './model/selection.js';
import type { SortKey } from './model/order.js';
import type { Direction } from './model/sorting.js';
import { TableSource } from './model/source.js';
import { RowsView } from '../support/rows/view.js';
import { CopiedElement } from '../support/copied.js';

/** Attributes that are read when they are needed, and those that change what is painted and no size. */
const READ_LATER: ReadonlySet<string> = new Set([
  'copyFormat',
  'resizable',
  'onGetId',
  'onFormat',
  'onRowStyle',
  'onValidate',
]);
const PAINTED: ReadonlySet<string> = new Set([
  'rowKey',
  'emptyText',
  'noMatchText',
  'disabled',
  'frozenColumns',
]);

export class Table extends CopiedElement {
  static override readonly tag: string = 'table';
  static override readonly persist: readonly string[] = [
    'sortBy',
    'sortDirection',
    'sortThen',
    'columnWidths',
  ];
  static override readonly description: string =
    'Rows and columns: columns sized to their content, sorting, selection, filtering, totals, cells that are edited, any number of rows.';
  static override readonly labelable = true;
  static override readonly content = 'inline';
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles = STYLES;
  static override readonly keys = TABLE_KEYS;
  static override readonly events = EVENTS;
  static override readonly bindable = BINDABLE;
  static override readonly states = {
    open: 'The list of options of a cell is open.',
  } as const satisfies StateTable;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;
  declare [COMPUTED]: ComputedStyle & StyleValues<typeof STYLES>;

  readonly #model = new TableModel();
  readonly #selection: RowSelection = new RowSelection(this.#model, (index) =>
    this.#source.idOf(index, this.#getId, this[PROPS].rowKey),
  );
  readonly #view = new RowsView(this.#model);
  readonly #picture = new TablePicture(this.#model, this.#selection, this.#view);
  readonly #source: TableSource = new TableSource({
    element: this,
    model: this.#model,
    selection: this.#selection,
    view: this.#view,
    replaced: () => {
      this.#picture.widths.reset();
      this.#madeCells?.editor.replaced();
      this.#showList();
    },
    report: (error) => this.#reportOnce('bad-value', error),
  });
  readonly #interaction = new TableInteraction({
    model: this.#model,
    selection: this.#selection,
    view: this.#view,
    layout: () => this.#picture.layout,
    selectable: () => this[PROPS].selectable,
    disabled: () => this[PROPS].disabled,
    showsCursor: () => statesOf(this).has('focus-visible'),
    sortable: (key) => this.#isSortable(key),
    sort: (keys) => this.#sortByPerson(keys),
    resizable: () => this[PROPS].resizable,
    resize: (column, cells) => this.#resize(column, cells),
    resized: ({ key }) => {
      const width = this.#picture.sized.get(key) ?? 0;
      fire(this, 'columnresize', { key, width }, { cancelable: false });
    },
    cells: () => this.#cells,
    hasCells: () => this.#hasCells,
    copyRows: () => this.#copyRows(),
    selected: (index) => this.#fireSelect(index),
    activate: (index) => void fire(this, 'activate', this.#source.fieldsOf(index)),
    onChange: () => invalidate(this, 'paint'),
  });
  #madeCells: TableCells | undefined;
  /** Returns the id of a row; set by `onGetId`. */
  #getId: GetRowId | undefined;
  #size: Size | undefined;
  #reported = '';

  constructor(...args: ConstructorParameters<typeof CopiedElement>) {
    super(...args);
    this.#model.onFilterError = (error) => this.#reportOnce('filter-threw', String(error));
  }

  // Rows

  /** Replaces all rows. The selection is kept by id, or without ids by index. */
  setRows(rows: readonly Row[]): void {
    this.#setRows(rows);
  }
  #setRows(rows: readonly Row[]): void {
    if (this.#refuses(findRowsError(rows))) return;
    this.#source.setRows(rows);
    this.#onDataChange();
  }

  /** Returns a copy of the list of rows, in the order of the data. The rows themselves are not copied. */
  getRows(): Row[] {
    return this.#getRows();
  }
  #getRows(): Row[] {
    this.#source.read();
    return this.#model.allRows().map(publicRow);
  }

  /** The rows as a property: `getRows` and `setRows`. */
  get rows(): Row[] {
    return this.#getRows();
  }
  set rows(value: unknown) {
    if (Array.isArray(value)) this.#setRows(value as Row[]);
    else setDeclared(this, 'rows', value);
  }

  /** Number of rows, visible or not. */
  get rowCount(): number {
    this.#source.read();
    return this.#model.count;
  }

  /** Number of rows that pass the filter. */
  get shownCount(): number {
    this.#source.read();
    return this.#model.shown;
  }

  /** Appends a row to the data and returns its index; a sorted table shows it in its place. */
  appendRow(row: Row): number {
    this.#appendRows([row]);
    return this.#model.count - 1;
  }

  /** Appends rows to the data. */
  appendRows(rows: readonly Row[]): void {
    this.#appendRows(rows);
  }
  #appendRows(rows: readonly Row[]): void {
    if (this.#refuses(findRowsError(rows))) return;
    this.#source.takeOverRows();
    for (const row of rows) this.#model.append(row);
    this.#picture.widths.measureRows(this.#model.count - rows.length);
    this.#onDataChange();
  }

  /** Returns a row by its index in the data; undefined if there is none. */
  getRow(index: number): Row | undefined {
    this.#source.read();
    const row = this.#model.row(index);
    return row === undefined ? undefined : publicRow(row);
  }

  /** Replaces a row; it stays selected. */
  updateRow(index: number, row: Row): void {
    if (this.#refuses(findRowError(row, 'row') ?? this.#source.findIndexError(index))) return;
    this.#source.takeOverRows();
    this.#model.update(index, row);
    this.#picture.widths.measureRow(index);
    this.#onDataChange();
  }

  /** Removes a row; those after it move up. */
  removeRow(index: number): void {
    if (this.#refuses(this.#source.findIndexError(index))) return;
    this.#source.takeOverRows();
    this.#selection.removing(index);
    this.#model.remove(index);
    this.#onDataChange();
  }

  // Order

  /**
   * Sorts by the column with a key, or by several columns, without an event; null restores the order of the data.
   */
  sort(
    by:
      | string
      | null
      | readonly (string | { readonly key: string; readonly direction?: Direction })[],
    direction: Direction = 'ascending',
  ): void {
    this.#source.read();
    const list = by === null ? [] : typeof by === 'string' ? [{ key: by, direction }] : by;
    const keys = list.map(sortKeyOf);
    const error = this.#findSortError(keys);
    if (this.#refuses(error)) return;
    this.#setSort(keys);
    // Also where the app had sorted, which these attributes do not have.
    this.#model.sort(keys);
    invalidate(this, 'paint');
  }
  #findSortError(keys: readonly SortKey[]): string | undefined {
    for (const { key, direction } of keys) {
      if (!this.#model.columns.some((column) => column.key === key))
        return `sort: unknown column ${JSON.stringify(key)}`;
      if (direction !== 'ascending' && direction !== 'descending')
        return `sort: unknown direction ${JSON.stringify(direction)}`;
    }
    return undefined;
  }
  declare sortBy: string | undefined;
  declare sortDirection: Direction;
  declare sortThen:
    | readonly (string | { readonly key: string; readonly direction?: Direction })[]
    | undefined;
  declare columnWidths: Readonly<Record<string, number>> | undefined;

  #setSort([first, ...others]: readonly SortKey[]): void {
    setDeclared(this, 'sortBy', first?.key);
    setDeclared(this, 'sortDirection', first?.direction ?? 'ascending');
    setDeclared(this, 'sortThen', others.length === 0 ? undefined : others);
  }
  #declaredSort(): SortKey[] {
    const { sortBy, sortDirection, sortThen = [] } = this[PROPS];
    if (sortBy === undefined) return [];
    const others = sortThen as readonly (string | SortKey)[];
    return [{ key: sortBy, direction: sortDirection }, ...others.map(sortKeyOf)];
  }

  /**
   * Shows only rows whose cells contain all words of a text, or for which a function of row and index returns true; null shows all.
   */
  filter(filter: string | RowFilter | null): void {
    this.#filter(filter);
  }
  #filter(filter: string | RowFilter | null): void {
    this.#source.read();
    this.#model.setFilter(filter ?? undefined);
    this.#onDataChange();
  }

  /** Scrolls to a row by its index in the data. Returns false if it is filtered out. */
  scrollToRow(index: number): boolean {
    this.#source.read();
    const place = this.#model.placeOf(index);
    if (place < 0) return false;
    this.#view.reveal(place);
    invalidate(this, 'paint');
    return true;
  }

  /** Scrolls sideways to the column with a key. Returns false if there is none, or no room for it. */
  scrollToColumn(key: string): boolean {
    this.#source.read();
    const column = this.#model.columns.find((each) => each.key === key);
    if (column === undefined || !this.#interaction.revealColumn(column)) return false;
    invalidate(this, 'paint');
    return true;
  }

  // Cells

  /** Key of the column with the cell cursor; undefined without a cell cursor. Setting it scrolls to the column. */
  get cursorColumn(): string | undefined {
    this.#source.read();
    return this.#hasCells ? this.#cells.cursor.column?.key : undefined;
  }
  set cursorColumn(key: string | undefined) {
    this.#source.read();
    const column = this.#model.columns.find((each) => each.key === key);
    if (column === undefined || !this.#hasCells) return;
    this.#cells.cursor.moveTo(this.#view.cursorPlace(), column, false);
    this.#interaction.revealColumn(column);
    invalidate(this, 'paint');
  }

  /** Returns the cells that are selected, or the one with the cursor: indexes of rows, and keys of columns. */
  getSelectedCells(): { rows: number[]; columns: string[] } {
    this.#source.read();
    const cells = this.#hasCells ? this.#cells.cursor.cells : undefined;
    if (cells === undefined) return { rows: [], columns: [] };
    const { from, to, columns } = cells;
    return {
      rows: Array.from({ length: to - from + 1 }, (_, at) => this.#model.indexAt(from + at)),
      columns: columns.map(({ key }) => key),
    };
  }

  /** Starts to edit the cell with the cursor. Returns false if it cannot be edited. */
  editCell(): boolean {
    this.#source.read();
    const { cursor, editor } = this.#cells;
    return this.#hasCells && editor.start(cursor.index, cursor.column);
  }

  /** Undoes the last change of cells by the user. Returns false if there is none. */
  undo(): boolean {
    return this.#cells.changes.step('undo') !== undefined;
  }

  /** Makes the change that was undone last again. Returns false if there is none. */
  redo(): boolean {
    return this.#cells.changes.step('redo') !== undefined;
  }

  /** Returns the error in a value that was typed; set by `onValidate`. */
  get validateCell(): ValidateCell | undefined {
    return this.#cells.validate;
  }
  set validateCell(validate: ValidateCell | undefined) {
    this.#cells.validate = validate;
  }

  /** Returns rows as text: `tsv`, `csv`, `json` or `markdown`; those that show, in their order, or the selected ones. */
  toText(
    format: CopyFormat = 'tsv',
    { rows = 'shown', header = true }: { rows?: 'shown' | 'selected'; header?: boolean } = {},
  ): string {
    this.#source.read();
    const model = this.#model;
    const indexes =
      rows === 'selected'
        ? this.#selection.indexes()
        : Array.from({ length: model.shown }, (_, place) => model.indexAt(place));
    return formatCells(format, { model, columns: model.columns, rows: indexes, header });
  }

  get #hasCells(): boolean {
    const { cursor, editable } = this[PROPS];
    return cursor === 'cell' || editable;
  }

  /** Made where they are used: most tables have no cell cursor. */
  get #cells(): TableCells {
    return (this.#madeCells ??= new TableCells({
      element: this,
      model: this.#model,
      view: this.#view,
      selection: this.#selection,
      source: this.#source,
      picture: this.#picture,
      isEditable: () => this[PROPS].editable && !this[PROPS].disabled,
      copyFormat: () => this[PROPS].copyFormat ?? 'tsv',
      onDataChange: () => this.#onDataChange(),
      onChange: () => {
        invalidate(this, 'paint');
        this.#showList();
      },
    }));
  }

  /** Brings the state in step with the list of options, which is a popup while it is set. */
  #showList(): void {
    const isOpen = this.#madeCells?.editor.list !== undefined;
    if (isOpen === statesOf(this).has('open')) return;
    if (isOpen) addState(this, 'open');
    else removeState(this, 'open');
  }

  /** By Ctrl+C, where the app has chosen a format for rows. */
  #copyRows(): boolean {
    const { copyFormat } = this[PROPS];
    const rows = this.#selection.indexes();
    if (copyFormat === undefined || rows.length === 0) return false;
    const model = this.#model;
    const header = copyFormat !== 'tsv';
    requestCopy(this, formatCells(copyFormat, { model, columns: model.columns, rows, header }));
    return true;
  }

  // Cursor and selection

  /**
   * Index of the row with the keyboard cursor, selected or not; -1 if no row is visible. Setting it scrolls to the
   * row.
   */
  get cursorRow(): number {
    this.#source.read();
    return this.#model.indexAt(this.#view.cursorPlace());
  }
  set cursorRow(index: number) {
    this.#source.read();
    this.#view.goTo(index);
    invalidate(this, 'paint');
  }

  /** Returns the indexes of the selected rows, ascending. */
  getSelectedRows(): number[] {
    this.#source.read();
    return this.#selection.indexes();
  }

  /** Index of the first selected row; -1 for none. */
  get selectedRow(): number {
    this.#source.read();
    return this.#selection.first;
  }
  set selectedRow(index: number) {
    this.#setSelectedRow(index);
  }

  /**
   * Selects one row, scrolls to it, and moves the keyboard cursor there; an index that does not exist clears the
   * selection.
   */
  setSelectedRow(index: number): void {
    this.#setSelectedRow(index);
  }
  #setSelectedRow(index: number): void {
    this.#source.read();
    this.#selection.set(index >= 0 ? [index] : []);
    this.#view.goTo(index);
    invalidate(this, 'paint');
  }

  /** Replaces the selection with these rows. */
  setSelectedRows(indexes: Iterable<number>): void {
    this.#source.read();
    this.#selection.set(indexes);
    invalidate(this, 'paint');
  }

  /** Clears the selection. */
  clearSelection(): void {
    this.#selection.set([]);
    invalidate(this, 'paint');
  }

  /** Returns a copy of the selected ids: those that were set, or those of the selected rows. */
  getSelectedIds(): Set<string> {
    return this.#getSelectedIds();
  }
  #getSelectedIds(): Set<string> {
    this.#source.read();
    return this.#selection.selectedIds();
  }

  /** Replaces the selection with the rows that have these ids. */
  setSelectedIds(ids: Iterable<string>): void {
    if (this.#refuses(findIdsError(ids))) return;
    this.#selection.setIds(ids);
    invalidate(this, 'paint');
  }

  /** Ids that control the selection; undefined lets the user select. */
  get selectedIds(): string[] {
    return [...this.#getSelectedIds()];
  }
  set selectedIds(value: readonly string[] | ReadonlySet<string> | string | null | undefined) {
    const ids = value instanceof Set ? [...value].map(String) : value;
    setDeclared(this, 'selectedIds', ids);
  }

  /** Returns the id of a row; set by `onGetId`. */
  get getId(): GetRowId | undefined {
    return this.#getId;
  }
  set getId(getId: GetRowId | undefined) {
    this.#getId = getId;
    invalidate(this, 'paint');
  }

  /** Returns the text and colour of a cell; set by `onFormat`. */
  get formatCell(): FormatCell | undefined {
    return this.#picture.looks.format;
  }
  set formatCell(format: FormatCell | undefined) {
    this.#picture.looks.format = format;
    this.#picture.widths.reset();
    invalidate(this, 'layout');
  }

  /** Returns how a row looks; set by `onRowStyle`. */
  get rowStyle(): RowStyleHook | undefined {
    return this.#picture.looks.rowStyle;
  }
  set rowStyle(style: RowStyleHook | undefined) {
    this.#picture.looks.rowStyle = style;
    invalidate(this, 'paint');
  }

  // Input and copying

  override get [FOCUSABLE](): boolean {
    return !this[PROPS].disabled;
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    const isUsed = !this[PROPS].disabled && this.#interaction.act(event);
    this.#showList();
    return isUsed;
  }

  override [POPUP](): Popup | null {
    const editor = this.#madeCells?.editor;
    const panel = this[PROPS].disabled ? null : (editor?.list?.panel ?? null);
    if (editor === undefined || panel === null) return null;
    return {
      ...panel,
      place: () => {
        const place = this.#placeOfOpen();
        return place === undefined ? undefined : { ...place, height: 1 };
      },
      // The cell is as it was, as by the same key in any other.
      back: () => {
        editor.cancel();
        return true;
      },
      close: () => editor.list?.close(),
    };
  }

  override [KEY_USE](event: InputAction): 'edit' | undefined {
    return this[PROPS].disabled ? undefined : this.#interaction.useOf(event);
  }

  override [CARET](): { readonly x: number; readonly y: number } | null {
    const place = this.#placeOfOpen();
    const caret = this.#madeCells?.editor.open?.prompt.caret() ?? 0;
    return place === undefined ? null : { x: place.x + caret, y: place.y };
  }

  /** Where the open cell shows. */
  #placeOfOpen(): CellPlace | undefined {
    const open = this.#madeCells?.editor.open;
    return open && this.#picture.placeOf(open.serial, open.column, open.prompt.cells);
  }

  override [HOVER_AT](pointer: PointerCell): void {
    if (!this[PROPS].disabled) this.#interaction.hoverAt(pointer);
  }

  override [MENU_PRESSED](event: InputAction): void {
    if (!this[PROPS].disabled && event.target === this) this.#interaction.pressMenu(event);
  }

  override [MENU_PLACE](): { readonly x: number; readonly y: number } | null {
    const row = this.#view.cursorRow();
    const { layout } = this.#picture;
    return row < 0 || layout === undefined ? null : { x: 1, y: layout.header + row + 1 };
  }

  /** The whole text of a cell that had to be cut. */
  override [TOOLTIP_AT](x: number, y: number): string | undefined {
    const { layout } = this.#picture;
    if (layout === undefined) return undefined;
    const place = this.#interaction.placeAt({ offsetX: x, offsetY: y }, layout);
    return place < 0 ? undefined : this.#picture.cutText(x, place);
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    invalidate(this, 'paint');
    if (state === 'hover' && !isSet) this.#interaction.left();
    if (state === 'focus' && !isSet) this.#madeCells?.leave();
  }

  /** Tab-separated cells inside bounds; without bounds the selected rows, or else all that show. */
  override [GET_SELECTABLE_TEXT](bounds?: SelectionBounds): string {
    this.#source.read();
    const model = this.#model;
    if (bounds === undefined || bounds === null) {
      const rows = rowsToCopy(this.#model, this.#selection);
      return formatCells('tsv', { model, columns: model.columns, rows, header: false });
    }
    const cells = this.#picture.cellsIn(bounds);
    return cells === undefined ? '' : formatCells('tsv', { model, ...cells });
  }

  /** Bounds widened to whole cells of the table. */
  override [GET_SELECTION_HIGHLIGHT_BOUNDS](
    startX: number,
    endX: number,
    startY?: number,
    endY?: number,
  ): SelectionBounds | undefined {
    return this.#picture.cellsIn({ startX, endX, startY, endY })?.bounds;
  }

  /** `3 rows of 2 columns`. */
  override [GET_CLIPBOARD_DESCRIPTION](bounds?: SelectionBounds): string | undefined {
    if (bounds === undefined || bounds === null) {
      return copiedText(
        rowsToCopy(this.#model, this.#selection).length,
        this.#model.columns.length,
      );
    }
    const cells = this.#picture.cellsIn(bounds);
    return cells === undefined ? undefined : copiedText(cells.rows.length, cells.columns.length);
  }

  // The element

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    const { [PROPS]: props } = this;
    if (READ_LATER.has(name)) return;
    if (PAINTED.has(name)) {
      invalidate(this, 'paint');
      return;
    }
    switch (name) {
      case 'columns':
        this.#source.setColumns(value as readonly (string | ColumnDeclaration)[] | undefined);
        this.#checkColors(
          'columns',
          ((value ?? []) as readonly (string | ColumnDeclaration)[]).flatMap((each) =>
            typeof each === 'string' ? [] : (each.looks ?? []),
          ),
        );
        break;
      case 'rows':
        this.#source.setRows(value as readonly Row[] | undefined);
        this.#onDataChange();
        return;
      case 'sortBy':
      case 'sortDirection':
      case 'sortThen':
        this.#model.sort(this.#declaredSort());
        invalidate(this, 'paint');
        return;
      case 'filterText':
        this.#filter(props.filterText);
        return;
      case 'selectedIds':
        this.#selection.control(value as readonly string[] | undefined);
        invalidate(this, 'paint');
        return;
      case 'follow':
        this.#view.follow = props.follow;
        invalidate(this, 'paint');
        return;
      case 'rowLooks':
        this.#picture.looks.rowLooks = (value as readonly LookRule[] | undefined) ?? [];
        this.#checkColors('rowLooks', this.#picture.looks.rowLooks);
        invalidate(this, 'paint');
        return;
      case 'columnWidths':
        this.#picture.sized = new Map(
          Object.entries((value as Readonly<Record<string, number>> | undefined) ?? {}),
        );
        break;
      case 'cursor':
      case 'editable':
        this.#madeCells?.editor.cancel();
        invalidate(this, 'paint');
        return;
    }
    invalidate(this, 'layout');
  }

  override [CONTENT_CHANGED](): void {
    this.#source.invalidate();
    invalidate(this, 'layout');
  }

  override [MEASURE](): Size {
    this.#source.read();
    this.#size = this.#picture.naturalSize(this);
    return this.#size;
  }

  override [PAINT](painter: Painter): void {
    this.#source.read();
    const { [PROPS]: props, [COMPUTED]: computed } = this;
    this.#picture.paint(painter, {
      showHeader: props.showHeader,
      sortable: props.sortable,
      selectable: props.disabled ? 'none' : props.selectable,
      focused: statesOf(this).has('focus'),
      byKeys: statesOf(this).has('focus-visible'),
      hover: this.#interaction.hover,
      border: this.#interaction.border,
      frozenColumns: props.frozenColumns,
      cells: this.#hasCells ? this.#cells : undefined,
      emptyText: this.#model.count === 0 ? props.emptyText : props.noMatchText,
      computed,
    });
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const { selectable, disabled } = this[PROPS];
    this.#source.read();
    const selected = this.#selection.indexes();
    const name = nameOf(this);
    const cursor = statesOf(this).has('focus') ? this.#view.cursorIndex : -1;
    const cells = this.#hasCells ? this.#cells : undefined;
    const rows = [
      ...describeRows(this.#model, this.#view.shown, selected),
      ...describeFooter(this.#model),
    ];
    const at = cells === undefined ? undefined : describeCell(this.#model, cells);
    return {
      ...tableNode(this.#model, this.#view, {
        selected: selectable === 'none' ? undefined : selected,
        cells,
        partOf: (place) => this.#interaction.partOf(place),
        partOfCell: (place, column) => this.#interaction.partOfCell(place, column),
        partOfColumn: (column) => this.#interaction.partOfColumn(column),
      }),
      name,
      multiple: selectable === 'multiple',
      disabled,
      line: {
        text: describeTable(this.#model, name, selected, cursor, at),
        more: rows.map((row) => `\n${row}`).join(''),
      },
    };
  }

  override [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    return this.#interaction.operation(action, part);
  }

  override [SCROLL_PLACE](): ScrollPlace | undefined {
    const { layout } = this.#picture;
    if (layout === undefined) return undefined;
    const { top, first, lastTop } = this.#view;
    return {
      left: first,
      top,
      maxLeft: layout.lastFirst,
      maxTop: lastTop,
      scrollTo: ({ left, top: row }) => {
        this.#view.first = left;
        this.#view.scrollBy(row - this.#view.top);
        invalidate(this, 'paint');
      },
    };
  }

  // Data

  /** Layout only where the size requested is another one: a table of a set size is just painted. */
  #onDataChange(): void {
    const before = this.#size;
    const { [COMPUTED]: computed } = this;
    const set = typeof computed['height'] === 'number' && typeof computed['width'] === 'number';
    if (before === undefined || set) {
      invalidate(this, before === undefined ? 'layout' : 'paint');
      return;
    }
    const { width, height } = (this.#size = this.#picture.naturalSize(this));
    invalidate(this, width === before.width && height === before.height ? 'paint' : 'layout');
  }

  // What people do

  #isSortable(key: string): boolean {
    const column = this.#model.columns.find((other) => other.key === key);
    return column !== undefined && (column.sortable ?? this[PROPS].sortable);
  }

  /** The event comes after the change, so that bindings read it; prevented, the app sorts, and the header shows it. */
  #sortByPerson(keys: readonly SortKey[]): void {
    const before = this[PROPS].sortDirection;
    this.#setSort(keys);
    const [first] = keys;
    const { key, direction } = first ?? { key: undefined, direction: 'ascending' };
    if (!isPrevented(fire(this, 'sort', { key, direction, columns: keys }))) return;
    // The listener has sorted by the table instead.
    if (this[PROPS].sortBy !== key || this[PROPS].sortDirection !== direction) return;
    this.#setSort([]);
    setDeclared(this, 'sortDirection', before);
    this.#model.sort(keys, true);
    invalidate(this, 'paint');
  }

  /** @param cells undefined: as wide as the content */
  #resize({ key, index }: Column, cells: number | undefined): void {
    const { widths, sized } = this.#picture;
    const mark = markRoom(this.#picture.layout?.gap ?? 0);
    const width = cells ?? Math.max(1, widths.withMark(index, mark));
    setDeclared(this, 'columnWidths', { ...Object.fromEntries(sized), [key]: width });
  }

  #fireSelect(index: number): void {
    fire(
      this,
      'select',
      { ...this.#source.fieldsOf(index), count: this.#selection.size },
      { cancelable: false },
    );
  }

  /** Reports the error in an argument; true if there is one. */
  #refuses(error: string | undefined): boolean {
    if (error === undefined) return false;
    reportError(this, { code: 'bad-shape', message: `table: ${error}` });
    return true;
  }

  #checkColors(attribute: string, rules: readonly LookRule[]): void {
    const color = findBadColor(rules);
    if (color === undefined) return;
    reportAttributeError(this, attribute, {
      code: 'bad-color',
      message: `table: looks: expected a colour, found ${JSON.stringify(color.slice(0, 40))}`,
      suggestion: 'write a CSS colour, or one of the theme such as var(--error)',
    });
  }

  #reportOnce(code: string, message: string): void {
    if (this.#reported === message) return;
    this.#reported = message;
    reportError(this, { code, message: `table: ${message}` });
  }
}

function sortKeyOf(by: string | { readonly key: string; readonly direction?: Direction }): SortKey {
  if (typeof by === 'string') return { key: by, direction: 'ascending' };
  return { key: by.key, direction: by.direction ?? 'ascending' };
}
