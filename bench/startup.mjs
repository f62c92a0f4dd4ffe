/**
 * Process start to the first painted byte, against bare Node: `node bench/startup.mjs [runs=15]`.
 *
 * On a terminal that `script` makes, where it is installed; else into a pipe, to the end of the process.
 * The kinds take turns, so that a busy moment of the machine hits all of them; times of one run are
 * compared, never those of two. `--json` prints rows.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [runs = '15', given] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const dist = resolve(given ?? fileURLToPath(new URL('../dist', import.meta.url)));
const main = join(dist, 'cli/main.cjs');
const folder = mkdtempSync(join(tmpdir(), 'tui-startup-'));
const file = (name, text) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const plain = file('plain.tui', '<text>hello</text>');
const scripted = file(
  'scripted.tui',
  `<text id="t">…</text><script>$tui.getElementById('t').textContent = 'hello';</script>`,
);
const inProcess = file(
  'in-process.mjs',
  `import { createApp } from ${JSON.stringify(pathToFileURL(join(dist, 'cli/library.js')).href)};
const app = createApp('<text>hello</text>', { output: process.stdout });
app.frame();
process.exit(0);`,
);
const bare = file('bare.cjs', `process.stdout.write('hello');`);

const kinds = [
  { name: 'bare Node', args: [bare] },
  { name: 'an app without code', args: [main, plain], target: 1.6 },
  { name: 'createApp in a process', args: [inProcess], target: 1.6 },
  { name: 'a scripted app, sandbox on', args: [main, scripted], target: 3 },
];

const hasTerminal = spawnSync('script', ['--version']).status === 0;
/**
 * Nothing of who measures: NODE_EXTRA_CA_CERTS alone, which Node 20 reads whether it is needed or not, can
 * take longer than all the rest of a bare start.
 */
const env = {
  ...{ PATH: process.env.PATH, HOME: folder, SHELL: '/bin/sh' },
  ...{ TERM: 'xterm-256color', LANG: 'C.UTF-8' },
};
/** What the shell on the terminal says just before it becomes the program: `script` takes time as well. */
const GO = 'starts-now';

/** Milliseconds to the first "hello". */
function once({ name, args }) {
  return new Promise((done, failed) => {
    const words = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
    const command = hasTerminal
      ? ['script', ['-qec', `printf ${GO}; exec ${words}`, '/dev/null']]
      : [process.execPath, args];
    let start = hasTerminal ? undefined : process.hrtime.bigint();
    const child = spawn(command[0], command[1], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    let ms;
    child.stdout.on('data', (bytes) => {
      text += bytes;
      if (start === undefined && text.includes(GO)) start = process.hrtime.bigint();
      if (ms !== undefined || !text.includes('hello')) return;
      ms = Number(process.hrtime.bigint() - start) / 1e6;
      // Ctrl+C, which ends an app.
      if (hasTerminal) child.stdin.write('\x03');
    });
    child.on('close', () => {
      if (ms === undefined) failed(new Error(`${name} painted nothing:\n${text}`));
      else done(ms);
    });
  });
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

try {
  const times = kinds.map(() => []);
  // The first of each fills the disk's cache, and the sandbox's.
  for (const kind of kinds) await once(kind);
  for (let run = 0; run < Number(runs); run++) {
    for (const [index, kind] of kinds.entries()) times[index].push(await once(kind));
  }
  const rows = kinds.map(({ name, target }, index) => {
    const [ms, least] = [median(times[index]), Math.min(...times[index])];
    const ratio = (value, all) => Number((value / all).toFixed(2));
    return {
      ...{ name, ms: Number(ms.toFixed(1)), ratio: ratio(ms, median(times[0])) },
      // A machine that others use as well shows its own speed in the shortest times.
      ...{
        least: Number(least.toFixed(1)),
        leastRatio: ratio(least, Math.min(...times[0])),
        target,
      },
    };
  });
  if (process.argv.includes('--json')) console.log(JSON.stringify(rows));
  else {
    console.log(`${''.padEnd(28)} median  ratio   least  ratio`);
    for (const { name, ms, ratio, least, leastRatio, target } of rows) {
      const aim = target === undefined ? '' : `  (target ${target.toFixed(1)})`;
      const numbers = [ms.toFixed(0), ratio.toFixed(2), least.toFixed(0), leastRatio.toFixed(2)];
      console.log(name.padEnd(28) + numbers.map((each) => each.padStart(7)).join('') + aim);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
