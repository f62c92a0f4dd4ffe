/** Code as people see it: every example and state in all themes, and where there is little room. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { Code } from '../../../elements/code/code.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { ALL_GOLDEN_THEMES } from '../control.js';
import { use } from './use.js';

afterEach(unmountAll);

const TEXT = `import { 表示 } from './a.js';

/* A comment
   of two lines. */
export const sum = (a: number, b = 1) => a + b; // a long line that goes on and on
class A extends B<string> { @dec() x = /re/g; }
const t = \`\${sum(1)} € 👩‍👩‍👧\`;
`;
const MARKS = `marks='[{"line": 1, "column": 10, "endColumn": 12, "tone": "info", "message": "unused"}, {"line": 3, "endLine": 4}, {"line": 5, "tone": "error", "message": "expected"}, {"line": 7, "tone": "warning", "message": "three people"}]'`;

describe.each(ALL_GOLDEN_THEMES)('%s', (theme) => {
  it.each(Code.examples.map((each) => [each.name, each] as const))(
    'example: %s',
    async (name, { size: [width, height], markup }) => {
      const app = await mount(`<tui>${markup}</tui>`, { width, height, theme });
      expect(app).toMatchScreen(`example ${name} ${theme}`);
    },
  );

  it('numbers, marks, a search, the cursor and a selection', async () => {
    const { app } = await use(`language="ts" line-numbers="true" search-text="su" ${MARKS}`, {
      text: TEXT,
      theme,
      width: 48,
      height: 8,
    });
    await app.press('Down', 'Down', 'Shift+Down', 'Shift+Down');
    expect(app).toMatchScreen(`states ${theme}`);
  });
});

it.each([1, 2, 5, 10, 16, 24])('%i cells wide', async (width) => {
  const { app } = await use(
    `language="ts" line-numbers="true" wrap="true" search-text="a" ${MARKS}`,
    { text: TEXT, width, height: 10 },
  );
  expect(app).toMatchScreen(`width ${width}`);
});
