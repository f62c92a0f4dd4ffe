/**
 * Polygons as coverage: which part of each pixel is inside. Each row of pixels is cut into lines, on which the parts
 * inside are measured exactly.
 */
import type { Polyline } from './path-data.js';

export type FillRule = 'nonzero' | 'evenodd';

/** Coverage of pixels in a rectangle, 0 to 255; 0 outside it. */
export interface Mask {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly coverage: Uint8Array;
}

/** Scan lines per row of pixels. */
const LINES = 16;
/** Limit of coordinates, beyond any pixel: larger values would lose precision. */
const FAR = 1e12;

/** The path of an edge down through the scan lines. */
interface Edge {
  /** The lines that the edge crosses: from `first`, up to and excluding `last`. */
  readonly first: number;
  readonly last: number;
  /** Where it crosses the current line; on the next, at `x + step`. */
  x: number;
  readonly step: number;
  /** 1 where the polygon goes down along it, -1 where it goes up. */
  readonly winding: number;
}

/** The part of polygons that is within `width` x `height` pixels; each is closed, even if it is not closed explicitly. */
export function rasterize(
  polygons: readonly Polyline[],
  rule: FillRule,
  width: number,
  height: number,
): Mask {
  const { edges, left, right } = edgesOf(polygons, height);
  let [first, last] = [Infinity, 0];
  for (const edge of edges) {
    first = Math.min(first, edge.first);
    last = Math.max(last, edge.last);
  }
  const x = Math.max(0, Math.min(width, Math.floor(left)));
  const y = first === Infinity ? 0 : Math.floor(first / LINES);
  const wide = Math.max(0, Math.min(width, Math.ceil(right)) - x);
  const tall = first === Infinity || wide === 0 ? 0 : Math.ceil(last / LINES) - y;
  const mask = { x, y, width: wide, height: tall, coverage: new Uint8Array(wide * tall) };
  if (tall > 0) scan(mask, edges, rule);
  return mask;
}

function edgesOf(
  polygons: readonly Polyline[],
  height: number,
): { readonly edges: Edge[]; readonly left: number; readonly right: number } {
  const edges: Edge[] = [];
  let [left, right] = [Infinity, -Infinity];
  const add = (x0: number, y0: number, x1: number, y1: number): void => {
    if (y0 > y1) addDown(x1, y1, x0, y0, -1);
    else addDown(x0, y0, x1, y1, 1);
  };
  const addDown = (x0: number, y0: number, x1: number, y1: number, winding: number): void => {
    left = Math.min(left, x0, x1);
    right = Math.max(right, x0, x1);
    // Lines are looked at in their middle.
    const first = Math.max(0, Math.ceil(y0 * LINES - 0.5));
    const last = Math.min(height * LINES, Math.ceil(y1 * LINES - 0.5));
    if (first >= last) return;
    const slope = (x1 - x0) / (y1 - y0);
    const x = x0 + ((first + 0.5) / LINES - y0) * slope;
    edges.push({ first, last, x, step: slope / LINES, winding });
  };
  for (const { points } of polygons) {
    const size = points.length;
    if (size < 6) continue;
    let [x0, y0] = [near(points[size - 2]!), near(points[size - 1]!)];
    for (let at = 0; at < size; at += 2) {
      const [x1, y1] = [near(points[at]!), near(points[at + 1]!)];
      add(x0, y0, x1, y1);
      [x0, y0] = [x1, y1];
    }
  }
  return { edges, left, right };
}

function near(value: number): number {
  return value > FAR ? FAR : value < -FAR ? -FAR : value;
}

function scan(mask: Mask, edges: Edge[], rule: FillRule): void {
  edges.sort((a, b) => a.first - b.first);
  const { width, height, coverage } = mask;
  // What starts and ends within a pixel, and how many lines are inside from a pixel on.
  const parts = new Float32Array(width + 2);
  const whole = new Int32Array(width + 2);
  const inside = rule === 'nonzero' ? -1 : 1;
  let active: Edge[] = [];
  let next = 0;
  for (let row = 0; row < height; row++) {
    const line0 = (mask.y + row) * LINES;
    for (let line = line0; line < line0 + LINES; line++) {
      let isEnding = false;
      for (const edge of active) isEnding ||= edge.last <= line;
      if (isEnding) active = active.filter(({ last }) => last > line);
      while (next < edges.length && edges[next]!.first <= line) active.push(edges[next++]!);
      sortByX(active);
      let winding = 0;
      let start = 0;
      for (const edge of active) {
        const before = winding & inside;
        winding += edge.winding;
        if (before === 0 && (winding & inside) !== 0) start = edge.x;
        else if (before !== 0 && (winding & inside) === 0) {
          addSpan(parts, whole, start - mask.x, edge.x - mask.x, width);
        }
        edge.x += edge.step;
      }
    }
    let lines = 0;
    for (let x = 0; x < width; x++) {
      lines += whole[x]!;
      coverage[row * width + x] = Math.round(((parts[x]! + lines) * 255) / LINES);
    }
    parts.fill(0);
    whole.fill(0);
  }
}

/** More edges than this are sorted by the engine: each new one would move all others. */
const MAX_INSERTED = 200;

/** Few, and mostly sorted already: by insertion. */
function sortByX(edges: Edge[]): void {
  if (edges.length > MAX_INSERTED) {
    edges.sort((one, other) => one.x - other.x);
    return;
  }
  for (let at = 1; at < edges.length; at++) {
    const edge = edges[at]!;
    let to = at;
    while (to > 0 && edges[to - 1]!.x > edge.x) {
      edges[to] = edges[to - 1]!;
      to--;
    }
    edges[to] = edge;
  }
}

function addSpan(
  parts: Float32Array,
  whole: Int32Array,
  from: number,
  to: number,
  width: number,
): void {
  const start = from < 0 ? 0 : from;
  const end = to > width ? width : to;
  if (end <= start) return;
  const first = Math.floor(start);
  const last = Math.floor(end);
  if (first === last) {
    parts[first]! += end - start;
    return;
  }
  parts[first]! += first + 1 - start;
  whole[first + 1]! += 1;
  whole[last]! -= 1;
  parts[last]! += end - last;
}
