/**
 * The heatmap. `model`, `scale`, `marks` and `paint` are folders, each of which imports only from those before it; here they
 * meet the element: attributes in, cells out, and the operations that scripts call.
 */
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  CHECK,
  COMPUTED,
  DEFAULT_ACTION,
  fire,
  FOCUSABLE,
  GET_CLIPBOARD_DESCRIPTION,
  GET_SELECTABLE_TEXT,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
  hasAttribute,
  invalidate,
  isConnected,
  MEASURE,
  nameOf,
  OPERATION,
  PAINT,
  PROPS,
  reportError,
  setDeclared,
  STATE_CHANGED,
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
  SelectionBounds,
  Size,
  StyleValues,
} from '../support/author.js';
import { ChartDiagnostics } from '../charts/chart-diagnostics.js';
import type { BarPlace, BarValue, TooltipRequest } from '../charts/contract.js';
import { findValuesError } from '../charts/model/values.js';
import { HOOK_CHANGED, HookedChart, hooksOf, SELECTION } from '../charts/hooked-chart.js';
import { colorOr } from '../charts/paint/palette.js';
import type { NumberColumn } from '../charts/scale/columns.js';
import { DEFAULT_NUMBERS } from '../charts/scale/number-format.js';
import { readNumbers } from '../charts/read-numbers.js';
import { ChartSelection, type SelectedBar } from '../charts/selection.js';
import { TextCache } from '../charts/text-cache.js';
import { safeText } from '../charts/tooltip.js';
import { describeHeatmap, nameOfCell } from './accessible.js';
import { checkHeatmap } from './checks.js';
import { ATTRIBUTES, BINDABLE, EVENTS, HEAT_KEYS, STYLES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { HeatInteraction } from './interaction.js';
import { CombinedCells } from './marks/combine.js';
import { layoutHeatmap, membersOf, placeOf, type HeatLayout } from './marks/layout.js';
import type { HeatSettings } from './marks/settings.js';
import { HeatModel } from './model/model.js';
import { findCellsError } from './model/schema.js';
import { boxOfPlace, paintHeatmap } from './paint/paint.js';
import { HeatColors } from './scale/color-scales.js';
import { HeatScale } from './scale/heat-scale.js';

const NOTHING: readonly never[] = [];
/** Cells of a heatmap whose size nothing decides. */
const WIDTH = 60;
const MAX_HEIGHT = 24;
/** Cells that assistive technology can select one by one. */
const MAX_OPTIONS = 400;

export class DataHeatmap extends HookedChart {
  static override readonly tag: string = 'data-heatmap';
  static override readonly description: string =
    'Heatmap: rows and columns of values as colours, with perceptual and diverging scales. A million values are drawn with every extreme.';
  static override readonly fillsRow = true;
  static override readonly content = 'none';
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles = STYLES;
  static override readonly keys = HEAT_KEYS;
  static override readonly events = EVENTS;
  static override readonly bindable = BINDABLE;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;
  declare [COMPUTED]: ComputedStyle & StyleValues<typeof STYLES>;

  readonly #model = new HeatModel();
  readonly #selection = new ChartSelection(this.#model);
  protected override get [SELECTION](): ChartSelection {
    return this.#selection;
  }
  readonly #texts = new TextCache();
  readonly #cells = new CombinedCells();
  readonly #reports = new ChartDiagnostics(this);
  readonly #interaction: HeatInteraction = new HeatInteraction({
    model: this.#model,
    selection: this.#selection,
    layout: () => this.#layout,
    selectable: () => this[PROPS].selectable,
    center: () => this[PROPS].center,
    fire: (type, fields) => void fire(this, type, fields, { cancelable: false }),
    onChange: () => invalidate(this, 'paint'),
  });
  #numbers = DEFAULT_NUMBERS;
  #layout: HeatLayout | undefined;
  #announced = false;

  // Data

  /** Returns a copy of the data, `cells[row][column]`; absent values are null. */
  getValue(): BarValue[][] {
    return this.#model.cells();
  }

  /** Replaces the data. Data of another shape is reported and ignored. */
  setValue(cells: readonly (readonly BarValue[])[]): void {
    this.#setValue(cells);
  }
  #setValue(cells: readonly (readonly BarValue[])[]): void {
    const error = findCellsError(cells);
    if (error === undefined) this.#load(cells);
    else reportError(this, { code: 'bad-shape', message: `data-heatmap: ${error}` });
  }

  /** Appends a column at the right, a value for each row, with a label. */
  appendColumn(values: readonly BarValue[], label?: string): void {
    const error = findValuesError(values, 'values');
    const rows = this.#model.rows;
    if (error !== undefined) {
      reportError(this, { code: 'bad-shape', message: `data-heatmap: ${error}` });
    } else if (!this.#model.append(values, typeof label === 'string' ? label : undefined)) {
      const message = `data-heatmap: values: expected about ${rows} values, one for each row, found ${values.length}`;
      reportError(this, { code: 'bad-shape', message });
    } else this.#announce(this.#model.rows !== rows);
  }

  /** Removes the column at the left, if there is one. */
  shiftColumn(): void {
    if (this.#model.count === 0) return;
    this.#model.shift();
    this.#announce(false);
  }

  /** The data as a property: `getValue` and `setValue`. */
  get cells(): BarValue[][] {
    return this.#model.cells();
  }
  set cells(value: unknown) {
    if (Array.isArray(value)) this.#setValue(value as BarValue[][]);
    else setDeclared(this, 'cells', value);
  }

  // Selection

  /** Returns the selected cell, or null: `entry` is its column, `series` its row. */
  getSelectedCell(): SelectedBar | null {
    return this.#selection.selected;
  }

  /** Selects one cell; one that does not exist clears the selection. */
  setSelectedCell(row: number, column: number): void {
    this.#selection.select(column, row);
    invalidate(this, 'paint');
  }

  override [HOOK_CHANGED](name: 'getId' | 'getTooltip' | 'formatNumber' | 'getColor'): void {
    if (name === 'getId') this.#selection.getId = hooksOf(this).getId;
    if (name === 'formatNumber') this.#readNumbers();
  }

  // Pointing and copying. Cells are those of the content box, as painted last.

  /** Returns the cell of the data that shows at a cell of the box; undefined if none does. */
  cellAt(x: number, y: number): BarPlace | undefined {
    return this.#interaction.at(x, y);
  }

  /** Returns the first cell of the box that shows a cell of the data. */
  placeOf(row: number, column: number): { readonly x: number; readonly y: number } | undefined {
    const layout = this.#layout;
    const model = this.#model;
    const exists = row >= 0 && row < model.rows && column >= 0 && column < model.count;
    if (layout === undefined || !exists || layout.columns.places === 0) return undefined;
    const place = placeOf(layout.columns, column, model.first);
    const { x, y } = boxOfPlace(layout, place, placeOf(layout.rows, row, 0));
    return { x, y };
  }

  override get [FOCUSABLE](): boolean {
    return this[PROPS].selectable || super[FOCUSABLE];
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    return this.#interaction.act(event);
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'hover' && !isSet) this.#interaction.left();
    if (state === 'focus' && !isSet) this.#interaction.blurred();
  }

  override [TOOLTIP_AT](x: number, y: number): string | undefined {
    const point = this.#interaction.at(x, y);
    if (point === undefined) return undefined;
    const { getTooltip } = hooksOf(this);
    if (getTooltip !== undefined) {
      const text = getTooltip(this.#tooltipRequest(point, x, y));
      return typeof text === 'string' ? text : undefined;
    }
    return this[PROPS].tooltip === 'auto' ? this.#automaticTooltip(point) : this[PROPS].tooltip;
  }

  #tooltipRequest({ entry, series }: BarPlace, x: number, y: number): TooltipRequest {
    const model = this.#model;
    const value = model.value(entry, series);
    return {
      type: 'tooltip',
      entryIndex: entry,
      seriesIndex: series,
      seriesName: model.rowLabel(series),
      value: Number.isNaN(value) ? null : value,
      label: model.label(entry),
      x,
      y,
    };
  }

  /** Row and column, then the value; of a mean also that, and how many it is of. */
  #automaticTooltip(point: BarPlace): string {
    const model = this.#model;
    const text = this.#numbers.exact(model.value(point.entry, point.series));
    const lines = [nameOfCell(model, point), text];
    const layout = this.#layout;
    if (layout === undefined) return lines.join('\n');
    const { columns, rows } = layout;
    const place = placeOf(columns, point.entry, model.first);
    const row = placeOf(rows, point.series, 0);
    const [from, to] = membersOf(columns, place, model.first, model.count);
    const [first, end] = membersOf(rows, row, 0, model.rows);
    const count = (to - from) * (end - first);
    if (count < 2) return lines.join('\n');
    const { combine, center } = this.#settings;
    if (combine === 'extreme') return [...lines, `extreme of ${count}`].join('\n');
    const mean = this.#cells.columnAt({ model, columns, rows, combine, center }, place)[row]!;
    return [`from ${lines[0]}`, `mean of ${count}: ${this.#numbers.exact(mean)}`].join('\n');
  }

  /** JSON of the cells inside bounds; without bounds of the selected ones, or else of all. */
  override [GET_SELECTABLE_TEXT](bounds?: SelectionBounds): string {
    const { entries, rows } = this.#cellsToCopy(bounds);
    const model = this.#model;
    return JSON.stringify({
      rowLabels: rows.map((row) => model.rowLabel(row)),
      labels: entries.map((entry) => model.label(entry) ?? ''),
      cells: rows.map((row) =>
        entries.map((entry) => {
          const value = model.value(entry, row);
          return Number.isNaN(value) ? null : value;
        }),
      ),
    });
  }

  /** Bounds widened to whole cells of the data; undefined where there is none inside. */
  override [GET_SELECTION_HIGHLIGHT_BOUNDS](
    startX: number,
    endX: number,
    startY = 0,
    endY = Infinity,
  ): SelectionBounds | undefined {
    const layout = this.#layout;
    const { entries, rows } = this.#inside({ startX, endX, startY, endY });
    const [column] = entries;
    const [row] = rows;
    if (layout === undefined || column === undefined || row === undefined) return undefined;
    const from = this.#boxOf(layout, column, row);
    const to = this.#boxOf(layout, entries.at(-1)!, rows.at(-1)!);
    return {
      startX: from.x,
      startY: from.y,
      endX: to.x + to.width - 1,
      endY: to.y + to.height - 1,
    };
  }

  #boxOf(layout: HeatLayout, entry: number, row: number): ReturnType<typeof boxOfPlace> {
    const place = placeOf(layout.columns, entry, this.#model.first);
    return boxOfPlace(layout, place, placeOf(layout.rows, row, 0));
  }

  /** `24 cells (Mon 00, Mon 01, …)`; undefined if nothing would be copied. */
  override [GET_CLIPBOARD_DESCRIPTION](bounds?: SelectionBounds): string | undefined {
    const { entries, rows } = this.#cellsToCopy(bounds);
    const count = entries.length * rows.length;
    if (count === 0) return undefined;
    const names: string[] = [];
    for (const series of rows) {
      for (const entry of entries) {
        if (names.length === 6) break;
        names.push(nameOfCell(this.#model, { entry, series }));
      }
    }
    if (count > names.length) names.push('…');
    return `${count} ${count === 1 ? 'cell' : 'cells'} (${names.join(', ')})`;
  }

  #cellsToCopy(bounds: SelectionBounds | undefined): {
    readonly entries: readonly number[];
    readonly rows: readonly number[];
  } {
    if (bounds !== undefined) return this.#inside(bounds);
    const model = this.#model;
    const all = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
    const selected = this.#selected();
    if (selected.length === 0) return { entries: all(model.count), rows: all(model.rows) };
    const entries = selected.map(({ entry }) => entry);
    const [{ series }] = selected as [BarPlace];
    return { entries, rows: series < 0 ? all(model.rows) : [series] };
  }

  /** Columns and rows of the data between two cells of the box. */
  #inside({ startX, endX, startY = 0, endY = Infinity }: SelectionBounds): {
    readonly entries: readonly number[];
    readonly rows: readonly number[];
  } {
    const layout = this.#layout;
    const model = this.#model;
    if (layout === undefined) return { entries: NOTHING, rows: NOTHING };
    const within = (count: number, cellOf: (index: number) => number, from: number, to: number) =>
      Array.from({ length: count }, (_, index) => index).filter((index) => {
        const cell = cellOf(index);
        return cell >= Math.min(from, to) && cell <= Math.max(from, to);
      });
    const { columns, rows, plot } = layout;
    const columnStart = (entry: number): number =>
      plot.x + placeOf(columns, entry, model.first) * columns.size;
    const rowStart = (row: number): number => plot.y + placeOf(rows, row, 0) * rows.size;
    const wide = columns.size - 1;
    const high = Math.max(0, rows.size - 1);
    const [left, right] = [Math.min(startX, endX) - wide, Math.max(startX, endX)];
    const [top, bottom] = [Math.min(startY, endY) - high, Math.max(startY, endY) + 0.5];
    return {
      entries: within(model.count, columnStart, left, right),
      rows: within(model.rows, rowStart, top, bottom),
    };
  }

  /** Selected cells; those by ids are whole columns, with a row of -1. */
  #selected(): readonly BarPlace[] {
    const selection = this.#selection;
    if (selection.empty) return NOTHING;
    if (selection.isByIds) return selection.entries().map((entry) => ({ entry, series: -1 }));
    const { bar } = selection;
    return bar === null ? NOTHING : [bar];
  }

  // The element

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    switch (name) {
      case 'cells': {
        const cells = (value as readonly (readonly BarValue[])[] | undefined) ?? NOTHING;
        const error = findCellsError(cells);
        if (error !== undefined) this.#reports.reportError('cells', 'bad-shape', error);
        else this.#load(cells);
        return;
      }
      case 'selectedIds':
        this.#selection.control(value as readonly string[] | undefined);
        invalidate(this, 'paint');
        return;
      case 'selectable':
      case 'tooltip':
      case 'onGetId':
      case 'onTooltip':
      case 'onFormat':
        // Read when the pointer needs it; not shown on the screen.
        return;
      case 'rowLabels':
        this.#model.setRowLabels((value as readonly string[] | undefined) ?? NOTHING);
        break;
      case 'labels':
        this.#model.setLabels((value as readonly string[] | undefined) ?? NOTHING);
        break;
      case 'unit':
      case 'numberFormat':
        this.#readNumbers();
        break;
    }
    super[ATTRIBUTE_CHANGED](name, value);
  }

  override [MEASURE](available: Size): Size {
    const { showAxis, showLegend, entryLabel = '' } = this[PROPS];
    const { legend } = this[COMPUTED];
    const model = this.#model;
    const labels = showAxis && model.hasLabels ? 1 : 0;
    const title = showAxis && entryLabel !== '' ? 1 : 0;
    const key = showLegend && legend !== 'right' ? 1 : 0;
    const height = Math.min(MAX_HEIGHT, Math.max(1, model.rows)) + labels + title + key;
    const width = Number.isFinite(available.width) ? available.width : WIDTH;
    return { width, height: Math.min(height, available.height) };
  }

  override [CHECK](): void {
    for (const warning of checkHeatmap(this.#model, this[PROPS], this[COMPUTED])) {
      this.#reports.warnOnce(warning);
    }
    if (!hasAttribute(this, 'bind:selection')) return;
    if (hooksOf(this).getId !== undefined || hasAttribute(this, 'onGetId')) return;
    const message = `"bind:selection" requires "onGetId", which returns the id of a column`;
    this.#reports.warnOnce({ code: 'no-ids', attribute: 'bind:selection', message });
  }

  override [PAINT](painter: Painter): void {
    this.#announced = false;
    this[CHECK]();
    const { width, height } = painter;
    const model = this.#model;
    const settings = this.#settings;
    const scale = new HeatScale(settings, model);
    const colors = new HeatColors(painter, settings.colorScale);
    const { hasHalves } = colors;
    const texts = this.#texts;
    const layout = layoutHeatmap({ model, settings, scale, texts, width, height, hasHalves });
    this.#layout = layout;
    paintHeatmap(painter, {
      model,
      layout,
      scale,
      colors,
      cells: this.#cells,
      combine: settings.combine,
      center: settings.center,
      texts,
      values: settings.showValues && layout.rows.size >= 1 ? this.#valueColumn(layout) : undefined,
      cursor: this.#interaction.cursor,
      selectedColor: colorOr(this[COMPUTED].selectedColor, painter.fg),
      selected: this.#selected(),
    });
  }

  /** The column that all values are written by; undefined where one of them would not fit its cell. */
  #valueColumn({ columns, rows }: HeatLayout): NumberColumn | undefined {
    const model = this.#model;
    const { combine, center } = this.#settings;
    if (columns.places * rows.places > 4096) return undefined;
    const values: number[] = [];
    for (let place = 0; place < columns.places; place++) {
      values.push(...this.#cells.columnAt({ model, columns, rows, combine, center }, place));
    }
    const known = values.filter((value) => !Number.isNaN(value));
    const size = known.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const column = this.#numbers.column({
      size,
      negative: known.some((value) => value < 0),
      step: size / 1000,
      values: known,
      count: known.length,
      cells: Math.max(1, columns.size),
    });
    return known.every((value) => column.text(value).length <= columns.size) ? column : undefined;
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const model = this.#model;
    const selected = this.#selected().slice(0, 6);
    const name = describeHeatmap(model, {
      name: nameOf(this) || null,
      numbers: this.#numbers,
      selected: selected.map((point) =>
        point.series < 0 ? safeText(model.label(point.entry) ?? '') : nameOfCell(model, point),
      ),
    });
    const parts = this[PROPS].selectable ? this.#options() : undefined;
    return { role: parts === undefined ? 'img' : 'listbox', name, parts, line: { text: name } };
  }

  /** The newest columns, each cell as something to select. */
  #options(): AccessibleElement[] {
    const model = this.#model;
    const options: AccessibleElement[] = [];
    const { point } = this.#interaction;
    const most = Math.max(1, Math.floor(MAX_OPTIONS / Math.max(1, model.rows)));
    const rows = Math.min(model.rows, MAX_OPTIONS);
    for (let entry = Math.max(0, model.count - most); entry < model.count; entry++) {
      for (let series = 0; series < rows; series++) {
        const value = model.value(entry, series);
        const text = Number.isNaN(value) ? 'no value' : this.#numbers.exact(value);
        options.push({
          role: 'option',
          selected: this.#selection.isSelected(entry, series),
          parts: [{ role: 'text', name: `${nameOfCell(model, { entry, series })}, ${text}` }],
          part: `c${model.first + entry}-${series}`,
          current: (point?.entry === entry && point.series === series) || undefined,
        });
      }
    }
    return options;
  }

  override [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    const [, place = '', row = ''] = /^c(\d+)-(\d+)$/.exec(part) ?? [];
    if (!this[PROPS].selectable || place === '' || action.type === 'set') {
      return super[OPERATION](action, part);
    }
    const point = { entry: Number(place) - this.#model.first, series: Number(row) };
    if (point.entry < 0 || point.entry >= this.#model.count) return undefined;
    if (point.series >= this.#model.rows) return undefined;
    const isSelected = this.#selection.isSelected(point.entry, point.series);
    const shouldSelect = action.type === 'select' ? action.value : !isSelected;
    const changes = action.type === 'press' || action.type === 'select';
    return () => {
      this.#interaction.moveTo(point);
      if (changes && isSelected !== shouldSelect) this.#interaction.toggle(point);
    };
  }

  get #settings(): HeatSettings {
    const { [COMPUTED]: computed, [PROPS]: props } = this;
    const isRange = props.min === undefined || props.max === undefined || props.min <= props.max;
    return {
      min: isRange ? props.min : undefined,
      max: isRange ? props.max : undefined,
      center: props.center,
      valueScale: computed.valueScale ?? 'linear',
      colorScale: computed.colorScale ?? 'viridis',
      combine: computed.combine ?? 'extreme',
      showAxis: props.showAxis,
      showValues: props.showValues,
      showLegend: props.showLegend,
      legend: computed.legend ?? 'top',
      entryLabel: props.entryLabel ?? '',
      valueLabel: props.valueLabel ?? '',
      numbers: this.#numbers,
    };
  }

  #load(cells: readonly (readonly BarValue[])[]): void {
    const selected = this.#selection.bar;
    const { rows } = this.#model;
    this.#model.load(cells);
    this.#selection.keep(selected);
    this.#announce(this.#model.rows !== rows);
  }

  /** Requests a paint, once a frame: a stream appends and shifts many times before it. */
  #announce(isOtherSize: boolean): void {
    if (isOtherSize) invalidate(this, 'layout');
    if (this.#announced && !this.#selection.follows) return;
    this.#announced = isConnected(this);
    invalidate(this, 'paint');
  }

  #readNumbers(): void {
    this.#numbers = readNumbers(
      this.#reports,
      this.#numbers,
      this[PROPS],
      hooksOf(this).formatNumber,
    );
    invalidate(this, 'paint');
  }
}
