/** What must be seen in themes that have few colours, and where colours alone cannot show it. */
import { afterEach, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

it('a target on a bar differs from it where both are nearly black', async () => {
  const marks = `marks='[{"values":[60],"label":"plan","color":"var(--error)"}]'`;
  const chart = `series='[{"name":"S"}]' labels='["a"]' bars='[[71]]' ${marks} show-axis="false"`;
  const app = await mount(`<tui><data-bars ${chart} style="gap: 0" /></tui>`, {
    width: 30,
    height: 1,
    theme: 'gray-std',
  });
  const x = app.text().indexOf('┃');
  expect(x).toBeGreaterThan(0);
  // The terminal's own background as text on its own foreground.
  expect(app.screen().cell(x, 0)).toMatchObject({ char: '┃', attributes: ['reverse'] });
  expect(app.screen().toAnsi()).not.toContain('48;5;232');
});

it('a percentage of a stack is the share of the scale that its bar is long, as that of a bar', async () => {
  const chart = `labels='["a","b"]' max="200" value-format="percent" show-values show-axis="false"`;
  const stacked = `series='[{"name":"A","stack":"s"},{"name":"B","stack":"s"}]' bars='[[40,60],[10,40]]'`;
  const single = `series='[{"name":"A"}]' bars='[[100],[50]]'`;
  const shown = async (data: string): Promise<string[]> => {
    const markup = `<tui><data-bars ${data} ${chart} style="gap: 0" /></tui>`;
    const app = await mount(markup, { width: 30, height: 2 });
    return app.text().match(/\d+%/g) ?? [];
  };
  expect(await shown(stacked)).toEqual(['50%', '25%']);
  expect(await shown(stacked)).toEqual(await shown(single));
});

it('a sparkline of a stacked series has the last and the largest value as text, not a sum', async () => {
  const series = `series='[{"name":"a","stack":"s"},{"name":"b","stack":"s"}]'`;
  const chart = `<tui><data-bars ${series} bars='[[1,10],[4,40],[2,20]]' show-values /></tui>`;
  const app = await mount(chart, { width: 20, height: 2 });
  const texts = app
    .text()
    .split('\n')
    .map((row) => row.trim().split(' ').at(-1));
  expect(texts).toEqual(['2/4', '20/40']);
});

it('five series in black and white, of which two share a pattern, are told apart by words', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const series = JSON.stringify(names.map((name) => ({ name })));
  const chart = `<tui><data-bars id="c" series='${series}' labels='["x"]' bars='[[1,2,3,4,5]]' show-legend selectable tooltip="auto" show-axis="false" style="gap: 0" /></tui>`;
  const app = await mount(chart, { width: 60, height: 16, theme: 'bw-dark' });
  const [legend, ...rows] = app.text().split('\n');
  expect(legend).toBe('█ a  ▓ b  ▒ c  ░ d  █ e');
  // Series are in the order of the legend, so that the fifth bar is the fifth name's.
  expect(rows.slice(0, 5).map((row) => row.replace(/^x?\s+/, '')[0])).toEqual([...'█▓▒░█']);
  await app.hover({ x: 3, y: 5 });
  await app.advance(400);
  expect(app.text()).toContain('e  5');
});

it('an error of style that is the same for several elements is reported at each place', async () => {
  const bar = `<data-bars series='[{"name":"S"}]' bars='[[1]]' style="gap: nonsense" />`;
  const app = await mount(`<tui>\n${bar}\n${bar}\n</tui>`, {
    width: 20,
    height: 4,
    errors: 'keep' as const,
  });
  const found = app.diagnostics.filter(({ code }) => code === 'bad-style');
  const places = found.map(({ span }) => JSON.stringify(span));
  expect(new Set(places).size).toBe(places.length);
  expect(found).toHaveLength(2);
});
