/**
 * The keyboard cursor of a chart. It moves over what is visible: from band to band along the entries, and across
 * the series that have a mark there. Where its entry has scrolled away the nearest one that is visible takes its
 * place.
 */
import type { BarPlace } from '../charts/contract.js';
import {
  BAR_FIELDS,
  ENTRY,
  FLAGS,
  H,
  NEGATIVE,
  SERIES,
  W,
  X,
  Y,
  type Band,
  type Marks,
} from './marks/marks.js';
import type { ChartModel } from './model/model.js';
import type { ChartSelection } from '../charts/selection.js';

/** A step along the entries, or across the series. */
type Step = readonly [entries: number, series: number];

type Direction = 'up' | 'down' | 'left' | 'right';

/** Horizontal bars: entries below each other, segments of a stack from left to right. */
const HORIZONTAL: Readonly<Record<Direction, Step>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};
/** Vertical bars: entries from left to right, segments of a stack upwards. */
const VERTICAL: Readonly<Record<Direction, Step>> = {
  left: [-1, 0],
  right: [1, 0],
  down: [0, -1],
  up: [0, 1],
};
/** Sparklines: points from left to right, series below each other. */
const SPARKLINE: Readonly<Record<Direction, Step>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

export class BarCursor {
  /** The entry's place in the stream, so that it goes with its entry; -1 before it was anywhere. */
  #place = -1;
  #series = 0;

  readonly #model: ChartModel;
  readonly #marks: Marks;
  readonly #selection: ChartSelection;

  constructor(model: ChartModel, marks: Marks, selection: ChartSelection) {
    this.#model = model;
    this.#marks = marks;
    this.#selection = selection;
  }

  moveTo({ entry, series }: BarPlace): void {
    this.#place = this.#model.first + entry;
    this.#series = series;
  }

  /** The bar it is at; undefined where no bar is visible. */
  bar(): BarPlace | undefined {
    const marks = this.#marks;
    const model = this.#model;
    if (marks.bandCount === 0) return undefined;
    if (this.#place < 0) this.#start();
    return this.#barIn(this.#bandNear(this.#place - model.first), this.#series);
  }

  /** The same, without moving it anywhere; undefined before it was anywhere. */
  known(): BarPlace | undefined {
    return this.#place < 0 ? undefined : this.bar();
  }

  /** All bars that are visible, from band to band. */
  all(): BarPlace[] {
    const found: BarPlace[] = [];
    const seen = new Set<string>();
    for (let index = 0; index < this.#marks.bandCount; index++) {
      this.#eachMark(this.#marks.bandAt(index), (entry, series) => {
        const key = `${entry}-${series}`;
        if (!seen.has(key)) found.push({ entry, series });
        seen.add(key);
      });
    }
    return found;
  }

  /** A bar that is visible; undefined for any other. */
  find({ entry, series }: BarPlace): BarPlace | undefined {
    return this.all().find((bar) => bar.entry === entry && bar.series === series);
  }

  /** Moves by a key; false where that leads nowhere. */
  move(motion: Direction | 'first' | 'last'): boolean {
    const marks = this.#marks;
    const model = this.#model;
    const steps = marks.rows !== undefined ? SPARKLINE : marks.horizontal ? HORIZONTAL : VERTICAL;
    const step = motion === 'first' || motion === 'last' ? undefined : steps[motion];
    // The first arrow shows where the cursor is.
    const fresh = this.#place < 0;
    const bar = this.bar();
    if (bar === undefined) return false;
    if (step === undefined)
      return this.#goTo(motion === 'first' ? 0 : marks.bandCount - 1) || fresh;
    if (fresh) return true;
    const [entries, across] = step;
    const band = this.#bandNear(this.#place - model.first);
    if (entries !== 0) {
      const next = band + entries;
      return next >= 0 && next < marks.bandCount && this.#goTo(next);
    }
    const all = this.#seriesIn(band);
    const series = all[all.indexOf(bar.series) + across];
    const found = series === undefined ? undefined : this.#barIn(band, series);
    if (found !== undefined) this.moveTo(found);
    return found !== undefined;
  }

  /** The cell at the end of the bar; null where it has none. */
  cell(): { readonly x: number; readonly y: number } | null {
    const marks = this.#marks;
    const bar = this.bar();
    const bounds = bar === undefined ? undefined : marks.boundsOf(bar.entry, bar.series);
    if (bar === undefined || bounds === undefined) return null;
    const { x, y, width, height } = bounds;
    const negative = this.#isNegative(bar);
    return marks.horizontal
      ? { x: negative ? x : x + width - 1, y: y + ((height - 1) >> 1) }
      : { x: x + ((width - 1) >> 1), y: negative ? y + height - 1 : y };
  }

  /** At what is selected, else at the first entry, or the newest point of a sparkline. */
  #start(): void {
    const marks = this.#marks;
    const model = this.#model;
    const selection = this.#selection;
    let at = marks.rows === undefined ? 0 : marks.bandCount - 1;
    for (let index = 0; index < marks.bandCount && !selection.empty; index++) {
      const { entry, entries } = marks.bandAt(index);
      if (!selection.has(entry, entry + entries, entry, -1)) continue;
      at = index;
      break;
    }
    this.#place = model.first + marks.bandAt(at).entry;
    this.#series = selection.bar?.series ?? 0;
  }

  /** To a band; the series that was chosen stays chosen past an entry that does not have it. */
  #goTo(band: number): boolean {
    const before = this.#place;
    const bar = this.#barIn(band, this.#series);
    if (bar === undefined) return false;
    this.#place = this.#model.first + bar.entry;
    return this.#place !== before;
  }

  /** The band that an entry is in, or the nearest one. */
  #bandNear(entry: number): number {
    const marks = this.#marks;
    // In a sorted chart bands do not ascend: the one that it is in comes before those that are near.
    let near = marks.bandCount - 1;
    for (let index = marks.bandCount - 1; index >= 0; index--) {
      const band = marks.bandAt(index);
      if (entry >= band.entry + band.entries) continue;
      if (entry >= band.entry) return index;
      near = index;
    }
    return near;
  }

  /** A bar of a band: of the series requested, else of the nearest one. */
  #barIn(band: number, series: number): BarPlace | undefined {
    const within = this.#marks.bandAt(band);
    let found: BarPlace | undefined;
    this.#eachMark(within, (entry, other) => {
      const nearer =
        found === undefined || Math.abs(other - series) < Math.abs(found.series - series);
      if (nearer) found = { entry, series: other };
    });
    return found;
  }

  #seriesIn(band: number): number[] {
    const found = new Set<number>();
    this.#eachMark(this.#marks.bandAt(band), (_entry, series) => found.add(series));
    return [...found].sort((a, b) => a - b);
  }

  #eachMark(band: Band, visit: (entry: number, series: number) => void): void {
    const { bars, barCount } = this.#marks;
    for (let mark = 0; mark < barCount; mark++) {
      const at = mark * BAR_FIELDS;
      const entry = bars[at + ENTRY]!;
      if (entry < band.entry || entry >= band.entry + band.entries) continue;
      if (this.#isVisible(at)) visit(entry, bars[at + SERIES]!);
    }
  }

  /** False for a bar outside the box, as when more series are side by side than fit: the cursor skips it. */
  #isVisible(at: number): boolean {
    const { bars, width, height } = this.#marks;
    const right = bars[at + X]! + bars[at + W]!;
    const bottom = bars[at + Y]! + bars[at + H]!;
    return bars[at + X]! < width * 8 && bars[at + Y]! < height * 8 && right > 0 && bottom > 0;
  }

  #isNegative({ entry, series }: BarPlace): boolean {
    const { bars, barCount } = this.#marks;
    for (let mark = 0; mark < barCount; mark++) {
      const at = mark * BAR_FIELDS;
      if (bars[at + ENTRY] !== entry || bars[at + SERIES] !== series) continue;
      return (bars[at + FLAGS]! & NEGATIVE) !== 0;
    }
    return false;
  }
}
