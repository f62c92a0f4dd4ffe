/**
 * js-framework-benchmark's operations on rows of three texts, on 120 x 40 cells: `<for>` beside preact, solid and vue in this
 * runtime, and beside Ink and OpenTUI, in one run: `node bench/rendering.mjs [--dist=DIR] [--packages=DIR] [--runs=3] [PEER ...]`.
 *
 * Each peer is a process of its own, peers take turns, and medians of the runs count. An operation is done some times before it is
 * measured, then often; the figures are CPU of the whole process (JIT and garbage collection included) from the change of
 * the data until the frame is written, and the bytes of the frame. What each peer shows is compared with the others.
 * `--packages` has Ink and OpenTUI in its `node_modules` (default: bench/peers, see its setup.sh); the frameworks are the project's.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Sink } from './peers/common/sink.mjs';
import { makeRows, OPERATIONS } from './peers/rows/workload.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const PEERS = ['tui', 'solid', 'vue', 'preact', 'opentui', 'ink'];

/** What is done before it counts. */
const WARM_UP = 5;

function cpu() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

const turn = () => new Promise((done) => void setImmediate(done));

/** One peer in this process. */
async function measure(peer, { dist, packages, only }) {
  const isOwn = peer === 'ink' || peer === 'opentui';
  const { open } = await import(`./peers/rows/${isOwn ? peer : 'documents'}.mjs`);
  const output = new Sink();
  const app = await open(peer, output, { dist, packages });
  const done = async (change) => {
    change(app.rows);
    // Frameworks render in a microtask.
    await turn();
    await app.frame();
  };
  const found = {};
  for (const { name, rows, times, run } of OPERATIONS) {
    if (only !== undefined && !name.includes(only)) continue;
    const isLarge = times < 10;
    const warmUp = isLarge ? 1 : WARM_UP;
    let micros = 0;
    let bytes = 0;
    for (let round = -warmUp; round < times; round++) {
      await done(({ set }) => set([]));
      if (rows > 0) await done(({ set }) => set(makeRows(rows)));
      const before = cpu();
      const written = output.bytes;
      await done((each) => run(each, round + warmUp));
      if (round >= 0) {
        micros += cpu() - before;
        bytes += output.bytes - written;
      }
    }
    found[name] = { micros: micros / times, bytes: bytes / times, shown: app.shown() };
  }
  return found;
}

function runPeer(peer, options) {
  const { dist, packages, only } = options;
  const isNew = peer === 'opentui';
  const args = [
    ...(isNew ? ['--experimental-ffi', '--disable-warning=ExperimentalWarning'] : []),
    fileURLToPath(import.meta.url),
    `--dist=${dist}`,
    `--packages=${packages}`,
    `--peer=${peer}`,
    ...(only === undefined ? [] : [`--only=${only}`]),
  ];
  const node = isNew ? join(packages, 'node_modules/.bin/node') : process.execPath;
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout, stderr, error } = spawnSync(node, args, { encoding: 'utf8', env });
  const line = stdout?.trimEnd().split('\n').at(-1);
  if (line?.startsWith('{')) return JSON.parse(line);
  const why = error?.message ?? stderr.split('\n').find((each) => /error/i.test(each));
  console.log(`${peer}: ${why ?? 'no figures'}`);
  return undefined;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

export function benchRendering({
  peers = PEERS,
  runs = 3,
  dist = resolve(here, '../dist'),
  packages = join(here, 'peers'),
  only,
} = {}) {
  const found = Object.fromEntries(peers.map((peer) => [peer, []]));
  for (let run = 0; run < runs; run++) {
    for (const peer of peers) {
      const one = runPeer(peer, { dist, packages, only });
      if (one !== undefined) found[peer].push(one);
    }
  }
  const present = peers.filter((peer) => found[peer].length > 0);
  const names = OPERATIONS.map(({ name }) => name).filter((name) =>
    present.some((peer) => found[peer][0][name] !== undefined),
  );
  const table = (key, figure) => {
    console.log(key.padEnd(20) + present.map((peer) => peer.padStart(12)).join(''));
    for (const name of names) {
      const cells = present.map((peer) => figure(found[peer].map((run) => run[name])));
      console.log(name.padEnd(20) + cells.map((text) => text.padStart(12)).join(''));
    }
  };
  table('CPU ms', (all) => (median(all.map(({ micros }) => micros)) / 1000).toFixed(2));
  table('bytes', (all) => median(all.map(({ bytes }) => bytes)).toFixed(0));
  for (const name of names) {
    const shown = present.map((peer) => JSON.stringify(found[peer][0][name].shown));
    if (new Set(shown).size > 1) {
      console.log(`${name}: different rows: ${present.map((peer, at) => `${peer} ${shown[at]}`)}`);
    }
  }
  return found;
}

const isMain =
  process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href;
if (isMain) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      dist: { type: 'string' },
      packages: { type: 'string' },
      runs: { type: 'string' },
      /** Operations whose name contains this. */
      only: { type: 'string' },
      /** Set in the process of a peer. */
      peer: { type: 'string' },
    },
  });
  const { peer, runs, only } = values;
  const dist = resolve(values.dist ?? join(here, '../dist'));
  const packages = resolve(values.packages ?? join(here, 'peers'));
  if (peer !== undefined) {
    const found = await measure(peer, { dist, packages, only });
    writeSync(1, `\n${JSON.stringify(found)}\n`);
    process.exit(0);
  }
  const peers = positionals.length > 0 ? positionals : PEERS;
  const found = benchRendering({ peers, runs: Number(runs ?? 3), dist, packages, only });
  mkdirSync(join(here, 'out'), { recursive: true });
  writeFileSync(join(here, 'out/rendering.json'), JSON.stringify(found, null, 2));
}
