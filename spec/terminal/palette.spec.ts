import { describe, expect, it } from '@jest/globals';
import {
  DEFAULT_COLOR,
  formatColor,
  indexed,
  parseColor,
  type Color,
  type ColorDepth,
} from '../../runtime/base/color.js';
import { StyleTable } from '../../runtime/paint/cells.js';
import { Looks } from '../../runtime/terminal/encoding/resolved-styles.js';
import { ColorMapper, paletteRgb } from '../../runtime/terminal/encoding/palette.js';

function color(css: string): Color {
  const parsed = parseColor(css);
  if (parsed === undefined) throw new Error(css);
  return parsed;
}

describe('ColorMapper', () => {
  it.each<[string, number]>([
    ['#000000', 16],
    ['#ffffff', 231],
    ['#ff0000', 196],
    ['#5f87af', 67],
    // Grays stay neutral and use the ramp, which is finer than the cube.
    ['#121212', 233],
    ['#7f7f7f', 244],
    ['#eeeeee', 255],
  ])('maps %s to entry %d of 256', (css, index) => {
    expect(new ColorMapper('256').map(color(css))).toBe(indexed(index));
  });

  it('maps every entry of the cube and the ramp to its own colour', () => {
    const mapper = new ColorMapper('256');
    for (let index = 16; index < 256; index++) {
      const [r, g, b] = paletteRgb(index);
      const mapped = mapper.map(color(`rgb(${r} ${g} ${b})`)) & 255;
      expect(paletteRgb(mapped)).toEqual([r, g, b]);
    }
  });

  it.each<[string, number]>([
    ['#000000', 0],
    ['#1e1e2e', 0],
    ['#ffffff', 15],
    ['#808080', 8],
    ['#c0392b', 1],
    ['#ff5555', 9],
    ['#f38ba8', 9],
    ['#a6e3a1', 10],
    ['#89b4fa', 12],
    ['#00008b', 4],
    ['#fff176', 11],
  ])('maps %s to entry %d of 16', (css, index) => {
    expect(new ColorMapper('16').map(color(css))).toBe(indexed(index));
  });

  it.each<[string, number]>([
    ['#000000', 16],
    ['#ffffff', 231],
    ['#ff0000', 102],
    ['#ffff00', 255],
    ['#0000ff', 240],
    ['ansi-9', 102],
    ['ansi-196', 102],
    ['ansi-240', 240],
  ])('shows %s as the gray %d, which is as light', (css, index) => {
    expect(new ColorMapper('256', true).map(color(css))).toBe(indexed(index));
  });

  it('shows grays alone where it is asked for grays', () => {
    const mapper = new ColorMapper('256', true);
    for (let index = 0; index < 256; index++) {
      const [r, g, b] = paletteRgb(index);
      for (const css of [`ansi-${index}`, `rgb(${r} ${g} ${b})`, `rgb(${b} ${r} ${g})`]) {
        const [red, green, blue] = paletteRgb(mapper.map(color(css)) & 255);
        expect([green, blue]).toEqual([red, red]);
      }
    }
    expect(mapper.map(DEFAULT_COLOR)).toBe(DEFAULT_COLOR);
  });

  it('keeps the default, the ANSI colours, and everything at 24 bits', () => {
    for (const depth of ['16', '256', 'truecolor'] satisfies ColorDepth[]) {
      const mapper = new ColorMapper(depth);
      expect([mapper.map(DEFAULT_COLOR), mapper.map(indexed(9))]).toEqual([
        DEFAULT_COLOR,
        indexed(9),
      ]);
    }
    expect(new ColorMapper('truecolor').map(color('#123456'))).toBe(color('#123456'));
    expect(new ColorMapper('none').map(color('#123456'))).toBe(DEFAULT_COLOR);
    expect(new ColorMapper('16').map(indexed(196))).toBe(indexed(9));
  });
});

describe('Looks', () => {
  it.each<[ColorDepth, string, string]>([
    ['16', '#e8e8e8', '#ffffff'],
    ['16', '#3d4059', '#6c7086'],
    ['16', '#313244', '#1e1e2e'],
    ['256', '#1e1e1e', '#1c1c1c'],
    ['256', '#fdfdfe', '#ffffff'],
  ])('keeps text legible at %s colours: %s on %s', (depth, fg, bg) => {
    const table = new StyleTable();
    const looks = new Looks(depth);
    const look = looks.of(table.intern(color(fg), color(bg), 0), table);
    expect(looks.fg[look]).not.toBe(looks.bg[look]);
  });

  it('keeps text hidden that is meant to be', () => {
    const table = new StyleTable();
    const looks = new Looks('16');
    const look = looks.of(table.intern(color('#123456'), color('#123456'), 0), table);
    expect(looks.fg[look]).toBe(looks.bg[look]);
  });

  it.each<['light' | 'dark', string, string, string]>([
    ['light', 'yellow', 'default', 'ansi-248'],
    ['dark', 'navy', 'default', 'ansi-240'],
    ['dark', 'yellow', 'white', 'ansi-248'],
    ['dark', 'yellow', 'default', 'ansi-255'],
    // What is a gray is left as it is, and what is hidden stays hidden.
    ['light', '#eeeeee', 'default', 'ansi-255'],
    ['light', 'red', 'red', 'ansi-102'],
  ])('in grays, on %s: %s on %s', (scheme, fg, bg, shown) => {
    const table = new StyleTable();
    const looks = new Looks('256', scheme);
    const look = looks.of(table.intern(color(fg), color(bg), 0), table);
    expect(formatColor(looks.fg[look]!)).toBe(shown);
  });
});
