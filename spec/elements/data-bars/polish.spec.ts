/** Small things that were wrong once. */
import { describe, expect, it } from '@jest/globals';
import type { DataBars } from '../../../elements/data-bars/data-bars.js';
import { UNDERLINE } from '../../../runtime/paint/cells.js';
import { mount } from '../../support/mount.js';
import { makeChart, paintChart, picture } from './chart.js';

const one = `series='[{"name":"S"}]' labels='["a","b"]' bars='[[4],[8]]'`;
const chartOf = (app: Awaited<ReturnType<typeof mount>>): DataBars =>
  app.document.getElementById('c') as unknown as DataBars;

it('a name of a sparkline has a colon and a blank after it', () => {
  expect(picture({ series: [{ name: 'CPU' }], bars: [[1], [2]] }, 12)).toBe('\nCPU: ▄█\n');
});

it('a picture of a light theme is light without being told', async () => {
  const light = await mount(`<data-bars ${one} />`, { width: 20, height: 5, theme: 'gray-std' });
  const dark = await mount(`<data-bars ${one} />`, { width: 20, height: 5, theme: 'gray-dark' });
  const background = (svg: string): string => /<rect[^>]*fill="(#\w+)"/.exec(svg)?.[1] ?? '';
  const lightness = (color: string): number => parseInt(color.slice(1, 3), 16);
  expect(lightness(background(light.screen().toSvg()))).toBeGreaterThan(0xe0);
  expect(lightness(background(dark.screen().toSvg()))).toBeLessThan(0x40);
});

it('a picture in ANSI of a theme of 16 colours has these and no others', async () => {
  const led = `<data-bars ${one} style="bar-style: led" max="8" />`;
  const sgr = async (theme: string): Promise<string> =>
    (await mount(led, { width: 20, height: 5, theme })).screen().toAnsi();
  expect(await sgr('color16-dark')).not.toMatch(/38;[25];/);
  expect(await sgr('color-dark')).not.toMatch(/38;2;/);
  expect(await sgr('color-dark')).toMatch(/38;5;/);
  expect(await sgr('fullcolor-dark')).toMatch(/38;2;255;255;0/);
});

describe('a bound selection', () => {
  it('needs ids, and says so', async () => {
    const app = await mount(`<data-bars ${one} selectable bind:selection="picked" />`, {
      width: 20,
      height: 5,
    });
    expect(app.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toContain(
      'no-ids: data-bars: "bind:selection" requires "onGetId", which returns the id of an entry',
    );
  });

  it('has ids that are numbers, as text', () => {
    const chart = makeChart({ series: [{ name: 'S' }], labels: ['a', 'b'], bars: [[4], [8]] });
    chart.getId = ({ index }) => index + 10;
    chart.setSelectedBar(1, 0);
    expect([...chart.getSelectedIds()]).toEqual(['11']);
  });
});

describe('the place of an entry', () => {
  const spec = {
    series: [{ name: 'A' }, { name: 'B' }],
    labels: ['x', 'y'],
    bars: [
      [1, 2],
      [100, 50],
    ],
    showAxis: false,
    tooltip: 'auto',
  };

  it('is no bar by default', async () => {
    const app = await mount(
      `<data-bars id="c" ${one} show-axis="false" selectable style="gap: 1" />`,
      { width: 20, height: 4 },
    );
    await app.click({ x: 16, y: 0 });
    expect(chartOf(app).getSelectedBar()).toBeNull();
  });

  it('is its bar where the style says so', async () => {
    const markup = (style: string): string =>
      `<data-bars id="c" series='${JSON.stringify(spec.series)}' labels='["x","y"]' bars='${JSON.stringify(spec.bars)}' show-axis="false" selectable tooltip="auto" style="hit-area: entry; ${style}" />`;
    const app = await mount(markup(''), { width: 20, height: 6 });
    await app.click({ x: 16, y: 1 });
    expect(chartOf(app).getSelectedBar()).toEqual({ entry: 0, series: 1 });
    await app.click({ x: 0, y: 3 });
    expect(chartOf(app).getSelectedBar()).toEqual({ entry: 1, series: 0 });
    // Between the entries there is none.
    await app.click({ x: 16, y: 2 });
    expect(chartOf(app).getSelectedBar()).toBeNull();
    const upright = await mount(markup('orientation: vertical; height: 6'), {
      width: 20,
      height: 6,
    });
    await upright.click({ x: 1, y: 0 });
    expect(chartOf(upright).getSelectedBar()).toEqual({ entry: 0, series: 1 });
  });
});

it('the underline of a selected bar ends with its last whole cell', () => {
  const chart = makeChart({
    series: [{ name: 'S' }],
    labels: ['a'],
    bars: [[41]],
    max: 80,
    showLabels: false,
    showAxis: false,
  });
  chart.setSelectedBar(0, 0);
  const grid = paintChart(chart, 10, 1);
  const underlined = (x: number): boolean =>
    (grid.cells.table.get(grid.cells.styles[x]!).attributes & UNDERLINE) !== 0;
  expect(grid.rows()[0]).toBe('█████▏');
  expect([0, 4, 5, 6].map(underlined)).toEqual([true, true, false, false]);
});

it('a labelled chart stays one while it is empty', () => {
  const chart = makeChart({ series: [{ name: 'S' }], labels: ['a'], bars: [[4]], showAxis: true });
  chart.shiftEntry();
  expect(paintChart(chart, 20, 4).rows().join('\n')).not.toContain('S:');
  chart.appendEntry([5], 'b');
  expect(paintChart(chart, 20, 4).rows()[0]).toMatch(/^b █/);
  chart.setValue([]);
  expect(chart.getValue()).toEqual([]);
});

describe('labels', () => {
  it('that are too few are reported', async () => {
    const app = await mount(
      `<data-bars series='[{"name":"S"}]' labels='["a"]' bars='[[1],[2],[3]]' />`,
      { width: 20, height: 8 },
    );
    expect(app.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'few-labels: data-bars: "labels": expected 3, one for each entry, found 1; the last entries have no label',
    ]);
  });

  it('as a property are those that are there now', () => {
    const chart = makeChart({ series: [{ name: 'S' }], labels: ['a'], bars: [[4]] });
    chart.appendEntry([5], 'b');
    expect(chart.labels).toEqual(['a', 'b']);
    chart.shiftEntry();
    expect(chart.labels).toEqual(['b']);
    expect(makeChart({ series: [{ name: 'S' }], bars: [[4]] }).labels).toBeUndefined();
  });
});

it('JSON with a bare name says how to write it', async () => {
  const bare = mount(`<data-bars series='[{name:1}]' bars='[[1]]' />`, { width: 20, height: 2 });
  await expect(bare).rejects.toThrow('write "name", in double quotes');
});

it('what was copied is told in the words of the specification', async () => {
  const app = await mount(`<data-bars id="c" ${one} />`, { width: 20, height: 5 });
  chartOf(app).setSelectedBar(0, 0);
  expect(chartOf(app).getClipboardDescription()).toBe('Copied 1 bars (a) to clipboard');
});
