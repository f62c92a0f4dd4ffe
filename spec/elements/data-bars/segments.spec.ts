import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  apportion,
  piecesOf,
  separateBorders,
} from '../../../elements/data-bars/marks/segments.js';
import { cpuTime } from '../../support/cpu-time.js';
import { rgb } from '../../../runtime/base/color.js';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart } from './chart.js';

function split(exact: number[], total: number): number[] {
  const out = new Int32Array(exact.length);
  const nonzero = Uint8Array.from(exact, (length) => (length > 0 ? 1 : 0));
  apportion(Float64Array.from(exact), nonzero, exact.length, total, out);
  return [...out];
}

function separate(lengths: number[]): number[] {
  const out = Int32Array.from(lengths);
  separateBorders(out, out.length);
  return [...out];
}

/** Borders strictly inside cells, by cell. */
function bordersInCells(lengths: readonly number[]): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  let at = 0;
  for (const length of lengths) {
    at += length;
    if (at % 8 === 0 || length === 0) continue;
    const cell = Math.floor(at / 8);
    found.set(cell, (found.get(cell) ?? new Set<number>()).add(at));
  }
  return found;
}

describe('apportioning', () => {
  it('gives what rounding lost to the largest remainders', () => {
    expect(split([2.6, 2.6, 2.8], 8)).toEqual([3, 2, 3]);
    expect(split([10.5, 10.5], 21)).toEqual([11, 10]);
  });

  it('keeps a step for what is not zero', () => {
    expect(split([20.7, 0.1, 0.1], 21)).toEqual([19, 1, 1]);
    expect(split([0, 5, 0], 5)).toEqual([0, 5, 0]);
  });

  it('gives the longest a step each where there are too few', () => {
    expect(split([0.2, 0.9, 0.5, 0.4], 2)).toEqual([0, 1, 1, 0]);
  });

  it('always sums to the bar', () => {
    const lengths = fc.array(
      fc.oneof(fc.constant(0), fc.double({ min: 0, max: 60, noNaN: true })),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(lengths, (exact) => {
        const sum = exact.reduce((all, length) => all + length, 0);
        const total = Math.max(exact.some((length) => length > 0) ? 1 : 0, Math.round(sum));
        const found = split(exact, total);
        expect(found.reduce((all, length) => all + length, 0)).toBe(total);
        const visible = exact.filter((length) => length > 0).length;
        found.forEach((length, i) => {
          expect(length).toBeGreaterThanOrEqual(0);
          if (exact[i] === 0) expect(length).toBe(0);
          else if (visible <= total) expect(length).toBeGreaterThanOrEqual(1);
        });
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('is quick with ten thousand segments', () => {
    const exact = Array.from({ length: 10_000 }, (_, i) => (i % 7) / 50);
    const started = cpuTime();
    split(exact, 600);
    expect(cpuTime() - started).toBeLessThan(30_000);
  });
});

describe('one border a cell', () => {
  it('leaves borders alone that do not meet', () => {
    expect(separate([12, 9, 8])).toEqual([12, 9, 8]);
    expect(separate([8, 8, 3])).toEqual([8, 8, 3]);
  });

  it('moves the one that costs least', () => {
    // Borders at 20 and 21 would share cell 2: the second goes to the cell's edge.
    expect(separate([20, 1, 20])).toEqual([20, 4, 17]);
  });

  it('keeps the end of the bar', () => {
    expect(separate([20, 1])).toEqual([16, 5]);
  });

  it('hides only where there is no room', () => {
    expect(separate([1, 1, 1]).filter((length) => length > 0)).toEqual([3]);
    expect(separate([1, 1, 1, 1, 1, 1, 1, 1]).filter((length) => length > 0)).toHaveLength(1);
    expect(separate([4, 4, 4, 4]).filter((length) => length > 0)).toHaveLength(4);
  });

  it('never shows two borders in a cell and never changes the sum', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 30 }),
        (lengths) => {
          const found = separate(lengths);
          for (const borders of bordersInCells(found).values()) expect(borders.size).toBe(1);
          const sum = (all: number, length: number): number => all + length;
          expect(found.reduce(sum, 0)).toBe(lengths.reduce(sum, 0));
          found.forEach((length, i) => {
            expect(length).toBeGreaterThanOrEqual(0);
            if (lengths[i] === 0) expect(length).toBe(0);
            // What fills a cell and more is never hidden.
            if (lengths[i]! >= 16) expect(length).toBeGreaterThan(0);
          });
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('pieces of a bar', () => {
  const pieces = (lengths: number[]): unknown =>
    piecesOf(Int32Array.from(lengths), lengths.length)?.map(({ segment, length }) => [
      segment,
      length,
    ]);

  it('are the segments where each cell shows one border', () => {
    expect(pieces([12, 9, 8])).toBeUndefined();
  });

  it('cut a last segment that is tiny out of the last full cell', () => {
    expect(pieces([17, 1])).toEqual([
      [0, 15],
      [1, 1],
      [0, 2],
    ]);
    expect(pieces([53, 1])).toEqual([
      [0, 47],
      [1, 1],
      [0, 6],
    ]);
    // Nearly as long as what the cell shows, or no line any more.
    expect(pieces([18, 2])).toBeUndefined();
    expect(pieces([19, 3])).toBeUndefined();
  });

  it('are the longest segment of a bar shorter than a cell, which is as long as its sum', () => {
    const lengths = Int32Array.from([2, 1, 3]);
    expect(piecesOf(lengths, 3)).toBeUndefined();
    expect([...lengths]).toEqual([0, 0, 6]);
  });

  it('keep the sum of the bar, and where they are more than segments every length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 8 }),
        (lengths) => {
          const rest = Int32Array.from(lengths);
          const found = piecesOf(rest, rest.length);
          const sum = lengths.reduce((all, length) => all + length, 0);
          const parts = found ?? [...rest].map((length, segment) => ({ segment, length }));
          expect(parts.reduce((all, { length }) => all + length, 0)).toBe(sum);
          const last = lengths.findLastIndex((length) => length > 0);
          if (found === undefined) return;
          const own = found.filter(({ segment }) => segment === last);
          expect(own.map(({ length }) => length)).toEqual([lengths[last]]);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});

it.each([
  [5, 0.01],
  [14.78, 0.0123],
  [3, 0.01],
])('a stack of %d and %d shows both, the second by an eighth', (...values) => {
  const chart = makeChart({
    series: [
      { name: 'a', stack: 'k', color: '#ff0000' },
      { name: 'b', stack: 'k', color: '#00ff00' },
    ],
    labels: ['x', 'max'],
    bars: [values, [100, 0]],
    showAxis: false,
    style: { rowGap: 0 },
  });
  const grid = paintChart(chart, 50, 2);
  const eighths = new Map<number, number>();
  for (let x = 4; x < 50; x++) {
    const { fg, bg } = grid.styleAt(x, 0);
    const filled = ' ▏▎▍▌▋▊▉█'.indexOf(grid.charAt(x, 0));
    eighths.set(fg, (eighths.get(fg) ?? 0) + filled);
    eighths.set(bg, (eighths.get(bg) ?? 0) + 8 - filled);
  }
  const all = Math.round(((values[0] + values[1]) / 100) * 46 * 8);
  expect([rgb(255, 0, 0), rgb(0, 255, 0)].map((color) => eighths.get(color))).toEqual([all - 1, 1]);
});
