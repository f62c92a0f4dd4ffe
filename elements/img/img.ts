/** An image, in cells that are clipped, scrolled and covered as all others are. */
import {
  ACCESSIBLE_NODE,
  addState,
  animationTimeOf,
  cellWidth,
  COMPUTED,
  describeElement,
  DISCONNECTED,
  fire,
  GET_SELECTABLE_TEXT,
  GET_SELECTION_HIGHLIGHT_BOUNDS,
  invalidate,
  IS_TEXT_SELECTABLE,
  isStill,
  MEASURE,
  nameOf,
  PAINT,
  PROPS,
  removeState,
  repaintAfter,
  reportUnread,
  resourcesOf,
  sanitize,
  sourceOf,
  withdrawUnread,
} from '../support/author.js';
import type {
  AccessibleElement,
  AttributeValues,
  Painter,
  SelectionBounds,
  Size,
  StateTable,
} from '../support/author.js';
import type { Diagnostic } from '../../runtime/base/diagnostics.js';
import {
  KEEP,
  pictureCells,
  type CellOptions,
  type PictureCells,
} from '../../runtime/graphics/cells.js';
import { naturalCells, type ObjectFit } from '../../runtime/graphics/fit.js';
import { imageOf } from '../../runtime/graphics/image.js';
import { ImageError, type Picture, type Pixels } from '../../runtime/graphics/pixels.js';
import { wrap } from '../../runtime/base/text/wrap.js';
import { CANVAS_CELL, CanvasCells } from '../canvas/cells.js';
import { isPixelMode, modeFor, noiseOf, shownByText } from '../support/pictures.js';
import { ShadedElement, SHADERS } from '../support/shading/shaded-element.js';
import type { GfxMode } from '../../runtime/graphics/modes.js';
import { ATTRIBUTES, EVENTS, RULES, STYLES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { loadPicture, sharedLoading } from './load.js';
import { Playback } from './playback.js';
import { DisplayedPixels } from './displayed-pixels.js';

/** Cells of a box that is computed as a whole; of a larger one, the rows that show. */
const MAX_CELLS = 1 << 18;
/** Beyond any screen, in cells. */
const MAX_SIDE = 0xffff;
/** UTF-16 units of `alt` that are painted and copied. */
const MAX_ALT = 10_000;
/** Cells of all frames of an animation that are kept, so that only the first round computes them. */
const MAX_KEPT = 1 << 20;

export class Img extends ShadedElement {
  static override readonly tag: string = 'img';
  static override readonly description: string =
    'An image: PNG, JPEG, GIF or WebP. Its box keeps the aspect ratio if one dimension is free. A GIF is animated while it is visible, in an app that runs in a terminal.';
  static override readonly content = 'none';
  static override readonly shrinkToFit = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles = STYLES;
  static override readonly events = EVENTS;
  static override readonly states = {
    loading: 'The file is being read.',
    broken: 'The image cannot be shown; `alt` is.',
  } as const satisfies StateTable;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;

  #pixels: Picture | undefined;
  #playback: Playback | undefined;
  /** What is loaded, or was tried last. */
  #loaded: string | undefined;
  #shown: DisplayedPixels | undefined;
  /** By frame. */
  readonly #cells = new Map<number, PictureCells>();
  #isLoading = false;
  /** Counts loads: what an earlier one has read is not shown over a later one. */
  #loads = 0;
  /** What shaders see, and what it was made for. */
  #source: Pixels | undefined;
  #shadedKey = '';
  #shadedCells: CanvasCells | undefined;
  /** What the cells were computed for. */
  #key = '';
  #unwatch: (() => void) | undefined;

  /** Width of the image in pixels; 0 while there is none. */
  get naturalWidth(): number {
    return this.#pixels?.width ?? 0;
  }
  get naturalHeight(): number {
    return this.#pixels?.height ?? 0;
  }

  /** False from a change of `src` until the image is shown or has failed. */
  get complete(): boolean {
    const { src = '' } = this[PROPS];
    return src === '' || (this.#loaded === src && !this.#isLoading);
  }

  override [DISCONNECTED](): void {
    super[DISCONNECTED]();
    this.#forget();
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#count(false);
  }

  override [MEASURE](available: Size): Size {
    this.#load();
    const { width, height } = this[COMPUTED];
    const isSet = (side: unknown): boolean => side !== undefined && side !== 'auto';
    const set = {
      width: isSet(width) && Number.isFinite(available.width) ? available.width : undefined,
      height: isSet(height) && Number.isFinite(available.height) ? available.height : undefined,
    };
    if (this.#pixels !== undefined) {
      return naturalCells(this.#pixels, available, set, resourcesOf(this)?.pictures.cell);
    }
    const text = this.#text();
    const most = Math.min(available.width, Math.max(1, cellWidth(text)));
    const lines = text === '' ? [] : wrap(text, Math.max(1, most));
    return {
      width: set.width ?? (text === '' ? 0 : most),
      height: set.height ?? Math.min(lines.length, available.height),
    };
  }

  override [PAINT](painter: Painter): void {
    this.#load();
    // Elements of a document are connected before there is an app that has settings.
    if (this.#unwatch === undefined) this.#watch();
    const pixels = this.#pixels;
    if (painter.width <= 0 || painter.height <= 0) return;
    if (pixels === undefined) this.#paintText(painter);
    else this.#paintPicture(painter, pixels);
  }

  #watch(): void {
    this.#count(true);
    this.#unwatch = resourcesOf(this)?.onChange((file) => {
      if (file !== undefined && file !== this[PROPS].src) return;
      // What is shown stays until the file has been read again.
      if (file !== undefined) this.#loaded = undefined;
      invalidate(this, 'layout');
    });
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const state = this.#pixels !== undefined ? false : this.complete ? 'not shown' : 'loading';
    return { role: 'img', name: nameOf(this, this[PROPS].alt), line: { states: [state] } };
  }

  /** An image is copied as its `alt`: its cells mean nothing outside the terminal. */
  override [IS_TEXT_SELECTABLE](): boolean {
    return this[GET_SELECTABLE_TEXT]() !== '';
  }

  override [GET_SELECTABLE_TEXT](): string {
    return sanitize(this[PROPS].alt.slice(0, MAX_ALT));
  }

  /** The whole image, wherever in it a drag starts and ends. */
  override [GET_SELECTION_HIGHLIGHT_BOUNDS](): SelectionBounds {
    return { startX: 0, endX: MAX_SIDE, startY: 0, endY: MAX_SIDE };
  }

  /** Loads what `src` names, once it is to be laid out: what does not show is not read. */
  #load(): void {
    const { src = '' } = this[PROPS];
    if (src === (this.#loaded ?? '')) return;
    const resources = resourcesOf(this);
    this.#loaded = src;
    const load = ++this.#loads;
    withdrawUnread(this);
    if (src === '') {
      removeState(this, 'broken');
      this.#show(undefined);
      return;
    }
    if (resources === undefined) return;
    this.#isLoading = true;
    addState(this, 'loading');
    removeState(this, 'broken');
    const isCurrent = (): boolean => this.#loads === load;
    resources.waitFor(
      loadPicture(src, resources, isCurrent).then(
        (pixels) => {
          if (pixels === undefined || !isCurrent()) return;
          this.#show(pixels);
          fire(this, 'load', {}, { bubbles: false, cancelable: false });
        },
        (error: unknown) => {
          if (!isCurrent()) return;
          this.#show(undefined);
          addState(this, 'broken');
          this.#report(src, error);
        },
      ),
    );
  }

  #show(pixels: Picture | undefined): void {
    this.#pixels = pixels;
    this.#count(true);
    this.#source = undefined;
    this[SHADERS].restart();
    this.#playback = undefined;
    this.#isLoading = false;
    this.#cells.clear();
    this.#key = '';
    this.#forget();
    removeState(this, 'loading');
    if (pixels !== undefined) removeState(this, 'broken');
    invalidate(this, 'layout');
  }

  /** Its pixels count as shown while it is in the document. */
  #count(isShown: boolean): void {
    const resources = resourcesOf(this);
    if (resources === undefined) return;
    const { shown } = sharedLoading(resources);
    if (isShown && this.isConnected && this.#pixels !== undefined) shown.set(this, this.#pixels);
    else shown.delete(this);
  }

  #report(src: string, error: unknown): void {
    const known = error instanceof ImageError ? error : undefined;
    const name = src.startsWith('data:') ? 'data:' : src.slice(0, 200);
    const reason = error instanceof Error ? error.message : String(error);
    const source = sourceOf(this);
    const diagnostic: Diagnostic = {
      severity: shownByText.has(this) ? 'warning' : 'error',
      code: known?.code ?? 'image-unread',
      message: `${describeElement(this)}: "${sanitize(name)}" cannot be shown: ${sanitize(reason)}`,
      suggestion: known?.suggestion,
      source: source?.source,
      span: source?.valueSpan('src') ?? source?.name,
    };
    reportUnread(this, diagnostic);
  }

  /** What is painted in the place of the picture. */
  #text(): string {
    const { src = '', alt } = this[PROPS];
    if (src === '' && alt === '') return '';
    const name = src.startsWith('data:') ? '' : src.slice(src.lastIndexOf('/') + 1);
    return sanitize((alt === '' ? name : alt).slice(0, MAX_ALT));
  }

  #paintText(painter: Painter): void {
    const lines = wrap(this.#text(), painter.width);
    for (let row = 0; row < Math.min(lines.length, painter.height); row++) {
      painter.text(0, row, lines[row]!.trimEnd());
    }
  }

  #paintPicture(painter: Painter, pixels: Picture): void {
    const frame = this.#frameOf(pixels);
    const mode = this.#mode;
    if (this[SHADERS].isActive) {
      this.#paintShaded(painter, pixels, frame, mode);
      return;
    }
    if (isPixelMode(mode)) {
      this.#shown ??= new DisplayedPixels(this);
      const cells = (): PictureCells => this.#cellsFor(painter, pixels, frame);
      const isMoving = this.#playback !== undefined;
      if (this.#shown.paint(painter, { picture: pixels, frame, isMoving, mode, cells })) return;
    } else this.#forget();
    const cells = this.#cellsFor(painter, pixels, frame);
    const from = Math.max(0, painter.clip.y);
    const end = Math.min(painter.height, painter.clip.y + painter.clip.height);
    const left = Math.max(0, painter.clip.x);
    const right = Math.min(painter.width, painter.clip.x + painter.clip.width);
    for (let y = from; y < end; y++) {
      const row = y - this.#firstRow;
      if (row < 0 || row >= cells.height) continue;
      for (let x = left; x < right; x++) {
        const at = row * cells.width + x;
        const glyph = cells.glyphs[at]!;
        if (glyph === 0) continue;
        const fg = cells.fg[at]!;
        const bg = cells.bg[at]!;
        const style = painter.style(
          fg === KEEP ? painter.fg : fg,
          bg === KEEP ? painter.bg : bg,
          0,
        );
        painter.put(x, y, glyph, style);
      }
    }
  }

  /** Shaders see the picture as it is in its box, in the pixels of a canvas of that size. */
  #paintShaded(painter: Painter, pixels: Picture, frame: number, mode: GfxMode): void {
    this.#forget();
    const { width, height } = painter;
    const fit = this[COMPUTED]['objectFit'] as ObjectFit;
    const key = JSON.stringify([width, height, fit, frame]);
    if (this.#shadedKey !== key || this.#source === undefined) {
      this.#shadedKey = key;
      const shown = pixels.animation?.show(frame) ?? pixels;
      this.#source = imageOf(shown, { width, height }, fit, CANVAS_CELL);
      this[SHADERS].onChange();
    }
    const settings = resourcesOf(this)?.pictures;
    const shaded = this[SHADERS].paint(this.#source);
    this.#shadedCells ??= new CanvasCells();
    this.#shadedCells.paint(painter, shaded ?? this.#source, {
      mode,
      algorithm: settings?.algorithm,
      bits: settings?.bits,
      noise: noiseOf(this),
    });
  }

  #firstRow = 0;

  /** The frame of an animation that shows now; requests the next one. */
  #frameOf({ animation }: Picture): number {
    const animates = resourcesOf(this)?.pictures.animate !== false;
    if (animation === undefined || isStill(this) || !animates) {
      this.#playback = undefined;
      return 0;
    }
    this.#playback ??= new Playback(animation);
    const next = this.#playback.advance(animationTimeOf(this));
    if (next !== undefined) repaintAfter(this, next);
    return this.#playback.frame;
  }

  #cellsFor(painter: Painter, pixels: Picture, frame: number): PictureCells {
    const { width, height, visible, depth, scheme, isGray } = painter;
    const isWhole = width * height <= MAX_CELLS;
    const rows = isWhole
      ? { from: 0, count: height }
      : { from: Math.max(0, visible.y), count: Math.max(0, Math.min(visible.height, height)) };
    const settings = resourcesOf(this)?.pictures;
    const options: CellOptions = {
      width,
      height,
      rows,
      depth,
      scheme,
      isGray,
      fit: this[COMPUTED]['objectFit'] as ObjectFit,
      cell: settings?.cell,
      mode: modeFor(painter, this.#mode),
      algorithm: settings?.algorithm,
      bits: settings?.bits,
      noise: noiseOf(this),
      background: painter.bg,
    };
    const key = JSON.stringify(options);
    if (this.#key !== key) {
      this.#cells.clear();
      this.#key = key;
      this.#firstRow = rows.from;
    }
    const known = this.#cells.get(frame);
    if (known !== undefined) return known;
    const cells = pictureCells(pixels.animation?.show(frame) ?? pixels, options);
    if ((this.#cells.size + 1) * cells.glyphs.length > MAX_KEPT) this.#cells.clear();
    this.#cells.set(frame, cells);
    return cells;
  }

  get #mode(): GfxMode {
    const style = this[COMPUTED]['gfxMode'] as GfxMode | undefined;
    return this[PROPS].gfxMode ?? style ?? resourcesOf(this)?.pictures.mode ?? 'sextant';
  }

  /** Nothing of it is to stay in the terminal. */
  #forget(): void {
    this.#shown?.remove();
    this.#shown = undefined;
  }
}
