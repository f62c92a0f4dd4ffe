/** Examples of heatmaps, for goldens and the reference. */
import type { Example } from '../../runtime/element/contract.js';

const json = (value: unknown): string => JSON.stringify(value);

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Requests of a web site by day and hour. */
const VISITS = DAYS.map((_, day) =>
  HOURS.map((__, hour) => {
    if (day === 2 && hour > 2 && hour < 6) return null;
    const work = day < 5 ? 60 * Math.exp(-((hour - 14) ** 2) / 18) : 14;
    return Math.round(work + 30 * Math.exp(-((hour - 20) ** 2) / 8) + ((day * 7 + hour * 5) % 6));
  }),
);

const YEARS = ['2021', '2022', '2023', '2024', '2025'];
const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'];
const CHANGES = [
  [2.4, 1.1, -0.6, 3.2],
  [-1.8, -4.1, 0.3, 1.9],
  [0.8, 2.2, 2.9, -0.4],
  [4.4, 1.7, -2.3, 0.6],
  [3.1, -0.9, null, null],
];

/** A wave that gets faster. */
const WAVE = Array.from({ length: 24 }, (_, row) =>
  Array.from(
    { length: 120 },
    (__, column) => Math.round(1000 * Math.sin(column ** 1.5 / 60 + row / 3)) / 1000,
  ),
);

const LATENCY = Array.from({ length: 6 }, (_, row) =>
  Array.from({ length: 18 }, (__, column) => Math.round(2 * 1.55 ** (row * 2 + (column % 7)))),
);

/** Passengers of airlines in thousands, 1949 to 1960 by month: Box and Jenkins, Time Series Analysis, 1976. */
const PASSENGERS = [
  [112, 118, 132, 129, 121, 135, 148, 148, 136, 119, 104, 118],
  [115, 126, 141, 135, 125, 149, 170, 170, 158, 133, 114, 140],
  [145, 150, 178, 163, 172, 178, 199, 199, 184, 162, 146, 166],
  [171, 180, 193, 181, 183, 218, 230, 242, 209, 191, 172, 194],
  [196, 196, 236, 235, 229, 243, 264, 272, 237, 211, 180, 201],
  [204, 188, 235, 227, 234, 264, 302, 293, 259, 229, 203, 229],
  [242, 233, 267, 269, 270, 315, 364, 347, 312, 274, 237, 278],
  [284, 277, 317, 313, 318, 374, 413, 405, 355, 306, 271, 306],
  [315, 301, 356, 348, 355, 422, 465, 467, 404, 347, 305, 336],
  [340, 318, 362, 348, 363, 435, 491, 505, 404, 359, 310, 337],
  [360, 342, 406, 396, 420, 472, 548, 559, 463, 407, 362, 405],
  [417, 391, 419, 461, 472, 535, 622, 606, 508, 461, 390, 432],
];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function example(
  name: string,
  size: readonly [number, number],
  cells: unknown,
  rest: string,
): Example {
  return { name, size, markup: `<data-heatmap cells='${json(cells)}' ${rest}/>` };
}

export const EXAMPLES: readonly Example[] = [
  example(
    'hours',
    [60, 10],
    VISITS,
    `row-labels='${json(DAYS)}' labels='${json(HOURS)}' show-legend value-label="Requests" entry-label="hour"`,
  ),
  example(
    'passengers',
    [60, 14],
    PASSENGERS,
    `row-labels='${json(PASSENGERS.map((_, year) => String(1949 + year)))}' labels='${json(MONTHS)}' show-values show-legend value-label="Thousand passengers"`,
  ),
  example(
    'values',
    [44, 7],
    CHANGES,
    `row-labels='${json(YEARS)}' labels='${json(QUARTERS)}' show-values show-legend unit="%" style="color-scale: diverging; legend: bottom"`,
  ),
  example(
    'many',
    [60, 8],
    WAVE,
    'show-legend min="-1" max="1" style="height: 8; legend: right; color-scale: inferno"',
  ),
  example(
    'log',
    [60, 8],
    LATENCY,
    'show-legend unit="ms" style="height: 8; value-scale: log; color-scale: cividis"',
  ),
];
