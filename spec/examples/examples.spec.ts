/** Every example as people see it: painted at several sizes and themes, and used. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

const EXAMPLES = readdirSync('examples').filter((name) => name.endsWith('.tui'));
const SIZES = [
  [100, 28],
  [80, 24],
  [40, 12],
] as const;
const THEMES = ['fullcolor-dark', 'fullcolor-std', 'bw-dark'];

describe.each(EXAMPLES)('%s', (name) => {
  const show = (width: number, height: number, theme: string): ReturnType<typeof mount> =>
    mount({ file: `examples/${name}` }, { width, height, theme, argv: ['--sample'] });

  it.each(SIZES)('at %i x %i', async (width, height) => {
    const app = await show(width, height, 'fullcolor-dark');
    expect(app).toMatchScreen(`${name} ${width}x${height}`);
  });

  it.each(THEMES.slice(1))('in %s', async (theme) => {
    const app = await show(80, 24, theme);
    expect(app).toMatchScreen(`${name} ${theme}`);
  });

  it('fits any size without a fault, and comes back from each', async () => {
    const app = await show(80, 24, 'fullcolor-dark');
    // The list of a select closes where there is no room for it, and stays closed.
    for (const select of app.document.querySelectorAll('select[open]')) {
      select.removeAttribute('open');
    }
    await app.settle();
    const before = app.text();
    for (const [width, height] of [
      [1, 1],
      [0, 0],
      [7, 3],
      [200, 60],
      [80, 24],
    ] as const) {
      await app.resize(width, height);
    }
    expect(app.text()).toBe(before);
  });
});

describe('dashboard.tui', () => {
  it('streams: a second later there is one more point, and nothing else was sent', async () => {
    const app = await mount(
      { file: 'examples/dashboard.tui' },
      { width: 100, height: 28, argv: ['--sample'] },
    );
    const before = app.output.length;
    const row = (): string => app.text().split('\n')[16] ?? '';
    const first = row();
    await app.advance(1000);
    expect(row()).toMatch(/│ +[\d%]*[┤│][ ▁-█]+│/);
    expect(row()).not.toBe(first);
    // A moved chart of fourteen rows, not a screen of 2,800 cells.
    expect(app.output.length - before).toBeLessThan(6000);
    expect(app.output.length).toBeGreaterThan(before);
  });

  it('leaves at q', async () => {
    const app = await mount({ file: 'examples/dashboard.tui' }, { argv: ['--sample'] });
    await app.press('q');
    expect(app.exitCode).toBe(0);
  });
});
