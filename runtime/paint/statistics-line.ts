/**
 * One line of figures in the bottom right corner, above everything else. It is drawn into the cells that are
 * shown, and lifted off them before anything else paints there.
 */
import { DEFAULT_COLOR, type Color, type ColorDepth } from '../base/color.js';
import { STAGES, type FrameFigures } from './frame-statistics.js';
import { isEmpty, type Rect } from '../base/geometry.js';
import { cellWidth } from '../base/text/graphemes.js';
import { glyphTable, type GlyphLevel } from '../base/text/glyph-levels.js';
import { BLANK, CellBuffer, REVERSE, WIDE_TAIL } from './cells.js';
import type { Damage } from './damage.js';
import { CellPainter } from './painter.js';

/** What the line hides: this many cells of a buffer. One object for all frames, since each of them fills it. */
class Beneath {
  #buffer: CellBuffer | undefined;
  #start = 0;
  #count = 0;
  #glyphs = new Uint32Array(0);
  #styles = new Uint32Array(0);

  keep(buffer: CellBuffer, start: number, end: number): void {
    const count = end - start;
    if (this.#glyphs.length < count) {
      this.#glyphs = new Uint32Array(count);
      this.#styles = new Uint32Array(count);
    }
    for (let at = 0; at < count; at++) {
      this.#glyphs[at] = buffer.glyphs[start + at]!;
      this.#styles[at] = buffer.styles[start + at]!;
    }
    this.#buffer = buffer;
    this.#start = start;
    this.#count = count;
  }

  /** Restores the cells. */
  restore(): void {
    const buffer = this.#buffer;
    const start = this.#start;
    const count = this.#count;
    if (buffer === undefined) return;
    for (let at = 0; at < count; at++) {
      buffer.glyphs[start + at] = this.#glyphs[at]!;
      buffer.styles[start + at] = this.#styles[at]!;
    }
    this.forget();
  }

  /** The cells are painted again. */
  forget(): void {
    this.#buffer = undefined;
  }
}

const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 };

export class StatisticsLine {
  depth: ColorDepth = 'truecolor';
  #figures: FrameFigures | undefined;
  readonly #beneath = new Beneath();
  /** The line's own cells, drawn once for every change of it. */
  #strip: CellBuffer;
  #place = NOWHERE;
  #isStale = true;

  readonly #base: CellBuffer;
  readonly #resolve: (css: string) => Color | undefined;
  readonly #glyphs: GlyphLevel;

  constructor(
    base: CellBuffer,
    resolve: (css: string) => Color | undefined,
    glyphs: GlyphLevel = 'unicode',
  ) {
    this.#base = base;
    this.#resolve = resolve;
    this.#glyphs = glyphs;

    this.#strip = new CellBuffer(0, 1, base.table);
  }

  /** Other figures, undefined to take the line away. */
  set(figures: FrameFigures | undefined): void {
    this.#figures = figures;
    this.#isStale = true;
  }

  /** Colours are others, or the cells are: the line is drawn again. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** The cells have another size, and are painted again. */
  resized(): void {
    this.#beneath.forget();
    this.#place = NOWHERE;
    this.#isStale = true;
  }

  /** Takes the line off the cells that it was drawn into; before anything paints there. */
  lift(): void {
    this.#beneath.restore();
  }

  /** Draws the line into the cells that are going to be shown, and adds to `damage` what it changed. */
  lay(cells: CellBuffer, damage: Damage): void {
    if (this.#isStale || this.#strip.generation !== cells.table.generation) this.#draw(damage);
    const { x, y, width } = this.#place;
    if (width === 0) return;
    // Cells beneath it may move; the line does not move with them.
    if (damage.moves.some(({ row }) => row === y)) damage.spread();
    // A glyph of two cells of which one is hidden is not shown: one column more on each side.
    const left = Math.max(0, x - 1);
    const start = y * cells.width + left;
    const end = start + Math.min(cells.width, x + width + 1) - left;
    this.#beneath.keep(cells, start, end);
    const from = y * cells.width + x;
    const after = from + width;
    if (cells.glyphs[from] === WIDE_TAIL && x > 0) cells.glyphs[from - 1] = BLANK;
    if (after < end && cells.glyphs[after] === WIDE_TAIL) cells.glyphs[after] = BLANK;
    cells.glyphs.set(this.#strip.glyphs, from);
    cells.styles.set(this.#strip.styles, from);
  }

  #draw(damage: Damage): void {
    const base = this.#base;
    const text = this.#figures === undefined ? '' : statisticsText(this.#figures, base.width);
    const width = base.height === 0 ? 0 : cellWidth(text);
    const place = { x: base.width - width, y: base.height - 1, width, height: 1 };
    const hidden = [this.#place, place].filter((rect) => !isEmpty(rect));
    for (const rect of hidden) damage.add({ ...rect, x: rect.x - 1, width: rect.width + 2 });
    this.#place = width === 0 ? NOWHERE : place;
    this.#isStale = false;
    this.#strip.resize(width, 1);
    if (width === 0) return;
    const surface = this.#resolve('var(--surface)') ?? DEFAULT_COLOR;
    const color = this.#resolve('var(--text)') ?? DEFAULT_COLOR;
    const painter = new CellPainter(this.#strip, glyphTable(this.#glyphs));
    const all = { x: 0, y: 0, width, height: 1 };
    painter.depth = this.depth;
    painter.open(all, all);
    // As a tooltip: where the theme has no surface of its own, the line is reversed.
    painter.pen(color, surface, surface === DEFAULT_COLOR ? REVERSE : 0, this.#resolve);
    painter.fill(0, 0, width, 1, BLANK);
    painter.text(0, 0, text);
  }
}

/** The most figures that fit into `room` cells, with a blank on each side; empty where none do. */
export function statisticsText(figures: FrameFigures, room: number): string {
  const { frames, stages, cells, bytes, memory } = figures;
  const rate = `${String(frames).padStart(2)} fps`;
  const total = `${milliseconds(STAGES.reduce((sum, stage) => sum + stages[stage], 0))} ms`;
  const each = STAGES.map((stage) => `${stage} ${milliseconds(stages[stage])}`).join(' ');
  const written = [`${String(cells).padStart(4)} cells`, byteCount(bytes)];
  const megabytes = memory === undefined ? [] : [`${Math.round(memory / 1e6)} MB`];
  const variants = [
    [rate, `${total}: ${each}`, ...written, ...megabytes],
    [rate, `${total}: ${each}`, ...written],
    [rate, total, ...written, ...megabytes],
    [rate, total, ...written],
    [rate, total],
    [rate],
  ];
  for (const parts of variants) {
    const line = ` ${parts.join(' │ ')} `;
    if (cellWidth(line) <= room) return line;
  }
  return '';
}

/** Four cells for all below 10,000, so that the line does not jump. */
function milliseconds(value: number): string {
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return value.toFixed(digits).padStart(4);
}

function byteCount(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`.padStart(8);
  const [value, unit] = bytes < 999_950 ? [bytes / 1000, 'kB'] : [bytes / 1e6, 'MB'];
  return `${value.toFixed(1)} ${unit}`.padStart(8);
}
