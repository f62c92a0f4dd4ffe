/**
 * Caret positions in one line: between grapheme clusters. Each answer costs what is near the place requested,
 * however long the line is.
 */
import { walkClusters } from '../../runtime/base/text/graphemes.js';

/** Units looked at first; a longer cluster makes it grow. */
const WINDOW = 128;
/** Units gone back at most for a place that is a boundary for certain; only hostile text has none nearer. */
const FURTHEST = 20_000;

const ZWJ = 0x200d;
const EXTENDED_PICTOGRAPHIC = /^\p{Extended_Pictographic}/u;
/** Grapheme_Cluster_Break=Prepend (UAX #29): joins whatever comes after. */
const PREPEND =
  /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\u{110bd}\u{110cd}\u{111c2}\u{111c3}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]/u;

/** The end of the cluster that starts at a boundary; the text's length at its end. */
export function nextBoundary(text: string, at: number): number {
  for (let size = WINDOW; ; size *= 2) {
    const part = text.slice(at, at + size);
    let end = 0;
    walkClusters(part, (_start, stop) => {
      end = stop;
      return false;
    });
    // A cluster that reaches the end of the window may go on behind it.
    if (end < part.length || at + part.length >= text.length) return at + end;
  }
}

/** The start of the cluster that ends at a boundary; 0 at the start. */
export function previousBoundary(text: string, at: number): number {
  if (at <= 0) return 0;
  const from = certainBoundary(text, at - 1);
  let last = from;
  walkClusters(text.slice(from, at), (start) => {
    last = from + start;
    return true;
  });
  return last;
}

/** The first boundary that is not before an offset. Offsets outside the text count as its ends. */
export function snapForward(text: string, at: number): number {
  return around(text, at).end;
}

/** The last boundary that is not after an offset. */
export function snapBack(text: string, at: number): number {
  return around(text, at).start;
}

/** Both ends of the cluster that an offset is in; both are the offset where that is a boundary. */
function around(text: string, at: number): { readonly start: number; readonly end: number } {
  if (!(at > 0)) return { start: 0, end: 0 };
  if (at >= text.length) return { start: text.length, end: text.length };
  let boundary = certainBoundary(text, at);
  while (boundary < at) {
    const next = nextBoundary(text, boundary);
    if (next > at) return { start: boundary, end: next };
    boundary = next;
  }
  return { start: at, end: at };
}

/** Graphemes of a text; counting stops after `most`. */
export function countGraphemes(text: string, most = Infinity): number {
  let count = 0;
  walkClusters(text, () => {
    count++;
    return count < most;
  });
  return count;
}

/** The first graphemes of a text, at most this many. */
export function firstGraphemes(text: string, most: number): string {
  if (most <= 0) return '';
  let count = 0;
  let length = 0;
  walkClusters(text, (_start, end) => {
    length = end;
    count++;
    return count < most;
  });
  return text.slice(0, length);
}

/** A boundary at or before an offset, found without reading clusters: as near as is known. */
function certainBoundary(text: string, before: number): number {
  const least = Math.max(0, before - FURTHEST);
  for (let at = before; at > least; at--) {
    const code = text.codePointAt(at) ?? 0;
    if (isFlagLetter(code)) return evenStart(text, at);
    if (startsCluster(text, at, code)) return at;
  }
  if (least === 0) return 0;
  // A caret cannot be between the halves of a surrogate pair.
  return (text.charCodeAt(least) & 0xfc00) === 0xdc00 ? least - 1 : least;
}

/** True only where UAX #29 has a boundary before the code point whatever else is around it. */
function startsCluster(text: string, at: number, code: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (!isOther(code)) {
    if (code < 0x203c || before === ZWJ) return false;
    if (!EXTENDED_PICTOGRAPHIC.test(String.fromCodePoint(code))) return false;
  }
  if (before < 0x600) return true;
  // A syllable joins the leading consonants before it.
  if (code >= 0xac00 && code <= 0xd7a3) {
    if ((before >= 0x1100 && before <= 0x115f) || (before >= 0xa960 && before <= 0xa97f)) {
      return false;
    }
  }
  const low = (before & 0xfc00) === 0xdc00 && at > 1;
  return !PREPEND.test(low ? text.slice(at - 2, at) : text.slice(at - 1, at));
}

/** Ranges in their order. */
const OTHERS = [
  [0x20, 0x7e],
  [0xa1, 0xa8],
  [0xaa, 0xac],
  [0xaf, 0x2ff],
  [0x370, 0x482],
  [0x48a, 0x52f],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0xe01, 0xe30],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
] as const;

/** Code points that join nothing before them: most letters, blanks and signs. */
function isOther(code: number): boolean {
  for (const [first, last] of OTHERS) if (code <= last) return code >= first;
  return false;
}

function isFlagLetter(code: number): boolean {
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}

/** Flags are pairs: the start of the pair that holds the letter at an offset. */
function evenStart(text: string, at: number): number {
  let start = at;
  while (start >= 2 && isFlagLetter(text.codePointAt(start - 2) ?? 0)) start -= 2;
  const even = start + Math.floor((at - start) / 4) * 4;
  // The first pair may be part of the cluster before it; the others never are.
  return even > start || start === 0 ? even : certainBoundary(text, start - 1);
}
