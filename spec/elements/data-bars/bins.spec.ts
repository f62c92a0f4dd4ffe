/** Histograms: bins of one series. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { binsOf } from '../../../elements/data-bars/model/bins.js';
import { ChartModel } from '../../../elements/data-bars/model/model.js';
import { ACCESSIBLE_TEXT, COMPUTED } from '../../../runtime/element/internals.js';
import { setComputed } from '../../../runtime/element/tui-element.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart, picture } from './chart.js';
import { useChart } from './interaction.js';

afterEach(unmountAll);

const modelOf = (values: readonly (number | null)[]): ChartModel => {
  const model = new ChartModel();
  model.setSeries([{ name: 's' }]);
  model.load(values.map((value) => [value]));
  return model;
};
const TIMES = [12, 14, 15, 15, 16, 18, 21, 22, 22, 23, 25, 31, 48];
const ROWS = TIMES.map((value) => [value]);

describe('bins', () => {
  it('hold every value once, between round edges', () => {
    const value = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.double({ noNaN: true }));
    fc.assert(
      fc.property(
        fc.array(fc.option(value), { maxLength: 60 }),
        fc.oneof(fc.constant('auto' as const), fc.integer({ min: 1, max: 40 })),
        (values, count) => {
          const { edges, counts } = binsOf(modelOf(values), count);
          const present = values.filter((each) => each !== null && Number.isFinite(each));
          expect(counts.reduce((sum, each) => sum + each, 0)).toBe(present.length);
          expect(counts.length).toBe(Math.max(0, edges.length - 1));
          expect(counts.length).toBeLessThanOrEqual(1000);
          for (let i = 1; i < edges.length; i++) {
            expect(edges[i]!).toBeGreaterThanOrEqual(edges[i - 1]!);
          }
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it.each([
    [[0, 10], 5, [0, 2, 4, 6, 8, 10]],
    [[0.1, 0.34], 3, [0.1, 0.2, 0.3, 0.4]],
    [[-7, 7], 3, [-10, -5, 0, 5, 10]],
    [[5, 5, 5], 'auto', [5, 6]],
    [[null], 'auto', []],
  ] as const)('of %j by %s have the edges %j', (values, count, edges) => {
    expect(binsOf(modelOf(values), count).edges).toEqual(edges);
  });

  it('follow the rule of Freedman and Diaconis', () => {
    // Twice the distance of the quartiles (15 and 23) by the cube root of 13 is 6.8: 36 of it are 5.3.
    expect(binsOf(modelOf(TIMES), 'auto').edges).toEqual([10, 15, 20, 25, 30, 35, 40, 45, 50]);
  });
});

describe('a histogram', () => {
  it('is a bar chart of counts, its labels the intervals', () => {
    const chart = { series: [{ name: 'ms' }], bars: ROWS, unit: 'ms', showValues: true };
    expect(picture({ ...chart, style: { bins: 'auto', rowGap: 0 } }, 40)).toBe(`
10–15 ms ██████████████▌               2
15–20 ms █████████████████████████████ 4
20–25 ms █████████████████████████████ 4
25–30 ms ███████▎                      1
30–35 ms ███████▎                      1
35–40 ms                               0
40–45 ms                               0
45–50 ms ███████▎                      1
         ┬─────────────┬─────────────┬
         0             2             4
`);
    const style = { bins: 4, orientation: 'vertical', columnGap: 0, barWidth: 'auto' };
    expect(picture({ ...chart, style }, 40, 8)).toBe(`
      6
 │█████████    5
5┤██████████████████
 │██████████████████
 │██████████████████
 │██████████████████    1        1
0┤████████████████████████████████████
  10–20 ms 20–30 ms 30–40 ms 40–50 ms
`);
  });

  it('writes a unit once, and numbers below zero apart', () => {
    const chart = { series: [{ name: 's' }], bars: [[-8], [-2], [4], [9]], unit: 'ms' };
    const rows = picture({ ...chart, showAxis: false, style: { bins: 2, rowGap: 0 } }, 36);
    expect(rows).toContain('-10 to 0 ms');
    expect(rows).toContain('0 to 10 ms');
  });

  it('fires events of its bins, and copies the data they were counted from', async () => {
    const { app, chart, events } = await useChart(
      `series='[{"name":"s"}]' bars='${JSON.stringify(ROWS)}' selectable show-axis="false"
       style="bins: 4; gap: 0"`,
    );
    await app.click({ x: 8, y: 1 });
    expect(events().at(-1)).toMatchObject({ entryIndex: 1, value: 5, label: '20–30' });
    expect(chart.getValue()).toEqual(ROWS);
    expect(JSON.parse(chart.getSelectableText())).toEqual({
      series: [{ name: 's' }],
      bars: [[21], [22], [22], [23], [25]],
    });
    expect(chart.getClipboardDescription()).toBe('Copied 5 bars to clipboard');
    chart.clearSelection();
    expect(JSON.parse(chart.getSelectableText())).toMatchObject({ bars: ROWS });
  });

  it('has ends that are round in its format', () => {
    const hours = { series: [{ name: 's' }], bars: [[0], [3000], [9000]], showAxis: false };
    const rows = picture({ ...hours, numberFormat: 'duration', style: { bins: 3, rowGap: 0 } }, 40);
    expect(rows).toMatch(/^\n0–1:00 h /);
    const sizes = { ...hours, bars: [[0], [2 ** 20], [3 * 2 ** 20]] };
    const bytes = picture({ ...sizes, numberFormat: 'bytes-iec', style: { bins: 3 } }, 40);
    expect(bytes).toContain('0–1 MiB');
  });

  it('forgets a bar that was selected where its interval becomes another', () => {
    const element = makeChart({ series: [{ name: 's' }], bars: ROWS, style: { bins: 4 } });
    paintChart(element, 40, 10);
    element.setSelectedBar(1, 0);
    element.appendEntry([22]);
    paintChart(element, 40, 10);
    expect(element.getSelectedBar()).toEqual({ entry: 1, series: 0 });
    element.appendEntry([900]);
    paintChart(element, 40, 10);
    expect(element.getSelectedBar()).toBeNull();
  });

  it('is read aloud as one', () => {
    const element = makeChart({ series: [{ name: 'ms' }], bars: ROWS, style: { bins: 4 } });
    expect(element[ACCESSIBLE_TEXT]()).toBe('Histogram of ms; 4 intervals; from 0 to 6; largest 6');
  });

  it('counts what is appended, shifted and set', () => {
    const element = makeChart({
      series: [{ name: 's' }],
      bars: ROWS,
      style: { bins: 4, rowGap: 0 },
    });
    const counts = (): string => paintChart(element, 40, 6).rows().join('\n');
    const before = counts();
    element.appendEntry([49]);
    expect(counts()).not.toBe(before);
    expect(element.getValue()).toHaveLength(14);
    for (let i = 0; i < 14; i++) element.shiftEntry();
    expect(element.getValue()).toEqual([]);
    element.setValue(ROWS);
    expect(counts()).toBe(before);
  });

  it('gives the data back where the style goes', () => {
    const labels = TIMES.map((value) => `n${value}`);
    const element = makeChart({
      series: [{ name: 's' }],
      bars: ROWS,
      labels,
      style: { rowGap: 0 },
    });
    const before = paintChart(element, 40, 20).rows();
    const computed = element[COMPUTED];
    setComputed(element, { ...computed, bins: 'auto' });
    expect(paintChart(element, 40, 20).rows()).not.toEqual(before);
    setComputed(element, computed);
    expect(paintChart(element, 40, 20).rows()).toEqual(before);
    expect(element.labels).toEqual(labels);
  });
});
