/**
 * Images that are drawn over cells (sixel, iTerm2), which terminals forget where text is written over them. Frames have the
 * same cells as for kitty's protocol, each of which names its part of an image. Where all parts of one are on the screen in
 * their places, the image is drawn; elsewhere its parts are replaced by cells that show it with glyphs.
 */
import { BLANK, CellBuffer, IMAGE_CELL } from '../../paint/cells.js';
import { DEFAULT_COLOR } from '../../base/color.js';
import { UNKNOWN_GLYPH } from '../encoding/diff.js';
import type { TerminalImage } from './image.js';
import type { ImagePart } from '../../base/text/image-parts.js';
import { NamedParts } from './named-parts.js';

export interface DrawnImage extends Pick<TerminalImage, 'columns' | 'rows' | 'cells'> {
  /** What draws it at the cursor; made where it is drawn first. Undefined where it cannot be drawn now. */
  bytes(): Buffer | undefined;
}

/** An image on the screen, in cells. */
interface Placement {
  readonly id: number;
  readonly image: DrawnImage;
  readonly x: number;
  readonly y: number;
}

/** Milliseconds without a move after which an image that has moved more than once is drawn again. */
const REST = 120;

/** Shows images with glyphs while they move, as in a box that scrolls: one is as many bytes as thousands of cells. */
export interface RestPorts {
  /** Calls back once after this many milliseconds; returns what takes it back. */
  setTimer(callback: () => void, ms: number): () => void;
  /** Images rest again: a frame is needed. */
  onRest(): void;
}

const SAVE_CURSOR = '\x1b7';
const RESTORE_CURSOR = '\x1b8';

export class ImageLayer {
  readonly #images = new Map<number, DrawnImage>();
  /** Whether any image was shown: later frames may still have parts of it. */
  #isUsed = false;
  /** What the terminal shows. */
  #placed: readonly Placement[] = [];
  /** The images to show. */
  #nextPlacements: readonly Placement[] = [];
  #composed: CellBuffer | undefined;
  readonly #parts = new NamedParts();

  /** Where each image was when it was last whole, as an index of the cells. */
  readonly #places = new Map<number, number>();
  /** Images that have moved lately, and those of them that are in glyphs until they rest. */
  readonly #moved = new Set<number>();
  readonly #moving = new Set<number>();
  #stopTimer: (() => void) | undefined;

  readonly #isKept: (id: number) => boolean;
  readonly #rest: RestPorts | undefined;

  /**
   * @param isKept whether the terminal itself keeps an image, and shows it at cells that name it
   * @param rest default: an image is drawn wherever it moves
   */
  constructor(isKept: (id: number) => boolean, rest?: RestPorts) {
    this.#isKept = isKept;
    this.#rest = rest;
  }

  /** Frames have to be composed. */
  get isActive(): boolean {
    return this.#isUsed;
  }

  add(id: number, image: DrawnImage): void {
    this.#isUsed = true;
    this.#images.set(id, image);
  }

  delete(id: number): boolean {
    this.#places.delete(id);
    this.#moved.delete(id);
    this.#moving.delete(id);
    return this.#images.delete(id);
  }

  /** Nothing is known of what the terminal shows. */
  forget(): void {
    this.#placed = [];
  }

  /**
   * The cells to be shown for those of a frame. What the terminal has to be sent again is unknown in `front` after it.
   *
   * @param draws default true; false where images have no absolute place to be drawn at: glyphs show them
   */
  compose(back: CellBuffer, front: CellBuffer, draws = true): CellBuffer {
    const { width, height, table } = back;
    let composed = this.#composed;
    if (composed?.width !== width || composed.height !== height || composed.table !== table) {
      composed = this.#composed = new CellBuffer(width, height, table);
    }
    composed.generation = back.generation;
    composed.glyphs.set(back.glyphs);
    composed.styles.set(back.styles);
    const found = this.#find(back);
    const nextPlacements: Placement[] = [];
    for (const [id, cells] of found) {
      const image = this.#images.get(id);
      if (image === undefined) {
        this.#blank(composed, cells);
        continue;
      }
      const place = draws ? placeOf(back, cells, image) : undefined;
      if (place !== undefined && this.#isAtRest(id, place.y * width + place.x) && image.bytes()) {
        nextPlacements.push({ id, image, ...place });
        this.#fill(composed, cells, IMAGE_CELL);
      } else this.#replace(composed, cells, image);
    }
    this.#nextPlacements = nextPlacements;
    for (const placement of this.#placed) {
      if (nextPlacements.some((other) => isSame(placement, other))) continue;
      each(placement, front, (at) => {
        if (front.glyphs[at] === IMAGE_CELL) front.glyphs[at] = UNKNOWN_GLYPH;
      });
    }
    return composed;
  }

  /**
   * What draws the images that are new, have moved, or lose cells to what is written: row, first column and the one after
   * the last of each run.
   */
  draw(runs: Int32Array, count: number): readonly Buffer[] {
    const placed = this.#placed;
    const nextPlacements = this.#nextPlacements;
    this.#placed = nextPlacements;
    return nextPlacements.flatMap((placement) => {
      const isKept = placed.some((other) => isSame(placement, other));
      if (isKept && !isTouched(placement, runs, count)) return [];
      const bytes = placement.image.bytes();
      if (bytes === undefined) return [];
      const move = `${SAVE_CURSOR}\x1b[${placement.y + 1};${placement.x + 1}H`;
      return [Buffer.from(move), bytes, Buffer.from(RESTORE_CURSOR)];
    });
  }

  /** False where an image moves again shortly after it has moved: its first move is shown at once. */
  #isAtRest(id: number, at: number): boolean {
    const last = this.#places.get(id);
    this.#places.set(id, at);
    if (this.#rest === undefined || last === undefined) return true;
    if (last !== at) {
      if (this.#moved.has(id)) this.#moving.add(id);
      this.#moved.add(id);
      this.#stopTimer?.();
      this.#stopTimer = this.#rest.setTimer(() => this.#settle(), REST);
    }
    return !this.#moving.has(id);
  }

  #settle(): void {
    this.#stopTimer = undefined;
    this.#moved.clear();
    if (this.#moving.size === 0) return;
    this.#moving.clear();
    this.#rest?.onRest();
  }

  /** The cells of each image that parts name and the terminal does not keep. */
  #find(back: CellBuffer): Map<number, FoundCell[]> {
    const found = new Map<number, FoundCell[]>();
    this.#parts.visit(back, 0, back.glyphs.length, (at, part) => {
      if (this.#isKept(part.id)) return;
      const cells = found.get(part.id);
      if (cells === undefined) found.set(part.id, [{ at, part }]);
      else cells.push({ at, part });
    });
    return found;
  }

  #blank(composed: CellBuffer, cells: readonly FoundCell[]): void {
    this.#fill(composed, cells, BLANK);
  }

  #fill({ glyphs, styles, table }: CellBuffer, cells: readonly FoundCell[], glyph: number) {
    for (const { at } of cells) {
      const { bg } = table.get(styles[at]!);
      glyphs[at] = glyph;
      styles[at] = table.intern(DEFAULT_COLOR, bg, 0);
    }
  }

  #replace(
    { glyphs, styles, table }: CellBuffer,
    cells: readonly FoundCell[],
    { columns, rows, cells: own }: DrawnImage,
  ): void {
    for (const { at, part } of cells) {
      const { bg, attributes } = table.get(styles[at]!);
      const from = part.row * columns + part.column;
      const isInside = own !== undefined && part.row < rows && part.column < columns;
      glyphs[at] = isInside ? own.glyphs[from]! : BLANK;
      styles[at] = isInside
        ? table.intern(own.fg[from]!, own.bg[from]!, attributes)
        : table.intern(DEFAULT_COLOR, bg, 0);
    }
  }
}

interface FoundCell {
  /** Its index on the screen. */
  readonly at: number;
  readonly part: ImagePart;
}

/**
 * Where an image is as a whole: each part once, in its place, all in the same style. Never on the last row: some terminals
 * scroll by one after an image there.
 */
function placeOf(
  { width, height, styles }: CellBuffer,
  cells: readonly FoundCell[],
  { columns, rows }: DrawnImage,
): { readonly x: number; readonly y: number } | undefined {
  const [first] = cells;
  if (first === undefined || cells.length !== columns * rows) return undefined;
  const x = first.at % width;
  const y = Math.floor(first.at / width);
  if (x + columns > width || y + rows >= height) return undefined;
  const isWhole = cells.every(
    ({ at, part }) =>
      at === (y + part.row) * width + x + part.column && styles[at] === styles[first.at],
  );
  return isWhole ? { x, y } : undefined;
}

function isSame(one: Placement, other: Placement): boolean {
  return one.image === other.image && one.x === other.x && one.y === other.y;
}

function isTouched({ image, x, y }: Placement, runs: Int32Array, count: number): boolean {
  for (let run = 0; run < count; run++) {
    const [row = 0, start = 0, end = 0] = runs.subarray(run * 3, run * 3 + 3);
    if (row >= y && row < y + image.rows && start < x + image.columns && end > x) return true;
  }
  return false;
}

function each({ image, x, y }: Placement, buffer: CellBuffer, visit: (at: number) => void): void {
  const { width, height } = buffer;
  for (let row = y; row < Math.min(height, y + image.rows); row++) {
    for (let column = x; column < Math.min(width, x + image.columns); column++) {
      visit(row * width + column);
    }
  }
}
