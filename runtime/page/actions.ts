/**
 * Converts events on a twin in a browser to actions for the app. Keys are those of WAI-ARIA's practices: a list, a
 * table, a slider or a strip of tabs is one stop, and the app moves in it.
 */
import { ACTION_KEYS, type AccessibleAction } from '../base/accessible-node.js';
import { noteComposing, noteSent, settleField } from './field-echo.js';
import { hasFocus, isFollowing, noteFocus, settleFocus } from './focus-echo.js';
import type { LiveElement, LiveNode } from './page-document.js';
import { contentOf } from './twin.js';
import type { VirtualElement } from './virtual.js';

/** What is read of an element of a twin. */
export interface TwinElement extends LiveElement {
  readonly localName: string;
  readonly parentElement: this | null;
  readonly value?: string;
  /** Of a `select`. */
  readonly options?: ArrayLike<TwinElement>;
  /** Of an `option`. */
  readonly selected?: boolean;
  getAttribute(name: string): string | null;
  addEventListener(type: string, listener: (event: TwinEvent) => void): void;
  removeEventListener(type: string, listener: (event: TwinEvent) => void): void;
}

/** What is read of an event. */
interface TwinEvent {
  readonly target: unknown;
  readonly isComposing?: boolean;
  readonly key?: string;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
  readonly metaKey?: boolean;
  preventDefault(): void;
}

export type SendAction = (ref: string, action: AccessibleAction) => void;

export interface TwinActions {
  /**
   * Shows what the app has in every field, the one in use too. It happens by itself some time after the last action, for
   * what the app did not take; earlier, where all that was sent is known to be done.
   */
  settle(): void;
  /** Listens no more. */
  stop(): void;
}

/** Milliseconds after the last action in which its outcome has come. */
const PATIENCE = 2000;

export interface TwinActionsOptions {
  /** Calls back once after this many milliseconds; returns what takes it back. */
  readonly setTimer?: ((callback: () => void, ms: number) => () => void) | undefined;
}

function setTimer(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}

/** Roles of elements that handle keys, and those keys. */
const MOVES: readonly string[] = ['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];
const ACROSS: readonly string[] = ['ArrowLeft', 'ArrowRight'];
const KEYS: Readonly<Record<string, readonly string[]>> = {
  slider: [...MOVES, ...ACROSS],
  separator: [...MOVES, ...ACROSS],
  spinbutton: ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Enter'],
  textbox: ['Enter'],
  combobox: ['ArrowUp', 'ArrowDown', 'Enter', 'Escape'],
  menu: [...MOVES, ...ACROSS, 'Enter', ' ', 'Escape'],
  grid: [...MOVES, ...ACROSS, 'Enter', ' '],
  table: [...MOVES, ...ACROSS],
  columnheader: [...MOVES, ...ACROSS],
  listbox: [...MOVES, ...ACROSS, 'Enter', ' '],
  radio: ['ArrowUp', 'ArrowDown', ...ACROSS],
  tab: ['Home', 'End', 'Delete', ...ACROSS],
  // What an app has made itself.
  group: ACTION_KEYS,
  img: ACTION_KEYS,
};

const PRESSED: readonly string[] = [
  'button',
  'checkbox',
  'switch',
  'radio',
  'link',
  'columnheader',
  'img',
  'text',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
];

/** What a click on it does, by the role; nothing for all others. */
const CLICKS: Readonly<Record<string, (element: TwinElement) => AccessibleAction>> = {
  ...Object.fromEntries(PRESSED.map((role) => [role, () => ({ type: 'press' }) as const])),
  tab: () => ({ type: 'select', value: true }),
  option: choice,
  row: choice,
  // Of a grid: the cell that keys are at.
  gridcell: () => ({ type: 'focus' }),
  treeitem: (element) =>
    element.getAttribute('aria-selected') === null ? { type: 'press' } : choice(element),
};

/** Of one a click chooses it, of several it switches. */
function choice(element: TwinElement): AccessibleAction {
  const isOfSeveral = nearest(element, isOwner)?.getAttribute('aria-multiselectable') === 'true';
  const isSelected = element.getAttribute('aria-selected') === 'true';
  return { type: 'select', value: !(isOfSeveral && isSelected) };
}

function isOwner(element: TwinElement): boolean {
  return ['grid', 'listbox', 'tree'].includes(roleOf(element));
}

/**
 * Sends what a person does in a twin.
 *
 * @param main what `twinElement` has made, in a document
 */
export function twinActions<E extends TwinElement>(
  main: E,
  send: SendAction,
  options: TwinActionsOptions = {},
): TwinActions {
  const actions = new Actions(main, send, options.setTimer ?? setTimer);
  const listeners: Readonly<Record<string, (event: TwinEvent) => void>> = {
    click: (event) => actions.click(event),
    dblclick: (event) => actions.doubleClick(event),
    input: (event) => actions.input(event),
    compositionstart: (event) => actions.compose(event, true),
    compositionend: (event) => actions.compose(event, false),
    change: (event) => actions.change(event),
    focusin: (event) => actions.focus(event),
    keydown: (event) => actions.key(event),
  };
  for (const [type, listener] of Object.entries(listeners)) main.addEventListener(type, listener);
  return {
    settle: () => actions.settle(),
    stop: () => {
      actions.stop();
      for (const [type, listener] of Object.entries(listeners))
        main.removeEventListener(type, listener);
    },
  };
}

class Actions {
  readonly #main: TwinElement;
  readonly #send: SendAction;
  /** Whether options of lists are selected, as was reported to the app last; undefined if the tree has it. */
  readonly #reported = new WeakMap<
    TwinElement,
    { readonly tree: boolean; readonly reported: boolean }
  >();

  readonly #setTimer: typeof setTimer;
  #stopTimer: (() => void) | undefined;

  constructor(main: TwinElement, send: SendAction, timer: typeof setTimer) {
    this.#main = main;
    this.#send = send;
    this.#setTimer = timer;
  }

  stop(): void {
    this.#stopTimer?.();
  }

  click({ target }: TwinEvent): void {
    const element = this.#operable(target);
    if (element === undefined || isWebLink(element)) return;
    const action = CLICKS[roleOf(element)]?.(element);
    // Beside what is in a group, a click is on the group.
    const own = roleOf(element) === 'group' && target === element ? PRESS : undefined;
    this.#act(element, action ?? own);
  }

  doubleClick({ target }: TwinEvent): void {
    const element = this.#operable(target);
    const role = element === undefined ? '' : roleOf(element);
    if (['row', 'gridcell', 'option', 'treeitem'].includes(role)) this.#act(element, PRESS);
  }

  input({ target, isComposing }: TwinEvent): void {
    const element = this.#element(target);
    // What is being composed is not text yet.
    if (element !== undefined && isComposing !== true) this.#input(element);
  }

  #input(element: TwinElement): void {
    if (!isTextField(element)) return;
    const { value = '' } = element;
    noteSent(element, value);
    this.#act(element, { type: 'set', value });
  }

  compose(event: TwinEvent, isComposing: boolean): void {
    const element = this.#element(event.target);
    if (element === undefined) return;
    noteComposing(element, isComposing);
    if (!isComposing) this.#input(element);
  }

  change({ target }: TwinEvent): void {
    const list = this.#element(target);
    if (list?.localName !== 'select') return;
    const isOfSeveral = list.getAttribute('multiple') !== null;
    for (const option of Array.from(list.options ?? [])) {
      const tree = option.getAttribute('selected') !== null;
      const known = this.#reported.get(option);
      // A tree that has come since then says it again.
      const before = known?.tree === tree ? known.reported : tree;
      const now = option.selected === true;
      if (now === before) continue;
      this.#reported.set(option, { tree, reported: now });
      if (now || isOfSeveral) this.#act(option, { type: 'select', value: now });
    }
  }

  focus({ target }: TwinEvent): void {
    const element = this.#operable(target);
    const ref = element?.getAttribute('data-ref') ?? undefined;
    if (ref === undefined || isFollowing(this.#main) || hasFocus(this.#main, ref)) return;
    this.#act(element, { type: 'focus' });
  }

  key(event: TwinEvent): void {
    const { key = '', target, isComposing } = event;
    const isPlain = !(event.ctrlKey === true || event.altKey === true || event.metaKey === true);
    const element = this.#operable(target);
    if (element === undefined || isComposing === true || !isPlain || event.shiftKey === true)
      return;
    const role = roleOf(element);
    if (key === 'Escape') {
      this.#act(element, { type: 'key', key });
      return;
    }
    // What represents a link is not a link of the browser's.
    if (role === 'link' && key === 'Enter' && !isWebLink(element)) this.#act(element, PRESS);
    if (KEYS[role]?.includes(key) !== true) return;
    event.preventDefault();
    this.#act(element, { type: 'key', key });
  }

  settle(): void {
    this.#stopTimer?.();
    settleFocus(this.#main);
    const virtual = contentOf(this.#main)?.virtual;
    if (virtual !== undefined) settleFields(this.#main, virtual);
  }

  #act(element: TwinElement | undefined, action: AccessibleAction | undefined): void {
    const ref = element?.getAttribute('data-ref') ?? undefined;
    if (element === undefined || ref === undefined || action === undefined) return;
    // Of what is in a list or a table, that has the focus; of tabs the one that is selected.
    const [owner = ref] = roleOf(element) === 'tab' ? [ref] : ref.split('.');
    if (!hasFocus(this.#main, owner)) noteFocus(this.#main, owner);
    this.#stopTimer?.();
    this.#stopTimer = this.#setTimer(() => this.settle(), PATIENCE);
    this.#send(ref, action);
  }

  /** The nearest element around it that can be used. */
  #operable(target: unknown): TwinElement | undefined {
    const element = this.#element(target);
    return element === undefined
      ? undefined
      : nearest(element, (each) => each.getAttribute('data-ref') !== null, this.#main);
  }

  #element(target: unknown): TwinElement | undefined {
    const isNode = typeof target === 'object' && target !== null;
    return isNode && 'getAttribute' in target ? (target as TwinElement) : undefined;
  }
}

const PRESS = { type: 'press' } as const;

/** Fields, and the options of lists. */
function settleFields(element: LiveElement, virtual: VirtualElement): void {
  settleField(element, virtual);
  for (const [at, child] of virtual.children.entries()) {
    const node: LiveNode | undefined = element.childNodes[at];
    if (typeof child === 'string' || node === undefined || !('setAttribute' in node)) continue;
    settleFields(node as LiveElement, child);
  }
}

function nearest(
  element: TwinElement,
  isMeant: (element: TwinElement) => boolean,
  top?: TwinElement,
): TwinElement | undefined {
  for (let at: TwinElement | null = element; at !== null; at = at.parentElement) {
    if (isMeant(at)) return at;
    if (at === top) return undefined;
  }
  return undefined;
}

/** Roles that elements of a twin have without saying so. */
const OWN_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  a: 'link',
  textarea: 'multiline',
  select: 'select',
  table: 'table',
  tr: 'row',
  td: 'gridcell',
  p: 'text',
  dialog: 'dialog',
  div: 'group',
  h1: 'text',
  h2: 'text',
  h3: 'text',
  h4: 'text',
  h5: 'text',
  h6: 'text',
};

function roleOf(element: TwinElement): string {
  const role = element.getAttribute('role');
  if (role !== null) return role;
  if (element.localName === 'input') return 'textbox';
  // What sorts is a button in the heading of its column.
  if (element.localName === 'button' && element.parentElement?.localName === 'th')
    return 'columnheader';
  return OWN_ROLES[element.localName] ?? '';
}

function isTextField({ localName }: TwinElement): boolean {
  return localName === 'input' || localName === 'textarea';
}

function isWebLink(element: TwinElement): boolean {
  return element.localName === 'a' && element.getAttribute('href') !== null;
}
