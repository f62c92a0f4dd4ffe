/** The operations of js-framework-benchmark, and the rows that they show. */
export const SIZE = [120, 40];

const ADJECTIVES =
  'pretty large big small tall short long handsome plain quaint clean elegant easy angry crazy helpful mushy odd unsightly adorable important inexpensive cheap expensive fancy'.split(
    ' ',
  );
const COLOURS = 'red yellow blue green pink brown purple brown white black orange'.split(' ');
const NOUNS =
  'table chair house bbq desk car pony cookie sandwich burger pizza mouse keyboard'.split(' ');

let state = 7;
let last = 0;

function pick(words) {
  state = (state * 1664525 + 1013904223) >>> 0;
  return words[Math.floor((state / 2 ** 32) * words.length)];
}

/** Rows of `{ id, label }`, with numbers that no row had before. */
export function makeRows(count) {
  return Array.from({ length: count }, () => ({
    id: ++last,
    label: `${pick(ADJECTIVES)} ${pick(COLOURS)} ${pick(NOUNS)}`,
  }));
}

/**
 * What is measured: the rows that are shown before, and what is done to them. `times` is how often, with more before that do not
 * count; large ones are done less often.
 */
export const OPERATIONS = [
  { name: 'create 1,000', rows: 0, times: 10, run: (app) => app.set(makeRows(1000)) },
  { name: 'replace 1,000', rows: 1000, times: 10, run: (app) => app.set(makeRows(1000)) },
  { name: 'append 1,000', rows: 1000, times: 10, run: (app) => app.append(makeRows(1000)) },
  { name: 'update each 10th', rows: 1000, times: 20, run: (app) => app.update() },
  { name: 'select', rows: 1000, times: 20, run: (app, turn) => app.select(2 + (turn % 30)) },
  { name: 'swap', rows: 1000, times: 20, run: (app) => app.swap(1, 998) },
  { name: 'remove', rows: 1000, times: 20, run: (app, turn) => app.remove(2 + (turn % 30)) },
  { name: 'clear', rows: 1000, times: 10, run: (app) => app.set([]) },
  { name: 'create 10,000', rows: 0, times: 3, run: (app) => app.set(makeRows(10_000)) },
];
