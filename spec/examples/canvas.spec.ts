/** `examples/paint.tui` and `examples/waves.tui` in use: by the mouse, by keys, and after a resize. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

type App = Awaited<ReturnType<typeof mount>>;
const open = (name: string, width = 60, height = 16, theme = 'fullcolor-dark'): Promise<App> =>
  mount({ file: `examples/${name}.tui` }, { width, height, theme, permissions: 'policy' });

describe('paint.tui', () => {
  it.each(['fullcolor-dark', 'fullcolor-std', 'color16-dark'])(
    'draws what is dragged, in %s',
    async (theme) => {
      const app = await open('paint', 60, 16, theme);
      await app.press('5', '+');
      await app.drag({ x: 10, y: 6 }, { x: 40, y: 12 });
      await app.press('3');
      await app.drag({ x: 12, y: 13 }, { x: 50, y: 5 });
      expect(app).toMatchScreen(`two strokes ${theme}`);
    },
  );

  it('keeps its strokes over a resize, and takes them back', async () => {
    const app = await open('paint');
    await app.drag({ x: 10, y: 6 }, { x: 40, y: 12 });
    await app.resize(40, 12);
    expect(app).toMatchScreen('a stroke, smaller');
    await app.press('u');
    expect(app.text()).toContain('press and drag to draw');
  });
});

describe('waves.tui', () => {
  it('shows its first picture, and another one a second later', async () => {
    const app = await open('waves', 40, 12);
    expect(app).toMatchScreen('waves');
    const before = app.screen().toAnsi();
    for (let frame = 0; frame < 10; frame++) await app.advance(100);
    expect(app.screen().toAnsi()).not.toBe(before);
    await app.press(' ');
    await app.settle();
    expect(app.text()).toContain('Go on');
  });

  it.each(['Plasma', 'Tunnel'])('shows %s', async (name) => {
    const app = await open('waves', 40, 12);
    await app.click(`button:contains("${name}")`);
    await app.settle();
    expect(app).toMatchScreen(name.toLowerCase());
  });
});
