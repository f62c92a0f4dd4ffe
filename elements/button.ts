/** A button: a label that is pressed with Enter, Space or the pointer. It may invoke a command. */
import {
  ACCESSIBLE_NODE,
  addState,
  ATTRIBUTE_CHANGED,
  beforeFrame,
  canRun,
  CHECK,
  clickElement,
  COMMAND,
  commandFields,
  COMMANDS_CHANGED,
  COMPUTED,
  CONNECTED,
  controlNode,
  DEFAULT_ACTION,
  DEFAULT_COLOR,
  DISABLED_ATTRIBUTE,
  DISCONNECTED,
  documentOf,
  FEW_COLORS,
  FOCUSABLE,
  FORM_ATTRIBUTES,
  formOf,
  GUTTERS,
  IS_SUBMIT_BUTTON,
  isConnected,
  keyAction,
  keysOf,
  isDisabled,
  labelsOf,
  LEFT_HALF,
  nameOf,
  PAINT_GUTTERS,
  PRESS_KEYS,
  pressInForm,
  PROPS,
  removeState,
  RIGHT_HALF,
  setText,
  showPress,
  statesOf,
  SUBMITS,
  textOf,
  TRANSPARENT,
  TuiElement,
  unwatchCommands,
  watchCommands,
  wordsIn,
} from './support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  ElementList,
  Example,
  InputAction,
  Insets,
  Painter,
  StateTable,
  StyleRule,
} from './support/author.js';
import { checkInvoker, commandOf, invoke, popoverOf, togglePopover } from './support/invokers.js';

const INSETS: Insets = { top: 0, right: 1, bottom: 0, left: 1 };

/** Without colours, what a variant means: before the label, and after it. */
const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  success: ['✓', ''],
  warning: ['!', ''],
  danger: ['!', '!'],
};

/** Filled with the colour of its kind, the text in that of the background: themes keep that pair legible. */
function filled(variant: string, color: string): StyleRule {
  return {
    selector: `button[variant=${variant}]`,
    declarations: {
      color,
      'ink-color': color,
      'background-color': 'var(--background)',
      video: 'reverse',
    },
  };
}

export class Button extends TuiElement {
  static override readonly tag: string = 'button';
  static override readonly description: string =
    'A button. Its content is the label. Enter, Space and a click press it and fire `click`.';
  static override readonly labelable = true;
  static override readonly content = 'inline';
  static override readonly shrinkToFit = true;
  static override readonly attributes = {
    variant: {
      type: 'string',
      enum: ['default', 'primary', 'success', 'warning', 'danger'],
      default: 'default',
      description:
        'Purpose of the button, shown by its colour, or by a mark where there are no colours.',
    },
    type: {
      type: 'string',
      enum: ['submit', 'reset', 'button', 'next', 'back'],
      default: 'submit',
      description:
        'Effect of the button on its form. `next` and `back` move between its steps; at the last step, `next` submits it.',
    },
    name: { type: 'string', description: 'Name of the value in a form.' },
    value: { type: 'string', description: 'Value submitted when this button submits the form.' },
    command: {
      type: 'string',
      description:
        'Id of the `<command>` that the button runs. Without content it shows the label of the command, and it is disabled while that cannot be run. With `commandfor`: what the element of that id does.',
    },
    commandfor: {
      type: 'string',
      description:
        'Id of the element that `command` is for, as in HTML: a dialog with `show-modal`, `close` or `request-close`; a menu with `show-popover`, `hide-popover` or `toggle-popover`; any element with a name that begins with `--`, for listeners of its event `command`.',
    },
    popovertarget: {
      type: 'string',
      description: 'Id of the `<menu>` that the button opens and closes.',
    },
    ...FORM_ATTRIBUTES,
    ...DISABLED_ATTRIBUTE,
  } as const satisfies AttributeTable;
  static override readonly events = {
    click: { description: 'Fires when a key or the pointer presses the button.' },
  };
  static override readonly keys = PRESS_KEYS;
  static override readonly states = {
    disabled: 'The command that it runs is disabled or busy.',
  } as const satisfies StateTable;
  static override readonly rules: readonly StyleRule[] = [
    {
      selector: 'button',
      declarations: {
        padding: '0 1',
        'min-height': '1',
        color: 'var(--control-text)',
        'background-color': 'var(--control)',
        'ink-color': 'var(--control-text)',
        'text-align': 'center',
        'white-space': 'nowrap',
        'text-overflow': 'ellipsis',
        'flex-shrink': '0',
      },
    },
    {
      selector: 'button[variant=primary]',
      declarations: {
        color: 'var(--accent-text)',
        'ink-color': 'var(--accent-text)',
        'background-color': 'var(--accent)',
      },
    },
    filled('success', 'var(--success)'),
    filled('warning', 'var(--warning)'),
    filled('danger', 'var(--error)'),
    {
      selector: 'button[variant=primary]',
      media: '(monochrome)',
      declarations: { 'font-weight': 'bold' },
    },
    {
      selector: ':is(button[variant=success], button[variant=warning], button[variant=danger])',
      media: '(monochrome)',
      declarations: { video: 'normal', padding: '0 2' },
    },
    { selector: 'button:hover', declarations: { 'font-weight': 'bold' } },
    {
      selector: 'button:hover:not([variant])',
      declarations: { 'background-color': 'var(--control-hover)' },
    },
    {
      selector: 'button:hover',
      media: '(monochrome)',
      declarations: { 'text-decoration': 'underline' },
    },
    {
      selector: 'button:focus-visible',
      declarations: { 'font-weight': 'bold', 'border-color': 'var(--focus)' },
    },
    // On a coloured button, the focus colour is not distinct enough.
    {
      selector: 'button[variant]:focus-visible',
      declarations: { 'text-decoration': 'underline' },
    },
    {
      selector: 'button:is(button):focus-visible',
      media: '(monochrome)',
      declarations: { video: 'reverse' },
    },
    // Pressed, a button is turned round: what was filled is empty for a moment.
    { selector: 'button:is(button):active', declarations: { video: 'reverse' } },
    {
      selector:
        ':is(button[variant=success], button[variant=warning], button[variant=danger]):active',
      media: '(color)',
      declarations: { video: 'normal' },
    },
    {
      selector: 'button:focus-visible:active',
      media: '(monochrome)',
      declarations: { video: 'normal', 'text-decoration': 'underline' },
    },
    {
      selector: 'button:is(button, :disabled):disabled',
      declarations: {
        color: 'var(--disabled)',
        'ink-color': 'var(--disabled)',
        'background-color': 'var(--control)',
        'font-weight': 'normal',
        'text-decoration': 'none',
        video: 'normal',
      },
    },
    {
      selector: 'button:is(button, :disabled):disabled',
      media: FEW_COLORS,
      declarations: { 'font-weight': 'dim' },
    },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'variants',
      size: [56, 1],
      markup: `<container style="flex-direction: row; gap: 1">
  <button>Cancel</button>
  <button variant="primary">Save</button>
  <button variant="success">Run</button>
  <button variant="warning">Stop</button>
  <button variant="danger">Delete</button>
</container>`,
    },
    {
      name: 'bordered and disabled',
      size: [40, 3],
      markup: `<container style="flex-direction: row; gap: 1; align-items: center">
  <button style="border: rounded; background: transparent">Bordered</button>
  <button disabled="true">Disabled</button>
</container>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Button.attributes>;

  /** The label of the command, where the button shows that. */
  #label = '';

  /** The form that it belongs to. */
  get form(): TuiElement | null {
    return formOf(this);
  }

  /** The labels of the control. */
  get labels(): ElementList {
    return labelsOf(this);
  }

  [SUBMITS](submitter: TuiElement | null): readonly string[] {
    return submitter === this ? [this[PROPS].value ?? ''] : [];
  }

  get [IS_SUBMIT_BUTTON](): boolean {
    const { type } = this[PROPS];
    return type === 'submit' || type === 'next';
  }

  override get [FOCUSABLE](): boolean {
    return true;
  }

  override get [GUTTERS](): Insets {
    return INSETS;
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (isDisabled(this)) return false;
    switch (event.type) {
      case 'mousedown':
        // A press on the label selects no text.
        return true;
      case 'click':
        if (!invoke(this) && !togglePopover(this)) pressInForm(this);
        // Nothing around the button is clicked.
        return true;
      case 'keydown': {
        if (event.target !== this || keyAction(PRESS_KEYS, event) === undefined) return false;
        showPress(this);
        clickElement(this);
        return true;
      }
      default:
        return false;
    }
  }

  override [CONNECTED](): void {
    if (!this.#isInvoker) return;
    watchCommands(this, documentOf(this));
    // What it names may come later in the document.
    beforeFrame(this, () => this[COMMANDS_CHANGED]());
  }

  override [DISCONNECTED](): void {
    unwatchCommands(this, documentOf(this));
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    super[ATTRIBUTE_CHANGED](name, value);
    if (name !== 'command' && name !== 'commandfor') return;
    // Others are not notified with each key: most buttons name nothing.
    if (this.#isInvoker) watchCommands(this, documentOf(this));
    else if (isConnected(this)) unwatchCommands(this, documentOf(this));
    this[COMMANDS_CHANGED]();
  }

  override [COMMANDS_CHANGED](): void {
    const element = this.#isInvoker ? commandOf(this) : undefined;
    if (element !== undefined && !canRun(element)) addState(this, 'disabled');
    else removeState(this, 'disabled');
    const text = textOf(this).trim();
    if (text !== this.#label && text !== '') return;
    const label = element?.[COMMAND]?.label ?? '';
    if (label === text) return;
    this.#label = label;
    setText(this, label);
  }

  override [CHECK](): void {
    checkInvoker(this);
  }

  get #isInvoker(): boolean {
    return this[PROPS].command !== undefined && isConnected(this);
  }

  /** Both ends: marks of the focus; brackets if nothing else shows where the button ends. */
  override [PAINT_GUTTERS](painter: Painter): void {
    const { width, height, depth } = painter;
    const { [COMPUTED]: computed } = this;
    const states = statesOf(this);
    const mono = depth === 'none';
    const bordered = computed['borderLeftStyle'] !== 'none';
    const background = computed['backgroundColor'];
    const bare =
      computed['video'] !== 'reverse' &&
      (background === TRANSPARENT || background === DEFAULT_COLOR);
    const middle = (height - 1) >> 1;
    if (states.has('focus-visible') && !mono) {
      const focus = this[PROPS].variant === 'default' ? painter.color('var(--focus)') : undefined;
      const style = focus === undefined ? painter.blank : painter.style(focus);
      painter.fill(0, 0, 1, height, LEFT_HALF, style);
      painter.fill(width - 1, 0, 1, height, RIGHT_HALF, style);
    } else if ((mono || bare) && !bordered) {
      painter.text(0, middle, '[', painter.blank);
      painter.text(width - 1, middle, ']', painter.blank);
    }
    if (mono && width >= 6) {
      const [before, after] = MARKS[this[PROPS].variant] ?? ['', ''];
      painter.text(1, middle, before, painter.blank);
      painter.text(width - 2, middle, after, painter.blank);
    }
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const command = this.#isInvoker ? commandOf(this) : undefined;
    const fields = commandFields(command, command === undefined ? [] : keysOf(command));
    const menu = popoverOf(this);
    const expanded = menu && statesOf(menu).has('open');
    return controlNode(this, 'button', this.#name, { ...fields, expanded });
  }

  get #name(): string {
    return nameOf(this, wordsIn(this));
  }
}
