/** What assistive technology does with an element is what keys and the pointer do. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { AccessibleAction, AccessibleItem } from '../../runtime/base/accessible-node.js';
import fc from 'fast-check';
import { propertyRuns } from '../support/property-runs.js';
import { difference } from '../../elements/text-editing/difference.js';
import { elements } from '../../elements/index.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount, type MountedApp } from '../../cli/testing.js';

afterEach(unmountAll);

/** All that follows from input, and nothing of the input itself. */
const EVENTS = [
  'focus',
  'blur',
  'click',
  'beforeinput',
  'input',
  'change',
  'select',
  'sort',
  'activate',
  'toggle',
  'close',
  'cancel',
  'submit',
  'reset',
  'link',
  'hover',
];

interface Heard {
  readonly app: MountedApp;
  readonly events: string[];
}

async function open(markup: string): Promise<Heard> {
  const app = await mount(markup, { width: 60, height: 24 });
  const events: string[] = [];
  for (const type of EVENTS) {
    app.document.addEventListener(
      type,
      (event) => {
        const { target, inputType, data, index, entryIndex, key, direction } =
          event as unknown as Record<string, unknown>;
        const { id, localName } = target as { id?: string; localName?: string };
        const fields = { inputType, data, index, entryIndex, key, direction };
        const said = Object.entries(fields).filter(([, value]) => value !== undefined);
        events.push(
          [
            type,
            id === '' ? localName : `#${id ?? ''}`,
            ...said.map((each) => each.join('=')),
          ].join(' '),
        );
      },
      true,
    );
  }
  return { app, events };
}

/** The item of a role, with a name where several have it. */
function itemOf(app: MountedApp, role: string, name?: string): AccessibleItem {
  const items = app.app.accessibleItems();
  const found = items.filter((item) => item.role === role && (name ?? item.name) === item.name);
  if (found.length !== 1) throw new Error(`${found.length} of ${role} ${name ?? ''}`);
  return found[0]!;
}

/** A row of a table, by the text of its first cell. */
function rowOf(app: MountedApp, text: string): AccessibleItem {
  const items = app.app.accessibleItems();
  const at = items.findIndex(({ role, name }) => role === 'cell' && name === text);
  return items[at - 1]!;
}

/** What of the document a person and a script can tell. */
function stateOf({ app }: Heard): unknown {
  const { document } = app;
  const values = [...document.querySelectorAll('*')].map((element) => {
    const { value, checked, selectedIndex, open, position, indeterminate } =
      element as unknown as Record<string, unknown>;
    const selected =
      element.localName === 'table'
        ? (element as unknown as { getSelectedRows(): unknown }).getSelectedRows()
        : (element as unknown as { values?: unknown }).values;
    return { value, checked, selectedIndex, open, position, indeterminate, selected };
  });
  return { values, active: document.activeElement?.localName, text: app.text() };
}

interface Case {
  readonly tag: string;
  readonly markup: string;
  readonly item: (app: MountedApp) => AccessibleItem;
  readonly action: AccessibleAction;
  /** What a person does instead; nothing has the focus before. */
  readonly person: (app: MountedApp) => Promise<void>;
}

const press = { type: 'press' } as const;
const select = { type: 'select', value: true } as const;
const by =
  (role: string, name?: string) =>
  (app: MountedApp): AccessibleItem =>
    itemOf(app, role, name);
const keys =
  (...names: string[]) =>
  async (app: MountedApp): Promise<void> =>
    app.press(...names);

const MENU =
  '<button popovertarget="m">Edit</button><menu id="m" open="true"><item>Cut</item><item>Copy</item><item type="checkbox">Wrap</item></menu>';
const TREE = `<tree selectable="multiple" items='[{"label":"src","items":["a"]},"docs"]'/>`;
const OPTIONS =
  '<option>Oslo</option><option>Riga</option><option disabled>Bonn</option><option>Rome</option>';
const ITEMS = '<li>One</li><li>Two</li><li disabled="true">Three</li><li>Four</li>';
const ROWS = `rows='[{"a":"x","b":2},{"a":"y","b":1},{"a":"z","b":3}]'`;
const CHART = `<data-bars selectable="true" series='[{"name":"s"}]' labels='["Mon","Tue"]' bars='[[1],[2]]'/>`;
const LINE = `<data-line selectable="true" style="height: 6" series='[{"name":"s"}]' points='[[1,2],[2,3]]'/>`;
const HEATMAP = `<data-heatmap selectable="true" row-labels='["a","b"]' labels='["x","y"]' cells='[[1,2],[3,4]]'/>`;
const TABS =
  '<tabs><tab label="A">1</tab><tab label="B" id="b">2</tab><tab label="C" disabled="true"/></tabs>';

const CASES: readonly Case[] = [
  {
    tag: 'button',
    markup: '<button>Go</button>',
    item: by('button'),
    action: press,
    person: keys('Tab', 'Enter'),
  },
  {
    tag: 'key-hints',
    markup: '<command key="a" label="Act"/><key-hints/>',
    item: by('button', 'Act'),
    action: press,
    person: keys('a'),
  },
  {
    tag: 'log',
    markup: '<log aria-label="Lines">one</log>',
    item: by('log', 'Lines'),
    action: { type: 'key', key: 'ArrowUp' },
    person: keys('Tab', 'ArrowUp'),
  },
  {
    tag: 'form',
    markup:
      '<form><button>Send</button><input required value="a" name="n"/><button type="reset">Undo</button></form>',
    item: by('button', 'Send'),
    action: press,
    person: keys('Tab', 'Enter'),
  },
  {
    tag: 'checkbox',
    markup: '<checkbox indeterminate="true">All</checkbox>',
    item: by('checkbox'),
    action: press,
    person: keys('Tab', ' '),
  },
  {
    tag: 'label',
    markup: '<label>Wi-Fi <switch/></label>',
    item: by('switch'),
    action: press,
    person: keys('Tab', ' '),
  },
  {
    tag: 'switch',
    markup: '<switch checked="true">On</switch>',
    item: by('switch'),
    action: press,
    person: keys('Tab', ' '),
  },
  {
    tag: 'radio',
    markup: '<radio name="r" checked="true">A</radio><radio name="r">B</radio>',
    item: by('radio', 'A'),
    action: press,
    person: keys('Tab', ' '),
  },
  {
    tag: 'radio-group',
    markup:
      '<radio-group title="Size" value="s"><radio value="s">S</radio><radio value="m" id="m">M</radio></radio-group>',
    item: by('radio', 'M'),
    action: press,
    person: (app) => app.click('#m'),
  },
  {
    tag: 'collapsible',
    markup: '<collapsible summary="More">inside</collapsible>',
    item: by('disclosure'),
    action: press,
    person: keys('Tab', 'Enter'),
  },
  {
    tag: 'slider',
    markup: '<slider value="50" aria-label="V"/>',
    item: by('slider'),
    action: { type: 'set', value: 51.2 },
    person: keys('Tab', 'ArrowRight'),
  },
  {
    tag: 'slider',
    markup: '<slider value="50"/>',
    item: by('slider'),
    action: { type: 'set', value: 1e300 },
    person: keys('Tab', 'End'),
  },
  {
    tag: 'slider',
    markup: '<slider value="50"/>',
    item: by('slider'),
    action: { type: 'key', key: 'PageUp' },
    person: keys('Tab', 'PageUp'),
  },
  {
    tag: 'split-pane',
    markup: '<split-pane position="20"><text>a</text><text>b</text></split-pane>',
    item: by('separator'),
    action: { type: 'set', value: 21 },
    person: keys('Tab', 'ArrowRight'),
  },
  {
    tag: 'input',
    markup: '<input value="ab"/>',
    item: by('textbox'),
    action: { type: 'set', value: 'abc' },
    person: keys('Tab', 'c'),
  },
  {
    tag: 'input',
    markup: '<input value="ab"/>',
    item: by('textbox'),
    action: { type: 'set', value: 'a' },
    person: keys('Tab', 'Backspace'),
  },
  {
    tag: 'input',
    markup: '<input type="password" value="s3"/>',
    item: by('textbox'),
    action: { type: 'set', value: 's3c' },
    person: keys('Tab', 'c'),
  },
  {
    tag: 'input',
    markup: '<input type="number" value="2"/>',
    item: by('textbox'),
    action: { type: 'set', value: 21 },
    person: keys('Tab', '1'),
  },
  {
    tag: 'input',
    markup: '<input type="number" value="2"/>',
    item: by('textbox'),
    action: { type: 'key', key: 'ArrowUp' },
    person: keys('Tab', 'ArrowUp'),
  },
  {
    tag: 'input',
    markup: '<input value="2"/>',
    item: by('textbox'),
    action: { type: 'key', key: 'Enter' },
    person: keys('Tab', 'Enter'),
  },
  {
    tag: 'textarea',
    markup: '<textarea>one</textarea>',
    item: by('textbox'),
    action: { type: 'set', value: 'one\n' },
    person: keys('Tab', 'Ctrl+End', 'Enter'),
  },
  {
    tag: 'tree',
    markup: TREE,
    item: by('treeitem', 'src'),
    action: press,
    person: keys('Tab', 'ArrowDown', 'Enter'),
  },
  {
    tag: 'tree',
    markup: TREE,
    item: by('treeitem', 'docs'),
    action: select,
    person: keys('Tab', 'ArrowDown', 'ArrowDown', ' '),
  },
  {
    tag: 'combobox',
    markup: `<combobox>${OPTIONS}</combobox>`,
    item: by('combobox'),
    action: press,
    person: keys('Tab', 'Alt+ArrowDown'),
  },
  {
    tag: 'combobox',
    markup: `<combobox open="true">${OPTIONS}</combobox>`,
    item: by('option', 'Riga'),
    action: select,
    person: keys('Tab', 'ArrowDown', 'ArrowDown', 'Enter'),
  },
  {
    tag: 'menu',
    markup: MENU,
    item: by('menuitem', 'Copy'),
    action: press,
    person: keys('ArrowDown', 'Enter'),
  },
  {
    tag: 'item',
    markup: MENU,
    item: by('menuitemcheckbox', 'Wrap'),
    action: press,
    person: keys('w', 'Enter'),
  },
  {
    tag: 'select',
    markup: `<select>${OPTIONS}</select>`,
    item: by('select'),
    action: press,
    person: keys('Tab', 'Enter'),
  },
  {
    tag: 'option',
    markup: `<select>${OPTIONS}</select>`,
    item: by('option', 'Riga'),
    action: select,
    person: keys('Tab', 'Enter', 'ArrowDown', 'Enter'),
  },
  {
    tag: 'optgroup',
    markup: `<select size="4"><optgroup label="G">${OPTIONS}</optgroup></select>`,
    item: by('option', 'Oslo'),
    action: press,
    person: keys('Tab', 'Home'),
  },
  {
    tag: 'select',
    markup: `<select multiple="true">${OPTIONS}</select>`,
    item: by('option', 'Oslo'),
    action: select,
    person: keys('Tab', 'Home', ' '),
  },
  {
    tag: 'tabs',
    markup: TABS,
    item: by('tab', 'B'),
    action: press,
    person: keys('Tab', 'ArrowRight'),
  },
  {
    tag: 'tab',
    markup: TABS,
    item: by('tab', 'B'),
    action: select,
    person: keys('Tab', 'ArrowRight'),
  },
  {
    tag: 'tabs',
    markup: '<tabs><tab label="A" closable="true">1</tab><tab label="B">2</tab></tabs>',
    item: by('tab', 'A'),
    action: { type: 'key', key: 'Delete' },
    person: keys('Tab', 'Delete'),
  },
  {
    tag: 'list',
    markup: `<list selectable="single">${ITEMS}</list>`,
    item: by('listbox'),
    action: { type: 'key', key: 'End' },
    person: keys('Tab', 'End'),
  },
  {
    tag: 'li',
    markup: `<list selectable="single" aria-label="L">${ITEMS}</list>`,
    item: (app) => optionOf(app, 'Two'),
    action: select,
    person: keys('Tab', 'ArrowDown'),
  },
  {
    tag: 'li',
    markup: `<list selectable="multiple">${ITEMS}</list>`,
    item: (app) => optionOf(app, 'Two'),
    action: select,
    person: keys('Tab', 'ArrowDown', ' '),
  },
  {
    tag: 'li',
    markup: `<list selectable="multiple">${ITEMS}</list>`,
    item: (app) => optionOf(app, 'Two'),
    action: press,
    person: keys('Tab', 'ArrowDown', 'Enter'),
  },
  {
    tag: 'table',
    markup: `<table selectable="single" ${ROWS}/>`,
    item: (app) => rowOf(app, 'x'),
    action: select,
    person: keys('Tab', ' '),
  },
  {
    tag: 'table',
    markup: `<table selectable="multiple" ${ROWS}/>`,
    item: (app) => rowOf(app, 'y'),
    action: select,
    person: keys('Tab', 'ArrowDown', ' '),
  },
  {
    tag: 'table',
    markup: `<table selectable="single" ${ROWS}/>`,
    item: (app) => rowOf(app, 'x'),
    action: press,
    person: keys('Tab', 'Enter'),
  },
  {
    tag: 'table',
    markup: `<table sortable="true" ${ROWS}/>`,
    item: by('columnheader', 'b'),
    action: press,
    person: keys('Tab', 'ArrowUp', 'ArrowRight', 'Enter'),
  },
  {
    tag: 'tr',
    markup:
      '<table selectable="single"><tr><th>a</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>',
    item: (app) => rowOf(app, '1'),
    action: select,
    person: keys('Tab', ' '),
  },
  {
    tag: 'data-bars',
    markup: CHART,
    item: (app) => optionOf(app, 'Tue, 2'),
    action: select,
    person: keys('Tab', 'ArrowDown', 'ArrowDown', 'Enter'),
  },
  {
    tag: 'data-line',
    markup: LINE,
    item: (app) => optionOf(app, '2, 3'),
    action: select,
    person: keys('Tab', 'End', 'Enter'),
  },
  {
    tag: 'data-heatmap',
    markup: HEATMAP,
    item: (app) => optionOf(app, 'b y, 4'),
    action: select,
    person: keys('Tab', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter'),
  },
  {
    tag: 'code',
    markup: '<code aria-label="Lines">one</code>',
    item: by('group', 'Lines'),
    action: { type: 'key', key: 'ArrowUp' },
    person: keys('Tab', 'ArrowUp'),
  },
  {
    tag: 'diff',
    markup: '<diff aria-label="Changes" old-text="a" new-text="b"/>',
    item: by('group', 'Changes'),
    action: { type: 'key', key: 'ArrowDown' },
    person: keys('Tab', 'ArrowDown'),
  },
  {
    tag: 'date-input',
    markup: '<date-input value="2026-03-04"/>',
    item: by('combobox'),
    action: { type: 'set', value: '2026-03-05' },
    person: keys('Tab', 'End', 'ArrowUp'),
  },
  {
    tag: 'date-input',
    markup: '<date-input value="2026-03-04"/>',
    item: by('combobox'),
    action: press,
    person: keys('Tab', 'Enter'),
  },
  {
    tag: 'dialog',
    markup:
      '<dialog id="d" open="true" modal="true" title="Sure?"><button autofocus>OK</button></dialog>',
    item: by('dialog'),
    action: { type: 'key', key: 'Escape' },
    person: keys('Escape'),
  },
  {
    tag: 'markdown',
    markup: '<markdown>See [it](#there).\n\n# There</markdown>',
    item: by('link'),
    action: press,
    person: keys('Tab', 'Enter'),
  },
  {
    tag: 'text',
    markup: '<text>Go <a href="page">there</a></text>',
    item: by('link'),
    action: press,
    person: keys('Tab', 'Enter'),
  },
  {
    tag: 'container',
    markup: '<container tabindex="0" aria-label="Area" style="height: 3">in it</container>',
    item: by('group'),
    action: { type: 'key', key: 'ArrowUp' },
    person: keys('Tab', 'ArrowUp'),
  },
  {
    tag: 'canvas',
    markup: '<canvas id="c" tabindex="0" aria-label="Game" style="width: 4; height: 2"/>',
    item: by('img'),
    action: press,
    person: (app) => app.click('#c'),
  },
  {
    tag: 'img',
    markup: '<img id="c" alt="Map" tabindex="0" style="width: 4; height: 2"/>',
    item: by('img'),
    action: press,
    person: (app) => app.click('#c'),
  },
];

/** An item of a list, by the words in it. */
function optionOf(app: MountedApp, text: string): AccessibleItem {
  const items = app.app.accessibleItems();
  const at = items.findIndex(({ role, name }) => role === 'text' && name === text);
  return items.slice(0, at).findLast(({ role }) => role === 'option')!;
}

/** Where the pointer hovers shows; assistive technology has none. */
async function withoutPointer(heard: Heard): Promise<void> {
  heard.app.app.input(new TextEncoder().encode('\u001b[<35;60;24M'));
  await heard.app.settle();
  await heard.app.advance(2000);
  await heard.app.settle();
}

describe('actions', () => {
  it.each(CASES.map((each) => [`${each.tag}: ${JSON.stringify(each.action)}`, each] as const))(
    '%s',
    async (_name, { markup, item, action, person }) => {
      const used = await open(markup);
      await person(used.app);
      await withoutPointer(used);
      const operated = await open(markup);
      const { ref } = item(operated.app);
      expect(ref).toMatch(/^\d+(\.[a-z\d-]+)?$/);
      expect(operated.app.app.operate(ref!, action)).toBe(true);
      await withoutPointer(operated);
      expect(operated.events.filter((each) => !each.startsWith('hover'))).toEqual(
        used.events.filter((each) => !each.startsWith('hover')),
      );
      expect(stateOf(operated)).toEqual(stateOf(used));
    },
  );

  it('replace whole graphemes of a text, and no more than differs', async () => {
    const { app, events } = await open('<input value="a👩‍👩‍👧x" id="i"/>');
    const { ref = '' } = itemOf(app, 'textbox');
    app.app.operate(ref, { type: 'set', value: 'a👩‍👩‍👦x' });
    expect(app.document.querySelector('input')).toMatchObject({ value: 'a👩‍👩‍👦x' });
    expect(events.slice(1)).toEqual([
      'beforeinput #i inputType=insertText data=👩‍👩‍👦',
      'input #i inputType=insertText data=👩‍👩‍👦',
    ]);
    await app.press('Ctrl+Z');
    expect(app.document.querySelector('input')).toMatchObject({ value: 'a👩‍👩‍👧x' });
  });

  it('set any text, wherever it differs', () => {
    const text = fc.array(
      fc.constantFrom('a', 'b', '👩‍👩‍👧', '👩', '\u200d', 'e\u0301', '🇩🇪', '🇩', '\n'),
    );
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [old, expected] = [before.join(''), after.join('')];
        const { from, to, text: inserted } = difference(old, expected);
        expect(old.slice(0, from) + inserted + old.slice(to)).toBe(expected);
        expect(to).toBeGreaterThanOrEqual(from);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('open context menus by the key for them', async () => {
    const app = await mount(
      '<button contextmenu="m">Edit</button><menu id="m"><item>Cut</item></menu>',
      { width: 60, height: 24 },
    );
    const { ref } = itemOf(app, 'button', 'Edit');
    expect(app.app.operate(ref!, { type: 'key', key: 'ContextMenu' })).toBe(true);
    await app.settle();
    expect(app.text()).toContain('Cut');
    expect(itemOf(app, 'menuitem', 'Cut').current).toBe(true);
  });

  /** Nothing to do with them. */
  const PASSIVE = [
    'command',
    'form-step',
    'gauge',
    'progress',
    'screen',
    'separator',
    'spinner',
    'td',
    'th',
  ];

  it('are known of every element', () => {
    const known = new Set([...PASSIVE, ...CASES.map(({ tag }) => tag)]);
    expect(elements.map(({ tag }) => tag).filter((tag) => !known.has(tag))).toEqual([]);
  });
});
