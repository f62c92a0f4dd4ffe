/** Panels that share one place, and the strip that selects one. */
import {
  ACCENT_STYLE,
  accentOf,
  ACCESSIBLE_NODE,
  addState,
  ATTRIBUTE_CHANGED,
  BOLD,
  cellInside,
  CONNECTED,
  CONTENT_CHANGED,
  controlNode,
  DEFAULT_ACTION,
  DIM,
  fire,
  firstElementOf,
  FOCUSABLE,
  GUTTERS,
  hasFewColors,
  HOVER_AT,
  idOf,
  insideBorder,
  invalidate,
  isDisabled,
  isPrevented,
  keyAction,
  nameOf,
  nextElementOf,
  numberOf,
  OPERATION,
  PAINT_GUTTERS,
  PROPS,
  removeNode,
  removeState,
  REVERSE,
  setDeclared,
  STATE_CHANGED,
  statesOf,
  TRACK_STYLE,
  trackOf,
  TuiElement,
  UNDERLINE,
} from '../support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  BindableTable,
  Example,
  InputAction,
  KeyTable,
  Insets,
  Operation,
  Painter,
  PointerCell,
  StyleRule,
} from '../support/author.js';
import { layOutStrip, type Slot, type Strip } from './strip.js';
import { Tab } from './tab.js';

/** Labels, and the line under them. */
const INSETS: Insets = { top: 2, right: 0, bottom: 0, left: 0 };
const THIN = 0x2500;
const THICK = 0x2501;
const NO_STRIP: Strip = { slots: [], first: 0, before: -1, after: -1 };

export class Tabs extends TuiElement {
  static override readonly tag: string = 'tabs';
  static override readonly persist: readonly string[] = ['selected'];
  static override readonly description: string =
    'Panels that share one place: each `tab` has a label in the strip above. With the focus on the strip, arrow keys, Home and End select a tab; Ctrl+Page Up and Ctrl+Page Down do so from inside a panel. Hidden panels are neither laid out nor painted. `bind` binds `selected`.';
  static override readonly content = 'flow';
  /** The strip has the titles; the content of a tab is laid out. */
  static override readonly drawnContent = 'tab';
  static override readonly attributes = {
    selected: {
      type: 'string',
      description:
        'The selected tab, by `id` or by index from 0; default: the first that is not disabled.',
    },
  } as const satisfies AttributeTable;
  static override readonly styles = { ...ACCENT_STYLE, ...TRACK_STYLE };
  static override readonly keys = {
    next: { keys: 'right', description: 'Selects the next tab.' },
    previous: { keys: 'left', description: 'Selects the tab before.' },
    first: { keys: 'home', description: 'Selects the first tab.' },
    last: { keys: 'end', description: 'Selects the last tab.' },
    close: { keys: 'delete', description: 'Closes a tab that is `closable`.' },
    select: { keys: 'enter, space', description: 'Selects the tab.' },
    panelAfter: {
      keys: 'ctrl+pagedown',
      description: 'Selects the next tab, also from its panel.',
    },
    panelBefore: {
      keys: 'ctrl+pageup',
      description: 'Selects the tab before, also from its panel.',
    },
  } as const satisfies KeyTable;
  static override readonly events = {
    input: { description: 'Fires when the user selects another tab.' },
    change: {
      description: 'Fires when the user selects another tab.',
      fields: { index: 'Index of the tab, from 0.', id: 'Its id; empty if it has none.' },
      types: { index: 'number', id: 'string' },
    },
  };
  static override readonly bindable: BindableTable = {
    selected: {
      description: 'The selected tab: its index if the state contains a number, else its id.',
      default: true,
    },
  };
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'tabs:focus-visible', declarations: { 'border-color': 'var(--focus)' } },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'three tabs',
      size: [44, 6],
      markup: `<tabs selected="logs" style="height: 6">
  <tab label="Overview"><text>All is well.</text></tab>
  <tab id="logs" label="Logs" closable="true"><text>12:00 started</text><text>12:01 ready</text></tab>
  <tab label="Settings" disabled="true"/>
</tabs>`,
    },
    {
      name: 'more than fit',
      size: [30, 4],
      markup: `<tabs selected="3">
  <tab label="January"/><tab label="February"/><tab label="March"/>
  <tab label="April"><text>30 days</text></tab><tab label="May"/><tab label="June"/>
</tabs>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Tabs.attributes>;
  #tabs: readonly Tab[] | undefined;
  #current: Tab | undefined;
  /** Place of the current tab, for the one that takes over where it goes. */
  #index = 0;
  #strip: Strip = NO_STRIP;
  /** First label that shows, where the strip was scrolled by hand. */
  #first = 0;
  /** The selected label is to show: not while the strip is scrolled by hand. */
  #follows = true;
  #pointed: Tab | undefined;
  /** The attribute's tab was found: from then on a tab stays selected, wherever it moves. */
  #resolved = false;

  /** Index of the selected tab, from 0; -1 if there is none. */
  get selectedIndex(): number {
    return this.#selectedIndex;
  }
  get #selectedIndex(): number {
    return this.#current === undefined ? -1 : this.#list().indexOf(this.#current);
  }
  set selectedIndex(index: number) {
    this.#selectedIndex = index;
  }
  set #selectedIndex(index: number) {
    setDeclared(this, 'selected', String(index));
  }

  /** What `bind` binds: the place, or the id where the attribute names one. */
  get selected(): string | number | undefined {
    return this.#selected;
  }
  get #selected(): string | number | undefined {
    const current = this.#current;
    if (current === undefined) return undefined;
    return this.#byPlace || idOf(current) === '' ? this.#selectedIndex : idOf(current);
  }
  set selected(value: unknown) {
    setDeclared(this, 'selected', typeof value === 'number' ? String(value) : value);
  }

  override get [FOCUSABLE](): boolean {
    return true;
  }

  override get [GUTTERS](): Insets {
    return INSETS;
  }

  override [CONNECTED](): void {
    this[CONTENT_CHANGED]();
  }

  override [CONTENT_CHANGED](): void {
    this.#tabs = undefined;
    const list = this.#list();
    const isGone = this.#current === undefined || !list.includes(this.#current);
    if (!this.#resolved) this.#showNamed();
    else if (isGone) this.#show(this.#nearest(this.#index));
    this.#writePlace(isGone);
    invalidate(this, 'paint');
  }

  /** Shows the tab that the attribute names; by default the first that is not disabled, also when that changes. */
  #showNamed(): void {
    const named = this.#named();
    this.#resolved = named !== undefined;
    this.#show(named ?? this.#nearest(0));
  }

  /** Tabs before the selected one have come or gone, or it has: the markup says what the screen shows. */
  #writePlace(isOther: boolean): void {
    const index = this.#selectedIndex;
    if (!this.#resolved || index < 0) return;
    if (this.#byPlace && Number(this[PROPS].selected) !== index) this.#selectedIndex = index;
    else if (!this.#byPlace && isOther) this.selected = idOf(this.#current!) || index;
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    if (name === 'selected') this.#showNamed();
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'hover' && !isSet) this.#point(undefined);
  }

  override [HOVER_AT]({ target, ...cell }: PointerCell): void {
    const { x, y } = cellInside(this, cell);
    const slot = target === this && y >= 0 && y < INSETS.top ? this.#slotAt(x) : undefined;
    this.#point(slot?.tab);
  }

  #slotAt(x: number): Slot | undefined {
    return this.#strip.slots.find((each) => x >= each.x && x < each.x + each.width);
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (event.type === 'keydown') return this.#key(event);
    if (event.target !== this) {
      if (event.type === 'mousemove') this.#point(undefined);
      return false;
    }
    if (event.clientX === undefined) return false;
    const { x, y } = insideBorder(this, event);
    if (y < 0 || y >= INSETS.top) {
      if (event.type === 'mousemove') this.#point(undefined);
      return false;
    }
    return this.#onStrip(event, x);
  }

  /** What the pointer does on the strip of tabs. */
  #onStrip(event: InputAction, x: number): boolean {
    const slot = this.#slotAt(x);
    switch (event.type) {
      case 'mousemove':
        this.#point(slot?.tab);
        return false;
      case 'mousedown':
        if (slot === undefined)
          this.#scroll(x === this.#strip.before ? -1 : x === this.#strip.after ? 1 : 0);
        else if (x !== slot.close) this.#select(slot.tab);
        return true;
      case 'click':
        if (slot !== undefined && x === slot.close) this.#close(slot.tab);
        return true;
      case 'auxclick':
        if (event.button === 1 && slot?.tab[PROPS].closable === true) this.#close(slot.tab);
        return true;
      case 'wheel': {
        const { before, after } = this.#strip;
        if (before < 0 && after < 0) return false;
        this.#scroll(Math.sign((event as InputAction & { readonly deltaY: number }).deltaY));
        return true;
      }
      default:
        return false;
    }
  }

  override [PAINT_GUTTERS](painter: Painter): void {
    const { width } = painter;
    const list = this.#list();
    const selected = this.#selectedIndex;
    const shown = this.#follows && selected >= 0 ? selected : undefined;
    const strip = (this.#strip = layOutStrip(list, width, this.#first, shown));
    this.#first = strip.first;
    painter.fill(0, 1, width, 1, THIN, painter.style(trackOf(this, painter)));
    for (const slot of strip.slots) this.#paintSlot(painter, slot);
    const marks = painter.style(accentOf(this, painter));
    if (strip.before >= 0) painter.text(strip.before, 0, '‹', marks);
    if (strip.after >= 0) painter.text(strip.after, 0, '›', marks);
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const hasFocus = statesOf(this).has('focus');
    const tabs = this.#list().map((tab) => {
      const selected = tab === this.#current;
      return controlNode(tab, 'tab', nameOf(tab, tab[PROPS].label), {
        selected,
        focused: selected && hasFocus,
        part: isDisabled(tab) ? undefined : String(numberOf(tab)),
      });
    });
    const list = { role: 'tablist', name: nameOf(this), part: '', parts: tabs } as const;
    return { role: 'none', parts: [list] };
  }

  override [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    const tab = this.#list().find((each) => String(numberOf(each)) === part);
    if (tab === undefined || isDisabled(tab)) return undefined;
    switch (action.type) {
      case 'focus':
      case 'key':
        // Keys are those of the tab that is selected.
        return action.type === 'focus' || tab === this.#current ? () => undefined : undefined;
      case 'press':
      case 'select':
        if (action.type === 'select' && !action.value) return undefined;
        return () => void this.#select(tab);
      default:
        return undefined;
    }
  }

  #paintSlot(painter: Painter, { tab, x, width, text, close }: Slot): void {
    const mono = painter.depth === 'none';
    const current = tab === this.#current;
    const focused = current && statesOf(this).has('focus-visible');
    const disabled = isDisabled(tab);
    const accent = focused
      ? (painter.color('var(--focus)') ?? painter.fg)
      : accentOf(this, painter);
    let attributes = current ? BOLD : 0;
    if (focused && mono) attributes |= REVERSE;
    if (tab === this.#pointed && !disabled) attributes |= UNDERLINE;
    if (disabled && hasFewColors(painter)) attributes |= DIM;
    const color = disabled ? 'var(--disabled)' : 'var(--muted)';
    const fg = current ? (focused ? accent : undefined) : painter.color(color);
    const style = painter.style(fg, undefined, attributes);
    painter.fill(x, 0, width, 1, 0x20, painter.style(fg, undefined, attributes & ~UNDERLINE));
    painter.text(x + 1, 0, text, style, Math.max(0, width - 1));
    if (close >= 0)
      painter.text(close, 0, '×', painter.style(fg, undefined, attributes & ~UNDERLINE));
    if (current) painter.fill(x, 1, width, 1, THICK, painter.style(accent));
  }

  /** True where the attribute, or what is bound to it, counts places. */
  get #byPlace(): boolean {
    return /^\s*\d+\s*$/.test(this[PROPS].selected ?? '');
  }

  #list(): readonly Tab[] {
    if (this.#tabs === undefined) {
      const tabs: Tab[] = [];
      let child = firstElementOf(this);
      for (; child !== null; child = nextElementOf(child)) {
        if (child instanceof Tab) tabs.push(child);
      }
      this.#tabs = tabs;
    }
    return this.#tabs;
  }

  /** The tab that the attribute names. */
  #named(): Tab | undefined {
    const { selected } = this[PROPS];
    if (selected === undefined) return undefined;
    const list = this.#list();
    return this.#byPlace ? list[Number(selected)] : list.find((tab) => idOf(tab) === selected);
  }

  /** The first tab from a place on that can be selected, else the last before it. */
  #nearest(index: number): Tab | undefined {
    const list = this.#list();
    const enabled = (tab: Tab): boolean => !isDisabled(tab);
    return list.slice(index).find(enabled) ?? list.slice(0, index).reverse().find(enabled);
  }

  #show(tab: Tab | undefined): void {
    this.#follows = true;
    if (tab !== this.#current) {
      if (this.#current !== undefined) removeState(this.#current, 'selected');
      if (tab !== undefined) addState(tab, 'selected');
      this.#current = tab;
      invalidate(this, 'paint');
    }
    this.#index = Math.max(0, this.#selectedIndex);
  }

  /** By the user. */
  #select(tab: Tab | undefined): boolean {
    if (tab === undefined || isDisabled(tab)) return true;
    this.#follows = true;
    if (tab === this.#current) {
      invalidate(this, 'paint');
      return true;
    }
    const index = this.#list().indexOf(tab);
    this.#resolved = true;
    this.#show(tab);
    setDeclared(this, 'selected', String(this.#selected));
    fire(this, 'input', {}, { cancelable: false });
    fire(this, 'change', { index, id: idOf(tab) }, { cancelable: false });
    return true;
  }

  #key(event: InputAction): boolean {
    const action = keyAction(Tabs.keys, event);
    if (action === 'panelBefore') return this.#step(-1);
    if (action === 'panelAfter') return this.#step(1);
    if (event.target !== this) return false;
    switch (action) {
      case 'next':
        return this.#step(1);
      case 'previous':
        return this.#step(-1);
      case 'first':
        return this.#select(this.#nearest(0));
      case 'last':
        return this.#select([...this.#list()].reverse().find((tab) => !isDisabled(tab)));
      case 'close':
        if (this.#current?.[PROPS].closable !== true) return false;
        this.#close(this.#current);
        return true;
      case 'select':
        // It is selected already; a blank must not scroll what is around.
        return true;
      default:
        return false;
    }
  }

  /** The next tab that can be selected, round and round. */
  #step(by: 1 | -1): boolean {
    const list = this.#list();
    const from = this.#selectedIndex;
    for (let step = 1; step <= list.length; step++) {
      const tab = list[(from + by * step + list.length * 2) % list.length];
      if (tab !== undefined && !isDisabled(tab)) return this.#select(tab);
    }
    return true;
  }

  #scroll(by: number): void {
    if (by === 0) return;
    this.#follows = false;
    this.#first = Math.max(0, this.#first + by);
    invalidate(this, 'paint');
  }

  #close(tab: Tab): void {
    if (isDisabled(tab)) return;
    const event = fire(tab, 'close');
    if (!isPrevented(event)) removeNode(tab);
  }

  #point(tab: Tab | undefined): void {
    if (tab === this.#pointed) return;
    this.#pointed = tab;
    invalidate(this, 'paint');
  }
}
