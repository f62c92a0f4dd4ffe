/** `examples/sales.tui` in use: two charts, a table and a sentence that say the same. */
import { describe, expect, it } from '@jest/globals';
import type { DataBars } from '../../elements/data-bars/data-bars.js';
import { mount } from '../support/mount.js';

type App = Awaited<ReturnType<typeof mount>>;

const open = (width = 80, height = 24, theme = 'fullcolor-dark'): Promise<App> =>
  mount({ file: 'examples/sales.tui' }, { width, height, theme });

/** What each of them shows as selected; they have to agree. */
function shown(app: App): { revenue: string[]; margin: string[]; table: string[]; said: string } {
  const ids = (id: string): string[] => [
    ...(app.document.getElementById(id) as unknown as DataBars).getSelectedIds(),
  ];
  return {
    revenue: ids('revenue'),
    margin: ids('margin'),
    table: [...app.document.querySelectorAll('.line.selected')].map(({ id }) => id),
    said: app.document.getElementById('detail')?.textContent ?? '',
  };
}

function expectChosen(app: App, ids: string[], said: RegExp): void {
  expect(shown(app)).toEqual({
    revenue: ids,
    margin: ids,
    table: ids,
    said: expect.stringMatching(said),
  });
}

describe('sales.tui', () => {
  it('selects in both charts and the table by a click on any of them', async () => {
    const app = await open();
    expectChosen(app, [], /^All regions: 1367/);
    await app.click({ x: 12, y: 3 });
    expectChosen(app, ['north'], /^North: 278 k€, 65 % of it online, \+6\.1 %/);
    expect(app).toMatchScreen('sales.tui north');
    await app.click({ x: 57, y: 10 });
    expectChosen(app, ['south'], /^South/);
    await app.click('#west');
    expectChosen(app, ['west'], /^West/);
    await app.click('#west');
    expectChosen(app, [], /^All/);
    await app.click('#west');
    await app.click({ x: 30, y: 10 });
    expectChosen(app, [], /^All/);
  });

  it('selects by keys in each of them', async () => {
    const app = await open();
    await app.press('Tab', 'Down', 'Right', 'Enter');
    expectChosen(app, ['east'], /^East/);
    await app.press('Tab', 'Right', 'Space');
    expectChosen(app, ['south'], /^South/);
    await app.press('Tab', 'Down', 'Down');
    expectChosen(app, ['lakes'], /^Lakes/);
    expect(app.screen().text()).toContain('▸ Lakes');
    await app.press('Escape');
    await app.advance(100);
    expectChosen(app, [], /^All/);
    await app.press('Up');
    expectChosen(app, ['coast'], /^Coast/);
  });

  it('keeps what is selected when it is sorted: the ids are the regions’', async () => {
    const app = await open();
    await app.press('Tab', 'Enter');
    expectChosen(app, ['north'], /^North/);
    await app.press('s');
    expectChosen(app, ['north'], /^North/);
    expect(app.text()).toMatch(/North▸█[^\n]*278/);
    expect(app.text().indexOf('South')).toBeLessThan(app.text().indexOf('North'));
    await app.press('s', 's');
    expectChosen(app, ['north'], /^North/);
    expect(app.text().indexOf('North')).toBeLessThan(app.text().indexOf('South'));
  });

  it('explains bars, and copies those dragged over', async () => {
    const app = await open();
    await app.hover({ x: 12, y: 4 });
    await app.advance(300);
    expect(app.text()).toMatch(/East {7}[\s\S]*Online {2}121[\s\S]*Shops {3}143/);
    await app.hover({ x: 45, y: 10 });
    await app.advance(300);
    expect(app.text()).toContain('North: 21.4 of 100 € stay');
    await app.drag({ x: 12, y: 3 }, { x: 14, y: 4 });
    expect(JSON.parse(app.clipboard)).toEqual({
      series: [
        { name: 'Online', stack: 'all' },
        { name: 'Shops', stack: 'all' },
      ],
      bars: [
        [182, 96],
        [121, 143],
      ],
      labels: ['North', 'East'],
    });
    expect(app.notifications).toEqual(['Copied 2 bars (North, East) to clipboard']);
    expectChosen(app, [], /^All/);
  });

  it.each(['bw-dark', 'color16-std'])('shows what is selected in %s', async (theme) => {
    const app = await open(80, 24, theme);
    await app.click({ x: 12, y: 5 });
    expect(app).toMatchScreen(`sales.tui south ${theme}`);
  });

  it('leaves at q', async () => {
    const app = await open();
    await app.press('q');
    expect(app.exitCode).toBe(0);
  });
});
