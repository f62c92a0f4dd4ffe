/**
 * `node scripts/coverage.mjs [--before COMMIT] [--runs FACTOR] [PATH…]`: what specs of the project `unit` cover, by V8, a line for each
 * folder of the sources. PATH: specs of these paths alone. `--before` runs those of another commit too, on its own sources, in a
 * working tree of its own, and lists what they covered and these do not: lines of files that are the same in both commits, and
 * functions of others, by their names.
 * `--runs` is `TUI_PROPERTY_RUNS`; default: 0.5, as in CI.
 *
 *     node scripts/coverage.mjs --before 948c8d4c~1
 *     node scripts/coverage.mjs --runs 0.1 spec/layout
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = ['cli', 'config', 'elements', 'runtime'];
/** Lost lines that are listed. */
const MAX_LISTED = 200;

const { values: options, positionals: paths } = parseArgs({
  options: { before: { type: 'string' }, runs: { type: 'string', default: '0.5' } },
  allowPositionals: true,
});

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tui-coverage-')));

/**
 * Runs the specs of a working tree.
 *
 * @param {string} tree @param {string} name
 * @returns {Map<string, object>} what istanbul writes of a file, by its path in the tree
 */
function cover(tree, name) {
  const folder = join(scratch, name);
  const args = [
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--config=jest.unit.config.js',
    '--coverage',
    '--coverageReporters=json',
    `--coverageDirectory=${folder}`,
    ...paths,
  ];
  const env = { ...process.env, TUI_PROPERTY_RUNS: options.runs, TUI_PROPERTY_SEED: '1' };
  const { status } = spawnSync(process.execPath, args, { cwd: tree, env, stdio: 'inherit' });
  // Specs that fail cover what they reach.
  if (status !== 0) console.error(`the specs of ${name} ended with ${status}`);
  const file = join(folder, 'coverage-final.json');
  if (!existsSync(file))
    throw new Error(`no coverage of ${name}: has that commit specs of these paths?`);
  const found = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
  const inTree = found.map(([path, coverage]) => [relative(tree, path), coverage]);
  return new Map(inTree.filter(([path]) => SOURCES.includes(path.split(sep)[0])));
}

/** @param {string} commit @returns {string} its files, with the packages of this tree */
function checkOut(commit) {
  const tree = join(scratch, 'tree');
  git('worktree', 'add', '--detach', '--quiet', tree, commit);
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

function git(...args) {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

/** The first two folders of a path: `runtime/layout`. */
const folderOf = (path) => path.split(sep).slice(0, -1).slice(0, 2).join('/');

/** Lines, branches and functions: how many there are, and how many of them ran. */
function countsOf(files) {
  const counts = { lines: [0, 0], branches: [0, 0], functions: [0, 0] };
  const add = (kind, hits) => {
    counts[kind][0] += hits.filter((hit) => hit > 0).length;
    counts[kind][1] += hits.length;
  };
  for (const { s, b, f } of files) {
    add('lines', Object.values(s));
    add('branches', Object.values(b).flat());
    add('functions', Object.values(f));
  }
  return counts;
}

/** @param {Map<string, object>} covered */
function byFolder(covered) {
  const folders = new Map([['all', []]]);
  for (const [path, coverage] of [...covered].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const folder = folderOf(path);
    if (!folders.has(folder)) folders.set(folder, []);
    folders.get(folder).push(coverage);
    folders.get('all').push(coverage);
  }
  return folders;
}

const percent = ([hit, all]) => (all === 0 ? '' : ((100 * hit) / all).toFixed(1)).padStart(6);

function printTable(now, before) {
  const [folders, others] = [byFolder(now), before && byFolder(before)];
  const width = Math.max(...[...folders.keys()].map((name) => name.length));
  const kinds = ['lines', 'branches', 'functions'];
  const title = (kind) => (others === undefined ? kind : `${kind} before`).padStart(16);
  console.log(
    `\n${''.padEnd(width)}${kinds.map(title).join('')}${others === undefined ? '' : '  (now beside it)'}`,
  );
  for (const [name, files] of folders) {
    const counts = countsOf(files);
    const old = others && countsOf(others.get(name) ?? []);
    const cells = kinds.map((kind) => {
      const each = [...(old === undefined ? [] : [percent(old[kind])]), percent(counts[kind])];
      return each.join('  ').padStart(16);
    });
    console.log(`${name.padEnd(width)}${cells.join('')}`);
  }
}

/** Lines of a file that were covered and are not, as ranges. */
function lostLines(before, now) {
  const lines = Object.keys(before.s)
    .filter((id) => before.s[id] > 0 && now.s[id] === 0)
    .map((id) => before.statementMap[id].start.line)
    .sort((a, b) => a - b);
  const ranges = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}

/** Names of functions of a file that has changed, of which some ran before, and none now. */
function lostFunctions(before, now) {
  const ran = ({ fnMap, f }, name) =>
    Object.keys(fnMap).some((id) => fnMap[id].name === name && f[id] > 0);
  const names = new Set(Object.values(now.fnMap).map(({ name }) => name));
  return [...names].filter((name) => ran(before, name) && !ran(now, name));
}

function printLost(tree, before, now) {
  const isSame = (path) =>
    existsSync(join(root, path)) &&
    readFileSync(join(root, path), 'utf8') === readFileSync(join(tree, path), 'utf8');
  const same = [...before.keys()].filter((path) => isSame(path));
  const lost = same.flatMap((path) => {
    const coverage = now.get(path);
    // No spec that runs imports it.
    if (coverage === undefined)
      return countsOf([before.get(path)]).lines[0] > 0 ? [`${path}: all of it`] : [];
    return lostLines(before.get(path), coverage).map(([first, last]) => {
      const [text = ''] = readFileSync(join(root, path), 'utf8')
        .split('\n')
        .slice(first - 1, first);
      return `${path}:${first}${last === first ? '' : `-${last}`}  ${text.trim().slice(0, 80)}`;
    });
  });
  const changed = [...before.keys()].filter((path) => now.has(path) && !isSame(path));
  for (const path of changed) {
    const names = lostFunctions(before.get(path), now.get(path));
    lost.push(...names.map((name) => `${path}: ${name}()`));
  }
  console.log(
    `\n${same.length} of ${before.size} files are the same in both. Covered before, and not now: ${lost.length} places`,
  );
  for (const place of lost.slice(0, MAX_LISTED)) console.log(`  ${place}`);
  if (lost.length > MAX_LISTED) console.log(`  … and ${lost.length - MAX_LISTED} more`);
}

let tree;
try {
  const now = cover(root, 'now');
  let before;
  if (options.before !== undefined) {
    tree = checkOut(options.before);
    before = cover(tree, 'before');
  }
  printTable(now, before);
  if (before !== undefined) printLost(tree, before, now);
} finally {
  if (tree !== undefined) git('worktree', 'remove', '--force', tree);
  rmSync(scratch, { recursive: true, force: true });
}
