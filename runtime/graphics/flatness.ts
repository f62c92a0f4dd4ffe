/** The flatness of a picture by cell: in flat parts noise is visible, elsewhere the picture hides it. */
import { encode } from './resample.js';

/** The variance of sRGB, 0 to 255, at which a place counts half. */
const VARIANCE = 50;

/**
 * The flatness around each cell, 0 to 1, by the variance of the cell and the eight around it.
 *
 * @param lights of red, green and blue of each cell, 0 to 255
 * @param shown 0: no part of the picture
 */
export function flatness(
  lights: Float32Array,
  shown: Uint8Array,
  width: number,
  height: number,
): Float32Array {
  const values = lights.map((light) => encode(light / 255));
  return Float32Array.from(shown, (_, cell) => {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    let count = 0;
    const sums = [0, 0, 0];
    let squares = 0;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const at = row * width + column;
        if (shown[at] === 0) continue;
        count++;
        for (let part = 0; part < 3; part++) {
          const value = values[at * 3 + part]!;
          sums[part]! += value;
          squares += value * value;
        }
      }
    }
    if (count === 0) return 1;
    const ofMeans = sums.reduce((total, sum) => total + (sum / count) ** 2, 0);
    return 1 / (1 + (squares / count - ofMeans) / 3 / VARIANCE);
  });
}
