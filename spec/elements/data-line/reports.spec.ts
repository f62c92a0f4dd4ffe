/** What users of other chart libraries for terminals have reported, by the names of their reports. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { calendarTicks } from '../../../elements/charts/scale/calendar.js';
import { zoneOf } from '../../../elements/charts/scale/zone.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { linePicture, makeLines, paintLineChart } from './chart.js';

afterEach(unmountAll);

const one = [{ name: 'a' }];

describe('reports about other libraries', () => {
  it('ratatui #1052: a logarithmic axis', () => {
    const points = [1, 10, 100, 1000, 10_000].map((y, x) => [x, y]);
    const rows = linePicture({ series: one, points, style: { valueScale: 'log' } }, 40, 11);
    const ticks = rows.flatMap((row, at) =>
      /(\d+) ┤/.test(row) ? [[at, /(\d+) ┤/.exec(row)![1]]] : [],
    );
    expect(ticks.map(([, text]) => text)).toEqual(['10000', '1000', '100', '10', '1']);
    const places = ticks.map(([at]) => at as number);
    const steps = places.slice(1).map((at, index) => at - places[index]!);
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
  });

  it('ratatui #2224: ticks are on the cells of their values', () => {
    const points = Array.from({ length: 11 }, (_, x) => [x, x * 10]);
    const chart = makeLines({ series: one, points });
    const rows = paintLineChart(chart, 61, 14).rows();
    for (const [at, row] of rows.entries()) {
      const [, text] = /(\d+) ┤/.exec(row) ?? [];
      if (text === undefined) continue;
      expect(chart.cellOf(Number(text) / 10, 0)?.y).toBe(at);
    }
    const axis = rows.find((row) => row.includes('┬'))!;
    const labels = rows.at(-1)!;
    for (const found of labels.matchAll(/\d+/g)) {
      const { x } = chart.cellOf(Number(found[0]), 0)!;
      expect(axis[x]).toBe('┬');
    }
  });

  it('plotext #138: days that are left out leave no gap in the line', () => {
    // Friday, then Monday.
    const points = [
      ['2026-03-26', 5],
      ['2026-03-27', 6],
      ['2026-03-30', 6],
    ];
    const spec = { series: one, points, 'show-axis': false, style: { xScale: 'time' } };
    const rows = linePicture(spec, 30, 4);
    const columns = Array.from({ length: 28 }, (_, x) =>
      rows.some((row) => (row[x] ?? ' ') !== ' '),
    );
    expect(columns).not.toContain(false);
  });

  it('plotext #149: candles with their wicks', () => {
    const points = [
      [0, 6, 2, 8, 0],
      [1, 3, 6, 7, 3],
      [2, 3, 3, 5, 1],
      [3, null, 3, 5, 1],
    ];
    const series = [
      { name: 'c', type: 'candle', open: 'o', high: 'h', low: 'l' },
      ...['o', 'h', 'l'].map((name) => ({ name })),
    ];
    const spec = { series, points, min: 0, max: 8, 'show-axis': false };
    const style = { subCells: 'half' };
    expect(linePicture({ ...spec, style }, 4, 5).map((row) => row.trimEnd())).toEqual([
      '│╷',
      '┃┃╷',
      '┃┃│',
      '┃╹╿',
      '│ ╵',
    ]);
    // Candles that share a column are one: first and last value, and all between.
    expect(linePicture({ ...spec, style }, 1, 5).map((row) => row.trimEnd())).toEqual([
      '│',
      '│',
      '│',
      '┃',
      '│',
    ]);
  });

  it('textual #554: an absent value is a gap and not zero', () => {
    const points = [5, 5, null, 5, 5].map((y, x) => [x, y]);
    const spec = { series: one, points, min: 0, max: 10, 'show-axis': false };
    const rows = linePicture(spec, 41, 5);
    const lit = rows.filter((row) => row.trim() !== '');
    expect(lit).toHaveLength(1);
    expect(lit[0]!.slice(13, 28).trim()).toBe('');
  });

  it('tvxwidgets #5: two lines that cross keep their colours', () => {
    const points = [
      [0, 0, 10],
      [10, 10, 0],
    ];
    const series = [
      { name: 'a', color: '#ff0000' },
      { name: 'b', color: '#0000ff' },
    ];
    const grid = paintLineChart(makeLines({ series, points, 'show-axis': false }), 40, 10);
    const colors = new Map<number, number>();
    for (let y = 0; y < 10; y++)
      for (let x = 0; x < 40; x++) {
        if ((grid.rows()[y]![x] ?? ' ') === ' ') continue;
        const { fg } = grid.styleAt(x, y);
        colors.set(fg, (colors.get(fg) ?? 0) + 1);
      }
    expect([...colors.values()].every((count) => count >= 18)).toBe(true);
    expect(colors.size).toBe(2);
  });

  it.each([
    [
      'Europe/Berlin',
      '2026-03-29T00:00:00+01:00',
      '2026-03-29T08:00:00+02:00',
      ['00:00', '01:00', '03:00', '04:00', '05:00', '06:00', '07:00', '08:00'],
    ],
    [
      'Europe/Berlin',
      '2026-10-25T00:00:00+02:00',
      '2026-10-25T05:00:00+01:00',
      ['00:00', '01:00', '02:00', '02:00', '03:00', '04:00', '05:00'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-10-04T00:00:00+10:30',
      '2026-10-04T04:00:00+11:00',
      ['00:00', '00:30', '01:00', '01:30', '02:30', '03:00', '03:30', '04:00'],
    ],
  ])('ticks go through the change of clocks in %s from %s', (name, from, to, expected) => {
    const zone = zoneOf(name)!;
    const ticks = calendarTicks(Date.parse(from), Date.parse(to), zone, (all) => all.length <= 9);
    expect(ticks.map(({ time }) => clock(time, name))).toEqual(expected);
  });

  it('months and years begin on their first day', () => {
    const zone = zoneOf('America/New_York')!;
    const [from, to] = [Date.parse('2025-11-20T00:00Z'), Date.parse('2026-04-10T00:00Z')];
    const ticks = calendarTicks(from, to, zone, (all) => all.length <= 6);
    expect(ticks.map(({ text }) => text)).toEqual(['Dec 2025', '2026', 'Feb', 'Mar', 'Apr']);
    expect(ticks.map(({ time }) => clock(time, zone.name))).toEqual(Array(5).fill('00:00'));
  });
});

function clock(time: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return format.format(time);
}
