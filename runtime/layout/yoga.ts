/** Computed styles as settings of yoga's nodes, one pass each. */
import { Align, Edge, FlexDirection, Justify, Overflow, PositionType, Wrap } from '#yoga';
import type { Insets } from '../base/geometry.js';
import type { ComputedStyle } from '../element/contract.js';
import { applySetting, type LayoutNode } from './layout-node.js';
import { bounded, type Length } from './settings.js';

export const SIDES = [
  ['Top', Edge.Top],
  ['Right', Edge.Right],
  ['Bottom', Edge.Bottom],
  ['Left', Edge.Left],
] as const;

const DIRECTIONS: Record<string, FlexDirection> = {
  row: FlexDirection.Row,
  'row-reverse': FlexDirection.RowReverse,
  column: FlexDirection.Column,
  'column-reverse': FlexDirection.ColumnReverse,
};
const WRAPS: Record<string, Wrap> = {
  nowrap: Wrap.NoWrap,
  wrap: Wrap.Wrap,
  'wrap-reverse': Wrap.WrapReverse,
};
const JUSTIFY: Record<string, Justify> = {
  'flex-start': Justify.FlexStart,
  start: Justify.FlexStart,
  center: Justify.Center,
  'flex-end': Justify.FlexEnd,
  end: Justify.FlexEnd,
  'space-between': Justify.SpaceBetween,
  'space-around': Justify.SpaceAround,
  'space-evenly': Justify.SpaceEvenly,
};
export const ALIGN: Record<string, Align> = {
  auto: Align.Auto,
  stretch: Align.Stretch,
  'flex-start': Align.FlexStart,
  start: Align.FlexStart,
  center: Align.Center,
  'flex-end': Align.FlexEnd,
  end: Align.FlexEnd,
  baseline: Align.Baseline,
  'space-between': Align.SpaceBetween,
  'space-around': Align.SpaceAround,
  'space-evenly': Align.SpaceEvenly,
};

export function length(value: unknown): Length | undefined {
  return value === 'auto' || value == null ? undefined : (bounded(value) as Length);
}

/** Ways of scrolling. */
export interface ScrollAxes {
  readonly x: boolean;
  readonly y: boolean;
}

const NAMES = [
  { side: 'Top', margin: 'marginTop', padding: 'paddingTop', border: 'borderTop', edge: 'top' },
  {
    side: 'Right',
    margin: 'marginRight',
    padding: 'paddingRight',
    border: 'borderRight',
    edge: 'right',
  },
  {
    side: 'Bottom',
    margin: 'marginBottom',
    padding: 'paddingBottom',
    border: 'borderBottom',
    edge: 'bottom',
  },
  {
    side: 'Left',
    margin: 'marginLeft',
    padding: 'paddingLeft',
    border: 'borderLeft',
    edge: 'left',
  },
] as const;
const BORDER_STYLES = {
  Top: 'borderTopStyle',
  Right: 'borderRightStyle',
  Bottom: 'borderBottomStyle',
  Left: 'borderLeftStyle',
} as const;

/** Cells a border takes on a side. */
export function borderWidth(
  style: ComputedStyle,
  side: 'Top' | 'Right' | 'Bottom' | 'Left',
): 0 | 1 {
  const kind = style[BORDER_STYLES[side]];
  return kind === undefined || kind === 'none' ? 0 : 1;
}

/** How a box behaves inside its parent: size, margins, flex item, position. */
export function applyItemStyle(
  node: LayoutNode,
  style: ComputedStyle,
  shrink: 0 | 1,
  scrolls: ScrollAxes,
  gutters?: Insets,
): void {
  if (gutters !== undefined) {
    setItemStyle(node, style, shrink, scrolls, gutters);
    return;
  }
  const variant = 1 + (shrink === 0 ? 0 : 1) + (scrolls.x ? 2 : 0) + (scrolls.y ? 4 : 0);
  if (node.setByStyle(style, variant)) return;
  const before = node.shared;
  setItemStyle(node, style, shrink, scrolls, gutters);
  node.keepStyle(style, variant, before);
}

function setItemStyle(
  node: LayoutNode,
  style: ComputedStyle,
  shrink: number,
  scrolls: ScrollAxes,
  gutters: Insets | undefined,
): void {
  const absolute = style['position'] === 'absolute' || style['position'] === 'fixed';
  applySetting(node, 'positionType', absolute ? PositionType.Absolute : PositionType.Relative);
  // The scrollbar is in the right padding. There always is room for it, so that text does not
  // wrap again when it comes and goes. What scrolls sideways alone has its bar in the bottom padding.
  const bars = { right: scrolls.y, bottom: scrolls.x && !scrolls.y };
  for (const { side, margin, padding, border, edge } of NAMES) {
    applySetting(node, edge, length(style[edge]));
    applySetting(node, margin, bounded(style[margin]) ?? 0);
    const room = bounded(style[padding]) ?? 0;
    const hasBar = (edge === 'right' || edge === 'bottom') && bars[edge];
    applySetting(node, padding, hasBar && typeof room === 'number' ? Math.max(1, room) : room);
    // Gutters are inside the border and outside the padding; what scrolls is cut at them, too.
    applySetting(node, border, borderWidth(style, side) + (gutters?.[edge] ?? 0));
  }
  applySetting(node, 'width', bounded(style['width']) ?? 'auto');
  applySetting(node, 'height', bounded(style['height']) ?? 'auto');
  applySetting(node, 'minWidth', length(style['minWidth']));
  applySetting(node, 'minHeight', length(style['minHeight']));
  applySetting(node, 'maxWidth', length(style['maxWidth']));
  applySetting(node, 'maxHeight', length(style['maxHeight']));
  applySetting(node, 'flexGrow', style['flexGrow'] ?? 0);
  applySetting(node, 'flexShrink', style['flexShrink'] ?? shrink);
  applySetting(node, 'flexBasis', bounded(style['flexBasis']) ?? 'auto');
  applySetting(node, 'alignSelf', ALIGN[String(style['alignSelf'])] ?? Align.Auto);
}

/**
 * Where a fixed box is on the screen: at its insets; centred where both margins of an axis are
 * `auto`, which yoga does not do for boxes out of the flow.
 *
 * @param viewport the node of the size of the screen around it
 */
export function applyFixedStyle(
  viewport: LayoutNode,
  node: LayoutNode,
  style: ComputedStyle,
): void {
  const across = style['marginLeft'] === 'auto' && style['marginRight'] === 'auto';
  const down = style['marginTop'] === 'auto' && style['marginBottom'] === 'auto';
  applySetting(viewport, 'alignItems', across ? Align.Center : Align.FlexStart);
  applySetting(viewport, 'justifyContent', down ? Justify.Center : Justify.FlexStart);
  for (const { margin, edge } of NAMES) {
    const isAcross = edge === 'left' || edge === 'right';
    if (!(isAcross ? across : down)) continue;
    const size = style[isAcross ? 'width' : 'height'];
    applySetting(node, margin, 0);
    // Insets on both sides stretch a box without a size, and only bound one that has a size.
    if (size !== undefined && size !== 'auto') applySetting(node, edge, undefined);
  }
}

/** `align-self` alone, by its CSS name. */
export function alignItself(node: LayoutNode, align: string): void {
  applySetting(node, 'alignSelf', ALIGN[align] ?? Align.Auto);
}

/** How a box lays out what is in it. */
export function applyContainerStyle(node: LayoutNode, style: ComputedStyle): void {
  if (node.setByStyle(style, 0)) return;
  const before = node.shared;
  setContainerStyle(node, style);
  node.keepStyle(style, 0, before);
}

function setContainerStyle(node: LayoutNode, style: ComputedStyle): void {
  const direction = DIRECTIONS[String(style['flexDirection'])] ?? FlexDirection.Column;
  applySetting(node, 'flexDirection', direction);
  applySetting(node, 'flexWrap', WRAPS[String(style['flexWrap'])] ?? Wrap.NoWrap);
  applySetting(
    node,
    'justifyContent',
    JUSTIFY[String(style['justifyContent'])] ?? Justify.FlexStart,
  );
  applySetting(node, 'alignItems', ALIGN[String(style['alignItems'])] ?? Align.Stretch);
  applySetting(node, 'alignContent', ALIGN[String(style['alignContent'])] ?? Align.FlexStart);
  applySetting(node, 'rowGap', bounded(style['rowGap']) ?? 0);
  applySetting(node, 'columnGap', bounded(style['columnGap']) ?? 0);
  const row = String(style['flexDirection'] ?? 'column').startsWith('row');
  const axes = scrollAxes(style);
  // For yoga only the way that children follow each other scrolls.
  applySetting(
    node,
    'overflow',
    (row ? axes.x : axes.y)
      ? Overflow.Scroll
      : style['overflowX'] === 'visible' && style['overflowY'] === 'visible'
        ? Overflow.Visible
        : Overflow.Hidden,
  );
}

/** Which ways a style scrolls: beside an axis that does not show what overflows, none can (CSS Overflow 3). */
export function scrollAxes(style: ComputedStyle): ScrollAxes {
  const { overflowX = 'hidden', overflowY = 'hidden' } = style;
  const x = overflowX === 'scroll' || (overflowX === 'visible' && overflowY !== 'visible');
  const y = overflowY === 'scroll' || (overflowY === 'visible' && overflowX !== 'visible');
  if (x) return y ? BOTH_AXES : X_AXIS;
  return y ? Y_AXIS : NO_AXIS;
}

export const NO_AXIS: ScrollAxes = { x: false, y: false };
const X_AXIS: ScrollAxes = { x: true, y: false };
const Y_AXIS: ScrollAxes = { x: false, y: true };
const BOTH_AXES: ScrollAxes = { x: true, y: true };
