/**
 * Creates yoga nodes for boxes and sets their styles: a node among others, a leaf whose
 * children are laid out here, or the place where a tree that is too deep is cut.
 */
import { EMPTY_RECT, type Size } from '../base/geometry.js';
import type { ComputedStyle } from '../element/contract.js';
import type { TuiElement } from '../element/tui-element.js';
import { Cell, measureArranged } from './arrangement.js';
import { NO_NUDGE, type BoxKind, type LayoutBox, type ScrollState } from './box.js';
import { applyCellStyle, applyRowStyle } from './cell-style.js';
import { late } from '../base/late.js';
import { haveShares, Island } from './island.js';
import { automaticGrow, automaticShrink } from './measure.js';
import { applyPaneStyle, Panes } from './panes.js';
import { shrinksToFit, shrinkToFit } from './shrink-to-fit.js';
import { FarColumn } from './far/far-column.js';
import { isLongList, Stack, staysLong } from './long-list/virtual-column.js';
import type { ChildSplice } from './children.js';
import { applySetting, freeNode, type LayoutNode } from './layout-node.js';
import {
  applyContainerStyle,
  applyFixedStyle,
  applyItemStyle,
  NO_AXIS,
  scrollAxes,
  SIDES,
  type ScrollAxes,
} from './yoga.js';
import { COMPUTED, GUTTERS, MEASURE, DIVISION } from '../element/internals.js';
import { contentModelOf } from '../element/tui-element.js';
import { isConnected } from '../element/tree.js';

const grid = late(() => require('./grid/grid.js') as typeof import('./grid/grid.js'));

export class BoxBuilder {
  /** Boxes with a tree of their own that has changed since the last run. */
  readonly dirtied = new Set<LayoutBox>();
  /** Boxes whose children may have another paint order now. */
  readonly unsorted = new Set<LayoutBox>();
  /** Boxes whose children are in a tree of their own. */
  readonly islands = new Set<LayoutBox>();
  /** Of the screen, in cells; null before the first run. */
  screen: Size | null = null;
  /** The root is as high as its content, not as the screen. */
  isNatural = false;
  /** Nothing scrolls: a box that would is as high as what is in it. */
  isWhole = false;
  /** The root has more content than the screen rows, and scrolls. */
  rootScrolls = false;

  /** The height of a root that is as high as its content, unless a style sets one in cells. */
  applyNaturalHeight(node: LayoutNode, style: ComputedStyle): void {
    const { height } = style;
    const isSet = typeof height === 'number' && !(this.isWhole && scrollAxes(style).y);
    applySetting(node, 'height', isSet ? height : undefined);
  }

  /** True where preserved text wraps all the same. What is cut with an ellipsis is cut on purpose. */
  wraps({ whiteSpace, textOverflow }: ComputedStyle): boolean {
    return this.isWhole && whiteSpace === 'pre' && textOverflow !== 'ellipsis';
  }

  /** @param cut true where the depth of yoga's tree is cut */
  makeIsland(box: LayoutBox, cut: boolean): void {
    const { node } = box;
    if (node === null) return;
    const natural = { width: 0, height: 0 };
    if (cut) box.natural = natural;
    box.island = new Island(box, () => this.dirtied.add(box));
    this.islands.add(box);
    applyContainerStyle(box.island.node, box.element[COMPUTED]);
    measureArranged(
      node,
      box.island,
      cut ? () => box.natural ?? natural : null,
      () => !scrollAxes(box.element[COMPUTED]).y,
    );
    this.dirtied.add(box);
  }

  /** Marks islands whose height has become definite or indefinite, which a distant ancestor can cause. */
  checkHeights(): void {
    for (const box of this.islands) if (box.island?.checkHeight() === true) this.dirtied.add(box);
  }

  /** Assigns an arrangement to a box for its lifetime. */
  makeArranged(box: LayoutBox, kind: 'grid' | 'panes', cut: boolean): void {
    const natural = { width: 0, height: 0 };
    if (cut) box.natural = natural;
    box.arrangement = kind === 'grid' ? new (grid().Grid)(box) : new Panes(box);
    box.kind = kind;
    if (box.node !== null) {
      measureArranged(box.node, box.arrangement, cut ? () => box.natural ?? natural : null);
    }
    this.dirtied.add(box);
  }

  /**
   * Prepares a box for its first children. Those of a long list are never attached to its node, since yoga searches for
   * each child that it removes.
   */
  prepareChildren(box: LayoutBox, next: readonly LayoutBox[]): void {
    const { node } = box;
    if (node === null || box.childNode !== node || box.kind !== 'flex') return;
    if (box.far !== null) this.#stack(box, node, new FarColumn(box, box.far.rows));
    else if (isLongList(box, next)) this.#stack(box, node, new Stack(box));
    else if (haveShares(next)) this.makeIsland(box, false);
  }

  #stack(box: LayoutBox, node: LayoutNode, arrangement: Stack | FarColumn): void {
    box.arrangement = arrangement;
    measureArranged(node, arrangement, null, () => !scrollAxes(box.element[COMPUTED]).y);
  }

  /**
   * Assigns a separate tree to every child of an arranged box, after a list has become long or short, or children have
   * received percentages.
   */
  formCells(box: LayoutBox): void {
    const { node } = box;
    if (node === null) return;
    if (box.kind === 'flex' && box.natural === null) this.#choose(box, node);
    if (box.arrangement === null) return;
    for (const child of box.children) {
      if (child.viewport !== null || child.node === null || child.cell !== null) continue;
      child.cell = this.#makeCell(box, child.node);
      this.#applyPlace(child);
    }
    box.arrangement.invalidate();
    this.dirtied.add(box);
  }

  #makeCell(box: LayoutBox, node: LayoutNode): Cell {
    const cell: Cell = new Cell(node, () => {
      if (box.arrangement instanceof Stack) box.arrangement.touch(cell);
      this.dirtied.add(box);
    });
    return cell;
  }

  /** The same for children of a long list that have replaced others. @returns false where all are to be looked at */
  spliceCells(box: LayoutBox, splice: ChildSplice): boolean {
    const { added } = splice;
    const { arrangement } = box;
    if (!(arrangement instanceof Stack) || !staysLong(box, added)) return false;
    for (const child of added) {
      if (child.node === null) return false;
      if (child.cell !== null) continue;
      child.cell = this.#makeCell(box, child.node);
      this.#applyPlace(child);
    }
    arrangement.splice(splice);
    this.dirtied.add(box);
    return true;
  }

  /** True where a box is laid out as a long list, also with another style of a child. */
  staysStacked(box: LayoutBox, child: LayoutBox): boolean {
    return box.arrangement instanceof Stack && child.cell !== null && staysLong(box, [child]);
  }

  /** Chooses the layout of a flex box by its current children. */
  #choose(box: LayoutBox, node: LayoutNode): void {
    const { far } = box;
    const isLong = far === null && isLongList(box);
    const isIsland = far === null && !isLong && haveShares(box.children);
    const { arrangement } = box;
    if (
      (far !== null) === arrangement instanceof FarColumn &&
      isLong === arrangement instanceof Stack &&
      isIsland === (box.island !== null)
    ) {
      return;
    }
    const children = box.children.flatMap((child) =>
      child.viewport === null && child.node !== null ? { child, own: child.node } : [],
    );
    const { childNode } = box;
    for (const { child, own } of children) {
      child.cell?.free();
      child.cell = null;
      if (childNode !== null && own.hasParent) childNode.removeChild(own);
      own.releaseShares();
    }
    this.#dissolve(box, node);
    if (far !== null) this.#stack(box, node, new FarColumn(box, far.rows));
    else if (isLong) this.#stack(box, node, new Stack(box));
    else if (isIsland) this.makeIsland(box, false);
    if (box.arrangement === null) {
      const parent = box.childNode ?? node;
      for (const [at, { child, own }] of children.entries()) {
        parent.insertChild(own, at);
        this.applyStyles(child);
      }
      applyContainerStyle(parent, box.element[COMPUTED]);
    }
  }

  #dissolve(box: LayoutBox, node: LayoutNode): void {
    if (box.childNode !== node) {
      // Only nodes with a measure function can be marked dirty, and an empty one would not be laid out again.
      node.markDirty();
      node.unsetMeasureFunc();
    }
    if (box.island !== null) freeNode(box.island.node);
    box.island = null;
    box.arrangement = null;
    this.islands.delete(box);
    this.dirtied.delete(box);
  }

  applyStyles(box: LayoutBox): void {
    const { node, element } = box;
    if (node === null) return;
    if (box.anonymous) {
      this.#applyPlace(box);
      return;
    }
    const style = element[COMPUTED];
    const scrolls = this.#scrollAxes(box, style);
    applyScrolls(box, scrolls);
    applyItemStyle(node, style, automaticShrink(box), scrolls, element[GUTTERS]);
    if (this.isWhole) this.#applyWhole(box, node, style);
    if (box.parent !== null && hasNegativeMargin(style)) box.parent.pulls = true;
    this.#applyPlace(box);
    if (box.viewport !== null) applyFixedStyle(box.viewport, node, style);
    applyContainerStyle(box.childNode ?? node, style);
    // Whether a child may shrink depends on the flex direction and on scrolling in it: both may have changed.
    for (const child of box.children) this.#applyPlace(child);
    if (box.arrangement !== null) {
      box.arrangement.invalidate();
      this.dirtied.add(box);
    }
    if (box.parent === null) {
      applySetting(node, 'width', this.screen?.width);
      if (this.isNatural) this.applyNaturalHeight(node, style);
      else applySetting(node, 'height', this.screen?.height);
    }
    const { parent } = box;
    if (parent !== null && mayReorder(style, parent)) this.unsorted.add(parent);
  }

  /** The ways in which a box scrolls. */
  #scrollAxes({ element, parent }: LayoutBox, style: ComputedStyle): ScrollAxes {
    const own = contentModelOf(element) !== 'flow' || this.isWhole ? NO_AXIS : scrollAxes(style);
    return this.rootScrolls && parent === null ? { ...own, y: true } : own;
  }

  /** Gives a box the room of all that is in it, whatever its style limits it to. */
  #applyWhole({ element, parent }: LayoutBox, node: LayoutNode, style: ComputedStyle): void {
    if (this.wraps(style)) applySetting(node, 'minWidth', undefined);
    if (contentModelOf(element) !== 'flow' || !scrollAxes(style).y) return;
    applySetting(node, 'height', 'auto');
    applySetting(node, 'maxHeight', undefined);
    const direction = parent?.element[COMPUTED]['flexDirection'] ?? 'column';
    if (String(direction).startsWith('row')) return;
    applySetting(node, 'flexBasis', 'auto');
    applySetting(node, 'flexShrink', 0);
  }

  /** Applies the part of a box's style that depends on its parent. */
  #applyPlace(box: LayoutBox): void {
    const { node, parent, cell } = box;
    if (node === null) return;
    if (cell !== null && parent !== null) {
      parent.arrangement?.invalidate(box);
      this.dirtied.add(parent);
      if (parent.kind === 'grid') {
        applyCellStyle(cell, box, parent);
        return;
      }
      if (parent.kind === 'panes') {
        applyPaneStyle(box, parent);
        return;
      }
      applyRowStyle(cell.node, box, parent);
      shrinkToFit(box, parent);
      return;
    }
    if (box.anonymous || box.element[COMPUTED]['flexShrink'] === undefined) {
      applySetting(node, 'flexShrink', automaticShrink(box));
    }
    const grow = box.anonymous ? undefined : automaticGrow(box);
    if (grow !== undefined) applySetting(node, 'flexGrow', grow);
    shrinkToFit(box, parent);
    if (!box.anonymous && parent !== null) limitWidth(box, node, parent);
  }
}

/**
 * Limits a box that is narrower than its column to the column's width: yoga lets a row be as wide as its whole
 * content, so that it overflows on both sides if it is centred.
 */
function limitWidth(box: LayoutBox, node: LayoutNode, parent: LayoutBox): void {
  const { width, maxWidth, alignSelf, position } = box.element[COMPUTED];
  const around = parent.element[COMPUTED];
  if ((maxWidth ?? 'auto') !== 'auto' || parent.kind === 'grid') return;
  const align = (alignSelf ?? 'auto') === 'auto' ? around['alignItems'] : alignSelf;
  const limited =
    (width ?? 'auto') === 'auto' &&
    position !== 'absolute' &&
    (align !== 'stretch' || shrinksToFit(box)) &&
    String(around['flexDirection']).startsWith('column') &&
    around['flexWrap'] === 'nowrap' &&
    around['overflowX'] === 'hidden';
  applySetting(node, 'maxWidth', limited ? '100%' : undefined);
}

export function kindOf(element: TuiElement): BoxKind {
  if (contentModelOf(element) !== 'flow' || element[MEASURE] !== undefined) return 'flex';
  if (element[DIVISION] !== undefined) return 'panes';
  return element[COMPUTED]['display'] === 'grid' ? 'grid' : 'flex';
}

/** By style object, which boxes that look alike have in common. */
const negative = new WeakMap<ComputedStyle, boolean>();

function hasNegativeMargin(style: ComputedStyle): boolean {
  let known = negative.get(style);
  if (known === undefined) {
    known = SIDES.some(([side]) => Number(style[`margin${side}`]) < 0);
    negative.set(style, known);
  }
  return known;
}

/** Where elements were scrolled to that are not displayed: the same place again when they are displayed, as in browsers. */
const keptScrolls = new WeakMap<TuiElement, Pick<ScrollState, 'left' | 'top' | 'atEnd'>>();

/** To be called before a box is removed. */
export function keepScroll({ element, anonymous, scroll }: LayoutBox): void {
  if (anonymous || scroll === null || !isConnected(element)) return;
  const { left, top, atEnd } = scroll;
  if (left !== 0 || top !== 0 || !atEnd) keptScrolls.set(element, { left, top, atEnd });
}

/** Where an element was scrolled to that is not displayed; undefined where it was not, and for what is displayed. */
export function keptScrollOf(element: TuiElement): Pick<ScrollState, 'left' | 'top'> | undefined {
  return keptScrolls.get(element);
}

function applyScrolls(box: LayoutBox, axes: ScrollAxes): void {
  if (!axes.x && !axes.y) box.scroll = null;
  else if (box.scroll !== null) box.scroll.axes = axes;
  else {
    const place = (box.anonymous ? undefined : keptScrolls.get(box.element)) ?? NO_NUDGE;
    keptScrolls.delete(box.element);
    box.scroll = {
      atEnd: true,
      ...place,
      width: 0,
      height: 0,
      port: EMPTY_RECT,
      axes,
      bottomBar: false,
    };
  }
}

/** True if a box of this style may have to be painted out of tree order, or was the reason for that. */
function mayReorder(style: TuiElement[typeof COMPUTED], parent: LayoutBox): boolean {
  if (parent.paintOrder !== null || style['position'] === 'absolute') return true;
  return String(style['zIndex'] ?? 0) !== '0';
}
