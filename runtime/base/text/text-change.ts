/** The part in which two texts differ, found without looking at each character where they are long. */

/** From `start` on, up to an end in the old text and one in the new text. Offsets are UTF-16 units. */
export interface TextChange {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Units compared at once, which costs no more than to compare their bytes. */
const PIECE = 4096;

export function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  const start = commonStart(before, after, shorter);
  const common = commonEnd(before, after, shorter - start);
  return { start, oldEnd: before.length - common, newEnd: after.length - common };
}

function commonStart(before: string, after: string, most: number): number {
  if (after.startsWith(before)) return before.length;
  let at = 0;
  while (at + PIECE <= most && before.slice(at, at + PIECE) === after.slice(at, at + PIECE)) {
    at += PIECE;
  }
  while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at++;
  return at;
}

function commonEnd(before: string, after: string, most: number): number {
  const [old, now] = [before.length, after.length];
  let count = 0;
  const isSame = (): boolean =>
    before.slice(old - count - PIECE, old - count) ===
    after.slice(now - count - PIECE, now - count);
  while (count + PIECE <= most && isSame()) count += PIECE;
  while (count < most && before.charCodeAt(old - count - 1) === after.charCodeAt(now - count - 1)) {
    count++;
  }
  return count;
}
