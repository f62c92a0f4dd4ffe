/** What a chart costs a running app, counted and not timed: stages that ran, cells that were written. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { DataBars } from '../../../elements/data-bars/data-bars.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

const KINDS = {
  horizontal: { labelled: true, style: '' },
  vertical: { labelled: true, style: 'orientation: vertical' },
  sparkline: { labelled: false, style: '' },
  'tall sparkline': { labelled: false, style: 'height: 6' },
  meters: { labelled: true, style: 'bar-style: led' },
  folded: { labelled: false, style: 'downsample: max' },
};
type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

/** A chart of `count` entries between two texts, in an app that has settled. */
async function open(kind: Kind, count: number) {
  const { labelled, style } = KINDS[kind];
  const app = await mount(
    `<tui><text>above</text><data-bars id="chart" series='[{"name":"A"}]' bars="[]" min="0" max="100"
      show-values="true" style="height: 12; gap: 0; ${style}"/><text>below</text></tui>`,
    { width: 60, height: 20 },
  );
  const chart = app.document.getElementById('chart') as unknown as DataBars;
  if (labelled) {
    (chart as unknown as { labels: string[] }).labels = Array.from({ length: count }, () => 'x');
  }
  chart.setValue(Array.from({ length: count }, (_, i) => [(i * 37) % 100]));
  await app.settle();
  return { app, chart, labelled };
}

describe.each(NAMES)('%s', (kind) => {
  it('unchanged: no stage runs and no byte is written', async () => {
    const { app, chart } = await open(kind, 40);
    const before = app.output.length;
    const counters = app.app.counters;
    expect(app.app.frame()).toEqual({ cells: 0, bytes: 0, skipped: true });
    // Asking is no change.
    chart.getValue();
    chart.getSelectedBar();
    chart.accessibleText();
    expect(app.app.frame().skipped).toBe(true);
    expect(app.app.counters).toBe(counters);
    expect(app.output.length).toBe(before);
  });

  it('the same data again: painted, and nothing written', async () => {
    const { app, chart } = await open(kind, 40);
    chart.setValue(chart.getValue());
    expect(app.app.frame()).toMatchObject({ cells: 0, bytes: 0 });
    expect(app.app.counters).toEqual({ restyled: 0, laidOut: 0, painted: 1 });
  });

  it('one bar changed: no style, no layout, and only cells of its own', async () => {
    const { app, chart } = await open(kind, 40);
    const bars = chart.getValue();
    // Of the newest ten, or of the first ten, some are shown by every kind.
    const entry = kind === 'horizontal' || kind === 'meters' ? 5 : 35;
    const old = bars[entry]![0]!;
    bars[entry] = [old > 50 ? 5 : 95];
    const before = app.screen();
    chart.setValue(bars);
    const { cells, bytes } = app.app.frame();
    expect(app.app.counters).toEqual({ restyled: 0, laidOut: 0, painted: 1 });
    const after = app.screen();
    const changed: { x: number; y: number }[] = [];
    for (let y = 0; y < 20; y++) {
      for (let x = 0; x < 60; x++) {
        if (JSON.stringify(before.cell(x, y)) !== JSON.stringify(after.cell(x, y))) {
          changed.push({ x, y });
        }
      }
    }
    expect(changed.length).toBeGreaterThan(0);
    expect(cells).toBe(changed.length);
    expect(bytes).toBeLessThan(40 + 30 * cells);
    // One row of horizontal bars, one column of all others.
    const rows = new Set(changed.map(({ y }) => y));
    const columns = new Set(changed.map(({ x }) => x));
    if (kind === 'horizontal' || kind === 'meters') expect(rows.size).toBe(1);
    else if (kind === 'vertical') expect(columns.size).toBeLessThanOrEqual(3);
    else expect(columns.size).toBe(1);
  });

  it('streaming: no style and no layout, and the cells of a small chart at any length', async () => {
    const work = [];
    for (const count of [100, 20_000]) {
      const { app, chart, labelled } = await open(kind, count);
      for (let i = 0; i < 3; i++) {
        if (labelled) chart.appendEntry([((count + i) * 37) % 100], 'x');
        else chart.appendEntry([((count + i) * 37) % 100]);
        chart.shiftEntry();
        const { cells } = app.app.frame();
        expect(app.app.counters).toEqual({ restyled: 0, laidOut: 0, painted: 1 });
        work.push(cells);
      }
    }
    // What folds shows fewer changes the more entries a cell stands for.
    // How many are left out takes more digits, over which fewer labels move in the first frame.
    const digits = kind === 'vertical' ? 1 : 0;
    if (kind !== 'folded') {
      // The terminal moves the rows, and with them the line of how many are left out, which is written again: 19991, not 91.
      const most = kind === 'horizontal' || kind === 'meters' ? 3 : 0;
      for (let i = digits; i < 3; i++) {
        expect(Math.abs(work[3 + i]! - work[i]!)).toBeLessThanOrEqual(most);
      }
      expect(Math.abs(work[3]! - work[0]!)).toBeLessThanOrEqual(4 * digits);
    }
    for (const cells of work) expect(cells).toBeLessThanOrEqual(60 * 12);
  });
});

it('of two charts, the one whose data stay is not painted', async () => {
  const chart = (id: string): string =>
    `<data-bars id="${id}" series='[{"name":"${id}"}]' bars="[[1],[2]]" max="9" style="height: 3"/>`;
  const app = await mount(`<tui>${chart('a')}${chart('b')}</tui>`, { width: 30, height: 8 });
  (app.document.getElementById('b') as unknown as DataBars).appendEntry([5]);
  app.app.frame();
  expect(app.app.counters).toEqual({ restyled: 0, laidOut: 0, painted: 1 });
});

it('a fixed maximum never rescales: one more point moves no other', async () => {
  const app = await mount(
    `<data-bars id="a" series='[{"name":"A"}]' bars="[[10],[20]]" max="100" style="height: 4"/>`,
    { width: 30, height: 4 },
  );
  const before = app.text();
  (app.document.getElementById('a') as unknown as DataBars).appendEntry([5000]);
  const { cells } = app.app.frame();
  expect(cells).toBe(4);
  expect(app.text()).not.toBe(before);
});
