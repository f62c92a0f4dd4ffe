/** A drawing surface for scripts, with the API of a browser's canvas; displayed as images are. */
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  COMPUTED,
  contentBoxOf,
  DISCONNECTED,
  fire,
  invalidate,
  MEASURE,
  nameOf,
  PAINT,
  PROPS,
  resourcesOf,
  setDeclared,
} from '../support/author.js';
import type { AccessibleElement, AttributeValues, Painter, Size } from '../support/author.js';
import type { PixelArea } from '../../runtime/graphics/canvas/composite.js';
import { CanvasRenderingContext2D, PICTURE_OF } from '../../runtime/graphics/canvas/context.js';
import { ImageData } from '../../runtime/graphics/canvas/image-data.js';
import { CanvasGradient, CanvasPattern } from '../../runtime/graphics/canvas/paint-source.js';
import { Path2D } from '../../runtime/graphics/canvas/path2d.js';
import type { CellPixels } from '../../runtime/graphics/canvas/text-layer.js';
import type { Pixels } from '../../runtime/graphics/pixels.js';
import type { GfxMode } from '../../runtime/graphics/modes.js';
import { DisplayedPixels } from '../img/displayed-pixels.js';
import { isPixelMode, noiseOf } from '../support/pictures.js';
import { ShadedElement, SHADERS } from '../support/shading/shaded-element.js';
import { CANVAS_CELL, CanvasCells, type CanvasLook } from './cells.js';
import { ATTRIBUTES, EVENTS, STYLES } from './declaration.js';
import { EXAMPLES } from './examples.js';

/** Pixels across and down at most: of a larger box one takes more than its part of a cell. */
const MAX_SIDE = ATTRIBUTES.width.maximum;

/** Cells of a canvas that has no size. */
const WIDTH = 40;
const HEIGHT = 10;

export class Canvas extends ShadedElement {
  static override readonly tag: string = 'canvas';
  static override readonly description: string =
    "A drawing surface. `getContext('2d')` returns a subset of the browser's CanvasRenderingContext2D; text is drawn as characters of the terminal. `onPaint` fires when the canvas must be drawn.";
  static override readonly content = 'none';
  static override readonly shrinkToFit = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles = STYLES;
  static override readonly events = EVENTS;
  static override readonly globals = {
    CanvasRenderingContext2D,
    CanvasGradient,
    CanvasPattern,
    ImageData,
    Path2D,
  };
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;

  #context: CanvasRenderingContext2D | undefined;
  /** Cells of the box, when it was last laid out. */
  #columns = WIDTH;
  #rows = HEIGHT;
  /** Pixels that the last `paint` was fired for. */
  #painted = '';
  /** The pixels as they were painted last; another object after each change. */
  #picture: Pixels | undefined;
  readonly #cells = new CanvasCells();
  /** Where the terminal shows the pixels itself. */
  #shown: DisplayedPixels | undefined;
  /** What it shows. */
  #sent: Pixels | undefined;
  #unwatch: (() => void) | undefined;

  /** Pixels across; setting it clears the drawing. */
  get width(): number {
    this.#layOut();
    return this.#width;
  }
  set width(value: number) {
    setDeclared(this, 'width', whole(value));
    this.#clear();
  }
  get #width(): number {
    return Math.floor(this[PROPS].width ?? Math.min(MAX_SIDE, this.#columns * CANVAS_CELL.width));
  }

  /** Pixels down; setting it clears the drawing. */
  get height(): number {
    this.#layOut();
    return this.#height;
  }
  set height(value: number) {
    setDeclared(this, 'height', whole(value));
    this.#clear();
  }
  get #height(): number {
    return Math.floor(this[PROPS].height ?? Math.min(MAX_SIDE, this.#rows * CANVAS_CELL.height));
  }

  /** Returns the context of `2d`; null for any other kind. */
  getContext(kind: string): CanvasRenderingContext2D | null {
    if (String(kind).toLowerCase() !== '2d') return null;
    this.#layOut();
    return this.#drawn();
  }

  #drawn(): CanvasRenderingContext2D {
    const host = {
      cell: () => this.#cell,
      onChange: (area: PixelArea) => this.#onChange(area),
    };
    this.#context ??= new CanvasRenderingContext2D(this, host, this.#width, this.#height);
    return this.#context;
  }

  /** Pixels of a cell of the box. */
  get #cell(): CellPixels {
    return {
      width: Math.max(1e-3, this.#width / Math.max(1, this.#columns)),
      height: Math.max(1e-3, this.#height / Math.max(1, this.#rows)),
    };
  }

  /** The pixels, for `drawImage`. */
  [PICTURE_OF](): Pixels {
    return CanvasRenderingContext2D.pixels(this.#drawn());
  }

  override [DISCONNECTED](): void {
    this.#shown?.remove();
    super[DISCONNECTED]();
    this.#unwatch?.();
    this.#unwatch = undefined;
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'width' || name === 'height') this.#clear();
    super[ATTRIBUTE_CHANGED](name, value);
  }

  override [MEASURE](available: Size): Size {
    const { width, height } = this[PROPS];
    const columns = width === undefined ? WIDTH : Math.ceil(width / CANVAS_CELL.width);
    const rows = height === undefined ? HEIGHT : Math.ceil(height / CANVAS_CELL.height);
    const style = this[COMPUTED];
    const isSet = (side: unknown): boolean => side !== undefined && side !== 'auto';
    return {
      width: isSet(style.width) ? available.width : Math.min(columns, available.width),
      height: isSet(style.height) ? available.height : Math.min(rows, available.height),
    };
  }

  override [PAINT](painter: Painter): void {
    if (painter.width <= 0 || painter.height <= 0) return;
    this.#unwatch ??= resourcesOf(this)?.onChange(() => invalidate(this, 'paint'));
    this.#fit(painter.width, painter.height);
    this.#ask();
    const context = this.#context;
    if (context === undefined && !this[SHADERS].isActive) return;
    this.#picture ??= CanvasRenderingContext2D.pixels(this.#drawn());
    const pixels = this.#picture;
    const shaded = this[SHADERS].paint(pixels);
    const settings = resourcesOf(this)?.pictures;
    const look: CanvasLook = {
      mode: this.#mode,
      algorithm: settings?.algorithm,
      bits: settings?.bits,
      noise: noiseOf(this),
    };
    if (!this.#paintPixels(painter, shaded ?? pixels, look)) {
      this.#cells.paint(painter, shaded ?? pixels, look);
    }
    if (context !== undefined) {
      this.#cells.letters(painter, CanvasRenderingContext2D.texts(context), this.#cell);
    }
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    return { role: 'img', name: nameOf(this, this[PROPS].alt) };
  }

  /** Brings the size of the box up to date, so that what is drawn next stays. */
  #layOut(): void {
    const { width, height } = this[PROPS];
    if (width !== undefined && height !== undefined) return;
    const box = contentBoxOf(this);
    if (box !== undefined && box.width > 0 && box.height > 0) this.#fit(box.width, box.height);
  }

  #fit(columns: number, rows: number): void {
    if (columns === this.#columns && rows === this.#rows) return;
    const before = `${this.#width} ${this.#height}`;
    this.#columns = columns;
    this.#rows = rows;
    if (before === `${this.#width} ${this.#height}`) {
      this.#cells.forget();
      return;
    }
    this.#painted = '';
    this.#clear();
  }

  #clear(): void {
    if (this.#context !== undefined) {
      CanvasRenderingContext2D.resize(this.#context, this.#width, this.#height);
    }
    this.#cells.forget();
    this.#picture = undefined;
    this[SHADERS].restart();
    invalidate(this, 'paint');
  }

  /** Fires `paint` after this frame, once for each number of pixels. */
  #ask(): void {
    const size = `${this.#width} ${this.#height}`;
    if (this.#painted === size) return;
    this.#painted = size;
    resourcesOf(this)?.waitFor(
      Promise.resolve().then(() => {
        const fields = { context: this.#drawn(), width: this.#width, height: this.#height };
        fire(this, 'paint', fields, { bubbles: false, cancelable: false });
      }),
    );
  }

  #onChange(area: PixelArea): void {
    this.#cells.invalidate(area);
    this.#picture = undefined;
    this[SHADERS].onChange();
    invalidate(this, 'paint');
  }

  /** False where cells have to show them. */
  #paintPixels(painter: Painter, pixels: Pixels, look: CanvasLook): boolean {
    const { mode } = look;
    if (!isPixelMode(mode)) {
      this.#shown?.remove();
      return false;
    }
    this.#shown ??= new DisplayedPixels(this);
    if (this.#sent !== pixels) this.#shown.remove();
    this.#sent = pixels;
    return this.#shown.paint(painter, {
      picture: pixels,
      frame: 0,
      isMoving: false,
      mode,
      cells: () => this.#cells.whole(painter, pixels, look),
    });
  }

  get #mode(): GfxMode {
    const style = this[COMPUTED]['gfxMode'] as GfxMode | undefined;
    return this[PROPS].gfxMode ?? style ?? resourcesOf(this)?.pictures.mode ?? 'sextant';
  }
}

/** Properties of browsers drop the part after the point: sizes are often products. */
function whole(value: unknown): unknown {
  return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : value;
}
