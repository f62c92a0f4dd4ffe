/** Places the items of a grid in its tracks, in tree order: CSS Grid 2, section 8. */
import { MAX_TRACKS, type GridLine } from '../../style/properties/grid-tracks.js';

/** A line of no area. */
export type PlainLine = Exclude<GridLine, { readonly name: string }>;

/** `grid-row-start` and so on of one item. */
export interface ItemLines {
  readonly columnStart: PlainLine;
  readonly columnEnd: PlainLine;
  readonly rowStart: PlainLine;
  readonly rowEnd: PlainLine;
}

/** Tracks of an axis, counted from 0 at the first one there is, implicit ones included. */
interface Span {
  readonly start: number;
  readonly span: number;
}

interface Placed {
  readonly column: Span;
  readonly row: Span;
}

export interface Placement {
  readonly items: readonly Placed[];
  readonly columns: number;
  readonly rows: number;
  /** Implicit tracks before the first explicit one. */
  readonly columnsBefore: number;
  readonly rowsBefore: number;
  /** True where two items were placed in one cell of the grid. */
  readonly overlaps: boolean;
}

/** An item along the axis that is filled (`minor`) and the axis that grows (`major`). */
interface RequestedArea {
  readonly minor: { readonly start: number | undefined; readonly span: number };
  readonly major: { readonly start: number | undefined; readonly span: number };
}

export function placeItems(
  items: readonly ItemLines[],
  explicit: { readonly columns: number; readonly rows: number },
  flow: { readonly column: boolean; readonly dense: boolean },
): Placement {
  const columns = items.map((item) => resolve(item.columnStart, item.columnEnd, explicit.columns));
  const rows = items.map((item) => resolve(item.rowStart, item.rowEnd, explicit.rows));
  const columnsBefore = before(columns);
  const rowsBefore = before(rows);
  const requested = items.map((_, index): RequestedArea => {
    const column = shift(columns[index]!, columnsBefore);
    const row = shift(rows[index]!, rowsBefore);
    return flow.column ? { minor: row, major: column } : { minor: column, major: row };
  });
  const minorCount = flow.column ? explicit.rows + rowsBefore : explicit.columns + columnsBefore;
  const { spots, overlaps } = fill(requested, Math.max(1, minorCount), flow.dense);
  const placed = requested.map(({ minor, major }, index): Placed => {
    const spot = spots[index]!;
    const along = { start: spot.minor, span: minor.span };
    const across = { start: spot.major, span: major.span };
    return flow.column ? { column: across, row: along } : { column: along, row: across };
  });
  const end = (axis: 'column' | 'row', least: number): number =>
    placed.reduce((most, item) => Math.max(most, item[axis].start + item[axis].span), least);
  return {
    items: placed,
    columns: end('column', explicit.columns + columnsBefore),
    rows: end('row', explicit.rows + rowsBefore),
    columnsBefore,
    rowsBefore,
    overlaps,
  };
}

/** The same where each item takes the next free cell: they fill the tracks in order. */
export function placeInOrder(
  count: number,
  explicit: { readonly columns: number; readonly rows: number },
  isColumn: boolean,
): Placement {
  const most = Math.max(1, isColumn ? explicit.rows : explicit.columns);
  const minors = Array.from({ length: Math.min(most, count) }, (_, start) => ({ start, span: 1 }));
  const majors = Array.from({ length: Math.ceil(count / most) }, (_, start) => ({
    start,
    span: 1,
  }));
  const items: Placed[] = [];
  for (let item = 0; item < count; item++) {
    const along = minors[item % most]!;
    const across = majors[Math.floor(item / most)]!;
    items.push(isColumn ? { column: across, row: along } : { column: along, row: across });
  }
  const [columns, rows] = isColumn ? [majors, minors] : [minors, majors];
  return {
    items,
    columns: Math.max(explicit.columns, columns.length),
    rows: Math.max(explicit.rows, rows.length),
    columnsBefore: 0,
    rowsBefore: 0,
    overlaps: false,
  };
}

function before(all: readonly { readonly start: number | undefined }[]): number {
  return all.reduce((most, { start = 0 }) => Math.max(most, -start), 0);
}

function shift<T extends { readonly start: number | undefined; readonly span: number }>(
  { start, span }: T,
  by: number,
): { start: number | undefined; span: number } {
  return { start: start === undefined ? undefined : start + by, span };
}

/** Lines to a start, counted from 0 at the first explicit line, and a number of tracks (section 8.3.1). */
function resolve(
  from: PlainLine,
  to: PlainLine,
  explicit: number,
): { start: number | undefined; span: number } {
  const line = (value: number): number =>
    Math.max(-MAX_TRACKS, value > 0 ? value - 1 : explicit + 1 + value);
  if (typeof from === 'number' && typeof to === 'number') {
    const [a, b] = [line(from), line(to)];
    return { start: Math.min(a, b), span: Math.max(1, Math.abs(a - b)) };
  }
  const span = typeof from === 'object' ? from.span : typeof to === 'object' ? to.span : 1;
  if (typeof from === 'number') return { start: line(from), span };
  if (typeof to === 'number') return { start: Math.max(-MAX_TRACKS, line(to) - span), span };
  return { start: undefined, span };
}

/** Finds a spot for every item (section 8.5). */
function fill(
  items: readonly RequestedArea[],
  explicitMinor: number,
  dense: boolean,
): { readonly spots: { minor: number; major: number }[]; readonly overlaps: boolean } {
  const taken = new Occupancy();
  const spots: { minor: number; major: number }[] = [];
  let overlaps = false;
  const settle = (index: number, minor: number, major: number): void => {
    const item = items[index]!;
    taken.add(major, item.major.span, minor, minor + item.minor.span);
    spots[index] = { minor, major };
  };
  items.forEach(({ minor, major }, index) => {
    if (minor.start === undefined || major.start === undefined) return;
    // Only what has a place of its own is put where something is already.
    overlaps ||= taken.blocked(major.start, major.span, minor.start, minor.span) >= 0;
    settle(index, minor.start, major.start);
  });
  /** Where the items locked to a major track go on. */
  const next = new Map<number, number>();
  items.forEach(({ minor, major }, index) => {
    if (minor.start !== undefined || major.start === undefined) return;
    let at = dense ? 0 : (next.get(major.start) ?? 0);
    for (let blocked; (blocked = taken.blocked(major.start, major.span, at, minor.span)) >= 0;)
      at = blocked;
    settle(index, at, major.start);
    next.set(major.start, at + minor.span);
  });
  const count = items.reduce(
    (most, { minor }, index) =>
      Math.max(most, (spots[index]?.minor ?? minor.start ?? 0) + minor.span),
    explicitMinor,
  );
  const cursor = { minor: 0, major: 0 };
  /** Dense: where items of a shape found room last. What is taken stays taken, so none is before. */
  const tried = new Map<string, { minor: number; major: number }>();
  items.forEach((item, index) => {
    if (spots[index] !== undefined) return;
    const { minor, major } = item;
    const shape = `${minor.start ?? ''}:${minor.span}:${major.span}`;
    const from = dense ? (tried.get(shape) ?? { minor: 0, major: 0 }) : cursor;
    const spot = search(taken, item, from, count);
    settle(index, spot.minor, spot.major);
    tried.set(shape, spot);
    Object.assign(cursor, spot);
  });
  return { spots, overlaps };
}

function search(
  taken: Occupancy,
  { minor, major }: RequestedArea,
  from: { readonly minor: number; readonly major: number },
  count: number,
): { minor: number; major: number } {
  let row = from.major;
  if (minor.start !== undefined) {
    if (minor.start < from.minor) row++;
    while (taken.blocked(row, major.span, minor.start, minor.span) >= 0) row++;
    return { minor: minor.start, major: row };
  }
  let at = from.minor;
  for (;;) {
    while (at + minor.span <= count) {
      const blocked = taken.blocked(row, major.span, at, minor.span);
      if (blocked < 0) return { minor: at, major: row };
      at = blocked;
    }
    at = 0;
    row++;
  }
}

/** What is taken in each major track, as intervals in order that do not touch. */
class Occupancy {
  readonly #rows = new Map<number, [start: number, end: number][]>();

  /** @returns -1 where the spot is free, else the first place behind what is in the way */
  blocked(row: number, rows: number, start: number, span: number): number {
    for (let at = row; at < row + rows; at++) {
      const intervals = this.#rows.get(at);
      if (intervals === undefined) continue;
      for (const [from, to] of intervals) {
        if (from >= start + span) break;
        if (to > start) return to;
      }
    }
    return -1;
  }

  add(row: number, rows: number, start: number, end: number): void {
    for (let at = row; at < row + rows; at++) {
      const intervals = this.#rows.get(at) ?? [];
      let [from, to] = [start, end];
      const rest = intervals.filter(([left, right]) => {
        if (right < start || left > end) return true;
        from = Math.min(from, left);
        to = Math.max(to, right);
        return false;
      });
      const place = rest.findIndex(([left]) => left > to);
      rest.splice(place < 0 ? rest.length : place, 0, [from, to]);
      this.#rows.set(at, rest);
    }
  }
}
