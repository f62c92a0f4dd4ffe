/** A picture that the terminal shows itself, in pixels, at cells that name it. */
import type { Painter } from '../../runtime/element/contract.js';
import { COMPUTED } from '../../runtime/element/internals.js';
import { repaintAfter, resourcesOf } from '../../runtime/element/services.js';
import type { TuiElement } from '../../runtime/element/tui-element.js';
import type { ObjectFit } from '../../runtime/graphics/fit.js';
import { imageOf } from '../../runtime/graphics/image.js';
import type { Picture } from '../../runtime/graphics/pixels.js';
import { colorOfImage, MAX_PLACES, placeholder } from '../../runtime/graphics/placeholders.js';

type CellImages = NonNullable<NonNullable<ReturnType<typeof resourcesOf>>['images']>;

/** Frames of an animation that the terminal keeps, and bytes of all of them; others move in cells. */
const MAX_FRAMES = 64;
const MAX_BYTES = 32 * 1024 * 1024;
/** Milliseconds after which there may be room for an image. */
const LATER = 50;

export class ShownPixels {
  #images: CellImages | undefined;
  /** What they were made for. */
  #key = '';
  /** Ids by frame. */
  readonly #ids = new Map<number, number>();

  constructor(private readonly element: TuiElement) {}

  /** False where it has to be shown by other cells. */
  paint(painter: Painter, picture: Picture, frame: number, mode: 'auto' | 'kitty'): boolean {
    const images = resourcesOf(this.element)?.images;
    const isShown = images !== undefined && (mode === 'kitty' || images.isSure);
    const { width, height } = painter;
    // The colour of the text names the image, and has to come through as it is.
    const isAble = painter.depth === 'truecolor' && painter.glyphs === 'unicode';
    if (!isShown || !isAble || Math.max(width, height) > MAX_PLACES) {
      this.remove();
      return false;
    }
    const id = this.#idOf(images, { width, height }, picture, frame);
    if (id === undefined) return false;
    const { clip } = painter;
    const style = painter.style(colorOfImage(id), painter.bg, 0);
    const end = Math.min(height, clip.y + clip.height);
    const right = Math.min(width, clip.x + clip.width);
    for (let y = Math.max(0, clip.y); y < end; y++) {
      for (let x = Math.max(0, clip.x); x < right; x++)
        painter.text(x, y, placeholder(y, x), style);
    }
    return true;
  }

  /** Takes what was sent out of the terminal. */
  remove(): void {
    for (const id of this.#ids.values()) this.#images?.remove(id);
    this.#ids.clear();
    this.#key = '';
  }

  #idOf(
    images: CellImages,
    box: { readonly width: number; readonly height: number },
    picture: Picture,
    frame: number,
  ): number | undefined {
    const { element } = this;
    const fit = element[COMPUTED]['objectFit'] as ObjectFit;
    const cell = resourcesOf(element)?.pictures.cell;
    const key = JSON.stringify([box, fit, cell]);
    if (key !== this.#key || images !== this.#images) this.remove();
    this.#images = images;
    this.#key = key;
    const known = this.#ids.get(frame);
    if (known !== undefined) return known;
    const count = picture.animation?.count ?? 1;
    const image = imageOf(picture.animation?.show(frame) ?? picture, box, fit, cell);
    if (count > MAX_FRAMES || count * image.data.length > Math.max(MAX_BYTES, image.data.length)) {
      return undefined;
    }
    const id = images.send(image);
    if (id === 'later') repaintAfter(element, LATER);
    if (typeof id !== 'number') return undefined;
    this.#ids.set(frame, id);
    return id;
  }
}
