/**
 * Nodes of a tree. One is made when it is looked at, so that a million items cost what their list costs; a list of nodes
 * knows how many rows show below it, and finds a row in a few steps.
 */
import { asItem, idIn, itemsOf, type TreeItem } from './item.js';

export class TreeNode {
  /** What is in it; undefined until it is needed. */
  children: Nodes | undefined;
  isExpanded = false;
  /** It was closed while the filter showed what is in it. */
  isFolded = false;
  state: 'idle' | 'loading' | 'failed' = 'idle';
  /** What was in it has been loaded. */
  isLoaded = false;
  error = '';

  constructor(
    readonly serial: number,
    public item: TreeItem,
    public list: Nodes,
    public index: number,
  ) {}

  get parent(): TreeNode | undefined {
    return this.list.owner;
  }

  /** 0 at the top. */
  get depth(): number {
    return this.list.depth;
  }

  get id(): string {
    return idIn(this.item, this.parent?.id ?? '');
  }

  /** It can be opened, whether or not anything is in it. */
  get isParent(): boolean {
    if (this.children !== undefined && this.children.items.length > 0) return true;
    return this.item.hasItems === true || itemsOf(this.item).length > 0;
  }

  /** What is in it has to be loaded before it shows. */
  get isLazy(): boolean {
    return this.item.hasItems === true && !this.isLoaded && itemsOf(this.item).length === 0;
  }
}

/** What is in a node, or at the top. */
export class Nodes {
  /** As the app has them, until one of them changes. */
  items: readonly TreeItem[];
  #isOwn = false;
  readonly #makeNode: (item: TreeItem, list: Nodes, index: number) => TreeNode;
  /** Those that were looked at, by their indexes: of a million items they are few. */
  #made = new Map<number, TreeNode>();
  /** Nodes that are open, by their indexes. */
  readonly #open: TreeNode[] = [];
  /** Indexes of what passes the filter; undefined for all. */
  #kept: Uint32Array | undefined;
  /** Rows before each open node that shows. */
  #starts: number[] | undefined;
  #shownOpen: readonly TreeNode[] = [];
  #rows = 0;

  constructor(
    items: readonly unknown[],
    readonly owner: TreeNode | undefined,
    makeNode: (item: TreeItem, list: Nodes, index: number) => TreeNode,
  ) {
    this.#makeNode = makeNode;
    this.items = items as readonly TreeItem[];
  }

  get depth(): number {
    return this.owner === undefined ? 0 : this.owner.depth + 1;
  }

  itemAt(index: number): TreeItem {
    return asItem(this.items[index]);
  }

  nodeAt(index: number): TreeNode {
    let node = this.#made.get(index);
    if (node === undefined) {
      node = this.#makeNode(this.itemAt(index), this, index);
      this.#made.set(index, node);
    }
    return node;
  }

  /** Those that were looked at, in any order. */
  made(): Iterable<TreeNode> {
    return this.#made.values();
  }

  // Slots: places among those that pass the filter.

  get count(): number {
    return this.#kept?.length ?? this.items.length;
  }

  indexAt(slot: number): number {
    return this.#kept === undefined ? slot : this.#kept[slot]!;
  }

  /** -1 for what does not pass. */
  slotOf(index: number): number {
    const kept = this.#kept;
    if (kept === undefined) return index;
    const at = lowerBound(kept.length, (middle) => kept[middle]! < index);
    return kept[at] === index ? at : -1;
  }

  // Rows: those of the nodes with what is open in them.

  get rows(): number {
    this.#count();
    return this.#rows;
  }

  /** The node in a row, and the row in what is in that node, if it is one of these; -1: it is the node's own. */
  at(row: number): { readonly node: TreeNode; readonly inner: number } {
    const starts = this.#count();
    const after = lowerBound(starts.length, (middle) => starts[middle]! <= row);
    const open = this.#shownOpen[after - 1];
    if (open === undefined) return { node: this.nodeAt(this.indexAt(row)), inner: -1 };
    const inner = row - starts[after - 1]! - 1;
    const { rows } = open.children!;
    if (inner < rows) return { node: open, inner };
    const slot = this.slotOf(open.index) + 1 + inner - rows;
    return { node: this.nodeAt(this.indexAt(slot)), inner: -1 };
  }

  /** The row of a node; -1 where it does not pass the filter. */
  rowOf(node: TreeNode): number {
    const slot = this.slotOf(node.index);
    if (slot < 0) return -1;
    const starts = this.#count();
    const before = lowerBound(
      this.#shownOpen.length,
      (middle) => this.#shownOpen[middle]!.index < node.index,
    );
    const open = this.#shownOpen[before - 1];
    if (open === undefined) return slot;
    return starts[before - 1]! + open.children!.rows + slot - this.slotOf(open.index);
  }

  /** Rows have come or gone in it. */
  changed(): void {
    this.#starts = undefined;
    for (let at = this.owner; at !== undefined; at = at.parent) at.list.#starts = undefined;
  }

  #count(): readonly number[] {
    if (this.#starts !== undefined) return this.#starts;
    const starts: number[] = [];
    const shown: TreeNode[] = [];
    let inside = 0;
    for (const node of this.#open) {
      const slot = this.slotOf(node.index);
      const rows = slot < 0 || node.isFolded ? 0 : (node.children?.rows ?? 0);
      if (rows === 0) continue;
      starts.push(slot + inside);
      shown.push(node);
      inside += rows;
    }
    this.#shownOpen = shown;
    this.#rows = this.count + inside;
    return (this.#starts = starts);
  }

  // Changes

  setOpen(node: TreeNode, isOpen: boolean): void {
    const at = lowerBound(this.#open.length, (middle) => this.#open[middle]!.index < node.index);
    const isIn = this.#open[at] === node;
    if (isOpen && !isIn) this.#open.splice(at, 0, node);
    else if (!isOpen && isIn) this.#open.splice(at, 1);
    this.changed();
  }

  setKept(kept: Uint32Array | undefined): void {
    this.#kept = kept;
    this.changed();
  }

  get isFiltered(): boolean {
    return this.#kept !== undefined;
  }

  replace(index: number, item: TreeItem): void {
    this.#own()[index] = item;
    const node = this.#made.get(index);
    if (node !== undefined) node.item = item;
  }

  insert(index: number, item: TreeItem): void {
    const items = this.#own();
    if (index === items.length) items.push(item);
    else items.splice(index, 0, item);
    // At the end there is nothing to move.
    if (index < items.length - 1) this.#renumber(index, 1);
    this.changed();
  }

  remove(index: number): void {
    const node = this.#made.get(index);
    if (node !== undefined) {
      this.setOpen(node, false);
      this.#made.delete(index);
    }
    this.#own().splice(index, 1);
    this.#renumber(index, -1);
    this.changed();
  }

  #renumber(from: number, by: 1 | -1): void {
    const moved = new Map<number, TreeNode>();
    for (const node of this.#made.values()) {
      if (node.index >= from) node.index += by;
      moved.set(node.index, node);
    }
    this.#made = moved;
  }

  /** The app's list stays as it is. */
  #own(): TreeItem[] {
    if (!this.#isOwn) this.items = this.items.slice();
    this.#isOwn = true;
    return this.items as TreeItem[];
  }
}

/** The first of a count of places for which it is not so, where all before it are. */
function lowerBound(count: number, isBefore: (middle: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
