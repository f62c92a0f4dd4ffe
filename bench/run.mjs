/**
 * Speed, bytes and memory of ours: `npm run bench -- [frames=500]`. What is measured goes to
 * bench/out/bench.json too. Beside the peers: `npm run bench:peers`.
 *
 * The workloads run in processes of their own, five times each, and medians count: `cold` is the first
 * frames after mount, JIT included; `warm` as many again. CPU is user and system time of the whole
 * process, in microseconds a frame; times on a busy machine vary, so compare columns of one run, not runs.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchCharts } from './charts.mjs';
import { benchDocuments } from './documents.mjs';
import { benchEvents } from './events.mjs';
import { benchLayout } from './layout.mjs';
import { benchPalette } from './palette.mjs';
import { benchTable } from './table.mjs';
import { benchBytes } from './theory.mjs';
import { benchTyping } from './typing.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const frames = Number(process.argv[2] ?? 500);
const RUNS = 5;

const median = (values) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** One process for each run: what is measured first in a process pays for compiling. */
function workload(name) {
  const script = join(here, 'measure.mjs');
  const runs = Array.from({ length: RUNS }, () =>
    JSON.parse(
      execFileSync(process.execPath, [script, 'tui', name, String(frames)], { encoding: 'utf8' }),
    ),
  );
  const of = (read) => (read(runs[0]) === undefined ? undefined : median(runs.map(read)));
  return {
    name,
    firstMs: of((run) => run.firstCpuMs),
    firstBytes: of((run) => run.firstBytes),
    cold: of((run) => run.cold?.cpuUs),
    warm: of((run) => run.warm?.cpuUs),
    bytes: of((run) => run.cold?.bytes),
    rssMB: of((run) => run.rssMB),
  };
}

/** Resident memory of a Node that does nothing, in MB. */
function bareMemory() {
  const script = 'process.stdout.write(String(process.memoryUsage().rss / 2 ** 20))';
  const run = () => Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
  return median(Array.from({ length: RUNS }, run));
}

const results = { node: process.version, frames };
const shown = (value, places) => (value === undefined ? '-' : value.toFixed(places));
const heads = ['first CPU ms', 'first B', 'cold us', 'warm us', 'B a frame', 'RSS MB'];
console.log(`workload (medians of ${RUNS})`.padEnd(26) + heads.map((h) => h.padStart(13)).join(''));
results.workloads = ['w1', 'w2', 'w3'].map((name) => {
  const result = workload(name);
  const { firstMs, firstBytes, cold, warm, bytes, rssMB } = result;
  const cells = [
    shown(firstMs, 1),
    shown(firstBytes, 0),
    shown(cold, 0),
    shown(warm, 0),
    shown(bytes, 1),
    shown(rssMB, 0),
  ];
  console.log(name.padEnd(26) + cells.map((text) => text.padStart(13)).join(''));
  return result;
});
results.bareRssMB = bareMemory();
console.log(`Node alone: ${results.bareRssMB.toFixed(0)} MB`);

for (const [name, run] of Object.entries({
  bytes: () => benchBytes(),
  documents: () => benchDocuments(),
  charts: () => benchCharts(Math.ceil(frames / 5)),
  table: () => benchTable(Math.ceil(frames / 5)),
  typing: () => benchTyping(frames),
  events: () => benchEvents(),
  palette: () => benchPalette(),
  layout: () => benchLayout(),
})) {
  console.log();
  results[name] = await run();
}

mkdirSync(join(here, 'out'), { recursive: true });
writeFileSync(join(here, 'out', 'bench.json'), JSON.stringify(results, null, 1));
