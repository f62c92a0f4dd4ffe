import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BOLD } from '../../runtime/paint/cells.js';
import { formatScreen, parseScreen } from '../../runtime/screen/screen-file.js';
import { anyScreen, picture } from '../testing/pictures.js';
import { propertyRuns } from '../support/property-runs.js';

const dialog = [
  { x: 0, y: 0, text: '╭ Quit? ────╮', fg: '#5f6b8a', bg: '#1e1e2e' },
  { x: 2, y: 0, text: 'Quit?', fg: '#e0e0e0', bg: '#1e1e2e', attributes: BOLD },
  { x: 0, y: 1, text: '│ 保存 it?  │', fg: '#e0e0e0', bg: '#1e1e2e' },
] as const;

describe('.screen files', () => {
  it('are written for people', () => {
    expect(formatScreen(picture(13, 2, dialog, { x: 2, y: 1 }), { input: 'Tab  Enter' })).toBe(
      `size 13x2   theme fullcolor-dark   cursor 2,1
input Tab  Enter

text
00|╭ Quit? ────╮|
01|│ 保存 it?  │|

style
00|aabbbbbaaaaaa|
01|...<.<.......|

legend
.  #e0e0e0 on #1e1e2e
a  #5f6b8a on #1e1e2e
b  #e0e0e0 on #1e1e2e bold
`,
    );
  });

  it('are read back as they were written, whatever is on the screen', () => {
    fc.assert(
      fc.property(anyScreen, (screen) => {
        const text = formatScreen(screen, { input: 'a' });
        const file = parseScreen(text);
        expect(file.screen.chars).toEqual(screen.chars);
        expect(file.screen.toJson().rows.map((row) => row.text)).toEqual(
          screen.toJson().rows.map((row) => row.text),
        );
        for (let y = 0; y < screen.height; y++) {
          for (let x = 0; x < screen.width; x++) {
            expect(file.screen.cell(x, y)).toEqual(screen.cell(x, y));
          }
        }
        expect(file.screen.cursor).toEqual(screen.cursor);
        expect(formatScreen(file.screen, { input: file.input, previous: file })).toBe(text);
        // Nothing in a golden can reach the terminal of whoever looks at it.
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('keep the letters of the file they replace', () => {
    const old = parseScreen(
      formatScreen(picture(6, 1, [{ x: 0, y: 0, text: 'ab', fg: '#ff0000' }])).replace(
        /\ba {2}#ff0000|aa/g,
        (found) => found.replace(/a/g, 'q'),
      ),
    );
    expect(old.letters.get('#ff0000 on default')).toBe('q');
    const next = formatScreen(
      picture(6, 1, [
        { x: 0, y: 0, text: 'x', fg: '#00ff00' },
        { x: 1, y: 0, text: 'ab', fg: '#ff0000' },
      ]),
      { previous: old },
    );
    expect(next).toContain('00|aqq...|');
    expect(next).toContain('q  #ff0000 on default');
    expect(next).toContain('a  #00ff00 on default');
  });

  it('give hundreds of styles a letter each', () => {
    const pieces = Array.from({ length: 900 }, (_, index) => ({
      x: index % 30,
      y: Math.floor(index / 30),
      text: 'x',
      fg: `#${(index * 17).toString(16).padStart(6, '0')}`,
    }));
    const screen = picture(30, 30, pieces);
    expect(parseScreen(formatScreen(screen)).screen.toAnsi()).toBe(screen.toAnsi());
  });

  const good = formatScreen(picture(3, 1, [{ x: 0, y: 0, text: 'abc' }]));
  it.each([
    ['', 'line 1: expected "size 80x24'],
    [
      good.replace('00|abc|', '00|ab|'),
      'line 4: the row has 2 glyphs, its style row has room for 3',
    ],
    [good.replace('00|...|', '00|..|'), 'line 7: expected 3 cells in the row, found 2'],
    [good.replace('00|...|', '00|..q|'), 'line 7: the letter "q" is not in the legend'],
    [good.replace('style', 'colours'), 'line 6: expected the section "style"'],
    [good.replace('00|abc', '01|abc'), 'line 4: expected row 0 between bars: 00|…|'],
    [good.replace('on default', 'on nothing'), 'line 10: expected a legend entry'],
    [good.replace('on default', 'on default loud'), 'line 10: expected a legend entry'],
    [`${good}.  ansi-1 on default\n`, 'line 11: the letter "." is in the legend twice'],
  ])('say what is wrong with them: %#', (text, message) => {
    expect(() => parseScreen(text)).toThrow(message);
  });
});
