/** A QR code as text: two modules to a cell, one above the other. */
import { encode } from 'uqr';

/** Modules of light around the code, without which cameras do not find it (ISO/IEC 18004). */
const QUIET = 4;
/** A longer text makes modules that phones cannot distinguish on a screen. */
const MAX_LENGTH = 500;
/** By the upper half and the lower one. */
const CELLS = [' ', '▄', '▀', '█'];

/** Cells that a code may take. */
export interface QrRoom {
  readonly width: number;
  readonly height: number;
}

/**
 * The rows of a code, to be painted dark on light. Undefined if it has no room, or the text is too long.
 */
export function qrRows(text: string, room: QrRoom): readonly string[] | undefined {
  if (Buffer.byteLength(text) > MAX_LENGTH) return undefined;
  // A higher level of correction is used where it makes the code no larger.
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: QUIET });
  if (size > room.width || Math.ceil(size / 2) > room.height) return undefined;
  const isDark = (x: number, y: number): number => (data[y]?.[x] === true ? 1 : 0);
  return Array.from({ length: Math.ceil(size / 2) }, (_, row) =>
    Array.from(
      { length: size },
      (_cell, x) => CELLS[isDark(x, 2 * row) * 2 + isDark(x, 2 * row + 1)],
    ).join(''),
  );
}
