/** A box with `display: grid`: its tracks, their sizes, and the place of each child. */
import type { Rect, Size } from '../../base/geometry.js';
import type { ComputedStyle } from '../../element/contract.js';
import {
  AUTO_TRACK,
  NO_TRACKS,
  fixed,
  type GridLine,
  type TrackSize,
  type TrackTemplate,
} from '../../style/properties/grid-tracks.js';
import { NO_AREAS, lineOf, type GridAreas } from '../../style/properties/grid-areas.js';
import { KeptArrangement } from '../arrangement.js';
import type { LayoutBox } from '../box.js';
import {
  placeInOrder,
  placeItems,
  type ItemLines,
  type PlainLine,
  type Placement,
} from './placement.js';
import { share } from './share.js';
import { heightsOf, widthsOf } from './track-items.js';
import { gaps, sizeTracks, type Axis, type Contribution } from './tracks.js';
import { COMPUTED } from '../../element/internals.js';

const NO_TRACK: TrackSize = { min: 0, max: 0 };
/** Most tracks that `auto-fill` makes. */
const MAX_REPEATED = 1000;

/** Tracks of one axis in order, and which of them are left out where they stay empty. */
interface Expanded {
  readonly tracks: readonly TrackSize[];
  readonly optional: { readonly start: number; readonly end: number } | null;
}

export class Grid extends KeptArrangement {
  readonly #placements = new Map<string, Placement>();
  overlaps = false;
  /** Requests of the columns, and the columns that were sized last. */
  #asked: Contribution[] | undefined;
  #columns:
    | { readonly width: number; readonly placement: Placement; readonly columns: Sized }
    | undefined;

  override invalidate(): void {
    this.#placements.clear();
    super.invalidate();
  }

  override resized(): void {
    super.resized();
    this.#asked = undefined;
    this.#columns = undefined;
  }

  protected sizeAt(width: number, height: number): Size {
    // Cells are laid out only to measure them from here on.
    this.laid = null;
    const { columns, rows } = this.#lay(width, height);
    return { width: extent(columns), height: extent(rows) };
  }

  arrange(content: Size): void {
    const laid = this.laid;
    const box = this.box;
    if (laid?.width === content.width && laid.height === content.height) return;
    const style = box.element[COMPUTED];
    const { columns, rows, placement, items } = this.#lay(content.width, content.height);
    const x = positions(columns, content.width, String(style['justifyContent']));
    const y = positions(rows, content.height, String(style['alignContent']));
    this.overlaps = placement.overlaps;
    items.forEach((child, index) => {
      const { column, row } = placement.items[index]!;
      const [left, top] = [x[column.start]!, y[row.start]!];
      const wide = reach(x, columns, column.start, column.span);
      const high = reach(y, rows, row.start, row.span);
      const { cell } = child;
      if (cell === null || cell.isSettledIn(left, top, wide, high)) return;
      cell.settle({ x: left, y: top, width: wide, height: high });
    });
    const around = this.#paddingBox(content);
    for (const child of box.children) if (isAbsolute(child)) child.cell?.settle(around);
    this.laid = content;
  }

  /** What an absolute child is placed in: the box inside the border. */
  #paddingBox(content: Size): Rect {
    const { rect, content: inner, borders } = this.box;
    const left = inner.x - rect.x - borders.left;
    const top = inner.y - rect.y - borders.top;
    return {
      // `+ 0` makes 0 of -0.
      x: -left + 0,
      y: -top + 0,
      width: Math.max(content.width, rect.width - borders.left - borders.right),
      height: Math.max(content.height, rect.height - borders.top - borders.bottom),
    };
  }

  #lay(
    width: number,
    height: number,
  ): { columns: Sized; rows: Sized; placement: Placement; items: readonly LayoutBox[] } {
    const box = this.box;
    const style = box.element[COMPUTED];
    const items = box.children.filter((child) => child.viewport === null && !isAbsolute(child));
    const gapX = cellsOf(style['columnGap']);
    const gapY = cellsOf(style['rowGap']);
    const across = expand(style['gridTemplateColumns'], width, gapX);
    const down = expand(style['gridTemplateRows'], height, gapY);
    const areas = (style['gridTemplateAreas'] as GridAreas | undefined) ?? NO_AREAS;
    const placement = this.#place(
      items,
      Math.max(across.tracks.length, areas.columns),
      Math.max(down.tracks.length, areas.rows),
      areas,
    );
    const axis = (name: 'column' | 'row', size: number, contributions: Contribution[]): Sized => {
      const [template, before, count, auto, gap] =
        name === 'column'
          ? [across, placement.columnsBefore, placement.columns, style['gridAutoColumns'], gapX]
          : [down, placement.rowsBefore, placement.rows, style['gridAutoRows'], gapY];
      const distribution = style[name === 'column' ? 'justifyContent' : 'alignContent'];
      const collapsed = emptyOptional(template, before, count, placement, name);
      const tracks = withImplicit(template.tracks, before, count, auto);
      const whole: Axis = {
        tracks: tracks.map((track, at) => (collapsed?.[at] === true ? NO_TRACK : track)),
        collapsed,
        available: size === Infinity ? null : size,
        gap,
        items: contributions,
        stretch:
          distribution === 'normal' || distribution === 'stretch' || distribution === undefined,
        squeeze: name === 'column' && !this.#scrolls('x'),
      };
      return { axis: whole, sizes: sizeTracks(whole) };
    };
    const columns = this.#columnsAt(width, placement, () => {
      this.#asked ??= widthsOf(items, placement, this.#scrolls('x'));
      return axis('column', width, this.#asked);
    });
    const roomOf = (item: number): number => {
      const { start, span } = placement.items[item]!.column;
      return span === 1 ? columns.sizes[start]! : spanned(columns, start, span);
    };
    const asked = heightsOf(items, placement, roomOf, this.#scrolls('y'));
    return { columns, rows: axis('row', height, asked), placement, items };
  }

  /** The columns at a width: at each height they are the same. */
  #columnsAt(width: number, placement: Placement, size: () => Sized): Sized {
    if (this.#columns?.width !== width || this.#columns.placement !== placement) {
      if (this.#columns?.placement !== placement) this.#asked = undefined;
      this.#columns = { width, placement, columns: size() };
    }
    return this.#columns.columns;
  }

  #place(items: readonly LayoutBox[], columns: number, rows: number, areas: GridAreas): Placement {
    const key = `${columns}x${rows}`;
    let placement = this.#placements.get(key);
    if (placement === undefined) {
      const flow = String(this.box.element[COMPUTED]['gridAutoFlow'] ?? 'row');
      const isColumn = flow.startsWith('column');
      placement = items.every(isAutomatic)
        ? placeInOrder(items.length, { columns, rows }, isColumn)
        : placeItems(
            items.map((child) => linesOf(child, areas)),
            { columns, rows },
            { column: isColumn, dense: flow.endsWith('dense') },
          );
      this.#placements.set(key, placement);
    }
    return placement;
  }

  /** What scrolls does not make its content smaller to fit. */
  #scrolls(axis: 'x' | 'y'): boolean {
    const style = this.box.element[COMPUTED];
    return style[axis === 'x' ? 'overflowX' : 'overflowY'] === 'scroll';
  }
}

interface Sized {
  readonly axis: Axis;
  readonly sizes: readonly number[];
}

function extent({ axis, sizes }: Sized): number {
  return sizes.reduce((all, size) => all + size, 0) + gaps(axis, 0, sizes.length);
}

function spanned({ axis, sizes }: Sized, start: number, span: number): number {
  let all = gaps(axis, start, span);
  for (let at = start; at < start + span; at++) all += sizes[at]!;
  return all;
}

/** Where each track starts, once `justify-content` or `align-content` has distributed the remaining space. */
function positions(sized: Sized, available: number, distribution: string): number[] {
  const { axis, sizes } = sized;
  const shown = sizes.map((_, index) => axis.collapsed?.[index] !== true);
  const count = shown.filter(Boolean).length;
  const extra = spread(Math.max(0, available - extent(sized)), count, distribution);
  const starts: number[] = [];
  let at = 0;
  let seen = 0;
  sizes.forEach((size, index) => {
    if (shown[index]) {
      at += (seen > 0 ? axis.gap : 0) + (extra[seen] ?? 0);
      seen++;
    }
    starts.push(at);
    at += size;
  });
  return starts;
}

/** Free cells before each track, and after the last. */
function spread(free: number, count: number, distribution: string): readonly number[] {
  if (count === 0) return [];
  const between = (weight: number): number[] =>
    share(free, [weight, ...Array.from({ length: count - 1 }, () => 1), weight]);
  switch (distribution) {
    case 'center':
      return [free >> 1];
    case 'flex-end':
      return [free];
    case 'space-between':
      return count === 1 ? [0] : between(0);
    case 'space-around':
      return between(0.5);
    case 'space-evenly':
      return between(1);
    default:
      return [];
  }
}

/** Cells from the start of the first track of a span to the end of its last. */
function reach(starts: readonly number[], sized: Sized, start: number, span: number): number {
  const last = start + span - 1;
  return starts[last]! + sized.sizes[last]! - starts[start]!;
}

/** The template with `repeat(auto-fill, …)` as often as it fits: once where the size is not known. */
function expand(value: unknown, size: number, gap: number): Expanded {
  const { tracks, repeat } = (value as TrackTemplate | undefined) ?? NO_TRACKS;
  if (repeat === undefined) return { tracks, optional: null };
  const room = (track: TrackSize): number => {
    const cells = fixed(track) ?? 0;
    const whole = typeof cells === 'number' ? cells : (size * Number.parseFloat(cells)) / 100;
    return Math.max(1, whole) + gap;
  };
  const taken = tracks.reduce((all, track) => all + room(track), 0);
  const each = repeat.tracks.reduce((all, track) => all + room(track), 0);
  const fit = size === Infinity ? 1 : Math.floor((size + gap - taken) / each);
  const count = Math.max(1, Math.min(fit, Math.ceil(MAX_REPEATED / repeat.tracks.length)));
  const repeated = Array.from({ length: count }, () => repeat.tracks).flat();
  return {
    tracks: [...tracks.slice(0, repeat.at), ...repeated, ...tracks.slice(repeat.at)],
    optional: repeat.collapse ? { start: repeat.at, end: repeat.at + repeated.length } : null,
  };
}

function withImplicit(
  explicit: readonly TrackSize[],
  before: number,
  count: number,
  value: unknown,
): TrackSize[] {
  const list = (value as readonly TrackSize[] | undefined) ?? [AUTO_TRACK];
  const auto = (index: number): TrackSize =>
    list[((index % list.length) + list.length) % list.length] ?? AUTO_TRACK;
  return Array.from({ length: count }, (_, index) => {
    const at = index - before;
    return explicit[at] ?? auto(at < 0 ? at : at - explicit.length);
  });
}

function emptyOptional(
  { optional }: Expanded,
  before: number,
  count: number,
  placement: Placement,
  name: 'column' | 'row',
): boolean[] | undefined {
  if (optional === null) return undefined;
  const collapsed = Array.from(
    { length: count },
    (_, index) => index - before >= optional.start && index - before < optional.end,
  );
  for (const item of placement.items) {
    const { start, span } = item[name];
    collapsed.fill(false, start, start + span);
  }
  return collapsed;
}

/** By style object, which items that look alike have in common. */
const automatic = new WeakMap<ComputedStyle, boolean>();

/** True for an item that takes the next free cell. */
function isAutomatic(child: LayoutBox): boolean {
  if (child.anonymous) return true;
  const style = child.element[COMPUTED];
  let is = automatic.get(style);
  if (is === undefined) {
    is = LINES.every((name) => (style[name] ?? 'auto') === 'auto');
    automatic.set(style, is);
  }
  return is;
}

const LINES = ['gridRowStart', 'gridRowEnd', 'gridColumnStart', 'gridColumnEnd'] as const;

function linesOf(child: LayoutBox, areas: GridAreas): ItemLines {
  const style = child.anonymous ? {} : child.element[COMPUTED];
  const line = (axis: 'row' | 'column', edge: 'Start' | 'End'): PlainLine => {
    const name = axis === 'row' ? `gridRow${edge}` : `gridColumn${edge}`;
    return lineOf((style[name] as GridLine | undefined) ?? 'auto', areas, axis, edge);
  };
  return {
    columnStart: line('column', 'Start'),
    columnEnd: line('column', 'End'),
    rowStart: line('row', 'Start'),
    rowEnd: line('row', 'End'),
  };
}

function isAbsolute(child: LayoutBox): boolean {
  return !child.anonymous && child.element[COMPUTED]['position'] === 'absolute';
}

function cellsOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
