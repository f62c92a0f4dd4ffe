/**
 * `npm run check [-- STEP…]`: everything that has to pass, or these steps and what they need. `--ci` adds what only CI
 * runs; `--before 'NAME=SECONDS'` puts what was done before into the table.
 *
 * Tests leave a part of two cores idle, which all else uses: one at a time, at a lower priority. A step writes
 * its output to a file. Of one that fails the last part is printed, when it has ended; the others go on.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const logs = join(root, 'node_modules/.cache/tui/check');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Each is an npm script of its name unless it names a command. Those of a lane run in this order. */
const STEPS = {
  types: { lane: 'beside' },
  build: { lane: 'beside', needs: ['types'] },
  generated: { lane: 'beside', needs: ['types'] },
  lint: { lane: 'beside' },
  format: { lane: 'beside', command: scripts['format:check'] },
  unused: { lane: 'beside' },
  layers: { lane: 'beside' },
  'test:built': { lane: 'beside', needs: ['build', 'generated'] },
  'check:package': {
    lane: 'beside',
    needs: ['build'],
    ciOnly: true,
    command: `${scripts['check:package']} --built`,
  },
  'other-nodes': {
    lane: 'beside',
    needs: ['build'],
    ciOnly: true,
    command: '.ci/other-nodes --built',
  },
  test: { lane: 'tests', command: 'npm test' },
};

/** Lines of a failed step that are printed. */
const MAX_LINES = 120;
const MAX_LINE = 400;

const { values: options, positionals } = parseArgs({
  options: {
    ci: { type: 'boolean', default: false },
    before: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});

function chosenSteps() {
  const unknown = positionals.filter((name) => !Object.hasOwn(STEPS, name));
  if (unknown.length > 0) {
    const names = Object.keys(STEPS).join(', ');
    throw new Error(`expected steps of ${names}, found ${unknown.join(', ')}`);
  }
  if (positionals.length === 0) {
    return Object.keys(STEPS).filter((name) => options.ci || STEPS[name].ciOnly !== true);
  }
  const chosen = new Set(positionals);
  // It grows on the way.
  for (const name of chosen) for (const needed of STEPS[name].needs ?? []) chosen.add(needed);
  return Object.keys(STEPS).filter((name) => chosen.has(name));
}

/** By name: what has ended, `ok`, `failed` or `not run`, and its seconds. */
const results = new Map();

async function runLane(names) {
  for (const name of names) {
    const missing = (STEPS[name].needs ?? []).filter((each) => results.get(each).result !== 'ok');
    if (missing.length > 0) {
      results.set(name, { result: `not run: needs ${missing.join(', ')}` });
      continue;
    }
    const log = join(logs, `${name.replaceAll(':', '-')}.log`);
    const started = performance.now();
    const isOk = await run(STEPS[name], name, log);
    const seconds = (performance.now() - started) / 1000;
    results.set(name, { result: isOk ? 'ok' : 'failed', seconds });
    report(name, log);
  }
}

/** @returns {Promise<boolean>} whether its exit code is 0 */
async function run({ lane, command }, name, log) {
  const output = openSync(log, 'w');
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const child = spawn(command ?? scripts[name], {
    cwd: root,
    env: { ...process.env, PATH: path },
    shell: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
  if (lane === 'beside') {
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended.
    }
  }
  return await ended;
}

function report(name, log) {
  const { result, seconds } = results.get(name);
  console.log(`${result === 'ok' ? 'ok    ' : 'FAILED'} ${name}, ${seconds.toFixed(1)} s`);
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  if (result === 'ok') {
    for (const line of closingLines(lines)) console.log(line);
    return;
  }
  const printed = failureLines(lines).map((line) => line.slice(0, MAX_LINE));
  const indented = printed.map((line) => (line === '' ? '' : `  ${line}`));
  console.log(`${indented.join('\n')}\n  all of it: ${relative(root, log)}\n`);
}

/** What jest prints at its end, of each of its runs. */
function closingLines(lines) {
  return lines
    .filter((line) => /^(Node \d|Test Suites: |Tests: |Snapshots: |Time: )/.test(line))
    .map((line) => `  ${line}`);
}

/** The names of all failed specs, and the end; jest repeats there what has failed. */
function failureLines(lines) {
  const shown = lines.filter((line) => !/^PASS /.test(line));
  const failed = [...new Set(shown.filter((line) => /^FAIL /.test(line)))];
  const end = shown.slice(-MAX_LINES);
  return shown.length <= MAX_LINES
    ? shown
    : [...failed.filter((line) => !end.includes(line)), '…', ...end];
}

function printTable(total) {
  const rows = options.before.map((each) => [...each.split('='), 'ok']);
  for (const [name, { result, seconds }] of results) {
    rows.push([name, seconds?.toFixed(0) ?? '', result]);
  }
  const before = rows.slice(0, options.before.length).reduce((sum, row) => sum + Number(row[1]), 0);
  rows.push(['total', (before + total).toFixed(0), '']);
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`\n${'step'.padEnd(width)}  seconds`);
  for (const [name, seconds, result] of rows) {
    console.log(`${name.padEnd(width)}  ${seconds.padStart(7)}  ${result}`.trimEnd());
  }
}

const started = performance.now();
const steps = chosenSteps().filter((name) => scripts[name] ?? STEPS[name].command);
mkdirSync(logs, { recursive: true });
const ofLane = (lane) => steps.filter((name) => STEPS[name].lane === lane);
await Promise.all([runLane(ofLane('tests')), runLane(ofLane('beside'))]);
printTable((performance.now() - started) / 1000);
if ([...results.values()].some(({ result }) => result !== 'ok')) process.exitCode = 1;
