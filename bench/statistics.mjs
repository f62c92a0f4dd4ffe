/**
 * The cost of `performance.showStats`: CPU of frames with the line of figures and without it, at 60 frames a second of the
 * app's clock, so that the line changes as often as in a terminal.
 *
 * Two apps of the same workload take turns in one process, in short blocks whose order changes; the median of the blocks'
 * ratios counts. `node bench/statistics.mjs [blocks=200]`, after a build.
 */
import { createApp, ManualClock } from '../dist/cli/library.js';
import { Model } from './model.mjs';
import * as workloads from './workloads.mjs';

/** Frames of a block: two seconds of the app's clock. */
const FRAMES = 120;
/** Blocks of each that are not counted. */
const WARM = 10;

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

function open(workload, showStats) {
  const model = new Model();
  const clock = new ManualClock();
  let bytes = 0;
  const output = { columns: 120, rows: 40, write: (chunk) => void (bytes += chunk.length) };
  const app = createApp(workload.markup(model), {
    width: 120,
    height: 40,
    theme: 'color16-dark',
    output,
    clock,
    showStats,
  });
  app.frame();
  const update = workload.update(app, model);
  return {
    app,
    /** @returns microseconds of CPU a frame */
    block() {
      const start = cpu();
      for (let i = 0; i < FRAMES; i++) {
        clock.advance(1000 / 60);
        workload.advance(model);
        update();
        app.frame();
      }
      return (cpu() - start) / FRAMES;
    },
    get bytes() {
      return bytes;
    },
  };
}

export function benchStatistics(blocks = 200) {
  const results = ['w2', 'w3'].map((name) => {
    const [off, on] = [open(workloads[name], false), open(workloads[name], true)];
    const found = { off: [], on: [], ratios: [] };
    for (let i = -WARM; i < blocks; i++) {
      const pair = {};
      for (const each of i % 2 === 0 ? ['off', 'on'] : ['on', 'off']) {
        pair[each] = (each === 'on' ? on : off).block();
      }
      if (i < 0) continue;
      found.off.push(pair.off);
      found.on.push(pair.on);
      found.ratios.push(pair.on / pair.off);
    }
    if (!on.app.cells.rowText(39).includes('fps')) throw new Error('there is no line');
    off.app.stop();
    on.app.stop();
    return {
      name: `${name}, ${workloads[name].name}`,
      off: median(found.off),
      on: median(found.on),
      ratio: median(found.ratios),
    };
  });
  console.log(
    `${'showStats'.padEnd(26)}${'off us'.padStart(10)}${'on us'.padStart(10)}${'on / off'.padStart(10)}`,
  );
  for (const { name, off, on, ratio } of results) {
    console.log(
      name.padEnd(26) +
        off.toFixed(1).padStart(10) +
        on.toFixed(1).padStart(10) +
        ratio.toFixed(3).padStart(10),
    );
  }
  return results;
}

if (process.argv[1]?.endsWith('statistics.mjs')) benchStatistics(Number(process.argv[2] ?? 200));
