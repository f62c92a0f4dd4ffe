/** What has no room is counted, what is optional goes first, and a stream does not jump. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart, picture, type ChartSpec } from './chart.js';

const one = [{ name: 'S' }];
const many = (count: number, each = (i: number): number => count - i): ChartSpec => ({
  series: one,
  labels: Array.from({ length: count }, (_, i) => `C${i}`),
  bars: Array.from({ length: count }, (_, i) => [each(i)]),
});
const vertical = { orientation: 'vertical' };

/** Bars that show some part of an entry, by their places. */
function shownEntries(spec: ChartSpec, width: number, height: number): number {
  const element = makeChart(spec);
  paintChart(element, width, height);
  const count = (spec['bars'] as number[][]).length;
  let shown = 0;
  for (let entry = 0; entry < count; entry++) {
    if (element.barBounds(entry, 0) !== undefined) shown++;
  }
  return shown;
}

function rows(spec: ChartSpec, width: number, height: number): string[] {
  return paintChart(makeChart(spec), width, height).rows();
}

describe('entries that have no room', () => {
  it('are counted at the side where they would be', () => {
    const spec = { ...many(40), showAxis: false, style: { ...vertical, columnGap: 1 } };
    expect(rows(spec, 20, 5).at(-1)).toMatch(/^‹30 /);
    const first = { ...spec, style: { ...vertical, columnGap: 1, overflowEntries: 'first' } };
    expect(rows(first, 20, 5).at(-1)).toMatch(/^C0 .* 30›$/);
    expect(rows({ ...spec, showLabels: false }, 20, 5)[0]).toMatch(/^‹30/);
  });

  it('of horizontal bars are the last ones, or the first', () => {
    const spec = { ...many(10), style: { rowGap: 0 } };
    expect(rows(spec, 20, 4)).toEqual([
      expect.stringMatching(/^C0/),
      expect.stringMatching(/^C1/),
      expect.stringMatching(/^C2/),
      '… 7 more',
    ]);
    expect(rows({ ...spec, style: { rowGap: 0, overflowEntries: 'last' } }, 20, 4)).toEqual([
      '… 7 more',
      expect.stringMatching(/^C7/),
      expect.stringMatching(/^C8/),
      expect.stringMatching(/^C9/),
    ]);
  });

  it('never are left out without a word, whatever the box', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 4, max: 60 }),
        fc.integer({ min: 2, max: 12 }),
        fc.boolean(),
        fc.constantFrom('first', 'last', undefined),
        fc.boolean(),
        (count, width, height, isVertical, overflowEntries, showLabels) => {
          const style = { ...(isVertical ? vertical : {}), overflowEntries };
          const spec = { ...many(count), style, showLabels };
          const shown = shownEntries(spec, width, height);
          const text = rows(spec, width, height).join('\n');
          const left = /… (\d+) more|\+(\d+)|‹(\d+)|(\d+)›/.exec(text)?.slice(1).find(Boolean);
          expect(Number(left ?? 0)).toBe(count - shown);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  it('are fewer, or as many, in a wider box', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 2, max: 12 }),
        (count, height) => {
          let before = 0;
          for (let width = 1; width <= 60; width++) {
            const spec = { ...many(count), showAxis: false, style: vertical };
            const shown = shownEntries(spec, width, height);
            expect(shown).toBeGreaterThanOrEqual(before);
            before = shown;
          }
        },
      ),
      { numRuns: propertyRuns(15) },
    );
  });
});

describe('series that have no room', () => {
  const series = ['a', 'b', 'c', 'd'].map((name) => ({ name }));

  it('are counted in a list of sparklines', () => {
    expect(picture({ series, bars: [[1, 2, 3, 4]] }, 20, 3)).toBe(`
a: ▂
b: ▄
… 2 more
`);
  });

  it('are counted beside the bars of a single entry', () => {
    const spec = { series, labels: ['x'], bars: [[1, 2, 3, 4]], style: vertical, showAxis: false };
    expect(rows(spec, 3, 4)[3]).toContain('1›');
  });
});

describe('room', () => {
  it('is made by the axis and by gaps that nobody set', () => {
    expect(picture({ ...many(4, (i) => i + 1) }, 20, 4)).toBe(`
C0 ████▎
C1 ████████▌
C2 ████████████▊
C3 █████████████████
`);
    const set = rows({ ...many(4), style: { rowGap: 1 } }, 20, 5);
    expect(set.at(-1)).toBe('… 2 more');
  });

  it('is made by the axis only where that shows every entry', () => {
    const text = (count: number, extra: ChartSpec, width: number, height: number): string =>
      rows({ ...many(count), ...extra }, width, height).join('\n');
    const upright = { style: vertical };
    expect(text(30, upright, 30, 8)).not.toMatch(/[┤│]/);
    expect(text(60, upright, 30, 8)).toMatch(/[┤│]/);
    const flat = { style: { rowGap: 0 } };
    expect(text(8, flat, 30, 8)).not.toMatch(/┬/);
    expect(text(9, flat, 30, 8)).toMatch(/┬/);
    expect(text(9, flat, 30, 8)).toContain('… 4 more');
    // Too few entries would be left.
    expect(text(9, flat, 30, 3)).not.toMatch(/┬/);
    expect(text(60, upright, 5, 8)).not.toMatch(/[┤│]/);
  });

  it('is not made by an axis that the author requests', () => {
    const text = (spec: ChartSpec, width: number, height: number): string =>
      rows({ ...spec, showAxis: true }, width, height).join('\n');
    expect(text({ ...many(30), style: vertical }, 30, 8)).toMatch(/[┤│]/);
    const flat = { ...many(8), style: { rowGap: 0 } };
    expect(text(flat, 30, 8)).toMatch(/┬/);
    expect(text(flat, 30, 8)).toContain('… 3 more');
  });

  it('is made by shorter values before they go', () => {
    const bars = [[1], [2], [3], [-22.75], [4], [1], [2], [3], [2], [4], [5], [6]];
    const labels = bars.map((_, i) => `M${i}`);
    const spec = { series: one, labels, bars, showValues: true, style: vertical };
    expect(rows(spec, 100, 8).join('\n')).toContain('-22.75');
    expect(rows(spec, 50, 8).join('\n')).toMatch(/-23/);
    // Where not all have room, those that do.
    expect(rows(spec, 40, 8).join('\n')).toMatch(/ 6$|6\n/);
  });

  it('leaves labels different from each other', () => {
    const labels = ['Customer number one', 'Customer number two', 'x'];
    const text = rows({ series: one, labels, bars: [[1], [2], [3]], style: { rowGap: 0 } }, 34, 3);
    expect(text.map((row) => row.slice(0, 11))).toEqual([
      'Custo…r one',
      'Custo…r two',
      'x          ',
    ]);
    expect(rows({ ...many(3), labels: ['January', 'February', 'May'] }, 8, 3)[2]).toMatch(/^May /);
  });
});

describe('a stream', () => {
  it('keeps the places of all its parts while only single values change', () => {
    const parts = (element: ReturnType<typeof makeChart>): string[] =>
      paintChart(element, 40, 8)
        .rows()
        .map((row) =>
          row
            .replace(/[▁-█]/g, ' ')
            .replace(/[\d.]+/g, '#')
            .trim()
            .slice(0, 4),
        );
    const spec = { ...many(8, (i) => i + 10), min: 0, max: 100, showValues: true, style: vertical };
    const element = makeChart(spec);
    const axis = (): boolean => parts(element).some((row) => row.includes('┤'));
    const before = axis();
    for (const value of [1, 99, 7, 100, 12]) {
      element.appendEntry([value], 'x');
      element.shiftEntry();
      expect(axis()).toBe(before);
    }
  });
});

describe('bars that fill the box', () => {
  it('are as wide as it allows', () => {
    const spec = { ...many(4, (i) => i + 1), showAxis: false };
    const style = { ...vertical, barWidth: 'auto' };
    expect(picture({ ...spec, style }, 23, 3)).toBe(`
            ▄▄▄▄▄ █████
▄▄▄▄▄ █████ █████ █████
 C0    C1    C2    C3
`);
    expect(picture({ ...spec, style: { barWidth: 'auto', rowGap: 0 } }, 12, 8)).toBe(`
C0 ██▎
   ██▎
C1 ████▌
   ████▌
C2 ██████▊
   ██████▊
C3 █████████
   █████████
`);
    const most = { ...style, maxBarWidth: 2 };
    expect(rows({ ...spec, style: most }, 60, 3)[1]).toMatch(/^ *▄▄ +██ +██ +██$/);
  });

  it('touch where the gap is 0', () => {
    const spec = { ...many(4, (i) => i + 1), showAxis: false, showValues: true };
    const style = { ...vertical, columnGap: 0, barWidth: 'auto' };
    expect(rows({ ...spec, style }, 24, 6)[4]).toBe('█'.repeat(24));
    const thin = { ...vertical, columnGap: 0 };
    expect(rows({ ...spec, showValues: false, style: thin }, 24, 5)[3]).toBe('████');
  });

  it('keep their order of size at any width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 120 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 3 }),
        (count, width, isVertical, gap) => {
          const style = {
            ...(isVertical ? vertical : {}),
            barWidth: 'auto',
            columnGap: gap,
            rowGap: gap,
          };
          const element = makeChart({ ...many(count), style });
          paintChart(element, width, 20);
          const sizes = new Set<number>();
          for (let entry = 0; entry < count; entry++) {
            const bounds = element.barBounds(entry, 0);
            if (bounds !== undefined) sizes.add(isVertical ? bounds.width : bounds.height);
          }
          // All as wide as each other.
          expect(sizes.size).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});
