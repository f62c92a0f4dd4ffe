/** Which way letters are read. Cells are in the order of reading; a viewer that has fonts puts them in that of their script. */

const SCRIPTS = ['Arabic', 'Hebrew', 'Thaana', 'Syriac', 'Nko', 'Adlam'];
const letters = SCRIPTS.map((name) => `\\p{Script=${name}}`).join('');

/** A letter of a script that is written from right to left. */
export const RIGHT_TO_LEFT = new RegExp(`[${letters}]`, 'u');
/** A letter of any other script. */
export const LEFT_TO_RIGHT = new RegExp(`(?![${letters}])\\p{L}`, 'u');

const NUMBER = /^\p{N}/u;

/**
 * Where words end that begin at a cell and are read from right to left, with the numbers between and after them. What
 * shows them needs them in one piece to put their letters in order and join them.
 *
 * @param charAt the character of a cell; undefined where the piece has to end
 * @returns the cell after them; `start` where none begins there
 */
export function rightToLeftEnd(
  charAt: (cell: number) => string | undefined,
  start: number,
): number {
  if (!RIGHT_TO_LEFT.test(charAt(start) ?? '')) return start;
  let end = start;
  let blanks = 0;
  for (let cell = start; ; cell++) {
    const char = charAt(cell);
    if (char === undefined) break;
    blanks = char === ' ' ? blanks + 1 : 0;
    // Columns are apart by more than one space.
    if (blanks > 1 || LEFT_TO_RIGHT.test(char) || /[\u2500-\u28ff]/.test(char)) break;
    if (RIGHT_TO_LEFT.test(char) || NUMBER.test(char)) end = cell + 1;
  }
  return end;
}
