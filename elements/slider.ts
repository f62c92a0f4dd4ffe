/** A slider: a number within a range, set with keys, the wheel and the pointer. */
import {
  ACCENT_STYLE,
  accentOf,
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  attributesOf,
  cellWidth,
  COMPUTED,
  controlNode,
  DATA,
  DEFAULT_ACTION,
  DISABLED_ATTRIBUTE,
  fire,
  FOCUSABLE,
  FORM_ATTRIBUTES,
  enterInForm,
  formOf,
  invalidate,
  keepDefault,
  keyAction,
  labelsOf,
  leftBlock,
  lowerBlock,
  markRules,
  MEASURE,
  nameOf,
  numberLike,
  OPERATION,
  ORIENTATION_STYLE,
  PAINT,
  PROPS,
  RESET,
  restoreDefault,
  REVERSE,
  setDeclared,
  statesOf,
  SUBMITS,
  TRACK_STYLE,
  trackOf,
  TuiElement,
} from './support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  ControlData,
  ElementList,
  Example,
  InputAction,
  KeyTable,
  Misfit,
  Operation,
  Painter,
  Size,
  StyleRule,
  StyleTable,
} from './support/author.js';

/** Default cells along the track. */
const LENGTH = 20;
const VERTICAL_LENGTH = 8;

interface PointerFields {
  readonly offsetX: number;
  readonly offsetY: number;
  readonly buttons: number;
  readonly button: number;
  readonly deltaY: number;
  readonly shiftKey: boolean;
}

export class Slider extends TuiElement {
  static override readonly tag: string = 'slider';
  static override readonly persist: readonly string[] = ['value'];
  static override readonly description: string =
    'A number within a range. Arrow keys move it by one step, Page Up, Page Down and Shift with an arrow by ten, Home and End to its ends; drag the knob, click the track, or turn the wheel while it is focused. `bind` binds `value`.';
  static override readonly labelable = true;
  static override readonly content = 'none';
  static override readonly attributes = {
    value: {
      type: 'number',
      description:
        'Position of the knob; default `min`. Clamped to the range and rounded to a step.',
    },
    min: { type: 'number', default: 0, description: 'Value at the left or bottom end.' },
    max: { type: 'number', default: 100, description: 'Value at the right or top end.' },
    step: {
      type: 'number',
      default: 1,
      minimum: 0,
      description: 'Distance between values, from `min`; 0 allows any value.',
    },
    showValue: {
      type: 'boolean',
      default: false,
      description: 'Shows the value beside the track.',
    },
    ticks: {
      type: 'number',
      minimum: 0,
      description:
        'Distance between tick marks beside the track; no marks are shown where they would touch.',
    },
    name: { type: 'string', description: 'Name of the value in a form.' },
    ...FORM_ATTRIBUTES,
    ...DISABLED_ATTRIBUTE,
  } as const satisfies AttributeTable;
  static override readonly styles = {
    ...ORIENTATION_STYLE,
    ...ACCENT_STYLE,
    ...TRACK_STYLE,
  } as const satisfies StyleTable;
  static override readonly keys = {
    more: { keys: 'right, up', description: 'Adds a step.' },
    less: { keys: 'left, down', description: 'Takes off a step.' },
    muchMore: { keys: 'pageup, shift+right, shift+up', description: 'Adds ten steps.' },
    muchLess: { keys: 'pagedown, shift+left, shift+down', description: 'Takes off ten steps.' },
    least: { keys: 'home', description: 'Sets the minimum.' },
    most: { keys: 'end', description: 'Sets the maximum.' },
    enter: { keys: 'enter', description: 'In a form, goes on or submits, as in a field.' },
  } as const satisfies KeyTable;
  static override readonly events = {
    input: { description: 'Fires for each value while the user moves the knob.' },
    change: {
      description:
        'Fires when the user has moved the knob: after each key, or when the button is released.',
    },
  };
  static override readonly rules: readonly StyleRule[] = markRules('slider');
  static override readonly examples: readonly Example[] = [
    {
      name: 'values and ticks',
      size: [36, 5],
      markup: `<slider value="30" show-value="true" aria-label="Volume"/>
<slider value="0.25" max="1" step="0.05" show-value="true"/>
<slider value="60" ticks="20"/>
<slider value="45" disabled="true" show-value="true"/>`,
    },
    {
      name: 'standing',
      size: [18, 7],
      markup: `<container style="flex-direction: row; gap: 3; height: 7">
  <slider value="20" style="orientation: vertical" show-value="true"/>
  <slider value="55" style="orientation: vertical" show-value="true"/>
  <slider value="90" style="orientation: vertical" show-value="true"/>
</container>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Slider.attributes>;
  /** Cells of the track as painted last. */
  #length = 1;
  /** While dragged: eighths from the pointer's cell to the knob. */
  #grip: number | undefined;
  #before = 0;

  /** Where the knob is: between the ends, on a step. */
  get value(): number {
    return this.#value;
  }
  get #value(): number {
    return this.#snap(this[PROPS].value ?? this[PROPS].min);
  }
  set value(value: unknown) {
    this.#value = value;
  }
  set #value(value: unknown) {
    setDeclared(this, 'value', value);
  }

  /** The form that it belongs to. */
  get form(): TuiElement | null {
    return formOf(this);
  }

  /** The labels of the control. */
  get labels(): ElementList {
    return labelsOf(this);
  }

  [SUBMITS](): readonly string[] {
    return [String(this.#value)];
  }

  [RESET](): void {
    restoreDefault(this);
  }

  get [DATA](): ControlData {
    return {
      kind: 'value',
      value: this.#value,
      check: (value) => this.#misfit(value),
      set: (value) => {
        keepDefault(this, 'value');
        setDeclared(this, 'value', value);
      },
    };
  }

  #misfit(value: unknown): Misfit | undefined {
    const { min, step } = this[PROPS];
    if (typeof value === 'number' && this.#snap(value) === value) return undefined;
    const range = `a number from ${this.#format(min)} to ${this.#format(this.#max)}`;
    const expected = step > 0 && step !== 1 ? `${range} in steps of ${step}` : range;
    const isNear = typeof value === 'number' && Number.isFinite(value);
    return { expected, suggestion: isNear ? `write ${this.#snap(value)}` : numberLike(value) };
  }

  override get [FOCUSABLE](): boolean {
    return true;
  }

  get #vertical(): boolean {
    return this[COMPUTED]['orientation'] === 'vertical';
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'value' || name === 'disabled') invalidate(this, 'paint');
    else super[ATTRIBUTE_CHANGED](name, value);
  }

  override [MEASURE](available: Size): Size {
    const text = this.#textWidth();
    const marks = this.#hasTicks ? 1 : 0;
    const width = this.#vertical ? Math.max(1 + marks, text) : LENGTH + (text === 0 ? 0 : text + 1);
    const height = this.#vertical ? VERTICAL_LENGTH + (text === 0 ? 0 : 1) : 1 + marks;
    return { width: Math.min(width, available.width), height: Math.min(height, available.height) };
  }

  override [PAINT](painter: Painter): void {
    const { width, height } = painter;
    const text = this.#textWidth();
    const vertical = this.#vertical;
    const room = vertical ? height : width;
    // Without room for both, the value is left out.
    const beside = text === 0 ? 0 : vertical ? 1 : text + 1;
    const shows = beside > 0 && room - beside >= 3 && (!vertical || width >= text);
    this.#length = Math.max(1, shows ? room - beside : room);
    if (vertical) this.#paintVertical(painter);
    else this.#paintHorizontal(painter);
    if (!shows) return;
    const value = this.#format(this.#value);
    if (vertical) painter.text(0, height - 1, value);
    else painter.text(width - cellWidth(value), 0, value);
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (this[PROPS].disabled) return false;
    switch (event.type) {
      case 'keydown':
        return this.#key(event);
      case 'wheel': {
        if (!statesOf(this).has('focus')) return false;
        const { deltaY } = event as InputAction & PointerFields;
        this.#move(this.#value - Math.sign(deltaY) * this.#step, true);
        return true;
      }
      case 'mousedown':
        this.#press(event as InputAction & PointerFields);
        return true;
      case 'mousemove':
        return this.#drag(event as InputAction & PointerFields);
      case 'mouseup':
        if (this.#grip === undefined) return false;
        this.#grip = undefined;
        if (this.#value !== this.#before) fire(this, 'change', {}, { cancelable: false });
        return true;
      case 'click':
        return event.button !== undefined;
      default:
        return false;
    }
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const value = this.#value;
    const { min } = this[PROPS];
    const max = this.#max;
    const valueText = this.#format(value);
    return controlNode(this, 'slider', nameOf(this), {
      valueNow: value,
      valueMin: min,
      valueMax: max,
      valueText,
      vertical: this.#vertical,
      line: { states: [valueText, `from ${this.#format(min)} to ${this.#format(max)}`] },
    });
  }

  override [OPERATION](action: AccessibleAction): Operation | undefined {
    if (action.type !== 'set' || !Number.isFinite(action.value)) return undefined;
    const value = Number(action.value);
    return () => void this.#move(value, true);
  }

  get #max(): number {
    return Math.max(this[PROPS].min, this[PROPS].max);
  }

  /** What an arrow moves by: a step, or a hundredth where any value will do. */
  get #step(): number {
    const { step, min } = this[PROPS];
    return step > 0 ? step : (this.#max - min) / 100;
  }

  get #share(): number {
    const { min } = this[PROPS];
    const range = this.#max - min;
    // Of halves: the difference of two large numbers may be infinite.
    if (!Number.isFinite(range)) return (this.#value / 2 - min / 2) / (this.#max / 2 - min / 2);
    return range > 0 ? (this.#value - min) / range : 0;
  }

  /** Eighths from the start of the track to the knob. */
  get #place(): number {
    return Math.round(this.#share * (this.#length - 1) * 8);
  }

  /** The place as it is painted: dim text in reverse is not as dim, which would show in a knob of two cells. */
  #displayedValue({ depth }: Painter): number {
    const place = this.#place;
    return this[PROPS].disabled && depth === 'none' ? Math.round(place / 8) * 8 : place;
  }

  get #hasTicks(): boolean {
    return (this[PROPS].ticks ?? 0) > 0;
  }

  #snap(value: number): number {
    const { min, step } = this[PROPS];
    const max = this.#max;
    const kept = Math.min(max, Math.max(min, value));
    if (!(step > 0)) return kept;
    const steps = Math.round((kept - min) / step);
    const last = Math.floor((max - min) / step + 1e-9);
    // 0.1 three times is not 0.3: twelve digits are more than any step has.
    const snapped = Number((min + Math.min(steps, last) * step).toPrecision(12));
    return Number.isFinite(snapped) ? Math.min(max, Math.max(min, snapped)) : kept;
  }

  #format(value: number): string {
    const { step, min } = this[PROPS];
    const digits = step > 0 ? Math.max(decimals(step), decimals(min)) : 2;
    return Math.abs(value) < 1e15 ? value.toFixed(digits) : String(value);
  }

  /** Cells that any value takes; 0 where none is shown. */
  #textWidth(): number {
    if (!this[PROPS].showValue) return 0;
    return Math.max(cellWidth(this.#format(this[PROPS].min)), cellWidth(this.#format(this.#max)));
  }

  #paintHorizontal(painter: Painter): void {
    const place = this.#displayedValue(painter);
    const cell = place >> 3;
    const part = place & 7;
    painter.fill(0, 0, cell, 1, 0x2501, painter.style(accentOf(this, painter)));
    const rest = cell + (part === 0 ? 1 : 2);
    painter.fill(rest, 0, this.#length - rest, 1, 0x2500, painter.style(trackOf(this, painter)));
    if (part === 0) painter.put(cell, 0, leftBlock(8));
    else {
      painter.put(cell, 0, leftBlock(part), this.#inverseStyle(painter));
      painter.put(cell + 1, 0, leftBlock(part));
    }
    for (const tick of this.#tickCells()) {
      painter.put(tick, 1, 0x2575, painter.style(trackOf(this, painter)));
    }
  }

  #paintVertical(painter: Painter): void {
    const place = this.#displayedValue(painter);
    const cell = place >> 3;
    const part = place & 7;
    const bottom = this.#length - 1;
    painter.fill(0, bottom - cell + 1, 1, cell, 0x2503, painter.style(accentOf(this, painter)));
    const rest = cell + (part === 0 ? 1 : 2);
    painter.fill(0, 0, 1, this.#length - rest, 0x2502, painter.style(trackOf(this, painter)));
    if (part === 0) painter.put(0, bottom - cell, lowerBlock(8));
    else {
      painter.put(0, bottom - cell, lowerBlock(part), this.#inverseStyle(painter));
      painter.put(0, bottom - cell - 1, lowerBlock(part));
    }
    for (const tick of this.#tickCells()) {
      painter.put(1, bottom - tick, 0x2576, painter.style(trackOf(this, painter)));
    }
  }

  /** The style of a glyph that shows the rest of its cell. */
  #inverseStyle(painter: Painter): number {
    return painter.style(undefined, undefined, attributesOf(this) ^ REVERSE);
  }

  #tickCells(): number[] {
    const { ticks = 0, min } = this[PROPS];
    const range = this.#max - min;
    const count = Math.floor(range / ticks + 1e-9);
    if (!(ticks > 0) || !(range > 0) || !(count * 2 <= this.#length)) return [];
    return Array.from({ length: count + 1 }, (_, index) =>
      Math.round(((index * ticks) / range) * (this.#length - 1)),
    );
  }

  #key(event: InputAction): boolean {
    const { min } = this[PROPS];
    const step = this.#step;
    const far = Math.max(step * 10, step);
    switch (keyAction(Slider.keys, event)) {
      case 'more':
        return this.#move(this.#value + step, true);
      case 'less':
        return this.#move(this.#value - step, true);
      case 'muchMore':
        return this.#move(this.#value + far, true);
      case 'muchLess':
        return this.#move(this.#value - far, true);
      case 'least':
        return this.#move(min, true);
      case 'most':
        return this.#move(this.#max, true);
      case 'enter':
        return event.repeat === true || enterInForm(this);
      default:
        return false;
    }
  }

  /** By the user. */
  #move(to: number, commit: boolean): true {
    const value = this.#snap(to);
    if (value === this.#value) return true;
    keepDefault(this, 'value');
    setDeclared(this, 'value', value);
    fire(this, 'input', {}, { cancelable: false });
    if (commit) fire(this, 'change', {}, { cancelable: false });
    return true;
  }

  /** A press on the knob holds it where it is; elsewhere the knob comes to the pointer. */
  #press(event: PointerFields): void {
    this.#before = this.#value;
    const at = this.#cellOf(event) * 8;
    const place = this.#place;
    const onKnob = at > place - 8 && at < place + 8;
    this.#grip = onKnob ? place - at : 0;
    if (!onKnob) this.#moveTo(at);
  }

  #drag(event: PointerFields): boolean {
    if (this.#grip === undefined) return false;
    // The button was released outside of the window.
    if (event.buttons === 0) {
      this.#grip = undefined;
      return false;
    }
    this.#moveTo(this.#cellOf(event) * 8 + this.#grip);
    return true;
  }

  /** The pointer's cell along the track, from its start. */
  #cellOf({ offsetX, offsetY }: PointerFields): number {
    return this.#vertical ? this.#length - 1 - offsetY : offsetX;
  }

  #moveTo(eighths: number): void {
    const { min } = this[PROPS];
    const all = (this.#length - 1) * 8;
    const share = all === 0 ? 0 : Math.min(1, Math.max(0, eighths / all));
    this.#move(min * (1 - share) + this.#max * share, false);
  }
}

/** Decimal places of a number as it is written, six at most. */
function decimals(value: number): number {
  for (let digits = 0; digits < 6; digits++) {
    if (Number(value.toFixed(digits)) === value) return digits;
  }
  return 6;
}
