/**
 * Speed and bytes of one process: `npm run bench -- [frames=500]`.
 *
 * `cold` is the first frames after mount, JIT included; `warm` the same number again. CPU is user and
 * system time of the whole process, in microseconds a frame; times on a busy machine vary, so compare
 * columns of one run, not runs.
 */
import { createApp } from '../dist/cli/library.js';
import { benchCharts } from './charts.mjs';
import { benchEvents } from './events.mjs';
import { benchLayout } from './layout.mjs';
import { Model } from './model.mjs';
import * as workloads from './workloads.mjs';

const frames = Number(process.argv[2] ?? 500);
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Runs a workload; a fresh app each time, since what is measured first pays for compiling. */
function measure({ name, markup, advance, update }) {
  const model = new Model();
  let bytes = 0;
  const output = { columns: 120, rows: 40, write: (chunk) => void (bytes += chunk.length) };
  const source = markup(model);
  const mountStart = cpu();
  const app = createApp(source, { width: 120, height: 40, theme: 'color16-dark', output });
  app.frame();
  const mount = cpu() - mountStart;
  const first = bytes;
  const step = update(app, model);
  const pass = () => {
    bytes = 0;
    const start = cpu();
    for (let i = 0; i < frames; i++) {
      advance(model);
      step();
      app.frame();
    }
    return { cpu: (cpu() - start) / frames, bytes: bytes / frames };
  };
  const cold = pass();
  const warm = pass();
  app.stop();
  return { name, mount: mount / 1000, first, cold: cold.cpu, warm: warm.cpu, bytes: warm.bytes };
}

const rows = Object.values(workloads).map(measure);
const head = ['workload', 'mount ms', 'first B', 'cold us', 'warm us', 'B a frame'];
console.log(head.map((text, i) => (i === 0 ? text.padEnd(14) : text.padStart(11))).join(''));
for (const { name, mount, first, cold, warm, bytes } of rows) {
  const cells = [
    mount.toFixed(1),
    String(first),
    cold.toFixed(0),
    warm.toFixed(0),
    bytes.toFixed(1),
  ];
  console.log(name.padEnd(14) + cells.map((text) => text.padStart(11)).join(''));
}
console.log(`rss ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`);

console.log();
benchCharts(Math.ceil(frames / 5));

console.log();
benchEvents();

console.log();
benchLayout();
