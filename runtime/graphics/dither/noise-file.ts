/** A matrix of thresholds out of a file, for `dither.blueNoisePath`. */
import { pngSamples } from '../decode/decode.js';
import { readHeader } from '../decode/header.js';
import { NoiseMatrix } from './noise.js';
import { ImageError } from '../pixels.js';

/** Pixels of one side of a matrix. */
const MAX_SIDE = 1024;

/**
 * Reads a PNG of thresholds: the brighter a pixel, the higher. Colours count by their sum.
 *
 * @throws ImageError
 */
export async function readNoise(bytes: Uint8Array): Promise<NoiseMatrix> {
  const header = readHeader(bytes);
  const { format, width, height } = header;
  if (format !== 'png') {
    throw new ImageError('image-format', `expected a PNG file, found ${format.toUpperCase()}`);
  }
  if (Math.max(width, height) > MAX_SIDE) {
    const message = `expected at most ${MAX_SIDE} x ${MAX_SIDE} pixels, found ${width} x ${height}`;
    throw new ImageError('image-too-large', message);
  }
  const values = await pngSamples(bytes, header);
  if (values.every((value) => value === values[0])) {
    throw new ImageError(
      'image-format',
      'expected pixels of different brightness, found a single value',
    );
  }
  return new NoiseMatrix(width, height, values);
}
