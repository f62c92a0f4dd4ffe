/** Lines that an app has printed above its live region: texts with colours, read from SGR sequences or from cells. */
import { DEFAULT_COLOR, indexed, rgb, TRANSPARENT, type Color } from '../../base/color.js';
import { cellWidth, graphemes } from '../../base/text/graphemes.js';
import { partOf } from '../../base/text/image-parts.js';
import { sanitize } from '../../base/text/sanitize.js';
import {
  BLANK,
  BLINK,
  BOLD,
  DIM,
  ITALIC,
  REVERSE,
  STRIKE,
  UNDERLINE,
  WIDE_TAIL,
  type CellBuffer,
} from '../../paint/cells.js';

/** A piece of a line in one style. */
interface PrintedRun {
  /** Without control characters. */
  readonly text: string;
  readonly fg: Color;
  readonly bg: Color;
  /** Bits as in the cell buffer. */
  readonly attributes: number;
}

export type PrintedLine = readonly PrintedRun[];

/** Cells of a line; what is longer continues on the next one. */
export const MAX_LINE_WIDTH = 4096;
/** Columns from one tab stop to the next. */
const TAB = 8;

interface Pen {
  fg: Color;
  bg: Color;
  attributes: number;
}

const PLAIN_PEN: Pen = { fg: DEFAULT_COLOR, bg: DEFAULT_COLOR, attributes: 0 };

/** Sequences that set colours and attributes. Parameters may have parts, as in `38:2::255:0:0`. */
const SGR = /\x1b\[([\d;:]{0,64})m/;

/** Lines of a text. SGR sequences set colours; all other control characters become visible symbols. */
export function linesOfText(text: string): PrintedLine[] {
  const lines: PrintedLine[] = [];
  let pen = PLAIN_PEN;
  for (const source of text.replace(/\r?\n$/, '').split(/\r\n|\n|\r/)) {
    const builder = new LineBuilder();
    const parts = source.split(SGR);
    for (const [at, part] of parts.entries()) {
      if (at % 2 === 1) pen = withSgr(pen, part);
      else if (part !== '') builder.add(part, pen);
    }
    lines.push(...builder.lines());
  }
  return lines;
}

/** The rows of a painted element, without the blanks at their ends. */
export function linesOfCells({ glyphs, styles, table, width, height }: CellBuffer): PrintedLine[] {
  return Array.from({ length: height }, (_, y) => {
    const builder = new LineBuilder();
    let end = width;
    while (end > 0 && isNothing(end - 1 + y * width)) end--;
    for (let at = y * width; at < y * width + end; at++) {
      const glyph = glyphs[at]!;
      if (glyph === WIDE_TAIL) continue;
      const { fg, bg, attributes } = table.get(styles[at]!);
      const text = table.text(glyph);
      // Images are shown where frames are.
      builder.add(partOf(text) === undefined ? text : ' ', {
        fg,
        bg: bg === TRANSPARENT ? DEFAULT_COLOR : bg,
        attributes,
      });
    }
    return builder.lines()[0] ?? [];
  });

  function isNothing(at: number): boolean {
    if (glyphs[at] !== BLANK) return false;
    const { bg, attributes } = table.get(styles[at]!);
    const shows = attributes & (REVERSE | UNDERLINE | STRIKE);
    return shows === 0 && (bg === DEFAULT_COLOR || bg === TRANSPARENT);
  }
}

export function textOfLine(line: PrintedLine): string {
  return line.map(({ text }) => text).join('');
}

/** Cells of a line. */
export function widthOfLine(line: PrintedLine): number {
  return line.reduce((sum, { text }) => sum + cellWidth(text), 0);
}

class LineBuilder {
  readonly #lines: PrintedRun[][] = [[]];
  #width = 0;

  add(source: string, { fg, bg, attributes }: Pen): void {
    let text = '';
    const push = (): void => {
      const line = this.#lines.at(-1)!;
      const last = line.at(-1);
      const isSame = last?.fg === fg && last.bg === bg && last.attributes === attributes;
      if (isSame) line[line.length - 1] = { ...last, text: last.text + text };
      else if (text !== '') line.push({ text, fg, bg, attributes });
      text = '';
    };
    for (const [at, part] of source.split('\t').entries()) {
      if (at > 0) {
        const blanks = TAB - (this.#width % TAB);
        text += ' '.repeat(blanks);
        this.#width += blanks;
      }
      for (const { text: grapheme, width } of graphemes(sanitize(part))) {
        if (this.#width + width > MAX_LINE_WIDTH) {
          push();
          this.#lines.push([]);
          this.#width = 0;
        }
        text += grapheme;
        this.#width += width;
      }
    }
    push();
  }

  lines(): PrintedLine[] {
    return this.#lines;
  }
}

/** Codes that switch attributes on, and those that switch them off. */
const ON: Readonly<Record<number, number>> = {
  1: BOLD,
  2: DIM,
  3: ITALIC,
  4: UNDERLINE,
  5: BLINK,
  6: BLINK,
  7: REVERSE,
  9: STRIKE,
  21: UNDERLINE,
};
const OFF: Readonly<Record<number, number>> = {
  22: BOLD | DIM,
  23: ITALIC,
  24: UNDERLINE,
  25: BLINK,
  27: REVERSE,
  29: STRIKE,
};

function withSgr(before: Pen, parameters: string): Pen {
  let pen = { ...before };
  const codes = parameters.split(';');
  for (let at = 0; at < codes.length; at++) {
    const [code = 0, ...parts] = (codes[at] ?? '').split(':').map(Number);
    if (code === 38 || code === 48) {
      const isSplit = parts.length > 0;
      const rest = isSplit ? parts : codes.slice(at + 1, at + 5).map(Number);
      const { color, used } = extendedColor(rest, isSplit);
      if (!isSplit) at += used;
      if (color !== undefined) pen[code === 38 ? 'fg' : 'bg'] = color;
    } else pen = withCode(pen, code, parts[0]);
  }
  return pen;
}

function withCode(pen: Pen, code: number, part: number | undefined): Pen {
  if (code === 0) return PLAIN_PEN;
  const on = ON[code];
  // 4:0 switches underlines off.
  if (on !== undefined && !(code === 4 && part === 0)) {
    return { ...pen, attributes: pen.attributes | on };
  }
  const off = code === 4 ? UNDERLINE : OFF[code];
  if (off !== undefined) return { ...pen, attributes: pen.attributes & ~off };
  if (code === 39) return { ...pen, fg: DEFAULT_COLOR };
  if (code === 49) return { ...pen, bg: DEFAULT_COLOR };
  const [tens, index] = [Math.floor(code / 10), code % 10];
  if (index > 7) return pen;
  if (tens === 3 || tens === 9) return { ...pen, fg: indexed(index + (tens === 9 ? 8 : 0)) };
  if (tens === 4 || tens === 10) return { ...pen, bg: indexed(index + (tens === 10 ? 8 : 0)) };
  return pen;
}

/** The colour behind 38 or 48, and the codes it takes: `5;n` or `2;r;g;b`, with parts `2::r:g:b` as well. */
function extendedColor(
  [kind, ...rest]: readonly number[],
  isSplit: boolean,
): { readonly color: Color | undefined; readonly used: number } {
  const isByte = (value: number | undefined): value is number =>
    value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255;
  if (kind === 5) {
    const [index] = rest;
    return { color: isByte(index) ? indexed(index) : undefined, used: 2 };
  }
  if (kind !== 2) return { color: undefined, used: 1 };
  const [red, green, blue] = isSplit && rest.length > 3 ? rest.slice(1) : rest;
  const isColor = isByte(red) && isByte(green) && isByte(blue);
  return { color: isColor ? rgb(red, green, blue) : undefined, used: 4 };
}
