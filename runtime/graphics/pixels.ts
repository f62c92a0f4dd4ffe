/** Pixels of a picture, and what keeps a picture from being shown. */

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, 0 to 255, in sRGB; alpha is not multiplied in. */
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** Pixels of the largest picture that is decoded. */
export const MAX_PIXELS = 64 * 1024 * 1024;
/** Bytes of the largest file that is decoded. */
export const MAX_BYTES = 64 * 1024 * 1024;

export type ImageFault = 'image-format' | 'image-damaged' | 'image-too-large';

/** A file that is not shown as a picture: the message says why. */
export class ImageError extends Error {
  constructor(
    readonly code: ImageFault,
    message: string,
    readonly suggestion?: string,
  ) {
    super(message);
  }
}
