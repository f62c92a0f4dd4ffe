/** Lines of a text that has changed: those before and behind the change are kept, so that a change costs the lines that it moves. */
import { cellWidth, isPlain } from './graphemes.js';
import type { TextChange } from './text-change.js';
import { wrapLines, type Line, type WrapOptions } from './wrap.js';

/** Lines before that of a change that may be broken elsewhere: a word that has become shorter fits into the one before. */
const LINES_BEFORE = 2;
/** Units before the start of a line that its breaks depend on. */
const CONTEXT = 2;
/** Units in which a boundary between characters is searched for. */
const MAX_SEARCHED = 256;

/** The same as `wrapLines` of the text, whose lines before the change were `lines`. */
export function rewrapLines(
  lines: readonly Line[],
  text: string,
  width: number,
  options: WrapOptions,
  { start, oldEnd, newEnd }: TextChange,
): readonly Line[] {
  const kept = Math.max(0, lastFrom(lines, start - 1) - LINES_BEFORE);
  const shift = newEnd - oldEnd;
  let next = kept;
  let isMet = false;
  // Where a line begins as one did before, and nothing behind it has changed, all lines that follow are the same.
  const until = (at: number): boolean => {
    if (at < newEnd + CONTEXT) return false;
    while (next < lines.length && lines[next]!.start < at - shift) next++;
    return (isMet = lines[next]?.start === at - shift);
  };
  const from = kept === 0 ? 0 : lines[kept]!.start;
  const fresh = wrapLines(text, width, { ...options, from, until });
  return lines.slice(0, kept).concat(fresh, isMet ? shifted(lines, next, shift) : []);
}

/** The same for lines that end at line feeds only; `before` is the text that `lines` are of. */
export function resplitLines(
  lines: readonly Line[],
  before: string,
  text: string,
  change: TextChange,
): readonly Line[] {
  const { start, oldEnd, newEnd } = change;
  const shift = newEnd - oldEnd;
  const first = Math.max(0, lastFrom(lines, start));
  let next = lastFrom(lines, oldEnd) + 1;
  next = Math.max(next, first + 1);
  const from = lines[first]?.start ?? 0;
  const end = next < lines.length ? lines[next]!.start - 1 + shift : text.length;
  const fresh: Line[] = [];
  const only = next === first + 1 ? lines[first] : undefined;
  for (let at = from; at <= end;) {
    const feed = text.indexOf('\n', at);
    const stop = feed < 0 || feed > end ? end : feed;
    const isWhole = only !== undefined && at === from && stop === end;
    const width = isWhole
      ? widthAfter(only, before, text, stop, change)
      : cellWidth(text.slice(at, stop));
    fresh.push({ start: at, end: stop, width });
    at = stop + 1;
  }
  return lines.slice(0, first).concat(fresh, shifted(lines, next, shift));
}

/** Cells of a line, from those that it had, and what has come and gone in it. */
function widthAfter(
  line: Line,
  before: string,
  text: string,
  end: number,
  { start, oldEnd, newEnd }: TextChange,
): number {
  const low = Math.max(line.start, start - MAX_SEARCHED);
  let from = start;
  while (from > low && !(from < start && isBoundary(text, from))) from--;
  const high = Math.min(end, newEnd + MAX_SEARCHED);
  let to = newEnd;
  while (to < high && !(to > newEnd && isBoundary(text, to))) to++;
  const isFound = (from === line.start || isBoundary(text, from)) && (to === end || to < high);
  if (!isFound) return cellWidth(text.slice(line.start, end));
  const old = before.slice(from, to - newEnd + oldEnd);
  return line.width - cellWidth(old) + cellWidth(text.slice(from, to));
}

/** True between two characters that nothing joins. */
function isBoundary(text: string, at: number): boolean {
  return isPlain(text.charCodeAt(at - 1)) && isPlain(text.charCodeAt(at));
}

/** The last line that begins at an offset or before it; -1 where none does. */
function lastFrom(lines: readonly Line[], offset: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function shifted(lines: readonly Line[], from: number, shift: number): readonly Line[] {
  const rest = lines.slice(from);
  if (shift === 0) return rest;
  return rest.map((line) => ({ ...line, start: line.start + shift, end: line.end + shift }));
}
