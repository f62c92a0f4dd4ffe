/**
 * The bar chart. `model`, `scale`, `marks` and `paint` are folders, each of which imports only from those
 * before it; here they meet the element: attributes in, cells out, and the operations that scripts call.
 */
import type { BarValue } from '../charts/contract.js';
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  BEFORE_CLICK,
  CARET,
  CHECK,
  COMPUTED,
  CONNECTED,
  DEFAULT_ACTION,
  DISCONNECTED,
  documentOf,
  fire,
  FOCUSABLE,
  GET_CLIPBOARD_DESCRIPTION,
  GET_SELECTABLE_TEXT,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
  hasAttribute,
  invalidate,
  isConnected,
  isInside,
  MEASURE,
  nameOf,
  OPERATION,
  PAINT,
  PROPS,
  REFRESH,
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
  Rect,
  RefreshPainter,
  SelectionBounds,
  StyleValues,
  TuiElement,
} from '../support/author.js';
import type { Size } from '../../runtime/base/geometry.js';
import { describeChart } from './accessible.js';
import { AxisCache } from '../charts/scale/axis.js';
import { DEFAULT_NUMBERS } from '../charts/scale/number-format.js';
import { readNumbers } from '../charts/read-numbers.js';
import { Precision } from './scale/value-text.js';
import { chartSize, layoutChart } from './marks/chart-layout.js';
import {
  bandsIn,
  clipboardDescription,
  clipboardJson,
  entriesOf,
  entriesToCopy,
} from './clipboard.js';
import { ATTRIBUTES, BINDABLE, EVENTS, STYLES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { BAR_KEYS, ChartInteraction } from './interaction.js';
import { automaticTooltip, tooltipRequest } from './interaction-tooltip.js';
import { chartDomain, countsPercent, usesPatterns } from './marks/layout.js';
import type { BarPlace } from '../charts/contract.js';
import { Marks } from './marks/marks.js';
import { ChartModel } from './model/model.js';
import { MarkPainter } from './paint/paint.js';
import { barColors } from './paint/bar-colors.js';
import { createStopsWarning, readStops, type ColorStop } from '../charts/paint/color-stops.js';
import { colorOr, ledColor } from '../charts/paint/palette.js';
import { refresh } from './paint/refresh.js';
import {
  checkCells,
  checkColors,
  checkErrors,
  checkLoadedLabels,
  checkIds,
  checkLabels,
  checkMarkColors,
  checkSettings,
} from './checks.js';
import { ChartDiagnostics } from '../charts/chart-diagnostics.js';
import { findMarksError, findRowsError, type ReferenceMark } from './model/schema.js';
import { findValuesError } from '../charts/model/values.js';
import { ChartSelection, type SelectedBar } from '../charts/selection.js';
import type { DataBarsData, Series } from './model/series.js';
import type { ChartSettings } from './marks/settings.js';
import { isSameInput, type MarkInputs } from './mark-inputs.js';
import { resolutionOf, settingsOf } from './settings-of.js';
import { TextCache } from '../charts/text-cache.js';
import { unwatchClicks, watchClicks } from '../../runtime/element/click-watchers.js';
import { Histogram } from './histogram.js';
import { HOOK_CHANGED, ColoredChart, hooksOf, SELECTION } from '../charts/hooked-chart.js';

const NOTHING: readonly never[] = [];

export class DataBars extends ColoredChart {
  static override readonly tag: string = 'data-bars';
  static override readonly description: string =
    'Bar charts, stacked or grouped, horizontal or vertical; sparklines; LED meters.';
  static override readonly fillsRow = true;
  static override readonly content = 'none';
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles = STYLES;
  static override readonly keys = BAR_KEYS;
  static override readonly events = EVENTS;
  static override readonly bindable = BINDABLE;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;
  declare [COMPUTED]: ComputedStyle & StyleValues<typeof STYLES>;

  /** What is drawn. */
  readonly #model = new ChartModel();
  /** Holds the data where bars are counted from it. */
  #histogram: Histogram | undefined;
  /** The data as it was set. */
  get #data(): ChartModel {
    return this.#histogram?.data ?? this.#model;
  }
  readonly #selection = new ChartSelection(this.#model);
  protected override get [SELECTION](): ChartSelection {
    return this.#selection;
  }
  readonly #marks = new Marks();
  readonly #texts = new TextCache();
  readonly #caches = {
    axis: new AxisCache(),
    precision: new Precision(),
    own: [],
  };
  readonly #painter = new MarkPainter();
  readonly #interaction = new ChartInteraction({
    model: this.#model,
    selection: this.#selection,
    marks: this.#marks,
    selectable: () => this[PROPS].selectable,
    fire: (type, fields) => void fire(this, type, fields, { cancelable: false }),
    onChange: () => invalidate(this, 'paint'),
  });
  #stops: readonly ColorStop[] = NOTHING;
  #numbers = DEFAULT_NUMBERS;
  #settings: ChartSettings | undefined;
  #settingsOf: ComputedStyle | undefined;
  /** `min` and `max` as they last made sense together. */
  #range: { min: number | undefined; max: number | undefined } = { min: undefined, max: undefined };
  #size: Size | undefined;
  /** Entries and shape of the model when `size` was requested last by a change of data. */
  #sizedEntries = -2;
  #sizedShape = -1;
  /** True from a change of data until the next paint. */
  #announced = false;
  #available: Size = { width: 80, height: Infinity };
  /** What the marks were made from; the same again needs no new ones. */
  #madeFrom: MarkInputs | undefined;
  readonly #reports = new ChartDiagnostics(this);
  /** Entries that were there when all of them were set last. */
  #loaded = 0;

  // Data

  /** Returns a copy of the data; absent values are null, rows keep their lengths. */
  getValue(): DataBarsData {
    return this.#getValue();
  }
  #getValue(): DataBarsData {
    const data = this.#data;
    return Array.from({ length: data.count }, (_, entry) => data.row(entry));
  }

  /** Replaces the data; labels keep their positions. Data of another shape is reported and ignored. */
  setValue(bars: readonly (readonly BarValue[])[]): void {
    this.#setValue(bars);
  }
  #setValue(bars: readonly (readonly BarValue[])[]): void {
    // A dashboard that streams sends other numbers in the same places.
    if (!this.#selection.follows && this.#data.replace(bars)) {
      this.#onDataChange();
      return;
    }
    const error = findRowsError(bars);
    if (error !== undefined) {
      reportError(this, { code: 'bad-shape', message: `data-bars: ${error}` });
      return;
    }
    this.#load(bars);
    this.#onDataChange();
  }

  /** Appends the newest entry, in O(1). */
  appendEntry(values: readonly BarValue[], label?: string): void {
    const error =
      findValuesError(values, 'values') ??
      (label === undefined || typeof label === 'string' ? undefined : 'label: expected a string');
    if (error !== undefined) {
      reportError(this, { code: 'bad-shape', message: `data-bars: ${error}` });
      return;
    }
    const data = this.#data;
    data.append(values, label);
    if (values.length > data.series.length) {
      this.#reports.warnOnce(checkCells(data, data.count - 1));
    }
    this.#onDataChange();
  }

  /** Removes the oldest entry, in O(1), if there is one. */
  shiftEntry(): void {
    if (this.#data.count === 0) return;
    this.#data.shift();
    this.#onDataChange();
  }

  /** The data as a property: `getValue` and `setValue`. */
  get bars(): DataBarsData {
    return this.#getValue();
  }
  set bars(value: unknown) {
    if (Array.isArray(value)) this.#setValue(value as DataBarsData);
    else setDeclared(this, 'bars', value);
  }

  /** The labels as they are now, those given with entries too. */
  get labels(): string[] | undefined {
    const { labels } = this[PROPS];
    const data = this.#data;
    return labels === undefined && !data.labelled ? undefined : data.allLabels();
  }
  set labels(value: unknown) {
    setDeclared(this, 'labels', value);
  }

  // Selection

  /** Returns the selected bar, or null. Of entries selected by ids: the one selected by index if it is among them, else the first. */
  getSelectedBar(): SelectedBar | null {
    return this.#selection.selected;
  }

  /** Selects one bar; an index that does not exist clears the selection. */
  setSelectedBar(entry: number, series: number): void {
    this.#selection.select(entry, series);
    invalidate(this, 'paint');
  }

  override [HOOK_CHANGED](name: 'getId' | 'getTooltip' | 'formatNumber' | 'getColor'): void {
    if (name === 'getId') this.#selection.getId = hooksOf(this).getId;
    if (name === 'formatNumber') this.#readNumbers();
    else if (name !== 'getTooltip') invalidate(this, 'paint');
  }

  // Pointing and copying. Cells are those of the content box, as painted last.

  /** Returns the bar at a cell; undefined if there is none. */
  barAt(x: number, y: number): BarPlace | undefined {
    return this.#barAt(x, y);
  }
  #barAt(x: number, y: number): BarPlace | undefined {
    return this.#marks.barAt(x, y);
  }

  /** Returns the cells in which a bar was painted. */
  barBounds(entry: number, series: number): Rect | undefined {
    return this.#marks.boundsOf(entry, series);
  }

  override get [FOCUSABLE](): boolean {
    return this[PROPS].selectable || super[FOCUSABLE];
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    return this.#interaction.act(event);
  }

  override [CONNECTED](): void {
    super[CONNECTED]();
    watchClicks(this, documentOf(this));
  }

  override [DISCONNECTED](): void {
    super[DISCONNECTED]();
    unwatchClicks(this, documentOf(this));
  }

  override [BEFORE_CLICK](): ((target: TuiElement) => void) | undefined {
    const end = this.#interaction.beforeClick();
    return end && ((target) => end(isInside(target, this)));
  }

  /** While keys are in use, the end of the bar that they would select. */
  override [CARET](): { readonly x: number; readonly y: number } | null {
    return this.#interaction.caret();
  }

  override [TOOLTIP_AT](x: number, y: number): string | undefined {
    const bar = this.#marks.hit(x, y);
    if (bar === undefined) return undefined;
    const { getTooltip } = hooksOf(this);
    if (getTooltip !== undefined) {
      const text = getTooltip(tooltipRequest(this.#model, bar, x, y));
      return typeof text === 'string' ? text : undefined;
    }
    return this[PROPS].tooltip === 'auto'
      ? automaticTooltip(this.#model, bar, this.#readSettings())
      : this[PROPS].tooltip;
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'focus' && isSet) this.#interaction.focused();
    if (state === 'hover' && !isSet) this.#interaction.left();
  }

  /** JSON of the entries inside bounds; without bounds of the selected ones, or else of all. */
  override [GET_SELECTABLE_TEXT](bounds?: SelectionBounds): string {
    return clipboardJson(this.#data, this.#entriesToCopy(bounds));
  }

  /** Bounds widened to whole rows (horizontal bars) or columns; undefined where no entry is inside. */
  override [GET_SELECTION_HIGHLIGHT_BOUNDS](
    startX: number,
    endX: number,
    startY?: number,
    endY?: number,
  ): SelectionBounds | undefined {
    const bands = bandsIn(this.#marks, { startX, endX, startY, endY });
    const [first] = bands;
    const last = bands.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const { width, height } = this.#marks;
    return this.#marks.horizontal
      ? { startX: 0, endX: width - 1, startY: first.start, endY: last.end - 1 }
      : { startX: first.start, endX: last.end - 1, startY: 0, endY: height - 1 };
  }

  /** `2 bars (Mon, Tue)`; undefined if nothing would be copied. */
  override [GET_CLIPBOARD_DESCRIPTION](bounds?: SelectionBounds): string | undefined {
    return clipboardDescription(this.#data, this.#entriesToCopy(bounds));
  }

  /** The entries of the data that are copied: of a histogram those that its bars were counted from. */
  #entriesToCopy(bounds: SelectionBounds | undefined): number[] {
    const histogram = this.#histogram;
    const entries = entriesToCopy(this.#model, this.#selection, this.#marks, bounds);
    if (histogram === undefined) return entries;
    const isAll = bounds === undefined && this.#selection.empty;
    return isAll ? entriesOf(histogram.data) : histogram.entriesIn(entries);
  }

  // The element

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    const { [PROPS]: props } = this;
    this.#settings = undefined;
    switch (name) {
      case 'bars':
        this.#load((value as DataBarsData | undefined) ?? NOTHING);
        this.#onDataChange();
        return;
      case 'selectedIds':
        this.#selection.control(value as readonly string[] | undefined);
        invalidate(this, 'paint');
        return;
      case 'selectable':
      case 'tooltip':
      case 'onGetId':
      case 'onTooltip':
      case 'onFormat':
      case 'onColor':
        // Read when the pointer needs it; not shown on the screen.
        return;
      case 'series':
        this.#data.setSeries((value as readonly Series[] | undefined) ?? NOTHING);
        this.#reports.warnOnce(checkColors(this.#data));
        this.#reports.warnOnce(checkErrors(this.#data));
        this.#reports.warnOnce(checkCells(this.#data, 0));
        break;
      case 'labels':
        this.#data.setLabels((value as readonly string[] | undefined) ?? NOTHING);
        this.#checkLabels();
        break;
      case 'unit':
      case 'numberFormat':
        this.#readNumbers();
        break;
      case 'marks':
        this.#reportMarks((value as readonly ReferenceMark[] | undefined) ?? NOTHING);
        break;
      case 'min':
      case 'max':
        this.#checkRange(props.min, props.max, name);
        break;
    }
    invalidate(this, 'layout');
  }

  override [MEASURE](available: Size): Size {
    this.#available = available;
    const size = this.#sizeIn(available);
    this.#size = size;
    return { width: size.width, height: Math.min(size.height, available.height) };
  }

  /** Calls no function of the app: lint runs nothing of it. */
  override [CHECK](): void {
    this.#readSettings();
    this.#reports.warnOnce(checkLoadedLabels(this.#data, this.#loaded));
    if (!hasAttribute(this, 'bind:selection')) return;
    const hasIds = hooksOf(this).getId !== undefined || hasAttribute(this, 'onGetId');
    this.#reports.warnOnce(checkIds(hasIds));
  }

  override [PAINT](painter: Painter): void {
    this.#announced = false;
    const { width, height, visible: clip, depth } = painter;
    const settings = this.#readSettings();
    const model = this.#model;
    const selection = this.#selection;
    this[CHECK]();
    const input = {
      model,
      settings,
      width,
      height,
      clip,
      monochrome: depth === 'none',
      ...resolutionOf(settings, model, painter.glyphs),
      texts: this.#texts,
      selection,
    };
    const madeFrom: MarkInputs = {
      data: model.version,
      selection: selection.version,
      settings,
      width,
      height,
      monochrome: input.monochrome,
      clip,
    };
    if (this.#madeFrom === undefined || !isSameInput(madeFrom, this.#madeFrom)) {
      layoutChart(input, this.#marks, this.#caches);
      this.#marks.width = width;
      this.#marks.height = height;
      this.#marks.hitsEntries = this[COMPUTED].hitArea === 'entry';
      this.#madeFrom = madeFrom;
    }
    this.#painter.paint(painter, this.#marks, {
      series: model.series,
      references: settings.references,
      palette: this[COMPUTED].palette ?? 'gray',
      ...barColors(painter, model, this.#marks.domains, {
        stops: this.#stops,
        getColor: hooksOf(this).getColor,
      }),
      ledLow: ledColor(painter, this[COMPUTED].ledColorLow, 'low'),
      ledHigh: ledColor(painter, this[COMPUTED].ledColorHigh, 'high'),
      selectedColor: colorOr(this[COMPUTED].selectedColor, painter.fg),
      patterns: usesPatterns(input),
      isMeter: (series) => settings.led && (!model.labelled || !model.isStacked(series)),
    });
  }

  /** Paints what is new where nothing but numbers is; all else is left to `paint`. */
  override [REFRESH](painter: RefreshPainter): boolean {
    this.#announced = false;
    const { plan } = this.#marks;
    const madeFrom = this.#madeFrom;
    if (plan === undefined || madeFrom === undefined || this.#settings !== madeFrom.settings)
      return false;
    if (this.#histogram !== undefined) return false;
    const { width, height, depth } = painter;
    const model = this.#model;
    if (
      !this.#selection.empty ||
      hooksOf(this).getColor !== undefined ||
      this.#stops.length > 0 ||
      this.#settingsOf !== this[COMPUTED] ||
      width !== madeFrom.width ||
      height !== madeFrom.height ||
      (depth === 'none') !== madeFrom.monochrome
    ) {
      return false;
    }
    const input = {
      model,
      settings: this.#readSettings(),
      marks: this.#marks,
      palette: this[COMPUTED].palette ?? 'gray',
    };
    const done = refresh(painter, plan, input);
    madeFrom.data = done === 'marks' ? model.version : -1;
    madeFrom.selection = this.#selection.version;
    return done !== 'no';
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const settings = this.#readSettings();
    const chart = { model: this.#model, settings };
    const name = describeChart(this.#model, this.#selection, chartDomain(chart), {
      name: nameOf(this) || null,
      settings,
      percent: countsPercent(chart),
    });
    const parts = this[PROPS].selectable ? this.#interaction.options(settings.numbers) : undefined;
    const role = parts === undefined ? 'img' : 'listbox';
    return { role, name, parts, line: { text: name } };
  }

  override [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    if (!this[PROPS].selectable) return super[OPERATION](action, part);
    return this.#interaction.operation(action, part);
  }

  #readSettings(): ChartSettings {
    const { [COMPUTED]: computed, [PROPS]: props } = this;
    if (this.#settings !== undefined && this.#settingsOf === computed) {
      this.#countBins(this.#settings);
      return this.#settings;
    }
    this.#settingsOf = computed;
    this.#settings = settingsOf(computed, props, {
      range: this.#range,
      numbers: this.#numbers,
      axisSet: props.showAxis && hasAttribute(this, 'showAxis'),
    });
    this.#countBins(this.#settings);
    for (const each of checkSettings(this.#data, this.#settings)) this.#reports.warnOnce(each);
    const stops = computed.colorStops === undefined ? NOTHING : readStops(computed.colorStops);
    if (stops === undefined) this.#reports.warnOnce(createStopsWarning(computed.colorStops ?? ''));
    this.#stops = stops ?? NOTHING;
    return this.#settings;
  }

  /** Brings what is drawn up to date where it is counted from the data. */
  #countBins({ bins }: ChartSettings): void {
    if (bins === undefined && this.#histogram === undefined) return;
    const selected = this.#selection.bar;
    const before = this.#histogram?.edges;
    if (bins === undefined) {
      this.#histogram?.end();
      this.#histogram = undefined;
    } else {
      this.#histogram ??= new Histogram(this.#model);
      if (!this.#histogram.update(bins, this.#numbers)) return;
    }
    // The interval at a place may be another one; one that is known by an id is looked for.
    const isSame = String(this.#histogram?.edges) === String(before);
    const isLost = !isSame && selected !== null && hooksOf(this).getId === undefined;
    if (isLost) this.#selection.select(-1, -1);
    else this.#selection.keep(selected);
  }

  /** Its size as high as it likes to be: how far it is shrunk depends on it. */
  #sizeIn({ width }: Size): Size {
    const input = { model: this.#model, settings: this.#readSettings(), texts: this.#texts };
    return chartSize(input, { width, height: Infinity });
  }

  /** Layout only where the size requested is another one: a chart that streams is just painted. */
  #onDataChange(): void {
    if (this.#histogram !== undefined) {
      invalidate(this, 'layout');
      return;
    }
    const before = this.#size;
    const model = this.#model;
    const entries = model.labelled ? model.count : -1;
    // The size follows from these and from attributes and styles, whose changes are distinguished from this.
    if (
      before !== undefined &&
      entries === this.#sizedEntries &&
      model.shape === this.#sizedShape &&
      Number.isFinite(this.#available.width)
    ) {
      this.#announce();
      return;
    }
    this.#size = this.#sizeIn(this.#available);
    this.#sizedEntries = entries;
    this.#sizedShape = model.shape;
    const { width, height } = this.#size;
    const same =
      (before?.height === height || typeof this[COMPUTED]['height'] === 'number') &&
      (before?.width === width || typeof this[COMPUTED]['width'] === 'number');
    if (same) this.#announce();
    else invalidate(this, 'layout');
  }

  /**
   * Asks to be painted, once a frame: a stream appends and shifts many times before it is. Each time where
   * a bar is selected: it may leave with its entry, and bound states are notified by this.
   */
  #announce(): void {
    if (this.#announced && !this.#selection.follows) return;
    this.#announced = isConnected(this);
    invalidate(this, 'paint');
  }

  #load(bars: readonly (readonly BarValue[])[]): void {
    const selected = this.#selection.bar;
    this.#data.load(bars);
    this.#loaded = bars.length;
    if (this.#histogram === undefined) this.#selection.keep(selected);
    this.#reports.warnOnce(checkCells(this.#data, 0));
    this.#checkLabels();
  }

  /** Marks of which one is not a mark are reported, and none of them is shown. */
  #reportMarks(marks: readonly ReferenceMark[]): void {
    const error = findMarksError(marks);
    if (error !== undefined) this.#reports.reportError('marks', 'bad-shape', error);
    else this.#reports.warnOnce(checkMarkColors(marks));
  }

  #checkRange(min: number | undefined, max: number | undefined, name: string): void {
    if (min === undefined || max === undefined || min <= max) {
      this.#range = { min, max };
      return;
    }
    const message = `expected "min" to be at most "max" (${max}), found ${min}`;
    this.#reports.reportErrorOnce(name, 'bad-value', message);
  }

  #readNumbers(): void {
    this.#numbers = readNumbers(
      this.#reports,
      this.#numbers,
      this[PROPS],
      hooksOf(this).formatNumber,
    );
    this.#settings = undefined;
    invalidate(this, 'layout');
  }

  #checkLabels(): void {
    const labels = (this[PROPS].labels as readonly string[] | undefined)?.length ?? 0;
    this.#reports.warnOnce(checkLabels(this.#data, labels));
  }
}
