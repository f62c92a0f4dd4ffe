/** Menus: opening, keys as ARIA has them, submenus, the pointer, checked items, commands, and what closes them. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Item } from '../../elements/item.js';
import type { Menu } from '../../elements/menu/menu.js';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mouseBytes, type MouseAction } from '../../runtime/testing/input-bytes.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { mount } from '../support/mount.js';
import { ALL_GOLDEN_THEMES } from './control.js';

afterEach(unmountAll);

const SIZE = { width: 60, height: 14 };
const FILE = `<command id="new" key="ctrl+n" label="New"/>
<command id="save" key="ctrl+s" label="Save" disabled="true"/>
<button id="file" popovertarget="m">File</button><button id="next">Next</button>
<menu id="m">
  <item id="n" command="new"/>
  <item id="recent">Open recent<item id="notes">notes.txt</item><item id="more">more<item id="deep">deep.txt</item></item></item>
  <item id="s" command="save"/>
  <separator/>
  <item id="auto" type="checkbox" checked="true">Autosave</item>
  <separator label="Sort by"/>
  <item id="name" type="radio" checked="true">Name</item>
  <item id="date" type="radio">Date</item>
</menu>`;

interface Opened {
  readonly app: MountedApp;
  readonly menu: Menu;
  /** What was clicked, chosen, changed and run. */
  readonly seen: string[];
  mouse(action: MouseAction, x: number, y: number, button?: 0 | 2): Promise<void>;
}

async function open(markup = FILE, size = SIZE): Promise<Opened> {
  const app = await mount(markup, size);
  const menu = app.document.getElementById('m') as Menu;
  const seen: string[] = [];
  for (const type of ['click', 'change', 'execute', 'select']) {
    app.document.addEventListener(
      type,
      (event) => {
        const { id, localName } = event.target as TuiElement;
        if (localName !== 'button' && id !== '') seen.push(`${type} ${id}`);
      },
      true,
    );
  }
  const mouse = async (
    action: MouseAction,
    x: number,
    y: number,
    button?: 0 | 2,
  ): Promise<void> => {
    app.app.input(mouseBytes(action, x, y, { button }));
    await app.settle();
  };
  return { app, menu, seen, mouse };
}

/** What keys are at, and whether each menu around it is open. */
function at({ app }: Opened): string {
  const items = app.app.accessibleItems();
  const current = items.find(
    ({ role, current: isCurrent }) => role.startsWith('menuitem') && isCurrent === true,
  );
  const menus = items.filter(({ role }) => role === 'menu').length;
  return `${menus}: ${current?.name ?? 'none'}`;
}

function focused(app: MountedApp): string {
  return app.document.activeElement.id;
}

function rows(app: MountedApp): string[] {
  return app
    .text()
    .split('\n')
    .map((line) => line.trimEnd());
}

describe('a menu below a button', () => {
  it('opens with the focus on its first item, and shows keys, marks and submenus', async () => {
    const opened = await open();
    const { app } = opened;
    await app.press('Tab', 'Enter');
    expect([focused(app), at(opened)]).toEqual(['m', '1: New']);
    expect(rows(app).slice(0, 11)).toEqual([
      '  File',
      '╭─────────────────────╮',
      '│   New          ^N   │',
      '│   Open recent     ▸ │',
      '│   Save         ^S   │',
      '│─────────────────────│',
      '│ ✓ Autosave          │',
      '│ Sort by ────────────│',
      '│ • Name              │',
      '│   Date              │',
      '╰─────────────────────╯',
    ]);
    expect(opened.menu.accessibleText()).toBe('menu "File", 6 items, at "New"');
  });

  it('moves by arrows round and round, over lines, also to what is disabled', async () => {
    const opened = await open();
    const { app } = opened;
    await app.press('Tab', 'Enter', 'ArrowDown', 'ArrowDown');
    expect(at(opened)).toBe('1: Save');
    await app.press('ArrowDown', 'ArrowDown');
    expect(at(opened)).toBe('1: Name');
    await app.press('ArrowDown', 'ArrowDown');
    expect(at(opened)).toBe('1: New');
    await app.press('ArrowUp');
    expect(at(opened)).toBe('1: Date');
    await app.press('Home');
    expect(at(opened)).toBe('1: New');
    await app.press('End');
    expect(at(opened)).toBe('1: Date');
  });

  it('finds items by what is typed, also those of a command that has the letter as its key', async () => {
    const opened = await open(
      `${FILE}<command id="x" key="d" label="X" onExecute="throw new Error('run')"/>`,
    );
    const { app, seen } = opened;
    await app.press('Tab', 'Enter', 'd');
    expect([at(opened), seen]).toEqual(['1: Date', []]);
    await app.clock.advance(1000);
    await app.press('n');
    expect(at(opened)).toBe('1: New');
    await app.press('n');
    expect(at(opened)).toBe('1: Name');
    await app.clock.advance(1000);
    await app.press('o', 'p', 'e', 'n', 'Space', 'r');
    expect(at(opened)).toBe('1: Open recent');
  });

  it('closes by Escape, Tab, a press elsewhere and its button, and the focus goes back', async () => {
    const opened = await open();
    const { app, menu, seen } = opened;
    await app.press('Tab', 'Enter', 'Escape');
    expect([focused(app), menu.matches(':open')]).toEqual(['file', false]);
    await app.press('Enter', 'Tab');
    expect([focused(app), menu.matches(':open')]).toEqual(['next', false]);
    await app.click('#file');
    expect([focused(app), menu.matches(':open')]).toEqual(['m', true]);
    await app.click('#file');
    expect([focused(app), menu.matches(':open')]).toEqual(['file', false]);
    await app.click('#file');
    await app.click({ x: 50, y: 12 });
    expect([menu.matches(':open'), seen]).toEqual([false, []]);
  });
});

describe('choosing', () => {
  it('runs the command after the focus has gone back, and not a disabled one', async () => {
    const opened = await open(
      FILE.replace(
        'label="New"',
        'label="New" onExecute="document.title = document.activeElement.id"',
      ),
    );
    const { app, seen, menu } = opened;
    await app.press('Tab', 'Enter', 'Enter');
    expect([seen, app.document.title]).toEqual([['click n', 'execute new', 'select m'], 'file']);
    await app.press('Enter', 's', 'Enter');
    expect([menu.matches(':open'), seen.length]).toEqual([true, 3]);
    app.document.getElementById('save')!.removeAttribute('disabled');
    await app.settle();
    await app.press('Enter');
    expect(seen.slice(3)).toEqual(['click s', 'execute save', 'select m']);
  });

  it('checks with Space and stays, with Enter and closes; of radio items one', async () => {
    const opened = await open();
    const { app, seen, menu } = opened;
    const isChecked = (id: string): boolean => (app.document.getElementById(id) as Item).checked;
    await app.press('Tab', 'Enter', 'a', 'Space');
    expect([isChecked('auto'), menu.matches(':open')]).toEqual([false, true]);
    await app.press('Space', 'ArrowDown', 'ArrowDown', 'Enter');
    expect([isChecked('auto'), isChecked('name'), isChecked('date')]).toEqual([true, false, true]);
    expect([menu.matches(':open'), focused(app)]).toEqual([false, 'file']);
    expect(seen.filter((each) => each.startsWith('change'))).toEqual([
      'change auto',
      'change auto',
      'change date',
    ]);
    await app.press('Enter', 'd', 'Enter');
    expect([isChecked('date'), seen.filter((each) => each === 'change date').length]).toEqual([
      true,
      1,
    ]);
  });

  it('binds what is checked', async () => {
    const { app } = await open(
      `<script>export const state = $tui.createState({ wrap: true })</script>
<button popovertarget="m">V</button><menu id="m"><item id="w" type="checkbox" bind="wrap">Wrap</item></menu>`,
    );
    const { state } = app.$tui.exports as { state: { wrap: boolean } };
    expect((app.document.getElementById('w') as Item).checked).toBe(true);
    await app.press('Tab', 'Enter', 'Enter');
    expect(state.wrap).toBe(false);
  });
});

describe('submenus', () => {
  it('open by Right, Enter and Space, close by Left and Escape one by one', async () => {
    const opened = await open();
    const { app } = opened;
    await app.press('Tab', 'Enter', 'ArrowRight', 'ArrowDown', 'ArrowRight');
    expect(at(opened)).toBe('2: notes.txt');
    await app.press('ArrowDown', 'Space');
    expect(at(opened)).toBe('3: deep.txt');
    expect(rows(app).slice(2, 6)).toEqual([
      '│   New          ^N   │╭─────────────╮',
      '│   Open recent     ▸ ││ notes.txt   │╭──────────╮',
      '│   Save         ^S   ││ more      ▸ ││ deep.txt │',
      '│─────────────────────│╰─────────────╯╰──────────╯',
    ]);
    await app.press('Escape');
    expect(at(opened)).toBe('2: more');
    await app.press('ArrowLeft');
    expect(at(opened)).toBe('1: Open recent');
    await app.press('ArrowLeft');
    expect(at(opened)).toBe('1: Open recent');
    await app.press('Enter', 'Enter');
    expect([opened.seen, focused(app)]).toEqual([['click notes', 'select m'], 'file']);
  });

  it('go with the item that they belong to', async () => {
    const opened = await open();
    const { app } = opened;
    await app.press('Tab', 'Enter', 'ArrowDown', 'ArrowRight');
    app.document.getElementById('recent')!.remove();
    await app.settle();
    expect(at(opened)).toBe('1: Save');
    await app.press('ArrowDown');
    expect(at(opened)).toBe('1: Autosave');
  });

  it('open at the left, and over the menu, where the right has no room', async () => {
    const { app } = await open(`<container style="align-items: flex-end">${FILE}</container>`, {
      width: 44,
      height: 14,
    });
    await app.press('Tab', 'Enter', 'ArrowDown', 'ArrowRight');
    expect(app.text()).toContain('│ notes.txt   ││   Open recent');
    const narrow = await open(FILE, { width: 26, height: 12 });
    await narrow.app.press('Tab', 'Enter', 'ArrowDown', 'ArrowRight');
    expect(narrow.app.text()).toContain('│ notes.txt   │');
  });
});

describe('the pointer', () => {
  it('marks items, opens submenus where it rests, and chooses with a click', async () => {
    const opened = await open();
    const { app, mouse, seen } = opened;
    await app.click('#file');
    await mouse('move', 5, 3);
    expect(at(opened)).toBe('1: Open recent');
    await app.clock.advance(200);
    await app.settle();
    expect(app.text()).toContain('notes.txt');
    // By way of another item into the submenu.
    await mouse('move', 20, 4);
    expect(at(opened)).toBe('2: none');
    await mouse('move', 26, 3);
    await app.clock.advance(200);
    await app.settle();
    expect(at(opened)).toBe('2: notes.txt');
    await mouse('press', 26, 3);
    await mouse('release', 26, 3);
    expect(seen.filter((each) => each !== 'click m')).toEqual(['click notes', 'select m']);
  });

  it('closes the submenu of another item, and leaves disabled items and lines alone', async () => {
    const opened = await open();
    const { app, mouse, menu } = opened;
    await app.click('#file');
    await mouse('move', 5, 3);
    await app.clock.advance(200);
    await mouse('move', 5, 6);
    await app.clock.advance(200);
    await app.settle();
    expect([at(opened), app.text().includes('notes.txt')]).toEqual(['1: Autosave', false]);
    for (const y of [4, 5]) {
      await mouse('press', 5, y);
      await mouse('release', 5, y);
    }
    expect([menu.matches(':open'), opened.seen.filter((each) => each !== 'click m')]).toEqual([
      true,
      [],
    ]);
  });

  it('scrolls with the wheel and by keys where there are more items than rows', async () => {
    const items = Array.from({ length: 30 }, (_, index) => `<item>Item ${index}</item>`).join('');
    const opened = await open(`<button popovertarget="m">B</button><menu id="m">${items}</menu>`);
    const { app, mouse } = opened;
    await app.press('Tab', 'Enter');
    await mouse('wheelDown', 3, 5);
    expect(app.text()).toContain('Item 3 ');
    expect(app.text()).not.toContain('Item 0');
    await app.press('End');
    expect(app.text()).toContain('Item 29');
    await app.press('ArrowDown');
    expect([at(opened), app.text().includes('Item 0')]).toEqual(['1: Item 0', true]);
  });
});

describe('a context menu', () => {
  const LIST = `<list id="l" selectable="single" contextmenu="m"><li id="one">One</li><li id="two">Two</li></list>
<input id="i" value="abc" contextmenu="m"/><text id="free">free</text>
<menu id="m"><item id="cut">Cut</item><item id="copy">Copy</item></menu>`;

  it('opens at the pointer by the right button, for the element under it', async () => {
    const opened = await open(LIST);
    const { app, mouse, menu, seen } = opened;
    await mouse('press', 3, 1, 2);
    await mouse('release', 3, 1, 2);
    expect([menu.source?.id, at(opened)]).toEqual(['two', '1: none']);
    expect(rows(app)[1]).toContain('╭──────╮');
    await app.press('ArrowDown', 'Enter');
    expect([seen, menu.matches(':open')]).toEqual([['change l', 'click cut', 'select m'], false]);
    await mouse('press', 1, 3, 2);
    expect(menu.matches(':open')).toBe(false);
  });

  it('chooses what the right button is released over after it has moved', async () => {
    const { mouse, seen } = await open(LIST);
    await mouse('press', 3, 1, 2);
    await mouse('drag', 6, 3, 2);
    await mouse('release', 6, 3, 2);
    expect(seen).toEqual(['change l', 'click copy', 'select m']);
  });

  it('opens by Shift+F10 and the Menu key at the focus, unless contextmenu is prevented', async () => {
    const opened = await open(LIST);
    const { app, menu } = opened;
    await app.press('Tab', 'Shift+F10');
    expect([at(opened), focused(app), menu.source?.id]).toEqual(['1: Cut', 'm', 'l']);
    await app.press('Escape');
    expect(focused(app)).toBe('l');
    await app.press('Tab', 'ContextMenu');
    expect([at(opened), menu.source?.id]).toEqual(['1: Cut', 'i']);
    await app.press('Escape');
    app.document.addEventListener('contextmenu', (event) => event.preventDefault());
    await app.press('ContextMenu');
    expect(menu.matches(':open')).toBe(false);
  });

  const ROWS = [
    [
      'tree',
      `<tree id="r" selectable="multiple" items='["a","b","c"]' contextmenu="m"/>`,
      'select r',
      0,
    ],
    [
      'table',
      `<table id="r" selectable="multiple" columns='["k"]' rows='[{"k":"a"},{"k":"b"},{"k":"c"}]' contextmenu="m"/>`,
      'select r',
      1,
    ],
    [
      'list',
      `<list id="r" selectable="multiple" contextmenu="m"><li>a</li><li>b</li><li>c</li></list>`,
      'change r',
      0,
    ],
  ] as const;

  it.each(ROWS)('of a %s is about the row that was pressed', async (_, rowsOf, event, header) => {
    const opened = await open(
      `<button id="before">x</button>${rowsOf}<menu id="m"><item id="cut">Cut</item></menu>`,
    );
    const { app, mouse, menu, seen } = opened;
    app.document.getElementById('before')!.focus();
    await mouse('press', 3, 1 + header + 1, 2);
    await mouse('release', 3, 1 + header + 1, 2);
    expect([seen, menu.matches(':open')]).toEqual([[event], true]);
    await app.press('Escape');
    expect(focused(app)).toBe('r');
    await app.press('ArrowDown', 'Shift+F10');
    // Below the row with the cursor, which is the last one.
    expect(rows(app)[1 + header + 3]).toContain('╭');
  });

  it('is inside the screen at every cell', async () => {
    const { app, mouse } = await open(
      `<container contextmenu="m" style="height: 100%"/><menu id="m"><item>One<item>In it</item></item><item>Two</item></menu>`,
      { width: 20, height: 8 },
    );
    for (const [x, y] of [
      [0, 0],
      [19, 0],
      [0, 7],
      [19, 7],
      [10, 4],
    ] as const) {
      await mouse('press', x, y, 2);
      await app.press('ArrowDown', 'ArrowRight');
      const text = app.text();
      expect([x, y, text.includes('In it')]).toEqual([x, y, true]);
      expect(text.split('\n').length).toBeLessThanOrEqual(8);
      await app.press('Escape', 'Escape');
    }
  });
});

describe('scripts and assistive technology', () => {
  it('open and close it', async () => {
    const { app, menu } = await open();
    const states: unknown[] = [];
    menu.addEventListener('toggle', (event) =>
      states.push((event as unknown as { newState: string }).newState),
    );
    menu.showPopover();
    expect([menu.source?.id, focused(app)]).toEqual(['file', 'm']);
    menu.hidePopover();
    expect([menu.togglePopover(), menu.togglePopover()]).toEqual([true, false]);
    menu.remove();
    menu.showPopover();
    await app.settle();
    expect(states).toEqual(['open', 'closed', 'open', 'closed']);
  });

  it('does not open behind a modal dialog', async () => {
    const { app, menu } = await open(
      `${FILE}<dialog open="true" modal="true"><button id="ok">OK</button></dialog>`,
    );
    menu.showPopover();
    await app.settle();
    expect([menu.matches(':open'), focused(app)]).toEqual([false, 'ok']);
  });

  it('has the roles of ARIA, and its items are pressed', async () => {
    const { app, menu, seen } = await open();
    menu.showPopover();
    await app.press('ArrowDown', 'ArrowRight');
    const items = app.app.accessibleItems();
    const from = items.findIndex(({ role }) => role === 'menu');
    const to = items.findIndex(({ role }) => role === 'toolbar');
    const words = items
      .slice(from, to)
      .map(({ depth, role, name = '', checked, expanded, disabled, keys }) =>
        [
          `${'  '.repeat(depth - items[from]!.depth)}${role} ${name}`,
          checked !== undefined && `checked=${checked}`,
          expanded !== undefined && `expanded=${expanded}`,
          disabled && 'disabled',
          keys,
        ]
          .filter(Boolean)
          .join(' '),
      );
    expect(words).toEqual([
      'menu File',
      '  menuitem New Control+N',
      '  menuitem Open recent expanded=true',
      '  menu Open recent',
      '    menuitem notes.txt',
      '    menuitem more expanded=false',
      '  menuitem Save disabled Control+S',
      '  separator ',
      '  menuitemcheckbox Autosave checked=true',
      '  group Sort by',
      '    menuitemradio Name checked=true',
      '    menuitemradio Date checked=false',
    ]);
    const ref = items.find(({ name }) => name === 'notes.txt')?.ref ?? '';
    expect(app.app.operate(ref, { type: 'press' })).toBe(true);
    expect(seen).toEqual(['click notes', 'select m']);
    expect(items.find(({ role }) => role === 'button')).toMatchObject({
      name: 'File',
      expanded: true,
    });
  });
});

it.each(ALL_GOLDEN_THEMES)('looks as it does in %s', async (theme) => {
  const app = await mount(FILE, { ...SIZE, theme });
  await app.press('Tab', 'Enter', 'ArrowDown', 'ArrowRight', 'ArrowDown');
  expect(app).toMatchScreen(`submenu ${theme}`);
});
