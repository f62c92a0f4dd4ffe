/**
 * Many rows: 10^6 lines of a log, 10^6 items of a tree (in one list, and in three levels), 10^5 rows of a table, and 10^5 items of a
 * list, as data and as elements that are made before they are measured:
 * `node bench/rows.mjs [--packages=DIR] [NAME ...]` after a build. A name is a part of a row's.
 *
 * For each: milliseconds from the data to the first frame, microseconds of a row that is appended, also with its frame, of an item that
 * is opened or a row that is gone to, and megabytes beside the app's own data. Each runs in a process of its own.
 *
 * Ink is beside them with 10^4 lines of text in one box, where `--packages` has it in its `node_modules` (default: `TUI_BENCH_PEERS`, or
 * bench/peers, see its setup.sh). It has no list of rows: all lines are nodes.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { TUI_BENCH_LIBRARY = '../dist/cli/library.js', TUI_BENCH_PEERS } = process.env;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  // The folder's other benches have flags of their own when all run.
  strict: false,
  options: {
    packages: { type: 'string', default: TUI_BENCH_PEERS ?? join(import.meta.dirname, 'peers') },
    /** Set in the process of a row. */
    row: { type: 'string' },
  },
});
const packages = resolve(options.packages);

const LABELS = Array.from({ length: 1000 }, (_, at) => ({ label: `item ${at}` }));
const numbered = (count, make) => Array.from({ length: count }, (_, at) => make(at));

const KINDS = {
  'log, 10^6 lines': {
    markup: '<log id="e" style="height: 24; width: 80"/>',
    make: () => numbered(1_000_000, (at) => `12:00:01 INFO line ${at} of a program`),
    set: (element, data) => element.setLines(data),
    append: (element, at) => element.append(`12:00:02 WARN appended ${at}`),
    go: (element, at) => (element.cursorLine = (at * 7919) % 1_000_000),
  },
  'tree, 10^6 in one list': {
    markup: '<tree id="e" style="height: 24; width: 80"/>',
    make: () => numbered(1_000_000, (at) => LABELS[at % 1000]),
    set: (element, data) => element.setItems(data),
    append: (element, at) => element.addItem({ label: `new ${at}` }),
    go: (element, at) => element.setAttribute('filter-text', `item ${at}`),
    goes: 3,
  },
  'tree, 10^6 in 3 levels': {
    markup: '<tree id="e" style="height: 24; width: 80"/>',
    make: () =>
      numbered(100, (a) => ({
        label: `a${a}`,
        items: numbered(100, (b) => ({ label: `b${b}`, items: LABELS.slice(0, 100) })),
      })),
    set: (element, data) => element.setItems(data),
    append: (element, at) => element.addItem({ label: `new ${at}` }, 'a50'),
    go: (element, at) => element.expand(`a${at % 100}`),
  },
  'table, 10^5 rows': {
    markup: '<table id="e" columns=\'["name","size"]\' style="height: 24; width: 80"/>',
    make: () => numbered(100_000, (at) => ({ name: `row ${at}`, size: at })),
    set: (element, data) => element.setRows(data),
    append: (element, at) => element.appendRow({ name: `new ${at}`, size: at }),
    go: (element, at) => element.scrollToRow((at * 7919) % 100_000),
  },
  'list, 10^5 items of data': {
    markup: '<list id="e" selectable="single" style="height: 24; width: 80"/>',
    make: () => numbered(100_000, (at) => `item ${at}`),
    set: (element, data) => element.setItems(data),
    append: (element, at) => element.addItem(`new ${at}`),
    go: (element, at) => (element.cursorIndex = (at * 7919) % 100_000),
    goes: 20,
  },
  'list, 10^5 elements': {
    markup: '<list id="e" selectable="single" style="height: 24; width: 80"/>',
    make: (element) => numbered(100_000, (at) => itemOf(element, `item ${at}`)),
    set: (element, items) => {
      for (let at = 0; at < items.length; at += 10_000)
        element.append(...items.slice(at, at + 10_000));
    },
    append: (element, at) => element.append(itemOf(element, `new ${at}`)),
    go: (element, at) => (element.cursorIndex = (at * 7919) % 100_000),
    goes: 20,
  },
};

function itemOf({ ownerDocument }, text) {
  const item = ownerDocument.createElement('li');
  item.textContent = text;
  return item;
}

async function measure(name) {
  const { createApp } = await import(new URL(TUI_BENCH_LIBRARY, import.meta.url).href);
  const { markup, make, set, append, go, goes = 200 } = KINDS[name];
  const output = { columns: 80, rows: 24, write: () => undefined };
  const app = createApp(markup, { width: 80, height: 24, theme: 'color16-dark', output });
  app.frame();
  const element = app.document.getElementById('e');
  // What is compiled and loaded once is not part of it.
  set(element, make(element).slice(0, 100));
  app.frame();
  for (let at = 0; at < 50; at++) {
    append(element, at);
    app.frame();
  }
  const data = (globalThis.kept = make(element));
  // V8 joins the parts of a text when it is read first: that is memory of the app.
  for (const each of data) if (typeof each === 'string') each.charCodeAt(0);
  for (let at = 0; at < 4; at++) globalThis.gc?.();
  // Threads of the collector still sweep what it has found, which would be counted.
  await setTimeout(1000);
  const before = process.memoryUsage();
  /** CPU, so that whatever else the machine does is not counted. */
  const time = (work, times, paints = true) => {
    const start = process.cpuUsage();
    for (let at = 0; at < times; at++) {
      work(at);
      if (paints) app.frame();
    }
    const { user, system } = process.cpuUsage(start);
    if (!paints) app.frame();
    return (user + system) / 1000 / times;
  };
  const first = time(() => set(element, data), 1);
  const appended = time((at) => append(element, at), 500, false);
  const painted = time((at) => append(element, at), 500);
  const gone = time((at) => go(element, at), goes);
  globalThis.gc?.();
  const after = process.memoryUsage();
  const bytes = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  app.stop();
  return [
    first.toFixed(1),
    (appended * 1000).toFixed(0),
    (painted * 1000).toFixed(0),
    (gone * 1000).toFixed(0),
    (bytes / 1e6).toFixed(1),
  ];
}

/** 10^4 lines as Ink shows them: all are nodes, the box hides what overflows. */
async function measureInk() {
  const react = createRequire(`${packages}/package.json`).resolve('react');
  const { default: React } = await import(pathToFileURL(react));
  const ink = pathToFileURL(join(packages, 'node_modules/ink/build/index.js'));
  const { render, Box, Text } = await import(ink);
  const h = React.createElement;
  const stdout = Object.assign(new PassThrough().resume(), { columns: 80, rows: 24 });
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.setRawMode = stdin.ref = stdin.unref = () => stdin;
  const screen = (lines) => {
    const texts = lines.map((line, key) => h(Text, { key, wrap: 'truncate' }, line));
    return h(Box, { width: 80, height: 24, flexDirection: 'column', overflow: 'hidden' }, ...texts);
  };
  const lines = numbered(10_000, (at) => `line ${at}`);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const app = render(screen(lines.slice(0, 10)), { stdout, stdin, patchConsole: false });
  await setTimeout(200);
  const time = async (shown) => {
    const start = process.cpuUsage();
    app.rerender(screen(shown));
    await setTimeout(100);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const first = await time(lines);
  const appended = await time([...lines, 'new']);
  globalThis.gc?.();
  const bytes = process.memoryUsage().heapUsed - before;
  app.unmount();
  return [first.toFixed(1), '-', (appended * 1000).toFixed(0), '-', (bytes / 1e6).toFixed(1)];
}

const row = (name, cells) =>
  console.log(name.padEnd(26) + cells.map((cell) => String(cell).padStart(12)).join(''));

const INK = 'Ink, 10^4 lines';

function benchRows() {
  row('', ['first, ms', 'append, us', 'with frame', 'go, us', 'MB']);
  const script = fileURLToPath(import.meta.url);
  for (const name of [...Object.keys(KINDS), INK]) {
    if (positionals.length > 0 && !positionals.some((part) => name.includes(part))) continue;
    const args = ['--expose-gc', script, `--packages=${packages}`, `--row=${name}`];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status === 0) row(name, stdout.trim().split(' '));
    else console.log(`${name.padEnd(26)}  ${reasonOf(stderr)}`);
  }
}

function reasonOf(stderr) {
  if (/ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND/.test(stderr)) return `not set up in ${packages}`;
  return stderr.split('\n').find((line) => /Error/.test(line)) ?? 'did not run';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { row: name } = options;
  if (name === undefined) benchRows();
  else console.log((await (name === INK ? measureInk() : measure(name))).join(' '));
}
