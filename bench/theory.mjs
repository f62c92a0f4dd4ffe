/**
 * The encoder's bytes beside the fewest that any encoding of the same changed cells takes: in reading order,
 * with every cursor movement of ECMA-48, line feeds, erasing to the end of a line, and printing unchanged
 * cells again where that is shorter; found by dynamic programming over column and pen. No shifting of rows
 * on either side. Alone: `node bench/theory.mjs [frames=60]` after a build; the target is a ratio of 1.02.
 */
import { pathToFileURL } from 'node:url';
import { Model } from './model.mjs';
import { w2 } from './workloads.mjs';

const WIDTH = 120;
const HEIGHT = 40;
const SCREEN = {
  width: WIDTH,
  height: HEIGHT,
  theme: 'color16-dark',
  // A terminal that cannot shift rows, nor update in one go, but shows every glyph.
  env: { TERM: 'vt100', LC_ALL: 'C.UTF-8' },
  glyphs: 'unicode',
};
const BLANK = 0x20;
/** Cells before a changed one at which it may be worth to land. */
const LEAD = 8;

const digits = (value) => String(value).length;
const utf8 = (code) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
const csi = (count) => (count === 1 ? 3 : 3 + digits(count));
const cup = (x, y) =>
  y === 0 && x === 0 ? 3 : 3 + (y > 0 ? digits(y + 1) : 0) + (x > 0 ? 1 + digits(x + 1) : 0);

/** Along a row; `from` is null where the column is unknown. */
function along(from, to) {
  if (from === to) return 0;
  if (to === 0) return 1;
  const absolute = 3 + digits(to + 1);
  const home = 1 + csi(to);
  if (from === null) return Math.min(absolute, home);
  const gap = Math.abs(to - from);
  return Math.min(absolute, home, csi(gap), to < from ? gap : Infinity);
}

function across(at, x, y) {
  if (at.y === null) return cup(x, y);
  if (at.y === y) return Math.min(cup(x, y), along(at.x, x));
  const rows = Math.abs(y - at.y);
  const straight = csi(rows) + along(at.x, x);
  const fed = y > at.y ? rows + (at.x === 0 ? 0 : 1) + along(0, x) : Infinity;
  return Math.min(cup(x, y), straight, fed);
}

/** Foreground colours of the sixteen only: 5 bytes for a colour, 3 for the terminal's own. */
const paint = (from, to) => (from === to ? 0 : to === 0 ? 3 : 5);

/** Glyphs and pens of every cell; a pen is 0 for the terminal's colours, else a number a colour. */
function snapshot({ cells }, pens) {
  const { glyphs, styles, table } = cells;
  const pen = Array.from(styles, (id) => {
    const { fg, bg, attributes } = table.get(id);
    const plain = table.get(0);
    // What is not a plain colour is never worth printing again, and the workloads never change it.
    if (bg !== plain.bg || attributes !== 0) return -1;
    if (fg === plain.fg) return 0;
    if (!pens.has(fg)) pens.set(fg, pens.size + 1);
    return pens.get(fg);
  });
  return { glyphs: Uint32Array.from(glyphs), pen };
}

const differs = (a, b, i) =>
  a.glyphs[i] !== b.glyphs[i] || (a.glyphs[i] !== BLANK && a.pen[i] !== b.pen[i]);

/**
 * Adds one frame to the states `{x, y, pen, cost}` that the terminal may be in.
 */
function encode(states, before, after) {
  for (let y = 0; y < HEIGHT; y++) {
    const row = y * WIDTH;
    const changed = [];
    for (let x = 0; x < WIDTH; x++) if (differs(before, after, row + x)) changed.push(x);
    if (changed.length === 0) continue;
    const [first] = changed;
    const last = changed.at(-1);
    let erasable = WIDTH;
    while (erasable > 0 && after.glyphs[row + erasable - 1] === BLANK) erasable--;
    const next = new Int32Array(WIDTH + 1).fill(-1);
    for (let x = last, at = changed.length - 1; x >= 0; x--) {
      while (at > 0 && changed[at - 1] >= x) at--;
      next[x] = changed[at];
    }
    // best[x]: cost by pen with the cursor at x and every changed cell before x done.
    const best = Array.from({ length: WIDTH + 1 }, () => new Map());
    const reach = (x, pen, cost) => {
      if (cost < (best[x].get(pen) ?? Infinity)) best[x].set(pen, cost);
    };
    for (const at of states) {
      const landings = new Set([first, 0]);
      if (at.x !== null && at.x <= first) landings.add(at.x);
      for (let x = Math.max(0, first - LEAD); x < first; x++) landings.add(x);
      for (const x of landings) if (x <= first) reach(x, at.pen, at.cost + across(at, x, y));
    }
    const ends = new Map();
    const end = (x, pen, cost) => {
      const key = `${x} ${pen}`;
      const column = x >= WIDTH ? null : x;
      if (cost < (ends.get(key)?.cost ?? Infinity)) ends.set(key, { x: column, y, pen, cost });
    };
    for (let x = 0; x <= last; x++) {
      const glyph = after.glyphs[row + x];
      const look = after.pen[row + x];
      for (const [pen, cost] of best[x]) {
        if (x >= erasable) end(x, pen, cost + 3);
        if (look >= 0) {
          if (glyph === BLANK) reach(x + 1, pen, cost + 1);
          else reach(x + 1, look, cost + paint(pen, look) + utf8(glyph));
        }
        const target = next[x];
        for (let to = Math.max(x + 1, target - LEAD); to <= target; to++) {
          reach(to, pen, cost + along(x, to));
        }
      }
    }
    for (const [pen, cost] of best[last + 1]) end(last + 1, pen, cost);
    states = [...ends.values()];
    const least = Math.min(...states.map(({ cost }) => cost));
    // No state that far behind can ever catch up: an absolute move and a pen are shorter.
    states = states.filter(({ cost }) => cost <= least + 13);
  }
  return states;
}

function compare(name, open, frames) {
  let bytes = 0;
  const output = {
    columns: WIDTH,
    rows: HEIGHT,
    write: (chunk) => void (bytes += chunk.length),
  };
  const pens = new Map();
  const { app, step } = open(output);
  app.frame();
  // One frame more, so that cursor and pen are where a frame leaves them.
  step();
  app.frame();
  let before = snapshot(app, pens);
  let states = [{ x: null, y: null, pen: 0, cost: 0 }];
  bytes = 0;
  for (let i = 0; i < frames; i++) {
    step();
    app.frame();
    const after = snapshot(app, pens);
    states = encode(states, before, after);
    before = after;
  }
  app.stop();
  const cheapest = Math.min(...states.map(({ cost }) => cost)) / frames;
  return { name, bytes: bytes / frames, cheapest, ratio: bytes / frames / cheapest };
}

const COLORS = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'];
const LETTERS = [...'abcdefgh 0123456789.,   ─│█▌▂▅░┼'];

/** Cells all over the screen that change at random: words of ten cells in six colours or none. */
function randomScreens(createApp, share) {
  return (output) => {
    let seed = 1;
    const random = (below) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return (seed >>> 8) % below;
    };
    const word = () =>
      Array.from({ length: random(11) }, () => LETTERS[random(LETTERS.length)]).join('');
    const rows = Array.from(
      { length: HEIGHT },
      (_, y) =>
        `<container style="flex-direction: row">${Array.from({ length: 12 }, (_cell, x) => {
          const color = random(2) === 0 ? '' : `; color: ansi-${COLORS[random(6)]}`;
          return `<text id="w${y}-${x}" style="width: 10; height: 1; white-space: pre${color}">.</text>`;
        }).join('')}</container>`,
    );
    const app = createApp(`<tui>${rows.join('')}</tui>`, { ...SCREEN, output });
    const words = [...app.document.querySelectorAll('text')];
    return {
      app,
      step() {
        for (const { firstChild } of words) if (random(100) < share) firstChild.data = word();
      },
    };
  };
}

function streaming(createApp) {
  return (output) => {
    const model = new Model();
    const app = createApp(w2.markup(model), { ...SCREEN, output });
    app.frame();
    const update = w2.update(app, model);
    return {
      app,
      step() {
        w2.advance(model);
        update();
      },
    };
  };
}

export async function benchBytes(frames = 60) {
  const { createApp } = await import('../dist/cli/library.js');
  const results = [
    compare('w2, rows not shifted', streaming(createApp), frames),
    compare('random, 2 % of the words', randomScreens(createApp, 2), frames),
    compare('random, 20 % of the words', randomScreens(createApp, 20), frames),
    compare('random, all words', randomScreens(createApp, 100), Math.ceil(frames / 3)),
  ];
  console.log(
    'bytes a frame'.padEnd(28) + ['ours', 'cheapest', 'ratio'].map((h) => h.padStart(10)).join(''),
  );
  for (const { name, bytes, cheapest, ratio } of results) {
    const cells = [bytes.toFixed(0), cheapest.toFixed(0), ratio.toFixed(3)];
    console.log(name.padEnd(28) + cells.map((text) => text.padStart(10)).join(''));
  }
  return results;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await benchBytes(Number(process.argv[2] ?? 60));
}
