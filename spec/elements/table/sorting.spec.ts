/** The order of values: against the collator itself, and against a sort by the book. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  compareValues,
  sortedIndexes,
  sortKey,
  type Direction,
} from '../../../elements/table/model/sorting.js';
import { propertyRuns } from '../../support/property-runs.js';

const collator = new Intl.Collator('en', { numeric: true });
const ascii = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((c) => String.fromCharCode(c)),
});
const numbered = fc
  .array(fc.constantFrom('a', 'B', 'b', ' ', '-', '0', '00', '7', '12', '012', '100', '_', '.'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const value = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.double(),
  fc.constantFrom(null, undefined, NaN, true, false, -0, Infinity),
  numbered,
  fc.constantFrom('é', 'z', 'Ä', 'ß', 'item 2', 'Item 10', '保存', '\u0001x', '🙂'),
);
const direction = fc.constantFrom<Direction>('ascending', 'descending');

describe('sort keys', () => {
  it('compare as the collator does, wherever they differ', () => {
    fc.assert(
      fc.property(fc.oneof(ascii, numbered), fc.oneof(ascii, numbered), (a, b) => {
        const [first, second] = [sortKey(a)!, sortKey(b)!];
        if (first === second) return;
        expect(first < second ? -1 : 1).toBe(Math.sign(collator.compare(a, b)));
      }),
      { numRuns: propertyRuns(3000) },
    );
  });

  it('are there for plain text only', () => {
    expect(sortKey('é')).toBeUndefined();
    expect(sortKey('\u001b[31m')).toBeUndefined();
    expect(sortKey('9'.repeat(300))).toBeUndefined();
  });
});

describe('sortedIndexes', () => {
  it('is the stable sort by compareValues', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), direction, (values, way) => {
        const naive = [...values.keys()].sort(
          (a, b) => compareValues(values[a], values[b], way) || a - b,
        );
        expect([...sortedIndexes(values.length, (index) => values[index], way)]).toEqual(naive);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('has numbers as numbers, text by its numbers, absent values last both ways', () => {
    const values = ['b10', 10, null, 'b9', 9, 'B9', undefined, NaN];
    const order = (way: Direction): unknown[] =>
      [...sortedIndexes(values.length, (index) => values[index], way)].map((i) => values[i]);
    expect(order('ascending')).toEqual([9, 10, 'b9', 'B9', 'b10', null, undefined, NaN]);
    expect(order('descending')).toEqual(['b10', 'B9', 'b9', 10, 9, null, undefined, NaN]);
  });
});
