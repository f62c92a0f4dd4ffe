/** `examples/explorer.tui` in use: 100,000 rows, a filter, and a chart of the selected row. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

type App = Awaited<ReturnType<typeof mount>>;

const open = (width = 80, height = 24, theme = 'fullcolor-dark'): Promise<App> =>
  mount({ file: 'examples/explorer.tui' }, { width, height, theme });

/** Of the station that is described, in the component. */
const nameOf = (app: App) =>
  app.document.querySelector('ui-station')?.shadowRoot?.querySelector('#name')?.textContent?.trim();

describe('explorer.tui', () => {
  it.each(['fullcolor-dark', 'fullcolor-std', 'bw-std'])(
    'in %s, at three sizes one after the other: 100,000 rows are loaded once',
    async (theme) => {
      const app = await open(80, 24, theme);
      await app.press('Down', 'Down');
      for (const [width, height] of [
        [80, 24],
        [120, 40],
        [40, 12],
      ] as const) {
        await app.resize(width, height);
        expect(app).toMatchScreen(`explorer ${width}x${height} ${theme}`);
      }
    },
  );

  it('filters as it is typed, and shows all again', async () => {
    const app = await open();
    await app.press('/');
    await app.type('harbour kenya');
    expect(app.text()).toMatch(/[\d,]+ of 100,000 stations/);
    for (const line of app.text().split('\n').slice(3, 20)) expect(line).toMatch(/Kenya/);
    expect(app).toMatchScreen('explorer filtered');
    await app.type('zzz');
    expect(app.text()).toContain('No matching rows');
    await app.press('Escape');
    await app.advance(100);
    expect(app.text()).toContain(' 100,000 stations');
  });

  it('sorts by a click on a label and tells how', async () => {
    const app = await open();
    const x = app.text().split('\n')[2]!.indexOf('Mean') + 1;
    await app.click({ x, y: 2 });
    expect(app.text()).toContain('100,000 stations · by mean, ascending');
    await app.click({ x, y: 2 });
    expect(app.text()).toContain('by mean, descending');
    expect(app).toMatchScreen('explorer sorted');
  });

  it('shows the chart of the station that is chosen', async () => {
    const app = await open();
    const before = nameOf(app);
    await app.press('PageDown');
    expect(nameOf(app)).not.toBe(before);
    await app.click({ x: 5, y: 5 });
    const name = nameOf(app)!.split(' ')[0]!;
    expect(app.text().split('\n')[5]).toContain(name);
  });

  it('leaves at q, but not while typing', async () => {
    const app = await open();
    await app.press('/', 'q');
    expect(app.exitCode).toBeUndefined();
    await app.press('Escape');
    await app.advance(100);
    await app.press('q');
    expect(app.exitCode).toBe(0);
  });

  it('can be read aloud', async () => {
    const app = await open();
    await app.press('Down');
    expect(app.document.getElementById('cities')!.accessibleText()).toMatch(
      /^table, 6 columns: Station, Country, Height, Mean, Rain, Since; 100000 rows; selected row 2: Station Torstogard Airport, /,
    );
  });
});
