/**
 * The cost of a line chart, in milliseconds of CPU: a million points loaded and painted first, then frames in which a point
 * is appended and the oldest one dropped, the bytes that these write, and the memory that ten million appends leave
 * behind. Chart libraries from npm draw the same points beside it where they are installed in the folder `TUI_PEERS`
 * (`npm install --prefix FOLDER asciichart simple-ascii-chart babar blessed-contrib blessed`), and so does the chart of tui-rs, ratatui's
 * ancestor: ratatui itself is neither in npm's registry nor in Debian. Alone: `node --expose-gc bench/lines.mjs` after a build.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
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

const folder = resolve(process.env.TUI_PEERS ?? '.');
const peers = createRequire(resolve(folder, 'peers.js'));

/** The first picture, and one for each of a few points that are appended. */
function peer(name, what, points, make) {
  let library;
  try {
    library = peers(name);
  } catch {
    console.log(`${name} is not installed in the folder TUI_PEERS`);
    return;
  }
  const draw = make(typeof library.default === 'function' ? library.default : library);
  const first = cpu(() => draw(points));
  const frames = points.length > 10_000 ? 3 : 20;
  const later = cpu(() => {
    for (let i = 0; i < frames; i++) draw(points.slice(i));
  });
  console.log(
    `${name}, ${what}: first ${first.toFixed(1)} ms, a frame ${(later / frames).toFixed(2)} ms`,
  );
}

// A library that has a column for each point gets those of a screen: what is left of the others, and spikes are lost.
const shown = rows.filter((_, i) => i % Math.ceil(POINTS / 110) === 0);
const some = rows.slice(0, 1e5);
const values = (points) => points.map(([, y]) => y);
peer('asciichart', '110 of the points', shown, ({ plot }) => (points) => {
  plot(values(points), { height: 28 });
});
peer('asciichart', '10^5 points', some, ({ plot }) => (points) => {
  plot(values(points), { height: 28 });
});
for (const [what, points] of [
  ['110 of the points', shown],
  ['10^4 points', rows.slice(0, 1e4)],
]) {
  peer('simple-ascii-chart', what, points, (library) => {
    const plot = library.plot ?? library;
    return (all) => plot(all, { width: 110, height: 28 });
  });
}
peer('babar', '110 of the points', shown, (babar) => (points) => {
  babar(points, { width: 110, height: 28 });
});
// Of 10^5 points it draws one picture in minutes.
peer('blessed-contrib', '110 of the points', shown, (contrib) => {
  const output = Object.assign(new Writable({ write: (_, __, done) => done() }), {
    columns: 120,
    rows: 30,
    isTTY: true,
  });
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} });
  const screen = peers('blessed').screen({ output, input, terminal: 'xterm-256color' });
  const line = contrib.line({ width: 120, height: 30 });
  screen.append(line);
  return (all) => {
    line.setData([{ x: all.map(([x]) => String(x)), y: values(all) }]);
    screen.render();
  };
});

// The chart of tui-rs, ratatui's ancestor, which Debian has: bench/peers/setup.sh builds it.
const native = resolve(import.meta.dirname, 'peers/tui-rs/target/release/chart');
for (const count of [1e5, POINTS]) {
  const { stdout, error } = spawnSync(process.env.TUI_RS_CHART ?? native, [String(count)]);
  console.log(error === undefined ? String(stdout).trim() : 'the chart of tui-rs is not built');
}
process.exit(0);
