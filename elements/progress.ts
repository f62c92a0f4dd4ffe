/** Progress of a task: a bar accurate to an eighth of a cell, or an animation while the amount is unknown. */
import {
  ACCENT_STYLE,
  accentOf,
  ACCESSIBLE_NODE,
  addState,
  animate,
  ANIMATION_STYLE,
  ATTRIBUTE_CHANGED,
  attributesOf,
  cellWidth,
  CONNECTED,
  controlNode,
  FULL_BLOCK,
  invalidate,
  labelsOf,
  leftBlock,
  LIGHT_SHADE,
  MEASURE,
  nameOf,
  PAINT,
  PROPS,
  removeState,
  REVERSE,
  sanitize,
  TRACK_STYLE,
  trackOf,
  truncate,
  TuiElement,
} from './support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  ElementList,
  Example,
  Painter,
  Size,
  StateTable,
  StyleRule,
  StyleTable,
} from './support/author.js';

const BLANK = 0x20;
/** Cells of the bar where nothing else decides. */
const LENGTH = 20;
/** Milliseconds between pictures, and of one way there and back. */
const INTERVAL = 60;
const PERIOD = 2400;

export class Progress extends TuiElement {
  static override readonly tag: string = 'progress';
  static override readonly description: string =
    'Progress of a task. Without a `value` it is indeterminate, and a part of the bar moves.';
  static override readonly labelable = true;
  static override readonly content = 'none';
  static override readonly attributes = {
    value: {
      type: 'number',
      description: 'Completed amount, from 0 to `max`; omit it if it is unknown.',
    },
    max: { type: 'number', default: 1, description: 'Total amount; above 0.' },
    label: { type: 'string', default: '', description: 'Name of the task, shown before the bar.' },
    showValue: {
      type: 'boolean',
      default: false,
      description: 'Shows the completed amount after the bar.',
    },
    valueFormat: {
      type: 'string',
      enum: ['percent', 'value'],
      default: 'percent',
      description: 'Format of the amount: percent, or `value/max`.',
    },
  } as const satisfies AttributeTable;
  static override readonly styles = {
    ...ACCENT_STYLE,
    ...TRACK_STYLE,
    ...ANIMATION_STYLE,
  } as const satisfies StyleTable;
  static override readonly bindable = {
    value: { description: 'Completed amount.', default: true, oneWay: true },
  };
  static override readonly states = {
    complete: 'The value has reached `max`.',
    indeterminate: 'It has no `value`.',
  } as const satisfies StateTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'progress', declarations: { 'track-color': 'var(--control)', 'min-height': '1' } },
    {
      selector: 'progress:state(complete)',
      declarations: { 'accent-color': 'var(--success)', 'font-weight': 'bold' },
    },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'values',
      size: [44, 5],
      markup: `<progress label="Fetch " value="1" show-value="true"/>
<progress label="Unpack" value="0.637" show-value="true"/>
<progress label="Build " value="3" max="12" show-value="true" value-format="value"/>
<progress label="Test  " value="0" show-value="true"/>
<progress label="Deploy"/>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Progress.attributes>;

  /** The completed share, from 0 to 1; undefined while it is indeterminate. */
  get share(): number | undefined {
    return this.#share;
  }
  get #share(): number | undefined {
    const { value } = this[PROPS];
    return value === undefined ? undefined : Math.min(1, Math.max(0, value / this.#max));
  }

  get #max(): number {
    const { max } = this[PROPS];
    return max > 0 ? max : 1;
  }

  /** The labels of the control. */
  get labels(): ElementList {
    return labelsOf(this);
  }

  override [CONNECTED](): void {
    this.#setStates();
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    this.#setStates();
    // Another value is another picture of the same size.
    if (name === 'value' && this[PROPS].valueFormat === 'percent') invalidate(this, 'paint');
    else super[ATTRIBUTE_CHANGED](name, value);
  }

  override [MEASURE](available: Size): Size {
    const label = cellWidth(this.#label());
    const text = this.#textWidth();
    const width = LENGTH + (label === 0 ? 0 : label + 1) + (text === 0 ? 0 : text + 1);
    return { width: Math.min(width, available.width), height: Math.min(1, available.height) };
  }

  override [PAINT](painter: Painter): void {
    const { width, height } = painter;
    const label = truncate(this.#label(), Math.floor(width / 3));
    const text = this.#textWidth();
    const before = label === '' ? 0 : cellWidth(label) + 1;
    // The bar keeps three cells; first the label is left out, then the text.
    const start = width - before - (text === 0 ? 0 : text + 1) >= 3 ? before : 0;
    const shows = text > 0 && width - start - text - 1 >= 3;
    const end = shows ? width - text - 1 : width;
    const middle = (height - 1) >> 1;
    if (start > 0) painter.text(0, middle, label);
    if (shows) {
      const value = this.#text();
      painter.text(width - cellWidth(value), middle, value);
    }
    const share = this.#share;
    if (share === undefined) this.#paintMoving(painter, start, end);
    else this.#paintBar(painter, start, end, share);
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const share = this.#share;
    return controlNode(this, 'progressbar', nameOf(this, this[PROPS].label), {
      ...(share === undefined
        ? {}
        : { valueNow: share * this[PROPS].max, valueText: this.#text() }),
      valueMin: 0,
      valueMax: this[PROPS].max,
      line: share === 1 ? { states: ['complete'] } : undefined,
    });
  }

  #setStates(): void {
    const share = this.#share;
    for (const [state, on] of [
      ['indeterminate', share === undefined],
      ['complete', share === 1],
    ] as const) {
      if (on) addState(this, state);
      else removeState(this, state);
    }
  }

  #label(): string {
    return sanitize(this[PROPS].label);
  }

  #text(): string {
    const share = this.#share;
    if (share === undefined) return '';
    // 99.9 % is not done.
    if (this[PROPS].valueFormat === 'percent') return `${Math.floor(share * 100)}%`;
    return `${number(this[PROPS].value ?? 0)}/${number(this.#max)}`;
  }

  #textWidth(): number {
    if (!this[PROPS].showValue) return 0;
    if (this[PROPS].valueFormat === 'percent') return 4;
    const max = number(this.#max);
    return Math.max(max.length, number(this[PROPS].value ?? 0).length) + 1 + max.length;
  }

  #paintBar(painter: Painter, start: number, end: number, share: number): void {
    const all = Math.max(0, end - start) * 8;
    // What has begun shows, and only what is complete is full.
    const exact = Math.round(share * all);
    const eighths = share === 0 || share === 1 ? exact : Math.min(all - 1, Math.max(1, exact));
    this.#track(painter, start, end);
    this.#fill(painter, start, 0, eighths);
  }

  /** A part that goes there and back. It begins in the middle: a still picture reads as no value. */
  #paintMoving(painter: Painter, start: number, end: number): void {
    const all = Math.max(0, end - start) * 8;
    const size = Math.min(all, Math.max(8, all >> 2));
    const time = animate(this, INTERVAL);
    const way = (1 + Math.sin((2 * Math.PI * (time % PERIOD)) / PERIOD)) / 2;
    const from = Math.round((all - size) * way);
    this.#track(painter, start, end);
    this.#fill(painter, start, from, from + size);
  }

  #track(painter: Painter, start: number, end: number): void {
    const { height, depth } = painter;
    if (depth === 'none') painter.fill(start, 0, end - start, height, LIGHT_SHADE, painter.base);
    else painter.fill(start, 0, end - start, height, BLANK, this.#style(painter, 0));
  }

  /** Eighths `from` up to `to`, counted from the cell `start`. */
  #fill(painter: Painter, start: number, from: number, to: number): void {
    if (to <= from) return;
    const { height } = painter;
    const style = this.#style(painter, 0);
    const first = (from + 7) >> 3;
    const last = to >> 3;
    painter.fill(start + first, 0, last - first, height, FULL_BLOCK, style);
    if ((from & 7) !== 0) {
      // What the glyph leaves of the cell is the part's beginning.
      const turned = this.#style(painter, REVERSE);
      painter.fill(start + first - 1, 0, 1, height, leftBlock(from & 7), turned);
    }
    if ((to & 7) !== 0) painter.fill(start + last, 0, 1, height, leftBlock(to & 7), style);
  }

  #style(painter: Painter, turned: number): number {
    const track = painter.depth === 'none' ? undefined : trackOf(this, painter);
    const attributes = (attributesOf(this) & REVERSE) ^ turned;
    return painter.style(accentOf(this, painter), track, attributes);
  }
}

/** Short, and never rounded to something else. */
function number(value: number): string {
  return String(Number(value.toPrecision(6)));
}
