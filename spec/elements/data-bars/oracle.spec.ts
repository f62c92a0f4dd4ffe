/**
 * Charts against a second, simpler way to know what they paint: the specification's sentences, without any of the
 * chart's own code. It reads cells back as eighths.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart, type ChartSpec } from './chart.js';

const RIGHTWARDS = ' ▏▎▍▌▋▊▉█';
const UPWARDS = ' ▁▂▃▄▅▆▇█';

/** Values with few digits, so that a half eighth is a tie in decimals and in binary fractions alike. */
const value = fc.integer({ min: 0, max: 4000 }).map((number) => number / 4);
const values = fc.array(fc.option(value, { freq: 8 }), { minLength: 1, maxLength: 12 });

/** Eighths of a bar: its share of the scale, at least one where it is not zero. */
function eighthsOf(amount: number | null, max: number, cells: number): number {
  if (amount === null) return 0;
  const eighths = Math.round((amount / max) * cells * 8);
  return amount > 0 ? Math.max(1, eighths) : eighths;
}

function chart(bars: readonly (readonly (number | null)[])[], more: ChartSpec): ChartSpec {
  return {
    series: bars[0]!.map((_, index) => ({ name: `s${index}` })),
    bars,
    labels: bars.map((_, index) => String.fromCharCode(0x61 + index)),
    showAxis: false,
    ...more,
  };
}

describe('horizontal bars', () => {
  it('are as many eighths long as their share of the cells', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 6, max: 120 }), (column, width) => {
        const bars = column.map((each) => [each]);
        const max = Math.max(...column.map((each) => each ?? 0)) || 1;
        const grid = paintChart(
          makeChart(chart(bars, { style: { rowGap: 0 } })),
          width,
          bars.length,
        );
        const found = grid.rows().map((row) => {
          // A letter and a blank before the bar; an absent value is a dot, a bar that is painted has no gap.
          const cells = [...row.slice(2).replace('·', ' ').trimEnd()];
          expect(cells.slice(0, -1).every((cell) => cell === '█')).toBe(true);
          return cells.reduce((sum, cell) => sum + RIGHTWARDS.indexOf(cell), 0);
        });
        expect(found).toEqual(column.map((each) => eighthsOf(each, max, width - 2)));
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('of stacks are as long as their sum, each part within an eighth or a cell that it shares', () => {
    const row = fc.array(value, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(row, fc.integer({ min: 10, max: 90 }), (parts, width) => {
        const colors = ['#ff0000', '#00ff00', '#0000ff', '#ffff00'];
        const series = parts.map((_, i) => ({ name: `s${i}`, stack: 'k', color: colors[i] }));
        const sum = parts.reduce((all, part) => all + part, 0);
        const spec = chart([parts], { series, max: 4000, style: { rowGap: 0 } });
        const grid = paintChart(makeChart(spec), width, 1);
        const row = [...grid.rows()[0]!.slice(2)];
        const filled = row.map((_, x) => grid.styleAt(x + 2, 0));
        const end = filled.findLastIndex(({ fg, bg }, x) => {
          return row[x] !== ' ' && (fg !== 0 || bg !== 0);
        });
        // The cell in which the bar ends is part of it, all others are full.
        const last = end < 0 ? 0 : RIGHTWARDS.indexOf(row[end]!);
        const painted = end < 0 ? 0 : end * 8 + (filled[end]!.bg === 0 ? last : 8);
        expect(painted).toBe(eighthsOf(sum, 4000, width - 2));
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('vertical bars', () => {
  it('are as many eighths high as their share of the rows', () => {
    const box = fc.record({
      gap: fc.integer({ min: 1, max: 3 }),
      rows: fc.integer({ min: 2, max: 30 }),
    });
    fc.assert(
      fc.property(values, box, (column, { gap, rows }) => {
        const bars = column.map((each) => [each]);
        const max = Math.max(...column.map((each) => each ?? 0)) || 1;
        const style = { orientation: 'vertical', columnGap: gap };
        const width = bars.length * (1 + gap);
        const grid = paintChart(makeChart(chart(bars, { style })), width, rows);
        const lines = grid.rows().map((line) => line.padEnd(width));
        // The last row has the labels, each below its bar.
        const places = column.map((_, index) =>
          lines.at(-1)!.indexOf(String.fromCharCode(0x61 + index)),
        );
        const found = places.map((x) =>
          lines
            .slice(0, -1)
            .reduce(
              (sum, line) => sum + Math.max(0, UPWARDS.indexOf(line[x]!.replace('·', ' '))),
              0,
            ),
        );
        expect(found).toEqual(column.map((each) => eighthsOf(each, max, rows - 1)));
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('sparklines', () => {
  it('have a point for each entry, in eighths of the rows', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 6 }), (column, rows) => {
        const bars = column.map((each) => [each]);
        const max = Math.max(...column.map((each) => each ?? 0)) || 1;
        const spec = { series: [{ name: '' }], bars, showLabels: false };
        const grid = paintChart(makeChart(spec), column.length, rows);
        const found = column.map((_, x) =>
          grid
            .rows()
            .reduce(
              (sum, line) => sum + Math.max(0, UPWARDS.indexOf(line[x]?.replace('·', ' ') ?? ' ')),
              0,
            ),
        );
        expect(found).toEqual(column.map((each) => eighthsOf(each, max, rows)));
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
