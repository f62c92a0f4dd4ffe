/** Editing cells of a table: keys, validation, refusals, undoing, pasting, and what sorting and filtering leave of it. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Table } from '../../../elements/table/table.js';
import { formatColor } from '../../../runtime/base/color.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { FOOD, useCells } from './use-cells.js';

afterEach(unmountAll);

describe('a cell', () => {
  it.each([
    ['Enter', ['Enter', 's', 'Enter'], 'apples'],
    ['F2', ['F2', 'Backspace', 'Enter'], 'appl'],
    ['typing, which replaces the value', ['f', 'i', 'g', 'Enter'], 'fig'],
  ])('is edited by %s', async (_, keys, value) => {
    const { app, column, events, cell } = await useCells();
    await app.press(...keys);
    expect(column('name')[0]).toBe(value);
    expect(events()).toEqual([`edit edit 1 name apple ${value}`, 'change']);
    // Enter goes to the row below.
    expect(cell()).toMatch(/^Name beet, row 2 of 4, column 1 of 5, editable/);
  });

  it('is as it was after Escape', async () => {
    const { app, column, events } = await useCells();
    await app.press('x', 'y', 'Escape');
    expect([column('name')[0], events()]).toEqual(['apple', []]);
  });

  it('fires nothing where its text is the same', async () => {
    const { app, events } = await useCells();
    await app.press('F2', 'Enter');
    expect(events()).toEqual([]);
  });

  it('has the next one edited by Tab, over those that cannot be, and the one before by Shift+Tab', async () => {
    const rest = '<input/>';
    const { app, table, column, cell } = await useCells('editable="true"', { rest });
    await app.press('f', 'i', 'g', 'Tab', '5', 'Tab');
    expect([table.cursorColumn, column('name')[0], column('size')[0]]).toEqual(['kind', 'fig', 5]);
    expect(cell()).toContain('editing');
    await app.press('Shift+Tab', 'Escape');
    expect(table.cursorColumn).toBe('size');
    // The last column is not editable: the first of the next row comes after the one before it.
    await app.press('Right', 'F2', 'Tab', 'Right');
    expect(table.cursorColumn).toBe('id');
    await app.press('Tab');
    expect(app.document.activeElement).not.toBe(table);
  });

  it('that is a checkbox is switched by Space and Enter', async () => {
    const { app, column, events } = await useCells();
    await app.press('End', 'Left', 'Space');
    expect(column('ok')[0]).toBe(false);
    await app.press('Enter');
    expect(column('ok')[0]).toBe(true);
    expect(events().filter((each) => each !== 'change')).toEqual([
      'edit edit 1 ok true false',
      'edit edit 1 ok false true',
    ]);
  });

  it('that is not editable is not edited', async () => {
    const { app, column, events, cell } = await useCells();
    await app.press('End', '7', 'F2', 'Delete');
    expect([column('id'), events(), cell()]).toEqual([
      [1, 2, 3, 4],
      [],
      expect.stringContaining('read-only'),
    ]);
  });

  it('is kept where the focus goes elsewhere, if it is valid', async () => {
    const { app, table, column } = await useCells('editable="true"', { rest: '<input id="i"/>' });
    await app.press('f', 'i', 'g');
    app.document.getElementById('i')?.focus();
    await app.settle();
    expect(column('name')[0]).toBe('fig');
    table.focus();
    await app.press('Right', '9', '9', '9', '9');
    app.document.getElementById('i')?.focus();
    await app.settle();
    expect(column('size')).toEqual([120, 300, 20, null]);
  });

  it('is opened by a double click, and closed by a click on another one', async () => {
    const { app, table, column } = await useCells();
    await app.click({ x: 2, y: 2 });
    await app.click({ x: 2, y: 2 });
    await app.press('s');
    await app.click({ x: 2, y: 3 });
    expect([column('name')[1], table.cursorRow]).toEqual(['beets', 2]);
  });

  it('is edited by a script that requests it', async () => {
    const { app, table, column } = await useCells();
    table.cursorRow = 2;
    table.cursorColumn = 'size';
    expect(table.editCell()).toBe(true);
    await app.press('Ctrl+U', '7', 'Enter');
    expect(column('size')[2]).toBe(7);
  });
});

describe('a value', () => {
  it.each([
    ['size', ['9', '9', '9', '9'], 'The value must be 500 or less.'],
    ['size', ['x'], 'Please enter a number.'],
    ['kind', ['x'], 'Please choose one of: fruit, root, leaf.'],
    ['name', ['F2', 'Ctrl+U'], 'Please fill in this field.'],
  ])('of %s that is invalid stays open, with a message at the cell', async (key, keys, message) => {
    const { app, table, column, cell } = await useCells();
    table.cursorColumn = key;
    await app.press(...keys, 'Enter');
    expect(app.text()).toContain(message);
    expect(cell()).toContain(`invalid: ${message}`);
    expect(column(key)).toEqual(FOOD.map((row) => row[key as 'name']));
    // A change takes the message away, and Escape the whole edit.
    await app.press('Escape');
    expect(app.text()).not.toContain(message);
  });

  it('of a list of options is completed, and chosen by arrow keys', async () => {
    const { app, table, column } = await useCells();
    table.cursorColumn = 'kind';
    await app.press('l', 'Enter');
    expect(column('kind')[0]).toBe('leaf');
    await app.press('F2', 'Down', 'Enter', 'F2', 'Up', 'Up', 'Enter');
    expect(column('kind')).toEqual(['leaf', 'leaf', 'fruit', 'fruit']);
  });

  it('is checked by the app, too', async () => {
    const { app, table, column } = await useCells();
    table.validateCell = ({ value, row }) =>
      value === (row as { kind: string }).kind ? 'Not the kind.' : undefined;
    await app.press('f', 'r', 'u', 'i', 't', 'Enter');
    expect([app.text().includes('Not the kind.'), column('name')[0]]).toEqual([true, 'apple']);
  });

  it('that is a number stays one, as the language writes it', async () => {
    const { app, table, column } = await useCells('editable="true" lang="de"');
    table.cursorColumn = 'size';
    await app.press('1', ',', '5', 'Enter');
    expect(column('size')[0]).toBe(1.5);
  });

  it('of a row of the app is written to a copy', async () => {
    const rows = [{ id: 1, name: 'a' }];
    const { app, column } = await useCells('editable="true"', { rows });
    await app.press('b', 'Enter');
    expect([rows[0]!.name, column('name')]).toEqual(['a', ['b']]);
  });

  it('of several lines is edited in one, and keeps its line breaks', async () => {
    const rows = [
      { id: 1, name: 'a\nb' },
      { id: 2, name: 'c' },
    ];
    const { app, column, events } = await useCells('editable="true"', { rows });
    await app.press('F2');
    expect(app.text()).toContain('a↵b');
    await app.press('Enter', 'Up', 'F2', 'x', 'Enter');
    expect([column('name')[0], events().length]).toEqual(['a\nbx', 2]);
  });

  it('of a row that is a list is written, too', async () => {
    const { app, table } = await useCells('editable="true"', { rows: [['a', 1]] });
    await app.press('b', 'Enter');
    expect(table.getRows()).toEqual([['b', 1]]);
  });

  it('of markup is written to the row and to its element', async () => {
    const markup = `<table id="t" editable="true" autofocus="true" style="height: 4">
      <tr><th>Name</th><th footer="sum" bar="true">Size</th><th editable="false">Id</th></tr>
      <tr><td>a</td><td>5</td><td>x</td></tr><tr class="bad"><td>b</td><td value="7">7 kg</td><td>y</td></tr></table>`;
    const style = '<style>.bad { background-color: #402020; color: #ffc0c0 }</style>';
    const app = await mount(`<tui>${style}${markup}</tui>`, { width: 40, height: 6 });
    const table = app.document.getElementById('t') as unknown as Table;
    const bg = (y: number): string => {
      const { styles, table: known, width } = app.app.cells;
      return formatColor(known.get(styles[y * width + 1]!).bg);
    };
    expect([bg(2), bg(1) === bg(2)]).toEqual(['#402020', false]);
    await app.press('Down', 'c', 'Tab', '8', 'Enter');
    expect(table.getRows()).toEqual([
      ['a', 5, 'x'],
      ['c', 8, 'y'],
    ]);
    expect(app.document.querySelector('.bad td')?.textContent).toBe('c');
    expect(app.text().split('\n')[3]).toContain('13');
    await app.press('Ctrl+Z', 'Ctrl+Z');
    expect(table.getRows()[1]).toEqual(['b', 7, 'y']);
  });
});

describe('a listener of edit', () => {
  it('that prevents it keeps the value', async () => {
    const { app, table, column, events } = await useCells();
    table.addEventListener('edit', (event) => event.preventDefault());
    await app.press('x', 'Enter');
    expect([column('name')[0], events()]).toEqual(['apple', ['edit edit 1 name apple x']]);
  });

  it.each<[string, () => Promise<unknown>, string, string]>([
    ['a message', async () => 'Taken already', 'Taken already', 'apple'],
    ['false', async () => false, 'The change was refused.', 'apple'],
    ['nothing', async () => undefined, '', 'x'],
  ])('that promises %s', async (_, answer, message, value) => {
    const { app, table, column, cell } = await useCells();
    let settle = (): void => undefined;
    const gate = new Promise<void>((resolve) => (settle = resolve));
    table.addEventListener('edit', () => gate.then(answer) as never);
    await app.press('x', 'Enter', 'Up');
    expect([column('name')[0], cell()]).toEqual(['x', expect.stringContaining('being saved')]);
    settle();
    await app.waitFor(() => expect(cell()).not.toContain('being saved'));
    expect([column('name')[0], app.text().includes(message)]).toEqual([value, true]);
  });
});

describe('undo and redo', () => {
  it('take edits back in their order, and make them again', async () => {
    const { app, column, events } = await useCells();
    await app.press('x', 'Enter', 'y', 'Enter', 'Ctrl+Z');
    expect(column('name').slice(0, 2)).toEqual(['x', 'beet']);
    await app.press('Ctrl+Z', 'Ctrl+Z');
    expect(column('name').slice(0, 2)).toEqual(['apple', 'beet']);
    await app.press('Ctrl+Y');
    expect(column('name').slice(0, 2)).toEqual(['x', 'beet']);
    expect(
      events()
        .filter((each) => each.startsWith('edit'))
        .at(-1),
    ).toBe('edit redo 1 name apple x');
  });

  it('are groups: what was emptied or pasted at once', async () => {
    const { app, column } = await useCells();
    await app.press('Right', 'Shift+Down', 'Delete');
    expect(column('size')).toEqual([null, null, 20, null]);
    await app.press('Ctrl+Z');
    expect(column('size')).toEqual([120, 300, 20, null]);
  });

  it('find rows that were replaced, by their ids', async () => {
    const { app, table, column } = await useCells();
    await app.press('x', 'Enter');
    table.setRows([...table.getRows()].reverse());
    await app.press('Ctrl+Z');
    expect(column('name')).toEqual(['date', 'chard', 'beet', 'apple']);
  });

  it('leave the keys to the app where nothing can be edited', async () => {
    const { app } = await useCells('cursor="cell"');
    const keys: string[] = [];
    app.document.addEventListener('keydown', (event) =>
      keys.push((event as unknown as KeyboardEvent).key),
    );
    await app.press('Ctrl+Y', 'x');
    expect(keys).toEqual(['y', 'x']);
  });
});

describe('pasting', () => {
  it('fills cells from the cursor on, and leaves out what is not valid there', async () => {
    const { app, column } = await useCells();
    await app.paste('fig\t7\tleaf\nkale\tmuch\troot\n');
    expect([column('name'), column('size'), column('kind')]).toEqual([
      ['fig', 'kale', 'chard', 'date'],
      [7, 300, 20, null],
      ['leaf', 'root', 'leaf', 'fruit'],
    ]);
  });

  it('fills the range with one value', async () => {
    const { app, column } = await useCells();
    await app.press('Right', 'Shift+Down', 'Shift+Down');
    await app.paste('5');
    expect(column('size')).toEqual([5, 5, 5, null]);
  });

  it('inserts what was copied or cut in the table', async () => {
    const { app, column } = await useCells();
    await app.press('Right', 'Ctrl+X', 'Down', 'Ctrl+V');
    expect(column('size')).toEqual([null, 120, 20, null]);
  });

  it('reads cells with line breaks in quotes', async () => {
    const { app, column } = await useCells();
    await app.paste('"a\nb"\t1');
    expect([column('name')[0], column('size')[0]]).toEqual(['a\nb', 1]);
  });

  it('goes to the text of a cell that is open', async () => {
    const { app, column } = await useCells();
    await app.press('x');
    await app.paste('a\tb\nc');
    await app.press('Enter');
    expect(column('name')[0]).toBe('xa b c');
  });
});

describe('a cell that is open', () => {
  it('stays open in its row when all rows are replaced, as by a stream', async () => {
    const { app, table, column, cell } = await useCells();
    await app.press('Down', 'x');
    table.setRows([{ id: 9, name: 'new' }, ...FOOD]);
    table.setAttribute('columns', JSON.stringify(['name', 'id']));
    await app.settle();
    expect(cell()).toMatch(/^name x, row 3 of 5, .*editing/);
    await app.press('y', 'Enter');
    expect(column('name')).toEqual(['new', 'apple', 'xy', 'chard', 'date']);
  });

  it('is closed where its row is gone', async () => {
    const { app, table, column } = await useCells();
    await app.press('x');
    table.removeRow(0);
    await app.press('Down', 'y', 'Enter');
    expect(column('name')).toEqual(['beet', 'y', 'date']);
  });
});

describe('rows that were edited', () => {
  it('keep their values when they are sorted and filtered, and the cursor stays on its row', async () => {
    const { app, table, column, cell } = await useCells('editable="true" sort-by="name"');
    await app.press('z', 'Enter');
    expect(column('name')).toEqual(['z', 'beet', 'chard', 'date']);
    table.sort('size');
    table.filter('z');
    await app.settle();
    expect(app.text()).toMatch(/z +120/);
    table.filter(null);
    await app.press('Ctrl+Z');
    expect([column('name')[0], cell()]).toEqual(['apple', expect.stringContaining('Name apple')]);
  });

  it('are edited in a table of 100,000, at the cost of the rows that show', async () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}`, size: 1 }));
    const { app, table, column } = await useCells('editable="true"', { rows });
    await app.press('Ctrl+End', 'Home', 'x', 'Enter');
    expect([column('name').at(-1), table.rowCount]).toEqual(['x', 100_000]);
  });
});

it('is not focused, edited or sized while it is disabled', async () => {
  const { app, column } = await useCells('editable="true" resizable="true" disabled="true"');
  await app.press('x', 'Enter');
  await app.click({ x: 2, y: 1 });
  await app.click({ x: 2, y: 1 });
  expect(column('name')).toEqual(['apple', 'beet', 'chard', 'date']);
});
