/**
 * The cost of a shader that covers 80 by 24 cells, 160 by 96 pixels, thirty times a second: its part of a core, by what
 * takes the time. And a slow one: how long a key waits for its frame.
 *
 * `node bench/shader.mjs [seconds=5]`, after a build.
 */
import { createApp } from '../dist/cli/library.js';

const seconds = Number(process.argv[2] ?? 5);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const PLASMA = `(x, y, time, { width, height }) => {
  const [u, v] = [(x / width - 0.5) * 4, (y / height - 0.5) * 4];
  const wave = Math.sin(u * 2 + time) + Math.sin(v * 3 - time) + Math.sin(Math.hypot(u, v) * 4 - time * 2);
  return [128 + 127 * Math.sin(wave), 128 + 127 * Math.sin(wave + 2), 128 + 127 * Math.sin(wave + 4)];
}`;
const SLOW = `(x, y, time) => { let sum = 0; for (let i = 0; i < 4000; i++) sum += Math.sin(i + x + time); return [sum, sum, sum]; }`;

/** An app on a terminal that shows nothing. */
function open(shader, mode) {
  let writes = 0;
  const listeners = [];
  const output = { columns: 80, rows: 24, isTTY: true, write: () => ((writes += 1), true) };
  const app = createApp(
    `<tui><canvas id="c" gfx-mode="${mode}" style="width: 80; height: 24"/><input id="i" style="position: fixed; top: 0; left: 0"/></tui>`,
    {
      width: 80,
      height: 24,
      theme: 'fullcolor-dark',
      output,
      animate: true,
      env: { COLORTERM: 'truecolor', TERM: 'xterm-256color' },
    },
  );
  app.document.getElementById('c').onShader = (0, eval)(shader);
  return { app, writes: () => writes, listeners };
}

console.log(
  'a shader of 160 x 96 pixels'.padEnd(34) + 'pictures/s'.padStart(12) + 'of a core'.padStart(12),
);
for (const mode of ['sextant', 'octant', 'halfblock']) {
  const { app } = open(PLASMA, mode);
  let frames = 0;
  const until = async (ms) => {
    const end = performance.now() + ms;
    while (performance.now() < end) {
      if (!app.frame().skipped) frames += 1;
      await wait(4);
    }
  };
  await until(2000);
  frames = 0;
  const [start, began] = [cpu(), performance.now()];
  await until(seconds * 1000);
  const took = performance.now() - began;
  console.log(
    mode.padEnd(34) +
      ((frames * 1000) / took).toFixed(1).padStart(12) +
      `${((100 * (cpu() - start)) / took).toFixed(0)} %`.padStart(12),
  );
  app.stop();
}

const { app } = open(SLOW, 'sextant');
const input = app.document.getElementById('i');
input.focus();
app.frame();
const waits = [];
for (let key = 0; key < 60; key++) {
  await wait(20 + Math.random() * 40);
  const began = performance.now();
  // A key comes in between two slices: it waits for the one that runs.
  await new Promise((resolve) => setImmediate(resolve));
  app.input(new TextEncoder().encode('x'));
  app.frame();
  waits.push(performance.now() - began);
}
waits.sort((a, b) => a - b);
console.log(
  `beside a slow shader a key waits ${waits[30].toFixed(1)} ms for its frame, ${waits[57].toFixed(1)} at the 95th percentile`,
);
app.stop();
process.exit(0);
