/** `tui lint` of components: their names, properties, slots and events, and names in expressions. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freeNames } from '../../cli/lint/free-names.js';
import { folderOf } from '../support/cli.js';
import { call } from '../support/in-process.js';

const CARD = `<template element="ui-card" properties='{"label": {"type": "string", "required": true}, "tone": {"type": "string", "enum": ["info", "bad"]}, "count": "integer", "rows": "array"}'>
  <slot name="title">No title</slot>
  <text id="t">{label} {cont} {helper(count)}</text>
  <for each="rows" as="row"><text onClick="open(row)">{rwo} {row.name}</text></for>
  <slot/>
  <script>
    export const open = (row) => { host.emit('opened', row); };
    host.shadowRoot.getElementById('t').textContent += host.shadowRoot.getElementById('u');
  </script>
</template>
<template element="ui-bare"><text>bare</text></template>`;

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'card.tui': CARD,
    'wrong.tui': `<tui><import src="card.tui"/>
<ui-crad label="One"/>
<ui-card lable="One" tone="bda" count="x"><text slot="titel">T</text></ui-card>
<ui-card label="x" rows="{list}" onOpend="$app.go()"><for each="list" as="x"><text slot="{x}">T</text></for></ui-card>
<for each="lst" as="row"><text>{row.x} {nme}</text><ui-card label="{row.x}" tone="sad" onOpend="go()"/></for>
<if test="list.length > 0 && !isBusi"><text>{\`\${list.map((each) => each.nam).join()} \${othr}\`}</text></if>
<ui-bare><text>not shown</text></ui-bare>
<text bind:hidden="lst.length === 0"/>
<script>export const state = $tui.createState({ list: [], name: 'x', isBusy: false }); export const go = () => {};</script></tui>`,
    'right.tui': `<tui><import src="card.tui"/>
<ui-card bind:label="name" count="1" onOpened="$app.go()"><text slot="title">T</text>words</ui-card>
<for each="list" as="row" index="i" key="row.id">
  <ui-card label="{row.name}" tone="{row.tone}" bind:rows="row.rows" onOpened="go(row, i, event.detail)"/>
  <if test="Object.keys(row).some((key) => key !== 'id')"><text>{JSON.stringify({ name, i, other: 1 })} {a / 2} {/x{2}/.test(name)}</text></if>
</for>
<text bind:hidden="list.length === 0"/>
<script>export const state = $tui.createState({ list: [], name: 'x', a: 1 }); export const go = () => {};</script></tui>`,
    'any.tui': `<tui><for each="anything" as="x"><text>{other}</text></for><script>
  export const state = $tui.createState(JSON.parse('{}'));</script></tui>`,
    'bad.tui': `<tui>
<template element="ui-a" properties='{"children": "string", "tone": "string"}'><text>{tone}</text></template>
<ui-a tone="x"/></tui>`,
  });
});
afterAll(async () => await rm(cwd, { recursive: true }));

async function lint(file: string): Promise<string[]> {
  const { stderr } = await call(['lint', file], { cwd });
  const pattern = /^(\S+):(\d+:\d+) (\w+) (\S+): (.*)\n.*\n.*\n(?: {2}(\S.*))?/gm;
  return [...stderr.matchAll(pattern)].map(([, name, at, , code, message, suggestion = '']) =>
    [name === file ? at : `${name}:${at}`, code, message, '|', suggestion].join(' '),
  );
}

it('reports what no component has, with what was probably meant', async () => {
  expect(await lint('wrong.tui')).toEqual([
    '2:2 unknown-element <ui-crad> is not a known element; it behaves as <container> | did you mean "ui-card"?',
    '3:1 missing-attribute <ui-card> needs the attribute "label" | write <ui-card label="…">',
    '3:10 unknown-attribute <ui-card> has no attribute "lable" | did you mean "label"?',
    '3:28 bad-value "tone": expected one of "info", "bad", found "bda" | did you mean "bad"?',
    '3:40 bad-value "count": expected a whole number, found "x" | ',
    '3:55 unknown-slot <ui-card> has no slot "titel" | did you mean "title"?',
    '4:27 bad-json "rows": this is not JSON | write bind:rows="list"',
    '4:34 unknown-event <ui-card> does not fire "opend" events, and no script does | did you mean "onOpened"?',
    '5:12 unknown-name no script has "lst", which is read here | did you mean "list"?',
    '5:41 unknown-name no script has "nme", which is read here | did you mean "name"?',
    '5:83 bad-value "tone": expected one of "info", "bad", found "sad" | did you mean "bad"?',
    '5:88 unknown-event <ui-card> does not fire "opend" events | did you mean "onOpened"?',
    '6:31 unknown-name no script has "isBusi", which is read here | did you mean "isBusy"?',
    '6:88 unknown-name no script has "othr", which is read here | write "export const othr = …" in a script',
    '7:10 no-slot <ui-bare> does not show this: its template has no <slot/> | add <slot/> to the template of <ui-bare>',
    '8:20 unknown-name no script has "lst", which is read here | did you mean "list"?',
    'card.tui:3:25 unknown-name no script has "cont", which is read here | did you mean "count"?',
    'card.tui:3:32 unknown-name no script has "helper", which is read here | write "export const helper = …" in a script',
    'card.tui:4:56 unknown-name no script has "rwo", which is read here | did you mean "row"?',
    'card.tui:8:88 unknown-id no element has the id "u" | ',
  ]);
});

it('accepts what works, and code whose names are not known', async () => {
  const found = await lint('right.tui');
  expect(found.filter((each) => !each.startsWith('card.tui'))).toEqual([]);
  expect(await lint('any.tui')).toEqual([]);
});

it('keeps the other properties of a component with one that is invalid', async () => {
  const found = await lint('bad.tui');
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^2:\d+ component-property <ui-a> attribute "children" would hide/);
});

describe('names that code reads', () => {
  it.each([
    ['a.b + c?.d', ['a', 'c']],
    ['rows.map((row, i) => row.x + i + y)', ['rows', 'y']],
    ['rows.filter(({ id, tag = other }) => id)', ['rows', 'other'].slice(0, 1)],
    ['({ a, b: c, d() { return e; } })', ['a', 'c', 'e']],
    ['x ? y : z', ['x', 'y', 'z']],
    ['`a ${b} c ${`${d}`} }`', ['b', 'd']],
    ['"a" + \'b\' + /c/g.test(d) + e / f / g', ['d', 'e', 'f', 'g']],
    ['const x = a; for (const y of b) c(y, x)', ['a', 'b', 'c']],
    ['try { a() } catch (error) { b(error) }', ['a', 'b']],
    ['[...a, ...(b ?? [])] // c', ['a', 'b']],
    ['async (x) => { await y(x); }', ['y']],
    ['typeof a === "b" && !(c in d)', ['a', 'c', 'd']],
  ])('%s', (code, names) => {
    expect(freeNames(code).map(({ name }) => name)).toEqual(names);
  });

  it.each(['[/', '()=>', '((((', ')=>', ',a(', 'let a ', '`${', '/', 'function f('])(
    'takes linear time for %j without an end',
    (part) => {
      const time = (times: number): number => {
        const before = process.cpuUsage();
        freeNames(part.repeat(times));
        return process.cpuUsage(before).user;
      };
      time(1000);
      expect(time(80_000)).toBeLessThan(3_000_000);
    },
  );
});
