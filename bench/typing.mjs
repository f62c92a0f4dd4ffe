/**
 * The cost of a key, from its byte to the written frame: in a field, in a long field, and in texts of
 * a thousand and a hundred thousand lines. The ratio says whether the length of a text is felt.
 *
 * `node bench/typing.mjs [keys=500]`, after a build.
 */
import { createApp } from '../dist/cli/library.js';

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const lines = (count) =>
  Array.from({ length: count }, (_, i) => `line ${i} of a long text that goes on`).join('\n');

/** @returns one case: microseconds of CPU, bytes and painted boxes for each key */
function measure(name, markup, value, caret, keys) {
  let bytes = 0;
  const output = { columns: 80, rows: 24, write: (chunk) => void (bytes += chunk.length) };
  const app = createApp(`<tui>${markup}</tui>`, {
    width: 80,
    height: 24,
    theme: 'color-dark',
    output,
  });
  app.frame();
  const field = app.document.querySelector('input, textarea');
  field.value = value;
  field.focus();
  field.setSelectionRange(caret, caret);
  app.frame();
  const letters = [...'abcdefghij'].map((letter) => new TextEncoder().encode(letter));
  const pass = (count) => {
    bytes = 0;
    const start = cpu();
    for (let i = 0; i < count; i++) {
      app.input(letters[i % letters.length]);
      app.frame();
    }
    return { micros: (cpu() - start) / count, bytes: bytes / count };
  };
  pass(Math.ceil(keys / 5));
  const { micros, bytes: each } = pass(keys);
  if (field.value.length !== value.length + keys + Math.ceil(keys / 5)) {
    throw new Error(`${name}: a key was lost`);
  }
  app.stop();
  return { name, micros, bytes: each };
}

export function benchTyping(keys = 500) {
  const few = lines(1000);
  const many = lines(100_000);
  const area = '<textarea cols="78" rows="22"></textarea>';
  const results = [
    measure('input, empty', '<input size="40"/>', '', 0, keys),
    measure('input, 100 kB', '<input size="40"/>', 'word '.repeat(20_000), 50_000, keys),
    measure('textarea, 1,000 lines', area, few, few.length >> 1, keys),
    measure('textarea, 100,000 lines', area, many, many.length >> 1, keys),
    measure('textarea, one line of 1 MB', area, 'word '.repeat(200_000), 500_000, keys),
  ];
  console.log(`${'key to frame'.padEnd(30)}${'us a key'.padStart(10)}${'B a key'.padStart(10)}`);
  for (const { name, micros, bytes } of results) {
    console.log(name.padEnd(30) + micros.toFixed(0).padStart(10) + bytes.toFixed(1).padStart(10));
  }
  const ratio = results[3].micros / results[2].micros;
  console.log(`100,000 lines cost ${ratio.toFixed(2)} times what 1,000 cost`);
  return { results, ratio };
}

if (process.argv[1]?.endsWith('typing.mjs')) benchTyping(Number(process.argv[2] ?? 500));
