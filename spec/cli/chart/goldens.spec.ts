/** Pictures of charts of data: types by themes and by widths, and what was chosen. */
import { describe, expect, it } from '@jest/globals';
import { print, show } from './drawn.js';

const THEMES = ['fullcolor-dark', 'color16-dark', 'gray-std', 'bw-std'];

const DAYS = Array.from({ length: 30 }, (_, at) => {
  const day = String(at + 1).padStart(2, '0');
  return `2026-06-${day},${20 + Math.round(60 * Math.sin(at / 5) ** 2)},${12 + at}`;
});
const LOAD = `day,load,temp\n${DAYS.join('\n')}\n`;
const CITIES = 'city,visits\nBerlin,120\nPâris,340\n東京,90\n"New York, NY",510\nRome,\n';
const QUARTERS = 'quarter,2025,2026\nQ1,10,14\nQ2,12,9\nQ3,18,21\n';
const VISITS = `day,hour,visits\n${['Mon', 'Tue', 'Wed', 'Sat']
  .flatMap((day, row) =>
    [8, 10, 12, 14, 16].map((hour, at) => `${day},${hour},${(row * 7 + at * 5) % 23}\n`),
  )
  .join('')}`;
const SPREAD = Array.from({ length: 120 }, (_, at) => 100 + ((at * 37) % 41) - ((at * 11) % 23));
const WORDS = 'word\nbe\nto\nor\nnot\nto\nbe\nto\n';

const CHARTS = [
  ['bars', CITIES, {}],
  ['grouped bars', QUARTERS, { title: 'Sales by quarter' }],
  ['counts', WORDS, {}],
  ['line', LOAD, {}],
  ['area', LOAD, { type: 'area', y: 'load' }],
  ['step', LOAD, { type: 'step', y: 'temp' }],
  ['scatter', LOAD, { type: 'scatter', x: 'temp', y: 'load' }],
  ['heatmap', VISITS, { type: 'heatmap', x: 'hour', y: 'day' }],
  ['matrix', QUARTERS, { type: 'heatmap' }],
  ['histogram', `ms\n${SPREAD.join('\n')}\n`, {}],
] as const;

describe.each(CHARTS)('%s', (name, data, options) => {
  it.each(THEMES)('in %s', async (theme) => {
    const app = await print(data, options, { theme });
    expect(app.app.diagnostics).toEqual([]);
    expect(app).toMatchScreen(`${name} ${theme}`);
  });

  it.each([120, 30, 12, 3])('in %d columns', async (width) => {
    const app = await print(data, options, { width });
    expect(app).toMatchScreen(`${name} ${width}`);
  });
});

const CHOICES = [
  ['the two largest', CITIES, { top: 2 }],
  ['bars from the smallest on', CITIES, { sort: 'value' }],
  ['bars by label', CITIES, { sort: '-label' }],
  ['logarithms', 'city,n\na,1\nb,1000\nc,1000000\n', { logScale: 'y' }],
  ['logarithms of both', 'x,y\n1,10\n10,100\n100,10000\n', { logScale: 'xy', type: 'line' }],
  ['intervals', `ms\n${SPREAD.join('\n')}\n`, { bins: 4 }],
  [
    'dates by a format',
    'd,v\n01.03.2026,5\n02.03.2026,8\n05.03.2026,3\n',
    { dateFormat: '%d.%m.%Y' },
  ],
  ['percent', 'part,share\na,12%\nb,30.5%\nc,57.5%\n', {}],
  ['decimal commas', 'name;wert\r\nA;1,5\r\nB;2.250,75\r\n', {}],
  ['one column of numbers over its rows', '5\n3\n8\n1\n', { type: 'line' }],
  ['gaps', 'x,y\n1,1\n2,4\n3,\n4,3\n5,NaN\n6,2\n7,4\n', {}],
  ['huge and tiny numbers', 'n,v\na,1e300\nb,-1e300\nc,1e-300\n', {}],
] as const;

describe('options', () => {
  it.each(CHOICES)('%s', async (name, data, options) => {
    const app = await print(data, options, { theme: 'bw-std' });
    expect(app).toMatchScreen(name);
  });
});

it.each([70, 50, 36, 20])(
  'below the chart, keys give way to what is read, in %d columns',
  async (width) => {
    const app = await show(LOAD, {}, { width, theme: 'bw-std' });
    await app.press('Right');
    await app.press('Right');
    expect(app).toMatchScreen(`read-out ${width}`);
  },
);
