/** `tui lint` and `--lint`: what every stage finds, whatever the others have found. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { folderOf, type Result } from '../support/cli.js';
import { call as callTui } from '../support/in-process.js';

/** A list of rows that are out of view, and rows with styles that are invalid by themselves, or where they are. */
function rowsWith(all: (bad: string, rows: string) => string): string {
  const rows = Array.from({ length: 1000 }, (_, at) => `<li>row ${at}</li>`).join('');
  const bad = `<li style="colour: red">a</li><li style="width: wide">b</li><li style="color: var(--no)">c</li>
<li class="a">d</li><li><text style="color: var(--inner)">e</text><text class="b">f</text></li>`;
  return `<style>.a { color: var(--rule) } .b { --w: wide; width: var(--w) }</style>
<list style="height: 5">${all(bad, rows)}</list>`;
}

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'stages.tui': `<policy>{"permissions": {"network": ["a.test"], "read": 5}, "config": {"theme": 1}}</policy>
<style>text { colr: red }</style>
<data-bars bars="[1"/>
<script>import x from './gone.js'; x();</script>`,
    'ids.tui': `<policy>{}</policy><text id="title" bind="nmae"/><text bind="name"/>
<script>
  const state = $tui.createState({ name: '' });
  $tui.getElementById('titel').textContent = 'x';
  $tui.getElementById('title').after($tui.createElement('text'));
  $tui.document.body.innerHTML = '<text id="made"/>';
  $tui.getElementById('made').textContent = 'y';
</script>`,
    'short.tui': `<text id="a" onClick="$tui.getElementById('d')"/>
<script src="main.ts"/>
<script>
  // $tui.getElementById('comment') and $tui.nothing
  const b = $tui.getElementById('b');
  $tui.document.body.innerHTML = [1, 2].map((n) => \`<text id="item-\${n}"/>\`).join('');
  $tui.getElementById('item-1').textContent = 'made';
  $tui.notfy('x'); $tui.later?.();
</script>`,
    'main.ts': `import type { T } from './types.js';
import gone from './gone.js';
import { readFile } from 'node:fs/promises';
export const c = (value: T) => $tui.getElementById('c');`,
    'types.ts': 'export interface T { readonly a: number }',
    'any.tui': `<text bind="x"/><script>
  const state = $tui.createState(JSON.parse('{}'));
  const e = $tui.createElement('text'); e.id = state.id; $tui.getElementById('z').remove();
</script>`,
    'imported.tui': `<text bind="x"/><text bind="y"/><script>
  import { defaults } from './defaults.js'; $tui.createState({ ...defaults });
</script>`,
    'defaults.js': 'export const defaults = { x: 1 };',
    'partly.tui': `<text id="a"/><script>
  import { later } from './gone.js'; later();
  $tui.getElementById('perhaps').textContent = 'made in what is missing';
</script>`,
    'pattern.tui': '<input pattern="[a-z"/>',
    'near.tui': rowsWith((bad, rows) => `${bad}${rows}`),
    'far.tui': rowsWith((bad, rows) => `${rows}${bad}`),
    'menus.tui': `<menu id="edit"><item>Cut</item></menu><text id="title" contextmenu="edit">a</text>
<text contextmenu="edti">b</text><text contextmenu="title">c</text>`,
  });
});
afterAll(async () => await rm(cwd, { recursive: true }));

const call = async (line: string): Promise<Result> => await callTui(line.split(' '), { cwd });
const codesOf = ({ stderr }: Result): string[] =>
  [...stderr.matchAll(/^\S+:(\d+):\d+ (?:error|warning) (\S+):/gm)].map(
    ([, line = '', code = '']) => `${line} ${code}`,
  );

it('reports each stage', async () => {
  const result = await call('lint stages.tui');
  expect(result.code).toBe(1);
  const codes = codesOf(result);
  for (const code of [
    '1 bad-permission',
    '1 bad-value',
    '2 unknown-property',
    '3 bad-json',
    '4 script-import',
  ]) {
    expect(codes).toContain(code);
  }
});

it('reports ids and bound keys that nothing names', async () => {
  const result = await call('lint ids.tui');
  expect(codesOf(result)).toEqual(['1 unknown-key', '4 unknown-id']);
  expect(result.stderr).toContain('did you mean "name"?');
  expect(result.stderr).toContain('did you mean "title"?');
  expect(codesOf(await call('lint pattern.tui --json'))).toEqual([]);
  const pattern = await call('lint pattern.tui');
  expect([pattern.code, codesOf(pattern)]).toEqual([1, ['1 bad-value']]);
});

it('reports a context menu that does not exist', async () => {
  const result = await call('lint menus.tui');
  expect(codesOf(result)).toEqual(['2 unknown-id', '2 unknown-id']);
  expect(result.stderr).toContain(
    'menus.tui:2:20 warning unknown-id: <text>: no <menu> has the id "edti"',
  );
  expect(result.stderr).toContain('did you mean "edit"?');
  expect(result.stderr).toContain('write <menu id="title"><item>…</item></menu>');
});

it('looks into handlers, script files and imports that no code uses', async () => {
  const result = await call('lint short.tui');
  expect(result.code).toBe(0);
  expect(
    [...result.stderr.matchAll(/^(\S+:\d+:\d+) warning (\S+):/gm)].map(
      ([, place = '', code = '']) => `${place} ${code}`,
    ),
  ).toEqual([
    'short.tui:1:44 unknown-id',
    'short.tui:5:34 unknown-id',
    'short.tui:8:8 unknown-member',
    'main.ts:2:18 script-import',
    'main.ts:4:53 unknown-id',
  ]);
  expect(result.stderr).toContain('did you mean "notify"?');
});

it('reports no id and no key where any may be made', async () => {
  expect(codesOf(await call('lint partly.tui'))).toEqual(['2 script-import']);
  expect(await call('lint any.tui')).toMatchObject({ code: 0, stderr: '' });
  const imported = await call('lint imported.tui');
  expect([codesOf(imported), imported.stderr.includes('"y"')]).toEqual([['1 unknown-key'], true]);
});

it('runs before the app where it is asked for', async () => {
  expect(await call('--lint stages.tui')).toMatchObject({ code: 2, stdout: '' });
});

it('reports styles of rows that are out of view, as of those in view', async () => {
  const messagesOf = ({ stderr }: Result): string[] =>
    [...stderr.matchAll(/^\S+ ((?:error|warning) .*)$/gm)]
      .map(([, message = '']) => message)
      .sort();
  const near = messagesOf(await call('lint near.tui'));
  expect(near).toEqual([
    'error bad-style: width: expected cells such as 10, or a share such as 50%, or auto, found "wide"',
    'error unknown-property: there is no style property "colour"',
    'warning bad-style: color: --inner is not set here',
    'warning bad-style: color: --no is not set here',
    'warning bad-style: color: --rule is not set here',
    'warning bad-style: width: expected cells such as 10, or a share such as 50%, or auto, found "wide"',
  ]);
  expect(messagesOf(await call('lint far.tui'))).toEqual(near);
});
