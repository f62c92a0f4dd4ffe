/**
 * Themes that people write: a style sheet over a built-in theme. `:root` sets the theme's variables
 * (`--accent: tomato`), `--base` names the theme that gives what is left out, and other rules are
 * below every sheet of a document, as a theme's are.
 */
import { parseColor } from '../../base/color.js';
import {
  DiagnosticError,
  didYouMean,
  type Diagnostic,
  type Source,
} from '../../base/diagnostics.js';
import type { Declared } from '../reading/parse.js';
import type { PropertyTable } from '../properties/properties.js';
import type { Rule } from '../matching/rules.js';
import type { Complex } from '../matching/selectors.js';
import { parseSheet } from '../reading/sheet.js';
import { CustomProperties } from '../substitute.js';
import { getTheme, THEME_VARIABLES, themeNames, type Theme } from './themes.js';

const BASE = '--base';
const NAMES: readonly string[] = THEME_VARIABLES.map((name) => `--${name}`);

type Custom = Extract<Declared, { kind: 'custom' }>;

export class ThemeFile {
  /** What the file names as its base; undefined where it leaves that to the terminal. */
  readonly base: Theme | undefined;
  /** Variables whose names look like a slip. */
  readonly warnings: readonly Diagnostic[];
  readonly #rules: readonly Rule[];
  readonly #variables: ReadonlyMap<string, Custom>;
  readonly #derived = new Map<Theme, Theme>();

  readonly #source: Source;

  /** @throws DiagnosticError with every error of the sheet, every variable that is not a colour, and an unknown base */
  constructor(source: Source, table: PropertyTable) {
    this.#source = source;

    const { rules, diagnostics } = parseSheet(table, source.text, source);
    this.#rules = rules;
    this.#variables = rootVariables(rules);
    const found = [...diagnostics];
    const base = this.#variables.get(BASE);
    if (base !== undefined) {
      this.base = getTheme(base.text);
      if (this.base === undefined) found.push(unknownBase(base));
    }
    found.push(...this.#badColors());
    if (found.length > 0) throw new DiagnosticError(found);
    this.warnings = this.#slips();
  }

  /** The theme over a built-in one; the same object for the same base. */
  over(base: Theme): Theme {
    let theme = this.#derived.get(base);
    if (theme === undefined) this.#derived.set(base, (theme = this.#derive(base)));
    return theme;
  }

  #derive(base: Theme): Theme {
    // A background of its own is meant to be seen, also where the base leaves that to the terminal.
    const paintsRoot = this.#variables.has('--background');
    const root = [
      ['color', 'var(--text)'],
      ['background-color', 'var(--background)'],
    ] as const;
    return Object.freeze({
      ...base,
      name: nameOf(this.#source.file),
      rules: paintsRoot ? [...base.rules, { selector: ':root', declarations: root }] : base.rules,
      own: this.#rules,
      sheet: `${base.sheet}${this.#source.text}`,
    });
  }

  #badColors(): Diagnostic[] {
    const base = this.base ?? getTheme('fullcolor-dark')!;
    const declared = base.rules.flatMap(({ declarations }) => declarations);
    const own = new Map([...this.#variables].map(([name, { text }]) => [name, text]));
    const all = new CustomProperties(new CustomProperties(undefined, new Map(declared)), own);
    return NAMES.flatMap((name) => {
      const declared = this.#variables.get(name);
      if (declared === undefined) return [];
      const text = all.get(name);
      if (text !== undefined && parseColor(text) !== undefined) return [];
      return [
        {
          severity: 'error',
          code: 'bad-style',
          message: `${name}: expected a colour, found ${JSON.stringify(declared.text)}`,
          ...declared.place,
        } as const,
      ];
    });
  }

  #slips(): Diagnostic[] {
    return [...this.#variables].flatMap(([name, declared]) => {
      if (NAMES.includes(name) || name === BASE) return [];
      const suggestion = didYouMean(name, [...NAMES, BASE]);
      if (suggestion === undefined) return [];
      const message = `unknown theme variable ${name}`;
      return [
        { severity: 'warning', code: 'unknown-variable', message, suggestion, ...declared.place },
      ] as const;
    });
  }
}

/** What rules for `:root` alone, without conditions, set; the last one counts, `!important` before others. */
function rootVariables(rules: readonly Rule[]): Map<string, Custom> {
  const variables = new Map<string, Custom>();
  for (const layer of ['normal', 'important'] as const) {
    for (const { selectors, conditions, block } of rules) {
      if (conditions.length > 0 || !selectors.some(isRoot)) continue;
      for (const { name, declared } of block[layer]) {
        if (declared.kind === 'custom') variables.set(name, declared);
      }
    }
  }
  return variables;
}

function isRoot({ compounds }: Complex): boolean {
  const [compound, ...others] = compounds;
  if (compound === undefined || others.length > 0 || compound.nested.length > 0) return false;
  const [token, ...more] = compound.simple;
  return more.length === 0 && token?.type === 'pseudo' && token.name === 'root';
}

function unknownBase({ text, place }: Custom): Diagnostic {
  return {
    severity: 'error',
    code: 'unknown-theme',
    message: `there is no theme "${text}" to build on: the themes are ${themeNames.join(', ')}`,
    suggestion: didYouMean(text, themeNames),
    ...place,
  };
}

/** `themes/my theme.css` is `my-theme`: `.screen` files hold the name as one word. */
function nameOf(file: string): string {
  const name = file.replace(/^.*[/\\]/, '').replace(/\.css$/i, '');
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '') || 'custom';
}
