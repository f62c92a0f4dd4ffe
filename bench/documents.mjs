/**
 * The cost of changes in whole documents, in microseconds of CPU a frame: a class toggled among 5,000
 * elements, one cell of a table, a screen resized, and elements that come and go. Each is run three times;
 * the last run counts, when everything is compiled. Alone: `node bench/documents.mjs`, after a build.
 */
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createApp } from '../dist/cli/library.js';

const SIZE = { width: 120, height: 40 };

export const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

function open(markup) {
  const written = { bytes: 0 };
  const output = { columns: 120, rows: 40, write: (chunk) => void (written.bytes += chunk.length) };
  const app = createApp(`<tui>${markup}</tui>`, { ...SIZE, theme: 'color16-dark', output });
  app.frame();
  return { app, written };
}

/** @returns microseconds and bytes a frame, and the counters of the last one */
function measure(name, markup, prepare, times = 300) {
  const { app, written } = open(markup);
  const change = prepare(app);
  let micros = 0;
  for (let round = 0; round < 3; round++) {
    written.bytes = 0;
    const start = cpu();
    for (let i = 0; i < times; i++) {
      change(i);
      app.frame();
    }
    micros = (cpu() - start) / times;
  }
  const { counters } = app;
  app.stop();
  return { name, micros, bytes: written.bytes / times, ...counters };
}

/** 1,000 rows of four texts: with their rows and the list, 5,000 elements. */
const many = `<style>.on { color: #ff0000 } .lit .cell { color: #00ff00 } .wide { width: 9 }</style>
<container style="height: 40; overflow: scroll">${Array.from(
  { length: 1000 },
  (_, r) =>
    `<container class="row" style="flex-direction: row">${Array.from(
      { length: 4 },
      (_cell, c) => `<text class="cell" id="e${r}-${c}">cell ${c}</text>`,
    ).join('')}</container>`,
).join('')}</container>`;

const toggle = (find, name) => (app) => {
  const element = find(app.document);
  return () => element.classList.toggle(name);
};
const cell = (document) => document.getElementById('e10-2');

function tableCell(app) {
  const table = app.document.getElementById('t');
  const rows = Array.from({ length: 40 }, (_, r) =>
    Object.fromEntries(Array.from({ length: 5 }, (_cell, c) => [`c${c}`, `r${r}c${c} v000000`])),
  );
  table.setRows(rows);
  app.frame();
  let tick = 0;
  return () => {
    tick++;
    const [row, column] = [(tick * 7) % 39, tick % 5];
    const changed = {
      ...rows[row],
      [`c${column}`]: `r${row}c${column} v${String(tick).padStart(6, '0')}`,
    };
    rows[row] = changed;
    table.updateRow(row, changed);
  };
}

const dashboard = Array.from(
  { length: 8 },
  (_, i) =>
    `<container title="Chart ${i}" style="border: thin; flex-grow: 1"><data-bars series='[{"name":"a"}]' labels='["Mon","Tue","Wed"]' bars="[[1],[2],[3]]"/><text>${'some words '.repeat(9)}</text></container>`,
).join('');

/** A full garbage collection. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Heap that stays after elements came and went, in kilobytes, and microseconds for each. */
function mounts(times) {
  const { app } = open('<container id="home"/>');
  const home = app.document.getElementById('home');
  const round = (count) => {
    for (let i = 0; i < count; i++) {
      const box = app.document.createElement('container');
      const text = app.document.createElement('text');
      text.textContent = `entry ${i}`;
      text.addEventListener('click', () => undefined);
      box.append(text);
      home.append(box);
      app.frame();
      box.remove();
      app.frame();
    }
  };
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed / 1024;
  };
  round(Math.ceil(times / 5));
  const before = heap();
  const start = cpu();
  round(times);
  const micros = (cpu() - start) / times;
  const left = heap() - before;
  app.stop();
  return { name: `mount and unmount, ${times} times`, micros, leftKB: left };
}

export function benchDocuments(times = 10_000) {
  const results = [
    measure('class of 1 in 5,000: colour', many, toggle(cell, 'on')),
    measure(
      'class of 1 in 5,000: descendants',
      many,
      toggle((document) => document.querySelectorAll('.row')[10], 'lit'),
    ),
    measure('class of 1 in 5,000: width', many, toggle(cell, 'wide')),
    measure(
      'one cell of a <table>',
      `<table id="t" columns='["c0","c1","c2","c3","c4"]' style="height: 40"/>`,
      tableCell,
    ),
    measure('resize of a dashboard', dashboard, (app) => (i) => app.resize(120 - (i % 2), 40), 60),
  ];
  const row = (name, ...cells) =>
    console.log(name.padEnd(36) + cells.map((text) => text.padStart(10)).join(''));
  row('documents', 'us a frame', 'bytes', 'restyled', 'laid out', 'painted');
  for (const { name, micros, bytes, restyled, laidOut, painted } of results) {
    row(name, micros.toFixed(0), bytes.toFixed(0), ...[restyled, laidOut, painted].map(String));
  }
  const mounted = mounts(times);
  console.log(
    `${mounted.name.padEnd(36)}${mounted.micros.toFixed(0).padStart(10)}  ${mounted.leftKB.toFixed(0)} kB stay`,
  );
  return [...results, mounted];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) benchDocuments();
