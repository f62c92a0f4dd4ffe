/**
 * The part of a column that is in view: not only its box may scroll, but any box around it, which shows the column with all of its
 * rows. Places are rows of cells from the start of the first row.
 */
import { isEmpty, type Size } from '../../base/geometry.js';
import type { LayoutBox } from '../box.js';

export interface ColumnView {
  readonly top: number;
  readonly height: number;
  /** Rows of cells above and below it that are to be near as well. */
  readonly margin: number;
}

/** Rows of cells that are near of a box that is not in view: they state how high the others may be. */
const SAMPLE = 8;

/** Where the view of a box begins; beyond all rows where the box is above it. */
export function topInView({ content, rect, clip, scroll, parent }: LayoutBox): number {
  if (!isEmpty(clip)) return clip.y - content.y + (scroll?.top ?? 0);
  const isAbove = parent !== null && !isEmpty(parent.clip) && rect.y < parent.clip.y;
  return isAbove ? Infinity : -Infinity;
}

/** @param hasRows false where none of its rows is near */
export function viewOf(box: LayoutBox, screen: Size, hasRows: boolean): ColumnView | undefined {
  const { clip, scroll } = box;
  if (isEmpty(clip)) return hasRows ? undefined : { top: 0, height: SAMPLE, margin: 0 };
  const port = scroll?.port.height ?? Infinity;
  return {
    top: topInView(box),
    height: clip.height,
    margin: Math.max(clip.height, Math.min(port, screen.height)),
  };
}

/** The box that moves rows in view when it scrolls: itself, or the nearest around it that has more than it shows. */
export function scrollerOf(column: LayoutBox): LayoutBox | undefined {
  for (let box: LayoutBox | null = column; box !== null; box = box.parent) {
    const { scroll } = box;
    if (scroll?.axes.y === true && scroll.height > scroll.port.height) return box;
    if (box.viewport !== null) return undefined;
  }
  return undefined;
}
