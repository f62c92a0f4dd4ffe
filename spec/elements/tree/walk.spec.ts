/** Trees used at random: what was painted bit by bit is what a fresh frame paints, and the cursor is on an item that shows. */
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mouseBytes } from '../../../runtime/testing/input-bytes.js';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { use } from './use.js';

afterEach(unmountAll);

const KEYS =
  'ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown Shift+ArrowDown Ctrl+A Enter Escape Space * F2 s x Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight'.split(
    ' ',
  );
const cell = fc.record({ x: fc.nat(29), y: fc.nat(8) });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ key: fc.constantFrom(...KEYS) }) },
  fc.record({
    mouse: fc.constantFrom('press', 'drag', 'release', 'wheelDown', 'wheelUp'),
    at: cell,
  }),
  fc.record({ size: cell }),
  fc.record({
    name: fc.constantFrom('filter-text', 'selectable', 'movable', 'renamable', 'columns', 'items'),
    value: fc.constantFrom('', 's', 'none', 'multiple', 'true', '["label","size"]'),
  }),
  fc.record({
    change: fc.constantFrom('add', 'addIn', 'remove', 'set', 'reload', 'all', 'none'),
    at: fc.nat(20),
  }),
);

it('paints bit by bit what a fresh frame paints', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 24 }),
      fc.constantFrom('fullcolor-dark', 'bw-std'),
      async (steps, theme) => {
        const { app, tree } = await use('movable renamable selectable="multiple"', {
          width: 30,
          height: 8,
          theme,
          errors: 'keep',
          load: ({ id }) =>
            id.length % 2 === 0 ? ['loaded', { label: 'more', hasItems: true }] : [],
        });
        let count = 0;
        for (const each of steps) {
          if ('key' in each) await app.press(each.key);
          else if ('mouse' in each)
            app.app.input(mouseBytes(each.mouse as 'press', each.at.x, each.at.y));
          else if ('size' in each) await app.resize(each.size.x + 1, each.size.y + 1);
          else if ('name' in each) tree.setAttribute(each.name, each.value);
          else {
            const id = tree.cursorId;
            if (each.change === 'add') tree.addItem({ label: `s${count++}`, hasItems: true });
            else if (each.change === 'addIn' && id !== undefined)
              tree.addItem(`x${count++}`, id, 0);
            else if (each.change === 'remove' && id !== undefined) tree.removeItem(id);
            else if (each.change === 'set') tree.setItems(tree.getItems());
            else if (each.change === 'reload') tree.reload();
            else if (each.change === 'all') tree.expandAll();
            else if (each.change === 'none') tree.collapseAll();
          }
          await app.settle();
        }
        const codes = app.diagnostics.map(({ code }) => code);
        expect(codes.filter((code) => !code.startsWith('bad-'))).toEqual([]);
        const painted = app.screen().toAnsi();
        app.app.repaint();
        app.app.frame();
        expect(app.screen().toAnsi()).toBe(painted);
        if (tree.shownCount > 0) expect(tree.cursorId).toBeDefined();
        app.unmount();
      },
    ),
    { numRuns: propertyRuns(150) },
  );
});
