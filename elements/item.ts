/** An item of a menu. It has no box: the element around it reads and paints it. */
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  CHECK,
  childNodesOf,
  CONTENT_CHANGED,
  DEFAULT_ACTION,
  DISABLED_ATTRIBUTE,
  fireChange,
  isElement,
  parentElementOf,
  PROPS,
  setDeclared,
  textOf,
  TuiElement,
  childElementsOf,
} from './support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  BindableTable,
  EventTable,
  Example,
  InputAction,
  StyleRule,
} from './support/author.js';
import { checkInvoker, invoke } from './support/invokers.js';
import { Separator } from './separator.js';

/** UTF-16 units of a label that are looked at. */
const MAX_LABEL = 500;

/** The label of an item: its attribute, else its own text without that of the items in it. */
export const ITEM_TEXT: unique symbol = Symbol('itemText');

export class Item extends TuiElement {
  static override readonly tag: string = 'item';
  static override readonly description: string =
    'An item of a `<menu>` or a `<tree>`. Its text is the label; `<item>` elements in it are a submenu, or what the item of the tree contains. It has no box.';
  static override readonly content = 'inline';
  static override readonly attributes = {
    label: { type: 'string', description: 'The label; default: the text.' },
    type: {
      type: 'string',
      enum: ['command', 'checkbox', 'radio'],
      default: 'command',
      description:
        'Effect of choosing it: it is clicked, it is checked and unchecked, or it is checked and the other `radio` items of the same `name` in its menu are not.',
    },
    checked: {
      type: 'boolean',
      default: false,
      description: 'Whether a `checkbox` or `radio` item is checked. It follows the user.',
    },
    name: { type: 'string', default: '', description: 'Name of a group of `radio` items.' },
    command: {
      type: 'string',
      description:
        'Id of the `<command>` that the item runs: it shows the key of the command, without text also its label, and is disabled while that cannot be run. With `commandfor`: what the element of that id does.',
    },
    commandfor: {
      type: 'string',
      description:
        'Id of the element that `command` is for, as of a [button](button.md): a dialog with `show-modal`, for example.',
    },
    expanded: {
      type: 'boolean',
      default: false,
      description: 'In a tree: open at the start.',
    },
    hasItems: {
      type: 'boolean',
      default: false,
      description:
        'In a tree: what is in it is loaded by `onLoadChildren` when it is opened first.',
    },
    selected: {
      type: 'boolean',
      default: false,
      description: 'In a tree: selected at the start.',
    },
    cells: {
      type: 'json',
      schema: { type: 'object' },
      description: 'In a tree: the cells of other columns by their keys.',
    },
    ...DISABLED_ATTRIBUTE,
  } as const satisfies AttributeTable;
  static override readonly events = {
    click: { description: 'Fires when the item is chosen. The menu has closed by then.' },
    input: { description: 'Fires when the user checks or unchecks it.' },
    change: { description: 'Fires when the user checks or unchecks it.' },
  } as const satisfies EventTable;
  static override readonly bindable = {
    checked: { description: 'Whether it is checked.', events: ['change'], default: true },
  } as const satisfies BindableTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'item', declarations: { display: 'none' } },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'checked items',
      size: [30, 9],
      markup: `<button popovertarget="view">View</button>
<menu id="view" open="true">
  <item type="checkbox" checked="true">Line numbers</item>
  <item type="checkbox">Wrap lines</item>
  <separator label="Sort by"/>
  <item type="radio" checked="true">Name</item>
  <item type="radio">Date</item>
</menu>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Item.attributes>;
  declare checked: boolean;

  get [ITEM_TEXT](): string {
    const { label } = this[PROPS];
    if (label !== undefined) return plain(label);
    const own = childNodesOf(this).filter((node) => !isElement(node) || !isPart(node));
    return plain(own.map((node) => textOf(node)).join(''));
  }

  override [ATTRIBUTE_CHANGED](): void {
    this.#notify();
  }

  override [CONTENT_CHANGED](): void {
    this.#notify();
  }

  /** A click by the menu, or by a script. */
  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (event.type !== 'click' || event.target !== this) return false;
    const { type, checked } = this[PROPS];
    if (type === 'checkbox') this.#check(!checked);
    if (type === 'radio' && !checked) this.#choose();
    invoke(this);
    return true;
  }

  override [CHECK](): void {
    checkInvoker(this);
  }

  /** Outside of a menu or a tree: there is nothing to choose it for. */
  override [ACCESSIBLE_NODE](): AccessibleElement {
    const name = `item "${this[ITEM_TEXT]}"`;
    return { role: 'img', name, line: { text: name } };
  }

  #check(isChecked: boolean): void {
    setDeclared(this, 'checked', isChecked);
    fireChange(this);
  }

  #choose(): void {
    const parent = parentElementOf(this);
    for (const other of parent === null ? [] : childElementsOf(parent)) {
      if (other === this || !(other instanceof Item) || !other[PROPS].checked) continue;
      const { type, name } = other[PROPS];
      if (type === 'radio' && name === this[PROPS].name) setDeclared(other, 'checked', false);
    }
    this.#check(true);
  }

  /** What is around it shows it. */
  #notify(): void {
    parentElementOf(this)?.[CONTENT_CHANGED]();
  }
}

/** True for what is in an item and not part of its label. */
function isPart(element: TuiElement): boolean {
  return element instanceof Item || element instanceof Separator;
}

function plain(text: string): string {
  return text.slice(0, MAX_LABEL).replace(/\s+/g, ' ').trim();
}
