/** An image that the terminal displays in pixels, and the cells that refer to it. */
import { knownChannels, rgb, type Color } from '../../runtime/base/color.js';
import type { Painter } from '../../runtime/element/contract.js';
import { COMPUTED } from '../../runtime/element/internals.js';
import { repaintAfter, resourcesOf } from '../../runtime/element/services.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import { KEEP, type PictureCells } from '../../runtime/graphics/cells.js';
import type { ObjectFit } from '../../runtime/graphics/fit.js';
import { imageOf } from '../../runtime/graphics/image.js';
import { indexed } from '../../runtime/graphics/indexed.js';
import type { Picture } from '../../runtime/graphics/pixels.js';
import { BLANK } from '../../runtime/paint/cells.js';
import { MAX_PLACES } from '../../runtime/base/text/image-parts.js';
import type { PixelMode } from '../../runtime/graphics/modes.js';

type CellImages = NonNullable<NonNullable<ReturnType<typeof resourcesOf>>['images']>;
type CellImage = Parameters<CellImages['send']>[0];
type Protocol = CellImage['protocol'];

/** Frames of an animation that the terminal keeps, and bytes of all of them; others move in cells. */
const MAX_FRAMES = 64;
const MAX_BYTES = 32 * 1024 * 1024;
/** Milliseconds after which there may be room for an image. */
const LATER = 50;

export interface Showing {
  readonly picture: Picture;
  readonly frame: number;
  /** Other frames follow. */
  readonly isMoving: boolean;
  readonly mode: PixelMode;
  /** What shows the frame where pixels cannot; undefined where that is not known as a whole. */
  cells(): PictureCells | undefined;
}

export class DisplayedPixels {
  #images: CellImages | undefined;
  /** What they were made for. */
  #key = '';
  #cells: PictureCells | undefined;
  /** Ids by frame. */
  readonly #ids = new Map<number, number>();

  readonly #element: TuiElement;

  constructor(element: TuiElement) {
    this.#element = element;
  }

  /** False where it has to be shown by other cells. */
  paint(painter: Painter, showing: Showing): boolean {
    // What the frames show stays.
    if (!painter.showsImages) return false;
    const images = resourcesOf(this.#element)?.images;
    const protocol = images?.protocolFor(showing.mode);
    const { width, height } = painter;
    if (
      images === undefined ||
      protocol === undefined ||
      !this.#isAble(painter, showing, protocol) ||
      Math.max(width, height) > MAX_PLACES
    ) {
      this.remove();
      return false;
    }
    const id = this.#idOf(images, painter, showing, protocol);
    if (id === undefined) return false;
    const { clip } = painter;
    const style = painter.style(colorOfImage(id), painter.bg, 0);
    const end = Math.min(height, clip.y + clip.height);
    const right = Math.min(width, clip.x + clip.width);
    for (let y = Math.max(0, clip.y); y < end; y++) {
      for (let x = Math.max(0, clip.x); x < right; x++)
        painter.imagePart(x, y, { row: y, column: x }, style);
    }
    return true;
  }

  /** Takes what was sent out of the terminal. */
  remove(): void {
    for (const id of this.#ids.values()) this.#images?.remove(id);
    this.#ids.clear();
    this.#key = '';
    this.#cells = undefined;
  }

  #isAble({ depth, glyphs }: Painter, { isMoving }: Showing, protocol: Protocol): boolean {
    if (glyphs !== 'unicode') return false;
    // The colour of the text names the image, and has to come through as it is.
    if (protocol === 'kitty') return depth === 'truecolor';
    // What is drawn is sent whole for each frame; and without the size of a cell it would cover others.
    const isSized = protocol !== 'sixel' || resourcesOf(this.#element)?.pictures.cell !== undefined;
    return !isMoving && isSized && (depth === 'truecolor' || depth === '256');
  }

  /** Removes what is shown where it was sent for other images, another key or other cells. */
  #keepFor(images: CellImages, key: string, cells: ReturnType<Showing['cells']>): void {
    if (key !== this.#key || images !== this.#images || cells !== this.#cells) this.remove();
    this.#images = images;
    this.#key = key;
    this.#cells = cells;
  }

  #idOf(
    images: CellImages,
    painter: Painter,
    showing: Showing,
    protocol: Protocol,
  ): number | undefined {
    const element = this.#element;
    const box = { width: painter.width, height: painter.height };
    const fit = element[COMPUTED]['objectFit'] as ObjectFit;
    const cell = resourcesOf(element)?.pictures.cell;
    const cells = protocol === 'kitty' ? undefined : showing.cells();
    const isWhole = cells?.width === box.width && cells.height === box.height;
    if (protocol !== 'kitty' && !isWhole) return undefined;
    // kitty's pixels do not depend on the colours around them.
    const colors = protocol === 'kitty' ? [] : [painter.fg, painter.bg];
    this.#keepFor(images, JSON.stringify([box, fit, cell, protocol, ...colors]), cells);
    const { picture, frame, isMoving } = showing;
    const known = this.#ids.get(frame);
    if (known !== undefined) return known;
    const count = isMoving ? (picture.animation?.count ?? 1) : 1;
    const image = imageOf(picture.animation?.show(frame) ?? picture, box, fit, cell);
    if (count > MAX_FRAMES || count * image.data.length > Math.max(MAX_BYTES, image.data.length)) {
      return undefined;
    }
    const data = protocol === 'sixel' ? indexed(image, knownChannels(painter.bg)) : image.data;
    const own = cells === undefined ? {} : { cells: wholeCells(cells, painter) };
    const id = images.send({ ...image, protocol, data, ...own });
    if (id === 'later') repaintAfter(element, LATER);
    if (typeof id !== 'number') return undefined;
    this.#ids.set(frame, id);
    return id;
  }
}

/** The colour of the text by which an image is known. @param id 24 bits */
function colorOfImage(id: number): Color {
  return rgb(id >> 16, (id >> 8) & 255, id & 255);
}

/** Cells with all their colours; those that a picture leaves as they are become blanks. */
function wholeCells(
  { glyphs, fg, bg }: PictureCells,
  painter: Painter,
): NonNullable<CellImage['cells']> {
  const orOwn = (colors: Int32Array, own: Color): Uint32Array =>
    Uint32Array.from(colors, (color) => (color === KEEP ? own : color));
  return {
    glyphs: glyphs.map((glyph) => (glyph === 0 ? BLANK : glyph)),
    fg: orOwn(fg, painter.fg),
    bg: orOwn(bg, painter.bg),
  };
}
