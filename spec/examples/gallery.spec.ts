/** `examples/gallery.tui`: every element in every state, in all themes, at all glyph levels and three sizes. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { elements } from '../../elements/index.js';
import { themeNames } from '../../runtime/style/themes/themes.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

type App = Awaited<ReturnType<typeof mount>>;

/** High enough for all of it. */
const WHOLE = { width: 120, height: 72 };
const open = (options: Parameters<typeof mount>[1]): Promise<App> =>
  mount({ file: 'examples/gallery.tui' }, options);

describe('gallery.tui', () => {
  it('has every element', async () => {
    const app = await open(WHOLE);
    const missing = elements
      .map(({ tag }) => tag)
      // Rows and cells of tables made of markup; here the table is made of data.
      .filter((tag) => !['tr', 'th', 'td'].includes(tag))
      .filter((tag) => app.document.querySelector(tag) === null);
    expect({ 'add to examples/gallery.tui': missing }).toEqual({
      'add to examples/gallery.tui': [],
    });
  });

  it.each(themeNames)('whole, in %s', async (theme) => {
    expect(await open({ ...WHOLE, theme })).toMatchScreen(`gallery ${theme}`);
  });

  it.each(['linux', 'ascii'] as const)('whole, with the characters of %s', async (glyphs) => {
    const app = await open({ ...WHOLE, theme: 'bw-dark', glyphs });
    expect(app).toMatchScreen(`gallery ${glyphs}`);
  });

  it.each([
    [120, 40],
    [80, 24],
    [40, 12],
  ])('at %i x %i', async (width, height) => {
    const app = await open({ width, height });
    expect(app).toMatchScreen(`gallery ${width}x${height}`);
  });

  it.each([
    [80, 24],
    [40, 12],
  ])(
    'is gone through by the Tab key to its end at %i x %i, what has the focus in view',
    async (width, height) => {
      const app = await open({ width, height });
      const seen = new Set<unknown>();
      await app.press('Escape');
      await app.advance(100);
      for (let i = 0; i < 80; i++) {
        const active = app.document.activeElement;
        if (seen.has(active) && active.textContent === 'Focused') break;
        seen.add(active);
        const { top, bottom, height: rows } = active.getBoundingClientRect();
        const name = active.accessibleText();
        expect(`${name}: ${top >= 0 && (rows > height || bottom <= height)}`).toBe(`${name}: true`);
        await app.press('Tab');
      }
      expect(app.document.activeElement.textContent).toBe('Focused');
      expect(seen.size).toBeGreaterThan(35);
    },
  );

  it('is scrolled by the wheel to its end', async () => {
    const app = await open({ width: 80, height: 24 });
    await app.wheel({ x: 78, y: 12 }, 40);
    expect(app.text()).toContain('Borders');
    expect(app).toMatchScreen('gallery end');
  });
});
