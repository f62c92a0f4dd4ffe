/**
 * Breaking text into lines by cells: between words, inside words that are longer than a line, and
 * between wide characters. A small part of UAX #14: what CSS does with plain text, without
 * dictionaries and hyphenation.
 */
import { isSimple, walkClusters } from './graphemes.js';

/** One line of a text. Offsets are UTF-16 units; `end` is exclusive and before the break. */
export interface Line {
  readonly start: number;
  readonly end: number;
  /** Cells from `start` to `end`, and of the hyphen. */
  readonly width: number;
  /** It ends at a soft hyphen, which is shown. */
  readonly hyphen?: true;
}

/** Offsets in a text where a line may end inside a word: true for a soft hyphen, false for a zero-width space. */
export type SoftBreaks = ReadonlyMap<number, boolean>;

export interface WrapOptions {
  /**
   * - `wrap` (default): between words; a word longer than a line is broken between graphemes
   * - `char`: wherever the line is full, blanks included
   * - `nowrap`: at line feeds only
   */
  readonly mode?: 'wrap' | 'nowrap' | 'char';
  /**
   * Blanks at a line's end: false (default, CSS `normal`) drops them; true (`pre-wrap`) keeps those
   * that fit into the line and lets the rest hang, unseen.
   */
  readonly preserve?: boolean;
  /** Stops after this many lines, at the cost of those lines; default all. */
  readonly maxLines?: number;
  readonly softBreaks?: SoftBreaks | undefined;
  /** Where the first line begins; default 0. */
  readonly from?: number;
  /** Called with the start of each further line. Where it returns true, that line and all behind it are left out. */
  readonly until?: (start: number) => boolean;
}

/** No break before these: closing punctuation, small kana, sound and repetition marks (UAX #14 CL, EX, NS, IS, CP). */
const NEVER_FIRST =
  /^[!),.:;?\]}\u00bb\u2019\u201d\u2026\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\u2030\u2103\u3005\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u301b\u301e\u301f\uff09\uff3d\uff5d\uff60\uff61\uff63\uff64\u309b-\u309e\u30fb-\u30fe\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u31f0-\u31ff%\u00b0]/;
/** No break after these: opening punctuation and currency signs before a number (OP, PR). */
const NEVER_LAST =
  /^[([{\u00ab\u2018\u201c\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\u301d\uff08\uff3b\uff5b\uff5f\uff62$\u00a3\u00a5\u20ac\uff04\uffe5\uffe1]/;
/** No break on either side: glue (GL, WJ). */
const GLUE = /^[\u00a0\u2007\u2011\u202f\u2060]/;

const BLANK = 0x20;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The lines of sanitised text at a width in cells; line feeds are forced breaks. A width below 1
 * counts as 1; a wide glyph in a line of one cell is alone on it and is wider than the line.
 * Empty text has no lines. Takes time in proportion to the text, or to the lines requested.
 */
export function wrapLines(text: string, width: number, options: WrapOptions = {}): Line[] {
  const { mode = 'wrap', preserve = false, maxLines = Infinity, softBreaks } = options;
  const { from = 0, until } = options;
  const lines: Line[] = [];
  if (text === '' || !(maxLines > 0)) return lines;
  const room = mode === 'nowrap' ? Infinity : Math.max(1, Number.isNaN(width) ? 1 : width);
  if (from === 0 && text.length <= room && softBreaks === undefined && isSimple(text)) {
    // All of it is one line, as most lines are.
    const end = preserve || mode !== 'wrap' ? text.length : text.trimEnd().length;
    return [{ start: 0, end, width: end }];
  }

  /** Where the line starts, its cells so far, and where its content (blanks at the end aside) ends. */
  let lineStart = from;
  let cells = 0;
  let contentEnd = from;
  let contentCells = 0;
  /** The last place to break: the content before it, and where and at how many cells the next line starts. */
  let breakStart = -1;
  let breakCells = 0;
  let breakContentEnd = 0;
  let breakContentCells = 0;
  let breakHyphen = false;
  let before = -1;
  let beforeWide = false;
  let last = from;
  let going = true;

  /** Ends the line after its content, or before `next` where blanks are kept. */
  const push = (
    end: number,
    endCells: number,
    next: number,
    nextCells: number,
    hyphen = false,
  ): boolean => {
    let lineEnd = end;
    let lineCells = endCells;
    if (preserve && next > end) {
      // There are only blanks between: one unit and one cell each.
      const kept = Math.min(nextCells - endCells, Math.max(0, room - endCells));
      lineEnd += kept;
      lineCells += kept;
    }
    const line = { start: lineStart, end: Math.max(lineStart, lineEnd) };
    lines.push(hyphen ? { ...line, width: lineCells + 1, hyphen } : { ...line, width: lineCells });
    return lines.length < maxLines;
  };
  const startAt = (at: number, carried: number): void => {
    lineStart = at;
    cells = carried;
    contentCells = carried;
    contentEnd = Math.max(contentEnd, at);
    breakStart = -1;
    if (going && until?.(at) === true) going = false;
  };

  /** A hyphen needs a cell. */
  const softBreakAt = (at: number): boolean | undefined => {
    const hasHyphen = softBreaks?.get(at);
    return hasHyphen === true && contentCells >= room ? undefined : hasHyphen;
  };

  walkClusters(
    text,
    (start, end, own) => {
      const code = text.charCodeAt(start);
      last = end;
      if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        going = push(contentEnd, contentCells, start, cells);
        contentEnd = end;
        startAt(end, 0);
        before = -1;
        return going;
      }
      if (code === BLANK && end === start + 1 && mode === 'wrap') {
        cells++;
        before = start;
        return true;
      }
      const wide = own === 2;
      const soft = softBreakAt(start);
      const isInside = mode === 'wrap' && own > 0 && before >= 0;
      if (isInside && (soft !== undefined || mayBreak(text, before, beforeWide, start, wide))) {
        breakHyphen = soft === true && contentEnd === start;
        breakStart = start;
        breakCells = cells;
        breakContentEnd = contentEnd;
        breakContentCells = contentCells;
      }
      if (cells + own > room && breakStart > lineStart) {
        // Blanks alone before the first word make no line of their own, unless they are to be kept.
        if (preserve || breakContentEnd > lineStart) {
          going = push(breakContentEnd, breakContentCells, breakStart, breakCells, breakHyphen);
        }
        startAt(breakStart, cells - breakCells);
      }
      if (cells + own > room && start > lineStart && going) {
        // No place to break: inside the word, or (blanks alone before it) right here.
        going = push(start, cells, start, cells);
        startAt(start, 0);
      }
      cells += own;
      contentEnd = end;
      contentCells = cells;
      if (own > 0) {
        before = start;
        beforeWide = wide;
      }
      return going;
    },
    from,
  );
  if (going) push(contentEnd, contentCells, last, cells);
  return lines;
}

/** The same as texts. */
export function wrap(text: string, width: number, options: WrapOptions = {}): string[] {
  return wrapLines(text, width, options).map(({ start, end }) => text.slice(start, end));
}

/** True where a line may end between the clusters at `before` and at `at`. */
function mayBreak(
  text: string,
  before: number,
  beforeWide: boolean,
  at: number,
  wide: boolean,
): boolean {
  const left = text.charCodeAt(before);
  if (left === BLANK) return true;
  const right = text.charCodeAt(at);
  // A hyphen or a dash inside a word, but not before a number (-1) nor in front of the word (--flag).
  if (left === 0x2d || left === 0x2013 || left === 0x2014) {
    const previous = before > 0 ? text.charCodeAt(before - 1) : BLANK;
    const digit = right >= 0x30 && right <= 0x39;
    return previous !== BLANK && previous !== 0x2d && right !== 0x2d && !digit;
  }
  if (!wide && !beforeWide) return false;
  const first = text.slice(at, at + 1);
  const last = text.slice(before, before + 1);
  return (
    !NEVER_FIRST.test(first) && !NEVER_LAST.test(last) && !GLUE.test(first) && !GLUE.test(last)
  );
}
