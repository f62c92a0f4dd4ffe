/** Random walks of keys, clicks and changes over cells: what was edited is undone, the cursor stays in the table, and the screen shows the rows. */
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { propertyRuns } from '../../support/property-runs.js';
import { FOOD, useCells } from './use-cells.js';

afterEach(unmountAll);

const KEYS = [
  'Up',
  'Down',
  'Left',
  'Right',
  'Shift+Down',
  'Shift+Right',
  'Home',
  'End',
  'Ctrl+End',
  'PageDown',
  'Enter',
  'F2',
  'Tab',
  'Shift+Tab',
  'Escape',
  'Space',
  'Delete',
  'Ctrl+A',
  'Ctrl+C',
  'Ctrl+X',
  'Ctrl+V',
  'Ctrl+Z',
  'Ctrl+Y',
  '=',
  '7',
  'l',
] as const;

const STEP = fc.oneof(
  { weight: 8, arbitrary: fc.record({ key: fc.constantFrom(...KEYS) }) },
  { weight: 2, arbitrary: fc.record({ x: fc.nat(40), y: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.record({ paste: fc.constantFrom('5', 'x\t9', 'a\nb', '\t\t') }) },
  { weight: 1, arbitrary: fc.record({ sort: fc.constantFrom('name', 'size', null) }) },
  { weight: 1, arbitrary: fc.record({ filter: fc.constantFrom('', 'e', 'zzz') }) },
);

it('edits are undone to the last, and nothing else has changed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 30 }), async (steps) => {
      const { app, table } = await useCells(
        'editable="true" resizable="true" selectable="multiple" frozen-columns="1"',
        { width: 34, rest: '<input id="i"/>' },
      );
      for (const step of steps) {
        if ('key' in step) await app.press(step.key);
        else if ('x' in step) await app.click({ x: step.x, y: step.y });
        else if ('paste' in step) await app.paste(step.paste);
        else if ('sort' in step) table.sort(step.sort);
        else table.filter(step.filter);
        await app.settle();
        const { rows, columns } = table.getSelectedCells();
        expect(rows.every((index) => index >= 0 && index < table.rowCount)).toBe(true);
        expect(table.shownCount === 0 || columns.length > 0).toBe(true);
        expect(table.getRows()).toHaveLength(FOOD.length);
      }
      app.document.getElementById('i')?.focus();
      for (let tries = 0; table.undo(); tries++) expect(tries).toBeLessThan(200);
      expect(table.getRows()).toEqual(FOOD);
      app.unmount();
    }),
    { numRuns: propertyRuns(40) },
  );
});
