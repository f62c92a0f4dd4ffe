/** The selection states of the specification, and the events, by the bytes that a mouse sends. */
import { describe, expect, it } from '@jest/globals';
import type { TuiEvent } from '../../../runtime/element/tui-element.js';
import type { DataBars } from '../../../elements/data-bars/data-bars.js';
import { mount } from '../../support/mount.js';
import { GROUPED, NOTHING, SINGLE, SPARKLINE, useChart, VERTICAL } from './interaction.js';

const IDS = 'onGetId="item.label && item.label.toLowerCase()"';
const at = (x: number, y: number): { x: number; y: number } => ({ x, y });

describe('the selection state', () => {
  it('is none to begin with', async () => {
    const { chart } = await useChart(`${SINGLE} selectable`);
    expect(chart.getSelectedBar()).toBeNull();
    expect([...chart.getSelectedIds()]).toEqual([]);
  });

  it('none -> setSelectedBar -> a bar -> clearSelection -> none, and no event', async () => {
    const { chart, events } = await useChart(`${SINGLE} selectable`);
    chart.setSelectedBar(1, 0);
    expect(chart.getSelectedBar()).toEqual({ entry: 1, series: 0 });
    chart.clearSelection();
    expect(chart.getSelectedBar()).toBeNull();
    expect(events()).toStrictEqual([]);
  });

  it('a bar by index after ids that a script set', async () => {
    const { app, chart } = await useChart(`${SINGLE} selectable ${IDS}`);
    chart.setSelectedIds(new Set());
    chart.setSelectedBar(1, 0);
    await app.settle();
    expect(app.text()).toContain('Tue▸');
    expect([...chart.getSelectedIds()]).toEqual(['tue']);
  });

  it('a bar after a click on it; a click on another bar moves it', async () => {
    const { app, chart, events } = await useChart(`${SINGLE} selectable`);
    await app.click(at(5, 2));
    expect(chart.getSelectedBar()).toEqual({ entry: 1, series: 0 });
    await app.click(at(5, 4));
    expect(chart.getSelectedBar()).toEqual({ entry: 2, series: 0 });
    expect(events().filter(({ type }) => type === 'select')).toStrictEqual([
      {
        type: 'select',
        entryIndex: 1,
        seriesIndex: 0,
        value: 25,
        label: 'Tue',
        id: undefined,
      },
      {
        type: 'select',
        entryIndex: 2,
        seriesIndex: 0,
        value: 85,
        label: 'Wed',
        id: undefined,
      },
    ]);
    expect(app.text()).toContain('Wed▸');
  });

  it('none after a click on the selected bar', async () => {
    const { app, chart, events } = await useChart(`${SINGLE} selectable ${IDS}`);
    await app.click(at(5, 2));
    await app.click(at(5, 2));
    expect(chart.getSelectedBar()).toBeNull();
    expect(events().filter(({ type }) => type === 'select')).toStrictEqual([
      {
        type: 'select',
        entryIndex: 1,
        seriesIndex: 0,
        value: 25,
        label: 'Tue',
        id: 'tue',
      },
      NOTHING,
    ]);
  });

  it.each([
    ['beside a bar', 28, 2],
    ['between bars', 5, 1],
    ['on a label', 0, 0],
  ])('none after a click %s, from any state', async (_name, x, y) => {
    const { app, chart, events } = await useChart(`${SINGLE} selectable ${IDS}`);
    await app.click(at(x, y));
    expect(events()).toStrictEqual([NOTHING]);
    chart.setSelectedBar(1, 0);
    await app.click(at(x, y));
    expect(chart.getSelectedBar()).toBeNull();
    expect(events()).toStrictEqual([NOTHING]);
  });

  it('none after a click on the border of the chart, on another element and on the empty screen', async () => {
    const { app, chart, events } = await useChart(
      `${SINGLE} selectable style="border: rounded; padding: 1"`,
      { rest: '<text>elsewhere</text>' },
    );
    chart.setSelectedBar(1, 0);
    await app.click(at(0, 0));
    expect(events()).toStrictEqual([NOTHING]);
    chart.setSelectedBar(1, 0);
    for (const place of [at(3, 9), at(app.width - 1, app.height - 1)]) {
      await app.click(place);
      expect(chart.getSelectedBar()).toBeNull();
      expect(events()).toStrictEqual([NOTHING]);
      // Once: there is nothing to clear any more.
      await app.click(place);
      expect(events()).toStrictEqual([]);
      chart.setSelectedBar(1, 0);
    }
    // What was dragged over elsewhere is no click.
    await app.drag(at(1, 9), at(4, 9));
    expect(chart.getSelectedBar()).toEqual({ entry: 1, series: 0 });
    chart.remove();
    await app.click(at(3, 0));
    expect(events()).toStrictEqual([]);
  });

  it('that of another chart which shares it, after a click there', async () => {
    const charts = ['a', 'b']
      .map(
        (id) =>
          `<data-bars id="${id}" series='[{"name": "s"}]' selectable bind:selection="chosen" labels='["x", "y"]' onGetId="item.label" bars="[[1],[2]]" style="height: 2; width: 10"/>`,
      )
      .join('');
    const app = await mount(
      `<tui>${charts}<script>export const state = $tui.createState({ chosen: ['x'] });</script></tui>`,
      { width: 20, height: 6 },
    );
    const [a, b] = ['a', 'b'].map((id) => app.document.getElementById(id) as unknown as DataBars);
    expect([...a!.getSelectedIds()]).toEqual(['x']);
    await app.click({ x: 4, y: 3 });
    expect([a, b].map((each) => [...each!.getSelectedIds()])).toEqual([['y'], ['y']]);
    const second = { entry: 1, series: 0 };
    expect([a, b].map((each) => each!.getSelectedBar())).toEqual([second, second]);
    await app.click({ x: 15, y: 5 });
    expect([a, b].map((each) => [...each!.getSelectedIds()])).toEqual([[], []]);
    expect([a, b].map((each) => each!.getSelectedBar())).toEqual([null, null]);
  });

  it('by ids is the bar of the first one, whatever was selected by index before', async () => {
    const { chart } = await useChart(`${SINGLE} selectable onGetId="item.label"`);
    chart.setSelectedBar(0, 0);
    chart.setSelectedIds([chart.labels![1]!]);
    expect(chart.getSelectedBar()).toEqual({ entry: 1, series: 0 });
    chart.setSelectedIds([]);
    expect(chart.getSelectedBar()).toBeNull();
  });

  it('goes on with its entry while the chart streams, and clicks know', async () => {
    const { app, chart, events } = await useChart(`${SPARKLINE} selectable`);
    await app.click(at(6, 0));
    chart.appendEntry([50]);
    chart.shiftEntry();
    await app.settle();
    expect(chart.getSelectedBar()).toEqual({ entry: 0, series: 0 });
    await app.click(at(5, 0));
    expect(events().at(-1)).toStrictEqual(NOTHING);
  });
});

describe('a chart that is not selectable', () => {
  it('selects nothing, fires no select, and takes no focus', async () => {
    const { app, chart, events } = await useChart(SINGLE);
    await app.click(at(5, 2));
    await app.click(at(28, 2));
    await app.press('Tab', 'Down', 'Enter', 'Escape');
    expect(chart.getSelectedBar()).toBeNull();
    expect(events().map(({ type }) => type)).toEqual(['hover']);
    expect(app.document.activeElement).not.toBe(chart);
    expect(app.app.cursor).toBeNull();
  });
});

describe('a click', () => {
  it.each([
    ['horizontal', GROUPED, 5, 1, { entryIndex: 0, seriesIndex: 1, value: 5, label: 'Mon' }],
    [
      'an absent value',
      GROUPED,
      4,
      4,
      { entryIndex: 1, seriesIndex: 1, value: null, label: 'Tue' },
    ],
    ['vertical', VERTICAL, 9, 4, { entryIndex: 2, seriesIndex: 0, value: 85, label: 'Wed' }],
    ['sparkline', SPARKLINE, 6, 0, { entryIndex: 1, seriesIndex: 0, value: 85, label: undefined }],
    [
      'LED',
      `series='[{"name":"Load"}]' labels='["a","b"]' bars='[[40],[95]]' style="bar-style: led"`,
      3,
      2,
      { entryIndex: 1, seriesIndex: 0, value: 95, label: 'b' },
    ],
    [
      'vertical LED',
      `series='[{"name":"Load"}]' labels='["a","b"]' bars='[[40],[95]]' show-axis="false"
        style="bar-style: led; orientation: vertical"`,
      2,
      3,
      { entryIndex: 1, seriesIndex: 0, value: 95, label: 'b' },
    ],
    [
      'a segment of a stack',
      `series='[{"name":"A","stack":"s"},{"name":"B","stack":"s"}]' labels='["a"]' bars='[[1,1]]'`,
      28,
      0,
      { entryIndex: 0, seriesIndex: 1, value: 1, label: 'a' },
    ],
    [
      'a negative bar',
      `series='[{"name":"A"}]' labels='["a","b"]' bars='[[5],[-5]]'`,
      4,
      2,
      { entryIndex: 1, seriesIndex: 0, value: -5, label: 'b' },
    ],
  ] as const)('on %s tells of exactly its bar', async (_name, attributes, x, y, fields) => {
    const { app, chart, events } = await useChart(`${attributes} selectable`);
    await app.click(at(x, y));
    expect(events()).toStrictEqual([
      { type: 'hover', ...fields },
      { type: 'select', ...fields, id: undefined },
    ]);
    expect(chart.getSelectedBar()).toEqual({
      entry: fields.entryIndex,
      series: fields.seriesIndex,
    });
    expect(chart.accessibleText()).toContain('; selected ');
  });

  it('of another button, or one that a listener prevents, selects nothing', async () => {
    const { app, chart } = await useChart(`${SINGLE} selectable`);
    await app.click(at(5, 2), { button: 2 });
    chart.addEventListener('click', (event: TuiEvent) => event.preventDefault());
    await app.click(at(5, 2));
    expect(chart.getSelectedBar()).toBeNull();
  });

  it('by a script has no place and selects nothing', async () => {
    const { app, chart, events } = await useChart(`${SINGLE} selectable`);
    chart.setSelectedBar(0, 0);
    chart.click();
    await app.settle();
    expect(events()).toStrictEqual([]);
    expect(chart.getSelectedBar()).toEqual({ entry: 0, series: 0 });
  });

  it('finds the entry that a folded column shows', async () => {
    const values = Array.from({ length: 60 }, (_, index) => [index === 31 ? 99 : 1]);
    const { app, events } = await useChart(
      `series='[{"name":"A"}]' bars='${JSON.stringify(values)}' selectable show-labels="false"
        style="downsample: max"`,
    );
    await app.click(at(15, 0));
    expect(events().at(-1)).toMatchObject({ entryIndex: 31, value: 99 });
  });
});

describe('hover', () => {
  it('fires once for each bar entered, not for each cell', async () => {
    const { app, events } = await useChart(GROUPED);
    await app.hover(at(5, 3));
    await app.hover(at(6, 3));
    await app.hover(at(9, 3));
    expect(events()).toStrictEqual([
      { type: 'hover', entryIndex: 1, seriesIndex: 0, value: 25, label: 'Tue' },
    ]);
    await app.hover(at(5, 6));
    await app.hover(at(5, 7));
    expect(events().map(({ entryIndex, seriesIndex }) => [entryIndex, seriesIndex])).toEqual([
      [2, 0],
      [2, 1],
    ]);
  });

  it('fires again after the pointer was on none, inside the chart or outside', async () => {
    const { app, events } = await useChart(SINGLE, { rest: '<text>elsewhere</text>' });
    await app.hover(at(5, 2));
    await app.hover(at(28, 2));
    await app.hover(at(5, 2));
    expect(events()).toHaveLength(2);
    await app.hover(at(2, 5));
    expect(events()).toHaveLength(0);
    await app.hover(at(5, 2));
    expect(events()).toHaveLength(1);
  });

  it('fires for the points of a sparkline', async () => {
    const { app, events } = await useChart(SPARKLINE);
    for (const x of [4, 5, 6, 7, 8, 9]) await app.hover(at(x, 0));
    expect(events().map(({ value }) => value)).toEqual([10, 85, null, 30]);
  });

  it('and select reach handlers in attributes, and bubble', async () => {
    const { app } = await useChart(
      `${SINGLE} selectable onHover="$app.hovered(event.label)" onSelect="picked"`,
      {
        rest: `<text id="said"></text><script>
          const said = $tui.getElementById('said');
          export const hovered = (label) => { said.textContent = 'over ' + label; };
          export const picked = ({ entryIndex }) => { said.textContent = 'picked ' + entryIndex; };
        </script>`,
      },
    );
    let heard = 0;
    app.document.documentElement.addEventListener('select', () => heard++);
    await app.hover(at(5, 4));
    expect(app.text()).toContain('over Wed');
    await app.click(at(5, 4));
    expect(app.text()).toContain('picked 2');
    expect(heard).toBe(1);
  });
});

describe('ids', () => {
  it.each([
    ['an expression', "onGetId=\"'day-' + item.index + ':' + item.values.length\"", 'day-1:2'],
    ['a function', 'onGetId="(item) => item.label"', 'Tue'],
    ['an export', 'onGetId="idOf"', '1/Tue/25'],
  ])('are given at once by %s', async (_name, attribute, id) => {
    const { app, chart, events } = await useChart(`${GROUPED} selectable ${attribute}`, {
      rest: `<script>
        export function idOf({ values, label, index }) { return [index, label, values[0]].join('/'); }
      </script>`,
    });
    await app.click(at(5, 3));
    expect(events().at(-1)).toMatchObject({ type: 'select', id });
    expect([...chart.getSelectedIds()]).toEqual([id]);
  });

  it('that are controlled stay: a click and a key only tell', async () => {
    const { app, chart, events } = await useChart(
      `${SINGLE} selectable ${IDS} selected-ids='["tue"]'`,
    );
    chart.setSelectedBar(0, 0);
    await app.settle();
    expect(app.text()).toContain('Tue▸');
    await app.click(at(5, 4));
    expect(events().at(-1)).toMatchObject({ type: 'select', entryIndex: 2, id: 'wed' });
    expect([...chart.getSelectedIds()]).toEqual(['tue']);
    expect(app.text()).not.toContain('Wed▸');
    // The bar that shows as selected is the selected one.
    await app.click(at(5, 2));
    expect(events().at(-1)).toStrictEqual(NOTHING);
    expect(app.text()).toContain('Tue▸');
    await app.press('Escape');
    expect(events()).toStrictEqual([NOTHING]);
    expect(app.text()).toContain('Tue▸');
  });

  it('that are controlled follow the app', async () => {
    const { app, events } = await useChart(
      `${SINGLE} selectable ${IDS} selected-ids='[]'
        onSelect="this.selectedIds = event.id ? [event.id] : []"`,
    );
    await app.click(at(5, 4));
    expect(app.text()).toContain('Wed▸');
    await app.click(at(5, 4));
    expect(app.text()).not.toContain('▸');
    expect(events().filter(({ type }) => type === 'select')).toHaveLength(2);
  });

  it('that a script set give way to a click', async () => {
    const { app, chart, events } = await useChart(`${SINGLE} selectable ${IDS}`);
    chart.setSelectedIds(new Set(['mon', 'wed']));
    await app.settle();
    expect(app.text()).toContain('Mon▸');
    expect(app.text()).toContain('Wed▸');
    await app.click(at(5, 2));
    expect([...chart.getSelectedIds()]).toEqual(['tue']);
    expect(app.text()).not.toContain('Mon▸');
    chart.setSelectedIds(new Set(['mon', 'wed']));
    await app.click(at(5, 4));
    expect(events().at(-1)).toStrictEqual(NOTHING);
    expect([...chart.getSelectedIds()]).toEqual([]);
  });

  it('that match nothing select nothing', async () => {
    const { app, chart } = await useChart(`${SINGLE} selectable ${IDS}`);
    chart.setSelectedBar(0, 0);
    chart.setSelectedIds(new Set(['sun']));
    await app.settle();
    expect(app.text()).not.toContain('▸');
    expect(chart.accessibleText()).not.toContain('selected');
  });

  it('keep a bar selected when the data comes in another order, or is away for a while', async () => {
    const { app, chart } = await useChart(`${GROUPED} selectable ${IDS}`);
    await app.click(at(5, 7));
    expect(chart.getSelectedBar()).toEqual({ entry: 2, series: 1 });
    (chart as unknown as { labels: string[] }).labels = ['Wed', 'Mon', 'Tue'];
    chart.setValue([[85, 60], [10, 5], [25]]);
    await app.settle();
    expect(chart.getSelectedBar()).toEqual({ entry: 0, series: 1 });
    expect(app.text().split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^Wed █/),
      expect.stringMatching(/^ {3}▸█/),
    ]);
    expect(chart.accessibleText()).toMatch(/; selected Wed, Cost 60$/);
    chart.setValue([]);
    expect([chart.getSelectedBar(), [...chart.getSelectedIds()]]).toEqual([null, ['wed']]);
    chart.setValue([[1], [2], [3]]);
    expect(chart.getSelectedBar()).toEqual({ entry: 0, series: 1 });
    // Dropped from the front it is gone for good.
    chart.shiftEntry();
    chart.appendEntry([9], 'Wed');
    expect([chart.getSelectedBar(), [...chart.getSelectedIds()]]).toEqual([null, []]);
    expect(chart.accessibleText()).not.toContain('selected');
  });

  it('may come after the selection', async () => {
    const { chart } = await useChart(SINGLE);
    chart.setSelectedBar(1, 0);
    chart.getId = ({ label }) => label;
    expect([...chart.getSelectedIds()]).toEqual(['Tue']);
    chart.getId = undefined;
    expect(chart.getSelectedBar()).toEqual({ entry: 1, series: 0 });
    expect([...chart.getSelectedIds()]).toEqual([]);
  });

  it('name what is selected to a screen reader', async () => {
    const { chart } = await useChart(`${GROUPED} ${IDS}`);
    chart.setSelectedIds(new Set(['mon', 'wed']));
    expect(chart.accessibleText()).toMatch(/; selected Mon, Wed$/);
    chart.setSelectedBar(1, 1);
    expect(chart.accessibleText()).toMatch(/; selected Tue, Cost no value$/);
  });
});
