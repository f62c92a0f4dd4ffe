/** A panel of a menu: its size, and how its rows are painted. */
import { paintScrollbar } from '../../runtime/element/scrollbar.js';
import { BOLD, cellWidth, DIM, hasFewColors, PROPS, REVERSE, truncate } from '../support/author.js';
import type { Painter, Size } from '../support/author.js';
import type { Entry, ItemEntry } from './entries.js';

/** Cells of each part of a row; the gap is before the keys. */
interface Columns {
  readonly mark: number;
  readonly label: number;
  readonly keys: number;
  readonly arrow: number;
}

const CHECK = '✓';
const DOT = '•';
const ARROW = '▸';
const LINE = 0x2500;
const BLANK = 0x20;
const GAP = 2;
/** A blank at each end of a row. */
const PADDING = 2;
/** Cells of a label, or of keys. */
const MAX_CELLS = 60;

function columnsOf(entries: readonly Entry[]): Columns {
  let [mark, label, keys, arrow] = [0, 0, 0, 0];
  for (const entry of entries) {
    label = Math.max(label, Math.min(MAX_CELLS, cellWidth(entry.label)));
    if (entry.item === undefined) continue;
    keys = Math.max(keys, Math.min(MAX_CELLS, cellWidth(entry.keys)));
    if (entry.type !== 'command') mark = 2;
    if (entry.isParent) arrow = 2;
  }
  return { mark, label, keys, arrow };
}

/** The size that shows all of it. */
export function panelSize(entries: readonly Entry[]): Size {
  const { mark, label, keys, arrow } = columnsOf(entries);
  const width = mark + label + (keys > 0 ? GAP + keys : 0) + arrow + PADDING;
  return { width, height: Math.max(1, entries.length) };
}

interface Styles {
  readonly plain: number;
  readonly active: number;
  readonly disabled: number;
  readonly activeDisabled: number;
  readonly keys: number;
  readonly line: number;
  readonly heading: number;
}

function stylesOf(painter: Painter): Styles {
  const isMono = painter.depth === 'none';
  const dim = hasFewColors(painter) ? DIM : 0;
  const muted = painter.color('var(--muted)');
  const disabled = painter.color('var(--disabled)');
  return {
    plain: painter.base,
    active: isMono
      ? painter.style(undefined, undefined, REVERSE)
      : painter.style(painter.color('var(--accent-text)'), painter.color('var(--accent)')),
    disabled: painter.style(disabled, undefined, dim),
    activeDisabled: isMono
      ? painter.style(undefined, undefined, REVERSE | DIM)
      : painter.style(disabled, painter.color('var(--control)'), dim),
    keys: painter.style(muted),
    line: painter.style(painter.color('var(--border)')),
    heading: painter.style(muted, undefined, BOLD),
  };
}

/** @param active the row that keys are at; -1 for none */
export function paintPanel(
  painter: Painter,
  entries: readonly Entry[],
  top: number,
  active: number,
): void {
  const { width, height } = painter;
  const isScrolled = entries.length > height && width > 3;
  const room = isScrolled ? width - 1 : width;
  const columns = columnsOf(entries);
  const styles = stylesOf(painter);
  for (let y = 0; y < height && top + y < entries.length; y++) {
    const entry = entries[top + y]!;
    if (entry.item === undefined) paintLine(painter, y, room, entry.label, styles);
    else paintItem(painter, { y, room, columns, isActive: top + y === active }, entry, styles);
  }
  if (!isScrolled) return;
  const bar = { cells: height, top, shown: height, size: entries.length };
  paintScrollbar(painter, width - 1, 0, bar);
}

function paintLine(painter: Painter, y: number, room: number, label: string, styles: Styles): void {
  painter.fill(0, y, room, 1, LINE, styles.line);
  const text = truncate(label, Math.max(0, room - 3));
  if (text !== '') painter.text(0, y, ` ${text} `, styles.heading);
}

interface Place {
  readonly y: number;
  readonly room: number;
  readonly columns: Columns;
  readonly isActive: boolean;
}

function paintItem(
  painter: Painter,
  { y, room, columns, isActive }: Place,
  { item, label, keys, isDisabled, type, isParent }: ItemEntry,
  styles: Styles,
): void {
  const marked = isDisabled ? styles.activeDisabled : styles.active;
  const style = isActive ? marked : isDisabled ? styles.disabled : styles.plain;
  painter.fill(0, y, room, 1, BLANK, style);
  // A box too narrow for all of it shows the label at least.
  const isNarrow = room < columns.mark + columns.arrow + PADDING + Math.min(4, columns.label);
  const start = isNarrow ? 0 : 1 + columns.mark;
  const end = isNarrow ? room : room - 1 - columns.arrow;
  if (!isNarrow && item[PROPS].checked && type !== 'command')
    painter.text(1, y, type === 'radio' ? DOT : CHECK, style);
  if (!isNarrow && isParent) painter.text(room - 2, y, ARROW, style);
  // The keys go first where there is no room for both.
  const hasKeys = keys !== '' && end - start >= cellWidth(label) + GAP + cellWidth(keys);
  painter.text(start, y, truncate(label, Math.max(0, end - start)), style);
  const keyStyle = isActive || isDisabled ? style : styles.keys;
  if (hasKeys) painter.text(end - cellWidth(keys), y, keys, keyStyle);
}
