/** One table in an app of its own, with the events it fires: what the specs of tables share. */
import type { Table } from '../../../elements/table/table.js';
import { mount } from '../../support/mount.js';

type App = Awaited<ReturnType<typeof mount>>;

const COLUMNS = `columns='["name",{"key":"size","format":"number"},{"key":"kind","sortable":false}]'`;
export const ROWS = [
  { name: 'beta', size: 2000, kind: 'b' },
  { name: 'alpha', size: null, kind: 'a' },
  { name: 'item 10', size: 10, kind: 'c' },
  { name: 'item 9', size: -1, kind: 'c' },
  { name: 'gamma', size: 300, kind: 'b' },
  { name: 'delta', size: 5, kind: 'a' },
];

export interface Used {
  readonly app: App;
  readonly table: Table;
  events(): string[];
  /** First cells of the rows that show. */
  names(): string[];
}

export async function use(
  attributes: string,
  { width = 30, height = 5, rows = ROWS as object[], rest = '', theme = 'fullcolor-dark' } = {},
): Promise<Used> {
  const app = await mount(
    `<tui><table id="t" row-key="name" ${COLUMNS} ${attributes} style="height: ${height}"/>${rest}</tui>`,
    { width, height: height + 3, theme },
  );
  const table = app.document.getElementById('t') as unknown as Table;
  table.setRows(rows as never);
  table.focus();
  await app.settle();
  let fired: string[] = [];
  for (const type of ['select', 'activate', 'sort']) {
    table.addEventListener(type, (event: unknown) => {
      const { id, count, key, direction } = event as Record<string, unknown>;
      const about = type === 'sort' ? [key, direction] : type === 'select' ? [id, count] : [id];
      fired.push([type, ...about].map(String).join(' '));
    });
  }
  return {
    app,
    table,
    events: () => {
      const before = fired;
      fired = [];
      return before;
    },
    names: () =>
      app
        .text()
        .split('\n')
        .slice(1, height)
        .map((line) => line.slice(1).trim().split(/ {2,}/)[0]!),
  };
}
