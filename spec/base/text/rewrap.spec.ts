/** Lines of a text after a change of it: the same as if all of it were broken again. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { resplitLines, rewrapLines } from '../../../runtime/base/text/rewrap.js';
import { changeBetween } from '../../../runtime/base/text/text-change.js';
import { wrapLines, type Line } from '../../../runtime/base/text/wrap.js';
import { propertyRuns } from '../../support/property-runs.js';

const PIECES = [
  'a',
  'word ',
  'longer-word ',
  'averyveryverylongword',
  ' ',
  '   ',
  '\n',
  '--',
  '(b) ',
  '漢字、',
  'かな',
  'e\u0301',
  '\u0301',
  '😀',
  '👩‍👩‍👧',
  '👍🏽',
  '🇩🇪',
  '🇩',
  '\u200d',
  '\ufe0f',
  '한글',
  'ᄒ',
];
const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...PIECES), { maxLength }).map((pieces) => pieces.join(''));
const edit = fc.record({ at: fc.nat(1000), removed: fc.nat(12), added: text(4) });

function split(whole: string): Line[] {
  let start = 0;
  return whole.split('\n').map((part) => {
    const line = { start, end: start + part.length, width: cellWidth(part) };
    start += part.length + 1;
    return line;
  });
}

/** Never half a pair of surrogates: what is wrapped has none. */
function whole(changed: string): string {
  return changed.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    '',
  );
}

describe('a text that changes', () => {
  it.each([false, true])('wraps as a new one does, blanks kept: %s', (preserve) => {
    fc.assert(
      fc.property(
        text(120),
        fc.integer({ min: 1, max: 24 }),
        fc.array(edit, { minLength: 1, maxLength: 8 }),
        (first, width, edits) => {
          let before = `${first}.`;
          let lines: readonly Line[] = wrapLines(before, width, { preserve });
          let parts: readonly Line[] = split(before);
          for (const { at, removed, added } of edits) {
            const start = at % (before.length + 1);
            const after = `${whole(before.slice(0, start) + added + before.slice(start + removed))}.`;
            const change = changeBetween(before, after);
            lines = rewrapLines(lines, after, width, { preserve }, change);
            parts = resplitLines(parts, before, after, change);
            expect(lines).toEqual(wrapLines(after, width, { preserve }));
            expect(parts).toEqual(split(after));
            before = after;
          }
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it('is read around the change only', () => {
    const before = 'words of '.repeat(22_222).slice(0, 199_999);
    const lines = wrapLines(before, 60);
    const after = `${before}x`;
    const fresh = rewrapLines(lines, after, 60, {}, changeBetween(before, after));
    expect(fresh).toEqual(wrapLines(after, 60));
    expect(fresh.filter((line, at) => line !== lines[at]).length).toBeLessThan(5);
  });
});

describe('the change between two texts', () => {
  it('is what differs, also where pieces of thousands of characters are the same', () => {
    const long = fc
      .array(fc.constantFrom('ab', 'b', ' '), { maxLength: 9 })
      .map((some) => some.join('').repeat(700));
    fc.assert(
      fc.property(long, long, text(3), text(3), (start, end, old, now) => {
        const before = start + old + end;
        const after = start + now + end;
        const { start: from, oldEnd, newEnd } = changeBetween(before, after);
        expect(before.slice(0, from) + after.slice(from, newEnd) + before.slice(oldEnd)).toBe(
          after,
        );
        expect(newEnd - from).toBeLessThanOrEqual(now.length);
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});
