import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_NUMBERS } from '../../../elements/charts/scale/number-format.js';
import { formatNumber } from '../../../elements/charts/scale/number-text.js';
import { withTexts } from '../../../elements/charts/scale/ticks.js';
import { propertyRuns } from '../../support/property-runs.js';

describe('value text', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [42, '42'],
    [0.25, '0.25'],
    [25.5, '25.5'],
    [1 / 3, '0.33'],
    [-8.25, '-8.25'],
    [99.999, '100'],
    [1234.56, '1234.56'],
    [1234567, '1234567'],
    [9999999, '9999999'],
    [-999999, '-999999'],
    [1.005, '1'],
    [1.125, '1.13'],
    [-1.125, '-1.13'],
  ])('%d is exact to two decimals: %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each([
    [12345678, '12.3M'],
    [12345.67, '12.3K'],
    [-1234567, '-1.2M'],
    [999999999, '1B'],
    [999_960_000_000_000, '1e15'],
    [2.5e12, '2.5T'],
    [1e308, '1e308'],
    [-1.7e300, '-1.7e300'],
  ])('%d is compact where exact text is over 7 cells: %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each([
    [0.004, '0.004'],
    [-0.0042, '-0.0042'],
    [0.0049, '0.0049'],
    [5e-324, '4.9e-324'],
    [1.2e-7, '1.2e-7'],
  ])('%d is never rounded to 0: %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it('names what is no number', () => {
    expect([NaN, Infinity, -Infinity].map(formatNumber)).toEqual(['–', '∞', '-∞']);
  });

  it('is 0 for nothing but zero, and short', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = formatNumber(value);
        expect(text === '0' || text === '-0').toBe(value === 0);
        expect(text.length).toBeLessThanOrEqual(9);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('says what toFixed says where that is short', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 9999.99, noNaN: true }), (value) => {
        expect(Number(formatNumber(value))).toBe(Number(value.toFixed(2)));
        if (value <= 999) expect(formatNumber(-value)).toBe(`-${formatNumber(value)}`);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('tick text', () => {
  it.each([
    [[0, 20, 40], '0 20 40'],
    [[0, 0.1, 0.2, 0.30000000000000004], '0 0.1 0.2 0.3'],
    [[0.01, 0.012, 0.014], '0.010 0.012 0.014'],
    [[0, 0.5, 1], '0 0.5 1.0'],
    [[0, 500000, 1000000, 1500000], '0 0.5M 1.0M 1.5M'],
    [[-40000, -20000, 0, 20000, 40000], '-40K -20K 0 20K 40K'],
    [[0, 50000, 100000, 150000], '0 50K 100K 150K'],
    [[1000000, 1000001, 1000002], '1000000 1000001 1000002'],
    [[12345, 12350], '12345 12350'],
    [[0, 1e300, 2e300], '0 1e300 2e300'],
    [[0, 1e-9, 2e-9], '0 1e-9 2e-9'],
  ])('of %j is %s', (values, text) => {
    const found = withTexts(values, DEFAULT_NUMBERS).map((tick) => tick.text);
    expect(found.join(' ')).toBe(text);
  });
});
