/**
 * A painter for specs of one element: it draws into cells of its own and throws where anything is
 * painted outside the box, which the real one would clip in silence.
 */
import {
  DEFAULT_COLOR,
  parseColor,
  type Color,
  type ColorDepth,
} from '../../runtime/base/color.js';
import { intersect, type Rect } from '../../runtime/base/geometry.js';
import {
  CellBuffer,
  REVERSE,
  WIDE_TAIL,
  type Style,
  type StyleId,
} from '../../runtime/paint/cells.js';
import { graphemes } from '../../runtime/base/text/graphemes.js';
import { placeholder, type ImagePart } from '../../runtime/base/text/image-parts.js';
import { sanitize } from '../../runtime/base/text/sanitize.js';
import type { Painter } from '../../runtime/element/contract.js';

export interface GridOptions {
  readonly depth?: ColorDepth;
  readonly clip?: Rect;
  readonly fg?: Color;
  readonly bg?: Color;
  readonly variables?: Readonly<Record<string, string>>;
}

export class GridPainter implements Painter {
  readonly cells: CellBuffer;
  readonly clip: Rect;
  readonly visible: Rect;
  readonly depth: ColorDepth;
  readonly scheme = 'dark';
  readonly isGray = false;
  readonly showsImages = true;
  readonly glyphs = 'unicode';
  readonly base: StyleId;
  readonly blank: StyleId;
  readonly fg: Color;
  readonly bg: Color;
  readonly #variables: Readonly<Record<string, string>>;

  constructor(
    readonly width: number,
    readonly height: number,
    options: GridOptions = {},
  ) {
    this.cells = new CellBuffer(width, height);
    this.clip = this.visible = options.clip ?? { x: 0, y: 0, width, height };
    this.depth = options.depth ?? 'truecolor';
    this.fg = options.fg ?? DEFAULT_COLOR;
    this.bg = options.bg ?? DEFAULT_COLOR;
    this.#variables = options.variables ?? {};
    this.base = this.cells.table.intern(this.fg, this.bg, 0);
    this.blank = this.base;
  }

  style(fg = this.fg, bg = this.bg, attributes = 0): StyleId {
    return this.cells.table.intern(fg, bg, attributes);
  }

  color(css: string): Color | undefined {
    const name = /^var\(--([\w-]+)\)$/.exec(css)?.[1];
    return parseColor(name === undefined ? css : (this.#variables[name] ?? ''));
  }

  put(x: number, y: number, codePoint: number, style: StyleId = this.base): void {
    this.#check(x, y, 1, 1);
    this.#set(x, y, codePoint, style);
  }

  fill(
    x: number,
    y: number,
    width: number,
    height: number,
    codePoint: number,
    style: StyleId = this.base,
  ): void {
    this.#check(x, y, width, height);
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++) this.#set(column, row, codePoint, style);
    }
  }

  run(
    x: number,
    y: number,
    codePoints: Uint32Array,
    count: number,
    style: StyleId = this.base,
  ): void {
    this.#check(x, y, count, 1);
    for (let i = 0; i < count; i++) this.#set(x + i, y, codePoints[i] ?? 0, style);
  }

  text(
    x: number,
    y: number,
    text: string,
    style: StyleId = this.base,
    maxWidth = this.width - x,
  ): number {
    let column = x;
    for (const { text: cluster, width } of graphemes(sanitize(text))) {
      if (column + width > x + maxWidth) break;
      this.#check(column, y, width, 1);
      this.#set(column, y, this.cells.table.glyph(cluster), style);
      if (width === 2) this.#set(column + 1, y, WIDE_TAIL, style);
      column += width;
    }
    return column - x;
  }

  imagePart(x: number, y: number, { row, column }: ImagePart, style: StyleId): void {
    this.#check(x, y, 1, 1);
    this.#set(x, y, this.cells.table.glyph(placeholder(row, column)), style);
  }

  /** Rows of text, trailing blanks dropped. */
  rows(): string[] {
    return Array.from({ length: this.height }, (_, y) => this.cells.rowText(y).trimEnd());
  }

  /** The style of a cell. */
  styleAt(x: number, y: number): Style {
    return this.cells.table.get(this.cells.styles[y * this.width + x]!);
  }

  charAt(x: number, y: number): string {
    return this.cells.table.text(this.cells.glyphs[y * this.width + x]!);
  }

  /** True where the cell is shown reversed. */
  reversedAt(x: number, y: number): boolean {
    return (this.styleAt(x, y).attributes & REVERSE) !== 0;
  }

  #check(x: number, y: number, width: number, height: number): void {
    const inside =
      Number.isInteger(x) &&
      Number.isInteger(y) &&
      x >= 0 &&
      y >= 0 &&
      width >= 0 &&
      height >= 0 &&
      x + width <= this.width &&
      y + height <= this.height;
    if (!inside) {
      throw new Error(
        `painted ${width}x${height} at (${x}, ${y}), outside of ${this.width}x${this.height}`,
      );
    }
  }

  #set(x: number, y: number, glyph: number, style: StyleId): void {
    const cell = intersect(this.clip, { x, y, width: 1, height: 1 });
    if (cell.width === 0) return;
    const index = y * this.width + x;
    this.cells.glyphs[index] = glyph;
    this.cells.styles[index] = this.cells.table.merge(style, this.cells.styles[index]!);
  }
}
