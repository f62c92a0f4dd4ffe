/** Widths of columns: they fill the box exactly, and give way in order. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allocate, type Track } from '../../../elements/table/paint/widths.js';
import { propertyRuns } from '../../support/property-runs.js';

const track = fc
  .record({
    natural: fc.integer({ min: 0, max: 40 }),
    min: fc.integer({ min: 0, max: 12 }),
    more: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(Infinity)),
    share: fc.oneof(fc.constant(0), fc.constantFrom(1, 2, 0.5)),
    priority: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  })
  .map(({ more, ...rest }): Track => ({ ...rest, max: rest.min + more }));

describe('allocate', () => {
  it('keeps every rule for any tracks and any room', () => {
    fc.assert(
      fc.property(
        fc.array(track, { maxLength: 8 }),
        fc.integer({ min: 0, max: 160 }),
        fc.integer({ min: 0, max: 3 }),
        (tracks, width, gap) => {
          const widths = allocate(tracks, width, gap);
          const shown = [...tracks.keys()].filter((index) => widths[index]! >= 0);
          const gaps = gap * Math.max(0, shown.length - 1);
          const sum = shown.reduce((total, index) => total + widths[index]!, gaps);
          const least = shown.reduce((total, index) => total + tracks[index]!.min, gaps);
          // Only what may not be left out can be too wide, and then it is as narrow as it may be.
          if (least > width) {
            expect(sum).toBe(least);
            for (const index of shown) expect(tracks[index]!.priority).toBeUndefined();
          } else expect(sum).toBeLessThanOrEqual(width);
          for (const index of shown) {
            const { min, max } = tracks[index]!;
            expect(Number.isInteger(widths[index])).toBe(true);
            expect(widths[index]).toBeGreaterThanOrEqual(min);
            expect(widths[index]).toBeLessThanOrEqual(max);
          }
          // A column that takes a share leaves no cell free, unless all that do are full.
          const growing = shown.filter((index) => tracks[index]!.share > 0);
          const full = growing.every((index) => widths[index] === tracks[index]!.max);
          const tight = shown.some(
            (index) =>
              tracks[index]!.share === 0 &&
              widths[index]! < Math.min(tracks[index]!.max, tracks[index]!.natural),
          );
          if (least <= width && ((growing.length > 0 && !full) || tight)) expect(sum).toBe(width);
          // What is left out has a lower priority than what stays.
          const lost = [...tracks.keys()].filter((index) => widths[index]! < 0);
          for (const out of lost) {
            for (const index of shown) {
              expect(tracks[index]!.priority ?? Infinity).toBeGreaterThanOrEqual(
                tracks[out]!.priority!,
              );
            }
          }
        },
      ),
      { numRuns: propertyRuns(2000) },
    );
  });

  it('gives shares in proportion and cuts the widest first', () => {
    const free = { natural: 0, min: 0, max: Infinity, priority: undefined };
    expect(
      allocate(
        [
          { ...free, share: 1 },
          { ...free, share: 2 },
        ],
        31,
        1,
      ),
    ).toEqual([10, 20]);
    const text = { min: 4, max: Infinity, share: 0, priority: undefined };
    expect(
      allocate(
        [
          { ...text, natural: 30 },
          { ...text, natural: 10 },
        ],
        32,
        2,
      ),
    ).toEqual([20, 10]);
    expect(
      allocate(
        [
          { ...text, natural: 30 },
          { ...text, natural: 10 },
        ],
        17,
        2,
      ),
    ).toEqual([8, 7]);
  });
});
