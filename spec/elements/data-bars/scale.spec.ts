import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { domainOf, GrowthScale, LedScale, shareOf } from '../../../elements/charts/scale/scale.js';
import { tickSets, withTexts, type Tick } from '../../../elements/charts/scale/ticks.js';
import { DEFAULT_NUMBERS } from '../../../elements/charts/scale/number-format.js';
import { propertyRuns } from '../../support/property-runs.js';

const any = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('domain', () => {
  it.each([
    ['from zero to the largest', {}, 10, 85, { min: 0, max: 85 }],
    ['from the smallest to zero', {}, -8, -2, { min: -8, max: 0 }],
    ['both signs', {}, -8, 20, { min: -8, max: 20 }],
    ['nothing but zeros widens by one', {}, 0, 0, { min: 0, max: 1 }],
    ['equal ends widen by one', { min: 5, max: 5 }, 0, 9, { min: 5, max: 6 }],
    ['a fixed end stays', { max: 100 }, 0, 180, { min: 0, max: 100 }],
    ['data below a set minimum', { min: 50 }, 1, 9, { min: 50, max: 55 }],
    ['data above a set maximum', { max: -5 }, 1, 9, { min: -6, max: -5 }],
    ['the largest number', { min: 1.7e308, max: 1.7e308 }, 0, 0, { min: 1.53e308, max: 1.7e308 }],
  ])('%s', (_name, set, smallest, largest, expected) => {
    const { min, max } = domainOf(set, smallest, largest, false);
    expect(min).toBeCloseTo(expected.min, -300);
    expect({ min, max }).toEqual(
      expected.max > 1e300 ? { min: expect.any(Number), max: expect.any(Number) } : expected,
    );
    expect(max).toBeGreaterThan(min);
  });

  it('is 0 to 100 for meters', () => {
    expect(domainOf({}, -20, 400, true)).toEqual({ min: 0, max: 100 });
    expect(domainOf({ max: 60 }, 0, 0, true)).toEqual({ min: 0, max: 60 });
  });

  it('never is empty or not finite', () => {
    fc.assert(
      fc.property(fc.option(any), fc.option(any), any, any, (min, max, a, b) => {
        if (min !== null && max !== null && min > max) return;
        const domain = domainOf(
          { min: min ?? undefined, max: max ?? undefined },
          Math.min(a, b),
          Math.max(a, b),
          false,
        );
        expect(domain.max).toBeGreaterThan(domain.min);
        expect(Number.isFinite(domain.min) && Number.isFinite(domain.max)).toBe(true);
        expect(shareOf(domain, domain.max)).toBe(1);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('growth scale', () => {
  it('rounds share x cells x 8', () => {
    const scale = new GrowthScale({ min: 0, max: 85 }, 1);
    const eighths = [10, 25, 40, 55, 70, 85, 75, 60, 45, 30].map((value) => scale.length(value));
    expect(eighths).toEqual([1, 2, 4, 5, 7, 8, 7, 6, 4, 3]);
  });

  it('keeps one eighth for what is not zero, and none for zero', () => {
    const scale = new GrowthScale({ min: -100, max: 100 }, 10);
    expect([1e-300, -1e-300, 0, -0].map((value) => scale.length(value))).toEqual([1, -1, 0, 0]);
  });

  it('cuts what lies outside the domain', () => {
    const scale = new GrowthScale({ min: 50, max: 100 }, 10);
    expect([200, 100, 75, 50, 20, -5, 0].map((value) => scale.length(value))).toEqual([
      80, 80, 40, 1, 1, 1, 0,
    ]);
    const below = new GrowthScale({ min: -100, max: -50 }, 10);
    expect([-200, -75, -50, 7, 0].map((value) => below.length(value))).toEqual([
      -80, -40, -1, -1, 0,
    ]);
  });

  it('puts zero on a cell border where both signs have the same unit', () => {
    const scale = new GrowthScale({ min: -30, max: 60 }, 9);
    expect(scale.zero).toBe(3);
    expect([-30, 60, 10, -10].map((value) => scale.length(value))).toEqual([-24, 48, 8, -8]);
  });

  it('holds both signs in a single cell', () => {
    const scale = new GrowthScale({ min: -10, max: 10 }, 1);
    expect(scale.shared).toBe(true);
    expect([10, -10, 1, -0.001].map((value) => scale.length(value))).toEqual([7, -7, 1, -1]);
  });

  it('divides the smallest numbers there are, and the largest', () => {
    const ends = (end: number): number[] => {
      const scale = new GrowthScale({ min: -end, max: end }, 2);
      return [scale.zero, scale.length(end), scale.length(-end)];
    };
    expect(ends(5e-324)).toEqual([1, 8, -8]);
    expect(ends(Number.MAX_VALUE)).toEqual([1, 8, -8]);
  });

  it('is monotone, bounded, and blind to nothing but zero', () => {
    fc.assert(
      fc.property(
        any,
        any,
        any,
        any,
        fc.integer({ min: 1, max: 120 }),
        fc.constantFrom<1 | 8>(1, 8),
        (a, b, c, d, cells, steps) => {
          const domain = domainOf({}, Math.min(a, b), Math.max(a, b), false);
          const scale = new GrowthScale(domain, cells, steps);
          const [low, high] = c < d ? [c, d] : [d, c];
          // Where the domain ends at zero, what lies beyond is cut, but still shown as not zero.
          if (low >= domain.min && high <= domain.max) {
            expect(scale.length(low)).toBeLessThanOrEqual(scale.length(high));
          }
          for (const value of [low, high]) {
            const length = scale.length(value);
            expect(Number.isInteger(length)).toBe(true);
            expect(length === 0).toBe(value === 0);
            const end = scale.shared ? 0 : scale.zero * steps;
            const most = scale.shared ? steps : cells * steps - end;
            expect(length).toBeLessThanOrEqual(most);
            expect(-length).toBeLessThanOrEqual(scale.shared ? steps : end);
          }
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('LED scale', () => {
  it('lights whole segments', () => {
    const leds = new LedScale({ min: 0, max: 100 }, 30, 3);
    expect(leds.segments).toBe(10);
    expect([0, 3, 35, 100, 250, -4].map((value) => leds.lit(value))).toEqual([0, 1, 4, 10, 10, 0]);
    expect([80, 0, 100, 85].map((percent) => leds.firstHigh(percent))).toEqual([8, 0, 10, 9]);
  });

  it('narrows a segment that does not fit', () => {
    const leds = new LedScale({ min: 0, max: 100 }, 2, 3);
    expect([leds.width, leds.segments]).toEqual([2, 1]);
  });
});

describe('ticks', () => {
  it('are round and inside the domain', () => {
    const texts = (domain: Parameters<typeof tickSets>[0]): string[] =>
      tickSets(domain).map(({ values }) => values.join(' '));
    expect(texts({ min: 0, max: 85 })).toEqual([
      '0 10 20 30 40 50 60 70 80',
      '0 20 40 60 80',
      '0 50',
      '0',
    ]);
    expect(texts({ min: -8.25, max: 21 })).toEqual(['-5 0 5 10 15 20', '0 10 20', '0 20', '0']);
    expect(texts({ min: 290.6, max: 421 }).at(-1)).toBe('400');
    // Seven digits would be needed.
    expect(tickSets({ min: 123456.01, max: 123456.09 })).toEqual([]);
  });

  it('survive domains of any size', () => {
    fc.assert(
      fc.property(any, any, fc.constantFrom(undefined, 'symlog' as const), (a, b, bend) => {
        const domain = { ...domainOf({}, Math.min(a, b), Math.max(a, b), false), bend };
        const isRight = ({ value, text }: Tick): boolean =>
          // Neither is NaN.
          value >= domain.min &&
          value <= domain.max &&
          !/NaN|undefined|Infinity/.test(text) &&
          text.replace(/e-?\d+|\D/g, '').replace(/^0+/, '').length < 8;
        const sets = tickSets(domain).map(({ values }) => values);
        const ticks = sets.flatMap((values) => withTexts(values, DEFAULT_NUMBERS, bend));
        // One comparison: a wide domain has hundreds of sets.
        expect([
          sets.filter(({ length }) => length === 0 || length > 10),
          ticks.filter((tick) => !isRight(tick)),
        ]).toEqual([[], []]);
      }),
      { numRuns: propertyRuns(100) },
    );
    const most = tickSets({ min: -1e308, max: 1e308 }).find(({ values }) => values.length < 6)!;
    expect(withTexts(most.values, DEFAULT_NUMBERS).map(({ text }) => text)).toEqual([
      '-1.0e308',
      '-0.5e308',
      '0',
      '0.5e308',
      '1.0e308',
    ]);
  });
});

it('many lengths at once are the lengths one by one', () => {
  const value = fc.oneof(any, fc.integer({ min: -50, max: 150 }), fc.constant(NaN));
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 20 }),
      fc.integer({ min: -100, max: 50 }),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 5 }),
      fc.constantFrom<1 | 8>(1, 8),
      (values, min, span, cells, steps) => {
        const scale = new GrowthScale({ min, max: min + span }, cells, steps);
        const all = Float64Array.from(values);
        scale.lengths(all, values.length);
        const expected = values.map((each) =>
          Number.isNaN(each) || scale.cut(each) !== 0 ? NaN : scale.length(each),
        );
        // No cells are no cells, whichever sign that zero has.
        expect([...all].map((each) => each + 0)).toEqual(expected.map((each) => each + 0));
      },
    ),
    { numRuns: propertyRuns(500) },
  );
});
