/**
 * Writes the files that `boot/code-cache.ts` reads: `train.cjs [FLAG…]` runs each role once, in a process of its
 * own and with documents of this package only; `train.cjs ROLE FOLDER [FLAG…]` is that run. A process that runs an
 * app never writes one.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Script } from 'node:vm';
import { evaluator, type evaluateWith } from '../runtime/script/evaluate.js';
import { loadBundle, type LoadOptions } from './boot/bundle.js';
import { CodeFolder, HEAD_SIZE, MAGIC, type Section } from './boot/code-cache.js';
import type * as Command from './command.js';
import type { Console } from './command-line/console.js';
import type { DataBars } from '../elements/data-bars/data-bars.js';
import type * as Library from './library.js';
import { makeFolders } from './boot/make-folders.js';

const self = fileURLToPath(import.meta.url);
const here = dirname(self);
const bundles = join(here, '../bundle');
const document = (name: string): string => join(here, '../training', name);

/** Changes with the bundles. */
declare const TUI_BUILD: string;

const ARGUMENTS = process.argv.slice(2);
/** Flags of V8 for the runner; default those of this machine's tier. */
const isFlag = (word: string): boolean => word.startsWith('--');

/** Milliseconds that a role may take. */
const PATIENCE = 60_000;
/** The newest are kept: other versions of tui and of Node may be in use. */
const KEPT = 24;

/** What the runner's bundle exports, of which loading starts the runner. */
interface Runner {
  readonly evaluateWith: typeof evaluateWith;
}

type Recorded = Map<string, Script>;

function optionsOf(recorded: Recorded): LoadOptions {
  return {
    folder: bundles,
    require,
    onScript: (name, script) => void recorded.set(name, script),
  };
}

/** Writes a file whole, or not at all. */
function write(folder: CodeFolder, name: string, recorded: Recorded): void {
  const codes = [...recorded].map(([section, script]) => ({
    section,
    code: script.createCachedData(),
  }));
  let start = 0;
  const sections = codes.map(({ section, code }): Section => {
    const found = { name: section, start, length: code.length };
    start += code.length;
    return found;
  });
  const head = Buffer.from(`${MAGIC}${JSON.stringify(sections)}\n`);
  if (head.length > HEAD_SIZE) throw new RangeError(`a head of ${head.length} bytes`);
  const bytes = Buffer.concat([head, ...codes.map(({ code }) => code)]);
  const temporary = join(folder.path, `.${name}.${process.pid}`);
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      // `writeSync` may write less, as on a full disk.
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, join(folder.path, name));
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** A console whose output goes nowhere. */
function quietConsole(): Console {
  const { env } = process;
  const nowhere = (): PassThrough => new PassThrough().resume();
  return {
    stdin: new PassThrough(),
    stdout: nowhere(),
    stderr: nowhere(),
    env,
    cwd: process.cwd(),
    home: homedir(),
  };
}

/** A terminal that shows nothing. */
function quietTerminal(): Console {
  const { stderr, cwd, home } = quietConsole();
  const env = { ...process.env, TERM: 'xterm-256color' };
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const stdout = Object.assign(new PassThrough().resume(), { isTTY: true, columns: 80, rows: 24 });
  return { stdin, stdout, stderr, env, cwd, home };
}

/** A first frame, and later ones: charts whose data streams, other words, a class. */
function runLibrary(app: Library.App): void {
  app.frame();
  const [text, cell] = ['t', 'c'].map((id) => app.document.getElementById(id));
  const chart = app.document.querySelector('data-bars');
  const points = app.document.createElement('data-bars');
  const bars = Array.from({ length: 40 }, (_, index) => [index]);
  Object.assign(points, { series: [{ name: 'b' }], showValues: true, max: 50, bars });
  app.document.documentElement?.append(points);
  chart?.setAttribute('labels', '["x", "y"]');
  app.frame();
  for (let count = 0; count < 3; count++) {
    if (isChart(chart)) chart.setValue([[count % 2], [1.5]]);
    if (isChart(points)) {
      points.appendEntry([(count * 7) % 50]);
      points.shiftEntry();
    }
    if (cell != null) cell.textContent = String(count);
    if (text != null) text.textContent = `other ${count}`;
    text?.classList.toggle('on');
    app.frame();
  }
  app.stop();
}

function isChart(element: unknown): element is DataBars {
  return (element as { localName?: string } | null)?.localName === 'data-bars';
}

const ROLES: Readonly<Record<string, (folder: CodeFolder) => Promise<void>>> = {
  command: async (folder) => {
    const recorded: Recorded = new Map();
    const { training } = loadBundle('command', optionsOf(recorded)) as typeof Command;
    await training.main([document('plain.tui')], quietConsole());
    write(folder, folder.name('command'), recorded);
  },
  launcher: async (folder) => {
    const recorded: Recorded = new Map();
    const { training } = loadBundle('command', optionsOf(recorded)) as typeof Command;
    await training.main(['--allow-unenforced', document('scripted.tui')], quietConsole());
    const { trainLive } = await training.live();
    await trainLive(document('live.tui'), quietTerminal());
    write(folder, folder.name('launcher'), recorded);
  },
  /** The launcher of a runner that writes. */
  runner: async (folder) => {
    const { training } = loadBundle('command', optionsOf(new Map())) as typeof Command;
    const { trainLive } = await training.live();
    await trainLive(document('live.tui'), quietTerminal(), (usual, others) => {
      const flags = ARGUMENTS.filter(isFlag);
      const own = flags.length > 0 ? flags : usual;
      return {
        program: process.execPath,
        args: [...own, ...others, self, 'running', folder.path, folder.name('runner', own)],
      };
    });
  },
  running: (folder) => {
    const recorded: Recorded = new Map();
    const { evaluateWith } = loadBundle('runner', optionsOf(recorded)) as Runner;
    evaluateWith(evaluator);
    process.once('exit', () => write(folder, ARGUMENTS[2] ?? '', recorded));
    return Promise.resolve();
  },
  library: async (folder) => {
    const recorded: Recorded = new Map();
    const { library } = loadBundle('library', optionsOf(recorded)) as { library: typeof Library };
    const output = new library.MemoryTerminal();
    runLibrary(library.createApp(readFileSync(document('library.tui'), 'utf8'), { output }));
    write(folder, folder.name('library'), recorded);
    return await Promise.resolve();
  },
};

/** Names of these files, and of those that a training which was ended has left. */
const OURS = /^\.?(command|launcher|runner|library|training)\.[0-9a-f]{16}\./;

/**
 * Removes the oldest files of this kind, and no others: the folder is one of the user's choice. Another training of the same
 * folder may write, rename and remove files meanwhile.
 */
function prune({ path }: CodeFolder): void {
  const files = readdirSync(path)
    .filter((name) => OURS.test(name))
    .flatMap((name) => {
      const stat = lstatSync(join(path, name), { throwIfNoEntry: false });
      return stat?.isFile() === true ? [{ name, time: stat.mtimeMs }] : [];
    })
    .sort((a, b) => b.time - a.time);
  for (const { name } of files.slice(KEPT)) rmSync(join(path, name), { force: true });
}

async function train(): Promise<void> {
  const [role, path] = ARGUMENTS.filter((word) => !isFlag(word));
  const folder =
    path === undefined
      ? CodeFolder.of(process.env, TUI_BUILD, bundles)
      : new CodeFolder(path, TUI_BUILD, bundles);
  if (folder === undefined) return;
  if (role !== undefined) {
    await ROLES[role]?.(folder);
    if (role !== 'running') process.exit();
    return;
  }
  makeFolders(folder.path);
  for (const each of ['command', 'launcher', 'runner', 'library']) {
    const args = [...process.execArgv, self, each, folder.path, ...ARGUMENTS];
    spawnSync(process.execPath, args, {
      // What is started here needs no training of its own.
      env: { ...process.env, TUI_CODE_CACHE: 'off' },
      stdio: 'ignore',
      timeout: PATIENCE,
    });
  }
  prune(folder);
}

void train();
