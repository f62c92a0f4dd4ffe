/** Whoever presses Tab sees where they are: in every control, whatever border or background it has. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { elements } from '../../elements/index.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { tried } from '../support/property-runs.js';

afterEach(unmountAll);

const STYLES = [
  '',
  'border: rounded',
  'border: rounded red; background-color: #333; color: white',
  'border: none; padding: 0',
];
const CONTROLS: readonly (readonly [tag: string, attributes: string, content: string])[] = [
  ['button', '', 'Go'],
  ['input', 'value="a"', ''],
  ['textarea', '', 'a'],
  ['combobox', '', '<option>a</option>'],
  ['select', '', '<option>a</option>'],
  ['select', 'size="3"', '<option>a</option><option>b</option>'],
  ['checkbox', '', 'c'],
  ['switch', '', 's'],
  ['slider', '', ''],

  ['list', 'selectable="single"', '<li>a</li>'],
  ['table', 'selectable="single"', '<tr><th>h</th></tr><tr><td>1</td></tr>'],
  ['table', 'selectable="multiple"', '<tr><th>h</th></tr><tr><td>1</td></tr>'],
  ['log', '', 'a'],
  ['code', '', 'a'],
  ['date-input', '', ''],
  ['diff', '', 'a'],
  ['tree', '', '<item>a</item>'],
  ['tabs', '', '<tab label="a">x</tab>'],
  ['collapsible', 'summary="s"', 'x'],
  ['split-pane', '', '<text>a</text><text>b</text>'],
  ['radio-group', '', '<radio value="1">r</radio>'],
  [
    'data-bars',
    `selectable="true" labels='["a","b"]' series='[{"name":"s"}]' bars="[[1],[2]]"`,
    '',
  ],
];

it('each element that takes the focus is among them', async () => {
  // A radio is in its group, a dialog gives the focus to what is in it, and a menu shows while it has the focus.
  const listed = new Set(['radio', 'dialog', 'menu', ...CONTROLS.map(([tag]) => tag)]);
  const missing: string[] = [];
  for (const { tag, examples } of elements) {
    if (listed.has(tag)) continue;
    for (const { markup } of examples) {
      const app = await mount(markup, { width: 60, height: 20 });
      for (const each of app.document.querySelectorAll(tag)) {
        each.focus();
        if (app.document.activeElement === each && !missing.includes(tag)) missing.push(tag);
      }
      app.unmount();
    }
  }
  expect(missing).toEqual([]);
});

const THEMES = ['fullcolor-dark', 'gray-std', 'color16-dark', 'bw-std'];

describe.each(tried(THEMES, 2))('%s', (theme) => {
  it.each(CONTROLS)('<%s %s>', async (tag, attributes, content) => {
    for (const style of tried(STYLES, 2)) {
      const app = await mount(
        `<tui><button id="first">first</button><${tag} ${attributes} style="${style}">${content}</${tag}></tui>`,
        { width: 30, height: 10, theme },
      );
      const below = (): string => app.screen().toAnsi().split('\n').slice(1).join('\n');
      await app.press('Tab');
      const before = below();
      await app.press('Tab');
      expect(app.document.activeElement.id).not.toBe('first');
      // A text field shows its caret.
      expect({ style, shows: below() !== before || app.app.cursor !== null }).toEqual({
        style,
        shows: true,
      });
      app.unmount();
    }
  });
});

/** Of those without a look of their own for the focus. Bold text alone would show it as well. */
const BORDERED = CONTROLS.filter(([tag]) => tag === 'data-bars');

it.each(['fullcolor-dark', 'fullcolor-std'])(
  'a border is in the colour of the focus in %s',
  async (theme) => {
    const same: string[] = [];
    for (const [tag, attributes, content] of BORDERED) {
      const app = await mount(
        `<tui><button id="first">first</button><${tag} id="x" ${attributes} style="border: rounded; width: 20; height: 5">${content}</${tag}></tui>`,
        { width: 30, height: 10, theme },
      );
      const { x, y } = app.document.getElementById('x')!.getBoundingClientRect();
      app.document.getElementById('first')!.focus();
      await app.settle();
      const { fg: before } = app.screen().cell(x, y);
      app.document.getElementById('x')!.focus();
      await app.settle();
      const { char, fg } = app.screen().cell(x, y);
      if (char !== '╭' || fg === before) same.push(tag);
      app.unmount();
    }
    expect({ count: BORDERED.length, same }).toEqual({ count: 1, same: [] });
  },
);
