/**
 * The visible rows and their order: all rows sorted, then those that pass the filter. Each is a list of row
 * indexes, absent where it would only count from 0; both follow single changes at the cost of a copy, so that a
 * row that is appended to a sorted table sorts nothing again.
 */
import type { Column } from './columns.js';
import { compareValues, sortedByLevels, sortedIndexes, type Direction } from './sorting.js';

export interface Sorting {
  readonly column: Column;
  readonly direction: Direction;
}

/** What the order is made of. */
export interface OrderSource {
  count(): number;
  value(index: number, column: Column): unknown;
  /** Whether a row passes the filter. */
  matches(index: number): boolean;
}

/** A column that rows are sorted by, by its key. */
export interface SortKey {
  readonly key: string;
  readonly direction: Direction;
}

/** If more than this share of the rows changes at once, all are sorted again. */
const SHARE = 8;

export class RowOrder {
  /** What rows are sorted by, first of all by the first; empty: the order of the data. */
  #sorting: readonly Sorting[] = [];
  #filtered = false;
  /** All rows by the sort; undefined: in the order of the data. */
  #sorted: Uint32Array | undefined;
  /** Those that pass the filter; undefined: all. */
  #passing: Uint32Array | undefined;
  #sortStale = false;
  #filterStale = false;
  /** Rows that are new or have changed since. */
  readonly #changed = new Set<number>();
  #found: {
    readonly list: Uint32Array | undefined;
    readonly index: number;
    readonly place: number;
  } = {
    list: undefined,
    index: -1,
    place: -1,
  };

  readonly #source: OrderSource;

  constructor(source: OrderSource) {
    this.#source = source;
  }

  /** Everything is another: rows were replaced. */
  invalidate(): void {
    this.#sortStale = this.#filterStale = true;
    this.#changed.clear();
  }

  setSorting(sorting: readonly Sorting[]): void {
    this.#sorting = sorting;
    this.#sortStale = this.#filterStale = true;
    this.#changed.clear();
  }

  /** @param narrower true where only rows that show now can pass */
  setFilter(filtered: boolean, narrower: boolean): void {
    this.#filtered = filtered;
    if (narrower && !this.#filterStale && !this.#sortStale && this.#changed.size === 0) {
      this.#passing = this.#pass(this.#passing);
    } else this.#filterStale = true;
  }

  /** A row was added at the end or is another now. */
  touch(index: number): void {
    if (this.#sorting.length === 0 && !this.#filtered) return;
    if (this.#changed.size * SHARE <= this.#source.count() + SHARE) this.#changed.add(index);
    else {
      // With this many changes, building the order again is less work.
      if (this.#sorting.length > 0) this.#sortStale = true;
      this.#filterStale = true;
      this.#changed.clear();
    }
  }

  /** The row at an index is gone, and all after it have moved up. To be called after it went. */
  removed(index: number): void {
    if (this.#changed.size > 0) {
      const before = [...this.#changed];
      this.#changed.clear();
      for (const other of before) if (other !== index) this.#changed.add(other - +(other > index));
    }
    if (this.#sorted !== undefined && !this.#sortStale) this.#sorted = without(this.#sorted, index);
    if (this.#passing !== undefined && !this.#filterStale)
      this.#passing = without(this.#passing, index);
  }

  /** How many rows show. */
  get count(): number {
    this.#refresh();
    return (this.#passing ?? this.#sorted)?.length ?? this.#source.count();
  }

  /** The row at a place; -1 outside. */
  at(place: number): number {
    const { count } = this;
    if (!(place >= 0 && place < count)) return -1;
    const list = this.#passing ?? this.#sorted;
    return list === undefined ? place : list[place]!;
  }

  /** Where a row shows; -1 where it does not. */
  placeOf(index: number): number {
    this.#refresh();
    const list = this.#passing ?? this.#sorted;
    if (list === undefined) return index >= 0 && index < this.#source.count() ? index : -1;
    // The cursor's is read in every frame, and the search is linear.
    const found = this.#found;
    if (found.list !== list || found.index !== index) {
      this.#found = { list, index, place: list.indexOf(index) };
    }
    return this.#found.place;
  }

  #refresh(): void {
    if (this.#sortStale) {
      this.#sorted = this.#sort();
      this.#sortStale = false;
    } else if (this.#changed.size > 0 && this.#sorted !== undefined) {
      this.#sorted = this.#place(this.#sorted, this.#changed);
    }
    if (this.#filterStale) {
      this.#passing = this.#filtered ? this.#pass(this.#sorted) : undefined;
      this.#filterStale = false;
    } else if (this.#changed.size > 0 && this.#passing !== undefined) {
      const passing = [...this.#changed].filter((index) => this.#source.matches(index));
      this.#passing = this.#place(this.#passing, this.#changed, passing);
    }
    this.#changed.clear();
  }

  /** All rows by what they are sorted by; undefined for the order of the data. */
  #sort(): Uint32Array | undefined {
    const source = this.#source;
    const levels = this.#sorting.map(({ column, direction }) => ({
      direction,
      valueAt: (index: number) => source.value(index, column),
    }));
    const [first] = levels;
    if (first === undefined) return undefined;
    const count = source.count();
    if (levels.length > 1) return sortedByLevels(count, levels);
    return sortedIndexes(count, first.valueAt, first.direction);
  }

  /** Those of a list that pass the filter. */
  #pass(list: Uint32Array | undefined): Uint32Array {
    const source = this.#source;
    const count = list?.length ?? source.count();
    const found = new Uint32Array(count);
    let length = 0;
    for (let place = 0; place < count; place++) {
      const index = list === undefined ? place : list[place]!;
      if (source.matches(index)) found[length++] = index;
    }
    return found.slice(0, length);
  }

  /** A list without `gone`, and with `added` where they belong. */
  #place(
    list: Uint32Array,
    gone: ReadonlySet<number>,
    added: Iterable<number> = gone,
  ): Uint32Array {
    const kept = list.filter((index) => !gone.has(index));
    const more = Uint32Array.from(added).sort((a, b) => this.#compare(a, b));
    const result = new Uint32Array(kept.length + more.length);
    let from = 0;
    let to = 0;
    for (const index of more) {
      const until = this.#lowerBound(kept, index, from);
      result.set(kept.subarray(from, until), to);
      to += until - from;
      from = until;
      result[to++] = index;
    }
    result.set(kept.subarray(from), to);
    return result;
  }

  #lowerBound(list: Uint32Array, index: number, from: number): number {
    let low = from;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(list[middle]!, index) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(a: number, b: number): number {
    const source = this.#source;
    for (const { column, direction } of this.#sorting) {
      const order = compareValues(source.value(a, column), source.value(b, column), direction);
      if (order !== 0) return order;
    }
    return a - b;
  }
}

function without(list: Uint32Array, index: number): Uint32Array {
  const result = new Uint32Array(list.length);
  let length = 0;
  for (const other of list) if (other !== index) result[length++] = other - +(other > index);
  return result.slice(0, length);
}
