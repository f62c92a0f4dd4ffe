/** The calendar of a date input: a month with its weeks, painted in a popup, and the day at a cell of it. */
import { BOLD, DIM, REVERSE, UNDERLINE } from '../../runtime/base/text/attributes.js';
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { fit, pad } from '../../runtime/base/text/truncate.js';
import type { Painter } from '../../runtime/element/contract.js';
import { dateOf, gridStart, weekNumberOf } from './model/dates.js';
import type { DateLocale } from './model/locale.js';

/** Rows above the weeks: the month, and the days of the week. */
const HEAD_ROWS = 2;
const WEEKS = 6;
/** Cells of a day, with a blank. */
const DAY_CELLS = 3;

export interface CalendarState {
  readonly locale: DateLocale;
  /** The day that keys are at; its month shows. */
  readonly cursor: number;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly today: number;
  readonly hasWeeks: boolean;
  isAllowed(day: number): boolean;
}

export function calendarSize({ hasWeeks }: Pick<CalendarState, 'hasWeeks'>): {
  readonly width: number;
  readonly height: number;
} {
  return { width: 7 * DAY_CELLS + 1 + (hasWeeks ? DAY_CELLS + 1 : 0), height: HEAD_ROWS + WEEKS };
}

function firstDay({ cursor, locale }: CalendarState): number {
  const { year, month } = dateOf(cursor);
  return gridStart(year, month, locale.firstWeekday);
}

function leftOf({ hasWeeks }: CalendarState): number {
  return hasWeeks ? DAY_CELLS + 1 : 0;
}

/** The day at a cell; undefined for none. */
export function dayAt(state: CalendarState, x: number, y: number): number | undefined {
  const column = Math.floor((x - leftOf(state)) / DAY_CELLS);
  const row = y - HEAD_ROWS;
  if (x < leftOf(state) || column > 6 || row < 0 || row >= WEEKS) return undefined;
  return firstDay(state) + row * 7 + column;
}

/** -1 for the sign that leads to the month before, 1 for the one to the next month. */
export function monthStepAt(state: CalendarState, x: number, y: number): number {
  if (y !== 0) return 0;
  const { width } = calendarSize(state);
  return x < DAY_CELLS ? -1 : x >= width - DAY_CELLS ? 1 : 0;
}

export function paintCalendar(painter: Painter, state: CalendarState): void {
  const { width } = painter;
  const { cursor, locale, hasWeeks } = state;
  const { year, month } = dateOf(cursor);
  const muted = painter.style(painter.color('var(--muted)'));
  const title = pad(locale.monthName(year, month), Math.max(0, width - 4), 'center');
  painter.text(2, 0, title, painter.style(undefined, undefined, BOLD), Math.max(0, width - 4));
  painter.text(0, 0, '‹', muted);
  painter.text(width - 1, 0, '›', muted);
  const left = leftOf(state);
  for (let column = 0; column < 7; column++) {
    const name = locale.weekdays[(locale.firstWeekday - 1 + column) % 7] ?? '';
    const short = fit(name, 2);
    painter.text(left + column * DAY_CELLS + 3 - cellWidth(short), 1, short, muted, 2);
  }
  const first = firstDay(state);
  for (let row = 0; row < WEEKS; row++) {
    if (hasWeeks) {
      // The week is that of its Thursday, whichever day comes first.
      const number = String(weekNumberOf(first + row * 7 + 3)).padStart(2);
      painter.text(1, HEAD_ROWS + row, number, muted);
    }
    for (let column = 0; column < 7; column++) {
      paintDay(
        painter,
        state,
        first + row * 7 + column,
        left + column * DAY_CELLS,
        HEAD_ROWS + row,
      );
    }
  }
}

function paintDay(painter: Painter, state: CalendarState, day: number, x: number, y: number): void {
  const { cursor, start, end = start, today } = state;
  const date = dateOf(day);
  const isInMonth = date.month === dateOf(cursor).month;
  const isChosen = start !== undefined && end !== undefined && day >= start && day <= end;
  const text = String(date.day).padStart(2);
  const isMono = painter.depth === 'none';
  let attributes = day === today ? UNDERLINE : 0;
  let fg = isInMonth ? undefined : painter.color('var(--muted)');
  let bg: number | undefined;
  if (!state.isAllowed(day)) {
    fg = painter.color('var(--disabled)');
    attributes |= isMono ? DIM : 0;
  } else if (isChosen && !isMono) {
    bg = painter.color('var(--selection)');
    fg = painter.color('var(--text)');
  } else if (isChosen) attributes |= BOLD;
  if (day === cursor) {
    attributes |= isMono ? REVERSE : BOLD;
    if (!isMono) {
      fg = painter.color('var(--accent-text)');
      bg = painter.color('var(--accent)');
    }
  }
  painter.text(x + 1, y, text, painter.style(fg, bg, attributes));
}
