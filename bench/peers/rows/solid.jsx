import { batch, createSelector, createSignal, For } from 'solid-js';
import { render } from 'solid-js/web';

const [rows, setRows] = createSignal([]);
const [selected, setSelected] = createSignal(0);
const isSelected = createSelector(selected);
const remove = (id) => setRows(rows().filter((row) => row.id !== id));

/** The label of a row is a signal. */
function withSignals(made) {
  return made.map(({ id, label }) => {
    const [read, set] = createSignal(label);
    return { id, label: read, setLabel: set };
  });
}

function App() {
  return (
    <For each={rows()}>
      {(row) => (
        <container class={isSelected(row.id) ? 'row danger' : 'row '}>
          <text class="id" textContent={row.id} />
          <text class="label" onClick={[setSelected, row.id]} textContent={row.label()} />
          <text onClick={[remove, row.id]}>x</text>
        </container>
      )}
    </For>
  );
}

render(() => <App />, document.getElementById('rows'));

export const peer = {
  set: (made) =>
    batch(() => {
      setSelected(0);
      setRows(withSignals(made));
    }),
  append: (made) => setRows([...rows(), ...withSignals(made)]),
  update: () =>
    batch(() => {
      for (let at = 0; at < rows().length; at += 10) rows()[at].setLabel((old) => `${old} !!!`);
    }),
  select: (at) => setSelected(rows()[at].id),
  swap: (a, b) => {
    const all = rows().slice();
    [all[a], all[b]] = [all[b], all[a]];
    setRows(all);
  },
  remove: (at) => remove(rows()[at].id),
};
