/**
 * Responses of a tree to keys and the pointer, by the pattern of WAI-ARIA for trees. It uses the layout painted last, so input
 * applies to what the user sees. While a label is changed, keys edit it.
 */
import type { AccessibleAction } from '../../runtime/base/accessible-node.js';
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import type { InputAction } from '../../runtime/element/tui-element.js';
import { plainKey } from '../support/control.js';
import { isRowAction, type InputLike } from '../support/keys/row-keys.js';
import { RowChooser, type Selectable } from '../support/rows/chooser.js';
import { RowPointer } from '../support/rows/pointer.js';
import { TypeAhead } from '../support/rows/type-ahead.js';
import type { RowsView } from '../support/rows/view.js';
import type { TableLayout } from '../table/paint/layout.js';
import type { KillRing } from '../text-editing/kill-ring.js';
import type { KeyEvent } from '../text-editing/keymap.js';
import { Prompt } from '../text-editing/prompt.js';
import { TREE_KEYS } from './declaration.js';
import { labelOf } from './model/item.js';
import type { TreeModel } from './model/model.js';
import type { Nodes, TreeNode } from './model/node.js';

type TreeAction = keyof typeof TREE_KEYS;

/** With Ctrl the cursor moves alone, but for this key. */
const ALL_KEYS = { all: TREE_KEYS.all };

export interface TreeHost {
  readonly model: TreeModel;
  readonly view: RowsView;
  /** As painted last. */
  layout(): TableLayout | undefined;
  /** Cells of the mark in front of a label. */
  markOf(node: TreeNode): { readonly from: number; readonly to: number };
  selectable(): Selectable;
  renamable(): boolean;
  movable(): boolean;
  ring(): KillRing;
  setTimer(callback: () => void, ms: number): () => void;
  /** Opens or closes a node for the user. */
  setOpen(nodes: readonly TreeNode[], isOpen: boolean): void;
  /** Fires `activate`; false where it was prevented. */
  activate(node: TreeNode): boolean;
  /** Reports what was selected. */
  selected(node: TreeNode | undefined): void;
  rename(node: TreeNode, label: string): void;
  move(node: TreeNode, list: Nodes, index: number): void;
  onChange(): void;
}

export class TreeInteraction {
  /** The row of the body under the pointer, from 0; -1 where there is none. */
  hover = -1;
  rename: { readonly node: TreeNode; readonly prompt: Prompt } | undefined;
  /** Serial of the node that a drag would drop on; -1 for none. */
  target = -1;
  #dragged: TreeNode | undefined;
  /** What was dragged is not clicked. */
  #hasDragged = false;

  readonly #host: TreeHost;
  readonly #chooser: RowChooser<number>;
  readonly #pointer: RowPointer;
  readonly #typeAhead: TypeAhead;

  constructor(host: TreeHost) {
    this.#host = host;
    const { model, view } = host;
    const nodesAt = (places: readonly number[]): TreeNode[] =>
      places.flatMap((place) => model.nodeAt(place) ?? []);
    this.#chooser = new RowChooser({
      count: () => model.shown,
      keyAt: (place) => model.indexAt(place),
      placeOf: (serial) => model.placeOf(serial),
      // What is disabled can be opened, but not selected.
      isEnabled: () => true,
      mode: () => host.selectable(),
      cursor: () => view.cursorPlace(),
      moveTo: (place) => view.moveTo(place),
      isSelected: (place) => nodesAt([place]).some((node) => model.selected.has(node)),
      selectedCount: () => model.selected.size,
      select: (places) => {
        model.selected.clear();
        for (const node of nodesAt(places)) if (isSelectable(node)) model.selected.add(node);
      },
      toggle: (place) => {
        for (const node of nodesAt([place]))
          if (!model.selected.delete(node) && isSelectable(node)) model.selected.add(node);
      },
      onSelect: (place) => host.selected(model.nodeAt(place)),
    });
    this.#pointer = new RowPointer(view);
    this.#typeAhead = new TypeAhead((callback, ms) => host.setTimer(callback, ms));
  }

  act(event: InputAction): boolean {
    const layout = this.#host.layout();
    if (layout === undefined) return false;
    switch (event.type) {
      case 'keydown':
        return this.#changed(this.#key(event, layout));
      case 'paste':
        return this.insert(event.text ?? '');
      case 'mousedown':
        return this.#press(event, layout);
      case 'mousemove':
        return this.#move(event, layout);
      case 'mouseup':
        return this.#release();
      case 'click':
        return this.#click(event, layout);
      case 'dblclick':
        return this.#doubleClick(event, layout);
      case 'wheel':
        return this.#wheel(event, layout);
      default:
        return false;
    }
  }

  /** What a key is used for while the tree has the focus. */
  useOf(event: InputAction): 'edit' | 'find' | undefined {
    if (this.rename !== undefined)
      return this.rename.prompt.uses(event as KeyEvent) ? 'edit' : undefined;
    const key = plainKey(event);
    const isLetter = key !== ' ' && key !== '*' && [...key].length === 1;
    return isLetter && !this.#typeAhead.isTyping ? 'find' : undefined;
  }

  insert(text: string): boolean {
    if (this.rename === undefined) return false;
    this.rename.prompt.insert(text);
    this.#host.onChange();
    return true;
  }

  left(): void {
    if (this.hover < 0) return;
    this.hover = -1;
    this.#host.onChange();
  }

  hoverAt(event: Pick<InputLike, 'offsetX' | 'offsetY'>): void {
    const layout = this.#host.layout();
    if (layout !== undefined && !this.#pointer.isDragging) this.#point(event, layout);
  }

  /** The right button: see `pressMenu`; rows that cannot be selected get the cursor alone. */
  pressMenu(event: InputAction): void {
    const { view, model } = this.#host;
    const layout = this.#host.layout();
    const place = layout === undefined ? -1 : view.placeAt(event, layout);
    const node = place < 0 ? undefined : model.nodeAt(place);
    if (node === undefined) return;
    if (this.rename !== undefined && this.rename.node !== node) this.close(true);
    if (!this.#chooser.pressMenu(place)) view.moveTo(place);
    this.#host.onChange();
  }

  /** The node at a cell of the content box. */
  nodeAtCell(event: Pick<InputLike, 'offsetX' | 'offsetY'>): TreeNode | undefined {
    const { view, model } = this.#host;
    const layout = this.#host.layout();
    const place = layout === undefined ? -1 : view.placeAt(event, layout);
    return place < 0 ? undefined : model.nodeAt(place);
  }

  // Assistive technology

  partOf(node: TreeNode): string {
    return `r${node.serial}`;
  }

  operation(action: AccessibleAction, part: string): (() => void) | undefined {
    const { model, view } = this.#host;
    const serial = /^r\d+$/.test(part) ? Number(part.slice(1)) : -1;
    const node = model.node(serial);
    const place = model.placeOf(serial);
    if (node === undefined || place < 0) return undefined;
    switch (action.type) {
      case 'focus':
      case 'key':
        return () => {
          view.moveTo(place);
          this.#host.onChange();
        };
      case 'press':
        return () => {
          view.moveTo(place);
          this.#activate(node);
          this.#host.onChange();
        };
      case 'select':
        if (this.#host.selectable() === 'none' || !isSelectable(node)) return undefined;
        return () => {
          this.#chooser.set(place, action.value);
          this.#host.onChange();
        };
      default:
        return undefined;
    }
  }

  // Keys

  #changed(isChanged: boolean): boolean {
    if (isChanged) this.#host.onChange();
    return isChanged;
  }

  #key(event: InputAction, layout: TableLayout): boolean {
    if (this.rename !== undefined) return this.#renameKey(this.rename, event);
    const { ctrlKey = false, altKey = false, metaKey = false, key = '' } = event;
    if (metaKey) return false;
    if (key === ' ' && this.#typeAhead.isTyping && !ctrlKey && !altKey) return this.#type(key);
    const isAlone = ctrlKey && keyAction(ALL_KEYS, event) === undefined;
    const action = keyAction(TREE_KEYS, isAlone ? { ...event, ctrlKey: false } : event);
    if (action === undefined) {
      return !ctrlKey && !altKey && [...key].length === 1 && this.#type(key);
    }
    if (isRowAction(action))
      return this.#chooser.move(action, event, layout.body, this.#start(action));
    return (!isAlone || action === 'select') && this.#do(action);
  }

  /** Where the cursor was not to be seen, the first arrow shows it. */
  #start(action: string): number | undefined {
    const { view } = this.#host;
    if (view.hasCursor) return undefined;
    return action === 'down' ? view.cursorPlace() - 1 : view.cursorPlace();
  }

  #do(action: TreeAction): boolean {
    const { model, view } = this.#host;
    const place = view.cursorPlace();
    const node = model.nodeAt(place);
    if (node === undefined) return false;
    const isMultiple = this.#host.selectable() === 'multiple';
    switch (action) {
      case 'open':
        return this.#open(node, place);
      case 'close':
        return this.#close(node);
      case 'siblings':
        return this.#openSiblings(node);
      case 'activate':
        view.setCursor(place);
        this.#activate(node);
        return true;
      case 'select':
        view.moveTo(place);
        if (this.#host.selectable() === 'none') return this.#toggle(node);
        if (isSelectable(node)) this.#chooser.choose(place);
        return true;
      case 'clear':
        return this.#chooser.clear();
      case 'all':
        return isMultiple && this.#chooser.selectAll();
      case 'rename':
        return this.#startRename(node, place);
      default:
        return this.#host.movable() && this.#moveByKey(action, node);
    }
  }

  #type(key: string): boolean {
    const { model, view } = this.#host;
    const place = this.#typeAhead.find(key, view.shownCursor(), model.shown, (at) => {
      const node = model.nodeAt(at);
      return node === undefined ? undefined : labelOf(node.item);
    });
    if (place >= 0) this.#chooser.goTo(place);
    return true;
  }

  #open(node: TreeNode, place: number): boolean {
    const { model, view } = this.#host;
    if (!model.isParent(node)) return false;
    view.setCursor(place);
    if (!model.isOpen(node)) this.#host.setOpen([node], true);
    else if (node.children !== undefined && node.children.rows > 0)
      this.#chooser.move('down', { type: 'keydown' }, 1);
    return true;
  }

  #close(node: TreeNode): boolean {
    const { model, view } = this.#host;
    if (model.isOpen(node)) {
      view.setCursor(model.placeOf(node.serial));
      this.#host.setOpen([node], false);
      return true;
    }
    if (node.parent === undefined) return false;
    this.#chooser.goTo(model.placeOf(node.parent.serial));
    return true;
  }

  #openSiblings({ list }: TreeNode): boolean {
    const { model } = this.#host;
    const closed: TreeNode[] = [];
    for (let slot = 0; slot < list.count; slot++) {
      const node = list.nodeAt(list.indexAt(slot));
      if (model.isParent(node) && !model.isOpen(node)) closed.push(node);
    }
    this.#host.setOpen(closed, true);
    return true;
  }

  #toggle(node: TreeNode): boolean {
    const { model } = this.#host;
    if (model.isParent(node)) this.#host.setOpen([node], !model.isOpen(node));
    return true;
  }

  #activate(node: TreeNode): void {
    if (node.item.disabled !== true && this.#host.activate(node)) this.#toggle(node);
  }

  // Renaming

  #startRename(node: TreeNode, place: number): boolean {
    if (!this.#host.renamable() || node.item.disabled === true) return false;
    this.#host.view.moveTo(place);
    this.rename = { node, prompt: new Prompt('rename', labelOf(node.item), false) };
    return true;
  }

  #renameKey({ prompt }: { readonly prompt: Prompt }, event: InputAction): boolean {
    switch (prompt.key(event as KeyEvent, this.#host.ring())) {
      case 'accept':
        this.close(true);
        return true;
      case 'cancel':
        this.close(false);
        return true;
      case 'changed':
      case 'moved':
        return true;
      case 'other':
        // Up and down leave nothing half done.
        return true;
    }
  }

  /** Ends renaming, as where the focus goes elsewhere. */
  close(isKept: boolean): void {
    const { rename } = this;
    if (rename === undefined) return;
    this.rename = undefined;
    const { text } = rename.prompt;
    if (isKept && text.trim() !== '' && text !== rename.prompt.before)
      this.#host.rename(rename.node, text);
    this.#host.onChange();
  }

  // Moving items

  #moveByKey(action: TreeAction, node: TreeNode): boolean {
    const { list, index, parent } = node;
    const slot = list.slotOf(index);
    switch (action) {
      case 'moveUp':
        if (slot === 0) return true;
        this.#host.move(node, list, list.indexAt(slot - 1));
        return true;
      case 'moveDown':
        if (slot === list.count - 1) return true;
        this.#host.move(node, list, list.indexAt(slot + 1));
        return true;
      case 'moveIn': {
        if (slot === 0) return true;
        const into = list.nodeAt(list.indexAt(slot - 1));
        this.#drop(node, into, true);
        return true;
      }
      case 'moveOut':
        if (parent !== undefined) this.#host.move(node, parent.list, parent.index + 1);
        return true;
      default:
        return false;
    }
  }

  /** Into what can be opened; else beside it, on the side that the item comes from. */
  #drop(node: TreeNode, target: TreeNode, isInto: boolean): void {
    const { model } = this.#host;
    for (let at: TreeNode | undefined = target; at !== undefined; at = at.parent)
      if (at === node) return;
    if (isInto) {
      if (target.isLazy) return;
      const list = model.childrenOf(target);
      this.#host.move(node, list, list.items.length - (list === node.list ? 1 : 0));
      return;
    }
    const isBelow = model.placeOf(target.serial) > model.placeOf(node.serial);
    const hasLeft = target.list === node.list && node.index < target.index;
    this.#host.move(node, target.list, target.index + (isBelow ? 1 : 0) - (hasLeft ? 1 : 0));
  }

  // The pointer

  #press(event: InputAction, layout: TableLayout): boolean {
    this.#hasDragged = false;
    if (this.#changed(this.#pointer.press(event, layout))) return true;
    const node = this.nodeAtCell(event);
    if (this.rename !== undefined && this.rename.node !== node) this.close(true);
    if (node === undefined || !this.#host.movable() || (event.button ?? 0) !== 0) return false;
    this.#dragged = node;
    return true;
  }

  #move(event: InputAction, layout: TableLayout): boolean {
    if (this.#changed(this.#pointer.drag(event, layout))) return true;
    const dragged = this.#dragged;
    if (dragged === undefined) {
      this.#point(event, layout);
      return false;
    }
    this.#scrollAt(event, layout);
    const node = this.nodeAtCell(event);
    const target = node === undefined || node === dragged ? -1 : node.serial;
    this.#hasDragged ||= target >= 0;
    if (target === this.target) return true;
    this.target = target;
    return this.#changed(true);
  }

  /** At the edges of the body a drag scrolls. */
  #scrollAt({ offsetY = 0 }: InputAction, { header, body }: TableLayout): void {
    const row = offsetY - header;
    if (row <= 0 || row >= body - 1) this.#host.view.scrollBy(row <= 0 ? -1 : 1);
  }

  #release(): boolean {
    this.#pointer.release();
    const dragged = this.#dragged;
    const target = this.#host.model.node(this.target);
    this.#dragged = undefined;
    this.target = -1;
    if (dragged === undefined || target === undefined) return false;
    this.#drop(dragged, target, target.isParent);
    return this.#changed(true);
  }

  #point(event: Pick<InputLike, 'offsetX' | 'offsetY'>, layout: TableLayout): void {
    const node = this.nodeAtCell(event);
    const hover = node === undefined ? -1 : (event.offsetY ?? 0) - layout.header;
    if (hover === this.hover) return;
    this.hover = hover;
    this.#host.onChange();
  }

  #click(event: InputAction, layout: TableLayout): boolean {
    if (this.#hasDragged || !this.#pointer.isClick(event)) return false;
    const node = this.nodeAtCell(event);
    if (node === undefined || event.offsetY === undefined || this.rename?.node === node)
      return false;
    const { model, view } = this.#host;
    const place = view.top + event.offsetY - layout.header;
    if (this.#isOnMark(event, node)) {
      view.setCursor(place);
      this.#host.setOpen([node], !model.isOpen(node));
    } else if (this.#host.selectable() === 'none' || !isSelectable(node)) view.moveTo(place);
    else this.#chooser.click(place, event);
    return this.#changed(true);
  }

  #isOnMark({ offsetX = -1 }: InputAction, node: TreeNode): boolean {
    const { from, to } = this.#host.markOf(node);
    return this.#host.model.isParent(node) && offsetX >= from && offsetX < to;
  }

  #doubleClick(event: InputAction, layout: TableLayout): boolean {
    const node = this.nodeAtCell(event);
    if (node === undefined || layout.body === 0 || !this.#pointer.isClick(event)) return false;
    if (this.rename !== undefined || this.#isOnMark(event, node)) return true;
    this.#activate(node);
    return this.#changed(true);
  }

  #wheel(event: InputAction, layout: TableLayout): boolean {
    return this.#changed(this.#host.view.wheel(event, layout.lastFirst));
  }
}

function isSelectable(node: TreeNode): boolean {
  return node.item.disabled !== true;
}
