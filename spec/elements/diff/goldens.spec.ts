/** Diffs as people see them: every example and state in all themes, and where there is little room. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Diff } from '../../../elements/diff/diff.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { ALL_GOLDEN_THEMES } from '../control.js';
import { TWO_FILES, use } from './use.js';

afterEach(unmountAll);

describe.each(ALL_GOLDEN_THEMES)('%s', (theme) => {
  it.each(Diff.examples.map((each) => [each.name, each] as const))(
    'example: %s',
    async (name, { size: [width, height], markup }) => {
      const app = await mount(`<tui>${markup}</tui>`, { width, height, theme });
      expect(app).toMatchScreen(`example ${name} ${theme}`);
    },
  );

  it.each(['unified', 'split'])('%s: a search, the cursor and a selection', async (view) => {
    const { app } = await use(`view="${view}" search-text="2"`, {
      text: TWO_FILES,
      theme,
      width: 64,
      height: 14,
    });
    await app.press(']', 'h', 'Shift+Down', 'Shift+Down');
    expect(app).toMatchScreen(`states ${view} ${theme}`);
  });
});

it.each([1, 2, 5, 10, 16, 24])('%i cells wide', async (width) => {
  const { app } = await use(`wrap="true" search-text="b"`, { text: TWO_FILES, width, height: 12 });
  expect(app).toMatchScreen(`width ${width}`);
});
