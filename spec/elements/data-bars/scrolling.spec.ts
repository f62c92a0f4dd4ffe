/** Charts in containers that scroll: axis and legend stay where entries go by. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataBars } from '../../../elements/data-bars/data-bars.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import type { TuiElement } from '../../../runtime/element/tui-element.js';
import { mount } from '../../support/mount.js';
import { propertyRuns } from '../../support/property-runs.js';

afterEach(unmountAll);

type App = Awaited<ReturnType<typeof mount>>;
const WIDTH = 40;
const HEIGHT = 10;
const labels = JSON.stringify(Array.from({ length: 20 }, (_, i) => `n${i}`));
const bars = JSON.stringify(Array.from({ length: 20 }, (_, i) => [i * 5, 100 - i * 5]));
const DATA = `series='[{"name":"A"},{"name":"B"}]' labels='${labels}' bars='${bars}'`;

async function open(style: string, attributes = 'show-values'): Promise<App> {
  const chart = `<data-bars id="c" ${DATA} selectable show-legend ${attributes} style="${style}" />`;
  return mount(
    `<tui><container id="s" style="height: ${HEIGHT}; overflow: auto"><text>Head</text>${chart}<text>Foot</text></container></tui>`,
    { width: WIDTH, height: HEIGHT },
  );
}

const chartOf = (app: App): DataBars => app.document.getElementById('c') as unknown as DataBars;
const scroller = (app: App): TuiElement =>
  app.document.getElementById('s') as unknown as TuiElement;
const rows = (app: App): string[] => app.text().split('\n');

async function scrollTo(app: App, top: number, left = 0): Promise<void> {
  Object.assign(scroller(app), { scrollTop: top, scrollLeft: left });
  await app.advance(16);
}

/** Glyphs and looks of all cells. */
const picture = (app: App): unknown[] =>
  Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    app.screen().cell(i % WIDTH, Math.floor(i / WIDTH)),
  );

describe('horizontal bars', () => {
  it('keep the legend at the top and the axis at the bottom of what shows', async () => {
    const app = await open('gap: 0');
    for (const top of [1, 2, 7, 20, 33, 36]) {
      await scrollTo(app, top);
      expect(rows(app)[0]).toMatch(/^█ A +█ B/);
      const axis = rows(app).findIndex((row) => row.includes('┬'));
      // At the end there is the text after the chart.
      expect(axis).toBe(Math.min(HEIGHT - 2, 44 - top - 1));
      expect(rows(app)[axis + 1]).toMatch(/0 +50 +100/);
    }
    await scrollTo(app, 0);
    expect(rows(app).slice(0, 2)).toEqual([
      expect.stringMatching(/^Head/),
      expect.stringMatching(/^█ A +█ B/),
    ]);
  });

  it('that are under them are neither clicked nor gone to by keys', async () => {
    const app = await open('gap: 0');
    await scrollTo(app, 7);
    await app.click({ x: 12, y: HEIGHT - 2 });
    expect(chartOf(app).getSelectedBar()).toBeNull();
    await app.click({ x: 5, y: 3 });
    const selected = chartOf(app).getSelectedBar()!;
    expect(chartOf(app).barBounds(selected.entry, selected.series)).toMatchObject({ height: 1 });
    for (let entry = 0; entry < 20; entry++) {
      for (const series of [0, 1]) {
        const bounds = chartOf(app).barBounds(entry, series);
        // Rows of the chart: it begins in the second row of what is scrolled by seven.
        if (bounds !== undefined) expect(bounds.y - 6).toBeGreaterThanOrEqual(1);
        if (bounds !== undefined) expect(bounds.y - 6).toBeLessThan(HEIGHT - 2);
      }
    }
  });

  it('that have little room show instead', async () => {
    const chart = `<data-bars ${DATA} show-legend style="gap: 0" />`;
    const app = await mount(
      `<tui><container id="s" style="height: 5; overflow: auto">${chart}</container></tui>`,
      { width: WIDTH, height: 5 },
    );
    await scrollTo(app, 7);
    expect(rows(app).join('\n')).not.toMatch(/┬|█ A/);
  });

  it('that are thick are cut off under them', async () => {
    const app = await open('gap: 0; bar-width: 4');
    for (let top = 1; top < 20; top++) {
      await scrollTo(app, top);
      const axis = rows(app).findIndex((row) => row.includes('┬'));
      expect(rows(app)[axis]).toMatch(/^ *[┬─]+ *[▀-█]? *$/);
      expect(rows(app)[axis + 1]).toMatch(/^ *0 +50 +100 *[▀-█]? *$/);
    }
  });

  it('look the same however they were scrolled to, and while they stream', async () => {
    const step = fc.oneof(
      fc.nat(45).map((top) => ({ top })),
      fc.nat(100).map((value) => ({ value })),
      fc.nat(19).map((entry) => ({ entry })),
    );
    const style = fc.constantFrom('gap: 0', 'gap: 1; bar-width: 2', 'value-position: bar');
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        style,
        async (steps, css) => {
          const [app, fresh] = [await open(css), await open(css)];
          let last = 0;
          for (const each of steps) {
            if ('top' in each) await scrollTo(app, (last = each.top));
            for (const one of [app, fresh]) {
              if ('value' in each) chartOf(one).appendEntry([each.value, 5], 'new');
              if ('value' in each) chartOf(one).shiftEntry();
              if ('entry' in each) chartOf(one).setSelectedBar(each.entry, 0);
            }
            await app.advance(16);
          }
          await scrollTo(fresh, last);
          expect(picture(app)).toEqual(picture(fresh));
          unmountAll();
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});

describe('vertical bars', () => {
  const style = 'orientation: vertical; gap: 1; width: 90; height: 8';

  it('keep axis and legend at the left', async () => {
    const app = await open(style, '');
    for (const left of [0, 1, 5, 30, 50]) {
      await scrollTo(app, 0, left);
      const [, legend, ...plot] = rows(app);
      expect(legend).toMatch(/^█ A +█ B/);
      const axis = plot.slice(0, 6);
      for (const row of axis) expect(row).toMatch(/^(\d+┤| +│| +\d+┤)/);
      // Labels are whole, and none is under the axis.
      const words = plot[6]!.trim().split(/ +/);
      for (const word of words.slice(0, -1)) expect(word).toMatch(/^n\d+$/);
      expect(plot[6]!.slice(0, 4)).toBe('    ');
    }
  });
});
