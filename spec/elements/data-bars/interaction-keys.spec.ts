/** A chart used by keys alone: what each key does, and where the cursor rests. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../../support/mount.js';
import {
  GROUPED,
  NOTHING,
  SINGLE,
  SPARKLINE,
  useChart,
  VERTICAL,
  type Used,
} from './interaction.js';
import { DEFAULT_ACTION } from '../../../runtime/element/internals.js';

const STACKED = `series='[{"name":"A","stack":"s"},{"name":"B","stack":"s"}]' labels='["a","b"]'
  bars='[[1,1],[2,1]]' show-axis="false"`;

/** Tab, then keys one by one: where the cursor is after each. */
async function walk({ app }: Used, ...keys: string[]): Promise<unknown[]> {
  const places: unknown[] = [];
  for (const key of ['Tab', ...keys]) {
    await app.press(key);
    const { cursor } = app.app;
    places.push(cursor === null ? null : [cursor.x, cursor.y]);
  }
  return places;
}

/** Entry and series that Enter selects. */
async function chosen(used: Used, ...keys: string[]): Promise<unknown> {
  await used.app.press('Tab', ...keys, 'Enter');
  const bar = used.chart.getSelectedBar();
  return bar === null ? null : [bar.entry, bar.series];
}

describe('the cursor', () => {
  it('shows once the chart has the focus, at the end of the first bar, and moves no cell', async () => {
    const used = await useChart(`${SINGLE} selectable`);
    const before = used.app.text();
    expect(used.app.app.cursor).toBeNull();
    expect(await walk(used, 'Down', 'Down')).toEqual([
      [6, 0],
      [11, 2],
      [29, 4],
    ]);
    expect(used.app.text()).toBe(before);
    expect(used.app.document.activeElement).toBe(used.chart);
  });

  it('starts at what is selected, by index and by id', async () => {
    const byIndex = await useChart(`${SINGLE} selectable`);
    byIndex.chart.setSelectedBar(2, 0);
    expect(await walk(byIndex)).toEqual([[29, 4]]);
    const byId = await useChart(`${SINGLE} selectable onGetId="item.label"`);
    byId.chart.setSelectedIds(new Set(['Tue']));
    expect(await walk(byId)).toEqual([[11, 2]]);
  });

  it('is not there for who clicks, and goes on from the bar clicked', async () => {
    const used = await useChart(`${SINGLE} selectable`);
    await used.app.click({ x: 5, y: 2 });
    expect(used.app.document.activeElement).toBe(used.chart);
    expect(used.app.app.cursor).toBeNull();
    await used.app.press('Down');
    expect(used.app.app.cursor).toEqual({ x: 29, y: 4 });
    await used.app.click({ x: 5, y: 2 });
    expect(used.app.app.cursor).toBeNull();
  });

  it('stands at the near end of a negative bar, above or below', async () => {
    const rows = `series='[{"name":"A"}]' labels='["a","b"]' bars='[[5],[-5]]' show-axis="false"`;
    expect(await walk(await useChart(`${rows} selectable`), 'Down')).toEqual([
      [29, 0],
      [2, 2],
    ]);
    const columns = await useChart(`${rows} selectable style="orientation: vertical; height: 9"`);
    expect(await walk(columns, 'Right')).toEqual([
      [0, 0],
      [2, 7],
    ]);
  });

  it('goes with its entry while the chart streams, and stays in sight', async () => {
    const used = await useChart(`${SPARKLINE} selectable`);
    expect(await walk(used, 'Left')).toEqual([
      [8, 0],
      [7, 0],
    ]);
    const stream = async (): Promise<unknown> => {
      used.chart.appendEntry([20]);
      used.chart.shiftEntry();
      await used.app.settle();
      return used.app.app.cursor?.x;
    };
    expect([await stream(), await stream(), await stream(), await stream()]).toEqual([6, 5, 5, 5]);
    await used.app.press('Right', 'Enter');
    expect(used.chart.getSelectedBar()).toEqual({ entry: 1, series: 0 });
  });

  it('is nowhere in an empty chart, which takes no key', async () => {
    const used = await useChart(`series='[{"name":"A"}]' bars='[]' labels='["a"]' selectable`);
    expect(await walk(used, 'Down', 'Home', 'Enter', 'Space', 'Escape')).toEqual(
      Array.from({ length: 6 }, () => null),
    );
    expect(used.events()).toEqual([]);
  });
});

describe('arrows, Home and End', () => {
  it.each([
    ['horizontal', 'Down', GROUPED, [1, 0]],
    ['horizontal', 'Down Up', GROUPED, [0, 0]],
    ['horizontal', 'Right', GROUPED, [0, 1]],
    ['horizontal', 'Down Right Down', GROUPED, [2, 1]],
    ['horizontal', 'Right Left', GROUPED, [0, 0]],
    ['horizontal', 'End', GROUPED, [2, 0]],
    ['horizontal', 'Right End Home', GROUPED, [0, 1]],
    ['horizontal', 'Up Up Left Left', GROUPED, [0, 0]],
    ['horizontal', 'Down Down Down Down Right Right Right', GROUPED, [2, 1]],
    ['horizontal stack', 'Right', STACKED, [0, 1]],
    ['vertical', 'Right', VERTICAL, [1, 0]],
    ['vertical', 'Right Right Right Left', VERTICAL, [1, 0]],
    ['vertical', 'End', VERTICAL, [2, 0]],
    ['vertical groups', 'Right Up', `${GROUPED} style="orientation: vertical"`, [1, 1]],
    ['vertical stack', 'Up', `${STACKED} style="orientation: vertical"`, [0, 1]],
    ['vertical stack', 'Up Down', `${STACKED} style="orientation: vertical"`, [0, 0]],
    ['sparkline', '', SPARKLINE, [3, 0]],
    ['sparkline', 'Left Left', SPARKLINE, [1, 0]],
    ['sparkline', 'Home', SPARKLINE, [0, 0]],
    ['sparkline', 'Home End', SPARKLINE, [3, 0]],
    [
      'rows of sparklines',
      'Down Left',
      `series='[{"name":"A"},{"name":"B"}]' bars='[[1,2],[3,4]]'`,
      [0, 1],
    ],
    ['LED', 'Down Down', `${SINGLE} style="bar-style: led"`, [2, 0]],
    ['vertical LED', 'Right', `${SINGLE} style="bar-style: led; orientation: vertical"`, [1, 0]],
  ])('%s: %s', async (_name, keys, attributes, expected) => {
    const used = await useChart(`${attributes} selectable`);
    expect(await chosen(used, ...keys.split(' ').filter((key) => key !== ''))).toEqual(expected);
  });

  it('stay within what is visible', async () => {
    const values = JSON.stringify(Array.from({ length: 50 }, (_, index) => [index]));
    const labels = JSON.stringify(Array.from({ length: 50 }, (_, index) => `e${index}`));
    const rows = `series='[{"name":"A"}]' bars='${values}' labels='${labels}' selectable show-axis="false"`;
    const height = 'height: 6; row-gap: 0; column-gap: 0';
    expect(await chosen(await useChart(`${rows} style="${height}"`), 'End', 'Down')).toEqual([
      4, 0,
    ]);
    const columns = await useChart(
      `${rows} show-labels="false" style="${height}; orientation: vertical"`,
    );
    expect(await chosen(columns, 'Home', 'Left')).toEqual([20, 0]);
    const points = await useChart(`series='[{"name":""}]' bars='${values}' selectable`);
    expect(await chosen(points, 'Home', 'Left')).toEqual([20, 0]);
  });

  it('scroll a chart that is taller than the box around it, turn by turn', async () => {
    const values = JSON.stringify(Array.from({ length: 20 }, (_, index) => [index + 1]));
    const labels = JSON.stringify(Array.from({ length: 20 }, (_, index) => `e${index}`));
    const app = await mount(
      `<tui><container style="height: 5; overflow: scroll"><data-bars id="chart" selectable
        series='[{"name":"A"}]' bars='${values}' labels='${labels}' show-axis="false" style="gap: 0"
      /></container></tui>`,
      { width: 30, height: 8 },
    );
    await app.press('Tab', ...Array.from({ length: 40 }, () => 'Down'), 'Enter');
    expect(app.text()).toContain('e19▸');
    expect(app.app.cursor?.y).toBe(4);
    await app.press(...Array.from({ length: 40 }, () => 'Up'), 'Enter');
    expect(app.text()).toContain('e0 ▸');
    expect(app.app.cursor?.y).toBe(0);
  });

  it('are left to what scrolls around the chart where it has nowhere to go', async () => {
    const { app, chart } = await useChart(`${SINGLE} selectable`);
    const heard: string[] = [];
    app.document.documentElement[DEFAULT_ACTION] = (event) => {
      if (event.type === 'keydown') heard.push((event as unknown as { key: string }).key);
      return false;
    };
    await app.press('Tab', 'Up', 'Left', 'Down', 'End', 'Down', 'PageDown', 'x', 'Ctrl+Up');
    expect(heard.filter((key) => key !== 'Tab')).toEqual([
      'ArrowUp',
      'ArrowLeft',
      'ArrowDown',
      'PageDown',
      'x',
      'ArrowUp',
    ]);
    expect(chart.getSelectedBar()).toBeNull();
  });
});

describe('Enter, Space and Escape', () => {
  it.each(['Enter', 'Space'])('%s selects, and once more clears', async (key) => {
    const { app, chart, events } = await useChart(`${GROUPED} selectable onGetId="item.label"`);
    await app.press('Tab', 'Down', 'Right', key);
    expect(chart.getSelectedBar()).toEqual({ entry: 1, series: 1 });
    await app.press(key);
    expect(chart.getSelectedBar()).toBeNull();
    expect(events()).toStrictEqual([
      {
        type: 'select',
        entryIndex: 1,
        seriesIndex: 1,
        value: null,
        label: 'Tue',
        id: 'Tue',
      },
      NOTHING,
    ]);
  });

  it('Escape clears; where nothing is selected it is not the chart’s', async () => {
    const { app, chart, events } = await useChart(`${SINGLE} selectable`);
    await app.press('Tab', 'Enter');
    events();
    await app.press('Escape');
    await app.advance(100);
    expect(chart.getSelectedBar()).toBeNull();
    expect(events()).toStrictEqual([NOTHING]);
    await app.press('Escape');
    await app.advance(100);
    expect(events()).toEqual([]);
  });

  it('do nothing with a modifier, or where a listener prevents the key', async () => {
    const { app, chart, events } = await useChart(`${SINGLE} selectable`);
    await app.press('Tab', 'Alt+Enter', 'Ctrl+Space');
    chart.addEventListener('keydown', (event: { preventDefault(): void }) =>
      event.preventDefault(),
    );
    await app.press('Enter', 'Space');
    expect(events()).toEqual([]);
  });

  it('of another element are none of the chart’s', async () => {
    const { app, events } = await useChart(`${SINGLE} selectable`, {
      rest: '<text id="other" tabindex="0">other</text>',
    });
    await app.press('Tab', 'Tab', 'Down', 'Enter');
    expect(app.document.activeElement?.id).toBe('other');
    expect(events()).toEqual([]);
    expect(app.app.cursor).toBeNull();
  });
});
