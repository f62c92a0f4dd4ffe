/** A menu: items above the document, below a button or at the pointer, with submenus. */
import {
  ACCESSIBLE_NODE,
  activeElementOf,
  addState,
  ATTRIBUTE_CHANGED,
  beforeFrame,
  clickElement,
  COMMANDS_CHANGED,
  CONNECTED,
  CONTENT_CHANGED,
  DEFAULT_ACTION,
  DISCONNECTED,
  documentElementOf,
  documentOf,
  dropFocus,
  fire,
  FOCUSABLE,
  focusElement,
  getAttribute,
  idOf,
  invalidate,
  isConnected,
  keyAction,
  KEY_USE,
  MEASURE,
  nameOf,
  numberOf,
  OPERATION,
  PLACED,
  parentElementOf,
  plainKey,
  POPUP,
  PROPS,
  queryAll,
  removeAttribute,
  removeState,
  setTimer,
  SHOW_POPUP,
  STATE_CHANGED,
  statesOf,
  TAB_STOP,
  TuiElement,
  unwatchCommands,
  watchCommands,
  wordsIn,
} from '../support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AttributeValues,
  InputAction,
  Operation,
  Popup,
  PopupPanel,
  PopupPlace,
  Size,
} from '../support/author.js';
import { CLOSE, INVOKE } from '../support/internals.js';
import type { Item } from '../item.js';
import { OptionView } from '../support/rows/option-view.js';
import { TypeAhead } from '../support/rows/type-ahead.js';
import { menuParts, type ShownLevel } from './accessible.js';
import { ATTRIBUTES, EVENTS, EXAMPLES, MENU_KEYS, RULES, STATES } from './declaration.js';
import { entriesOf, nextItem, textIn, type Entry, type ItemEntry } from './entries.js';
import { paintPanel, panelSize } from './panel.js';

/** Milliseconds that the pointer rests on an item before its submenu opens, or another one closes. */
const RESTING = 150;

type MenuAction = keyof typeof MENU_KEYS;

/** A menu or submenu that is open. */
interface Level {
  /** The menu, or the item that it is the submenu of. */
  readonly parent: TuiElement;
  /** What keys are at. */
  active: Item | undefined;
  /** The rows that show, and where what keys are at was in the last frame. */
  readonly view: OptionView;
}

export class Menu extends TuiElement {
  static override readonly tag: string = 'menu';
  static override readonly description: string =
    'A menu of `<item>` and `<separator>` elements. It opens below the `<button popovertarget>` that names it, or as the context menu of the elements whose `contextmenu` names it: by the right button of the pointer, Shift+F10 or the Menu key.';
  static override readonly content = 'inline';
  static override readonly attributes = ATTRIBUTES;
  static override readonly events = EVENTS;
  static override readonly states = STATES;
  static override readonly keys = MENU_KEYS;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;

  /** The open menu and its open submenus. */
  #levels: Level[] = [];
  #place: PopupPlace | undefined;
  #source: TuiElement | null = null;
  /** What had the focus before. */
  #before: TuiElement | null = null;
  readonly #typeAhead = new TypeAhead((callback, ms) => setTimer(this, callback, ms));
  #stopResting: (() => void) | undefined;
  /** The button was pressed in the menu, or moved into it: its release chooses. */
  #pressing = false;

  // For scripts

  /** The element that the menu was opened for last: the button, or what the context menu is of. */
  get source(): TuiElement | null {
    return this.#source;
  }

  /** Opens the menu. @param options `source` is the element that it opens at; default: the button that names it */
  showPopover(options?: { readonly source?: TuiElement } | null): void {
    this.#show(options?.source ?? this.#opener());
  }

  /** Closes the menu. */
  hidePopover(): void {
    this[CLOSE]();
  }

  /** Opens or closes the menu. @param force true opens, false closes. @returns true where it is open now */
  togglePopover(force?: unknown): boolean {
    const shouldOpen = force === undefined ? !this.#isOpen : Boolean(force);
    if (shouldOpen && !this.#isOpen) this.#show(this.#opener());
    else if (!shouldOpen) this[CLOSE]();
    return this.#isOpen;
  }

  #show(element: TuiElement): void {
    this[SHOW_POPUP]({ element });
  }

  [CLOSE](): void {
    removeState(this, 'open');
  }

  [INVOKE](command: string, source: TuiElement): void {
    if (command === 'hide-popover' || (command === 'toggle-popover' && this.#isOpen)) this[CLOSE]();
    else if (command === 'show-popover' || command === 'toggle-popover') this.#show(source);
  }

  // Of the runtime

  override get [FOCUSABLE](): boolean {
    return true;
  }

  override get [TAB_STOP](): boolean {
    return false;
  }

  override [MEASURE](): Size {
    return { width: 0, height: 0 };
  }

  override [CONNECTED](): void {
    if (this.#isOpen) watchCommands(this, documentOf(this));
    if (this[PROPS].open) this.#openByAttribute();
  }

  override [DISCONNECTED](): void {
    unwatchCommands(this, documentOf(this));
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name !== 'open') return;
    if (value === true) this.#openByAttribute();
    else this[CLOSE]();
  }

  override [CONTENT_CHANGED](): void {
    if (this.#isOpen) invalidate(this, 'paint');
  }

  override [COMMANDS_CHANGED](): void {
    if (this.#isOpen) invalidate(this, 'paint');
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'open' && !isSet) this.#closed();
  }

  override [SHOW_POPUP](place: PopupPlace): void {
    if (!isConnected(this) || entriesOf(this).length === 0) return;
    const document = documentOf(this);
    const isNew = !this.#isOpen;
    if (isNew) {
      const active = activeElementOf(document);
      this.#before = active === documentElementOf(document) ? null : active;
    }
    this.#place = place;
    this.#source = place.source ?? place.element;
    this.#levels = [this.#levelOf(this)];
    this.#pressing = false;
    // The pointer has not chosen anything yet.
    if (place.cell === undefined || place.isByKey === true) this.#move('first');
    if (!isNew) {
      invalidate(this, 'paint');
      return;
    }
    addState(this, 'open');
    watchCommands(this, document);
    focusElement(this);
    // Behind a modal dialog it cannot have the focus, and nothing would close it.
    if (!statesOf(this).has('focus') && !this[PROPS].open) this[CLOSE]();
    else fire(this, 'toggle', { oldState: 'closed', newState: 'open' }, { bubbles: false });
  }

  /** Opened by its attribute, it has the focus once it is displayed. */
  override [PLACED](): void {
    if (this[PROPS].open && this.#isOpen && !statesOf(this).has('focus')) focusElement(this);
  }

  override [POPUP](): Popup | null {
    this.#settle();
    // A button that names it may have come after it.
    const place = this[PROPS].open ? { element: this.#opener() } : this.#place;
    const [first, ...inner] = this.#shown();
    if (first === undefined || place === undefined) return null;
    let child: PopupPanel['child'];
    const levels = [first, ...inner];
    for (let index = inner.length; index > 0; index--) {
      const panel = this.#panelOf(levels[index]!, index, child);
      const { opened } = levels[index - 1]!;
      child = { row: Math.max(0, opened - this.#levels[index - 1]!.view.top), panel };
    }
    return {
      ...this.#panelOf(first, 0, child),
      anchor: place.element,
      cell: place.cell,
      back: () => this.#back(),
      close: () => this[CLOSE](),
    };
  }

  /** All keys are of the menu while it is open. */
  override [KEY_USE](): 'edit' | undefined {
    return this.#isOpen ? 'edit' : undefined;
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (event.target !== this || !this.#isOpen) return false;
    switch (event.type) {
      case 'keydown':
        return this.#key(event);
      case 'mousedown':
        this.#pressing = event.inPopup === true;
        return true;
      case 'mousemove':
        return this.#hover(event);
      case 'mouseup':
        return this.#release(event);
      case 'wheel':
        return this.#wheel(event);
      default:
        return event.type === 'click';
    }
  }

  override [ACCESSIBLE_NODE](): AccessibleElement | undefined {
    if (!this.#isOpen) return undefined;
    const levels = this.#shown();
    const { element, cell } = this.#place ?? {};
    // That of the button it is the menu of.
    const words = element === undefined || cell !== undefined ? '' : wordsIn(element);
    const name = nameOf(this, words);
    const last = levels.at(-1);
    const at = last?.entries[last.active]?.label;
    const count = last?.entries.filter(({ item }) => item !== undefined).length ?? 0;
    const states = [count === 1 ? '1 item' : `${count} items`, at !== undefined && `at "${at}"`];
    return { role: 'menu', name, parts: menuParts(levels), line: { states } };
  }

  override [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    const level = this.#levels.findLast(({ parent }) => entryOfPart(parent, part) !== undefined);
    const entry = level === undefined ? undefined : entryOfPart(level.parent, part);
    if (level === undefined || entry === undefined || entry.isDisabled) return undefined;
    const { type } = action;
    if (type === 'focus' || type === 'key') return () => this.#activate(level, entry.item);
    if (type !== 'press') return undefined;
    return () => {
      this.#activate(level, entry.item);
      this.#choose(false);
    };
  }

  // Levels

  get #isOpen(): boolean {
    return statesOf(this).has('open');
  }

  #levelOf(parent: TuiElement): Level {
    const isItem = (row: number): boolean => entriesOf(parent)[row]?.item !== undefined;
    const view = new OptionView({
      count: () => entriesOf(parent).length,
      isEnabled: isItem,
      isHeading: (row) => !isItem(row),
      onChange: () => invalidate(this, 'paint'),
    });
    return { parent, active: undefined, view };
  }

  #shown(): readonly ShownLevel[] {
    return this.#levels.map(({ parent, active }, index) => {
      const entries = entriesOf(parent);
      const opened = rowOf(entries, this.#levels[index + 1]?.parent);
      return { entries, active: rowOf(entries, active), opened };
    });
  }

  /** Keys are at the next item where theirs has gone; submenus close whose items have gone, or cannot be opened any more. */
  #settle(): void {
    for (const [index, level] of this.#levels.entries()) {
      const entries = entriesOf(level.parent);
      if (level.active !== undefined && rowOf(entries, level.active) < 0)
        level.active = entries[nextItem(entries, Math.max(0, level.view.active), 1)]?.item;
      level.view.active = rowOf(entries, level.active);
      const next = this.#levels[index + 1];
      const entry = entries[rowOf(entries, next?.parent)];
      const isKept = entry?.item !== undefined && entry.isParent && !entry.isDisabled;
      if (next !== undefined && !isKept) this.#levels.length = index + 1;
    }
  }

  #panelOf({ entries, active }: ShownLevel, index: number, child: PopupPanel['child']): PopupPanel {
    return {
      ...panelSize(entries),
      child,
      paint: (painter) => {
        const level = this.#levels[index];
        if (level === undefined) return;
        level.view.fit(painter.height, active);
        paintPanel(painter, entries, level.view.top, active);
      },
    };
  }

  /** Keys are at an item; submenus of others close. */
  #activate(level: Level, item: Item | undefined): void {
    level.active = item;
    level.view.activate(rowOf(entriesOf(level.parent), item));
    this.#follow(level, false);
  }

  /** Opens the submenu of what keys are at, or closes that of another item. */
  #follow(level: Level, opens: boolean): void {
    this.#rest();
    const index = this.#levels.indexOf(level);
    const next = this.#levels[index + 1];
    if (index < 0) return;
    const item = level.active;
    if (next !== undefined && next.parent !== item) this.#levels.length = index + 1;
    const entry = this.#entry(level);
    if (opens && next?.parent !== item && entry?.isParent === true && !entry.isDisabled)
      this.#levels.push(this.#levelOf(entry.item));
    invalidate(this, 'paint');
  }

  #entry(level: Level): ItemEntry | undefined {
    const entries = entriesOf(level.parent);
    const entry = entries[rowOf(entries, level.active)];
    return entry?.item === undefined ? undefined : entry;
  }

  /** Closes the innermost submenu. @returns false where only the menu itself is left */
  #back(): boolean {
    if (this.#levels.length < 2) return false;
    this.#levels.pop();
    invalidate(this, 'paint');
    return true;
  }

  // Keys

  #key(event: InputAction): boolean {
    const level = this.#levels.at(-1);
    if (level === undefined) return false;
    const action = keyAction(MENU_KEYS, event);
    const key = plainKey(event);
    if (action === 'leave') {
      // The focus goes on from where it was.
      this[CLOSE]();
      return false;
    }
    if (action !== undefined && !(action === 'check' && this.#isTyped(' '))) this.#act(action);
    else if ([...key].length === 1) this.#type(key);
    // Nothing around the menu has the key.
    return true;
  }

  /** True where a blank goes on with the label that is being typed. */
  #isTyped(letter: string): boolean {
    const entries = entriesOf(this.#levels.at(-1)!.parent);
    return this.#typeAhead.isNext(letter, entries.length, textIn(entries));
  }

  #act(action: MenuAction): void {
    const level = this.#levels.at(-1)!;
    switch (action) {
      case 'open':
        if (this.#entry(level)?.isParent === true) this.#enter(level);
        return;
      case 'back':
        this.#back();
        return;
      case 'choose':
        this.#choose(false);
        return;
      case 'check':
        this.#choose(true);
        return;
      default:
        this.#move(action);
    }
  }

  #move(action: MenuAction): void {
    const level = this.#levels.at(-1)!;
    const entries = entriesOf(level.parent);
    const at = rowOf(entries, level.active);
    const isBack = action === 'up' || action === 'last';
    const starts = { up: at < 0 ? -1 : at - 1, down: at + 1, first: 0, last: -1 };
    const start = starts[action as keyof typeof starts];
    this.#activate(level, entries[nextItem(entries, start, isBack ? -1 : 1)]?.item);
  }

  #enter(level: Level): void {
    this.#follow(level, true);
    if (this.#levels.at(-1) !== level) this.#move('first');
  }

  #type(letter: string): void {
    const level = this.#levels.at(-1)!;
    const entries = entriesOf(level.parent);
    const from = rowOf(entries, level.active);
    const row = this.#typeAhead.find(letter, from, entries.length, textIn(entries));
    if (row >= 0) this.#activate(level, entries[row]?.item);
  }

  /** Chooses what keys are at. @param stays a menu of checked items stays open */
  #choose(stays: boolean): void {
    const level = this.#levels.at(-1)!;
    const entry = this.#entry(level);
    if (entry === undefined || entry.isDisabled) return;
    if (entry.isParent) {
      this.#enter(level);
      return;
    }
    const isKept = stays && entry.type !== 'command';
    // What the item does finds the focus where it was before the menu.
    if (!isKept) this[CLOSE]();
    clickElement(entry.item);
    fire(this, 'select', { item: entry.item }, { cancelable: false });
    if (isKept) invalidate(this, 'paint');
  }

  // Pointer

  #levelAt({ inPopup, panel = 0 }: InputAction): Level | undefined {
    return inPopup === true ? this.#levels[panel] : undefined;
  }

  #entryAt({ parent, view }: Level, event: InputAction): Entry | undefined {
    return entriesOf(parent)[view.rowAt(event)];
  }

  #hover(event: InputAction): boolean {
    const level = this.#levelAt(event);
    if (level === undefined) return true;
    if ((event.buttons ?? 0) !== 0) this.#pressing = true;
    const entry = this.#entryAt(level, event);
    if (entry?.item === undefined) return true;
    const index = this.#levels.indexOf(level);
    // In a submenu, what it belongs to is marked again, wherever the pointer came by.
    const outer = this.#levels[index - 1];
    if (outer !== undefined) outer.active = level.parent as Item;
    if (level.active === entry.item && index === this.#levels.length - 1 && !entry.isParent)
      return true;
    level.active = entry.item;
    invalidate(this, 'paint');
    this.#rest(() => this.#follow(level, true));
    return true;
  }

  #rest(then?: () => void): void {
    this.#stopResting?.();
    this.#stopResting = then && setTimer(this, then, RESTING);
  }

  #release(event: InputAction): boolean {
    const level = this.#levelAt(event);
    if (level === undefined || !this.#pressing) return true;
    this.#pressing = false;
    const entry = this.#entryAt(level, event);
    if (entry?.item === undefined || entry.isDisabled) return true;
    level.active = entry.item;
    this.#follow(level, entry.isParent);
    if (!entry.isParent) this.#choose(false);
    return true;
  }

  #wheel(event: InputAction): boolean {
    const level = this.#levelAt(event);
    if (level === undefined) return event.inPopup === true;
    level.view.wheel(event);
    return true;
  }

  // Opening and closing

  /** The button that names it, else what it is written in. */
  #opener(): TuiElement {
    const id = idOf(this);
    const names = (element: TuiElement): boolean =>
      getAttribute(element, 'popovertarget')?.trim() === id;
    const buttons = id === '' ? [] : queryAll(documentOf(this), '[popovertarget]');
    return buttons.find(names) ?? parentElementOf(this) ?? this;
  }

  #openByAttribute(): void {
    // Its items may come later in the document.
    beforeFrame(this, () => {
      if (this[PROPS].open && !this.#isOpen && isConnected(this)) this.#show(this.#opener());
    });
  }

  #closed(): void {
    this.#levels = [];
    this.#typeAhead.end();
    this.#rest();
    const before = this.#before;
    this.#before = null;
    const document = documentOf(this);
    unwatchCommands(this, document);
    // Opened by the attribute again, it opens again.
    if (this[PROPS].open) removeAttribute(this, 'open');
    if (statesOf(this).has('focus')) {
      if (before !== null && isConnected(before)) focusElement(before);
      else dropFocus(document);
    }
    if (isConnected(this))
      fire(this, 'toggle', { oldState: 'open', newState: 'closed' }, { bubbles: false });
  }
}

function rowOf(entries: readonly Entry[], item: TuiElement | undefined): number {
  return item === undefined ? -1 : entries.findIndex((entry) => entry.item === item);
}

function entryOfPart(parent: TuiElement, part: string): ItemEntry | undefined {
  for (const entry of entriesOf(parent)) {
    if (entry.item !== undefined && String(numberOf(entry.item)) === part) return entry;
  }
  return undefined;
}
