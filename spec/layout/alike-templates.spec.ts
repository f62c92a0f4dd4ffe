/**
 * Rows of a template in a box that scrolls: those out of view have neither styles nor boxes while all are known to be as high as those
 * near the view, and all have both where they are not. What shows and what is answered is the same as if all had boxes.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registry } from '../../elements/index.js';
import { createApp } from '../../runtime/app/app.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { propertyRuns } from '../support/property-runs.js';

afterEach(unmountAll);

interface Row {
  id: number;
  name: string;
  kind: string;
  tags: string[];
}
interface State {
  rows: Row[];
  isOpen: boolean;
}

/** Where a rule depends on the place of an element, all rows have boxes. */
const WHOLE = '#other:nth-child(2) { color: red; }';

const documentOf = (count: number, sheet: string): string => `<tui>
  <style>
    #rows { flex-grow: 1; flex-basis: 0; overflow-y: auto; }
    .row { flex-direction: row; }
    .id { width: 6; } .tag { margin-left: 1; }
    .tall { height: 2; } .red { color: red; } .hidden { display: none; } .column { flex-direction: column; }
    .loose .row { margin-bottom: 1; } .narrow { width: 20; }
    .rest { width: 12; white-space: nowrap; text-overflow: ellipsis; }
    ${sheet}
  </style>
  <text id="other">head</text>
  <container id="rows"><for each="rows" as="row" key="row.id"><container id="r{row.id}" class="row {row.kind}" title="{row.name}" onclick="row.name = 'clicked'">
    <text class="id">{row.id}</text><text>{row.name}</text>
    <for each="row.tags" as="tag"><text class="tag">{tag}</text></for>
    <if test="isOpen"><text class="rest">
      open {row.name}
    </text></if>
  </container></for></container>
  <script>
    export const state = $tui.createState({ isOpen: false, rows: Array.from({ length: ${count} }, (_, id) => ({
      id, name: 'row ' + (id % 7 === 3 ? 'of more words' : id), kind: id % 5 === 0 ? 'red' : '', tags: [],
    })) });
  </script></tui>`;

async function open(count: number, sheet = '') {
  const app = await mount(documentOf(count, sheet), { width: 40, height: 9 });
  const state = app.app.$tui.exports['state'] as State;
  const list = app.document.getElementById('rows') as TuiElement;
  return { app, state, list };
}
type Opened = Awaited<ReturnType<typeof open>>;

/** What shows, and what is answered about the box and some of its rows. */
function seen({ app, list }: Opened): unknown {
  const rows = [...list.children];
  const text = app.text();
  const { scrollTop, scrollHeight, scrollWidth, clientWidth } = list;
  const rects = [0, 1, 4, 9, 30, 31, 32].map((at) => {
    const rect = rows[(at * rows.length) >> 5]?.getBoundingClientRect();
    return rect && [rect.x, rect.y, rect.width, rect.height];
  });
  return { text, scrollTop, scrollHeight, scrollWidth, clientWidth, rects };
}

const LONG = 'words and words and more words than fit into one line of the screen';
const NAMES = ['a', '', 'row', 'two words', '表示 🙂', 'two  blanks', 'line\nbreak', LONG, ' lead'];
const KINDS = ['', '', 'red', 'tall', 'hidden', 'column', 'narrow'];

type Step = (opened: Opened) => Promise<void> | void;
const at = fc.nat({ max: 400 });
const name = fc.constantFrom(...NAMES);
const kind = fc.constantFrom(...KINDS);
let next = 1000;
const made = (text: string, of: string): Row => ({ id: next++, name: text, kind: of, tags: [] });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: at.map(
      (top): Step =>
        ({ list }) =>
          void (list.scrollTop = top),
    ),
  },
  fc.tuple(at, name).map(
    ([place, text]): Step =>
      ({ state }) =>
        void (state.rows[place % state.rows.length]!.name = text),
  ),
  fc.tuple(at, kind).map(
    ([place, of]): Step =>
      ({ state }) =>
        void (state.rows[place % state.rows.length]!.kind = of),
  ),
  fc.tuple(at, fc.nat({ max: 3 })).map(
    ([place, count]): Step =>
      ({ state }) =>
        void (state.rows[place % state.rows.length]!.tags = ['x', 'yy', 'zzz'].slice(0, count)),
  ),
  fc.tuple(name, kind, fc.nat({ max: 20 })).map(
    ([text, of, count]): Step =>
      ({ state }) =>
        void state.rows.push(...Array.from({ length: count }, () => made(text, of))),
  ),
  fc.tuple(at, fc.nat({ max: 60 })).map(
    ([place, count]): Step =>
      ({ state }) =>
        void (state.rows.length - count > 5 && state.rows.splice(place % state.rows.length, count)),
  ),
  fc.constant<Step>(({ state }) => void state.rows.reverse()),
  fc.constant<Step>(({ state }) => void (state.isOpen = !state.isOpen)),
  fc.constant<Step>(({ state }) => {
    state.rows = state.rows.map(({ id, ...rest }) => ({ ...rest, id: id + 5000 }));
  }),
  fc.constant<Step>(({ list }) => void list.classList.toggle('loose')),
  fc.tuple(fc.integer({ min: 12, max: 60 }), fc.integer({ min: 4, max: 20 })).map(
    ([width, height]): Step =>
      async ({ app }) =>
        await app.resize(width, height),
  ),
);

describe('rows of a template', () => {
  it('have styles and boxes near the view only, while all are alike', () => {
    const rows = Array.from(
      { length: 1000 },
      (_, id) => `{ id: ${id}, name: 'n', kind: '', tags: [] }`,
    );
    const markup = documentOf(0, '').replace(
      /rows: Array\.from[\s\S]*?\)\) \}/,
      `rows: [${rows}] }`,
    );
    const app = createApp(markup, { registry, width: 40, height: 9, theme: 'fullcolor-dark' });
    return (async () => {
      await app.load();
      app.frame();
      expect(app.counters.restyled).toBeLessThan(120);
      const list = app.document.getElementById('rows') as TuiElement;
      expect(list.scrollHeight).toBe(1000);
      const state = app.$tui.exports['state'] as State;
      state.rows[700]!.name = 'other';
      app.frame();
      expect(app.counters.restyled).toBeLessThan(10);
      // One that is higher than the others: all have boxes from now on.
      state.rows[700]!.kind = 'tall';
      app.frame();
      expect(app.counters.restyled).toBeGreaterThan(1000);
      expect(list.scrollHeight).toBe(1001);
      app.stop();
    })();
  });

  it('show and answer what they do where all have boxes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 190, max: 320 }),
        async (steps, count) => {
          next = 1000;
          const first = await open(count);
          const shown: unknown[] = [seen(first)];
          for (const each of steps) {
            await each(first);
            await first.app.settle();
            shown.push(seen(first));
          }
          await unmountAll();
          next = 1000;
          const whole = await open(count, WHOLE);
          const expected: unknown[] = [seen(whole)];
          for (const each of steps) {
            await each(whole);
            await whole.app.settle();
            expected.push(seen(whole));
          }
          await unmountAll();
          expect(shown).toEqual(expected);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});
