/**
 * The reading direction of letters. Cells are in the order of reading; a viewer that has fonts puts them in that
 * of their script.
 */

const SCRIPTS = ['Arabic', 'Hebrew', 'Thaana', 'Syriac', 'Nko', 'Adlam'];
const letters = SCRIPTS.map((name) => `\\p{Script=${name}}`).join('');

let expressions: { readonly rightToLeft: RegExp; readonly leftToRight: RegExp } | undefined;

/** Made when first used: that takes a millisecond, and most starts show no such text. */
function directions() {
  return (expressions ??= {
    rightToLeft: new RegExp(`[${letters}]`, 'u'),
    leftToRight: new RegExp(`(?![${letters}])\\p{L}`, 'u'),
  });
}

/** Whether a text has a letter of a script that is written from right to left. */
export const hasRightToLeft = (text: string): boolean => directions().rightToLeft.test(text);
/** Whether a text has a letter of any other script. */
export const hasLeftToRight = (text: string): boolean => directions().leftToRight.test(text);

const NUMBER = /^\p{N}/u;

/**
 * Where words end that begin at a cell and are read from right to left, with the numbers between and after them. What
 * shows them needs them in one piece to put their letters in order and join them.
 *
 * @param charAt the character of a cell; undefined where the piece must end
 * @returns the cell after the piece; `start` if none begins there
 */
export function rightToLeftEnd(
  charAt: (cell: number) => string | undefined,
  start: number,
): number {
  if (!hasRightToLeft(charAt(start) ?? '')) return start;
  let end = start;
  let blanks = 0;
  for (let cell = start; ; cell++) {
    const char = charAt(cell);
    if (char === undefined) break;
    blanks = char === ' ' ? blanks + 1 : 0;
    // More than one space separates columns.
    if (blanks > 1 || hasLeftToRight(char) || /[\u2500-\u28ff]/.test(char)) break;
    if (hasRightToLeft(char) || NUMBER.test(char)) end = cell + 1;
  }
  return end;
}
