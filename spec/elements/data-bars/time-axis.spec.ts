/** Entries at dates and times: ticks at calendar units, in the time zone of the user. */
import { describe, expect, it } from '@jest/globals';
import { parseTime, timeTexts, timeTicks } from '../../../elements/charts/scale/time-ticks.js';
import { makeChart, paintChart, picture } from './chart.js';

/** At noon, so that a change of clocks moves none to another day. */
const days = (count: number, from: string, step = 1): string[] =>
  Array.from({ length: count }, (_, i) => {
    const date = new Date(`${from}T12:00`);
    date.setDate(date.getDate() + i * step);
    return local(date);
  });
/** Local times, without a zone: the same in every one. */
function local(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

describe('a time', () => {
  it.each([
    ['2026', [2026, 0, 1]],
    ['2026-07', [2026, 6, 1]],
    ['2026-03-29', [2026, 2, 29]],
    ['2026-03-29T14:30', [2026, 2, 29, 14, 30]],
    ['2026-03-29 14:30:05.25', [2026, 2, 29, 14, 30, 5, 250]],
  ] as const)('%s without a zone is that of the user', (text, parts) => {
    expect(parseTime(text)).toBe(new Date(...(parts as unknown as [number, number])).getTime());
  });

  it.each([
    ['2026-03-29T14:30:00Z', '2026-03-29T14:30:00.000Z'],
    ['2026-03-29 14:30:00.5Z', '2026-03-29T14:30:00.500Z'],
    ['2026-03-29T14:30:00+05:30', '2026-03-29T09:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(new Date(parseTime(text)).toISOString()).toBe(expected);
  });

  it('may be in the first years', () => {
    expect(new Date(parseTime('0044-03-15')).getFullYear()).toBe(44);
  });

  it.each(['', 'Mon', '2026-02-30', '2026-13-01', '2026-01-01T25:00', '12', '2026-1-1', '١٢٣٤'])(
    '%j is none',
    (text) => {
      expect(parseTime(text)).toBeNaN();
    },
  );
});

describe('ticks', () => {
  const texts = (labels: readonly string[], most: number): string[] =>
    timeTicks(labels.map(parseTime), (ticks) => ticks.length <= most).map(
      ({ index, text }) => `${index} ${text}`,
    );

  it('begin days, weeks, months and years', () => {
    const shown = days(60, '2026-12-01');
    expect(texts(shown, 60).slice(0, 3)).toEqual(['0 Dec 1', '1 2', '2 3']);
    expect(texts(shown, 60)[31]).toBe('31 2027');
    expect(texts(shown, 10)).toEqual([
      '6 Dec 7',
      '13 14',
      '20 21',
      '27 28',
      '34 Jan 4 2027',
      '41 11',
      '48 18',
      '55 25',
    ]);
    expect(texts(shown, 3)).toEqual(['0 Dec 2026', '31 2027']);
    expect(texts(shown, 1)).toEqual(['31 2027']);
  });

  it('begin hours of a day', () => {
    const hours = Array.from({ length: 30 }, (_, i) => local(new Date(2026, 0, 10, 20 + i)));
    expect(texts(hours, 30).slice(2, 7)).toEqual([
      '2 22:00',
      '3 23:00',
      '4 Jan 11',
      '5 01:00',
      '6 02:00',
    ]);
    expect(texts(hours, 6)).toEqual(['4 Jan 11', '10 06:00', '16 12:00', '22 18:00', '28 Jan 12']);
  });

  it('are none where nothing has room, or no label is a time', () => {
    expect(texts(['2026-01-01', '2026-01-02'], 0)).toEqual([]);
    expect(texts(['a', 'b'], 5)).toEqual([]);
  });
});

describe('texts of entries', () => {
  it('are as short as they can be and still differ', () => {
    expect(timeTexts(['2026-11', '2026-12', '2027-01', '2027-02'].map(parseTime))).toEqual([
      'Nov 2026',
      'Dec',
      '2027',
      'Feb',
    ]);
    expect(timeTexts(['2025', 'x', '2027'].map(parseTime))).toEqual(['2025', '', '2027']);
    // The year where it changes, and nothing for a time that is that of the one before.
    const leaps = ['2020-05-01', '2020-05-02', '2023-05-01', '2023-05-01', '2024-01-01'];
    expect(timeTexts(leaps.map(parseTime))).toEqual(['May 1', '2', 'May 1 2023', '', '2024']);
    expect(timeTexts(['2025-01-01T10:00', '2026-01-01T10:00'].map(parseTime))).toEqual([
      '2025',
      '2026',
    ]);
    expect(timeTexts(['2026-01-01T10:00', '2026-01-01T10:30'].map(parseTime))).toEqual([
      'Jan 1 10:00',
      '10:30',
    ]);
  });
});

describe('a chart with a time axis', () => {
  const bars = Array.from({ length: 30 }, (_, i) => [(i % 13) + 1]);
  const chart = {
    series: [{ name: 's' }],
    bars,
    labels: days(30, '2026-03-20'),
  };

  it('has ticks under the bars that begin a unit', () => {
    const style = { entryAxis: 'time', orientation: 'vertical', columnGap: 0, barWidth: 'auto' };
    expect(picture({ ...chart, style }, 70, 6)).toBe(`
12┤                    ▂▂▅▅██                    ▂▂▅▅██
  │              ▁▁▄▄▇▇██████              ▁▁▄▄▇▇██████
  │          ▂▂▆▆████████████          ▂▂▆▆████████████
  │    ▁▁▄▄▇▇████████████████    ▁▁▄▄▇▇████████████████    ▁▁▄▄
 0┤▃▃▆▆██████████████████████▃▃▆▆██████████████████████▃▃▆▆████
       Mar 23          30          Apr 6           13
`);
    expect(picture({ ...chart, style }, 34, 6)).toBe(`
12┤          ▂▅█          ▂▅█
  │       ▁▄▇███       ▁▄▇███
  │     ▂▆██████     ▂▆██████
  │  ▁▄▇████████  ▁▄▇████████  ▁▄
 0┤▃▆███████████▃▆███████████▃▆██
   Mar 23   30    Apr 6   13
`);
  });

  it('has a short text beside each horizontal bar', () => {
    const few = { ...chart, bars: bars.slice(0, 14), labels: chart.labels.slice(0, 14) };
    expect(picture({ ...few, style: { entryAxis: 'time', rowGap: 0 } }, 30)).toBe(`
Mar 20 █▊
21     ███▌
22     █████▎
23     ███████▏
24     ████████▉
25     ██████████▋
26     ████████████▍
27     ██████████████▏
28     ███████████████▉
29     █████████████████▊
30     ███████████████████▌
31     █████████████████████▎
Apr 1  ███████████████████████
2      █▊
       ┬───────┬────────┬─────
       0       5        10
`);
  });

  it('paints no text over its bars', () => {
    const labels = ['2026-01-01T23:59:58', '2026-01-01T23:59:59', '2026-01-02T00:00:00'];
    const few = { ...chart, bars: [[3], [2], [1]], labels, showAxis: false };
    const style = { entryAxis: 'time', rowGap: 0 };
    expect(picture({ ...few, style }, 40)).toContain('Jan 1 23:59:58 █');
    expect(picture({ ...few, style }, 20)).not.toMatch(/\d/);
  });

  it('is shown by labels as they are where entries are sorted', () => {
    const labels = ['2025-10', '2024-01', '2026-03'];
    const sorted = { ...chart, bars: [[1], [3], [2]], labels, showAxis: false };
    const rows = picture(
      { ...sorted, style: { entryAxis: 'time', sort: '-value', rowGap: 0 } },
      40,
    );
    expect(rows.match(/\d{4}-\d\d/g)).toEqual(['2024-01', '2026-03', '2025-10']);
  });

  it('reports a label that is no time', () => {
    const element = makeChart({
      series: [{ name: 's' }],
      bars: [[1], [2]],
      labels: ['2026-01-01', 'yesterday'],
      style: { entryAxis: 'time' },
    });
    paintChart(element, 30, 5);
    expect(element.ownerDocument.diagnostics).toMatchObject([
      {
        code: 'bad-time',
        severity: 'warning',
        message: expect.stringContaining('labels[1]: expected an ISO date'),
      },
    ]);
  });
});
