/** Lines that an app has printed above its live region: texts with colours, read from SGR sequences or from cells. */
import { DEFAULT_COLOR, TRANSPARENT, type Color } from '../../base/color.js';
import { cellWidth, graphemes } from '../../base/text/graphemes.js';
import { partOf } from '../../base/text/image-parts.js';
import { sanitize } from '../../base/text/sanitize.js';
import { PLAIN_PEN, SGR, withSgr, type Pen } from '../../base/text/sgr.js';
import {
  BLANK,
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
