/** Examples of line charts, for goldens and the reference. */
import type { Example } from '../../runtime/element/contract.js';

const json = (value: unknown): string => JSON.stringify(value);

/** Load of two processors over two minutes. */
const LOAD = Array.from({ length: 61 }, (_, second) => [
  second * 2,
  Math.round(48 + 34 * Math.sin(second / 7) + ((second * 37) % 13)),
  Math.round(36 + 22 * Math.cos(second / 5) + ((second * 53) % 9)),
]);

/** Power by source in a day. */
const POWER = Array.from({ length: 25 }, (_, hour) => {
  const sun = Math.max(0, Math.round(30 * Math.sin(((hour - 6) / 12) * Math.PI)));
  return [
    hour,
    Math.round(22 + 4 * Math.cos(hour / 4)),
    Math.round(14 + 6 * Math.sin(hour / 5)),
    sun,
  ];
});

/** Hours around the beginning of summer time in Berlin. */
const NIGHT = Array.from({ length: 13 }, (_, hour) => [
  new Date(Date.UTC(2026, 2, 28, 21 + hour)).toISOString().replace('.000', ''),
  [310, 255, 190, 140, 95, 88, 120, null, null, 410, 620, 780, 815][hour],
]);

const CLUSTERS = Array.from({ length: 120 }, (_, index) => {
  const turn = index * 2.4;
  const far = Math.sqrt(index / 40) * 9;
  const x = Math.round((30 + far * Math.cos(turn) + (index % 3) * 22) * 10) / 10;
  const y = Math.round((50 + far * 2 * Math.sin(turn) - (index % 3) * 14) * 10) / 10;
  return [x, index % 2 === 0 ? y : null, index % 2 === 0 ? null : y + 18];
});

const GROWTH = Array.from({ length: 21 }, (_, year) => [year, Math.round(40 * 1.62 ** year)]);

function example(
  name: string,
  size: readonly [number, number],
  series: unknown,
  points: unknown,
  rest: string,
): Example {
  return {
    name,
    size,
    markup: `<data-line series='${json(series)}' points='${json(points)}' ${rest}/>`,
  };
}

/** A share by day: open, high, low, close. */
const SHARE = Array.from({ length: 26 }, (_, day) => {
  const close = (at: number): number =>
    Math.round((40 + 9 * Math.sin(at / 4) + ((at * 29) % 7) / 2) * 10) / 10;
  const [open, last] = [close(day - 1), close(day)];
  const high = Math.max(open, last) + ((day * 13) % 5) / 2;
  return [day + 1, last, open, high, Math.min(open, last) - ((day * 17) % 4) / 2];
});

const CPU = [{ name: 'cpu0' }, { name: 'cpu1' }];
const SOURCES = [
  { name: 'Coal', stack: 'power' },
  { name: 'Wind', stack: 'power' },
  { name: 'Sun', stack: 'power' },
];

export const EXAMPLES: readonly Example[] = [
  example('lines', [60, 12], CPU, LOAD, 'show-legend unit="%" entry-label="seconds" '),
  example('stacked areas', [60, 12], SOURCES, POWER, 'show-legend value-label="GW" '),
  example(
    'time',
    [60, 10],
    [{ name: 'Requests', type: 'step' }],
    NIGHT,
    'time-zone="Europe/Berlin" style="height: 10; x-scale: time; baseline: zero" ',
  ),
  example(
    'scatter',
    [60, 12],
    [
      { name: 'A', type: 'scatter' },
      { name: 'B', type: 'scatter' },
    ],
    CLUSTERS,
    'show-legend ',
  ),
  example(
    'log',
    [60, 10],
    [{ name: 'Users' }],
    GROWTH,
    'style="height: 10; value-scale: log; grid: light" ',
  ),
  example(
    'marks',
    [60, 10],
    [{ name: 'ms' }],
    LOAD.map(([x, y]) => [x, y]),
    `marks='${json([
      { value: 80, label: 'limit', color: 'red' },
      { from: 30, to: 50, label: 'usual' },
    ])}' unit="ms" style="height: 10; baseline: zero" `,
  ),
  example(
    'points',
    [60, 8],
    [{ name: 'Rain', color: 'var(--accent)' }],
    [
      [1, 4],
      [2, 9],
      [3, 3],
      [4, null],
      [5, 12],
      [6, 7],
      [7, 8],
    ],
    'style="height: 8; point-marks: mark" ',
  ),
  example(
    'candles',
    [60, 12],
    [
      { name: 'Share', type: 'candle', open: 'Open', high: 'High', low: 'Low' },
      { name: 'Open' },
      { name: 'High' },
      { name: 'Low' },
    ],
    SHARE,
    'unit="p" entry-label="day" ',
  ),
];
