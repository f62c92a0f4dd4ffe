// ink 8, React 19. ink:inc = incrementalRendering, ink:conc = incremental + concurrent
import React from 'react';
import { render, Box, Text } from 'ink';
import { barText, sparkText, valText, label, title, cellText } from '../common/model.mjs';
import { PassThrough } from 'node:stream';
const h = React.createElement;
const Entry = ({ e, v }) =>
  h(Text, null, label(e), ' ', h(Text, { color: 'cyan' }, barText(v)), ' ', valText(v));
const Chart = ({ b, data, height }) =>
  h(
    Box,
    { borderStyle: 'single', width: 30, height, flexDirection: 'column' },
    h(Text, null, title(b)),
    data.map((v, e) => h(Entry, { key: e, e, v })),
  );
const Grid = ({ m, height }) =>
  h(
    React.Fragment,
    null,
    [0, 4].map((o) =>
      h(
        Box,
        { key: o },
        m.bars.slice(o, o + 4).map((d, i) => h(Chart, { key: i, b: o + i, data: d, height })),
      ),
    ),
  );
const Spark = ({ s, a }) =>
  h(Text, null, `spark ${s} `, h(Text, { color: 'green' }, sparkText(a)), ' ', valText(a[99]));
const Row = React.memo(
  ({ r, vals }) =>
    h(
      Box,
      null,
      vals.map((v, c) => h(Box, { key: c, width: 24 }, h(Text, null, cellText(r, c, v)))),
    ),
  (a, b) => a.vals === b.vals,
);
let set;
const App = ({ w, m }) => {
  const [, f] = React.useState(0);
  set = f;
  return h(
    Box,
    { flexDirection: 'column', width: 120, height: 40 },
    w === 'w2' && m.sparks.map((a, s) => h(Spark, { key: s, s, a })),
    w === 'w3'
      ? m.rows.map((vals, r) => h(Row, { key: r, r, vals }))
      : h(Grid, { m, height: w === 'w1' ? 20 : 16 }),
  );
};
export async function open(out, mode) {
  const stdin = new PassThrough();
  stdin.isTTY = true;
  stdin.setRawMode = () => stdin;
  stdin.ref = stdin.unref = () => stdin;
  let tick = 0;
  const flushed = () =>
    new Promise((r) => {
      out.onchunk = (c) => {
        if (c.length === 8 && c.toString('latin1') === '\x1b[?2026l') {
          out.onchunk = null;
          r();
        }
      };
    });
  const mount = async (w, m) => {
    const p = flushed();
    m.rows = m.cells.map((r) => [...r]);
    render(h(App, { w, m }), {
      stdout: out,
      stdin,
      stderr: out,
      maxFps: 1e6,
      patchConsole: false,
      exitOnCtrlC: false,
      interactive: true,
      alternateScreen: true,
      incrementalRendering: mode === 'inc' || mode === 'conc',
      concurrent: mode === 'conc',
    });
    await p;
    return (m) => {
      if (w === 'w3') {
        m.rows = m.rows.slice();
        m.rows[m.row] = [...m.cells[m.row]];
      }
      const p = flushed();
      set(++tick);
      return p;
    };
  };
  return { w1: (m) => mount('w1', m), w2: (m) => mount('w2', m), w3: (m) => mount('w3', m) };
}
