/** Looks by value, declared in markup: of rows and of cells, with several conditions, in five themes, and what is invalid. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import type { Table } from '../../../elements/table/table.js';
import { mount } from '../../support/mount.js';
import { ALL_GOLDEN_THEMES } from '../control.js';

afterEach(unmountAll);

const COLUMNS = [
  'job',
  { key: 'state', looks: [{ is: ['done', 'skipped'], color: 'var(--success)' }] },
  {
    key: 'load',
    looks: [
      { min: 50, bold: true },
      { min: 90, color: 'var(--error)' },
    ],
  },
];
const LOOKS = [
  { key: 'state', is: 'failed', background: 'var(--error)' },
  { key: 'owner', is: '', italic: true },
];
const ROWS = [
  { job: 'build', state: 'done', load: 12, owner: 'Ada' },
  { job: 'test', state: 'failed', load: 97, owner: 'Ada' },
  { job: 'lint', state: 'skipped', load: 60, owner: null },
];

const json = (value: unknown): string => JSON.stringify(value).replaceAll("'", '&#39;');

async function use(
  attributes: string,
  { theme = 'fullcolor-dark', errors = 'throw' as const } = {},
) {
  const app = await mount(
    `<tui><table id="t" columns='${json(COLUMNS)}' rows='${json(ROWS)}' ${attributes}/></tui>`,
    { width: 30, height: 5, theme, errors },
  );
  const table = app.document.getElementById('t') as unknown as Table;
  const look = (word: string) => {
    const lines = app.text().split('\n');
    const y = lines.findIndex((line) => line.includes(word));
    return app.screen().cell(lines[y]!.indexOf(word), y);
  };
  return { app, table, look };
}

describe.each(ALL_GOLDEN_THEMES)('%s', (theme) => {
  it('rows and cells by value', async () => {
    const { app } = await use(`row-looks='${json(LOOKS)}' selectable="single"`, { theme });
    expect(app).toMatchScreen(`looks ${theme}`);
    await app.press('Tab', 'Down');
    expect(app).toMatchScreen(`looks with the cursor ${theme}`);
  });
});

it('follow the values of rows, also of keys without a column', async () => {
  const { app, table, look } = await use(`row-looks='${json(LOOKS)}'`);
  expect(look('lint').attributes).toEqual(['italic']);
  expect(look('60').attributes).toEqual(['bold', 'italic']);
  expect(look('test').bg).not.toBe(look('build').bg);
  table.setRows(ROWS.map((row) => ({ ...row, state: 'done', owner: 'Ada' })));
  await app.settle();
  expect(look('test').bg).toBe(look('build').bg);
  expect(look('lint').attributes).toEqual([]);
});

it('are below those of the functions', async () => {
  const { app, table, look } = await use(`row-looks='${json(LOOKS)}'`);
  table.rowStyle = () => ({ background: '#000000' });
  table.formatCell = ({ key }) => (key === 'load' ? { color: '#ffffff' } : undefined);
  await app.settle();
  expect(look('test').bg).toBe('#000000');
  expect(look('97').fg).toBe('#ffffff');
});

it('of markup rows add to those of rules', async () => {
  const app = await mount(
    `<tui><style>tr { font-weight: bold }</style><table row-looks='[{"key":"b","min":2,"italic":true}]'>
    <tr><th>a</th><th>b</th></tr><tr><td>x</td><td>1</td></tr><tr><td>y</td><td>2</td></tr></table></tui>`,
    { width: 12, height: 4 },
  );
  const attributes = (y: number) => app.screen().cell(1, y).attributes;
  expect([attributes(1), attributes(2)]).toEqual([['bold'], ['bold', 'italic']]);
});

it.each([
  `row-looks='[{"key":"a","color":"no colour"}]'`,
  `columns='["a",{"key":"b","looks":[{"background":"rgb("}]}]'`,
])('%s is reported at its place', async (attribute) => {
  const app = await mount(`<tui>\n<table ${attribute}/></tui>`, { errors: 'keep' });
  const [found] = app.diagnostics;
  expect(found?.code).toBe('bad-color');
  const { source, span } = found!;
  expect(source!.text.slice(0, span!.start).split('\n')).toHaveLength(2);
});

it.each([`row-looks='[{"is":"x"}]'`, `row-looks='[{"key":"a","colour":"red"}]'`])(
  '%s does not load',
  async (attribute) => {
    const load = mount(`<tui><table ${attribute}/></tui>`);
    await expect(load).rejects.toThrow(/bad-shape: "rowLooks": \[0\]/);
  },
);
