/** The points of one series of a sparkline: one a column, or two. */
import { isAbsent } from '../../model/row-ring.js';
import { GrowthScale, shareOf, type Domain } from '../../../charts/scale/scale.js';
import type { ChartInput } from '../chart-input.js';
import {
  ABSENT,
  CLAMPED,
  CUT,
  HIGH,
  MIDDLE,
  NEGATIVE,
  SELECTED,
  SOLID,
  ZERO,
  type Marks,
} from '../marks.js';
import type { Slots } from '../slots.js';

export interface Points {
  readonly domain: Domain;
  readonly rows: number;
  /** The row below the lowest one of the band. */
  readonly bottom: number;
  /** Place of slot 0, in eighths, and from one slot to the next: 8, or 4 where two share a column. */
  readonly x: number;
  readonly pitch: number;
  readonly from: number;
  readonly to: number;
}

/** Lengths of the points of one series in eighths; used again for each. */
let lengths = new Float64Array(128);

/** The hot path of a dashboard: from the ring to marks, in loops without an object or a call a point. */
export function markPoints(
  input: ChartInput,
  marks: Marks,
  slots: Slots,
  series: number,
  points: Points,
): void {
  const { from, to, bottom, domain, rows } = points;
  const scale = new GrowthScale(domain, rows, input.levels);
  const simple =
    slots.size === 1 &&
    points.pitch === 8 &&
    input.selection.empty &&
    !input.settings.led &&
    !scale.shared;
  const x = points.x >> 3;
  if (!simple) {
    markSlots(input, marks, slots, series, points, scale, from, to);
    return;
  }
  const count = to - from;
  if (count > lengths.length) lengths = new Float64Array(count * 2);
  input.model.values(series, from, to, lengths);
  scale.lengths(lengths, count);
  const base = (bottom - scale.zero) * 8;
  for (let i = 0; i < count;) {
    let end = i;
    while (end < count && lengths[end]! > 0) end++;
    if (end > i) {
      marks.columns(x + from, base, lengths, i, end, from, series);
      i = end;
    } else {
      // What is absent, zero or negative has marks of its own kind.
      while (end < count && !(lengths[end]! > 0)) end++;
      markSlots(input, marks, slots, series, points, scale, from + i, from + end);
      i = end;
    }
  }
}

/** The slots of one series one by one, whatever they are. */
function markSlots(
  input: ChartInput,
  marks: Marks,
  slots: Slots,
  series: number,
  points: Points,
  scale: GrowthScale,
  from: number,
  to: number,
): void {
  const { model, settings, selection } = input;
  const { domain, rows, bottom, x, pitch } = points;
  const { zero, shared } = scale;
  const unit = 8 / scale.steps;
  const base = bottom * 8;
  const start = base - (shared ? 4 : zero * 8);
  const inEighths = shared && scale.steps === 8;
  const plain = slots.size === 1;
  const { led, highValue } = settings;
  const unselected = selection.empty;
  for (let slot = from; slot < to; slot++) {
    let value: number;
    let entry = slot;
    if (plain) value = model.value(slot, series);
    else {
      slots.read(slot, series);
      value = slots.values[0]!;
      entry = slots.entry;
    }
    const left = x + slot * pitch;
    let flags = 0;
    if (!unselected && selection.has(slots.from(slot), slots.to(slot), entry, series)) {
      flags = SELECTED;
    }
    if (isAbsent(value)) {
      const cell = Math.min(zero, rows - 1);
      marks.bar(left, base - cell * 8 - 8, pitch, 8, entry, series, ABSENT, flags);
      continue;
    }
    if (led && shareOf(domain, value) * 100 >= highValue) flags |= HIGH;
    const cut = scale.cut(value);
    const length = shared ? middleSteps(scale, value) * unit : scale.length(value) * unit;
    if (cut !== 0) flags |= CUT;
    if (inEighths) flags |= MIDDLE;
    if (cut !== 0 && Math.sign(length) !== cut) {
      const cell = cut > 0 ? Math.max(0, zero - 1) : Math.min(zero, rows - 1);
      const side = cut < 0 ? NEGATIVE : 0;
      marks.bar(left, base - cell * 8 - 8, pitch, 8, entry, series, CLAMPED, flags | side);
    } else if (length > 0) {
      // The two heights that are nearest to the middle are left out, or the signs would look alike.
      const high = inEighths ? length + 1 : length;
      marks.bar(left, start - high, pitch, high, entry, series, SOLID, flags);
    } else if (length < 0) {
      marks.bar(left, start, pitch, -length, entry, series, SOLID, flags | NEGATIVE);
    } else {
      const cell = Math.min(zero, rows - 1);
      marks.bar(left, base - cell * 8 - 8, pitch, 8, entry, series, ZERO, flags);
    }
  }
}

/** Steps on each side of the middle of a cell in eighths: above it 6, 7 and 8 of them are filled, below it 3, 2 and 1. */
const MIDDLE_STEPS = 3;

/** Steps from the middle of the only cell, in which both signs are: one at least where the value is not zero. */
function middleSteps(scale: GrowthScale, value: number): number {
  if (value === 0) return 0;
  const most = scale.steps === 8 ? MIDDLE_STEPS : scale.steps / 2;
  const share = Math.abs(scale.exact(value)) / (scale.steps - 1);
  return Math.sign(value) * Math.max(1, Math.round(share * most));
}
