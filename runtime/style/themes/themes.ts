/**
 * The built-in themes: custom properties and base rules, one theme for each pair of colour depth
 * and scheme, and the choice of one from the environment.
 *
 * Base rules are data, not CSS text, so that a document without a sheet never loads a CSS parser;
 * `Theme.sheet` is the same as text, for the reference and for authors of themes.
 *
 * Only `fullcolor-*` paints the root's background: there the theme sets both foreground and background, and
 * text is readable on any terminal. All others leave the root in the terminal's own colours, since it is not
 * certain whether that terminal is light or dark; a sheet that paints `--surface` behind text there
 * sets `color: var(--text)` with it.
 */
import type { ColorDepth } from '../../base/color.js';
import type { Rule } from '../matching/rules.js';

/** A rule of a theme. The selector is a type, a class, an id, `*` or `:root`, or made of them. */
export interface ThemeRule {
  readonly selector: string;
  readonly declarations: readonly (readonly [name: string, value: string])[];
}

export interface Theme {
  readonly name: string;
  /** Colours the screen shows; the encoder turns all others into these. */
  readonly depth: ColorDepth;
  /** The scheme, where colours are shown as grays, also those that a document chooses itself. */
  readonly grays?: 'light' | 'dark' | undefined;
  readonly scheme: 'light' | 'dark';
  /** Below every sheet of a document. */
  readonly rules: readonly ThemeRule[];
  /** What a theme from a file adds to them, read already. */
  readonly own?: readonly Rule[] | undefined;
  /** The rules as CSS text. */
  readonly sheet: string;
}

/**
 * The custom properties that every theme sets; documents may rely on them. `accent-text` is for
 * `accent`, `control-text` and `disabled` on `control` (the background of buttons and fields), and
 * `focus` is the colour of the mark or border of what has the focus. `series-1` to `series-8` distinguish the
 * series of a chart, also for eyes that see few hues.
 */
export const THEME_VARIABLES = [
  'text',
  'background',
  'surface',
  'muted',
  'accent',
  'border',
  'error',
  'warning',
  'success',
  'selection',
  'accent-text',
  'control',
  'control-text',
  'control-hover',
  'focus',
  'disabled',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
  'series-7',
  'series-8',
  'meter-low',
  'meter-high',
] as const;

type ThemeVariable = (typeof THEME_VARIABLES)[number];
type Palette = Readonly<Record<ThemeVariable, string>>;

/** One value for all: black and white distinguishes by attributes and patterns. */
const plain = Object.fromEntries(THEME_VARIABLES.map((name) => [name, 'default'])) as Palette;

/** Grays of the 256-colour palette (232 to 255 are #080808 to #eeeeee, 231 is white). */
const grayDark: Palette = {
  text: 'ansi-254',
  background: 'ansi-234',
  surface: 'ansi-237',
  muted: 'ansi-250',
  accent: 'ansi-231',
  border: 'ansi-244',
  error: 'ansi-231',
  warning: 'ansi-255',
  success: 'ansi-252',
  selection: 'ansi-240',
  'accent-text': 'ansi-234',
  control: 'ansi-238',
  'control-text': 'ansi-255',
  'control-hover': 'ansi-240',
  focus: 'ansi-231',
  disabled: 'ansi-249',
  'series-1': 'ansi-231',
  'series-2': 'ansi-246',
  'series-3': 'ansi-251',
  'series-4': 'ansi-244',
  'series-5': 'ansi-254',
  'series-6': 'ansi-248',
  'series-7': 'ansi-245',
  'series-8': 'ansi-252',
  'meter-low': 'ansi-244',
  'meter-high': 'ansi-231',
};
const grayStd: Palette = {
  text: 'ansi-235',
  background: 'ansi-231',
  surface: 'ansi-255',
  muted: 'ansi-240',
  accent: 'ansi-232',
  border: 'ansi-246',
  error: 'ansi-232',
  warning: 'ansi-234',
  success: 'ansi-237',
  selection: 'ansi-252',
  'accent-text': 'ansi-231',
  control: 'ansi-254',
  'control-text': 'ansi-234',
  'control-hover': 'ansi-252',
  focus: 'ansi-232',
  disabled: 'ansi-241',
  'series-1': 'ansi-232',
  'series-2': 'ansi-242',
  'series-3': 'ansi-237',
  'series-4': 'ansi-240',
  'series-5': 'ansi-235',
  'series-6': 'ansi-239',
  'series-7': 'ansi-233',
  'series-8': 'ansi-241',
  'meter-low': 'ansi-246',
  'meter-high': 'ansi-232',
};

/**
 * The 16 colours are whatever the user chose for them, so that only pairs that every common scheme
 * keeps legible are used: no `bright-black` on dark (Solarized makes it the background), and no yellow,
 * green or cyan on light. What is disabled is dim, too.
 */
const color16Dark: Palette = {
  text: 'default',
  background: 'default',
  surface: 'default',
  muted: 'ansi-white',
  accent: 'ansi-bright-cyan',
  border: 'ansi-white',
  error: 'ansi-bright-red',
  warning: 'ansi-bright-yellow',
  success: 'ansi-bright-green',
  selection: 'ansi-blue',
  'accent-text': 'ansi-black',
  control: 'ansi-blue',
  'control-text': 'ansi-bright-white',
  'control-hover': 'ansi-blue',
  focus: 'ansi-bright-yellow',
  disabled: 'ansi-white',
  'series-1': 'ansi-bright-cyan',
  'series-2': 'ansi-bright-yellow',
  'series-3': 'ansi-bright-green',
  'series-4': 'ansi-bright-red',
  'series-5': 'ansi-white',
  'series-6': 'ansi-cyan',
  'series-7': 'ansi-yellow',
  'series-8': 'ansi-bright-white',
  'meter-low': 'ansi-yellow',
  'meter-high': 'ansi-red',
};
const color16Std: Palette = {
  text: 'default',
  background: 'default',
  surface: 'default',
  muted: 'ansi-bright-black',
  accent: 'ansi-blue',
  border: 'ansi-bright-black',
  error: 'ansi-red',
  warning: 'ansi-magenta',
  success: 'ansi-blue',
  selection: 'ansi-cyan',
  'accent-text': 'ansi-bright-white',
  control: 'ansi-white',
  'control-text': 'ansi-black',
  'control-hover': 'ansi-white',
  focus: 'ansi-magenta',
  disabled: 'ansi-black',
  'series-1': 'ansi-blue',
  'series-2': 'ansi-magenta',
  'series-3': 'ansi-red',
  'series-4': 'ansi-black',
  'series-5': 'ansi-bright-black',
  'series-6': 'ansi-bright-blue',
  'series-7': 'ansi-bright-magenta',
  'series-8': 'ansi-bright-red',
  'meter-low': 'ansi-yellow',
  'meter-high': 'ansi-red',
};

const colorDark: Palette = {
  text: 'ansi-254',
  background: 'ansi-234',
  surface: 'ansi-237',
  muted: 'ansi-250',
  accent: 'ansi-117',
  border: 'ansi-244',
  error: 'ansi-217',
  warning: 'ansi-221',
  success: 'ansi-114',
  selection: 'ansi-24',
  'accent-text': 'ansi-234',
  control: 'ansi-238',
  'control-text': 'ansi-255',
  'control-hover': 'ansi-239',
  focus: 'ansi-80',
  disabled: 'ansi-249',
  'series-1': 'ansi-33',
  'series-2': 'ansi-178',
  'series-3': 'ansi-115',
  'series-4': 'ansi-169',
  'series-5': 'ansi-220',
  'series-6': 'ansi-195',
  'series-7': 'ansi-202',
  'series-8': 'ansi-183',
  'meter-low': 'ansi-226',
  'meter-high': 'ansi-196',
};
const colorStd: Palette = {
  text: 'ansi-235',
  background: 'ansi-231',
  surface: 'ansi-255',
  muted: 'ansi-240',
  accent: 'ansi-25',
  border: 'ansi-246',
  error: 'ansi-124',
  warning: 'ansi-94',
  success: 'ansi-22',
  selection: 'ansi-153',
  'accent-text': 'ansi-231',
  control: 'ansi-254',
  'control-text': 'ansi-235',
  'control-hover': 'ansi-252',
  focus: 'ansi-91',
  disabled: 'ansi-241',
  'series-1': 'ansi-99',
  'series-2': 'ansi-136',
  'series-3': 'ansi-30',
  'series-4': 'ansi-161',
  'series-5': 'ansi-21',
  'series-6': 'ansi-22',
  'series-7': 'ansi-127',
  'series-8': 'ansi-52',
  'meter-low': 'ansi-100',
  'meter-high': 'ansi-196',
};

const fullcolorDark: Palette = {
  text: '#e0e0e0',
  background: '#1e1e2e',
  surface: '#313244',
  muted: '#a6adc8',
  accent: '#89b4fa',
  border: '#5f6b8a',
  error: '#f48fab',
  warning: '#f9e2af',
  success: '#a6e3a1',
  selection: '#3d4059',
  'accent-text': '#1e1e2e',
  control: '#363850',
  'control-text': '#e6e9f5',
  'control-hover': '#3d4059',
  focus: '#74dfea',
  disabled: '#abb0c6',
  'series-1': '#2989fe',
  'series-2': '#d5b300',
  'series-3': '#71dea7',
  'series-4': '#bd71a1',
  'series-5': '#ffe83c',
  'series-6': '#def1ff',
  'series-7': '#fb5f2e',
  'series-8': '#c1aaff',
  'meter-low': 'yellow',
  'meter-high': 'red',
};
const fullcolorStd: Palette = {
  text: '#1f2328',
  background: '#ffffff',
  surface: '#eef0f4',
  muted: '#57606a',
  accent: '#0550ae',
  border: '#8c959f',
  error: '#a40e26',
  warning: '#7d4e00',
  success: '#116329',
  selection: '#cfe2ff',
  'accent-text': '#ffffff',
  control: '#e4e7ec',
  'control-text': '#1f2328',
  'control-hover': '#d6dce5',
  focus: '#7138d0',
  disabled: '#59616a',
  'series-1': '#6564e8',
  'series-2': '#a66100',
  'series-3': '#006258',
  'series-4': '#89529c',
  'series-5': '#573e00',
  'series-6': '#091d55',
  'series-7': '#8d0018',
  'series-8': '#4132b9',
  'meter-low': 'yellow',
  'meter-high': 'red',
};

function theme(
  name: string,
  depth: ColorDepth,
  scheme: 'light' | 'dark',
  palette: Palette,
  paintsRoot = false,
): Theme {
  const rules: ThemeRule[] = [
    {
      selector: ':root',
      declarations: [
        ...THEME_VARIABLES.map((variable) => [`--${variable}`, palette[variable]] as const),
        ['color', paintsRoot ? 'var(--text)' : 'default'],
        ['background-color', paintsRoot ? 'var(--background)' : 'default'],
      ],
    },
  ];
  const grays = name.startsWith('gray') ? scheme : undefined;
  return Object.freeze({ name, depth, grays, scheme, rules, sheet: sheetOf(rules) });
}

/** Among the shell's own rows an app has the terminal's background, and the text color that is legible on it. */
export const INLINE_RULES: readonly ThemeRule[] = [
  {
    selector: ':root',
    declarations: [
      ['color', 'default'],
      ['background-color', 'default'],
    ],
  },
];

function sheetOf(rules: readonly ThemeRule[]): string {
  return rules
    .map(({ selector, declarations }) => {
      const lines = declarations.map(([name, value]) => `  ${name}: ${value};\n`);
      return `${selector} {\n${lines.join('')}}\n`;
    })
    .join('');
}

const THEMES: ReadonlyMap<string, Theme> = new Map(
  [
    theme('bw-std', 'none', 'light', plain),
    theme('bw-dark', 'none', 'dark', plain),
    theme('gray-std', '256', 'light', grayStd),
    theme('gray-dark', '256', 'dark', grayDark),
    theme('color16-std', '16', 'light', color16Std),
    theme('color16-dark', '16', 'dark', color16Dark),
    theme('color-std', '256', 'light', colorStd),
    theme('color-dark', '256', 'dark', colorDark),
    theme('fullcolor-std', 'truecolor', 'light', fullcolorStd, true),
    theme('fullcolor-dark', 'truecolor', 'dark', fullcolorDark, true),
  ].map((entry) => [entry.name, entry]),
);

export const themeNames: readonly string[] = [...THEMES.keys()];

/** A theme by name; undefined where there is none. */
export function getTheme(name: string): Theme | undefined {
  return THEMES.get(name);
}

/** What `auto` means for a terminal of this many colours on a background of this kind. */
export function themeFor(depth: ColorDepth, scheme: Theme['scheme']): Theme {
  const kind = { none: 'bw', '16': 'color16', '256': 'color', truecolor: 'fullcolor' }[depth];
  return THEMES.get(`${kind}-${scheme === 'light' ? 'std' : 'dark'}`) as Theme;
}
