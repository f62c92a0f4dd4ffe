/** The layout of a table in its box: columns from left to right, header, rows, scrollbar. */
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import { isNumeric } from './cell-text.js';
import type { Column } from '../model/columns.js';
import type { Align } from '../model/schema.js';
import { isAbsent } from '../model/sorting.js';
import { allocate, type Track } from './widths.js';

/** Rows that are measured ahead, spread over all. */
const SAMPLE = 256;
/** Text columns shrink to this many cells before others are left out or scrolled away. */
const MIN_TEXT = 8;
/** Fewest cells of a text column that is cut by the right edge. */
const MIN_PART = 4;

/** Cells that the mark of a sorted column needs beside its label: a blank, and the mark if that is not in the gap. */
export function markRoom(gap: number): number {
  // Wider gaps have a line in their middle, which a mark would touch.
  return gap === 2 ? 1 : 2;
}

/** Dates, times, versions, addresses: a part of one is another one, or none. */
const FIGURES = /^\d[\d\s.,:/+TZ-]*$/;
/** From this width on, in cells, there is a blank after the mark of a row. */
const SPACIOUS = 20;

/** Rows with columns, as they are measured and laid out. */
export interface GridModel {
  readonly columns: readonly Column[];
  /** Rows that are measured ahead, by their indexes. */
  readonly count: number;
  readonly shown: number;
  /** The column that the rows are sorted by. */
  readonly sortColumn: Column | undefined;
  value(index: number, column: Column): unknown;
}

/** The size of the box and the values of its style. */
export interface LayoutInput {
  readonly width: number;
  readonly height: number;
  readonly showHeader: boolean;
  /** Whether rows have marks in front of them. */
  readonly marks: boolean;
  /** Cells between columns, the line between them included. */
  readonly gap: number;
  /** Whether the user can sort by columns, unless a column overrides it. */
  readonly sortable: boolean;
  /** Rows of the footer. */
  readonly footer?: number;
  /** Columns that stay where they are when the others are scrolled sideways. */
  readonly frozen?: number;
  /** Cells of columns that the user has sized, by their keys. */
  readonly sized?: ReadonlyMap<string, number>;
}

export interface PlacedColumn {
  readonly column: Column;
  readonly x: number;
  readonly width: number;
  readonly align: Align;
}

export interface TableLayout {
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  /** Rows of the header: 0 or 1. */
  readonly header: number;
  /** Rows of the body, and below it those of the footer. */
  readonly body: number;
  readonly footer: number;
  /** Cells left of the columns and right of them. */
  readonly pad: number;
  /** Column of the scrollbar; -1 where all rows show. */
  readonly bar: number;
  /** Columns that show now. */
  readonly columns: readonly PlacedColumn[];
  /** True where there is more at the right. */
  readonly cut: boolean;
  /** The first column that shows, of those that are not left out. */
  readonly first: number;
  /** The last column that may be first. */
  readonly lastFirst: number;
  /** All columns that there is room for, scrolled out or not; of these the first `frozen` always show. */
  readonly kept: readonly { readonly column: Column; readonly width: number }[];
  readonly frozen: number;
  /** Cells for the columns. */
  readonly room: number;
}

/** What is measured of cells. */
interface MeasuredLooks {
  textOf(index: number, column: Column): string;
  /** Cells that the content takes, where it is not the text alone. */
  cellsOf?(index: number, column: Column): number;
  /** Cells of the widest text of the column's footer. */
  footerCells?(column: Column): number;
}

/** The widest text of each column so far: it grows as rows come into view and never shrinks, so that columns do not dance. */
export class ContentWidths {
  /** Counts changes. */
  version = 0;
  #widths: number[] = [];
  #labels: number[] = [];
  #numbers: number[] = [];
  #texts: number[] = [];
  #figures: number[] = [];
  #columns: readonly Column[] | undefined;

  readonly #model: GridModel;
  readonly #looks: MeasuredLooks;

  constructor(model: GridModel, looks: MeasuredLooks) {
    this.#model = model;
    this.#looks = looks;
  }

  /** Forgets everything: other columns, or other rows. */
  reset(): void {
    this.#columns = undefined;
    this.version++;
  }

  /** Measures rows from an index to the end: all of few, of many a sample spread over them. */
  measureRows(from: number): void {
    const { count } = this.#model;
    const step = Math.max(1, (count - from) / SAMPLE);
    for (let at = from; at < count; at += step) this.measureRow(Math.floor(at));
  }

  /** Measures a row that is new, or has changed: also which kind of values columns have. */
  measureRow(index: number): void {
    const model = this.#model;
    this.#prepare();
    model.columns.forEach((column, at) => {
      const value = model.value(index, column);
      if (isNumeric(value)) this.#numbers[at]!++;
      else if (!isAbsent(value)) this.#texts[at]!++;
      if (FIGURES.test(this.#looks.textOf(index, column))) this.#figures[at]!++;
    });
    this.widen(index);
  }

  /** Makes columns as wide as a row that came into view; of what kind they are does not depend on what was seen. */
  widen(index: number): void {
    this.#prepare();
    this.#model.columns.forEach((column, at) => {
      const width =
        this.#looks.cellsOf?.(index, column) ?? textWidth(this.#looks.textOf(index, column));
      if (width <= this.#widths[at]!) return;
      this.#widths[at] = width;
      this.version++;
    });
  }

  natural(at: number): number {
    this.#prepare();
    return Math.max(this.#content(at), this.#labels[at] ?? 0);
  }

  /** Of cells and footer. */
  #content(at: number): number {
    const column = this.#model.columns[at];
    const footer = column === undefined ? 0 : (this.#looks.footerCells?.(column) ?? 0);
    return Math.max(this.#widths[at] ?? 0, footer);
  }

  /** With room for the mark of a sorted column beside its label, so that none is wider for being sorted. */
  withMark(at: number, room: number): number {
    this.#prepare();
    const label = this.#labels[at] ?? 0;
    return Math.max(this.#content(at), label === 0 ? 0 : label + room);
  }

  align(column: Column): Align {
    this.#prepare();
    return column.align ?? (this.isNumeric(column.index) ? 'right' : 'left');
  }

  /** Cells of the widest content of a column, without its label and footer. */
  ofCells({ index }: Column): number {
    this.#prepare();
    return this.#widths[index] ?? 0;
  }

  isNumericColumn({ index }: Column): boolean {
    this.#prepare();
    return this.isNumeric(index);
  }

  isNumeric(at: number): boolean {
    return this.#numbers[at]! > this.#texts[at]!;
  }

  /** True if a part of a cell would mean something else than the whole. */
  isWhole(at: number): boolean {
    return this.isNumeric(at) || this.#figures[at]! * 2 > this.#numbers[at]! + this.#texts[at]!;
  }

  #prepare(): void {
    const model = this.#model;
    if (this.#columns === model.columns) return;
    this.#columns = model.columns;
    this.#labels = model.columns.map(({ label }) => textWidth(label));
    this.#widths = model.columns.map(() => 0);
    this.#numbers = model.columns.map(() => 0);
    this.#texts = model.columns.map(() => 0);
    this.#figures = model.columns.map(() => 0);
    this.version++;
    this.measureRows(0);
  }
}

export function textWidth(text: string): number {
  return cellWidth(sanitize(text));
}

/** The cell of the line after a column, and where its border is dragged: the middle of the gap, or its own last cell. */
export function borderOf(layout: Pick<TableLayout, 'gap'>, { x, width }: PlacedColumn): number {
  return x + width + (layout.gap >> 1) - (layout.gap === 2 ? 1 : 0);
}

/** Size of the whole table, in cells. */
export function naturalSize(
  model: GridModel,
  widths: ContentWidths,
  { showHeader, gap, marks, sortable, footer = 0, sized }: Omit<LayoutInput, 'width' | 'height'>,
): { width: number; height: number } {
  let width = 2 + +marks + gap * Math.max(0, model.columns.length - 1);
  for (const column of model.columns) {
    const mark = showHeader && (column.sortable ?? sortable) ? markRoom(gap) : undefined;
    const { min, max, natural } = trackOf(column, widths, { mark, sized });
    width += Math.max(min, Math.min(max, natural));
  }
  // A row for what is said where there are none.
  return { width, height: Math.max(1, model.shown) + +showHeader + footer };
}

interface TrackLook {
  /** Cells for a mark beside the label; undefined where there is never one. */
  readonly mark: number | undefined;
  /** The mark shows: where a part of the column means nothing, a part of its label does not either. */
  readonly sorted?: boolean;
  readonly sized: LayoutInput['sized'];
}

function trackOf(
  column: Column,
  widths: ContentWidths,
  { mark, sorted = false, sized }: TrackLook,
): Track {
  const { share, priority, index } = column;
  const fixed = sized?.get(column.key) ?? column.fixed;
  if (fixed !== undefined) return { natural: fixed, min: fixed, max: fixed, share: 0, priority };
  const content = widths.natural(index);
  const natural = mark === undefined ? content : widths.withMark(index, mark);
  const whole = sorted ? natural : content;
  const least = widths.isWhole(index) ? whole : Math.min(content, MIN_TEXT);
  const max = Math.max(column.min ?? 0, column.max ?? Infinity);
  const min = Math.min(max, column.min ?? least);
  return { natural, min, max, share, priority };
}

export function layoutTable(
  model: GridModel,
  widths: ContentWidths,
  input: LayoutInput,
  requestedFirst: number,
): TableLayout {
  const { width, height, gap } = input;
  const header = input.showHeader && height > 1 ? 1 : 0;
  const footer = Math.max(0, Math.min(input.footer ?? 0, height - header - 1));
  const body = Math.max(0, height - header - footer);
  const bar = model.shown > body && width > 3 ? width - 1 : -1;
  const pad = width > 5 ? 1 : 0;
  const left = pad + (input.marks && width >= SPACIOUS ? 1 : 0);
  const room = Math.max(0, (bar < 0 ? width : bar) - left - pad);
  const marked = ({ sortable }: Column): boolean => header > 0 && (sortable ?? input.sortable);
  const tracks = model.columns.map((column) => {
    const mark = marked(column) ? markRoom(gap) : undefined;
    const sorted = column === model.sortColumn;
    return trackOf(column, widths, { mark, sorted, sized: input.sized });
  });
  const cells = allocate(tracks, room, gap);
  const kept = model.columns.filter((_, at) => cells[at]! >= 0);
  const widthOf = (column: Column): number => cells[column.index]!;
  const frozen = countFrozen(kept.map(widthOf), room, gap, input.frozen ?? 0);
  const lead = kept.slice(0, frozen).reduce((sum, column) => sum + widthOf(column) + gap, 0);
  const lastFirst = lastStart(kept.slice(frozen).map(widthOf), room - lead, gap);
  const first = Math.max(0, Math.min(lastFirst, requestedFirst));
  const order = [...kept.slice(0, frozen), ...kept.slice(frozen + first)];
  const shown: { readonly column: Column; width: number }[] = [];
  let used = -gap;
  let cut = false;
  for (const [at, column] of order.entries()) {
    const own = Math.min(widthOf(column), Math.max(0, room - used - gap));
    cut = own < widthOf(column);
    // A part of a text is still useful; a part of a number or a date means something else.
    const least = widths.isWhole(column.index) ? Infinity : MIN_PART;
    if (cut && at > frozen && own < least) break;
    shown.push({ column, width: own });
    used += own + gap;
  }
  // Room that the next column does not begin in goes to those that were cut to a smaller width.
  for (const each of shown) {
    const { natural, max } = tracks[each.column.index]!;
    const more = Math.max(0, Math.min(room - used, Math.min(natural, max) - each.width));
    each.width += more;
    used += more;
  }
  let x = left;
  const columns = shown.map(({ column, width: own }): PlacedColumn => {
    const placed = { column, x, width: own, align: widths.align(column) };
    x += own + gap;
    return placed;
  });
  return {
    width,
    height,
    gap,
    header,
    body,
    footer,
    pad,
    bar,
    columns,
    cut,
    first,
    lastFirst,
    kept: kept.map((column) => ({ column, width: widthOf(column) })),
    frozen,
    room,
  };
}

/** Fewest cells for what is beside frozen columns. */
const MIN_SCROLLED = 12;

/** Columns that are frozen: as many as were requested and leave room for others. */
function countFrozen(
  widths: readonly number[],
  room: number,
  gap: number,
  requested: number,
): number {
  let count = 0;
  let used = 0;
  while (count < Math.min(requested, widths.length - 1)) {
    used += widths[count]! + gap;
    if (used > room - MIN_SCROLLED) break;
    count++;
  }
  return count;
}

/** The first column to show, so that one shows completely, with as little scrolling as that takes; undefined where it has no room. */
export function firstShowing(layout: TableLayout, column: Column): number | undefined {
  const { kept, frozen, first, gap } = layout;
  const at = kept.findIndex((each) => each.column === column);
  if (at < 0) return undefined;
  if (at < frozen) return first;
  if (at - frozen < first) return at - frozen;
  const lead = kept.slice(0, frozen).reduce((sum, { width }) => sum + width + gap, 0);
  let used = lead + kept[at]!.width;
  let start = at;
  while (start > frozen + first) {
    used += kept[start - 1]!.width + gap;
    if (used > layout.room) break;
    start--;
  }
  return Math.min(layout.lastFirst, start - frozen);
}

/** The first column with which the last one is completely visible. */
function lastStart(widths: readonly number[], room: number, gap: number): number {
  let used = -gap;
  for (let at = widths.length - 1; at >= 0; at--) {
    used += widths[at]! + gap;
    if (used > room) return Math.min(at + 1, widths.length - 1);
  }
  return 0;
}
