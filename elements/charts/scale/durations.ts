/** Formats seconds: `250 ms`, `12.5 s`, `3:05`, `2:45 h`, `3d 4h`; one unit for a column. */
import {
  ABSENT_TEXT,
  chooseFixed,
  FixedColumn,
  type ColumnRequest,
  type NumberColumn,
  type UnitFamily,
} from './columns.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const SMALL: readonly (readonly [ones: number, suffix: string])[] = [
  [1e-9, ' ns'],
  [1e-6, ' µs'],
  [1e-3, ' ms'],
  [1, ' s'],
];

const two = (part: number): string => String(part).padStart(2, '0');

/** Minutes and seconds, hours and minutes, or days and hours. */
function clock(value: number, ones: number, letter: string): string {
  const all = Math.round(Math.abs(value) / ones);
  const sign = value < 0 && all > 0 ? '-' : '';
  const base = letter === 'd' ? 24 : 60;
  const high = Math.floor(all / base);
  const low = all % base;
  if (letter === 'd') return `${sign}${high}d ${two(low)}h`;
  return letter === 'h' ? `${sign}${high}:${two(low)} h` : `${sign}${high}:${two(low)}`;
}

export function chooseDuration(
  request: ColumnRequest,
  suffix: string,
): readonly [string, () => NumberColumn] {
  const { size } = request;
  if (size >= 100) {
    const [ones, letter] = size < 6000 ? [1, 'm'] : size < 100 * HOUR ? [MINUTE, 'h'] : [HOUR, 'd'];
    return [letter, () => column((value) => clock(value, ones, letter), ones, suffix)];
  }
  const unit = [...SMALL].reverse().find(([ones]) => size >= ones) ?? SMALL[size > 0 ? 0 : 3]!;
  const family: UnitFamily = { units: [{ ones: unit[0], suffix: unit[1] }], exponents: false };
  const scaled = { ...request, size: size / unit[0], step: request.step / unit[0] };
  const values = Float64Array.from(
    { length: request.count },
    (_, i) => request.values[i]! / unit[0],
  );
  const { decimals } = chooseFixed(
    { ...scaled, values },
    { ...family, units: [{ ones: 1, suffix: '' }] },
  );
  return [
    `${unit[1]} ${decimals}`,
    () => new FixedColumn(decimals, { ones: unit[0], suffix: unit[1] }, suffix, request.ticks),
  ];
}

function column(write: (value: number) => string, least: number, suffix: string): NumberColumn {
  return {
    decimals: 0,
    unit: 'clock',
    step: least,
    text(value) {
      if (value !== value) return ABSENT_TEXT;
      if (value - value !== 0) return value > 0 ? '∞' : '-∞';
      if (value === 0) return `0${suffix}`;
      const isTiny = value !== 0 && Math.round(Math.abs(value) / least) === 0;
      if (isTiny) return `${value > 0 ? '<' : '>-'}${write(least)}${suffix}`;
      return write(value) + suffix;
    },
  };
}

/** A duration with all its parts: `1d 2h 3m 4.5s`. */
export function durationText(value: number): string {
  if (value !== value) return ABSENT_TEXT;
  if (value - value !== 0) return value > 0 ? '∞' : '-∞';
  const size = Math.abs(value);
  const sign = value < 0 ? '-' : '';
  if (size < MINUTE || size > 1e12) {
    const unit =
      size > 0 && size < 1
        ? ([...SMALL].reverse().find(([ones]) => size >= ones) ?? SMALL[0]!)
        : SMALL[3]!;
    return `${sign}${String(Number((size / unit[0]).toPrecision(12)))}${unit[1]}`;
  }
  const parts: string[] = [];
  let rest = size;
  for (const [ones, letter] of [
    [DAY, 'd'],
    [HOUR, 'h'],
    [MINUTE, 'm'],
  ] as const) {
    const count = Math.floor(rest / ones);
    rest -= count * ones;
    if (count > 0) parts.push(`${count}${letter}`);
  }
  const seconds = Number(rest.toPrecision(9));
  if (seconds > 0) parts.push(`${seconds}s`);
  return sign + parts.join(' ');
}

/** Steps of an axis of seconds, from a minute on. */
export const DURATION_STEPS = [
  60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
];
