/** Reads dates and times by a format as of strftime, such as `%d.%m.%Y %H:%M`. */
import { usageError } from '../command-line/usage-error.js';

interface Parts {
  year: number;
  month: number;
  day: number;
  hours: number;
  minutes: number;
  seconds: number;
  /** Minutes east of UTC; undefined: the time of the chart's zone. */
  offset: number | undefined;
  isAfternoon: boolean | undefined;
  /** Milliseconds since 1970, where the format has them. */
  epoch: number | undefined;
}

type Field = readonly [pattern: string, set: (parts: Parts, text: string) => void];

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

function setMonth(parts: Parts, text: string): void {
  parts.month = MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

function setOffset(parts: Parts, text: string): void {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  parts.offset = sign === '-' ? -size : size;
}

const NAMES = '[A-Za-z]{3,9}\\.?';

const FIELDS: Readonly<Record<string, Field>> = {
  Y: ['\\d{4}', (parts, text) => (parts.year = Number(text))],
  // As POSIX reads two digits: 69 to 99 are of the last century.
  y: ['\\d\\d', (parts, text) => (parts.year = Number(text) + (Number(text) < 69 ? 2000 : 1900))],
  m: ['\\d\\d?', (parts, text) => (parts.month = Number(text))],
  d: ['\\d\\d?', (parts, text) => (parts.day = Number(text))],
  e: [' ?\\d\\d?', (parts, text) => (parts.day = Number(text))],
  b: [NAMES, setMonth],
  B: [NAMES, setMonth],
  a: [NAMES, () => undefined],
  A: [NAMES, () => undefined],
  H: ['\\d\\d?', (parts, text) => (parts.hours = Number(text))],
  I: ['\\d\\d?', (parts, text) => (parts.hours = Number(text))],
  M: ['\\d\\d?', (parts, text) => (parts.minutes = Number(text))],
  S: ['\\d\\d?(?:[.,]\\d+)?', (parts, text) => (parts.seconds = Number(text.replace(',', '.')))],
  p: ['[AaPp]\\.?[Mm]\\.?', (parts, text) => (parts.isAfternoon = /^p/i.test(text))],
  z: ['Z|[+-]\\d\\d:?\\d\\d', setOffset],
  s: ['-?\\d+(?:\\.\\d+)?', (parts, text) => (parts.epoch = Number(text) * 1000)],
  L: ['-?\\d+', (parts, text) => (parts.epoch = Number(text))],
};

/** Each is short for several others. */
const SHORT: Readonly<Record<string, string>> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  R: '%H:%M',
  D: '%m/%d/%y',
};

/** Reads a text; an ISO time, or milliseconds since 1970. Undefined where the text does not fit. */
export type DateReader = (text: string) => string | number | undefined;

/** @throws DiagnosticError for a format that is not one */
export function dateReader(format: string): DateReader {
  const sets: Field[1][] = [];
  let pattern = '';
  const whole = format.replace(/%([FTRD])/g, (_, letter: string) => SHORT[letter] ?? '');
  for (let at = 0; at < whole.length; at++) {
    const each = whole[at]!;
    if (each !== '%') {
      pattern += /\s/.test(each) ? '\\s+' : each.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
      continue;
    }
    // `%-d` has no zero before: here zeros may be absent everywhere.
    const letter = whole[++at] === '-' ? (whole[++at] ?? '') : (whole[at] ?? '');
    if (letter === '%') {
      pattern += '%';
      continue;
    }
    const field = Object.hasOwn(FIELDS, letter) ? FIELDS[letter] : undefined;
    if (field === undefined) throw unknownField(letter);
    pattern += `(${field[0]})`;
    sets.push(field[1]);
  }
  if (sets.length === 0) throw unknownField('');
  const expression = new RegExp(`^\\s*${pattern}\\s*$`);
  return (text) => {
    const found = expression.exec(text);
    return found === null ? undefined : timeOf(found.slice(1), sets);
  };
}

function unknownField(letter: string): Error {
  return usageError(
    letter === ''
      ? '--date-format: expected fields such as %Y, %m and %d'
      : `--date-format: %${letter} is not a field of it`,
    `write for example --date-format="%d.%m.%Y"; fields are ${Object.keys(FIELDS)
      .map((each) => `%${each}`)
      .join(' ')}`,
  );
}

function timeOf(texts: readonly string[], sets: readonly Field[1][]): string | number | undefined {
  const parts: Parts = {
    year: 1970,
    month: 1,
    day: 1,
    hours: 0,
    minutes: 0,
    seconds: 0,
    offset: undefined,
    isAfternoon: undefined,
    epoch: undefined,
  };
  sets.forEach((set, index) => set(parts, texts[index] ?? ''));
  const { year, month, day, minutes, seconds, offset, isAfternoon, epoch } = parts;
  if (epoch !== undefined) return epoch;
  const hours =
    isAfternoon === undefined ? parts.hours : (parts.hours % 12) + (isAfternoon ? 12 : 0);
  if (month < 1 || month > 12 || hours > 23 || minutes > 59 || seconds >= 61) return undefined;
  const time = Date.UTC(year, month - 1, day, hours, minutes, 0, Math.round(seconds * 1000));
  const date = new Date(Date.UTC(year, month - 1, day));
  // 30 February does not exist.
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1) return undefined;
  if (offset !== undefined) return time - offset * 60_000;
  return new Date(time).toISOString().replace('Z', '');
}
