import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { apportion, separateBorders } from '../../../elements/data-bars/marks/segments.js';
import { cpuTime } from '../../support/cpu-time.js';
import { propertyRuns } from '../../support/property-runs.js';

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
