/**
 * `node scripts/flaky.mjs N [--load K] [--cores LIST] [--seed S] [--project unit|process] [PATH…]` runs specs N times: each
 * time in another order and with other cases of properties, without a second try, every second time beside K busy
 * processes (default: one for each core). Prints what failed, in which runs, and how to repeat them; exits with 1
 * if anything did. `--cores 0` runs everything on the first core.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options, positionals } = parseArgs({
  options: {
    load: { type: 'string', default: String(availableParallelism()) },
    cores: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    project: { type: 'string' },
  },
  allowPositionals: true,
});
const [runs, load, seed] = [positionals[0], options.load, options.seed].map(Number);
const paths = positionals.slice(1);
if (![runs, load, seed].every((number) => Number.isInteger(number) && number >= 0) || runs === 0) {
  console.error('expected: node scripts/flaky.mjs N [--load K] [--cores LIST] [--seed S] [PATH…]');
  process.exit(2);
}

/** A process that keeps a core busy, until this one has ended. */
const BUSY = `const parent = process.ppid; while (process.ppid === parent) for (let i = 0; i < 1e7; i++);`;

const folder = mkdtempSync(join(tmpdir(), 'tui-flaky-'));
/** Failures by test: what was reported first, and the runs. */
const failures = new Map();

/** @param {readonly string[]} command @param {object} more */
function start(command, more) {
  const pinned =
    options.cores === undefined ? command : ['taskset', '-c', options.cores, ...command];
  return spawn(pinned[0], pinned.slice(1), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...more,
  });
}

/** @param {number} number from 1 */
async function runOnce(number) {
  const own = seed + number;
  const busy = number % 2 === 0 ? load : 0;
  const report = join(folder, `${number}.json`);
  const config =
    options.project === undefined ? [] : ['--config', `jest.${options.project}.config.js`];
  const jest = ['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  const args = [...config, '--json', `--outputFile=${report}`, ...paths];
  const others = Array.from({ length: busy }, () => start([process.execPath, '-e', BUSY], {}));
  const begun = performance.now();
  try {
    const env = { TUI_SPEC_ORDER: own, TUI_PROPERTY_SEED: own, TUI_SPEC_RETRIES: 0 };
    const child = start([process.execPath, ...jest, ...args], { env: { ...process.env, ...env } });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr = (stderr + text).slice(-4000)));
    const code = await new Promise((resolve) => child.once('close', resolve));
    const failed = readReport(report, { number, own, busy }, code, stderr);
    const seconds = Math.round((performance.now() - begun) / 1000);
    const beside = busy === 0 ? '' : ` beside ${busy} busy processes`;
    console.log(`run ${number}: seed ${own}${beside}, ${seconds} s, ${failed} failed`);
  } finally {
    for (const each of others) each.kill('SIGKILL');
  }
}

/** Notes what failed in a run. @returns how much did */
function readReport(file, run, code, stderr) {
  let results;
  try {
    ({ testResults: results } = JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    note('the run itself', stderr || `exit code ${code}`, run);
    return 1;
  }
  let failed = 0;
  for (const { name, status, message, assertionResults } of results) {
    const path = relative(root, name);
    const tests = assertionResults.filter((each) => each.status === 'failed');
    for (const { fullName, failureMessages } of tests) {
      note(`${path}: ${fullName}`, failureMessages.join('\n'), run);
    }
    // Its context could not be made, or it has no tests.
    if (status === 'failed' && tests.length === 0) note(path, message, run);
    failed += status === 'failed' ? Math.max(1, tests.length) : 0;
  }
  if (failed === 0 && code !== 0) {
    note('the run itself', stderr, run);
    return 1;
  }
  return failed;
}

/** @param {string} test @param {string} message */
function note(test, message, run) {
  const found = failures.get(test) ?? { message, runs: [] };
  found.runs.push(run);
  failures.set(test, found);
}

/** What a reader needs to know of an error, without the stack. */
function firstLines(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return lines.slice(0, 6).map((line) => `      ${line.slice(0, 200)}`);
}

try {
  for (let number = 1; number <= runs; number++) await runOnce(number);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures.size === 0 ? `\n${runs} runs, nothing failed` : '');
for (const [test, { message, runs: failed }] of failures) {
  const where = failed.map(
    ({ number, own, busy }) => `${number} (seed ${own}${busy > 0 ? ', load' : ''})`,
  );
  console.log(`${failed.length} of ${runs}  ${test}\n      runs ${where.join(', ')}`);
  console.log(firstLines(message).join('\n'));
}
if (failures.size > 0) {
  console.log('\nTo repeat a run: TUI_SPEC_ORDER=SEED TUI_PROPERTY_SEED=SEED npm test -- PATH');
  process.exitCode = 1;
}
