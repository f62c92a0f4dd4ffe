import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatNumber, formatTick } from '../../../elements/data-bars/scale/number-text.js';
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
    [0, 20, '0'],
    [100, 20, '100'],
    [0.30000000000000004, 0.1, '0.3'],
    [0.012, 0.002, '0.012'],
    [1500000, 500000, '1.5M'],
    [12345, 5, '12345'],
    [1000000002, 2, '1000000002'],
    [2e300, 1e300, '2e300'],
    [1e-9, 1e-9, '1e-9'],
  ])('%d at steps of %d is %s', (value, step, text) => {
    expect(formatTick(value, step)).toBe(text);
  });
});
