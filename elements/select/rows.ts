/** Rows of a select's list: options and headings, moving among them, and painting. */
import { readable } from '../../runtime/base/color.js';
import { BOLD, DIM, REVERSE } from '../../runtime/paint/cells.js';
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import type { Painter } from '../../runtime/element/contract.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { paintScrollbar } from '../../runtime/element/scrollbar.js';
import { OptGroup, Option } from './options.js';
import { hasFewColors } from '../support/looks.js';
import { PROPS } from '../../runtime/element/internals.js';
import { childElementsOf } from '../../runtime/element/tree.js';
import { OPTION_TEXT, OPTION_DISABLED } from './internals.js';

export interface Row {
  readonly label: string;
  /** Absent for a heading. */
  readonly option?: Option;
  readonly indent: number;
  /** For finding by what is typed. */
  readonly folded: string;
}

const CHECK = 0x2713;
const BLANK = 0x20;
/** UTF-16 units of a label that are looked at. */
const MAX_LABEL_LENGTH = 500;

/** Options and headings in the order of the document. */
export class Rows {
  readonly rows: readonly Row[];
  readonly options: readonly Option[];
  /** Cells of the widest label, its indent included. */
  readonly width: number;
  readonly #places = new Map<Option, number>();

  constructor(select: TuiElement) {
    const rows: Row[] = [];
    const add = (label: string, indent: number, option?: Option): void => {
      const text = label.slice(0, MAX_LABEL_LENGTH);
      if (option !== undefined) this.#places.set(option, rows.length);
      const row = { label: text, indent, folded: text.toLowerCase() };
      rows.push(option === undefined ? row : { ...row, option });
    };
    for (const child of childElementsOf(select)) {
      if (child instanceof Option) add(child[OPTION_TEXT], 0, child);
      else if (child instanceof OptGroup) {
        add(child[PROPS].label, 0);
        for (const inner of childElementsOf(child))
          if (inner instanceof Option) add(inner[OPTION_TEXT], 2, inner);
      }
    }
    this.rows = rows;
    this.options = [...this.#places.keys()];
    this.width = rows.reduce(
      (most, { label, indent }) => Math.max(most, cellWidth(label) + indent),
      0,
    );
  }

  /** The row of an option; -1 where it is none of these. */
  rowOf(option: Option | undefined): number {
    return option === undefined ? -1 : (this.#places.get(option) ?? -1);
  }

  /** The nearest row from `at` on that can be chosen, looking `step` first, then the other way; -1: none. */
  near(at: number, step: 1 | -1): number {
    for (const way of [step, -step]) {
      for (let row = at; row >= 0 && row < this.rows.length; row += way) {
        if (this.rows[row]?.option?.[OPTION_DISABLED] === false) return row;
      }
    }
    return -1;
  }

  /**
   * The next row after `from` whose label starts with what was typed, round and round. One letter again
   * and again goes from one row of that letter to the next.
   */
  find(typed: string, from: number): number {
    const all = typed.toLowerCase();
    const [first = ''] = all;
    const same = [...all].every((letter) => letter === first);
    const requested = same ? first : all;
    const start = same ? from + 1 : Math.max(0, from);
    const { length } = this.rows;
    for (let i = 0; i < length; i++) {
      const at = (start + i) % length;
      const row = this.rows[at];
      if (row?.option?.[OPTION_DISABLED] === false && row.folded.startsWith(requested)) return at;
    }
    return -1;
  }
}

function selectionStyle(painter: Painter): number {
  const bg = painter.color('var(--selection)') ?? painter.bg;
  return painter.style(readable(painter.fg, bg, painter.color('var(--text)') ?? painter.fg), bg);
}

/** What is painted of the rows. */
export interface RowsPicture {
  readonly rows: readonly Row[];
  /** The first row that shows. */
  readonly top: number;
  /** The row that keys move from; -1: none is marked. */
  readonly active: number;
  readonly chosen: ReadonlySet<Option>;
  /** Chosen rows have another background: in a list that is always there. */
  readonly filled: boolean;
}

export function paintRows(painter: Painter, picture: RowsPicture): void {
  const { width, height, depth } = painter;
  const { rows, top, active, chosen, filled } = picture;
  const scrolls = rows.length > height && width > 3;
  const room = scrolls ? width - 1 : width;
  const mono = depth === 'none';
  const accent = mono
    ? painter.style(undefined, undefined, REVERSE)
    : painter.style(painter.color('var(--accent-text)'), painter.color('var(--accent)'));
  const selection = mono ? painter.style(undefined, undefined, BOLD) : selectionStyle(painter);
  const disabled = painter.style(
    painter.color('var(--disabled)'),
    undefined,
    hasFewColors(painter) ? DIM : 0,
  );
  const heading = painter.style(painter.color('var(--muted)'), undefined, BOLD);
  for (let y = 0; y < height && top + y < rows.length; y++) {
    const at = top + y;
    const { label, option, indent } = rows[at]!;
    const isChosen = option !== undefined && chosen.has(option);
    let style = painter.base;
    if (option === undefined) style = heading;
    else if (at === active) style = accent;
    else if (option[OPTION_DISABLED]) style = disabled;
    else if (isChosen && filled) style = selection;
    painter.fill(0, y, room, 1, BLANK, style);
    // A box too narrow for the mark shows the label at least.
    const start = room >= 6 ? 2 + indent : 0;
    if (isChosen && room >= 6) painter.put(indent, y, CHECK, style);
    const text = option === undefined && room >= 6 ? 0 : start;
    painter.text(text, y, truncate(label, Math.max(0, room - text)), style);
  }
  if (scrolls)
    paintScrollbar(painter, width - 1, 0, { cells: height, top, shown: height, size: rows.length });
}
