/**
 * From the start of a process to its end, against bare Node:
 * `node bench/startup.mjs [--runs=20] [--dist=DIR] [--json]`.
 *
 * Each kind of start, in each tier of the sandbox that there is, on each Node that is installed:
 * `node bench/startup.mjs --install` fetches Node 20, 22, 24 and 26 (the npm package `node`) into
 * bench/out/nodes. The kinds take turns, so that a busy moment of the machine hits all of them; times of one
 * run are compared, never those of two. What is counted are second and later starts, with the code that V8
 * has compiled. The peers' hello programs (bench/peers/setup.sh installs them) follow, in turns with ours, on a
 * terminal: none of them writes into a pipe. A peer that is not set up has a row that says so.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    dist: { type: 'string', default: join(here, '../dist') },
    install: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const runs = Number(options.runs);
const dist = resolve(options.dist);
const main = join(dist, 'cli/main.cjs');
const nodes = join(here, 'out/nodes');
const VERSIONS = ['20', '22', '24', '26'];
const nodeOf = (version) => join(nodes, version, 'node_modules/node/bin/node');

if (options.install) {
  for (const version of VERSIONS) {
    mkdirSync(join(nodes, version), { recursive: true });
    const args = ['install', '--no-audit', '--no-fund', '--prefix', join(nodes, version)];
    execFileSync('npm', [...args, `node@${version}`], { stdio: 'inherit' });
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tui-startup-'));
// It has to be in the package.
const code = mkdtempSync(join(dist, 'code-'));
const file = (name, text) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const plain = file('plain.tui', '<text>Hello</text>');
const scripted = file(
  'scripted.tui',
  `<text id="t">…</text><script>$tui.getElementById('t').textContent = 'Hello';</script>`,
);
const inProcess = file(
  'in-process.mjs',
  `import { createApp } from ${JSON.stringify(pathToFileURL(join(dist, 'cli/library.js')).href)};
const app = createApp('<text>Hello</text>', { output: process.stdout });
app.frame();
process.exit(0);`,
);
const bare = file('bare.cjs', `process.stdout.write('Hello');`);

/**
 * Nothing of who measures: NODE_EXTRA_CA_CERTS alone, which Node 20 reads whether it is needed or not, can
 * take longer than all the rest of a bare start.
 */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: folder,
  TUI_CODE_CACHE: code,
  SHELL: '/bin/sh',
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
};
const hasProc = existsSync('/proc/self/task');

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const round = (value, places) => Number(value.toFixed(places));

/** Milliseconds from before the start to the end. */
function once({ name, command, env }) {
  return new Promise((done, failed) => {
    const start = process.hrtime.bigint();
    const child = spawn(command[0], command.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => (text += bytes));
    child.on('error', failed);
    child.on('close', () => {
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      if (text.includes('Hello')) done(ms);
      else failed(new Error(`${name} painted nothing:\n${text}`));
    });
  });
}

/**
 * MB that the largest of all processes that were started had at most. They are read while they run: the system's
 * statistics for a parent leave out children that it does not wait for.
 */
async function memory({ command: [program, ...args], env }) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  let isOver = false;
  child.once('exit', () => (isOver = true));
  let peak = 0;
  while (!isOver) {
    for (const pid of descendants(child.pid)) {
      const [, kB] = /^VmHWM:\s+(\d+)/m.exec(procFile(`${pid}/status`)) ?? [];
      peak = Math.max(peak, Number(kB ?? 0));
    }
    await new Promise(setImmediate);
  }
  return peak / 1024;
}

function descendants(pid) {
  const children = procFile(`${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return [pid, ...children.flatMap(descendants)];
}

/** Empty where its process has ended. */
function procFile(path) {
  try {
    return readFileSync(join('/proc', path), 'utf8');
  } catch {
    return '';
  }
}

/** The tiers of the sandbox that this Node offers here, the best one first. */
function tiersOf(version) {
  const [major, minor] = version.split('.').map(Number);
  const hasBubblewrap =
    spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']).status === 0;
  const alone = major > 25 || (major === 25 && minor >= 3) ? 'B' : 'C';
  return [...(hasBubblewrap ? ['A'] : []), alone];
}

async function measure(node) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
  const tiers = tiersOf(version);
  const inTier = (tier) => ({ ...ENVIRONMENT, TUI_SANDBOX_TIER: tier });
  for (const tier of tiers)
    execFileSync(node, [join(dist, 'cli/train.cjs')], { env: inTier(tier) });
  const kinds = [
    { name: 'bare Node', command: [node, bare] },
    { name: 'an app without code', command: [node, main, plain], limit: 2.5, limitMemory: 1.6 },
    { name: 'createApp in a process of its own', command: [node, inProcess] },
    ...tiers.map((tier) => ({
      name: `a scripted app, tier ${tier}`,
      command: [node, main, '--allow-unenforced', scripted],
      env: inTier(tier),
      ...(tier === 'A' ? { limit: 5, limitMemory: 1.8 } : {}),
    })),
  ].map((kind) => ({ env: ENVIRONMENT, times: [], sizes: [], ...kind }));
  // The first of each fills the disk's cache.
  for (const kind of kinds) await once(kind);
  for (let run = 0; run < runs; run++) {
    for (const kind of kinds) kind.times.push(await once(kind));
  }
  for (let run = 0; hasProc && run < 5; run++) {
    for (const kind of kinds) kind.sizes.push(await memory(kind));
  }
  const [first] = kinds;
  return kinds.map(({ name, times, sizes, limit, limitMemory }) => ({
    node: version,
    name,
    ms: round(median(times), 1),
    ratio: round(median(times) / median(first.times), 2),
    limit,
    ...(hasProc
      ? {
          MB: round(median(sizes), 1),
          ratioMemory: round(median(sizes) / median(first.sizes), 2),
          limitMemory,
        }
      : {}),
  }));
}

/** On a terminal, from the start to the first "Hello", of us and of the peers that are set up. */
function onTerminal() {
  const peers = join(here, 'peers');
  const run = join(peers, 'common/ptyrun.py');
  const newNode = join(peers, 'node_modules/.bin/node');
  const program = (path) => join(peers, path);
  const kinds = [
    { name: 'bare Node', command: [process.execPath, program('hello/node.mjs')] },
    { name: 'an app without code', command: [process.execPath, main, plain] },
    { name: 'a scripted app', command: [process.execPath, main, scripted] },
    {
      name: 'blessed',
      needs: 'blessed',
      command: [process.execPath, program('hello/blessed.mjs')],
    },
    {
      name: 'terminal-kit',
      needs: 'terminal-kit',
      command: [process.execPath, program('hello/terminal-kit.mjs')],
    },
    { name: 'Ink', needs: 'ink', command: [newNode, program('hello/ink.mjs')] },
    {
      name: 'OpenTUI',
      needs: '@opentui',
      command: [newNode, '--experimental-ffi', program('hello/opentui.mjs')],
    },
    { name: 'ncurses', command: [program('hello/ncurses')] },
    { name: 'tui-rs', command: [program('tui-rs/target/release/hello')] },
  ].map((kind) => ({ times: [], sizes: [], ...kind }));
  // A program that is there, and the package that it imports.
  const isSetUp = ({ needs, command }) =>
    existsSync(command[0]) &&
    (needs === undefined || existsSync(join(peers, 'node_modules', needs)));
  const present = kinds.filter(isSetUp);
  if (spawnSync('python3', ['--version']).status !== 0) return [];
  for (let turn = -1; turn < runs; turn++) {
    for (const { command, times, sizes } of present) {
      const text = execFileSync('python3', [run, '--interrupt', ...command], {
        env: ENVIRONMENT,
        encoding: 'utf8',
      });
      const { hello_ms: ms, maxrss_mb: size } = JSON.parse(text);
      if (turn < 0) continue;
      times.push(ms);
      sizes.push(size);
    }
  }
  const [first] = present;
  return kinds.map((kind) => {
    const { name, times, sizes } = kind;
    if (!present.includes(kind)) return { name, missing: 'not set up here' };
    return {
      name,
      ms: round(median(times), 1),
      ratio: round(median(times) / median(first.times), 2),
      MB: round(median(sizes), 1),
      ratioMemory: round(median(sizes) / median(first.sizes), 2),
    };
  });
}

function print(title, rows) {
  console.log(`\n${title}`.padEnd(40) + '    ms   ratio  limit      MB   ratio  limit');
  const shown = (value, places = 2) => (value === undefined ? '-' : value.toFixed(places));
  for (const { name, missing, ms, ratio, limit, MB, ratioMemory, limitMemory } of rows) {
    if (missing !== undefined) {
      console.log(`${name.padEnd(39)}     ${missing}`);
      continue;
    }
    const cells = [shown(ms, 0), shown(ratio), shown(limit, 1), shown(MB, 0), shown(ratioMemory)];
    const widths = [6, 8, 7, 8, 8];
    console.log(
      `${name.padEnd(39)}${cells.map((cell, index) => cell.padStart(widths[index])).join('')}${shown(limitMemory, 1).padStart(7)}`,
    );
  }
}

try {
  const installed = VERSIONS.map(nodeOf).filter((node) => existsSync(node));
  const results = { startToEnd: [], onTerminal: [] };
  for (const node of installed.length > 0 ? installed : [process.execPath]) {
    const rows = await measure(node);
    results.startToEnd.push(...rows);
    if (!options.json) print(`Node ${rows[0].node}, into a pipe, to the end`, rows);
  }
  results.onTerminal = onTerminal();
  if (options.json) console.log(JSON.stringify(results, null, 1));
  else print(`Node ${process.versions.node}, on a terminal, to "Hello"`, results.onTerminal);
  mkdirSync(join(here, 'out'), { recursive: true });
  writeFileSync(join(here, 'out/startup.json'), JSON.stringify(results, null, 1));
} finally {
  for (const each of [folder, code]) rmSync(each, { recursive: true, force: true });
}
