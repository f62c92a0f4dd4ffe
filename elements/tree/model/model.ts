/**
 * The model of a tree: what shows, in rows; what is open, filtered and selected. Nothing here knows of cells. A row is called by
 * the serial of its node, which it has for as long as it is in the tree.
 */
import type { RowsModel } from '../../support/rows/view.js';
import { asItem, idIn, itemsOf, labelOf, MAX_DEPTH, type TreeItem } from './item.js';
import { Nodes, TreeNode } from './node.js';

/** What passes a filter in a list, and in what is in it. */
interface Kept {
  readonly indexes: number[];
  readonly inside: ReadonlyMap<number, Kept>;
}

export class TreeModel implements RowsModel {
  version = 0;
  readonly sortVersion = 0;
  filterVersion = 0;
  #top: Nodes;
  #words: readonly string[] = [];
  #isStale = false;
  readonly #nodes = new Map<number, TreeNode>();
  #next = 0;
  /** Ids that were looked for, with what was found. */
  readonly #found = new Map<string, TreeNode>();
  readonly selected = new Set<TreeNode>();
  /** Nodes that the data says are open, and what is in them is not loaded yet. */
  readonly unloaded = new Set<TreeNode>();
  readonly #make = (item: TreeItem, list: Nodes, index: number): TreeNode => {
    const node = new TreeNode(this.#next++, item, list, index);
    this.#nodes.set(node.serial, node);
    return node;
  };

  /** Lists around the one that is read: data may contain itself. */
  readonly #walked = new Set<unknown>();

  /** Texts of a node that a filter searches, beside its label. */
  cellsOf: (item: TreeItem) => string = () => '';

  constructor() {
    this.#top = new Nodes([], undefined, this.#make);
  }

  get top(): Nodes {
    return this.#top;
  }

  /** Items at the top. */
  get count(): number {
    return this.#top.items.length;
  }

  get shown(): number {
    this.#refilter();
    return this.#top.rows;
  }

  // Rows

  nodeAt(place: number): TreeNode | undefined {
    if (!(place >= 0 && place < this.shown)) return undefined;
    let list = this.#top;
    for (let row = place; ;) {
      const { node, inner } = list.at(row);
      if (inner < 0 || node.children === undefined) return node;
      list = node.children;
      row = inner;
    }
  }

  node(serial: number): TreeNode | undefined {
    return this.#nodes.get(serial);
  }

  indexAt(place: number): number {
    return this.nodeAt(place)?.serial ?? -1;
  }

  placeOf(serial: number): number {
    this.#refilter();
    let at = this.#nodes.get(serial);
    if (at === undefined) return -1;
    let place = at.list.rowOf(at);
    for (let parent = at.parent; parent !== undefined && place >= 0; parent = at.parent) {
      const row = this.isOpen(parent) ? parent.list.rowOf(parent) : -1;
      if (row < 0) return -1;
      place += row + 1;
      at = parent;
    }
    return place;
  }

  serialOf(serial: number): number {
    return this.#nodes.has(serial) ? serial : -1;
  }

  indexOf(serial: number): number {
    return this.serialOf(serial);
  }

  /** What is in it shows, where itself shows. */
  isOpen(node: TreeNode): boolean {
    if (node.children?.isFiltered === true) return node.children.count > 0 && !node.isFolded;
    return node.isExpanded && !this.isFiltered;
  }

  /** It can be opened: of filtered ones, what passes is in it. */
  isParent(node: TreeNode): boolean {
    if (this.isFiltered) return (node.children?.isFiltered ?? false) && node.children!.count > 0;
    return node.isParent;
  }

  /** Its place among those around it that show, from 1, and how many these are. */
  setOf(node: TreeNode): { readonly place: number; readonly size: number } {
    return { place: node.list.slotOf(node.index) + 1, size: node.list.count };
  }

  // Opening

  /** What is in a node, made if need be. */
  childrenOf(node: TreeNode): Nodes {
    if (node.children === undefined) {
      const items = itemsOf(node.item);
      const isEnd = node.depth + 1 === MAX_DEPTH || isAround(node, items);
      node.children = new Nodes(isEnd ? [] : items, node, this.#make);
      this.#openAtStart(node.children);
    }
    return node.children;
  }

  /** Opens what the data says is open, and selects what it says is selected. */
  #openAtStart(list: Nodes): void {
    for (let index = 0; index < list.items.length; index++) {
      const item = list.items[index] as TreeItem | string;
      if (typeof item !== 'object' || (item.expanded !== true && item.selected !== true)) continue;
      const node = list.nodeAt(index);
      if (item.selected === true) this.selected.add(node);
      if (item.expanded === true) this.#openOrAwait(node);
    }
  }

  #openOrAwait(node: TreeNode): void {
    if (node.isLazy) this.unloaded.add(node);
    else if (node.isParent) this.#open(node);
  }

  setExpanded(node: TreeNode, isExpanded: boolean): void {
    this.version++;
    if (this.isFiltered) {
      node.isFolded = !isExpanded;
      node.list.changed();
      return;
    }
    if (isExpanded) this.#open(node);
    else {
      node.isExpanded = false;
      node.list.setOpen(node, false);
    }
  }

  /** Opens all that is around a node, so that it shows where the filter lets it. */
  reveal(node: TreeNode): void {
    for (let at = node.parent; at !== undefined; at = at.parent) {
      if (!this.isOpen(at)) this.setExpanded(at, true);
    }
  }

  /** Nodes that are open, in the order of the data. */
  expanded(): TreeNode[] {
    const found: TreeNode[] = [];
    const collect = (list: Nodes): void => {
      for (const node of [...list.made()].sort((one, other) => one.index - other.index)) {
        if (node.isExpanded) found.push(node);
        if (node.children !== undefined) collect(node.children);
      }
    };
    collect(this.#top);
    return found;
  }

  // Finding

  find(id: string): TreeNode | undefined {
    const known = this.#found.get(id);
    if (known !== undefined && this.#nodes.get(known.serial) === known && known.id === id) {
      return known;
    }
    const path: number[] = [];
    const node = this.#search(this.#top.items, '', id, this.#top, path)
      ? this.#walk(path)
      : undefined;
    if (node !== undefined) this.#found.set(id, node);
    return node;
  }

  /** Looks in the data, so that no node is made on the way; `path` is the way there, from below. */
  #search(
    items: readonly unknown[],
    around: string,
    id: string,
    list: Nodes | undefined,
    path: number[],
    depth = 0,
  ): boolean {
    const made = new Map<number, TreeNode>();
    for (const node of list?.made() ?? [])
      if (node.children !== undefined) made.set(node.index, node);
    const idAt = (index: number): string => idIn(asItem(items[index]), around);
    // First these, since those in them are many.
    for (let index = 0; index < items.length; index++) {
      if (idAt(index) !== id) continue;
      path.push(index);
      return true;
    }
    if (depth + 1 === MAX_DEPTH || this.#walked.has(items)) return false;
    this.#walked.add(items);
    let isFound = false;
    for (let index = 0; index < items.length && !isFound; index++) {
      const children = made.get(index)?.children;
      const inside = children?.items ?? itemsOf(asItem(items[index]));
      if (inside.length === 0) continue;
      isFound = this.#search(inside, idAt(index), id, children, path, depth + 1);
      if (isFound) path.push(index);
    }
    this.#walked.delete(items);
    return isFound;
  }

  #walk(path: number[]): TreeNode {
    let list = this.#top;
    for (;;) {
      const node = list.nodeAt(path.pop()!);
      if (path.length === 0) return node;
      list = this.childrenOf(node);
    }
  }

  // Changes

  /** Other items: what had an id before is open, selected and loaded as it was. */
  setItems(items: readonly unknown[]): void {
    const before = this.#top;
    this.#top = new Nodes(items, undefined, this.#make);
    this.#exchange(before, this.#top);
  }

  /** What is in a node has been loaded, or is loaded again. */
  setChildren(node: TreeNode, items: readonly unknown[]): void {
    const before = node.children;
    node.children = new Nodes(node.depth + 1 < MAX_DEPTH ? items : [], node, this.#make);
    node.isLoaded = true;
    this.#exchange(before, node.children);
    node.list.changed();
  }

  #exchange(before: Nodes | undefined, after: Nodes): void {
    this.#openAtStart(after);
    if (before !== undefined) {
      this.#carry(before, after);
      for (const node of before.made()) this.#forget(node);
    }
    this.#isStale = this.isFiltered;
    this.version++;
  }

  #hasState(node: TreeNode): boolean {
    return node.children !== undefined || node.isExpanded || this.selected.has(node);
  }

  /** @param isMoved the items are those of before, with all that was changed in them; else they are new data */
  #carry(before: Nodes, after: Nodes, isMoved = false): void {
    const keyOf = (item: TreeItem, index: number): string =>
      isMoved ? String(index) : idIn(item, '');
    const changed = [...before.made()].filter((node) => this.#hasState(node));
    if (changed.length === 0) return;
    const states = new Map(changed.map((node) => [keyOf(node.item, node.index), node]));
    for (let index = 0; index < after.items.length; index++) {
      const item = after.itemAt(index);
      const old = states.get(keyOf(item, index));
      if (old === undefined) continue;
      const node = after.nodeAt(index);
      if (this.selected.has(old)) this.selected.add(node);
      // What is not in the new data, and was loaded, stays.
      if (old.children !== undefined && (isMoved || (old.isLoaded && node.isLazy))) {
        node.children = new Nodes(old.children.items, node, this.#make);
        node.isLoaded = old.isLoaded;
      }
      if (old.children !== undefined && (old.isExpanded || node.children !== undefined)) {
        this.#carry(old.children, this.childrenOf(node), isMoved);
      }
      const isOpen = old.isExpanded && !node.isLazy && node.isParent;
      if (old.children !== undefined && isOpen !== node.isExpanded) {
        node.isExpanded = isOpen;
        after.setOpen(node, isOpen);
      }
    }
  }

  #forget(node: TreeNode): void {
    this.#nodes.delete(node.serial);
    this.selected.delete(node);
    this.unloaded.delete(node);
    for (const inner of node.children?.made() ?? []) this.#forget(inner);
  }

  insert(list: Nodes, index: number, item: TreeItem): void {
    list.insert(index, item);
    const { owner } = list;
    if (owner !== undefined) owner.isLoaded = true;
    if (typeof item === 'object' && (item.expanded === true || item.selected === true)) {
      const node = list.nodeAt(index);
      if (item.selected === true) this.selected.add(node);
      if (item.expanded === true) this.#openOrAwait(node);
    }
    if (this.isFiltered) this.#isStale = true;
    this.version++;
  }

  /** Brings a node to another place, as it is. @param index in the list once the node has left it */
  move(node: TreeNode, list: Nodes, index: number): TreeNode {
    const { item, children, isExpanded, isLoaded } = node;
    const isSelected = this.selected.has(node);
    node.list.remove(node.index);
    list.insert(index, item);
    const moved = list.nodeAt(index);
    moved.isLoaded = isLoaded;
    if (isSelected) this.selected.add(moved);
    if (children !== undefined) {
      moved.children = new Nodes(children.items, moved, this.#make);
      this.#carry(children, moved.children, true);
    }
    if (isExpanded) this.#open(moved);
    this.#forget(node);
    if (list.owner !== undefined) list.owner.isLoaded = true;
    if (this.isFiltered) this.#isStale = true;
    this.version++;
    return moved;
  }

  /** The items with all that was changed, loaded and moved; what has not changed is as the app has it. */
  items(): readonly TreeItem[] {
    return itemsIn(this.#top);
  }

  #open(node: TreeNode): void {
    this.childrenOf(node);
    node.isExpanded = true;
    node.list.setOpen(node, true);
  }

  remove(node: TreeNode): void {
    node.list.remove(node.index);
    this.#forget(node);
    if (this.isFiltered) this.#isStale = true;
    this.version++;
  }

  replace(node: TreeNode, item: TreeItem): void {
    node.list.replace(node.index, item);
    if (this.isFiltered) this.#isStale = true;
    this.version++;
  }

  // Filter

  get isFiltered(): boolean {
    return this.#words.length > 0;
  }

  /** Shows only what contains all the words, with what is around it. */
  setFilter(text: string): void {
    this.#words = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    this.#isStale = true;
    this.filterVersion++;
    this.version++;
  }

  #refilter(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    const kept = this.isFiltered ? this.#keep(this.#top.items, this.#top, 0) : undefined;
    this.#apply(
      this.#top,
      kept ?? (this.isFiltered ? { indexes: [], inside: new Map() } : undefined),
    );
  }

  #keep(items: readonly unknown[], list: Nodes | undefined, depth: number): Kept | undefined {
    const made = new Map<number, Nodes>();
    for (const { children, index } of list?.made() ?? [])
      if (children !== undefined) made.set(index, children);
    if (this.#walked.has(items)) return undefined;
    this.#walked.add(items);
    const indexes: number[] = [];
    const inside = new Map<number, Kept>();
    for (let index = 0; index < items.length; index++) {
      const value = items[index];
      const item = typeof value === 'object' && value !== null ? (value as TreeItem) : undefined;
      const children = made.get(index);
      const inner = children?.items ?? (item === undefined ? [] : itemsOf(item));
      const below =
        inner.length > 0 && depth + 1 < MAX_DEPTH
          ? this.#keep(inner, children, depth + 1)
          : undefined;
      if (below !== undefined) inside.set(index, below);
      if (below !== undefined || this.#matches(item ?? { label: String(value) }))
        indexes.push(index);
    }
    this.#walked.delete(items);
    return indexes.length === 0 ? undefined : { indexes, inside };
  }

  #matches(item: TreeItem): boolean {
    const text = `${labelOf(item)}\n${this.cellsOf(item)}`.toLowerCase();
    return this.#words.every((word) => text.includes(word));
  }

  #apply(list: Nodes, kept: Kept | undefined): void {
    list.setKept(kept === undefined ? undefined : Uint32Array.from(kept.indexes));
    for (const index of kept?.inside.keys() ?? []) this.childrenOf(list.nodeAt(index));
    for (const node of list.made()) {
      if (node.children === undefined) continue;
      const inside = kept?.inside.get(node.index);
      const isEmpty = kept !== undefined && inside === undefined;
      this.#apply(node.children, isEmpty ? { indexes: [], inside: new Map() } : inside);
      if (kept === undefined) node.isFolded = false;
      list.setOpen(node, kept === undefined ? node.isExpanded : inside !== undefined);
    }
  }
}

function itemsIn(list: Nodes): readonly TreeItem[] {
  let items = list.items;
  for (const node of list.made()) {
    if (node.children === undefined) continue;
    const inside = itemsIn(node.children);
    if (inside === itemsOf(node.item)) continue;
    if (items === list.items) items = items.slice();
    (items as TreeItem[])[node.index] = { ...node.item, items: inside };
  }
  return items;
}

/** True where a list of items is one of those around a node. */
function isAround(node: TreeNode, items: readonly TreeItem[]): boolean {
  for (let at: TreeNode | undefined = node; at !== undefined; at = at.parent)
    if (at.list.items === items) return true;
  return false;
}
