/** Pixels that scripts read and write one by one. */
import { nameClass } from '../../base/class-name.js';

/** Pixels of the largest canvas, and of the largest piece that is read of one. */
const MAX_CANVAS = 16 * 1024 * 1024;

export class ImageData {
  static {
    nameClass(this, 'ImageData');
  }

  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly colorSpace = 'srgb';

  /**
   * `new ImageData(width, height)` is clear; `new ImageData(data, width, height?)` has four bytes a pixel.
   *
   * @throws DOMException where sizes are none, or do not fit the data
   */
  constructor(first: number | Uint8ClampedArray, second: number, third?: number) {
    if (typeof first === 'object') {
      const width = side(second);
      const height = third === undefined ? first.length / 4 / width : side(third);
      if (!Number.isInteger(height) || first.length !== 4 * width * height) {
        throw new DOMException(
          `ImageData: expected rows of ${width} pixels of four bytes, found ${first.length} bytes`,
          'InvalidStateError',
        );
      }
      [this.data, this.width, this.height] = [first, width, height];
      return;
    }
    [this.width, this.height] = [side(first), side(second)];
    this.data = new Uint8ClampedArray(4 * pixelCount(this.width, this.height));
  }
}

/** @throws RangeError for more pixels than a canvas has */
export function pixelCount(width: number, height: number): number {
  if (width * height > MAX_CANVAS) {
    throw new RangeError(`expected at most ${MAX_CANVAS} pixels, found ${width} x ${height}`);
  }
  return width * height;
}

/** @throws DOMException for what is not a number of pixels */
export function side(value: number): number {
  const size = Math.trunc(Number(value));
  if (Number.isFinite(size) && size !== 0) return Math.abs(size);
  throw new DOMException(`expected a number of pixels, found ${String(value)}`, 'IndexSizeError');
}
