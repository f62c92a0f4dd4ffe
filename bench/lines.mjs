/**
 * The cost of a line chart, in milliseconds of CPU: a million points loaded and painted first, then frames in which a point
 * is appended and the oldest one dropped, the bytes that these write, and the memory that ten million appends leave
 * behind. asciichart draws the same points beside it where it is installed in the folder `TUI_PEERS`
 * (`npm install --prefix FOLDER asciichart`). Alone: `node --expose-gc bench/lines.mjs` after a build.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { createApp } from '../dist/cli/library.js';

const POINTS = 1_000_000;
const FRAMES = 200;
const value = (i) =>
  50 + 40 * Math.sin(i / 9000) + ((i * 7919) % 11) + (i % 100_003 === 0 ? 60 : 0);

function cpu(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function open(type) {
  const written = { bytes: 0 };
  const output = { columns: 120, rows: 30, write: (bytes) => (written.bytes += bytes.length) };
  const series = JSON.stringify([{ name: 'load', type }]);
  const app = createApp(
    `<data-line id="chart" series='${series}' points="[]" style="height: 30; x-scale: linear"/>`,
    { width: 120, height: 30, theme: 'color16-dark', output },
  );
  app.frame();
  return { app, chart: app.document.getElementById('chart'), written };
}

const rows = Array.from({ length: POINTS }, (_, i) => [i, value(i)]);
for (const type of ['line', 'area', 'step', 'scatter']) {
  const { app, chart, written } = open(type);
  const load = cpu(() => chart.setValue(rows));
  const first = cpu(() => app.frame());
  let next = POINTS;
  const step = () => {
    chart.appendPoint(next, [value(next)]);
    chart.shiftPoint();
    next++;
  };
  for (let i = 0; i < 50; i++) {
    step();
    app.frame();
  }
  written.bytes = 0;
  const frames = cpu(() => {
    for (let i = 0; i < FRAMES; i++) {
      step();
      app.frame();
    }
  });
  const appends = cpu(() => {
    for (let i = 0; i < FRAMES; i++) step();
  });
  console.log(
    `${type.padEnd(8)} load ${load.toFixed(1)} ms, first paint ${first.toFixed(1)} ms, ` +
      `append ${(appends / FRAMES).toFixed(4)} ms, with its frame ${(frames / FRAMES).toFixed(3)} ms, ` +
      `${(written.bytes / FRAMES).toFixed(0)} bytes a frame`,
  );
  app.unmount?.();
}

{
  const { app, chart } = open('line');
  chart.setValue(rows.slice(0, 10_000));
  app.frame();
  globalThis.gc?.();
  const before = process.memoryUsage();
  const spent = cpu(() => {
    for (let i = 10_000; i < 10_010_000; i++) {
      chart.appendPoint(i, [value(i)]);
      chart.shiftPoint();
      if (i % 100_000 === 0) app.frame();
    }
  });
  globalThis.gc?.();
  const after = process.memoryUsage();
  const grown = (after.arrayBuffers - before.arrayBuffers + after.heapUsed - before.heapUsed) / 1e6;
  console.log(`10^7 appends: ${spent.toFixed(0)} ms, ${grown.toFixed(1)} MB more`);
}

const peers = createRequire(resolve(process.env.TUI_PEERS ?? '.', 'peers.js'));

function peer(name, what, draw) {
  let library;
  try {
    library = peers(name);
  } catch {
    console.log(`${name} is not installed in the folder TUI_PEERS`);
    return;
  }
  console.log(`${name}, ${what}: ${cpu(() => draw(library)).toFixed(1)} ms`);
}

// It has a column for each point: those of a screen are what is left of the others, and spikes are lost.
const shown = rows.filter((_, i) => i % Math.ceil(POINTS / 110) === 0).map(([, y]) => y);
peer('asciichart', '110 of the points', ({ plot }) => plot(shown, { height: 28 }));
peer('asciichart', '10^5 points', ({ plot }) =>
  plot(
    rows.slice(0, 1e5).map(([, y]) => y),
    { height: 28 },
  ),
);
