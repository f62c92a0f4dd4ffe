/**
 * Components in rows after random edits beside the same document rendered from its last values: the same picture and the same
 * elements, in the shadow trees too, and the instances of a key are those of before.
 */
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

interface Row {
  id: number;
  name: string;
  tags: string[];
}

interface Model {
  rows: Row[];
  suffix: string;
}

const documentOf = (state: Model): string => `
  <template element="x-tag" properties='{"label": "string"}'><text>{label.toUpperCase()}{suffix}</text></template>
  <template element="x-row" properties='{"name": "string", "at": "integer", "tags": "array", "wide": "boolean"}'>
    <text class="{name}">{at + 1}: {name}{suffix}</text>
    <if test="wide"><slot/><else test="name"/><text>narrow {name}</text></if>
    <for each="tags" as="tag" key="tag"><x-tag label="{tag}{at}"/><else/><text>none of {name}</text></for>
  </template>
  <container id="box">
    <for each="rows" as="row" index="i" key="row.id">
      <x-row name="{row.name}" at="{i}" bind:tags="row.tags" wide="{row.name.length > 1}"><text>in {row.name}</text></x-row>
    </for>
  </container>
  <script>export const state = $tui.createState(${JSON.stringify(state)});</script>`;

const id = fc.integer({ min: 0, max: 5 });
const tags = fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 });
const row = fc.record({ id, name: fc.constantFrom('', 'a', 'bb', 'ccc'), tags });
const rows = fc.uniqueArray(row, { maxLength: 6, selector: (each) => each.id });

type Edit = (state: Model, app: MountedApp) => void;
const edit: fc.Arbitrary<Edit> = fc.oneof(
  rows.map(
    (list): Edit =>
      (state) =>
        void (state.rows = list),
  ),
  fc.constant<Edit>((state) => void state.rows.reverse()),
  id.map(
    (at): Edit =>
      (state) =>
        void state.rows.splice(at, 1),
  ),
  id.map((at): Edit => (state) => {
    const found = state.rows[at];
    if (found !== undefined) found.name += 'd';
  }),
  id.map(
    (at): Edit =>
      (state) =>
        void state.rows[at]?.tags.reverse(),
  ),
  // Keys are unique.
  id.map((at): Edit => (state) => {
    const list = state.rows[at]?.tags;
    if (list?.includes('w') === false) list.push('w');
  }),
  fc.tuple(id, tags).map(([at, list]): Edit => (state) => {
    const found = state.rows[at];
    if (found !== undefined) found.tags = list;
  }),
  fc.constantFrom('', '!').map(
    (suffix): Edit =>
      (state) =>
        void (state.suffix = suffix),
  ),
  // Out of the document and back.
  fc.constant<Edit>((state, { app }) => {
    const box = app.document.getElementById('box')!;
    const parent = box.parentElement!;
    box.remove();
    state.suffix += '?';
    app.frame();
    parent.append(box);
  }),
);

function shown(app: MountedApp): string[] {
  const found: string[] = [];
  const visit = (root: ParentNode): void => {
    for (const element of root.querySelectorAll('*')) {
      const inner = (element as unknown as Element).shadowRoot;
      if (inner === null) continue;
      found.push(inner.innerHTML);
      visit(inner);
    }
  };
  const box = app.app.document.getElementById('box') as unknown as HTMLElement;
  // Attributes are in the order in which they came.
  const sorted = (text: string): string => text.split(' ').sort().join(' ');
  found.push(box.outerHTML.replace(/(?<=<x-row )[^>]*/g, sorted));
  visit(box);
  return found;
}

it('are what fresh rendering makes, with the instances of before', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.array(fc.array(edit, { maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      async (first, rounds) => {
        const app = await mount(documentOf({ rows: first, suffix: '' }));
        const state = app.app.$tui.exports['state'] as Model;
        const instances = (): Map<number, unknown> => {
          const found = app.app.document.querySelectorAll('x-row');
          return new Map(state.rows.map((each, at) => [each.id, found[at]]));
        };
        for (const edits of rounds) {
          const before = instances();
          for (const each of edits) each(state, app);
          app.app.frame();
          const moved = [...instances()].filter(
            ([key, now]) => before.has(key) && before.get(key) !== now,
          );
          // A frame in between may have ended a row that is back.
          if (edits.length === 1) expect(moved).toEqual([]);
        }
        const last = JSON.parse(JSON.stringify(state)) as Model;
        const fresh = await mount(documentOf(last));
        expect(shown(app)).toEqual(shown(fresh));
        expect(app.text()).toBe(fresh.text());
        unmountAll();
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});
