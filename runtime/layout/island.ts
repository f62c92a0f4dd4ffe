/**
 * The children of a box in a tree of their own: where the depth of yoga's tree is cut, and where a child has
 * percentages. These count only where the size that they are of is known, which yoga does not distinguish:
 * it takes them of the room that there is, also while it measures how large the box around them is to be.
 * Here they are as if not set while the box is measured, and cells once it has its size (CSS Sizing 3
 * section 5.2.1).
 */
import type { ComputedStyle } from '../element/contract.js';
import { COMPUTED } from '../element/internals.js';
import type { Insets, Size } from '../base/geometry.js';
import { KeptArrangement, sizeOf } from './arrangement.js';
import { NO_INSETS, type LayoutBox } from './box.js';
import { shrinksToFit } from './shrink-to-fit.js';
import {
  applySetting,
  createNode,
  isShare,
  resolveShares,
  type LayoutNode,
} from './layout-node.js';
import { SIDES } from './yoga.js';

export class Island extends KeptArrangement {
  readonly node: LayoutNode = createNode();
  /** Cells around the content that belong to the tree: what is placed absolutely is placed from their edge. */
  padding: Insets = NO_INSETS;
  #isRunning = false;
  #hasHeight = true;

  constructor(box: LayoutBox, dirtied: () => void) {
    super(box);
    this.node.setDirtiedFunc(() => {
      if (!this.#isRunning) dirtied();
    });
  }

  /** @returns true where percentages of the height count now and did not, or the other way round */
  checkHeight(): boolean {
    const before = this.#hasHeight;
    this.#hasHeight = hasKnownHeight(this.box);
    return this.#hasHeight !== before;
  }

  protected sizeAt(width: number, height: number): Size {
    this.laid = null;
    this.#layOut(width, height, NO_INSETS);
    return { width: sizeOf(this.node, 'Width'), height: sizeOf(this.node, 'Height') };
  }

  arrange(content: Size): void {
    const { insets, borders, children } = this.box;
    const padding = children.some(isAbsolute) ? between(insets, borders) : NO_INSETS;
    if (this.laid?.width === content.width && this.laid.height === content.height) {
      if (SIDES.every(([side]) => padding[KEYS[side]] === this.padding[KEYS[side]])) return;
    }
    this.padding = padding;
    this.#layOut(content.width, content.height, padding);
    this.node.markLayoutSeen();
    this.laid = content;
  }

  #layOut(width: number, height: number, padding: Insets): void {
    const { node } = this;
    const wide = width + padding.left + padding.right;
    const high = height + padding.top + padding.bottom;
    this.#isRunning = true;
    for (const [side] of SIDES) applySetting(node, `padding${side}`, padding[KEYS[side]]);
    for (const child of this.box.children) {
      if (child.viewport !== null || child.node === null) continue;
      if (isAbsolute(child)) resolveShares(child.node, node, wide, high);
      else resolveShares(child.node, node, width, this.#hasHeight ? height : Infinity);
    }
    node.calculateLayout(known(wide), known(high));
    this.#isRunning = false;
  }
}

const KEYS = { Top: 'top', Right: 'right', Bottom: 'bottom', Left: 'left' } as const;

function known(size: number): number | undefined {
  return size === Infinity ? undefined : size;
}

function between(outer: Insets, inner: Insets): Insets {
  return {
    top: outer.top - inner.top,
    right: outer.right - inner.right,
    bottom: outer.bottom - inner.bottom,
    left: outer.left - inner.left,
  };
}

function isAbsolute({ anonymous, element }: LayoutBox): boolean {
  return !anonymous && element[COMPUTED]['position'] === 'absolute';
}

const NAMES = [
  'width',
  'minWidth',
  'maxWidth',
  'height',
  'minHeight',
  'maxHeight',
  'flexBasis',
  'top',
  'right',
  'bottom',
  'left',
  ...SIDES.flatMap(([side]) => [`margin${side}`, `padding${side}`]),
];

/** By style object, which boxes that look alike have in common and which is replaced at every change. */
const sharing = new WeakMap<ComputedStyle, boolean>();

/** True where a size, a margin or a place of a child is a percentage. */
export function haveShares(children: readonly LayoutBox[]): boolean {
  return children.some((child) => {
    if (child.anonymous || child.viewport !== null) return false;
    const style = child.element[COMPUTED];
    let shares = sharing.get(style);
    if (shares === undefined) {
      shares = NAMES.some((name) => isShare(style[name]));
      sharing.set(style, shares);
    }
    return shares;
  });
}

/**
 * Whether percentages of the height of a box count once it is laid out (CSS Flexbox 1 section 9.8): it has a
 * height, is stretched to one, or is an item of a column whose height is known, which then is what it
 * was given of that.
 */
function hasKnownHeight(box: LayoutBox): boolean {
  let at = box;
  for (;;) {
    const { parent, viewport } = at;
    if (parent === null) return true;
    const style = at.element[COMPUTED];
    const isSet = (name: string): boolean => (style[name] ?? 'auto') !== 'auto';
    if (isAbsolute(at) || viewport !== null) {
      return isSet('height') || (isSet('top') && isSet('bottom'));
    }
    if (typeof style['height'] === 'number') return true;
    const stretches = (): boolean =>
      alignOf(at, parent) === 'stretch' &&
      style['marginTop'] !== 'auto' &&
      style['marginBottom'] !== 'auto';
    if (parent.kind === 'panes') return true;
    if (parent.kind === 'grid') return isSet('height') || stretches();
    const isRow = String(parent.element[COMPUTED]['flexDirection']).startsWith('row');
    if (isRow && !isSet('height')) return stretches();
    at = parent;
  }
}

function alignOf(box: LayoutBox, parent: LayoutBox): string {
  const own = String(box.element[COMPUTED]['alignSelf'] ?? 'auto');
  const items = String(parent.element[COMPUTED]['alignItems'] ?? 'stretch');
  if (own !== 'auto') return own;
  return items === 'stretch' && shrinksToFit(box) ? 'start' : items;
}
