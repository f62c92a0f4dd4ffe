/**
 * The layout stage: keeps the box tree in step with the document, and boxes in whole cells.
 *
 * Three things can be out of date, which the caller distinguishes: which boxes there are
 * (`invalidateStructure`), how they are to be laid out (`invalidateStyle`), how large their content is
 * (`invalidateContent`). Nothing out of date costs nothing.
 */
import type { Size } from '../base/geometry.js';
import type { TuiElement } from '../element/tui-element.js';
import type { TuiNode } from '../element/query.js';
import {
  isText,
  parentElementOf,
  firstChildOf,
  nextSiblingOf,
  dataOf,
  documentOf,
  topLayerOf,
  activeElementOf,
} from '../element/tree.js';
import { callHook } from '../element/hooks.js';
import { LayoutBox, ISLAND_DEPTH } from './box.js';
import { ChangedChildren, hasRange } from './long/changed-children.js';
import { reconcile, reconcileRange, sortPaintOrder, type Reconciler } from './children.js';
import { AlikeRows, type Verdict } from './far/alike-rows.js';
import { FarChildren, type ChildChange, type FarSource } from './far/far-children.js';
import { FarColumn } from './far/far-column.js';
import { scrollerOf, viewOf } from './view/column-view.js';
import { BoxBuilder, keepScroll, kindOf } from './box-builder.js';
import { dropHidden, fitToScreen, fixedHeight, sortFixed, wrapFixed } from './fixed.js';
import { readInlineAgain, type InlineContent, type WhiteSpace } from './inline.js';
import { KeptView } from './view/kept-view.js';
import { alikeRowAround, vicinityOf, type Vicinity } from '../element/rows/vicinity.js';
import { isTextual, measureElement, measureInline } from './measure.js';
import { readBack, readScrolled, shiftScrolled, type BoxChange } from './place-boxes.js';
import { sizeOf } from './arrangement.js';
import {
  createNode,
  freeNode,
  applySetting,
  resolveShares,
  type LayoutNode,
} from './layout-node.js';
import { COLLAPSED, COMPUTED, MEASURE, PLACED } from '../element/internals.js';
import { contentModelOf } from '../element/tui-element.js';

export type { BoxChange } from './place-boxes.js';

/** Rows that have come near the view, and those that have left it. */
export interface Approach {
  readonly come: TuiElement[];
  readonly gone: TuiElement[];
  /** Elements whose children are not alike. */
  readonly different: TuiElement[];
}

export class LayoutEngine {
  /** The box of the document element; null while that is not displayed. */
  root: LayoutBox | null = null;
  /** Boxes that may lie over or under boxes that are not their ancestors. */
  readonly floating = new Set<LayoutBox>();
  /** Boxes whose place was read back in the last run. */
  read = 0;
  /**
   * The root is as high as its content, at most as the screen; then it scrolls. Boxes with `position: fixed` have as many rows
   * as it, and more where they need them. Default: the root is as high as the screen.
   */
  isNatural = false;
  /** Rows that are near the view stay near: text in them is selected. */
  keepsNear = false;
  /** Rows of what was laid out by its natural height. */
  contentHeight = 0;
  /** Boxes are dropped with what they show: they are kept no longer than `byId` keeps them. */
  readonly #boxes = new Map<TuiElement, LayoutBox>();
  readonly #byId = new Map<number, LayoutBox>();
  /** What is kept in view where a layout would move it out. */
  readonly #keptView = new KeptView({
    boxOf: (element) => this.#boxes.get(element),
    nearestBox: (element) => this.nearestBox(element),
    isScrolled: (box) => this.#scrolled.has(box),
    scrollTo: (box, left, top) => this.scrollTo(box, left, top),
  });
  /** Boxes that have boxes only for the rows near the view. */
  readonly #far = new Set<LayoutBox>();
  /** Boxes of elements that are called when they have their place. */
  readonly #placing = new Set<LayoutBox>();
  readonly #builder = new BoxBuilder();
  readonly #structure = new Set<TuiElement>();
  /** Of those in `#structure` of which not all children are to be found again. */
  readonly #ranges = new Map<TuiElement, ChangedChildren>();
  readonly #restyled = new Set<TuiElement>();
  readonly #content = new Set<LayoutBox>();
  /** The document's top layer as it was when its boxes were put in order. */
  #layers: readonly TuiElement[] = [];
  /** Boxes that were scrolled since the last run, with where they were before. */
  readonly #scrolled = new Map<LayoutBox, { readonly left: number; readonly top: number }>();
  #dirty = true;
  #stopped = false;
  #width = -1;
  #height = -1;

  readonly #rootElement: () => TuiElement | null;

  constructor(rootElement: () => TuiElement | null) {
    this.#rootElement = rootElement;
  }

  /**
   * All shows without scrolling, as on paper: boxes that would scroll are as high as what is in them, and preserved text wraps.
   * To be set before the first run.
   */
  set isWhole(isWhole: boolean) {
    this.#builder.isWhole = isWhole;
  }

  /** True where a run has something to do. */
  get pending(): boolean {
    return this.stale || (this.#scrolled.size > 0 && !this.#stopped);
  }

  /** True where sizes and places are to be computed again, more than moved by scrolling. */
  get stale(): boolean {
    if (this.#stopped) return false;
    return (
      this.#dirty || this.#structure.size > 0 || this.#restyled.size > 0 || this.#content.size > 0
    );
  }

  /** Frees every box: nothing is laid out any more. */
  stop(): void {
    this.#stopped = true;
    if (this.root !== null) this.#drop(this.root, []);
    this.root = null;
    for (const set of [this.#structure, this.#restyled, this.#content, this.#scrolled]) set.clear();
    this.#ranges.clear();
    this.#builder.dirtied.clear();
    this.#builder.unsorted.clear();
    this.#dirty = false;
  }

  /** Scrolls a box to a place in cells, as far as its content goes. @returns false where it stays */
  scrollTo(box: LayoutBox, left: number, top: number): boolean {
    const { scroll } = box;
    if (scroll === null) return false;
    const x = Math.max(0, Math.min(left, scroll.width - scroll.port.width));
    const y = Math.max(0, Math.min(top, scroll.height - scroll.port.height));
    if (x === scroll.left && y === scroll.top) return false;
    if (!this.#scrolled.has(box)) this.#scrolled.set(box, { left: scroll.left, top: scroll.top });
    scroll.left = x;
    scroll.top = y;
    scroll.atEnd = y >= scroll.height - scroll.port.height;
    return true;
  }

  boxOf(element: TuiElement): LayoutBox | undefined {
    return this.#boxes.get(element);
  }

  boxById(id: number): LayoutBox | undefined {
    return this.#byId.get(id);
  }

  /** Children of the element, or whether it is displayed, may have changed. */
  invalidateStructure(element: TuiElement): void {
    this.#structure.add(element);
    this.#ranges.delete(element);
  }

  /** Whether the element is displayed, and by which box, may have changed. */
  invalidateDisplay(element: TuiElement): void {
    const parent = parentElementOf(element);
    if (parent === null) this.invalidateStructure(element);
    else this.#invalidateChild(element, parent);
  }

  #invalidateChild(child: TuiElement, parent: TuiElement): void {
    if (!this.#noteRange(parent, (range) => range.onTurn(child))) this.invalidateStructure(parent);
  }

  /** Notes which children of an element are to be found again. @returns false where all are */
  #noteRange(element: TuiElement, note: (range: ChangedChildren) => void): boolean {
    let range = this.#ranges.get(element);
    if (range === undefined) {
      const box = this.#structure.has(element) ? undefined : this.#boxes.get(element);
      if (box === undefined || !hasRange(box)) return false;
      range = new ChangedChildren(box, (child) => this.#boxes.get(child));
      this.#ranges.set(element, range);
      this.#structure.add(element);
    }
    note(range);
    return true;
  }

  /** Children of the element have come or gone. @param change undefined where it is not known which */
  invalidateChildren(element: TuiElement, change: ChildChange | undefined): void {
    const isNoted =
      change !== undefined && this.#noteRange(element, (range) => range.onChange(change));
    if (!isNoted) this.invalidateStructure(element);
    const far = this.#boxes.get(element)?.far;
    if (change === undefined) far?.invalidate();
    else far?.onChange(change);
  }

  /** A style that layout reads has changed. */
  invalidateStyle(element: TuiElement): void {
    this.#restyled.add(element);
    // How its bare text is collapsed and wrapped may be what changed.
    if (this.#boxes.get(element)?.children.some((child) => child.anonymous) === true) {
      this.invalidateStructure(element);
    }
  }

  /** What the element measures, or its text, may have changed. Returns the boxes that show it. */
  invalidateContent(element: TuiElement): LayoutBox | undefined {
    // Ahead of the first frame there is nothing to find on the way up from each of the elements.
    if (this.root === null) return undefined;
    let box: LayoutBox | undefined;
    /** The child that has no box. */
    let child = element;
    for (
      let at: TuiElement | null = element;
      at !== null && box === undefined;
      at = parentElementOf(at)
    ) {
      box = this.#boxes.get(at);
      if (box === undefined) child = at;
      else if (at !== element && box.inline === null) this.#invalidateChild(child, at);
      else this.#content.add(box);
    }
    return box;
  }

  /** Text right inside the element has changed. @returns false where the boxes that show it are found again */
  invalidateText(element: TuiElement): boolean {
    const box = this.#boxes.get(element);
    const bare = box !== undefined && box.inline === null && contentModelOf(element) === 'flow';
    // Bare text has boxes of its own, and whether there is one depends on the text.
    if (bare) {
      box.far?.invalidate();
      this.invalidateStructure(element);
    } else this.invalidateContent(element);
    return !bare;
  }

  /**
   * Gives the box of an element its text again, where nothing has to be measured or moved for it. To be
   * asked while nothing is out of date.
   *
   * @returns the box; undefined where `invalidateContent` is needed
   */
  updateText(element: TuiElement): LayoutBox | undefined {
    const box = this.#boxes.get(element);
    const inline = box?.inline;
    if (box === undefined || inline === null || inline === undefined) return undefined;
    if (inline.text.length > box.content.width || !isTextual(element)) return undefined;
    const only = firstChildOf(element);
    if (only === null || !isText(only) || nextSiblingOf(only) !== null) return undefined;
    return inline.updateText(dataOf(only), element) ? box : undefined;
  }

  /**
   * Brings every box up to date for a screen of the given size in cells.
   *
   * @returns the boxes whose rectangles changed, removed boxes with an empty new one
   */
  run(screen: Size): readonly BoxChange[] {
    const changes: BoxChange[] = [];
    if (this.#stopped) return changes;
    const resizes = screen.width !== this.#width || screen.height !== this.#height;
    this.read = 0;
    const laidOut = this.stale || resizes;
    if (laidOut) this.#layOut(screen, changes);
    for (const [box, { left, top }] of this.#scrolled) {
      if (box.node === null || box.scroll === null) continue;
      this.read += laidOut
        ? readScrolled(box, this.floating, changes)
        : shiftScrolled(box, left - box.scroll.left, top - box.scroll.top, this.floating, changes);
    }
    this.#scrolled.clear();
    return changes;
  }

  /**
   * Brings the rows near that are in view after the last run, and lets others go; they need styles before the next run.
   *
   * @returns what has come and gone; undefined where all that is in view has boxes
   */
  approach(): Approach | undefined {
    let approach: Approach | undefined;
    for (const box of this.#far) {
      const { element, far } = box;
      const vicinity = vicinityOf(element);
      if (far === null || vicinity === undefined) continue;
      const screen = { width: this.#width, height: this.#height };
      const view = viewOf(box, screen, vicinity.near.size > 0);
      const isNear = (place: number): boolean => {
        const row = far.rowAt(place);
        return row !== undefined && (Array.isArray(row) || vicinity.near.has(row as TuiElement));
      };
      const range = view === undefined ? null : far.rows.wanted(view, isNear, this.keepsNear);
      if (range === null) {
        const verdict = this.#compare(box, far, vicinity);
        if (verdict.length === 0) continue;
        approach ??= { come: [], gone: [], different: [] };
        if (verdict === 'exact') approach.different.push(element);
        else if (verdict === 'again') this.#builder.dirtied.add(box);
        else {
          approach.come.push(...verdict);
          vicinity.near = new Set([...vicinity.near, ...verdict]);
        }
        this.invalidateStructure(element);
        this.#dirty = true;
        continue;
      }
      const wanted = new Set(far.elementsFrom(...range));
      const focused = rowAround(activeElementOf(documentOf(element)), element);
      if (focused !== undefined) wanted.add(focused);
      approach ??= { come: [], gone: [], different: [] };
      for (const row of wanted) if (!vicinity.near.has(row)) approach.come.push(row);
      const gone = [...vicinity.near].filter((row) => !wanted.has(row));
      approach.gone.push(...gone);
      far.release(gone);
      vicinity.near = wanted;
      this.invalidateStructure(element);
    }
    return approach;
  }

  /** Holds rows that are alike against those with boxes. */
  #compare(box: LayoutBox, far: FarSource, { near, alike }: Vicinity): Verdict {
    if (alike === undefined || !(far instanceof FarChildren)) return [];
    far.alike ??= new AlikeRows(alike);
    return far.alike.check(box, far, near, (element) => this.#boxes.get(element));
  }

  /** Something has changed in an element, which may be in a row without a box. */
  onChangeInRow(element: TuiElement): void {
    const found = alikeRowAround(element);
    if (found === undefined) return;
    const far = this.#boxes.get(found.around)?.far;
    if (far instanceof FarChildren) far.alike?.onChange(found.row);
  }

  /** Calls the `[PLACED]` hooks of elements that adapt their content to their size, outermost first. */
  callPlaced(): void {
    const boxes = [...this.#placing].sort((a, b) => a.depth - b.depth);
    for (const { element, content, visible, node } of boxes) {
      if (node !== null) callHook(element, () => element[PLACED]?.({ content, visible }));
    }
  }

  #layOut(screen: Size, changes: BoxChange[]): void {
    const anchors = this.#keptView.inView(this.root);
    this.#layOutBoxes(screen, changes);
    this.#keptView.keep(anchors);
    for (const { arrangement, parent } of this.#far)
      if (arrangement instanceof FarColumn) this.#moveAround(parent, arrangement.takeMoved());
  }

  /** Rows above the view of a column turned out to be higher, or lower: what scrolls around it moves with what is in view. */
  #moveAround(parent: LayoutBox | null, by: number): void {
    const box = by === 0 || parent === null ? undefined : scrollerOf(parent);
    if (box?.scroll == null || this.#scrolled.has(box)) return;
    this.scrollTo(box, box.scroll.left, box.scroll.top + by);
  }

  #layOutBoxes(screen: Size, changes: BoxChange[]): void {
    this.#rebuild(changes);
    this.#refreshContent();
    const resized = screen.width !== this.#width || screen.height !== this.#height;
    this.#width = screen.width;
    this.#height = screen.height;
    this.#builder.screen = { width: screen.width, height: screen.height };
    const { root } = this;
    const turned = this.#builder.isNatural !== this.isNatural;
    this.#builder.isNatural = this.isNatural;
    if (root?.node == null || (!this.#dirty && !resized && !turned)) return;
    if (this.isNatural) {
      this.#layOutNaturally(root, root.node, screen, changes);
      return;
    }
    if (turned) this.#scrollRoot(root, false);
    this.#surface();
    if (resized || turned) {
      applySetting(root.node, 'width', screen.width);
      applySetting(root.node, 'height', screen.height);
    }
    root.node.calculateLayout(screen.width, screen.height);
    this.#layOutFixed(root, screen);
    this.contentHeight = screen.height;
    this.read = readBack(root, screen, this.floating, changes);
    this.#dirty = false;
  }

  #layOutFixed(root: LayoutBox, screen: Size): void {
    for (const child of root.children) {
      const { viewport, node } = child;
      if (viewport === null || node === null) continue;
      fitToScreen(child, screen);
      applySetting(viewport, 'width', screen.width);
      applySetting(viewport, 'height', screen.height);
      resolveShares(node, viewport, screen.width, screen.height);
      viewport.calculateLayout(screen.width, screen.height);
    }
  }

  /** @param most its height is the most that there is */
  #layOutNaturally(root: LayoutBox, node: LayoutNode, most: Size, changes: BoxChange[]): void {
    const { width } = most;
    applySetting(node, 'width', width);
    this.#builder.applyNaturalHeight(node, root.element[COMPUTED]);
    // Its height without a scrollbar decides whether it has one.
    this.#scrollRoot(root, false);
    this.#surface();
    node.calculateLayout(width, undefined);
    const natural = sizeOf(node, 'Height');
    if (natural > most.height) {
      this.#scrollRoot(root, true);
      applySetting(node, 'height', most.height);
      this.#surface();
      node.calculateLayout(width, most.height);
    }
    let height = Math.min(natural, most.height);
    for (const child of root.children) {
      if (child.viewport !== null) height = Math.max(height, fixedHeight(child, most));
    }
    const screen = { width, height: Math.max(1, height) };
    this.#layOutFixed(root, screen);
    this.contentHeight = screen.height;
    this.read = readBack(root, screen, this.floating, changes);
    this.#dirty = false;
  }

  #scrollRoot(root: LayoutBox, scrolls: boolean): void {
    if (this.#builder.rootScrolls === scrolls) return;
    this.#builder.rootScrolls = scrolls;
    this.#builder.applyStyles(root);
  }

  /** Carries what changed inside a tree of its own to the trees around it, up to the root's. */
  #surface(): void {
    const cut: LayoutBox[] = [];
    this.#builder.checkHeights();
    // A set that grows while it is walked: each mark may reach the root of the next tree.
    for (const box of this.#builder.dirtied) {
      (box.arrangement ?? box.island)?.resized();
      box.node?.markDirty();
      if (box.natural !== null) cut.push(box);
    }
    this.#builder.dirtied.clear();
    // From the inside out, where trees are cut the inside reports the size that it would like.
    for (const box of cut.sort((a, b) => b.depth - a.depth)) {
      if (box.node === null) continue;
      box.natural = (box.arrangement ?? box.island)?.measure(Infinity, Infinity) ?? null;
    }
  }

  #rebuild(changes: BoxChange[]): void {
    const element = this.#rebuildRoot(changes);
    const touched = new Set<LayoutBox>();
    const reshaped = this.#structure.size > 0 || this.#restyled.size > 0;
    this.#rebuildChildren(changes, touched);
    for (const restyled of this.#restyled) {
      const box = this.#boxes.get(restyled);
      if (box === undefined) continue;
      this.#applyStyles(box);
      touched.add(box);
      const { parent } = box;
      if (parent !== null && !this.#builder.staysStacked(parent, box)) touched.add(parent);
    }
    this.#restyled.clear();
    for (const box of touched) if (box.node !== null) this.#builder.formCells(box);
    const layers = element === null ? [] : topLayerOf(documentOf(element));
    if (this.root !== null && (reshaped || layers !== this.#layers)) {
      dropHidden(
        this.root,
        (each) => this.#boxes.get(each),
        (gone) => this.#drop(gone, changes),
      );
      sortFixed(this.root, changes);
    }
    for (const box of this.#builder.unsorted) sortPaintOrder(box);
    this.#builder.unsorted.clear();
    this.#layers = layers;
  }

  /** Makes the root's box where it is another one's, or of another kind. Returns the root. */
  #rebuildRoot(changes: BoxChange[]): TuiElement | null {
    const element = this.#rootElement();
    const turned = this.root !== null && this.root.kind !== kindOf(this.root.element);
    if (this.root?.element !== element || turned) {
      if (this.root !== null) this.#drop(this.root, changes);
      this.root = element === null ? null : this.#create(element, false, null);
      if (element !== null) this.invalidateStructure(element);
      this.#width = -1;
    }
    return element;
  }

  #rebuildChildren(changes: BoxChange[], touched: Set<LayoutBox>): void {
    // Children are rebuilt from the top down; a box made on the way queues its own children behind it.
    for (const dirty of this.#structure) {
      const box = this.#boxes.get(dirty);
      if (box === undefined || box.node === null) {
        // An element without a box: its nearest boxed ancestor decides whether it gets one.
        const around = parentElementOf(dirty);
        if (around !== null && this.#structure.has(around)) continue;
        const parent = this.nearestBox(around);
        if (parent !== undefined && parent.element !== dirty) {
          this.invalidateStructure(parent.element);
        }
        continue;
      }
      if (contentModelOf(dirty) !== 'flow') {
        this.#content.add(box);
        continue;
      }
      const reconciler: Reconciler = {
        fits: (known) => known.kind === kindOf(known.element),
        existing: (child) => this.#boxes.get(child),
        create: (child, anonymous) => this.#create(child, anonymous, box),
        drop: (gone) => this.#drop(gone, changes),
        hang: (child) => this.#hang(child, changes),
        prepareChildren: (empty, next) => this.#builder.prepareChildren(empty, next),
        setInline: (anonymous, nodes) => {
          const whiteSpace = this.#whiteSpace(dirty);
          const inline = readInlineAgain(anonymous.inline, nodes, dirty, whiteSpace);
          if (!measuresAlike(anonymous.inline, inline)) anonymous.node?.markDirty();
          anonymous.inline = inline;
          changes.push({ box: anonymous, before: anonymous.visible });
        },
      };
      const range = this.#ranges.get(dirty);
      this.#ranges.delete(dirty);
      const isPart = range?.isOf(box) === true && hasRange(box) && !isDeferred(dirty);
      if (range !== undefined && isPart) {
        const splice = reconcileRange(box, range.range(), reconciler);
        if (!this.#builder.spliceCells(box, splice)) touched.add(box);
      } else {
        reconcile(box, reconciler);
        touched.add(box);
      }
      if (box.far === null) this.#far.delete(box);
      else this.#far.add(box);
      this.#dirty = true;
    }
    this.#structure.clear();
    this.#ranges.clear();
  }

  /** The box of a fixed element, under the root's. */
  #hang(element: TuiElement, changes: BoxChange[]): void {
    const { root } = this;
    const known = this.#boxes.get(element);
    const stays = known?.viewport != null && known.kind === kindOf(element);
    if (root === null || stays) return;
    if (known !== undefined) this.#drop(known, changes);
    root.children.push(this.#create(element, false, root, true));
  }

  /** The box that shows the element: its own, or that of the text it is part of. */
  nearestBox(element: TuiElement | null): LayoutBox | undefined {
    for (let at = element; at !== null; at = parentElementOf(at)) {
      const box = this.#boxes.get(at);
      if (box !== undefined) return box;
    }
    return undefined;
  }

  #create(
    element: TuiElement,
    anonymous: boolean,
    parent: LayoutBox | null,
    fixed = false,
  ): LayoutBox {
    const box = new LayoutBox(element, anonymous, createNode());
    if (fixed) wrapFixed(box);
    box.parent = parent;
    box.depth = parent === null ? 0 : parent.depth + 1;
    this.#byId.set(box.id, box);
    if (!anonymous) this.#boxes.set(element, box);
    this.#keptView.add(box);
    if (!anonymous && element[PLACED] !== undefined) this.#placing.add(box);
    if (anonymous) measureInline(box);
    else if (isTextual(element)) {
      this.#content.add(box);
      measureInline(box);
    } else if (element[MEASURE] !== undefined) measureElement(box);
    else if (contentModelOf(element) === 'flow') {
      const cut = box.depth > 0 && box.depth % ISLAND_DEPTH === 0;
      const kind = kindOf(element);
      if (kind !== 'flex') this.#builder.makeArranged(box, kind, cut);
      else if (cut) this.#builder.makeIsland(box, true);
      // It may have had its turn already, before there was a box to fill: then it has one again.
      this.#structure.delete(element);
      this.invalidateStructure(element);
    }
    this.#applyStyles(box);
    this.#dirty = true;
    return box;
  }

  #applyStyles(box: LayoutBox): void {
    this.#dirty = true;
    this.#builder.applyStyles(box);
  }

  #refreshContent(): void {
    for (const box of this.#content) {
      if (box.node === null) continue;
      const { element } = box;
      if (!box.anonymous && isTextual(element)) {
        const before = box.inline;
        const whiteSpace = this.#whiteSpace(element);
        box.inline = readInlineAgain(before, childNodes(element), element, whiteSpace, true);
        // Other words in the same room: a counter that ticks is painted, not laid out.
        if (before !== null && !this.#resized(box, before, box.inline)) continue;
      }
      if (box.inline !== null || element[MEASURE] !== undefined) {
        box.node.markDirty();
        this.#dirty = true;
      }
    }
    this.#content.clear();
  }

  #whiteSpace(element: TuiElement): WhiteSpace {
    const style = element[COMPUTED];
    if (this.#builder.wraps(style)) return 'pre-wrap';
    return (style['whiteSpace'] as WhiteSpace | undefined) ?? 'normal';
  }

  /** True if new text may measure differently from the old one at the box's current width. */
  #resized(box: LayoutBox, before: InlineContent, after: InlineContent): boolean {
    const width = after.naturalWidth();
    const fits = !after.wraps || width <= box.content.width;
    return (
      !fits ||
      before.whiteSpace !== after.whiteSpace ||
      before.textWrap !== after.textWrap ||
      before.naturalWidth() !== width ||
      before.lines(Infinity).length !== after.lines(Infinity).length
    );
  }

  /** Removes a box and its descendants, deepest last; yoga's memory is freed manually. */
  #drop(root: LayoutBox, changes: BoxChange[]): void {
    changes.push({ box: root, before: root.visible });
    const { parent, node } = root;
    if (root.viewport !== null && parent !== null) {
      parent.children = parent.children.filter((child) => child !== root);
      this.#builder.unsorted.add(parent);
    } else if (node !== null && parent?.childNode != null) parent.childNode.removeChild(node);
    const stack = [root];
    for (let box = stack.pop(); box !== undefined; box = stack.pop()) {
      // Nodes are freed from the top: a parent that is freed lets go of its children all at once.
      for (const child of box.children) stack.push(child);
      keepScroll(box);
      if (!box.anonymous && this.#boxes.get(box.element) === box) this.#boxes.delete(box.element);
      this.#byId.delete(box.id);
      this.floating.delete(box);
      this.#keptView.delete(box);
      this.#placing.delete(box);
      this.#far.delete(box);
      this.#builder.dirtied.delete(box);
      this.#content.delete(box);
      this.#scrolled.delete(box);
      if (box.node !== null) box.viewport?.removeChild(box.node);
      box.cell?.free();
      box.cell = null;
      box.arrangement = null;
      box.natural = null;
      for (const node of [box.node, box.viewport, box.island?.node]) if (node) freeNode(node);
      box.viewport = null;
      box.node = null;
      box.island = null;
      this.#builder.islands.delete(box);
      box.children = [];
      box.visible = { x: 0, y: 0, width: 0, height: 0 };
    }
    this.#dirty = true;
  }
}

/** The child of an element that another one is in. */
function rowAround(element: TuiElement, container: TuiElement): TuiElement | undefined {
  let at: TuiElement | null = element;
  while (at !== null) {
    const parent = parentElementOf(at);
    if (parent === container) return at;
    at = parent;
  }
  return undefined;
}

/** True for an element of which only the children near the view have boxes, or none. */
function isDeferred(element: TuiElement): boolean {
  return vicinityOf(element) !== undefined || element[COLLAPSED];
}

/** Whether the same words, broken into lines by the same rules. */
function measuresAlike(before: InlineContent | null, after: InlineContent): boolean {
  return (
    before !== null &&
    before.text === after.text &&
    before.softBreaks === undefined &&
    after.softBreaks === undefined &&
    before.whiteSpace === after.whiteSpace &&
    before.textWrap === after.textWrap
  );
}

function childNodes(element: TuiElement): readonly TuiNode[] {
  const nodes: TuiNode[] = [];
  for (let node: TuiNode | null = firstChildOf(element); node !== null; node = nextSiblingOf(node))
    nodes.push(node);
  return nodes;
}
