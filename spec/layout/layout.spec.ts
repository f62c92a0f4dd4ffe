/** Layout as pictures: 24 x 8 cells, one property or two a case. */
import { describe, expect, it } from '@jest/globals';
import { mount } from '../support/mount.js';

const CASES = [
  [
    'row',
    `<container style="flex-direction: row; gap: 1">
<text>ab</text>
<text>cd</text>
<text>ef</text>
</container>`,
    `
|ab cd ef`,
  ],
  [
    'grow',
    `<container style="flex-direction: row">
<container style="border: thin; flex-grow: 1">1</container>
<container style="border: thin; flex-grow: 2">2</container>
</container>`,
    `
|┌───────┐┌─────────────┐
|│1      ││2            │
|└───────┘└─────────────┘`,
  ],
  [
    'percent and cells',
    `<container style="flex-direction: row">
<container style="border: thin; width: 50%">half</container>
<container style="border: thin; width: 8">eight</container>
</container>`,
    `
|┌──────────┐┌──────┐
|│half      ││eight │
|└──────────┘└──────┘`,
  ],
  [
    'justify',
    `<container style="flex-direction: row; justify-content: flex-start">
<text>ab</text>
<text>cd</text>
<text>ef</text>
</container>
<container style="flex-direction: row; justify-content: center">
<text>ab</text>
<text>cd</text>
<text>ef</text>
</container>
<container style="flex-direction: row; justify-content: flex-end">
<text>ab</text>
<text>cd</text>
<text>ef</text>
</container>
<container style="flex-direction: row; justify-content: space-between">
<text>ab</text>
<text>cd</text>
<text>ef</text>
</container>
<container style="flex-direction: row; justify-content: space-around">
<text>ab</text>
<text>cd</text>
<text>ef</text>
</container>
<container style="flex-direction: row; justify-content: space-evenly">
<text>ab</text>
<text>cd</text>
<text>ef</text>
</container>`,
    `
|abcdef
|         abcdef
|                  abcdef
|ab         cd         ef
|   ab      cd      ef
|     ab    cd     ef`,
  ],
  [
    'align',
    `<container style="flex-direction: row; height: 4; gap: 1; align-items: flex-end">
<text>end</text>
<text style="align-self: flex-start">start</text>
<text style="align-self: center">center</text>
</container>`,
    `
|    start
|
|          center
|end`,
  ],
  [
    'wrap',
    `<container style="flex-direction: row; flex-wrap: wrap; column-gap: 1; row-gap: 1">
<text>one</text>
<text>two</text>
<text>three</text>
<text>four</text>
<text>five</text>
<text>six</text>
</container>`,
    `
|one two three four five
|
|six`,
  ],
  [
    'minimum and maximum',
    `<container style="border: thin; min-width: 10; max-width: 12; align-self: flex-start">x</container>
<container style="border: thin; max-width: 12">a longer text</container>`,
    `
|┌────────┐
|│x       │
|└────────┘
|┌──────────┐
|│a longer  │
|│text      │
|└──────────┘`,
  ],
  [
    'margins',
    `<container style="margin: 0 2; border: thin">inside</container>
<text style="margin: 0 auto; align-self: center">mid</text>`,
    `
|  ┌──────────────────┐
|  │inside            │
|  └──────────────────┘
|           mid`,
  ],
  [
    'padding',
    `<container style="border: thin; padding: 1 3">padded</container>`,
    `
|┌──────────────────────┐
|│                      │
|│   padded             │
|│                      │
|└──────────────────────┘`,
  ],
  [
    'absolute',
    `<text>below below below below</text>
<container style="position: absolute; left: 4; top: 0; border: thin">over</container>
<text style="position: absolute; right: 0; bottom: 0">corner</text>`,
    `
|belo┌────┐w below below
|    │over│
|    └────┘
|
|
|
|
|                  corner`,
  ],
  [
    'z-index',
    `<container style="position: absolute; left: 0; top: 0; width: 8; height: 3; border: thin; z-index: 2">front</container>
<container style="position: absolute; left: 4; top: 1; width: 12; height: 3; border: double">      back</container>`,
    `
|┌──────┐
|│front═│═══════╗
|└──────┘k      ║
|    ╚══════════╝`,
  ],
  [
    'display',
    `<text>shown</text>
<text style="display: none">none</text>
<text hidden>hidden</text>
<text>last</text>`,
    `
|shown
|last`,
  ],
  [
    'overflow',
    `<container style="height: 3; border: thin">
<text>one</text>
<text>two</text>
<text>three</text>
</container>
<container style="overflow: visible; height: 1">
<text>one</text>
<text>two</text>
</container>`,
    `
|┌──────────────────────┐
|│one                   │
|└──────────────────────┘
|one
|two`,
  ],
  [
    'white space',
    `<text style="white-space: pre">a  b
  c</text>
<text style="white-space: nowrap">one two three four five six</text>
<text style="white-space: pre-wrap">x   y   z wraps after words</text>
<text style="white-space: pre-line">p   q
r</text>`,
    `
|a  b
|  c
|one two three four five
|x   y   z wraps after
|words
|p q
|r`,
  ],
  [
    'ellipsis',
    `<text style="white-space: nowrap; text-overflow: ellipsis">one two three four five six</text>
<text style="text-overflow: ellipsis; height: 2">one two three four five six seven eight nine ten</text>
<text style="text-overflow: ellipsis; white-space: nowrap; width: 5">保存保存</text>`,
    `
|one two three four five…
|one two three four five
|six seven eight nine ten
|保存…`,
  ],
  [
    'bare text',
    `<container>bare <b>bold</b> and <i>more</i> words wrap<text>a block</text>after</container>`,
    `
|bare bold and more words
|wrap
|a block
|after`,
  ],
  [
    'breaks',
    `<text>one<br/>two<br/>
<br/>four</text>`,
    `
|one
|two
|
|four`,
  ],
  [
    'align text',
    `<text>left</text>
<text style="text-align: center">center</text>
<text style="text-align: right">right 保</text>`,
    `
|left
|         center
|                right 保`,
  ],
  [
    'reverse',
    `<container style="flex-direction: row-reverse">
<text>a</text>
<text>b</text>
</container>`,
    `
|                      ba`,
  ],
  [
    'too small',
    `<container style="border: rounded; width: 1; height: 1">x</container>
<container style="border: rounded; width: 2; height: 2">x</container>
<container style="border: rounded; width: 5; height: 3" title="long">x</container>`,
    `
|╭╮
|╰╯
|╭╮
|╰╯
|╭ … ╮
|│x  │
|╰───╯`,
  ],
] as const;

describe('layout', () => {
  it.each(CASES)('%s', async (_name, markup, picture) => {
    const app = await mount(`<tui>${markup}</tui>`, { width: 24, height: 8, theme: 'bw-dark' });
    const rows = Array.from({ length: 8 }, (_, y) => app.app.cells.rowText(y).trimEnd());
    while (rows.at(-1) === '') rows.pop();
    expect(rows).toEqual(
      picture
        .split('\n')
        .slice(1)
        .map((row) => row.slice(1)),
    );
  });
});
