/**
 * The palette over 10^2 and 10^4 commands: opening it, and each letter that is typed, in milliseconds of CPU with the
 * frame that shows it (target at most 16: one frame), and the commands in force as the line of keys reads them.
 * Alone: `node bench/palette.mjs` after a build.
 */
import { pathToFileURL } from 'node:url';
import { createApp } from '../dist/cli/library.js';

const SIZES = [100, 10_000];
const VERBS = ['Open', 'Save', 'Find', 'Close', 'Move', 'Copy', 'Split', 'Toggle'];
const THINGS = ['file', 'window', 'selection', 'branch', 'terminal', 'panel', 'symbol', 'line'];

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function commandsOf(count) {
  const all = Array.from({ length: count }, (_, i) => {
    const label = `${VERBS[i % 8]} ${THINGS[(i >> 3) % 8]} ${i}`;
    const key = i < 40 ? ` key="ctrl+k ${String.fromCharCode(97 + (i % 26))}"` : '';
    return `<command id="c${i}"${key} label="${label}" group="${THINGS[i % 8]}"/>`;
  });
  return all.join('');
}

function measure(count, rounds) {
  const app = createApp(`<tui>${commandsOf(count)}<text>text</text><key-hints/></tui>`, {
    width: 100,
    height: 30,
    theme: 'color-dark',
    output: { columns: 100, rows: 30, write: () => undefined },
  });
  app.frame();
  const bytes = (text) => new TextEncoder().encode(text);
  const press = (text) => {
    const start = cpu();
    app.input(bytes(text));
    app.frame();
    return cpu() - start;
  };
  const best = { open: Infinity, letter: 0 };
  for (let round = 0; round < rounds; round++) {
    best.open = Math.min(best.open, press('\x10'));
    // Of each round the slowest letter; of the rounds the best one.
    const letters = [...'svfile'].map(press);
    const slowest = Math.max(...letters);
    best.letter = round === 0 ? slowest : Math.min(best.letter, slowest);
    if (app.document.querySelector('dialog[open]') === null) throw new Error('it is closed');
    press('\x1b[27u');
    app.document.querySelector('dialog')?.close?.();
    app.frame();
  }
  app.stop();
  return best;
}

export function benchPalette(rounds = 5) {
  const results = SIZES.map((count) => ({ count, ...measure(count, rounds) }));
  console.log('\npalette (ms CPU)'.padEnd(28) + 'open'.padStart(10) + 'a letter'.padStart(12));
  for (const { count, open, letter } of results) {
    const name = `${count.toLocaleString('en')} commands`;
    console.log(name.padEnd(27) + open.toFixed(1).padStart(10) + letter.toFixed(1).padStart(12));
  }
  return results;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) benchPalette();
