/**
 * The painter an element draws with: a window on the cell buffer, set to one box at a time.
 *
 * There is one painter for a whole screen. Everything it writes is clipped, so no element can paint
 * outside its box; wide glyphs that a clip or a later glyph cuts in half become blanks.
 */
import { DEFAULT_COLOR, TRANSPARENT, type Color, type ColorDepth } from '../base/color.js';
import { EMPTY_RECT, type Rect } from '../base/geometry.js';
import { uprightOf } from '../base/text/block-glyphs.js';
import type { GlyphLevel, GlyphTable } from '../base/text/glyph-levels.js';
import { cellWidth, graphemes, type Grapheme } from '../base/text/graphemes.js';
import { placeholder, type ImagePart } from '../base/text/image-parts.js';
import { sanitize } from '../base/text/sanitize.js';
import { fit } from '../base/text/truncate.js';
import type { RefreshPainter } from '../element/contract.js';
import {
  REVERSE,
  BLANK,
  DECORATIONS,
  WIDE_TAIL,
  type CellBuffer,
  type Glyph,
  type Ink,
  type StyleId,
} from './cells.js';
import type { Damage } from './damage.js';

/** Replaces each cell of a glyph that the terminal cannot show. */
const QUESTION: Glyph = 0x3f;

/** Short printable text, which is most of a screen. */
const ASCII = /^[\x20-\x7e]{0,256}$/;

export type ResolveColor = (css: string) => Color | undefined;

/** Colours that a painter paints with. */
export interface Pen {
  readonly fg: Color;
  readonly bg: Color;
  readonly attributes: number;
  readonly base: StyleId;
  readonly ink: Ink | undefined;
  readonly under: StyleId;
  readonly resolve: ResolveColor;
}

export class CellPainter implements RefreshPainter {
  width = 0;
  height = 0;
  clip: Rect = EMPTY_RECT;
  visible: Rect = EMPTY_RECT;
  depth: ColorDepth = 'truecolor';
  scheme: 'light' | 'dark' = 'dark';
  isGray = false;
  showsImages = true;
  base: StyleId = 0;
  fg: Color = DEFAULT_COLOR;
  bg: Color = DEFAULT_COLOR;
  attributes = 0;
  /** Replaces colours with too little contrast to the background; undefined to keep them. */
  ink: Ink | undefined;
  /** The style of blanks behind the element; see `clear`. */
  under: StyleId = 0;
  /** Records written cells; null if the whole clip is already recorded. */
  touched: Damage | null = null;
  #originX = 0;
  #originY = 0;
  /** The clip on the screen: left and top inclusive, right and bottom exclusive. */
  #left = 0;
  #top = 0;
  #right = 0;
  #bottom = 0;
  #resolve: ResolveColor = () => undefined;

  readonly #cells: CellBuffer;
  /** What the terminal shows instead of glyphs that it has not; undefined where it has all. */
  readonly #level: GlyphTable | undefined;

  constructor(
    cells: CellBuffer,

    level?: GlyphTable,
  ) {
    this.#cells = cells;
    this.#level = level;
  }

  /**
   * Moves the window: `box` gives the origin and size, `clip` what may be written, `visible` what of it
   * can be seen; all in screen cells.
   */
  open(box: Rect, clip: Rect, visible: Rect = clip): void {
    this.#originX = box.x;
    this.#originY = box.y;
    this.width = box.width;
    this.height = box.height;
    this.#left = Math.max(clip.x, 0);
    this.#top = Math.max(clip.y, 0);
    this.#right = Math.min(clip.x + clip.width, this.#cells.width);
    this.#bottom = Math.min(clip.y + clip.height, this.#cells.height);
    this.clip = {
      x: this.#left - box.x,
      y: this.#top - box.y,
      width: Math.max(0, this.#right - this.#left),
      height: Math.max(0, this.#bottom - this.#top),
    };
    this.visible = visible === clip ? this.clip : this.#onScreen(box, visible);
  }

  /** The part of `area` that is on the screen, from the box's corner. */
  #onScreen(box: Rect, area: Rect): Rect {
    const left = Math.max(area.x, 0);
    const top = Math.max(area.y, 0);
    return {
      x: left - box.x,
      y: top - box.y,
      width: Math.max(0, Math.min(area.x + area.width, this.#cells.width) - left),
      height: Math.max(0, Math.min(area.y + area.height, this.#cells.height) - top),
    };
  }

  /** Sets the pen that omitted styles fall back to. */
  pen(fg: Color, bg: Color, attributes: number, resolve: ResolveColor): void {
    this.fg = fg;
    this.bg = bg;
    this.attributes = attributes;
    this.#resolve = resolve;
    this.base = this.#cells.table.intern(fg, bg, attributes);
  }

  /** The pen as `pen` left it, to be taken up again by `take`. */
  get held(): Pen {
    const { fg, bg, attributes, base, ink, under } = this;
    const resolve = this.#resolve;
    return { fg, bg, attributes, base, ink, under, resolve };
  }

  take({ fg, bg, attributes, base, ink, under, resolve }: Pen): void {
    this.fg = fg;
    this.bg = bg;
    this.attributes = attributes;
    this.base = base;
    this.ink = ink;
    this.under = under;
    this.#resolve = resolve;
  }

  style(
    fg: Color = this.fg,
    bg: Color = this.bg,
    attributes: number = this.attributes,
    link = '',
  ): StyleId {
    return this.#cells.table.intern(fg, bg, attributes, link);
  }

  /** The style of the element's blank cells: only text is underlined or struck through. */
  get blank(): StyleId {
    return this.style(this.fg, this.bg, this.attributes & ~DECORATIONS);
  }

  /** A style as it is painted on the element's own background. */
  #inked(style: StyleId, kind: 'text' | 'mark'): StyleId {
    const { ink } = this;
    if (ink === undefined || this.#cells.table.get(style).bg !== this.bg) return style;
    return this.#cells.table.legible(style, ink, kind);
  }

  get glyphs(): GlyphLevel {
    return this.#level?.level ?? 'unicode';
  }

  get generation(): number {
    return this.#cells.table.generation;
  }

  color(css: string): Color | undefined {
    return this.#resolve(css);
  }

  put(x: number, y: number, codePoint: number, style: StyleId = this.base): void {
    const column = x + this.#originX;
    const row = y + this.#originY;
    if (column < this.#left || column >= this.#right || row < this.#top || row >= this.#bottom)
      return;
    const unseen = this.#cells.table.unseen(style);
    if (unseen !== undefined) this.#write(column, row, BLANK, unseen);
    else {
      const inked = this.#inked(style, 'mark');
      if (this.#level === undefined) this.#write(column, row, codePoint, inked);
      else
        this.#write(
          column,
          row,
          this.#leveled(codePoint, inked),
          this.#leveledStyle(codePoint, inked),
        );
    }
    this.touched?.span(row, column, column + 1);
  }

  /** The level's glyph for a code point. It has too few part blocks for reversed ones, which are drawn upright. */
  #leveled(codePoint: number, style: StyleId): number {
    const level = this.#level;
    if (level === undefined) return codePoint;
    const upright = this.#isReversed(style) ? uprightOf(codePoint) : undefined;
    return level.point(upright ?? codePoint) ?? codePoint;
  }

  /** The style for the glyph that `#leveled` returns. */
  #leveledStyle(codePoint: number, style: StyleId): StyleId {
    if (!this.#isReversed(style) || uprightOf(codePoint) === undefined) return style;
    const { table } = this.#cells;
    const { fg, bg, attributes, link } = table.get(style);
    return table.intern(fg, bg, attributes & ~REVERSE, link);
  }

  #isReversed(style: StyleId): boolean {
    return (this.#cells.table.get(style).attributes & REVERSE) !== 0;
  }

  clear(x: number, y: number, width: number, height: number): void {
    this.fill(x, y, width, height, BLANK, this.under);
  }

  fill(
    x: number,
    y: number,
    width: number,
    height: number,
    codePoint: number,
    style: StyleId = this.base,
  ): void {
    const from = Math.max(x + this.#originX, this.#left);
    const to = Math.min(x + this.#originX + width, this.#right);
    const end = Math.min(y + this.#originY + height, this.#bottom);
    const { table, glyphs, styles, width: stride } = this.#cells;
    if (from >= to) return;
    const unseen = table.unseen(style);
    const inked = unseen ?? (codePoint === BLANK ? style : this.#inked(style, 'mark'));
    const shown = this.#level === undefined ? inked : this.#leveledStyle(codePoint, inked);
    const transparent = table.get(shown).bg === TRANSPARENT;
    const glyph = unseen === undefined ? this.#leveled(codePoint, inked) : BLANK;
    for (let row = Math.max(y + this.#originY, this.#top); row < end; row++) {
      const start = row * stride + from;
      const stop = row * stride + to;
      this.#mendEdges(start, stop, row);
      this.touched?.span(row, from, to);
      glyphs.fill(glyph, start, stop);
      if (!transparent) styles.fill(shown, start, stop);
      else for (let i = start; i < stop; i++) styles[i] = table.merge(shown, styles[i]!);
    }
  }

  run(
    x: number,
    y: number,
    codePoints: Uint32Array,
    count: number,
    requested: StyleId = this.base,
  ): void {
    const row = y + this.#originY;
    if (row < this.#top || row >= this.#bottom) return;
    if (this.#cells.table.unseen(requested) !== undefined) {
      this.fill(x, y, count, 1, BLANK, requested);
      return;
    }
    const style = this.#inked(requested, 'mark');
    const column = x + this.#originX;
    const from = Math.max(column, this.#left);
    const to = Math.min(column + count, this.#right);
    if (from >= to) return;
    const { table, glyphs, styles, width } = this.#cells;
    const start = row * width;
    this.#mendEdges(start + from, start + to, row);
    this.touched?.span(row, from, to);
    const level = this.#level;
    if (level === undefined) {
      for (let at = start + from; at < start + to; at++)
        glyphs[at] = codePoints[at - start - column]!;
    } else {
      for (let i = from; i < to; i++) {
        const codePoint = codePoints[i - column]!;
        glyphs[start + i] = level.point(codePoint) ?? codePoint;
      }
    }
    if (table.get(style).bg !== TRANSPARENT) styles.fill(style, start + from, start + to);
    else
      for (let at = start + from; at < start + to; at++)
        styles[at] = table.merge(style, styles[at]!);
  }

  shift(x: number, y: number, width: number, changed: number): boolean {
    const row = y + this.#originY;
    const from = x + this.#originX;
    const to = from + width;
    const { touched } = this;
    if (touched === null || row < this.#top || row >= this.#bottom) return false;
    if (from < this.#left || to > this.#right || !touched.move(row, from, to, changed))
      return false;
    const { glyphs, styles, width: stride } = this.#cells;
    const start = row * stride;
    glyphs.copyWithin(start + from, start + from + 1, start + to);
    styles.copyWithin(start + from, start + from + 1, start + to);
    return true;
  }

  text(
    x: number,
    y: number,
    text: string,
    requested: StyleId = this.base,
    maxWidth = this.width - x,
  ): number {
    const row = y + this.#originY;
    if (row < this.#top || row >= this.#bottom || maxWidth <= 0) return 0;
    if (this.#cells.table.unseen(requested) !== undefined) {
      const width = cellWidth(fit(sanitize(cutAt(text, maxWidth * 64)), maxWidth));
      this.fill(x, y, width, 1, BLANK, requested);
      return width;
    }
    const style = this.#inked(requested, 'text');
    if (ASCII.test(text)) return this.#ascii(x + this.#originX, row, text, style, maxWidth);
    let column = x + this.#originX;
    const limit = column + maxWidth;
    // No text on a row can show more graphemes than the row has cells; a hostile label is cut before it is read.
    const room = Math.max(0, limit - Math.min(column, this.#left)) * 64;
    const safe = sanitize(cutAt(text, room));
    for (const grapheme of graphemes(safe)) {
      const next = column + grapheme.width;
      if (next > limit || column >= this.#right) break;
      this.#grapheme(grapheme, column, row, style);
      column = next;
    }
    this.touched?.span(
      row,
      Math.max(x + this.#originX, this.#left),
      Math.min(Math.max(column, this.#left), this.#right),
    );
    return Math.max(0, column - x - this.#originX);
  }

  imagePart(x: number, y: number, { row, column }: ImagePart, style: StyleId): void {
    const cell = x + this.#originX;
    const line = y + this.#originY;
    if (line < this.#top || line >= this.#bottom || !this.#isInside(cell)) return;
    const { table } = this.#cells;
    const unseen = table.unseen(style);
    const glyph = unseen === undefined ? table.glyph(placeholder(row, column)) : BLANK;
    this.#write(cell, line, glyph, unseen ?? style);
    this.touched?.span(line, cell, cell + 1);
  }

  /** Paints one grapheme, or the part of it inside the clip. */
  #grapheme({ text, width }: Grapheme, column: number, row: number, style: StyleId): void {
    const next = column + width;
    if (width === 2 && this.#level !== undefined) {
      // Two cells that know nothing of each other, so that each shows the same whatever the clip.
      const glyph = this.#level.cluster(text);
      if (this.#isInside(column)) this.#write(column, row, glyph, style);
      if (this.#isInside(column + 1)) {
        this.#write(column + 1, row, glyph === QUESTION ? QUESTION : BLANK, style);
      }
    } else if (column >= this.#left && next <= this.#right) {
      const glyph = this.#level?.cluster(text) ?? this.#cells.table.glyph(text);
      if (width === 1) this.#write(column, row, glyph, style);
      else this.#writeWide(column, row, glyph, style);
    } else if (width === 2) {
      // Half of a wide glyph is inside: a blank keeps the cell's style without showing half a glyph.
      const inside = column >= this.#left ? column : next - 1;
      if (this.#isInside(inside)) this.#write(inside, row, BLANK, style);
    }
  }

  #isInside(column: number): boolean {
    return column >= this.#left && column < this.#right;
  }

  /** `text` where each character is one cell and every terminal has it: no graphemes, no list. */
  #ascii(column: number, row: number, text: string, style: StyleId, maxWidth: number): number {
    const end = Math.min(
      column + text.length,
      column + Math.floor(maxWidth),
      Math.max(this.#right, column),
    );
    const from = Math.max(column, this.#left);
    if (from >= end) return Math.max(0, end - column);
    const { table, glyphs, styles, width } = this.#cells;
    const start = row * width;
    this.#mendEdges(start + from, start + end, row);
    this.touched?.span(row, from, end);
    for (let i = from; i < end; i++) glyphs[start + i] = text.charCodeAt(i - column);
    if (table.get(style).bg !== TRANSPARENT) styles.fill(style, start + from, start + end);
    else {
      for (let at = start + from; at < start + end; at++) {
        styles[at] = table.merge(style, styles[at]!);
      }
    }
    return end - column;
  }

  #write(column: number, row: number, glyph: Glyph, style: StyleId): void {
    const { glyphs, styles, table, width } = this.#cells;
    const index = row * width + column;
    // What stood here may be half of a wide glyph; its other half must not stay behind alone.
    if (glyphs[index] === WIDE_TAIL && column > 0) glyphs[index - 1] = BLANK;
    if (column + 1 < width && glyphs[index + 1] === WIDE_TAIL) glyphs[index + 1] = BLANK;
    glyphs[index] = glyph;
    styles[index] = table.merge(style, styles[index]!);
  }

  #writeWide(column: number, row: number, glyph: Glyph, style: StyleId): void {
    this.#write(column + 1, row, BLANK, style);
    this.#write(column, row, glyph, style);
    this.#cells.glyphs[row * this.#cells.width + column + 1] = WIDE_TAIL;
  }

  /** Blanks the halves of wide glyphs that a fill of [start, stop) would leave alone at its edges. */
  #mendEdges(start: number, stop: number, row: number): void {
    const { glyphs, width } = this.#cells;
    if (glyphs[start] === WIDE_TAIL && start > row * width) glyphs[start - 1] = BLANK;
    if (stop < (row + 1) * width && glyphs[stop] === WIDE_TAIL) glyphs[stop] = BLANK;
  }
}

/** Cuts at a length in UTF-16 units, never between surrogates. */
function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
