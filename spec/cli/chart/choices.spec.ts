/** Types and columns that are chosen where no option names them, and columns by name and number. */
import { describe, expect, it } from '@jest/globals';
import type { ChartOptions } from '../../../cli/chart/options.js';
import { draw } from './drawn.js';

const summary = (data: string, options: Partial<ChartOptions> = {}): string =>
  draw(data, options).drawing.summary;

describe('without options', () => {
  it.each([
    ['words and numbers', 'city,visits\na,1\nb,2\n', 'bars of "visits" by "city"'],
    ['numbers before words', 'visits,city\n1,a\n2,b\n', 'bars of "visits" by "city"'],
    [
      'dates and numbers',
      'day,a,b\n2026-01-01,1,2\n2026-01-02,3,4\n',
      'line of "a", "b" over "day"',
    ],
    [
      'times and words',
      't,name,v\n2026-01-01T10:00Z,x,2\n2026-01-01T11:00Z,y,4\n',
      'line of "v" over "t"',
    ],
    ['numbers that ascend', 'x,y\n1,5\n2,3\n4,9\n', 'line of "y" over "x"'],
    ['two columns of numbers in no order', 'x,y\n3,5\n1,3\n2,9\n', 'scatter of "y" over "x"'],
    ['three of them', 'x,y,z\n3,5,1\n1,3,1\n2,9,1\n', 'line of "x", "y", "z"'],
    ['one column of numbers', 'ms\n3\n1\n2\n', 'histogram of "ms"'],
    ['one column of words', 'word\nb\na\nb\n', 'counts by "word"'],
    ['years', 'year,n\n2024,5\n2025,3\n', 'line of "n" over "year"'],
    ['two columns with one name', 'a,a\nx,2\ny,3\n', 'bars of "a 2" by "a"'],
    ['a column without a name', ',n\nx,2\ny,3\n', 'bars of "n" by "column 1"'],
    ['numbers with absent values', 'k,n\na,NA\nb,3\nc,-\nd,null\n', 'bars of "n" by "k"'],
    ['grouped digits', 'k,n\na,"1,234"\nb,"12,345.5"\n', 'bars of "n" by "k"'],
  ])('%s', (_, data, expected) => {
    expect(summary(data)).toBe(expected);
    expect(draw(data).choice.isGuess || !data.includes(',')).toBe(true);
  });
});

describe('the first row is data', () => {
  it.each([
    ['numbers', '3\n1\n2\n', {}, 'histogram of "column 1"'],
    ['dates and numbers', '2026-01-01,3\n2026-01-02,4\n', {}, 'line of "column 2" over "column 1"'],
    ['an absent value', '1,NA\n2,4\n3,5\n', {}, 'line of "column 2" over "column 1"'],
    ['decimal commas, percent', '1,5;10%\n2,5;20%\n', {}, 'line of "column 2" over "column 1"'],
    [
      'dates by a format',
      '01.03.2026,3\n02.03.2026,4\n',
      { dateFormat: '%d.%m.%Y' },
      'line of "column 2" over "column 1"',
    ],
  ] as const)('of %s', (_, data, options, expected) => {
    expect(summary(data, options)).toBe(expected);
    expect(draw(data, options).drawing.data).toHaveLength(data.split('\n').length - 1);
  });

  it.each([
    ['a word beside numbers', 'k,2025\na,1\nb,2\n', {}, 'bars of "2025" by "k"'],
    ['a corner without a name', ',2025\na,1\nb,2\n', {}, 'bars of "2025" by "column 1"'],
    ['an option', '2024,2025\n5,6\n3,9\n', { hasHeader: true }, 'scatter of "2025" over "2024"'],
    [
      'an option, of JSON',
      '[[2024,2025],[5,6],[3,9]]',
      { hasHeader: true, name: '<stdin>' },
      'scatter of "2025" over "2024"',
    ],
  ] as const)('unless it has %s', (_, data, options, expected) => {
    expect(summary(data, options)).toBe(expected);
  });
});

describe('a column', () => {
  const DATA = 'Time,Load,"a,b",2\n1,5,7,30\n2,6,8,20\n4,3,9,10\n';
  it.each([
    [{ y: 'Load' }, 'line of "Load"'],
    [{ y: 'load', x: 'time' }, 'line of "Load" over "Time"'],
    [{ y: '2' }, 'line of "2"'],
    [{ y: '1' }, 'line of "Time"'],
    [{ y: 'a,b', x: '1' }, 'line of "a,b" over "Time"'],
    [{ y: 'Load,2', x: 'Time' }, 'line of "Load", "2" over "Time"'],
    [{ x: '2', type: 'scatter', y: 'Load' }, 'scatter of "Load" over "2"'],
    [{ bins: 3, y: 'Load' }, 'histogram of "Load"'],
    [{ top: 2, x: 'Time', y: 'Load' }, 'bars of "Load" by "Time"'],
  ] as const)('by %j', (options, expected) => {
    expect(summary(DATA, options)).toBe(expected);
  });
});

describe('a heatmap', () => {
  const LONG = 'day,hour,n\nMon,8,1\nMon,9,2\nTue,9,4\nTue,9,5\n';
  it.each([
    [
      LONG,
      { x: 'hour', y: 'day' },
      'heatmap of "n" by "hour" and "day"',
      [
        [1, 2],
        [null, 9],
      ],
    ],
    ['a,b\nx,p\nx,q\nx,q\n', {}, 'heatmap of counts by "b" and "a"', [[1, 2]]],
    [
      'k,n,m\nx,1,2\ny,3,\n',
      {},
      'heatmap of "n", "m" by "k"',
      [
        [1, 2],
        [3, null],
      ],
    ],
    [
      'n,m\n1,2\n3,4\n',
      {},
      'heatmap of "n", "m"',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['n,m\n1,2\n3,4\n', { y: 'm' }, 'heatmap of "m"', [[2], [4]]],
  ] as const)('of %j with %j', (data, options, expected, cells) => {
    const { drawing } = draw(data, { ...options, type: 'heatmap' });
    expect([drawing.summary, drawing.data]).toEqual([expected, cells]);
  });
});

describe('JSON', () => {
  it.each([
    [
      'an array of objects',
      '[{"a":1,"b":2},{"a":2,"b":3}]',
      'line of "b" over "a"',
      [
        [1, 2],
        [2, 3],
      ],
    ],
    ['members that some lack', '[{"k":"x"},{"k":"y","n":3}]', 'bars of "n" by "k"', [[null], [3]]],
    [
      'objects in objects',
      '[{"t":1,"cpu":{"user":5}},{"t":2,"cpu":{"user":7}}]',
      'line of "cpu.user" over "t"',
      [
        [1, 5],
        [2, 7],
      ],
    ],
    ['an array of arrays', '[["k","n"],["x",1],["y",2]]', 'bars of "n" by "k"', [[1], [2]]],
    [
      'arrays without names',
      '[[1,5],[2,6]]',
      'line of "column 2" over "column 1"',
      [
        [1, 5],
        [2, 6],
      ],
    ],
    [
      'an object of arrays',
      '{"t":[1,2],"v":[3,4]}',
      'line of "v" over "t"',
      [
        [1, 3],
        [2, 4],
      ],
    ],
    ['an object of numbers', '{"a":1,"b":4}', 'bars of "value" by "name"', [[1], [4]]],
    [
      'rows in an object',
      '{"total":2,"rows":[{"k":"a","n":1},{"k":"b","n":2}]}',
      'bars of "n" by "k"',
      [[1], [2]],
    ],
    ['an array of numbers', '[3,1,2]', 'histogram of "value"', [[3], [1], [2]]],
    [
      'lines',
      '{"t":1,"v":3}\n{"t":2,"v":4}\n',
      'line of "v" over "t"',
      [
        [1, 3],
        [2, 4],
      ],
    ],
    [
      'lines of numbers',
      '[1,2]\n[2,3]\n',
      'line of "column 2" over "column 1"',
      [
        [1, 2],
        [2, 3],
      ],
    ],
  ])('as %s', (_, data, expected, points) => {
    const { drawing } = draw(data, { name: '<stdin>' });
    expect([drawing.summary, drawing.data]).toEqual([expected, points]);
  });
});

it('sorts the points of a line by their places', () => {
  expect(draw('x,y\n3,1\n1,2\n2,3\n', { type: 'line', x: 'x' }).drawing.data).toEqual([
    [1, 2],
    [2, 3],
    [3, 1],
  ]);
});

it('reads a million rows in time that grows with them, as their numbers', () => {
  const count = 100_000;
  const text = `t,v\n${Array.from({ length: count }, (_, at) => `${at},${at % 977}`).join('\n')}\n`;
  const { drawing } = draw(text);
  expect([drawing.data.length, drawing.data.at(-1)]).toEqual([
    count,
    [count - 1, (count - 1) % 977],
  ]);
});

it('limits columns and values', () => {
  const wide = `${Array.from({ length: 1001 }, (_, at) => `c${at}`).join(',')}\n`;
  expect(() => draw(wide)).toThrow(/too-large: expected at most 1000 columns, found 1001/);
  const commas = ','.repeat(20_000);
  expect(() => draw(`a,b\n${commas}`)).toThrow(/1000 columns, found more than 10000 in line 2/);
  const lines = { name: 'data.jsonl' };
  // Before a column is filled up to its first value.
  const sparse = (rows: number): string =>
    `{"a":1}\n`.repeat(rows) +
    JSON.stringify(
      Object.fromEntries(
        wide
          .split(',')
          .slice(2)
          .map((name) => [name, 1]),
      ),
    );
  expect(() => draw(sparse(30_000), lines)).toThrow(/too-large: expected at most 20000000 values/);
  expect(() => draw(sparse(30), lines)).not.toThrow();
  const long = `a,b\n"${'x'.repeat(1_000_001)}",1\n`;
  expect(() => draw(long)).toThrow(/too-large: expected values of at most 1000000 characters/);
});
