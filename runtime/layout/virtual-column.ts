/**
 * A long list: a column with too many children to lay all of them out with yoga whenever one changes. They are
 * stacked here; each is laid out on its own, once, and again when it changes.
 *
 * Used only if yoga would do no more than that: no child grows or shrinks with the available space.
 */
import type { Size } from '../base/geometry.js';
import type { ComputedStyle } from '../element/contract.js';
import { KeptArrangement } from './arrangement.js';
import type { LayoutBox } from './box.js';
import { automaticShrink } from './measure.js';
import { COMPUTED } from '../element/internals.js';

/** Children from which on a column is laid out here. */
const LONG = 100;

export class Stack extends KeptArrangement {
  protected sizeAt(width: number): Size {
    let natural = 0;
    for (const { cell } of this.box.children) {
      if (cell !== null && width === Infinity) natural = Math.max(natural, cell.maxWidth());
    }
    const wide = width === Infinity ? natural : width;
    return { width: wide, height: this.#walk(wide, false) };
  }

  arrange(content: Size): void {
    // How high the box is does not matter to what is in it.
    if (this.laid?.width === content.width) return;
    this.#walk(content.width, true);
    this.laid = content;
  }

  /** @returns the height in cells of all children with the gaps between them */
  #walk(width: number, settle: boolean): number {
    const { rowGap } = this.box.element[COMPUTED];
    const gap = typeof rowGap === 'number' ? rowGap : 0;
    let y = 0;
    let first = true;
    for (const { cell } of this.box.children) {
      if (cell === null) continue;
      if (!first) y += gap;
      first = false;
      const height = cell.heightAt(width);
      if (settle) cell.settleAt(y, width, height);
      y += height;
    }
    return y;
  }
}

/** True where a box with these children is to be laid out as a stack. */
export function isLongList(
  { element, natural, anonymous, children: now }: LayoutBox,
  children: readonly LayoutBox[] = now,
): boolean {
  if (children.length < LONG || natural !== null || anonymous) return false;
  const style = element[COMPUTED];
  return (
    style['display'] === 'flex' &&
    style['flexDirection'] === 'column' &&
    style['flexWrap'] === 'nowrap' &&
    (style['justifyContent'] === 'normal' || style['justifyContent'] === 'flex-start') &&
    children.every(isPlain)
  );
}

/** By style object, which rows that look alike have in common and which is replaced at every change. */
const plain = new WeakMap<ComputedStyle, boolean>();

const DOWN = ['height', 'minHeight', 'maxHeight', 'top', 'bottom', 'flexBasis'] as const;

export function isPlain(child: LayoutBox): boolean {
  // Text keeps its lines in a column.
  if (child.anonymous || child.viewport !== null) return true;
  // What may shrink, does so in yoga's way.
  if (child.element[COMPUTED]['flexShrink'] === undefined && automaticShrink(child) !== 0) {
    return false;
  }
  const style = child.element[COMPUTED];
  let known = plain.get(style);
  if (known === undefined) {
    const isNegative = (name: string): boolean =>
      typeof style[name] === 'number' && style[name] < 0;
    known =
      style['position'] === 'relative' &&
      (style['flexGrow'] ?? 0) === 0 &&
      (style['flexShrink'] ?? 0) === 0 &&
      (style['flexBasis'] ?? 'auto') === 'auto' &&
      DOWN.every((name) => typeof style[name] !== 'string' || style[name] === 'auto') &&
      style['marginTop'] !== 'auto' &&
      style['marginBottom'] !== 'auto' &&
      !isNegative('marginTop') &&
      !isNegative('marginBottom');
    plain.set(style, known);
  }
  return known;
}
