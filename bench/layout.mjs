/**
 * Layout: a row more in a list that scrolls, in a row that wraps and in a grid, a text that changes far down in a deep document and in a
 * grid, and a character more in a text of a megabyte.
 */
import { createApp } from '../dist/cli/library.js';

const SIZE = { width: 120, height: 40, theme: 'color16-dark', output: { write: () => undefined } };

/** Median milliseconds of a change and its frame, and how many boxes were read back. */
function measure(source, change) {
  const app = createApp(`<tui>${source}</tui>`, SIZE);
  app.frame();
  const times = [];
  for (let i = 0; i < 40; i++) {
    const start = performance.now();
    change(app.document, i);
    app.frame();
    times.push(performance.now() - start);
  }
  const { laidOut } = app.counters;
  app.stop();
  return { ms: times.sort((a, b) => a - b)[times.length >> 1], laidOut };
}

const rows = (count, tag = 'text') =>
  Array.from({ length: count }, (_, i) => `<${tag}>row ${i}</${tag}>`).join('');
const retext = (document, i) => {
  document.getElementById('x').textContent = 'x'.repeat((i % 9) + 1);
};

const appended = (name, count, style) => ({
  name: `append to a ${name} of ${count}`,
  source: `<container id="list" style="overflow: scroll; height: 30; ${style}">${rows(count)}</container>`,
  change(document, i) {
    const row = document.createElement('text');
    row.textContent = `new ${i}`;
    document.getElementById('list').append(row);
  },
});
const list = (count) => appended('list', count, '');
const long = (name, style, change) => ({
  name: `a character in 1 MB, ${name}`,
  source: `<container style="overflow: scroll; height: 30"><text id="x" style="${style}">${'some words '.repeat(91_000)}</text></container>`,
  change: (document) => change(document.getElementById('x')),
});
const deep = (depth, style) => ({
  name: `${depth} levels of ${style}`,
  source: `${`<container style="display: ${style}">`.repeat(depth)}<text id="x"/>${'</container>'.repeat(depth)}`,
  change: retext,
});
const grid = (count) => ({
  name: `one of ${count} in a grid`,
  source: `<container style="display: grid; grid-template-columns: auto 1fr 1fr">${rows(count)}<text id="x"/></container>`,
  change: retext,
});

const WORK = [
  list(1000),
  list(10_000),
  appended('wrapped row', 1000, 'flex-direction: row; flex-wrap: wrap'),
  appended('grid', 3000, 'display: grid; grid-template-columns: auto 1fr 1fr'),
  long('appendData', '', (text) => text.firstChild.appendData('x')),
  long('textContent', '', (text) => (text.textContent += 'x')),
  long('pre-wrap', 'white-space: pre-wrap', (text) => text.firstChild.appendData('x')),
  deep(1000, 'flex'),
  deep(2000, 'flex'),
  deep(1000, 'grid'),
  grid(100),
  grid(3000),
];

export function benchLayout() {
  console.log(
    'layout'.padEnd(30) + ['ms a frame', 'boxes read'].map((h) => h.padStart(12)).join(''),
  );
  const results = [];
  for (const { name, source, change } of WORK) {
    const { ms, laidOut } = measure(source, change);
    results.push({ name, ms, laidOut });
    console.log(name.padEnd(30) + ms.toFixed(2).padStart(12) + String(laidOut).padStart(12));
  }
  return results;
}
