/** Requests that users of other data browsers have made, by name: each is one thing that a table does here. */
import { afterEach, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { useCells } from './use-cells.js';

afterEach(unmountAll);

it('rainfrog #124, #279: a cell of the results is edited in place, by a key', async () => {
  const { app, column, events } = await useCells('editable="true"');
  await app.press('Down', 'F2', 's', 'Enter');
  expect(column('name')[1]).toBe('beets');
  // What a statement is made of: the id of the row, the column, and both values.
  expect(events()[0]).toBe('edit edit 2 name beet beets');
});

it('sqlit #168: some cells are taken, with their names, in a format that is chosen', async () => {
  const { app, table } = await useCells('cursor="cell" copy-format="json"');
  await app.press('Down', 'Shift+Right', 'Ctrl+C');
  expect(JSON.parse(app.clipboard ?? '')).toEqual([{ name: 'beet', size: 300 }]);
  table.setAttribute('copy-format', 'markdown');
  await app.press('Left', 'Ctrl+C');
  expect(app.clipboard).toBe('| Name |\n| --- |\n| beet |');
});

it('Textual: columns of a data table are sized by the mouse, and a long value is read', async () => {
  const columns = `columns='[{"key":"name","width":6},{"key":"size"}]'`;
  const rows = [{ name: 'a long value indeed', size: 1 }];
  const { app } = await useCells('resizable="true"', { columns, rows });
  expect(app.text()).not.toContain('a long value indeed');
  await app.drag({ x: 7, y: 0 }, { x: 30, y: 0 });
  expect(app.text()).toContain('a long value indeed');
});
