/** The input of `refresh`, which updates a painted chart when only its numbers change. */
import type { Domain, GrowthScale } from '../../charts/scale/scale.js';
import type { NumberColumn } from '../../charts/scale/columns.js';
import type { ValueWriter } from '../scale/value-text.js';

interface Plan {
  /** Shape of the model and number of entries that the marks were made for. */
  readonly shape: number;
  readonly entries: number;
  readonly scale: GrowthScale;
  readonly writer: ValueWriter;
  /** What values are written in, where they are shown; another unit for other numbers needs a new layout. */
  readonly column: NumberColumn | undefined;
  /** Eighths of a cell assumed for the domain when the column was chosen. */
  readonly eighths: number;
  /**
   * Minimum and maximum cells of the widest value; outside these, the layout changes. `mostCells` is 0 without values.
   * `usualCells` is the width that values take in any case.
   */
  readonly leastCells: number;
  readonly mostCells: number;
  readonly usualCells: number;
  /** Styles by series, which hold while the painter's table and base are these. */
  readonly styles: number[];
  generation: number;
  base: number;
}

/** Horizontal bars, one mark and at most one text each. */
export interface BarsPlan extends Plan {
  readonly kind: 'bars';
  /** Index of the first value among the text marks; the others follow in the order of bars. */
  readonly firstText: number;
  /** Where bars start, and the place of a zero, in eighths. */
  readonly origin: number;
  readonly zeroPlace: number;
}

/** Rows of points, each the glyphs of one series. */
export interface PointsPlan extends Plan {
  readonly kind: 'points';
  /** Index of each series' value among the text marks. */
  readonly valueTexts: readonly number[];
  /** Column of the first point, and the row of the first series. */
  readonly x: number;
  readonly top: number;
  /** Glyphs by series, as painted. */
  readonly rows: readonly Uint32Array[];
  /** How many points of each row look different from the one before; -1 where not counted yet. */
  readonly turns: number[];
  /** The entry of the first point, and the first one that the texts of values are about. */
  readonly from: number;
  readonly window: number;
  /** The scale over as many entries as the box has columns, by which the room for values was found. */
  readonly wide: Domain;
  /** Those entries, counted from the newest. */
  readonly space: number;
  /** That entry's place in the stream, and which load of data it belongs to. */
  stream: number;
  load: number;
}

export type RefreshPlan = BarsPlan | PointsPlan;
