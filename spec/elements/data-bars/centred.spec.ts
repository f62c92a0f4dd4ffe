/** Labels and values are over and under the middle of their bars, and groups are apart. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart, picture } from './chart.js';

const vertical = { orientation: 'vertical' };

describe('labels and values', () => {
  it('are in the middle of wider and narrower bars', () => {
    const spec = { series: [{ name: 'S' }], labels: ['North', 'East'], bars: [[21.4], [18.2]] };
    const style = { ...vertical, barWidth: 3 };
    expect(picture({ ...spec, showValues: true, showAxis: false, style }, 20, 5)).toBe(`
 21.4  18.2
 ███   ▄▄▄
 ███   ███
 ███   ███
North East
`);
  });

  it('are at most half a cell away from it, whatever their widths', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(7, 42, 10.5, 123.4),
        (lengths, barWidth, value) => {
          const spec = {
            series: [{ name: 'S' }],
            labels: lengths.map((length) => 'x'.repeat(length)),
            bars: lengths.map(() => [value]),
            showValues: true,
            showAxis: false,
            style: { ...vertical, barWidth },
          };
          const element = makeChart(spec);
          const rows = paintChart(element, 80, 6).rows();
          lengths.forEach((_, entry) => {
            const { x, width } = element.barBounds(entry, 0)!;
            const bar = 2 * x + width - 1;
            const next = element.barBounds(entry + 1, 0)?.x ?? 100;
            for (const row of [rows[0]!, rows[5]!]) {
              // The text that begins nearest to the bar.
              const texts = [...row.matchAll(/\S+/g)].map(
                ({ index, 0: text }) => 2 * index + text.length - 1,
              );
              expect(
                Math.min(...texts.map((middle) => Math.abs(middle - bar))),
              ).toBeLessThanOrEqual(1);
            }
            expect(next).toBeGreaterThan(x);
          });
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('groups whose values move their bars apart', () => {
  const spec = {
    series: [{ name: 'A' }, { name: 'B' }],
    labels: ['x', 'y', 'z'],
    bars: [
      [24.1, 10.3],
      [25.7, 14.8],
      [28.5, 20.8],
    ],
    showValues: true,
    showAxis: false,
  };

  it('are farther apart than their bars', () => {
    const element = makeChart({ ...spec, style: vertical });
    const rows = paintChart(element, 60, 6).rows();
    expect(rows.join('\n')).toContain('24.1');
    const at = (entry: number, series: number): number => element.barBounds(entry, series)!.x;
    const within = at(0, 1) - at(0, 0);
    expect(at(1, 0) - at(0, 1)).toBeGreaterThan(within);
    expect(at(2, 0) - at(1, 1)).toBeGreaterThan(within);
  });

  it('keep the gap that is set', () => {
    const element = makeChart({ ...spec, style: { ...vertical, columnGap: 1 } });
    paintChart(element, 60, 6);
    const at = (entry: number, series: number): number => element.barBounds(entry, series)!.x;
    expect(at(1, 0) - at(0, 1)).toBe(at(0, 1) - at(0, 0));
  });
});

it('folded entries have the labels of the first of each, as far apart as they are', () => {
  const count = 60;
  const spec = {
    series: [{ name: 'S' }],
    labels: Array.from({ length: count }, (_, i) => `L${i}`),
    bars: Array.from({ length: count }, (_, i) => [((i * 37) % 60) + 1]),
    showAxis: false,
    style: { ...vertical, downsample: 'max', columnGap: 0 },
  };
  const labels = paintChart(makeChart(spec), 20, 5).rows()[4]!;
  const numbers = [...labels.matchAll(/L(\d+)/g)].map((match) => Number(match[1]));
  expect(numbers.length).toBeGreaterThan(2);
  const steps = numbers.slice(1).map((number, i) => number - numbers[i]!);
  expect(new Set(steps).size).toBe(1);
});
