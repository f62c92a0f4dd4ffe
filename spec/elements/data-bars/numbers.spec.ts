/** Numbers of one chart: one unit and one precision, the author's unit and format, exact where there is room. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataBars } from '../../../elements/data-bars/data-bars.js';
import { FixedColumn, fixed, COMPACT } from '../../../elements/charts/scale/columns.js';
import {
  DEFAULT_NUMBERS,
  isFormatError,
  NumberFormat,
  readNumberFormat,
} from '../../../elements/charts/scale/number-format.js';
import { ACCESSIBLE_TEXT, TOOLTIP_AT } from '../../../runtime/element/internals.js';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { makeChart, paintChart, picture } from './chart.js';

const one = [{ name: 'S' }];

function format(text: string, unit = ''): NumberFormat {
  const writer = readNumberFormat(text);
  if (isFormatError(writer)) throw new Error(writer.message);
  return new NumberFormat(writer, unit);
}

/** The texts of values in a column that is drawn in so many eighths of a cell. */
function column(values: readonly number[], numbers = DEFAULT_NUMBERS, eighths = 320): string[] {
  const size = values.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0);
  const negative = values.some((value) => value < 0);
  const step = size / eighths;
  const found = numbers.column({ size, negative, step, values, count: values.length });
  return values.map((value) => found.text(value));
}

describe('a column', () => {
  it.each([
    [[0.1, 0.12, 12.5, 100], '0.10 0.12 12.50 100.00'],
    [[3.2, 97.8, 45], '3.2 97.8 45.0'],
    [[-4999.99, -5000, 71234.5], '-5000 -5000 71235'],
    [[999999.5, 1234567, 12345678, 1000003.5], '1.00M 1.23M 12.35M 1.00M'],
    [[1, 2, 1234567], '<0.001M <0.001M 1.235M'],
    [[0, 5, 1234567], '0 <0.001M 1.235M'],
    [[0, 0.0004], '0 4e-4'],
    [[0, 1.25], '0 1.25'],
    [[0, 250000, 12345678], '0 0.25M 12.35M'],
    [[1000000, 2000000, 12000000], '1M 2M 12M'],
    [[526133493760, 8589934592, 12], '526B 9B <1B'],
    [[0.1 + 0.2, 0.7], '0.3 0.7'],
    [[1 / 3, 2 / 3], '0.333 0.667'],
    [[0.0042, 0.0125], '0.0042 0.0125'],
    [[1e308, 2.5e307, -9e307], '1.00e308 0.25e308 -0.90e308'],
    [[4.2e-7, 1.3e-6], '0.42e-6 1.30e-6'],
    [[5e14, 1e15], '0.5e15 1.0e15'],
    [[NaN, 4], '– 4'],
    [[0], '0'],
  ])('of %j is %s', (values, text) => {
    expect(column(values).join(' ')).toBe(text);
  });

  it('shows order and equality, in one unit and at most six digits', () => {
    const value = fc.oneof(
      fc.integer({ min: -100_000, max: 100_000 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -1000, max: 1000, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 2, maxLength: 8 }), (values) => {
        const texts = column(values);
        const unit = (text: string): string => /[A-Z]$|e-?\d+$/.exec(text)?.[0] ?? '';
        // Zero has no unit.
        const written = texts.filter((_, i) => values[i] !== 0);
        expect(new Set(written.map(unit)).size).toBeLessThanOrEqual(1);
        const decimals = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
        expect(new Set(written.map(decimals)).size).toBeLessThanOrEqual(1);
        const size = Math.max(...values.map(Math.abs));
        values.forEach((a, i) => {
          const text = texts[i]!.slice(0, texts[i]!.length - unit(texts[i]!).length);
          expect(text.replace(/\D/g, '').replace(/^0+/, '').length).toBeLessThanOrEqual(7);
          // What is not zero is not written as zero.
          expect(/^0(\.0*)?$/.test(text)).toBe(a === 0);
          if (a === 0) expect(texts[i]).toBe('0');
          expect(text).not.toMatch(/^-0(\.0*)?$/);
          values.forEach((b, j) => {
            if (a === b) expect(texts[i]).toBe(texts[j]);
            if (a - b > size / 160) expect(texts[i]).not.toBe(texts[j]);
            const number = (each: string): number =>
              Number(each.replace(/^[<>]/, '').replace(/[KMBT]$/, ''));
            if (a > b) expect(number(texts[i]!)).toBeGreaterThanOrEqual(number(texts[j]!));
          });
        });
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('is the same object for the same numbers, so that nothing is made anew', () => {
    const request = { size: 100, negative: false, step: 0.3, values: [1.5, 100], count: 2 };
    expect(DEFAULT_NUMBERS.column(request)).toBe(DEFAULT_NUMBERS.column({ ...request }));
  });

  it('rounds as toFixed does', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e10, max: 1e10, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, decimals) => {
          const text = value.toFixed(decimals);
          expect(fixed(value, decimals)).toBe(Number(text) === 0 ? text.replace('-', '') : text);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
    const tiny = new FixedColumn(2, COMPACT.units[0]!);
    expect([0.001, -0.001, 0].map((value) => tiny.text(value))).toEqual(['<0.01', '>-0.01', '0']);
  });
});

it('large powers are those of the largest number that shows', () => {
  const chart = (max: number): string[] =>
    paintChart(
      makeChart({
        series: one,
        labels: ['a', 'b', 'c'],
        bars: [[1.898e27], [4.867e24], [3.301e23]],
        showValues: true,
        showAxis: false,
        max,
        style: { rowGap: 0 },
      }),
      60,
      3,
    )
      .rows()
      .map((row) => row.split(' ').at(-1)!);
  expect(chart(1.898e27)).toEqual(['1.898e27', '0.005e27', '<0.001e27']);
  expect(chart(2e28)).toEqual(['1.90e27', '<0.01e27', '<0.01e27']);
});

it('the largest number has all its digits', () => {
  expect(DEFAULT_NUMBERS.exact(-Number.MAX_VALUE)).toBe('-1.7976931348623157e308');
  expect(DEFAULT_NUMBERS.exact(0.1 + 0.2)).toBe('0.3');
});

it('number-format may be an object of Intl options in scripts', async () => {
  const app = await mount(
    `<data-bars id="c" series='[{"name":"a"}]' labels='["x","y"]' bars='[[1234.5],[8]]' show-values="true" />`,
    { width: 34, height: 6, errors: 'keep' },
  );
  const chart = app.document.getElementById('c') as unknown as DataBars;
  chart.numberFormat = { style: 'currency', currency: 'EUR', locale: 'de' };
  await app.advance(20);
  expect(app.text()).toMatch(/1\.234,50\s€\n[^]* 8,00\s€\n/);
  expect(chart.numberFormat).toBe('{"style":"currency","currency":"EUR","locale":"de"}');
  chart.numberFormat = null;
  await app.advance(20);
  expect(app.text()).toContain('1234.5');
  const self: Record<string, unknown> = {};
  self['self'] = self;
  chart.numberFormat = self;
  chart.numberFormat = { style: 'currency' };
  expect(app.diagnostics.map(({ message }) => message)).toEqual([
    expect.stringMatching(/"numberFormat": expected a string/),
    expect.stringMatching(/"number-format": expected options of Intl.NumberFormat/),
  ]);
});

describe('number-format', () => {
  it.each([
    ['bytes-iec', [526133493760, 8589934592, 12], '490 GiB 8 GiB <1 GiB'],
    ['bytes-iec', [1536, 1024], '1.5 KiB 1.0 KiB'],
    ['bytes-si', [1500, 999], '1.500 kB 0.999 kB'],
    ['bytes-iec', [12, 700], '12 B 700 B'],
    ['percent', [0.421, 0.05, 1], '42.1% 5.0% 100.0%'],
    ['duration', [0.25, 0.0375], '250.0 ms 37.5 ms'],
    ['duration', [12.5, 3], '12.5 s 3.0 s'],
    ['duration', [185, 61], '3:05 1:01'],
    ['duration', [9900, 60], '2:45 h 0:01 h'],
    ['duration', [400000, 3600, 0], '4d 15h 0d 01h 0'],
    ['bytes-iec', [0, 2048], '0 2 KiB'],
    ['percent', [0, 0.5], '0% 50%'],
    [',.1f', [1234.56, 7], '1,234.6 7.0'],
    ['.0%', [0.42, 0.075], '42% 8%'],
    ['~s', [1500, 42000], '1.5k 42k'],
    ['+,', [1500, -42000], '+1,500 -42,000'],
    ['{"style":"currency","currency":"EUR"}', [1234.5, 7], '€1,234.50 €7.00'],
    ['{"maximumFractionDigits":0,"locale":"de"}', [12345.5, 7], '12.346 7'],
  ])('%s writes %j as %s', (text, values, expected) => {
    expect(column(values, format(text)).join(' ')).toBe(expected);
  });

  it('reports what is none, with what would be', () => {
    expect(readNumberFormat('bites')).toMatchObject({
      message: expect.stringContaining('expected "auto", "bytes-iec"') as unknown,
      suggestion: 'write for example number-format=",.1f"',
    });
    expect(readNumberFormat('{"style":"currency"}')).toMatchObject({
      message: expect.stringContaining('Intl.NumberFormat') as unknown,
    });
    expect(readNumberFormat('{oops')).toMatchObject({
      message: 'expected options of Intl.NumberFormat: this is not JSON',
    });
    expect(readNumberFormat('99999999f')).toMatchObject({
      message: 'expected a d3-format specifier with a width of at most 32, found "99999999f"',
      suggestion: 'write for example number-format="32,.1f"',
    });
  });

  it.each([
    '',
    'auto',
    'bytes-iec',
    'bytes-si',
    'percent',
    'duration',
    ',.2f',
    '~s',
    '.3e',
    'd',
    'x',
    'c',
    '\u001b>32f',
    '{"style":"unit","unit":"liter"}',
  ])('"%s" writes any number without harm', (text) => {
    expect(format('percent').exact(1.797e306)).toBe('1.797e308%');
    expect(format('percent').exact(-1.797693134862316e306)).toBe('-1.79769313486232e308%');
    expect(column([NaN, -1.797693134862316e306], format('percent'))).toEqual(['–', '-1.798e308%']);
    const numbers = format(text, 'ms');
    fc.assert(
      fc.property(fc.array(fc.double(), { minLength: 1, maxLength: 4 }), (values) => {
        for (const each of column(
          values.map((value) => (Number.isFinite(value) ? value : NaN)),
          numbers,
        )) {
          expect(each).not.toMatch(
            /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]|NaN|undefined|Infinity/,
          );
        }
        for (const value of values) {
          expect(numbers.exact(value)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]|NaN|undefined/);
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});

describe('a chart with a unit', () => {
  const spec = {
    series: one,
    labels: ['a', 'b'],
    bars: [[12.5], [100]],
    showValues: true,
    unit: 'ms',
    style: { rowGap: 0 },
  };

  it('writes it after values and ticks', () => {
    expect(picture(spec, 40)).toBe(`
a ███▋                           12.5 ms
b █████████████████████████████ 100.0 ms
  ┬─────────────┬─────────────┬
  0           50 ms      100 ms
`);
  });

  it('writes signs without a blank, and makes what it is given safe', () => {
    expect(picture({ ...spec, unit: '%' }, 24, 2)).toContain('12.5%');
    expect(picture({ ...spec, unit: '\u001b[31mred' }, 30, 2)).not.toContain('\u001b');
  });

  it('says it in words and in the tooltip, with all digits', () => {
    const chart = makeChart({ ...spec, bars: [[12.3456789], [100]], tooltip: 'auto' });
    paintChart(chart, 40, 4);
    expect(chart[ACCESSIBLE_TEXT]()).toBe(
      'Bar chart of S; 2 entries; from 0 ms to 100 ms; largest 100 ms',
    );
    expect(chart[TOOLTIP_AT](3, 0)).toBe('a\nS  12.3456789 ms');
  });

  it('writes what onFormat answers, and the usual text where it fails', () => {
    const chart = makeChart(spec);
    const asked: unknown[] = [];
    chart.formatNumber = ({ type, value, text }) => {
      asked.push(type);
      if (value === 100) throw new Error('no');
      return type === 'tick' ? undefined : `[${text}]\u001b[0m`;
    };
    const rows = paintChart(chart, 40, 4).rows();
    expect(rows[0]).toMatch(/\[12\.5 ms\]/);
    expect(rows[0]).not.toContain('\u001b');
    expect(rows[1]).toMatch(/ 100\.0 ms$/);
    expect(new Set(asked)).toEqual(new Set(['value', 'tick']));
    expect(chart[ACCESSIBLE_TEXT]()).toContain('from [0 ms]');
    const before = asked.length;
    paintChart(chart, 40, 4);
    // Answers are kept: only what failed is asked again.
    expect(asked.length - before).toBeLessThan(6);
  });
});

describe('precision', () => {
  it('only grows while data streams, and begins anew with new data or another box', () => {
    const chart = makeChart({
      series: one,
      bars: [[10], [20]],
      showValues: true,
      valueFormat: 'value',
    });
    const text = (width = 20): string =>
      paintChart(chart, width, 1).rows()[0]!.trim().split(' ').at(-1)!;
    expect(text()).toBe('20');
    chart.appendEntry([12.5]);
    expect(text()).toBe('12.5');
    chart.appendEntry([14]);
    expect(text()).toBe('14.0');
    expect(text(21)).toBe('14');
    chart.appendEntry([14.25]);
    expect(text(21)).toBe('14.25');
    chart.setValue([[3], [4]]);
    expect(text(21)).toBe('4');
  });
});
