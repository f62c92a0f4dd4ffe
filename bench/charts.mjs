/**
 * The cost of a chart as its data grows: one frame after `appendEntry` and `shiftEntry` with 10^2, 10^4
 * and 10^6 entries, in microseconds of CPU and as a ratio to 10^2. The target is at most 2: cost follows
 * the cells that show, not the entries. Alone: `node bench/charts.mjs [frames=200]` after a build.
 */
import { pathToFileURL } from 'node:url';
import { createApp } from '../dist/cli/library.js';

const SIZES = [100, 10_000, 1_000_000];
const LABELS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const CHARTS = {
  horizontal: { labels: true, style: '' },
  vertical: { labels: true, style: 'orientation: vertical' },
  sparkline: { labels: false, style: '' },
  'horizontal max': { labels: true, style: 'downsample: max' },
  'vertical mean': { labels: true, style: 'orientation: vertical; downsample: mean' },
  'sparkline max': { labels: false, style: 'downsample: max' },
  'sparkline last': { labels: false, style: 'downsample: last' },
  'sparkline dots': { labels: false, style: 'resolution: braille; align-entries: end; width: 50' },
  'sparkline axis': { labels: false, style: '', attributes: 'show-axis="true"' },
  'horizontal inside': { labels: true, style: 'value-position: inside; zero-line: line' },
  'horizontal targets': { labels: true, style: '', targets: true },
};

/** Values without a pattern that a row of cells could repeat. */
const value = (i) => (i * 7919) % 1001;

function open({ labels, style, attributes = '', targets = false }, count) {
  const written = { bytes: 0 };
  const app = createApp(
    `<data-bars id="chart" series='[{"name":"load"}]' bars="[]" show-values="true" ${attributes}
      style="height: 30; gap: 0; ${style}"/>`,
    {
      width: 120,
      height: 30,
      theme: 'color16-dark',
      output: { columns: 120, rows: 30, write: (bytes) => (written.bytes += bytes.length) },
    },
  );
  const chart = app.document.getElementById('chart');
  if (labels) chart.labels = Array.from({ length: count }, (_, i) => LABELS[i % 7]);
  if (targets) chart.marks = [{ values: Array.from({ length: count }, (_, i) => value(i + 1)) }];
  chart.setValue(Array.from({ length: count }, (_, i) => [value(i)]));
  app.frame();
  let next = count;
  const step = () => {
    if (labels) chart.appendEntry([value(next)], LABELS[next % 7]);
    else chart.appendEntry([value(next)]);
    chart.shiftEntry();
    next++;
    return app.frame();
  };
  return { app, chart, step, written };
}

function cpuOf(work, times) {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

/** Sizes take turns, so that whatever else the machine does befalls all of them; the best round counts. */
function measureGrowth(chart, frames) {
  const runs = SIZES.map((size) => ({ ...open(chart, size), best: Infinity, bytes: 0 }));
  for (const { step } of runs) for (let i = 0; i < frames; i++) step();
  for (let round = 0; round < 7; round++) {
    for (const run of runs) {
      run.written.bytes = 0;
      run.best = Math.min(run.best, cpuOf(run.step, frames));
      run.bytes = run.written.bytes / frames;
    }
  }
  for (const { app } of runs) app.stop();
  return runs;
}

/** An unchanged chart, and one bar of a hundred changed. */
function measureChange(chart) {
  const { app, chart: element, written } = open(chart, 100);
  written.bytes = 0;
  const { skipped } = app.frame();
  const unchanged = { bytes: written.bytes, skipped };
  const bars = element.getValue();
  // Not the largest value, so that the scale stays.
  const shown = chart.style.includes('vertical') || !chart.labels ? 90 : 5;
  bars[shown] = [bars[shown][0] > 500 ? 100 : 900];
  element.setValue(bars);
  const { cells, bytes } = app.frame();
  app.stop();
  return { unchanged, changed: { cells, bytes } };
}

export function benchCharts(frames = 200) {
  const row = (name, ...cells) =>
    console.log(name.padEnd(16) + cells.map((cell) => String(cell).padStart(10)).join(''));
  row(
    'us a frame',
    ...SIZES.map((size) => `10^${Math.log10(size)}`),
    'ratio 4',
    'ratio 6',
    'bytes',
  );
  const results = [];
  for (const [name, chart] of Object.entries(CHARTS)) {
    const runs = measureGrowth(chart, frames);
    const [first, ...others] = runs.map(({ best }) => best);
    results.push({ name, micros: [first, ...others], bytes: runs[2].bytes });
    row(
      name,
      ...runs.map(({ best }) => best.toFixed(0)),
      ...others.map((best) => (best / first).toFixed(2)),
      runs[2].bytes.toFixed(0),
    );
  }
  console.log();
  row('one bar changed', 'cells', 'bytes', 'unchanged');
  for (const name of ['horizontal', 'vertical', 'sparkline']) {
    const { unchanged, changed } = measureChange(CHARTS[name]);
    const idle = `${unchanged.bytes} B${unchanged.skipped ? '' : ', not skipped'}`;
    row(name, changed.cells, changed.bytes, idle);
    results.push({ name: `one bar of ${name}`, ...changed });
  }
  return results;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  benchCharts(Number(process.argv[2] ?? 200));
}
