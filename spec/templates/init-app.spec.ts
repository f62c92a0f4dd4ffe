/** The app that `tui init` writes, as it looks and is used. spec/cli/init.spec.ts writes it. */
import { describe, expect, it } from '@jest/globals';
import type { MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

const open = (width = 80, height = 24, theme = 'fullcolor-dark'): Promise<MountedApp> =>
  mount({ file: 'templates/init/app.tui' }, { width, height, theme });

async function withTasks(width?: number, height?: number, theme?: string): Promise<MountedApp> {
  const app = await open(width, height, theme);
  for (const title of ['Water the plants', '牛乳を買う 🥛', 'Call Ada about the boat']) {
    await app.type(title);
    await app.press('Enter');
  }
  await app.click(app.getByText('Water the plants'));
  return app;
}

describe('the app of tui init', () => {
  it.each([
    [80, 24, 'fullcolor-dark'],
    [80, 10, 'fullcolor-std'],
    [80, 10, 'bw-dark'],
    [40, 8, 'fullcolor-dark'],
    [24, 6, 'color16-dark'],
  ])('at %i x %i in %s', async (width, height, theme) => {
    expect(await withTasks(width, height, theme)).toMatchScreen(
      `tasks ${width}x${height} ${theme}`,
    );
  });

  it('starts empty', async () => {
    expect(await open(60, 8)).toMatchScreen('empty');
  });

  it('fits any size without an error', async () => {
    const app = await withTasks();
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
    expect(app.diagnostics).toEqual([]);
  });

  it('is used with keys alone', async () => {
    const app = await open(60, 8);
    await app.type('One');
    await app.press('Enter');
    await app.press('Tab');
    await app.press('Tab');
    await app.press('Space');
    expect(app.text()).toContain('0 of 1 to do');
    await app.press('Tab');
    await app.press('Enter');
    expect(app.text()).toContain('Nothing to do.');
  });
});
