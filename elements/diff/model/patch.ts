/**
 * Patches of some lines of a diff, which `git apply` accepts. Forward, a patch changes the old file: an added line that is not
 * chosen is left out, a removed one stays. In reverse it is for `git apply --reverse`, which changes the new file back: there a removed line that is
 * not chosen is left out, and an added one stays.
 */
import { headingOf, KIND, type Diff, type DiffFile, type DiffHunk } from './parse.js';
import { quoted } from './names.js';

interface PatchLine {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
  /** No line break at its end. */
  readonly isOpen: boolean;
}

export interface PatchChoice {
  /** Indexes of chosen lines that are added or removed. */
  readonly lines: ReadonlySet<number>;
  /** Indexes of files that are chosen with all that is in them, their names and modes too. */
  readonly files: ReadonlySet<number>;
}

export function patchOf(diff: Diff, { lines, files }: PatchChoice, isReverse: boolean): string {
  let text = '';
  // A diff may have 100,000 files, and all of its lines may be chosen: each is looked at once, in order.
  const chosen = [...lines].sort((one, other) => one - other);
  let line = 0;
  let hunk = 0;
  for (const [index, file] of diff.files.entries()) {
    while (line < chosen.length && chosen[line]! < file.body) line++;
    while (hunk < diff.hunks.length && diff.hunks[hunk]!.file < index) hunk++;
    if (file.isCombined) continue;
    if (files.has(index)) text += wholeFile(diff, file);
    else if (line < chosen.length && chosen[line]! < file.to) {
      text += partOfFile(diff, { index, hunk }, lines, isReverse);
    }
  }
  return text;
}

/** As it was written; nothing where it is binary and its bytes are not in the diff. */
function wholeFile({ lines, kinds }: Diff, file: DiffFile): string {
  const own = lines.slice(file.from, file.to);
  const hasBytes = kinds.subarray(file.from, file.to).includes(KIND.binary);
  if (file.isBinary && !hasBytes) return '';
  return `${own.join('\n')}\n`;
}

function partOfFile(
  diff: Diff,
  /** Of the file, and of its first hunk. */
  { index, hunk: first }: { readonly index: number; readonly hunk: number },
  lines: ReadonlySet<number>,
  isReverse: boolean,
): string {
  const file = diff.files[index]!;
  let text = '';
  let shift = 0;
  let isWhole = true;
  for (let at = first; diff.hunks[at]?.file === index; at++) {
    const hunk = diff.hunks[at]!;
    const part = linesOf(diff, hunk, lines, isReverse);
    isWhole &&= part.isWhole;
    if (!part.lines.some(({ sign }) => sign !== ' ')) {
      continue;
    }
    const oldCount = part.lines.filter(({ sign }) => sign !== '+').length;
    const newCount = part.lines.filter(({ sign }) => sign !== '-').length;
    // The side that is applied to has its places; the other one moves by what was changed before.
    const base = isReverse
      ? firstOf(hunk.newStart, hunk.newCount)
      : firstOf(hunk.oldStart, hunk.oldCount);
    const oldFirst = isReverse ? base - shift : base;
    const newFirst = isReverse ? base : base + shift;
    shift += newCount - oldCount;
    const heading = headingOf(diff, hunk);
    text += `@@ -${range(oldFirst, oldCount)} +${range(newFirst, newCount)} @@${heading === '' ? '' : ` ${heading}`}\n`;
    for (const { sign, text: line, isOpen } of part.lines) {
      text += `${sign}${line}\n${isOpen ? '\\ No newline at end of file\n' : ''}`;
    }
  }
  return text === '' ? '' : headerOf(diff, file, isReverse, isWhole) + text;
}

/** A range of no lines is written with the line before. */
function firstOf(start: number, count: number): number {
  return count === 0 ? start + 1 : start;
}
function range(first: number, count: number): string {
  return `${count === 0 ? first - 1 : first},${count}`;
}

/** The lines about a file, without what only all of its changes come to. */
function headerOf(diff: Diff, file: DiffFile, isReverse: boolean, isWhole: boolean): string {
  const { status, oldName, newName } = file;
  const header = diff.lines.slice(file.from, file.body);
  const isGit = header[0]?.startsWith('diff --git ') === true;
  // What is made or removed as a whole is not by a part of its lines, unless that side has no lines.
  const keepsAdded = status === 'added' && (!isReverse || isWhole);
  const keepsDeleted = status === 'deleted' && (isReverse || isWhole);
  const keepsNames = (status === 'renamed' || status === 'copied') && !isReverse;
  if (keepsAdded || keepsDeleted || keepsNames) {
    return `${header.filter((line) => !/^(?:index|old mode|new mode) /.test(line)).join('\n')}\n`;
  }
  // The file as it is where the patch is applied.
  const name = isReverse ? newName : oldName;
  const first = isGit ? `diff --git ${quoted(`a/${name}`)} ${quoted(`b/${name}`)}\n` : '';
  return `${first}--- ${quoted(`a/${name}`)}\n+++ ${quoted(`b/${name}`)}\n`;
}

function linesOf(
  { lines, kinds }: Diff,
  { from, to }: DiffHunk,
  chosen: ReadonlySet<number>,
  isReverse: boolean,
): { lines: PatchLine[]; isWhole: boolean } {
  const part: PatchLine[] = [];
  let isWhole = true;
  for (let at = from + 1; at < to; at++) {
    const kind = kinds[at];
    if (kind === KIND.noNewline) continue;
    const text = lines.at(at).slice(1);
    const isOpen = kinds[at + 1] === KIND.noNewline && at + 1 < to;
    if (kind === KIND.context) part.push({ sign: ' ', text, isOpen });
    else if (chosen.has(at)) part.push({ sign: kind === KIND.added ? '+' : '-', text, isOpen });
    else {
      isWhole = false;
      // Of the side that is applied to, all lines are.
      if ((kind === KIND.added) === isReverse) part.push({ sign: ' ', text, isOpen });
    }
  }
  return { lines: closed(part), isWhole };
}

/** Only the last line of a side has no line break. One that is the last of one side alone is two lines. */
function closed(lines: readonly PatchLine[]): PatchLine[] {
  const lastOld = lines.findLastIndex(({ sign }) => sign !== '+');
  const lastNew = lines.findLastIndex(({ sign }) => sign !== '-');
  return lines.flatMap((line, at): PatchLine[] => {
    if (!line.isOpen) return [line];
    if (line.sign === '-') return [{ ...line, isOpen: at === lastOld }];
    if (line.sign === '+') return [{ ...line, isOpen: at === lastNew }];
    if (at === lastOld && at === lastNew) return [line];
    return [
      { ...line, sign: '-', isOpen: at === lastOld },
      { ...line, sign: '+', isOpen: at === lastNew },
    ];
  });
}
