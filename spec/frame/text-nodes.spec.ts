/** Text nodes that change, in every element that has text: the screen shows what the tree says. */
import { describe, expect, it } from '@jest/globals';
import { registry } from '../../elements/index.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { BLOCK_ELEMENTS } from '../../runtime/element/builtin-elements.js';
import type { TuiText } from '../../runtime/element/tui-element.js';
import { tried } from '../support/property-runs.js';
import { bufferLines } from '../support/xterm.js';

const SIZE = { registry, width: 30, height: 6, theme: 'fullcolor-dark' };

/** What an element has to be in to be shown as what it is. */
const AROUND: Readonly<Record<string, readonly [before: string, after: string]>> = {
  li: ['<list>', '</list>'],
  td: ['<table><tr>', '</tr></table>'],
  th: ['<table><tr>', '</tr><tr><td>1</td></tr></table>'],
  tr: ['<table>', '</table>'],
  tab: ['<tabs>', '</tabs>'],
  radio: ['<radio-group>', '</radio-group>'],
  option: ['<select size="3">', '</select>'],
  optgroup: ['<select size="3">', '</select>'],
};
const ATTRIBUTES: Readonly<Record<string, string>> = {
  dialog: 'open="true"',
  collapsible: 'open="true"',
  tab: 'label="tab"',
  optgroup: 'label="group"',
};
const HOSTS = registry.tags.filter((tag) => {
  const { content, raw } = registry.classOf(tag);
  const isInTree = tag !== 'tui' && tag !== 'template' && !(tag in BLOCK_ELEMENTS);
  return content !== 'none' && !raw && isInTree;
});

function paint(app: App): unknown {
  for (let frames = 0; frames < 3 && !app.frame().skipped; frames++);
  return bufferLines(app.cells);
}

/** The same document, read and painted from its own markup. */
function fresh(app: App): unknown {
  const other = createApp(app.document.documentElement.outerHTML, SIZE);
  const cells = paint(other);
  other.stop();
  return cells;
}

const CHANGES: readonly (readonly [name: string, change: (text: TuiText) => void])[] = [
  ['data', (text) => (text.data = 'count: 2')],
  ['nodeValue', (text) => (text.nodeValue = 'count: 33')],
  ['appendData', (text) => text.appendData(' and more words than fit into one line')],
  ['deleteData', (text) => text.deleteData(5, 20)],
  ['blanks', (text) => (text.data = ' ')],
  ['words again', (text) => (text.data = 'again')],
  ['nothing', (text) => (text.data = '')],
  ['two lines', (text) => (text.data = 'one\ntwo')],
  ['splitText', (text) => void text.splitText(2)],
  ['wide', (text) => (text.data = '保存')],
  ['parts that become one', (text) => text.parentNode!.normalize()],
];

const BEFORE = ['', 'a <b>bold</b> ', '<text>before</text>'];

describe.each(tried(BEFORE, 1))('after %j', (before) => {
  it.each(HOSTS)('<%s>', (tag) => {
    const [open, close] = AROUND[tag] ?? ['', ''];
    const app = createApp(
      `<tui>${open}<${tag} id="x" ${ATTRIBUTES[tag] ?? ''}>${before}count: 1</${tag}>${close}<text>below</text></tui>`,
      SIZE,
    );
    const host = app.document.getElementById('x')!;
    const text = host.lastChild as TuiText;
    expect(paint(app)).toEqual(fresh(app));
    for (const [name, change] of CHANGES) {
      change(text);
      expect({ name, cells: paint(app) }).toEqual({ name, cells: fresh(app) });
    }
    app.stop();
  });
});

it('knows hosts', () => {
  expect(HOSTS).toEqual(expect.arrayContaining(['container', 'li', 'label', 'td', 'text', 'b']));
});

it('repaints the text alone, whatever else its host has', () => {
  const rows = Array.from({ length: 50 }, (_, at) => `<text>row ${at}</text>`).join('');
  const app = createApp(`<tui><container id="x">count: 1${rows}</container></tui>`, SIZE);
  paint(app);
  (app.document.getElementById('x')!.firstChild as TuiText).data = 'count: 2';
  expect(app.frame().skipped).toBe(false);
  expect(app.cells.rowText(0).trim()).toBe('count: 2');
  expect(app.counters.restyled).toBe(0);
  expect(app.counters.painted).toBeLessThan(10);
  app.stop();
});

/** Texts of one length, which could be exchanged in place where nothing depends on more than that. */
it.each([
  // Two lines become three.
  ['that wraps elsewhere', '<text id="x" style="width: 5">aa bb cc dd</text>', 'aaa bbb ccc'],
  ['that wraps no longer', '<text id="x" style="width: 5">aa bb</text>', 'aaabb'],
  ['in a row that it fills', '<row><text id="x">one</text><text>two</text></row>', '三三三'],
])('a text %s is laid out again', (_name, markup, words) => {
  const app = createApp(`<tui>${markup}<text>below</text></tui>`, SIZE);
  paint(app);
  (app.document.getElementById('x')!.firstChild as TuiText).data = words;
  expect(paint(app)).toEqual(fresh(app));
  app.stop();
});

it('a text beside another one of its element is not taken for all of it', () => {
  const app = createApp('<tui><text id="x">abcd</text><text>below</text></tui>', SIZE);
  const first = app.document.getElementById('x')!.firstChild as TuiText;
  first.splitText(2);
  paint(app);
  // As long as both were.
  first.data = 'wxyz';
  expect(paint(app)).toEqual(fresh(app));
  expect(app.cells.rowText(0).trim()).toBe('wxyzcd');
  app.stop();
});
