/** Two panes and a divider that the user drags or moves with keys. */
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  controlNode,
  DEFAULT_ACTION,
  DISABLED_ATTRIBUTE,
  DIVISION,
  fire,
  fireChange,
  FOCUSABLE,
  invalidate,
  keyAction,
  listen,
  nameOf,
  OPERATION,
  PAINT,
  PROPS,
  reportAttributeError,
  REVERSE,
  statesOf,
} from './support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  BindableTable,
  Division,
  EventTable,
  Example,
  InputAction,
  KeyTable,
  Operation,
  Painter,
  StyleRule,
  TuiDocument,
} from './support/author.js';
import { cellsOf, EVERYTHING, readExtent, type Extent } from './support/extent.js';
import {
  armsAt,
  Divided,
  dividedAround,
  endsAtDivider,
  FLAT,
  isDivided,
  paintTitles,
  sharedLine,
  sidesOf,
  UPRIGHT,
} from './support/divided.js';
import { joint, type Line } from './support/lines.js';
import { AXIS, DIVIDER_AT } from './support/internals.js';

/** Cells that Shift moves by. */
const STRIDE = 5;

export class SplitPane extends Divided {
  static override readonly tag: string = 'split-pane';
  static override readonly persist: readonly string[] = ['position'];
  static override readonly description: string =
    'Two children with a divider between them that the user drags or moves with the arrow keys. Further children are not shown.';
  static override readonly content = 'flow';
  static override readonly attributes = {
    direction: {
      type: 'string',
      enum: ['row', 'column'],
      default: 'row',
      description: 'Side by side (`row`) or stacked (`column`).',
    },
    position: {
      type: 'string',
      default: '50%',
      description:
        'Initial size of the first pane: cells (`30`), or a share of the whole (`40%`), which it keeps when the screen is resized.',
    },
    min: {
      type: 'string',
      default: '1',
      description: 'Minimum size of the first pane, in cells or percent.',
    },
    max: {
      type: 'string',
      default: '100%',
      description:
        'Maximum size of the first pane, in cells or percent; the second pane keeps at least one cell.',
    },
    ...DISABLED_ATTRIBUTE,
  } as const satisfies AttributeTable;
  static override readonly keys = {
    left: {
      keys: 'left, shift+left',
      description: 'Moves the divider to the left, with Shift by more.',
    },
    right: {
      keys: 'right, shift+right',
      description: 'Moves the divider to the right, with Shift by more.',
    },
    up: {
      keys: 'up, shift+up',
      description: 'Moves the divider of a column up, with Shift by more.',
    },
    down: {
      keys: 'down, shift+down',
      description: 'Moves the divider of a column down, with Shift by more.',
    },
    first: { keys: 'home', description: 'Makes the first pane as small as it can be.' },
    last: { keys: 'end', description: 'Makes the first pane as large as it can be.' },
  } as const satisfies KeyTable;
  static override readonly events = {
    input: { description: 'Fires while the divider moves.' },
    change: { description: 'Fires when the user has moved the divider and released it.' },
  } as const satisfies EventTable;
  static override readonly bindable = {
    position: {
      description: 'Position of the divider: a number of cells, or a string such as `40%`.',
      default: true,
    },
  } as const satisfies BindableTable;
  static override readonly rules: readonly StyleRule[] = [
    {
      selector: 'split-pane',
      declarations: {
        'flex-grow': '1',
      },
    },
    { selector: 'split-pane > :nth-child(n+3)', declarations: { display: 'none' } },
    // The divider alone shows that it has the focus.
    { selector: 'split-pane:focus-visible', declarations: {} },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'panes',
      size: [44, 7],
      markup: `<split-pane position="30%" style="height: 7">
  <container><text>src</text><text>  index.ts</text><text>  main.ts</text></container>
  <split-pane direction="column" position="4"><text>The open file is shown here, in all the space that is free.</text><text>And its messages here.</text></split-pane>
</split-pane>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof SplitPane.attributes>;

  #position: Extent | undefined;
  /** Cells of both panes together, as laid out last. */
  #whole = 0;
  /** Where the divider is held, and where it was when that began. */
  #drag: { readonly grip: number; readonly from: number } | undefined;
  #hovered = false;
  /** What panes around it go by, as laid out last. */
  #sides: string | undefined;

  constructor(document: TuiDocument, localName: string) {
    super(document, localName);
    // What is over the divider alone is not a default action: the panes are in it, too.
    listen(this, 'mouseover', (event) => this.#hover(event.target === this));
    listen(this, 'mouseleave', () => this.#hover(false));
  }

  /** Where the divider is: cells of the first pane, or `40%` where that was set. */
  get position(): number | string {
    const { value, percent } = this.#extent;
    return percent ? `${value}%` : value;
  }
  set position(position: unknown) {
    const extent = readExtent(String(position));
    if (extent === undefined) this.#refuse('position', String(position));
    else this.#moveTo(extent);
  }

  override get [FOCUSABLE](): boolean {
    return isDivided(this);
  }

  /** Which way its panes follow each other. */
  get [AXIS](): 'row' | 'column' {
    return this[PROPS].direction;
  }

  override [DIVISION](): Division {
    this.#notifyNeighbours();
    return {
      axis: this[PROPS].direction,
      shared: sharedLine(this) !== 'n',
      first: (both) => {
        this.#whole = both;
        return this.#cells(both);
      },
    };
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'position' || name === 'min' || name === 'max') {
      const text = String(value);
      if (readExtent(text) === undefined) this.#refuse(name, text);
      if (name === 'position') this.#position = undefined;
    }
    this.#moved();
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (this[PROPS].disabled || !isDivided(this)) return false;
    switch (event.type) {
      case 'keydown':
        return event.target === this && this.#key(event);
      case 'mousedown':
        return event.target === this && this.#press(event);
      case 'mousemove':
        return this.#dragTo(event);
      case 'mouseup':
        return this.#release();
      case 'dblclick':
        return event.target === this && this.#reset();
      default:
        return false;
    }
  }

  override [PAINT](painter: Painter): void {
    if (!isDivided(this)) return;
    const { width, height } = painter;
    const isRow = this.#isRow;
    const at = this.#cells(Math.max(0, (isRow ? width : height) - 1));
    const focused = statesOf(this).has('focus-visible');
    const lively = !this[PROPS].disabled && (this.#hovered || this.#drag !== undefined);
    const style = this.#dividerStyle(painter, focused, lively);
    const shared = sharedLine(this);
    const line = focused || lively ? 'h' : shared === 'n' ? 'l' : shared;
    const along = joint(isRow ? UPRIGHT(line) : FLAT(line));
    if (isRow) painter.fill(at, 0, 1, height, along, style);
    else painter.fill(0, at, width, 1, along, style);
    this.#paintJoints(painter, at, line, style);
    if (!isRow && shared !== 'n') paintTitles(painter, this, at, style);
  }

  #dividerStyle(painter: Painter, focused: boolean, lively: boolean): number {
    const color = focused ? 'var(--focus)' : lively ? 'var(--accent)' : 'var(--border)';
    const reverse = painter.depth === 'none' && focused ? REVERSE : 0;
    const { disabled } = this[PROPS];
    return painter.style(painter.color(disabled ? 'var(--disabled)' : color), undefined, reverse);
  }

  /** Where lines of the panes end at the divider, they meet. */
  #paintJoints(painter: Painter, at: number, line: Line, style: number): void {
    const isRow = this.#isRow;
    const [before, after] = endsAtDivider(this);
    const length = isRow ? painter.height : painter.width;
    for (const place of new Set([...before.keys(), ...after.keys()])) {
      if (place < 0 || place >= length) continue;
      const arms = [before.get(place) ?? 'n', after.get(place) ?? 'n'] as const;
      const glyph = joint(armsAt(place, length, line, arms, isRow));
      if (isRow) painter.put(at, place, glyph, style);
      else painter.put(place, at, glyph, style);
    }
  }

  /** Cells of the first pane, as laid out last: where the divider is in the content box. */
  get [DIVIDER_AT](): number {
    return this.#cells(this.#whole);
  }

  /** The divider; the panes are in the element. */
  override [ACCESSIBLE_NODE](): AccessibleElement {
    const whole = this.#whole;
    const [valueMin, valueMax] = this.#range(whole);
    const divider = controlNode(this, 'separator', nameOf(this), {
      valueNow: this.#cells(whole),
      valueMin,
      valueMax,
      valueText: `${this.#cells(whole)} of ${whole}`,
      vertical: this.#isRow,
      focused: statesOf(this).has('focus'),
      part: this[PROPS].disabled || !isDivided(this) ? undefined : '',
      line: { role: 'splitter', isBox: true },
    });
    return { role: 'none', parts: [divider] };
  }

  override [OPERATION](action: AccessibleAction): Operation | undefined {
    if (action.type !== 'set' || !Number.isFinite(action.value) || !isDivided(this))
      return undefined;
    const cells = Math.round(Number(action.value));
    return () => {
      if (this.#move(cells)) fireChange(this);
    };
  }

  get #isRow(): boolean {
    return this[PROPS].direction === 'row';
  }

  get #extent(): Extent {
    return this.#position ?? readExtent(this[PROPS].position) ?? { value: 50, percent: true };
  }

  /** Cells of the first pane, of this many of both. */
  #cells(whole: number): number {
    const [least, most] = this.#range(whole);
    return Math.max(least, Math.min(most, cellsOf(this.#extent, whole)));
  }

  #range(whole: number): [number, number] {
    const { min, max } = this[PROPS];
    const most = Math.max(0, Math.min(whole - 1, cellsOf(readExtent(max) ?? EVERYTHING, whole)));
    const least = cellsOf(readExtent(min) ?? { value: 1, percent: false }, whole);
    return [Math.max(0, Math.min(least, most)), most];
  }

  #refuse(name: string, text: string): void {
    reportAttributeError(this, name, {
      code: 'bad-value',
      message: `"${name}": expected cells or a percentage, found ${JSON.stringify(text.slice(0, 40))}`,
      suggestion: 'write a number of cells such as 30, or a share such as 40%',
    });
  }

  #moveTo(extent: Extent): void {
    const { value, percent } = this.#extent;
    if (value === extent.value && percent === extent.percent) return;
    this.#position = extent;
    this.#moved();
  }

  #moved(): void {
    invalidate(this, 'structure');
    // Dividers around it have a joint where this one ends.
    for (const around of dividedAround(this)) invalidate(around, 'paint');
  }

  /** A person moves it, in cells. What is a share stays one. @returns false where it stays */
  #move(cells: number): boolean {
    const whole = this.#whole;
    const [least, most] = this.#range(whole);
    const to = Math.max(least, Math.min(most, cells));
    if (to === this.#cells(whole)) return false;
    const { percent } = this.#extent;
    // Two decimals are a cell of a screen of any width.
    const share = Math.round((to / Math.max(1, whole)) * 10_000) / 100;
    this.#moveTo({ value: percent ? share : to, percent });
    return true;
  }

  #key(event: InputAction): boolean {
    const action = keyAction(SplitPane.keys, event);
    const step = event.shiftKey === true ? STRIDE : 1;
    const at = this.#cells(this.#whole);
    const [least, most] = this.#range(this.#whole);
    const steps = this.#isRow
      ? { left: at - step, right: at + step }
      : { up: at - step, down: at + step };
    const places: { readonly [K in keyof typeof SplitPane.keys]?: number } = {
      ...steps,
      first: least,
      last: most,
    };
    const to = action && places[action];
    if (to === undefined) return false;
    if (this.#move(to)) fireChange(this);
    return true;
  }

  #press(event: InputAction): boolean {
    if (event.button !== 0) return false;
    const at = this.#place(event);
    const from = this.#cells(this.#whole);
    if (at !== from) return false;
    this.#drag = { grip: at - from, from };
    invalidate(this, 'paint');
    return true;
  }

  #dragTo(event: InputAction): boolean {
    if (this.#drag === undefined) return false;
    if (this.#move(this.#place(event) - this.#drag.grip))
      fire(this, 'input', {}, { cancelable: false });
    return true;
  }

  #release(): boolean {
    const drag = this.#drag;
    if (drag === undefined) return false;
    this.#drag = undefined;
    invalidate(this, 'paint');
    if (this.#cells(this.#whole) !== drag.from) fire(this, 'change', {}, { cancelable: false });
    return true;
  }

  /** Back to where the attribute has it. */
  #reset(): boolean {
    const before = this.#cells(this.#whole);
    this.#position = undefined;
    this.#moved();
    if (this.#cells(this.#whole) !== before) fireChange(this);
    return true;
  }

  #place(event: InputAction): number {
    const { offsetX = 0, offsetY = 0 } = event as InputAction & {
      offsetX?: number;
      offsetY?: number;
    };
    return this.#isRow ? offsetX : offsetY;
  }

  /** Which line is shared around it, and what ends there, goes by what this one has at its sides. */
  #notifyNeighbours(): void {
    const sides = sidesOf(this);
    if (sides === this.#sides) return;
    const isFirst = this.#sides === undefined;
    this.#sides = sides;
    if (isFirst) return;
    for (const around of dividedAround(this)) {
      invalidate(around, 'structure');
      invalidate(around, 'paint');
    }
  }

  #hover(on: boolean): void {
    if (on === this.#hovered) return;
    this.#hovered = on;
    invalidate(this, 'paint');
  }
}
