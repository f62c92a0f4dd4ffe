/** What is true without attributes, without a pointer, and while data moves. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { uprightOf } from '../../../runtime/base/text/block-glyphs.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import type { DataBars } from '../../../elements/data-bars/data-bars.js';
import { mount } from '../../support/mount.js';

afterEach(unmountAll);

const S = `series='[{"name":"S"}]'`;
const chartIn = (app: Awaited<ReturnType<typeof mount>>): DataBars =>
  app.document.getElementById('c') as unknown as DataBars;

describe('plain text', () => {
  it('never shows a part block that says the opposite', async () => {
    const app = await mount(`<tui><data-bars id="c" ${S} bars='[[-1],[-7],[-3],[-4]]'/></tui>`, {
      width: 12,
      height: 1,
    });
    expect(app.text()).toBe('S: ▔█▀▀');
    // What is on the screen is exact, by its attributes.
    expect(app.screen().cell(3, 0)).toMatchObject({ char: '▇', attributes: ['reverse'] });
  });

  it('has bars that touch their zero line', async () => {
    const bars = `labels='["a","b"]' bars='[[-3.3],[4]]' show-axis="false" style="gap: 0"`;
    const app = await mount(`<tui><data-bars id="c" ${S} ${bars}/></tui>`, {
      width: 20,
      height: 2,
    });
    const [negative, positive] = app.text().split('\n');
    expect(negative!.trimEnd().length).toBe(positive!.indexOf('█'));
    expect(negative).toMatch(/^a [▕▐█]█+$/);
  });

  it.each(['ascii', 'linux'] as const)('says so in %s too', async (level) => {
    const env = level === 'ascii' ? { TERM: 'xterm', LC_ALL: 'C' } : { TERM: 'linux' };
    const app = await mount(`<tui><data-bars id="c" ${S} bars='[[-1],[-8],[-3],[-4]]'/></tui>`, {
      width: 12,
      height: 1,
      env,
    } as never);
    const text = app.text().slice(3);
    // The longest hanging point is not the smallest glyph.
    expect(text[1]).toMatch(/[#█]/);
    expect(text[0]).not.toBe(text[1]);
  });

  it('turns every part block to its other side', () => {
    for (let eighths = 1; eighths <= 7; eighths++) {
      expect([0x2594, 0x2580, 0x2588]).toContain(uprightOf(0x2580 + eighths));
      expect([0x2595, 0x2590, 0x2588]).toContain(uprightOf(0x2590 - eighths));
    }
    expect(uprightOf(0x2588)).toBeUndefined();
    expect(uprightOf(0x41)).toBeUndefined();
  });
});

describe('a tooltip', () => {
  const markup = `<tui><data-bars id="c" ${S} labels='["x","y","z"]' bars='[[1],[2],[3]]' selectable tooltip="auto"
    style="gap: 0; height: 3" show-axis="false"/></tui>`;

  it('follows the data under the pointer, and goes with it', async () => {
    const app = await mount(markup, { width: 30, height: 8 });
    await app.hover({ x: 3, y: 1 });
    await app.advance(400);
    expect(app.text()).toContain('S  2');
    const chart = chartIn(app);
    chart.setValue([[1], [7], [3]]);
    await app.advance(10);
    expect(app.text()).toContain('S  7');
    chart.setValue([]);
    await app.advance(10);
    expect(app.text()).not.toContain('S  ');
  });

  it('follows the keys', async () => {
    const app = await mount(markup, { width: 30, height: 8 });
    await app.press('Tab');
    await app.advance(400);
    expect(app.text()).toContain('S  1');
    await app.press('ArrowDown');
    expect(app.text()).toContain('S  2');
    await app.press('Escape');
    expect(app.text()).not.toContain('S  ');
  });
});

describe('handlers', () => {
  it('may be set as properties of the names that attributes have', async () => {
    const app = await mount(
      `<tui><data-bars id="c" ${S} labels='["x","y"]' bars='[[1],[2]]' selectable style="gap: 0; height: 2" show-axis="false"/></tui>`,
      { width: 20, height: 4 },
    );
    const chart = chartIn(app);
    const seen: unknown[] = [];
    chart.onSelect = (event: { id?: string }) => seen.push(['select', event.id]);
    chart.onHover = (event: { entryIndex: number }) => seen.push(['hover', event.entryIndex]);
    chart.onGetId = ({ label }: { label: string }) => `id-${label}`;
    chart.onTooltip = () => 'over it';
    expect(typeof chart.onSelect).toBe('function');
    await app.hover({ x: 3, y: 1 });
    await app.click({ x: 3, y: 1 });
    expect(seen).toEqual([
      ['hover', 1],
      ['select', 'id-y'],
    ]);
    await app.advance(400);
    await app.hover({ x: 3, y: 0 });
    await app.advance(400);
    expect(app.text()).toContain('over it');
    chart.onSelect = null;
    await app.click({ x: 3, y: 0 });
    expect(seen.filter((each) => String(each).startsWith('select'))).toHaveLength(1);
  });
});
