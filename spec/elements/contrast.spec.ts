/**
 * Contrast: every letter on the screen stands out from what is behind it, in every built-in theme. Each
 * example of every element in each state that a rule asks for; and every element with texts of all the
 * theme's colours in it, in every pair and triple of its states at once. Cells that were painted count, so
 * that it does not matter whether a rule, a variable or a painter gave a colour.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { wcagContrast } from 'culori';
import {
  channels,
  DEFAULT_COLOR,
  formatColor,
  isIndexed,
  isRgb,
  paletteIndex,
  rgb,
  type Color,
} from '../../runtime/base/color.js';
import { elements, registry } from '../../elements/index.js';
import type { Table } from '../../elements/table/table.js';
import { createApp, type App } from '../../runtime/app/app.js';
import { ManualClock } from '../../runtime/script/clock.js';
import { STATE_PSEUDOS } from '../../runtime/style/matching/selectors.js';
import { getTheme, themeNames } from '../../runtime/style/themes/themes.js';
import { paletteRgb } from '../../runtime/terminal/encoding/palette.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import type { ElementClass, TuiElement } from '../../runtime/element/tui-element.js';
import { mount } from '../support/mount.js';
import { tried } from '../support/property-runs.js';
import { isRaw } from '../../runtime/element/tui-element.js';
import { DEFINITION } from '../../runtime/element/internals.js';
import { topLayerOf } from '../../runtime/element/tree.js';

/** WCAG 2.2, 1.4.3, level AA. */
const LEAST = 4.5;
const LETTER = /[\p{L}\p{N}!-/:-@[-`{-~]/u;

afterEach(unmountAll);

/** The 16 colours of common terminals: what they look like is not ours to say. */
const SCHEMES = {
  vga: '000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff',
  windows:
    '0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2',
};
type Scheme = keyof typeof SCHEMES;

/** Themes without colours tell states apart by attributes. */
const THEMES = themeNames.filter((name) => getTheme(name)?.depth !== 'none');

/** How a theme looks: those of 16 colours on each kind of terminal. */
function eyesFor(theme: string): readonly Eyes[] {
  const schemes = Object.keys(SCHEMES) as Scheme[];
  return (getTheme(theme)?.depth === '16' ? schemes : schemes.slice(0, 1)).map(
    (scheme) => new Eyes(theme, scheme),
  );
}

class Eyes {
  readonly #dark: boolean;
  readonly #colors: readonly Color[];
  readonly #known = new Map<string, number>();
  readonly #scheme: Scheme;

  constructor(theme: string, scheme: Scheme) {
    this.#scheme = scheme;
    this.#dark = getTheme(theme)?.scheme === 'dark';
    this.#colors = SCHEMES[scheme].split(' ').map((hex) => rgb(...bytes(hex)));
  }

  /** Pairs of colours of letters that are too near to each other, with one of the letters. */
  faint(app: App): (readonly [pair: string, letter: string])[] {
    const { glyphs, styles, table, width } = app.cells;
    const found = new Map<string, string>();
    // What a modal dialog has dimmed cannot be used, and is meant to step back (WCAG 1.4.3, inactive).
    const modal = topLayerOf(app.document).at(-1)?.getBoundingClientRect();
    const contrasts = new Map<number, number>();
    glyphs.forEach((glyph, at) => {
      const style = styles[at]!;
      let contrast = contrasts.get(style);
      if (contrast === undefined) {
        // Front and back may change places: the contrast is the same.
        const { fg, bg } = table.get(style);
        contrast = this.#contrast(fg, bg);
        contrasts.set(style, contrast);
      }
      if (contrast >= LEAST) return;
      const [x, y] = [at % width, Math.floor(at / width)];
      if (
        modal !== undefined &&
        (x < modal.left || x >= modal.right || y < modal.top || y >= modal.bottom)
      )
        return;
      const letter = table.text(glyph);
      if (LETTER.test(letter)) {
        const { fg, bg } = table.get(style);
        const pair = `${formatColor(fg)} on ${formatColor(bg)} ${contrast.toFixed(2)}`;
        found.set(`${pair} (${this.#scheme})`, letter);
      }
    });
    return [...found];
  }

  #contrast(fg: Color, bg: Color): number {
    const key = `${fg} ${bg}`;
    let value = this.#known.get(key);
    if (value === undefined) {
      value = wcagContrast(formatColor(this.#seen(fg, true)), formatColor(this.#seen(bg, false)));
      this.#known.set(key, value);
    }
    return value;
  }

  /** A colour as a screen shows it. */
  #seen(color: Color, isText: boolean): Color {
    if (isRgb(color)) return color;
    const gray = (level: number): Color => rgb(level, level, level);
    if (color === DEFAULT_COLOR)
      return gray(isText ? (this.#dark ? 229 : 0) : this.#dark ? 0 : 255);
    if (!isIndexed(color)) throw new Error(`${formatColor(color)} is painted`);
    const index = paletteIndex(color);
    return this.#colors[index] ?? rgb(...paletteRgb(index));
  }
}

function bytes(hex: string): readonly [number, number, number] {
  return channels(
    rgb(
      ...([0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
        number,
        number,
        number,
      ]),
    ),
  );
}

const known = new Map<string, readonly string[]>();

/** States that rules ask for in selectors that name a tag. */
function statesOf(tag: string): readonly string[] {
  let states = known.get(tag);
  if (states === undefined) known.set(tag, (states = readStates(tag)));
  return states;
}

function readStates(tag: string): string[] {
  const named = new RegExp(`(^|[^\\w-])${tag}($|[^\\w-])`);
  const states = new Set<string>();
  for (const { rules } of elements as readonly ElementClass[]) {
    for (const { selector } of rules) {
      if (!named.test(selector)) continue;
      for (const [, name = '', argument] of selector.matchAll(/:([a-z-]+)(?:\(([a-z-]+)\))?/g)) {
        if (name === 'state' && argument !== undefined) states.add(argument);
        for (const state of STATE_PSEUDOS.get(name)?.states ?? []) states.add(state);
      }
    }
  }
  return [...states].sort();
}

it('rules ask for states', () => {
  expect(statesOf('button')).toEqual(
    expect.arrayContaining(['hover', 'focus-visible', 'disabled']),
  );
  expect(statesOf('li')).toEqual(expect.arrayContaining(['hover', 'selected', 'current']));
});

/** A picture in letters has the colours of the picture. */
const EXAMPLES = (elements as readonly ElementClass[])
  .flatMap(({ tag, examples }) => examples.map((example) => ({ tag, ...example })))
  .filter(({ markup }) => !/gfx-mode="?(luma|pattern)/.test(markup));

it.each(tried(THEMES, 4))('letters of examples in %s', async (theme) => {
  const eyes = eyesFor(theme);
  const found = new Map<string, string>();
  for (const { tag, name, size, markup } of tried(EXAMPLES, 20)) {
    const [width, height] = size;
    const app = await mount(markup, { width, height, theme, errors: 'keep' });
    const where = `<${tag}> "${name}"`;
    const note = (state: string): void => {
      for (const [pair, letter] of eyes.flatMap((each) => each.faint(app.app))) {
        if (!found.has(pair)) found.set(pair, `${letter} in ${where} ${state}`);
      }
    };
    note('as it is');
    for (const element of unlike(app.app)) {
      for (const state of statesOf(element.localName)) {
        if (element.states.has(state)) continue;
        element.addState(state);
        app.app.frame();
        note(`:${state} of ${element.localName}`);
        element.removeState(state);
      }
    }
    app.unmount();
  }
  expect(Object.fromEntries(found)).toEqual({});
});

/** One element of each kind: what has the same name, place and attributes looks the same. */
function unlike(app: App): TuiElement[] {
  const seen = new Map<string, TuiElement>();
  for (const element of app.document.querySelectorAll('*')) {
    if (isRaw(element)) continue;
    const names = [...element.getAttributeNames()].sort().join();
    const key = `${element.parentElement?.localName ?? ''} ${element.localName} ${names} ${element.className}`;
    if (!seen.has(key)) seen.set(key, element);
  }
  return [...seen.values()];
}

// Many states at once

/** Texts of every colour that a theme means for text, and of one that it does not know. */
function colored(tag: string, literal: string): string {
  return ['text', 'muted', 'accent', 'error', 'warning', 'success', 'focus', 'disabled']
    .map((name) => `var(--${name})`)
    .concat(literal)
    .map((color) => `<${tag} style="color: ${color}">co</${tag}>`)
    .join('');
}

const ROWS = `<tr><th>Head</th><th>Other</th></tr>
  <tr><td>own</td><td style="color: var(--error)">err</td></tr>
  <tr><td style="color: var(--muted)">mu</td><td style="color: LITERAL">lit</td></tr>
  <tr><td style="color: var(--accent)">acc</td><td style="color: var(--warning)">war</td></tr>`;
const OPTIONS =
  '<option>a</option><option disabled="true">b</option><optgroup label="g"><option selected="true">c</option></optgroup>';

const ITEMS =
  '<item type="checkbox" checked="true">a</item><item disabled="true">b</item><separator label="l"/><item command="c">c<item>d</item></item>';

type Use = (element: TuiElement, app: App) => void;
const move =
  (y: number): Use =>
  (_element, app) =>
    app.input(mouseBytes('move', 2, y));
const choose =
  (...rows: readonly number[]): Use =>
  (element) =>
    (element as TuiElement & { setSelectedRows(rows: readonly number[]): void }).setSelectedRows(
      rows,
    );

/** Keys of a table that has the focus. */
const keys =
  (bytes: string): Use =>
  (element, app) => {
    element.focus();
    app.input(Buffer.from(bytes));
  };

/** A cell with a text that the app refuses. */
const edit =
  (text: string): Use =>
  (element, app) => {
    (element as Table).validateCell = () => 'Not that';
    keys(`x${text}\r`)(element, app);
  };

const LOOKS = `columns='[{"key":"a","label":"A","input":{"options":["own","two"]},"footer":"Total"},{"key":"b","bar":true,"footer":"sum"}]'
  rows='[{"a":"own","b":3},{"a":"two","b":1}]' onRowStyle="({ background: ['#204080', '#f0e0a0'][item.index] })"`;

/** Rows of a tree in all colours of the theme: some selected, some disabled, some both. */
const TREE_ITEMS = JSON.stringify([
  { label: 'folder', expanded: true, items: [{ label: 'own' }, { label: 'sel', selected: true }] },
  ...['muted', 'accent', 'error', 'success', 'disabled'].map((name, at) => ({
    label: name,
    size: at,
    color: `var(--${name})`,
    selected: at % 2 === 0,
  })),
  { label: 'literal', color: 'LITERAL', selected: true },
  { label: 'disabled', disabled: true },
  { label: 'both', disabled: true, selected: true },
  { label: 'lazy', hasItems: true, size: 3 },
]);
const TREE = `<tree id="x" renamable="true" columns='[{"key":"label","label":"Name"},{"key":"size","label":"Size","color":"var(--warning)"}]' items='${TREE_ITEMS}'`;

/** Lines of all levels, and of programs in the colours of the terminal, 256 and any, on backgrounds too. */
const PROGRAM = ['31', '90', '2;34', '1;33', '38;5;240', '38;2;90;90;90', '44', '30;47', '7']
  .map((code) => `\u001b[${code}mneedle in ${code}\u001b[0m and needle`)
  .join('\n');
const LOG = '<log id="x" style="height: 100%; width: 100%"';
const lines =
  (text: string): Use =>
  (element) =>
    (element as TuiElement & { append(text: string): void }).append(text);
const LEVELS =
  'ERROR needle\n\u001b[32mINFO\u001b[0m needle\nWARN needle\nDEBUG needle\n{"level":"error","msg":"needle","user":"needle"}';

/** The element with `id="x"` gets the states; TEXTS and BLOCKS are texts of all colours. */
const DOCUMENTS: readonly (readonly [name: string, markup: string, ...uses: Use[]])[] = [
  ['li', '<list selectable="single"><li id="x">own TEXTS</li><li>other</li></list>'],
  [
    'li of several',
    '<list selectable="multiple"><li id="x"><text>own</text>BLOCKS</li><li>o</li></list>',
  ],
  [
    'li, disabled list',
    '<list selectable="multiple" disabled="true"><li id="x" selected="true">own TEXTS</li></list>',
  ],
  ...['', 'primary', 'success', 'warning', 'danger'].map(
    (kind) =>
      [
        `button ${kind}`,
        `<button id="x" ${kind && `variant="${kind}"`}>own TEXTS</button>`,
      ] as const,
  ),
  ['checkbox', '<checkbox id="x" checked="true">own TEXTS</checkbox>'],
  ['switch', '<switch id="x" checked="true">own TEXTS</switch>'],
  ['radio', '<radio-group value="a"><radio id="x" value="a">own TEXTS</radio></radio-group>'],
  ['label', '<label id="x">own TEXTS <input/></label>'],
  ['input', '<input id="x" value="own value"/>'],
  ['placeholder', '<input id="x" placeholder="own" required="true"/>'],
  ['search', '<input id="x" type="search" value="own"/>'],
  ['textarea', '<textarea id="x">some text</textarea>'],
  ['empty textarea', '<textarea id="x" placeholder="place"></textarea>'],
  ['select', `<select id="x">${OPTIONS}</select>`],
  ['open select', `<select id="x" open="true">${OPTIONS}</select>`],
  ['select without a choice', `<select id="x" placeholder="choose"><option>a</option></select>`],
  ['combobox', `<combobox id="x" value="c" open="true">${OPTIONS}</combobox>`],
  ['chips', '<combobox id="x" multiple="true"><option selected="true">own</option></combobox>'],
  ['list of a select', `<select id="x" size="5">${OPTIONS}</select>`],
  ['select of several', `<select id="x" multiple="true" size="4">${OPTIONS}</select>`],
  ['menu', `<menu id="x" open="true">${ITEMS}</menu>`],
  ['menu at a disabled item', `<menu id="x" open="true">${ITEMS}</menu>`, move(2)],
  ['combobox by keys', `<combobox id="x">${OPTIONS}</combobox>`, keys('\x1b[B')],
  [
    'matches of a combobox',
    '<combobox id="x"><option>own match</option><option disabled="true">mat</option><option selected="true">match</option></combobox>',
    keys('mat'),
  ],
  [
    'matches of several',
    '<combobox id="x" multiple="true" free-text="true"><option selected="true">match</option><option disabled="true">mat</option></combobox>',
    keys('mat\x1b[B'),
  ],
  ['combobox without a match', '<combobox id="x"><option>own</option></combobox>', keys('zz')],
  ['menu by keys', `<menu id="x" open="true">${ITEMS}</menu>`, keys('\x1b[B\x1b[B')],
  ['submenu', `<menu id="x" open="true">${ITEMS}</menu>`, keys('\x1b[F\x1b[C')],
  ['tree', `${TREE}/>`],
  ['tree of one', `${TREE} selectable="single"/>`, keys('\x1b[B\x1b[B')],
  ['tree of several', `${TREE} selectable="multiple"/>`, keys('\x1b[B\x1b[B'), move(4)],
  ['tree at a selected item', `${TREE} selectable="multiple"/>`, keys('\x1b[B'.repeat(5)), move(6)],
  [
    'tree at a disabled item',
    `${TREE} selectable="multiple"/>`,
    keys('\x1b[B'.repeat(9)),
    move(10),
  ],
  [
    'tree at both',
    `${TREE} selectable="multiple" stripes="rows"/>`,
    keys('\x1b[B'.repeat(10)),
    move(11),
  ],
  ['renamed item', `${TREE}/>`, keys('\x1bOQ')],
  ['filtered tree', `${TREE} filter-text="le"/>`, keys('\x1b[B')],
  ['empty tree', '<tree id="x"/>'],
  ['log of levels', `${LOG}/>`, lines(LEVELS)],
  ['log of a program', `${LOG}/>`, lines(PROGRAM)],
  ['text of a program', '<text id="x" ansi="true"/>', (element) => (element.textContent = PROGRAM)],
  ['cursor of a log', `${LOG} search-text="needle"/>`, lines(LEVELS), keys('\x1b[A\x1b[A')],
  ['matches of a log', `${LOG} search-text="needle"/>`, lines(PROGRAM), keys('\x1b[A')],
  [
    'selection of a log',
    `${LOG} search-text="needle"/>`,
    lines(LEVELS),
    keys('\x1b[A' + '\x1b[1;2A'.repeat(4)),
  ],
  [
    'selection of a program',
    `${LOG} search-text="needle"/>`,
    lines(PROGRAM),
    keys('\x1b[A' + '\x1b[1;2A'.repeat(8)),
  ],
  ['marks of a log', `${LOG}/>`, lines(LEVELS), keys('m\x1b[Am\x1b[A')],
  ['columns of a log', `${LOG} columns='["level","msg"]'/>`, lines(LEVELS), keys('\x1b[A')],
  ['search of a log', `${LOG}/>`, lines(LEVELS), keys('/nee')],
  ['invalid search', `${LOG}/>`, lines(LEVELS), keys('//(/')],
  ['filtered log', `${LOG} filter-text="zz"/>`, lines(LEVELS)],
  ['new lines of a log', `${LOG}/>`, lines('a\n'.repeat(40)), keys('\x1b[H'), lines('b')],
  ['table', `<table id="x" selectable="multiple" sort-by="Head">${ROWS}</table>`],
  ['selected rows', `<table id="x" selectable="multiple">${ROWS}</table>`, choose(0, 1)],
  ['hovered row', `<table id="x" selectable="single">${ROWS}</table>`, move(2)],
  ['both', `<table id="x" selectable="single">${ROWS}</table>`, choose(1), move(2)],
  [
    'cells',
    `<table id="x" cursor="cell" selectable="multiple">${ROWS}</table>`,
    choose(0),
    keys('\x1b[1;2B'),
  ],
  ['invalid cell', `<table id="x" editable="true">${ROWS}</table>`, edit('')],
  ['options', `<table id="x" editable="true" ${LOOKS}/>`, keys('\x1bOQ')],
  ['looks of rows', `<table id="x" ${LOOKS}/>`],
  [
    'tabs',
    '<tabs id="x"><tab label="One" closable="true">own TEXTS</tab><tab label="Two"/><tab label="Three" disabled="true"/></tabs>',
  ],
  ['collapsible', '<collapsible id="x" summary="Summary" open="true">own TEXTS</collapsible>'],
  ['dialog', '<dialog id="x" title="Title" open="true">own TEXTS</dialog>'],
  ['modal dialog', '<dialog id="x" title="Title" open="true" modal="true">own TEXTS</dialog>'],
  ['slider', '<slider id="x" value="3" show-value="true" ticks="2"/>'],
  ['progress', '<progress id="x" value="0.4" show-value="true"/>'],
  ['spinner', '<spinner id="x">own</spinner>'],
  ['separator', '<separator id="x" label="own"/>'],
  ['split-pane', '<split-pane id="x"><text>own</text><container>TEXTS</container></split-pane>'],
  [
    'data-bars',
    `<data-bars id="x" selectable="true" show-values="true" show-legend="true" labels='["a","b"]' series='[{"name":"s"}]' bars="[[1],[2]]"/>`,
  ],
  [
    'notifications',
    '<text id="x">x</text>',
    (_element, app) => {
      for (const kind of ['info', 'success', 'warning', 'error'] as const)
        app.notify('n', { kind });
    },
  ],
];

/** States of any element; rules of elements ask for others. */
const COMMON = ['hover', 'active', 'focus', 'focus-visible'];

function upToThree<T>(all: readonly T[]): T[][] {
  let sets: T[][] = [[]];
  for (const each of all) {
    sets = sets.concat(sets.filter(({ length }) => length < 3).map((set) => [...set, each]));
  }
  return sets;
}

function settle(app: App): void {
  for (let frames = 0; frames < 5 && !app.frame().skipped; frames++);
}

describe.each(THEMES)('letters in %s', (theme) => {
  const eyes = eyesFor(theme);
  const literal = getTheme(theme)?.scheme === 'dark' ? '#9aa5c8' : '#5a6470';

  it.each(DOCUMENTS)('in every pair and triple of states: %s', (_name, markup, ...uses) => {
    const app = createApp(
      `<tui>${markup.replaceAll('TEXTS', colored('span', literal)).replaceAll('BLOCKS', colored('text', literal)).replaceAll('LITERAL', literal)}</tui>`,
      { registry, width: 50, height: 14, theme, clock: new ManualClock() },
    );
    settle(app);
    const element = app.document.getElementById('x')!;
    for (const use of uses) use(element, app);
    settle(app);
    const found = new Map<string, string>();
    const states = [...new Set([...COMMON, ...statesOf(element.localName)])];
    const around = element.localName === 'li' ? element.parentElement : null;
    const paint = (where: string): void => {
      for (const set of tried(upToThree(states), 5)) {
        const added = set.filter((state) => !element.states.has(state));
        for (const state of added) element.addState(state);
        settle(app);
        for (const [pair, letter] of eyes.flatMap((each) => each.faint(app))) {
          if (!found.has(pair)) found.set(pair, `${letter} ${where} ${set.join(' ')}`);
        }
        for (const state of added) element.removeState(state);
      }
    };
    for (const disabled of [false, true]) {
      if (disabled && !element[DEFINITION].attributes.has('disabled')) continue;
      if (disabled) element.setAttribute('disabled', 'true');
      const where = disabled ? 'disabled' : '';
      paint(where);
      around?.addState('focus');
      if (around !== null) paint(`${where} in the focus`);
      around?.removeState('focus');
    }
    expect(Object.fromEntries(found)).toEqual({});
    app.stop();
  });
});

it('an item that was clicked is readable, the pointer still on it', async () => {
  for (const theme of THEMES) {
    const app = await mount(
      '<list selectable="single"><li>one <span style="color: var(--accent)">two</span></li></list>',
      { width: 20, height: 4, theme },
    );
    await app.click('li');
    const { fg, bg } = app.screen().cell(3, 0);
    expect(fg).not.toBe(bg);
    expect(app.document.querySelector('li')!.states).toEqual(
      new Set(['hover', 'selected', 'current']),
    );
    for (const scheme of ['vga', 'windows'] as const) {
      expect(new Eyes(theme, scheme).faint(app.app)).toEqual([]);
    }
    app.unmount();
  }
});
