/** Chips of a combobox: the chosen values before the text, in as many rows as they need. */
import {
  attributesOf,
  cellWidth,
  DIM,
  hasFewColors,
  isDisabled,
  REVERSE,
  truncate,
} from '../support/author.js';
import type { Painter, TuiElement } from '../support/author.js';

export interface Chip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
  /** Cell of the sign that removes it. */
  readonly removeAt: number;
}

export interface ChipLayout {
  readonly chips: readonly Chip[];
  /** Where the text goes on, and how many cells it has. */
  readonly text: { readonly x: number; readonly y: number; readonly cells: number };
  readonly rows: number;
}

const REMOVE = '×';
/** A blank on both sides of the label, and the sign with its blank. */
const AROUND = 4;
const GAP = 1;
/** Cells that the text has at least, where there are as many. */
const MIN_TEXT = 8;
/** Chips that are laid out. */
const MAX_CHIPS = 1000;

/** @param x the cell where rows start, and `end` the one behind them */
export function layOutChips(labels: readonly string[], x: number, end: number): ChipLayout {
  const room = Math.max(1, end - x);
  const chips: Chip[] = [];
  let at = x;
  let y = 0;
  for (const label of labels.slice(0, MAX_CHIPS)) {
    const text = truncate(label, Math.max(1, room - AROUND));
    const width = Math.min(room, cellWidth(text) + AROUND);
    if (at > x && at + width > end) {
      at = x;
      y++;
    }
    chips.push({ x: at, y, width, text, removeAt: at + width - 2 });
    at += width + GAP;
  }
  if (at > x && end - at < Math.min(MIN_TEXT, room)) {
    at = x;
    y++;
  }
  return { chips, text: { x: at, y, cells: Math.max(0, end - at) }, rows: y + 1 };
}

export function paintChips(element: TuiElement, painter: Painter, chips: readonly Chip[]): void {
  const isMono = painter.depth === 'none';
  const isOff = isDisabled(element);
  const dim = isOff && hasFewColors(painter) ? DIM : 0;
  const style = isMono
    ? painter.style(undefined, undefined, (attributesOf(element) ^ REVERSE) | dim)
    : painter.style(
        painter.color(isOff ? 'var(--disabled)' : 'var(--text)'),
        painter.color('var(--surface)'),
        dim,
      );
  for (const { x, y, text, width } of chips)
    painter.text(x, y, ` ${text} ${REMOVE} `, style, width);
}
