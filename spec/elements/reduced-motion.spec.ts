/** The setting `render.reducedMotion`: nothing moves by itself, and scripts and styles can ask. */
import { afterEach, expect, it } from '@jest/globals';
import { Config } from '../../config/index.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

const APP = `<tui>
  <style>
    #word { color: #ff0000; }
    @media (prefers-reduced-motion: reduce) { #word { color: #00ff00; } }
  </style>
  <text id="word">word</text>
  <spinner>Loading</spinner>
  <progress/>
  <script>
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    $tui.getElementById('word').textContent = String(query.matches);
    query.addEventListener('change', ({ matches }) => {
      $tui.getElementById('word').textContent = 'now ' + matches;
    });
  </script>
</tui>`;

const open = async (env: Readonly<Record<string, string>>) => {
  const config = new Config({ env, cwd: '/', home: '/nowhere' });
  const app = await mount(APP, { width: 30, height: 4, config });
  /** Whether the screen changes within some seconds. */
  const moves = async (): Promise<boolean> => {
    const before = app.text();
    for (let count = 0; count < 20; count++) {
      await app.advance(113);
      if (app.text() !== before) return true;
    }
    return false;
  };
  return { app, config, moves };
};

it('is off at first', async () => {
  const { app, moves } = await open({});
  expect(app.text()).toContain('false');
  expect(await moves()).toBe(true);
});

it('stops spinners and bars, without a timer', async () => {
  const { app, moves } = await open({ TUI_REDUCED_MOTION: 'true' });
  expect(app.text()).toContain('true');
  expect(await moves()).toBe(false);
  expect(app.clock.pending).toBe(0);
});

it('applies at once when it changes, and fires the change event', async () => {
  const { app, config, moves } = await open({});
  expect(await moves()).toBe(true);
  config.set('render.reducedMotion', true);
  await app.settle();
  expect(app.text()).toContain('now true');
  expect(await moves()).toBe(false);
  expect(app.clock.pending).toBe(0);
  config.set('render.reducedMotion', false);
  await app.settle();
  expect(app.text()).toContain('now false');
  expect(await moves()).toBe(true);
});

it('is a condition of styles', async () => {
  const { app, config } = await open({});
  const word = app.document.getElementById('word')!;
  const color = (): unknown => {
    const view = app.document.defaultView as unknown as Window;
    return view.getComputedStyle(word as never).getPropertyValue('color');
  };
  expect(color()).toBe('rgb(255, 0, 0)');
  config.set('render.reducedMotion', true);
  await app.settle();
  expect(color()).toBe('rgb(0, 255, 0)');
});
