/** Rows of a combobox's list: headings, options with the part that matches, and notes. */
import { graphemes } from '../../runtime/base/text/graphemes.js';
import { paintScrollbar } from '../../runtime/element/scrollbar.js';
import {
  BOLD,
  cellWidth,
  DIM,
  hasFewColors,
  REVERSE,
  truncate,
  UNDERLINE,
} from '../support/author.js';
import type { Painter } from '../support/author.js';
import type { Choice, Match } from './choices.js';

/** A heading and a note have no match. */
export interface Row {
  readonly text: string;
  readonly match?: Match;
  readonly indent: number;
}

/** Options below their headings, groups in the order of their first match. */
export function rowsOf(matches: readonly Match[]): readonly Row[] {
  const groups = new Map<string, Match[]>();
  for (const match of matches) {
    const { group } = match.choice;
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [match]);
    else known.push(match);
  }
  const rows: Row[] = [];
  for (const [group, found] of groups) {
    if (group !== '') rows.push({ text: group, indent: 0 });
    for (const match of found)
      rows.push({ text: match.choice.label, match, indent: group === '' ? 0 : 2 });
  }
  return rows;
}

/** Cells of the widest row, with the mark of what is chosen. */
export function widthOf(rows: readonly Row[]): number {
  return rows.reduce((most, { text, indent }) => Math.max(most, cellWidth(text) + indent), 0) + 3;
}

/** The nearest row from `at` on that can be chosen, looking `step` first, then the other way; -1: none. */
export function nearestRow(rows: readonly Row[], at: number, step: 1 | -1): number {
  for (const way of [step, -step]) {
    for (let row = at; row >= 0 && row < rows.length; row += way)
      if (rows[row]?.match?.choice.isDisabled === false) return row;
  }
  return -1;
}

const CHECK = 0x2713;
const BLANK = 0x20;

interface ListPicture {
  readonly rows: readonly Row[];
  readonly top: number;
  readonly active: number;
  isChosen(choice: Choice): boolean;
}

export function paintRows(painter: Painter, { rows, top, active, isChosen }: ListPicture): void {
  const { width, height } = painter;
  const isScrolled = rows.length > height && width > 3;
  const room = isScrolled ? width - 1 : width;
  const styles = stylesOf(painter);
  for (let y = 0; y < height && top + y < rows.length; y++) {
    const { text, match, indent } = rows[top + y]!;
    const look = lookOf(match, top + y === active);
    const style = styles[look];
    painter.fill(0, y, room, 1, BLANK, style);
    const hasMarks = room >= 6 && match !== undefined;
    const start = hasMarks ? 2 + indent : 0;
    if (hasMarks && isChosen(match.choice)) painter.put(indent, y, CHECK, style);
    const shown = truncate(text, Math.max(0, room - start));
    const places = match === undefined || look === 'disabled' ? [] : match.places;
    if (places.length === 0) painter.text(start, y, shown, style);
    else paintMatch(painter, { x: start, y, text: shown, places }, style, styles.match[look]);
  }
  if (!isScrolled) return;
  const bar = { cells: height, top, shown: height, size: rows.length };
  paintScrollbar(painter, width - 1, 0, bar);
}

function lookOf(match: Match | undefined, isActive: boolean): Look {
  if (match === undefined) return 'note';
  if (match.choice.isDisabled) return 'disabled';
  return isActive ? 'active' : 'plain';
}

type Look = 'plain' | 'active' | 'disabled' | 'note';

type Styles = Record<Look, number> & { readonly match: Record<Look, number> };

function stylesOf(painter: Painter): Styles {
  const isMono = painter.depth === 'none';
  const disabled = painter.color('var(--disabled)');
  const [text, fill] = isMono
    ? [undefined, undefined]
    : [painter.color('var(--accent-text)'), painter.color('var(--accent)')];
  const reverse = isMono ? REVERSE : 0;
  const found = BOLD | UNDERLINE;
  const plain = painter.base;
  const active = painter.style(text, fill, reverse);
  return {
    plain,
    active,
    disabled: painter.style(disabled, undefined, hasFewColors(painter) ? DIM : 0),
    note: painter.style(painter.color('var(--muted)'), undefined, BOLD),
    match: {
      plain: painter.style(undefined, undefined, found),
      active: painter.style(text, fill, reverse | found),
      disabled: plain,
      note: plain,
    },
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
  style: number,
  marked: number,
): void {
  const found = new Set(places);
  let at = 0;
  let cell = x;
  let run = '';
  let isMarked = false;
  const flush = (): void => {
    if (run !== '') cell += painter.text(cell, y, run, isMarked ? marked : style);
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
