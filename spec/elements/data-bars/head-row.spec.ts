/** Tall sparklines in a narrow box: name and value above the points. */
import { expect, it } from '@jest/globals';
import { makeChart, paintChart, picture } from './chart.js';

const bars = Array.from({ length: 60 }, (_, i) => [100 + ((i * 7) % 50)]);
const spec = { series: [{ name: 'requests' }], bars, showValues: true };

it('points have the whole width where name and value would leave less than half of it', () => {
  const rows = paintChart(makeChart(spec), 30, 4).rows();
  expect(rows[0]).toMatch(/^requests: +113\/149$/);
  for (const row of rows.slice(2)) expect(row).toMatch(/^[▁-█]{30}$/);
  // Half of a wide box and more is left to them.
  expect(paintChart(makeChart(spec), 60, 4).rows()[3]).toMatch(/^requests: .* 113\/149$/);
  // Two rows have no room for it, and few points no need.
  expect(paintChart(makeChart(spec), 30, 2).rows()[1]).toMatch(/^requests: .* 113\/149$/);
  const few = { ...spec, bars: bars.slice(-6) };
  expect(paintChart(makeChart(few), 30, 4).rows()[3]).toMatch(/^requests: .* 113\/149$/);
});

it('a long name is cut, and the value stays', () => {
  const long = { ...spec, series: [{ name: 'a name that is far too long for this' }] };
  expect(paintChart(makeChart(long), 24, 4).rows()[0]).toBe('a name that is…: 113/149');
});

it('each series has its own row above its points, and a selected point leaves it alone', () => {
  const two = {
    ...spec,
    series: [{ name: 'requests' }, { name: 'errors' }],
    bars: bars.map(([value]) => [value, value! / 2]),
  };
  const element = makeChart(two);
  const before = paintChart(element, 26, 8).rows();
  expect([before[0], before[4]].map((row) => /^\w+: +\d+\S*$/.test(row!))).toEqual([true, true]);
  element.setSelectedBar(59, 0);
  const grid = paintChart(element, 26, 8);
  expect(grid.rows()).toEqual(before);
  expect(grid.styleAt(25, 0)).toEqual(paintChart(makeChart(two), 26, 8).styleAt(25, 0));
  expect(picture(two, 26, 8)).toContain('errors:');
});
