/** Values where there is little room: shorter, but not so that bars that differ look alike, and the largest before others. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { valuesWithRoom } from '../../../elements/data-bars/marks/vertical/values.js';
import { DEFAULT_NUMBERS } from '../../../elements/charts/scale/number-format.js';
import { valueForms } from '../../../elements/data-bars/scale/value-forms.js';
import { ValueWriter } from '../../../elements/data-bars/scale/value-text.js';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart, picture } from './chart.js';

const one = [{ name: 'S' }];
const vertical = { orientation: 'vertical' };
const column = (values: readonly number[]): number[][] => values.map((value) => [value]);
const quarters = ['Q1', 'Q2', 'Q3', 'Q4'];
const profit = {
  series: [{ name: 'Revenue' }, { name: 'Profit' }],
  labels: quarters,
  bars: [
    [1250000, -84000],
    [1310500, 42000],
    [1498250, 131900],
    [1720000, -9500],
  ],
  showValues: true,
  unit: '€',
  style: { ...vertical, barWidth: 3 },
};

describe('values with little room', () => {
  it('lose the unit, which the axis has, before a decimal that tells bars apart', () => {
    const rows = paintChart(makeChart(profit), 60, 14).rows();
    expect(rows.join('\n')).toContain('1M€┤');
    const values = rows.join(' ').match(/-?\d\.\d+M\S*/g);
    expect(values?.sort()).toEqual(
      ['-0.01M', '-0.08M', '0.04M', '0.13M', '1.25M', '1.31M', '1.50M', '1.72M'].sort(),
    );
    // Narrower, all would have to be coarser than the axis: it stays, and they go.
    const narrow = paintChart(makeChart(profit), 44, 14).rows().join('\n');
    expect(narrow).toContain('1M€┤');
    expect(narrow.replace(/1M€┤/, '')).not.toMatch(/\dM/);
  });

  it('keep the unit where no axis has it, and lose it at last where none is to be shown', () => {
    const spec = { ...profit, series: one, bars: column([1250000, 1310500, 1498250, 1720000]) };
    const text = (width: number): string =>
      paintChart(makeChart({ ...spec, showAxis: false }), width, 8)
        .rows()
        .join('\n');
    expect(text(23)).toMatch(/1\.3M€ +1\.3M€|1\.3M€ 1\.5M€|1\.7M€/);
    expect(text(19)).toMatch(/1\.3M 1\.3M/);
    expect(text(19)).not.toContain('€');
    // Percent of a scale are read as such by their sign.
    const meter = { ...spec, bars: column([10, 42, 64, 100]), showLabels: false };
    const led = { ...meter, unit: '', showAxis: false, style: { ...vertical, barStyle: 'led' } };
    expect(paintChart(makeChart(led), 15, 8).rows().join('\n')).not.toMatch(/\d(?![\d%])/);
  });

  it('are never so coarse that they say the same of bars that differ on the axis', () => {
    const chart = (width: number): string =>
      picture(
        {
          series: one,
          labels: quarters,
          bars: column([1250000, 1310500, 1498250, 1720000]),
          showValues: true,
          style: { ...vertical, barWidth: 3 },
        },
        width,
        8,
      );
    expect(chart(20)).toBe(`
          1.5M 1.7M
1.3M 1.3M ▂▂▂  ███
▃▃▃  ▅▅▅  ███  ███
███  ███  ███  ███
███  ███  ███  ███
███  ███  ███  ███
███  ███  ███  ███
 Q1   Q2   Q3   Q4
`);
    for (let width = 4; width < 60; width++) expect(chart(width)).not.toMatch(/[^\d.]1M (?!┤)/);
  });

  it('have steps of a tenth of the scale at most, or are exact', () => {
    const value = fc.oneof(
      fc.integer({ min: -2e6, max: 2e6 }),
      fc.double({ min: -10, max: 10, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 8 }),
        fc.constantFrom<'first' | 'last' | 'never'>('first', 'last', 'never'),
        (values, dropsUnit) => {
          const domain = { min: Math.min(0, ...values), max: Math.max(1e-6, ...values) };
          const writer = new ValueWriter('value', domain, DEFAULT_NUMBERS);
          const [usual, ...short] = valueForms({
            writer,
            values,
            count: values.length,
            eighths: 64,
            usual: (choose) => choose(),
            dropsUnit,
          });
          expect(usual).toBeDefined();
          const step = (domain.max - domain.min) / 10;
          for (const form of short) {
            for (const a of values) {
              for (const b of values) {
                const isExact = values.every((each) => Number.isInteger(each / form.step!));
                if (!isExact && Math.abs(a - b) > 2.5 * step) {
                  expect(form.text(a)).not.toBe(form.text(b));
                }
              }
            }
          }
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('values of columns that do not all have room', () => {
  it('are those of the largest', () => {
    const spec = {
      series: one,
      labels: [...'abcd'],
      bars: column([0.01, 54, 99.8, 103]),
      showValues: true,
      showAxis: false,
      style: { ...vertical, columnGap: 0, barWidth: 3 },
    };
    expect(picture(spec, 12, 8)).toBe(`
         103
      ▇▇▇███
   54 ██████
   ▁▁▁██████
   █████████
<1 █████████
▁▁▁█████████
 a  b  c  d
`);
    expect(
      picture(
        {
          series: one,
          labels: [...'abcdefgh'],
          bars: column([1.1, 1.4, 1.6, 2.4, 1.2, 1.3, 1.45, 2.2]),
          showValues: true,
          style: vertical,
        },
        22,
        8,
      ),
    ).toBe(`
        2.4     2.2
 │       █       ▄
2┤  1.4  █  1.3  █
 │   ▄ █ █   ▂ ▅ █
 │ ▆ █ █ █ █ █ █ █
 │ █ █ █ █ █ █ █ █
0┤ █ █ █ █ █ █ █ █
   a b c d e f g h
`);
  });

  it('are none, and have no row, where the largest has no room', () => {
    const spec = {
      series: one,
      labels: [...'abcdefgh'],
      bars: column([1, 2, 3, 104, 5, 6, 150, 30]),
      showAxis: false,
      style: { ...vertical, columnGap: 0 },
    };
    expect(picture({ ...spec, showValues: true }, 12, 8)).toBe(picture(spec, 12, 8));
  });

  it('are shorter above narrow bars with values inside, if all have room then', () => {
    const chart = {
      series: [{ name: 'S' }],
      labels: ['1850', '1860', '1870', '1880'],
      bars: [[0.3184], [0.2411], [0.1004], [0.0339]],
      max: 0.5,
      showValues: true,
      numberFormat: 'percent',
      style: { orientation: 'vertical', valuePosition: 'inside', columnGap: 4 },
    };
    const wide = picture(chart, 24, 9);
    for (const text of ['32%', '24%', '10%', '3%']) expect(wide).toContain(text);
  });

  it('touch neither each other nor the bars of others', () => {
    const place = fc.record({
      x: fc.integer({ min: 0, max: 30 }),
      y: fc.integer({ min: 0, max: 4 }),
      cells: fc.integer({ min: 1, max: 4 }),
      value: fc.integer({ min: -99, max: 99 }),
      isWide: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), (places) => {
        const ordered = [...places].sort((a, b) => a.x - b.x);
        const all = ordered.map((each, bar) => ({
          ...each,
          text: 'x'.repeat(each.cells),
          entry: bar,
          series: 0,
          selected: false,
          bar,
        }));
        const bars = all.map(({ x, cells, y }) => ({
          left: x,
          right: x + cells,
          top: y + 1,
          bottom: 6,
        }));
        const shown = valuesWithRoom(all, bars);
        shown.forEach((a, index) => {
          for (const b of shown.slice(index + 1)) {
            expect(a.y !== b.y || a.x + a.cells < b.x || b.x + b.cells < a.x).toBe(true);
          }
        });
        const largest = Math.max(...all.map(({ value }) => Math.abs(value)));
        const isFree = all.every(({ isWide }) => !isWide);
        if (isFree && all.length > 0) {
          expect(Math.max(...shown.map(({ value }) => Math.abs(value)))).toBe(largest);
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
