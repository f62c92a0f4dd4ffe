/** Marks of one bar: its segments as rectangles of the box. */
import type { ChartInput } from './chart-input.js';
import {
  ABSENT,
  CLAMPED,
  CONTINUES,
  CUT,
  CUT_START,
  LED,
  NEGATIVE,
  SELECTED,
  SOLID,
  ZERO,
  type Marks,
} from './marks.js';
import { GrowthScale, LedScale, type Domain } from '../../charts/scale/scale.js';
import { apportion, piecesOf, type Piece } from './segments.js';
import { isAbsent } from '../model/row-ring.js';
import { countsPercent } from './layout.js';
import { sharesOf } from '../model/shares.js';
import type { Slots } from './slots.js';

/** Used again for every stack; grown to the largest. */
let exact = new Float64Array(16);
let parts = new Float64Array(16);
let nonzero = new Uint8Array(16);
let lengths = new Int32Array(16);

/** The segments of one sign of a stack. */
interface Chain {
  readonly slots: Slots;
  readonly slot: number;
  readonly series: readonly number[];
  readonly cross: number;
  readonly thickness: number;
  readonly negative: boolean;
}

export class BarMarker {
  readonly scale: GrowthScale;
  readonly leds: LedScale;
  /** Ends of the bar marked last, in eighths along the axis. */
  low = 0;
  high = 0;
  /** What a stack of both signs comes to; NaN for all other bars. */
  net = NaN;
  #lastMark = 0;
  /** The end that the segments of one sign lay past last. */
  #past = 0;
  readonly #percent: boolean;
  /** True if bars do not start at zero, which their first cell shows. */
  readonly cuts: boolean;

  readonly #input: ChartInput;
  readonly #marks: Marks;
  readonly #start: number;

  /**
   * @param cells length of the axis
   * @param start horizontal: the column where the axis begins; else the row below its low end
   */
  constructor(
    input: ChartInput,
    marks: Marks,
    domain: Domain,
    cells: number,
    start: number,
    /** Whether single series show whole cells only; sparklines never do. */
    patterns: boolean,
  ) {
    this.#input = input;
    this.#marks = marks;
    this.#start = start;

    this.scale = new GrowthScale(domain, cells, patterns ? 1 : 8);
    this.#percent = countsPercent(input);
    this.cuts = input.settings.baseline === 'fit' && (domain.min > 0 || domain.max < 0);
    marks.cutStart = this.cuts;
    this.leds = new LedScale(domain, cells, input.settings.ledWidth);
    marks.ledCells = this.leds.width;
    marks.ledCount = Math.max(1, this.leds.segments);
    marks.ledHigh = this.leds.firstHigh(input.settings.highValue);
  }

  /**
   * Marks the bar that `slots` has read.
   *
   * @param cross first row (horizontal) or column of the bar
   * @param thickness rows or columns of it
   */
  add(slots: Slots, slot: number, bar: number, cross: number, thickness: number): void {
    const { stacked, series } = this.#input.model.bars[bar]!;
    this.net = NaN;
    if (stacked) {
      this.#addStack(slots, slot, series, cross, thickness);
      return;
    }
    const only = series[0]!;
    const value = slots.values[0]!;
    const cut = this.scale.cut(value);
    const flags = this.#selected(slots, slot, only) | (cut === 0 ? 0 : CUT);
    if (this.#input.settings.led && this.#input.model.labelled && !isAbsent(value)) {
      const length = this.leds.lit(value) * this.leds.width * 8;
      this.low = 0;
      this.high = length;
      if (cut < 0 || (cut > 0 && length === 0)) {
        this.#point(CLAMPED, 0, cross, thickness, slots.entry, only, flags | sideOf(cut));
      } else if (length === 0) this.#point(ZERO, 0, cross, thickness, slots.entry, only, flags);
      else this.#mark(0, length, cross, thickness, slots.entry, only, LED, flags);
      return;
    }
    const { zero, shared, cells, steps } = this.scale;
    const origin = zero * 8;
    this.low = this.high = origin;
    const length = isAbsent(value) ? 0 : this.scale.length(value) * (8 / steps);
    if (cut !== 0 && Math.sign(length) !== cut) {
      // Past the end where bars start: only an arrow shows the direction of the value.
      this.#point(
        CLAMPED,
        this.#cellPast(cut),
        cross,
        thickness,
        slots.entry,
        only,
        flags | sideOf(cut),
      );
    } else if (length === 0) {
      const kind = isAbsent(value) ? ABSENT : ZERO;
      this.#point(kind, Math.min(zero, cells - 1), cross, thickness, slots.entry, only, flags);
    } else if (length > 0) {
      this.high = origin + length;
      this.#mark(origin, length, cross, thickness, slots.entry, only, SOLID, flags);
    } else {
      const end = shared ? 8 : origin;
      this.low = end + length;
      this.high = end;
      this.#mark(
        end + length,
        -length,
        cross,
        thickness,
        slots.entry,
        only,
        SOLID,
        flags | NEGATIVE,
      );
    }
  }

  #addStack(
    slots: Slots,
    slot: number,
    series: readonly number[],
    cross: number,
    thickness: number,
  ): void {
    this.low = this.high = this.scale.zero * 8;
    const count = series.length;
    if (count > lengths.length) {
      exact = new Float64Array(count * 2);
      parts = new Float64Array(count * 2);
      nonzero = new Uint8Array(count * 2);
      lengths = new Int32Array(count * 2);
    }
    if (this.#percent) sharesOf(slots.values, count, parts);
    else for (let i = 0; i < count; i++) parts[i] = slots.values[i]!;
    const first = this.#marks.barCount;
    const up = this.#addChain(slots, slot, series, cross, thickness, 1);
    const down = this.#addChain(slots, slot, series, cross, thickness, -1);
    if (up !== 'none' && down !== 'none') this.net = sumOf(parts, count);
    const { zero, cells } = this.scale;
    if (up === 'past' || down === 'past') {
      // One side is past the end where bars start: the bar of the other side marks the cut at its start.
      if (this.#marks.barCount > first) this.#marks.flag(first, CUT_START);
      else {
        const flags = this.#selected(slots, slot, series[0]!) | CUT | sideOf(this.#past);
        this.#point(
          CLAMPED,
          this.#cellPast(this.#past),
          cross,
          thickness,
          slots.entry,
          series[0]!,
          flags,
        );
      }
      return;
    }
    if (up === 'shown' || down === 'shown') return;
    const absent = series.every((_, i) => isAbsent(slots.values[i]!));
    const flags = this.#selected(slots, slot, series[0]!);
    const kind = absent ? ABSENT : ZERO;
    this.#point(kind, Math.min(zero, cells - 1), cross, thickness, slots.entry, series[0]!, flags);
  }

  /** The cell of the arrow for values past the end where bars start. */
  #cellPast(cut: number): number {
    const { zero, cells } = this.scale;
    return cut > 0 ? Math.min(cells - 1, Math.max(0, zero - 1)) : Math.min(zero, cells - 1);
  }

  /** Marks the segments of one sign, if there are any and they are not past the end where bars start. */
  #addChain(
    slots: Slots,
    slot: number,
    series: readonly number[],
    cross: number,
    thickness: number,
    sign: 1 | -1,
  ): 'none' | 'past' | 'shown' {
    const { scale } = this;
    const count = series.length;
    // Shares may come to a little more than all.
    const most = this.#percent ? 100 : Number.MAX_VALUE;
    let sum = 0;
    let reached = Math.abs(scale.exact(0));
    let any = false;
    for (let i = 0; i < count; i++) {
      const value = parts[i]! * sign;
      nonzero[i] = value > 0 ? 1 : 0;
      exact[i] = 0;
      if (!(value > 0)) continue;
      any = true;
      sum = Math.min(sum + value, most);
      // What is outside the domain is cut off at its end; the segments inside keep their true lengths.
      const end = Math.abs(scale.exact(sum * sign));
      exact[i] = Math.max(0, end - reached);
      reached = Math.max(reached, end);
    }
    if (!any) return 'none';
    const end = scale.cut(sum * sign);
    const length = scale.length(sum * sign);
    if (end !== 0 && Math.sign(length) !== end) {
      this.#past = end;
      return 'past';
    }
    const negative = length < 0;
    const cut = end === sign;
    const unit = 8 / scale.steps;
    apportion(exact, nonzero, count, Math.abs(length), lengths);
    let pieces: readonly Piece[] | undefined;
    if (unit > 1) for (let i = 0; i < count; i++) lengths[i] = lengths[i]! * unit;
    else pieces = piecesOf(lengths, count);
    const bar = { slots, slot, series, cross, thickness, negative };
    const start = negative && scale.shared ? 8 : scale.zero * 8;
    const place = this.#markPieces(bar, pieces, start);
    if (cut && length !== 0) this.#marks.flag(this.#lastMark, CUT);
    if (negative) this.low = place;
    else this.high = place;
    return 'shown';
  }

  /** Marks the pieces of a chain, or the segments by `lengths` where there are none, and returns where they end. */
  #markPieces(bar: Chain, pieces: readonly Piece[] | undefined, start: number): number {
    const { slots, slot, series, cross, thickness, negative } = bar;
    const { entry } = slots;
    let at = start;
    let flags = negative ? NEGATIVE : 0;
    for (let i = 0; i < (pieces?.length ?? series.length); i++) {
      const piece = pieces?.[i];
      const index = piece?.segment ?? i;
      const part = piece?.length ?? lengths[i]!;
      if (part === 0) continue;
      const from = negative ? at - part : at;
      const selected = this.#selected(slots, slot, series[index]!);
      this.#mark(from, part, cross, thickness, entry, series[index]!, SOLID, flags | selected);
      at += negative ? -part : part;
      flags |= CONTINUES;
      this.#lastMark = this.#marks.barCount - 1;
    }
    return at;
  }

  #selected(slots: Slots, slot: number, series: number): number {
    const { selection } = this.#input;
    if (selection.empty) return 0;
    return selection.has(slots.from(slot), slots.to(slot), slots.entry, series) ? SELECTED : 0;
  }

  /** A mark of one whole cell along the axis. */
  #point(
    kind: number,
    cell: number,
    cross: number,
    thickness: number,
    entry: number,
    series: number,
    flags: number,
  ): void {
    if (this.scale.cells > 0) {
      this.#mark(cell * 8, 8, cross, thickness, entry, series, kind, flags);
    }
  }

  #mark(
    from: number,
    length: number,
    cross: number,
    thickness: number,
    entry: number,
    series: number,
    kind: number,
    flags: number,
  ): void {
    if (this.#marks.horizontal) {
      const x = this.#start * 8 + from;
      this.#marks.bar(x, cross * 8, length, thickness * 8, entry, series, kind, flags);
    } else {
      const y = this.#start * 8 - from - length;
      this.#marks.bar(cross * 8, y, thickness * 8, length, entry, series, kind, flags);
    }
  }
}

function sumOf(values: Float64Array, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i]! || 0;
  return sum;
}

/** A bar cut at the low end is marked by the flag of bars that grow down. */
function sideOf(cut: number): number {
  return cut < 0 ? NEGATIVE : 0;
}
