/**
 * Word boundaries for moving, deleting and double clicks. Without dictionaries: runs of letters and digits, and in
 * Chinese and Japanese runs of one script, which is what most editors have.
 */
import { snapBack, snapForward } from './boundaries.js';

type Kind = 'blank' | 'mark' | 'sign' | 'word' | 'han' | 'hiragana' | 'katakana';

const BLANK = /^\s/u;
/** What belongs to the character before it. */
const MARK = /^[\p{M}\u200d\ufe00-\ufe0f\u{1f3fb}-\u{1f3ff}]/u;
const HAN = /^[\p{Script=Han}\u3005]/u;
const HIRAGANA = /^\p{Script=Hiragana}/u;
const KATAKANA = /^[\p{Script=Katakana}\u30fc]/u;
const WORD = /^[\p{L}\p{N}_]/u;

function kindOf(character: string): Kind {
  if (/^[A-Za-z0-9_]/.test(character)) return 'word';
  if (BLANK.test(character)) return 'blank';
  if (MARK.test(character)) return 'mark';
  if (HAN.test(character)) return 'han';
  if (HIRAGANA.test(character)) return 'hiragana';
  if (KATAKANA.test(character)) return 'katakana';
  return WORD.test(character) ? 'word' : 'sign';
}

function isWord(kind: Kind): boolean {
  return kind !== 'blank' && kind !== 'sign' && kind !== 'mark';
}

/** Offsets, forwards from one, at which a run of one kind ends. */
function runEnd(text: string, from: number): { readonly end: number; readonly kind: Kind } {
  let at = from;
  let kind: Kind | undefined;
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const own = kindOf(character);
    if (own !== 'mark' && own !== (kind ??= own)) break;
    at += character.length;
  }
  return { end: at, kind: kind ?? 'sign' };
}

/** The same backwards. Marks belong to the run of what they follow. */
function runStart(text: string, from: number): { readonly start: number; readonly kind: Kind } {
  let at = from;
  let run = from;
  let kind: Kind | undefined;
  while (at > 0) {
    const low = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00 && at > 1;
    at -= low && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800 ? 2 : 1;
    const own = kindOf(String.fromCodePoint(text.codePointAt(at) ?? 0));
    if (own === 'mark') continue;
    if (own !== (kind ??= own)) break;
    run = at;
  }
  return { start: kind === undefined ? 0 : run, kind: kind ?? 'sign' };
}

/** The end of the word at or after an offset; the text's length where there is none. */
export function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const { end, kind } = runEnd(text, at);
    at = end;
    if (isWord(kind)) break;
  }
  return snapForward(text, at);
}

/** The start of the word before an offset; 0 where there is none. */
export function wordStart(text: string, from: number): number {
  let at = from;
  while (at > 0) {
    const { start, kind } = runStart(text, at);
    at = start;
    if (isWord(kind)) break;
  }
  return snapBack(text, at);
}

/** The start of what blanks divide from the rest, before an offset: readline's Ctrl+W. */
export function blankWordStart(text: string, from: number): number {
  let at = from;
  while (at > 0 && BLANK.test(text.charAt(at - 1))) at--;
  while (at > 0 && !BLANK.test(text.charAt(at - 1))) at--;
  return snapBack(text, at);
}

/** The run of one kind around an offset: what a double click selects. */
export function wordAround(
  text: string,
  at: number,
): { readonly start: number; readonly end: number } {
  if (text === '') return { start: 0, end: 0 };
  const inside = Math.min(at, text.length - 1);
  const from = snapBack(text, inside);
  const next = runEnd(text, from);
  // The run may have begun before.
  const { start } = runStart(text, Math.max(next.end, from));
  return { start: snapBack(text, Math.min(start, from)), end: snapForward(text, next.end) };
}
