/**
 * One peer, one workload, one process: `node bench/measure.mjs PEER[:MODE] w1|w2|w3 [frames=500]` prints
 * one line of JSON. CPU is user and system time of the whole process, JIT and garbage collection
 * included; `cold` are the first frames after mount, `warm` as many after those.
 *
 * `DUMP=FILE` keeps the bytes of the cold frames, and the picture they should leave in `FILE.want`.
 */
import { writeFileSync, writeSync } from 'node:fs';
import { expected, Model } from './peers/common/model.mjs';
import { Sink } from './peers/common/sink.mjs';

const [peer = 'tui', workload = 'w2', count = '500'] = process.argv.slice(2);
const [name, mode] = peer.split(':');
const frames = Number(count);
const { DUMP } = process.env;

/** Microseconds. */
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
const round = (value) => Math.round(value * 10) / 10;
const quantile = (values, share) => {
  const sorted = Float64Array.from(values).sort();
  return round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
};

const importStart = performance.now();
const { open } = await import(`./peers/${name}/app.mjs`);
const result = { peer, workload, node: process.version };
result.importMs = round(performance.now() - importStart);

const model = new Model();
const output = new Sink();
const start = performance.now();
const startCpu = cpu();
const app = await open(output, mode);
const before = output.bytes;
const update = await app[workload](model);
result.firstMs = round(performance.now() - start);
result.firstCpuMs = round((cpu() - startCpu) / 1000);
result.firstBytes = (app.bytes?.() ?? output.bytes) - before;

const bytes = () => app.bytes?.() ?? output.bytes;
if (workload !== 'w1') {
  for (const pass of DUMP ? ['cold'] : ['cold', 'warm']) {
    const wall = [];
    const bytesBefore = bytes();
    const cpuBefore = cpu();
    for (let i = 0; i < frames; i++) {
      if (workload === 'w2') model.stepStream();
      else model.stepTable();
      const begun = performance.now();
      await update(model);
      wall.push((performance.now() - begun) * 1000);
    }
    result[pass] = {
      cpuUs: round((cpu() - cpuBefore) / frames),
      p50Us: quantile(wall, 0.5),
      p99Us: quantile(wall, 0.99),
      bytes: round((bytes() - bytesBefore) / frames),
    };
    if (pass === 'cold') result.rssMB = round(process.memoryUsage().rss / 2 ** 20);
  }
}
if (DUMP) writeFileSync(`${DUMP}.want`, JSON.stringify(expected(workload, model)));
writeSync(1, `${JSON.stringify(result)}\n`);
process.exit(0);
