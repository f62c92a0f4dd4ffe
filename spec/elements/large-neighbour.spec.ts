/** Controls above a large table keep their row. */
import { afterEach, expect, it } from '@jest/globals';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

const ROWS = JSON.stringify(Array.from({ length: 50 }, (_, index) => [index]));

it.each([
  ['<input value="Seen"/>'],
  ['<textarea>Seen</textarea>'],
  ['<select><option>Seen</option></select>'],
  ['<button>Seen</button>'],
  ['<checkbox>Seen</checkbox>'],
  ['<switch>Seen</switch>'],
  ['<radio>Seen</radio>'],
  ['<spinner>Seen</spinner>'],
  ['<progress label="Seen" value="0.5"/>'],
  ['<separator label="Seen"/>'],
  ['<tabs style="flex-grow: 1"><tab label="Seen"/></tabs>'],
])('%s', async (control) => {
  const table = `<table columns='["n"]' style="flex-grow: 1" rows='${ROWS}'/>`;
  const column = `<container style="height: 6">${control}${table}</container>`;
  const app = await mount(column, { width: 30, height: 6 });
  expect(app.text()).toContain('Seen');
  const row = `<container style="flex-direction: row">${control}</container>`;
  const inRow = await mount(`<container style="height: 6">${row}${table}</container>`, {
    width: 30,
    height: 6,
  });
  expect(inRow.text()).toContain('Seen');
});
