/** A table whose cells are edited, in an app of its own, with the events it fires: what the specs of cells share. */
import type { Table } from '../../../elements/table/table.js';
import { mount } from '../../support/mount.js';

type App = Awaited<ReturnType<typeof mount>>;

const COLUMNS = `columns='[{"key":"name","label":"Name","input":{"required":true}},
  {"key":"size","label":"Size","input":{"type":"number","min":0,"max":500}},
  {"key":"kind","label":"Kind","input":{"options":["fruit","root","leaf"]}},
  {"key":"ok","label":"OK"},{"key":"id","label":"Id","editable":false}]'`;

export const FOOD = [
  { name: 'apple', size: 120, kind: 'fruit', ok: true, id: 1 },
  { name: 'beet', size: 300, kind: 'root', ok: false, id: 2 },
  { name: 'chard', size: 20, kind: 'leaf', ok: true, id: 3 },
  { name: 'date', size: null, kind: 'fruit', ok: false, id: 4 },
];

export interface UsedCells {
  readonly app: App;
  readonly table: Table;
  /** Events since they were read last. */
  events(): string[];
  /** The line of the accessible text about the cell that keys are at. */
  cell(): string;
  /** Values of a column, in the order of the data. */
  column(key: string): unknown[];
}

export async function useCells(
  attributes = 'editable="true"',
  {
    rows = FOOD as object[],
    columns = COLUMNS,
    width = 60,
    height = 8,
    rest = '',
    theme = 'fullcolor-dark',
  } = {},
): Promise<UsedCells> {
  const app = await mount(
    `<tui><table id="t" row-key="id" ${columns} ${attributes} style="height: ${height}"/>${rest}</tui>`,
    { width, height: height + 2, theme },
  );
  const table = app.document.getElementById('t') as unknown as Table;
  table.setRows(rows as never);
  await app.press('Tab');
  let fired: string[] = [];
  const note = (type: string, names: readonly string[]): void => {
    table.addEventListener(type, (event: unknown) => {
      const fields = event as Record<string, unknown>;
      fired.push([type, ...names.map((name) => String(fields[name]))].join(' '));
    });
  };
  note('edit', ['kind', 'id', 'key', 'oldValue', 'value']);
  note('change', []);
  note('columnresize', ['key', 'width']);
  note('activate', ['id']);
  note('select', ['id', 'count']);
  return {
    app,
    table,
    events: () => {
      const before = fired;
      fired = [];
      return before;
    },
    cell: () => /; ([^;]*row \d+ of[^;\n]*)/.exec(table.accessibleText())?.[1] ?? '',
    column: (key) => table.getRows().map((row) => (row as Record<string, unknown>)[key]),
  };
}
