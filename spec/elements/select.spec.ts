/** Selects: what is chosen, by attributes, scripts, keys, the pointer and typing; the list that opens. */
import { describe, expect, it } from '@jest/globals';
import type { Option } from '../../elements/select/options.js';
import { Select } from '../../elements/select/select.js';
import { mouseBytes } from '../../runtime/testing/input-bytes.js';
import type { MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { cpuTime } from '../support/cpu-time.js';
import { sized } from '../support/property-runs.js';

const SIZE = { width: 30, height: 12 };
const FRUIT = `<select id="s"><option value="a">Apple</option><option value="b">Banana</option><option value="c" disabled="true">Cherry</option><option value="d">Date</option><option value="e">Elder</option></select><text id="t">behind the list</text><button id="next">Next</button>`;

async function open(
  markup = FRUIT,
  size = SIZE,
): Promise<{ app: MountedApp; select: Select; seen: string[] }> {
  const app = await mount(markup, size);
  const select = app.document.getElementById('s') as Select;
  const seen: string[] = [];
  for (const type of ['input', 'change'])
    select.addEventListener(type, () => seen.push(`${type} ${select.value}`));
  return { app, select, seen };
}

/** The rows of the open list, without its border. */
function list(app: MountedApp): string[] {
  const lines = app.text().split('\n');
  const from = lines.findIndex((line) => line.includes('╭'));
  if (from < 0) return [];
  const to = lines.findIndex((line) => line.includes('╰'));
  return lines.slice(from + 1, to).map((line) => /│(.*)│/.exec(line)?.[1]?.trimEnd() ?? '');
}

describe('what is chosen', () => {
  it('is the first option, the selected one, that of the value, or none', async () => {
    for (const [markup, value] of [
      ['<select id="s"><option disabled="true">x</option><option>y</option></select>', 'y'],
      ['<select id="s"><option>x</option><option selected="true">y</option></select>', 'y'],
      ['<select id="s" value="y"><option>x</option><option>y</option></select>', 'y'],
      ['<select id="s" placeholder="…"><option>x</option></select>', ''],
      ['<select id="s" size="3"><option>x</option></select>', ''],
      ['<select id="s"/>', ''],
    ]) {
      const { select } = await open(markup);
      expect([markup, select.value]).toEqual([markup, value]);
    }
  });

  it('may be a hidden option, which is not in the list', async () => {
    const { app, select } = await open(
      '<select id="s"><option hidden value="">Choose</option><option>a</option><optgroup id="g" label="G"><option>b</option></optgroup></select>',
    );
    expect([select.value, select.options.length]).toEqual(['', 3]);
    expect(app.text()).toContain('Choose');
    await app.press('Tab', 'Enter');
    expect(list(app).map((row) => row.trim())).toEqual(['a', 'G', 'b']);
    app.document.getElementById('g')!.hidden = true;
    select.options[0]!.hidden = false;
    await app.settle();
    expect(list(app).map((row) => row.trim())).toEqual(['✓ Choose', 'a']);
    await app.press('ArrowDown', 'Enter');
    expect(select.value).toBe('a');
  });

  it('follows scripts, without events', async () => {
    const { app, select, seen } = await open();
    select.value = 'b';
    expect([select.selectedIndex, select.options[1]?.selected]).toEqual([1, true]);
    select.selectedIndex = 3;
    expect(select.value).toBe('d');
    (select.options[4] as Option).selected = true;
    expect(select.value).toBe('e');
    select.value = 'nothing such';
    expect([select.value, select.selectedIndex]).toEqual(['', -1]);
    select.innerHTML = '<option>new</option><option value="nothing such">found</option>';
    expect(select.selectedIndex).toBe(1);
    select.options[1]!.remove();
    await app.settle();
    expect([select.length, seen]).toEqual([1, []]);
  });

  it('is bound to a state, also where options come later', async () => {
    const app = await mount(
      `<script>export const state = $tui.createState({ fruit: 'z', many: ['x'] });</script>
      <select id="s" bind="fruit"/><select id="m" multiple="true" bind="many"><option>x</option><option>y</option></select>`,
      SIZE,
    );
    const { state } = app.$tui.exports as { state: { fruit: string; many: string[] } };
    const select = app.document.getElementById('s') as Select;
    select.innerHTML = '<option>q</option><option>z</option>';
    await app.settle();
    expect(select.value).toBe('z');
    await app.press('Tab', 'q');
    expect(state.fruit).toBe('q');
    state.many = ['y'];
    await app.settle();
    expect((app.document.getElementById('m') as Select).getValue()).toEqual(['y']);
    await app.press('Tab', 'Home', 'Space');
    expect(state.many).toEqual(['x', 'y']);
  });
});

describe('the list that opens', () => {
  it('shows below with the chosen row marked, over the document', async () => {
    const { app, select } = await open();
    await app.press('Tab', 'Enter');
    expect(list(app)).toEqual(['✓ Apple', '  Banana', '  Cherry', '  Date', '  Elder']);
    expect(app.text()).not.toContain('behind');
    expect(select.accessibleText()).toBe('select, Apple, open at Apple');
    await app.press('Escape');
    expect(app.text()).toContain('behind');
  });

  it('moves over what is disabled, and chooses with Enter, Space and Tab', async () => {
    const { app, select, seen } = await open();
    await app.press('Tab', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(select.value).toBe('a');
    await app.press('Enter');
    expect([select.value, list(app)]).toEqual(['d', []]);
    await app.press('Space', 'End', 'ArrowDown', 'Space');
    expect(select.value).toBe('e');
    await app.press('ArrowUp', 'Home', 'ArrowUp', 'Tab');
    expect([select.value, app.document.activeElement.id]).toEqual(['a', 'next']);
    expect(seen).toEqual(['input d', 'change d', 'input e', 'change e', 'input a', 'change a']);
  });

  it('is left with nothing chosen by Escape, a press elsewhere, and the focus elsewhere', async () => {
    const { app, select, seen } = await open();
    await app.press('Tab', 'Enter', 'ArrowDown', 'Escape');
    expect([list(app), select.states.has('open')]).toEqual([[], false]);
    await app.press('Enter', 'ArrowDown');
    await app.click({ x: 28, y: 11 });
    expect(list(app)).toEqual([]);
    await app.click('#s');
    expect(list(app)).toHaveLength(5);
    app.document.getElementById('next')!.focus();
    await app.settle();
    expect([list(app), select.value, seen]).toEqual([[], 'a', []]);
  });

  it('is gone with its element', async () => {
    const { app, select } = await open();
    await app.click('#s');
    select.remove();
    await app.settle();
    expect(list(app)).toEqual([]);
    await app.press('Enter', 'ArrowDown');
    expect(app.text()).toContain('behind');
  });

  it('hangs above where there is no room below, and inside the screen', async () => {
    const { app } = await open(
      `<container style="height: 9"/><container style="align-items: flex-end">${FRUIT}</container>`,
    );
    await app.click('#s');
    const lines = app.text().split('\n');
    expect(lines.findIndex((line) => line.includes('╰'))).toBe(8);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(30);
  });

  it.each<[number, number, string[]]>([
    [20, 4, ['▌Apple ▾▐', '╭─────────╮', '│✓ Apple █│', '╰─────────╯']],
    [20, 3, ['╭─────────╮', '│✓ Apple █│', '╰─────────╯']],
    [20, 2, ['✓ Apple', '  Pear']],
    [20, 1, ['✓ Apple   █']],
    [2, 6, ['▌▐', 'A…', 'P…']],
  ])('covers its element where a screen of %d x %d has no room beside it', async (...args) => {
    const [width, height, expected] = args;
    const { app, select } = await open(
      '<select id="s"><option>Apple</option><option>Pear</option></select>',
      { width, height },
    );
    await app.click({ x: 0, y: 0 });
    expect(app.text().split('\n')).toEqual(expected);
    await app.press('Down');
    expect(app.text()).toMatch(/Pe|P…/);
    await app.press('Enter');
    expect(select.value).toBe('Pear');
    await app.click({ x: 0, y: 0 });
    const row = app
      .text()
      .split('\n')
      .findIndex((line) => /Ap|Pe|P…/.test(line));
    await app.hover({ x: 1, y: row });
    await app.click({ x: 1, y: row });
    expect(select.states.has('open')).toBe(false);
  });

  it('finds by typing: a letter again and again, or the start of a label', async () => {
    const { app, select } = await open(
      '<select id="s"><option>Bern</option><option>Berlin</option><option>Bonn</option><option>New York</option></select>',
    );
    await app.press('Tab', 'b');
    expect(select.value).toBe('Berlin');
    await app.advance(1000);
    await app.press('b');
    expect(select.value).toBe('Bonn');
    await app.advance(1000);
    await app.type('new y');
    expect([select.value, list(app)]).toEqual(['New York', []]);
  });

  it('scrolls, keeps the marked row in view, and takes pages', async () => {
    const options = Array.from({ length: 30 }, (_, at) => `<option>row ${at}</option>`).join('');
    const { app, select } = await open(`<select id="s">${options}</select>`, {
      width: 30,
      height: 10,
    });
    await app.press('Tab', 'Enter', 'PageDown');
    expect(list(app)[6]).toContain('row 6');
    await app.press('End');
    expect(list(app).at(-1)).toContain('row 29');
    await app.wheel({ x: 3, y: 4 }, -100);
    expect(list(app)[0]).toContain('row 0');
    await app.press('ArrowUp', 'Enter');
    expect(select.value).toBe('row 28');
  });
});

describe('the pointer', () => {
  it('opens, marks, and chooses; disabled rows stay', async () => {
    const { app, select, seen } = await open();
    await app.click('#s');
    await app.hover({ x: 4, y: 3 });
    expect(select.accessibleText()).toContain('open at Banana');
    await app.click({ x: 4, y: 4 });
    expect([select.value, list(app).length]).toEqual(['a', 5]);
    await app.click({ x: 4, y: 5 });
    expect([select.value, list(app), seen]).toEqual(['d', [], ['input d', 'change d']]);
    await app.click('#s');
    await app.click('#s');
    expect(list(app)).toEqual([]);
  });

  it('chooses by one press that is dragged into the list', async () => {
    const { app, select } = await open();
    for (const [action, x, y] of [
      ['press', 3, 0],
      ['drag', 3, 1],
      ['drag', 4, 3],
      ['release', 4, 3],
    ] as const) {
      app.app.input(mouseBytes(action, x, y));
      await app.settle();
    }
    expect([select.value, list(app)]).toEqual(['b', []]);
  });

  it('does nothing where the select is disabled', async () => {
    const { app, select } = await open(FRUIT.replace('id="s"', 'id="s" disabled="true"'));
    await app.click('#s');
    await app.press('Tab');
    expect([list(app), app.document.activeElement.id]).toEqual([[], 'next']);
    expect(select.accessibleText()).toBe('select, Apple, disabled');
  });
});

const DAYS = `<select id="s" multiple="true" size="4" aria-label="Days"><optgroup label="Work"><option>Mon</option><option>Tue</option><option>Wed</option></optgroup><optgroup label="Off" disabled="true"><option>Sat</option></optgroup><option>Sun</option></select>`;

describe('a list that is always there', () => {
  it('shows headings, toggles by Space and clicks, and stretches with Shift', async () => {
    const { app, select, seen } = await open(DAYS);
    expect(list(app).map((row) => row.replace(/[█▆▇▅▄▃▂▁▀▔]/g, '').trimEnd())).toEqual([
      'Work',
      '    Mon',
      '    Tue',
      '    Wed',
    ]);
    await app.press('Tab', 'Home', 'Space', 'ArrowDown', 'ArrowDown', 'Space');
    expect(select.getValue()).toEqual(['Mon', 'Wed']);
    await app.press('ArrowDown');
    expect(list(app).join()).toContain('Sun');
    await app.press('Shift+ArrowUp');
    expect(select.getValue()).toEqual(['Wed', 'Sun']);
    await app.press('Ctrl+a');
    expect(select.accessibleText()).toBe('list box "Days", 4 of 5 selected: Mon, Tue, Wed, Sun');
    await app.press('Home');
    await app.click({ x: 5, y: 2 });
    expect(select.getValue()).toEqual(['Tue', 'Wed', 'Sun']);
    expect(seen.filter((each) => each.startsWith('change'))).toHaveLength(5);
  });

  it('chooses what keys move to, where one can be chosen', async () => {
    const { app, select } = await open(DAYS.replace('multiple="true"', ''));
    await app.press('Tab', 'ArrowDown', 'ArrowDown');
    expect(select.value).toBe('Tue');
    await app.press('s');
    expect(select.value).toBe('Sun');
  });
});

describe('validity', () => {
  it('wants a value where it is required', async () => {
    const { app, select } = await open(
      '<select id="s" required="true" placeholder="Choose"><option value="">none</option><option>x</option></select>',
    );
    expect([select.validity.valueMissing, select.states.has('invalid')]).toEqual([true, true]);
    expect(select.checkValidity()).toBe(false);
    await app.press('Tab', 'n');
    expect([select.validity.valid, select.states.has('user-invalid')]).toEqual([false, true]);
    await app.press('x');
    await app.advance(1000);
    await app.press('x');
    expect([select.validity.valid, select.states.has('user-invalid')]).toEqual([true, false]);
    select.setCustomValidity('no');
    expect(select.validationMessage).toBe('no');
  });

  it('is shown no longer once a script has chosen, and after a reset', async () => {
    const { select } = await open(
      '<select id="s" required="true" placeholder="Choose"><option>x</option></select>',
    );
    expect(select.reportValidity()).toBe(false);
    expect(select.states.has('user-invalid')).toBe(true);
    select.value = 'x';
    expect([select.value, select.states.has('user-invalid')]).toEqual(['x', false]);
    select.reset();
    expect([select.value, select.states.has('invalid')]).toEqual(['', true]);
    expect(select.states.has('user-invalid')).toBe(false);
  });
});

describe('hostile input', () => {
  it('is text in one row each, whatever it is', async () => {
    const { app } = await open(
      `<select id="s"><option>&#27;[31mred&#7;</option><option>漢字仮名交じり文 and more</option><option>👩‍👩‍👧‍👦</option><option>${'x'.repeat(10_000)}</option><option>مرحبا</option></select>`,
    );
    await app.click('#s');
    expect(list(app)).toHaveLength(5);
    expect(app.output).not.toContain('\x1b[31mred');
    for (const width of [1, 2, 3, 5, 8]) {
      await app.resize(width, 4);
      await app.resize(30, width);
    }
  });

  it('opens, moves and finds among thousands of options at once', async () => {
    const options = Array.from(
      { length: sized(10_000, 1000) },
      (_, at) => `<option>item ${at}</option>`,
    );
    const { app, select } = await open(`<select id="s">${options.join('')}</select>`);
    const start = cpuTime();
    await app.press('Tab', 'Enter', 'End', 'PageUp', 'ArrowUp');
    await app.type('item 77');
    await app.press('Enter');
    expect(select.value).toBe('item 77');
    expect(cpuTime() - start).toBeLessThan(30_000);
  });
});

describe.each(['fullcolor-dark', 'fullcolor-std', 'bw-std'])('in %s', (theme) => {
  it.each(Select.examples.map((example) => [example.name, example] as const))(
    'looks as it should: %s',
    async (name, { markup, size: [width, height] }) => {
      const app = await mount(markup, { width, height, theme });
      expect(app).toMatchScreen(`select ${name} ${theme}`);
    },
  );

  it('shows the focus, the hover, the open list and its place in it', async () => {
    const app = await mount(FRUIT, { ...SIZE, theme });
    await app.press('Tab');
    expect(app).toMatchScreen(`select focus ${theme}`);
    await app.press('Enter', 'ArrowDown');
    expect(app).toMatchScreen(`select open ${theme}`);
    await app.press('Escape', 'Tab');
    await app.hover('#s');
    expect(app).toMatchScreen(`select hover ${theme}`);
  });

  it('shows the focus in a list, in a narrow one, and an empty one', async () => {
    const app = await mount(
      `${DAYS}<select multiple="true" style="width: 5"><option selected="true">Narrow</option></select><select/>`,
      { ...SIZE, height: 16, theme },
    );
    await app.press('Tab', 'ArrowDown', 'Space', 'ArrowDown');
    expect(app).toMatchScreen(`select list focus ${theme}`);
  });
});

it('shows its list where it is added open while the app runs', async () => {
  const app = await mount('<tui><container id="c"/></tui>', { width: 20, height: 6 });
  app.document.getElementById('c')!.innerHTML =
    '<select open="true"><option>one</option><option>two</option></select>';
  await app.settle();
  expect(app.text().split('\n').slice(1, 4)).toEqual(['╭──────╮', '│✓ one │', '│  two │']);
});

it('opens again for a script after the user has closed it', async () => {
  const app = await mount('<tui><select autofocus="true"><option>a</option></select></tui>', {
    width: 20,
    height: 6,
  });
  const select = app.document.querySelector('select') as unknown as { open: boolean };
  for (let i = 0; i < 2; i++) {
    select.open = true;
    await app.settle();
    expect(app.text()).toContain('╭');
    await app.press('Escape');
    expect(select.open).toBe(false);
    expect(app.text()).not.toContain('╭');
  }
});
