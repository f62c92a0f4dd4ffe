/** Ticks of entries at calendar units, in the time zone of the user. */

/** Milliseconds since 1970 of an ISO date or time, NaN for other texts. Without a zone it is the user's time. */
export function parseTime(text: string): number {
  const found = ISO.exec(text.trim());
  if (found === null) return NaN;
  const [, year, month = '01', day = '01', time = '', zone = ''] = found;
  if (zone !== '') return Date.parse(text.trim().replace(' ', 'T'));
  const [hours = '0', minutes = '0', seconds = '0'] = time.split(':');
  const whole = Math.floor(Number(seconds));
  const millis = Math.round((Number(seconds) - whole) * 1000);
  const date = new Date(2000, 0, 1);
  date.setFullYear(Number(year), Number(month) - 1, Number(day));
  // Dates such as 30 February do not exist: the calendar has moved on.
  if (date.getMonth() !== Number(month) - 1 || date.getDate() !== Number(day)) return NaN;
  if (Number(hours) > 24 || Number(minutes) > 59 || whole > 60) return NaN;
  return date.setHours(Number(hours), Number(minutes), whole, millis);
}

const ISO =
  /^([+-]?\d{4,6})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d(?::\d\d(?::\d\d(?:\.\d+)?)?)?)(Z|[+-]\d\d:?\d\d)?)?)?)?$/;

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A step of the calendar: times of one key are in one step, and how its first time is written. */
interface CalendarUnit {
  /** Milliseconds that it mostly has. */
  readonly size: number;
  key(date: Date): string;
  /** What `before` does not say already; it is undefined for the first one. */
  text(date: Date, before: Date | undefined): string;
}

const yearOf = (date: Date): string => String(date.getFullYear());
const monthOf = (date: Date): string => MONTHS[date.getMonth()]!;
const dayOf = (date: Date): string => `${monthOf(date)} ${date.getDate()}`;
const dayKey = (date: Date): string => `${yearOf(date)}-${date.getMonth()}-${date.getDate()}`;
const two = (value: number): string => String(value).padStart(2, '0');
const clock = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const years = (count: number): CalendarUnit => ({
  size: count * 365 * DAY,
  key: (date) => String(Math.floor(date.getFullYear() / count)),
  text: yearOf,
});

const months = (count: number): CalendarUnit => ({
  size: count * 30 * DAY,
  key: (date) => `${yearOf(date)}-${Math.floor(date.getMonth() / count)}`,
  text: (date, before) => {
    if (before !== undefined && yearOf(before) === yearOf(date)) return monthOf(date);
    return before !== undefined && date.getMonth() === 0
      ? yearOf(date)
      : `${monthOf(date)} ${yearOf(date)}`;
  },
});

const dayText: CalendarUnit['text'] = (date, before) => {
  if (before === undefined) return dayOf(date);
  if (yearOf(before) !== yearOf(date)) {
    const isFirst = date.getMonth() === 0 && date.getDate() === 1;
    return isFirst ? yearOf(date) : `${dayOf(date)} ${yearOf(date)}`;
  }
  return before.getMonth() === date.getMonth() ? String(date.getDate()) : dayOf(date);
};

/** Weeks begin on Monday. */
const week: CalendarUnit = {
  size: 7 * DAY,
  key: (date) => {
    const monday = new Date(date);
    monday.setDate(date.getDate() - ((date.getDay() + 6) % 7));
    return dayKey(monday);
  },
  text: dayText,
};

const clockText =
  (write: (date: Date) => string): CalendarUnit['text'] =>
  (date, before) => {
    if (before !== undefined && dayKey(before) === dayKey(date)) return write(date);
    const isMidnight = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0;
    const isNewYear = before !== undefined && yearOf(before) !== yearOf(date);
    const day = isNewYear ? `${dayOf(date)} ${yearOf(date)}` : dayOf(date);
    return isMidnight ? day : `${day} ${write(date)}`;
  };

/** The hour that a clock shows twice at the end of summer time is two: their offsets from UTC differ. */
const offset = (date: Date): string => String(date.getTimezoneOffset());

const hours = (count: number): CalendarUnit => ({
  size: count * HOUR,
  key: (date) =>
    `${dayKey(date)} ${Math.floor(date.getHours() / count)}${count === 1 ? offset(date) : ''}`,
  text: clockText(clock),
});

const minutes = (count: number): CalendarUnit => ({
  size: count * MINUTE,
  key: (date) =>
    `${dayKey(date)} ${date.getHours()} ${Math.floor(date.getMinutes() / count)} ${offset(date)}`,
  text: clockText(clock),
});

const seconds = (count: number): CalendarUnit => ({
  size: count * SECOND,
  key: (date) =>
    `${dayKey(date)} ${clock(date)} ${Math.floor(date.getSeconds() / count)} ${offset(date)}`,
  text: clockText((date) => `${clock(date)}:${two(date.getSeconds())}`),
});

/** From fine to coarse. */
const UNITS: readonly CalendarUnit[] = [
  ...[1, 5, 15, 30].map(seconds),
  ...[1, 5, 15, 30].map(minutes),
  ...[1, 3, 6, 12].map(hours),
  { size: DAY, key: dayKey, text: dayText },
  week,
  ...[1, 3].map(months),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map(years),
];

export interface TimeTick {
  /** Place of the entry among those that were asked about. */
  readonly index: number;
  readonly text: string;
  /** The same where those before have said the rest. */
  readonly short: string;
}

/**
 * The entries that begin a unit. The first one is mostly in the middle of one, which others of it would begin.
 *
 * @param gap milliseconds between neighbours
 */
function ticksBy(
  unit: CalendarUnit,
  dates: readonly (Date | undefined)[],
  gap: number,
): TimeTick[] {
  const found: { readonly index: number; readonly date: Date }[] = [];
  let before: string | undefined;
  dates.forEach((date, index) => {
    if (date === undefined) return;
    const key = unit.key(date);
    if (key !== before) found.push({ index, date });
    before = key;
  });
  const [first] = found;
  const isCut =
    found.length > 1 &&
    first !== undefined &&
    unit.key(new Date(first.date.getTime() - gap)) === unit.key(first.date);
  const shown = isCut ? found.slice(1) : found;
  return shown.map(({ index, date }, place) => ({
    index,
    text: unit.text(date, shown[place - 1]?.date),
    short: unit.text(date, date),
  }));
}

function datesOf(times: readonly number[]): (Date | undefined)[] {
  return times.map((time) => (Number.isFinite(time) ? new Date(time) : undefined));
}

/**
 * The finest ticks that have room.
 *
 * @param times of the entries that show, NaN where an entry has none
 * @param fits whether the texts of some ticks have room
 */
export function timeTicks(
  times: readonly number[],
  fits: (ticks: readonly TimeTick[]) => boolean,
): readonly TimeTick[] {
  const dates = datesOf(times);
  const gap = leastGap(times);
  let index = Math.max(
    0,
    UNITS.findIndex(({ size }) => size * 2 > gap),
  );
  while (index < UNITS.length) {
    let ticks = ticksBy(UNITS[index]!, dates, gap);
    // Of units with the same ticks the coarsest has the shortest texts.
    for (index++; index < UNITS.length; index++) {
      const coarser = ticksBy(UNITS[index]!, dates, gap);
      const isSame =
        coarser.length === ticks.length &&
        coarser.every((tick, place) => tick.index === ticks[place]!.index);
      if (!isSame) break;
      ticks = coarser;
    }
    if (fits(ticks)) return ticks;
    // The first one states its year or day as well, where there is room.
    const short = ticks.map((tick, place) => (place === 0 ? { ...tick, text: tick.short } : tick));
    if (fits(short)) return short;
  }
  return [];
}

/** Milliseconds between the nearest neighbours; a second where there are none. */
function leastGap(times: readonly number[]): number {
  let gap = Infinity;
  for (let index = 1; index < times.length; index++) {
    const step = Math.abs(times[index]! - times[index - 1]!);
    if (step > 0 && step < gap) gap = step;
  }
  return Number.isFinite(gap) ? gap : SECOND;
}

/** A text for each entry, in the coarsest unit that distinguishes different times; empty for a repeated time. */
export function timeTexts(times: readonly number[]): readonly string[] {
  const dates = datesOf(times);
  const known = times.filter((time) => Number.isFinite(time));
  const different = known.filter((time, index) => time !== known[index - 1]).length;
  const unit = UNITS.findLast((each) => entriesBy(each, dates) === different) ?? UNITS[0]!;
  let before: Date | undefined;
  return dates.map((date) => {
    if (date === undefined || date.getTime() === before?.getTime()) return '';
    const text = unit.text(date, before);
    before = date;
    return text;
  });
}

function entriesBy(unit: CalendarUnit, dates: readonly (Date | undefined)[]): number {
  let count = 0;
  let before: string | undefined;
  for (const date of dates) {
    const key = date === undefined ? undefined : unit.key(date);
    if (key !== undefined && key !== before) count++;
    before = key ?? before;
  }
  return count;
}
