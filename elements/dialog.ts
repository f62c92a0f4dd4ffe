/** A dialog: a box above the document; a modal one makes the rest inert. */
import {
  ACCESSIBLE_NODE,
  ACCESSIBLE_TEXT,
  activeElementOf,
  addState,
  ATTRIBUTE_CHANGED,
  BOX_TITLE,
  CONNECTED,
  DEFAULT_ACTION,
  DISCONNECTED,
  documentElementOf,
  documentOf,
  dropFocus,
  enterFocus,
  fire,
  FOCUSABLE,
  focusElement,
  getAttribute,
  HAS_OWN_COMMANDS,
  isConnected,
  isInside,
  isPrevented,
  keyAction,
  nameOf,
  OPERATION,
  PROPS,
  queryFirst,
  removeState,
  setDeclared,
  statesOf,
  TAB_STOP,
  TuiElement,
} from './support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  BindableTable,
  EventTable,
  Example,
  InputAction,
  KeyTable,
  Operation,
  StateTable,
  StyleRule,
} from './support/author.js';
import { setTopLayer } from '../runtime/element/tui-document.js';
import { CLOSE, INVOKE } from './support/internals.js';

const BEHIND = `<container style="padding: 1 2; gap: 1; height: 100%">
  <text>Three files have changed since the last commit, and the build of the day has <b>not</b> been started.</text>
  <data-bars labels='["main","docs","spec"]' series='[{"name":"files"}]' bars="[[42],[17],[8]]"/>
</container>`;

export class Dialog extends TuiElement {
  static override readonly tag: string = 'dialog';
  static override readonly description: string =
    'A box above the document, sized to its content and closed until it has `open`. A modal dialog captures keys and pointer, dims what is behind it, and is cancelled by Escape.';
  static override readonly content = 'flow';
  static override readonly attributes = {
    open: { type: 'boolean', default: false, description: 'Shows the dialog.' },
    modal: {
      type: 'boolean',
      default: false,
      description:
        'Makes the rest of the document inert while the dialog is open; the same as `showModal()`, for `open`.',
    },
    title: {
      type: 'string',
      default: '',
      description: 'Shown in the top border; the accessible name of the dialog.',
    },
  } as const satisfies AttributeTable;
  static override readonly events = {
    cancel: {
      description:
        'Fires when Escape is pressed in a modal dialog. If prevented, the dialog stays open.',
    },
    close: { description: 'Fires when the dialog is closed, by Escape or by `close()`.' },
  } as const satisfies EventTable;
  static override readonly bindable = {
    open: {
      description: 'Whether the dialog is shown.',
      events: ['close'],
      default: true,
    },
  } as const satisfies BindableTable;
  static override readonly states = {
    modal: 'It is open, and the rest of the document is inert.',
  } as const satisfies StateTable;
  static override readonly keys = {
    close: { keys: 'escape', description: 'Closes a modal dialog.' },
  } as const satisfies KeyTable;
  static override readonly rules: readonly StyleRule[] = [
    {
      selector: 'dialog',
      declarations: {
        position: 'fixed',
        margin: 'auto',
        'max-width': '100%',
        'max-height': '100%',
        overflow: 'scroll',
        border: 'rounded',
        'border-color': 'var(--border)',
        padding: '0 1',
        color: 'var(--text)',
        'background-color': 'var(--surface)',
      },
    },
    { selector: 'dialog:not(:open)', declarations: { display: 'none' } },
    { selector: 'dialog:state(modal)', declarations: { 'border-color': 'var(--accent)' } },
    {
      selector: 'dialog:state(modal)',
      media: '(monochrome)',
      declarations: { border: 'double' },
    },
    // It has the focus where nothing in it can have it, which is nothing to look at.
    { selector: 'dialog:focus-visible', declarations: {} },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'modal',
      size: [56, 12],
      markup: `${BEHIND}
<dialog open="true" modal="true" title="Commit" style="padding: 1 2">
  <text>Start the build before you commit?</text>
  <container style="flex-direction: row; gap: 1; justify-content: center; margin: 1 0 0 0">
    <button variant="primary" autofocus="true">Build</button><button>Commit</button><button>Cancel</button>
  </container>
</dialog>`,
    },
    {
      name: 'not modal',
      size: [56, 9],
      markup: `${BEHIND}
<dialog open="true" title="Hint" style="margin: 0; right: 1; bottom: 0; width: 26"><text>What is behind stays in use.</text></dialog>`,
    },
    {
      name: 'larger than the screen',
      size: [30, 7],
      markup: `<dialog open="true" modal="true" title="Licence"><text>Permission is granted to use, copy, modify and distribute this software for any purpose, with or without fee, provided that this notice appears in all copies. It is provided as is, without any warranty.</text></dialog>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Dialog.attributes>;
  declare open: boolean;

  /** The argument of `close()`; an empty string until then. */
  get returnValue(): string {
    return this.#returnValue;
  }
  set returnValue(value: unknown) {
    this.#returnValue = String(value);
  }
  #returnValue = '';
  /** Shown by `showModal()`, whatever the attribute is. */
  #isModalRequested = false;
  #shown = false;
  #before: TuiElement | null = null;

  override get [BOX_TITLE](): string {
    return this[PROPS].title;
  }

  /** Keys have to go somewhere inside, also where nothing else there can have the focus. */
  override get [FOCUSABLE](): boolean {
    return statesOf(this).has('modal') || super[FOCUSABLE];
  }

  override get [TAB_STOP](): boolean {
    return super[FOCUSABLE];
  }

  /** Opens the dialog; the document stays usable. @throws Error where it is open as a modal one */
  show(): void {
    if (this[PROPS].open && statesOf(this).has('modal'))
      throw invalid('it is open as a modal dialog');
    this.#isModalRequested = false;
    setDeclared(this, 'open', true);
  }

  /**
   * Opens the dialog as modal: the rest of the document is inert. @throws Error where it is open already, or not
   * in the document
   */
  showModal(): void {
    this.#showModal();
  }
  #showModal(): void {
    if (this[PROPS].open && statesOf(this).has('modal')) return;
    if (this[PROPS].open) throw invalid('it is open already');
    if (!isConnected(this)) throw invalid('it is not in the document');
    this.#isModalRequested = true;
    setDeclared(this, 'open', true);
  }

  /** Closes the dialog and fires `close`. @param returnValue kept where none is given */
  close(returnValue?: unknown): void {
    this[CLOSE](returnValue);
  }
  [CLOSE](returnValue?: unknown): void {
    if (!this[PROPS].open) return;
    if (returnValue !== undefined) this.#returnValue = String(returnValue);
    setDeclared(this, 'open', false);
    fire(this, 'close', {}, { bubbles: false, cancelable: false });
  }

  /** The commands of HTML that are for dialogs. */
  [INVOKE](command: string): void {
    const { open } = this[PROPS];
    switch (command) {
      case 'show-modal':
        if (!open) this.#showModal();
        return;
      case 'close':
        this[CLOSE]();
        return;
      case 'request-close':
        if (open) this.#requestClose();
        return;
    }
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    super[ATTRIBUTE_CHANGED](name, value);
    if (name === 'open' || name === 'modal') this.#follow();
  }

  override [CONNECTED](): void {
    this.#follow();
  }

  override [DISCONNECTED](): void {
    this.#leave();
  }

  override get [HAS_OWN_COMMANDS](): boolean {
    return true;
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (!statesOf(this).has('modal')) return false;
    if (keyAction(Dialog.keys, event) === undefined) return false;
    this.#requestClose();
    return true;
  }

  #requestClose(): void {
    const cancelEvent = fire(this, 'cancel', {}, { bubbles: false });
    if (!isPrevented(cancelEvent)) this[CLOSE]();
  }

  override [ACCESSIBLE_TEXT](): string {
    return this[PROPS].open ? super[ACCESSIBLE_TEXT]() : '';
  }

  override [ACCESSIBLE_NODE](): AccessibleElement | undefined {
    if (!this[PROPS].open) return undefined;
    const name = nameOf(this, this[PROPS].title);
    const role = getAttribute(this, 'role') === 'alertdialog' ? 'alertdialog' : 'dialog';
    return { role, name, modal: statesOf(this).has('modal'), line: { isBox: true } };
  }

  /** A press beside what is in it is none; its key is Escape. */
  override [OPERATION](_action: AccessibleAction): Operation | undefined {
    return undefined;
  }

  /** Brings the top layer and the focus in step with the attributes. */
  #follow(): void {
    if (!isConnected(this)) return;
    if (!this[PROPS].open) {
      this.#leave();
      return;
    }
    const modal = this.#isModalRequested || this[PROPS].modal;
    if (modal === statesOf(this).has('modal') && this.#shown) return;
    const document = documentOf(this);
    if (!this.#shown) {
      const active = activeElementOf(document);
      this.#before = active === documentElementOf(document) ? null : active;
    }
    this.#shown = true;
    if (modal) addState(this, 'modal');
    else removeState(this, 'modal');
    setTopLayer(document, this, modal);
    if (isInside(activeElementOf(document), this)) return;
    // Of a modal one the focus stays outside for no key, however it was opened; see `input/focus.ts`.
    if (modal) enterFocus(this);
    else {
      const autofocused = queryFirst(this, '[autofocus]');
      if (autofocused !== null) focusElement(autofocused);
    }
  }

  #leave(): void {
    if (!this.#shown) return;
    this.#shown = false;
    this.#isModalRequested = false;
    const document = documentOf(this);
    // Once it is removed, what has the focus in it is not the document's active element any more.
    const inside = statesOf(this).has('focus') || queryFirst(this, ':focus') !== null;
    const modal = statesOf(this).has('modal');
    removeState(this, 'modal');
    setTopLayer(document, this, false);
    const before = this.#before;
    this.#before = null;
    if (!inside && !modal) return;
    if (before !== null && isConnected(before)) focusElement(before);
    else if (inside) dropFocus(document);
  }
}

function invalid(message: string): Error {
  const error = new Error(message);
  error.name = 'InvalidStateError';
  return error;
}
