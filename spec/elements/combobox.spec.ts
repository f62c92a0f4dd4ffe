/** Comboboxes: finding by what is typed, values, chips, options that are loaded, forms and validity. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Combobox } from '../../elements/combobox/combobox.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { ALL_GOLDEN_THEMES } from './control.js';

afterEach(unmountAll);

const SIZE = { width: 40, height: 14 };
const CITIES = `<optgroup label="Nordic"><option value="osl">Oslo</option><option value="hel">Helsinki</option></optgroup>
<optgroup label="Baltic"><option value="rix">Riga</option><option value="tll" disabled="true">Tallinn</option></optgroup><option value="pra">Prague</option>`;

interface Opened {
  readonly app: MountedApp;
  readonly box: Combobox;
  readonly seen: string[];
}

async function open(attributes = '', options = CITIES, more = ''): Promise<Opened> {
  const app = await mount(
    `<combobox id="c" ${attributes}>${options}</combobox><button id="next">Next</button>${more}`,
    SIZE,
  );
  const box = app.document.getElementById('c') as Combobox;
  const seen: string[] = [];
  box.addEventListener('change', () => seen.push(`change ${String(box.getValue())}`));
  return { app, box, seen };
}

/** The rows of the open list, without its border. */
function list({ app }: Opened): string[] {
  const lines = app.text().split('\n');
  const from = lines.findIndex((line) => line.includes('╭'));
  if (from < 0) return [];
  const to = lines.findIndex((line) => line.includes('╰'));
  return lines.slice(from + 1, to).map((line) => /│(.*)│/.exec(line)?.[1]?.trimEnd() ?? '');
}

/** The label of the option that keys are at. */
function current({ app }: Opened): string | undefined {
  return app.app.accessibleItems().find((each) => each.role === 'option' && each.current)?.name;
}

// https://github.com/charmbracelet/bubbletea/issues/309
it('covers a part of coloured lines, whose begin and end keep their texts and colours', async () => {
  const line =
    '<text white-space="nowrap"><span style="color: #ff0000">表表表表表表表表表表</span><span style="color: #00ff00; font-weight: bold">gggggggggggg</span></text>';
  const app = await mount(
    `<container style="flex-direction: row"><text>: </text><combobox id="c" style="width: 13"><option>Oslo</option><option>Riga</option></combobox></container>${line.repeat(6)}`,
    SIZE,
  );
  const cellsOf = (): string[] => {
    const screen = app.screen();
    return Array.from({ length: SIZE.width * 6 }, (_, at) => {
      const { char, fg, bg, attributes } = screen.cell(
        at % SIZE.width,
        3 + Math.floor(at / SIZE.width),
      );
      return [char, fg, bg, ...attributes].join(' ');
    });
  };
  const before = cellsOf();
  await app.press('Tab', 'ArrowDown');
  // Of a wide character that is covered by half, a blank is left.
  expect(app.text().split('\n').slice(0, 6)).toEqual([
    ':▌          ▾▐',
    ' ╭───────────╮表表表gggggggggggg',
    ' │  Oslo     │表表表gggggggggggg',
    ' │  Riga     │表表表gggggggggggg',
    ' ╰───────────╯表表表gggggggggggg',
    '表表表表表表表表表表gggggggggggg',
  ]);
  const covered = cellsOf().flatMap((cell, at) => (cell === before[at] ? [] : [at % SIZE.width]));
  expect([Math.min(...covered), Math.max(...covered)]).toEqual([0, 13]);
  await app.press('Escape');
  expect(cellsOf()).toEqual(before);
});

it('leaves hidden options out of the list, whenever they are hidden', async () => {
  const opened = await open(
    '',
    '<option id="a" hidden>a</option><option id="b">b</option><option>c</option>',
  );
  const { app } = opened;
  await app.press('Tab', 'ArrowDown');
  expect(list(opened).map((row) => row.trim())).toEqual(['b', 'c']);
  app.document.getElementById('a')!.hidden = false;
  app.document.getElementById('b')!.setAttribute('hidden', '');
  await app.settle();
  expect(list(opened).map((row) => row.trim())).toEqual(['a', 'c']);
});

describe('finding', () => {
  it('shows all options below their headings, and those that contain what is typed', async () => {
    const opened = await open();
    const { app } = opened;
    await app.press('Tab', 'ArrowDown');
    expect(list(opened)).toEqual([
      'Nordic',
      '    Oslo',
      '    Helsinki',
      'Baltic',
      '    Riga',
      '    Tallinn',
      '  Prague',
    ]);
    expect(current(opened)).toBe('Oslo');
    await app.type('i');
    expect(list(opened)).toEqual(['Nordic', '    Helsinki', 'Baltic', '    Riga', '    Tallinn']);
    await app.type('g');
    expect([list(opened), current(opened)]).toEqual([['Baltic', '    Riga'], 'Riga']);
    await app.type('x');
    expect(list(opened)).toEqual(['No matches']);
  });

  it('finds by the beginning, by letters in order, or not at all', async () => {
    const prefix = await open('match="prefix"');
    await prefix.app.press('Tab');
    await prefix.app.type('r');
    expect(list(prefix)).toEqual(['Baltic', '    Riga']);
    const fuzzy = await open(
      'match="fuzzy"',
      '<option>Save file</option><option>Save as</option><option>Swap views</option>',
    );
    await fuzzy.app.press('Tab');
    await fuzzy.app.type('sv');
    expect(list(fuzzy)).toEqual(['  Swap views', '  Save as', '  Save file']);
    const none = await open('match="none"');
    await none.app.press('Tab');
    await none.app.type('xyz');
    expect(list(none)).toHaveLength(7);
  });

  it('marks what matches, in whole graphemes', async () => {
    const opened = await open('', '<option>Ana\u0301s Nin</option><option>Banana</option>');
    await opened.app.press('Tab');
    await opened.app.type('an');
    expect(opened.app).toMatchScreen('matching part');
  });
});

describe('choosing', () => {
  it('commits with Enter, Tab and a click, once for each value', async () => {
    const opened = await open();
    const { app, box, seen } = opened;
    await app.press('Tab');
    await app.type('hel');
    await app.press('Enter');
    expect([box.value, list(opened), seen]).toEqual(['hel', [], ['change hel']]);
    await app.press('ArrowDown');
    expect([list(opened).length, current(opened)]).toEqual([7, 'Helsinki']);
    await app.press('ArrowDown', 'Enter', 'Tab');
    expect([box.value, seen]).toEqual(['rix', ['change hel', 'change rix']]);
    await app.click('#c');
    await app.click({ x: 6, y: 3 });
    expect([box.value, app.text().includes('Oslo')]).toEqual(['osl', true]);
    await app.press('Ctrl+U');
    await app.type('prag');
    await app.press('Tab');
    expect([box.value, app.document.activeElement.id, seen.slice(2)]).toEqual([
      'pra',
      'next',
      ['change osl', 'change pra'],
    ]);
  });

  it('undoes a text that is not a value when the focus leaves, or with Escape', async () => {
    const opened = await open('value="rix"');
    const { app, box, seen } = opened;
    await app.press('Tab');
    await app.type('xx');
    await app.press('Enter');
    expect([box.value, list(opened)]).toEqual(['rix', ['No matches']]);
    await app.press('Escape');
    expect(app.text()).toContain('Rigaxx');
    await app.press('Escape');
    expect(app.text()).not.toContain('xx');
    await app.type('yy');
    await app.press('Escape', 'Tab');
    expect([app.text().includes('yy'), box.value, seen]).toEqual([false, 'rix', []]);
    await app.press('Shift+Tab', 'Ctrl+U', 'Escape', 'Tab');
    expect([box.value, seen]).toEqual(['', ['change ']]);
  });

  it('keeps any text with free-text', async () => {
    const opened = await open('free-text="true"');
    const { app, box, seen } = opened;
    await app.press('Tab');
    await app.type('os');
    expect([list(opened), current(opened)]).toEqual([['Nordic', '    Oslo'], undefined]);
    await app.press('Enter');
    expect([box.value, seen]).toEqual(['os', ['change os']]);
    await app.type('lo');
    await app.press('Escape', 'Tab');
    expect([box.value, seen[1]]).toEqual(['osl', 'change osl']);
  });

  it('follows scripts and states, also where options come later', async () => {
    const app = await mount(
      `<script>export const state = $tui.createState({ city: 'rix', many: ['a'] })</script>
<combobox id="c" bind="city"></combobox><combobox id="m" multiple bind="many"><option value="a">A</option><option value="b">B</option></combobox>`,
      SIZE,
    );
    const { state } = app.$tui.exports as { state: { city: string; many: string[] } };
    const box = app.document.getElementById('c') as Combobox;
    expect([box.value, app.text().includes('rix')]).toEqual(['rix', true]);
    box.innerHTML = CITIES;
    await app.settle();
    expect([box.value, app.text().includes('Riga')]).toEqual(['rix', true]);
    box.options = ['One', { value: 2, label: 'Two', disabled: true }];
    expect(box.options.map(({ value, isDisabled }) => [value, isDisabled])).toEqual([
      ['One', false],
      ['2', true],
    ]);
    expect(() => (box.options = [7, null] as never)).toThrow(
      'option 2: expected a text or an object',
    );
    const many = app.document.getElementById('m') as Combobox;
    state.many = ['b', 'a'];
    await app.settle();
    expect(many.values).toEqual(['b', 'a']);
    await app.press('Tab', 'Tab', 'Backspace');
    expect(state.many).toEqual(['b']);
  });
});

describe('several values', () => {
  it('are chips, chosen one after the other and removed by Backspace, a click and the list', async () => {
    const opened = await open('multiple="true"');
    const { app, box, seen } = opened;
    await app.press('Tab');
    await app.type('os');
    await app.press('Enter');
    await app.type('rig');
    await app.press('Enter');
    expect([box.values, seen]).toEqual([
      ['osl', 'rix'],
      ['change osl', 'change osl,rix'],
    ]);
    await app.press('Escape');
    expect(
      app
        .text()
        .split('\n')
        .slice(0, 2)
        .map((line) => line.trim()),
    ).toEqual(['▌ Oslo ×   Riga ×     ▾▐', '▌                      ▐'].map((line) => line.trim()));
    await app.press('Backspace');
    expect(box.values).toEqual(['osl']);
    await app.click({ x: 7, y: 0 });
    expect([box.values, seen.at(-1)]).toEqual([[], 'change ']);
    await app.press('ArrowDown', 'Enter', 'Enter');
    expect(box.values).toEqual([]);
  });

  it('wrap to the width that a style sets, and have texts of their own', async () => {
    const options = Array.from(
      { length: 9 },
      (_, index) => `<option selected="true">Day ${index}</option>`,
    ).join('');
    const { app, box } = await open('multiple="true" free-text="true" style="width: 34"', options);
    expect(
      app
        .text()
        .split('\n')
        .filter((line) => line.includes('Day')),
    ).toHaveLength(3);
    await app.press('Tab');
    await app.type('New day');
    await app.press('Enter');
    expect(box.values.at(-1)).toBe('New day');
    expect(app).toMatchScreen('chips');
  });
});

describe('options that are loaded', () => {
  const LOAD = 'onLoadOptions="$app.load(event)" match="none"';
  const script = (body: string): string =>
    `<script>export const seen = []; export const pending = []; export function load({ query, signal }) { seen.push(query); signal.addEventListener('abort', () => seen.push('abort ' + query)); ${body} }</script>`;

  it('are requested once typing rests; a newer text aborts, and only the newest answer counts', async () => {
    const opened = await open(
      LOAD.replace('event', 'arguments[0]').replace('$app.load(arguments[0])', 'load'),
      '',
      script('return new Promise((resolve) => pending.push(resolve));'),
    );
    const { app, box } = opened;
    const { seen, pending } = app.$tui.exports as {
      seen: string[];
      pending: ((answer: unknown) => void)[];
    };
    await app.press('Tab');
    await app.type('a');
    expect([seen, list(opened), box.matches(':state(busy)')]).toEqual([[], ['Loading …'], true]);
    await app.type('b');
    await app.clock.advance(150);
    expect(seen).toEqual([]);
    await app.clock.advance(100);
    expect(seen).toEqual(['ab']);
    await app.type('c');
    await app.clock.advance(250);
    expect(seen).toEqual(['ab', 'abort ab', 'abc']);
    pending[0]!(['Old']);
    await app.settle();
    expect(list(opened)).toEqual(['Loading …']);
    pending[1]!([{ value: 'n', label: 'New' }]);
    await app.settle();
    expect([list(opened), current(opened), box.matches(':state(busy)')]).toEqual([
      ['  New'],
      'New',
      false,
    ]);
    await app.press('Enter');
    expect(box.value).toBe('n');
  });

  it('show why they could not be loaded, and Enter tries again', async () => {
    const opened = await open(
      'onLoadOptions="load" match="none"',
      '',
      script(`if (seen.length < 2) throw new Error('offline'); return ['Found'];`),
    );
    const { app } = opened;
    await app.press('Tab', 'Alt+ArrowDown');
    expect(list(opened)).toEqual(['Could not load: offline']);
    await app.press('Enter');
    expect(list(opened)).toEqual(['  Found']);
    expect(app.diagnostics).toEqual([]);
  });
});

describe('forms', () => {
  it('submit and reset the values, and Enter in a closed list submits', async () => {
    const app = await mount(
      `<form id="f"><combobox name="city" value="rix">${CITIES}</combobox><combobox name="days" multiple><option selected>Mon</option><option>Tue</option></combobox><button>OK</button></form>`,
      SIZE,
    );
    const form = app.document.getElementById('f') as unknown as { reset(): void } & EventTarget;
    const sent: unknown[] = [];
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const data = new (
        app.document.defaultView as unknown as { FormData: typeof FormData }
      ).FormData(form as never);
      sent.push([...data.entries()]);
    });
    await app.press('Tab', 'Enter');
    await app.press(
      'ArrowDown',
      'Home',
      'ArrowUp',
      'Enter',
      'Tab',
      'ArrowDown',
      'ArrowDown',
      'Enter',
      'Escape',
      'Enter',
    );
    form.reset();
    await app.press('Enter');
    expect(sent).toEqual([
      [
        ['city', 'rix'],
        ['days', 'Mon'],
      ],
      [
        ['city', 'hel'],
        ['days', 'Mon'],
        ['days', 'Tue'],
      ],
      [
        ['city', 'rix'],
        ['days', 'Mon'],
      ],
    ]);
  });

  it('are invalid without a value where one is required', async () => {
    const { app, box } = await open('required="true"');
    expect([box.validity.valueMissing, box.validationMessage]).toEqual([
      true,
      'Please choose an item in the list.',
    ]);
    await app.press('Tab', 'ArrowDown', 'Enter');
    expect(box.validity.valid).toBe(true);
    box.setCustomValidity('no');
    expect(box.matches(':invalid')).toBe(true);
  });
});

describe('assistive technology', () => {
  it('finds the field, its list and the chips, and operates them', async () => {
    const { app, box } = await open('multiple="true" aria-label="Cities"');
    await app.press('Tab', 'ArrowDown', 'Enter');
    expect(box.accessibleText()).toBe('combo box "Cities", empty, 1 chosen: Oslo, open at Oslo');
    const items = app.app.accessibleItems();
    const refOf = (name: string): string => items.find((each) => each.name === name)?.ref ?? '';
    expect(items.map(({ role, name = '' }) => `${role} ${name}`)).toEqual(
      expect.arrayContaining([
        'combobox Cities',
        'group Chosen',
        'button Remove Oslo',
        'listbox Options',
        'group Nordic',
        'option Helsinki',
      ]),
    );
    expect(app.app.operate(refOf('Helsinki'), { type: 'select', value: true })).toBe(true);
    expect(box.values).toEqual(['osl', 'hel']);
    expect(app.app.operate(refOf('Remove Oslo'), { type: 'press' })).toBe(true);
    expect(box.values).toEqual(['hel']);
    expect(app.app.operate(refOf('Tallinn'), { type: 'press' })).toBe(false);
  });
});

it('scrolls long lists with the wheel and by pages', async () => {
  const options = Array.from({ length: 100_000 }, (_, index) => `Item ${index}`);
  const opened = await open('', '');
  const { app, box } = opened;
  box.options = options;
  await app.press('Tab', 'ArrowDown', 'PageDown');
  expect(current(opened)).toBe('Item 9');
  app.app.input(mouseBytes('wheelDown', 4, 4));
  await app.settle();
  expect(list(opened)[0]).toContain('Item 3');
  await app.type('99999');
  expect(list(opened)).toEqual(['  Item 99999']);
});

it.each(ALL_GOLDEN_THEMES)('looks as it does in %s', async (theme) => {
  const app = await mount(
    `<combobox multiple="true" style="width: 36">${CITIES}<option selected="true">Bern</option></combobox>`,
    { ...SIZE, theme },
  );
  await app.press('Tab');
  await app.type('r');
  expect(app).toMatchScreen(`combobox ${theme}`);
});
