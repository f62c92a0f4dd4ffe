import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { wrap, wrapLines } from '../../../runtime/base/text/wrap.js';
import { cpuTime } from '../../support/cpu-time.js';
import { propertyRuns, sized } from '../../support/property-runs.js';

describe('wrap', () => {
  it.each<[string, string, number, string[]]>([
    ['breaks between words', 'the quick brown fox', 9, ['the quick', 'brown fox']],
    ['drops the blanks at a break', 'aaa   bbb', 4, ['aaa', 'bbb']],
    ['keeps blanks inside a line', 'a  b c', 4, ['a  b', 'c']],
    ['breaks a word longer than a line', 'abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
    ['starts a long word on a line of its own', 'ab cdefghij', 4, ['ab', 'cdef', 'ghij']],
    ['honours line feeds', 'a\n\nb', 5, ['a', '', 'b']],
    ['keeps a last empty line', 'a\n', 5, ['a', '']],
    ['breaks between wide characters', '日本語テスト', 4, ['日本', '語テ', 'スト']],
    ['never splits a wide character', '日本語', 3, ['日', '本', '語']],
    ['breaks between scripts', 'ab日本', 4, ['ab日', '本']],
    ['starts no line with closing punctuation', '日本語。', 6, ['日本', '語。']],
    ['ends no line with opening punctuation', '日本「語', 6, ['日本', '「語']],
    ['breaks after a hyphen', 'well-known', 6, ['well-', 'known']],
    ['keeps a number with its sign', 'a -12 b', 4, ['a', '-12', 'b']],
    ['keeps a flag whole', 'use --flag', 6, ['use', '--flag']],
    ['keeps no-break spaces', 'ab\u00a0cd ef', 5, ['ab\u00a0cd', 'ef']],
    ['keeps clusters whole', 'e\u0301e\u0301e\u0301', 2, ['e\u0301e\u0301', 'e\u0301']],
    ['puts a wide glyph alone in a line of one cell', '世a', 1, ['世', 'a']],
    ['counts a width below 1 as 1', 'ab', 0, ['a', 'b']],
    ['has no lines for no text', '', 5, []],
    ['makes no line of blanks before the first word', '   abcd', 4, ['abcd']],
  ])('%s', (_name, text, width, lines) => {
    expect(wrap(text, width)).toEqual(lines);
  });

  it('keeps blanks where asked, and lets those past the edge hang', () => {
    expect(wrap('ab   cd', 4, { preserve: true })).toEqual(['ab  ', 'cd']);
    expect(wrap('ab  ', 10, { preserve: true })).toEqual(['ab  ']);
    expect(wrap('  ab', 10, { preserve: true })).toEqual(['  ab']);
    expect(wrapLines('ab   cd', 4, { preserve: true }).map(({ width }) => width)).toEqual([4, 2]);
  });

  it('breaks anywhere, or not at all', () => {
    expect(wrap('ab cd ef', 4, { mode: 'char' })).toEqual(['ab c', 'd ef']);
    expect(wrap('ab cd\nef', 2, { mode: 'nowrap' })).toEqual(['ab cd', 'ef']);
  });

  it('stops at the lines asked for', () => {
    expect(wrap('a b c d', 1, { maxLines: 2 })).toEqual(['a', 'b']);
    expect(wrap('a b', 1, { maxLines: 0 })).toEqual([]);
  });

  it('loses nothing but blanks and fills no line past the width', () => {
    const text = fc
      .array(fc.constantFrom('a', 'bc', ' ', '  ', '世', '界。', '-', '\n', 'e\u0301', '(', '👨‍👩‍👧'), {
        maxLength: 40,
      })
      .map((parts) => parts.join(''));
    const mode = fc.constantFrom('wrap' as const, 'char' as const);
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 2, max: 12 }),
        mode,
        fc.boolean(),
        (from, width, how, preserve) => {
          const lines = wrapLines(from, width, { mode: how, preserve });
          let at = 0;
          let kept = '';
          for (const line of lines) {
            expect(line.start).toBeGreaterThanOrEqual(at);
            expect(from.slice(at, line.start)).toMatch(/^[ \n]*$/);
            const shown = from.slice(line.start, line.end);
            expect(cellWidth(shown)).toBe(line.width);
            expect(line.width).toBeLessThanOrEqual(width);
            kept += shown;
            at = line.end;
          }
          expect(from.slice(at)).toMatch(/^[ \n]*$/);
          expect(kept.replace(/ /g, '')).toBe(from.replace(/[ \n]/g, ''));
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });

  it('takes up to a million characters, and only what is asked of them', () => {
    const size = sized(1_000_000, 100_000);
    const words = 'lorem ipsum dolor sit amet '.repeat(0.04 * size);
    const start = cpuTime();
    expect(wrapLines(words, 80).length).toBeGreaterThan(0.012 * size);
    expect(wrapLines('x'.repeat(size), 80).length).toBe(size / 80);
    expect(wrapLines('a' + '\u0301'.repeat(size), 80).length).toBe(1);
    expect(wrapLines(' '.repeat(size), 80).length).toBe(1);
    expect(cpuTime() - start).toBeLessThan(30_000);
    const lazy = cpuTime();
    for (let i = 0; i < 1000; i++) wrapLines(words, 80, { maxLines: 3 });
    expect(cpuTime() - lazy).toBeLessThan(30_000);
  });
});
