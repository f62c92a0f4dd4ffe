/** Two charts, a text and a list on one key, whatever happens to any of them in whatever order. */
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataBars } from '../../elements/data-bars/data-bars.js';
import { elements } from '../../elements/index.js';
import { createMount, unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { TuiElement } from '../../runtime/element/tui-element.js';
import { createRegistry } from '../../runtime/element/registry.js';
import { propertyRuns } from '../support/property-runs.js';

class List extends TuiElement {
  static override readonly tag = 'chosen-list';
  static override readonly content = 'none';
  static override readonly attributes = {
    value: { type: 'json', schema: { type: 'array' }, description: 'Chosen names.' },
  } as const;
  declare value: unknown;
}

const mount = createMount(createRegistry([...elements, List]));
afterEach(unmountAll);

const CHART = (id: string, labels: string): string =>
  `<data-bars id="${id}" series='[{"name":"s"}]' bars="[[1],[2],[3]]" labels='${labels}' selectable
    onGetId="item.label" bind:selection="view.chosen"/>`;

const DOCUMENT = `${CHART('one', '["a","b","c"]')}<container id="box">${CHART('two', '["c","d","a"]')}</container>
  <text id="text" bind="view.chosen"/><chosen-list id="list" bind="view.chosen"/>
  <script>
    export const state = $tui.createState({ view: { chosen: new Set(['b']) }, other: 0 });
    export let told = 0;
    state.subscribe('view.chosen', () => told++);
  </script>`;

interface State {
  view: { chosen: Set<string> };
  other: number;
}

type Step = (app: MountedApp, state: State) => void;

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'none'), { maxLength: 4 });
const chart = fc.constantFrom('one', 'two');
const get = (app: MountedApp, id: string): DataBars => app.document.getElementById(id) as DataBars;

/** Steps after which the chosen ids are known. */
const choosing: fc.Arbitrary<{ step: Step; result: (before: Set<string>) => Set<string> }> =
  fc.oneof(
    fc.tuple(chart, ids).map(([id, chosen]) => ({
      step: (app: MountedApp) => get(app, id).setSelectedIds(chosen),
      result: () => new Set(chosen),
    })),
    ids.map((chosen) => ({
      step: (_app: MountedApp, state: State) => (state.view.chosen = new Set(chosen)),
      result: () => new Set(chosen),
    })),
    ids.map((chosen) => ({
      step: (_app: MountedApp, state: State) => (state.view = { chosen: new Set(chosen) }),
      result: () => new Set(chosen),
    })),
    fc.constantFrom('a', 'd').map((id) => ({
      step: (_app: MountedApp, state: State) => state.view.chosen.add(id),
      result: (before: Set<string>) => new Set([...before, id]),
    })),
    ids.map((chosen) => ({
      step: (app: MountedApp) => {
        (app.document.getElementById('list') as List).value = chosen;
      },
      result: () => new Set(chosen),
    })),
    chart.map((id) => ({
      step: (app: MountedApp) => get(app, id).clearSelection(),
      result: () => new Set<string>(),
    })),
  );

/** Steps that leave ids as they are, while ids control the charts. */
const others: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(chart, fc.constantFrom('a', 'b', 'e')).map(
    ([id, label]): Step =>
      (app) =>
        get(app, id).appendEntry([4], label),
  ),
  chart.map(
    (id): Step =>
      (app) =>
        get(app, id).shiftEntry(),
  ),
  chart.map(
    (id): Step =>
      (app) =>
        get(app, id).setValue([[5], [6]]),
  ),
  fc.nat(9).map(
    (value): Step =>
      (_app, state) =>
        (state.other = value),
  ),
  fc.constant<Step>((app) => {
    const two = get(app, 'two');
    two.remove();
    app.document.getElementById('box')?.append(two);
  }),
);

function inStep(app: MountedApp, state: State): string[] {
  const chosen = [...state.view.chosen].sort();
  const shown = [
    [...get(app, 'one').getSelectedIds()],
    [...get(app, 'two').getSelectedIds()],
    (app.document.getElementById('text')?.textContent ?? '').split(', ').filter((id) => id !== ''),
    (app.document.getElementById('list') as List).value as string[],
  ];
  for (const each of shown) expect([...each].sort()).toEqual(chosen);
  return chosen;
}

describe('elements on one key', () => {
  it('stay in step, tell each change once, and end as the last word was', async () => {
    const moves = fc.array(fc.record({ move: fc.oneof(choosing, others), settle: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(moves, async (sequence) => {
        const app = await mount(DOCUMENT, { width: 30, height: 16 });
        const state = app.$tui.exports['state'] as State;
        let expected = new Set(['b']);
        for (const { move, settle } of sequence) {
          if (typeof move === 'function') move(app, state);
          else {
            move.step(app, state);
            expected = move.result(expected);
          }
          // Read at once: the state is never behind what an element was told.
          expect([...state.view.chosen].sort()).toEqual([...expected].sort());
          if (settle) {
            await app.settle();
            inStep(app, state);
          }
        }
        await app.settle();
        expect(inStep(app, state)).toEqual([...expected].sort());
        expect(app.$tui.exports['told']).toBeLessThanOrEqual(sequence.length);
        const before = [app.output.length, app.$tui.exports['told']];
        await app.settle();
        expect([app.output.length, app.$tui.exports['told']]).toEqual(before);
        expect(app.diagnostics.filter(({ code }) => !/^(extra|few)-labels$/.test(code))).toEqual(
          [],
        );
        app.unmount();
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('stay in step while bars are selected by index, and their entries come and go', async () => {
    const move = fc.oneof(
      others,
      fc.tuple(chart, fc.nat(3)).map(([id, entry]): Step => (app) => {
        get(app, id).clearSelection();
        get(app, id).setSelectedBar(entry, 0);
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 10 }), async (moves) => {
        const app = await mount(DOCUMENT, { width: 30, height: 16 });
        const state = app.$tui.exports['state'] as State;
        for (const step of moves) {
          step(app, state);
          await app.settle();
          inStep(app, state);
        }
        app.unmount();
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});
