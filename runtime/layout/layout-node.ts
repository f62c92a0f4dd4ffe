/**
 * Nodes that are laid out by yoga. A tree of them reaches yoga only where it has to: one that is set and measured exactly like one that was
 * laid out before has the same layout. Rows of a list are mostly that, and a node of yoga's costs more than all else of a row.
 *
 * A tree has nodes of yoga's for all of its nodes, or for none.
 */
import Yoga, { Edge, ExperimentalFeature, FlexDirection, MeasureMode, type Node } from '#yoga';
import { bounded, NEW, SETTERS, SharedSettings, type Setting, type Settings } from './settings.js';

const config = Yoga.Config.create();
// yoga rounds in place, over what an earlier rounding left, so that its cells depend on what was laid
// out before. That is turned off; `place-boxes.ts` rounds absolute positions instead.
config.setPointScaleFactor(0);
// Without this a flex basis is computed once and kept: from the content if the box was first measured
// at its natural size, or 0 for what was then an only child (a shortcut of yoga's). Both stay when the
// reason has gone, and a box is elsewhere than in a fresh layout.
config.setExperimentalFeatureEnabled(ExperimentalFeature.WebFlexBasis, true);

type Measure = (
  width: number,
  widthMode: MeasureMode,
  height: number,
  heightMode: MeasureMode,
) => { readonly width: number; readonly height: number };

type Side = 'Top' | 'Right' | 'Bottom' | 'Left';

/** Left, top, width and height of each node, in the order of the tree. */
type Places = Float64Array;

let live = 0;

/** Nodes of yoga's that were made and not freed yet: memory that no garbage collector looks after. */
export function liveNodes(): number {
  return live;
}

/** Nodes of a tree that may have the layout of another one. */
const MAX_NODES = 24;
/** Layouts that are kept. */
const MAX_KEPT = 4096;

/** By what determines it; null where the same tree may have another layout. */
const layouts = new Map<string, Places | null>();

/** True where something was measured in less room than its key states. */
let isSqueezed = false;

export class LayoutNode {
  #parent: LayoutNode | null = null;
  #children: LayoutNode[] = [];
  /** Undefined until the tree has to be laid out by yoga. */
  #yoga: Node | undefined;
  /** While there is no node of yoga's: those of all nodes that are set alike. */
  #shared: SharedSettings | undefined = SharedSettings.initial;
  #settings: Readonly<Settings> = this.#shared!.values;
  /** True where the settings are of this node alone. */
  #isOwn = false;
  /** Settings that are percentages, with what yoga has for them: the percentage, or cells. */
  #shares: Map<Setting, unknown> | undefined;
  #measure: Measure | undefined;
  #measureKey: (() => number | undefined) | undefined;
  #onDirtied: (() => void) | undefined;
  /** Of a node without one of yoga's, as yoga has them. */
  #isDirty = true;
  #isNew = false;
  #places: Places | undefined;
  #at = 0;

  get settings(): Readonly<Settings> {
    return this.#settings;
  }

  /** Undefined where they are of this node alone, or percentages. */
  get shared(): SharedSettings | undefined {
    return this.hasShares ? undefined : this.#shared;
  }

  get hasShares(): boolean {
    return this.#shares !== undefined && this.#shares.size > 0;
  }

  get hasParent(): boolean {
    return this.#parent !== null;
  }

  /**
   * @param key what determines all that it measures in at least this many cells across (its integer part divided by `MEASURE_LINES`);
   *   undefined where more does
   */
  setMeasureFunc(measure: Measure, key?: () => number | undefined): void {
    this.#measure = measure;
    this.#measureKey = key;
    if (this.#yoga !== undefined) this.#passMeasure(this.#yoga);
  }

  unsetMeasureFunc(): void {
    this.#measure = undefined;
    this.#measureKey = undefined;
    this.#yoga?.unsetMeasureFunc();
  }

  /** Of the root of a tree: called when something in it has changed since it was laid out. */
  setDirtiedFunc(onDirtied: () => void): void {
    this.#onDirtied = onDirtied;
    this.#yoga?.setDirtiedFunc(onDirtied);
  }

  unsetDirtiedFunc(): void {
    this.#onDirtied = undefined;
    this.#yoga?.unsetDirtiedFunc();
  }

  markDirty(): void {
    if (this.#yoga === undefined) this.#touch();
    else this.#yoga.markDirty();
  }

  insertChild(child: LayoutNode, at: number): void {
    if (this.#yoga === undefined) this.#touch();
    if (child.#yoga !== undefined) this.#root.#materialize();
    else if (this.#yoga !== undefined) child.#materialize();
    if (this.#yoga !== undefined && child.#yoga !== undefined) {
      this.#yoga.insertChild(child.#yoga, at);
    }
    this.#children.splice(at, 0, child);
    child.#parent = this;
  }

  removeChild(child: LayoutNode): void {
    const at = this.#children.indexOf(child);
    if (at < 0) return;
    this.#children.splice(at, 1);
    child.#parent = null;
    if (this.#yoga !== undefined && child.#yoga !== undefined) this.#yoga.removeChild(child.#yoga);
    else this.#touch();
  }

  calculateLayout(width: number | undefined, height: number | undefined): void {
    this.#materialize();
    this.#yoga?.calculateLayout(width, height);
  }

  /** The same, where many trees are laid out that are like each other. */
  calculateLikeOthers(width: number | undefined, height: number | undefined): void {
    const signature = this.#yoga === undefined ? this.#signature(width, height) : undefined;
    const known = signature === undefined ? null : layouts.get(signature);
    if (known !== undefined && known !== null) {
      this.#setPlaces(known, 0);
      return;
    }
    isSqueezed = false;
    this.calculateLayout(width, height);
    if (signature === undefined || known === null) return;
    if (layouts.size >= MAX_KEPT) layouts.clear();
    layouts.set(signature, isSqueezed ? null : Float64Array.from(this.#readPlaces([])));
  }

  hasNewLayout(): boolean {
    return this.#yoga === undefined ? this.#isNew : this.#yoga.hasNewLayout();
  }

  markLayoutSeen(): void {
    if (this.#yoga === undefined) this.#isNew = false;
    else this.#yoga.markLayoutSeen();
  }

  getComputedLeft(): number {
    return this.#yoga?.getComputedLeft() ?? this.#places?.[this.#at] ?? Number.NaN;
  }
  getComputedTop(): number {
    return this.#yoga?.getComputedTop() ?? this.#places?.[this.#at + 1] ?? Number.NaN;
  }
  getComputedWidth(): number {
    return this.#yoga?.getComputedWidth() ?? this.#places?.[this.#at + 2] ?? Number.NaN;
  }
  getComputedHeight(): number {
    return this.#yoga?.getComputedHeight() ?? this.#places?.[this.#at + 3] ?? Number.NaN;
  }
  // Without a node of yoga's both are numbers: a tree with others never has the layout of another one.
  getComputedPadding(edge: Edge): number {
    return this.#yoga?.getComputedPadding(edge) ?? numberOf(this.#settings[PADDINGS[edge]!]);
  }
  getComputedMargin(edge: Edge): number {
    return this.#yoga?.getComputedMargin(edge) ?? numberOf(this.#settings[MARGINS[edge]!]);
  }

  set(setting: Setting, value: unknown): void {
    if (this.#settings[setting] === value) return;
    if (this.#yoga === undefined) {
      this.#shared = this.#shared!.with(setting, value);
      this.#settings = this.#shared.values;
      this.#touch();
    } else {
      if (!this.#isOwn) this.#settings = { ...this.#settings };
      this.#isOwn = true;
      (this.#settings as Settings)[setting] = value;
      SETTERS[setting](this.#yoga, value);
    }
    if (isShare(value)) (this.#shares ??= new Map()).set(setting, value);
    else this.#shares?.delete(setting);
  }

  /**
   * Sets what a style says as it was set on another node that was like this one.
   *
   * @param variant what the settings depend on beside the style; below 16
   * @returns false where there was none: what was set is to be kept by `keepStyle`
   */
  setByStyle(style: object, variant: number): boolean {
    const before = this.#shared;
    if (before === undefined || this.hasShares) return false;
    const after = styled.get(style)?.get(before.id * 16 + variant);
    if (after === undefined) return false;
    if (after !== before) {
      this.#shared = after;
      this.#settings = after.values;
      this.#touch();
    }
    return true;
  }

  /** @param before of the settings before the style was set; undefined where no other node can have them */
  keepStyle(style: object, variant: number, before: SharedSettings | undefined): void {
    if (before === undefined || this.#shared === undefined || this.hasShares) return;
    let known = styled.get(style);
    if (known === undefined) styled.set(style, (known = new Map<number, SharedSettings>()));
    if (known.size >= MAX_STYLED) known.clear();
    known.set(before.id * 16 + variant, this.#shared);
  }

  /** See `resolveShares`. */
  resolveShares(parent: LayoutNode, width: number, height: number): void {
    const shares = this.#shares;
    if (shares === undefined || shares.size === 0) return;
    this.#root.#materialize();
    const known = this.#settings;
    const direction = parent.#settings.flexDirection;
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
        value =
          base === Infinity ? NEW[setting] : bounded((Number.parseFloat(wanted) * base) / 100);
      }
      if (value === last) continue;
      shares.set(setting, value);
      SETTERS[setting](this.#yoga!, value);
    }
  }

  /** Leaves the percentages of a node to yoga again. */
  releaseShares(): void {
    for (const [setting, last] of this.#shares ?? []) {
      if (last === this.#settings[setting]) continue;
      this.#shares?.set(setting, this.#settings[setting]);
      SETTERS[setting](this.#yoga!, this.#settings[setting]);
    }
  }

  /** It has neither parent nor children any more. */
  free(): void {
    for (const child of this.#children) child.#parent = null;
    this.#children = [];
    this.#measure = undefined;
    this.#onDirtied = undefined;
    const yoga = this.#yoga;
    if (yoga === undefined) return;
    yoga.unsetMeasureFunc();
    yoga.unsetDirtiedFunc();
    yoga.free();
    live--;
  }

  /** A loop: trees may be deep. */
  static #rootOf(node: LayoutNode): LayoutNode {
    let root = node;
    while (root.#parent !== null) root = root.#parent;
    return root;
  }

  static #touchUp(from: LayoutNode): void {
    for (let node: LayoutNode | null = from; node !== null && !node.#isDirty; node = node.#parent) {
      node.#isDirty = true;
      node.#onDirtied?.();
    }
  }

  get #root(): LayoutNode {
    return LayoutNode.#rootOf(this);
  }

  /** Notes a change, as yoga does: up to the root, unless one was noted before. */
  #touch(): void {
    LayoutNode.#touchUp(this);
  }

  /** Makes the nodes of yoga's of a whole tree, which is to be laid out next. */
  #materialize(): void {
    if (this.#yoga !== undefined) return;
    const nodes: LayoutNode[] = [this];
    for (const node of nodes) nodes.push(...node.#children);
    // From the leaves up: those that are inserted have all that is in them.
    for (const node of nodes.reverse()) {
      const yoga = Yoga.Node.create(config);
      live++;
      for (const setting of SETTINGS) {
        const value = node.#settings[setting];
        if (value !== NEW[setting]) SETTERS[setting](yoga, value);
      }
      for (const [at, child] of node.#children.entries()) yoga.insertChild(child.#yoga!, at);
      if (node.#measure !== undefined) node.#passMeasure(yoga);
      if (node.#onDirtied !== undefined) yoga.setDirtiedFunc(node.#onDirtied);
      node.#yoga = yoga;
      node.#shared = undefined;
      node.#places = undefined;
    }
  }

  #passMeasure(yoga: Node): void {
    const measure = this.#measure!;
    const key = this.#measureKey;
    if (key === undefined) {
      yoga.setMeasureFunc(measure);
      return;
    }
    yoga.setMeasureFunc((width, widthMode, height, heightMode) => {
      const own = key();
      if (own === undefined) isSqueezed = true;
      else if (widthMode !== MeasureMode.Undefined && width < Math.floor(own / MEASURE_LINES)) {
        isSqueezed = true;
      }
      return measure(width, widthMode, height, heightMode);
    });
  }

  /** All that determines the layout of the tree; undefined where that is not known. */
  #signature(width: number | undefined, height: number | undefined): string | undefined {
    let signature = `${width} ${height}`;
    const stack: LayoutNode[] = [this];
    let count = 0;
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const { length } = node.#children;
      if (++count > MAX_NODES || node.hasShares || !isPlain(node.#shared!)) return undefined;
      let key = 0;
      if (node.#measure !== undefined) {
        const measured = node.#measureKey?.();
        if (measured === undefined) return undefined;
        key = measured + 1;
      }
      signature += `,${node.#shared!.id} ${length} ${key}`;
      for (let at = length - 1; at >= 0; at--) stack.push(node.#children[at]!);
    }
    return signature;
  }

  /** @returns where the next node has its place */
  #setPlaces(places: Places, at: number): number {
    this.#places = places;
    this.#at = at;
    this.#isNew = true;
    this.#isDirty = false;
    let next = at + 4;
    for (const child of this.#children) next = child.#setPlaces(places, next);
    return next;
  }

  #readPlaces(places: number[]): number[] {
    const yoga = this.#yoga!;
    places.push(yoga.getComputedLeft(), yoga.getComputedTop());
    places.push(yoga.getComputedWidth(), yoga.getComputedHeight());
    for (const child of this.#children) child.#readPlaces(places);
    return places;
  }
}

/** Settings after a style, by those before it. */
const styled = new WeakMap<object, Map<number, SharedSettings>>();
const MAX_STYLED = 64;

/** Lines that the key of a measured text has room for. */
export const MEASURE_LINES = 1024;

const SETTINGS = Object.keys(SETTERS) as Setting[];

const MARGINS: Partial<Record<Edge, `margin${Side}`>> = {
  [Edge.Top]: 'marginTop',
  [Edge.Right]: 'marginRight',
  [Edge.Bottom]: 'marginBottom',
  [Edge.Left]: 'marginLeft',
};
const PADDINGS: Partial<Record<Edge, `padding${Side}`>> = {
  [Edge.Top]: 'paddingTop',
  [Edge.Right]: 'paddingRight',
  [Edge.Bottom]: 'paddingBottom',
  [Edge.Left]: 'paddingLeft',
};

const plain = new WeakMap<SharedSettings, boolean>();

/** True where margins and padding are what yoga computes them to be. */
function isPlain(shared: SharedSettings): boolean {
  let known = plain.get(shared);
  if (known === undefined) {
    const { values } = shared;
    known = [...Object.values(MARGINS), ...Object.values(PADDINGS)].every(
      (setting) => typeof values[setting] === 'number',
    );
    plain.set(shared, known);
  }
  return known;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

export function createNode(): LayoutNode {
  return new LayoutNode();
}

/** Frees a node and its callbacks. It has neither parent nor children any more. */
export function freeNode(node: LayoutNode): void {
  node.free();
}

/** Sets a node, unless it has the value already: each setter of yoga is a call into WebAssembly. */
export function applySetting(node: LayoutNode, setting: Setting, value: unknown): void {
  node.set(setting, value);
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
  node: LayoutNode,
  parent: LayoutNode,
  width: number,
  height: number,
): void {
  node.resolveShares(parent, width, height);
}

/** Cells of a border and gutters on a side, which yoga does not lay out. */
export function borderOf(node: LayoutNode, setting: `border${Side}`): number {
  return node.settings[setting] as number;
}

/** Padding of a laid out node on a side; read from yoga if it is a percentage. */
export function paddingOf(node: LayoutNode, setting: `padding${Side}`, edge: Edge): number {
  const known = node.settings[setting];
  return typeof known === 'number' ? Math.max(0, known) : node.getComputedPadding(edge);
}

/** Margin of a laid out node on a side; read from yoga if it is a percentage or `auto`. */
export function marginOf(node: LayoutNode, setting: `margin${Side}`, edge: Edge): number {
  const known = node.settings[setting];
  return typeof known === 'number' ? known : node.getComputedMargin(edge) || 0;
}
