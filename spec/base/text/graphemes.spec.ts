import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  cellWidth,
  codePointWidth,
  graphemes,
  walkClusters,
} from '../../../runtime/base/text/graphemes.js';
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import { fit, pad, truncate } from '../../../runtime/base/text/truncate.js';
import { cpuTime } from '../../support/cpu-time.js';
import { anyCharacter } from '../../support/any-character.js';
import { propertyRuns, sized } from '../../support/property-runs.js';

/** As string-width 8 has them, the last block aside. */
describe('cellWidth', () => {
  it.each<[string, string, number]>([
    ['nothing', '', 0],
    ['ASCII', 'hello', 5],
    ['CJK', '古い', 4],
    ['fullwidth Latin', 'Ａ', 2],
    ['halfwidth kana', 'ｱ', 1],
    ['Hangul syllables', '가나', 4],
    ['conjoining jamo', '\u1100\u1161\u11a8', 2],
    ['a vowel jamo alone', '\u1161', 0],
    ['combining marks', 'e\u0301\u0323', 1],
    ['a mark without a base', '\u0301', 0],
    ['zero-width joiner and non-joiner alone', '\u200d\u200c', 0],
    ['emoji', '😀', 2],
    ['a family joined by ZWJ', '👨‍👩‍👧‍👦', 2],
    ['a profession with a skin tone', '👩🏽‍💻', 2],
    ['a skin tone on a text-style hand', '☝🏽', 2],
    ['a flag', '🇩🇪', 2],
    ['half a flag', '🇩', 1],
    ['two flags', '🇩🇪🇫🇷', 4],
    ['a subdivision flag', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', 2],
    ['a keycap', '1\ufe0f\u20e3', 2],
    ['a digit with a variation selector', '1\ufe0f', 1],
    ['a heart as text', '❤', 1],
    ['a heart as emoji (VS16)', '❤\ufe0f', 2],
    ['a heart as text (VS15)', '❤\ufe0e', 1],
    ['copyright and its emoji', '©', 1],
    ['copyright as emoji', '©\ufe0f', 2],
    ['box drawing and blocks', '┌█▁', 3],
    ['braille', '⣿', 1],
    ['an ideograph of plane 2', '𠀀', 2],
    ['a Devanagari syllable', 'नि', 1],
    ['a Hangul filler', '\u3164', 0],
    ['an Arabic number sign', '\u0600', 0],
    ['a number sign before digits', '\u0600\u0661', 1],
    // Every terminal gives these a cell of their own.
    ['a halfwidth kana with its sound mark', 'ｶﾞ', 2],
    ['Thai SARA AM', 'กำ', 2],
  ])('%s', (_name, text, width) => {
    expect(cellWidth(text)).toBe(width);
  });

  it('knows single code points', () => {
    expect([0x41, 0x4e16, 0x301, 0x1f600, 0xd800, 0x110000, -1, NaN].map(codePointWidth)).toEqual([
      1, 2, 0, 2, 0, 0, 0, 0,
    ]);
  });

  it('takes up to a million combining marks, joiners or emoji', () => {
    const start = cpuTime();
    const size = sized(1_000_000, 100_000);
    expect(cellWidth('a' + '\u0301'.repeat(size))).toBe(1);
    expect(cellWidth('\u200d'.repeat(size))).toBe(0);
    expect(cellWidth('🇩🇪'.repeat(size / 10))).toBe(size / 5);
    expect(graphemes('a' + '\u0301'.repeat(1000))[0]?.text.length).toBeLessThanOrEqual(32);
    expect(cpuTime() - start).toBeLessThan(30_000);
  });
});

const PIECES = [
  'a',
  'é',
  '世',
  '가',
  '\u0301',
  '\u200d',
  '👩',
  '🏽',
  '🇩',
  '\ufe0f',
  '1',
  '\u20e3',
  '\u0600',
  'ก',
  'ำ',
  'क',
  '्',
  '█',
  '…',
  '©',
];
const hostile = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 20 })
  .map((parts) => parts.join(''));

describe('graphemes', () => {
  it('finds the clusters that Intl.Segmenter finds in the whole text', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(hostile, (text) => {
        const all = [...segmenter.segment(text)].map(({ segment }) => segment);
        const walked: string[] = [];
        let width = 0;
        walkClusters(text, (start, end, own) => {
          walked.push(text.slice(start, end));
          width += own;
          return true;
        });
        expect(walked).toEqual(all);
        expect(width).toBe(cellWidth(text));
        expect(graphemes(text).reduce((sum, one) => sum + one.width, 0)).toBe(width);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('cuts and pads to the cells asked for', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 0, max: 12 }), (text, cells) => {
        expect(cellWidth(fit(text, cells))).toBeLessThanOrEqual(cells);
        expect(cellWidth(truncate(text, cells))).toBeLessThanOrEqual(cells);
        expect(cellWidth(pad(text, cells))).toBe(cells);
        if (cells > 0 && cellWidth(text) <= cells) expect(truncate(text, cells)).toBe(text);
      }),
      { numRuns: propertyRuns(500) },
    );
    expect(truncate('hello', 4)).toBe('hel…');
    expect(truncate('保存する', 5)).toBe('保存…');
    expect(truncate('保存', 3, '')).toBe('保');
    expect(truncate('ab' + '\u200d'.repeat(30), 2)).toBe('ab' + '\u200d'.repeat(30));
    expect(truncate('abc', NaN)).toBe('');
  });
});

describe('sanitize', () => {
  it('lets no control, bidi control or noncharacter through', () => {
    expect(sanitize('a\x1b[31mb')).toBe('a␛[31mb');
    expect(sanitize('\x7f\t\n\x9b\u202e\u206a\ufeff\u200b')).toBe('␡  \ufffd\ufffd\ufffd');
    expect(sanitize('\u2066a\u2067b\u2068c\u2069')).toBe('abc');
    expect(sanitize('\ud800a\udc00\u{1fffe}\ufdd0')).toBe('\ufffda\ufffd\ufffd\ufffd');
    expect(sanitize('👨‍👩‍👧 1\ufe0f\u20e3 नि')).toBe('👨‍👩‍👧 1\ufe0f\u20e3 नि');
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const safe = sanitize(text);
        expect(safe).not.toMatch(
          /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f]/,
        );
        expect(sanitize(safe)).toBe(safe);
        expect(safe).toBe(Buffer.from(safe).toString());
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
