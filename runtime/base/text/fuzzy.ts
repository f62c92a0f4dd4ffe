/**
 * Finds what was typed in names, letter by letter and in order, as palettes of editors do: `svf` finds "Save file".
 * Own code: libraries for it rank the same way and are larger than this.
 */

/** A name, prepared to be searched. */
export interface FuzzyName {
  readonly folded: string;
  /** For each UTF-16 unit: a word begins there. */
  readonly starts: Uint8Array;
}

const WORD_START = 8;
const FOLLOWING = 5;
const LETTER = 1;
/** For every letter of a gap, up to the highest. */
const GAP = -1;
const MAX_GAP = 6;
/** The name begins with what was typed. */
const PREFIX = 10;
/** For every letter of what is in the name as it was typed. */
const WHOLE = 4;
/** UTF-16 units of a name that are looked at. */
const MAX_LENGTH = 200;

export function fuzzyName(text: string): FuzzyName {
  const name = text.slice(0, MAX_LENGTH);
  const lower = name.toLowerCase();
  // Some letters fold to two.
  const folded = lower.length === name.length ? lower : name;
  const starts = new Uint8Array(folded.length);
  let isInner = false;
  let isCapitalBefore = false;
  for (let at = 0; at < name.length; at++) {
    const isCapital = name.charCodeAt(at) !== folded.charCodeAt(at);
    if (!isInner || (isCapital && !isCapitalBefore)) starts[at] = 1;
    isInner = isInWord(name, at);
    isCapitalBefore = isCapital;
  }
  return { folded, starts };
}

/** True for letters and digits. Most names are ASCII, for which an expression would take most of the time. */
function isInWord(name: string, at: number): boolean {
  const code = name.charCodeAt(at);
  if (code > 0x7f) return /[\p{L}\p{N}]/u.test(name.charAt(at));
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}

/** How well a name fits; undefined where it does not. Words of the query are found in any order. */
export function fuzzyScore(name: FuzzyName, query: string): number | undefined {
  let score = 0;
  for (const word of query.toLowerCase().split(/\s+/)) {
    if (word === '') continue;
    const found = wordScore(name, word);
    if (found === undefined) return undefined;
    score += found;
  }
  return score;
}

/** The best of what begins at each place where the first letter is; starts of words are tried first. */
function wordScore({ folded, starts }: FuzzyName, word: string): number | undefined {
  let best: number | undefined;
  for (let from = folded.indexOf(word[0]!); from >= 0; from = folded.indexOf(word[0]!, from + 1)) {
    const score = scoreFrom(folded, starts, word, from);
    if (score === undefined) break;
    if (best === undefined || score > best) best = score;
  }
  return best;
}

function scoreFrom(
  folded: string,
  starts: Uint8Array,
  word: string,
  from: number,
): number | undefined {
  let score = from === 0 ? PREFIX : 0;
  if (folded.startsWith(word, from)) score += word.length * WHOLE;
  let last = from - 1;
  for (const char of word) {
    let at = folded.indexOf(char, last + 1);
    if (at < 0) return undefined;
    // A word that begins with the letter is what was meant, rather than a letter further in.
    if (at !== last + 1) {
      for (let next = at; next >= 0; next = folded.indexOf(char, next + 1)) {
        if (starts[next] !== 1) continue;
        if (folded.includes(word.slice(-1), next)) at = next;
        break;
      }
    }
    const gap = last < from ? 0 : at - last - 1;
    score += LETTER + (starts[at] === 1 ? WORD_START : 0);
    score += gap === 0 && last >= from ? FOLLOWING : Math.max(-MAX_GAP, gap * GAP);
    last = at;
  }
  return score - folded.length / 1000;
}
