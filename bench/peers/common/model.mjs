/** The benchmarks' model with the names and texts that the peers draw it by. */
import { Model as Data } from '../../model.mjs';
export { label } from '../../model.mjs';
import { cell } from '../../model.mjs';

export const COLS = 120;
export const ROWS = 40;
export const BARW = 14;
export const POINTS = 100;
export const ENTRIES = 12;

export class Model extends Data {
  cells = Array.from({ length: ROWS }, () => [0, 0, 0, 0, 0]);

  stepStream() {
    this.stream();
  }

  stepTable() {
    this.turn();
    this.col = this.column;
    this.cells[this.row][this.col] = this.tick;
  }
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LEVELS = '▁▂▃▄▅▆▇█';

export function barText(value, width = BARW) {
  const eighths = Math.floor((value * width * 8) / 1000);
  const full = eighths >> 3;
  const part = eighths & 7;
  return '█'.repeat(full) + EIGHTHS[part] + ' '.repeat(width - full - (part ? 1 : 0));
}

export function sparkText(points) {
  let text = '';
  for (const value of points) text += LEVELS[Math.floor((value * 8) / 1001)];
  return text;
}

export const valText = (value) => `${Math.floor(value / 10)}.${value % 10}`.padStart(5);
export const title = (index) => `Chart ${index}`;
export const cellText = cell;

/** The boxes of the charts as rows of text; `height` is 20 in w1 and 16 in w2. */
function boxes(model, grid, top, height) {
  for (let box = 0; box < 8; box++) {
    const y = top + height * (box >> 2);
    const inner = [
      title(box).padEnd(28),
      ...model.bars[box].map(
        (value, entry) =>
          `item ${String(entry).padStart(2, '0')} ${barText(value)} ${valText(value)}`,
      ),
    ];
    const rows = ['┌' + '─'.repeat(28) + '┐'];
    for (let i = 0; i < height - 2; i++) rows.push(`│${inner[i] ?? ' '.repeat(28)}│`);
    rows.push('└' + '─'.repeat(28) + '┘');
    rows.forEach((row, i) => {
      grid[y + i] = (grid[y + i] ?? '') + row;
    });
  }
}

/** The picture of a workload as rows of text, trailing blanks aside. */
export function expected(workload, model) {
  const grid = [];
  if (workload === 'w1') boxes(model, grid, 0, 20);
  else if (workload === 'w2') {
    model.sparks.forEach((points, index) =>
      grid.push(`spark ${index} ${sparkText(points)} ${valText(points.at(-1))}`),
    );
    boxes(model, grid, 8, 16);
  } else {
    model.cells.forEach((row, r) => grid.push(row.map((value, c) => cell(r, c, value)).join('')));
  }
  return grid.map((row) => row.trimEnd());
}
