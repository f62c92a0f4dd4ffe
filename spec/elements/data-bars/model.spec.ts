/** The data: rows, windows, folds, against the plainest thing that does the same. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BarFolds } from '../../../elements/data-bars/model/fold.js';
import { ChartModel } from '../../../elements/data-bars/model/model.js';
import { RowRing } from '../../../elements/data-bars/model/row-ring.js';
import { Slots } from '../../../elements/data-bars/marks/slots.js';
import { WindowMax } from '../../../elements/data-bars/model/window-max.js';
import { propertyRuns } from '../../support/property-runs.js';

const cell = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(null));
const row = fc.array(cell, { maxLength: 4 });
/** A row is appended, null shifts. */
const steps = fc.array(fc.option(row, { freq: 3 }), { maxLength: 300 });

describe('row ring', () => {
  it('holds what an array would', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const ring = new RowRing();
        const rows: (number | null)[][] = [];
        for (const step of all) {
          if (step === null) {
            ring.shift();
            rows.shift();
          } else {
            ring.push(step);
            rows.push(step);
          }
        }
        expect(ring.count).toBe(rows.length);
        expect(rows.map((_, index) => ring.row(index))).toEqual(rows);
        rows.forEach((each, index) => {
          expect(ring.length(index)).toBe(each.length);
          expect(ring.get(index, each.length)).toBeNaN();
        });
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('window maximum', () => {
  it('is that of the numbers in the window', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.oneof(fc.integer(), fc.constant(NaN)), { freq: 3 })),
        (all) => {
          const window = new WindowMax();
          const numbers: number[] = [];
          for (const step of all) {
            if (step !== null) {
              window.push(step);
              numbers.push(step);
            } else if (numbers.length > 0) {
              window.shift();
              numbers.shift();
            }
            const real = numbers.filter((each) => !Number.isNaN(each));
            expect(window.max).toBe(Math.max(-Infinity, ...real));
          }
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('model', () => {
  const series = [
    { name: 'a', stack: 's' },
    { name: 'b', stack: 's' },
    { name: 'c' },
    { name: 'd' },
  ];

  it('knows its ends, sums and peaks after any appends and shifts', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (all, labelled) => {
        const model = new ChartModel();
        model.setSeries(series);
        const rows: (number | null)[][] = [];
        for (const step of all) {
          if (step === null) {
            model.shift();
            rows.shift();
          } else {
            model.append(step, labelled ? 'x' : undefined);
            rows.push(step);
          }
          // Asked now and then, so that some windows are filled late and some kept along.
          if (rows.length % 7 === 3) expect(model.largest).toBeGreaterThanOrEqual(model.smallest);
          if (rows.length % 11 === 5) model.peak(0);
        }
        const fresh = new ChartModel();
        fresh.setSeries(series);
        fresh.load(rows);
        if (labelled) fresh.setLabels(rows.map(() => 'x'));
        expect([model.largest, model.smallest]).toEqual([fresh.largest, fresh.smallest]);
        const sums = rows.flatMap(([a = null, b = null, c = null, d = null]) => {
          const pair = [a, b].filter((each) => each !== null);
          const up = pair.filter((each) => each >= 0);
          const down = pair.filter((each) => each < 0);
          const stack = labelled
            ? [up, down]
                .filter(({ length }) => length > 0)
                .map((part) => part.reduce((x, y) => x + y))
            : pair;
          return [...stack, c, d].filter((each) => each !== null);
        });
        expect(model.largest).toBe(sums.length === 0 ? 0 : Math.max(...sums));
        expect(model.smallest).toBe(sums.length === 0 ? 0 : Math.min(...sums));
        model.bars.forEach((_, bar) => {
          expect(model.peak(bar)).toBe(fresh.peak(bar));
        });
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('keeps labels with their entries', () => {
    const model = new ChartModel();
    model.setSeries([{ name: 'a' }]);
    model.setLabels(['one', 'two', 'three']);
    model.append([1]);
    model.append([2]);
    expect([model.label(0), model.label(1)]).toEqual(['one', 'two']);
    model.append([3], 'own');
    model.shift();
    expect([model.label(0), model.label(1), model.widestLabel]).toEqual(['two', 'own', 3]);
    for (let i = 0; i < 5000; i++) {
      model.append([i], `n${i}`);
      model.shift();
    }
    expect([model.label(1), model.widestLabel]).toEqual(['n4999', 5]);
  });
});

describe('folds', () => {
  const bar = { series: [0], stacked: false };

  it('say of a range what looking at every entry says', () => {
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 3000 }),
        fc.nat(200),
        fc.nat(3000),
        fc.nat(3000),
        (cells, shifts, a, b) => {
          const model = new ChartModel();
          model.setSeries([{ name: 'a' }]);
          const folds = new BarFolds(model, bar);
          cells.forEach((each, i) => {
            model.append([each]);
            if (i % 500 === 7) folds.range(model.first, model.first + model.count);
          });
          for (let i = 0; i < Math.min(shifts, cells.length - 1); i++) model.shift();
          const from = model.first + (Math.min(a, b) % model.count);
          const to = Math.min(model.first + model.count, model.first + Math.max(a, b) + 1);
          const part = cells.slice(from, to);
          const real = part.filter((each) => each !== null);
          const fold = folds.range(from, to);
          expect(fold.count).toBe(real.length);
          if (real.length === 0) return;
          expect(fold.peakSize).toBe(Math.max(...real.map(Math.abs)));
          expect(cells[fold.last]).toBe(real.at(-1));
          expect(fold.means[0]).toBeCloseTo(real.reduce((x, y) => x + y, 0) / real.length, 9);
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });

  it('never overflow', () => {
    const model = new ChartModel();
    model.setSeries([{ name: 'a' }]);
    for (let i = 0; i < 100; i++) model.append([i % 2 === 0 ? 1.7e308 : -1.7e308]);
    const fold = new BarFolds(model, bar).range(0, 100);
    expect(Math.abs(fold.means[0]!)).toBeLessThan(1e293);
    expect(fold.peakSize).toBe(1.7e308);
  });

  it('stay where they are while the window scrolls, and lose no spike', () => {
    const model = new ChartModel();
    model.setSeries([{ name: 'a' }]);
    for (let i = 0; i < 1000; i++) model.append([(i * 7919) % 97]);
    model.append([500]);
    const said = new Map<number, number>();
    // Compared without `expect`, which takes longer than what is compared.
    const gaps: number[] = [];
    const changed: number[] = [];
    for (let i = 0; i < 900; i++) {
      model.append([(i * 31) % 89]);
      model.shift();
      const slots = new Slots(model, { downsample: 'max', sort: 'none' }, 80);
      expect(slots.count).toBeLessThanOrEqual(80);
      const values: number[] = [];
      let next = 0;
      for (let slot = 0; slot < slots.count; slot++) {
        // The slots cover every entry once.
        if (slots.from(slot) !== next) gaps.push(slot);
        next = slots.to(slot);
        slots.read(slot, 0);
        const value = slots.values[0]!;
        values.push(value);
        // But for the ends, a bucket says what it said when it was first full.
        if (slot === 0 || slot === slots.count - 1) continue;
        const place = slots.streamIndex(slot);
        if (!Object.is(said.get(place) ?? value, value)) changed.push(place);
        said.set(place, value);
      }
      expect(next).toBe(model.count);
      expect(values).toContain(500);
    }
    expect({ gaps, changed }).toEqual({ gaps: [], changed: [] });
    expect(said.size).toBeGreaterThan(100);
  });
});
