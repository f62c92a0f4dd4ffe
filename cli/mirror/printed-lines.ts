/**
 * Lines that an app has printed above its live region, as clients of the mirror receive them: the newest ones, numbered.
 * They become visible with the frame that they were printed before, as in the terminal.
 */
import { CellReader } from '../../runtime/screen/cell-reader.js';
import { PageStyles, rowRuns } from '../../runtime/screen/page.js';
import { CellBuffer, WIDE_TAIL } from '../../runtime/paint/cells.js';
import { graphemes } from '../../runtime/base/text/graphemes.js';
import type { FrameOfApp } from '../../runtime/terminal/frames/frame-server.js';
import { widthOfLine, type PrintedLine } from '../../runtime/terminal/inline/printed.js';
import type { PrintedOfFrame } from './server-data.js';
import { MAX_PRINTED } from './protocol.js';

/** Cells of the lines that are kept, beside the newest line. */
const MAX_CELLS = 400_000;

export class PrintedLines {
  /** Number of the first line that is kept. */
  #first = 0;
  readonly #kept: { readonly line: PrintedLine; readonly cells: number }[] = [];
  #cells = 0;
  /** Printed, and not shown: the newest of them. */
  #waiting: PrintedLine[] = [];

  /** Number of the next line. */
  get next(): number {
    return this.#first + this.#kept.length;
  }

  add(lines: readonly PrintedLine[]): void {
    for (const line of lines) this.#waiting.push(line);
    // Lines that no client can ever show need not wait, for example of an app that is never inline.
    const { length } = this.#waiting;
    if (length > 2 * MAX_PRINTED) this.#waiting.splice(0, length - MAX_PRINTED);
  }

  /** What waits is above the live region now. Returns false where nothing did. */
  show(): boolean {
    const lines = this.#waiting;
    if (lines.length === 0) return false;
    this.#waiting = [];
    for (const line of lines) {
      const cells = widthOfLine(line);
      this.#kept.push({ line, cells });
      this.#cells += cells;
    }
    let dropped = Math.max(0, this.#kept.length - MAX_PRINTED);
    for (let at = 0; at < dropped; at++) this.#cells -= this.#kept[at]!.cells;
    while (this.#cells > MAX_CELLS && dropped < this.#kept.length - 1) {
      this.#cells -= this.#kept[dropped++]!.cells;
    }
    this.#kept.splice(0, dropped);
    this.#first += dropped;
    return true;
  }

  /** Lines for a client that has those before `number`, or none; undefined where it has all. */
  since(number: number | undefined, looks: FrameOfApp['looks']): PrintedOfFrame | undefined {
    if (number !== undefined && number >= this.next) return undefined;
    // Lines between that are not kept would be missing unseen.
    const key = number === undefined || number < this.#first;
    const first = key ? this.#first : number;
    const { scheme = 'dark' } = looks;
    const styles = new PageStyles(scheme);
    const lines = this.#kept
      .slice(first - this.#first)
      .map(({ line, cells }) => runsOf(line, cells, looks, styles));
    return { key, first, styles: styles.list, lines };
  }
}

function runsOf(
  line: PrintedLine,
  cells: number,
  { depth = 'truecolor', grays }: FrameOfApp['looks'],
  styles: PageStyles,
): ReturnType<typeof rowRuns> {
  const buffer = new CellBuffer(Math.max(1, cells), 1);
  const { table } = buffer;
  let x = 0;
  for (const { text, fg, bg, attributes } of line) {
    const style = table.intern(fg, bg, attributes);
    for (const { text: part, width } of graphemes(text)) {
      buffer.glyphs[x] = table.glyph(part);
      buffer.styles.fill(style, x, x + width);
      if (width === 2) buffer.glyphs[x + 1] = WIDE_TAIL;
      x += width;
    }
  }
  const chars: string[] = [];
  const indexes = new Uint32Array(buffer.width);
  const reader = new CellReader(table, { depth, grays });
  reader.read(buffer, 0, 1, chars, indexes);
  const screen = { width: buffer.width, chars, styles: indexes, palette: reader.palette };
  return rowRuns(screen, 0, styles);
}
