/**
 * Process start to the end of a painted frame, against bare Node: `node bench/startup.mjs [runs=15]`.
 *
 * The kinds take turns, so that a busy moment of the machine hits all of them; medians of one run are
 * compared, never times of two runs.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const runs = Number(process.argv[2] ?? 15);
const main = process.argv[3] ?? fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tui-startup-'));
const plain = join(folder, 'plain.tui');
const scripted = join(folder, 'scripted.tui');
writeFileSync(plain, '<text>hello</text>');
writeFileSync(
  scripted,
  `<text id="t">…</text><script>$tui.getElementById('t').textContent = 'hello';</script>`,
);

const kinds = [
  { name: 'node -e 0', args: ['-e', '0'] },
  { name: 'an app without code', args: [main, plain], target: 1.6 },
  { name: 'a scripted app, sandbox on', args: [main, scripted], target: 3 },
];

function once({ name, args, target }) {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0 || (target !== undefined && !stdout.includes('hello'))) {
    throw new Error(`${name} failed (${status}):\n${stderr}`);
  }
  return ms;
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

try {
  const times = kinds.map(() => []);
  // The first of each fills the disk's cache, and the sandbox's.
  for (const kind of kinds) once(kind);
  for (let run = 0; run < runs; run++) {
    kinds.forEach((kind, index) => times[index].push(once(kind)));
  }
  const bare = median(times[0]);
  const rows = kinds.map(({ name, target }, index) => {
    const ms = median(times[index]);
    return { name, ms: Number(ms.toFixed(1)), ratio: Number((ms / bare).toFixed(2)), target };
  });
  if (process.argv.includes('--json')) console.log(JSON.stringify(rows));
  else {
    for (const { name, ms, ratio, target } of rows) {
      const aim = target === undefined ? '' : `  (target ${target.toFixed(1)})`;
      console.log(
        `${name.padEnd(28)}${ms.toFixed(0).padStart(6)} ms${ratio.toFixed(2).padStart(7)}${aim}`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
