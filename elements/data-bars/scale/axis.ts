/** The value axis: where its ticks stand and what its lines say. */
import { GrowthScale, type Domain } from './scale.js';
import { ticksOf, type Tick } from './ticks.js';

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

function place(scale: GrowthScale, { value, text }: Tick): PlacedTick {
  const cell = tickCell(scale, value);
  const centred = cell - Math.floor((text.length - 1) / 2);
  return { value, text, cell, labelX: Math.max(0, Math.min(scale.cells - text.length, centred)) };
}

/** True where labels stand inside the axis with blanks between them. */
function horizontalFits(placed: readonly PlacedTick[], cells: number): boolean {
  let free = 0;
  for (const { labelX, text } of placed) {
    if (labelX < free || labelX + text.length > cells) return false;
    free = labelX + text.length + SPACE;
  }
  return true;
}

/** A row between two tick labels, but in a low chart, where two labels are worth more than air. */
function verticalFits(placed: readonly PlacedTick[], cells: number): boolean {
  const apart = cells < 4 ? 1 : 2;
  for (let index = 1; index < placed.length; index++) {
    if (placed[index]!.cell - placed[index - 1]!.cell < apart) return false;
  }
  return true;
}

/** The axis of a scale; without ticks where the box has no room for one. */
export function makeAxis(domain: Domain, cells: number, horizontal: boolean): Axis {
  if (cells < 1) return NO_AXIS;
  const scale = new GrowthScale(domain, cells);
  const most = horizontal ? Math.floor(cells / 8) : Math.ceil(cells / 3);
  for (let wanted = Math.min(20, Math.max(2, most)); wanted > 0; wanted--) {
    const found = ticksOf(domain, wanted);
    if (found.length === 0) continue;
    const ticks = found.map((tick) => place(scale, tick));
    if (horizontal ? !horizontalFits(ticks, cells) : !verticalFits(ticks, cells)) continue;
    return { ticks, widest: ticks.reduce((widest, { text }) => Math.max(widest, text.length), 0) };
  }
  return NO_AXIS;
}

/** `┬────┬────┬───`, with the zero line marked where bars grow to both sides of it. */
export function axisLine(axis: Axis, cells: number, domain: Domain): string {
  let line = '';
  for (const { cell, value } of axis.ticks) {
    if (cell < line.length) continue;
    line += '─'.repeat(cell - line.length);
    line += value === 0 && domain.min < 0 && domain.max > 0 ? '┼' : '┬';
  }
  return line + '─'.repeat(cells - line.length);
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
