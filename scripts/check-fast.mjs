/**
 * `npm run check:fast [-- --base COMMIT]`: what a change is most likely to break, in half a minute. Types,
 * format and the lint rules that need no types; the specs and pictures of the changed elements and folders.
 * Changed are the files that differ from COMMIT (default: where this branch left origin/main), saved or committed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importersOf, reaching } from './import-graph.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const cache = join(root, 'node_modules/.cache/tui');

/** More spec files than these that import a changed one are left to `npm test`. */
const MAX_IMPORTERS = 12;
const isSpec = (file) => file.endsWith('.spec.ts');

const { values: options } = parseArgs({ options: { base: { type: 'string' } } });

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\0').filter((line) => line !== '') : undefined;
}

/** Paths of changed files that exist, relative to the project. */
function changedFiles() {
  const base = options.base ?? git('merge-base', 'HEAD', 'origin/main')?.[0]?.trim() ?? 'HEAD';
  const tracked = git('diff', '--name-only', '--diff-filter=d', '-z', base);
  if (tracked === undefined) throw new Error(`git knows no commit "${base}"`);
  const others = git('ls-files', '--others', '--exclude-standard', '-z') ?? [];
  return [...new Set([...tracked, ...others])];
}

/** Spec files that jest has in the project `unit`. */
async function unitSpecs() {
  const { default: config } = await import('../jest.unit.config.js');
  const ignored = config.projects[0].testPathIgnorePatterns.map((pattern) => new RegExp(pattern));
  return readdirSync(join(root, 'spec'), { recursive: true })
    .map((name) => join('spec', name))
    .filter((file) => isSpec(file) && !ignored.some((pattern) => pattern.test(`/${file}`)));
}

/** The element that a source is of; undefined for what several share. */
function elementOf(file) {
  const [, name] = /^elements\/([\w-]+)[./]/.exec(file) ?? [];
  return ['support', 'rows', 'index', 'late'].includes(name) ? undefined : name;
}

/** Specs of the changed elements and folders, and those that import a changed file. */
function specsOf(changed, specs, importers) {
  const found = new Set();
  const within = (path) =>
    specs.filter((spec) => spec === `${path}.spec.ts` || spec.startsWith(`${path}/`));
  for (const file of changed) {
    const direct = [
      ...reaching(importers, [file], (each) => each.startsWith('spec/') && !isSpec(each)),
    ];
    const near = direct.filter((each) => specs.includes(each));
    const element = elementOf(file);
    const [, room] = /^(?:runtime|cli|config)\/([\w-]+)\//.exec(file) ?? [];
    const [, golden] = /^fixtures\/screens\/(.+)\/[^/]+$/.exec(file) ?? [];
    if (specs.includes(file)) found.add(file);
    else if (golden !== undefined) within(join('spec', golden)).forEach((each) => found.add(each));
    else if (/^examples\/|^fixtures\/apps\//.test(file))
      within('spec/examples').forEach((each) => found.add(each));
    else {
      if (element !== undefined)
        within(`spec/elements/${element}`).forEach((each) => found.add(each));
      const isNear = near.length <= MAX_IMPORTERS;
      if (isNear) near.forEach((each) => found.add(each));
      // Of a file that no spec imports, or too many: the folder's.
      if (element === undefined && room !== undefined && (near.length === 0 || !isNear)) {
        within(`spec/${room}`).forEach((each) => found.add(each));
      }
    }
  }
  return [...found].sort();
}

/** Examples with one of these elements, as names of tests. */
function examplesWith(elements) {
  const tags = new RegExp(`<(${[...elements].join('|')})[\\s/>]`);
  const names = (folder) =>
    readdirSync(join(root, folder)).filter(
      (name) => name.endsWith('.tui') && tags.test(readFileSync(join(root, folder, name), 'utf8')),
    );
  return [...names('examples'), ...names('fixtures/apps').map((name) => basename(name, '.tui'))];
}

/** Runs a program of node_modules; resolves to its output and whether it has succeeded. */
function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('close', (code) => resolve({ isRight: code === 0, output }));
  });
}

async function types(changed) {
  const compiler = join(dirname(require.resolve('typescript-7/package.json')), 'bin/tsc');
  const project = (path, name) =>
    run([
      compiler,
      '-p',
      path,
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      join(cache, `${name}.tsbuildinfo`),
    ]);
  const main = await project('tsconfig.json', 'fast');
  if (!changed.some((file) => /^(cli\/mirror|runtime\/page)\//.test(file))) return main;
  const page = await project('cli/mirror/page', 'fast-page');
  return { isRight: main.isRight && page.isRight, output: main.output + page.output };
}

const linter = join(root, 'node_modules/oxlint/bin/oxlint');

/** The rules without types; those of sources that need them take as long as all files. */
function lint(files) {
  return run([linter, '-c', 'oxlint.config.js', '--no-error-on-unmatched-pattern', ...files]);
}

function format(files) {
  const program = join(root, 'node_modules/oxfmt/bin/oxfmt');
  return run([program, '--list-different', '--no-error-on-unmatched-pattern', ...files]);
}

function jest(specs, ...args) {
  const program = join(root, 'node_modules/jest/bin/jest.js');
  const own = ['--disable-warning=ExperimentalWarning', program, '--config', 'jest.unit.config.js'];
  // They are patterns to jest.
  const patterns = specs.map((spec) => `/${spec.replaceAll('.', '\\.')}$`);
  return run([...own, ...args, ...patterns]);
}

const changed = changedFiles().map((file) => file.split('/').join(sep));
if (changed.length === 0) {
  console.log('Nothing has changed.');
  process.exit();
}
mkdirSync(cache, { recursive: true });
const code = changed.filter((file) => /\.([cm]?[jt]s)$/.test(file));
const importers = importersOf(root);
const known = await unitSpecs();
const specs = specsOf(changed, known, importers);
const elements = new Set(changed.map(elementOf).filter((name) => name !== undefined));
const examples = elements.size > 0 ? examplesWith(elements) : [];
const PICTURES = ['examples', 'gallery', 'kinds'].map((name) => `spec/examples/${name}.spec.ts`);
const pictures = PICTURES.filter((spec) => !specs.includes(spec) && existsSync(join(root, spec)));
const names = `^(${examples.map((name) => name.replaceAll('.', '\\.')).join('|')}) `;

const count = (files, word) => `${files.length} ${word}${files.length === 1 ? '' : 's'}`;
const STEPS = [
  ['types', 'all', () => types(changed)],
  ['format', count(changed, 'file'), () => format(changed)],
  ['lint', count(code, 'file'), code.length > 0 && (() => lint(code))],
  ['specs', count(specs, 'spec file'), specs.length > 0 && (() => jest(specs))],
  [
    'pictures',
    examples.join(', '),
    examples.length > 0 && pictures.length > 0 && (() => jest(pictures, '-t', names)),
  ],
];

async function timed([name, what, step]) {
  const start = performance.now();
  const result = await step();
  return { name, what, ...result, seconds: (performance.now() - start) / 1000 };
}

/** Types use several cores; the others run one after the other beside them. */
const [first, ...others] = STEPS.filter(([, , step]) => step !== false);
const beside = timed(first);
const results = [];
for (const each of others) results.push(await timed(each));
results.unshift(await beside);

for (const { name, isRight, output } of results)
  if (!isRight) console.log(`${name}:\n${output.trimEnd()}\n`);
for (const { name, isRight, seconds, what } of results) {
  const time = `${seconds.toFixed(1)} s`.padStart(7);
  console.log(`${name.padEnd(9)} ${isRight ? 'ok    ' : 'FAILED'} ${time}  ${what}`);
}
const reached = [...reaching(importers, changed)].filter((file) => isSpec(file));
const left = reached.filter((file) => !specs.includes(file) && !pictures.includes(file));
console.log(
  `Not checked: lint rules that need types, layers, unused exports, generated files, and ${count(left, 'other spec file')} that the change reaches. "npm run check" checks everything.`,
);
process.exit(results.every(({ isRight }) => isRight) ? 0 : 1);
