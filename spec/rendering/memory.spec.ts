/** Rows, branches and components that come and go leave nothing behind: no memory, no node of yoga's, no element. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from '@jest/globals';
import { liveNodes } from '../../runtime/layout/layout-node.js';
import { unmountAll } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { sized } from '../support/property-runs.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

afterEach(unmountAll);

/** Each row follows a key that stays, has a handler, a binding and a component, and a list of its own. */
const DOCUMENT = `
  <template element="x-card" properties='{"label": "string"}'><text>{label} {count}</text>
    <for each="[count, 1]" as="each"><text>{each === label}</text></for></template>
  <container style="height: 10; overflow: auto">
    <for each="rows" as="row" index="i" key="row.id">
      <if test="row.id % 2"><text class="{row.id === count ? 'on' : row.name}" onclick="pick(row)">{i} {row.name} {count}</text>
      <else/><input bind:value="row.name"/></if>
      <x-card label="{row.name}"></x-card>
      <for each="row.tags" as="tag"><text>{tag} {total}</text></for>
    </for>
  </container>
  <script>
    export const state = $tui.createState({
      rows: [],
      count: 0,
      get total() { return this.count * 2; },
    });
    export function pick(row) { row.name = 'picked'; }
  </script>`;

interface Model {
  rows: { id: number; name: string; tags: string[] }[];
  count: number;
}

/** Mounts and unmounts altogether. */
const MOUNTS = sized(20_000, 10_000);
const ROWS = 250;
/** What stays makes the heap grow in each of them; compiled code and caches, of other specs too, do so in some. */
const PARTS = 4;
/** Bytes a mount by which the heap may grow. A row that stayed would hold some thousand, an observer of it a hundred. */
const MAX_GROWTH = 40;

it('after 20,000 mounts and unmounts', async () => {
  const app = await mount(DOCUMENT);
  const state = app.$tui.exports['state'] as Model;
  let last = 0;
  const round = (): WeakRef<object> => {
    state.rows = Array.from({ length: ROWS }, () => ({ id: ++last, name: 'a', tags: ['x'] }));
    app.app.frame();
    // Texts that were shown before: caches of texts have their bounds, and do not count.
    state.count = (state.count + 1) % 10;
    app.app.frame();
    const shown = new WeakRef<object>(app.document.querySelector('x-card')!);
    state.rows = [];
    app.app.frame();
    return shown;
  };
  const used = async (): Promise<number> => {
    // A weak reference holds until the turn ends.
    await new Promise((resolve) => setTimeout(resolve, 0));
    collect();
    collect();
    return process.memoryUsage().heapUsed;
  };
  // Caches and compiled code come with the first rounds.
  for (let warm = 0; warm < 24; warm++) round();
  const nodes = liveNodes();
  const gone: WeakRef<object>[] = [];
  let grown = Infinity;
  for (let part = 0; part < PARTS; part++) {
    const before = await used();
    for (let done = 0; done < MOUNTS / PARTS; done += ROWS) {
      gone.push(round());
      // A weak reference holds its row until the turn ends, and with all of them tables grow that do not shrink again.
      await new Promise((resolve) => setImmediate(resolve));
    }
    grown = Math.min(grown, (await used()) - before);
  }
  expect(liveNodes()).toBe(nodes);
  expect(app.document.querySelectorAll('x-card, input, text')).toHaveLength(0);
  // What was removed last may be known to the last frame.
  expect(gone.filter((each) => each.deref() !== undefined).length).toBeLessThanOrEqual(1);
  expect(grown / (MOUNTS / PARTS)).toBeLessThan(MAX_GROWTH);
});
