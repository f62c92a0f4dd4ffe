/**
 * The sizes of the tracks of one axis: CSS Grid 2, section 12, in whole cells. Where CSS would give
 * fractions, the odd cells go by largest remainder, so that tracks that fill the grid fill it exactly.
 */
import { isFixed, type Breadth, type TrackSize } from '../../style/properties/grid-tracks.js';
import { growEqually, share } from './share.js';

/** What an item asks of the tracks it takes, in cells, margins included. */
export interface Contribution {
  readonly start: number;
  readonly span: number;
  /** The least that the item has to have; what a track of `auto` starts with. */
  least(): number;
  minContent(): number;
  maxContent(): number;
}

export interface Axis {
  readonly tracks: readonly TrackSize[];
  /** Tracks of `auto-fit` that nothing is in: they take no room, and no gap. */
  readonly collapsed?: readonly boolean[] | undefined;
  /** Cells of the content box; null where it is as large as its tracks. */
  readonly available: number | null;
  readonly gap: number;
  readonly items: readonly Contribution[];
  /** Tracks of `auto` take what is free. */
  readonly stretch: boolean;
  /** Tracks of `auto` may become smaller than what is in them rather than not fit. */
  readonly squeeze: boolean;
}

/** Cells of the gaps between this many tracks from a start. */
export function gaps({ collapsed, gap }: Axis, start: number, span: number): number {
  let count = span;
  for (let at = start; collapsed !== undefined && at < start + span; at++)
    if (collapsed[at]) count--;
  return Math.max(0, count - 1) * gap;
}

export function sizeTracks(axis: Axis): number[] {
  const { tracks, available, items } = axis;
  const all = tracks.map((_, index) => index);
  const base = resolveFixed(axis, 'min').map((size) => size ?? 0);
  const limits = resolveFixed(axis, 'max').map((size, index) =>
    size === undefined ? Infinity : Math.max(size, base[index]!),
  );
  const flex = tracks.map((track) => (typeof track.max === 'object' ? track.max.fr : 0));
  const flexible = tracks.map((track) => typeof track.max === 'object');
  resolveIntrinsic(axis, base, limits, flexible, flex);
  for (const index of all) {
    if (limits[index] === Infinity) limits[index] = base[index]!;
    const { limit } = tracks[index]!;
    const most = typeof limit === 'string' ? percent(limit, available) : limit;
    if (most !== undefined) limits[index] = Math.max(base[index]!, Math.min(limits[index]!, most));
  }
  const gutters = gaps(axis, 0, tracks.length);
  const free = (): number => (available ?? 0) - gutters - sum(base);
  if (available === null) all.forEach((index) => (base[index] = limits[index]!));
  else growEqually(base, limits, all, free());
  if (flexible.includes(true)) {
    if (available !== null) fillFlexible(base, flex, flexible, available - gutters);
    else growFlexible(axis, base, flex, flexible, items);
  }
  if (available !== null && axis.stretch && free() > 0) {
    const open = all.filter(
      (index) => tracks[index]!.max === 'auto' && axis.collapsed?.[index] !== true,
    );
    const parts = share(
      free(),
      open.map(() => 1),
    );
    open.forEach((index, at) => (base[index]! += parts[at]!));
  }
  if (available !== null && axis.squeeze && free() < 0) squeeze(axis, base, -free());
  return base;
}

/** Cells and percentages, the latter together, so that 50% and 50% of 9 cells are 5 and 4. */
function resolveFixed({ tracks, available }: Axis, side: 'min' | 'max'): (number | undefined)[] {
  const sizes = tracks.map((track) => track[side]);
  const shares = sizes.map((size) =>
    typeof size === 'string' && isFixed(size) ? Number.parseFloat(size) : 0,
  );
  const exact = shares.map((amount) => ((available ?? 0) * amount) / 100);
  const parts = share(Math.round(sum(exact)), exact);
  return sizes.map((size: Breadth, index) => {
    if (typeof size === 'number') return size;
    return isFixed(size) && available !== null ? parts[index] : undefined;
  });
}

function percent(size: `${number}%`, available: number | null): number | undefined {
  return available === null ? undefined : Math.round((available * Number.parseFloat(size)) / 100);
}

/** Whether a bound goes by content: a percentage of what is not known does, too. */
function intrinsic({ available }: Axis, size: Breadth): boolean {
  if (typeof size === 'object' || typeof size === 'number') return false;
  return !isFixed(size) || available === null;
}

function resolveIntrinsic(
  axis: Axis,
  base: number[],
  limits: number[],
  flexible: readonly boolean[],
  flex: readonly number[],
): void {
  const groups = groupsOf(axis, flexible);
  const steps = stepsOf(axis);
  const spans = [...groups.keys()].sort((a, b) => a - b);
  for (const flexing of [false, true]) {
    for (const span of spans) {
      const items = groups.get(span)?.[flexing ? 'flexing' : 'plain'] ?? [];
      if (items.length === 0) continue;
      for (const step of steps) {
        // The size of a flexible track does not depend on the content.
        if (step.limit && flexing) continue;
        const accepts = (at: number): boolean =>
          step.accepts(at) && (!flexing || flexible[at] === true);
        const into: Planned = {
          base,
          limits,
          forLimit: step.limit,
          flex: flexing ? flex : null,
          sizes: new Map(),
        };
        for (const item of items) planStep(axis, item, step.ask, accepts, into);
        widen(into);
      }
    }
  }
}

/** Items by how many tracks they span. `flexing`: those of several tracks of which one is flexible. */
function groupsOf(
  axis: Axis,
  flexible: readonly boolean[],
): Map<number, { plain: Contribution[]; flexing: Contribution[] }> {
  const groups = new Map<number, { plain: Contribution[]; flexing: Contribution[] }>();
  for (const item of axis.items) {
    const crosses = flexible.slice(item.start, item.start + item.span).includes(true);
    const group = groups.get(item.span) ?? { plain: [], flexing: [] };
    groups.set(item.span, group);
    // An item in one track counts for it, also where that is flexible.
    (crosses && item.span > 1 ? group.flexing : group.plain).push(item);
  }
  return groups;
}

interface Step {
  readonly ask: (item: Contribution) => number;
  readonly accepts: (index: number) => boolean;
  readonly limit: boolean;
}

function stepsOf(axis: Axis): readonly Step[] {
  const { tracks } = axis;
  const minimum = (index: number): Breadth => tracks[index]!.min;
  const maximum = (index: number): Breadth => tracks[index]!.max;
  const goesByContent = (index: number): boolean => intrinsic(axis, minimum(index));
  // Under a size that is not known, `auto` starts with its content, as `min-content` does.
  const starting = (item: Contribution): number =>
    axis.available === null ? Math.max(item.least(), item.minContent()) : item.least();
  return [
    { ask: starting, accepts: goesByContent, limit: false },
    {
      ask: (item) => item.minContent(),
      accepts: (index) => minimum(index) === 'min-content' || minimum(index) === 'max-content',
      limit: false,
    },
    {
      ask: (item) => item.maxContent(),
      accepts: (index) => minimum(index) === 'max-content',
      limit: false,
    },
    {
      ask: (item) => item.minContent(),
      accepts: (index) => intrinsic(axis, maximum(index)),
      limit: true,
    },
    {
      ask: (item) => item.maxContent(),
      accepts: (index) => intrinsic(axis, maximum(index)) && maximum(index) !== 'min-content',
      limit: true,
    },
  ];
}

/** Candidate sizes of tracks in a step; each track gets its largest. */
interface Planned {
  readonly base: number[];
  readonly limits: number[];
  readonly forLimit: boolean;
  /** Factors by which flexible tracks share; null where none is. */
  readonly flex: readonly number[] | null;
  readonly sizes: Map<number, number>;
}

function planStep(
  axis: Axis,
  item: Contribution,
  ask: Step['ask'],
  accepts: Step['accepts'],
  into: Planned,
): void {
  const open: number[] = [];
  for (let at = item.start; at < item.start + item.span; at++) if (accepts(at)) open.push(at);
  if (open.length > 0) plan(axis, item, ask(item), open, into);
}

function widen({ base, limits, forLimit, sizes }: Planned): void {
  const target = forLimit ? limits : base;
  for (const [index, size] of sizes) {
    if (target[index] === Infinity || size > target[index]!) target[index] = size;
  }
  for (const index of sizes.keys()) {
    if (limits[index]! < base[index]!) limits[index] = base[index]!;
  }
}

/** Notes how large the tracks of an item have to be for it; of several items the largest counts. */
function plan(
  axis: Axis,
  item: Contribution,
  requested: number,
  open: readonly number[],
  { base, limits, forLimit, flex, sizes: planned }: Planned,
): void {
  const sizeOf = (index: number): number =>
    forLimit && limits[index] !== Infinity ? limits[index]! : base[index]!;
  let missing = requested - gaps(axis, item.start, item.span);
  for (let at = item.start; at < item.start + item.span; at++) missing -= sizeOf(at);
  const sizes = open.map(sizeOf);
  if (missing > 0) {
    if (flex !== null) {
      const parts = share(
        missing,
        open.map((index) => flex[index]!),
      );
      parts.forEach((part, at) => (sizes[at]! += part));
    } else {
      const most = open.map((index) => (forLimit ? Infinity : limits[index]!));
      const every = open.map((_, at) => at);
      const left = growEqually(sizes, most, every, missing);
      growEqually(
        sizes,
        open.map(() => Infinity),
        every,
        left,
      );
    }
  }
  open.forEach((index, at) => planned.set(index, Math.max(planned.get(index) ?? 0, sizes[at]!)));
}

/** Section 12.7.1: flexible tracks share what the others leave; one whose content is larger keeps that. */
function fillFlexible(
  base: number[],
  flex: readonly number[],
  flexible: readonly boolean[],
  room: number,
): void {
  let open = base.map((_, index) => index).filter((index) => flexible[index] === true);
  let space = room - sum(base.filter((_, index) => flexible[index] !== true));
  for (;;) {
    const factors = sum(open.map((index) => flex[index]!));
    const unit = space / Math.max(1, factors);
    const stuck = open.filter((index) => base[index]! > unit * flex[index]!);
    if (stuck.length === 0) {
      if (space <= 0) return;
      // Factors that add up to less than 1 leave the rest of the room free.
      const total = Math.floor(unit * factors + 1e-9);
      const parts = share(
        total,
        open.map((index) => flex[index]!),
      );
      open.forEach(
        (index, at) => (base[index] = Math.max(base[index]!, factors > 0 ? parts[at]! : 0)),
      );
      return;
    }
    for (const index of stuck) space -= base[index]!;
    open = open.filter((index) => !stuck.includes(index));
    if (open.length === 0) return;
  }
}

/** Where the size is not known: one `fr` is so large that every item has its content. */
function growFlexible(
  axis: Axis,
  base: number[],
  flex: readonly number[],
  flexible: readonly boolean[],
  items: readonly Contribution[],
): void {
  let unit = 0;
  base.forEach((size, index) => {
    if (flexible[index]) unit = Math.max(unit, size / Math.max(1, flex[index]!));
  });
  for (const item of items) {
    let factors = 0;
    let missing = 0;
    for (let at = item.start; at < item.start + item.span; at++) {
      if (flexible[at]) factors += flex[at]!;
      else missing -= base[at]!;
    }
    if (factors === 0) continue;
    missing += item.maxContent() - gaps(axis, item.start, item.span);
    unit = Math.max(unit, missing / Math.max(1, factors));
  }
  base.forEach((size, index) => {
    if (flexible[index]) base[index] = Math.max(size, Math.ceil(unit * flex[index]! - 1e-9));
  });
}

/** Takes what does not fit from the tracks that only their content made so large. */
function squeeze({ tracks }: Axis, base: number[], missing: number): void {
  const open = tracks.flatMap(({ min }, index) => (min === 'auto' ? [index] : []));
  const there = sum(open.map((index) => base[index]!));
  const left = share(
    Math.max(0, there - missing),
    open.map((index) => base[index]!),
  );
  open.forEach((index, at) => (base[index] = left[at]!));
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
