/** Text of programs: SGR sequences become runs in one look each; all other sequences have no effect and do not show. */
import { cellWidth } from './graphemes.js';
import { sanitize } from './sanitize.js';
import { PLAIN_PEN, SGR, withSgr, type Pen } from './sgr.js';
import { TAB_SIZE, toTabStop } from './tabs.js';

/** Text in one look; without control characters. */
export interface Run {
  readonly text: string;
  readonly pen: Pen;
}

const PLAIN = /^[ -~]*$/;

/**
 * Sequences of ECMA-48 that are not SGR: CSI, strings (OSC, DCS, SOS, PM, APC) up to their end, and the short ones. What is
 * not complete stays, and is shown as symbols.
 */
const OTHER =
  /\x1b(?:\[[0-?]{0,256}[ -/]{0,8}[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[ -/]{0,8}[0-OQ-WYZ\\`-~])/g;

function removeOther(sequence: string): string {
  return SGR.test(sequence) ? sequence : '';
}

/** One line of a program's output. A carriage return begins it again, as in a terminal: progress shows its last state. */
export function runsOf(source: string, pen: Pen = PLAIN_PEN, tabSize = TAB_SIZE): Run[] {
  if (PLAIN.test(source)) return source === '' ? [] : [{ text: source, pen }];
  let runs: Run[] = [];
  let cells = 0;
  let current = pen;
  const pieces = source.includes('\x1b') ? source.replace(OTHER, removeOther).split(SGR) : [source];
  let isReturned = false;
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 1) {
      current = withSgr(current, piece);
      continue;
    }
    for (const [index, segment] of piece.split('\r').entries()) {
      isReturned ||= index > 0;
      if (segment === '') continue;
      if (isReturned) [runs, cells, isReturned] = [[], 0, false];
      const { text, width } = expand(segment, cells, tabSize);
      cells = width;
      if (text !== '') runs.push({ text, pen: current });
    }
  }
  return runs;
}

/** The same without colours. */
export function plainTextOf(source: string, tabSize = TAB_SIZE): string {
  if (PLAIN.test(source)) return source;
  return runsOf(source, PLAIN_PEN, tabSize)
    .map(({ text }) => text)
    .join('');
}

/** The pen after a line. */
export function penAfter(source: string, pen: Pen): Pen {
  if (!source.includes('\x1b')) return pen;
  return source
    .replace(OTHER, removeOther)
    .split(SGR)
    .reduce((last, piece, at) => (at % 2 === 1 ? withSgr(last, piece) : last), pen);
}

/** Lines of a program's output without colours. */
export function plainLinesOf(source: string): string {
  return source
    .split(/\r?\n/)
    .map((line) => plainTextOf(line))
    .join('\n');
}

/** Safe text with blanks up to the tab stops; `width` is the cell after it. */
export function expand(
  source: string,
  from: number,
  tabSize: number,
): { text: string; width: number } {
  const [first = '', ...rest] = source.split('\t').map(sanitize);
  let text = first;
  let width = from + cellWidth(first);
  for (const part of rest) {
    const stop = toTabStop(width, tabSize);
    text += ' '.repeat(stop) + part;
    width += stop + cellWidth(part);
  }
  return { text, width };
}
