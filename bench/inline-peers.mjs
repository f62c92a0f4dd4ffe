/**
 * The same live region below a shell in ours and in the peers, in one run:
 * `node bench/inline-peers.mjs [--dist=DIR] [--packages=DIR] [PEER ...]`.
 *
 * 200 steps print lines and change, grow and shrink a region; then the terminal is resized eight times. Each peer is a process of
 * its own that writes into a stream in place of a terminal; its bytes go to xterm.js in this process, which answers
 * questions of the peer, and is resized at the same places. Counted are printed lines that are lost or doubled, rows of the region that are left above it (ghosts), bytes and
 * CPU time for each step. `--packages` has the peers in its `node_modules` (default: bench/peers, see its setup.sh); a peer that
 * is not there, or does not run, has a row that states why.
 *
 * Then the first prompt: `tui ask` of one field beside `text()` of @clack/prompts, each on a terminal until Ctrl+C, in turns.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MARK, SIZE, steps } from './peers/inline/workload.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: join(here, '../dist') },
    packages: { type: 'string', default: join(here, 'peers') },
    /** Set in the process of a peer. */
    peer: { type: 'string' },
  },
});
const dist = resolve(options.dist);
const packages = resolve(options.packages);
/** Milliseconds that a peer has to paint what has changed: all paint in a timer of their own. */
const SETTLE = 25;

/** A terminal whose bytes go to the other process. */
class Recorder extends Writable {
  isTTY = true;
  fd = 1;
  columns = SIZE[0];
  rows = SIZE[1];
  bytes = 0;

  _write(chunk, _encoding, done) {
    process.send(chunk.toString('utf8'));
    this.bytes += chunk.length;
    done();
  }
  getWindowSize() {
    return [this.columns, this.rows];
  }
  getColorDepth() {
    return 4;
  }
  hasColors() {
    return true;
  }
}

async function run(peer) {
  const output = new Recorder({ highWaterMark: 1 << 30 });
  const { open } = await import(`./peers/inline/${peer}.mjs`);
  const input = new PassThrough();
  input.isTTY = true;
  input.setRawMode = () => input;
  input.ref = input.unref = () => input;
  process.on('message', (answer) => input.write(answer));
  const app = await open(output, { dist, packages, input });
  const settle = () => new Promise((done) => setTimeout(done, SETTLE));
  for (let each = 0; each < 10; each++) await settle();
  const { all } = steps();
  const before = { bytes: output.bytes, cpu: process.cpuUsage() };
  for (const step of all) {
    if (step.type === 'print') app.print(step.text);
    else if (step.type === 'rows') app.rows(step.rows);
    else {
      process.send({ size: step.size });
      await settle();
      [output.columns, output.rows] = step.size;
      app.resized(step.size);
    }
    app.frame();
    await settle();
  }
  const { user, system } = process.cpuUsage(before.cpu);
  const bytes = output.bytes - before.bytes;
  process.send({ bytes, cpu: user + system, steps: all.length }, () => process.exit(0));
}

async function compare() {
  const peers = positionals.length > 0 ? positionals : ['tui', 'ink', 'opentui'];
  const rows = [];
  for (const peer of peers) {
    const isNew = peer === 'opentui';
    const child = spawn(
      isNew ? join(packages, 'node_modules/.bin/node') : process.execPath,
      [
        ...(isNew ? ['--experimental-ffi'] : []),
        fileURLToPath(import.meta.url),
        `--dist=${dist}`,
        `--packages=${packages}`,
        `--peer=${peer}`,
      ],
      { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
    );
    let stderr = '';
    child.stderr.on('data', (piece) => (stderr += piece));
    const found = await replay(child);
    rows.push({
      peer,
      ...(found ?? { why: stderr.split('\n').find((line) => /error/i.test(line)) ?? 'no figures' }),
    });
  }
  console.table(rows);
}

const RUNS = 15;

/** From the start of a process to a field on a terminal, and its CPU time until it has ended by Ctrl+C. Medians. */
function prompts() {
  const folder = mkdtempSync(join(tmpdir(), 'tui-prompts-'));
  const form = join(folder, 'hello.tui');
  writeFileSync(form, '<form><label>Hello <input name="name"/></label></form>');
  const script = join(packages, 'first-prompt.mjs');
  writeFileSync(
    script,
    `import { text } from '@clack/prompts';\nawait text({ message: 'Hello' });\n`,
  );
  const commands = {
    'tui ask': [process.execPath, join(dist, 'cli/main.cjs'), 'ask', form],
    clack: [process.execPath, script],
  };
  const found = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let run = 0; run <= RUNS; run++) {
    for (const [name, command] of Object.entries(commands)) {
      const args = [join(here, 'peers/common/ptyrun.py'), '--interrupt', ...command];
      const { stdout } = spawnSync('python3', args, { encoding: 'utf8', timeout: 60_000 });
      // The first fills caches.
      if (run > 0) found[name].push(JSON.parse(stdout));
    }
  }
  rmSync(folder, { recursive: true });
  rmSync(script);
  const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
  const figures = ['hello_ms', 'cpu_ms', 'bytes'];
  console.table(
    Object.entries(found).map(([name, runs]) => ({
      name,
      ...Object.fromEntries(figures.map((key) => [key, median(runs.map((run) => run[key]))])),
    })),
  );
}

/** What a terminal shows of a peer, with its scrollback; undefined where the peer does not run. */
async function replay(child) {
  const { Terminal } = (await import('@xterm/headless')).default;
  const terminal = new Terminal({
    cols: SIZE[0],
    rows: SIZE[1],
    scrollback: 100_000,
    allowProposedApi: true,
    convertEol: true,
  });
  const write = (text) => new Promise((done) => terminal.write(text, done));
  terminal.onData((answer) => child.connected && child.send(answer));
  let turn = write('$ app\n');
  let figures;
  const take = (message) => {
    if (typeof message === 'string') return write(message);
    if (message.size === undefined) figures = message;
    else terminal.resize(...message.size);
    return undefined;
  };
  child.on('error', () => undefined);
  child.on('message', (message) => (turn = turn.then(() => take(message))));
  await new Promise((done) => child.on('close', done));
  await turn;
  if (figures === undefined) return undefined;
  const { bytes, cpu, steps: count } = figures;
  const { active } = terminal.buffer;
  const lines = [];
  for (let y = 0; y < active.length; y++) {
    const line = active.getLine(y);
    const text = line.translateToString(true);
    if (line.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  const { printed } = steps();
  let lost = 0;
  let doubled = 0;
  for (let each = 0; each < printed; each++) {
    const found = lines.filter((line) => line.startsWith(`#${each}#`)).length;
    if (found === 0) lost++;
    if (found > 1) doubled += found - 1;
  }
  const marked = lines.filter((line) => line.includes(MARK)).length;
  return {
    printed,
    lost,
    doubled,
    // The last picture of the region has three.
    ghosts: marked - 3,
    'bytes/step': Math.round(bytes / count),
    'CPU µs/step': Math.round(cpu / count),
  };
}

if (options.peer === undefined) {
  await compare();
  prompts();
} else await run(options.peer);
