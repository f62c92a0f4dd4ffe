/**
 * Lists: marks or numbers in front of items; and with `selectable` a listbox by the pattern of WAI-ARIA:
 * arrows, Home, End, PageUp and PageDown move, letters go to the next item that starts with them,
 * Space selects, Enter activates; of several, Shift extends and Ctrl+A takes all.
 */
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  borderBoxOf,
  COMPUTED,
  CONNECTED,
  CONTENT_CHANGED,
  contentBoxOf,
  controlNode,
  DEFAULT_ACTION,
  DISCONNECTED,
  fire,
  FOCUSABLE,
  insertBefore,
  invalidate,
  isConnected,
  KEY_USE,
  MENU_PLACE,
  MENU_PRESSED,
  nameOf,
  OPERATION,
  parentElementOf,
  PROPS,
  removeNode,
  reportError,
  ROW_DATA,
  sanitize,
  SCROLL_ANCHOR,
  scrollIntoView,
  scrollMetricsOf,
  setDeclared,
  setTimer,
  STATE_CHANGED,
  statesOf,
  truncate,
  TuiElement,
} from '../support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  BindableTable,
  ComputedStyle,
  EventTable,
  InputAction,
  Operation,
  RowData,
  StyleRule,
  StyleTable,
  StyleValues,
} from '../support/author.js';
import { EXAMPLES } from './examples.js';
import { ListItem, type ItemOwner } from './item.js';
import {
  checkItems,
  DataRow,
  DataRows,
  ElementRows,
  type ListData,
  type ListRow,
  type ListRows,
} from './rows.js';
import { counts, markerOf, MARKERS, markerText, type Marker } from './markers.js';
import { LIST_KEYS, ListSelection } from './selection.js';
import {
  ITEM_VALUE,
  MARK_WIDTH,
  SELECTS,
  MARK_OF,
  ENTERED,
  LEFT,
  CHANGED,
  ITEM_TEXT,
  ITEM_OPERATION,
} from './internals.js';

export { ListItem } from './item.js';

const MARKED = { single: 2, multiple: 2 } as const;

export class List extends TuiElement implements ItemOwner {
  static override readonly tag: string = 'list';
  static override readonly persist: readonly string[] = ['values'];
  static override readonly description: string =
    'A list of `li` items with marks or numbers, which can be nested; with `selectable`, a listbox.';
  static override readonly labelable = true;
  static override readonly attributes = {
    ordered: { type: 'boolean', default: false, description: 'Numbers the items.' },
    start: { type: 'integer', default: 1, description: 'Number of the first item.' },
    selectable: {
      type: 'string',
      enum: ['none', 'single', 'multiple'],
      default: 'none',
      description: 'Whether the user may select one item or several.',
    },
    items: {
      type: 'json',
      schema: { type: 'array', items: { type: ['object', 'string'] } },
      description:
        'The items as data: a text each, or an object with `label` and optionally `value`, `selected` and `disabled`. Only those near the view are `li` elements, which the list makes. Default: the `li` elements in it.',
    },
    disabled: { type: 'boolean', default: false, description: 'Disabled: ignores input.' },
  } as const satisfies AttributeTable;
  static override readonly styles = {
    listStyleType: {
      type: 'string',
      enum: MARKERS,
      default: 'auto',
      affects: 'layout',
      // Notifies items of another one; each list starts again, by its own rule.
      inherited: true,
      description:
        'Marker before items. `auto`: numbers if `ordered`, else bullets by depth; in listboxes a mark on selected items.',
    },
  } as const satisfies StyleTable;
  static override readonly keys = LIST_KEYS;
  static override readonly events = {
    input: { description: 'Fires when the user selects or deselects an item.' },
    change: { description: 'The same as `input`: a list has nothing to commit.' },
    activate: {
      description: 'Fires on Enter or a double click on an item.',
      fields: { index: 'Index of the item.', value: 'Its value.', item: 'The element.' },
      types: { index: 'number', value: 'string', item: 'TuiElement' },
    },
  } as const satisfies EventTable;
  static override readonly bindable = {
    value: {
      default: true,
      description: 'Value of the selected item; the first if there are several.',
    },
    values: { description: 'Values of all selected items.' },
    items: { set: 'setItems', oneWay: true, description: 'The items as data.' },
  } as const satisfies BindableTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'list', declarations: { 'flex-shrink': '0', 'list-style-type': 'auto' } },
    {
      selector: 'list[selectable]:not([selectable=none])',
      declarations: { overflow: 'scroll', 'flex-shrink': '1' },
    },
    { selector: 'list:focus-visible', declarations: { 'border-color': 'var(--focus)' } },
    {
      selector: 'list:where([selectable]:not([selectable=none])) > li:hover',
      declarations: { color: 'var(--accent)' },
    },
    { selector: 'list > li:disabled', declarations: { color: 'var(--disabled)' } },
    // What comes with a background wins over what does not: an item may be all of these at once.
    {
      selector: 'list > li:selected',
      declarations: {
        'background-color': 'var(--selection)',
        color: 'var(--text)',
        'ink-color': 'var(--text)',
      },
    },
    {
      selector: 'list:focus > li:state(current)',
      declarations: {
        'background-color': 'var(--accent)',
        color: 'var(--accent-text)',
        'ink-color': 'var(--accent-text)',
        'font-weight': 'bold',
      },
    },
    { selector: 'list > li:selected', media: '(monochrome)', declarations: { video: 'reverse' } },
    {
      selector: 'list:focus > li:state(current)',
      media: '(monochrome)',
      declarations: { 'font-weight': 'bold', 'text-decoration': 'underline' },
    },
  ];
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof List.attributes>;
  declare [COMPUTED]: ComputedStyle & StyleValues<typeof List.styles>;

  readonly #selection: ListSelection = new ListSelection({
    rows: () => this.#rows,
    mode: () => (this[PROPS].disabled ? 'none' : this[PROPS].selectable),
    page: () => this.#page(),
    onChange: () => {
      fire(this, 'input', {}, { cancelable: false });
      fire(this, 'change', {}, { cancelable: false });
    },
    activate: (item) => {
      const element = item instanceof DataRow ? item.element : item;
      const fields = { index: this.#rows.placeOf(item), value: item[ITEM_VALUE], item: element };
      fire(this, 'activate', fields);
    },
    reveal: (item) => this.#reveal(item),
    setTimer: (callback, ms) => setTimer(this, callback, ms),
  });
  #elements: ElementRows | undefined;
  /** Items that are data. */
  #data: DataRows | undefined;
  /** Elements that are items. */
  #entered = 0;
  #widest = 0;
  /** Cells that the items' marks were given last. */
  #knownWidth = 0;
  /** How many lists this one is in, where that is known. */
  #level: number | undefined;
  /** What the widest mark was found for; another one makes the marks again. */
  #measured = '';

  /** The items, without those of nested lists: elements, or the data where that was set. */
  get items(): readonly ListItem[] | readonly (ListData | string)[] {
    return this.#data?.items ?? this.#ofElements.items;
  }
  set items(value: unknown) {
    if (Array.isArray(value)) this.setItems(value as (ListData | string)[]);
    else setDeclared(this, 'items', value);
  }

  /**
   * Makes the items of data; only those near the view are elements. Items with values that were selected are selected again.
   * Where `li` elements are given, these are the items.
   */
  setItems(items: readonly (ListData | string)[] | readonly ListItem[]): void {
    const isOfElements = items[0] instanceof ListItem && items.every(isListItem);
    if (isOfElements) this.#setElements(items);
    else this.#setItems(items as readonly (ListData | string)[]);
  }
  #setElements(items: readonly ListItem[]): void {
    if (this.#data !== undefined) this.#dropData();
    const before = this.#ofElements.items;
    if (before.length === items.length && before.every((item, at) => item === items[at])) return;
    for (const item of before) if (!items.includes(item)) removeNode(item);
    for (const item of items) insertBefore(this, item, null);
  }
  #setItems(items: readonly (ListData | string)[]): void {
    const { error, selected: places } = checkItems(items);
    if (this.#refuses(error)) return;
    const selection = this.#selection;
    const chosen = new Set(this.#data === undefined ? [] : this.#chosenValues);
    const cursor = this.#data === undefined ? -1 : this.#data.placeOf(selection.current ?? this);
    const isFirst = this.#data === undefined;
    if (isFirst) for (const item of this.#ofElements.items) removeNode(item);
    this.#data?.clear();
    const data = (this.#data = new DataRows(this, items));
    const selected = [
      ...(chosen.size > 0 ? data.withValues(chosen) : []),
      ...places.map((place) => data.at(place)!),
    ];
    const at = cursor < 0 ? undefined : data.at(Math.min(cursor, data.count - 1));
    selection.restart(selected, at);
    this.#onDataChange();
  }

  /** Adds an item of data at the end, or at an index. */
  addItem(item: ListData | string, index?: number): void {
    if (this.#refuses(checkItems([item]).error)) return;
    if (this.#data === undefined) this.#setItems([]);
    const count = this.#data?.count ?? 0;
    const place = Math.max(0, Math.min(count, index ?? count));
    this.#data?.splice(place, 0, item);
    const row = typeof item !== 'string' && item.selected === true ? this.#data?.at(place) : null;
    if (row) this.#selection.add(row);
    this.#onDataChange();
  }

  /** Removes an item of data by its index. */
  removeItem(index: number): void {
    if (this.#data?.at(index) === undefined) return;
    this.#data.splice(index, 1);
    this.#selection.removed();
    this.#onDataChange();
  }

  #refuses(error: string | undefined): boolean {
    if (error !== undefined) reportError(this, { code: 'bad-shape', message: `list: ${error}` });
    return error !== undefined;
  }

  #onDataChange(): void {
    invalidate(this, 'structure');
    this.#recount();
  }

  #dropData(): void {
    this.#data?.clear();
    this.#data = undefined;
    this.#selection.restart([], undefined);
    invalidate(this, 'structure');
  }

  get #ofElements(): ElementRows {
    return (this.#elements ??= new ElementRows(this));
  }

  get #rows(): ListRows {
    return this.#data ?? this.#ofElements;
  }

  override [ROW_DATA](): RowData | undefined {
    return this.#data;
  }

  /** The row that an element is of. */
  #rowOf(item: ListItem): ListRow | undefined {
    return this.#data === undefined ? item : this.#data.rowOf(item);
  }

  get #count(): number {
    return this.#data?.count ?? this.#entered;
  }

  /** Value of the first selected item; undefined if none is. */
  get value(): string | undefined {
    return this.#selection.selected()[0]?.[ITEM_VALUE];
  }
  set value(value: unknown) {
    this.#chosenValues = value === null || value === undefined ? [] : [String(value)];
  }

  /** Values of all selected items, in document order. */
  get values(): string[] {
    return this.#chosenValues;
  }
  get #chosenValues(): string[] {
    return this.#selection.selected().map((item) => item[ITEM_VALUE]);
  }
  set values(values: unknown) {
    this.#chosenValues = values;
  }
  set #chosenValues(values: unknown) {
    const chosen = new Set(Array.isArray(values) ? values.map(String) : []);
    this.#selection.set(this.#rows.withValues(chosen));
  }

  /** Index of the first selected item; -1 for none. */
  get selectedIndex(): number {
    const [first] = this.#selection.selected();
    return first === undefined ? -1 : this.#rows.placeOf(first);
  }
  set selectedIndex(index: number) {
    const item = this.#rows.at(index);
    this.#selection.set(item === undefined ? [] : [item]);
  }

  /** Index of the item with the keyboard cursor, selected or not; -1 if there is none. */
  get cursorIndex(): number {
    const item = this.#selection.cursor();
    return item === undefined ? -1 : this.#rows.placeOf(item);
  }
  /** Moves there and shows the item; one that does not exist, or is disabled, changes nothing. */
  set cursorIndex(index: number) {
    const item = this.#rows.at(index);
    if (item !== undefined && !item[PROPS].disabled) this.#selection.moveTo(item);
  }

  override [CONNECTED](): void {
    this.#level = undefined;
  }

  override [DISCONNECTED](): void {
    this.#level = undefined;
  }

  override get [FOCUSABLE](): boolean {
    return this[PROPS].selectable !== 'none' && !this[PROPS].disabled;
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (!this[FOCUSABLE]) return false;
    const item = this.#itemOf(event);
    return this.#selection.act(event, item === undefined ? undefined : this.#rowOf(item));
  }

  override [MENU_PRESSED](event: InputAction): void {
    if (!this[FOCUSABLE]) return;
    const item = this.#itemOf(event);
    if (item !== undefined) this.#selection.pressMenu(this.#rowOf(item));
  }

  override [MENU_PLACE](): { readonly x: number; readonly y: number } | null {
    const { current } = this.#selection;
    const item = current instanceof DataRow ? current.element : current;
    const content = contentBoxOf(this);
    if (item === undefined || content === undefined) return null;
    const { x, y, height } = borderBoxOf(item);
    return { x: x - content.x + 1, y: y - content.y + height };
  }

  override [KEY_USE](event: InputAction): 'find' | undefined {
    return this[FOCUSABLE] && event.target === this ? this.#selection.useOf(event) : undefined;
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'focus' && isSet) this.#selection.focused();
  }

  override [SCROLL_ANCHOR](): TuiElement | undefined {
    const { current } = this.#selection;
    const row =
      current !== undefined && this.#rows.placeOf(current) >= 0
        ? current
        : this.#selection.selected()[0];
    return row instanceof DataRow ? row.element : row;
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'selectable') this.#selection.onModeChange();
    if (name === 'items') {
      if (value === undefined) this.#dropData();
      else this.#setItems(value as readonly (ListData | string)[]);
    }
    this.#remark();
  }

  override [CONTENT_CHANGED](): void {
    this.#elements = undefined;
  }

  // What items ask.

  get [MARK_WIDTH](): number {
    const { selectable } = this[PROPS];
    const marker = this.#marker();
    if (selectable !== 'none' && marker === 'none') return 0;
    const own =
      selectable !== 'none' && this[COMPUTED].listStyleType === 'auto' ? MARKED[selectable] : 0;
    if (own > 0) return own;
    return marker === 'none' ? 0 : this.#widestMark(marker) + 1;
  }

  get [SELECTS](): boolean {
    return this[PROPS].selectable !== 'none';
  }

  [MARK_OF](item: ListItem): string {
    const { selectable, start } = this[PROPS];
    if (selectable !== 'none' && this[COMPUTED].listStyleType === 'auto') {
      const row = this.#rowOf(item);
      if (row === undefined || !this.#selection.has(row)) return '';
      return selectable === 'multiple' ? '✓' : '▸';
    }
    const marker = this.#marker();
    return counts(marker)
      ? markerText(marker, start + this.#numberOf(item))
      : markerText(marker, 0);
  }

  [ENTERED](item: ListItem): void {
    this.#entered++;
    this.#elements = undefined;
    const row = this.#rowOf(item);
    if (row instanceof DataRow) this.#selection.onShow(row);
    else if (row?.[PROPS].selected === true) this.#selection.add(row);
    this.#recount();
  }

  [LEFT](): void {
    this.#entered--;
    this.#elements = undefined;
    if (this.#data === undefined) this.#selection.removed();
    this.#recount();
  }

  [CHANGED](item: ListItem): void {
    const row = this.#rowOf(item);
    if (row === undefined) return;
    if (item[PROPS].selected) this.#selection.add(row);
    else if (this.#data === undefined) this.#selection.drop(row);
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const { selectable, ordered, start } = this[PROPS];
    const name = nameOf(this);
    const role = selectable === 'none' ? 'list' : 'listbox';
    const line = { text: this.#line(role, name) };
    if (role === 'list') return { role, name, ordered, start, line };
    return controlNode(this, role, name, { multiple: selectable === 'multiple', line });
  }

  #line(role: string, name: string): string {
    const { count } = this.#rows;
    const parts = [
      `${role}${name === '' ? '' : ` "${safe(name)}"`}, ${count === 1 ? '1 item' : `${count} items`}`,
    ];
    const selected = this.#selection.selected();
    if (selected.length > 0) {
      const names = selected.slice(0, 6).map((item) => safe(item[ITEM_TEXT]));
      if (selected.length > 6) names.push(`${selected.length - 6} more`);
      parts.push(`selected ${names.join(', ')}`);
    }
    const { current } = this.#selection;
    if (statesOf(this).has('focus') && current !== undefined && !selected.includes(current)) {
      parts.push(`at ${safe(current[ITEM_TEXT])}`);
    }
    if (this[PROPS].disabled) parts.push('disabled');
    return parts.join('; ');
  }

  override [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    return this[SELECTS] ? undefined : super[OPERATION](action, part);
  }

  [ITEM_OPERATION](item: ListItem, action: AccessibleAction): Operation | undefined {
    const row = this.#rowOf(item);
    if (!this[FOCUSABLE] || row === undefined) return undefined;
    return this.#selection.operation(row, action);
  }

  #marker(): Marker {
    const { listStyleType = 'auto' } = this[COMPUTED];
    return listStyleType === 'auto'
      ? markerOf('auto', this[PROPS].ordered, this[PROPS].ordered ? 0 : this.#depth())
      : listStyleType;
  }

  /** The list around it mostly knows its own, since lists connect from the outside in. */
  #depth(): number {
    if (this.#level !== undefined) return this.#level;
    let depth = 0;
    for (let at = parentElementOf(this); at !== null; at = parentElementOf(at)) {
      if (!(at instanceof List)) continue;
      depth++;
      if (at.#level === undefined) continue;
      depth += at.#level;
      break;
    }
    if (isConnected(this)) this.#level = depth;
    return depth;
  }

  #numberOf(item: ListItem): number {
    const row = this.#rowOf(item);
    return row === undefined ? 0 : Math.max(0, this.#rows.placeOf(row));
  }

  /** Cells of the widest mark. Digits grow with the number; of others all are looked at, once. */
  #widestMark(marker: Marker): number {
    const { start } = this[PROPS];
    const key = `${marker} ${start} ${this.#count}`;
    if (this.#measured === key) return this.#widest;
    this.#measured = key;
    const last = start + Math.max(0, this.#count - 1);
    this.#widest = 1;
    if (marker === 'decimal') {
      this.#widest = Math.max(String(start).length, String(last).length) + 1;
    } else if (counts(marker)) {
      for (let number = start; number <= last; number++) {
        this.#widest = Math.max(this.#widest, markerText(marker, number).length);
      }
    }
    return this.#widest;
  }

  /** An item more or less: the others' marks may need another width. */
  #recount(): void {
    const width = this[MARK_WIDTH];
    if (width === this.#knownWidth) return;
    this.#knownWidth = width;
    this.#remark();
  }

  #remark(): void {
    for (const item of this.#ofElements.items) invalidate(item, 'structure');
    invalidate(this, 'layout');
  }

  /** A row of data that is not near has no element before. */
  #reveal(item: ListRow): void {
    if (!(item instanceof DataRow)) {
      scrollIntoView(item, { block: 'nearest' });
      return;
    }
    if (item.element === undefined && scrollMetricsOf(this).clientHeight <= 0) return;
    const place = this.#rows.placeOf(item);
    const element = item.element ?? this.#data?.show(place, place)[0];
    if (element !== undefined) scrollIntoView(element, { block: 'nearest' });
  }

  /** Items that show at once, also where what scrolls is around the list. */
  #page(): number {
    let height = scrollMetricsOf(this).clientHeight;
    for (let at = parentElementOf(this); at !== null; at = parentElementOf(at)) {
      const { clientHeight } = scrollMetricsOf(at);
      if (clientHeight > 0) height = Math.min(height, clientHeight);
    }
    const [first] = this.#ofElements.items;
    const rows = first === undefined ? 1 : borderBoxOf(first).height;
    return Math.max(1, Math.floor(height / Math.max(1, rows)));
  }

  /** The item that an event happened in. */
  #itemOf(event: InputAction): ListItem | undefined {
    let at = event.target as TuiElement | null;
    while (at !== null && parentElementOf(at) !== this)
      at = at === this ? null : parentElementOf(at);
    return at instanceof ListItem ? at : undefined;
  }
}

function isListItem(item: unknown): item is ListItem {
  return item instanceof ListItem;
}

function safe(text: string): string {
  return truncate(sanitize(text), 40);
}
