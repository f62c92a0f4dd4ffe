/** Choosing among rows: the cursor and the selection that list, table and tree have in common, checked against the rules. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { enabledByKey } from '../../../elements/support/keys/row-keys.js';
import { RowChooser, type Selectable } from '../../../elements/support/rows/chooser.js';
import { TypeAhead } from '../../../elements/support/rows/type-ahead.js';
import { propertyRuns } from '../../support/property-runs.js';

class Rows {
  cursor = 0;
  selected = new Set<string>();
  reports = 0;
  readonly chooser: RowChooser<string>;

  constructor(
    readonly mode: Selectable,
    public keys: string[],
    readonly disabled: ReadonlySet<string> = new Set(),
  ) {
    this.chooser = new RowChooser<string>({
      count: () => this.keys.length,
      keyAt: (place) => this.keys[place],
      placeOf: (key) => this.keys.indexOf(key),
      isEnabled: (place) => !this.disabled.has(this.keys[place]!),
      mode: () => this.mode,
      cursor: () => this.cursor,
      moveTo: (place) => (this.cursor = place),
      isSelected: (place) => this.selected.has(this.keys[place]!),
      selectedCount: () => this.selected.size,
      select: (places) => (this.selected = new Set(places.map((place) => this.keys[place]!))),
      toggle: (place) => {
        if (!this.selected.delete(this.keys[place]!)) this.selected.add(this.keys[place]!);
      },
      onSelect: () => this.reports++,
    });
  }

  get text(): string {
    return [...this.selected].sort().join('');
  }
}

const LETTERS = [...'abcdefgh'];
const MOTIONS = ['up', 'down', 'pageUp', 'pageDown', 'first', 'last'] as const;

describe('keys', () => {
  it('take the selection along where one may be selected', () => {
    const rows = new Rows('single', LETTERS);
    rows.chooser.move('down', { type: 'keydown' }, 3);
    expect(rows.text).toBe('b');
    rows.chooser.move('last', { type: 'keydown', ctrlKey: true }, 3);
    expect([rows.cursor, rows.text]).toEqual([7, 'b']);
  });

  it('extend with Shift from where extending began, in both directions', () => {
    const rows = new Rows('multiple', LETTERS, new Set('c'));
    const shift = { type: 'keydown', shiftKey: true };
    rows.chooser.move('down', { type: 'keydown' }, 3);
    rows.chooser.move('down', shift, 3);
    rows.chooser.move('down', shift, 3);
    expect(rows.text).toBe('bde');
    rows.chooser.move('first', shift, 3);
    expect(rows.text).toBe('ab');
  });

  it('extend from a row that has moved meanwhile', () => {
    const rows = new Rows('multiple', LETTERS);
    rows.chooser.choose(2);
    rows.keys = ['x', 'c', 'y', 'z'];
    rows.chooser.click(3, { type: 'click', shiftKey: true });
    expect(rows.text).toBe('cyz');
  });
});

describe('whatever the user does', () => {
  const step = fc.oneof(
    fc.record({
      motion: fc.constantFrom(...MOTIONS),
      shiftKey: fc.boolean(),
      ctrlKey: fc.boolean(),
    }),
    fc.record({ click: fc.nat(7), shiftKey: fc.boolean(), ctrlKey: fc.boolean() }),
    fc.constantFrom('choose' as const, 'all' as const, 'clear' as const),
  );

  it('only rows that exist and are enabled are selected, of one at most one; each change is reported', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('single' as const, 'multiple' as const),
        fc.subarray(LETTERS, { minLength: 1 }),
        fc.subarray(LETTERS),
        fc.array(step, { maxLength: 20 }),
        (mode, keys, disabled, steps) => {
          const rows = new Rows(mode, keys, new Set(disabled));
          rows.cursor = Math.max(0, rows.chooser.nearest(0));
          const isAnyEnabled = keys.some((key) => !disabled.includes(key));
          for (const each of steps) {
            const before = rows.text;
            const { reports } = rows;
            if (each === 'choose') {
              if (isAnyEnabled) rows.chooser.choose(rows.cursor);
            } else if (each === 'all') expect(rows.chooser.selectAll()).toBe(mode === 'multiple');
            else if (each === 'clear') expect(rows.chooser.clear()).toBe(before !== '');
            else if ('motion' in each) {
              rows.chooser.move(each.motion, { type: 'keydown', ...each }, 3);
            } else rows.chooser.click(each.click % keys.length, { type: 'click', ...each });
            const text = rows.text;
            expect(
              [...text].filter((key) => disabled.includes(key) || !keys.includes(key)),
            ).toEqual([]);
            if (mode === 'single') expect(rows.selected.size).toBeLessThanOrEqual(1);
            if (text !== before) expect(rows.reports).toBe(reports + 1);
            if (isAnyEnabled) expect(disabled).not.toContain(keys[rows.cursor]);
          }
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('letters', () => {
  it('find the next row that starts with them, round and round; the same letter goes on', () => {
    const texts = ['Apple', 'avocado', 'Banana', 'blueberry'];
    let forget = (): void => undefined;
    const finder = new TypeAhead((callback) => {
      forget = callback;
      return () => undefined;
    });
    let at = -1;
    const type = (key: string): number =>
      (at = finder.find(key, at, texts.length, (place) => texts[place]));
    expect([type('b'), type('b'), type('b')]).toEqual([2, 3, 2]);
    forget();
    expect(finder.isTyping).toBe(false);
    expect([type('a'), type('v')]).toEqual([0, 1]);
    expect(type('x')).toBe(-1);
  });
});

describe('keys among rows of which some are disabled', () => {
  it('lead to one that is not, never against their way', () => {
    const actions = ['up', 'down', 'pageUp', 'pageDown', 'first', 'last'] as const;
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: 12 }),
        fc.constantFrom(...actions),
        fc.nat({ max: 11 }),
        fc.integer({ min: 1, max: 6 }),
        (enabled, action, at, page) => {
          const from = enabled[at] === true ? at : -1;
          const to = enabledByKey(action, from, enabled.length, page, (row) => enabled[row]!);
          if (!enabled.includes(true)) expect(to).toBe(-1);
          else expect(enabled[to]).toBe(true);
          if (from < 0) return;
          if (action === 'down' || action === 'pageDown') expect(to).toBeGreaterThanOrEqual(from);
          if (action === 'up' || action === 'pageUp') expect(to).toBeLessThanOrEqual(from);
          if (action === 'first') expect(to).toBe(enabled.indexOf(true));
          if (action === 'last') expect(to).toBe(enabled.lastIndexOf(true));
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  it('reach the last one with a page, though all behind it are disabled', () => {
    const rows = new Rows('single', [...'abcdef'], new Set('ef'));
    rows.cursor = 1;
    rows.chooser.move('pageDown', { type: 'keydown' }, 5);
    expect([rows.cursor, rows.text]).toEqual([3, 'd']);
  });
});
