/** A table in use: keys, pointer, sorting, selecting, binding, copying, reading aloud. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Table } from '../../../elements/table/table.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { ROWS, use } from './use.js';

afterEach(unmountAll);

describe('keys', () => {
  it('move and select one row, and scroll no farther than needed', async () => {
    const { app, table, events, names } = await use('selectable="single"');
    await app.press('Space');
    expect(events()).toEqual(['select beta 1']);
    await app.press('Down', 'Down', 'Down');
    expect(table.selectedRow).toBe(3);
    expect(names()).toEqual(['beta', 'alpha', 'item 10', 'item 9']);
    await app.press('Down');
    expect(names()).toEqual(['alpha', 'item 10', 'item 9', 'gamma']);
    await app.press('End');
    expect(table.selectedRow).toBe(5);
    await app.press('PageUp');
    expect(table.selectedRow).toBe(2);
    await app.press('Home', 'Enter');
    expect(events().slice(-2)).toEqual(['select beta 1', 'activate beta']);
    await app.press('Escape');
    await app.advance(100);
    expect(events()).toEqual(['select undefined 0']);
    expect(table.selectedRow).toBe(-1);
  });

  it('of several rows: Space toggles, Shift extends, Ctrl+A takes all', async () => {
    const { app, table, events } = await use('selectable="multiple"');
    await app.press('Down', 'Space');
    expect(events()).toEqual(['select alpha 1']);
    await app.press('Shift+Down', 'Shift+Down');
    expect(table.getSelectedRows()).toEqual([1, 2, 3]);
    await app.press('Shift+Up');
    expect(table.getSelectedRows()).toEqual([1, 2]);
    await app.press('Down', 'Down', 'Space');
    expect(table.getSelectedRows()).toEqual([1, 2, 4]);
    await app.press('Space');
    expect(table.getSelectedRows()).toEqual([1, 2]);
    await app.press('Ctrl+A');
    expect(table.selectedIds).toEqual(ROWS.map(({ name }) => name));
  });

  it('sort from the header: ascending, descending, not at all', async () => {
    const { app, table, events, names } = await use('selectable="single"');
    await app.press('Up', 'Enter');
    expect(names()).toEqual(['alpha', 'beta', 'delta', 'gamma']);
    await app.press('Right', 'Right', 'Enter');
    // `kind` cannot be sorted by: Right stays at `size`.
    expect(names()).toEqual(['item 9', 'delta', 'item 10', 'gamma']);
    await app.press('Enter');
    expect(names()).toEqual(['beta', 'gamma', 'item 10', 'delta']);
    await app.press('Enter', 'Down', 'Down');
    expect(table.sortBy).toBeUndefined();
    expect(names()).toEqual(['beta', 'alpha', 'item 10', 'item 9']);
    expect(events().filter((event) => event.startsWith('sort'))).toEqual([
      'sort name ascending',
      'sort size ascending',
      'sort size descending',
      'sort undefined ascending',
    ]);
    expect(table.selectedRow).toBe(1);
  });

  it('scroll a table that nobody selects from', async () => {
    const { app, names, events } = await use('');
    await app.press('Down', 'Down');
    expect(names()[0]).toBe('item 10');
    await app.press('Home', 'End');
    expect(names().at(-1)).toBe('delta');
    await app.press('Enter', 'Space');
    expect(events()).toEqual([]);
  });
});

describe('the pointer', () => {
  it('selects, toggles, extends, activates', async () => {
    const { app, table, events } = await use('selectable="multiple"');
    await app.click({ x: 3, y: 2 });
    expect(table.getSelectedRows()).toEqual([1]);
    await app.click({ x: 3, y: 4 }, { ctrl: true });
    expect(table.getSelectedRows()).toEqual([1, 3]);
    await app.click({ x: 3, y: 2 }, { ctrl: true });
    await app.click({ x: 3, y: 1 }, { shift: true });
    expect(table.getSelectedRows()).toEqual([0, 1]);
    events();
    await app.click({ x: 3, y: 3 });
    await app.click({ x: 3, y: 3 });
    expect(events()).toEqual(['select item 10 1', 'activate item 10']);
  });

  it('sorts by the label and its arrow, and not by a column that has no order', async () => {
    const { app, table, names } = await use('');
    await app.click({ x: 2, y: 0 });
    expect(names()[0]).toBe('alpha');
    expect(app.text()).toContain('name ▲');
    await app.click({ x: 2, y: 0 });
    expect(app.text()).toContain('name ▼');
    await app.click({ x: 2, y: 0 });
    expect(table.sortBy).toBeUndefined();
    await app.click({ x: 19, y: 0 });
    expect(table.sortBy).toBeUndefined();
  });

  it('scrolls by the wheel and by the thumb, to both ends', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({ name: `r${index}` }));
    const { app, names } = await use('', { rows });
    await app.wheel({ x: 3, y: 2 }, 1);
    expect(names()[0]).toBe('r3');
    await app.drag({ x: 29, y: 1 }, { x: 29, y: 4 });
    expect(names().at(-1)).toBe('r999');
    await app.drag({ x: 29, y: 4 }, { x: 29, y: 1 });
    expect(names()[0]).toBe('r0');
    await app.click({ x: 29, y: 4 });
    expect(names()[0]).toBe('r4');
    expect(app.clipboard).toBe('');
  });

  it('copies cells that were dragged over as tab-separated values', async () => {
    const { app } = await use('selectable="single"');
    await app.drag({ x: 2, y: 1 }, { x: 11, y: 3 });
    expect(app.clipboard).toBe('beta\t2,000\nalpha\t\nitem 10\t10');
    expect(app.notifications).toEqual(['Copied 3 rows of 2 columns to clipboard']);
    await app.drag({ x: 2, y: 0 }, { x: 4, y: 1 });
    expect(app.clipboard).toBe('name\nbeta');
  });
});

describe('selected rows', () => {
  it('stay selected and in place through sort, filter, append, update and remove', async () => {
    const { app, table } = await use('selectable="single"');
    table.setSelectedRow(4);
    table.sort('name');
    expect(table.selectedIds).toEqual(['gamma']);
    table.filter('a');
    table.appendRow({ name: 'aaa', size: 1, kind: 'z' });
    table.removeRow(0);
    expect(table.selectedRow).toBe(3);
    table.updateRow(3, { name: 'gamma 2', size: 1, kind: 'z' });
    expect(table.selectedIds).toEqual(['gamma 2']);
    table.setRows([{ name: 'x' }, { name: 'gamma 2' }] as never);
    expect(table.selectedRow).toBe(1);
    table.removeRow(1);
    expect(table.selectedRow).toBe(-1);
    await app.settle();
    expect(app.text()).toContain('No matching rows');
  });

  it('keep their line on the screen where they can', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({ name: `r${index}`, size: -index }));
    const { app, table, names } = await use('selectable="single"', { rows });
    table.setSelectedRow(50);
    await app.settle();
    const line = names().indexOf('r50');
    table.filter('5');
    await app.settle();
    expect(names()).toContain('r50');
    table.filter(null);
    await app.settle();
    expect(names().indexOf('r50')).toBe(line);
    table.sort('size');
    await app.settle();
    expect(names()[0]).toBe('r99');
    table.scrollToRow(50);
    await app.settle();
    const sorted = names().indexOf('r50');
    for (let i = 0; i < 20; i++) table.appendRow({ name: `low ${i}`, size: -1000 - i });
    await app.settle();
    expect(names().indexOf('r50')).toBe(sorted);
  });

  it('are the app’s where it controls them', async () => {
    const { app, table, events } = await use(`selectable="single" selected-ids='["beta"]'`);
    await app.press('Down', 'Down');
    expect(table.selectedIds).toEqual(['beta']);
    expect(events()).toContain('select alpha 1');
    table.selectedIds = new Set(['alpha']);
    expect(table.selectedRow).toBe(1);
  });

  it('are bound by ids, as rows, filter and sort are by their names', async () => {
    const app = await mount(
      `<tui><table id="t" row-key="name" selectable="multiple" bind="rows" bind:selection="chosen"
        bind:filter-text="query" bind:sort-by="by" style="height: 6"/><text bind="said"/>
      <script>
        export const state = $tui.createState({ rows: [{ name: 'b' }, { name: 'a' }], chosen: ['a'], query: '', by: '', said: '' });
        state.subscribe('chosen', () => { state.said = state.chosen.join('+'); });
        state.subscribe('by', () => { state.said = 'by ' + state.by; });
      </script></tui>`,
      { width: 20, height: 8 },
    );
    expect(app.text()).toMatch(/✓ a/);
    await app.click({ x: 2, y: 1 }, { ctrl: true });
    expect(app.text()).toContain('b+a');
    await app.click({ x: 2, y: 0 });
    expect(app.text()).toContain('by name');
    expect(app.text()).toMatch(/name ▲[^]*✓ a[^]*✓ b/);
  });
});

describe('a table', () => {
  it('takes no input while disabled', async () => {
    const { app, table, events } = await use('selectable="single" disabled="true"');
    await app.click({ x: 3, y: 2 });
    await app.press('Down', 'Enter');
    await app.click({ x: 2, y: 0 });
    expect(events()).toEqual([]);
    expect(table.selectedRow).toBe(-1);
  });

  it('shows by what the app has sorted, where a listener prevents the sort', async () => {
    const { app, table, names } = await use('');
    const order = names();
    const sorts: unknown[] = [];
    table.addEventListener('sort', (event) => {
      event.preventDefault();
      const { key, direction } = event as Event & { key?: string; direction?: string };
      sorts.push(`${key} ${direction}`);
    });
    const header = (): string => app.text().split('\n')[0] ?? '';
    await app.click({ x: 2, y: 0 });
    expect(header()).toContain('name ▲');
    expect(table.accessibleText()).toContain('sorted by name, ascending');
    await app.click({ x: 2, y: 0 });
    expect(header()).toContain('name ▼');
    // A row that changes goes to no other place: the order is the app's.
    table.updateRow(0, { name: 'zzz' });
    await app.settle();
    expect([names(), table.sortBy]).toEqual([['zzz', ...order.slice(1)], undefined]);
    await app.click({ x: 2, y: 0 });
    expect(header()).not.toMatch(/[▲▼]/);
    expect(sorts).toEqual(['name ascending', 'name descending', 'undefined ascending']);
    await app.click({ x: 2, y: 0 });
    table.sort(null);
    await app.settle();
    expect(header()).not.toMatch(/[▲▼]/);
  });

  it('takes the order from the app also after it was sorted by the table', async () => {
    const { app, table, names } = await use('sort-by="name"');
    const sorted = names();
    table.addEventListener('sort', (event) => event.preventDefault(), { once: true });
    await app.click({ x: 2, y: 0 });
    expect(names()).not.toEqual(sorted);
    expect(app.text()).toContain('name ▼');
    table.sort('name');
    await app.settle();
    expect(names()).toEqual(sorted);
  });

  it('leaves a sort to a listener that prevents it and sorts by the table', async () => {
    const { app, table } = await use('');
    table.addEventListener('sort', (event) => {
      event.preventDefault();
      table.sort('size', 'descending');
    });
    await app.click({ x: 2, y: 0 });
    expect(app.text()).toContain('size ▼');
    expect([table.sortBy, table.sortDirection]).toEqual(['size', 'descending']);
  });

  it('says what it holds', async () => {
    const { app, table } = await use('selectable="single" aria-label="Files"');
    expect(table.accessibleText()).toBe('table "Files", 3 columns: name, size, kind; 6 rows');
    table.sort('size', 'descending');
    table.filter('a');
    await app.press('Space');
    expect(table.accessibleText()).toBe(
      'table "Files", 3 columns: name, size, kind; 4 of 6 rows shown; sorted by size, descending; selected row 1: name beta, size 2,000, kind b',
    );
  });

  it('follows its end, until someone looks elsewhere', async () => {
    const { app, table, names } = await use('follow="true"');
    const add = async (name: string): Promise<void> => {
      table.appendRow({ name });
      await app.settle();
    };
    await app.press('End');
    await add('new 1');
    expect(names().at(-1)).toBe('new 1');
    await app.press('Up');
    await add('new 2');
    expect(names().at(-1)).not.toBe('new 2');
    await app.press('End');
    await add('new 3');
    expect(names().at(-1)).toBe('new 3');
  });

  it('goes sideways by whole columns where it is too narrow for all', async () => {
    const { app } = await use('', { width: 16 });
    expect(app.text().split('\n')[0]).toMatch(/size ›$|›$/);
    await app.press('Right');
    expect(app.text().split('\n')[0]).toMatch(/^‹ *size/);
    await app.press('Left');
    expect(app.text().split('\n')[0]).toMatch(/^ name/);
  });

  it('widens columns as wider rows come into view and never narrows them', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ({
      name: index === 1003 ? 'a much longer name' : `r${index}`,
      size: 1,
    }));
    const { app, table } = await use('', { rows, width: 40 });
    const column = (): number => app.text().split('\n')[0]!.indexOf('size');
    const before = column();
    table.scrollToRow(1003);
    await app.settle();
    const wide = column();
    expect(wide).toBeGreaterThan(before);
    table.scrollToRow(0);
    await app.settle();
    expect(column()).toBe(wide);
  });

  it.each([
    ['', ' abc'],
    ['<tr><th>Head</th></tr>', ' Head\n abc'],
  ])('filters rows of markup from the start: %s', async (head, shown) => {
    const app = await mount(
      `<tui><table filter-text="abc">${head}<tr><td>abc</td></tr><tr><td>xyz</td></tr></table></tui>`,
      { width: 12, height: 4 },
    );
    expect(app.text()).toBe(shown);
  });

  it('goes by what columns hold, and not by how often that was painted', async () => {
    const app = await mount(
      '<tui><table id="t" style="height: 2"><tr><th>Name</th><th>No</th></tr><tr><td>one</td><td>1</td></tr><tr><td>two</td><td>2</td></tr></table></tui>',
      { width: 30, height: 2 },
    );
    const [, , , cell] = app.document.querySelectorAll('td');
    cell!.textContent = 'a longer run of several words';
    await app.settle();
    const before = app.text();
    for (let times = 0; times < 3; times++) {
      app.app.repaint();
      await app.settle();
    }
    expect(app.text()).toBe(before);
  });

  it('tells the whole text of a cell that is cut', async () => {
    const { app } = await use('', {
      rows: [{ name: 'a name that is far too long for its column', size: 1 }],
    });
    await app.hover({ x: 4, y: 1 });
    await app.advance(400);
    expect(app.text()).toContain('far too');
  });

  it('formats cells by a script', async () => {
    const app = await mount(
      `<tui><table columns='["n"]' rows='[[1],[2]]' onFormat="({value}) => value === 1 ? 'one' : {text: 'two', color: 'red'}"/></tui>`,
      { width: 10, height: 4 },
    );
    expect(app.text()).toBe('   n\n one\n two');
  });

  it('refuses what is no row, and keeps what it has', async () => {
    const { app, table } = await use('');
    const messages: string[] = [];
    table.addEventListener('error', (event: unknown) =>
      messages.push((event as { message: string }).message),
    );
    for (const wrong of [
      () => table.setRows([1] as never),
      () => table.appendRow(null as never),
      () => table.removeRow(99),
      () => table.updateRow(-1, {}),
      () => table.sort('nope'),
      () => table.setSelectedIds('ab'),
    ]) {
      wrong();
    }
    expect(messages).toEqual([
      'table: rows[0]: expected an array or an object, found the number 1',
      'table: rows[0]: expected an array or an object, found null',
      'table: expected the index of one of 6 rows, found 99',
      'table: expected the index of one of 6 rows, found -1',
      'table: sort: unknown column "nope"',
      'table: ids: expected a set of strings, found the string "ab"',
    ]);
    expect(table.rowCount).toBe(6);
    await app.settle().catch(() => undefined);
  });

  it.each([
    [`columns='[{"key":"a","align":"middle"}]'`, /columns|\[0\]\.align: expected one of/],
    [`columns='[{"label":"a"}]'`, /\[0\]: "key" is missing/],
    [`columns='[{"key":"a","width":"3fx"}]'`, /\[0\]\.width/],
    [`rows='[1]'`, /\[0\]: expected an array or an object/],
    [`rows='[{]'`, /./],
  ])('%s is pointed at', async (attribute, message) => {
    await expect(mount(`<table ${attribute}/>`, {})).rejects.toThrow(message);
  });
});

describe('markup', () => {
  const MARKUP = `<tui><table id="t" selectable="single"><tr><th>Name</th><th key="n" format="number">N</th></tr>
    <tr id="x"><td>b</td><td>1500</td></tr><tr><td id="cell">a <b>c</b></td><td value="3">three</td></tr></table></tui>`;

  it('is rows and columns, follows changes, and sorts by values', async () => {
    const app = await mount(MARKUP, { width: 20, height: 5 });
    const table = app.document.getElementById('t') as unknown as Table;
    expect(table.getRows()).toEqual([
      ['b', 1500],
      ['a c', 3],
    ]);
    expect(app.text()).toBe('  Name       N\n  b      1,500\n  a c        3');
    app.document.getElementById('cell')!.textContent = 'zz';
    await app.settle();
    expect(app.text()).toContain('zz');
    table.sort('n');
    await app.settle();
    expect(app.text()).toMatch(/zz[^]*b/);
    table.setSelectedIds(['x']);
    expect(table.selectedRow).toBe(0);
  });

  it('is left behind by a script that changes rows', async () => {
    const app = await mount(MARKUP, { width: 20, height: 5 });
    const table = app.document.getElementById('t') as unknown as Table;
    table.appendRow(['new', 7]);
    app.document.getElementById('cell')!.textContent = 'zz';
    await app.settle();
    expect(app.text()).toContain('new');
    expect(app.text()).not.toContain('zz');
  });
});

describe('hostile input', () => {
  const TEXTS = [
    '\u001b[31mred',
    '保存保存保存',
    '👨‍👩‍👧‍👦👨‍👩‍👧‍👦',
    '\u202eabc',
    'x'.repeat(10_000),
    'a\tb\nc',
  ];

  it.each([0, 1, 2, 3, 5, 8, 20])('paints any text at width %i', async (width) => {
    const { app } = await use('selectable="multiple"', {
      width,
      rows: TEXTS.map((name) => ({ name, size: Number.MAX_VALUE, kind: { a: [name] } })),
    });
    await app.press('Down', 'Space', 'Right', 'End');
    expect(app.text()).not.toMatch(/[\u001b\u202e]/);
  });

  it('takes cycles, symbols of objects and getters that throw nowhere near the screen', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['name'] = cycle;
    const { app } = await use('', {
      rows: [cycle, { name: 10n }, { name: new Date(0) }, { name: () => 1 }],
    });
    expect(app.text()).toContain('[object');
    expect(app.text()).toContain('1970');
  });
});
