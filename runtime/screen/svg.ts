/**
 * A picture as SVG: an exact grid that looks the same in every viewer.
 *
 * Backgrounds, blocks, boxes and braille are shapes; only letters are left to a font, each piece held
 * to its cells by `textLength`. Everything of one colour goes into one path, neighbours merged.
 */
import { printable } from '../base/diagnostics.js';
import type { Rect } from '../base/geometry.js';
import { BOLD, DIM, ITALIC, STRIKE, UNDERLINE } from '../paint/cells.js';
import {
  CELL_HEIGHT,
  CELL_WIDTH,
  glyphShape,
  mergeRects,
  type GlyphShape,
} from '../page/glyph-shapes.js';
import { GLYPH_STROKES } from './glyph-strokes.js';
import { inkAndPaper, schemeOf, SCHEME_COLORS } from './colors.js';
import { rightToLeftEnd } from '../base/text/direction.js';
import { runsOf, styleAt, type ScreenParts } from './parts.js';

export interface SvgOptions {
  /** Colours of `default` foreground and background; default by the theme, dark where it is unknown. */
  readonly scheme?: 'dark' | 'light' | undefined;
  /** Margin in pixels on every side; default 8. */
  readonly padding?: number | undefined;
  /** What the picture shows, for screen readers. */
  readonly title?: string | undefined;
}

const FONT =
  "ui-monospace,'SFMono-Regular','SF Mono',Menlo,'Cascadia Mono','JetBrains Mono','DejaVu Sans Mono',Consolas,'Liberation Mono','Noto Sans Mono CJK JP',monospace";
/** Monospace advances are close to 0.6 em, so letters need next to no stretching at this size. */
const FONT_SIZE = CELL_WIDTH / 0.6;
/** From a cell's top to the base line. */
const BASELINE = 12;
const DIM_OPACITY = 0.6;

/** Paths of one paint: a fill or a stroke, with its opacity. */
interface Paint {
  readonly color: string;
  readonly opacity: number;
  readonly rects: Rect[];
  /** Rectangles of one pixel's width or height. */
  readonly hairlines: Rect[];
  readonly strokes: string[];
}

export function toSvg(screen: ScreenParts, options: SvgOptions = {}): string {
  const scheme = SCHEME_COLORS[options.scheme ?? schemeOf(screen.theme)];
  const padding = Math.max(0, options.padding ?? 8);
  const width = screen.width * CELL_WIDTH + 2 * padding;
  const height = screen.height * CELL_HEIGHT + 2 * padding;
  const picture = new Picture(screen, scheme);
  for (let y = 0; y < screen.height; y++) picture.row(y);
  const size = FONT_SIZE.toFixed(2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    ...(options.title === undefined ? [] : [`<title>${escape(options.title)}</title>`]),
    `<rect width="${width}" height="${height}" rx="${Math.min(6, padding)}" fill="${scheme.bg}"/>`,
    `<g transform="translate(${padding} ${padding})">`,
    `<g shape-rendering="crispEdges">`,
    ...picture.backgrounds(),
    `</g>`,
    ...picture.shapes(),
    `<g font-family="${FONT}" font-size="${size}">`,
    ...picture.texts,
    `</g>`,
    ...picture.cursor(),
    ...picture.links(),
    `</g>`,
    `</svg>`,
    '',
  ].join('\n');
}

class Picture {
  readonly texts: string[] = [];
  readonly #behind = new Map<string, Paint>();
  readonly #front = new Map<string, Paint>();

  readonly #screen: ScreenParts;
  readonly #scheme: { readonly fg: string; readonly bg: string };

  constructor(screen: ScreenParts, scheme: { readonly fg: string; readonly bg: string }) {
    this.#screen = screen;
    this.#scheme = scheme;
  }

  row(y: number): void {
    for (const run of runsOf(this.#screen, y)) {
      const style = styleAt(this.#screen, run.x, y);
      const { ink, paper } = inkAndPaper(style, this.#scheme);
      if (paper !== this.#scheme.bg) {
        paintOf(this.#behind, paper, 1).rects.push(cells(run.x, y, run.cells));
      }
      this.#letters(run.x, y, run.cells, ink, style.attributes);
    }
  }

  backgrounds(): string[] {
    return [...this.#behind.values()].map(path);
  }

  shapes(): string[] {
    const paints = [...this.#front.values()];
    const strokes = paints.filter((paint) => paint.strokes.length > 0);
    return [
      `<g shape-rendering="crispEdges">`,
      ...paints.filter((paint) => paint.rects.length > 0).map(path),
      `</g>`,
      // Edges that are kept crisp would let these go where a picture is shown smaller than it is.
      ...paints
        .filter((paint) => paint.hairlines.length > 0)
        .map((paint) => path({ ...paint, rects: paint.hairlines })),
      ...strokes.map(
        ({ color, opacity, strokes: parts }) =>
          `<path fill="none" stroke="${color}"${opacityOf(opacity)} d="${parts.join('')}"/>`,
      ),
    ];
  }

  cursor(): string[] {
    const { cursor } = this.#screen;
    if (cursor === null) return [];
    const { x, y } = cells(cursor.x, cursor.y, 1);
    return [
      `<rect x="${x}" y="${y}" width="2" height="${CELL_HEIGHT}" fill="${this.#scheme.fg}"/>`,
    ];
  }

  /** Above all that is painted, so that the cells between the letters lead there too. */
  links(): string[] {
    return (this.#screen.links ?? []).map(({ x, y, cells: count, href }) => {
      const { x: left, y: top, width, height } = cells(x, y, count);
      return `<a href="${escape(href)}" target="_blank" rel="noopener noreferrer"><rect x="${left}" y="${top}" width="${width}" height="${height}" fill-opacity="0"/></a>`;
    });
  }

  #shape(
    char: string,
    shape: GlyphShape,
    x: number,
    y: number,
    ink: string,
    opacity: number,
  ): void {
    const paint = paintOf(this.#front, ink, opacity * (shape.opacity ?? 1));
    for (const part of shape.rects) fill(paint, moved(part, x, y));
    const stroke = GLYPH_STROKES.get(char);
    if (stroke !== undefined) paint.strokes.push(movedPath(stroke, x, y));
  }

  /** The glyphs of one run: shapes into the paths, letters into pieces of text. */
  #letters(x0: number, y: number, count: number, ink: string, attributes: number): void {
    const opacity = (attributes & DIM) === 0 ? 1 : DIM_OPACITY;
    const line = { start: 0, cells: 0, text: '', alone: false };
    const flush = (): void => {
      if (line.text.trim() !== '') this.#text(line, y, ink, attributes, opacity);
      line.cells = 0;
      line.text = '';
      line.alone = false;
    };
    for (let x = x0; x < x0 + count; x++) {
      const char = this.#char(x, y);
      if (char === '') continue;
      const end = rightToLeftEnd(
        (cell) => (cell < x0 + count ? this.#char(cell, y) : undefined),
        x,
      );
      if (end > x) {
        flush();
        const text = Array.from({ length: end - x }, (_, at) => this.#char(x + at, y)).join('');
        const piece = { start: x, cells: end - x, text, alone: true };
        this.#text(piece, y, ink, attributes, opacity);
        x = end - 1;
        continue;
      }
      const shape = glyphShape(char);
      if (shape !== undefined) {
        flush();
        this.#shape(char, shape, x, y, ink, opacity);
        continue;
      }
      // A font keeps only simple letters to its grid; a wide or unusual one is placed on its own.
      const wide = x + 1 < this.#screen.width && this.#char(x + 1, y) === '';
      const alone = wide || !/^[\u0020-\u02ff]$/.test(char);
      if (alone || (char === ' ' && (line.text === '' || line.text.endsWith(' ')))) flush();
      if (char === ' ' && line.text === '') continue;
      if (line.text === '') line.start = x;
      line.text += char;
      line.cells += wide ? 2 : 1;
      if (alone) {
        line.alone = true;
        flush();
      }
    }
    flush();
    this.#rules({ x: x0, y, count }, ink, opacity, attributes);
  }

  /** Lines are shapes, so that they neither break between words nor depend on the font. */
  #rules(
    run: { readonly x: number; readonly y: number; readonly count: number },
    ink: string,
    opacity: number,
    attributes: number,
  ): void {
    const rules = paintOf(this.#front, ink, opacity);
    const { x, y: top, width } = cells(run.x, run.y, run.count);
    if ((attributes & UNDERLINE) !== 0) fill(rules, { x, y: top + 14, width, height: 1 });
    if ((attributes & STRIKE) !== 0) fill(rules, { x, y: top + 8, width, height: 1 });
  }

  #text(
    line: { start: number; cells: number; text: string; alone: boolean },
    y: number,
    ink: string,
    attributes: number,
    opacity: number,
  ): void {
    const text = line.text.trimEnd();
    const length = (line.cells - (line.text.length - text.length)) * CELL_WIDTH;
    const weight = (attributes & BOLD) === 0 ? '' : ' font-weight="700"';
    const slant = (attributes & ITALIC) === 0 ? '' : ' font-style="italic"';
    // One glyph has no spacing to adjust: it is scaled to its cells.
    const adjust = line.alone ? ' lengthAdjust="spacingAndGlyphs"' : '';
    const fade = opacity === 1 ? '' : ` fill-opacity="${opacity}"`;
    this.texts.push(
      `<text x="${line.start * CELL_WIDTH}" y="${y * CELL_HEIGHT + BASELINE}" textLength="${length}"${adjust} fill="${ink}"${fade}${weight}${slant}>${escape(text)}</text>`,
    );
  }

  #char(x: number, y: number): string {
    return this.#screen.chars[y * this.#screen.width + x] ?? ' ';
  }
}

function paintOf(paints: Map<string, Paint>, color: string, opacity: number): Paint {
  const key = `${color} ${opacity}`;
  let paint = paints.get(key);
  if (paint === undefined)
    paints.set(key, (paint = { color, opacity, rects: [], hairlines: [], strokes: [] }));
  return paint;
}

/** Lines of one pixel are kept apart from areas. */
function fill(paint: Paint, rect: Rect): void {
  (Math.min(rect.width, rect.height) > 1 ? paint.rects : paint.hairlines).push(rect);
}

function path({ color, opacity, rects }: Paint): string {
  const parts = mergeRects(rects).map(
    ({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`,
  );
  return `<path fill="${color}"${opacityOf(opacity)} d="${parts.join('')}"/>`;
}

function opacityOf(opacity: number): string {
  return opacity === 1 ? '' : ` opacity="${Number(opacity.toFixed(3))}"`;
}

function cells(x: number, y: number, count: number): Rect {
  return {
    x: x * CELL_WIDTH,
    y: y * CELL_HEIGHT,
    width: count * CELL_WIDTH,
    height: CELL_HEIGHT,
  };
}

function moved(part: Rect, x: number, y: number): Rect {
  return { ...part, x: part.x + x * CELL_WIDTH, y: part.y + y * CELL_HEIGHT };
}

/** Moves a path of absolute M, L, Q, H and V commands by whole cells. */
function movedPath(data: string, x: number, y: number): string {
  const dx = x * CELL_WIDTH;
  const dy = y * CELL_HEIGHT;
  return data.replace(/([MLQHV])([^MLQHV]*)/g, (_, command: string, rest: string) => {
    const numbers = rest.trim().split(/\s+/).map(Number);
    const placed = numbers.map((value, index) => {
      if (command === 'H') return value + dx;
      if (command === 'V') return value + dy;
      return value + (index % 2 === 0 ? dx : dy);
    });
    return command + placed.join(' ');
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** XML text; characters that XML 1.0 forbids are replaced, so that the file always opens. */
function escape(text: string): string {
  // XML has neither of the last two.
  return printable(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
}
