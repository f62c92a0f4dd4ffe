/** Ink: it has no box that scrolls, so that the rows are in one that cuts what does not fit. */
import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { SIZE } from './workload.mjs';

export async function open(_peer, output, { packages }) {
  const { resolve } = createRequire(`${packages}/package.json`);
  const { default: React } = await import(pathToFileURL(resolve('react')));
  const { render, Box, Text } = await import(
    pathToFileURL(`${packages}/node_modules/ink/build/index.js`)
  );
  const h = React.createElement;
  const input = new PassThrough();
  input.isTTY = true;
  input.setRawMode = () => input;
  input.ref = input.unref = () => input;
  const Row = React.memo(({ row: { id, label }, isSelected }) => {
    const color = isSelected ? 'red' : undefined;
    return h(
      Box,
      { height: 1, flexShrink: 0 },
      h(Box, { width: 8 }, h(Text, { color }, id)),
      h(Box, { width: 60 }, h(Text, { color }, label)),
      h(Text, { color }, 'x'),
    );
  });
  let state = { rows: [], selected: 0 };
  let set;
  let painted = () => undefined;
  const App = () => {
    const [shown, update] = React.useState(state);
    set = update;
    return h(
      Box,
      { width: SIZE[0], height: SIZE[1], flexDirection: 'column', overflow: 'hidden' },
      shown.rows.map((row) => h(Row, { key: row.id, row, isSelected: row.id === shown.selected })),
    );
  };
  output.onchunk = (chunk) => {
    if (chunk.length === 8 && chunk.toString('latin1') === '\x1b[?2026l') painted();
  };
  const next = () =>
    new Promise((done) => {
      painted = done;
    });
  const first = next();
  render(h(App), {
    stdout: output,
    stdin: input,
    stderr: output,
    maxFps: 1e6,
    patchConsole: false,
    exitOnCtrlC: false,
    interactive: true,
    alternateScreen: true,
    incrementalRendering: true,
    concurrent: false,
  });
  await first;
  let waiting;
  const change = (values) => {
    waiting = next();
    set((state = { ...state, ...values }));
  };
  /** What changes nothing on the screen writes nothing. */
  const quiet = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise((done) => setTimeout(done, 20));
  };
  return {
    rows: {
      set: (rows) => change({ rows, selected: 0 }),
      append: (rows) => change({ rows: [...state.rows, ...rows] }),
      update: () => {
        const rows = state.rows.slice();
        for (let at = 0; at < rows.length; at += 10) {
          rows[at] = { ...rows[at], label: `${rows[at].label} !!!` };
        }
        change({ rows });
      },
      select: (at) => change({ selected: state.rows[at].id }),
      swap: (a, b) => {
        const rows = state.rows.slice();
        [rows[a], rows[b]] = [rows[b], rows[a]];
        change({ rows });
      },
      remove: (at) => change({ rows: state.rows.toSpliced(at, 1) }),
    },
    frame: () => Promise.race([waiting, quiet()]),
    shown: () => ({
      count: state.rows.length,
      text: state.rows[2]?.label,
      isSelected: state.rows[2] && state.rows[2].id === state.selected,
    }),
  };
}
