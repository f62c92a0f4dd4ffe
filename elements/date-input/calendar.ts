/** The calendar of a date input: a month with its weeks and the times, painted in a popup, and what is at a cell of it. */
import { BOLD, DIM, REVERSE, UNDERLINE } from '../../runtime/base/text/attributes.js';
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { fit, pad } from '../../runtime/base/text/truncate.js';
import type { Painter } from '../../runtime/element/contract.js';
import type { TimePart } from './calendar-times.js';
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
  /** Parts of the times in the last row; empty without a time. */
  readonly times: readonly TimePart[];
  /** Index of the part that keys are at; -1 while they are at the days. */
  readonly timeAt: number;
  isAllowed(day: number): boolean;
}

export function calendarSize({ hasWeeks, times }: Pick<CalendarState, 'hasWeeks' | 'times'>): {
  readonly width: number;
  readonly height: number;
} {
  return {
    width: 7 * DAY_CELLS + 1 + (hasWeeks ? DAY_CELLS + 1 : 0),
    height: HEAD_ROWS + WEEKS + (times.length > 0 ? 1 : 0),
  };
}

/** Index of the part of a time at a cell; undefined for none. */
export function timeAt(state: CalendarState, x: number, y: number): number | undefined {
  if (y !== HEAD_ROWS + WEEKS) return undefined;
  const at = x - timesLeft(state);
  const found = state.times.findIndex(
    ({ x: from, segment }) => at >= from && at < from + segment.length,
  );
  return found < 0 ? undefined : found;
}

function timesLeft(state: CalendarState): number {
  const last = state.times.at(-1);
  const cells = last === undefined ? 0 : last.x + last.segment.length;
  return Math.max(0, (calendarSize(state).width - cells) >> 1);
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
  paintTimes(painter, state);
}

/** The part that keys are at looks as the day does that they are at. */
function paintTimes(painter: Painter, state: CalendarState): void {
  const left = timesLeft(state);
  for (const [index, { before, text, x }] of state.times.entries()) {
    const y = HEAD_ROWS + WEEKS;
    painter.text(left + x - before.length, y, before, painter.base);
    const isAt = index === state.timeAt;
    painter.text(left + x, y, text, isAt ? cursorStyle(painter) : painter.base);
  }
}

function cursorStyle(painter: Painter, attributes = 0): number {
  return painter.depth === 'none'
    ? painter.style(undefined, undefined, attributes | REVERSE)
    : painter.style(
        painter.color('var(--accent-text)'),
        painter.color('var(--accent)'),
        attributes | BOLD,
      );
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
  // While keys are at the times, the day is underlined as one that is chosen.
  const isAt = day === cursor && state.timeAt < 0;
  if (day === cursor && !isAt) attributes |= BOLD | UNDERLINE;
  const style = isAt ? cursorStyle(painter, attributes) : painter.style(fg, bg, attributes);
  painter.text(x + 1, y, text, style);
}
