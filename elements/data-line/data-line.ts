/**
 * The line chart. `model`, `scale`, `marks` and `paint` are folders, each of which imports only from those before it; here
 * they meet the element: attributes in, cells out, and the operations that scripts call.
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
  SelectionBounds,
  Size,
  StyleValues,
} from '../support/author.js';
import { ChartDiagnostics } from '../charts/chart-diagnostics.js';
import type { BarPlace, BarValue, TooltipRequest } from '../charts/contract.js';
import { findValueError } from '../charts/model/values.js';
import { HOOK_CHANGED, HookedChart, hooksOf, SELECTION } from '../charts/hooked-chart.js';
import { colorOr } from '../charts/paint/palette.js';
import { Latest } from '../charts/scale/axis.js';
import { isMidnight, timeText } from '../charts/scale/calendar.js';
import { DEFAULT_NUMBERS } from '../charts/scale/number-format.js';
import { readNumbers } from '../charts/read-numbers.js';
import type { Domain } from '../charts/scale/scale.js';
import { zoneOf } from '../charts/scale/zone.js';
import { ChartSelection, type SelectedBar } from '../charts/selection.js';
import { TextCache } from '../charts/text-cache.js';
import { alignLines, MAX_LINES, safeText } from '../charts/tooltip.js';
import { describeLines } from './accessible.js';
import { checkLines } from './checks.js';
import { ATTRIBUTES, BINDABLE, EVENTS, LINE_KEYS, STYLES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { LineInteraction } from './interaction.js';
import { Bundles } from './marks/draw.js';
import { acrossDomain, layoutLines, type LineAxes, type LineLayout } from './marks/layout.js';
import type { LineSettings, LineView } from './marks/settings.js';
import { LineModel, type LineSeries, type PointValue } from './model/model.js';
import { findLineMarkError, findPointsError, placeOf, type LineMark } from './model/schema.js';
import { cellOfPoint, paintLines } from './paint/paint.js';
import { endOf, resolutionOf, settingsOf } from './settings-of.js';

const NOTHING: readonly never[] = [];
/** Cells of a chart whose size nothing decides. */
const WIDTH = 60;
const HEIGHT = 12;
/** Points that assistive technology can select one by one. */
const MAX_OPTIONS = 200;

export class DataLine extends HookedChart {
  static override readonly tag: string = 'data-line';
  static override readonly description: string =
    'Line charts: lines, areas, stacked areas, steps and scatter plots, over numbers or time. A million points are drawn with every spike.';
  static override readonly fillsRow = true;
  static override readonly content = 'none';
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles = STYLES;
  static override readonly keys = LINE_KEYS;
  static override readonly events = EVENTS;
  static override readonly bindable = BINDABLE;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;
  declare [COMPUTED]: ComputedStyle & StyleValues<typeof STYLES>;

  readonly #model = new LineModel((x, entry) => this.#placeText(x, entry));
  readonly #selection = new ChartSelection(this.#model);
  protected override get [SELECTION](): ChartSelection {
    return this.#selection;
  }
  readonly #texts = new TextCache();
  readonly #bundles = new Bundles();
  readonly #axes: LineAxes = { values: new Latest(), across: new Latest() };
  readonly #reports = new ChartDiagnostics(this);
  readonly #interaction: LineInteraction = new LineInteraction({
    model: this.#model,
    selection: this.#selection,
    layout: () => this.#layout,
    selectable: () => this[PROPS].selectable,
    zoomable: () => this[PROPS].zoomable,
    focused: () => statesOf(this).has('focus'),
    whole: () => this.#whole(),
    setView: (view) => this.#zoomTo(view),
    fire: (type, fields) => void fire(this, type, fields, { cancelable: false }),
    onChange: () => invalidate(this, 'paint'),
  });
  #numbers = DEFAULT_NUMBERS;
  #settings: LineSettings | undefined;
  #settingsOf: ComputedStyle | undefined;
  #layout: LineLayout | undefined;
  #view: LineView | undefined;
  /** True from a change of data until the next paint. */
  #announced = false;

  // Data

  /** Returns a copy of the data; absent values are null, and times are milliseconds. */
  getValue(): BarValue[][] {
    return this.#getValue();
  }
  #getValue(): BarValue[][] {
    return Array.from({ length: this.#model.count }, (_, entry) => this.#model.point(entry));
  }

  /** Replaces the data. Data of another shape is reported and ignored. */
  setValue(points: readonly (readonly PointValue[])[]): void {
    this.#setValue(points);
  }
  #setValue(points: readonly (readonly PointValue[])[]): void {
    const error = findPointsError(points);
    if (error !== undefined) {
      reportError(this, { code: 'bad-shape', message: `data-line: ${error}` });
      return;
    }
    this.#load(points);
  }

  /** Appends the newest point, in O(1): its place, and a value for each series. */
  appendPoint(x: number | string, values: readonly BarValue[] | number | null): void {
    const place = placeOf(x);
    const row = Array.isArray(values) ? (values as readonly BarValue[]) : [values as BarValue];
    const error = Number.isNaN(place)
      ? 'x: expected a number or an ISO date such as "2026-03-29T14:30"'
      : findValueError(row, 'values');
    if (error !== undefined) {
      reportError(this, { code: 'bad-shape', message: `data-line: ${error}` });
      return;
    }
    this.#model.append(place, row);
    if (row.length > this.#model.series.length) this.#check();
    this.#announce();
  }

  /** Removes the oldest point, in O(1), if there is one. */
  shiftPoint(): void {
    if (this.#model.count === 0) return;
    this.#model.shift();
    this.#announce();
  }

  /** The data as a property: `getValue` and `setValue`. */
  get points(): BarValue[][] {
    return this.#getValue();
  }
  set points(value: unknown) {
    if (Array.isArray(value)) this.#setValue(value as PointValue[][]);
    else setDeclared(this, 'points', value);
  }

  // Selection

  /** Returns the selected point, or null. */
  getSelectedPoint(): SelectedBar | null {
    return this.#selection.selected;
  }

  /** Selects one point; an index that does not exist clears the selection. */
  setSelectedPoint(entry: number, series: number): void {
    this.#selection.select(entry, series);
    invalidate(this, 'paint');
  }

  override [HOOK_CHANGED](name: 'getId' | 'getTooltip' | 'formatNumber' | 'getColor'): void {
    if (name === 'getId') this.#selection.getId = hooksOf(this).getId;
    if (name === 'formatNumber') this.#readNumbers();
  }

  // Zoom

  /** Returns the ends of the part of the horizontal axis that shows, or null while everything does. */
  getView(): { xMin: number; xMax: number } | null {
    return this.#view === undefined ? null : { xMin: this.#view.min, xMax: this.#view.max };
  }

  /** Shows a part of the horizontal axis; without ends everything. Charts show the same part where each sets that of the other. */
  setView(xMin?: number | string, xMax?: number | string): void {
    const [min, max] = [placeOf(xMin), placeOf(xMax)];
    this.#view = min < max ? { min, max } : undefined;
    invalidate(this, 'paint');
  }

  #zoomTo(view: LineView | undefined): void {
    this.#view = view;
    const { min, max } = view ?? this.#whole();
    invalidate(this, 'paint');
    const fields = { xMin: min, xMax: max, isWhole: view === undefined };
    fire(this, 'zoom', fields, { cancelable: false });
  }

  #whole(): Domain {
    return acrossDomain(this.#model, this.#readSettings(), undefined);
  }

  // Pointing and copying. Cells are those of the content box, as painted last.

  /** Returns the point at a cell, or the nearest one in its column; undefined if there is none. */
  pointAt(x: number, y: number): BarPlace | undefined {
    return this.#interaction.cursor.at(x, y);
  }

  /** Returns the cell in which a point was painted; undefined outside the plot. */
  cellOf(entry: number, series: number): { readonly x: number; readonly y: number } | undefined {
    const layout = this.#layout;
    const model = this.#model;
    const exists = model.series[series] !== undefined && entry >= 0 && entry < model.count;
    return layout === undefined || !exists
      ? undefined
      : cellOfPoint({ model, layout }, entry, series);
  }

  override get [FOCUSABLE](): boolean {
    return this[PROPS].selectable || this[PROPS].zoomable || super[FOCUSABLE];
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    return this.#interaction.act(event);
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'hover' && !isSet) this.#interaction.left();
    if (state === 'focus' && !isSet) this.#interaction.blurred();
  }

  override [TOOLTIP_AT](x: number, y: number): string | undefined {
    const point = this.#interaction.cursor.at(x, y);
    if (point === undefined) return undefined;
    const { getTooltip } = hooksOf(this);
    if (getTooltip !== undefined) {
      const text = getTooltip(this.#tooltipRequest(point, x, y));
      return typeof text === 'string' ? text : undefined;
    }
    return this[PROPS].tooltip === 'auto' ? this.#automaticTooltip(point) : this[PROPS].tooltip;
  }

  #tooltipRequest(point: BarPlace, x: number, y: number): TooltipRequest {
    const model = this.#model;
    const value = model.value(point.entry, point.series);
    return {
      type: 'tooltip',
      entryIndex: point.entry,
      seriesIndex: point.series,
      seriesName: model.series[point.series]?.name ?? '',
      value: Number.isNaN(value) ? null : value,
      label: model.label(point.entry),
      x,
      y,
    };
  }

  /** The place, then a line for each series around the one pointed at. */
  #automaticTooltip({ entry, series }: BarPlace): string {
    const model = this.#model;
    const { numbers } = this.#readSettings();
    const { length } = model.series;
    const first = Math.max(0, Math.min(series - (MAX_LINES >> 1), length - MAX_LINES));
    const shown = model.series.slice(first, first + MAX_LINES);
    const rows = alignLines(
      shown.map(({ name }, index) => ({
        name: safeText(name),
        value: numbers.exact(model.value(entry, first + index)),
        share: '',
      })),
    );
    if (length > MAX_LINES) rows.push(`… ${length - MAX_LINES} more`);
    return [model.label(entry) ?? '', ...rows].join('\n');
  }

  /** JSON of the points inside bounds; without bounds of the selected ones, or else of all. */
  override [GET_SELECTABLE_TEXT](bounds?: SelectionBounds): string {
    const points = this.#entriesToCopy(bounds).map((entry) => this.#model.point(entry));
    return JSON.stringify({ series: this.#model.series, points });
  }

  /** Bounds widened to whole columns of the plot; undefined where no point is inside. */
  override [GET_SELECTION_HIGHLIGHT_BOUNDS](
    startX: number,
    endX: number,
  ): SelectionBounds | undefined {
    const layout = this.#layout;
    if (layout === undefined) return undefined;
    const { cursor } = this.#interaction;
    const entries = cursor.entriesBetween(startX, endX);
    const [first] = entries;
    const last = entries.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const { plot } = layout;
    return {
      startX: plot.x + cursor.columnOf({ entry: first, series: 0 }),
      endX: plot.x + cursor.columnOf({ entry: last, series: 0 }),
      startY: plot.y,
      endY: plot.y + plot.height - 1,
    };
  }

  /** `3 points (10, 11, 12)`; undefined if nothing would be copied. */
  override [GET_CLIPBOARD_DESCRIPTION](bounds?: SelectionBounds): string | undefined {
    const entries = this.#entriesToCopy(bounds);
    if (entries.length === 0) return undefined;
    const names = entries.slice(0, 20).map((entry) => this.#model.label(entry) ?? '');
    if (entries.length > 20) names.push('…');
    return `${entries.length} ${entries.length === 1 ? 'point' : 'points'} (${names.join(', ')})`;
  }

  #entriesToCopy(bounds: SelectionBounds | undefined): number[] {
    if (bounds !== undefined) {
      return this.#interaction.cursor.entriesBetween(bounds.startX, bounds.endX);
    }
    const selected = this.#selection.entries();
    if (selected.length > 0) return selected;
    return Array.from({ length: this.#model.count }, (_, entry) => entry);
  }

  // The element

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    this.#settings = undefined;
    switch (name) {
      case 'points':
        this.#setPoints(value as readonly (readonly PointValue[])[] | undefined);
        return;
      case 'selectedIds':
        this.#selection.control(value as readonly string[] | undefined);
        invalidate(this, 'paint');
        return;
      case 'selectable':
      case 'zoomable':
      case 'tooltip':
      case 'onGetId':
      case 'onTooltip':
      case 'onFormat':
        // Read when the pointer needs it; not shown on the screen.
        return;
      case 'series':
        this.#model.setSeries((value as readonly LineSeries[] | undefined) ?? NOTHING);
        break;
      case 'unit':
      case 'numberFormat':
        this.#readNumbers();
        break;
      case 'marks': {
        const error = findLineMarkError((value as readonly LineMark[] | undefined) ?? NOTHING);
        if (error !== undefined) this.#reports.reportError('marks', 'bad-shape', error);
        break;
      }
      case 'xMin':
      case 'xMax':
        this.#checkEnd(name, value as string | undefined);
        break;
      case 'timeZone':
        this.#checkZone(value as string | undefined);
        break;
    }
    invalidate(this, 'paint');
  }

  override [MEASURE](available: Size): Size {
    const width = Number.isFinite(available.width) ? available.width : WIDTH;
    return { width, height: Math.min(HEIGHT, available.height) };
  }

  override [CHECK](): void {
    this.#check();
    if (!hasAttribute(this, 'bind:selection')) return;
    if (hooksOf(this).getId !== undefined || hasAttribute(this, 'onGetId')) return;
    const message = `"bind:selection" requires "onGetId", which returns the id of an entry`;
    this.#reports.warnOnce({ code: 'no-ids', attribute: 'bind:selection', message });
  }

  #check(): void {
    const checked = checkLines(this.#model, this.#readSettings(), this[PROPS]);
    for (const warning of checked) this.#reports.warnOnce(warning);
  }

  override [PAINT](painter: Painter): void {
    this.#announced = false;
    this[CHECK]();
    const { width, height } = painter;
    const settings = this.#readSettings();
    const model = this.#model;
    const resolution = resolutionOf(settings, model, painter.glyphs);
    const layout = layoutLines({
      model,
      settings,
      texts: this.#texts,
      width,
      height,
      resolution,
      view: this.#view,
      axes: this.#axes,
    });
    this.#layout = layout;
    const crossed = this[COMPUTED].crossHair === 'none' ? undefined : this.#interaction.crossed;
    const selection = this.#selection;
    paintLines(painter, {
      model,
      layout,
      resolution,
      bundles: this.#bundles,
      marks: settings.marks,
      palette: this[COMPUTED].palette ?? 'theme',
      grid: settings.grid,
      points: settings.points,
      cross: crossed === undefined ? -1 : this.#interaction.cursor.columnOf(crossed),
      crossed,
      selectedColor: colorOr(this[COMPUTED].selectedColor, painter.fg),
      isSelected: selection.empty
        ? undefined
        : (entry, series) => selection.isSelected(entry, series),
    });
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const settings = this.#readSettings();
    const model = this.#model;
    const selected = this.#selection.entries().slice(0, 6);
    const name = describeLines(model, {
      name: nameOf(this) || null,
      numbers: settings.numbers,
      marks: settings.marks,
      selected: selected.map((entry) => model.label(entry) ?? ''),
    });
    const parts = this[PROPS].selectable ? this.#options(settings) : undefined;
    return { role: parts === undefined ? 'img' : 'listbox', name, parts, line: { text: name } };
  }

  /** The newest points, each as something to select. */
  #options({ numbers }: LineSettings): AccessibleElement[] {
    const model = this.#model;
    const options: AccessibleElement[] = [];
    const { point } = this.#interaction.cursor;
    const most = Math.max(1, Math.floor(MAX_OPTIONS / Math.max(1, model.series.length)));
    for (let entry = Math.max(0, model.count - most); entry < model.count; entry++) {
      for (let series = 0; series < model.series.length; series++) {
        const value = model.value(entry, series);
        const text = [
          model.label(entry) ?? '',
          ...(model.series.length > 1 ? [safeText(model.series[series]!.name)] : []),
          Number.isNaN(value) ? 'no value' : numbers.exact(value),
        ].join(', ');
        options.push({
          role: 'option',
          selected: this.#selection.isSelected(entry, series),
          parts: [{ role: 'text', name: text }],
          part: `p${model.first + entry}-${series}`,
          current: (point?.entry === entry && point.series === series) || undefined,
        });
      }
    }
    return options;
  }

  override [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    const [, place = '', series = ''] = /^p(\d+)-(\d+)$/.exec(part) ?? [];
    if (!this[PROPS].selectable || place === '' || action.type === 'set') {
      return super[OPERATION](action, part);
    }
    const point = { entry: Number(place) - this.#model.first, series: Number(series) };
    if (point.entry < 0 || point.entry >= this.#model.count) return undefined;
    if (this.#model.series[point.series] === undefined) return undefined;
    const isSelected = this.#selection.isSelected(point.entry, point.series);
    const shouldSelect = action.type === 'select' ? action.value : !isSelected;
    const changes = action.type === 'press' || action.type === 'select';
    return () => {
      this.#interaction.moveTo(point);
      if (changes && isSelected !== shouldSelect) this.#interaction.toggle(point);
    };
  }

  #readSettings(): LineSettings {
    const { [COMPUTED]: computed, [PROPS]: props } = this;
    if (this.#settings === undefined || this.#settingsOf !== computed) {
      this.#settingsOf = computed;
      this.#settings = settingsOf(computed, props, this.#numbers);
    }
    return this.#settings;
  }

  #setPoints(points: readonly (readonly PointValue[])[] | undefined): void {
    const error = findPointsError(points ?? NOTHING);
    if (error !== undefined) this.#reports.reportError('points', 'bad-shape', error);
    else this.#load(points ?? NOTHING);
  }

  #load(points: readonly (readonly PointValue[])[]): void {
    const selected = this.#selection.bar;
    this.#model.load(points);
    this.#selection.keep(selected);
    this.#announce();
  }

  /** Requests a paint, once a frame: a stream appends and shifts many times before it. */
  #announce(): void {
    if (this.#announced && !this.#selection.follows) return;
    this.#announced = isConnected(this);
    invalidate(this, 'paint');
  }

  #placeText(x: number, entry: number): string {
    const { xScale, zone } = this.#readSettings();
    if (xScale !== 'time') return DEFAULT_NUMBERS.exact(x);
    // Midnight is an hour as others among hourly points, and the day itself among days.
    const hasClock = this.#model.placesNear(entry).some((time) => !isMidnight(time, zone));
    return timeText(x, zone, hasClock);
  }

  #checkEnd(name: string, text: string | undefined): void {
    if (text === undefined || endOf(text) !== undefined) return;
    const attribute = name === 'xMin' ? 'x-min' : 'x-max';
    const message = `"${attribute}": expected a number or an ISO date such as "2026-03-29", found ${JSON.stringify(text.slice(0, 40))}`;
    this.#reports.reportError(name, 'bad-value', message);
  }

  #checkZone(name: string | undefined): void {
    if (name === undefined || zoneOf(name) !== undefined) return;
    const message = `"time-zone": expected "local", "UTC" or a name such as "Europe/Berlin", found ${JSON.stringify(name.slice(0, 40))}`;
    this.#reports.reportError('timeZone', 'bad-value', message);
  }

  #readNumbers(): void {
    this.#numbers = readNumbers(
      this.#reports,
      this.#numbers,
      this[PROPS],
      hooksOf(this).formatNumber,
    );
    this.#settings = undefined;
    invalidate(this, 'paint');
  }
}
