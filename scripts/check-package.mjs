/**
 * `node scripts/check-package.mjs [--built] [NODE…]`: packs the package, installs it in an empty project, and
 * starts it there as a user would, with each of these Nodes (default: this one), with and without a home that
 * can be written. Then installs what `tui init --typescript` needs, and runs the tests that it writes. Prints the
 * package's size. `--built` packs `dist/` as it is.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options, positionals } = parseArgs({
  options: { built: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const nodes =
  positionals.length > 0 ? positionals.map((node) => resolve(node)) : [process.execPath];
const folder = mkdtempSync(join(tmpdir(), 'tui-package-'));
const project = join(folder, 'project');

const FILES = {
  'package.json': '{ "name": "empty", "type": "module" }',
  'plain.tui': '<text>plain</text>',
  'scripted.tui': `<text id="t"/><script>$tui.getElementById('t').textContent = 'scripted';</script>`,
  'library.mjs': `
import { createApp, MemoryTerminal } from 'tui-runtime';
import { mount } from 'tui-runtime/testing';
const app = createApp('<text>in-process</text>', { output: new MemoryTerminal() });
app.frame();
const mounted = await mount('<text>mounted</text><script>export const one = 1;</script>');
console.log(mounted.screen().text().trim(), mounted.$tui.exports.one);
process.exit();
`,
};
const COMMAND = 'node_modules/tui-runtime/dist/cli/main.cjs';
const CALLS = [
  [[COMMAND, '--version'], /^\d+\.\d+\.\d+\n$/],
  [[COMMAND, '--help'], /^tui \d/],
  [[COMMAND, 'plain.tui'], /^plain\s*$/],
  [[COMMAND, 'scripted.tui'], /^scripted\s*$/],
  [[COMMAND, 'snapshot', 'scripted.tui', '--format', 'json'], /"scripted/],
  [['library.mjs'], /^mounted 1\n$/],
];

function pack() {
  const args = ['pack', '--json', '--pack-destination', folder];
  if (options.built) args.push('--ignore-scripts');
  const text = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(text);
  const kB = (bytes) => `${Math.round(bytes / 1000)} kB`;
  console.log(`${filename}: ${kB(size)}, ${kB(unpackedSize)} unpacked, ${entryCount} files`);
  return join(folder, filename);
}

/** A folder in which nothing can be created: its mode does not stop root, the kernel's own folder does. */
function lockedFolder() {
  if (process.getuid?.() === 0) return '/sys';
  const locked = join(folder, 'locked');
  mkdirSync(locked, { mode: 0o500 });
  return locked;
}

/** Links and pictures of every page lead to files of the package: it is read there, too. */
function checkLinks() {
  const installed = join(project, 'node_modules/tui-runtime');
  const pages = readdirSync(installed, { recursive: true }).filter((name) => name.endsWith('.md'));
  const missing = [];
  let count = 0;
  for (const page of pages.filter((name) => !name.startsWith('node_modules'))) {
    const text = readFileSync(join(installed, page), 'utf8')
      .replace(/^```[\s\S]*?^```/gm, '')
      .replace(/`[^`\n]*`/g, '`');
    const links = [
      ...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g),
      ...text.matchAll(/(?:src|srcset)="([^"]+)"/g),
    ].map(([, link]) => link);
    for (const link of links.filter((each) => !/^\w+:/.test(each))) {
      count++;
      if (!existsSync(join(installed, dirname(page), link))) missing.push(`${page}: ${link}`);
    }
  }
  if (count === 0 || missing.length > 0) throw new Error(`dead links: ${missing.join(', ')}`);
  console.log(`pages: their ${count} links and pictures lead somewhere`);
}

/** @param {boolean} isTested also what `tui init` writes, with its test */
function check(node, env, title, isTested) {
  for (const [args, expected] of CALLS) {
    const text = execFileSync(node, args, {
      cwd: project,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (!expected.test(text)) throw new Error(`${title}: ${args.join(' ')} printed:\n${text}`);
  }
  if (isTested) checkInit(node, env, title);
  console.log(`${title}: works`);
}

/** `tui init --typescript`, and its tests: they find the package, and what they install, in the folder above. */
function checkTypescript(env) {
  const template = join(root, 'templates/init-typescript/package.json');
  const names = Object.entries(JSON.parse(readFileSync(template)).devDependencies)
    .filter(([name]) => name !== 'tui-runtime')
    .map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...names], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const options = { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8', stdio: 'pipe' };
  const init = [COMMAND, 'init', '--typescript', 'typed'];
  execFileSync(process.execPath, init, { ...options, cwd: project });
  // `types` checks the app's script, too.
  for (const script of ['test', 'types']) {
    execFileSync('npm', ['run', script], { ...options, cwd: join(project, 'typed') });
  }
  console.log('tui init --typescript: its tests and types pass');
}

/** `tui init`, and the test that it writes, which finds the package in the folder above. */
function checkInit(node, env, title) {
  const options = { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8', stdio: 'pipe' };
  const made = join(project, 'made');
  try {
    execFileSync(node, [COMMAND, 'init', 'made'], { ...options, cwd: project });
    // The template's files, and the types of the app.
    const expected = readdirSync(join(root, 'templates/init')).length + 1;
    const found = readdirSync(made);
    if (found.length !== expected) throw new Error(`${title}: init wrote ${found.join(', ')}`);
    const test = execFileSync(node, ['--test'], { ...options, cwd: made });
    if (!/^(#|ℹ) pass [1-9]/m.test(test)) throw new Error(`${title}: the test printed:\n${test}`);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

try {
  const file = pack();
  mkdirSync(project);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(project, name), text);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', file], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  checkLinks();
  const home = join(folder, 'home');
  mkdirSync(home);
  const locked = lockedFolder();
  for (const node of nodes) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    const cache = {
      TUI_CODE_CACHE: join(project, 'node_modules/tui-runtime/dist/code'),
    };
    check(node, { HOME: home, ...cache }, `Node ${version}, first starts`, true);
    execFileSync(node, [join(project, 'node_modules/tui-runtime/dist/cli/train.cjs')], {
      env: { PATH: process.env.PATH, HOME: home, ...cache },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    check(node, { HOME: home, ...cache }, `Node ${version}, later starts`, false);
    check(node, { HOME: locked }, `Node ${version}, a home that cannot be written`, true);
    check(node, { HOME: '/dev/null' }, `Node ${version}, no home`, false);
  }
  checkTypescript({ HOME: home });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
