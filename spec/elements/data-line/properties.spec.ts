/** What changes of the data do not change in the picture. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { drawSeries } from '../../../elements/data-line/marks/draw.js';
import { Raster } from '../../../elements/data-line/marks/raster.js';
import { LineModel } from '../../../elements/data-line/model/model.js';
import { Across, Upward } from '../../../elements/data-line/scale/places.js';
import { linePicture, makeLines, paintLineChart } from './chart.js';
import { propertyRuns } from '../../support/property-runs.js';

const value = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -50, max: 50 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const rows = (least: number, most: number) =>
  fc.array(fc.tuple(value, value), { minLength: least, maxLength: most });
const types = fc.constantFrom('line', 'area', 'step', 'scatter');
const NAMES = (type: string) => [
  { name: 'a', type },
  { name: 'b', type },
];

describe('a line chart', () => {
  it('that has had points appended and dropped is one with these points', () => {
    fc.assert(
      fc.property(rows(5, 80), fc.nat(40), types, fc.boolean(), (all, dropped, type, isStacked) => {
        const series = NAMES(type).map((each) =>
          isStacked ? { ...each, type: 'area', stack: 's' } : each,
        );
        const points = all.map((values, index) => [index * 3, ...values]);
        const kept = points.slice(Math.min(dropped, all.length - 1));
        const stream = makeLines({ series, points: points.slice(0, 1) });
        for (const [x, ...values] of points.slice(1)) stream.appendPoint(x!, values);
        for (let count = points.length - kept.length; count > 0; count--) stream.shiftPoint();
        const fresh = makeLines({ series, points: kept });
        expect(stream.getValue()).toEqual(fresh.getValue());
        expect(paintLineChart(stream, 40, 10).rows()).toEqual(paintLineChart(fresh, 40, 10).rows());
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('is the same where data and axes are scaled together', () => {
    fc.assert(
      fc.property(rows(1, 60), types, fc.integer({ min: -20, max: 20 }), (all, type, power) => {
        const scale = 2 ** power;
        const chart = (by: number) => {
          const points = all.map((values, index) => [
            index * 5 * by,
            ...values.map((each) => (each === null ? null : each * by)),
          ]);
          const ends = { min: -50 * by, max: 50 * by, 'show-axis': false };
          return linePicture({ series: NAMES(type), points, ...ends }, 30, 8);
        };
        expect(chart(scale)).toEqual(chart(1));
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('of permuted series has their cells in other colours', () => {
    fc.assert(
      fc.property(rows(2, 40), (all) => {
        // Apart from each other: which one is on top does not matter.
        const points = all.map(([a, b], index) => [index, a, b === null ? null : b + 500]);
        const swapped = points.map(([x, a, b]) => [x, b, a]) as (number | null)[][];
        const [one, two] = [
          { name: 'a', color: '#ff0000' },
          { name: 'b', color: '#00ff00' },
        ];
        const style = { subCells: 'braille' };
        const first = linePicture({ series: [one, two], points, style }, 40, 12);
        expect(linePicture({ series: [two, one], points: swapped, style }, 40, 12)).toEqual(first);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('does not shimmer: points of a stream keep their distances', () => {
    // A spike in every 370th of 2,000 points, of which some 13 are combined in a sub-column.
    const spike = (index: number): number => (index % 370 === 0 ? 100 : 10 + (index % 7));
    const model = new LineModel();
    model.setSeries([{ name: 'a' }]);
    model.load(Array.from({ length: 2000 }, (_, index) => [index, spike(index)]));
    const upward = new Upward({ min: 0, max: 100 }, 6, 4);
    const distances = new Map<number, Set<number>>();
    for (let index = 2000; index < 3000; index++) {
      const domain = { min: model.x.get(0), max: model.x.get(model.count - 1) };
      const across = new Across(domain, 80, 2, false);
      const raster = new Raster(80, 6, 2, 4);
      drawSeries({ model, across, upward }, 0, raster);
      const spikes = Array.from(
        { length: 6 },
        (_, at) => Math.ceil(domain.min / 370) * 370 + at * 370,
      );
      const columns = spikes.filter((x) => x <= domain.max).map((x) => across.at(x));
      // What is drawn on top is at these columns.
      const lit = Array.from({ length: 160 }, (_, column) => column).filter(
        (column) => ((raster.masks[column >> 1]! >> (column & 1)) & 1) === 1,
      );
      expect(lit).toEqual(columns);
      for (const [at, column] of columns.slice(1).entries()) {
        const known = distances.get(spikes[at]!) ?? new Set();
        distances.set(spikes[at]!, known.add(column - columns[at]!));
      }
      model.append(index, [spike(index)]);
      model.shift();
    }
    expect([...distances.values()].every(({ size }) => size === 1)).toBe(true);
  });

  it('shows every spike of a million points', () => {
    const count = 1_000_000;
    const spikes = [17, 250_000, 499_999, 500_001, 777_777, 999_998];
    const points = Array.from({ length: count }, (_, index) => [
      index,
      spikes.includes(index) ? 100 : 1,
    ]);
    const chart = makeLines({
      series: [{ name: 'a' }],
      points,
      min: 0,
      max: 100,
      'show-axis': false,
    });
    const [top] = paintLineChart(chart, 100, 10).rows();
    const lit = [...top!].flatMap((glyph, at) => (glyph === ' ' ? [] : [at]));
    const expected = spikes.map((index) => Math.floor((index * 199) / (count - 1) / 2));
    expect(lit).toEqual([...new Set(expected)].sort((a, b) => a - b));
  });

  it('paints nothing outside its box at any size', () => {
    const points = Array.from({ length: 30 }, (_, index) => [index, index % 5, -index, null]);
    for (const [stack, legend] of [
      [undefined, 'top'],
      ['s', 'right'],
      ['s', 'bottom'],
    ] as const) {
      const chart = makeLines({
        series: ['long name of a series', 'b', 'c'].map((name) => ({
          name,
          ...(stack && { stack }),
        })),
        points,
        'show-legend': true,
        'value-label': 'a title that is long',
        'entry-label': 'another one',
        marks: [
          { value: 3, label: 'a limit' },
          { from: -9, to: 2, label: 'band' },
          { x: 4, label: 'x' },
        ],
        style: { pointMarks: 'mark', grid: 'light', legend },
      });
      const sizes = [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 19, 33, 60, 121, 200];
      // The painter throws where anything is painted outside.
      for (const width of sizes)
        for (const height of sizes.slice(0, 13))
          paintLineChart(chart, width, height, { depth: width % 2 ? 'none' : 'truecolor' });
    }
  });

  it('survives every number', () => {
    const wild = [0, 1, -1, 1e308, -1e308, 5e-324, 1e-300, NaN, Infinity, null];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...wild), fc.constantFrom(...wild)), { maxLength: 20 }),
        fc.constantFrom('linear', 'log', 'symlog'),
        fc.constantFrom('linear', 'log', 'time'),
        types,
        (pairs, valueScale, xScale, type) => {
          const points = pairs.map(([x, y]) => [x === null || !Number.isFinite(x) ? 0 : x, y]);
          const chart = makeLines({
            series: [{ name: 'a', type }],
            points,
            style: { valueScale, xScale },
          });
          expect(paintLineChart(chart, 40, 10).rows()).toHaveLength(10);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('points of which few have many values', () => {
  const COUNT = 100_000;
  const wide = [0, ...Array.from({ length: 2000 }, (_, at) => at)];
  const names = (count: number): { name: string }[] =>
    Array.from({ length: count }, (_, at) => ({ name: String(at) }));
  const narrow = Array.from({ length: COUNT }, (_, at) => [at, at]);
  /** Numbers that the model has room for. */
  const places = (model: LineModel): number => model.row(0).length * model.count;

  it.each([
    ['a wide one at the end', [...narrow, wide]],
    ['a wide one at the beginning', [wide, ...narrow]],
    ['wide ones at both ends', [wide, ...narrow, wide]],
  ])('take no memory that none of them uses: %s', (_, points) => {
    const model = new LineModel();
    model.setSeries(names(1));
    model.load(points);
    expect(places(model)).toBeLessThan(20_000_000);
    expect(model.count).toBe(points.length);
    expect(model.value(points.length - 1, 0)).toBe(points.at(-1)![1]);
    expect(model.extra).toBe(1999);
  });

  it('leave out series that would, and count them', () => {
    const model = new LineModel();
    model.load(narrow);
    model.setSeries(names(5000));
    expect(places(model)).toBeLessThan(20_000_000);
    expect([model.series.length + model.leftOut, model.drawn(0).count]).toEqual([5000, COUNT]);
    model.load([[0, 1]]);
    expect([model.series.length, model.leftOut]).toEqual([1024, 3976]);
  });

  it('keep all series that have values', () => {
    const model = new LineModel();
    model.setSeries(names(200));
    const row = Array.from({ length: 201 }, (_, at) => at);
    model.load(Array.from({ length: COUNT }, () => row));
    expect([model.series.length, model.leftOut, model.extra]).toEqual([200, 0, 0]);
    expect(model.value(COUNT - 1, 199)).toBe(200);
  });
});
