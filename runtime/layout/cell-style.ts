/** Aligns a child in its grid area, with yoga's properties. */
import { Align, FlexDirection, Justify } from '#yoga';
import type { Cell } from './arrangement.js';
import type { LayoutBox } from './box.js';
import { shrinksToFit } from './shrink-to-fit.js';
import { applySetting, type LayoutNode } from './layout-node.js';
import { bounded } from './settings.js';
import { ALIGN, SIDES } from './yoga.js';
import { COMPUTED } from '../element/internals.js';

const CELL_ALIGN: Record<string, Align> = {
  start: Align.FlexStart,
  'flex-start': Align.FlexStart,
  baseline: Align.FlexStart,
  center: Align.Center,
  end: Align.FlexEnd,
  'flex-end': Align.FlexEnd,
};
const FITS: Record<string, 'start' | 'center' | 'end'> = {
  start: 'start',
  center: 'center',
  end: 'end',
};
const CELL_JUSTIFY: Record<string, Justify> = {
  center: Justify.Center,
  end: Justify.FlexEnd,
  'flex-end': Justify.FlexEnd,
};

/** Whether a style says itself how wide a box is in its area, or where. */
function isWidthSettled(style: Readonly<Record<string, unknown>>): boolean {
  const { width, marginLeft, marginRight } = style;
  return (
    (width !== undefined && width !== 'auto') || marginLeft === 'auto' || marginRight === 'auto'
  );
}

/**
 * How a child is aligned in its area of a grid: `justify-self` across, `align-self` down. The area is a
 * column for yoga. A box without a height is never higher than its area.
 */
export function applyCellStyle(root: Cell, child: LayoutBox, parent: LayoutBox): void {
  const { node } = child;
  const cell = root.node;
  if (node === null) return;
  const style = child.anonymous ? {} : child.element[COMPUTED];
  const around = parent.element[COMPUTED];
  const absolute = style['position'] === 'absolute';
  for (const [side] of SIDES) {
    const padding = `padding${side}` as const;
    applySetting(cell, padding, absolute ? (bounded(around[padding]) ?? 0) : 0);
  }
  const alignmentOf = (
    name: 'alignSelf' | 'justifySelf',
    all: 'alignItems' | 'justifyItems',
  ): string => {
    const value = style[name] ?? 'auto';
    if (value !== 'auto') return String(value);
    const input = String(around[all] ?? 'stretch');
    return input === 'stretch' && shrinksToFit(child) ? 'start' : input;
  };
  const across = alignmentOf('justifySelf', 'justifyItems');
  const down = alignmentOf('alignSelf', 'alignItems');
  const sized = style['height'] !== undefined && style['height'] !== 'auto';
  const loose = style['marginTop'] === 'auto' || style['marginBottom'] === 'auto';
  const settled = absolute || isWidthSettled(style);
  // What is as wide as its content gets a cell of that width: yoga's own answer to that question is too
  // wide for a row of empty boxes.
  root.fit = settled ? null : (FITS[across] ?? null);
  applySetting(node, 'alignSelf', settled ? (CELL_ALIGN[across] ?? Align.Stretch) : Align.Stretch);
  applySetting(cell, 'flexDirection', FlexDirection.Column);
  applySetting(cell, 'justifyContent', CELL_JUSTIFY[down] ?? Justify.FlexStart);
  applySetting(node, 'flexGrow', down === 'stretch' && !sized && !loose && !absolute ? 1 : 0);
  applySetting(node, 'flexShrink', sized ? 0 : 1);
  applySetting(node, 'flexBasis', 'auto');
}

/** How a child is aligned in a row of a long list: as it would in its parent's column. */
export function applyRowStyle(cell: LayoutNode, child: LayoutBox, parent: LayoutBox): void {
  applySetting(cell, 'flexDirection', FlexDirection.Column);
  applySetting(
    cell,
    'alignItems',
    ALIGN[String(parent.element[COMPUTED]['alignItems'])] ?? Align.Stretch,
  );
  if (child.node === null) return;
  applySetting(child.node, 'flexGrow', 0);
  applySetting(child.node, 'flexShrink', 0);
}
