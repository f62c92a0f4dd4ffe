/**
 * A gauge as half a ring, in sub-cells: filled from the left, as a speedometer. A cell is twice as high as wide, and so the ring is
 * as round as the terminal's font allows.
 */
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import type { Painter } from '../../runtime/element/contract.js';
import { BOLD } from '../../runtime/paint/cells.js';
import { mutedStyle } from '../charts/paint/texts.js';
import { shareOf } from '../charts/scale/scale.js';
import {
  Composer,
  SUBCELLS,
  type ComposedCell,
  type SubCells,
} from '../charts/sub-cells/compose.js';
import { filledShare, type GaugePicture } from './look.js';

/** Thickness of the ring, as a share of its radius; at least one cell. */
const THICKNESS = 0.34;
/** Half the thickness of a mark, in cells. */
const MARK = 0.3;
/** Rows of the ring at least, for rows of texts below it. */
const MIN_ROWS = 2;

const TRACK = 0;
const FILL = 1;
const MARKS = 2;
/** From the bottom to the top. */
const ORDER = [TRACK, FILL, MARKS];

/** A sub-cell of the ring. */
interface Place {
  readonly cell: number;
  readonly bit: number;
  /** Where it is along the ring, from 0 at the left to 1. */
  readonly share: number;
  /** Its distance from the middle, in cells. */
  readonly radius: number;
  /** True on every other sub-cell. */
  readonly isOdd: boolean;
}

/** The sub-cells of a ring in a box. */
export function ringPlaces(width: number, height: number, kind: SubCells): Place[] {
  const { columns, rows } = SUBCELLS[kind];
  const outer = Math.min(width / 2, height * 2);
  const inner = Math.max(0, outer - Math.max(1.2, outer * THICKNESS));
  const places: Place[] = [];
  for (let row = 0; row < height * rows; row++) {
    for (let column = 0; column < width * columns; column++) {
      const across = (column + 0.5) / columns - width / 2;
      const up = height * 2 - ((row + 0.5) / rows) * 2;
      const radius = Math.hypot(across, up);
      if (radius > outer || radius < inner) continue;
      const cell = Math.floor(row / rows) * width + Math.floor(column / columns);
      const bit = (row % rows) * columns + (column % columns);
      const share = 1 - Math.atan2(up, across) / Math.PI;
      places.push({ cell, bit, share, radius, isOdd: (row + column) % 2 === 1 });
    }
  }
  return places;
}

/** The masks of track, filled part and marks. */
export function arcMasks(
  picture: Pick<GaugePicture, 'domain' | 'value' | 'marks'>,
  width: number,
  height: number,
  kind: SubCells,
): readonly [Uint8Array, Uint8Array, Uint8Array] {
  const masks = [TRACK, FILL, MARKS].map(() => new Uint8Array(width * height));
  const places = ringPlaces(width, height, kind);
  const limit = fillLimit(places, filledShare(picture));
  const marks = picture.marks.map(({ value }) => shareOf(picture.domain, value));
  for (const { cell, bit, share, radius } of places) {
    const isMark = marks.some((at) => {
      return at >= 0 && at <= 1 && Math.abs(share - at) * Math.PI * radius <= MARK;
    });
    const layer = isMark ? MARKS : share <= limit ? FILL : TRACK;
    masks[layer]![cell]! |= 1 << bit;
  }
  return masks as unknown as readonly [Uint8Array, Uint8Array, Uint8Array];
}

/** The share up to which sub-cells are filled: what has begun shows, and only what is complete is full. */
function fillLimit(places: readonly Place[], share: number): number {
  if (share <= 0) return -1;
  if (share >= 1) return 1;
  let first = 1;
  let last = 0;
  for (const { share: at } of places) {
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return Math.min(Math.max(share, first), last - 1e-9);
}

/**
 * In a cell at an edge of the ring two colours leave no room for what is behind: the larger part has all of it. A mark gives way
 * there too, unless there is nothing else of it.
 */
function joinParts(masks: readonly Uint8Array[], full: number): void {
  const [track, fill, marks] = masks as readonly [Uint8Array, Uint8Array, Uint8Array];
  const isWhole = (at: number): boolean => (track[at]! | fill[at]! | marks[at]!) === full;
  const shows = marks.some((mask, at) => mask !== 0 && isWhole(at));
  for (let at = 0; at < track.length; at++) {
    if (marks[at] === 0 && isWhole(at)) continue;
    const [most, least] = bits(fill[at]!) >= bits(track[at]!) ? [fill, track] : [track, fill];
    if (most[at] === 0) continue;
    most[at]! |= least[at]!;
    least[at] = 0;
    if (!shows || isWhole(at)) continue;
    most[at]! |= marks[at]!;
    marks[at] = 0;
  }
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

export function paintArc(painter: Painter, picture: GaugePicture): void {
  const { width, height } = painter;
  const isTall = height > MIN_ROWS;
  const below = isTall && (picture.label !== '' || picture.showsAxis) ? 1 : 0;
  const rows = height - below;
  if (width < 1 || rows < 1) return;
  paintRing(painter, picture, rows);
  const outer = Math.min(width / 2, rows * 2);
  const hole = Math.floor(2 * (outer - Math.max(1.2, outer * THICKNESS)));
  const text = cellWidth(picture.text);
  if (text > 0 && text < hole) {
    const x = Math.floor((width - text) / 2);
    painter.text(x, rows - 1, picture.text, painter.style(painter.fg, undefined, BOLD));
  }
  if (below > 0) paintBelow(painter, picture, { row: rows, outer });
}

function paintRing(painter: Painter, picture: GaugePicture, rows: number): void {
  const { width } = painter;
  const isPlain = painter.depth === 'none';
  const kind: SubCells = painter.glyphs === 'unicode' ? 'sextant' : 'half';
  const masks = arcMasks(picture, width, rows, kind);
  const { columns, rows: subRows } = SUBCELLS[kind];
  if (isPlain) thinTrack(masks, ringPlaces(width, rows, kind));
  else joinParts(masks, (1 << (columns * subRows)) - 1);
  const composer = new Composer(kind);
  const colors = [picture.track, picture.fill, painter.fg];
  const cell: ComposedCell = { glyph: 0, fg: 0, bg: -1 };
  for (let at = 0; at < width * rows; at++) {
    if (!composer.cell(masks, ORDER, at, cell)) continue;
    const style = isPlain
      ? painter.base
      : painter.style(colors[cell.fg], cell.bg < 0 ? undefined : colors[cell.bg], 0);
    painter.put(at % width, Math.floor(at / width), cell.glyph, style);
  }
}

/** Without colours every other sub-cell of the track is on, and marks are gaps. */
function thinTrack(masks: readonly Uint8Array[], places: readonly Place[]): void {
  const [track, fill, marks] = masks;
  marks!.fill(0);
  for (const { cell, bit, isOdd } of places) if (isOdd) track![cell]! &= ~(1 << bit);
  for (let at = 0; at < track!.length; at++) {
    fill![at]! |= track![at]!;
    track![at] = 0;
  }
}

/** The row below the ring: the ends of the scale below its feet, and the label between them. */
function paintBelow(
  painter: Painter,
  { label, showsAxis, domain, numbers }: GaugePicture,
  { row, outer }: { readonly row: number; readonly outer: number },
): void {
  const { width } = painter;
  let [left, right] = [0, width];
  if (showsAxis) {
    const size = Math.max(Math.abs(domain.min), Math.abs(domain.max));
    const step = (domain.max - domain.min) / 100;
    // The unit is beside the value.
    const column = numbers.bare.column({
      size,
      negative: domain.min < 0,
      step,
      values: [domain.min, domain.max],
      count: 2,
    });
    const [low, high] = [column.text(domain.min), column.text(domain.max)];
    const from = Math.max(0, Math.round(width / 2 - outer));
    const to = Math.min(width, Math.round(width / 2 + outer)) - cellWidth(high);
    const muted = mutedStyle(painter);
    const name = label === '' ? 0 : cellWidth(label) + 2;
    if (from + cellWidth(low) + name < to) {
      painter.text(from, row, low, muted);
      painter.text(to, row, high, muted);
      left = from + cellWidth(low) + 1;
      right = to - 1;
    }
  }
  const shown = truncate(label, Math.max(0, right - left));
  const centred = Math.floor((width - cellWidth(shown)) / 2);
  painter.text(Math.max(left, Math.min(centred, right - cellWidth(shown))), row, shown);
}
