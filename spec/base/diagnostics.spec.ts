import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { formatDiagnostic, type Diagnostic } from '../../runtime/base/diagnostics.js';
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { propertyRuns } from '../support/property-runs.js';

const at = (text: string, start: number, end: number): Diagnostic => ({
  severity: 'error',
  code: 'bad',
  message: 'it is bad',
  source: { file: 'a.tui', text },
  span: { start, end },
});
const marking = (text: string, word: string): string[] => {
  const start = text.indexOf(word);
  return formatDiagnostic(at(text, start, start + word.length)).split('\n');
};

/** What stands above the carets, by cells. */
function marked([, shown = '', carets = '']: readonly string[]): string {
  const first = carets.indexOf('^');
  const last = carets.lastIndexOf('^') + 1;
  let found = '';
  for (const { segment } of new Intl.Segmenter().segment(shown)) {
    const column = cellWidth(shown.slice(0, shown.indexOf(segment, found.length)));
    if (column >= first && column < last) found += segment;
  }
  return found;
}

describe('the carets of an excerpt', () => {
  it.each([
    ['a tab', '\t\t<text wrong="1">', 'wrong'],
    ['CJK', '<text>漢字</text><wrong>', 'wrong'],
    ['an emoji of four persons', '<text>👨‍👩‍👧‍👦</text><wrong>', 'wrong'],
    ['a combining mark', '<text>e\u0301</text><wrong>', 'wrong'],
    ['a control character', '<text>\u001b[31m</text><wrong>', 'wrong'],
  ])('stand under a word after %s', (_, text, word) => {
    const [, shown = '', carets = ''] = marking(text, word);
    expect(carets.indexOf('^')).toBe(cellWidth(shown.slice(0, shown.indexOf(word))));
    expect(carets.slice(carets.indexOf('^'))).toBe('^'.repeat(word.length));
  });

  it('are as wide as a wide word', () => {
    expect(marking('a 漢字 b', '漢字')).toEqual([
      'a.tui:1:3 error bad: it is bad',
      ' 1 | a 漢字 b',
      '   |   ^^^^',
    ]);
  });

  it('stand in a line of a megabyte, whatever is around', () => {
    for (const filling of ['x', '漢', '👍', '\u001b']) {
      const lines = marking(`${filling.repeat(2e5)}WRONG${filling.repeat(2e5)}`, 'WRONG');
      expect(lines).toHaveLength(3);
      expect(marked(lines)).toBe('WRONG');
      expect(lines.join('').length).toBeLessThan(400);
    }
  });

  it("show no part of a terminal's images", () => {
    const lines = marking('a \u{10eeee}\u0305\u0305 WRONG', 'WRONG');
    expect(lines.join('')).not.toContain('\u{10eeee}');
    expect(marked(lines)).toBe('WRONG');
  });

  it('part no surrogate pair, hide control characters and are always there', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '漢', '👍', '\t', '\n', '\u001b', '\u202e'),
    });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), fc.nat(200), (piece, offset, length, repeat) => {
        const whole = piece.repeat(repeat);
        const start = offset % (whole.length + 1);
        const report = formatDiagnostic(at(whole, start, start + (length % 300)));
        expect(report).toMatch(/\^/);
        expect(report).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
        expect(Buffer.from(report).toString()).toBe(report);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
