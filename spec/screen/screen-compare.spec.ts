import { describe, expect, it } from '@jest/globals';
import { compareScreens } from '../../runtime/screen/compare.js';
import { formatScreen, parseScreen } from '../../runtime/screen/screen-file.js';
import type { Screen } from '../../runtime/screen/screen.js';
import { picture } from '../testing/pictures.js';

const golden = (screen: Screen): ReturnType<typeof parseScreen> =>
  parseScreen(formatScreen(screen));

describe('compareScreens', () => {
  const before = picture(12, 3, [
    { x: 0, y: 0, text: 'Sales ███' },
    { x: 0, y: 2, text: '保存', fg: '#00ff00' },
  ]);

  it('finds no difference between equal pictures', () => {
    expect(compareScreens(golden(before), before)).toBeUndefined();
  });

  it('prints the rows that differ, carets under the cells, and whose cells they are', () => {
    const after = picture(12, 3, [
      { x: 0, y: 0, text: 'Sales ████' },
      { x: 0, y: 2, text: '保存', fg: '#ff0000' },
    ]);
    const text = compareScreens(golden(before), after, {
      ownerAt: (_, y) => (y === 0 ? '<data-bars id="sales"> app.tui:4:3' : undefined),
    });
    expect(text).toBe(
      `3 cells in 2 rows differ

00 text
   - |Sales ███   |
   + |Sales ████  |
               ^
     painted by <data-bars id="sales"> app.tui:4:3

02 style
   - |a<a<........|
   + |A<A<........|
      ^ ^

a  #00ff00 on default
A  #ff0000 on default`,
    );
  });

  it('prints the whole picture where the size differs', () => {
    const text = compareScreens(golden(before), picture(2, 1, [{ x: 0, y: 0, text: 'ab' }])) ?? '';
    expect(text).toContain('the size differs: expected 12x3, found 2x1');
    expect(text).toContain('00|ab|');
  });

  it('sees a cursor and a theme', () => {
    const moved = picture(
      12,
      3,
      [
        { x: 0, y: 0, text: 'Sales ███' },
        { x: 0, y: 2, text: '保存', fg: '#00ff00' },
      ],
      { x: 3, y: 1 },
    );
    expect(compareScreens(golden(before), moved)).toBe(
      'the cursor differs: expected hidden, found 3,1',
    );
  });

  it('counts what it does not print', () => {
    const rows = (text: string): Screen =>
      picture(
        2,
        20,
        Array.from({ length: 20 }, (_, y) => ({ x: 0, y, text })),
      );
    expect(compareScreens(golden(rows('aa')), rows('ab'))).toMatch(
      /^20 cells in 20 rows differ\n[^]*\n\n… 8 more rows$/,
    );
  });
});
