/** `examples/live.tui` in use: it streams, pauses, and a moment selected streams along. */
import { describe, expect, it } from '@jest/globals';
import type { DataBars } from '../../elements/data-bars/data-bars.js';
import { mount } from '../support/mount.js';

type App = Awaited<ReturnType<typeof mount>>;

const open = (theme = 'fullcolor-dark'): Promise<App> =>
  mount({ file: 'examples/live.tui' }, { width: 80, height: 24, theme });
const chart = (app: App, id: string): DataBars =>
  app.document.getElementById(id) as unknown as DataBars;
const last = (app: App): unknown => chart(app, 'requests').getValue().at(-1)?.[0];
const said = (app: App): string => app.document.getElementById('detail')?.textContent ?? '';

/** The moment that all three streams show as selected. */
function moment(app: App): string | undefined {
  const sets = ['requests', 'latency', 'errors'].map((id) => [...chart(app, id).getSelectedIds()]);
  expect(sets[1]).toEqual(sets[0]);
  expect(sets[2]).toEqual(sets[0]);
  return sets[0]?.[0];
}

describe('live.tui', () => {
  it('streams four points a second, faster, slower, and pauses, by keys', async () => {
    const app = await open();
    const count = async (ms: number): Promise<number> => {
      const before = chart(app, 'requests').getValue().length;
      await app.advance(ms);
      return chart(app, 'requests').getValue().length - before;
    };
    expect(await count(1000)).toBe(4);
    await app.press('+');
    expect(await count(1000)).toBe(8);
    await app.press('-', '-', '-', '-', '-');
    expect(await count(2000)).toBe(2);
    await app.press('p');
    expect(app.text()).toContain('paused');
    expect(app.text()).toContain('p go on');
    expect(await count(5000)).toBe(0);
    await app.press('p');
    expect(await count(1000)).toBe(1);
  });

  it('is used by clicks on the words as well', async () => {
    const app = await open();
    const words = app.text().split('\n')[0] ?? '';
    await app.click({ x: words.indexOf('faster'), y: 0 });
    expect(app.text()).toContain('Live 8/s');
    await app.click({ x: words.indexOf('pause'), y: 0 });
    expect(app.text()).toContain('Live paused');
    await app.click({ x: words.indexOf('leaves'), y: 0 });
    expect(app.exitCode).toBe(0);
  });

  it('selects a moment in all streams by a click, and it streams along', async () => {
    const app = await open();
    await app.click({ x: 30, y: 6 });
    const chosen = moment(app);
    expect(chosen).toBeDefined();
    const before = said(app);
    expect(before).toMatch(/^\d+ points ago: \d+ requests\/s · \d+ ms · \d+ errors$/);
    await app.advance(1000);
    expect(moment(app)).toBe(chosen);
    expect(said(app).split(': ')[1]).toBe(before.split(': ')[1]);
    expect(parseInt(said(app))).toBe(parseInt(before) + 4);
    // Four cells to the left of where it was, in another of the charts: the same moment again.
    await app.click({ x: 26, y: 20 });
    expect(moment(app)).toBeUndefined();
    expect(said(app)).toMatch(/^Now: /);
  });

  it('selects by keys, from the newest point on', async () => {
    const app = await open();
    await app.press('p', 'Tab', 'Left', 'Left', 'Enter');
    expect(said(app)).toMatch(/^2 points ago/);
    await app.press('Tab', 'Enter');
    expect(said(app)).toMatch(/^Now/);
    await app.press('Enter');
    expect(said(app)).toMatch(/^2 points ago/);
    expect(app).toMatchScreen('live.tui selected');
    await app.press('Escape');
    await app.advance(100);
    expect(said(app)).toMatch(/^Now/);
  });

  it('lets go of a moment that is older than the history', async () => {
    const app = await open();
    await app.press('p', 'Tab', 'Enter', '+', '+', 'p');
    const chosen = moment(app);
    await app.advance(20_000);
    expect([moment(app), said(app).startsWith('320 points ago')]).toEqual([chosen, true]);
    await app.advance(10_000);
    expect(moment(app)).toBeUndefined();
    expect(said(app)).toMatch(/^Now/);
    expect(chart(app, 'requests').getValue()).toHaveLength(400);
  });

  it('explains a point, and copies what is dragged over', async () => {
    const app = await open();
    await app.press('p');
    await app.hover({ x: 40, y: 6 });
    await app.advance(300);
    expect(app.text()).toMatch(/\d+ requests\/s, \d+ points ago/);
    await app.drag({ x: 40, y: 6 }, { x: 42, y: 5 });
    const copied = JSON.parse(app.clipboard) as { bars: number[][] };
    expect(copied.bars).toHaveLength(3);
    expect(app.notifications).toEqual(['Copied 3 bars to clipboard']);
    expect(last(app)).toBe(459);
  });

  it('shows the moment in black and white', async () => {
    const app = await open('bw-dark');
    await app.click({ x: 30, y: 6 });
    expect(app).toMatchScreen('live.tui selected bw-dark');
  });
});
