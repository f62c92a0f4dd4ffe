import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BOLD, DIM, ITALIC, REVERSE, UNDERLINE } from '../../runtime/paint/cells.js';
import { glyphShape } from '../../runtime/page/glyph-shapes.js';
import { GLYPH_STROKES } from '../../runtime/screen/glyph-strokes.js';
import { mount } from '../support/mount.js';
import { anyScreen, picture } from '../testing/pictures.js';
import { anyCharacter } from '../support/any-character.js';
import { propertyRuns } from '../support/property-runs.js';

describe('Screen', () => {
  const screen = picture(6, 3, [
    { x: 0, y: 0, text: '保a', fg: '#ff0000', bg: 'ansi-12', attributes: BOLD | ITALIC },
  ]);

  it('reads as text, without trailing blanks and empty rows', () => {
    expect(screen.text()).toBe('保a');
    expect(picture(3, 3, [{ x: 1, y: 1, text: 'b' }]).text()).toBe('\n b');
    expect(picture(0, 0, []).text()).toBe('');
  });

  it('tells each cell', () => {
    const style = { fg: '#ff0000', bg: 'ansi-12', attributes: ['bold', 'italic'] };
    expect(screen.cell(0, 0)).toEqual({ char: '保', ...style });
    expect(screen.cell(1, 0)).toEqual({ char: '', ...style });
    expect(screen.cell(5, 2)).toEqual({ char: ' ', fg: 'default', bg: 'default', attributes: [] });
    expect(() => screen.cell(6, 0)).toThrow('there is no cell (6, 0) on a screen of 6x3');
    expect(() => screen.cell(0.5, 0)).toThrow(RangeError);
  });

  it('has a JSON form', () => {
    expect(screen.toJson()).toEqual({
      version: 1,
      width: 6,
      height: 3,
      theme: 'fullcolor-dark',
      cursor: null,
      styles: [
        { fg: '#ff0000', bg: 'ansi-12', attributes: ['bold', 'italic'] },
        { fg: 'default', bg: 'default', attributes: [] },
      ],
      rows: [
        {
          text: '保a   ',
          runs: [
            [0, 3, 0],
            [3, 3, 1],
          ],
        },
        { text: '      ', runs: [[0, 6, 1]] },
        { text: '      ', runs: [[0, 6, 1]] },
      ],
    });
  });

  it('has an ANSI form that ends every colour on its own line', () => {
    expect(screen.toAnsi()).toBe('\u001b[0;1;3;38;2;255;0;0;104m保a\u001b[0m');
    const mixed = picture(8, 2, [
      { x: 1, y: 0, text: 'b', bg: 'ansi-200' },
      { x: 3, y: 0, text: 'c' },
    ]);
    expect(mixed.toAnsi()).toBe(' \u001b[0;48;5;200mb\u001b[0m c');
  });

  it('shows control characters as replacements, never as they are', () => {
    fc.assert(
      fc.property(anyScreen, (any) => {
        expect(any.text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      }),
      { numRuns: propertyRuns(50) },
    );
  });
});

/** Names of the open tags of a text that must be well-formed XML; throws where it is not. */
function wellFormed(xml: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  let at = 0;
  const token =
    /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)(\/?)>|(?:[^<&]|&(?:amp|lt|gt|quot);)+/y;
  while (at < xml.length) {
    token.lastIndex = at;
    const match = token.exec(xml);
    if (match === null) throw new Error(`not XML at: ${xml.slice(at, at + 60)}`);
    const [, closing, name, , empty] = match;
    if (name !== undefined && closing === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    } else if (name !== undefined) {
      names.push(name);
      if (empty !== '/') open.push(name);
    }
    at += match[0].length;
  }
  if (open.length > 0) throw new Error(`${open.join()} left open`);
  return names;
}

describe('toSvg', () => {
  it('is well-formed XML without forbidden characters, whatever is on the screen', () => {
    fc.assert(
      fc.property(anyScreen, fc.string({ unit: anyCharacter }), (screen, title) => {
        const svg = screen.toSvg({ title });
        expect(wellFormed(svg)[0]).toBe('svg');
        expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
        expect(svg).not.toContain('NaN');
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('draws blocks as shapes on the cell grid, neighbours merged', () => {
    const svg = picture(5, 2, [
      { x: 0, y: 0, text: '██▌', fg: '#00ff00' },
      { x: 0, y: 1, text: '██', fg: '#00ff00' },
    ]).toSvg({ padding: 0 });
    expect(svg).toContain('<path fill="#00ff00" d="M0 16h16v16h-16zM0 0h20v16h-20z"/>');
    expect(svg).not.toContain('<text');
    expect(svg).toContain('viewBox="0 0 40 32"');
  });

  it('holds letters to their cells and places wide glyphs on their own', () => {
    const svg = picture(12, 1, [{ x: 1, y: 0, text: 'ab  c 保<', attributes: BOLD }]).toSvg();
    expect(svg).toContain('x="8" y="12" textLength="16"');
    expect(svg).toMatch(/x="40" [^>]*>c</);
    expect(svg).toMatch(/x="56" y="12" textLength="16" lengthAdjust="spacingAndGlyphs"[^>]*>保</);
    expect(svg).toMatch(/font-weight="700">&lt;</);
  });

  it('keeps words that are read from right to left in one piece, numbers included', () => {
    const svg = picture(24, 1, [{ x: 1, y: 0, text: 'من 1 إلى 12  حجز ab' }]).toSvg();
    const texts = [...svg.matchAll(/<text x="(\d+)"[^>]*textLength="(\d+)"[^>]*>([^<]*)</g)];
    expect(texts.map(([, x, length, text]) => [Number(x), Number(length), text])).toEqual([
      [8, 88, 'من 1 إلى 12'],
      [112, 24, 'حجز'],
      [144, 16, 'ab'],
    ]);
  });

  it('shows reverse, dim and underline', () => {
    const svg = picture(4, 1, [
      { x: 0, y: 0, text: 'ab', fg: '#112233', bg: '#445566', attributes: REVERSE | UNDERLINE },
      { x: 2, y: 0, text: 'x', attributes: DIM },
    ]).toSvg({ padding: 0 });
    expect(svg).toContain('<path fill="#112233" d="M0 0h16v16h-16z"/>');
    expect(svg).toMatch(/fill="#445566">ab</);
    expect(svg).toContain('<path fill="#445566" d="M0 14h16v1h-16z"/>');
    expect(svg).toMatch(/fill-opacity="0.6">x</);
  });

  it('takes default colours from the scheme', () => {
    const screen = picture(1, 1, []);
    expect(screen.toSvg()).toContain('fill="#16181d"');
    expect(screen.toSvg({ scheme: 'light' })).toContain('fill="#ffffff"');
  });

  it('takes the scheme from the theme', async () => {
    const app = await mount('<text>x</text>', { width: 3, height: 1, theme: 'color16-std' });
    expect(app.screen().toSvg()).toContain('fill="#ffffff"');
    expect(app.screen().toSvg({ scheme: 'dark' })).toContain('fill="#16181d"');
  });
});

describe('glyphShape', () => {
  /** The shape on a grid of 8x16, as text. */
  function bitmap(char: string): string[] {
    const grid = Array.from({ length: 16 }, () => new Array<string>(8).fill('.'));
    for (const { x, y, width, height } of glyphShape(char)?.rects ?? []) {
      for (let row = y; row < y + height; row++) grid[row]?.fill('#', x, x + width);
    }
    return grid.map((row) => row.join(''));
  }

  it('fills eighths exactly', () => {
    const area = (char: string): number => bitmap(char).join('').replaceAll('.', '').length;
    expect([...'▏▎▍▌▋▊▉█'].map(area)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => n * 16));
    expect([...'▁▂▃▄▅▆▇█'].map(area)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => n * 16));
    expect([...'▖▗▘▙▚▛▜▝▞▟'].map(area)).toEqual([1, 1, 1, 3, 2, 3, 3, 1, 2, 3].map((n) => n * 32));
    expect(bitmap('▙')[0]).toBe('####....');
    expect(bitmap('▜')[15]).toBe('....####');
  });

  it('joins box lines at the cell border', () => {
    // Where one cell's line leaves, its neighbour's enters: same rows, same columns.
    const right = (char: string): string =>
      bitmap(char)
        .map((row) => row[7])
        .join('');
    const left = (char: string): string =>
      bitmap(char)
        .map((row) => row[0])
        .join('');
    const bottom = (char: string): string => bitmap(char)[15] ?? '';
    const top = (char: string): string => bitmap(char)[0] ?? '';
    for (const [from, to] of ['─┐', '━┓', '═╗', '├┤', '┣┫', '╠╣', '╒╕', '╟╢', '┝┥', '╼━']) {
      expect(right(from ?? '')).toBe(left(to ?? ''));
    }
    for (const [from, to] of ['│└', '┃┗', '║╚', '┬┴', '┳┻', '╦╩', '╥╨', '╤╧', '╽┃']) {
      expect(bottom(from ?? '')).toBe(top(to ?? ''));
    }
  });

  it('draws double corners as two lines', () => {
    expect(bitmap('╔').slice(6, 12)).toEqual([
      '........',
      '...#####',
      '...#....',
      '...#.###',
      '...#.#..',
      '...#.#..',
    ]);
    expect(bitmap('╪').slice(6, 11)).toEqual([
      '....#...',
      '########',
      '....#...',
      '########',
      '....#...',
    ]);
  });

  it('covers every block, box and braille character', () => {
    for (let code = 0x2500; code <= 0x259f; code++) {
      const char = String.fromCharCode(code);
      const { rects = [] } = glyphShape(char) ?? {};
      expect(rects.length > 0 || GLYPH_STROKES.has(char)).toBe(true);
    }
    for (let code = 0x2801; code <= 0x28ff; code++) {
      expect(glyphShape(String.fromCharCode(code))?.rects.length).toBeGreaterThan(0);
    }
    expect(glyphShape('a')).toBeUndefined();
    expect(glyphShape('●')).toBeUndefined();
  });
});
