/**
 * The unified diff of two texts. Long texts that differ in much are first divided at lines that each of them has once, in the
 * same order, so that the time does not grow with the square of the changes.
 */
import { late } from '../../../runtime/base/late.js';
import { quoted } from './names.js';

const differ = late(() => require('diff') as typeof import('diff'));

/** Changes after which a part is divided, or replaced as a whole. */
const MAX_EDITS = 1000;
/** Steps for all parts of a divided text together: a part takes up to the square of its changes. */
const MAX_STEPS = 4 * MAX_EDITS ** 2;

interface Change {
  readonly sign: ' ' | '+' | '-';
  readonly line: string;
}

/** Texts of a file of this name; an empty text where they are the same. */
export function compareTexts(before: string, after: string, name: string, context: number): string {
  if (before === after) return '';
  const old = before.split('\n');
  const now = after.split('\n');
  // The part after the last line break: an empty one is not a line.
  const isOldOpen = old.at(-1) !== '';
  const isNewOpen = now.at(-1) !== '';
  if (!isOldOpen) old.pop();
  if (!isNewOpen) now.pop();
  const changes: Change[] = [];
  // The last line without its break is another one than with it.
  const open = (lines: string[], isOpen: boolean): string[] =>
    isOpen ? lines.with(-1, `${lines.at(-1)}\0`) : lines;
  addChanges(changes, open(old, isOldOpen), open(now, isNewOpen), 'whole');
  const header = `diff --git ${quoted(`a/${name}`)} ${quoted(`b/${name}`)}\n--- ${quoted(`a/${name}`)}\n+++ ${quoted(`b/${name}`)}\n`;
  return header + hunksOf(changes, context, isOldOpen, isNewOpen);
}

function addChanges(
  changes: Change[],
  old: readonly string[],
  now: readonly string[],
  /** The whole text, which may be divided, or the changes after which a part is replaced. */
  limit: 'whole' | number,
): void {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end++;
  const push = (sign: Change['sign'], lines: readonly string[]): void => {
    for (const line of lines) changes.push({ sign, line });
  };
  push(' ', old.slice(0, start));
  const oldPart = old.slice(start, old.length - end);
  const newPart = now.slice(start, now.length - end);
  const found =
    oldPart.length === 0 || newPart.length === 0
      ? undefined
      : differ().diffArrays(oldPart, newPart, {
          maxEditLength: limit === 'whole' ? MAX_EDITS : limit,
        });
  if (found !== undefined) {
    for (const { value, added, removed } of found) push(added ? '+' : removed ? '-' : ' ', value);
  } else if (limit === 'whole' && oldPart.length > 0 && newPart.length > 0) {
    divide(changes, oldPart, newPart);
  } else {
    push('-', oldPart);
    push('+', newPart);
  }
  push(' ', old.slice(old.length - end));
}

/** Patience: the longest ascending row of lines that both have once. */
function divide(changes: Change[], old: readonly string[], now: readonly string[]): void {
  const anchors = anchorsOf(old, now);
  const [starts, ends] = [
    [[-1, -1] as const, ...anchors],
    [...anchors, [old.length, now.length] as const],
  ];
  const parts = starts.filter(([oldAt, newAt], at) => {
    const [oldEnd, newEnd] = ends[at]!;
    return oldEnd - oldAt > 1 && newEnd - newAt > 1;
  }).length;
  const limit = Math.min(MAX_EDITS, Math.floor(Math.sqrt(MAX_STEPS / Math.max(1, parts))));
  for (const [at, [oldAt, newAt]] of starts.entries()) {
    const [oldEnd, newEnd] = ends[at]!;
    if (at > 0) changes.push({ sign: ' ', line: old[oldAt]! });
    addChanges(changes, old.slice(oldAt + 1, oldEnd), now.slice(newAt + 1, newEnd), limit);
  }
}

function onceIn(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, line] of lines.entries()) places.set(line, places.has(line) ? -1 : at);
  return places;
}

function anchorsOf(old: readonly string[], now: readonly string[]): (readonly [number, number])[] {
  const inNew = onceIn(now);
  const pairs: (readonly [number, number])[] = [];
  for (const [line, at] of onceIn(old)) {
    const other = inNew.get(line) ?? -1;
    if (at >= 0 && other >= 0) pairs.push([at, other]);
  }
  pairs.sort((one, other) => one[0] - other[0]);
  // Ends of the rows of each length, and what comes before each pair in its row.
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, place]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < place) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = index;
  }
  const row: (readonly [number, number])[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) row.push(pairs[at]!);
  return row.reverse();
}

/** Changes with this many lines around them, those that are near in one hunk. */
function hunksOf(
  changes: readonly Change[],
  context: number,
  isOldOpen: boolean,
  isNewOpen: boolean,
): string {
  const marks = { oldLast: -1, newLast: -1 };
  if (isOldOpen) marks.oldLast = changes.findLastIndex(({ sign }) => sign !== '+');
  if (isNewOpen) marks.newLast = changes.findLastIndex(({ sign }) => sign !== '-');
  const parts: string[] = [];
  let oldNumber = 1;
  let newNumber = 1;
  let at = 0;
  while (at < changes.length) {
    let first = at;
    while (first < changes.length && changes[first]!.sign === ' ') first++;
    if (first === changes.length) break;
    const start = Math.max(at, first - context);
    oldNumber += start - at;
    newNumber += start - at;
    let end = first;
    for (let index = first; index < changes.length; index++) {
      if (changes[index]!.sign !== ' ') end = index + 1;
      else if (index - end >= context * 2) break;
    }
    const stop = Math.min(changes.length, end + context);
    let [oldCount, newCount, body] = [0, 0, ''];
    for (let index = start; index < stop; index++) {
      const { sign, line } = changes[index]!;
      if (sign !== '+') oldCount++;
      if (sign !== '-') newCount++;
      const isOpen =
        (index === marks.oldLast && sign !== '+') || (index === marks.newLast && sign !== '-');
      body += `${sign}${isOpen ? line.slice(0, -1) : line}\n${isOpen ? '\\ No newline at end of file\n' : ''}`;
    }
    const range = (number: number, count: number): string =>
      `${count === 0 ? number - 1 : number},${count}`;
    parts.push(`@@ -${range(oldNumber, oldCount)} +${range(newNumber, newCount)} @@\n${body}`);
    oldNumber += oldCount;
    newNumber += newCount;
    at = stop;
  }
  return parts.join('');
}
