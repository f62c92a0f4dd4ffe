/**
 * Ours beside the peers in one run: `npm run bench:peers -- [runs=5] [peer ...]`. Peers take turns, so that
 * a busy moment hits all of them; the table holds medians, and what each is of ours. Everything measured
 * goes to bench/out/peers.json.
 *
 * Peers that are not installed (bench/peers/setup.sh) are left out.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const peers = join(here, 'peers');
const out = join(here, 'out');
const runs = Number(process.argv[2] ?? 5);
const only = process.argv.slice(3);
const FRAMES = 500;

/** Ink 8 and OpenTUI want a newer Node than this project does. */
const newNode = join(peers, 'node_modules/.bin/node');
const rust = join(peers, 'tui-rs/target/release');
const installed = (name) => existsSync(join(peers, 'node_modules', name));

const CONTESTANTS = [
  { name: 'tui', node: process.execPath },
  { name: 'floor', node: process.execPath },
  { name: 'tui-rs', binary: join(rust, 'tui-bench') },
  { name: 'ncurses', binary: join(peers, 'ncurses/bench') },
  { name: 'blessed', node: installed('blessed') && process.execPath },
  { name: 'terminal-kit', node: installed('terminal-kit') && process.execPath },
  { name: 'opentui', node: installed('@opentui') && newNode, flags: ['--experimental-ffi'] },
  { name: 'ink', node: installed('ink') && newNode },
].filter(
  ({ name, node, binary }) =>
    (only.length === 0 || only.includes(name)) && (binary ? existsSync(binary) : node),
);

const env = {
  ...process.env,
  TERM: 'xterm-256color',
  LC_ALL: 'C.UTF-8',
  FORCE_COLOR: '1',
  NODE_ENV: 'production',
  NODE_NO_WARNINGS: '1',
  LINES: '40',
  COLUMNS: '120',
};
delete env.CI;
delete env.COLORTERM;

function measure({ name, node, flags = [], binary }, workload) {
  const options = { env, encoding: 'utf8', timeout: 120_000, stdio: ['ignore', 'pipe', 'pipe'] };
  try {
    if (node) {
      const script = join(here, 'measure.mjs');
      return JSON.parse(
        execFileSync(node, [...flags, script, name, workload, String(FRAMES)], options),
      );
    }
    const frames = workload === 'w1' ? '0' : String(FRAMES);
    if (name !== 'ncurses') return JSON.parse(execFileSync(binary, [workload, frames], options));
    const file = join(out, 'ncurses.json');
    rmSync(file, { force: true });
    execFileSync(binary, [workload, frames], {
      ...options,
      stdio: 'ignore',
      env: { ...env, RESULT: file },
    });
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`${name} ${workload}: ${String(error.stderr || error.message).split('\n')[0]}`);
    return undefined;
  }
}

const median = (values) => {
  const known = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  return known.length === 0 ? undefined : known[Math.floor(known.length / 2)];
};
const shown = (value) =>
  value === undefined ? '-' : value >= 100 ? value.toFixed(0) : value.toFixed(1);

const COLUMNS = {
  w1: [
    ['first paint, CPU ms', (each) => each.firstCpuMs],
    ['first paint, ms', (each) => each.firstMs],
    ['bytes', (each) => each.firstBytes],
  ],
  w2: [
    ['cold CPU us', (each) => each.cold?.cpuUs],
    ['warm CPU us', (each) => each.warm?.cpuUs],
    ['bytes', (each) => each.cold?.bytes],
    ['RSS MB', (each) => each.rssMB],
  ],
};
COLUMNS.w3 = COLUMNS.w2;
const TITLES = {
  w1: 'w1: first paint of 8 charts, after import',
  w2: 'w2: streaming, a frame',
  w3: 'w3: one cell of a table, a frame',
};

mkdirSync(out, { recursive: true });
const results = [];
for (let run = 0; run < runs; run++) {
  for (const workload of Object.keys(COLUMNS)) {
    for (const contestant of CONTESTANTS) {
      const result = measure(contestant, workload);
      if (result !== undefined) results.push({ ...result, peer: contestant.name, workload, run });
    }
  }
}
writeFileSync(join(out, 'peers.json'), JSON.stringify(results, null, 1));

for (const [workload, columns] of Object.entries(COLUMNS)) {
  console.log(`\n${TITLES[workload]} (medians of ${runs}; in brackets: of ours)`);
  console.log(''.padEnd(14) + columns.map(([title]) => title.padStart(24)).join(''));
  const of = (name, read) =>
    median(results.filter((r) => r.peer === name && r.workload === workload).map(read));
  for (const { name } of CONTESTANTS) {
    const cells = columns.map(([, read]) => {
      const value = of(name, read);
      const ours = of('tui', read);
      const ratio =
        value === undefined || !ours || name === 'tui' ? '' : ` (${(value / ours).toFixed(2)})`;
      return `${shown(value)}${ratio}`.padStart(24);
    });
    console.log(name.padEnd(14) + cells.join(''));
  }
}
