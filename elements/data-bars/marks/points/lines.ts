/** Lines and targets of a tall sparkline. */
import type { Domain } from '../../../charts/scale/scale.js';
import type { ChartInput } from '../chart-input.js';
import { ABSENT, BAR_FIELDS, ENTRY, H, KIND, X, Y, ZERO, type Marks } from '../marks.js';
import { hasZeroLine, markReferences } from '../reference-lines.js';
import { TargetMarker } from '../targets.js';

/** The cells of one series, ends exclusive. */
interface Rows {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Marks lines where no point covers them, and targets across the points, whose marks are those from `first` on. */
export function markPointLines(
  input: ChartInput,
  marks: Marks,
  domain: Domain,
  rows: Rows,
  first: number,
  grid: readonly number[],
): void {
  const { references } = input.settings;
  if (references.length === 0 && grid.length === 0 && !hasZeroLine(input, domain)) return;
  const { left, right, top, bottom } = rows;
  const width = right - left;
  const covered = new Uint8Array(width * (bottom - top));
  const { bars } = marks;
  const { barCount } = marks;
  for (let mark = first; mark < barCount; mark++) {
    const at = mark * BAR_FIELDS;
    if (bars[at + KIND] === ZERO) continue;
    const column = (bars[at + X]! >> 3) - left;
    const to = Math.min(bottom, (bars[at + Y]! + bars[at + H]! + 7) >> 3);
    for (let row = bars[at + Y]! >> 3; row < to; row++) covered[(row - top) * width + column] = 1;
  }
  const free = (x: number, y: number): boolean => covered[(y - top) * width + x - left] !== 1;
  markReferences(input, marks, domain, { ...rows, labelY: -1, grid }, free);
  const targets = new TargetMarker(input, marks, domain, bottom - top, bottom);
  for (let mark = first; mark < barCount; mark++) {
    const at = mark * BAR_FIELDS;
    const isPoint = bars[at + KIND] !== ZERO && bars[at + KIND] !== ABSENT;
    const high = bottom * 8 - bars[at + Y]!;
    const low = high - bars[at + H]!;
    const ends = isPoint ? { low, high } : { low: 0, high: 0 };
    targets.add(mark, bars[at + ENTRY]!, ends, bars[at + X]! >> 3, 1, mark + 1);
  }
}
