/** An item of a list: a box with any content, behind the marker of the list. */
import {
  ACCESSIBLE_NODE,
  ACCESSIBLE_TEXT,
  ATTRIBUTE_CHANGED,
  cellWidth,
  COMPUTED,
  CONNECTED,
  DISCONNECTED,
  FEW_COLORS,
  getAttribute,
  GUTTERS,
  isElement,
  LEADING_TEXT,
  localNameOf,
  OPERATION,
  PAINT_GUTTERS,
  parentElementOf,
  PROPS,
  sanitize,
  statesOf,
  TuiElement,
  wordsIn,
} from '../support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  Example,
  Insets,
  Operation,
  Painter,
  StateTable,
  StyleRule,
} from '../support/author.js';
import {
  ITEM_VALUE,
  ITEM_TEXT,
  ITEM_OPERATION,
  MARK_WIDTH,
  SELECTS,
  MARK_OF,
  ENTERED,
  LEFT,
  CHANGED,
} from './internals.js';

/** What an item asks of the list around it; an item without one is a plain box. */
export interface ItemOwner {
  /** Cells of the marks of this list, the blank after them included. */
  readonly [MARK_WIDTH]: number;
  /** Its items can be selected. */
  readonly [SELECTS]: boolean;
  [MARK_OF](item: ListItem): string;
  [ENTERED](item: ListItem): void;
  [LEFT](): void;
  [CHANGED](item: ListItem): void;
  /** What an action comes to at an item that can be selected. */
  [ITEM_OPERATION](item: ListItem, action: AccessibleAction): Operation | undefined;
}

function isItemOwner(element: object): element is ItemOwner {
  return MARK_OF in element;
}

export class ListItem extends TuiElement {
  static override readonly tag: string = 'li';
  static override readonly description: string =
    'An item of a list, with any content: text, boxes, nested lists.';
  static override readonly attributes = {
    value: {
      type: 'string',
      description: 'Value while it is selected; default: its text.',
    },
    selected: { type: 'boolean', default: false, description: 'Selected at the start.' },
    disabled: { type: 'boolean', default: false, description: 'Disabled: cannot be selected.' },
  } as const satisfies AttributeTable;
  static override readonly states = {
    selected: 'The user, a script or `selected` has selected it.',
    current: 'It has the keyboard cursor of its list.',
  } as const satisfies StateTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'li', declarations: { 'flex-shrink': '0', 'content-visibility': 'auto' } },
    // What is under the cursor of a list has the accent itself as its background.
    { selector: 'li:state(current) a[href]', declarations: { color: 'inherit' } },
    { selector: 'li:disabled', declarations: { color: 'var(--disabled)' } },
    {
      selector: 'li:disabled',
      media: FEW_COLORS,
      declarations: { 'font-weight': 'dim' },
    },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'content',
      size: [40, 5],
      markup: `<list>
  <li>Text wraps below its first word, not below the mark in front of it.</li>
  <li><b>Bold</b> and <span style="color: var(--accent)">coloured</span> text</li>
</list>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof ListItem.attributes>;
  #owner: ItemOwner | undefined;

  /** The value, else the text. */
  get [ITEM_VALUE](): string {
    return this[PROPS].value ?? this[ITEM_TEXT];
  }

  /** The text of the item itself, without that of lists in it. */
  get [ITEM_TEXT](): string {
    return wordsIn(this, (node) => isElement(node) && localNameOf(node) === 'list');
  }

  override get [GUTTERS](): Insets | undefined {
    const width = this.#owner?.[MARK_WIDTH] ?? 0;
    return width === 0 ? undefined : { top: 0, right: 0, bottom: 0, left: width };
  }

  override get [LEADING_TEXT](): string | undefined {
    const mark = sanitize(this.#owner?.[MARK_OF](this) ?? '');
    return mark === '' ? undefined : `${mark} `;
  }

  override [PAINT_GUTTERS](painter: Painter): void {
    const owner = this.#owner;
    if (owner === undefined) return;
    const mark = sanitize(owner[MARK_OF](this));
    const padding = this[COMPUTED]['paddingTop'];
    const y = typeof padding === 'number' ? padding : 0;
    // Marks end at one column, so that numbers are below each other.
    painter.text(
      Math.max(0, owner[MARK_WIDTH] - 1 - cellWidth(mark)),
      y,
      mark,
      painter.blank,
      owner[MARK_WIDTH],
    );
  }

  override [CONNECTED](): void {
    const parent = parentElementOf(this);
    if (parent === null || !isItemOwner(parent)) return;
    this.#owner = parent;
    this.#owner[ENTERED](this);
  }

  override [DISCONNECTED](): void {
    this.#owner?.[LEFT]();
    this.#owner = undefined;
  }

  override [ATTRIBUTE_CHANGED](): void {
    this.#owner?.[CHANGED](this);
  }

  override [ACCESSIBLE_TEXT](): string {
    return getAttribute(this, 'aria-label') ?? this[ITEM_TEXT];
  }

  /** Its words are in it. */
  override [ACCESSIBLE_NODE](): AccessibleElement {
    const name = getAttribute(this, 'aria-label') ?? undefined;
    if (this.#owner?.[SELECTS] !== true) return { role: 'listitem', name };
    const { disabled } = this[PROPS];
    const states = statesOf(this);
    const isOperable = this[OPERATION]({ type: 'focus' }, '') !== undefined;
    return {
      role: 'option',
      name,
      selected: states.has('selected'),
      disabled,
      current: states.has('current') || undefined,
      part: isOperable ? '' : undefined,
    };
  }

  override [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    const owner = this.#owner;
    if (owner?.[SELECTS] !== true) return super[OPERATION](action, part);
    return this[PROPS].disabled ? undefined : owner[ITEM_OPERATION](this, action);
  }
}
