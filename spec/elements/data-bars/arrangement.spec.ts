/** Titles, legends, grids, places of labels, sorted entries, net marks and error bars. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ACCESSIBLE_TEXT, MEASURE } from '../../../runtime/element/internals.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { propertyRuns, tried } from '../../support/property-runs.js';
import { makeChart, paintChart, picture, type ChartSpec } from './chart.js';
import { useChart } from './interaction.js';

afterEach(unmountAll);

const DIVISIONS = {
  series: [{ name: 'Sales' }],
  bars: [[40], [75.5], [12], [null]],
  labels: ['Revenue from services', 'Hardware', 'Licences and support', 'Other'],
};
const PLAN = {
  ...DIVISIONS,
  series: [{ name: 'Plan' }, { name: 'Actual' }],
  bars: [
    [40, 30],
    [75, 80],
    [12, 20],
    [22, 5],
  ],
  showLegend: true,
};
const TITLES = { 'entry-label': 'Division', 'value-label': 'Million euros' };

describe('titles of the axes', () => {
  it('are above the labels and below the axis of horizontal bars', () => {
    expect(picture({ ...DIVISIONS, ...TITLES, style: { rowGap: 0 } }, 50)).toBe(`
Division
Revenue from se… █████████████████▌
Hardware         █████████████████████████████████
Licences and su… █████▎
Other            ·
                 ┬───────┬────────┬────────┬──────
                 0       20       40       60
                           Million euros
`);
  });

  it('are above the axis and below the labels of vertical bars', () => {
    const style = { orientation: 'vertical', barWidth: 5 };
    expect(picture({ ...DIVISIONS, ...TITLES, labels: ['a', 'b', 'c', 'd'], style }, 40)).toBe(`
Million euros
  │       █████
  │       █████
50┤       █████
  │ ▆▆▆▆▆ █████
  │ █████ █████
  │ █████ █████ ▁▁▁▁▁
 0┤ █████ █████ █████   ·
      a     b     c     d
           Division
`);
  });

  it('give way before the bars do, and are cut where they are long', () => {
    const chart = { ...DIVISIONS, ...TITLES, showAxis: false, style: { rowGap: 0 } };
    expect(picture(chart, 30, 5)).toContain('Division');
    expect(picture(chart, 30, 4)).not.toContain('Division');
    expect(picture({ ...chart, 'value-label': 'x'.repeat(60) }, 20)).toContain('x…');
  });

  it('are read aloud', () => {
    const text = (more: object): string => makeChart({ ...DIVISIONS, ...more })[ACCESSIBLE_TEXT]();
    expect(text(TITLES)).toMatch(/^Bar chart of Sales; Million euros by Division; 4 entries;/);
    expect(text({ 'entry-label': 'Division' })).toMatch(/; by Division; /);
    expect(text({ 'value-label': 'a\u001b[31m' })).not.toContain('\u001b');
  });

  it('are safe to print', () => {
    const rows = picture({ ...DIVISIONS, 'value-label': 'a\u001b[31mb' }, 40);
    expect(rows).not.toContain('\u001b');
  });
});

/** What shows of a chart besides its titles. */
interface Shown {
  readonly legend: number;
  readonly axis: boolean;
  readonly entries: number;
  /** Rows from the first entry to the second, where bars lie. */
  readonly pitch: number;
}

function shownOf(
  spec: ChartSpec,
  width: number,
  height: number,
): { readonly shown: Shown; readonly titles: number } {
  const element = makeChart(spec);
  const text = paintChart(element, width, height).rows().join('\n');
  const bars = spec['bars'] as readonly unknown[];
  const at = bars.map((_, entry) => element.barBounds(entry, 0));
  const { orientation = 'horizontal', barWidth } = spec.style ?? {};
  const series = spec['series'] as readonly unknown[];
  // Which columns have room beside an axis depends on the width of its ticks, and so on which ticks there are.
  const needed = {
    sparkline: bars.length + 30,
    vertical: bars.length * series.length * 8 + 10,
    horizontal: 0,
  };
  const kind = spec['labels'] === undefined ? 'sparkline' : (orientation as keyof typeof needed);
  const isCrowded = needed[kind] > width;
  // Bars that fill the box are as far apart as they are thick.
  const hasNone = kind !== 'horizontal' || barWidth === 'auto';
  const [first, second] = at;
  return {
    titles: [...text.matchAll(/Divis|Mill/g)].length,
    shown: {
      legend: [...text.matchAll(/[█▓▒░] s\d/g)].length,
      axis: isCrowded || /[┬┤┼]/.test(text),
      entries: isCrowded ? bars.length : at.filter((each) => each !== undefined).length,
      pitch: hasNone || first === undefined || second === undefined ? 0 : second.y - first.y,
    },
  };
}

/** Charts of all kinds, with everything that takes rows. */
const anyChart = fc
  .record({
    kind: fc.constantFrom('horizontal', 'vertical', 'sparkline'),
    entries: fc.integer({ min: 2, max: 24 }),
    series: fc.integer({ min: 1, max: 4 }),
    isStack: fc.boolean(),
    sign: fc.constantFrom(1, -1, 0),
    showLegend: fc.boolean(),
    legend: fc.constantFrom('top', 'right', 'bottom'),
    showValues: fc.boolean(),
    showAxis: fc.constantFrom(undefined, true, false),
    labelPosition: fc.constantFrom('side', 'above'),
    labelWrap: fc.constantFrom('none', 'wrap'),
    barWidth: fc.constantFrom(1, 2, 'auto'),
    gap: fc.constantFrom(undefined, 0, 2),
  })
  .map(({ kind, entries, series, isStack, sign, showAxis, ...rest }) => {
    const { showLegend, showValues, gap, ...style } = rest;
    const value = (i: number): number => ((i * 37) % 90) + 5;
    const signOf = (i: number): number => (sign === 0 ? (-1) ** i : sign);
    const spec: ChartSpec = {
      series: Array.from({ length: series }, (_, i) => ({
        name: `s${i}`,
        ...(isStack ? { stack: 'k' } : {}),
      })),
      bars: Array.from({ length: entries }, (_, entry) =>
        Array.from({ length: series }, (_, i) => value(entry + 7 * i) * signOf(entry)),
      ),
      ...(kind === 'sparkline'
        ? {}
        : { labels: Array.from({ length: entries }, (_, i) => `n${i} of all`) }),
      showLegend,
      showValues,
      ...(showAxis === undefined ? {} : { showAxis }),
      style: {
        ...style,
        orientation: kind === 'vertical' ? 'vertical' : 'horizontal',
        ...(gap === undefined ? {} : { rowGap: gap, columnGap: gap }),
      },
    };
    return spec;
  });

describe('titles at each height', () => {
  const heights = tried(
    Array.from({ length: 60 }, (_, i) => i + 1),
    20,
  );

  it('take rows that nothing else needs, whatever the chart', () => {
    fc.assert(
      fc.property(anyChart, fc.constantFrom(12, 24, 40, 80, 160), (spec, width) => {
        const count = (spec['bars'] as readonly unknown[]).length;
        for (const height of heights) {
          const { shown } = shownOf(spec, width, height);
          const titled = shownOf({ ...spec, ...TITLES }, width, height);
          // Of a chart that shows some of its entries, titles take some of these.
          const isCut = shown.entries < count;
          expect({ height, ...titled.shown }).toEqual({
            height,
            ...shown,
            ...(isCut ? { entries: titled.shown.entries } : {}),
          });
          if (isCut) continue;
          // All that it needs is all that it requests, and both titles.
          if (height >= makeChart({ ...spec, ...TITLES })[MEASURE]({ width, height: 99 }).height) {
            expect([height, titled.titles]).toEqual([height, 2]);
          }
        }
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it('go before the default gap, that before the axis, and that before the legend', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 20 }),
        fc.integer({ min: 1, max: 3 }),
        (count, bars) => {
          const spec = {
            series: Array.from({ length: bars }, (_, i) => ({ name: `s${i}` })),
            bars: Array.from({ length: count }, (_, entry) => Array<number>(bars).fill(entry + 1)),
            labels: Array.from({ length: count }, (_, i) => `n${i}`),
            showLegend: true,
            ...TITLES,
          };
          const rows = count * bars;
          const expected = (height: number): object => {
            const full = rows + count - 1;
            const titles = (used: number): number => Math.max(0, Math.min(2, height - used));
            if (height >= full + 3)
              return { titles: titles(full + 3), pitch: bars + 1, parts: 'la' };
            if (height >= rows + 3) return { titles: titles(rows + 3), pitch: bars, parts: 'la' };
            return { titles: 0, pitch: bars, parts: height > rows ? 'l' : '' };
          };
          for (let height = rows; height < 2 * rows + 10; height++) {
            const { shown, titles } = shownOf(spec, 40, height);
            const parts = `${shown.legend > 0 ? 'l' : ''}${shown.axis ? 'a' : ''}`;
            expect([height, { titles, pitch: shown.pitch, parts }]).toEqual([
              height,
              expected(height),
            ]);
            expect(shown.entries).toBe(count);
          }
        },
      ),
      { numRuns: propertyRuns(20) },
    );
  });

  it('and the legend before the axis where that is requested', () => {
    const chart = { ...PLAN, style: { rowGap: 0 } };
    const requested = picture({ ...chart, showAxis: true }, 40, 10);
    expect(requested).not.toContain('█ Plan');
    expect(requested).toContain('┬');
    const usual = picture(chart, 40, 10);
    expect(usual).toContain('█ Plan');
    expect(usual).not.toContain('┬');
  });
});

describe('a legend', () => {
  it('at the right has a key on each line', () => {
    expect(picture({ ...PLAN, style: { legend: 'right', labelWrap: 'wrap' } }, 50)).toBe(`
Revenue from  █████████████               █ Plan
services      █████████▊                  █ Actual

Hardware      ████████████████████████▍
              ██████████████████████████

Licences and  ███▉
support       ██████▌

Other         ███████▏
              █▋
              ┬───────────────┬─────────
              0               50
`);
  });

  it('at the right is on top where there is no room beside the chart', () => {
    const top = picture({ ...PLAN, style: { legend: 'top' } }, 24);
    expect(picture({ ...PLAN, style: { legend: 'right' } }, 24)).toBe(top);
  });

  it('below is under the title of the axis', () => {
    const style = { legend: 'bottom', orientation: 'vertical', barWidth: 3 };
    const labels = ['a', 'b', 'c', 'd'];
    expect(picture({ ...PLAN, ...TITLES, labels, style }, 40, 12)).toBe(`
Million euros
  │        ▄▄▄███
  │        ██████
  │        ██████
50┤        ██████
  │ ███    ██████
  │ ██████ ██████        ▂▂▂
  │ ██████ ██████ ▂▂▂███ ███
 0┤ ██████ ██████ ██████ ███▄▄▄
      a      b      c      d
             Division
█ Plan  █ Actual
`);
  });
});

describe('a grid', () => {
  it('has dotted lines at ticks, behind bars and texts', () => {
    const chart = { ...DIVISIONS, showValues: true };
    expect(picture({ ...chart, style: { grid: 'light', valuePosition: 'bar' } }, 50)).toBe(`
Revenue from se… ██████████████▉ 40.0
                                   ┊
Hardware         ████████████████████████████ 75.5
                                   ┊
Licences and su… ████▌ 12.0        ┊
                                   ┊
Other            –                 ┊
                 ┬─────────────────┬─────────
                 0                 50
`);
    const style = { grid: 'light', orientation: 'vertical', barWidth: 3 };
    expect(picture({ ...chart, labels: ['a', 'b', 'c', 'd'], style }, 40)).toBe(`
         75.5
  │      ███
  │      ███
50┤ 40.0┈███┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈
  │ ▂▂▂  ███
  │ ███  ███
  │ ███  ███  12.0
  │ ███  ███  ▂▂▂
 0┤ ███  ███  ███   –
     a    b    c    d
`);
  });

  it('is behind the points of a tall sparkline', () => {
    const bars = Array.from({ length: 20 }, (_, i) => [Math.round(50 + 40 * Math.sin(i / 2))]);
    const chart = { series: [{ name: 'cpu' }], bars, showAxis: true, max: 100 };
    expect(picture({ ...chart, style: { grid: 'light' } }, 40, 9)).toBe(`
     100┤┈┈┈▁┈┈┈┈┈┈┈┈┈┈┈┈▁┈┈┈
        │  ▄█▆          ▇█▃
        │ ▂███▅        ▇███
        │ █████       ▂█████
      50┤▄██████┈┈┈┈┈┈██████▂
        │███████▂    ▄███████
        │████████    ████████
        │████████▆ ▁█████████
cpu:   0┤████████████████████
`);
  });
});

describe('labels', () => {
  it('above their bars have all of the row', () => {
    expect(picture({ ...PLAN, style: { labelPosition: 'above' } }, 40)).toBe(`
█ Plan  █ Actual
Revenue from services
████████████████████
███████████████

Hardware
█████████████████████████████████████▌
████████████████████████████████████████

Licences and support
██████
██████████

Other
███████████
██▌
┬────────┬─────────┬─────────┬─────────┬
0        20        40        60       80
`);
  });

  it('above their bars go with them where not all entries fit', () => {
    expect(picture({ ...PLAN, style: { labelPosition: 'above' } }, 40, 8)).toBe(`
Revenue from services
████████████████████
███████████████
Hardware
█████████████████████████████████████▌
████████████████████████████████████████

… 2 more
`);
  });

  it('that are wrapped are cut once, where the last line ends', () => {
    const chart = {
      ...PLAN,
      labels: ['one two three four five', 'b', 'c', 'd'],
      showLegend: false,
    };
    const rows = picture(
      { ...chart, showAxis: false, style: { labelWrap: 'wrap', rowGap: 0 } },
      30,
    );
    expect(rows).toMatch(/^\none two +█.*\nthree fou… █/);
  });

  it('are wrapped below vertical bars', () => {
    const style = { labelWrap: 'wrap', orientation: 'vertical', barWidth: 3 };
    expect(picture({ ...DIVISIONS, style }, 60, 10)).toBe(`
  │                    ███
  │                    ███
50┤                    ███
  │      ▂▂▂           ███
  │      ███           ███
  │      ███           ███
  │      ███           ███           ▂▂▂
 0┤      ███           ███           ███            ·
    Revenue from    Hardware    Licences and      Other
      services                     support
`);
  });
});

describe('sorted bars', () => {
  it.each(['value', '-value', 'label', '-label'])('by %s', (sort) => {
    const rows = picture({ ...DIVISIONS, showAxis: false, style: { sort, rowGap: 0 } }, 24);
    const order = rows
      .trim()
      .split('\n')
      .map((row) => row[0])
      .join('');
    // Those without a value are last in both directions.
    expect(order).toBe({ value: 'LRHO', '-value': 'HRLO', label: 'HLOR', '-label': 'ROLH' }[sort]);
  });

  it('compares numbers inside labels as numbers, and keeps equal ones as they are', () => {
    const spec = {
      series: [{ name: 's' }],
      bars: [[1], [1], [1]],
      labels: ['item 10', 'item 9', 'Item 1'],
      showAxis: false,
    };
    const order = (sort: string): string[] =>
      picture({ ...spec, style: { sort, rowGap: 0 } }, 30).match(/\d+/g)!;
    expect(order('label')).toEqual(['1', '9', '10']);
    expect(order('value')).toEqual(['10', '9', '1']);
  });

  it('show the first of their order where not all fit, and scale to those', () => {
    const bars = Array.from({ length: 30 }, (_, i) => [i]);
    const labels = bars.map(([value]) => `n${value}`);
    const spec = { series: [{ name: 's' }], bars, labels };
    const style = { sort: 'value', orientation: 'vertical', scaleTo: 'visible', columnGap: 1 };
    expect(picture({ ...spec, style }, 14, 6)).toBe(`
5┤           █
 │         █ █
 │       █ █ █
 │     █ █ █ █
0┤   █ █ █ █ █
   n0 n2   24›
`);
  });

  it('keep the indices, ids and data of the entries', async () => {
    const { app, chart, events } = await useChart(
      `series='[{"name":"s"}]' bars='[[1],[3],[2]]' labels='["a","b","c"]' selectable
       show-axis="false" onGetId="(item) => item.label + item.index" style="sort: -value; gap: 0"`,
    );
    await app.click({ x: 3, y: 1 });
    expect(events().at(-1)).toMatchObject({ entryIndex: 2, label: 'c', value: 2, id: 'c2' });
    expect(chart.getSelectedBar()).toEqual({ entry: 2, series: 0 });
    expect(chart.getValue()).toEqual([[1], [3], [2]]);
    const copied = chart.getSelectableText({ startX: 0, endX: 9, startY: 0, endY: 1 });
    expect(JSON.parse(copied)).toMatchObject({ bars: [[3], [2]], labels: ['b', 'c'] });
  });

  it('are walked by keys as they stand', async () => {
    const { app, chart } = await useChart(
      `series='[{"name":"s"}]' bars='[[1],[3],[2]]' labels='["a","b","c"]' selectable
       show-axis="false" style="sort: -value"`,
    );
    const walked: (number | undefined)[] = [];
    await app.press('Tab');
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
      await app.press(key);
      await app.press('Enter');
      walked.push(chart.getSelectedBar()?.entry);
    }
    expect(walked).toEqual([1, 2, 0, 2]);
  });
});

describe('net marks', () => {
  const FLOWS = {
    series: [
      { name: 'In', stack: 'a' },
      { name: 'Out', stack: 'a' },
    ],
    bars: [
      [40, -30],
      [75, -80],
      [20, 10],
    ],
    labels: ['a', 'b', 'c'],
  };

  it('show what a stack of both signs comes to', () => {
    expect(picture({ ...FLOWS, style: { net: 'mark', rowGap: 0 } }, 42)).toBe(`
a              ▍█████████◆███████▏
b ▊██████████████████◆████████████████████
c                      █████▏█▋
  ────────┬────────────┼───────────┬──────
         -50           0           50
`);
    const style = { net: 'mark', orientation: 'vertical', barWidth: 3 };
    expect(picture({ ...FLOWS, style }, 30, 11)).toBe(`
   │     ▆▆▆
   │     ███
   │ ▄▄▄ ███
   │ ███ ███ ▇▇▇
  0┼ █◆█ ███ ███
   │ ███ █◆█
   │ ▁▁▁ ███
   │     ███
-50┤     ███
   │     ███
      a   b   c
`);
  });
});

describe('error bars', () => {
  const MEANS = {
    series: [
      { name: 'Mean', error: { low: 'min', high: 'max' } },
      { name: 'min' },
      { name: 'max' },
    ],
    bars: [
      [40, 30, 55],
      [75, 60, 79],
      [12, 12, 12],
      [5, -5, 20],
      [8, null, 9],
    ],
    labels: ['a', 'b', 'c', 'd', 'e'],
    showValues: true,
    showLegend: true,
  };

  it('run from the low to the high series, which have no bars', () => {
    expect(picture({ ...MEANS, style: { rowGap: 0 } }, 46)).toBe(`
█ Mean
a    ██████████████├───────────┤            40
b    ████████████████████████████├────────┤ 75
c    █████┼                                 12
d ├───────────┤                              5
e    ███▉                                    8
  ───┼────────┬─────────┬────────┬─────────
     0        20        40       60
`);
    expect(picture({ ...MEANS, style: { rowGap: 0, valuePosition: 'bar' } }, 46)).toBe(`
█ Mean
a    ██████████████├───────────┤ 40
b    ████████████████████████████├────────┤ 75
c    █████┼ 12
d ├───────────┤ 5
e    ███▉ 8
  ───┼────────┬─────────┬────────┬─────────
     0        20        40       60
`);
    const style = { orientation: 'vertical', barWidth: 3 };
    expect(picture({ ...MEANS, style }, 40, 12)).toBe(`
█ Mean
        75
  │     ▅┬▅
  │ 40  █┴█
50┤  ┬  ███
  │ ▄│▄ ███
  │ █┴█ ███ 12   5
  │ ███ ███ ▁┼▁  ┬   8
 0┼ ███ ███ ███ ▄│▄ ▆▆▆
  │              ┴

     a   b   c   d   e
`);
  });

  it('are read aloud with the series that has them', () => {
    expect(makeChart(MEANS)[ACCESSIBLE_TEXT]()).toMatch(
      /^Bar chart of Mean; 5 entries; from -5 to/,
    );
  });

  it('are cut off at the ends of a scale', () => {
    const rows = picture(
      { ...MEANS, min: 0, max: 50, showValues: false, style: { rowGap: 0 } },
      46,
    );
    expect(rows).toBe(`
█ Mean
a ██████████████████████████├─────────────────
b ███████████████████████████████████████████▸
c ██████████┼
d ─────────────────┤
e ███████
  ┬───────┬────────┬────────┬────────┬───────┬
  0       10       20       30       40     50
`);
  });

  it.each([
    [{ low: 'min', high: 'most' }, /"error" requires "low" and "high" to name two other series/],
    [{ low: 'Mean', high: 'max' }, /"error" requires/],
  ])('with ends %j are reported', (error, message) => {
    const series = [{ name: 'Mean', error }, { name: 'min' }, { name: 'max' }];
    const element = makeChart({ ...MEANS, series });
    paintChart(element, 40, 10);
    const [first] = element.ownerDocument.diagnostics;
    expect(first).toMatchObject({ code: 'bad-error', severity: 'warning' });
    expect(first?.message).toMatch(message);
    expect(element[ACCESSIBLE_TEXT]()).toContain('Mean');
  });

  it('do not apply to stacks', () => {
    const series = [
      { name: 'Mean', stack: 's', error: { low: 'min', high: 'max' } },
      { name: 'More', stack: 's' },
      { name: 'min' },
      { name: 'max' },
    ];
    const element = makeChart({ ...MEANS, series });
    paintChart(element, 40, 10);
    expect(element.ownerDocument.diagnostics[0]?.message).toContain('does not apply to stacks');
  });
});

/** A chart of each style, by its name: attributes, and the style itself. */
const STYLES: Readonly<Record<string, readonly [attributes: string, style: string]>> = {
  'titles, legend at the right, grid, sorted': [
    `series='[{"name":"Plan"},{"name":"Actual"}]' bars='[[40,30],[75,80],[12,20]]' showLegend
     labels='["Services","Hardware","Support"]' entry-label="Division" value-label="M€"`,
    'legend: right; grid: light; sort: -value; gap: 0',
  ],
  'legend below, net': [
    `series='[{"name":"In","stack":"a"},{"name":"Out","stack":"a"}]' showLegend
     bars='[[40,-30],[75,-80],[12,-20]]' labels='["a","b","c"]'`,
    'net: mark; legend: bottom; grid: light; gap: 0',
  ],
  'error bars, wrapped labels': [
    `series='[{"name":"Mean","error":{"low":"min","high":"max"}},{"name":"min"},{"name":"max"}]'
     bars='[[40,30,55],[75,60,79],[5,-5,20]]' labels='["first of all","second one","c"]' value-label="ms"`,
    'orientation: vertical; bar-width: 3; grid: light; label-wrap: wrap; height: 9',
  ],
  'bins, labels above': [
    `series='[{"name":"ms"}]' bars='[[1],[2],[2.5],[3],[3],[4],[4.2],[5],[9]]' unit="ms"`,
    'bins: auto; label-position: above; gap: 0',
  ],
  'time axis, ticks': [
    `series='[{"name":"s"}]' bars='[[3],[8],[5],[9],[4],[7]]' ticks="[0,5]"
     labels='["2026-03-27","2026-03-28","2026-03-29","2026-03-30","2026-03-31","2026-04-01"]'`,
    'entry-axis: time; orientation: vertical; height: 6; gap: 0; bar-width: auto',
  ],
};

describe.each(['fullcolor-dark', 'color16-std', 'gray-dark', 'bw-dark'])('in %s', (theme) => {
  it('every style', async () => {
    const charts = Object.values(STYLES).map(
      ([attributes, style]) => `<data-bars ${attributes} style="${style}"/>`,
    );
    const app = await mount(`<tui style="gap: 1">${charts.join('')}</tui>`, {
      width: 60,
      height: 60,
      theme,
    });
    expect(app).toMatchScreen(`arrangement ${theme}`);
  });

  it.each(Object.entries(STYLES))('%s, at many widths', async (name, [attributes, style]) => {
    const boxes = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 40, 60, 120].map(
      (width) => `<container style="width: ${Math.max(4, width)}"><text>${width}:</text>
        <data-bars ${attributes} style="${style}; width: ${width}"/></container>`,
    );
    const app = await mount(
      `<tui><container style="flex-direction: row; flex-wrap: wrap; gap: 1 2">${boxes.join('')}</container></tui>`,
      { width: 122, height: 70, theme },
    );
    await app.resize(122, app.text().trimEnd().split('\n').length);
    expect(app).toMatchScreen(`${name} ${theme}`);
  });
});
