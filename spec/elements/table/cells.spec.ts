/** The cell cursor of a table: keys by the pattern of WAI-ARIA for grids, ranges, the pointer, and copying. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatCells, readCells } from '../../../elements/table/cells/clipboard.js';
import { resolveColumns } from '../../../elements/table/model/columns.js';
import { TableModel } from '../../../elements/table/model/model.js';
import { formatCsv } from '../../../runtime/script/globals/csv.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { FOOD, useCells } from './use-cells.js';

afterEach(unmountAll);

const CELLS = 'cursor="cell"';

describe('keys', () => {
  it.each([
    ['Right', 'size', 0],
    ['Down', 'name', 1],
    ['End', 'id', 0],
    ['Ctrl+End', 'id', 3],
    ['Ctrl+Down', 'name', 3],
    ['Ctrl+Right', 'id', 0],
    ['PageDown', 'name', 3],
  ])('%s leads to column %s of row %i', async (key, column, row) => {
    const { app, table } = await useCells(CELLS);
    await app.press(key);
    expect([table.cursorColumn, table.cursorRow]).toEqual([column, row]);
  });

  it('come back, and stay at the edges', async () => {
    const { app, table } = await useCells(CELLS);
    await app.press('Ctrl+End', 'Ctrl+Home', 'Left', 'Left');
    expect([table.cursorColumn, table.cursorRow]).toEqual(['name', 0]);
    await app.press('End', 'Right', 'Home');
    expect(table.cursorColumn).toBe('name');
  });

  it('go up to the heading of their column, and down again', async () => {
    const { app, table, cell } = await useCells(CELLS);
    await app.press('Right', 'Up', 'Enter');
    expect(table.sortBy).toBe('size');
    await app.press('Down');
    expect(cell()).toMatch(/^Size /);
  });

  it('fire activate where the cell cannot be edited', async () => {
    const { app, events } = await useCells(CELLS);
    await app.press('Down', 'Enter');
    expect(events()).toEqual(['activate 2']);
  });

  it('select rows apart from the cursor', async () => {
    const { app, table, events } = await useCells(`${CELLS} selectable="multiple"`);
    await app.press('Down', 'Space', 'Down');
    expect([table.getSelectedRows(), table.cursorRow, events()]).toEqual([[1], 2, ['select 2 1']]);
  });
});

describe('scrolling', () => {
  const many = {
    columns: `columns='${JSON.stringify(Array.from({ length: 12 }, (_, at) => ({ key: `c${at}`, label: `Column ${at}`, width: 12 })))}'`,
    rows: [Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, `v${at}`]))],
  };

  it('shows the column that keys or a script go to', async () => {
    const { app, table } = await useCells(CELLS, many);
    await app.press('End');
    expect(app.text()).toContain('Column 11');
    await app.press('Home');
    expect(app.text()).toContain('Column 0');
    expect(table.scrollToColumn('c8')).toBe(true);
    await app.settle();
    expect(app.text()).toContain('v8');
    expect(table.scrollToColumn('none')).toBe(false);
  });

  it('keeps frozen columns in view', async () => {
    const { app } = await useCells(`${CELLS} frozen-columns="1"`, many);
    await app.press('End');
    expect(app.text()).toMatch(/Column 0 .*Column 11/);
    expect(app.text()).not.toContain('Column 5');
  });

  it('leaves room beside columns that are frozen', async () => {
    const { app } = await useCells(`${CELLS} frozen-columns="11"`, { ...many, width: 30 });
    await app.press('End');
    expect(app.text()).toContain('v11');
  });
});

describe('a range', () => {
  it('is extended by Shift, and ends with any other motion', async () => {
    const { app, table, cell } = await useCells(CELLS);
    await app.press('Right', 'Shift+Right', 'Shift+Down');
    expect(table.getSelectedCells()).toEqual({ rows: [0, 1], columns: ['size', 'kind'] });
    expect(cell()).toContain('2 rows of 2 columns selected');
    await app.press('Left');
    expect(table.getSelectedCells()).toEqual({ rows: [1], columns: ['size'] });
  });

  it('is all with Ctrl+A, and the cell alone after Escape', async () => {
    const { app, table } = await useCells(CELLS);
    await app.press('Ctrl+A');
    expect(table.getSelectedCells()).toEqual({
      rows: [0, 1, 2, 3],
      columns: ['name', 'size', 'kind', 'ok', 'id'],
    });
    await app.press('Escape');
    expect(table.getSelectedCells().rows).toHaveLength(1);
  });

  it('is dragged, and extended by a click with Shift', async () => {
    const { app, table } = await useCells(CELLS);
    await app.drag({ x: 2, y: 1 }, { x: 9, y: 3 });
    expect(table.getSelectedCells()).toEqual({ rows: [0, 1, 2], columns: ['name', 'size'] });
    await app.click({ x: 2, y: 2 });
    expect(table.getSelectedCells()).toEqual({ rows: [1], columns: ['name'] });
  });

  it('ends where rows are in another order', async () => {
    const { app, table } = await useCells(CELLS);
    await app.press('Shift+Down');
    table.sort('name', 'descending');
    expect(table.getSelectedCells().rows).toHaveLength(1);
  });
});

describe('copying', () => {
  it.each([
    ['tsv', 'apple\t120\nbeet\t300'],
    ['csv', 'name,size\napple,120\nbeet,300'],
    ['markdown', '| Name | Size |\n| --- | ---: |\n| apple | 120 |\n| beet | 300 |'],
    [
      'json',
      JSON.stringify(
        FOOD.slice(0, 2).map(({ name, size }) => ({ name, size })),
        undefined,
        2,
      ),
    ],
  ])('as %s', async (format, text) => {
    const { app } = await useCells(`${CELLS} copy-format="${format}"`);
    await app.press('Shift+Right', 'Shift+Down', 'Ctrl+C');
    expect(app.clipboard).toBe(text);
  });

  it('takes the selected rows of a table without a cell cursor that has a format', async () => {
    const { app } = await useCells('selectable="multiple" copy-format="csv"');
    await app.press('Down', 'Space', 'Ctrl+C');
    expect(app.clipboard).toBe('name,size,kind,ok,id\nbeet,300,root,false,2');
  });

  it('as CSV is what formatCsv writes', () => {
    const CELL = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('a,b', '"', 'x\ny', '', '\r'),
    );
    const ROW = fc.record({ a: CELL, b: CELL });
    fc.assert(
      fc.property(fc.array(ROW, { minLength: 1, maxLength: 4 }), fc.boolean(), (rows, isSingle) => {
        const model = new TableModel();
        const keys = isSingle ? ['a'] : ['a', 'b'];
        model.setColumns(resolveColumns(keys));
        model.setRows(rows);
        const indexes = rows.map((_, index) => index);
        const cells = { model, columns: model.columns, rows: indexes, header: true };
        expect(`${formatCells('csv', cells)}\n`).toBe(formatCsv(rows, { columns: keys }));
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('as TSV is read again as the same cells, but for breaks and tabs in them', () => {
    const TEXTS = fc.array(
      fc.array(fc.stringMatching(/^[ -!#-~]{0,5}$/), { minLength: 2, maxLength: 2 }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(TEXTS, (rows) => {
        expect(readCells(rows.map((row) => row.join('\t')).join('\n'))).toEqual(rows);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('quotes what CSV and Markdown have to', async () => {
    const rows = [{ name: 'a "b", c', size: 1 }, { name: 'x|y\nz' }];
    const { table } = await useCells(CELLS, { rows, columns: `columns='["name","size"]'` });
    expect(table.toText('csv')).toBe('name,size\n"a ""b"", c",1\n"x|y\nz",');
    expect(table.toText('markdown').split('\n').slice(2)).toEqual([
      '| a "b", c | 1 |',
      String.raw`| x\|y z |  |`,
    ]);
    expect(table.toText('tsv', { header: false })).toBe('a "b", c\t1\nx|y z\t');
    expect(JSON.parse(table.toText('json'))).toEqual([
      { name: 'a "b", c', size: 1 },
      { name: 'x|y\nz', size: null },
    ]);
  });
});

it('is read with its place, and whether it can be edited', async () => {
  const { app, cell } = await useCells('editable="true"');
  await app.press('Down', 'End');
  expect(cell()).toBe('Id 2, row 2 of 4, column 5 of 5, read-only');
});
