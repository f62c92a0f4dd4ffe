/** A part of a document that folds away under its summary. */
import type { AccessibleElement } from '../runtime/accessible-node.js';
import { BOLD, DIM, REVERSE, UNDERLINE } from '../runtime/paint/cells.js';
import { sanitize } from '../runtime/text/sanitize.js';
import { truncate } from '../runtime/text/truncate.js';
import type {
  AttributeTable,
  AttributeValues,
  BindableTable,
  Example,
  Painter,
  StyleRule,
} from '../runtime/element/contract.js';
import {
  TuiElement,
  type Insets,
  type TuiEvent,
  type PointerCell,
} from '../runtime/element/tui-element.js';
import {
  controlNode,
  describe,
  DISABLED_ATTRIBUTE,
  inputOf,
  cellInside,
  insideBorder,
  nameOf,
  plainKey,
} from './support/control.js';
import { hasFewColors } from './support/looks.js';

/** The summary's row, and the indentation of what is under it. */
const GUTTERS: Insets = { top: 1, right: 0, bottom: 0, left: 2 };
const CLOSED: Insets = { top: 1, right: 0, bottom: 0, left: 0 };

export class Collapsible extends TuiElement {
  static override readonly tag: string = 'collapsible';
  static override readonly description: string =
    'A part that folds away under its summary. Enter, Space and a click on the summary open and close it; closed, what is in it costs nothing. `bind` binds `open`.';
  static override readonly content = 'flow';
  static override readonly attributes = {
    summary: {
      type: 'string',
      default: '',
      description: 'What is in it, in a row that always shows.',
    },
    open: { type: 'boolean', default: false, description: 'Shows what is in it.' },
    ...DISABLED_ATTRIBUTE,
  } as const satisfies AttributeTable;
  static override readonly events = {
    toggle: {
      description: 'The user has opened or closed it.',
      fields: { open: 'Whether it is open now.' },
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
  declare readonly props: AttributeValues<typeof Collapsible.attributes>;
  /** The pointer is over the summary. */
  #pointed = false;

  override get focusable(): boolean {
    return true;
  }

  override get gutters(): Insets {
    return this.props.open ? GUTTERS : CLOSED;
  }

  override get collapsed(): boolean {
    return !this.props.open;
  }

  override attributeChanged(name: string, value: unknown): void {
    if (name === 'open') this.invalidate('structure');
    else super.attributeChanged(name, value);
  }

  override removeState(state: string): void {
    super.removeState(state);
    if (state === 'hover') this.#point(false);
  }

  override hoverAt({ target, ...cell }: PointerCell): void {
    this.#point(!this.props.disabled && target === this && cellInside(this, cell).y === 0);
  }

  override defaultAction(event: TuiEvent): boolean {
    if (this.props.disabled || event.target !== this) {
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
        if (inputOf(event).clientY !== undefined && insideBorder(this, event).y !== 0) return false;
        this.#toggle();
        return true;
      case 'keydown': {
        const key = plainKey(event);
        if (key !== 'Enter' && key !== ' ') return false;
        if (inputOf(event).repeat !== true) this.click();
        return true;
      }
      default:
        return false;
    }
  }

  override paintGutters(painter: Painter): void {
    const { width, depth } = painter;
    const { open, disabled } = this.props;
    const focused = this.states.has('focus-visible');
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
    const summary = truncate(sanitize(this.props.summary), width - 2);
    painter.text(2, 0, summary, painter.style(fg, undefined, attributes));
  }

  override accessibleText(): string {
    return describe(
      this,
      'collapsible',
      nameOf(this, this.props.summary),
      this.props.open ? 'open' : 'closed',
    );
  }

  override accessibleNode(): AccessibleElement {
    const { open, summary } = this.props;
    return controlNode(this, 'disclosure', nameOf(this, summary), { expanded: open });
  }

  #point(on: boolean): void {
    if (on === this.#pointed) return;
    this.#pointed = on;
    this.invalidate('paint');
  }

  /** By the user. */
  #toggle(): void {
    this.setDeclared('open', !this.props.open);
    this.fire('toggle', { open: this.props.open }, { bubbles: false, cancelable: false });
  }
}
