/** The words in which two versions of a line differ. */
import { late } from '../../../runtime/base/late.js';

const differ = late(() => require('diff') as typeof import('diff'));

export type WordRange = readonly [from: number, to: number];

/** Words and signs of a line that are compared; longer lines have no marks. */
const MAX_TOKENS = 400;
/** Share of a line that has to be the same: in lines that have little in common, marks would only be noise. */
const MIN_SAME = 0.35;

const TOKEN = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;

export interface WordMarks {
  readonly old: readonly WordRange[];
  readonly new: readonly WordRange[];
}

const NONE: WordMarks = { old: [], new: [] };

export function wordMarks(before: string, after: string): WordMarks {
  const old = before.match(TOKEN) ?? [];
  const now = after.match(TOKEN) ?? [];
  if (old.length > MAX_TOKENS || now.length > MAX_TOKENS) return NONE;
  const marks = { old: [] as [number, number][], new: [] as [number, number][] };
  let oldAt = 0;
  let newAt = 0;
  let same = 0;
  for (const { value, added, removed } of differ().diffArrays(old, now)) {
    const { length } = value.join('');
    if (!added && !removed) {
      same += value.join('').trim().length;
      oldAt += length;
      newAt += length;
    } else if (removed) {
      marks.old.push([oldAt, (oldAt += length)]);
    } else marks.new.push([newAt, (newAt += length)]);
  }
  const longest = Math.max(before.trim().length, after.trim().length);
  return longest === 0 || same / longest < MIN_SAME ? NONE : marks;
}
