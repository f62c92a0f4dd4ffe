/** The value axis: where its ticks stand and what its lines say. */
import { GrowthScale, type Domain } from './scale.js';
import { chooseTicks, type Tick } from './ticks.js';

/** Fewest blanks between two tick labels of a horizontal axis. */
const SPACE = 2;

export interface PlacedTick extends Tick {
  /** The cell along the axis in which a bar of this value ends; a bar of zero, the cell beside the zero line. */
  readonly cell: number;
  /** Horizontal: the column of its label's first cell. */
  readonly labelX: number;
}

export interface Axis {
  readonly ticks: readonly PlacedTick[];
  /** Cells of the widest tick label. */
  readonly widest: number;
}

const NO_AXIS: Axis = { ticks: [], widest: 0 };

function tickCell(scale: GrowthScale, value: number): number {
  const eighths = scale.zero * 8 + Math.round(scale.exact(value));
  const cell = value > scale.origin ? Math.ceil(eighths / 8) - 1 : Math.floor(eighths / 8);
  return Math.min(scale.cells - 1, Math.max(0, cell));
}

function place(scale: GrowthScale, ticks: readonly Tick[]): PlacedTick[] {
  return ticks.map((tick) => {
    const cell = tickCell(scale, tick.value);
    const centred = cell - Math.floor((tick.text.length - 1) / 2);
    const labelX = Math.max(0, Math.min(scale.cells - tick.text.length, centred));
    return { ...tick, cell, labelX };
  });
}

function horizontalFits(placed: readonly PlacedTick[], cells: number): boolean {
  return placed.every(({ labelX, text }, index) => {
    const before = placed[index - 1];
    const from = before === undefined ? 0 : before.labelX + before.text.length + SPACE;
    return labelX >= from && labelX + text.length <= cells;
  });
}

/** A row between two tick labels, but in a low chart, where two labels are worth more than air. */
function verticalFits(placed: readonly PlacedTick[], cells: number): boolean {
  const apart = cells < 4 ? 1 : 2;
  return placed.every(({ cell }, index) => index === 0 || cell - placed[index - 1]!.cell >= apart);
}

/** The axis of a scale; without ticks where the box has no room for one. */
export function makeAxis(domain: Domain, cells: number, horizontal: boolean): Axis {
  if (cells < 1) return NO_AXIS;
  const scale = new GrowthScale(domain, cells);
  const wanted = horizontal
    ? Math.max(2, Math.floor(cells / 8))
    : Math.max(2, Math.ceil(cells / 3));
  const found = chooseTicks(domain, wanted, (ticks) => {
    const placed = place(scale, ticks);
    return horizontal ? horizontalFits(placed, cells) : verticalFits(placed, cells);
  });
  const ticks = place(scale, found);
  return { ticks, widest: ticks.reduce((most, { text }) => Math.max(most, text.length), 0) };
}

/** `┬────┬────┬───`, with the zero line marked where bars grow to both sides of it. */
export function axisLine(axis: Axis, cells: number, domain: Domain): string {
  const line = new Array<string>(cells).fill('─');
  for (const { cell, value } of axis.ticks) {
    line[cell] = value === 0 && domain.min < 0 && domain.max > 0 ? '┼' : '┬';
  }
  return line.join('');
}

/** Kept between frames: with a fixed domain nothing of the axis changes. */
export class AxisCache {
  private key = { min: NaN, max: NaN, cells: -1, horizontal: true };
  private axis: Axis = NO_AXIS;
  private text = '';

  get(domain: Domain, cells: number, horizontal: boolean): Axis {
    const { key } = this;
    if (
      key.min !== domain.min ||
      key.max !== domain.max ||
      key.cells !== cells ||
      key.horizontal !== horizontal
    ) {
      this.key = { min: domain.min, max: domain.max, cells, horizontal };
      this.axis = makeAxis(domain, cells, horizontal);
      this.text = horizontal && cells > 0 ? axisLine(this.axis, cells, domain) : '';
    }
    return this.axis;
  }

  /** The line of the axis asked for last. */
  get line(): string {
    return this.text;
  }
}
