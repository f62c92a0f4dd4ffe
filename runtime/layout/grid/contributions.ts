/** Contributions of a grid item to its tracks: its min-content size, and the minimum it must have. */
import { walkClusters } from '../../base/text/graphemes.js';
import type { ComputedStyle } from '../../element/contract.js';
import type { LayoutBox } from '../box.js';
import { borderWidth } from '../yoga.js';
import { COMPUTED } from '../../element/internals.js';

/** Levels of content that are looked at for the smallest width; what is deeper counts as nothing. */
const DEPTH = 32;

type Side = 'Left' | 'Right' | 'Top' | 'Bottom';

/** Cells of the widest part of a text that is kept in one line where there is room: a word. */
function widestWord(text: string): number {
  let widest = 0;
  let word = 0;
  walkClusters(text, (start, _end, width) => {
    const code = text.charCodeAt(start);
    // Between wide characters a line may break.
    if (code === 0x20 || code === 0x0a || width === 2) word = 0;
    else word += width;
    widest = Math.max(widest, word, width === 2 ? 2 : 0);
    return true;
  });
  return widest;
}

function cellsOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function frame(style: ComputedStyle, sides: readonly Side[]): number {
  return sides.reduce(
    (all, side) => all + cellsOf(style[`padding${side}`]) + borderWidth(style, side),
    0,
  );
}

function margins(style: ComputedStyle, sides: readonly Side[]): number {
  return sides.reduce((all, side) => all + cellsOf(style[`margin${side}`]), 0);
}

function bounded(size: number, style: ComputedStyle, axis: 'Width' | 'Height'): number {
  const [min, max] = [style[`min${axis}`], style[`max${axis}`]];
  const capped = typeof max === 'number' ? Math.min(size, max) : size;
  return typeof min === 'number' ? Math.max(capped, min) : capped;
}

const ACROSS: readonly Side[] = ['Left', 'Right'];
const DOWN: readonly Side[] = ['Top', 'Bottom'];

/** The width in cells that a box needs so that no word is broken, margins included. */
export function minContentWidth(box: LayoutBox, depth = 0): number {
  const { inline } = box;
  if (box.anonymous) return inline === null ? 0 : wordsOf(box);
  const style = box.element[COMPUTED];
  const outside = margins(style, ACROSS);
  if (typeof style['width'] === 'number') return bounded(style['width'], style, 'Width') + outside;
  let inner = inline === null ? 0 : wordsOf(box);
  if (depth < DEPTH) {
    const row = style['display'] === 'flex' && String(style['flexDirection']).startsWith('row');
    const wraps = style['flexWrap'] !== 'nowrap' && style['flexWrap'] !== undefined;
    let count = 0;
    for (const child of box.children) {
      if (child.viewport !== null) continue;
      if (!child.anonymous && child.element[COMPUTED]['position'] === 'absolute') continue;
      const width = minContentWidth(child, depth + 1);
      inner = row && !wraps ? inner + width : Math.max(inner, width);
      count++;
    }
    if (row && !wraps) inner += Math.max(0, count - 1) * cellsOf(style['columnGap']);
  }
  return bounded(inner + frame(style, ACROSS), style, 'Width') + outside;
}

function wordsOf({ inline }: LayoutBox): number {
  if (inline === null) return 0;
  return inline.wraps ? widestWord(inline.text) : inline.naturalWidth();
}

/**
 * The automatic minimum of an item (CSS Grid 2 section 6.6): its content where that is text or may
 * show outside; else what it states itself, and its border and padding.
 */
export function least(
  box: LayoutBox,
  axis: 'Width' | 'Height',
  overflow: unknown,
  content: () => number,
): number {
  if (box.anonymous) return content();
  const style = box.element[COMPUTED];
  const sides = axis === 'Width' ? ACROSS : DOWN;
  const outside = margins(style, sides);
  const size = style[axis === 'Width' ? 'width' : 'height'];
  if (typeof size === 'number') return Math.max(0, bounded(size, style, axis) + outside);
  const minimum = style[`min${axis}`];
  if (typeof minimum === 'number') return Math.max(0, minimum + outside);
  if (box.inline !== null || overflow === 'visible') return content();
  return Math.max(0, frame(style, sides) + outside);
}
