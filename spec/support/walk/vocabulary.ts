/** What walks are made of: elements with their usual content, attributes, styles and words. */
import { BLOCK_ELEMENTS } from '../../../runtime/element/builtin-elements.js';
import { registry } from '../../../elements/index.js';
import type { ElementClass } from '../../../runtime/element/tui-element.js';
import type { ValueDeclaration } from '../../../runtime/base/values.js';

/** Widths of these agree with the independent terminal's: ASCII, Latin, CJK, a combining mark. */
export const WORDS = [
  'two',
  'six',
  'one',
  'two words',
  'a longer run of several words',
  '保存',
  '漢字 mixed 表',
  'é',
  '',
  ' ',
  'x\ny',
];

export const STYLES = [
  '',
  'border: thin',
  'border: rounded; padding: 1',
  'flex-direction: row; gap: 1',
  'width: 7; height: 3; background: #334455',
  'width: 50%; border: double; overflow: hidden',
  'position: absolute; left: 3; top: 1; width: 9; height: 4; background: #552211',
  'position: absolute; right: 0; bottom: 0; border: thick; z-index: 2',
  'margin: -1 0 0 2',
  'display: none',
  'visibility: hidden',
  'color: #88aaff; font-weight: bold',
  'color: transparent; border: thin transparent',
  'text-decoration: underline; background: #445566; border: thin',
  'text-decoration: line-through; overflow: scroll; height: 3',
  'text-align: right',
  'white-space: nowrap; text-overflow: ellipsis; width: 6',
  'white-space: pre-wrap',
  'flex-grow: 1',
  'flex-grow: 1; flex-basis: 0; border: thin; padding: 0 1',
  'flex-wrap: wrap; flex-direction: row',
  'overflow: visible; height: 2',
  'overflow: scroll; height: 3',
  'overflow: scroll; flex-direction: row; border: thin',
  'overflow-x: scroll; flex-direction: row; width: 9; gap: 1',
  'overflow-y: scroll; max-height: 4',
  'display: grid; grid-template-columns: auto 1fr; column-gap: 1',
  'display: grid; grid-template-columns: repeat(3, 1fr); grid-auto-rows: minmax(1, auto); border: thin',
  'display: grid; grid-template: 1fr auto / 6 minmax(3, 2fr); gap: 1; height: 7; place-items: center end',
  'display: grid; grid-template-columns: repeat(auto-fit, minmax(5, 1fr)); overflow: scroll; height: 4',
  'display: grid; grid-auto-flow: column dense; width: 80%; justify-content: space-between',
  'grid-column: span 2; border: thin',
  'grid-column: 2 / -1; grid-row: 1',
  'grid-row: 3; justify-self: center; align-self: end; padding: 0 1',
  'min-height: 2; max-width: 12',
  'min-width: 20',
  'flex-direction: row; justify-content: flex-end',
  'justify-content: center; height: 3; overflow: scroll',
  'width: 33',
  'height: 9',
  'position: absolute; left: 3; top: 1; width: 9; height: 4; background: #552211; z-index: 1',
  'position: fixed; left: 2; top: 2; width: 8; background: #224466',
  'position: fixed; right: 1; bottom: 0; z-index: -1; border: thin; max-width: 50%',
  'position: fixed; margin: auto; width: 40%; height: 50%; border: double; overflow: scroll',
  'z-index: -1; position: absolute; left: 0; top: 0; width: 20; height: 2; background: #223311',
  'background: #224466; ink-color: #ffffff; video: reverse',
  '--accent: #ff8800; --text: #ffee00; --border: #008800',
];

/** Of what is around, known or not. */
export const PERCENTAGES = [
  'flex-basis: 50%',
  'flex-basis: 100%; margin: 1 0',
  'width: 33%',
  'height: 50%',
  'min-height: 50%',
  'max-height: 50%',
  'min-width: 60%',
  'max-width: 40%',
  'margin: 10%',
  'padding: 0 25%; border: thin',
  'flex: 1 1 30%',
  'flex-direction: row',
  'align-items: flex-start',
  'align-self: center',
  'position: relative; top: 50%',
  'position: absolute; top: 25%; left: 10%; width: 50%; height: 50%; background: #334422',
  'display: grid; grid-template-columns: 30% auto',
  'object-fit: fill',
];

const PIXELS =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGP8z8DAwMDAxMDAwMAAAA0GAQO2iMSYAAAAAElFTkSuQmCC';

/** What shows pictures, and what is streamed to. */
export const WIDE_FRAGMENTS = [
  '<markdown># Head\n\nsome *text*</markdown>',
  '<markdown style="height: 4; overflow-y: scroll">- one\n- two</markdown>',
  `<img src="data:image/png;base64,${PIXELS}" style="width: 6; height: 2"/>`,
  `<img src="data:image/png;base64,${PIXELS}" style="width: 50%; height: 50%"/>`,
  '<canvas width="32" height="24"></canvas>',
  '<canvas width="32" height="24" style="width: 10; height: 4"></canvas>',
  '<container style="flex-direction: row"><text style="width: 50%">left</text><text style="flex-basis: 30%">right</text></container>',
  '<text style="white-space: pre"></text>',
];

/** Pieces of a stream of text. */
export const CHUNKS = [
  'word ',
  '\n\n',
  '- item\n',
  '**bo',
  'ld**',
  '# Head\n',
  '保存',
  '| a | b |\n|-|-|\n',
];

export const CLASSES = ['a', 'b', 'c'];

/** Rules by class, place, content and state. What is hovered or has the focus only changes its look. */
export const SHEET = `<style>
  .a { background: #113355; color: #ffffff }
  .b { padding: 0 2 }
  .c > :nth-child(odd) { font-weight: bold }
  .a > text { text-align: center }
  .a + .b { border: thin }
  .b ~ .c { margin-left: 1 }
  .a:empty { height: 2 }
  .b:has(.c) { background: #331122 }
  .c :first-child:not(.b) { text-decoration: underline }
  .a:hover, button:hover { color: #ffff00 }
  .b:focus-within { background: #222244 }
  @media (max-width: 20) { .c { flex-direction: column } }
</style>`;

/** A control or a box as an app writes it. */
export const FRAGMENTS = [
  '<container title="Title" style="border: thin">bare <b>bold</b></container>',
  '<text>some <i>text</i></text>',
  '<label>Name <input value="Ada" size="6"/></label>',
  '<button>Go</button>',
  '<button variant="danger">Stop 保存</button>',
  '<checkbox checked="true">check</checkbox>',
  '<switch>switch</switch>',
  '<radio-group value="a"><radio value="a">a</radio><radio value="b">b</radio></radio-group>',
  '<input value="text" size="8"/>',
  '<input type="search" value="x" size="8"/>',
  '<input placeholder="words" size="8"/>',
  '<textarea style="height: 2">one\ntwo</textarea>',
  '<select><option>one</option><option selected="true">two 表</option></select>',
  '<select size="3"><option>one</option><optgroup label="g"><option>two</option></optgroup></select>',
  '<select open="true"><option>one</option><option>two words</option></select>',
  '<combobox value="two 表" size="8"><option>one</option><option>two 表</option></combobox>',
  '<combobox multiple="true" size="12" open="true"><option selected="true">one</option><optgroup label="g"><option selected="true">two</option></optgroup></combobox>',
  '<menu open="true"><item>one</item><item>two 表<item>in it</item></item><separator label="l"/><item type="radio">three</item></menu>',
  '<button tooltip="What it does, at some length">Tip</button>',
  '<list><li>bare</li><li><text>box</text></li></list>',
  '<list ordered="true"><li>one<list><li>in it</li></list></li></list>',
  '<list selectable="multiple" style="height: 2"><li selected="true">one</li><li>two</li><li>three</li></list>',
  '<table><tr><th>Name</th><th align="right">No</th></tr><tr><td>one</td><td>1</td></tr><tr><td>two</td><td>22</td></tr></table>',
  '<table filter-text="o" style="stripes: rows" selectable="single"><tr><td>one</td></tr><tr><td>two</td></tr><tr><td>six</td></tr></table>',
  '<tabs><tab label="A">first</tab><tab label="B"><text>second</text></tab></tabs>',
  '<collapsible summary="More" open="true">bare text</collapsible>',
  '<dialog open="true" title="Ask">Sure?</dialog>',
  '<split-pane position="5"><text style="width: 33">left side</text><container style="border: thin">right</container></split-pane>',
  '<split-pane direction="column" position="40%"><container style="border: rounded">up</container><container style="border: rounded">down</container></split-pane>',
  '<split-pane direction="column" style="height: 8"><container title="A" style="border: thin">up</container><split-pane position="30%"><container title="Log" style="border: thin; width: 12">one</container><container title="漢字" style="border: thin">two</container></split-pane></split-pane>',
  `<data-bars series='[{"name":"s"}]' bars="[[1],[2],[4]]"/>`,
  `<data-bars series='[{"name":"a"},{"name":"b"}]' bars="[[1,3],[2,-1]]" labels='["x","y"]' show-values="true" show-legend="true"/>`,
  '<progress value="0.4" show-value="true"/>',
  '<slider value="3" max="9" show-value="true"/>',
  '<spinner>Wait</spinner>',
  '<separator label="part"/>',
  `<tree items='[{"label":"a","expanded":true,"items":["b 表","c"]},"d"]'/>`,
  `<tree selectable="multiple" style="height: 3"><item label="a"><item>b</item></item><item>c</item></tree>`,
  '<log style="height: 3">one\n12:00 ERROR two\n\u001b[32mthree\u001b[0m 表\nfour</log>',
  '<text ansi="true">\u001b[31mred\u001b[0m and \u001b[7mreverse 表\u001b[0m</text>',
] as const;

/**
 * Elements that a walk makes empty, and gives a text. What a script appends to a `<template>` is not its content, which
 * a text of the document cannot say; blocks are never in the tree.
 */
const NOT_MADE = new Set(['tui', 'br', 'template', ...Object.keys(BLOCK_ELEMENTS)]);
export const PLAIN_TAGS = registry.tags.filter((tag) => {
  const { content, raw } = registry.classOf(tag);
  return content !== 'none' && !raw && !NOT_MADE.has(tag);
});

/** What an element may have in it: boxes, inline elements and text alone, rows, or nothing. */
export function contentOf(tag: string): 'boxes' | 'words' | 'parts' | 'none' {
  const { content, raw } = registry.classOf(tag);
  if (raw || content === 'none' || tag === 'br') return 'none';
  if (PARTS[tag] !== undefined) return 'parts';
  return content === 'inline' ? 'words' : 'boxes';
}

/** Elements whose children are parts of them, by what these are. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  list: ['<li>new</li>', '<li><text>new box</text></li>'],
  table: [
    '<tr><td>new</td><td>7</td></tr>',
    '<tr><th>Head</th><th>Other</th></tr>',
    '<tr><td>保存</td></tr>',
  ],
  tr: ['<td>cell</td>', '<td style="color: #ff8800">7.5</td>'],
  tabs: ['<tab label="New">panel</tab>', '<tab label="Off" disabled="true"/>'],
  'radio-group': ['<radio value="n">new</radio>'],
  combobox: ['<option selected="true">new</option>'],
  select: ['<option>new</option>', '<optgroup label="more"><option>in it</option></optgroup>'],
  optgroup: ['<option>new</option>'],
  menu: [
    '<item>new</item>',
    '<separator/>',
    '<item type="checkbox">check<item>in it</item></item>',
  ],
  item: ['<item>new</item>'],
};

/** Attributes that mean the same for every element. */
const COMMON: Readonly<Record<string, ValueDeclaration>> = {
  hidden: { type: 'boolean', description: '' },
  inert: { type: 'boolean', description: '' },
  tooltip: { type: 'string', description: '' },
  tabindex: { type: 'integer', description: '' },
};

/**
 * What is in no markup, or is taken once: which of several modal dialogs is on top, where a table that
 * follows was.
 */
const LEFT_OUT = new Set([
  'autofocus',
  'modal',
  'follow',
  'id',
  'name',
  'for',
  'form',
  'bind',
  'src',
  'href',
  'selectedIds',
  'selectedIndex',
  'rows',
  'columns',
  'bars',
  'series',
  'labels',
  'pattern',
]);

export interface Setting {
  readonly name: string;
  readonly values: readonly string[];
}

const settings = new Map<string, readonly Setting[]>();

/** Attributes of an element with values to try; those that it refuses are taken back. */
export function settingsOf(tag: string): readonly Setting[] {
  let known = settings.get(tag);
  if (known === undefined) settings.set(tag, (known = readSettings(registry.classOf(tag))));
  return known;
}

function readSettings({ tag, attributes }: ElementClass): readonly Setting[] {
  const found: Setting[] = [];
  for (const [name, declaration] of Object.entries({ ...attributes, ...COMMON })) {
    const values = valuesOf(declaration);
    if (values.length === 0 || LEFT_OUT.has(name) || name.startsWith('on')) continue;
    // These clear what was drawn.
    if (tag === 'canvas' && (name === 'width' || name === 'height')) continue;
    found.push({ name, values });
  }
  return found;
}

/** Values to try; those that an element refuses are reported, and the last good one stays. */
export function valuesOf(declaration: ValueDeclaration): readonly string[] {
  const { enum: names } = declaration as { readonly enum?: readonly unknown[] };
  if (names !== undefined) return names.map(String);
  switch (declaration.type) {
    case 'boolean':
      return ['true', 'false'];
    case 'integer':
    case 'number':
      return ['0', '1', '2', '5'];
    case 'string':
      return ['', 'a', 'two words', '漢字'];
    default:
      return [];
  }
}
