/** The workload of `bench/inline-peers.mjs`: steps of a live region of some rows, below 80 x 24 cells of a shell. */

/** In every row of the region, and nowhere else. */
export const MARK = '▌';
export const SIZE = [80, 24];
const SIZES = [
  [60, 24],
  [40, 18],
  [80, 24],
  [33, 12],
  [100, 30],
  [50, 20],
  [25, 24],
  [80, 24],
];

/** The same numbers in each run. */
function random(seed) {
  let state = seed;
  return (most) => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** `print` a line, `rows` of the region with their texts, `size` of the terminal. */
export function steps() {
  const next = random(7);
  const all = [];
  let printed = 0;
  const region = (count) => ({
    type: 'rows',
    rows: Array.from({ length: count }, (_, row) => `${MARK}${row} ${'abcdefgh '.repeat(next(5))}`),
  });
  for (let step = 0; step < 200; step++) {
    const kind = next(10);
    if (kind < 4) all.push({ type: 'print', text: `#${printed++}# ${'x'.repeat(next(60))}` });
    else all.push(region(kind < 8 ? 3 : 1 + next(6)));
  }
  all.push({ type: 'rows', rows: [0, 1, 2].map((row) => `${MARK}${row} ${'='.repeat(60)}`) });
  for (const size of SIZES) {
    all.push({ type: 'size', size });
    all.push({ type: 'print', text: `#${printed++}# resized` });
  }
  return { all, printed };
}
