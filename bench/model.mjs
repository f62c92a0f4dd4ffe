/**
 * The data every workload draws: integers from one small generator, so that any other program can
 * draw the same picture for comparison. 8 sparklines of 100 points, 8 charts of 12 bars (0 to 1000), a
 * table of 40 x 5 cells.
 */
const POINTS = 100;
const ENTRIES = 12;

export class Model {
  #state = 1;
  tick = 0;
  row = 0;
  column = 0;
  sparks = Array.from({ length: 8 }, () => {
    const points = [];
    for (let i = 0, value = 500; i < POINTS; i++) points.push((value = this.#walk(value)));
    return points;
  });
  bars = Array.from({ length: 8 }, () =>
    Array.from({ length: ENTRIES }, () => this.#next() % 1001),
  );

  /** Linear congruential generator of Numerical Recipes; its low byte is thrown away. */
  #next() {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state >>> 8;
  }

  /** A step of at most 80 that never stays in place and never leaves 0 to 1000. */
  #walk(value) {
    let next = value + (this.#next() % 161) - 80;
    if (next < 0) next = -next;
    if (next > 1000) next = 2000 - next;
    if (next === value) next = value === 1000 ? 999 : value + 1;
    return next;
  }

  /** Every sparkline moves on by one point, every bar changes. */
  stream() {
    for (const points of this.sparks) {
      points.push(this.#walk(points.at(-1)));
      points.shift();
    }
    for (const bars of this.bars)
      for (let i = 0; i < bars.length; i++) bars[i] = this.#walk(bars[i]);
  }

  /** One cell of the table changes. */
  turn() {
    this.tick++;
    this.row = (this.tick * 7) % 40;
    this.column = this.tick % 5;
  }
}

export const label = (entry) => `item ${String(entry).padStart(2, '0')}`;
export const cell = (row, column, value) =>
  `r${row}c${column} v${String(value).padStart(6, '0')}`.padEnd(24);
