/** Cells as people see them: the cursor, a range, an open cell, its messages, and borders, in five themes. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { useCells } from './use-cells.js';

afterEach(unmountAll);

const THEMES = ['fullcolor-dark', 'fullcolor-std', 'color16-dark', 'gray-std', 'bw-std'];

const columns = `columns='[{"key":"name","label":"Name","footer":"Total","input":{"required":true}},
  {"key":"size","label":"Size","format":"number","footer":"sum","input":{"type":"number","max":500}},
  {"key":"share","label":"Share","format":"percent","bar":{"max":1}},
  {"key":"kind","label":"Kind","input":{"options":["fruit","root"]}},{"key":"trend","label":"Trend","sparkline":true}]'`;
const rows = [
  { name: 'apple', size: 120, share: 0.25, kind: 'fruit', trend: [1, 2, 3, 4, 5, 6, 7, 8] },
  { name: 'beet', size: 300, share: 0.7, kind: 'root', trend: [8, 3, 5, 3, 8] },
  { name: 'chard', size: 20, share: 1, kind: 'leaf', trend: [2, 2, 2] },
  { name: 'date', size: null, share: 0, kind: 'fruit', trend: null },
];
const OPTIONS = { columns, rows, width: 52, height: 7 };

describe.each(THEMES)('%s', (theme) => {
  it('a range, with rows that look different', async () => {
    const { app, table } = await useCells('editable="true" selectable="multiple"', {
      ...OPTIONS,
      theme,
    });
    table.rowStyle = ({ row }) =>
      (row as { kind: string }).kind === 'leaf'
        ? { background: 'var(--warning)', italic: true }
        : undefined;
    await app.press('Down', 'Space', 'Up', 'Shift+Down', 'Shift+Right');
    expect(app).toMatchScreen(`range ${theme}`);
  });

  it('an open cell, and what is wrong with it', async () => {
    const { app } = await useCells('editable="true"', { ...OPTIONS, theme });
    await app.press('Right', '9', '9', '9');
    expect(app).toMatchScreen(`open ${theme}`);
    await app.press('Enter');
    expect(app).toMatchScreen(`invalid ${theme}`);
    await app.press('Escape', 'Right', 'Right', 'F2');
    expect(app).toMatchScreen(`options ${theme}`);
  });

  it('borders, several columns that rows are sorted by, and frozen columns', async () => {
    const { app } = await useCells(
      `resizable="true" sort-by="kind" sort-then='["size"]' frozen-columns="1"`,
      { ...OPTIONS, width: 40, theme },
    );
    await app.press('Right');
    await app.hover({ x: 6, y: 0 });
    expect(app).toMatchScreen(`borders ${theme}`);
  });
});
