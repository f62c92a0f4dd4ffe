/** The order in which lines of a diff show: one below the other, or the old and the new file side by side. */
import { KIND, type Diff, type DiffFile } from './parse.js';

/** By rows: indexes of the lines at the left and at the right; -1 for none. A row of both files has its line on both sides. */
export interface DiffOrder {
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly count: number;
  readonly isSplit: boolean;
}

export function unifiedOrder({ kinds }: Diff): DiffOrder {
  const left = new Int32Array(kinds.length);
  let count = 0;
  for (let line = 0; line < kinds.length; line++) {
    if (kinds[line] !== KIND.header && kinds[line] !== KIND.binary) left[count++] = line;
  }
  return { left, right: left, count, isSplit: false };
}

export function splitOrder({ kinds }: Diff): DiffOrder {
  const { length } = kinds;
  const left = new Int32Array(length);
  const right = new Int32Array(length);
  let count = 0;
  for (let line = 0; line < length;) {
    const kind = kinds[line];
    if (kind === KIND.header || kind === KIND.binary) line++;
    else if (kind !== KIND.removed && kind !== KIND.added) {
      left[count] = line;
      right[count++] = line++;
    } else {
      // What is removed, then what is added, each with the word about its end. What is removed after that is another change.
      const from = line;
      if (kind === KIND.removed) line = runEnd(kinds, line, KIND.removed);
      const middle = line;
      if (kinds[line] === KIND.added) line = runEnd(kinds, line, KIND.added);
      const rows = Math.max(middle - from, line - middle);
      for (let at = 0; at < rows; at++) {
        left[count] = from + at < middle ? from + at : -1;
        right[count++] = middle + at < line ? middle + at : -1;
      }
    }
  }
  return { left, right, count, isSplit: true };
}

/** The end of lines of one kind, and of the words about the ends of files between them. */
function runEnd(kinds: Uint8Array, from: number, kind: number): number {
  let at = from;
  while (kinds[at] === kind || kinds[at] === KIND.noNewline) at++;
  return at;
}

/** The other version of a changed line: the one at the same place of what was removed, and added, together. */
export function counterpartOf({ kinds }: Diff, line: number): number {
  const own = kinds[line];
  const isRemoved = own === KIND.removed;
  let start = line;
  while (start > 0 && (kinds[start - 1] === own || kinds[start - 1] === KIND.noNewline)) start--;
  const place = countOf(kinds, start, line, own!);
  const step = isRemoved ? 1 : -1;
  const other = isRemoved ? KIND.added : KIND.removed;
  let at = isRemoved ? line : start - 1;
  if (isRemoved) while (kinds[at] === own || kinds[at] === KIND.noNewline) at += step;
  if (kinds[at] !== other && kinds[at] !== KIND.noNewline) return -1;
  let from = at;
  if (!isRemoved) {
    while (from > 0 && (kinds[from - 1] === other || kinds[from - 1] === KIND.noNewline)) from--;
  }
  let seen = 0;
  for (let each = from; kinds[each] === other || kinds[each] === KIND.noNewline; each++) {
    if (kinds[each] === other && seen++ === place) return each;
  }
  return -1;
}

function countOf(kinds: Uint8Array, from: number, to: number, kind: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (kinds[at] === kind) count++;
  return count;
}

/** The name of a file and what has become of it, in words. */
export function fileWords(file: DiffFile): string {
  const { oldName, newName, status, similarity, oldMode, newMode, isBinary, isCombined } = file;
  const words: string[] = [];
  if (status === 'added') words.push('new file');
  if (status === 'deleted') words.push('deleted');
  if (status === 'renamed' || status === 'copied') {
    words.push(status + (similarity === undefined ? '' : `, ${similarity} % the same`));
  }
  if (oldMode !== undefined && newMode !== undefined && oldMode !== newMode) {
    words.push(`mode ${oldMode} → ${newMode}`);
  }
  if (isBinary) words.push('binary');
  if (isCombined) words.push('merge');
  const name = oldName === newName ? newName : `${oldName} → ${newName}`;
  return words.length === 0 ? name : `${name}  ${words.join(', ')}`;
}
