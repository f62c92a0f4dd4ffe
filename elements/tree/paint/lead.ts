/** The cells in front of the label of an item: lines from those around it, and the mark of what can be opened. */
import type { Painter } from '../../../runtime/element/contract.js';
import type { PaintedCell } from '../../table/paint/parts.js';
import type { TreeModel } from '../model/model.js';
import type { TreeNode } from '../model/node.js';

/** Cells of a level. */
const LEVEL = 2;
/** Levels that are drawn; deeper ones are as far to the right as these. */
const MAX_LEVELS = 40;

const BLANK = 0x20;
const LINE = { down: 0x2502, branch: 0x251c, end: 0x2514, across: 0x2500 };
const MARK = { open: 0x25be, closed: 0x25b8 };

export interface LeadStyle {
  readonly hasLines: boolean;
}

/** Cells in front of a label: a level each, and the mark. */
export function leadCells(node: TreeNode): number {
  return LEVEL * (Math.min(node.depth, MAX_LEVELS) + 1);
}

export function paintLead(
  painter: Painter,
  cell: PaintedCell,
  model: TreeModel,
  node: TreeNode,
  { hasLines }: LeadStyle,
): number {
  const { x, y, width, fg, bg, attributes, ownColors } = cell;
  const cells = leadCells(node);
  const quiet = ownColors ? (painter.color('var(--border)') ?? fg) : fg;
  const line = painter.style(quiet, bg, attributes);
  const put = (at: number, glyph: number, style: number): void => {
    if (at < width && glyph !== BLANK) painter.put(x + at, y, glyph, style);
  };
  const mark = cells - LEVEL;
  if (hasLines && node.depth > 0) {
    let at: TreeNode | undefined = node;
    for (let column = mark - LEVEL; column >= 0 && at !== undefined; column -= LEVEL) {
      const { place, size } = model.setOf(at);
      const isLast = place === size;
      if (at === node) {
        put(column, isLast ? LINE.end : LINE.branch, line);
        put(column + 1, LINE.across, line);
      } else if (!isLast) put(column, LINE.down, line);
      at = at.parent;
    }
  }
  if (model.isParent(node)) {
    const accent = ownColors ? (painter.color('var(--accent)') ?? fg) : fg;
    const style = painter.style(accent, bg, attributes);
    put(mark, model.isOpen(node) ? MARK.open : MARK.closed, style);
  } else if (hasLines && node.depth > 0) put(mark, LINE.across, line);
  return Math.min(width, cells);
}
