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
} from '#yoga';
import type { Insets } from '../base/geometry.js';
import type { ComputedStyle } from '../element/contract.js';

export { Align, Edge, FlexDirection, MeasureMode, type Node as YogaNode } from '#yoga';

const config = Yoga.Config.create();
// yoga rounds in place, over what an earlier rounding left, so that its cells depend on what was laid
// out before. That is turned off; `place-boxes.ts` rounds absolute positions instead.
config.setPointScaleFactor(0);
// Without this a flex basis is computed once and kept: from the content if the box was first measured
// at its natural size, or 0 for what was then an only child (a shortcut of yoga's). Both stay when the
// reason has gone, and a box is elsewhere than in a fresh layout.
config.setExperimentalFeatureEnabled(ExperimentalFeature.WebFlexBasis, true);

/**
 * Setters of a node, in order of application. Each is a call into WebAssembly, and most values equal the node's
 * current ones or the defaults: current values are kept beside the node, and only changes are set.
 */
const SETTERS = {
  positionType: (node: YogaNode, value: unknown) => node.setPositionType(value as PositionType),
  top: (node: YogaNode, value: unknown) => node.setPosition(Edge.Top, value as Length),
  right: (node: YogaNode, value: unknown) => node.setPosition(Edge.Right, value as Length),
  bottom: (node: YogaNode, value: unknown) => node.setPosition(Edge.Bottom, value as Length),
  left: (node: YogaNode, value: unknown) => node.setPosition(Edge.Left, value as Length),
  marginTop: (node: YogaNode, value: unknown) => node.setMargin(Edge.Top, value as AutoLength),
  marginRight: (node: YogaNode, value: unknown) => node.setMargin(Edge.Right, value as AutoLength),
  marginBottom: (node: YogaNode, value: unknown) =>
    node.setMargin(Edge.Bottom, value as AutoLength),
  marginLeft: (node: YogaNode, value: unknown) => node.setMargin(Edge.Left, value as AutoLength),
  paddingTop: (node: YogaNode, value: unknown) => node.setPadding(Edge.Top, value as Length),
  paddingRight: (node: YogaNode, value: unknown) => node.setPadding(Edge.Right, value as Length),
  paddingBottom: (node: YogaNode, value: unknown) => node.setPadding(Edge.Bottom, value as Length),
  paddingLeft: (node: YogaNode, value: unknown) => node.setPadding(Edge.Left, value as Length),
  borderTop: (node: YogaNode, value: unknown) => node.setBorder(Edge.Top, value as number),
  borderRight: (node: YogaNode, value: unknown) => node.setBorder(Edge.Right, value as number),
  borderBottom: (node: YogaNode, value: unknown) => node.setBorder(Edge.Bottom, value as number),
  borderLeft: (node: YogaNode, value: unknown) => node.setBorder(Edge.Left, value as number),
  width: (node: YogaNode, value: unknown) => node.setWidth(value as AutoLength),
  height: (node: YogaNode, value: unknown) => node.setHeight(value as AutoLength),
  minWidth: (node: YogaNode, value: unknown) => node.setMinWidth(value as Length),
  minHeight: (node: YogaNode, value: unknown) => node.setMinHeight(value as Length),
  maxWidth: (node: YogaNode, value: unknown) => node.setMaxWidth(value as Length),
  maxHeight: (node: YogaNode, value: unknown) => node.setMaxHeight(value as Length),
  flexGrow: (node: YogaNode, value: unknown) => node.setFlexGrow(value as number),
  flexShrink: (node: YogaNode, value: unknown) => node.setFlexShrink(value as number),
  flexBasis: (node: YogaNode, value: unknown) => node.setFlexBasis(value as AutoLength),
  alignSelf: (node: YogaNode, value: unknown) => node.setAlignSelf(value as Align),
  flexDirection: (node: YogaNode, value: unknown) => node.setFlexDirection(value as FlexDirection),
  flexWrap: (node: YogaNode, value: unknown) => node.setFlexWrap(value as Wrap),
  justifyContent: (node: YogaNode, value: unknown) => node.setJustifyContent(value as Justify),
  alignItems: (node: YogaNode, value: unknown) => node.setAlignItems(value as Align),
  alignContent: (node: YogaNode, value: unknown) => node.setAlignContent(value as Align),
  rowGap: (node: YogaNode, value: unknown) => node.setGap(Gutter.Row, value as number),
  columnGap: (node: YogaNode, value: unknown) => node.setGap(Gutter.Column, value as number),
  overflow: (node: YogaNode, value: unknown) => node.setOverflow(value as Overflow),
} as const;

type Setting = keyof typeof SETTERS;
type Settings = Record<Setting, unknown>;

/** What yoga takes a new node to have; a border, padding, margin or gap that is not set is 0. */
const NEW: Readonly<Settings> = {
  positionType: PositionType.Relative,
  top: undefined,
  right: undefined,
  bottom: undefined,
  left: undefined,
  marginTop: 0,
  marginRight: 0,
  marginBottom: 0,
  marginLeft: 0,
  paddingTop: 0,
  paddingRight: 0,
  paddingBottom: 0,
  paddingLeft: 0,
  borderTop: 0,
  borderRight: 0,
  borderBottom: 0,
  borderLeft: 0,
  width: 'auto',
  height: 'auto',
  minWidth: undefined,
  minHeight: undefined,
  maxWidth: undefined,
  maxHeight: undefined,
  flexGrow: 0,
  flexShrink: 0,
  flexBasis: 'auto',
  alignSelf: Align.Auto,
  flexDirection: FlexDirection.Column,
  flexWrap: Wrap.NoWrap,
  justifyContent: Justify.FlexStart,
  alignItems: Align.Stretch,
  alignContent: Align.FlexStart,
  rowGap: 0,
  columnGap: 0,
  overflow: Overflow.Visible,
};

const KNOWN = Symbol('settings');
const SHARES = Symbol('shares');
interface Known extends YogaNode {
  [KNOWN]: Settings;
  /** Settings that are percentages, with what yoga has for them: the percentage, or cells. */
  [SHARES]?: Map<Setting, unknown>;
}

let live = 0;

/** Nodes that were made and not freed yet: memory of yoga's that no garbage collector looks after. */
export function liveNodes(): number {
  return live;
}

export function createNode(): YogaNode {
  const node = Yoga.Node.create(config) as Known;
  node[KNOWN] = { ...NEW };
  live++;
  return node;
}

/** Frees a node and its callbacks. It has neither parent nor children any more. */
export function freeNode(node: YogaNode): void {
  node.unsetMeasureFunc();
  node.unsetDirtiedFunc();
  node.free();
  live--;
}

/** Calls a setter of yoga, unless the value is set already. All setters are called here: the last values are cached. */
export function applySetting(node: YogaNode, setting: Setting, value: unknown): void {
  const known = (node as Known)[KNOWN];
  if (known[setting] === value) return;
  known[setting] = value;
  SETTERS[setting](node, value);
  if (isShare(value)) ((node as Known)[SHARES] ??= new Map()).set(setting, value);
  else (node as Known)[SHARES]?.delete(setting);
}

export function isShare(value: unknown): value is `${number}%` {
  return typeof value === 'string' && value.endsWith('%');
}

/** Percentages of the height of what is around; all others are of its width. */
const OF_HEIGHT: ReadonlySet<Setting> = new Set([
  'height',
  'minHeight',
  'maxHeight',
  'top',
  'bottom',
]);

/**
 * Sets the percentages of a node in cells of the box around it; a side of `Infinity` is not known, and its
 * percentages are as if they were not set (CSS Sizing 3 section 5.2.1, CSS Flexbox 1 section 7.2.3). To be called
 * before each layout: yoga takes them of the room that there is, known or not, and keeps what it has
 * computed of another room.
 */
export function resolveShares(
  node: YogaNode,
  parent: YogaNode,
  width: number,
  height: number,
): void {
  const { [SHARES]: shares, [KNOWN]: known } = node as Known;
  if (shares === undefined || shares.size === 0) return;
  const direction = (parent as Known)[KNOWN].flexDirection;
  const isRow = direction === FlexDirection.Row || direction === FlexDirection.RowReverse;
  const main = isRow ? 'width' : 'height';
  const room = isRow ? width : height;
  // A basis of an unknown size is `content`, for which the size does not count.
  const isContent = isShare(known.flexBasis) && room === Infinity;
  if (isContent && !shares.has(main)) shares.set(main, known[main]);
  for (const [setting, last] of shares) {
    const wanted = known[setting];
    let base = OF_HEIGHT.has(setting) ? height : width;
    if (setting === 'flexBasis') base = room;
    let value = wanted;
    if (isContent && setting === main) value = NEW[main];
    else if (isShare(wanted)) {
      value = base === Infinity ? NEW[setting] : bounded((Number.parseFloat(wanted) * base) / 100);
    }
    if (value === last) continue;
    shares.set(setting, value);
    SETTERS[setting](node, value);
  }
}

/** Leaves the percentages of a node to yoga again. */
export function releaseShares(node: YogaNode): void {
  const { [SHARES]: shares, [KNOWN]: known } = node as Known;
  for (const [setting, last] of shares ?? []) {
    if (last === known[setting]) continue;
    shares?.set(setting, known[setting]);
    SETTERS[setting](node, known[setting]);
  }
}

/** Cells of a border and gutters on a side, which yoga does not lay out. */
export function borderOf(node: YogaNode, setting: `border${Side}`): number {
  return (node as Known)[KNOWN][setting] as number;
}

/** Padding of a laid out node on a side; read from yoga if it is a percentage. */
export function paddingOf(node: YogaNode, setting: `padding${Side}`, edge: Edge): number {
  const known = (node as Known)[KNOWN][setting];
  return typeof known === 'number' ? Math.max(0, known) : node.getComputedPadding(edge);
}

/** Margin of a laid out node on a side; read from yoga if it is a percentage or `auto`. */
export function marginOf(node: YogaNode, setting: `margin${Side}`, edge: Edge): number {
  const known = (node as Known)[KNOWN][setting];
  return typeof known === 'number' ? known : node.getComputedMargin(edge) || 0;
}

type Side = 'Top' | 'Right' | 'Bottom' | 'Left';
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

/** Largest length passed to yoga, in cells: its floats are exact to 2^24, and sums must stay below that. */
const MAX_CELLS = 1_000_000;

export function bounded<T>(value: T): T | number {
  return typeof value === 'number' ? Math.max(-MAX_CELLS, Math.min(MAX_CELLS, value)) : value;
}

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
  node: YogaNode,
  style: ComputedStyle,
  shrink: number,
  scrolls: ScrollAxes,
  gutters?: Insets,
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
export function applyFixedStyle(viewport: YogaNode, node: YogaNode, style: ComputedStyle): void {
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
export function alignItself(node: YogaNode, align: string): void {
  applySetting(node, 'alignSelf', ALIGN[align] ?? Align.Auto);
}

/** How a box lays out what is in it. */
export function applyContainerStyle(node: YogaNode, style: ComputedStyle): void {
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
  return {
    x: overflowX === 'scroll' || (overflowX === 'visible' && overflowY !== 'visible'),
    y: overflowY === 'scroll' || (overflowY === 'visible' && overflowX !== 'visible'),
  };
}
