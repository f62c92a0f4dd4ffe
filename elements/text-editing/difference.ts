/** The difference between two texts, in whole graphemes. */
import { snapBack, snapForward } from './boundaries.js';

/** A stretch of one text, in UTF-16 units, and what the other has in its place. */
export interface Difference {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The shortest stretch between what both texts begin with and what both end with. */
export function difference(before: string, after: string): Difference {
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same] === after[same]) same++;
  // A grapheme that only begins alike is another one.
  const from = Math.min(snapBack(before, same), snapBack(after, same));
  let tail = 0;
  while (tail < most - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const end = Math.max(
    snapForward(before, before.length - tail),
    before.length - after.length + snapForward(after, after.length - tail),
  );
  return { from, to: end, text: after.slice(from, end - before.length + after.length) };
}
