/** Rows that compare a value of theirs with one of the document: only those run again for which the outcome changes. */
import { afterEach, expect, it } from '@jest/globals';
import { unmountAll, type MountedApp } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';

afterEach(unmountAll);

interface Fields {
  rows: { id: unknown }[];
  selected: unknown;
  user: { id: unknown } | undefined;
  runs: unknown[];
  half: unknown;
}

const SCRIPT = `<script>
  const runs = [];
  export const log = (value) => (runs.push(value), value);
  export const peer = { runs };
  export const state = $tui.createState({
    rows: [1, 2, 3, 4].map((id) => ({ id })),
    selected: 2,
    user: { id: 3 },
    get half() { return this.selected / 2; },
  });
</script>`;

async function open(expression: string) {
  const app = await mount(
    `<list id="box"><for each="rows" as="row" index="i"><li>{${expression}}</li></for></list>${SCRIPT}`,
  );
  const { state, peer } = app.app.$tui.exports as { state: Fields; peer: { runs: unknown[] } };
  peer.runs.length = 0;
  return { app, state, runs: peer.runs };
}

function shown(app: MountedApp): string {
  app.app.frame();
  const found = [...app.app.document.querySelectorAll('#box > li')];
  return found.map((each) => each.textContent).join(' ');
}

it('runs two rows of all where the selected one changes', async () => {
  const { app, state, runs } = await open("row.id === selected ? log('on') : log('off')");
  expect(shown(app)).toBe('off on off off');
  state.selected = 4;
  expect(shown(app)).toBe('off off off on');
  expect(runs).toEqual(['off', 'on']);
  state.selected = 'none of them';
  expect(shown(app)).toBe('off off off off');
  expect(runs).toEqual(['off', 'on', 'off']);
  state.rows[0]!.id = 'none of them';
  expect(shown(app)).toBe('on off off off');
  expect(runs).toHaveLength(4);
});

it('reads the value as it is written: either side, paths, derived values, places of rows', async () => {
  const { app, state } = await open('user.id === row.id || half === i');
  expect(shown(app)).toBe('false true true false');
  state.user = { id: 1 };
  expect(shown(app)).toBe('true true false false');
  state.user.id = 4;
  state.selected = 4;
  expect(shown(app)).toBe('false false true true');
  state.rows.reverse();
  expect(shown(app)).toBe('true false true false');
});

it('is strict, and knows no value that is not equal to itself', async () => {
  const { app, state } = await open('row.id === selected');
  state.selected = '2';
  expect(shown(app)).toBe('false false false false');
  state.rows[0]!.id = NaN;
  state.selected = NaN;
  expect(shown(app)).toBe('false false false false');
  state.rows[0]!.id = -0;
  state.selected = 0;
  expect(shown(app)).toBe('true false false false');
});

it('compares objects as scripts have them', async () => {
  const { app, state } = await open("row === selected ? 'on' : 'off'");
  state.selected = state.rows[1];
  expect(shown(app)).toBe('off on off off');
  state.selected = state.rows[3];
  expect(shown(app)).toBe('off off off on');
});

it('leaves what only begins like a comparison to the code itself', async () => {
  const { app, state } = await open('row.id === selected + 1');
  expect(shown(app)).toBe('false false true false');
  state.selected = 0;
  expect(shown(app)).toBe('true false false false');
  const other = await open('row.id === user?.id');
  other.state.user = undefined;
  expect(shown(other.app)).toBe('false false false false');
  other.state.user = { id: 1 };
  expect(shown(other.app)).toBe('true false false false');
});

it('reports code that throws at its place, once, and goes on when it does not', async () => {
  const { app, state } = await open("row.id === user.id ? 'on' : ''");
  state.user = undefined;
  app.app.frame();
  const found = app.app.diagnostics.map(({ message, span }) => ({ message, start: span?.start }));
  expect(found).toHaveLength(1);
  expect(found[0]?.message).toMatch(/^TypeError: .*undefined/);
  state.user = { id: 4 };
  expect(shown(app)).toBe('   on');
});

it('follows properties and states of a component in each instance', async () => {
  const app = await mount(`
    <template element="x-menu" properties='{"chosen": "number"}'>
      <for each="[1, 2, 3]" as="each"><text>{each === chosen ? '*' : '.'}{each === here ? '!' : ''}</text></for>
      <script>export const own = $tui.createState({ here: host.chosen }); host.setHere = (at) => (own.here = at);</script>
    </template>
    <x-menu id="a" chosen="1"/><x-menu id="b" chosen="3"/>`);
  const texts = (id: string): string => {
    app.app.frame();
    const root = app.app.document.getElementById(id)!.shadowRoot!;
    return [...root.querySelectorAll('text')].map((each) => each.textContent).join(' ');
  };
  expect(texts('a')).toBe('*! . .');
  expect(texts('b')).toBe('. . *!');
  const a = app.app.document.getElementById('a') as unknown as {
    chosen: number;
    setHere(at: number): void;
  };
  a.chosen = 2;
  a.setHere(3);
  expect(texts('a')).toBe('. * .!');
  expect(texts('b')).toBe('. . *!');
});
