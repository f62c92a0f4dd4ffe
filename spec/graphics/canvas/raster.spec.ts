/** Polygons as coverage: as much of it as there is area, and only where the polygon is. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PathData } from '../../../runtime/graphics/canvas/path-data.js';
import { rasterize, type Mask } from '../../../runtime/graphics/canvas/raster.js';
import { outline } from '../../../runtime/graphics/canvas/stroke.js';
import { propertyRuns } from '../../support/property-runs.js';

const sum = ({ coverage }: Mask): number => coverage.reduce((all, value) => all + value / 255, 0);
const polygon = (...points: number[]) => [{ points, isClosed: true }];
const coordinate = fc.double({ min: -20, max: 60, noNaN: true });

describe('rasterize', () => {
  it('covers as much as a triangle has', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1, max: 39, noNaN: true }), { minLength: 6, maxLength: 6 }),
        (p) => {
          const [ax, ay, bx, by, cx, cy] = p as [number, number, number, number, number, number];
          const area = Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
          const size =
            Math.hypot(bx - ax, by - ay) +
            Math.hypot(cx - bx, cy - by) +
            Math.hypot(ax - cx, ay - cy);
          // The lines that a row is cut into are wrong by half a line at each end of an edge.
          expect(Math.abs(sum(rasterize(polygon(...p), 'nonzero', 40, 40)) - area)).toBeLessThan(
            0.05 * size + 0.5,
          );
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it('has a square where it is, by parts of pixels', () => {
    const mask = rasterize(polygon(1.5, 1.25, 3, 1.25, 3, 2.5, 1.5, 2.5), 'nonzero', 8, 8);
    expect([mask.x, mask.y, mask.width, mask.height]).toEqual([1, 1, 2, 2]);
    expect([...mask.coverage]).toEqual([96, 191, 64, 128]);
  });

  it('is inside twice, or not, by the rule', () => {
    const twice = [...polygon(0, 0, 4, 0, 4, 4, 0, 4), ...polygon(1, 1, 3, 1, 3, 3, 1, 3)];
    expect(sum(rasterize(twice, 'nonzero', 4, 4))).toBe(16);
    expect(sum(rasterize(twice, 'evenodd', 4, 4))).toBe(12);
    const against = [...polygon(0, 0, 4, 0, 4, 4, 0, 4), ...polygon(1, 1, 1, 3, 3, 3, 3, 1)];
    expect(sum(rasterize(against, 'nonzero', 4, 4))).toBe(12);
  });

  it('stays within the pixels, whatever the polygons', () => {
    const odd = fc.oneof(coordinate, fc.constantFrom(1e300, -1e300, 1e7, -1e9, 0, 1e-300));
    fc.assert(
      fc.property(
        fc.array(fc.array(odd, { maxLength: 24 }), { maxLength: 4 }),
        fc.constantFrom('nonzero' as const, 'evenodd' as const),
        (shapes, rule) => {
          const polygons = shapes.map((points) => ({
            points: points.slice(0, points.length & ~1),
            isClosed: true,
          }));
          const { x, y, width, height, coverage } = rasterize(polygons, rule, 20, 10);
          expect(x >= 0 && y >= 0 && x + width <= 20 && y + height <= 10).toBe(true);
          expect(coverage).toHaveLength(width * height);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('outline', () => {
  const style = {
    width: 4,
    cap: 'butt',
    join: 'miter',
    miterLimit: 10,
    dash: [],
    dashOffset: 0,
  } as const;
  const line = (...points: number[]) => [{ points, isClosed: false }];
  const area = (lines: ReturnType<typeof line>, more: object = {}): number =>
    sum(rasterize(outline(lines, { ...style, ...more }, 1), 'nonzero', 60, 60));

  it.each([
    ['butt', 80],
    ['square', 96],
    ['round', 80 + 4 * Math.PI],
  ])('ends lines with a %s cap', (cap, expected) => {
    expect(Math.abs(area(line(20, 30, 40, 30), { cap }) - expected)).toBeLessThan(0.6);
  });

  it.each([
    ['bevel', 78 + 80],
    ['miter', 80 + 80],
    ['round', 76 + 80 + Math.PI],
  ])('joins lines with a %s', (join, expected) => {
    expect(Math.abs(area(line(20, 40, 20, 20, 40, 20), { join }) - expected)).toBeLessThan(0.6);
  });

  it('cuts a tip off where it is too long', () => {
    const sharp = line(10, 30, 40, 30, 10, 33);
    expect(area(sharp, { miterLimit: 100 })).toBeGreaterThan(area(sharp, { miterLimit: 4 }) + 10);
    expect(area(sharp, { miterLimit: 4 })).toBeCloseTo(area(sharp, { join: 'bevel' }));
  });

  it('draws dashes and gaps in turns, from the offset on', () => {
    expect(area(line(10, 30, 40, 30), { dash: [5, 5] })).toBe(60);
    expect(area(line(10, 30, 40, 30), { dash: [5, 5], dashOffset: 5 })).toBe(60);
    expect(area(line(10, 30, 40, 30), { dash: [20, 40], dashOffset: 10 })).toBe(40);
    expect(area(line(10, 30, 40, 30), { dash: [0, 0] })).toBe(120);
  });

  it('draws a point as its cap, and nothing of a moved pen', () => {
    expect(area(line(30, 30, 30, 30), { cap: 'square' })).toBe(16);
    expect(area(line(30, 30, 30, 30))).toBe(0);
    expect(area(line(30, 30), { cap: 'square' })).toBe(0);
  });
});

describe('paths', () => {
  it('are the same in other coordinates as if their points were', () => {
    const matrix = { a: 1.5, b: 0.4, c: -0.3, d: 0.8, e: 7, f: -2 };
    const draw = (path: PathData): void => {
      path.moveTo(1, 2);
      path.lineTo(9, 4);
      path.arcTo(20, 4, 20, 20, 5);
      path.ellipse({
        x: 5,
        y: 5,
        radiusX: 3,
        radiusY: 2,
        rotation: 0.5,
        start: 0,
        end: 4,
        isCounterclockwise: true,
      });
      path.closePath();
      path.lineTo(3, 3);
    };
    const [inner, moved, extended] = [new PathData(), new PathData(), new PathData()];
    draw(inner);
    moved.append(inner, matrix);
    extended.extend(matrix, draw);
    expect(extended.flatten()).toEqual(moved.flatten());
  });

  it('go on from where the pen is after the transform has changed', () => {
    const path = new PathData();
    path.moveTo(10, 10);
    path.extend({ a: 2, b: 0, c: 0, d: 2, e: 0, f: 0 }, (inner) => inner.arcTo(10, 5, 10, 10, 0));
    expect(path.flatten()).toEqual([{ points: [10, 10, 20, 10], isClosed: false }]);
  });
});
