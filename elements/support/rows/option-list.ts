/** A list of options as it is painted, in a popup or in place: options with the part that matches, headings and notes. */
import { readable } from '../../../runtime/base/color.js';
import { cellWidth, graphemes } from '../../../runtime/base/text/graphemes.js';
import { truncate } from '../../../runtime/base/text/truncate.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { paintScrollbar } from '../../../runtime/element/scrollbar.js';
import { BOLD, DIM, REVERSE, UNDERLINE } from '../../../runtime/paint/cells.js';
import { hasFewColors } from '../looks.js';

/** A row as it is painted; without `option` a heading or a note. */
export interface OptionRow {
  readonly text: string;
  readonly indent: number;
  readonly option?: {
    readonly isDisabled: boolean;
    readonly isChosen: boolean;
    /** UTF-16 units of the text that match what was typed. */
    readonly places: readonly number[];
  };
}

export interface OptionList {
  readonly count: number;
  /** The first row that shows. */
  readonly top: number;
  /** The row that keys move from; -1: none is marked. */
  readonly active: number;
  /** Chosen rows have another background: in a list that is always open. */
  readonly isFilled: boolean;
  rowAt(place: number): OptionRow;
}

/** Cells of the widest row. */
export function widestOf(rows: readonly Pick<OptionRow, 'text' | 'indent'>[]): number {
  return rows.reduce((most, { text, indent }) => Math.max(most, cellWidth(text) + indent), 0);
}

const CHECK = 0x2713;
const BLANK = 0x20;
/** Cells of the mark of what is chosen, the blank after it included. */
const MARK = 2;
/** A narrower list shows the texts at least. */
const MIN_MARKED = 6;

export function paintOptions(painter: Painter, list: OptionList): void {
  const { width, height } = painter;
  const { count, top } = list;
  const isScrolled = count > height && width > 3;
  const room = isScrolled ? width - 1 : width;
  const styles = stylesOf(painter);
  for (let y = 0; y < height && top + y < count; y++) {
    const row = list.rowAt(top + y);
    const { text, indent, option } = row;
    const look = lookOf(row, top + y === list.active, list.isFilled);
    const style = styles[look].plain;
    painter.fill(0, y, room, 1, BLANK, style);
    const hasMarks = room >= MIN_MARKED && option !== undefined;
    const x = hasMarks ? MARK + indent : 0;
    if (hasMarks && option.isChosen) painter.put(indent, y, CHECK, style);
    const shown = truncate(text, Math.max(0, room - x));
    const places = look === 'disabled' ? [] : (option?.places ?? []);
    if (places.length === 0) painter.text(x, y, shown, style);
    else paintMatch(painter, { x, y, text: shown, places }, styles[look]);
  }
  if (!isScrolled) return;
  paintScrollbar(painter, width - 1, 0, { cells: height, top, shown: height, size: count });
}

type Look = 'plain' | 'active' | 'chosen' | 'disabled' | 'note';

function lookOf({ option }: OptionRow, isActive: boolean, isFilled: boolean): Look {
  if (option === undefined) return 'note';
  if (option.isDisabled) return 'disabled';
  if (isActive) return 'active';
  return option.isChosen && isFilled ? 'chosen' : 'plain';
}

/** Of a text, and of the part of it that matches. */
interface Styles {
  readonly plain: number;
  readonly match: number;
}

function stylesOf(painter: Painter): Record<Look, Styles> {
  const isMono = painter.depth === 'none';
  const color = (name: string): ReturnType<Painter['color']> =>
    isMono ? undefined : painter.color(`var(--${name})`);
  const styles = (
    fg: typeof painter.fg | undefined,
    bg: typeof fg,
    attributes: number,
  ): Styles => ({
    plain: painter.style(fg, bg, attributes),
    match: painter.style(fg, bg, attributes | BOLD | UNDERLINE),
  });
  const selection = color('selection') ?? painter.bg;
  const chosen = readable(painter.fg, selection, color('text') ?? painter.fg);
  const plain = { ...styles(undefined, undefined, 0), plain: painter.base };
  return {
    plain,
    active: styles(color('accent-text'), color('accent'), isMono ? REVERSE : 0),
    chosen: isMono ? styles(undefined, undefined, BOLD) : styles(chosen, selection, 0),
    disabled: styles(painter.color('var(--disabled)'), undefined, hasFewColors(painter) ? DIM : 0),
    note: styles(painter.color('var(--muted)'), undefined, BOLD),
  };
}

interface MatchedText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly places: readonly number[];
}

/** Whole graphemes are marked where a part of them matches. */
function paintMatch(
  painter: Painter,
  { x, y, text, places }: MatchedText,
  { plain, match }: Styles,
): void {
  const found = new Set(places);
  let at = 0;
  let cell = x;
  let run = '';
  let isMarked = false;
  const flush = (): void => {
    if (run !== '') cell += painter.text(cell, y, run, isMarked ? match : plain);
    run = '';
  };
  for (const { text: grapheme } of graphemes(text)) {
    let isFound = false;
    for (let unit = 0; unit < grapheme.length; unit++) isFound ||= found.has(at + unit);
    at += grapheme.length;
    if (isFound !== isMarked) flush();
    isMarked = isFound;
    run += grapheme;
  }
  flush();
}
