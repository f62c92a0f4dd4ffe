/** A level: one value as a filled bar. */
import {
  ACCENT_STYLE,
  accentOf,
  ACCESSIBLE_NODE,
  controlNode,
  DEFAULT_ACTION,
  fireChange,
  FOCUSABLE,
  FULL_BLOCK,
  keyAction,
  leftBlock,
  MEASURE,
  nameOf,
  PAINT,
  PROPS,
  setDeclared,
  TuiElement,
} from '../../../elements/support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  EventTable,
  Example,
  InputAction,
  KeyTable,
  Painter,
  Size,
  StyleRule,
} from '../../../elements/support/author.js';

/** Cells of the bar where nothing else decides. */
const LENGTH = 20;

/** What a key adds, in hundredths. */
const STEP = 5;

export class Level extends TuiElement {
  static override readonly tag: string = 'level';
  static override readonly description: string =
    'One value as a filled bar. With `adjustable`, arrow keys change it; `bind` binds `value`.';
  static override readonly content = 'none';
  static override readonly attributes = {
    value: {
      type: 'number',
      default: 0,
      minimum: 0,
      maximum: 1,
      description: 'Filled share, 0 to 1.',
    },
    adjustable: {
      type: 'boolean',
      default: false,
      description: 'The user can focus and change it.',
    },
  } as const satisfies AttributeTable;
  static override readonly styles = ACCENT_STYLE;
  static override readonly keys = {
    less: { keys: 'left, down', description: 'Takes off five percent.' },
    more: { keys: 'right, up', description: 'Adds five percent.' },
  } as const satisfies KeyTable;
  static override readonly events = {
    input: { description: 'Fires when the user changes the value.' },
    change: { description: 'Fires when the user changes the value.' },
  } as const satisfies EventTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'level', declarations: { 'flex-shrink': '0' } },
    { selector: 'level:focus-visible', declarations: { 'background-color': 'var(--border)' } },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'values',
      size: [20, 3],
      markup: `<level value="0.2"/>
<level value="0.53" style="accent-color: red"/>
<level value="1" adjustable/>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Level.attributes>;

  override get [FOCUSABLE](): boolean {
    return this[PROPS].adjustable || super[FOCUSABLE];
  }

  override [MEASURE](available: Size): Size {
    return { width: Math.min(LENGTH, available.width), height: Math.min(1, available.height) };
  }

  override [PAINT](painter: Painter): void {
    const { width, height } = painter;
    const eighths = Math.round(this[PROPS].value * width * 8);
    const style = painter.style(accentOf(this, painter));
    const full = eighths >> 3;
    painter.fill(0, 0, full, height, FULL_BLOCK, style);
    if ((eighths & 7) !== 0) painter.fill(full, 0, 1, height, leftBlock(eighths & 7), style);
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    const action = keyAction(Level.keys, event);
    if (action === undefined || !this[PROPS].adjustable) return false;
    const percent = Math.round(this[PROPS].value * 100) + (action === 'more' ? STEP : -STEP);
    const value = Math.min(100, Math.max(0, percent)) / 100;
    if (value === this[PROPS].value) return true;
    setDeclared(this, 'value', value);
    fireChange(this);
    return true;
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const { value, adjustable } = this[PROPS];
    return controlNode(this, adjustable ? 'slider' : 'progressbar', nameOf(this), {
      valueNow: value,
      valueMin: 0,
      valueMax: 1,
      valueText: `${Math.round(value * 100)}%`,
    });
  }
}
