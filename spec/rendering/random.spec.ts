/**
 * Blocks after random edits of a state beside the same document rendered from its last state: the same picture and the same
 * elements, and those of a key are the ones of before, with the focus where it was.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

afterEach(unmountAll);

interface Row {
  id: number;
  name: string;
  tags: string[];
}

const documentOf = (state: string): string => `
  <container id="box">
    <for each="rows" as="row" index="i" key="row.id">
      <if test="row.name.length % 2"><text class="{row.name}">odd {i}</text></if>
      <input id="i{row.id}" value="{row.name}" title="{picked === row.id ? row.name : ''}" alt="{i === last ? 'last' : ''}"/>
      <for each="row.tags" as="tag" key="tag"><text>{row.id}{tag}{isOpen ? '!' : ''}</text></for>
      <else/><text>none</text>
    </for>
    <if test="isOpen"><text>{rows.length}</text><else/><text>closed {count}</text></if>
  </container>
  <script>
    export const state = $tui.createState({
      ...${state},
      get count() { return this.rows.length; },
      get last() { return this.rows.length - 1; },
    });
  </script>`;

interface Model {
  rows: Row[];
  isOpen: boolean;
  picked: unknown;
}

const id = fc.integer({ min: 0, max: 7 });
const row = fc.record({
  id,
  name: fc.constantFrom('', 'a', 'bb', 'ccc'),
  tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
});
const rows = fc.uniqueArray(row, { maxLength: 8, selector: (each) => each.id });

const edit: fc.Arbitrary<(state: Model) => void> = fc.oneof(
  rows.map((list) => (state: Model) => void (state.rows = list)),
  row.map((made) => (state: Model) => {
    if (state.rows.every((each) => each.id !== made.id)) state.rows.push(made);
  }),
  row.map((made) => (state: Model) => {
    const at = state.rows.findIndex((each) => each.id === made.id);
    if (at >= 0) state.rows[at] = made;
  }),
  fc.tuple(id, id).map(([from, to]) => (state: Model) => {
    const [moved] = state.rows.splice(from, 1);
    if (moved !== undefined) state.rows.splice(to, 0, moved);
  }),
  id.map((at) => (state: Model) => void state.rows.splice(at, 2)),
  id.map((at) => (state: Model) => {
    const found = state.rows[at];
    if (found !== undefined) found.name += 'd';
  }),
  id.map((at) => (state: Model) => void state.rows[at]?.tags.reverse()),
  fc.constant((state: Model) => void state.rows.reverse()),
  fc.constant((state: Model) => void state.rows.sort((a, b) => a.id - b.id)),
  fc.oneof(id, fc.constant(null)).map((picked) => (state: Model) => void (state.picked = picked)),
  fc.boolean().map((isOpen) => (state: Model) => void (state.isOpen = isOpen)),
);

function shown(app: MountedApp): string {
  return app.app.document.getElementById('box')?.outerHTML ?? '';
}

it('are what fresh rendering makes, with the elements of before', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(fc.array(edit, { maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      id,
      async (first, rounds, focused) => {
        const app = await mount(
          documentOf(JSON.stringify({ rows: first, isOpen: false, picked: null })),
        );
        const state = app.app.$tui.exports['state'] as Model;
        const { document } = app.app;
        document.getElementById(`i${focused}`)?.focus();
        for (const edits of rounds) {
          const active = document.activeElement;
          const before = new Map(
            state.rows.map((each) => [each.id, document.getElementById(`i${each.id}`)]),
          );
          for (const each of edits) each(state);
          app.app.frame();
          const isKnown = (each: Row): boolean => before.has(each.id);
          // A row that left and came back within the turn never left.
          for (const each of state.rows.filter(isKnown)) {
            expect(document.getElementById(`i${each.id}`)).toBe(before.get(each.id));
          }
          if (active?.localName === 'input' && active.isConnected) {
            expect(document.activeElement).toBe(active);
          }
        }
        const { rows: last, isOpen, picked } = JSON.parse(JSON.stringify(state)) as Model;
        const fresh = await mount(documentOf(JSON.stringify({ rows: last, isOpen, picked })));
        expect(shown(app)).toBe(shown(fresh));
        const { activeElement } = document;
        if (activeElement?.localName === 'input') {
          fresh.app.document.getElementById(activeElement.id)?.focus();
        }
        app.app.frame();
        fresh.app.frame();
        expect(app.text()).toBe(fresh.text());
        unmountAll();
      },
    ),
    { numRuns: propertyRuns(100) },
  );
});

it('leave nothing behind that was shown', async () => {
  const app = await mount(documentOf('{ rows: [], isOpen: true, picked: 7 }'));
  const state = app.app.$tui.exports['state'] as Model;
  const gone: WeakRef<object>[] = [];
  for (let round = 0; round < 20; round++) {
    state.rows = Array.from({ length: 50 }, (_, at) => ({ id: at, name: 'a', tags: ['x'] }));
    app.app.frame();
    gone.push(new WeakRef(app.app.document.getElementById('i7')!));
    state.rows = [];
    app.app.frame();
  }
  expect(app.app.document.querySelectorAll('input')).toHaveLength(0);
  await new Promise((resolve) => setTimeout(resolve, 0));
  collect();
  // What was removed last may be known to the last frame.
  expect(gone.filter((each) => each.deref() !== undefined).length).toBeLessThanOrEqual(2);
});
