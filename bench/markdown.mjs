/**
 * Markdown that is streamed: an answer of 200 kB in tokens of 3 characters, a frame after each. The time of a token at
 * the start and at the end, and of the slowest; beside it marked-terminal, which renders the whole text each time. Then
 * how long texts of 200 kB and 10 MB take to their first frame, and the memory they hold.
 *
 * `node bench/markdown.mjs [kB=200]`, after a build.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked } from 'marked';
import { markedTerminal } from 'marked-terminal';
import { createApp } from '../dist/cli/library.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const TOKEN = 3;

/** Pages of this project, as often as it takes. */
export function answer(characters) {
  const folder = join(root, 'docs');
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  let text = '';
  for (let at = 0; text.length < characters; at++) text += `${pages[at % pages.length]}\n\n`;
  return text.slice(0, characters);
}

function open(text) {
  const output = { columns: 80, rows: 24, write: () => undefined };
  const app = createApp('<markdown id="m"/>', {
    width: 80,
    height: 24,
    theme: 'color-dark',
    output,
  });
  app.frame();
  const markdown = app.document.getElementById('m');
  if (text !== undefined) markdown.value = text;
  return { app, markdown };
}

const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];
const mean = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Milliseconds of each token, its frame included. */
export async function stream(text) {
  const { app, markdown } = open();
  const writer = markdown.stream().getWriter();
  const times = [];
  for (let at = 0; at < text.length; at += TOKEN) {
    const start = performance.now();
    await writer.write(text.slice(at, at + TOKEN));
    app.frame();
    times.push(performance.now() - start);
  }
  await writer.close();
  app.stop();
  return times;
}

/** Texts of one long block, whose rows or items come one by one. */
const BLOCKS = {
  'a table': (n) =>
    `${n === 0 ? '| name | what it does | number |\n| --- | --- | ---: |\n' : ''}| \`item-${n}\` | some words in a cell ${'more '.repeat(n % 5)}| ${n} |\n`,
  'a list': (n) => `- item ${n} with **some** words that wrap ${'more '.repeat(n % 9)}\n`,
};

function block(line, characters) {
  let text = '';
  for (let n = 0; text.length < characters; n++) text += line(n);
  return text;
}

/** Milliseconds of a render of the whole, for tokens at some places of the text. */
function renderWhole(text) {
  marked.use(markedTerminal());
  const at = (share, count) =>
    Array.from({ length: count }, (_, n) => {
      const start = performance.now();
      marked.parse(text.slice(0, Math.floor(text.length * share) + n * TOKEN));
      return performance.now() - start;
    });
  at(0.02, 5);
  return { start: mean(at(0.05, 10)), end: mean(at(0.99, 5)) };
}

function firstFrame(text) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const { app } = open(text);
  app.frame();
  const ms = performance.now() - start;
  const rss = (process.memoryUsage().rss - before) / 2 ** 20;
  app.stop();
  return { ms, rss };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();

async function run() {
  const kilobytes = Number(process.argv[2] ?? 200);
  const text = answer(kilobytes * 1000);
  await stream(text.slice(0, 20_000));
  const shown = (value) => value.toFixed(3).padStart(9);
  const show = (name, times) => {
    const tenth = Math.floor(times.length / 10);
    const start = mean(times.slice(0, tenth));
    const end = mean(times.slice(-tenth));
    const values = [start, end, end / start, quantile(times, 0.5), quantile(times, 0.99)];
    console.log(name.padEnd(22) + [...values, Math.max(...times)].map(shown).join(''));
  };
  console.log(`streamed, ms a token      start      end    ratio   median      p99      max`);
  show('<markdown>', await stream(text));
  for (const [name, line] of Object.entries(BLOCKS)) {
    show(`${name}, 20 kB`, await stream(block(line, 20_000)));
  }
  const other = renderWhole(text);
  console.log(
    `marked-terminal       ${[other.start, other.end, other.end / other.start].map(shown).join('')}`,
  );
  for (const size of [kilobytes * 1000, 10_000_000]) {
    const { ms, rss } = firstFrame(answer(size));
    console.log(`first frame of ${size / 1000} kB: ${ms.toFixed(0)} ms, ${rss.toFixed(0)} MB`);
  }
}
