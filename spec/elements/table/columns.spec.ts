/** Columns of a table: their widths by the user, totals below them, sorting by several, bars in their cells, and looks of rows and cells. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  sortedByLevels,
  sortedIndexes,
  compareValues,
} from '../../../elements/table/model/sorting.js';
import { Totals } from '../../../elements/table/model/totals.js';
import { resolveColumns } from '../../../elements/table/model/columns.js';
import { formatColor } from '../../../runtime/base/color.js';
import { BOLD, ITALIC } from '../../../runtime/paint/cells.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { useCells } from './use-cells.js';

afterEach(unmountAll);

describe('the width of a column', () => {
  // The border of the first column, of which "Name" and "apple" take five cells.
  const border = { x: 6, y: 0 };

  it('follows the border that is dragged, and sorts nothing', async () => {
    const { app, table, events } = await useCells('resizable="true"');
    await app.drag(border, { x: 12, y: 0 });
    expect([table.columnWidths, events()]).toEqual([{ name: 11 }, ['columnresize name 11']]);
    expect(app.text().split('\n')[1]).toMatch(/^ apple {8,}/);
    await app.click({ x: 12, y: 0 });
    expect(table.sortBy).toBeUndefined();
  });

  it('is at least one cell, and between min and max of the column', async () => {
    const columns = `columns='[{"key":"name","min":4,"max":9},"size"]'`;
    const { app, table } = await useCells('resizable="true"', { columns });
    await app.drag({ x: 6, y: 0 }, { x: 1, y: 0 });
    expect(table.columnWidths).toEqual({ name: 4 });
    await app.drag({ x: 5, y: 0 }, { x: 40, y: 0 });
    expect(table.columnWidths).toEqual({ name: 9 });
  });

  it('is that of the content after a double click on the border', async () => {
    const { app, table } = await useCells('resizable="true"');
    await app.drag(border, { x: 20, y: 0 });
    await app.click({ x: 20, y: 0 });
    await app.click({ x: 20, y: 0 });
    expect(table.columnWidths).toEqual({ name: 5 });
  });

  it('changes by keys in the header', async () => {
    const { app, table } = await useCells('resizable="true" sortable="false"');
    await app.press('Up', 'Shift+Right', 'Shift+Right', 'Shift+Left');
    expect(table.columnWidths).toEqual({ name: 6 });
    await app.press('=');
    expect(table.columnWidths).toEqual({ name: 5 });
  });

  it('is set and read by scripts, and kept beside others', async () => {
    const { app, table } = await useCells('resizable="true" cursor="cell"');
    table.columnWidths = { size: 12 };
    await app.settle();
    await app.press('Up', 'Shift+Right');
    expect(table.columnWidths).toEqual({ size: 12, name: 6 });
  });

  it('does not change where columns are not resizable', async () => {
    const { app, table } = await useCells('');
    await app.drag(border, { x: 20, y: 0 });
    expect(table.columnWidths).toBeUndefined();
  });
});

describe('sorting by several columns', () => {
  const header = (text: string): string => text.split('\n')[0] ?? '';

  it('adds a column with Shift, turns it around, and takes it out', async () => {
    const { app, table } = await useCells('');
    const sorts: unknown[] = [];
    table.addEventListener('sort', (event) => sorts.push((event as { columns?: unknown }).columns));
    await app.press('Up', 'Right', 'Right', 'Enter', 'Left', 'Shift+Enter');
    expect(header(app.text())).toMatch(/Size ?▲2 .*Kind ?▲1/);
    expect(table.accessibleText()).toContain('sorted by Kind, ascending, then by Size, ascending');
    await app.press('Shift+Enter');
    expect(header(app.text())).toMatch(/Size ?▼2/);
    expect([table.sortBy, table.sortThen]).toEqual([
      'kind',
      [{ key: 'size', direction: 'descending' }],
    ]);
    await app.press('Shift+Enter');
    expect(header(app.text())).toMatch(/Kind ▲ /);
    expect(sorts.at(-2)).toEqual([
      { key: 'kind', direction: 'ascending' },
      { key: 'size', direction: 'descending' },
    ]);
  });

  it('is left to an app that prevents it, and shows all marks', async () => {
    const { app, table } = await useCells('');
    table.addEventListener('sort', (event) => event.preventDefault());
    await app.press('Up', 'Enter', 'Right', 'Shift+Enter');
    expect(header(app.text())).toMatch(/Name ?▲1 .*Size ?▲2/);
    expect(table.sortBy).toBeUndefined();
  });

  it('is declared, and called', async () => {
    const then = `sort-then='["size"]'`;
    const { app, table } = await useCells(`sort-by="kind" ${then}`);
    const names = (): string[] =>
      app
        .text()
        .split('\n')
        .slice(1, 5)
        .map((line) => line.trim().split(' ')[0]!);
    expect(names()).toEqual(['apple', 'date', 'chard', 'beet']);
    table.sort([{ key: 'ok', direction: 'descending' }, 'name']);
    await app.settle();
    expect(names()).toEqual(['apple', 'chard', 'beet', 'date']);
  });

  const VALUES = fc.constantFrom<unknown>(1, 2, 2.5, -1, 'a', 'B', 'b', '10', '9', null, NaN, true);
  const WAYS = fc.constantFrom('ascending', 'descending');

  it('is stable, and compares as one column alone does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(VALUES, VALUES), { maxLength: 40 }),
        WAYS,
        WAYS,
        (rows, a, b) => {
          const first = { direction: a, valueAt: (index: number) => rows[index]![0] } as const;
          const second = { direction: b, valueAt: (index: number) => rows[index]![1] } as const;
          const expected = rows
            .map((_, index) => index)
            .sort(
              (x, y) =>
                compareValues(rows[x]![0], rows[y]![0], first.direction) ||
                compareValues(rows[x]![1], rows[y]![1], second.direction) ||
                x - y,
            );
          expect([...sortedByLevels(rows.length, [first, second])]).toEqual(expected);
          expect([...sortedByLevels(rows.length, [first])]).toEqual([
            ...sortedIndexes(rows.length, first.valueAt, first.direction),
          ]);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('totals', () => {
  it('are those of the rows that show, and follow every change', async () => {
    const columns = `columns='[{"key":"name","footer":["All","Mean"]},{"key":"size","footer":["sum","mean"]},{"key":"id","footer":"count"}]'`;
    const { app, table } = await useCells('editable="true"', { columns });
    const footer = (): string[] =>
      app
        .text()
        .split('\n')
        .slice(6, 8)
        .map((line) => line.trim().replace(/ +/g, ' '));
    expect(footer()).toEqual(['All 440 4', 'Mean 146.67']);
    table.filter('e');
    await app.settle();
    expect(footer()).toEqual(['All 420 3', 'Mean 210']);
    table.filter(null);
    table.appendRow({ name: 'fig', size: 60, id: 5 });
    table.removeRow(0);
    await app.settle();
    expect(footer()).toEqual(['All 380 4', 'Mean 126.67']);
    expect(table.accessibleText()).not.toContain('NaN');
    expect(table.ownerDocument.documentElement.accessibleText()).toContain(
      'footer: All, size sum 380, id count 4',
    );
  });

  it('are the same after changes of single rows as from the beginning', () => {
    const [column] = resolveColumns(['n']);
    const CHANGE = fc.record({ at: fc.nat(), value: fc.option(fc.integer({ min: -9, max: 9 })) });
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: -9, max: 9 })), { minLength: 1, maxLength: 40 }),
        fc.array(CHANGE, { maxLength: 8 }),
        (start, changes) => {
          const values = start.flatMap((value) => Array.from({ length: 100 }, () => value));
          const source = {
            version: 0,
            filtered: false,
            get count() {
              return values.length;
            },
            get shown() {
              return values.length;
            },
            indexAt: (place: number) => place,
            value: (index: number) => values[index],
          };
          const totals = new Totals(source);
          totals.ofAll(column!);
          for (const { at, value } of changes) {
            const index = at % values.length;
            if (value === 0 && values.length > 1) {
              values.splice(index, 1);
              totals.removed(index);
            } else if (value === 1) totals.touch(values.push(value) - 1);
            else {
              values[index] = value;
              totals.touch(index);
            }
            source.version++;
          }
          expect(totals.ofAll(column!)).toEqual(new Totals(source).ofAll(column!));
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('bars and sparklines', () => {
  it('are in the cells, with the value where there is room for it alone', async () => {
    const columns = `columns='[{"key":"v","label":"V","bar":{"max":100}},{"key":"s","label":"S","sparkline":true}]'`;
    const rows = [
      { v: 100, s: [0, 4, 8] },
      { v: 50, s: [8] },
      { v: 0, s: [] },
      { v: null, s: null },
    ];
    const { app, table } = await useCells('', { columns, rows });
    const lines = app.text().split('\n');
    expect(lines[1]).toMatch(/█{10} 100 {2}▁▄█/);
    expect(lines[2]).toMatch(/ █{5} {7}50 {2}█/);
    expect(lines[3]!.trim()).toBe('0');
    table.columnWidths = { v: 5 };
    await app.settle();
    expect(app.text().split('\n')[1]).toMatch(/^ *100 /);
  });

  it('grow from zero to both sides', async () => {
    const columns = `columns='[{"key":"v","bar":true}]'`;
    const { app } = await useCells('', { columns, rows: [{ v: -5 }, { v: 5 }] });
    const [minus = '', plus = ''] = app.text().split('\n').slice(1);
    expect(minus.lastIndexOf('█') < plus.indexOf('█')).toBe(true);
  });
});

describe('looks', () => {
  it('of rows and cells are those of functions, unless keys are there', async () => {
    const { app, table } = await useCells('selectable="single"');
    table.rowStyle = ({ row }) =>
      (row as { kind: string }).kind === 'root' ? { background: '#402020', bold: true } : undefined;
    table.formatCell = ({ key, value }) =>
      key === 'size' && value === 20 ? { color: '#ff8080', italic: true } : undefined;
    await app.settle();
    const at = (x: number, y: number): readonly [string, number] => {
      const { styles, table: known, width } = app.app.cells;
      const { bg, attributes } = known.get(styles[y * width + x]!);
      return [formatColor(bg), attributes];
    };
    expect(at(2, 2)).toEqual(['#402020', BOLD]);
    expect(at(2, 3)[0]).not.toBe('#402020');
    const x = app.text().split('\n')[3]!.indexOf('20');
    expect(at(x, 3)[1]).toBe(ITALIC);
    await app.press('Down');
    expect(at(2, 2)[0]).not.toBe('#402020');
  });
});
