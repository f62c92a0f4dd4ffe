/** Fits an image into a box, as CSS's `object-fit` does. */

export const OBJECT_FITS = ['contain', 'fill', 'cover', 'scale-down', 'none'] as const;
export type ObjectFit = (typeof OBJECT_FITS)[number];

/** Pixels of one cell, where the terminal does not state others. */
export const USUAL_CELL: Size = { width: 8, height: 16 };

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Placement {
  /** What of the picture shows, in its pixels. */
  readonly from: Area;
  /** Where it shows, in whole points of the grid that the box is divided into. */
  readonly to: Area;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * @param picture in pixels
 * @param box in cells
 * @param points of the grid in one cell: 2 x 3 for sextants
 * @param cell in pixels
 */
export function place(
  picture: Size,
  box: Size,
  points: Size,
  fit: ObjectFit,
  cell: Size = USUAL_CELL,
): Placement {
  const room = { width: box.width * cell.width, height: box.height * cell.height };
  const grid = { width: box.width * points.width, height: box.height * points.height };
  const [x, y] = scales(picture, room, fit);
  const across = along(picture.width, room.width, x, grid.width);
  const down = along(picture.height, room.height, y, grid.height);
  return {
    from: { x: across.from, y: down.from, width: across.source, height: down.source },
    to: { x: across.to, y: down.to, width: across.size, height: down.size },
  };
}

function scales(picture: Size, room: Size, fit: ObjectFit): readonly [x: number, y: number] {
  const x = room.width / picture.width;
  const y = room.height / picture.height;
  const least = Math.min(x, y);
  const one = {
    fill: undefined,
    contain: least,
    cover: Math.max(x, y),
    'scale-down': Math.min(1, least),
    none: 1,
  }[fit];
  return one === undefined ? [x, y] : [one, one];
}

/** One side: the middle of the picture is in the middle of the room. */
function along(picture: number, room: number, scale: number, points: number) {
  const shown = Math.min(room, picture * scale);
  const source = Math.min(picture, shown / scale);
  const size = Math.min(points, Math.max(1, Math.round((shown / room) * points)));
  return { from: (picture - source) / 2, source, to: Math.floor((points - size) / 2), size };
}

/**
 * Cells of a picture in its own size, no more than there are; `width` and `height` where they are set. The aspect is
 * kept wherever one side is free.
 *
 * @param available may be infinite
 * @param cell in pixels
 */
export function naturalCells(
  picture: Size,
  available: Size,
  set: { readonly width?: number | undefined; readonly height?: number | undefined } = {},
  cell: Size = USUAL_CELL,
): Size {
  /** Rows for each column. */
  const aspect = (picture.height * cell.width) / (picture.width * cell.height);
  const whole = (cells: number): number => Math.max(1, Math.round(cells));
  if (set.width !== undefined && set.height !== undefined) {
    return { width: set.width, height: set.height };
  }
  if (set.width !== undefined) return { width: set.width, height: whole(set.width * aspect) };
  if (set.height !== undefined) return { width: whole(set.height / aspect), height: set.height };
  const own = Math.max(1, Math.ceil(picture.width / cell.width));
  const ownRows = Math.max(1, Math.ceil(picture.height / cell.height));
  const width = Math.min(own, Math.max(1, available.width));
  const height = width < own ? whole(width * aspect) : ownRows;
  if (height <= available.height) return { width, height };
  const rows = Math.max(1, available.height);
  return { width: Math.min(width, whole(rows / aspect)), height: rows };
}
