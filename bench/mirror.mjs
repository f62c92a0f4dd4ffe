/**
 * `node bench/mirror.mjs`: what a mirror costs. Three tables, each of one run of the built command:
 *
 * - from a frame to a client: the app writes the time into its cells, a client reads it there; 1,000 frames
 * - clients on the dashboard: CPU time of the launcher and of the app with 1, 11, 26 and 51 clients that acknowledge all they get
 * - fifty clients that stop reading for a minute (`--minute`, else ten seconds): memory of the launcher before and after, and
 *   after how many frames beside the one that was on its way they show what another client does; `--silence` for this one alone
 *
 * `--minutes=10` does something else: an app that never rests, watched that long by two clients with trees, and the memory
 * of the launcher and of the app's process, twenty times.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { connect } = await import(join(root, 'dist/cli/client.js'));
const folder = mkdtempSync(join(tmpdir(), 'tui-mirror-'));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function serve(app, flags = []) {
  const args = ['dist/cli/main.cjs', '--no-config', '--headless', '--server-port=0', ...flags, app];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  const address = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
    child.stderr.setEncoding('utf8').on('data', (piece) => {
      text += piece;
      const [, found] = /watch the app at (\S+)\n/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { child, address, stop: () => child.kill() };
}

/** Processes below one, itself first. */
function family(pid) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]) === pid
        );
      } catch {
        return false;
      }
    })
    .map(Number);
  return [pid, ...children.flatMap(family)];
}

/** Milliseconds of CPU that a process has taken; 0 of one that has ended. */
function cpu(pid) {
  if (!existsSync(`/proc/${pid}/stat`)) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const memory = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

async function latency() {
  const app = join(folder, 'clock.tui');
  writeFileSync(
    app,
    `<tui><text id="t"/><script ready>setInterval(() => { $tui.getElementById('t').textContent = 'at ' + Date.now(); }, 50);</script></tui>`,
  );
  const { address, stop } = await serve(app);
  const client = await connect(address);
  const delays = [];
  let last = 0;
  while (delays.length < 1000) {
    const at = () => Number(/at (\d+)/.exec(client.text)?.[1] ?? 0);
    await client.until(() => at() !== last);
    if (last !== 0) delays.push(Date.now() - at());
    last = at();
  }
  client.close();
  stop();
  const [median, late, worst] = [0.5, 0.95, 1].map((share) => quantile(delays, share));
  console.log(`frame to client, ms: median ${median}, p95 ${late}, most ${worst}`);
}

async function crowd() {
  const { child, address, stop } = await serve('examples/dashboard.tui', [
    '--server-max-clients=60',
  ]);
  const clients = [];
  console.log('clients  launcher CPU %  app CPU %  launcher MB');
  let first;
  for (const count of [1, 11, 26, 51]) {
    while (clients.length < count) clients.push(await connect(address));
    await sleep(1000);
    const processes = family(child.pid);
    const before = processes.map(cpu);
    await sleep(20_000);
    const used = processes.map((pid, i) => (cpu(pid) - before[i]) / 200);
    const [launcher, ...others] = used;
    const app = others.reduce((sum, each) => sum + each, 0);
    first ??= launcher;
    const each = count === 1 ? '' : `  ${((launcher - first) / (count - 1)).toFixed(3)} each`;
    const mb = (memory(child.pid) / 1000).toFixed(0);
    console.log(
      `${String(count).padStart(7)}  ${launcher.toFixed(2).padStart(14)}  ${app.toFixed(2).padStart(9)}  ${mb.padStart(11)}${each}`,
    );
  }
  for (const client of clients) client.close();
  stop();
}

async function silence(seconds) {
  const { child, address, stop } = await serve('examples/dashboard.tui', [
    '--server-max-clients=60',
  ]);
  const reader = await connect(address);
  const silent = [];
  while (silent.length < 50) silent.push(await connect(address));
  for (const client of silent) await client.until(({ frames }) => frames > 0);
  await sleep(30_000);
  const start = memory(child.pid);
  for (const client of silent) client.pause();
  const before = reader.frames;
  await sleep(seconds * 1000);
  const end = memory(child.pid);
  const missed = reader.frames - before;
  const needed = await Promise.all(
    silent.map(async (client) => {
      const { frames } = client;
      client.resume();
      await client.until(({ text }) => text === reader.text);
      return client.frames - frames - 1;
    }),
  );
  const each = ((end - start) / silent.length).toFixed(0);
  console.log(
    `50 silent for ${seconds} s, ${missed} frames: launcher ${start} to ${end} kB, ${each} kB each; ` +
      `right again after ${Math.max(...needed)} frame`,
  );
  stop();
}

/** Memory while an animated app is watched: it rises until caches are full, and then no more. */
async function endurance(minutes) {
  const app = join(folder, 'restless.tui');
  const lines = '<text class="line" style="color: #e4572e">-</text>'.repeat(20);
  writeFileSync(
    app,
    `<tui><text id="n">0</text><spinner/>${lines}<script ready>
      const all = [...document.querySelectorAll('.line')];
      let n = 0;
      setInterval(() => {
        $tui.getElementById('n').textContent = 'frame ' + ++n;
        for (const each of all) each.textContent = String(Math.random()).repeat(4);
        all[n % 20].style.color = '#' + Math.random().toString(16).slice(2, 8).padEnd(6, '0');
      }, 40);
    </script></tui>`,
  );
  const { child, address, stop } = await serve(app);
  const clients = [await connect(address, { tree: true }), await connect(address, { tree: true })];
  console.log('minute  launcher MB  app MB  frames');
  const launcher = [];
  for (let i = 1; i <= 20; i++) {
    await sleep((minutes * 60_000) / 20);
    const [own, ...others] = family(child.pid).map((pid) => memory(pid) / 1000);
    launcher.push(own);
    const app = others.reduce((sum, each) => sum + each, 0);
    const at = ((minutes * i) / 20).toFixed(1).padStart(6);
    const columns = [own.toFixed(1).padStart(11), app.toFixed(1).padStart(6)];
    console.log(`${at}  ${columns.join('  ')}  ${clients[0].frames}`);
  }
  const most = (values) => Math.max(...values).toFixed(1);
  const [first, second] = [launcher.slice(0, 10), launcher.slice(10)];
  console.log(`launcher, most in MB: first half ${most(first)}, second half ${most(second)}`);
  stop();
}

const minutes = Number(/^--minutes=(.+)$/.exec(process.argv.slice(2).join(' '))?.[1] ?? 0);
if (minutes > 0) {
  await endurance(minutes);
} else if (process.argv.includes('--silence')) {
  await silence(60);
} else {
  await latency();
  await crowd();
  await silence(process.argv.includes('--minute') ? 60 : 10);
}
process.exit();
