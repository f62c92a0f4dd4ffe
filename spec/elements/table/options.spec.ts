/** The list of options of a cell that is edited: keys, typing, the pointer, long lists, small terminals, and words for screen readers. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mouseBytes } from '../../../runtime/testing/input-bytes.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { ALL_GOLDEN_THEMES } from '../control.js';
import { FOOD, useCells } from './use-cells.js';

afterEach(unmountAll);

const COUNTRIES = Array.from({ length: 200 }, (_, at) => `country ${String(at).padStart(3, '0')}`);
const LONG = `columns='${JSON.stringify([
  { key: 'name' },
  { key: 'kind', label: 'Country', input: { options: [...COUNTRIES, 'Land of 表示'] } },
])}'`;
const long = { columns: LONG, rows: [{ name: 'a', kind: 'country 007' }, { name: 'b' }] };

async function open(attributes = 'editable="true"', options = {}) {
  const used = await useCells(attributes, options);
  used.table.cursorColumn = 'kind';
  await used.app.press('F2');
  return used;
}

describe('the list', () => {
  it('opens with the cell, at its value, and Enter chooses the option that keys are at', async () => {
    const { app, table, column, events, cell } = await open();
    expect(table.matches(':open')).toBe(true);
    expect(cell()).toContain('editing, open at fruit, 1 of 3');
    await app.press('Down', 'Down', 'Down', 'Up');
    expect(cell()).toContain('open at root, 2 of 3');
    await app.press('Enter');
    expect(table.matches(':open')).toBe(false);
    expect(events()).toEqual(['edit edit 1 kind fruit root', 'change']);
    expect([column('kind')[0], table.cursorRow]).toEqual(['root', 1]);
  });

  it('chooses by Tab, too, and goes on to the next cell', async () => {
    const { app, table, column } = await open();
    await app.press('Up', 'Down', 'Tab');
    expect([column('kind')[0], table.cursorColumn]).toEqual(['root', 'ok']);
  });

  it('is filtered by what is typed, with the best match first in line', async () => {
    const { app, column, cell } = await open();
    await app.press('Ctrl+U', 'r');
    // In "fruit" as well, but "root" starts with it.
    expect(cell()).toContain('open at root, 2 of 2');
    await app.press('u');
    expect(cell()).toContain('open at fruit, 1 of 1');
    await app.press('Enter');
    expect(column('kind')[0]).toBe('fruit');
  });

  it('shows nothing where nothing matches: the text stays, with a message', async () => {
    const { app, table, cell } = await open();
    await app.press('Ctrl+U', 'x');
    expect(app.text()).not.toContain('╭');
    await app.press('Enter');
    expect(cell()).toContain('invalid: Please choose one of: fruit, root, leaf.');
    expect(table.matches(':open')).toBe(false);
    // The list is one key away.
    await app.press('Down');
    expect(cell()).toMatch(/editing, open at fruit, 1 of 3$/);
  });

  it('leaves a cell empty that was emptied', async () => {
    const { app, column } = await open();
    await app.press('Ctrl+U', 'Enter');
    expect(column('kind')[0]).toBe('');
  });

  it('is closed and opened by Alt+Down, which also begins to edit', async () => {
    const { app, table, column } = await useCells();
    table.cursorColumn = 'kind';
    await app.press('Alt+Down');
    expect(table.matches(':open')).toBe(true);
    await app.press('Alt+Up');
    expect(table.matches(':open')).toBe(false);
    await app.press('Alt+Down', 'Down', 'Enter');
    expect(column('kind')[0]).toBe('root');
    table.cursorColumn = 'size';
    await app.press('Alt+Down');
    expect(table.accessibleText()).not.toContain('editing');
  });

  it('ends with the cell by Escape, which leaves the value', async () => {
    const { app, table, column, events, cell } = await open();
    await app.press('Down', 'Escape');
    expect([table.matches(':open'), column('kind')[0], events()]).toEqual([false, 'fruit', []]);
    expect(cell()).toContain('editable');
  });

  it('chooses nothing by itself where the focus goes elsewhere', async () => {
    const { app, table, column } = await open('editable="true"', { rest: '<input id="i"/>' });
    await app.press('Down');
    app.document.getElementById('i')?.focus();
    await app.settle();
    expect([table.matches(':open'), column('kind')[0]]).toEqual([false, 'fruit']);
  });

  it('is that of the column where columns are replaced, and gone with the row', async () => {
    const { app, table, cell } = await open();
    table.setAttribute('columns', '[{"key":"kind","input":{"options":["fruit","nut"]}}]');
    await app.settle();
    expect(cell()).toContain('open at fruit, 1 of 2');
    table.setRows([] as never);
    await app.settle();
    expect(table.matches(':open')).toBe(false);
    expect(app.text()).not.toContain('╭');
  });

  it('of an option that the app refuses is closed, so that its message shows', async () => {
    const { app, table, column } = await open();
    table.validateCell = ({ value }) => (value === 'root' ? 'Not here.' : undefined);
    await app.press('Down', 'Enter');
    expect([app.text().includes('Not here.'), column('kind')[0]]).toEqual([true, 'fruit']);
    expect(table.matches(':open')).toBe(false);
  });
});

describe('the pointer', () => {
  it('chooses an option, scrolls, and leaves the rows below alone', async () => {
    const { app, table, column, events } = await open('editable="true" selectable="multiple"');
    const { x, y } = find(app, 'root ', 2);
    await app.hover({ x, y });
    await app.click({ x, y });
    expect([column('kind')[0], table.cursorRow]).toEqual(['root', 0]);
    expect(events()).toEqual(['edit edit 1 kind fruit root', 'change']);
    expect(table.getSelectedRows()).toEqual([]);
  });

  it('scrolls a long list by the wheel', async () => {
    const { app } = await open('editable="true"', { ...long, height: 14 });
    const { x, y } = find(app, 'country 005', 0);
    app.app.input(mouseBytes('wheelDown', x, y));
    await app.settle();
    expect(app.text()).not.toContain('country 000');
  });

  it('closes and opens it on the cell, and closes it elsewhere', async () => {
    const { app, table, cell } = await open('editable="true"', { rest: '<text id="x">out</text>' });
    const { x, y } = find(app, 'fruit', 0);
    await app.click({ x, y });
    expect(table.matches(':open')).toBe(false);
    await app.click({ x, y });
    expect(table.matches(':open')).toBe(true);
    expect(cell()).toContain('editing');
    await app.click('#x');
    expect(table.matches(':open')).toBe(false);
  });
});

/** Where a text shows, from a row on. */
function find(app: Awaited<ReturnType<typeof useCells>>['app'], text: string, from: number) {
  const rows = app.text().split('\n');
  const y = rows.findIndex((row, at) => at >= from && row.includes(text));
  return { x: rows[y]!.indexOf(text), y };
}

describe('its place', () => {
  it('is at the cell of a table that was scrolled for it', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => ({ ...FOOD[at % 4]!, id: at }));
    const { app, table } = await useCells('editable="true"', { rows, width: 24, height: 6 });
    table.cursorRow = 20;
    table.cursorColumn = 'kind';
    await app.press('F2');
    expect(app).toMatchScreen('scrolled');
    await app.resize(24, 4);
    expect(app).toMatchScreen('low');
  });

  it('is inside of terminals of any size, without an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.constantFrom('Down', 'Up', 'PageDown', 'c', 'Enter', 'Tab', 'F2', 'Escape')),
        async (width, height, keys) => {
          const { app, table } = await open('editable="true"', long);
          await app.resize(width, height);
          await app.press(...keys);
          expect(app.diagnostics).toEqual([]);
          const rows = table.getRows() as { kind?: string }[];
          const known = new Set<unknown>([undefined, null, '', ...COUNTRIES, 'Land of 表示']);
          expect(rows.every(({ kind }) => known.has(kind))).toBe(true);
          app.unmount();
        },
      ),
      { numRuns: propertyRuns(15) },
    );
  });
});

describe.each(ALL_GOLDEN_THEMES)('%s', (theme) => {
  it('a long list, filtered', async () => {
    const { app } = await open('editable="true"', { ...long, width: 40, height: 14, theme });
    await app.press('Down', 'PageDown');
    expect(app).toMatchScreen(`long ${theme}`);
    await app.press('Ctrl+U', '9', '9');
    expect(app).toMatchScreen(`filtered ${theme}`);
  });
});

it('is a list box at the cell for screen readers, which choose in it', async () => {
  const { app, table, column } = await open();
  const items = app.app.accessibleItems();
  expect(items.some(({ role, expanded }) => role === 'cell' && expanded === true)).toBe(true);
  const options = items.filter(({ role }) => role === 'option');
  expect(options.map(({ name, selected, current }) => ({ name, selected, current }))).toEqual([
    { name: 'fruit', selected: true, current: true },
    { name: 'root', selected: false, current: undefined },
    { name: 'leaf', selected: false, current: undefined },
  ]);
  expect(app.app.operate(options[2]!.ref ?? '', { type: 'press' })).toBe(true);
  await app.settle();
  expect([column('kind')[0], table.matches(':open')]).toEqual(['leaf', false]);
});
