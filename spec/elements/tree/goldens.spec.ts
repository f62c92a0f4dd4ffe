/** Trees as people see them: every example and state in the themes of goldens, and where there is little room. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Tree } from '../../../elements/tree/tree.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { ALL_GOLDEN_THEMES } from '../control.js';
import { FILES, use } from './use.js';

afterEach(unmountAll);

const TABLE = `columns='[{"key":"label","label":"Name"},{"key":"size","label":"Size","format":"bytes"}]'`;
const SIZED = [
  {
    label: 'archive',
    expanded: true,
    items: [
      { label: 'a file with a long name.txt', size: 1200 },
      { label: '表示.md', size: 34_000 },
    ],
  },
  { label: 'small', size: 3 },
];

describe.each(ALL_GOLDEN_THEMES)('%s', (theme) => {
  it.each(Tree.examples.map((each) => [each.name, each] as const))(
    'example: %s',
    async (name, { size: [width, height], markup }) => {
      const app = await mount(`<tui>${markup}</tui>`, { width, height, theme });
      expect(app).toMatchScreen(`example ${name} ${theme}`);
    },
  );

  it('the cursor, what is selected, busy, failed and disabled', async () => {
    const { app } = await use('selectable="multiple"', {
      theme,
      width: 40,
      height: 8,
      items: [
        { label: 'busy', hasItems: true },
        { label: 'failed', hasItems: true },
        { label: 'selected', selected: true, items: [{ label: 'x' }] },
        { label: 'also selected', selected: true },
        { label: 'disabled', disabled: true },
        { label: 'coloured', color: 'var(--success)' },
      ],
      load: ({ id }) =>
        id === 'failed'
          ? Promise.reject(new Error('no such folder'))
          : new Promise(() => undefined),
    });
    await app.press('Down', 'Right', 'Down', 'Right');
    await app.press('Down', 'Down');
    expect(app).toMatchScreen(`states ${theme}`);
  });

  it('renaming', async () => {
    const { app } = await use('renamable', { theme });
    await app.press('Down', 'Down', 'F2', 'End', 'x', 'Shift+ArrowLeft');
    expect(app).toMatchScreen(`renaming ${theme}`);
  });
});

it('lines are of the glyphs that the terminal has', async () => {
  for (const glyphs of ['linux', 'ascii'] as const) {
    const app = await mount(`<tui><tree items='${JSON.stringify(FILES)}'/></tui>`, {
      width: 24,
      height: 7,
      glyphs,
    });
    expect(app).toMatchScreen(`glyphs ${glyphs}`);
  }
});

it.each([1, 2, 5, 10, 16, 24])('%i cells wide', async (width) => {
  const { app } = await use(`selectable="multiple" ${TABLE}`, {
    items: SIZED,
    width,
    height: 6,
  });
  await app.press('Down', 'Space');
  expect(app).toMatchScreen(`width ${width}`);
});
