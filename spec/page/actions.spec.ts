/** An app operated through its twin, by the events that a browser has for its controls. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { AccessibleAction } from '../../runtime/base/accessible-node.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { fire, open, type, type Sent } from './operated.js';

afterEach(unmountAll);

const actionsOf = (sent: readonly Sent[]): AccessibleAction[] => sent.map(([, action]) => action);

describe('controls', () => {
  it('are pressed', async () => {
    const { app, get, settle } = await open(
      `<button id="b">Go</button><checkbox id="c">Box</checkbox><switch id="s">On</switch>
       <radio id="r">One</radio><collapsible id="o" summary="More"><button>in</button></collapsible>`,
    );
    const state = () =>
      ['c', 's', 'r', 'o'].map((id) => {
        const { checked, open } = app.document.getElementById(id) as unknown as Record<
          string,
          unknown
        >;
        return checked ?? open;
      });
    let clicks = 0;
    app.document.getElementById('b')!.addEventListener('click', () => clicks++);
    for (const name of ['Go', 'Box', 'On', 'One', 'More']) get('button', name).click();
    await settle();
    expect([clicks, ...state()]).toEqual([1, true, true, true, true]);
    expect(get('[role=checkbox]').getAttribute('aria-checked')).toBe('true');
    expect(get('button', 'in')).toBeDefined();
  });

  it('tell the app of the focus, once', async () => {
    const { app, get, sent, settle } = await open(
      '<button id="a">A</button><button id="b">B</button>',
    );
    get('button', 'B').focus();
    expect(actionsOf(sent())).toEqual([{ type: 'focus' }]);
    await settle();
    expect(app.document.activeElement?.id).toBe('b');
    get('button', 'B').blur();
    get('button', 'B').focus();
    expect(sent()).toEqual([]);
    get('button', 'A').focus();
    await settle();
    expect(app.document.activeElement?.id).toBe('a');
  });

  it('that are disabled send nothing', async () => {
    const { main, sent, press } = await open(
      `<button disabled="true">A</button><checkbox disabled="true">B</checkbox><slider disabled="true"/>
       <input disabled="true"/><select disabled="true"><option>1</option></select>
       <list selectable="single" disabled="true"><li>x</li></list>
       <table disabled="true" selectable="single" rows='[{"a":1}]'/>`,
    );
    for (const element of main.querySelectorAll<HTMLElement>('*')) {
      element.click();
      element.focus();
      for (const key of ['Enter', ' ', 'ArrowDown', 'Escape']) press(element, key);
      for (const type of ['input', 'change', 'dblclick']) fire(element, type);
    }
    expect(sent()).toEqual([]);
  });

  it('keep keys with modifiers, and those that are none of theirs', async () => {
    const { get, sent, press } = await open('<slider aria-label="V" value="5"/>');
    const slider = get('[role=slider]');
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey']) {
      expect(press(slider, 'ArrowUp', { [modifier]: true })).toBe(true);
    }
    for (const key of ['a', 'Tab', 'F5', 'Enter']) expect(press(slider, key)).toBe(true);
    expect(sent()).toEqual([]);
    expect(press(slider, 'ArrowUp')).toBe(false);
    expect(actionsOf(sent())).toEqual([{ type: 'key', key: 'ArrowUp' }]);
  });

  it('of a range go by keys', async () => {
    const { app, get, settle, press } = await open(
      '<slider id="s" value="50"/><split-pane id="p" position="20" style="height: 3"><text>1</text><text>2</text></split-pane>',
    );
    press(get('[role=slider]'), 'PageUp');
    press(get('[role=separator]'), 'ArrowRight');
    await settle();
    expect(app.document.getElementById('s')).toMatchObject({ value: 60 });
    expect(app.document.getElementById('p')).toMatchObject({ position: 21 });
    expect(get('[role=slider]').getAttribute('aria-valuenow')).toBe('60');
  });

  it('of a group of radio buttons go by arrows, and the focus with them', async () => {
    const { document, get, settle, press } = await open(
      '<radio-group><radio>A</radio><radio>B</radio></radio-group>',
    );
    get('button', 'A').focus();
    await settle();
    press(get('button', 'A'), 'ArrowDown');
    await settle();
    expect(document.activeElement).toBe(get('button', 'B'));
    expect(get('button', 'B').getAttribute('aria-checked')).toBe('true');
  });
});

describe('fields', () => {
  it('are typed in', async () => {
    const { app, get, sent, settle } = await open('<input id="i"/><textarea id="t"/>');
    const input = get('input') as HTMLInputElement;
    input.focus();
    for (const text of ['A', 'Ad', 'Ada']) type(input, text);
    type(get('textarea'), 'one\ntwo');
    expect(actionsOf(sent()).filter((each) => each.type === 'set')).toHaveLength(4);
    await settle();
    expect(app.document.getElementById('i')).toMatchObject({ value: 'Ada' });
    expect(app.document.getElementById('t')).toMatchObject({ value: 'one\ntwo' });
    expect(input.value).toBe('Ada');
  });

  it('fire what typing does, and change with Enter', async () => {
    const { app, get, press } = await open('<input id="i"/>');
    const heard: string[] = [];
    for (const type of ['beforeinput', 'input', 'change', 'submit']) {
      app.document.addEventListener(type, () => heard.push(type));
    }
    type(get('input'), 'x');
    expect(heard).toEqual(['beforeinput', 'input']);
    expect(press(get('input'), 'Enter')).toBe(false);
    expect(heard.slice(2)).toEqual(['change', 'submit']);
  });

  it('send no text that an input method is still at', async () => {
    const { get, sent, settle, app } = await open('<input id="i"/>');
    const input = get('input') as HTMLInputElement;
    const { InputEvent } = input.ownerDocument.defaultView!;
    fire(input, 'compositionstart');
    input.value = 'ni';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    expect(actionsOf(sent())).toEqual([]);
    (app.document.getElementById('i') as unknown as { value: string }).value = 'other';
    await settle();
    expect(input.value).toBe('ni');
    input.value = '你';
    fire(input, 'compositionend');
    await settle();
    expect(app.document.getElementById('i')).toMatchObject({ value: '你' });
    expect(input.value).toBe('你');
  });

  it('show what the app makes of it, in time also what it refuses', async () => {
    const { app, main, settle, pass } = await open('<input id="u"/><input id="n" type="number"/>');
    const upper = app.document.getElementById('u') as unknown as { value: string } & EventTarget;
    upper.addEventListener('input', () => (upper.value = upper.value.toUpperCase()));
    const [first, second] = [...main.querySelectorAll('input')] as [
      HTMLInputElement,
      HTMLInputElement,
    ];
    first.focus();
    type(first, 'ab');
    first.setSelectionRange(1, 1);
    await settle();
    expect([first.value, first.selectionStart]).toEqual(['AB', 1]);
    second.focus();
    type(second, '1x');
    await settle();
    pass();
    expect(second.value).toBe('1');
    type(second, '1y');
    await settle();
    expect(second.value).toBe('1y');
    pass();
    expect(second.value).toBe('1');
  });

  it('are never sent a password, but send one', async () => {
    const { app, get, main, settle } = await open('<input type="password" id="p"/>');
    type(get('input'), 'hunter2');
    await settle();
    expect(app.document.getElementById('p')).toMatchObject({ value: 'hunter2' });
    expect(main.outerHTML).not.toContain('hunter2');
  });

  it('of numbers step', async () => {
    const { get, settle, press } = await open('<input type="number" value="1" step="2" min="1"/>');
    press(get('[role=spinbutton]'), 'ArrowUp');
    await settle();
    expect((get('input') as HTMLInputElement).value).toBe('3');
  });
});

describe('choices', () => {
  it('of one are made', async () => {
    const { app, get, settle } = await open(
      '<select id="s"><option>Oslo</option><option>Riga</option><optgroup label="G"><option>Rome</option></optgroup></select>',
    );
    const select = get('select') as HTMLSelectElement;
    for (const value of ['Riga', 'Rome', 'Oslo']) {
      select.value = value;
      fire(select, 'change');
      await settle();
      expect(app.document.getElementById('s')).toMatchObject({ value });
      expect(select.value).toBe(value);
    }
  });

  it('of several are made and taken back', async () => {
    const { app, get, settle, sent } = await open(
      '<select id="s" multiple="true"><option>A</option><option>B</option><option>C</option></select>',
    );
    const select = get('select') as HTMLSelectElement;
    const values = () =>
      (app.document.getElementById('s') as unknown as { getValue(): string[] }).getValue();
    const choose = (...names: string[]): void => {
      for (const option of select.options) option.selected = names.includes(option.value);
      fire(select, 'change');
    };
    choose('A', 'C');
    // Before a tree has come.
    choose('A', 'B');
    expect(values()).toEqual(['A', 'B']);
    await settle();
    choose('B');
    await settle();
    expect(values()).toEqual(['B']);
    sent();
    choose('B');
    expect(sent()).toEqual([]);
  });

  it('in a list go by clicks and keys', async () => {
    const { app, get, settle, press } = await open(
      `<list id="l" selectable="single"><li>One</li><li>Two</li></list>
       <list id="m" selectable="multiple" aria-label="M"><li>Three</li><li>Four</li></list>`,
    );
    const values = (id: string) =>
      (app.document.getElementById(id) as unknown as { values: string[] }).values;
    get('li', 'Two').click();
    get('li', 'Three').click();
    get('li', 'Four').click();
    await settle();
    get('li', 'Three').click();
    expect([values('l'), values('m')]).toEqual([['Two'], ['Four']]);
    await settle();
    const list = get('ul[aria-label=M]');
    expect(list.getAttribute('aria-activedescendant')).toBe(get('li', 'Three').id);
    press(list, 'ArrowDown');
    press(list, ' ');
    await settle();
    expect(values('m')).toEqual([]);
    expect(get('li', 'Four').getAttribute('aria-selected')).toBe('false');
    let activated = '';
    app.document.addEventListener('activate', (event) => {
      activated = (event as unknown as { value: string }).value;
    });
    press(list, 'Enter');
    expect(activated).toBe('Four');
    fire(get('li', 'One'), 'dblclick');
    expect(activated).toBe('One');
  });

  it('of rows, and the order of columns', async () => {
    const { app, get, settle, press } = await open(
      `<table id="t" selectable="multiple" sortable="true" rows='${JSON.stringify(
        Array.from({ length: 50 }, (_, n) => ({ n: 50 - n })),
      )}' style="height: 6"/>`,
    );
    const table = app.document.getElementById('t') as unknown as {
      getSelectedRows(): number[];
      cursorRow: number;
    };
    const grid = get('table');
    get('tr', '50').click();
    get('tr', '49').click();
    await settle();
    get('tr', '50').click();
    await settle();
    expect(table.getSelectedRows()).toEqual([1]);
    // Rows that do not show come as keys go there.
    for (let step = 0; step < 20; step++) {
      press(grid, 'ArrowDown');
      await settle();
      const at = grid.getAttribute('aria-activedescendant');
      expect(get(`[id="${at}"]`).textContent).toBe(String(49 - step));
    }
    press(grid, ' ');
    expect(table.getSelectedRows()).toEqual([1, 20]);
    get('th button', 'n').click();
    await settle();
    expect(get('th').getAttribute('aria-sort')).toBe('ascending');
    expect(grid.querySelector('tbody tr')?.textContent).toBe('1');
  });

  it('of tabs, with one stop for all', async () => {
    const { document, get, settle, press, main } = await open(
      '<tabs><tab label="A"><button>in A</button></tab><tab label="B" closable="true"><button>in B</button></tab><tab label="C" disabled="true"/></tabs>',
    );
    const stops = () =>
      [...main.querySelectorAll('[role=tab]')].map((tab) => tab.getAttribute('tabindex'));
    expect(stops()).toEqual([null, '-1', null]);
    const first = get('button', 'A');
    first.focus();
    await settle();
    press(first, 'ArrowRight');
    await settle();
    expect(document.activeElement).toBe(get('button', 'B'));
    expect(stops()).toEqual(['-1', null, null]);
    expect(get('button', 'in B')).toBeDefined();
    get('button', 'A').click();
    await settle();
    expect(get('button', 'in A')).toBeDefined();
    get('button', 'B').click();
    await settle();
    press(get('button', 'B'), 'Delete');
    await settle();
    expect(main.querySelectorAll('[role=tab]')).toHaveLength(2);
    expect(document.activeElement).toBe(get('button', 'A'));
  });

  it('of bars', async () => {
    const { app, get, settle, press } = await open(
      `<data-bars id="d" selectable="true" series='[{"name":"s"}]' labels='["Mon","Tue"]' bars='[[1],[2]]'/>`,
    );
    const chosen: unknown[] = [];
    app.document.getElementById('d')!.addEventListener('select', (event) => {
      chosen.push((event as unknown as { label: string }).label);
    });
    get('li', 'Tue, 2').click();
    await settle();
    expect(get('li', 'Tue, 2').getAttribute('aria-selected')).toBe('true');
    press(get('[role=listbox]'), 'ArrowUp');
    press(get('[role=listbox]'), 'Enter');
    expect(chosen).toEqual(['Tue', 'Mon']);
  });
});

describe('links', () => {
  it('of the web are the browser’s, all others are pressed', async () => {
    const { app, get, sent, press } = await open(
      '<text><a href="https://a.example/x">web</a> and <a href="page" id="p">page</a></text>',
    );
    let clicks = 0;
    app.document.getElementById('p')!.addEventListener('click', () => clicks++);
    const web = get('a', 'web');
    expect([web.getAttribute('href'), web.getAttribute('target'), web.getAttribute('rel')]).toEqual(
      ['https://a.example/x', '_blank', 'noopener noreferrer'],
    );
    web.addEventListener('click', (event) => event.preventDefault());
    web.click();
    expect(sent()).toEqual([]);
    get('[role=link]', 'page').click();
    press(get('[role=link]', 'page'), 'Enter');
    expect(clicks).toBe(2);
  });
});

describe('dialogs', () => {
  it('have the focus while they are open, Escape closes them, and it goes back', async () => {
    const { app, document, get, settle, press, main } = await open(
      `<button id="o" onClick="$tui.getElementById('d').showModal()">Open</button>
       <dialog id="d" title="Sure?"><button>Yes</button></dialog>`,
    );
    get('button', 'Open').focus();
    get('button', 'Open').click();
    await settle();
    expect(document.activeElement).toBe(get('button', 'Yes'));
    expect(main.querySelectorAll('button')).toHaveLength(1);
    press(get('button', 'Yes'), 'Escape');
    await settle();
    expect(app.document.getElementById('d')).toMatchObject({ open: false });
    expect(document.activeElement).toBe(get('button', 'Open'));
  });
});

describe('dialogs of words alone', () => {
  it('have the focus themselves', async () => {
    const { document, get, settle, press } = await open(
      `<button onClick="$tui.getElementById('d').showModal()">Open</button>
       <dialog id="d" title="Done"><text>All is saved.</text></dialog>`,
    );
    get('button', 'Open').focus();
    get('button', 'Open').click();
    await settle();
    expect(document.activeElement).toBe(get('dialog'));
    press(get('dialog'), 'Escape');
    await settle();
    expect(document.activeElement).toBe(get('button', 'Open'));
  });
});

describe('notifications', () => {
  it('come into a region that was there before', async () => {
    const { app, get, settle, main } = await open('<text>in</text>');
    const [log, alert] = [get('[role=log]'), get('[role=alert]')];
    app.$tui.notify('Saved');
    app.$tui.notify('Lost', { kind: 'error' });
    await settle();
    expect([get('[role=log]'), get('[role=alert]')]).toEqual([log, alert]);
    expect([log.textContent, alert.textContent]).toEqual(['Saved', 'Lost']);
    get('p', 'Lost').click();
    await settle();
    expect(main.textContent).toBe('inSaved');
  });
});
