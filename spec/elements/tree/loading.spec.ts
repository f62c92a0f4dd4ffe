/**
 * Items that are loaded when they are opened, among them what Textual's DirectoryTree had to repair: reloading kept
 * neither the cursor nor what was open, answers that came late were shown, and one folder without permission ended the tree.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { use } from './use.js';

afterEach(unmountAll);

const FOLDERS = [
  { label: 'a', hasItems: true },
  { label: 'b', hasItems: true },
];

/** Answers that the test gives when it likes. */
function answers() {
  const open: { id: string; resolve: (items: string[]) => void; reject: (error: Error) => void }[] =
    [];
  return {
    open,
    load: async ({ id }: { id: string }): Promise<readonly string[]> =>
      new Promise<string[]>((resolve, reject) => open.push({ id, resolve, reject })),
  };
}

it('is busy until the answer comes, then open; events follow', async () => {
  const { open, load } = answers();
  const { app, tree, rows, events } = await use('', { items: FOLDERS, load });
  await app.press('Down', 'Right');
  expect(rows()).toEqual(['>a Loading …', 'b']);
  expect(tree.matches(':state(busy)')).toBe(true);
  expect(events()).toEqual([]);
  open[0]!.resolve(['x', 'y']);
  await app.waitFor(() => expect(rows()).toEqual(['>a', 'x', 'y', 'b']));
  expect(tree.matches(':state(busy)')).toBe(false);
  expect(events()).toEqual(['toggle a true']);
});

it('shows why it failed, and opening it tries again', async () => {
  const { open, load } = answers();
  const { app, rows } = await use('', { items: FOLDERS, load });
  await app.press('Down', 'Right');
  open[0]!.reject(new Error('EACCES'));
  await app.waitFor(() => expect(rows()).toEqual(['>a ✗ EACCES', 'b']));
  await app.press('Right');
  open[1]!.resolve(['x']);
  await app.waitFor(() => expect(rows()).toEqual(['>a', 'x', 'b']));
});

it('an answer that is not a list is an error of that item', async () => {
  const { app, rows } = await use('', { items: FOLDERS, load: () => 7 as never, width: 60 });
  await app.press('Down', 'Right');
  expect(rows()[0]).toBe('>a ✗ onLoadChildren: expected an array, found the number…');
});

it('opens at the start what the data says is open', async () => {
  const app = await mount(
    `<tui><tree id="t" items='[{"label":"a","hasItems":true,"expanded":true}]' onLoadChildren="list"/>
     <script>
       export async function list({ id }) { return [id + '1', { label: 'sub', hasItems: true, expanded: id.length === 1 }]; }
     </script></tui>`,
    { width: 20, height: 8 },
  );
  await app.waitFor(() =>
    expect(
      app
        .text()
        .split('\n')
        .map((line) => line.trimEnd())
        .filter(Boolean),
    ).toEqual([' ▾ a', ' ├── a1', ' └─▾ sub', '   ├── a/sub1', '   └─▸ sub']),
  );
});

it('what a script throws is shown at the item', async () => {
  const app = await mount(
    `<tui><tree id="t" autofocus items='[{"label":"a","hasItems":true}]' onLoadChildren="list"/>
     <script>export function list() { throw new Error('no way'); }</script></tui>`,
    { width: 30, height: 4 },
  );
  await app.press('Down', 'Right');
  await app.waitFor(() => expect(app.text()).toContain('a ✗ no way'));
});

describe('textual, DirectoryTree', () => {
  it('reloading keeps the cursor, what is open, and what is at the top', async () => {
    let extra = '';
    const load = ({ id }: { id: string }) =>
      ['1', '2', '3', '4', '5', '6'].map((name) => ({
        label: `${name}${extra}`,
        id: `${id}${name}`,
        hasItems: id.length < 2,
      }));
    const { app, tree, rows } = await use('', { items: FOLDERS, load, height: 6 });
    await app.press('Down', 'Right', 'Right', 'Down', 'Down', 'Down', 'Right', 'Down');
    const before = rows();
    expect(before).toEqual(['a', '1', '2', '3', '4', '1']);
    extra = '!';
    tree.reload('a');
    await app.settle();
    expect(rows().map((row) => row.replaceAll('!', ''))).toEqual(before);
    expect(tree.cursorId).toBe('a41');
    expect(tree.expandedIds).toEqual(['a', 'a4']);
  });

  it('an answer that was overtaken by another one is dropped', async () => {
    const { open, load } = answers();
    const { app, tree, rows } = await use('', { items: FOLDERS, load });
    await app.press('Down', 'Right');
    tree.reload('a');
    open[1]!.resolve(['new']);
    await app.waitFor(() => expect(tree.getItems()[0]?.items).toEqual(['new']));
    open[0]!.resolve(['old']);
    await app.settle();
    expect(rows().join()).not.toContain('old');
  });

  it('an answer for an item that is gone changes nothing', async () => {
    const { open, load } = answers();
    const { app, tree, rows } = await use('', { items: FOLDERS, load });
    await app.press('Down', 'Right');
    tree.removeItem('a');
    open[0]!.resolve(['x']);
    await app.settle();
    expect(rows()).toEqual(['>b']);
    await app.waitFor(() => expect(tree.matches(':state(busy)')).toBe(false));
  });

  it('one folder that cannot be read leaves the others', async () => {
    const load = ({ id }: { id: string }) => {
      if (id === 'a') throw new Error('EACCES');
      return ['x'];
    };
    const { app, rows } = await use('', { items: FOLDERS, load });
    await app.press('Down', 'Right', 'Down', 'Right');
    expect(rows()).toEqual(['a ✗ EACCES', '>b', 'x']);
  });
});
