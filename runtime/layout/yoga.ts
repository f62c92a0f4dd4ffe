/** The only door to yoga: computed styles to yoga's setters, one pass each. */
import Yoga, {
  Align,
  Edge,
  ExperimentalFeature,
  FlexDirection,
  Gutter,
  Justify,
  Overflow,
  PositionType,
  Wrap,
  type Node as YogaNode,
} from 'yoga-layout';
import type { Insets } from '../geometry.js';
import type { ComputedStyle } from '../tree/contract.js';

export { Edge, MeasureMode, type Node as YogaNode } from 'yoga-layout';

const config = Yoga.Config.create();
// yoga rounds in place, over what an earlier rounding left, so that its cells depend on what was laid
// out before. It is told not to; `read-back.ts` rounds absolute positions instead.
config.setPointScaleFactor(0);
// Without this a flex basis is computed once and kept: from the content if the box was first asked for
// its natural size, or 0 for what was then an only child (a shortcut of yoga's). Both stay when the
// reason has gone, and a box stands elsewhere than in a fresh layout.
config.setExperimentalFeatureEnabled(ExperimentalFeature.WebFlexBasis, true);

export function createNode(): YogaNode {
  return Yoga.Node.create(config);
}

export type Length = number | `${number}%`;
type AutoLength = Length | 'auto';

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

/** Largest length given to yoga, in cells: its floats are exact to 2^24, and sums must stay below that. */
const MAX_CELLS = 1_000_000;

export function bounded<T>(value: T): T | number {
  return typeof value === 'number' ? Math.max(-MAX_CELLS, Math.min(MAX_CELLS, value)) : value;
}

function length(value: unknown): Length | undefined {
  return value === 'auto' || value == null ? undefined : (bounded(value) as Length);
}

/** Ways of scrolling. */
export interface ScrollAxes {
  readonly x: boolean;
  readonly y: boolean;
}

/** Cells a border takes on a side. */
export function borderWidth(
  style: ComputedStyle,
  side: 'Top' | 'Right' | 'Bottom' | 'Left',
): 0 | 1 {
  const kind = style[`border${side}Style`];
  return kind === undefined || kind === 'none' ? 0 : 1;
}

/** How a box behaves inside its parent: size, margins, flex item, position. */
export function applyItemStyle(
  node: YogaNode,
  style: ComputedStyle,
  shrink: number,
  scrolls: ScrollAxes,
  gutters?: Insets,
): void {
  const absolute = style['position'] === 'absolute' || style['position'] === 'fixed';
  node.setPositionType(absolute ? PositionType.Absolute : PositionType.Relative);
  for (const [side, edge] of SIDES) {
    node.setPosition(edge, length(style[side.toLowerCase()]));
    node.setMargin(edge, (bounded(style[`margin${side}`]) ?? 0) as AutoLength);
    node.setPadding(edge, (bounded(style[`padding${side}`]) ?? 0) as Length);
    // Gutters are inside the border and outside the padding; what scrolls is cut at them, too.
    const gutter = gutters?.[side.toLowerCase() as keyof Insets] ?? 0;
    node.setBorder(edge, borderWidth(style, side) + gutter);
  }
  // The scrollbar stands in the right padding. There always is room for it, so that text does not
  // wrap anew when it comes and goes. What scrolls sideways alone has its bar in the bottom padding.
  const { paddingRight = 0, paddingBottom = 0 } = style;
  if (scrolls.y && typeof paddingRight === 'number')
    node.setPadding(Edge.Right, Math.max(1, paddingRight));
  if (scrolls.x && !scrolls.y && typeof paddingBottom === 'number')
    node.setPadding(Edge.Bottom, Math.max(1, paddingBottom));
  node.setWidth((bounded(style['width']) ?? 'auto') as AutoLength);
  node.setHeight((bounded(style['height']) ?? 'auto') as AutoLength);
  node.setMinWidth(length(style['minWidth']));
  node.setMinHeight(length(style['minHeight']));
  node.setMaxWidth(length(style['maxWidth']));
  node.setMaxHeight(length(style['maxHeight']));
  node.setFlexGrow((style['flexGrow'] as number | undefined) ?? 0);
  node.setFlexShrink((style['flexShrink'] as number | undefined) ?? shrink);
  node.setFlexBasis((bounded(style['flexBasis']) ?? 'auto') as AutoLength);
  node.setAlignSelf(ALIGN[String(style['alignSelf'])] ?? Align.Auto);
}

/**
 * Where a fixed box stands on the screen: at its insets; centred where both margins of an axis are
 * `auto`, which yoga does not do for boxes out of the flow.
 *
 * @param viewport the node of the size of the screen around it
 */
export function applyFixedStyle(viewport: YogaNode, node: YogaNode, style: ComputedStyle): void {
  const across = style['marginLeft'] === 'auto' && style['marginRight'] === 'auto';
  const down = style['marginTop'] === 'auto' && style['marginBottom'] === 'auto';
  viewport.setAlignItems(across ? Align.Center : Align.FlexStart);
  viewport.setJustifyContent(down ? Justify.Center : Justify.FlexStart);
  for (const [edges, centred, size] of [
    [[Edge.Left, Edge.Right], across, style['width']],
    [[Edge.Top, Edge.Bottom], down, style['height']],
  ] as const) {
    if (!centred) continue;
    for (const edge of edges) {
      node.setMargin(edge, 0);
      // Insets on both sides stretch a box without a size, and only bound one that has a size.
      if (size !== undefined && size !== 'auto') node.setPosition(edge, undefined);
    }
  }
}

/** Has a box laid out anew that yoga takes to be up to date; only leaves can be marked as such. */
export function dirtyItem(node: YogaNode): void {
  const grow = node.getFlexGrow();
  node.setFlexGrow(grow + 1);
  node.setFlexGrow(grow);
}

/** `align-self` alone, by its CSS name. */
export function alignItself(node: YogaNode, align: string): void {
  node.setAlignSelf(ALIGN[align] ?? Align.Auto);
}

/** How a box lays out what is in it. */
export function applyContainerStyle(node: YogaNode, style: ComputedStyle): void {
  node.setFlexDirection(DIRECTIONS[String(style['flexDirection'])] ?? FlexDirection.Column);
  node.setFlexWrap(WRAPS[String(style['flexWrap'])] ?? Wrap.NoWrap);
  node.setJustifyContent(JUSTIFY[String(style['justifyContent'])] ?? Justify.FlexStart);
  node.setAlignItems(ALIGN[String(style['alignItems'])] ?? Align.Stretch);
  node.setAlignContent(ALIGN[String(style['alignContent'])] ?? Align.FlexStart);
  node.setGap(Gutter.Row, (bounded(style['rowGap']) as number | undefined) ?? 0);
  node.setGap(Gutter.Column, (bounded(style['columnGap']) as number | undefined) ?? 0);
  const row = String(style['flexDirection'] ?? 'column').startsWith('row');
  const axes = scrollAxes(style);
  // For yoga only the way that children follow each other scrolls.
  node.setOverflow(
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
  return {
    x: overflowX === 'scroll' || (overflowX === 'visible' && overflowY !== 'visible'),
    y: overflowY === 'scroll' || (overflowY === 'visible' && overflowX !== 'visible'),
  };
}
