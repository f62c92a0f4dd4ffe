/** Texts of others as the launcher's own questions show them: nothing in them is hidden, and nothing moves what is beside it. */

/** Not plainly visible, or moves its neighbours: controls, formats, private, unassigned, odd blanks, fillers. */
const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}\p{Me}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800\u3164\u115f\u1160\uffa0\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** More than two marks on one letter pile up over other lines. */
const PILED = /(?<=\p{M}{2})\p{M}/gu;

/** The text with everything that cannot be seen spelt out: `\u{202e}`. */
export function plain(text: string): string {
  const spelt = (character: string): string =>
    `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  return text.replace(INVISIBLE, spelt).replace(PILED, spelt);
}
