/** Selects the theme of an app: one by name, one from a file, or the one that suits the terminal. */
import { DiagnosticError, didYouMean, type Diagnostic, type Source } from '../base/diagnostics.js';
import type { PropertyTable } from '../style/properties/properties.js';
import { late } from '../base/late.js';
import type { ThemeFile } from '../style/themes/theme-file.js';
import { getTheme, themeFor, themeNames, type Theme } from '../style/themes/themes.js';
import type { Capabilities } from '../terminal/capabilities.js';
import { isThemeFile, readThemeFile } from './read-theme-file.js';

const files = late(
  () => require('../style/themes/theme-file.js') as typeof import('../style/themes/theme-file.js'),
);

/** A theme's name, `auto`, a path that ends in `.css`, or such a file's text. */
export type RequestedTheme = string | Source;

export class ThemeChoice {
  /** Warnings about the theme file. */
  warnings: readonly Diagnostic[] = [];
  /** The theme also depends on the terminal's replies, at the start and when they arrive late. */
  #follows = false;
  #file: ThemeFile | undefined;

  readonly #table: PropertyTable;
  readonly #read: (path: string) => Source;

  /** @param read reads the file of a theme */
  constructor(table: PropertyTable, read: (path: string) => Source = readThemeFile) {
    this.#table = table;
    this.#read = read;
  }

  /** @throws DiagnosticError if the theme does not exist, or its file is unreadable or invalid */
  choose(requested: RequestedTheme, capabilities: Capabilities): Theme {
    const isPath = typeof requested === 'string' && isThemeFile(requested);
    const source =
      typeof requested !== 'string' ? requested : isPath ? this.#read(requested) : undefined;
    const file = source === undefined ? undefined : new (files().ThemeFile)(source, this.#table);
    const named = file === undefined ? namedTheme(requested as string) : file.base;
    this.#file = file;
    this.#follows = named === undefined;
    this.warnings = file?.warnings ?? [];
    return this.#over(named ?? suited(capabilities));
  }

  /** The theme once more is known of the terminal; undefined where the theme does not depend on the terminal. */
  follow(capabilities: Capabilities): Theme | undefined {
    return this.#follows ? this.#over(suited(capabilities)) : undefined;
  }

  #over(base: Theme): Theme {
    return this.#file?.over(base) ?? base;
  }
}

/** Where it is not known, dark is assumed, as most terminals are. */
function suited({ depth, dark }: Capabilities): Theme {
  return themeFor(depth, dark === false ? 'light' : 'dark');
}

/** Undefined for `auto`. */
function namedTheme(name: string): Theme | undefined {
  if (name === 'auto') return undefined;
  const theme = getTheme(name);
  if (theme !== undefined) return theme;
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'unknown-theme',
      message: `there is no theme "${name}": the themes are auto, ${themeNames.join(', ')}, and files that end in .css`,
      suggestion: didYouMean(name, ['auto', ...themeNames]),
    },
  ]);
}
