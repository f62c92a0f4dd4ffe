/**
 * Sub-cells of random charts, compared with an oracle that knows neither masks nor down-sampling: it visits every pair of
 * neighbours with exact fractions.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SUBCELLS, type SubCells } from '../../../elements/charts/sub-cells/compose.js';
import { drawSeries } from '../../../elements/data-line/marks/draw.js';
import { Raster } from '../../../elements/data-line/marks/raster.js';
import { LineModel } from '../../../elements/data-line/model/model.js';
import type { LineType } from '../../../elements/data-line/model/schema.js';
import { propertyRuns } from '../../support/property-runs.js';
import { Across, Upward } from '../../../elements/data-line/scale/places.js';

interface Case {
  readonly type: LineType;
  readonly kind: SubCells;
  readonly width: number;
  readonly height: number;
  readonly points: readonly (readonly [number, number | null])[];
  readonly min: number;
  readonly max: number;
}

/** Steps of zero put points into one sub-column; a negative one draws backwards. */
const cases = fc.record({
  type: fc.constantFrom<LineType>('line', 'area', 'step', 'scatter'),
  kind: fc.constantFrom<SubCells>('braille', 'octant', 'sextant', 'half'),
  width: fc.integer({ min: 1, max: 14 }),
  height: fc.integer({ min: 1, max: 8 }),
  points: fc
    .array(
      fc.tuple(
        fc.oneof(
          { weight: 30, arbitrary: fc.constantFrom(0, 1, 1, 2, 3, 9) },
          { weight: 1, arbitrary: fc.constant(-2) },
        ),
        fc.oneof(
          { weight: 8, arbitrary: fc.integer({ min: -40, max: 40 }) },
          { weight: 1, arbitrary: fc.constant(null) },
        ),
      ),
      { minLength: 1, maxLength: 160 },
    )
    .map((steps) => {
      let x = 0;
      return steps.map(([step, y]) => [(x += step), y] as const);
    }),
  min: fc.constantFrom(-40, -20, 0, 5),
  max: fc.constantFrom(6, 30, 40),
});

function drawn({ type, kind, width, height, points, min, max }: Case): string[] {
  const model = new LineModel();
  model.setSeries([{ name: 'a', type }]);
  model.load(points.map((point) => [...point]));
  const { columns, rows } = SUBCELLS[kind];
  const raster = new Raster(width, height, columns, rows);
  const [across, upward] = scales({ kind, width, height, points, min, max });
  drawSeries({ model, across, upward }, 0, raster);
  const lit: string[] = [];
  raster.masks.forEach((mask, at) => {
    for (let bit = 0; bit < columns * rows; bit++) {
      if ((mask >> bit) % 2 === 0) continue;
      const column = (at % width) * columns + (bit % columns);
      const row = Math.floor(at / width) * rows + Math.floor(bit / columns);
      lit.push(`${column},${row}`);
    }
  });
  return lit.sort();
}

function scales({ kind, width, height, points, min, max }: Omit<Case, 'type'>): [Across, Upward] {
  const { columns, rows } = SUBCELLS[kind];
  const places = points.map(([x]) => x);
  const domain = { min: Math.min(...places), max: Math.max(...places) };
  return [new Across(domain, width, columns, false), new Upward({ min, max }, height, rows)];
}

/** The nearest whole number to a fraction; of two the larger. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const doubled = 2n * numerator + denominator;
  const quotient = doubled / (2n * denominator);
  return doubled < 0n && quotient * 2n * denominator !== doubled ? quotient - 1n : quotient;
}

function expected(chart: Case): string[] {
  const { type, points } = chart;
  const [across, upward] = scales(chart);
  const lit = new Set<string>();
  const { columns } = across;
  const heights = upward.rows;
  const set = (column: number, row: number): void => {
    if (column >= 0 && row >= 0 && column < columns && row < heights) lit.add(`${column},${row}`);
  };
  /** All sub-cells of a line, in the box or not. */
  const cells = (a: [number, number], b: [number, number]): [number, number][] => {
    const long = Math.abs(b[0] - a[0]) >= Math.abs(b[1] - a[1]) ? 0 : 1;
    const [from, to] = a[long] <= b[long] ? [a, b] : [b, a];
    const short = 1 - long;
    const length = to[long]! - from[long]!;
    return Array.from({ length: length + 1 }, (_, step) => {
      const rise = BigInt(to[short]! - from[short]!);
      const other =
        length === 0
          ? from[short]!
          : from[short]! + Number(nearest(rise * BigInt(step), BigInt(length)));
      const cell: [number, number] = [0, 0];
      cell[long] = from[long]! + step;
      cell[short] = other;
      return cell;
    });
  };
  const fill = (column: number, row: number): void => {
    const inside = Math.max(0, Math.min(heights - 1, row));
    const base = Math.max(0, Math.min(heights - 1, upward.base));
    for (let at = Math.min(inside, base); at <= Math.max(inside, base); at++) set(column, at);
  };
  let before: [number, number] | undefined;
  for (const [x, y] of points) {
    if (y === null) {
      before = undefined;
      continue;
    }
    const at: [number, number] = [across.at(x), upward.at(y)];
    const from = before ?? at;
    before = at;
    if (type === 'scatter') set(...at);
    else if (type === 'line') for (const cell of cells(from, at)) set(...cell);
    else if (type === 'step') {
      for (const cell of cells(from, [at[0], from[1]])) set(...cell);
      for (const cell of cells([at[0], from[1]], at)) set(...cell);
    } else for (const [column, row] of cells(from, at)) fill(column, row);
  }
  return [...lit].sort();
}

describe('sub-cells', () => {
  it('are those of an oracle', () => {
    fc.assert(
      fc.property(cases, (chart) => {
        expect(drawn(chart)).toEqual(expected(chart));
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
