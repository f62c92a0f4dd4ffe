/** The rules of the cells, in a style sheet made by this script: the page's policy admits no other. */
import { glyphRule } from '../../../runtime/page/glyph-rules.js';
import type { PageStyle } from '../../../runtime/page/page-data.js';
import {
  columnRule,
  FRAME,
  look,
  styleRule,
  widthRule,
} from '../../../runtime/page/style-sheet.js';
import { lengthsOf, type Cell } from './grid.js';

export class CellSheet {
  readonly #sheet = new CSSStyleSheet();
  readonly #names = new Set<string>();
  #styles: PageStyle[] = [];
  #scheme: 'dark' | 'light' = 'dark';
  #cell: Cell;

  constructor(cell: Cell) {
    this.#cell = cell;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
    this.#rebuild();
  }

  get cell(): Cell {
    return this.#cell;
  }

  set cell(cell: Cell) {
    if (JSON.stringify(cell) === JSON.stringify(this.#cell)) return;
    this.#cell = cell;
    this.#rebuild();
  }

  /** Styles that runs name from now on; all others are void where `isAll`. */
  addStyles(styles: readonly PageStyle[], isAll: boolean, scheme: 'dark' | 'light'): void {
    if (isAll || scheme !== this.#scheme) {
      this.#styles = isAll ? [...styles] : [...this.#styles, ...styles];
      this.#scheme = scheme;
      // Widths and glyphs of what was shown may not come again.
      if (isAll) this.#names.clear();
      this.#rebuild();
      return;
    }
    for (const style of styles) this.#insert(styleRule(style, this.#styles.push(style) - 1));
  }

  /** Adds missing rules for the classes of a row. */
  addClasses(row: Element): void {
    for (const { classList } of row.children) {
      for (const name of classList) {
        if (this.#names.has(name)) continue;
        const rule = this.#rule(name);
        if (rule === undefined) continue;
        this.#names.add(name);
        this.#insert(rule);
      }
    }
  }

  #rule(name: string): string | undefined {
    const count = Number(name.slice(1));
    if (name[0] === 'w') return widthRule(count);
    if (name[0] === 'x') return columnRule(count);
    return /^g[\da-f]+$/.test(name) ? glyphRule(name, lengthsOf(this.#cell)) : undefined;
  }

  #insert(rule: string): void {
    this.#sheet.insertRule(rule, this.#sheet.cssRules.length);
  }

  #rebuild(): void {
    const { width, height, font, spacing } = this.#cell;
    const names = [...this.#names].map((name) => this.#rule(name) ?? '');
    this.#sheet.replaceSync(
      [
        `:root{color-scheme:${this.#scheme};--cell:${width}px;--row:${height}px}`,
        `body{${look(this.#styles[0])}}`,
        ...FRAME,
        `.frame,.sink{font-size:${font}px;letter-spacing:${spacing}px}`,
        ...this.#styles.map(styleRule),
        ...names,
      ].join('\n'),
    );
  }
}
