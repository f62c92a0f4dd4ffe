/**
 * Totals of columns: sum, count, mean, smallest and largest. Rows are added up in blocks, so that a row that has changed costs
 * one block. Of filtered rows all that show are added up again after each change.
 */
import type { Column } from './columns.js';
import type { TotalKind } from './schema.js';
import { isAbsent } from './sorting.js';

/** Rows of one block. */
const BLOCK = 1024;

export interface Total {
  /** Cells that have a value, and those of them that have a number. */
  readonly count: number;
  readonly numbers: number;
  readonly sum: number;
  /** Infinity and -Infinity without numbers. */
  readonly min: number;
  readonly max: number;
}

/** What is added up. */
export interface TotalsSource {
  readonly version: number;
  readonly count: number;
  readonly shown: number;
  readonly filtered: boolean;
  indexAt(place: number): number;
  value(index: number, column: Column): unknown;
}

const NOTHING: Total = { count: 0, numbers: 0, sum: 0, min: Infinity, max: -Infinity };

export class Totals {
  /** Blocks of each column by its index; undefined where rows have changed. */
  readonly #blocks = new Map<number, (Total | undefined)[]>();
  readonly #found = new Map<string, { readonly version: number; readonly total: Total }>();

  readonly #source: TotalsSource;

  constructor(source: TotalsSource) {
    this.#source = source;
  }

  /** Everything is another. */
  reset(): void {
    this.#blocks.clear();
    this.#found.clear();
  }

  /** A row was added at the end, or is another now. */
  touch(index: number): void {
    for (const blocks of this.#blocks.values()) blocks[Math.floor(index / BLOCK)] = undefined;
  }

  /** A row is gone: those after it are in other places. */
  removed(index: number): void {
    for (const blocks of this.#blocks.values()) blocks.length = Math.floor(index / BLOCK);
  }

  /** The total of the rows that pass the filter. */
  ofShown(column: Column): Total {
    return this.#source.filtered ? this.#cached('shown', column) : this.ofAll(column);
  }

  /** The total of all rows. */
  ofAll(column: Column): Total {
    return this.#cached('all', column);
  }

  #cached(which: 'shown' | 'all', column: Column): Total {
    const name = `${which} ${column.index}`;
    const { version } = this.#source;
    const found = this.#found.get(name);
    if (found?.version === version) return found.total;
    const total = which === 'all' ? this.#addBlocks(column) : this.#addShown(column);
    this.#found.set(name, { version, total });
    return total;
  }

  #addShown(column: Column): Total {
    const { shown } = this.#source;
    return this.#add(column, 0, shown, (place) => this.#source.indexAt(place));
  }

  #addBlocks(column: Column): Total {
    const { count } = this.#source;
    let blocks = this.#blocks.get(column.index);
    if (blocks === undefined) this.#blocks.set(column.index, (blocks = []));
    const needed = Math.ceil(count / BLOCK);
    blocks.length = Math.min(blocks.length, needed);
    let total = NOTHING;
    for (let at = 0; at < needed; at++) {
      const from = at * BLOCK;
      const block = (blocks[at] ??= this.#add(
        column,
        from,
        Math.min(count, from + BLOCK),
        (index) => index,
      ));
      total = joined(total, block);
    }
    return total;
  }

  #add(column: Column, from: number, to: number, indexAt: (at: number) => number): Total {
    let { count, numbers, sum, min, max } = NOTHING;
    for (let at = from; at < to; at++) {
      const value = this.#source.value(indexAt(at), column);
      if (isAbsent(value)) continue;
      count++;
      const number = typeof value === 'bigint' ? Number(value) : value;
      if (typeof number !== 'number') continue;
      numbers++;
      sum += number;
      if (number < min) min = number;
      if (number > max) max = number;
    }
    return { count, numbers, sum, min, max };
  }
}

function joined(a: Total, b: Total): Total {
  return {
    count: a.count + b.count,
    numbers: a.numbers + b.numbers,
    sum: a.sum + b.sum,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
  };
}

/** The number of a total; undefined where there is none, as the mean of no numbers. */
export function totalOf(kind: TotalKind, total: Total): number | undefined {
  if (kind === 'count') return total.count;
  if (total.numbers === 0) return kind === 'sum' ? 0 : undefined;
  return kind === 'mean' ? total.sum / total.numbers : total[kind];
}
