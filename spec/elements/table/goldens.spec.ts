/** Tables as people see them: every example and state in three themes, and where there is little room. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { TableCell } from '../../../elements/table/model/rows.js';
import { Table } from '../../../elements/table/table.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';

const THEMES = ['fullcolor-dark', 'fullcolor-std', 'bw-std'];

afterEach(unmountAll);

const FILES = `columns='[{"key":"name","label":"Name","width":"1fr","min":8},
    {"key":"size","label":"Size","format":"bytes"},{"key":"share","label":"Share","format":"percent","decimals":1},
    {"key":"changed","label":"Changed","format":"date","priority":1,"color":"var(--muted)"}]'
  rows='[{"name":"保存 first.txt","size":0,"share":0,"changed":0},
    {"name":"a file with a very long name indeed.md","size":1234,"share":0.125,"changed":86400000000},
    {"name":"👨‍👩‍👧 family.jpg","size":9876543210,"share":1,"changed":1700000000000},
    {"name":"unknown","size":null,"share":null,"changed":null},
    {"name":"escape \\u001b[31m.log","size":999499,"share":0.3333,"changed":1e12},
    {"name":"last","size":999500,"share":-0.0004,"changed":1.5e12}]'`;

describe.each(THEMES)('%s', (theme) => {
  it.each([...Table.examples, ...TableCell.examples].map((each) => [each.name, each] as const))(
    'example: %s',
    async (name, { size: [width, height], markup }) => {
      const app = await mount(`<tui>${markup}</tui>`, { width, height, theme });
      expect(app).toMatchScreen(`example ${name} ${theme}`);
    },
  );

  it('with the focus, several rows selected, sorted, hovered', async () => {
    const app = await mount(
      `<tui><table selectable="multiple" sort-by="name" ${FILES} style="height: 6; stripes: rows"/></tui>`,
      { width: 64, height: 6, theme },
    );
    await app.press('Tab', 'Space', 'Down', 'Space', 'Down');
    await app.hover({ x: 4, y: 5 });
    expect(app).toMatchScreen(`focus ${theme}`);
    await app.press('Home', 'Up', 'Right');
    expect(app).toMatchScreen(`header ${theme}`);
  });

  it('disabled', async () => {
    const app = await mount(`<tui><table selectable="single" disabled="true" ${FILES}/></tui>`, {
      width: 64,
      height: 7,
      theme,
    });
    expect(app).toMatchScreen(`disabled ${theme}`);
  });
});

it.each([2, 5, 10, 16, 24, 32, 40, 48])('%i cells wide', async (width) => {
  const app = await mount(
    `<tui><table selectable="single" style="column-separator: thin; height: 5" ${FILES}/></tui>`,
    { width, height: 5 },
  );
  await app.press('Tab', 'Space');
  expect(app).toMatchScreen(`width ${width}`);
});
