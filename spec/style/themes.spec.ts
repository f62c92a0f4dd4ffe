import { describe, expect, it } from '@jest/globals';
import { wcagContrast } from 'culori';
import { formatColor, isIndexed, paletteIndex, parseColor } from '../../runtime/color.js';
import * as cells from '../../runtime/paint/cells.js';
import { parseDeclaration } from '../../runtime/style/parse.js';
import { createPropertyTable } from '../../runtime/style/properties.js';
import { textStyle } from '../../runtime/style/text-style.js';
import {
  autoTheme,
  getTheme,
  THEME_VARIABLES,
  themeNames,
  type Theme,
} from '../../runtime/style/themes.js';

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

describe('the theme of a terminal', () => {
  it.each<[Record<string, string>, boolean, string]>([
    [{ TERM: 'xterm-256color' }, true, 'color-dark'],
    [{ TERM: 'xterm-256color' }, false, 'bw-dark'],
    [{ TERM: 'xterm' }, true, 'color16-dark'],
    [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, true, 'fullcolor-dark'],
    [{ TERM: 'xterm', COLORTERM: '24bit', COLORFGBG: '0;15' }, true, 'fullcolor-std'],
    [{ TERM: 'rxvt-256color', COLORFGBG: '0;default;15' }, true, 'color-std'],
    [{ TERM: 'rxvt', COLORFGBG: '15;default' }, true, 'color16-dark'],
    [{ TERM: 'rxvt', COLORFGBG: '7;0' }, true, 'color16-dark'],
    [{ TERM: 'xterm-kitty' }, true, 'fullcolor-dark'],
    [{ TERM: 'xterm-256color', NO_COLOR: '1', COLORTERM: 'truecolor' }, true, 'bw-dark'],
    [{ TERM: 'xterm-256color', NO_COLOR: '' }, true, 'color-dark'],
    [{ TERM: 'xterm', NO_COLOR: '1', FORCE_COLOR: '3' }, true, 'fullcolor-dark'],
    [{ TERM: 'dumb', FORCE_COLOR: '1' }, false, 'color16-dark'],
    [{ TERM: 'xterm', FORCE_COLOR: '' }, false, 'color16-dark'],
    [{ TERM: 'xterm', FORCE_COLOR: '2' }, false, 'color-dark'],
    [{ TERM: 'xterm-256color', COLORTERM: 'truecolor', FORCE_COLOR: '0' }, true, 'bw-dark'],
    [{ TERM: 'dumb', COLORTERM: 'truecolor' }, true, 'bw-dark'],
    [{}, true, 'bw-dark'],
    [{ TERM: '' }, true, 'bw-dark'],
    [{ WT_SESSION: 'x' }, true, 'fullcolor-dark'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, true, 'color-dark'],
    [
      { TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.1' },
      true,
      'fullcolor-dark',
    ],
  ])('%j (terminal: %s) is %s', (env, isTTY, expected) => {
    expect(autoTheme(env, isTTY)).toBe(expected);
  });
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
