/** A gauge: one value within a known range, as a bar or as half a ring. It is what `<meter>` is in HTML. */
import {
  ACCENT_STYLE,
  accentOf,
  ACCESSIBLE_NODE,
  addState,
  ATTRIBUTE_CHANGED,
  cellWidth,
  COMPUTED,
  CONNECTED,
  controlNode,
  invalidate,
  labelsOf,
  MEASURE,
  nameOf,
  ORIENTATION_STYLE,
  PAINT,
  PROPS,
  removeState,
  sanitize,
  TRACK_STYLE,
  trackOf,
  TuiElement,
} from '../support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  ComputedStyle,
  ElementList,
  Example,
  Painter,
  Size,
  StateTable,
  StyleRule,
  StyleTable,
  StyleValues,
} from '../support/author.js';
import { ChartDiagnostics } from '../charts/chart-diagnostics.js';
import { VALUE_STYLE } from '../charts/declaration.js';
import {
  createStopsWarning,
  readStops,
  resolveStops,
  stopColor,
} from '../charts/paint/color-stops.js';
import {
  DEFAULT_NUMBERS,
  NumberFormat,
  readNumberFormat,
  type Writer,
} from '../charts/scale/number-format.js';
import { readNumbers } from '../charts/read-numbers.js';
import type { Domain } from '../charts/scale/scale.js';
import { paintArc } from './arc.js';
import { EXAMPLES } from './examples.js';
import { paintLinear } from './linear.js';
import type { GaugeMark, GaugePicture } from './look.js';
import { domainOfGauge, regionOf, type Region } from './regions.js';

/** Cells where nothing else decides: of a bar, across it, and of a ring. */
const LENGTH = 20;
const VERTICAL = { width: 4, height: 8 };
const ARC = { width: 20, height: 5 };
/** Text of a value that is not known. */
const UNKNOWN = '–';
/** Beside the value where colours do not show its region. */
const SIGNS: Readonly<Record<Region, string>> = { optimum: '', suboptimum: ' !', critical: ' !!' };
const REGIONS: readonly Region[] = ['optimum', 'suboptimum', 'critical'];

const STYLES = {
  gaugeShape: {
    type: 'string',
    enum: ['linear', 'arc'],
    default: 'linear',
    affects: 'layout',
    description:
      'A bar, or half a ring in sub-cells, with the value in its middle and the label below it.',
  },
  ...ORIENTATION_STYLE,
  ...VALUE_STYLE,
  ...ACCENT_STYLE,
  ...TRACK_STYLE,
} as const satisfies StyleTable;

const percentWriter = readNumberFormat('percent') as Writer;
const PERCENT = new NumberFormat(percentWriter);

export class Gauge extends TuiElement {
  static override readonly tag: string = 'gauge';
  static override readonly description: string =
    'One value within a known range, as a bar or as half a ring, with limits, a target and a label: `<meter>` of HTML. `progress` is for tasks that end.';
  static override readonly labelable = true;
  static override readonly content = 'none';
  static override readonly attributes = {
    value: { type: 'number', description: 'The value; without one the gauge is empty.' },
    min: { type: 'number', default: 0, description: 'Low end of the scale.' },
    max: { type: 'number', default: 1, description: 'High end of the scale; above `min`.' },
    low: { type: 'number', description: 'Upper end of the low region.' },
    high: { type: 'number', description: 'Lower end of the high region.' },
    optimum: {
      type: 'number',
      description:
        'A value in the region that is best: below `low`, between, or above `high`. Default: the middle of the scale.',
    },
    target: { type: 'number', description: 'A value that is marked on the scale.' },
    label: {
      type: 'string',
      default: '',
      description: 'What is measured: before a bar, below one that is vertical and below a ring.',
    },
    showValue: { type: 'boolean', default: true, description: 'Shows the value as text.' },
    showAxis: {
      type: 'boolean',
      default: false,
      description:
        'Shows numbers of the scale: below a bar of two rows or more, beside a vertical one, and the ends of a ring below it.',
    },
    unit: { type: 'string', description: 'Unit of the numbers, such as `ms` or `%`.' },
    numberFormat: {
      type: 'string',
      description:
        'Format of numbers, as in `data-bars`. Default: percent where the scale is from 0 to 1 and there is no `unit`, else `auto`.',
    },
  } as const satisfies AttributeTable;
  static override readonly styles = STYLES;
  static override readonly bindable = {
    value: { description: 'The value.', default: true, oneWay: true },
  };
  static override readonly states = {
    optimum: 'With `low` or `high`: the value is in the best region.',
    suboptimum: 'The value is in a region next to the best one.',
    critical: 'The value is in the region that is farthest from the best one.',
  } as const satisfies StateTable;
  static override readonly rules: readonly StyleRule[] = [
    {
      selector: 'gauge',
      declarations: { 'track-color': 'var(--control)', 'min-height': '1', 'flex-shrink': '0' },
    },
    { selector: 'gauge:state(optimum)', declarations: { 'accent-color': 'var(--success)' } },
    { selector: 'gauge:state(suboptimum)', declarations: { 'accent-color': 'var(--warning)' } },
    { selector: 'gauge:state(critical)', declarations: { 'accent-color': 'var(--error)' } },
  ];
  static override readonly examples: readonly Example[] = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof Gauge.attributes>;
  declare [COMPUTED]: ComputedStyle & StyleValues<typeof STYLES>;

  readonly #reports = new ChartDiagnostics(this);
  #numbers: NumberFormat = DEFAULT_NUMBERS;

  /** The labels of the control. */
  get labels(): ElementList {
    return labelsOf(this);
  }

  override [CONNECTED](): void {
    this.#setStates();
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'unit' || name === 'numberFormat') this.#readNumbers();
    this.#setStates();
    // Another value is another picture of the same size.
    if (name === 'value' || name === 'target') invalidate(this, 'paint');
    else super[ATTRIBUTE_CHANGED](name, value);
  }

  override [MEASURE](available: Size): Size {
    const { width, height } = this.#size();
    return { width: Math.min(width, available.width), height: Math.min(height, available.height) };
  }

  #size(): Size {
    const { label, showAxis } = this[PROPS];
    const { gaugeShape, orientation, valuePosition } = this[COMPUTED];
    const below = showAxis ? 1 : 0;
    if (gaugeShape === 'arc') {
      return { width: ARC.width, height: ARC.height + (label === '' ? below : 1) };
    }
    const text = valuePosition === 'column' && this[PROPS].showValue ? this.#textCells() : 0;
    const name = cellWidth(sanitize(label));
    if (orientation === 'vertical') {
      const width = Math.max(VERTICAL.width, text) + (showAxis ? this.#textCells() + 2 : 0);
      const rows = (text === 0 ? 0 : 1) + (name === 0 ? 0 : 1);
      return { width, height: VERTICAL.height + rows };
    }
    const width = LENGTH + (name === 0 ? 0 : name + 1) + (text === 0 ? 0 : text + 1);
    return { width, height: 1 + below };
  }

  override [PAINT](painter: Painter): void {
    const { gaugeShape, orientation } = this[COMPUTED];
    const picture = this.#picture(painter);
    if (gaugeShape === 'arc') paintArc(painter, picture);
    else paintLinear(painter, picture, orientation === 'vertical');
  }

  #picture(painter: Painter): GaugePicture {
    const { value, low, high, target, label, showAxis, showValue } = this[PROPS];
    const region = this.#region;
    const domain = this.#domain;
    const marks: GaugeMark[] = [low, high].flatMap((each) =>
      each === undefined ? [] : [{ value: each, isTarget: false }],
    );
    if (target !== undefined) marks.push({ value: target, isTarget: true });
    const isColorless = painter.depth === 'none' || painter.isGray;
    const sign = isColorless && region !== undefined ? SIGNS[region] : '';
    const text = showValue ? this.#text(value) + sign : '';
    const signs = isColorless && marks.length > 0 ? SIGNS.critical.length : 0;
    return {
      domain,
      value,
      marks,
      text,
      textCells: Math.max(cellWidth(text), this.#textCells() + (region === undefined ? 0 : signs)),
      label: sanitize(label),
      showsAxis: showAxis,
      position: this[COMPUTED].valuePosition ?? 'column',
      numbers: this.#format,
      fill: this.#fillColor(painter, domain),
      track: trackOf(this, painter),
    };
  }

  #fillColor(painter: Painter, domain: Domain): number {
    const { colorStops } = this[COMPUTED];
    const accent = accentOf(this, painter);
    const { value } = this[PROPS];
    if (colorStops === undefined || colorStops.trim() === '' || value === undefined) return accent;
    const stops = readStops(colorStops);
    if (stops === undefined) {
      this.#reports.warnOnce(createStopsWarning(colorStops));
      return accent;
    }
    return stopColor(resolveStops(painter, stops, domain), domain, value) ?? accent;
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const { value, label } = this[PROPS];
    const { min, max } = this.#domain;
    const region = this.#region;
    const text = this.#text(value);
    const words = region === undefined || region === 'optimum' ? text : `${text}, ${region}`;
    return controlNode(this, 'meter', nameOf(this, label), {
      ...(value === undefined
        ? {}
        : { valueNow: Math.min(max, Math.max(min, value)), valueText: words }),
      valueMin: min,
      valueMax: max,
      vertical: this[COMPUTED].orientation === 'vertical',
    });
  }

  /** The region of the value: `optimum`, `suboptimum` or `critical`; undefined without `low` and `high`. */
  get region(): Region | undefined {
    return this.#region;
  }
  get #region(): Region | undefined {
    const { value } = this[PROPS];
    return value === undefined ? undefined : regionOf(this[PROPS], value);
  }

  get #domain(): Domain {
    return domainOfGauge(this[PROPS]);
  }

  #setStates(): void {
    const region = this.#region;
    for (const state of REGIONS) {
      if (state === region) addState(this, state);
      else removeState(this, state);
    }
  }

  /** Percent where the scale is that of shares and nothing else is set. */
  get #format(): NumberFormat {
    const { min, max, unit = '', numberFormat = '' } = this[PROPS];
    const isShare = min === 0 && max === 1 && unit === '' && numberFormat === '';
    return isShare ? PERCENT : this.#numbers;
  }

  #text(value: number | undefined): string {
    if (value === undefined) return UNKNOWN;
    const { min, max } = this.#domain;
    const size = Math.max(Math.abs(min), Math.abs(max), Math.abs(value));
    const step = max / 100 - min / 100;
    const negative = min < 0 || value < 0;
    return this.#format.column({ size, negative, step, values: [value], count: 1 }).text(value);
  }

  /** Cells that the value takes, whichever of the range it is. */
  #textCells(): number {
    const { min, max } = this.#domain;
    const texts = [min, max, this[PROPS].value].map((each) => cellWidth(this.#text(each)));
    return Math.max(...texts);
  }

  #readNumbers(): void {
    this.#numbers = readNumbers(this.#reports, this.#numbers, this[PROPS]);
  }
}
