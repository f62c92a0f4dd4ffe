/** Pixels of a picture, and what keeps a picture from being shown. */
import { nameClass } from '../base/class-name.js';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, 0 to 255, in sRGB; alpha is not multiplied in. */
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** Frames that follow each other in time. */
export interface Animation {
  /** Frames; fewer once one is found that cannot be read. */
  readonly count: number;
  /** How often all of them are shown; may be infinite. */
  readonly plays: number;
  /** Milliseconds that a frame is shown. */
  delay(frame: number): number;
  /** The picture at a frame, in bytes that the next call changes. In order each frame costs itself only. */
  show(frame: number): Pixels;
}

/** What is in a file: its first frame, and the others where there are any. */
export interface Picture extends Pixels {
  readonly animation?: Animation;
}

/** Pixels of the largest picture that is decoded. */
export const MAX_PIXELS = 64 * 1024 * 1024;
/** Bytes of the largest file that is decoded. */
export const MAX_BYTES = 64 * 1024 * 1024;

export type ImageErrorCode = 'image-format' | 'image-damaged' | 'image-too-large';

/** A file that cannot be shown as an image; the message states why. */
export class ImageError extends Error {
  static {
    nameClass(this, 'ImageError');
  }

  constructor(
    readonly code: ImageErrorCode,
    message: string,
    readonly suggestion?: string,
  ) {
    super(message);
  }
}
