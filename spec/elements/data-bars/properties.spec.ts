/** What holds for every chart, whatever its data, style and box. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DataBars } from '../../../elements/data-bars/data-bars.js';
import type { GridPainter } from '../../support/grid-painter.js';
import { makeChart, paintChart, type ChartSpec } from './chart.js';
import { propertyRuns } from '../../support/property-runs.js';
import { MEASURE } from '../../../runtime/element/internals.js';

const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -100, max: 100 }) },
  { weight: 2, arbitrary: fc.double({ min: -50, max: 50, noNaN: true }) },
  fc.constantFrom(null, 0, -0, 5e-324, -5e-324, 1e308, -1e308, 1.7e308, 1e-300),
);
const name = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 8 }) },
  fc.constantFrom(
    '',
    '東京特許',
    '👨‍👩‍👧',
    'e\u0301e\u0301',
    '\u001b[31m',
    '\u202eabc',
    'a\nb\tc',
    '2026-03-29',
    '2026-03-29T01:30:00Z',
    'x'.repeat(300),
  ),
);
const style = fc.record({
  orientation: fc.constantFrom('horizontal', 'vertical'),
  barWidth: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant('auto')),
  maxBarWidth: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  rowGap: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(undefined)),
  columnGap: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(undefined)),
  overflowEntries: fc.constantFrom('first', 'last', undefined),
  valueScale: fc.constantFrom('linear', 'linear', 'log', 'symlog'),
  scaleTo: fc.constantFrom('visible', 'all', undefined),
  seriesScale: fc.constantFrom('shared', 'own'),
  baseline: fc.constantFrom('zero', 'fit'),
  colorStops: fc.constantFrom(undefined, '0 green, 70% red', 'none'),
  barStyle: fc.constantFrom('solid', 'led'),
  ledWidth: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  highValue: fc.integer({ min: -10, max: 120 }),
  palette: fc.constantFrom('gray', 'vivid', 'theme'),
  valuePosition: fc.constantFrom('column', 'bar', 'inside'),
  stackScale: fc.constantFrom('value', 'value', 'percent'),
  alignEntries: fc.constantFrom('start', 'end'),
  resolution: fc.constantFrom('cell', 'cell', 'half', 'braille'),
  zeroLine: fc.constantFrom('none', 'line'),
  downsample: fc.constantFrom('none', 'max', 'mean', 'last'),
  sort: fc.constantFrom('none', 'value', '-value', 'label', '-label'),
  bins: fc.constantFrom(undefined, undefined, undefined, 'auto', 1, 7),
  grid: fc.constantFrom('none', 'light'),
  legend: fc.constantFrom('top', 'right', 'bottom'),
  labelPosition: fc.constantFrom('side', 'above'),
  labelWrap: fc.constantFrom('none', 'wrap'),
  entryAxis: fc.constantFrom('label', 'label', 'time'),
  net: fc.constantFrom('none', 'mark'),
});
const series = fc.array(
  fc.record(
    {
      name,
      stack: fc.constantFrom('a', 'b', ''),
      color: fc.constantFrom('red', 'default', ''),
      error: fc.record({ low: name, high: name }),
    },
    { requiredKeys: ['name'] },
  ),
  { maxLength: 5 },
);
const chart: fc.Arbitrary<ChartSpec> = fc.record(
  {
    series,
    bars: fc.array(fc.array(value, { maxLength: 6 }), { maxLength: 30 }),
    labels: fc.array(name, { maxLength: 30 }),
    style,
    showLabels: fc.boolean(),
    showValues: fc.boolean(),
    showLegend: fc.boolean(),
    'entry-label': name,
    'value-label': name,
    showAxis: fc.boolean(),
    valueFormat: fc.constantFrom('value', 'sum', 'last/max', 'percent'),
    min: fc.constantFrom(-50, 0, 10),
    max: fc.constantFrom(10, 60, 100),
    marks: fc.constantFrom(
      [{ value: 50, label: 'limit' }],
      [{ value: -1e308 }, { value: 5, label: '日\u001b', color: 'red' }],
      [{ values: [5, null, -1e308, 60], label: '計\u001b' }, { values: [] }, { value: 0 }],
    ),
    unit: fc.constantFrom('', 'ms', '%', '\u001b[31m', '日', 'x'.repeat(50)),
    numberFormat: fc.constantFrom(
      '',
      'bytes-iec',
      'duration',
      'percent',
      ',.2f',
      '~s',
      '{"style":"percent"}',
    ),
  },
  { requiredKeys: ['series', 'bars', 'style'] },
);
const box = fc.record({
  width: fc.integer({ min: 0, max: 120 }),
  height: fc.integer({ min: 0, max: 40 }),
  depth: fc.constantFrom('none', '16', '256', 'truecolor'),
});

/** Glyphs and styles of all cells. */
function cells(grid: GridPainter): string {
  return Array.from(
    grid.cells.glyphs,
    (glyph, i) => `${glyph}:${JSON.stringify(grid.cells.table.get(grid.cells.styles[i]!))}`,
  ).join();
}

describe('every chart', () => {
  it('paints inside its box and nothing that a terminal would obey', () => {
    fc.assert(
      fc.property(chart, box, (spec, { width, height, depth }) => {
        const element = makeChart(spec);
        const size = element[MEASURE]({ width, height: Infinity });
        expect(Number.isInteger(size.height) && size.height >= 0).toBe(true);
        // The painter throws where anything is painted outside.
        const text = paintChart(element, width, height, { depth }).rows().join('');
        expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
        expect(text).not.toMatch(/NaN|undefined|Infinity/);
        expect(element.accessibleText()).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('paints the same whatever part of it is clipped', () => {
    fc.assert(
      fc.property(
        chart,
        fc.record({
          width: fc.integer({ min: 1, max: 60 }),
          height: fc.integer({ min: 1, max: 30 }),
        }),
        fc.nat(20),
        (spec, { width, height }, skip) => {
          // Values are as wide as what can be seen, legend and axis at its edges: they are left out here.
          const element = makeChart({
            ...spec,
            showValues: false,
            showLegend: false,
            showAxis: false,
          });
          const whole = paintChart(element, width, height);
          const clip = { x: 0, y: Math.min(skip, height - 1), width, height: 5 };
          const part = paintChart(element, width, height, { clip });
          for (let y = clip.y; y < Math.min(height, clip.y + 5); y++) {
            expect(part.rows()[y]).toBe(whole.rows()[y]);
          }
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it('has its lines and values in the same cells whatever part of it is clipped', () => {
    const line = fc.record({
      value: fc.integer({ min: -60, max: 160_000 }),
      label: fc.constantFrom('', 'x', 'limit', 'a longer one'),
    });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -20, max: 100_000 }), { minLength: 2, maxLength: 20 }),
        fc.array(line, { maxLength: 4 }),
        fc.constantFrom('horizontal', 'vertical'),
        fc.record({
          width: fc.integer({ min: 4, max: 50 }),
          height: fc.integer({ min: 3, max: 14 }),
        }),
        fc.record({ x: fc.nat(40), y: fc.nat(12), cells: fc.integer({ min: 3, max: 20 }) }),
        fc.boolean(),
        (values, marks, orientation, { width, height }, part, showValues) => {
          const upright = orientation === 'vertical';
          const element = makeChart({
            series: [{ name: 's' }],
            bars: values.map((each) => [each]),
            labels: values.map((_, index) => `l${index}`),
            min: -10,
            max: 60_000,
            marks,
            // Values beside horizontal bars are as wide as what can be seen, and axes are at its edges.
            showValues: showValues && upright,
            showAxis: false,
            style: { orientation, zeroLine: 'line' },
          });
          const clip = upright
            ? { x: Math.min(part.x, width - 1), y: 0, width: part.cells, height }
            : { x: 0, y: Math.min(part.y, height - 1), width, height: part.cells };
          const seen = (row: string): string => row.slice(clip.x, clip.x + clip.width);
          const rows = (grid: GridPainter): string[] =>
            grid
              .rows()
              .slice(clip.y, clip.y + clip.height)
              .map(seen);
          const whole = paintChart(element, width, height);
          // Trailing blanks of a row are not among its text.
          const trim = (row: string): string => row.trimEnd();
          expect(rows(paintChart(element, width, height, { clip })).map(trim)).toEqual(
            rows(whole).map(trim),
          );
        },
      ),
      { numRuns: propertyRuns(150) },
    );
  });

  it('does not change when its data is set to what it is', () => {
    fc.assert(
      fc.property(chart, (spec) => {
        const element = makeChart(spec);
        const before = cells(paintChart(element, 50, 12));
        element.setValue(element.getValue());
        expect(cells(paintChart(element, 50, 12))).toBe(before);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('equals a fresh chart of the same data after any appends and shifts', () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.tuple(fc.constant('append'), fc.array(value, { maxLength: 4 }), name),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.constant('append plain'), fc.array(value, { maxLength: 4 }), name),
      },
      { weight: 2, arbitrary: fc.tuple(fc.constant('shift'), fc.constant([]), name) },
      { weight: 1, arbitrary: fc.tuple(fc.constant('paint'), fc.constant([]), name) },
    );
    fc.assert(
      fc.property(chart, fc.array(step, { maxLength: 60 }), (spec, steps) => {
        // Buckets of folded entries lie where the stream began, labels thin with it: by design not fresh.
        // Percent have no format of their own to keep their decimals equal.
        const valueFormat = spec['valueFormat'] === 'percent' ? 'value' : spec['valueFormat'];
        // A stream keeps the decimals that it had: a format of its own keeps them equal.
        const plain: ChartSpec = {
          ...spec,
          labels: [],
          numberFormat: '.3g',
          valueFormat: valueFormat ?? 'value',
        };
        const style = { ...(spec.style as object), downsample: 'none', columnGap: 1 };
        const live = makeChart({ ...plain, style });
        const own: { values: (number | null)[]; label: string | undefined }[] = (
          spec['bars'] as (number | null)[][]
        ).map((values) => ({ values, label: undefined }));
        let dropped = 0;
        for (const [kind, values, label] of steps) {
          if (kind === 'append') {
            live.appendEntry(values, label);
            own.push({ values, label });
          } else if (kind === 'append plain') {
            live.appendEntry(values);
            own.push({ values, label: undefined });
          } else if (kind === 'shift') {
            live.shiftEntry();
            if (own.shift() !== undefined) dropped++;
          } else paintChart(live, 60, 10);
        }
        expect(JSON.stringify(live.getValue())).toBe(
          JSON.stringify(own.map(({ values }) => values)),
        );
        // A chart that had labels keeps its kind while it is empty.
        if (own.length === 0) return;
        const labelled = own.some(({ label }) => label !== undefined);
        // Targets go with their entries; those of a histogram are its bins.
        const hasBins = (style as { bins?: unknown }).bins !== undefined;
        const marks = (spec['marks'] as { values?: unknown[] }[] | undefined)?.map((mark) =>
          mark.values === undefined || hasBins
            ? mark
            : { ...mark, values: mark.values.slice(dropped) },
        );
        const fresh = makeChart({
          ...plain,
          ...(marks === undefined ? {} : { marks }),
          style,
          bars: own.map(({ values }) => values),
          ...(labelled ? { labels: own.map(({ label }) => label ?? '') } : {}),
        });
        const vertical = (style as { orientation?: string }).orientation === 'vertical';
        if (labelled && vertical) {
          // Which labels are left out depends on the stream.
          live.setAttribute('showLabels', 'false');
          fresh.setAttribute('showLabels', 'false');
        }
        expect(cells(paintChart(live, 60, 10))).toBe(cells(paintChart(fresh, 60, 10)));
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('values of random charts', () => {
  it('show their order, and which are equal, in their text', () => {
    const number = fc.oneof(
      fc.integer({ min: -1000, max: 1000 }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.constantFrom(0, 0.1, 0.30000000000000004, 999999.5, -4999.99, -5000),
    );
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 24, max: 90 }),
        fc.constantFrom('column', 'bar'),
        (values, width, valuePosition) => {
          const chart = makeChart({
            series: [{ name: 'S' }],
            labels: values.map(() => ''),
            bars: values.map((each) => [each]),
            showValues: true,
            showAxis: false,
            style: { rowGap: 0, valuePosition },
          });
          const texts = paintChart(chart, width, values.length)
            .rows()
            .map((row) => /[^ ▀-▟█]+$/u.exec(row)?.[0] ?? '');
          const units = texts
            .filter((_, i) => values[i] !== 0)
            .map((text) => text.replace(/[-<>.\d]/g, ''));
          // Zero has none.
          expect(new Set(units).size).toBeLessThanOrEqual(1);
          const shown = texts.map((text) => Number(text.replace(/[<>]|[A-Z]$/g, '')));
          const span = Math.max(0, ...values) - Math.min(0, ...values);
          values.forEach((value, i) =>
            values.forEach((other, j) => {
              if (value === other) expect(texts[i]).toBe(texts[j]);
              // Tiny ones are written as the least that the column has.
              if (value < other) expect(shown[i]!).toBeLessThanOrEqual(shown[j]!);
              const isSeen = Math.abs(value - other) > span / (4 * (width - 8));
              if (isSeen) expect(texts[i]).not.toBe(texts[j]);
            }),
          );
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  it('show them in groups too, beside bars that lie and on bars that stand', () => {
    const number = fc.oneof(
      fc.integer({ min: -999, max: 999 }),
      fc.integer({ min: -1e8, max: 1e8 }).map((hundredths) => hundredths / 100),
    );
    const pairs = fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 5 });
    const orientation = fc.constantFrom('horizontal', 'vertical');
    fc.assert(
      fc.property(pairs, orientation, (bars, orientation) => {
        const chart = makeChart({
          series: [{ name: 'A' }, { name: 'B' }],
          labels: bars.map(() => ''),
          bars,
          showValues: true,
          showAxis: false,
          style: { orientation, rowGap: 0, barWidth: orientation === 'vertical' ? 10 : 1 },
        });
        const values = bars.flat();
        const rows = paintChart(chart, 120, orientation === 'vertical' ? 30 : values.length).rows();
        const found = rows.flatMap((row) =>
          [...row.matchAll(/[<>]*-?\d[\d.]*[A-Z]?/gu)].map((match) => ({
            x: match.index,
            match: match[0],
          })),
        );
        // One number a bar: below each other, or from left to right.
        if (orientation === 'vertical') found.sort((a, b) => a.x - b.x);
        expect(found).toHaveLength(values.length);
        const shown = found.map(({ match }) => Number(match.replace(/[<>]|[A-Z]$/g, '')));
        values.forEach((value, i) =>
          values.forEach((other, j) => {
            if (value === other) expect(found[i]!.match).toBe(found[j]!.match);
            if (value < other) expect(shown[i]!).toBeLessThanOrEqual(shown[j]!);
          }),
        );
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('bars', () => {
  const box = { width: fc.integer({ min: 1, max: 60 }), rows: fc.integer({ min: 1, max: 12 }) };
  const bare = { showLabels: false, showAxis: false };
  const finite = fc.oneof(
    fc.integer({ min: -50, max: 50 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );

  /** Cells of a row that show something of a bar. */
  function filled(grid: GridPainter, y: number): number {
    return [...grid.cells.rowText(y)].filter((glyph) => /[▀-▟█◂▸]/u.test(glyph)).length;
  }

  it('that are not zero are seen, zero and absent are not bars, and differ', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(finite, fc.constant(null)), { minLength: 1, maxLength: 12 }),
        box.width,
        fc.constantFrom('solid', 'led'),
        fc.constantFrom('none', 'truecolor'),
        (values, width, barStyle, depth) => {
          const element = makeChart({
            ...bare,
            series: [{ name: 'A' }],
            labels: values.map(String),
            bars: values.map((each) => [each]),
            style: { rowGap: 0, barStyle },
          });
          const grid = paintChart(element, width, values.length, { depth: depth as 'none' });
          values.forEach((each, y) => {
            const text = grid.rows()[y]!.trim();
            if (each === null) expect(text).toBe('·');
            else if (each === 0) expect(text).toBe('');
            else expect(filled(grid, y)).toBeGreaterThan(0);
          });
        },
      ),
      { numRuns: propertyRuns(150) },
    );
  });

  it('that are not zero are seen in a sparkline of any height', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(finite, fc.constant(null)), { minLength: 1, maxLength: 30 }),
        box.rows,
        (values, height) => {
          const element = makeChart({ series: [{ name: '' }], bars: values.map((each) => [each]) });
          const grid = paintChart(element, values.length, height);
          const hasBoth = values.some((each) => each! > 0) && values.some((each) => each! < 0);
          values.forEach((each, x) => {
            const column = Array.from({ length: height }, (_, y) => grid.charAt(x, y))
              .join('')
              .trim();
            if (each === null) expect(column).toBe('·');
            else if (each === 0) expect(column).toBe(hasBoth && height === 1 ? '─' : '');
            else expect(column).not.toBe('');
          });
        },
      ),
      { numRuns: propertyRuns(150) },
    );
  });

  it('start at one cell border in all rows', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(finite, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 2, max: 60 }),
        (rows, width) => {
          const series = ['a', 'b', 'c'].map((stack) => ({
            name: stack,
            stack: stack === 'c' ? '' : 's',
          }));
          const element = makeChart({
            ...bare,
            series,
            labels: rows.map(() => 'x'),
            bars: rows,
            style: { rowGap: 0 },
          });
          const grid = paintChart(element, width, rows.length * 2);
          // Every bar's edge at the zero line lies on the border that is free of part cells in all rows.
          const ends = rows.flatMap((row, entry) =>
            row.flatMap((each, index) => {
              const bounds = element.barBounds(entry, index);
              if (each === 0 || bounds === undefined) return [];
              return index === 2 ? [each > 0 ? bounds.x : bounds.x + bounds.width] : [];
            }),
          );
          expect(new Set(ends).size).toBeLessThanOrEqual(1);
          expect(grid.width).toBe(width);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it('of stacks are as long as their segments together', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 4, max: 60 }),
        fc.constantFrom('none', 'truecolor'),
        (values, width, depth) => {
          const sum = values.reduce((all, each) => all + each, 0);
          const paint = (stack: string | undefined, row: number[]): GridPainter =>
            paintChart(
              makeChart({
                ...bare,
                series: row.map((_, i) => ({
                  name: `s${i}`,
                  ...(stack === undefined ? {} : { stack }),
                })),
                labels: ['x'],
                bars: [row],
                max: 240,
                style: { rowGap: 0 },
              }),
              width,
              1,
              { depth: depth as 'none' },
            );
          const stacked = filled(paint('s', values), 0);
          // The other series is there for patterns to be used; its row is not painted.
          const single = filled(paint(undefined, [sum, 0]), 0);
          expect(stacked).toBe(single);
        },
      ),
      { numRuns: propertyRuns(150) },
    );
  });
});

describe('the declaration', () => {
  it('names every operation of the specification', () => {
    const operations = [
      'getValue',
      'setValue',
      'appendEntry',
      'shiftEntry',
      'getSelectedBar',
      'setSelectedBar',
      'clearSelection',
      'getSelectedIds',
      'setSelectedIds',
      'isTextSelectable',
      'getSelectableText',
      'getSelectionHighlightBounds',
      'getClipboardDescription',
    ];
    for (const operation of operations) {
      expect(typeof (DataBars.prototype as unknown as Record<string, unknown>)[operation]).toBe(
        'function',
      );
    }
  });
});
