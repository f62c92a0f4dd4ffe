/** The blocks of a log's lines in their order: which one a line is in, and the pens that lines begin with. */
import { SGR, withSgr, type Pen } from '../../../runtime/base/text/sgr.js';
import { setPenIn, type Block } from './block.js';

const BREAK_OR_SGR = new RegExp(`\\n|${SGR.source}`, 'g');

export class Blocks {
  list: Block[] = [];

  /** Where the block is that a line is in. */
  indexOf(line: number): number {
    const { list } = this;
    let low = 0;
    let high = list.length - 1;
    // Most lines that are read are among the last.
    if ((list[high]?.first ?? Infinity) <= line) return high;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (list[middle]!.first <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Notes the pens of the lines of a text, up to a line. @returns the pen after it */
  notePens(text: string, from: number, before: Pen, to: number): Pen {
    let line = from;
    let pen = before;
    this.notePen(line, pen);
    for (const [match, parameters] of text.matchAll(BREAK_OR_SGR)) {
      if (match === '\n') {
        if (++line < to) this.notePen(line, pen);
      } else pen = withSgr(pen, parameters ?? '');
    }
    return pen;
  }

  notePen(line: number, pen: Pen): void {
    const block = this.list[this.indexOf(line)];
    if (block !== undefined) setPenIn(block, line - block.first, pen);
  }

  /** Drops blocks of which no line is kept. @param first the first line that is */
  dropBefore(first: number): void {
    const kept = this.list.findIndex((block) => block.first + block.count > first);
    if (kept > 0) this.list.splice(0, kept);
  }
}
