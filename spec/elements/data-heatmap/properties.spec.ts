/** Heatmaps of any data, compared with an oracle of its own, and what changes of the data do not change. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CombinedCells } from '../../../elements/data-heatmap/marks/combine.js';
import { membersOf, placeOf, tracks } from '../../../elements/data-heatmap/marks/layout.js';
import { HeatModel } from '../../../elements/data-heatmap/model/model.js';
import { HeatScale } from '../../../elements/data-heatmap/scale/heat-scale.js';
import { propertyRuns } from '../../support/property-runs.js';

const value = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -50, max: 50 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const table = (rows: number, columns: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: rows }), fc.integer({ min: 1, max: columns }))
    .chain(([height, width]) =>
      fc.array(fc.array(value, { minLength: width, maxLength: width }), {
        minLength: height,
        maxLength: height,
      }),
    );
const modelOf = (cells: (number | null)[][]): HeatModel => {
  const model = new HeatModel();
  model.load(cells);
  return model;
};

describe('the places of a side', () => {
  it('have each entry once, in order, and no more places than cells', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.oneof(fc.constant(0), fc.nat(100_000)),
        fc.integer({ min: 1, max: 200 }),
        fc.boolean(),
        (count, first, cells, hasHalves) => {
          const side = tracks(count, first, cells, hasHalves);
          expect(side.places * side.size).toBeLessThanOrEqual(cells);
          let next = 0;
          for (let place = 0; place < side.places; place++) {
            const [from, to] = membersOf(side, place, first, count);
            expect([from, to > from]).toEqual([next, true]);
            expect(placeOf(side, from, first)).toBe(place);
            expect(placeOf(side, to - 1, first)).toBe(place);
            next = to;
          }
          expect(next).toBe(count);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it('use nearly all cells where entries are combined', () => {
    for (let count = 61; count < 2000; count += 7) {
      expect(tracks(count, 0, 60, false).places).toBeGreaterThan(55);
    }
  });

  it('stay where they are in a stream', () => {
    const borders = new Set<number>();
    for (let first = 1000; first < 1200; first++) {
      const side = tracks(500, first, 60, false);
      for (let place = 1; place < side.places; place++) {
        borders.add(first + membersOf(side, place, first, 500)[0]);
      }
    }
    const all = [...borders].sort((a, b) => a - b);
    expect(Math.min(...all.slice(1).map((border, index) => border - all[index]!))).toBeGreaterThan(
      6,
    );
  });
});

describe('the values of places', () => {
  it.each(['extreme', 'mean'] as const)('are the %s of their cells', (combine) => {
    fc.assert(
      fc.property(
        table(30, 40),
        fc.integer({ min: 1, max: 45 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        (cells, width, height, hasHalves) => {
          const model = modelOf(cells);
          const columns = tracks(model.count, model.first, width, false);
          const rows = tracks(model.rows, 0, height, hasHalves);
          const combined = new CombinedCells();
          for (let column = 0; column < columns.places; column++) {
            const shown = combined.columnAt({ model, columns, rows, combine, center: 3 }, column);
            const [from, to] = membersOf(columns, column, 0, model.count);
            for (let row = 0; row < rows.places; row++) {
              const [top, bottom] = membersOf(rows, row, 0, model.rows);
              const members = cells
                .slice(top, bottom)
                .flatMap((each) => each.slice(from, to))
                .filter((each) => each !== null);
              const found = shown[row]!;
              if (members.length === 0) expect(found).toBeNaN();
              else if (combine === 'mean') {
                const mean = members.reduce((sum, each) => sum + each, 0) / members.length;
                expect(found).toBeCloseTo(mean, 9);
              } else {
                const far = Math.max(...members.map((each) => Math.abs(each - 3)));
                expect([Math.abs(found - 3), members.includes(found)]).toEqual([far, true]);
              }
            }
          }
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it('have every extreme of a million values', () => {
    const spikes = [7, 123_456, 500_000, 777_777, 999_999];
    const cells = Array.from({ length: 1000 }, (_, row) =>
      Array.from({ length: 1000 }, (__, column) => (spikes.includes(row * 1000 + column) ? 9 : 1)),
    );
    const model = modelOf(cells);
    const columns = tracks(1000, 0, 100, false);
    const rows = tracks(1000, 0, 30, true);
    const combined = new CombinedCells();
    const request = { model, columns, rows, combine: 'extreme', center: 0 } as const;
    const places = new Set(
      spikes.map(
        (at) => `${placeOf(columns, at % 1000, 0)} ${placeOf(rows, Math.floor(at / 1000), 0)}`,
      ),
    );
    let found = 0;
    for (let column = 0; column < columns.places; column++) {
      combined.columnAt(request, column).forEach((each, row) => {
        if (each !== 9) return;
        found++;
        expect(places).toContain(`${column} ${row}`);
      });
    }
    expect(found).toBe(places.size);
  });

  it('of a stream are those of the same data set at once', () => {
    fc.assert(
      fc.property(
        table(6, 60),
        fc.nat(50),
        fc.integer({ min: 1, max: 30 }),
        (cells, dropped, width) => {
          const [{ length }] = cells as [(number | null)[]];
          const count = Math.min(dropped, length - 1);
          const stream = new HeatModel();
          const combined = new CombinedCells();
          const read = (model: HeatModel, known: CombinedCells): number[][] => {
            const columns = tracks(model.count, stream.first, width, false);
            const rows = tracks(model.rows, 0, 4, true);
            const request = { model, columns, rows, combine: 'extreme', center: 0 } as const;
            return Array.from({ length: columns.places }, (_, at) => [
              ...known.columnAt(request, at),
            ]);
          };
          for (let column = 0; column < length; column++) {
            stream.append(
              cells.map((row) => row[column]),
              undefined,
            );
            read(stream, combined);
          }
          for (let at = 0; at < count; at++) {
            stream.shift();
            read(stream, combined);
          }
          const fresh = modelOf(cells.map((row) => row.slice(count)));
          expect(stream.cells()).toEqual(fresh.cells());
          expect(stream.extent()).toEqual(fresh.extent());
          expect(stream.least()).toEqual(fresh.least());
          fresh.first = stream.first;
          expect(read(stream, combined)).toEqual(read(fresh, new CombinedCells()));
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});

describe('the scale', () => {
  it.each(['linear', 'log', 'symlog'] as const)(
    '%s ascends from 0 to 1 with the values',
    (valueScale) => {
      fc.assert(
        fc.property(
          table(4, 10),
          fc.constantFrom('viridis', 'diverging'),
          fc.integer({ min: -20, max: 20 }),
          (cells, colorScale, center) => {
            const settings = { min: undefined, max: undefined, center, valueScale, colorScale };
            const scale = new HeatScale(settings, modelOf(cells));
            const values = cells
              .flat()
              .filter((each) => each !== null)
              .sort((a, b) => a - b);
            const shares = values
              .map((each) => scale.shareOf(each))
              .filter((each) => !Number.isNaN(each));
            expect(shares).toEqual([...shares].sort((a, b) => a - b));
            expect(shares.every((each) => each >= 0 && each <= 1)).toBe(true);
            const fast = values.map(scale.shares());
            expect(
              fast.every(
                (each, at) =>
                  Number.isNaN(each) || Math.abs(each - scale.shareOf(values[at]!)) < 1e-12,
              ),
            ).toBe(true);
            if (colorScale === 'diverging' && valueScale === 'linear') {
              expect(scale.shareOf(center)).toBeCloseTo(0.5, 9);
            }
          },
        ),
        { numRuns: propertyRuns(60) },
      );
    },
  );

  it('keeps the largest numbers', () => {
    const model = modelOf([[1e308, -1e308, 5e-324]]);
    const settings = { min: undefined, max: undefined, center: 0, colorScale: 'viridis' } as const;
    for (const valueScale of ['linear', 'log', 'symlog'] as const) {
      const scale = new HeatScale({ ...settings, valueScale }, model);
      expect(scale.shareOf(1e308)).toBeCloseTo(1, 6);
    }
  });
});
