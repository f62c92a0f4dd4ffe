/** The tree element. Model, input and paint are in the files beside this one; here they meet the element. */
import {
  ACCESSIBLE_NODE,
  addState,
  ATTRIBUTE_CHANGED,
  beforeFrame,
  CARET,
  COMPUTED,
  CONNECTED,
  CONTENT_CHANGED,
  DEFAULT_ACTION,
  documentOf,
  fire,
  FOCUSABLE,
  GET_CLIPBOARD_DESCRIPTION,
  GET_SELECTABLE_TEXT,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
  HOVER_AT,
  MENU_PLACE,
  MENU_PRESSED,
  invalidate,
  isConnected,
  isPrevented,
  KEY_USE,
  MEASURE,
  nameOf,
  OPERATION,
  PAINT,
  PROPS,
  removeState,
  reportError,
  resourcesOf,
  SCROLL_PLACE,
  setDeclared,
  setTimer,
  STATE_CHANGED,
  statesOf,
  TOOLTIP_AT,
} from '../support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AttributeValues,
  ComputedStyle,
  InputAction,
  Operation,
  Painter,
  PointerCell,
  ScrollPlace,
  SelectionBounds,
  Size,
  StateTable,
  StyleValues,
} from '../support/author.js';
import { CopiedElement } from '../support/copied.js';
import { RowsView } from '../support/rows/view.js';
import { findIdsError } from '../support/strings.js';
import { findKeysError, resolveColumns } from '../table/model/columns.js';
import { cellText } from '../table/paint/cell-text.js';
import type { ColumnDeclaration } from '../table/model/schema.js';
import { killRingOf } from '../text-editing/clipboard.js';
import { treeNodeOf } from './accessible.js';
import { ATTRIBUTES, BINDABLE, EVENTS, RULES, STYLES, TREE_KEYS } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { TreeInteraction } from './interaction.js';
import { Loader, type LoadChildren } from './loader.js';
import { findItemsError, labelOf, type TreeItem } from './model/item.js';
import { TreeModel } from './model/model.js';
import { elementOf, hasMarkup, readItems } from './markup.js';
import type { Nodes, TreeNode } from './model/node.js';
import { TreePicture, type PictureState } from './paint/picture.js';

export class Tree extends CopiedElement {
  static override readonly tag: string = 'tree';
  static override readonly persist: readonly string[] = ['expandedIds'];
  static override readonly description: string =
    'Items in items, which the user opens and closes: any number of them, loaded when they are needed, with columns, a filter, renaming and moving.';
  static override readonly labelable = true;
  static override readonly content = 'inline';
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles = STYLES;
  static override readonly keys = TREE_KEYS;
  static override readonly events = EVENTS;
  static override readonly states = {
    busy: 'What is in an item is being loaded.',
  } as const satisfies StateTable;
  static override readonly bindable = BINDABLE;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;
  declare [COMPUTED]: ComputedStyle & StyleValues<typeof STYLES>;

  readonly #model = new TreeModel();
  readonly #view = new RowsView(this.#model);
  readonly #picture = new TreePicture(this.#model, this.#view);
  readonly #loader: Loader = new Loader({
    model: this.#model,
    waitFor: (work) => resourcesOf(this)?.waitFor(work),
    onChange: () => this.#onLoad(),
    onOpen: (node, isByUser) => {
      if (isByUser) this.#fireToggle(node, true);
    },
  });
  readonly #interaction: TreeInteraction = new TreeInteraction({
    model: this.#model,
    view: this.#view,
    layout: () => this.#picture.layout,
    markOf: (node) => this.#picture.markOf(node),
    selectable: () => this[PROPS].selectable,
    renamable: () => this[PROPS].renamable,
    movable: () => this[PROPS].movable,
    ring: () => killRingOf(documentOf(this)),
    setTimer: (callback, ms) => setTimer(this, callback, ms),
    setOpen: (nodes, isOpen) => this.#setOpen(nodes, isOpen, true),
    activate: (node) => !isPrevented(fire(this, 'activate', fieldsOf(node))),
    selected: (node) => {
      const fields = node === undefined ? { id: undefined, item: undefined } : fieldsOf(node);
      fire(this, 'select', { ...fields, count: this.#model.selected.size }, { cancelable: false });
    },
    rename: (node, label) => this.#renameByUser(node, label),
    move: (node, list, index) => this.#moveByUser(node, list, index),
    onChange: () => this.#onDataChange(),
  });
  #size: Size | undefined;
  #isAwaiting = false;
  /** Items are those of an attribute or a script, not of the markup. */
  #hasItems = false;
  #isStale = false;

  constructor(...args: ConstructorParameters<typeof CopiedElement>) {
    super(...args);
    this.#model.cellsOf = (item) =>
      this.#picture.columns
        .slice(1)
        .map((column) => (item[column.key] === undefined ? '' : cellText(item[column.key], column)))
        .join('\n');
  }

  // Items

  /** Replaces all items. Items that have an id as before are open, selected and loaded as before. */
  setItems(items: readonly (TreeItem | string)[]): void {
    this.#setItems(items);
  }
  #setItems(items: readonly (TreeItem | string)[]): void {
    if (this.#refuses(findItemsError(items))) return;
    this.#hasItems = true;
    this.#exchange(items);
  }

  #exchange(items: readonly (TreeItem | string)[]): void {
    const cursor = this.#model.node(this.#view.cursorIndex)?.id;
    const top = this.#model.nodeAt(this.#view.top)?.id;
    this.#model.setItems(items);
    if (this[PROPS].selectable !== 'multiple') this.#selectOne();
    this.#restore(cursor, top);
    this.#onDataChange();
  }

  /** Reads changed markup, if the items were not set otherwise. To be called before items are read or painted. */
  #read(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    if (!this.#hasItems) this.#exchange(readItems(this));
  }

  /** Returns the items, with all that was changed, loaded or moved. */
  getItems(): TreeItem[] {
    return this.#getItems();
  }
  #getItems(): TreeItem[] {
    this.#read();
    return [...this.#model.items()];
  }

  /** The items as a property: `getItems` and `setItems`. */
  get items(): TreeItem[] {
    return this.#getItems();
  }
  set items(value: unknown) {
    if (Array.isArray(value)) this.#setItems(value as TreeItem[]);
    else setDeclared(this, 'items', value);
  }

  /** Number of items that show: those at the top, and those in open ones. */
  get shownCount(): number {
    this.#read();
    return this.#model.shown;
  }

  /** Returns an item by its id; undefined if there is none. */
  getItem(id: string): TreeItem | undefined {
    this.#read();
    return this.#model.find(id)?.item;
  }

  /** Adds an item to what is in another one, or at the top; at the end, or at an index. Returns its id. */
  addItem(item: TreeItem | string, parentId?: string | null, index?: number): string {
    const list = this.#listOf(parentId);
    if (list === undefined || this.#refuses(findItemsError([item], 'item'))) return '';
    const at = Math.max(0, Math.min(list.items.length, index ?? list.items.length));
    this.#hasItems = true;
    this.#model.insert(list, at, typeof item === 'string' ? { label: item } : item);
    this.#onDataChange();
    return list.nodeAt(at).id;
  }

  /** Changes fields of an item: `{ label: 'new' }`. */
  updateItem(id: string, fields: Partial<TreeItem>): void {
    const node = this.#nodeOf(id);
    if (node === undefined) return;
    this.#hasItems = true;
    this.#model.replace(node, { ...node.item, ...fields });
    if (fields.items !== undefined) this.#model.setChildren(node, fields.items);
    this.#onDataChange();
  }

  /** Removes an item and all that is in it. */
  removeItem(id: string): void {
    const node = this.#nodeOf(id);
    if (node === undefined) return;
    this.#hasItems = true;
    this.#model.remove(node);
    this.#onDataChange();
  }

  /** Moves an item into another one, or to the top; to the end, or to an index. */
  moveItem(id: string, parentId?: string | null, index?: number): void {
    const node = this.#nodeOf(id);
    const list = this.#listOf(parentId);
    if (node === undefined || list === undefined) return;
    if (this.#refuses(isInside(list, node) ? `moveItem: "${id}" is around that place` : undefined))
      return;
    const last = list.items.length - (list === node.list ? 1 : 0);
    this.#move(node, list, Math.max(0, Math.min(last, index ?? last)));
  }

  // Open and closed

  /** Opens an item and all around it; what is in it is loaded first where it has to be. */
  expand(id: string): void {
    const node = this.#nodeOf(id);
    if (node === undefined) return;
    this.#model.reveal(node);
    this.#setOpen([node], true, false);
  }

  /** Closes an item. */
  collapse(id: string): void {
    const node = this.#nodeOf(id);
    if (node !== undefined) this.#setOpen([node], false, false);
  }

  /** Opens all items that are loaded. */
  expandAll(): void {
    const lists: Nodes[] = [this.#model.top];
    for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
      for (let index = 0; index < list.items.length; index++) {
        if (!isParentItem(list.itemAt(index))) continue;
        const node = list.nodeAt(index);
        if (node.isLazy) continue;
        this.#model.setExpanded(node, true);
        lists.push(this.#model.childrenOf(node));
      }
    }
    this.#onDataChange();
  }

  /** Closes all items. */
  collapseAll(): void {
    this.#setOpen(this.#model.expanded().reverse(), false, false);
  }

  /** Ids of the items that are open. Those that are loaded later are opened then. */
  get expandedIds(): string[] {
    this.#read();
    return this.#model.expanded().map((node) => node.id);
  }
  set expandedIds(ids: unknown) {
    if (this.#refuses(findIdsError(ids))) return;
    const requested = new Set(ids as Iterable<string>);
    const before = this.#model.expanded().filter((node) => !requested.has(node.id));
    this.#setOpen(before.reverse(), false, false);
    this.#loader.openLater(requested);
    for (const id of requested) {
      const node = this.#model.find(id);
      if (node !== undefined) this.#setOpen([node], true, false);
    }
    this.#onDataChange();
  }

  /** Loads what is in an item again; without an id what is in all items that were loaded. What stays keeps its state. */
  reload(id?: string): void {
    const node = id === undefined ? undefined : this.#nodeOf(id);
    if (id === undefined) this.#loader.reloadAll();
    else if (node !== undefined) this.#loader.load(node);
    this.#onDataChange();
  }

  /** Returns what is in an item, or a promise of it; set by `onLoadChildren`. */
  get loadChildren(): LoadChildren | undefined {
    return this.#loader.loadChildren;
  }
  set loadChildren(load: LoadChildren | undefined) {
    this.#loader.loadChildren = load;
    this.#loadAtStart();
  }

  /** Scrolls to an item, and opens what is around it. Returns false if it is filtered out. */
  scrollToItem(id: string): boolean {
    const node = this.#nodeOf(id);
    if (node === undefined) return false;
    this.#model.reveal(node);
    const place = this.#model.placeOf(node.serial);
    if (place >= 0) this.#view.reveal(place);
    this.#onDataChange();
    return place >= 0;
  }

  // Cursor and selection

  /** Id of the item with the keyboard cursor; undefined if there is none. Setting it opens what is around the item. */
  get cursorId(): string | undefined {
    return this.#model.nodeAt(this.#view.cursorPlace())?.id;
  }
  set cursorId(id: string | undefined) {
    const node = id === undefined ? undefined : this.#nodeOf(id);
    if (node === undefined) return;
    this.#model.reveal(node);
    this.#view.goTo(node.serial);
    this.#onDataChange();
  }

  /** Returns the ids of the selected items. */
  getSelectedIds(): Set<string> {
    return new Set([...this.#model.selected].map((node) => node.id));
  }

  /** Replaces the selection with the items that have these ids. */
  setSelectedIds(ids: Iterable<string>): void {
    if (this.#refuses(findIdsError(ids))) return;
    const { selected } = this.#model;
    selected.clear();
    for (const id of ids) {
      const node = this.#model.find(id);
      if (node !== undefined) selected.add(node);
    }
    if (this[PROPS].selectable !== 'multiple') this.#selectOne();
    invalidate(this, 'paint');
  }

  /** Clears the selection. */
  clearSelection(): void {
    this.#model.selected.clear();
    invalidate(this, 'paint');
  }

  // The element

  override get [FOCUSABLE](): boolean {
    return !this[PROPS].disabled;
  }

  override [CONNECTED](): void {
    this.#isStale ||= hasMarkup(this);
    this.#loadAtStart();
  }

  override [CONTENT_CHANGED](): void {
    this.#isStale = true;
    invalidate(this, 'layout');
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    switch (name) {
      case 'items':
        this.#hasItems = value !== undefined;
        this.#isStale = !this.#hasItems;
        this.#exchange((value as readonly TreeItem[] | undefined) ?? []);
        break;
      case 'columns':
        this.#setColumns(value as readonly (string | ColumnDeclaration)[] | undefined);
        break;
      case 'filterText':
        this.#model.setFilter(this[PROPS].filterText);
        this.#onDataChange();
        return;
      case 'selectable':
        if (value !== 'multiple') this.#selectOne();
        break;
      case 'onLoadChildren':
        return;
    }
    invalidate(this, 'layout');
  }

  #setColumns(declared: readonly (string | ColumnDeclaration)[] | undefined): void {
    const columns = declared === undefined ? undefined : resolveColumns(declared);
    if (columns !== undefined) this.#refuses(findKeysError(columns));
    this.#picture.setColumns(columns);
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'focus' && !isSet) this.#interaction.close(true);
    if (state === 'hover' && !isSet) this.#interaction.left();
    if (state !== 'busy') invalidate(this, 'paint');
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    return !this[PROPS].disabled && event.target === this && this.#interaction.act(event);
  }

  override [KEY_USE](event: InputAction): 'edit' | 'find' | undefined {
    return event.target === this ? this.#interaction.useOf(event) : undefined;
  }

  override [HOVER_AT](pointer: PointerCell): void {
    if (!this[PROPS].disabled) this.#interaction.hoverAt(pointer);
  }

  override [MENU_PRESSED](event: InputAction): void {
    if (!this[PROPS].disabled && event.target === this) this.#interaction.pressMenu(event);
  }

  override [MENU_PLACE](): { readonly x: number; readonly y: number } | null {
    const row = this.#view.cursorRow();
    const { layout } = this.#picture;
    const node = this.#model.nodeAt(this.#view.shownCursor());
    if (row < 0 || layout === undefined || node === undefined) return null;
    return { x: this.#picture.markOf(node).to, y: layout.header + row + 1 };
  }

  override [TOOLTIP_AT](x: number, y: number): string | undefined {
    const node = this.#interaction.nodeAtCell({ offsetX: x, offsetY: y });
    return node === undefined ? undefined : this.#picture.cutText(x, node);
  }

  override [CARET](): { readonly x: number; readonly y: number } | null {
    const { rename } = this.#interaction;
    const { layout } = this.#picture;
    if (rename === undefined || layout === undefined) return null;
    const row = this.#model.placeOf(rename.node.serial) - this.#view.top;
    if (row < 0 || row >= layout.body) return null;
    return {
      x: this.#picture.markOf(rename.node).to + rename.prompt.caret(),
      y: layout.header + row,
    };
  }

  override [MEASURE](available: Size): Size {
    this.#read();
    this.#size = this.#picture.naturalSize(this.#state());
    const { width, height } = this.#size;
    return { width: Math.min(available.width, width), height: Math.min(available.height, height) };
  }

  override [PAINT](painter: Painter): void {
    this.#read();
    this.#picture.paint(painter, this.#state());
  }

  #state(): PictureState {
    const { [PROPS]: props, [COMPUTED]: computed } = this;
    const states = statesOf(this);
    return {
      showHeader: props.showHeader,
      selectable: props.selectable,
      focused: states.has('focus') && !props.disabled,
      byKeys: states.has('focus-visible'),
      hover: props.disabled ? -1 : this.#interaction.hover,
      target: this.#interaction.target,
      emptyText: this.#model.count === 0 ? props.emptyText : props.noMatchText,
      busyText: props.busyText,
      rename: this.#interaction.rename,
      computed,
    };
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    this.#read();
    const { selectable, disabled, filterText } = this[PROPS];
    const others = this.#picture.columns.slice(1);
    return {
      ...treeNodeOf(this.#model, this.#view, {
        name: nameOf(this),
        focused: statesOf(this).has('focus'),
        isSelectable: selectable !== 'none',
        filterText,
        cellsOf: ({ item }) =>
          others.flatMap((column) => {
            const value = item[column.key];
            if (value === undefined || value === null) return [];
            return [`${column.label} ${cellText(value, column)}`.trim()];
          }),
        partOf: (node) => (disabled ? undefined : this.#interaction.partOf(node)),
      }),
      multiple: selectable === 'multiple',
      selectable: selectable !== 'none',
      disabled,
    };
  }

  override [OPERATION](action: AccessibleAction, part: string): Operation | undefined {
    if (this[PROPS].disabled) return undefined;
    return part === '' ? super[OPERATION](action, part) : this.#interaction.operation(action, part);
  }

  override [SCROLL_PLACE](): ScrollPlace | undefined {
    const { layout } = this.#picture;
    if (layout === undefined) return undefined;
    const { top, first, lastTop } = this.#view;
    return {
      left: first,
      top,
      maxLeft: layout.lastFirst,
      maxTop: lastTop,
      scrollTo: ({ left, top: row }) => {
        this.#view.first = left;
        this.#view.scrollBy(row - this.#view.top);
        invalidate(this, 'paint');
      },
    };
  }

  // Copying

  /** The labels in the rows inside bounds; without bounds those of the selected items, else of all that show. */
  override [GET_SELECTABLE_TEXT](bounds?: SelectionBounds): string {
    return this.#nodesIn(bounds)
      .map(({ item }) => labelOf(item))
      .join('\n');
  }

  override [GET_SELECTION_HIGHLIGHT_BOUNDS](
    _startX: number,
    _endX: number,
    startY = 0,
    endY = Infinity,
  ): SelectionBounds | undefined {
    const { layout } = this.#picture;
    const count = this.#nodesIn({ startX: 0, endX: 0, startY, endY }).length;
    if (layout === undefined || count === 0) return undefined;
    const from = Math.max(layout.header, Math.min(startY, endY));
    const end = layout.bar < 0 ? layout.width : layout.bar;
    return { startX: 0, endX: end - 1, startY: from, endY: from + count - 1 };
  }

  /** `3 items`. */
  override [GET_CLIPBOARD_DESCRIPTION](bounds?: SelectionBounds): string | undefined {
    const { length } = this.#nodesIn(bounds);
    return length === 0 ? undefined : length === 1 ? '1 item' : `${length} items`;
  }

  #nodesIn(bounds: SelectionBounds | undefined): TreeNode[] {
    const model = this.#model;
    const nodes: TreeNode[] = [];
    const add = (from: number, to: number): void => {
      for (let place = from; place < Math.min(to, model.shown); place++)
        nodes.push(...[model.nodeAt(place)].filter((node) => node !== undefined));
    };
    if (bounds === undefined || bounds === null) {
      if (model.selected.size > 0) return [...model.selected];
      add(0, model.shown);
      return nodes;
    }
    const { header = 0, body = 0 } = this.#picture.layout ?? {};
    const { startY = 0, endY = Infinity } = bounds;
    const { top } = this.#view;
    const first = Math.max(0, Math.min(startY, endY) - header);
    add(top + first, top + Math.min(body, Math.max(startY, endY) - header + 1));
    return nodes;
  }

  // What changes

  #setOpen(nodes: readonly TreeNode[], isOpen: boolean, isByUser: boolean): void {
    for (const node of nodes) {
      if (isOpen && node.isLazy) {
        this.#loader.load(node, isByUser ? 'user' : 'open');
        continue;
      }
      const had = this.#model.isOpen(node);
      if (!isOpen) this.#leave(node);
      this.#model.setExpanded(node, isOpen);
      if (isByUser && had !== this.#model.isOpen(node)) this.#fireToggle(node, isOpen);
    }
    this.#onDataChange();
  }

  /** What is in it will not show: the cursor comes out of it. */
  #leave(node: TreeNode): void {
    for (let at = this.#model.node(this.#view.cursorIndex)?.parent; at; at = at.parent) {
      if (at !== node) continue;
      this.#view.moveTo(this.#model.placeOf(node.serial));
      return;
    }
  }

  #fireToggle(node: TreeNode, open: boolean): void {
    const init = { bubbles: false, cancelable: false };
    fire(this, 'toggle', { ...fieldsOf(node), open }, init);
  }

  #renameByUser(node: TreeNode, label: string): void {
    if (isPrevented(fire(this, 'rename', { ...fieldsOf(node), label }))) return;
    if (this.#model.node(node.serial) !== node) return;
    const element = elementOf(node.item);
    if (element !== undefined) setDeclared(element, 'label', label);
    this.#model.replace(node, { ...node.item, label });
  }

  #moveByUser(node: TreeNode, list: Nodes, index: number): void {
    const fields = { ...fieldsOf(node), parentId: list.owner?.id, index };
    if (isPrevented(fire(this, 'move', fields))) return;
    if (this.#model.node(node.serial) === node) this.#move(node, list, index);
  }

  #move(node: TreeNode, list: Nodes, index: number): void {
    this.#hasItems = true;
    const hadCursor = this.#view.cursorIndex === node.serial;
    const moved = this.#model.move(node, list, index);
    if (hadCursor) {
      this.#model.reveal(moved);
      this.#view.goTo(moved.serial);
    }
    this.#onDataChange();
  }

  #onLoad(): void {
    if (this.#loader.isBusy) addState(this, 'busy');
    else removeState(this, 'busy');
    this.#onDataChange();
    // What is loaded also comes while no handler of the app runs.
    if (isConnected(this)) beforeFrame(this, () => undefined);
  }

  /** The cursor and the first row are the items that they were. */
  #restore(cursor: string | undefined, top: string | undefined): void {
    const place = (id: string | undefined): number => {
      const node = id === undefined ? undefined : this.#model.find(id);
      return node === undefined ? -1 : this.#model.placeOf(node.serial);
    };
    const first = place(top);
    if (first >= 0) this.#view.top = first;
    const at = place(cursor);
    if (at >= 0) this.#view.setCursor(at);
  }

  /** Of several that were selected one stays. */
  #selectOne(): void {
    const { selected } = this.#model;
    const kept = this[PROPS].selectable === 'none' ? undefined : [...selected].at(-1);
    if (selected.size === 0 || (selected.size === 1 && kept !== undefined)) return;
    selected.clear();
    if (kept !== undefined) selected.add(kept);
  }

  #loadAtStart(): void {
    const isNeeded = this.#model.unloaded.size > 0 && this.#loader.loadChildren !== undefined;
    if (!isNeeded || this.#isAwaiting || !isConnected(this)) return;
    this.#isAwaiting = true;
    beforeFrame(this, () => {
      this.#isAwaiting = false;
      this.#loader.loadAtStart();
    });
  }

  /** Layout only where the size requested is another one: a tree of a set size is just painted. */
  #onDataChange(): void {
    this.#loadAtStart();
    const before = this.#size;
    const { [COMPUTED]: computed } = this;
    const set = typeof computed['height'] === 'number' && typeof computed['width'] === 'number';
    if (before === undefined || set) {
      invalidate(this, before === undefined ? 'layout' : 'paint');
      return;
    }
    const { width, height } = this.#picture.naturalSize(this.#state());
    const isSame = width === before.width && height === before.height;
    invalidate(this, isSame ? 'paint' : 'layout');
  }

  #nodeOf(id: string): TreeNode | undefined {
    this.#read();
    const node = this.#model.find(String(id));
    if (node === undefined)
      this.#refuses(`expected the id of an item, found ${JSON.stringify(id)}`);
    return node;
  }

  /** What is in an item; without an id the top. */
  #listOf(id: string | null | undefined): Nodes | undefined {
    this.#read();
    if (id === undefined || id === null) return this.#model.top;
    const node = this.#nodeOf(id);
    return node === undefined ? undefined : this.#model.childrenOf(node);
  }

  /** Reports the error in an argument; true if there is one. */
  #refuses(error: string | undefined): boolean {
    if (error === undefined) return false;
    reportError(this, { code: 'bad-shape', message: `tree: ${error}` });
    return true;
  }
}

function fieldsOf(node: TreeNode): { readonly id: string; readonly item: TreeItem } {
  return { id: node.id, item: node.item };
}

function isParentItem(item: TreeItem): boolean {
  return Array.isArray(item.items) ? item.items.length > 0 : item.hasItems === true;
}

function isInside(list: Nodes, node: TreeNode): boolean {
  for (let at = list.owner; at !== undefined; at = at.parent) if (at === node) return true;
  return false;
}
