import { describe, expect, it } from '@jest/globals';
import { wcagContrast } from 'culori';
import { formatColor, isIndexed, paletteIndex, parseColor } from '../../runtime/base/color.js';
import * as cells from '../../runtime/paint/cells.js';
import { parseDeclaration } from '../../runtime/style/reading/parse.js';
import { createPropertyTable } from '../../runtime/style/properties/properties.js';
import { textStyle } from '../../runtime/style/text-style.js';
import {
  getTheme,
  THEME_VARIABLES,
  themeFor,
  themeNames,
  type Theme,
} from '../../runtime/style/themes/themes.js';

const table = createPropertyTable();

function variables(theme: Theme): Map<string, string> {
  return new Map(theme.rules[0]!.declarations.map(([name, value]) => [name, value]));
}

/** xterm's 6 x 6 x 6 cube and gray ramp, which terminals share; 0 to 15 are the user's own. */
function hex(text: string): string {
  const color = parseColor(text)!;
  if (!isIndexed(color)) return formatColor(color);
  const index = paletteIndex(color);
  if (index < 16) throw new Error('depends on the terminal');
  const level = (part: number): number => (part === 0 ? 0 : 55 + part * 40);
  const cube = index - 16;
  const parts =
    index >= 232
      ? Array<number>(3).fill(8 + (index - 232) * 10)
      : [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)];
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

describe('themes', () => {
  it('are five kinds in two schemes', () => {
    expect(themeNames).toEqual(
      ['bw', 'gray', 'color16', 'color', 'fullcolor'].flatMap((kind) => [
        `${kind}-std`,
        `${kind}-dark`,
      ]),
    );
    expect(getTheme('constructor')).toBeUndefined();
    for (const name of themeNames) {
      const theme = getTheme(name)!;
      expect(theme.name).toBe(name);
      expect(theme.scheme).toBe(name.endsWith('-dark') ? 'dark' : 'light');
      expect([...variables(theme).keys()]).toEqual([
        ...THEME_VARIABLES.map((variable) => `--${variable}`),
        'color',
        'background-color',
      ]);
      for (const [property, value] of variables(theme)) {
        expect(parseDeclaration(table, property, value).ok).toBe(true);
        if (property.startsWith('--')) expect(parseColor(value)).toBeDefined();
        expect(theme.sheet).toContain(`${property}: ${value};`);
      }
    }
  });

  it.each(themeNames.filter((name) => /^(gray|color|fullcolor)-/.test(name)))(
    '%s is legible',
    (name) => {
      const theme = getTheme(name)!;
      const palette = variables(theme);
      const contrast = (front: string, back: string): number =>
        wcagContrast(hex(palette.get(`--${front}`)!), hex(palette.get(`--${back}`)!));
      for (const front of ['text', 'muted', 'accent', 'error', 'warning', 'success']) {
        for (const back of ['background', 'surface']) {
          expect([front, back, contrast(front, back) >= 4.5]).toEqual([front, back, true]);
        }
      }
      expect(contrast('text', 'selection')).toBeGreaterThanOrEqual(4.5);
      expect(contrast('border', 'background')).toBeGreaterThanOrEqual(2.5);
      if (theme.depth === '256') {
        for (const variable of THEME_VARIABLES) {
          expect(isIndexed(parseColor(palette.get(`--${variable}`)!)!)).toBe(true);
        }
      }
      if (name.startsWith('gray')) {
        for (const variable of THEME_VARIABLES) {
          expect(hex(palette.get(`--${variable}`)!)).toMatch(/^#(..)\1\1$/);
        }
      }
    },
  );

  it('paint the root only where both colours are their own', () => {
    for (const name of themeNames) {
      const background = variables(getTheme(name)!).get('background-color');
      expect(background).toBe(name.startsWith('fullcolor') ? 'var(--background)' : 'default');
    }
  });
});

it('the theme of a terminal follows its colours and its background', () => {
  expect(themeFor('none', 'dark').name).toBe('bw-dark');
  expect(themeFor('16', 'light').name).toBe('color16-std');
  expect(themeFor('256', 'dark').name).toBe('color-dark');
  expect(themeFor('truecolor', 'light').name).toBe('fullcolor-std');
});

it('a text style has the bits of the cell buffer', () => {
  const style = { ...table.initial, color: 7 };
  const of = (changes: object): number => textStyle({ ...style, ...changes }).attributes;
  expect(textStyle(style)).toEqual({ fg: 7, attributes: 0 });
  expect(of({ fontWeight: 'bold', fontStyle: 'italic' })).toBe(cells.BOLD | cells.ITALIC);
  expect(of({ fontWeight: 'dim' })).toBe(cells.DIM);
  expect(of({ textDecoration: 'underline' })).toBe(cells.UNDERLINE);
  expect(of({ textDecoration: 'line-through' })).toBe(cells.STRIKE);
});
