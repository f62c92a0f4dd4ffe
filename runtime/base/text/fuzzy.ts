/**
 * Finds what was typed in names, letter by letter and in order, as palettes of editors do: `svf` finds "Save file".
 * Own code: libraries for it rank the same way and are larger than this.
 */

/** A name, prepared to be searched. */
export interface FuzzyName {
  readonly name: string;
  /** In lower case, with the same UTF-16 units. */
  readonly folded: string;
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
  return { name, folded: lower.length === name.length ? lower : name };
}

/** True where a word begins. Looked at where a letter was found: most letters of most names never are. */
function startsWord({ name, folded }: FuzzyName, at: number): boolean {
  if (at === 0 || !isInWord(name, at - 1)) return true;
  const isCapital = (unit: number): boolean => name.charCodeAt(unit) !== folded.charCodeAt(unit);
  return isCapital(at) && !isCapital(at - 1);
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

/** The UTF-16 units of a name that a query was found at, ascending; empty where it does not fit. */
export function fuzzyPlaces(name: FuzzyName, query: string): readonly number[] {
  const places = new Set<number>();
  for (const word of query.toLowerCase().split(/\s+/)) {
    const from = word === '' ? undefined : bestOf(name, word)?.from;
    if (from !== undefined) scoreFrom(name, word, from, places);
  }
  return [...places].sort((a, b) => a - b);
}

function wordScore(name: FuzzyName, word: string): number | undefined {
  return bestOf(name, word)?.score;
}

/** The best of what begins at each place where the first letter is; starts of words are tried first. */
function bestOf(
  name: FuzzyName,
  word: string,
): { readonly score: number; readonly from: number } | undefined {
  const { folded } = name;
  let best: { readonly score: number; readonly from: number } | undefined;
  for (let from = folded.indexOf(word[0]!); from >= 0; from = folded.indexOf(word[0]!, from + 1)) {
    const score = scoreFrom(name, word, from);
    if (score === undefined) break;
    if (best === undefined || score > best.score) best = { score, from };
  }
  return best;
}

/** @param places receives where the letters are */
function scoreFrom(
  name: FuzzyName,
  word: string,
  from: number,
  places?: Set<number>,
): number | undefined {
  const { folded } = name;
  let score = from === 0 ? PREFIX : 0;
  if (folded.startsWith(word, from)) score += word.length * WHOLE;
  let last = from - 1;
  for (const char of word) {
    let at = folded.indexOf(char, last + 1);
    if (at < 0) return undefined;
    // A word that begins with the letter is what was meant, rather than a letter further in.
    if (at !== last + 1) {
      for (let next = at; next >= 0; next = folded.indexOf(char, next + 1)) {
        if (!startsWord(name, next)) continue;
        if (folded.includes(word.slice(-1), next)) at = next;
        break;
      }
    }
    const gap = last < from ? 0 : at - last - 1;
    score += LETTER + (startsWord(name, at) ? WORD_START : 0);
    score += gap === 0 && last >= from ? FOLLOWING : Math.max(-MAX_GAP, gap * GAP);
    last = at;
    for (let unit = 0; unit < char.length; unit++) places?.add(at + unit);
  }
  return score - folded.length / 1000;
}
