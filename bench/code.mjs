/**
 * Long texts of programs and long diffs, each in a process of its own in which nothing of the kind was shown before:
 * `node bench/code.mjs [NAME ...]` after a build. A name is a part of a row's.
 *
 * For each: milliseconds of CPU from the text to the first frame, of the same again with another text, of a frame after the cursor has
 * moved by a page, and of a jump to the end. Beside them is what packages of npm take for the same text: highlight.js for all of
 * a file, `diff` (jsdiff) for the parse of a patch and for finding the changes of two texts.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { TUI_BENCH_LIBRARY = '../dist/cli/library.js' } = process.env;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { row: { type: 'string' } },
});

const LINES = 100_000;
const require = createRequire(import.meta.url);

/** 100,000 lines of TypeScript. */
function program(seed) {
  const lines = [];
  for (let at = 0; lines.length < LINES; at++) {
    lines.push(
      `/** The area of shape ${at + seed}. */`,
      `export function area${at}(radius: number, unit = 'mm'): string {`,
      `  const value = Math.PI * radius ** 2 + ${at};`,
      '  return `${value} ${unit}`;',
      '}',
    );
  }
  return lines.join('\n');
}

/** 100,000 lines of changes in 200 files, each a hunk of ten lines. */
function patch(seed) {
  const lines = [];
  for (let file = 0; lines.length < LINES; file++) {
    const name = `src/shape-${file + seed}.ts`;
    lines.push(`diff --git a/${name} b/${name}`, `index 1111111..2222222 100644`);
    lines.push(`--- a/${name}`, `+++ b/${name}`);
    for (let hunk = 0; hunk < 45; hunk++) {
      const start = hunk * 40 + 1;
      lines.push(`@@ -${start},8 +${start},8 @@ export function area${hunk}()`);
      for (let at = 0; at < 3; at++) lines.push(` const before${at} = radius * ${at + seed};`);
      for (let at = 0; at < 2; at++) lines.push(`-  const value = Math.PI * radius ** ${at};`);
      for (let at = 0; at < 2; at++)
        lines.push(`+  const value = Math.PI * radius * ${at + seed};`);
      for (let at = 0; at < 3; at++) lines.push(` return \`\${value} \${unit} ${at}\`;`);
    }
  }
  return `${lines.join('\n')}\n`;
}

const set = (element, text) => (element.value = text);
const FILE = {
  make: program,
  set,
  page: (element, at) => element.showLine((at + 1) * 30),
  end: (element) => element.showLine(LINES),
};
const PATCH = {
  make: patch,
  set,
  page: (element, at) => (element.hunk = (at + 1) * 3),
  end: (element) => (element.hunk = element.hunkCount),
};
const SIZE = 'style="height: 30; width: 120"';

const KINDS = {
  'code, plain': { ...FILE, markup: `<code id="e" line-numbers ${SIZE}/>` },
  'code, TypeScript': { ...FILE, markup: `<code id="e" language="ts" line-numbers ${SIZE}/>` },
  'diff, unified': { ...PATCH, markup: `<diff id="e" ${SIZE}/>` },
  'diff, side by side': { ...PATCH, markup: `<diff id="e" view="split" ${SIZE}/>` },
};

const PEERS = {
  'highlight.js, TypeScript': () => {
    const text = program(0);
    const highlighter = require('highlight.js');
    return () => highlighter.highlight(text, { language: 'typescript' });
  },
  'diff, parsePatch': () => {
    const text = patch(0);
    const { parsePatch } = require('diff');
    return () => parsePatch(text);
  },
};

/** CPU, so that whatever else the machine does is not counted. */
function time(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function measure(name) {
  const { createApp } = await import(new URL(TUI_BENCH_LIBRARY, import.meta.url).href);
  const { markup, make, set: show, page, end } = KINDS[name];
  const output = { columns: 120, rows: 30, write: () => undefined };
  const app = createApp(`<tui>${markup}</tui>`, {
    width: 120,
    height: 30,
    theme: 'fullcolor-dark',
    output,
  });
  app.frame();
  const element = app.document.getElementById('e');
  const texts = [make(0), make(1)];
  // V8 joins the parts of a text when it is read first: that is not the element's.
  for (const text of texts) text.charCodeAt(0);
  const shown = texts.map((text) =>
    time(() => {
      show(element, text);
      app.frame();
    }),
  );
  const paged = time(() => {
    for (let at = 0; at < 100; at++) {
      page(element, at);
      app.frame();
    }
  });
  const ended = time(() => {
    end(element);
    app.frame();
  });
  app.stop();
  return [...shown, paged / 100, ended].map((value) => value.toFixed(1));
}

const NAMES = [...Object.keys(KINDS), ...Object.keys(PEERS)];
if (options.row !== undefined) {
  const peer = PEERS[options.row]?.();
  const values = peer === undefined ? await measure(options.row) : [time(peer).toFixed(1)];
  console.log(JSON.stringify(values));
} else {
  const chosen = NAMES.filter(
    (name) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
  );
  console.log(
    `${''.padEnd(26)}${['first', 'again', 'page', 'end'].map((each) => each.padStart(9)).join('')}`,
  );
  for (const name of chosen) {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [fileURLToPath(import.meta.url), `--row=${name}`],
      { encoding: 'utf8' },
    );
    if (stdout === '') throw new Error(stderr);
    const values = JSON.parse(stdout);
    console.log(`${name.padEnd(26)}${values.map((value) => value.padStart(9)).join('')}`);
  }
}
