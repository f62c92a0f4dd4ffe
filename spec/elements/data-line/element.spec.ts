/** A line chart in a document: data, selection, tooltip, cross-hair, zoom, copy, and what is read aloud. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { DataLine } from '../../../elements/data-line/data-line.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { ACCESSIBLE_NODE } from '../../../runtime/element/internals.js';
import { use } from '../control.js';

afterEach(unmountAll);

const POINTS = JSON.stringify(
  Array.from({ length: 41 }, (_, index) => [index, (index * 7) % 31, 40]),
);
const SERIES = `series='[{"name":"CPU"},{"name":"limit"}]'`;

async function useLines(attributes: string, size = { width: 46, height: 12 }) {
  const found = await use(`<data-line ${attributes}/>`, size);
  const chart = found.app.document.querySelector('data-line') as unknown as DataLine;
  const events: unknown[] = [];
  for (const type of ['select', 'hover', 'zoom'])
    chart.addEventListener(type, (event) => events.push(event));
  return { ...found, chart, fired: events as Record<string, unknown>[] };
}

describe('a line chart', () => {
  it('is read aloud', async () => {
    const load = Array.from({ length: 120 }, (_, index) => [index, Math.round(3 + index * 0.79)]);
    load[119] = [119, 42];
    const { chart } = await useLines(`series='[{"name":"CPU"}]' points='${JSON.stringify(load)}'`);
    expect(chart[ACCESSIBLE_NODE]().name).toBe('CPU, 120 points, 3 to 96, last 42, rising');
    expect(chart.getValue()).toHaveLength(120);
  });

  it('reads each of several series, marks and what is selected', async () => {
    const { app, chart } = await useLines(
      `${SERIES} points='${POINTS}' aria-label="Load" marks='[{"value":20,"label":"goal"},{"from":1,"to":2}]'`,
    );
    chart.setSelectedPoint(3, 0);
    await app.settle();
    expect(chart[ACCESSIBLE_NODE]().name).toBe(
      'Load, 41 points; CPU 0 to 30, last 1, steady; limit 40 to 40, last 40, steady; goal at 20; band from 1 to 2; selected 3',
    );
  });

  it('shows a tooltip of the point in the column, and a cross-hair', async () => {
    const { app, chart, fired } = await useLines(`${SERIES} points='${POINTS}' tooltip="auto"`);
    const cell = chart.cellOf(10, 0)!;
    await app.hover(cell);
    await app.advance(300);
    expect(fired).toHaveLength(1);
    expect(fired[0]).toMatchObject({
      type: 'hover',
      entryIndex: 10,
      seriesIndex: 0,
      value: 8,
      x: 10,
    });
    expect(app).toMatchScreen('cross-hair');
  });

  it('selects by clicks and keys', async () => {
    const { app, chart, fired } = await useLines(`${SERIES} points='${POINTS}' selectable`);
    await app.click(chart.cellOf(5, 0)!);
    expect(chart.getSelectedPoint()).toEqual({ entry: 5, series: 0 });
    expect(fired.at(-1)).toMatchObject({ type: 'select', entryIndex: 5, value: 4, label: '5' });
    await app.press('Right');
    expect(fired.at(-1)).toMatchObject({ type: 'hover', entryIndex: 6, seriesIndex: 0, x: 6 });
    await app.press('Enter');
    expect(chart.getSelectedPoint()).toEqual({ entry: 6, series: 0 });
    await app.press('Down');
    await app.press('Home');
    await app.press('Enter');
    expect(chart.getSelectedPoint()).toEqual({ entry: 0, series: 1 });
    await app.press('Escape');
    expect(chart.getSelectedPoint()).toBeNull();
    expect(fired.at(-1)).toMatchObject({ type: 'select', entryIndex: -1 });
  });

  it('goes from cell to cell where points share them', async () => {
    const points = JSON.stringify(Array.from({ length: 4000 }, (_, index) => [index, index % 50]));
    const { app, chart } = await useLines(`series='[{"name":"a"}]' points='${points}' selectable`);
    await app.press('Tab');
    await app.press('End');
    const columns = new Set<number>();
    for (let step = 0; step < 10; step++) {
      await app.press('Left');
      await app.press('Enter');
      columns.add(chart.cellOf(chart.getSelectedPoint()!.entry, 0)!.x);
    }
    expect(columns.size).toBe(10);
  });

  it('zooms and pans by keys, wheel and drag', async () => {
    const { app, chart, fired } = await useLines(`${SERIES} points='${POINTS}' zoomable`);
    await app.press('Tab');
    await app.press('+');
    expect(chart.getView()).toEqual({ xMin: 4, xMax: 36 });
    await app.press('Shift+Left');
    const left = chart.getView()!;
    expect(left.xMin).toBe(0);
    await app.press('-');
    expect(chart.getView()).toBeNull();
    expect(fired.at(-1)).toMatchObject({ type: 'zoom', isWhole: true, xMin: 0, xMax: 40 });
    const { x, y } = chart.cellOf(20, 1)!;
    await app.wheel({ x, y }, -3);
    const near = chart.getView()!;
    expect(near.xMin).toBeLessThan(20);
    expect(near.xMax - near.xMin).toBeCloseTo(40 * 0.8 ** 3);
    await app.drag({ x, y }, { x: x + 4, y });
    expect(chart.getView()!.xMin).toBeLessThan(near.xMin);
    await app.press('0');
    expect(chart.getView()).toBeNull();
  });

  it('copies points as they were set', async () => {
    const { app, chart } = await useLines(
      `series='[{"name":"a"}]' points='[[1,2],[2,null],[4,8]]'`,
    );
    expect(JSON.parse(chart.getSelectableText())).toEqual({
      series: [{ name: 'a' }],
      points: [
        [1, 2],
        [2, null],
        [4, 8],
      ],
    });
    expect(chart.getClipboardDescription()).toBe('Copied 3 points (1, 2, 4) to clipboard');
    const first = chart.cellOf(0, 0)!;
    expect(
      JSON.parse(chart.getSelectableText({ startX: 0, endX: first.x, startY: 0, endY: 9 })).points,
    ).toEqual([[1, 2]]);
    void app;
  });

  it.each([
    ['["2026-05-01",2],["2026-05-02",3]', '2026-05-01, 2026-05-02'],
    ['["2026-04-30T23:00",2],["2026-05-01",3]', '2026-04-30 23:00, 2026-05-01 00:00'],
    ['["2026-05-01",2],["2026-05-01T00:00:05",3]', '2026-05-01 00:00, 2026-05-01 00:00:05'],
  ])('names days, or days with times: %s', async (points, expected) => {
    const attributes = `series='[{"name":"a"}]' points='[${points}]' style="x-scale: time"`;
    const { chart } = await useLines(attributes);
    expect(chart.getClipboardDescription()).toContain(`(${expected})`);
  });

  it('follows a state, and binds what is selected', async () => {
    const { app, get, state } = await use(
      `<data-line series='[{"name":"a"}]' bind:points="rows" bind:selection="picked" onGetId="'p' + item.index" selectable/>`,
      { width: 30, height: 8, state: { rows: [[1, 2]], picked: [] } },
    );
    const chart = get('data-line') as unknown as DataLine;
    state['rows'] = [
      [1, 2],
      [2, 5],
    ];
    await app.settle();
    expect(chart.getValue()).toHaveLength(2);
    await app.click(chart.cellOf(1, 0)!);
    expect([...chart.getSelectedIds()]).toEqual(['p1']);
    expect([...(state['picked'] as Iterable<string>)]).toEqual(['p1']);
  });

  it('writes only what has changed', async () => {
    const { app, chart } = await useLines(
      `series='[{"name":"a"}]' points='[[0,1],[1,50]]' min="0" max="100" x-min="0" x-max="1000"`,
    );
    const before = app.text();
    chart.appendPoint(2, [51]);
    await app.settle();
    const [one, two] = [before, app.text()].map((text) => [...text]);
    const changed = two!.filter((glyph, at) => glyph !== one![at]).length;
    expect(changed).toBeLessThanOrEqual(2);
  });

  it('keeps its selection by ids while points are dropped', async () => {
    const { chart, app } = await useLines(
      `series='[{"name":"a"}]' points='[[1,2],[2,3],[4,8]]' onGetId="'p' + item.label"`,
    );
    void app;
    chart.setSelectedPoint(2, 0);
    chart.shiftPoint();
    expect(chart.getSelectedPoint()).toEqual({ entry: 1, series: 0 });
    expect([...chart.getSelectedIds()]).toEqual(['p4']);
  });

  it.each([
    ["points='[[1,2],[null,3]]'", 'bad-shape', 'points[1][0]: expected a number or an ISO date'],
    [`points='[["tomorrow",2]]'`, 'bad-shape', 'found "tomorrow"'],
    [`points='[[1,2]]' x-min="soon"`, 'bad-value', '"x-min": expected a number or an ISO date'],
    [`points='[[1,2]]' time-zone="Mars"`, 'bad-value', '"time-zone": expected "local", "UTC"'],
    [
      `points='[[1,2]]' min="3" max="1"`,
      'bad-range',
      'expected "min" to be at most "max" (1), found 3',
    ],
    [`points='[[1,2,3]]'`, 'extra-cells', 'expected 1 value in each point'],
    [`points='[[1,2]]' marks='[{"label":"x"}]'`, 'bad-shape', 'marks[0]: expected one of "value"'],
    [
      `points='[[1,2]]' min="-1" style="value-scale: log"`,
      'log-range',
      'expected a number above 0',
    ],
  ])('reports %s', async (attributes, code, message) => {
    const { app } = await use(`<data-line series='[{"name":"a"}]' ${attributes}/>`, {
      width: 30,
      height: 8,
      errors: 'keep',
    });
    expect(app.diagnostics.map((each) => `${each.code} ${each.message}`).join('\n')).toContain(
      message,
    );
    expect(app.diagnostics.map((each) => each.code)).toContain(code);
    expect(app.diagnostics[0]).toHaveProperty('span');
  });
});
