/**
 * The table. Model, order, widths, layout and paint are in the files beside this one; here they meet
 * the element: attributes in, cells out, and the operations that scripts call.
 */
import type { AccessibleElement } from '../../runtime/accessible-node.js';
import type { Size } from '../../runtime/geometry.js';
import type {
  AttributeValues,
  ComputedStyle,
  Painter,
  SelectionBounds,
  StyleValues,
} from '../../runtime/element/contract.js';
import { TuiElement, type TuiEvent, type PointerCell } from '../../runtime/element/tui-element.js';
import { faultOfIds } from '../data-bars/schema.js';
import { nameOf } from '../support/control.js';
import { describeRows, describeTable, tableNode } from './accessible.js';
import type { FormatCell } from './cell-look.js';
import { copiedText, rowsToCopy, tsv } from './clipboard.js';
import { ATTRIBUTES, BINDABLE, EVENTS, RULES, STYLES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { TableInteraction } from './interaction.js';
import { publicRow } from './markup.js';
import { TableModel, type RowFilter } from './model.js';
import { TablePicture } from './picture.js';
import { faultOfRow, faultOfRows, type ColumnDeclaration, type Row } from './schema.js';
import { RowSelection, type GetRowId } from './selection.js';
import type { Direction } from './sorting.js';
import { TableSource } from './source.js';
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
  readonly #selection: RowSelection = new RowSelection(this.#model, (index) =>
    this.#source.idOf(index, this.#getId, this.props.rowKey),
  );
  readonly #view = new TableView(this.#model);
  readonly #picture = new TablePicture(this.#model, this.#selection, this.#view);
  readonly #source: TableSource = new TableSource({
    element: this,
    model: this.#model,
    selection: this.#selection,
    view: this.#view,
    replaced: () => this.#picture.widths.reset(),
    report: (fault) => this.#reportOnce('bad-value', fault),
  });
  readonly #interaction = new TableInteraction({
    model: this.#model,
    selection: this.#selection,
    view: this.#view,
    layout: () => this.#picture.layout,
    selectable: () => this.props.selectable,
    showsCursor: () => this.states.has('focus-visible'),
    sortable: (key) => this.#isSortable(key),
    sort: (key, direction) => this.#sortByPerson(key, direction),
    selected: (index) => this.#fireSelect(index),
    activate: (index) => void this.fire('activate', this.#source.fieldsOf(index)),
    changed: () => this.invalidate('paint'),
  });
  /** Gives the id of a row; set by the script of `onGetId`. */
  #getId: GetRowId | undefined;
  #size: Size | undefined;
  #told = '';

  constructor(...args: ConstructorParameters<typeof TuiElement>) {
    super(...args);
    this.#model.onFilterError = (error) => this.#reportOnce('filter-threw', String(error));
  }

  // Rows

  /** Replaces all rows. Selected rows stay selected by their ids, or without ids by their places. */
  setRows(rows: readonly Row[]): void {
    if (this.#refuses(faultOfRows(rows))) return;
    this.#source.setRows(rows);
    this.#dataChanged();
  }

  /** A copy of the list of rows, in the order they were given. The rows are the table's own. */
  getRows(): Row[] {
    this.#source.read();
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
    this.#source.read();
    return this.#model.count;
  }

  /** How many rows pass the filter. */
  get shownCount(): number {
    this.#source.read();
    return this.#model.shown;
  }

  /** Adds a row at the end of the data; a sorted table shows it where it belongs. Returns its index. */
  appendRow(row: Row): number {
    this.appendRows([row]);
    return this.#model.count - 1;
  }

  /** Adds rows at the end of the data. */
  appendRows(rows: readonly Row[]): void {
    if (this.#refuses(faultOfRows(rows))) return;
    this.#source.own();
    for (const row of rows) this.#model.append(row);
    this.#picture.widths.measureRows(this.#model.count - rows.length);
    this.#dataChanged();
  }

  /** A row by its index in the data; undefined where there is none. */
  getRow(index: number): Row | undefined {
    this.#source.read();
    const row = this.#model.row(index);
    return row === undefined ? undefined : publicRow(row);
  }

  /** Puts another row in the place of one; it stays selected if it was. */
  updateRow(index: number, row: Row): void {
    if (this.#refuses(faultOfRow(row, 'row') ?? this.#source.faultOfIndex(index))) return;
    this.#source.own();
    this.#model.update(index, row);
    this.#picture.widths.measureRow(index);
    this.#dataChanged();
  }

  /** Takes a row out; those after it move up. */
  removeRow(index: number): void {
    if (this.#refuses(this.#source.faultOfIndex(index))) return;
    this.#source.own();
    this.#selection.removing(index);
    this.#model.remove(index);
    this.#dataChanged();
  }

  // Order

  /** Sorts by the column with a key, or undoes sorting where it is null. No event is fired. */
  sort(key: string | null, direction: Direction = 'ascending'): void {
    this.#source.read();
    const known = key === null || this.#model.columns.some((column) => column.key === key);
    if (!known || (direction !== 'ascending' && direction !== 'descending')) {
      const what = known
        ? `direction ${JSON.stringify(direction)}`
        : `column ${JSON.stringify(key)}`;
      this.#refuses(`sort: there is no ${what}`);
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
    this.#source.read();
    this.#model.setFilter(filter ?? undefined);
    this.#dataChanged();
  }

  /** Scrolls until a row shows, by its index in the data. Returns false where it is filtered out. */
  scrollToRow(index: number): boolean {
    this.#source.read();
    const place = this.#model.placeOf(index);
    if (place < 0) return false;
    this.#view.reveal(place);
    this.invalidate('paint');
    return true;
  }

  // Cursor and selection

  /** Index of the row that keys are at, or would start from, selected or not; -1 where no row shows. Set, it moves and shows the row. */
  get cursorRow(): number {
    this.#source.read();
    return this.#model.indexAt(this.#view.cursorPlace());
  }
  set cursorRow(index: number) {
    this.#source.read();
    this.#view.goTo(index);
    this.invalidate('paint');
  }

  /** Indexes of the selected rows, ascending. */
  getSelectedRows(): number[] {
    this.#source.read();
    return this.#selection.indexes();
  }

  /** Index of the selected row, the first of several; -1 for none. */
  get selectedRow(): number {
    this.#source.read();
    return this.#selection.first;
  }
  set selectedRow(index: number) {
    this.setSelectedRow(index);
  }

  /** Selects one row, shows it, and lets keys go on from there; an index that does not exist clears. */
  setSelectedRow(index: number): void {
    this.#source.read();
    this.#selection.set(index >= 0 ? [index] : []);
    this.#view.goTo(index);
    this.invalidate('paint');
  }

  /** Selects these rows instead of whatever was selected. */
  setSelectedRows(indexes: Iterable<number>): void {
    this.#source.read();
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
    this.#source.read();
    return this.#selection.selectedIds();
  }

  /** Selects the rows with these ids, instead of whatever was selected. */
  setSelectedIds(ids: Iterable<string>): void {
    if (this.#refuses(faultOfIds(ids))) return;
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
  get getId(): GetRowId | undefined {
    return this.#getId;
  }
  set getId(getId: GetRowId | undefined) {
    this.#getId = getId;
    this.invalidate('paint');
  }

  /** Gives the text and colour of a cell; set by the script of `onFormat`. */
  get formatCell(): FormatCell | undefined {
    return this.#picture.looks.format;
  }
  set formatCell(format: FormatCell | undefined) {
    this.#picture.looks.format = format;
    this.#picture.widths.reset();
    this.invalidate('layout');
  }

  // Input and copying

  override get focusable(): boolean {
    return !this.props.disabled;
  }

  override defaultAction(event: TuiEvent): boolean {
    return !this.props.disabled && this.#interaction.act(event);
  }

  override hoverAt(pointer: PointerCell): void {
    if (!this.props.disabled) this.#interaction.hoverAt(pointer);
  }

  /** The whole text of a cell that had to be cut. */
  override tooltipAt(x: number, y: number): string | undefined {
    const { layout } = this.#picture;
    if (layout === undefined) return undefined;
    const place = this.#interaction.placeAt({ offsetX: x, offsetY: y }, layout);
    return place < 0 ? undefined : this.#picture.cutText(x, place);
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
    this.#source.read();
    const model = this.#model;
    if (bounds === undefined || bounds === null)
      return tsv(model, model.columns, rowsToCopy(this.#model, this.#selection), false);
    const cells = this.#picture.cellsIn(bounds);
    return cells === undefined ? '' : tsv(model, cells.columns, cells.rows, cells.header);
  }

  /** Bounds widened to whole cells of the table. @public */
  override getSelectionHighlightBounds(
    startX: number,
    endX: number,
    startY?: number,
    endY?: number,
  ): SelectionBounds | undefined {
    return this.#picture.cellsIn({ startX, endX, startY, endY })?.bounds;
  }

  /** `Copied 3 rows of 2 columns to clipboard`. @public */
  override getClipboardDescription(bounds?: SelectionBounds): string | undefined {
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

  override attributeChanged(name: string, value: unknown): void {
    const { props } = this;
    switch (name) {
      case 'columns':
        this.#source.setColumns(value as readonly (string | ColumnDeclaration)[] | undefined);
        break;
      case 'rows':
        this.#source.setRows(value as readonly Row[] | undefined);
        this.#dataChanged();
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
      case 'emptyText':
      case 'noMatchText':
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
    this.#source.invalidate();
    this.invalidate('layout');
  }

  override measure(): Size {
    this.#source.read();
    this.#size = this.#picture.naturalSize(this);
    return this.#size;
  }

  override paint(painter: Painter): void {
    this.#source.read();
    const { props, computed } = this;
    this.#picture.paint(painter, {
      showHeader: props.showHeader,
      sortable: props.sortable,
      selectable: props.disabled ? 'none' : props.selectable,
      focused: this.states.has('focus'),
      byKeys: this.states.has('focus-visible'),
      hover: this.#interaction.hover,
      emptyText: this.#model.count === 0 ? props.emptyText : props.noMatchText,
      computed,
    });
  }

  override accessibleText(): string {
    this.#source.read();
    const cursor = this.states.has('focus') ? this.#view.cursorIndex : -1;
    return describeTable(this.#model, nameOf(this), this.#selection.indexes(), cursor);
  }

  override accessibleSummary(): string {
    const rows = describeRows(this.#model, this.#view.shown, this.#selection.indexes());
    return [this.accessibleText(), ...rows].join('\n');
  }

  override accessibleNode(): AccessibleElement {
    const { selectable, disabled } = this.props;
    this.#source.read();
    const selected = this.#selection.indexes();
    return {
      ...tableNode(this.#model, this.#view.shown, selectable === 'none' ? undefined : selected),
      ...{ name: nameOf(this), multiple: selectable === 'multiple', disabled },
    };
  }

  // Data

  /** Layout only where the size asked for is another one: a table of a set size is just painted. */
  #dataChanged(): void {
    const before = this.#size;
    const { computed } = this;
    const set = typeof computed['height'] === 'number' && typeof computed['width'] === 'number';
    if (before === undefined || set) {
      this.invalidate(before === undefined ? 'layout' : 'paint');
      return;
    }
    const { width, height } = (this.#size = this.#picture.naturalSize(this));
    this.invalidate(width === before.width && height === before.height ? 'paint' : 'layout');
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

  #fireSelect(index: number): void {
    this.fire(
      'select',
      { ...this.#source.fieldsOf(index), count: this.#selection.size },
      { cancelable: false },
    );
  }

  /** Reports what is wrong with an argument; true where something is. */
  #refuses(fault: string | undefined): boolean {
    if (fault === undefined) return false;
    this.report({ code: 'bad-shape', message: `table: ${fault}` });
    return true;
  }

  #reportOnce(code: string, message: string): void {
    if (this.#told === message) return;
    this.#told = message;
    this.report({ code, message: `table: ${message}` });
  }
}
