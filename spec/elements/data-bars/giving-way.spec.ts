/** What goes first when the box is too small: legend or axis, values, labels; bars last. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { makeChart, paintChart, type ChartSpec } from './chart.js';
import { propertyRuns } from '../../support/property-runs.js';

const base = {
  series: [{ name: 'Legend' }],
  labels: ['Mon', 'Tue', 'Wed'],
  bars: [[10], [25], [85]],
  showLegend: true,
  showValues: true,
};

interface Parts {
  readonly legend: boolean;
  readonly axis: boolean;
  readonly values: boolean;
  readonly labels: boolean;
  readonly bars: boolean;
}

function partsOf(spec: ChartSpec, width: number, height: number): Parts {
  const text = paintChart(makeChart(spec), width, height).rows().join('\n');
  return {
    legend: text.includes('Legend'),
    axis: /[┬┤┼]/.test(text),
    values: /25(?!\d)/.test(text),
    labels: text.includes('Mon') || text.includes('Tue'),
    bars: /[▁-▏]/.test(text),
  };
}

/** The sizes at which each part is first there, from large to small. */
function firstGone(
  spec: ChartSpec,
  sizes: readonly (readonly [number, number])[],
): (keyof Parts)[] {
  const order: (keyof Parts)[] = [];
  for (const [width, height] of sizes) {
    const parts = partsOf(spec, width, height);
    for (const part of ['legend', 'axis', 'values', 'labels', 'bars'] as const) {
      if (!parts[part] && !order.includes(part)) order.push(part);
    }
  }
  return order;
}

const downTo = (from: number, other: (size: number) => [number, number]): [number, number][] =>
  Array.from({ length: from }, (_, i) => other(from - i));

describe('a horizontal chart', () => {
  it('loses axis, then legend, as it gets lower', () => {
    const sizes = downTo(10, (height) => [50, height]);
    expect(firstGone({ ...base, style: { rowGap: 0 } }, sizes)).toEqual([
      'axis',
      'legend',
      'values',
    ]);
    // Two rows are too few for the second entry: its value went with its bar, not before it.
    expect(partsOf({ ...base, style: { rowGap: 0 } }, 50, 3)).toMatchObject({
      values: true,
      axis: false,
    });
  });

  it('loses values, then labels, as it gets narrower, and never its bars', () => {
    const sizes = downTo(50, (width) => [width, 7]);
    const order = firstGone({ ...base, showLegend: false, showAxis: false }, sizes);
    expect(order).toEqual(['legend', 'axis', 'values', 'labels']);
  });
});

describe('a legend', () => {
  const series = [{ name: 'Sales' }, { name: 'Cost' }];
  const rows = (width: number): string[] =>
    paintChart(makeChart({ ...base, series, showLegend: true, showAxis: false }), width, 12).rows();

  it('is cut where a letter of each name is left, and goes where none is', () => {
    expect(rows(4).slice(0, 2)).toEqual(['█ S…', '█ C…']);
    for (const width of [1, 2, 3]) expect(rows(width).join('')).not.toContain('…');
  });

  it('of short names stays', () => {
    const short = { ...base, series: [{ name: 'A' }], showAxis: false };
    expect(paintChart(makeChart(short), 3, 7).rows()[0]).toBe('█ A');
  });
});

describe('a vertical chart', () => {
  const style = { orientation: 'vertical' };

  it('loses legend, axis, values, then labels, as it gets lower', () => {
    const sizes = downTo(12, (height) => [40, height]);
    expect(firstGone({ ...base, style }, sizes)).toEqual(['legend', 'axis', 'values', 'labels']);
  });

  it('loses axis, then values, as it gets narrower, and keeps its bars', () => {
    const sizes = downTo(40, (width) => [width, 12]);
    const order = firstGone({ ...base, style }, sizes).filter((part) => part !== 'legend');
    expect(order.slice(0, 2)).toEqual(['axis', 'values']);
    expect(order).not.toContain('bars');
  });

  it('never lets labels or values touch', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'b', '日') }),
          {
            minLength: 1,
            maxLength: 40,
          },
        ),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 1, max: 3 }),
        (labels, width, columnGap, barWidth) => {
          const bars = labels.map((_, i) => [(i * 37) % 120]);
          const spec = { series: [{ name: 'A' }], labels, bars, showAxis: false, showValues: true };
          const element = makeChart({ ...spec, style: { ...style, columnGap, barWidth } });
          const rows = paintChart(element, width, 10).rows();
          const shown = rows
            .at(-1)!
            .split(/ +/)
            .filter((word) => word !== '' && !word.startsWith('‹'));
          // Whole labels, each a word of its own; one alone may be cut.
          for (const word of shown) {
            const start = shown.length === 1 && word.endsWith('…') ? word.slice(0, -1) : undefined;
            if (start === undefined) expect(labels).toContain(word);
            else expect(labels.some((label) => label.startsWith(start))).toBe(true);
          }
          expect(cellWidth(rows.at(-1)!)).toBeLessThanOrEqual(width);
          for (const row of rows.slice(0, -1)) {
            for (const word of row.match(/\d+/g) ?? []) {
              expect(bars.map(([value]) => String(value))).toContain(word);
            }
          }
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('styles past their limits', () => {
  // The style stage refuses these; what is computed by other means must still not hang or overlap.
  it.each([
    ['a LED width of 0', { barStyle: 'led', ledWidth: 0 }],
    ['a gap of -1', { rowGap: -1, columnGap: -1 }],
    ['a bar width of 0', { barWidth: 0 }],
    ['a vertical LED width of -3', { orientation: 'vertical', barStyle: 'led', ledWidth: -3 }],
  ])('%s', (_name, style) => {
    const rows = paintChart(makeChart({ ...base, style }), 40, 12).rows();
    expect(rows.join('\n')).toMatch(/Mon[^]*Tue[^]*Wed|Mon +Tue +Wed/);
  });
});
