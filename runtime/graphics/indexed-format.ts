/** The layout of an image of 256 colours: the palette, then the number of each pixel's colour, padded to four bytes. */

export const COLORS = 256;
/** The number of pixels that are clear; it has no colour. */
export const CLEAR_INDEX = COLORS - 1;
export const PALETTE_BYTES = COLORS * 3;

/** Bytes of a whole image; the sides are in pixels. */
export function indexedBytes(width: number, height: number): number {
  return PALETTE_BYTES + Math.ceil((width * height) / 4) * 4;
}

/** Sixels state each part of a colour in percent. @param value 0 to 255 */
export function toPercent(value: number): number {
  return Math.round((value * 100) / 255);
}

/** @returns 0 to 255 */
export function fromPercent(percent: number): number {
  return Math.round((percent * 255) / 100);
}
