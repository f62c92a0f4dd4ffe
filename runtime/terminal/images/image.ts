/** Images that a terminal shows, and what is allowed of them. */
import { indexedBytes } from '../../graphics/indexed-format.js';
import { MAX_PLACES } from '../../base/text/image-parts.js';

/** How an image gets to the terminal. Kitty's keeps it and shows it at cells that name it; the others draw it once. */
export const IMAGE_PROTOCOLS = ['kitty', 'iterm2', 'sixel'] as const;
export type ImageProtocol = (typeof IMAGE_PROTOCOLS)[number];

/** An image in the size that it is shown in. */
export interface TerminalImage {
  readonly protocol: ImageProtocol;
  /** The cells that it covers. */
  readonly columns: number;
  readonly rows: number;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * Red, green, blue and alpha of each pixel, 0 to 255. For `sixel`: a palette and its indexes, as laid out in
   * graphics/indexed-format.ts.
   */
  readonly data: Uint8Array;
  /** What shows it where it cannot be drawn; of kitty's, none: its cells show it wherever they are. */
  readonly cells?: ImageCells | undefined;
}

/** Cells of an image, row by row. */
export interface ImageCells {
  /** Code points. */
  readonly glyphs: Uint32Array;
  /** Colours. */
  readonly fg: Uint32Array;
  readonly bg: Uint32Array;
}

/** Shows images; `id` is one of `ImageIds`. */
export interface ImageSink {
  /** Returns false if there is no room now: what has been sent has to be shown first. */
  send(id: number, image: TerminalImage): boolean;
  remove(id: number): void;
}

/** The image ids reserved for a session, so that it does not collide with images of other programs. */
export interface ImageIds {
  readonly first: number;
  readonly count: number;
}

/** Maximum bytes of one image, and of all images kept. */
export const MAX_IMAGE_BYTES = 16 * 1024 * 1024;
export const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** Maximum bytes of images between two shown frames. */
export const MAX_BYTES_A_FRAME = 16 * 1024 * 1024;
/** Maximum images between two shown frames: one pixel is a few bytes here, and hundreds for the terminal. */
export const MAX_IMAGES_A_FRAME = 255;

/** Bytes of one cell of `ImageCells`, as sent. */
export const CELL_BYTES = 12;

export type ImageSize = Pick<TerminalImage, 'protocol' | 'columns' | 'rows' | 'width' | 'height'>;

/** Bytes of the pixels of an image, and of its cells. */
export function bytesOf({ protocol, columns, rows, width, height }: ImageSize): {
  readonly pixels: number;
  readonly cells: number;
} {
  const isIndexed = protocol === 'sixel';
  return {
    pixels: isIndexed ? indexedBytes(width, height) : width * height * 4,
    cells: protocol === 'kitty' ? 0 : columns * rows * CELL_BYTES,
  };
}

/** The error in the size of an image; undefined if the size is valid. */
export function findSizeError(size: ImageSize): string | undefined {
  const { columns, rows, width, height } = size;
  const isPlace = (side: number): boolean => side >= 1 && side <= MAX_PLACES;
  if (!isPlace(columns) || !isPlace(rows)) return 'an image on too many cells';
  if (width < 1 || height < 1) return 'an image without pixels';
  const { pixels, cells } = bytesOf(size);
  return pixels + cells > MAX_IMAGE_BYTES ? 'an image that is too large' : undefined;
}

/** A range of 255 ids by chance: of 24 bits, since the colour of a text states them, and never 0. */
export function someImageIds(): ImageIds {
  return { first: (1 + Math.floor(Math.random() * 0xfffe)) * 256 + 1, count: 255 };
}
