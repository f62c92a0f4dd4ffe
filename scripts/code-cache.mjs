/**
 * What V8 compiles when an app starts, written beside the bundle: each kind of start is run once, in a
 * copy of the entries that keeps what was compiled. It is V8's own data, for this version of it alone;
 * another Node compiles for itself, as without.
 */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/** In the project: esbuild has to be found from there. */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/tui/', import.meta.url));

/** Something of what most apps have: functions that are not called here are compiled when they are. */
const DOCUMENT = `<style>
  text { color: hsl(0 100% 50%); padding: 0 1 } .x > text:first-child { color: var(--accent) }
</style>
<container class="x" style="border-style: single; flex-direction: row">
  <text id="t">hello <b>there</b></text><text>and more words than fit into the line</text>
  <data-bars series='[{"name": "a"}]' bars="[[1], [2]]"></data-bars>
</container>`;
const SCRIPT = `<script>
  const text = $tui.getElementById('t');
  text.textContent = 'hello';
  text.addEventListener('click', () => $tui.exit(0));
</script>`;

/** The way of an app on a terminal too: with one that is only said to be there. */
const ON_TERMINAL = `
const { PassThrough } = require('node:stream');
// One that stays open: the end of the keyboard is a terminal that went away.
Object.defineProperty(process, 'stdin', { value: new PassThrough() });
for (const stream of [process.stdin, process.stdout]) {
  Object.defineProperties(stream, { isTTY: { value: true }, columns: { value: 80 }, rows: { value: 24 } });
}
process.stdin.setRawMode = () => process.stdin;
setTimeout(() => process.exit(0), 400);
`;

/**
 * @param {string} dist with bundle and entries
 * @param {(folder: string, cacheFolder: string) => Promise<void>} entries writes entries that keep what
 *   is compiled
 * @returns {Promise<string[]>} the files
 */
export async function writeCaches(dist, entries) {
  await mkdir(CACHE, { recursive: true });
  const folder = realpathSync(await mkdtemp(join(CACHE, 'compiled-')));
  // Beside the build: no app may write into that.
  const caches = realpathSync(await mkdtemp(join(CACHE, 'caches-')));
  try {
    await mkdir(join(folder, 'bundle'));
    for (const name of await readdir(join(dist, 'bundle'))) {
      if (name.endsWith('.cjs'))
        await copyFile(join(dist, 'bundle', name), join(folder, 'bundle', name));
    }
    await entries(folder, caches);
    await writeFile(join(folder, 'inert.tui'), DOCUMENT);
    await writeFile(join(folder, 'scripted.tui'), DOCUMENT + SCRIPT);
    await writeFile(join(folder, 'terminal.cjs'), ON_TERMINAL);
    await writeFile(join(folder, 'import.mjs'), IMPORT(DOCUMENT));
    const main = join(folder, 'cli/main.cjs');
    const flag = `--allow-write=${caches}`;
    // The last run of a kind is the one that is kept.
    run(folder, ['--require', './terminal.cjs', main, 'inert.tui'], 'truecolor');
    run(folder, [main, 'snapshot', 'inert.tui', '--width', '40']);
    run(folder, [main, flag, '--trust', 'scripted.tui']);
    run(folder, ['import.mjs']);
    const found = await readdir(caches);
    const missing = ROLES.filter((role) => !found.some((name) => name.startsWith(`${role}-`)));
    if (missing.length > 0) throw new Error(`no compiled code of ${missing.join(', ')}`);
    for (const name of await readdir(join(dist, 'bundle'))) {
      if (name.endsWith('.cache')) await rm(join(dist, 'bundle', name));
    }
    for (const name of found) await copyFile(join(caches, name), join(dist, 'bundle', name));
    thaw(join(dist, 'bundle'), found);
    return found.map((name) => join(dist, 'bundle', name));
  } finally {
    for (const each of [folder, caches]) await rm(each, { recursive: true, force: true });
  }
}

/** The runner's code was compiled under frozen flags (see cli/boot.ts), and is shipped as without. */
function thaw(bundle, names) {
  for (const [file, part] of [
    ['tui', ''],
    ['app', '.app'],
  ]) {
    const [inert, runner] = [`inert${part}-`, `runner${part}-`].map((role) =>
      join(bundle, names.find((name) => name.startsWith(role)) ?? role),
    );
    const [usual, compiled] = [readFileSync(inert), readFileSync(runner)];
    usual.copy(compiled, 12, 12, 16);
    writeFileSync(runner, compiled);
    const text = readFileSync(join(bundle, `${file}.cjs`), 'latin1');
    const isRejected = (cachedData) => new Script(text, { cachedData }).cachedDataRejected;
    // Both are refused where the build itself runs with other flags.
    if (isRejected(compiled) && !isRejected(usual))
      throw new Error('V8 refuses the compiled runner');
  }
}

/** The `Role` of cli/boot.ts. */
const ROLES = ['inert', 'launcher', 'runner', 'library'];

const IMPORT = (text) => `
import { createApp, MemoryTerminal } from './cli/library.js';
const app = createApp(${JSON.stringify(text)}, { output: new MemoryTerminal(), width: 80, height: 24 });
app.frame();
// Later frames: data that streams, other words, a class.
const chart = app.document.querySelector('data-bars');
app.document.documentElement.append(Object.assign(app.document.createElement('data-bars'), {
  series: [{ name: 'b' }], showValues: true, max: 50, bars: Array.from({ length: 40 }, (_, i) => [i]),
}));
const points = app.document.querySelectorAll('data-bars')[1];
chart.setAttribute('labels', '["x", "y"]');
app.frame();
for (let i = 0; i < 3; i++) {
  chart.setValue([[i % 2], [1.5]]);
  points.appendEntry([(i * 7) % 50]);
  points.shiftEntry();
  app.document.getElementById('t').firstChild.data = 'other ' + i;
  app.document.getElementById('t').classList.toggle('on');
  app.frame();
}
`;

/** As `limitsSockets` of cli/sandbox/launch/tier/tier.ts has it. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const WITHOUT_BUBBLEWRAP = major > 25 || (major === 25 && minor >= 3) ? 'B' : 'C';

function run(cwd, args, colorTerm = '') {
  const { status, stderr, error } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    // Without bubblewrap, which would hide the folder that the code is written to.
    env: {
      ...{ PATH: process.env.PATH, HOME: cwd, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      ...{ COLORTERM: colorTerm, TUI_SANDBOX_TIER: WITHOUT_BUBBLEWRAP },
    },
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${error?.message ?? status}\n${stderr}`);
}
