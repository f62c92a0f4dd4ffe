/** A random walk of keys and changes, checked against the rows in order. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { use } from './use.js';

afterEach(unmountAll);

describe('what shows', () => {
  it('is a stretch of the rows in order, with the cursor in it, whatever keys and scripts do', async () => {
    const KEYS = [
      'Down',
      'Up',
      'PageDown',
      'PageUp',
      'Home',
      'End',
      'Shift+Down',
      'Space',
      'Ctrl+A',
    ];
    const count = 60;
    const rows = Array.from({ length: count }, (_, index) => ({
      name: `r${(index * 37) % count}`,
      size: (index * 7) % 10,
    }));
    const { app, table, names } = await use('selectable="multiple"', { rows, height: 8 });
    let seed = 1;
    const random = (below: number): number =>
      ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 8) % below;
    for (let step = 0; step < 120; step++) {
      const choice = random(14);
      if (choice === 0) table.sort((['name', 'size', null] as const)[random(3)]!, 'descending');
      else if (choice === 1) table.filter(['', '1', 'r2', '5'][random(4)]!);
      else if (choice === 2) table.appendRow({ name: `new ${step}`, size: random(10) });
      else if (choice === 3 && table.rowCount > 10) table.removeRow(random(table.rowCount));
      else await app.press(KEYS[random(KEYS.length)]!);
      await app.settle();
      const [, key] = /sorted by (\w+)/.exec(table.accessibleText()) ?? [];
      const filter = table.shownCount;
      const shown = names().filter((name) => name !== '');
      const all = table
        .getRows()
        .map((row, index) => ({ ...(row as { name: string; size: number }), index }));
      if (key === 'size') all.sort((a, b) => b.size - a.size || a.index - b.index);
      else if (key === 'name') {
        const collator = new Intl.Collator('en', { numeric: true });
        all.sort((a, b) => collator.compare(b.name, a.name) || a.index - b.index);
      }
      // The filter is one of a few: what shows has to be a stretch of what passes one of them.
      const passing = ['', '1', 'r2', '5']
        .map((word) => all.filter(({ name, size }) => `${name}\n${size}\n`.includes(word)))
        .filter((list) => list.length === filter)
        .map((list) => list.map(({ name }) => name).join('|'));
      const plain = shown.map((name) => name.replace(/^[✓▸] */, '')).join('|');
      expect(passing.some((list) => `|${list}|`.includes(`|${plain}|`))).toBe(true);
      expect(shown).toHaveLength(Math.min(7, filter));
    }
  });
});
