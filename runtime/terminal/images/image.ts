/** Images that a terminal keeps, and what is allowed of them. */

/** An image in the size that it is shown in. */
export interface TerminalImage {
  /** The cells that it covers. */
  readonly columns: number;
  readonly rows: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, 0 to 255. */
  readonly data: Uint8Array;
}

/** Shows images; `id` is one of `ImageIds`. */
export interface ImageSink {
  /** False where there is no room for it now: what has been sent has to be shown first. */
  send(id: number, image: TerminalImage): boolean;
  remove(id: number): void;
}

/** The ids that a session has, so that it meets no image of another program. */
export interface ImageIds {
  readonly first: number;
  readonly count: number;
}

/** Rows and columns that placeholders can name. */
export const MAX_PLACES = 297;
/** Bytes of the pixels of one image, and of all that are kept. */
export const MAX_IMAGE_BYTES = 16 * 1024 * 1024;
export const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** Bytes of pixels between two frames that were shown. */
export const MAX_BYTES_A_FRAME = 16 * 1024 * 1024;

/** What is wrong with the size of an image; undefined: nothing. */
export function sizeFault({ columns, rows, width, height }: Omit<TerminalImage, 'data'>) {
  const isPlace = (side: number): boolean => side >= 1 && side <= MAX_PLACES;
  if (!isPlace(columns) || !isPlace(rows)) return 'an image on too many cells';
  if (width < 1 || height < 1) return 'an image without pixels';
  return width * height * 4 > MAX_IMAGE_BYTES ? 'an image that is too large' : undefined;
}

/** A range of 255 ids by chance: of 24 bits, since the colour of a text states them, and never 0. */
export function someImageIds(): ImageIds {
  return { first: (1 + Math.floor(Math.random() * 0xfffe)) * 256 + 1, count: 255 };
}
