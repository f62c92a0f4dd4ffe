/** Ticks of a range of time at the beginning of seconds, minutes, hours, days, weeks, months and years of a zone. */
import type { Zone } from './zone.js';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface CalendarTick {
  readonly time: number;
  readonly text: string;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A step of the calendar. */
interface Step {
  /** Milliseconds that it mostly has. */
  readonly size: number;
  readonly kind: 'clock' | 'day' | 'month' | 'year';
  /** The beginning of the step that a wall clock's time is in. */
  floor(wall: number): number;
  next(wall: number): number;
}

const even = (size: number, kind: Step['kind'], start = 0): Step => ({
  size,
  kind,
  floor: (wall) => Math.floor((wall - start) / size) * size + start,
  next: (wall) => wall + size,
});

/** Months by their count since year 0. */
function monthStart(count: number): number {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(count / 12), count - Math.floor(count / 12) * 12, 1);
  return date.getTime();
}

function months(count: number): Step {
  const placeOf = (wall: number): number => {
    const date = new Date(wall);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  return {
    size: count * 30.4 * DAY,
    kind: count < 12 ? 'month' : 'year',
    floor: (wall) => monthStart(Math.floor(placeOf(wall) / count) * count),
    next: (wall) => monthStart(placeOf(wall) + count),
  };
}

/** Weeks begin on Monday: 1970 began on a Thursday. */
const MONDAY = 4 * DAY;

/** From fine to coarse. */
const STEPS: readonly Step[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => even(count, 'clock')),
  ...[1, 5, 15, 30].map((count) => even(count * SECOND, 'clock')),
  ...[1, 5, 15, 30].map((count) => even(count * MINUTE, 'clock')),
  ...[1, 3, 6, 12].map((count) => even(count * HOUR, 'clock')),
  even(DAY, 'day'),
  even(7 * DAY, 'day', MONDAY),
  ...[1, 3].map(months),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((years) => months(years * 12)),
];

/** Most ticks that are tried. */
const MAX_TICKS = 60;

/** The times of a step in a range; undefined for too many. */
function timesBy(step: Step, min: number, max: number, zone: Zone): number[] | undefined {
  if ((max - min) / step.size > MAX_TICKS) return undefined;
  const times: number[] = [];
  const add = (time: number): void => {
    if (time >= min && time <= max && time !== times.at(-1)) times.push(time);
  };
  if (step.size <= HOUR) {
    // An hour that the clocks show twice has all of its ticks twice: steps are of time and not of what clocks show.
    const wall = zone.wall(min);
    let time = min + (step.floor(wall) - wall);
    for (; time <= max; time += step.size) {
      // Clocks may change by half an hour.
      const late = zone.wall(time) - step.floor(zone.wall(time));
      if (late !== 0) time += step.size - late;
      add(time);
    }
    return times;
  }
  let wall = step.floor(zone.wall(min));
  for (let count = 0; count < MAX_TICKS * 2; count++) {
    const time = zone.time(wall);
    if (time > max) break;
    // A clock that skips this hour shows a later one.
    if (zone.wall(time) === wall || step.kind !== 'clock') add(time);
    wall = step.next(wall);
  }
  return times;
}

/** What the tick before does not say already. */
function textOf(step: Step, wall: number, before: number | undefined): string {
  const date = new Date(wall);
  const last = before === undefined ? undefined : new Date(before);
  const year = String(date.getUTCFullYear());
  const month = MONTHS[date.getUTCMonth()]!;
  const day = `${month} ${date.getUTCDate()}`;
  const isNewYear = last !== undefined && last.getUTCFullYear() !== date.getUTCFullYear();
  const isNewMonth = isNewYear || last?.getUTCMonth() !== date.getUTCMonth();
  switch (step.kind) {
    case 'year':
      return year;
    case 'month':
      if (last === undefined) return `${month} ${year}`;
      return isNewYear ? (date.getUTCMonth() === 0 ? year : `${month} ${year}`) : month;
    case 'day':
      if (isNewYear) return date.getUTCMonth() === 0 && date.getUTCDate() === 1 ? year : day;
      return isNewMonth ? day : String(date.getUTCDate());
    default: {
      const clock = clockText(wall, step.size);
      const isNewDay = isNewMonth || last?.getUTCDate() !== date.getUTCDate();
      if (!isNewDay) return clock;
      return wall % DAY === 0 ? day : last === undefined ? `${day} ${clock}` : clock;
    }
  }
}

/** `14:30`, with seconds and their parts as far as a step needs them. */
function clockText(wall: number, size: number): string {
  const date = new Date(wall);
  const minutes = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  if (size >= MINUTE) return minutes;
  const seconds = `${minutes}:${two(date.getUTCSeconds())}`;
  if (size >= SECOND) return seconds;
  return `${seconds}.${String(date.getUTCMilliseconds()).padStart(3, '0')}`;
}

/**
 * The finest ticks that have room.
 *
 * @param fits whether some ticks have room beside each other
 */
export function calendarTicks(
  min: number,
  max: number,
  zone: Zone,
  fits: (ticks: readonly CalendarTick[]) => boolean,
): readonly CalendarTick[] {
  for (const step of STEPS) {
    const times = timesBy(step, min, max, zone);
    if (times === undefined || times.length === 0) continue;
    const walls = times.map((time) => zone.wall(time));
    const ticks = times.map((time, index) => ({
      time,
      text: textOf(step, walls[index]!, walls[index - 1]),
    }));
    if (fits(ticks)) return ticks;
    const [first] = walls;
    if (first === undefined || step.kind !== 'clock') continue;
    // The first one states its day only where there is room.
    const short = ticks.map((tick, index) =>
      index === 0 ? { ...tick, text: clockText(first, step.size) } : tick,
    );
    if (fits(short)) return short;
  }
  return [];
}

/** The beginning of a day; also what is not a time. */
export function isMidnight(time: number, zone: Zone): boolean {
  return Number.isNaN(time) || zone.wall(time) % DAY === 0;
}

/**
 * A time in full: `2026-03-29 14:30`, with seconds where it has any.
 *
 * @param hasClock false for the day alone
 */
export function timeText(time: number, zone: Zone, hasClock: boolean): string {
  const wall = zone.wall(time);
  const date = new Date(wall);
  if (!Number.isFinite(date.getTime())) return '–';
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  if (!hasClock) return day;
  const size = wall % MINUTE === 0 ? MINUTE : wall % SECOND === 0 ? SECOND : 1;
  return `${day} ${clockText(wall, size)}`;
}
