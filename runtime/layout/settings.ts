/** The settings of a node of yoga, and nodes that are set alike. */
import {
  Align,
  Edge,
  FlexDirection,
  Gutter,
  Justify,
  Overflow,
  PositionType,
  Wrap,
  type Node as YogaNode,
} from '#yoga';

export type Length = number | `${number}%`;
type AutoLength = Length | 'auto';

/** Largest length passed to yoga, in cells: its floats are exact to 2^24, and sums must stay below that. */
const MAX_CELLS = 1_000_000;

export function bounded<T>(value: T): T | number {
  return typeof value === 'number' ? Math.max(-MAX_CELLS, Math.min(MAX_CELLS, value)) : value;
}

/**
 * Setters of a node, in order of application. Each is a call into WebAssembly, and most values equal the node's
 * current ones or the defaults: current values are kept beside the node, and only changes are set.
 */
export const SETTERS = {
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

export type Setting = keyof typeof SETTERS;
export type Settings = Record<Setting, unknown>;

/** What yoga takes a new node to have; a border, padding, margin or gap that is not set is 0. */
export const NEW: Readonly<Settings> = {
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

/** Sets of settings that are shared, until there are this many: sizes that change with each frame are never met again. */
const MAX_SHARED = 4096;

/** The settings of nodes that have not reached yoga, which are the same object where they were set alike. */
export class SharedSettings {
  static #root = new SharedSettings({ ...NEW }, 0);
  static #count = 0;
  static #last = 0;
  readonly #next = new Map<Setting, Map<unknown, SharedSettings>>();

  private constructor(
    readonly values: Readonly<Settings>,
    /** No other has it. */
    readonly id: number,
  ) {}

  /** Those of a new node. */
  static get initial(): SharedSettings {
    if (SharedSettings.#count > MAX_SHARED) {
      SharedSettings.#count = 0;
      SharedSettings.#root = new SharedSettings({ ...NEW }, ++SharedSettings.#last);
    }
    return SharedSettings.#root;
  }

  with(setting: Setting, value: unknown): SharedSettings {
    let values = this.#next.get(setting);
    if (values === undefined)
      this.#next.set(setting, (values = new Map<unknown, SharedSettings>()));
    let next = values.get(value);
    if (next === undefined) {
      SharedSettings.#count++;
      next = new SharedSettings({ ...this.values, [setting]: value }, ++SharedSettings.#last);
      values.set(value, next);
    }
    return next;
  }
}
