/** Renaming, moving, filtering, and what scripts change. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { use } from './use.js';

afterEach(unmountAll);

describe('renaming', () => {
  it('F2 opens the label, Enter keeps it, Escape does not', async () => {
    const { app, tree, rows, events } = await use('renamable');
    await app.press('Down', 'F2', 'l', 'i', 'b', 'Enter');
    expect(events()).toEqual(['rename src lib']);
    expect(rows()[0]).toBe('>lib');
    await app.press('F2', 'x', 'Escape');
    expect([rows()[0], events()]).toEqual(['>lib', []]);
    expect(tree.getItems()[0]).toMatchObject({ label: 'lib' });
  });

  it('a listener refuses; an empty label is none; the focus elsewhere keeps it', async () => {
    const { app, tree, rows, events } = await use('renamable');
    tree.addEventListener('rename', (event: unknown) => {
      if ((event as { label: string }).label === 'no') (event as Event).preventDefault();
    });
    await app.press('Down', 'F2', 'n', 'o', 'Enter', 'F2', 'Backspace', 'Enter');
    expect([rows()[0], events()]).toEqual(['>src', ['rename src no']]);
    await app.press('F2', 'y');
    tree.blur();
    await app.settle();
    expect(tree.getItems()[0]).toMatchObject({ label: 'y' });
  });
});

describe('moving', () => {
  it('Alt and the arrows: among siblings, into the one above, and out', async () => {
    const { app, rows, events } = await use('movable', { items: ['a', 'b', 'c'] });
    await app.press('End', 'Alt+ArrowUp');
    expect([rows(), events()]).toEqual([['a', '>c', 'b'], ['move c 1']]);
    await app.press('Alt+ArrowRight');
    expect([rows(), events()]).toEqual([['a', '>c', 'b'], ['move c a 0']]);
    await app.press('Alt+ArrowLeft');
    expect([rows(), events()]).toEqual([['a', '>c', 'b'], ['move a/c 1']]);
  });

  it('a drag puts an item into what can be opened, and beside what cannot', async () => {
    const { app, tree, rows, events } = await use('movable');
    await app.drag({ x: 5, y: 3 }, { x: 5, y: 4 });
    expect(events()).toEqual(['move src/index.ts docs 1']);
    tree.expand('docs');
    await app.settle();
    expect(rows()).toContain('README.md');
    await app.drag({ x: 6, y: 6 }, { x: 5, y: 0 });
    expect(tree.getItems()[0]).toMatchObject({ items: [{}, {}, { label: 'package.json' }] });
  });

  it('not into itself', async () => {
    const { app, tree, events } = await use('movable');
    const before = JSON.stringify(tree.getItems());
    await app.drag({ x: 5, y: 0 }, { x: 8, y: 1 });
    expect([events(), JSON.stringify(tree.getItems())]).toEqual([[], before]);
  });
});

describe('the filter', () => {
  it('shows what matches with what is around it, also what is closed, and what was open before once it is gone', async () => {
    const { app, tree, rows } = await use();
    await app.press('Down', 'Down');
    tree.setAttribute('filter-text', 'TREE');
    await app.settle();
    expect(rows()).toEqual(['src', '>elements', 'tree.ts']);
    await app.press('Left');
    expect(rows()).toEqual(['src', '>elements']);
    tree.setAttribute('filter-text', 'nothing');
    await app.settle();
    expect(app.text()).toContain('No matching items');
    tree.removeAttribute('filter-text');
    await app.settle();
    expect(rows()).toEqual(['src', '>elements', 'runtime', 'index.ts', 'docs', 'package.json']);
  });

  it('searches the cells of other columns, and follows changes', async () => {
    const { app, tree, rows } = await use(
      `filter-text="42" columns='["label","pid"]' show-header="false"`,
      {
        items: [
          { label: 'a', pid: 42 },
          { label: 'b', pid: 7 },
        ],
      },
    );
    expect(rows()).toHaveLength(1);
    tree.updateItem('b', { pid: 142 });
    tree.addItem({ label: 'c', pid: 420 });
    await app.settle();
    expect(rows()).toHaveLength(3);
  });
});

describe('scripts', () => {
  it('add, change, move and remove; the list of the app stays as it is', async () => {
    const items = [{ label: 'a', items: [{ label: 'x' }] }];
    const { app, tree, rows } = await use('', { items });
    expect(tree.addItem('b')).toBe('b');
    expect(tree.addItem({ label: 'y', id: 'Y' }, 'a', 0)).toBe('Y');
    tree.expand('a');
    tree.moveItem('Y', null, 0);
    tree.updateItem('Y', { label: 'z' });
    tree.removeItem('a/x');
    await app.settle();
    expect(rows().map((row) => row.replace('>', ''))).toEqual(['z', 'a', 'b']);
    expect(items).toEqual([{ label: 'a', items: [{ label: 'x' }] }]);
    expect(tree.getItems()).toEqual([
      { label: 'z', id: 'Y' },
      { label: 'a', items: [] },
      { label: 'b' },
    ]);
  });

  it('invalid arguments are reported, and change nothing', async () => {
    const { app, tree } = await use();
    tree.setItems(7 as never);
    tree.expand('none');
    tree.moveItem('src', 'src/elements');
    expect(app.diagnostics.map(({ message }) => message)).toEqual([
      'tree: items: expected an array, found the number 7',
      'tree: expected the id of an item, found "none"',
      'tree: moveItem: "src" is around that place',
    ]);
    expect(tree.shownCount).toBe(6);
  });

  it('open ids, the cursor and the scroll place', async () => {
    const { app, tree, rows } = await use('', { height: 3 });
    tree.expandedIds = ['src', 'src/runtime', 'docs'];
    tree.cursorId = 'docs/README.md';
    await app.settle();
    expect(rows()).toContain('>README.md');
    expect(tree.expandedIds).toEqual(['src', 'src/runtime', 'docs']);
    tree.collapseAll();
    await app.settle();
    expect(rows()).toEqual(['src', '>docs', 'package.json']);
    tree.expandAll();
    expect(tree.shownCount).toBe(10);
  });
});

describe('for assistive technology', () => {
  it('items have level, place, size of the set and states', async () => {
    const { app, tree } = await use('aria-label="Files" selectable="single"');
    await app.press('Down', 'Down');
    expect(tree.accessibleText()).toBe(
      'tree "Files", 6 items; 1 selected; at elements, closed, selected, 1 of 3, level 2',
    );
  });
});

describe('items in markup', () => {
  it('are read again when they change, with what is open as it was', async () => {
    const { app, tree, rows } = await use('renamable', { items: null });
    tree.innerHTML = '<item label="a"><item id="x">X</item></item><item>b</item>';
    await app.settle();
    await app.press('Down', 'Right', 'F2', 'c', 'Enter');
    expect(rows()).toEqual(['>c', 'X', 'b']);
    expect(tree.querySelector('item')?.getAttribute('label')).toBe('c');
    tree.querySelector('#x')!.insertAdjacentHTML('afterend', '<item>Y</item>');
    await app.settle();
    expect(rows()).toEqual(['>c', 'X', 'Y', 'b']);
  });
});
