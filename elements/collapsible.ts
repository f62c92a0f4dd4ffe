/** A section that folds under its summary. */
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  BOLD,
  cellInside,
  clickElement,
  COLLAPSED,
  controlNode,
  DEFAULT_ACTION,
  DIM,
  DISABLED_ATTRIBUTE,
  fire,
  FOCUSABLE,
  GUTTERS,
  hasFewColors,
  HOVER_AT,
  insideBorder,
  invalidate,
  keyAction,
  nameOf,
  PAINT_GUTTERS,
  PROPS,
  REVERSE,
  sanitize,
  setDeclared,
  STATE_CHANGED,
  statesOf,
  truncate,
  TuiElement,
  UNDERLINE,
} from './support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  BindableTable,
  Example,
  InputAction,
  Insets,
  KeyTable,
  Painter,
  PointerCell,
  StyleRule,
} from './support/author.js';

/** The summary's row, and the indentation of what is under it. */
const INSETS: Insets = { top: 1, right: 0, bottom: 0, left: 2 };
const CLOSED: Insets = { top: 1, right: 0, bottom: 0, left: 0 };

export class Collapsible extends TuiElement {
  static override readonly tag: string = 'collapsible';
  static override readonly persist: readonly string[] = ['open'];
  static override readonly description: string =
    'A section that folds under its summary. Enter, Space and a click on the summary open and close it. Closed content is neither laid out nor painted. `bind` binds `open`.';
  static override readonly content = 'flow';
  static override readonly attributes = {
    summary: {
      type: 'string',
      default: '',
      description: 'Summary of the content, in a row that is always visible.',
    },
    open: { type: 'boolean', default: false, description: 'Shows the content.' },
    ...DISABLED_ATTRIBUTE,
  } as const satisfies AttributeTable;
  static override readonly keys = {
    toggle: { keys: 'enter, space', description: 'Opens or closes it.' },
  } as const satisfies KeyTable;
  static override readonly events = {
    toggle: {
      description: 'Fires when the user opens or closes it.',
      fields: { open: 'Whether it is now open.' },
      types: { open: 'boolean' },
    },
  };
  static override readonly bindable: BindableTable = {
    open: { description: 'Whether it is open.', default: true, events: ['toggle'] },
  };
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'collapsible', declarations: { 'flex-shrink': '0' } },
    { selector: 'collapsible:focus-visible', declarations: { 'border-color': 'var(--focus)' } },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'nested',
      size: [34, 8],
      markup: `<collapsible summary="Network" open="true">
  <switch checked="true">Wi-Fi</switch>
  <collapsible summary="Proxy" open="true">
    <text>proxy.example.org, port 8080</text>
  </collapsible>
  <collapsible summary="Certificates"><text>3 installed</text></collapsible>
</collapsible>
<collapsible summary="Developer" disabled="true"><text>Nothing</text></collapsible>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Collapsible.attributes>;
  /** The pointer is over the summary. */
  #pointed = false;

  override get [FOCUSABLE](): boolean {
    return true;
  }

  override get [GUTTERS](): Insets {
    return this[PROPS].open ? INSETS : CLOSED;
  }

  override get [COLLAPSED](): boolean {
    return !this[PROPS].open;
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'open') invalidate(this, 'structure');
    else super[ATTRIBUTE_CHANGED](name, value);
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'hover' && !isSet) this.#point(false);
  }

  override [HOVER_AT]({ target, ...cell }: PointerCell): void {
    this.#point(!this[PROPS].disabled && target === this && cellInside(this, cell).y === 0);
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (this[PROPS].disabled || event.target !== this) {
      if (event.type === 'mousemove') this.#point(false);
      return false;
    }
    switch (event.type) {
      case 'mousemove':
        this.#point(insideBorder(this, event).y === 0);
        return false;
      case 'mousedown':
        return insideBorder(this, event).y === 0;
      case 'click':
        // A script's click has no place.
        if (event.clientY !== undefined && insideBorder(this, event).y !== 0) return false;
        this.#toggle();
        return true;
      case 'keydown': {
        if (keyAction(Collapsible.keys, event) === undefined) return false;
        if (event.repeat !== true) clickElement(this);
        return true;
      }
      default:
        return false;
    }
  }

  override [PAINT_GUTTERS](painter: Painter): void {
    const { width, depth } = painter;
    const { open, disabled } = this[PROPS];
    const focused = statesOf(this).has('focus-visible');
    const mono = depth === 'none';
    let attributes = 0;
    if (focused) attributes |= mono ? REVERSE : BOLD;
    if (this.#pointed && !disabled) attributes |= UNDERLINE;
    if (disabled && hasFewColors(painter)) attributes |= DIM;
    const color = disabled ? 'var(--disabled)' : focused ? 'var(--focus)' : undefined;
    const fg = color === undefined ? undefined : painter.color(color);
    const mark = painter.color(
      disabled ? 'var(--disabled)' : focused ? 'var(--focus)' : 'var(--accent)',
    );
    painter.text(0, 0, open ? '▾' : '▸', painter.style(mark, undefined, attributes & ~UNDERLINE));
    const summary = truncate(sanitize(this[PROPS].summary), width - 2);
    painter.text(2, 0, summary, painter.style(fg, undefined, attributes));
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const { open, summary } = this[PROPS];
    return controlNode(this, 'disclosure', nameOf(this, summary), { expanded: open });
  }

  #point(on: boolean): void {
    if (on === this.#pointed) return;
    this.#pointed = on;
    invalidate(this, 'paint');
  }

  /** By the user. */
  #toggle(): void {
    setDeclared(this, 'open', !this[PROPS].open);
    fire(this, 'toggle', { open: this[PROPS].open }, { bubbles: false, cancelable: false });
  }
}
