/** Converts a screen to the data of a page: see `page/page-data.ts`. */
import { DEFAULT_LANG, langOf } from '../page/lang.js';
import { printable } from '../base/diagnostics.js';
import type { AccessibleItem } from '../base/accessible-node.js';
import { RUN_ATTRIBUTES, type PageData, type PageRun, type PageStyle } from '../page/page-data.js';
import { inkAndPaper, SCHEME_COLORS, schemeOf, type Scheme } from './colors.js';
import type { Style } from '../paint/cells.js';
import { rightToLeftEnd } from '../base/text/direction.js';
import { attributeNames, styleAt, type ScreenParts } from './parts.js';

/** Letters that every monospace font has in its own width. */
const SIMPLE = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff]$/;
/** Glyphs that may be repeated without a seam: lines that lie, and blocks as wide as a cell. */
const REPEATED = /^[\u2500\u2501\u2504\u2505\u2508\u2509\u254c\u254d\u2550\u2580-\u2588\u2594]$/;

export interface PageInfo {
  /** Colours of `default` foreground and background; default by the theme. */
  readonly scheme?: Scheme | undefined;
  readonly title: string;
  readonly lang: string | null;
  readonly twin: readonly AccessibleItem[];
}

export function pageDataOf(screen: ScreenParts, info: PageInfo): PageData {
  const { width, height, cursor } = screen;
  const scheme = info.scheme ?? schemeOf(screen.theme);
  const styles = new PageStyles(scheme);
  const rows = Array.from({ length: height }, (_, y) => rowRuns(screen, y, styles));
  return {
    version: 1,
    width,
    height,
    scheme,
    rows,
    styles: styles.list,
    title: info.title,
    lang: langOf(info.lang) ?? DEFAULT_LANG,
    cursor: cursor === null ? null : { x: cursor.x, y: cursor.y },
    links: screen.links ?? [],
    twin: info.twin,
  };
}

/** Every style once; equal looks are one style, whatever made them. */
export class PageStyles {
  readonly list: PageStyle[] = [];
  readonly #places = new Map<string, number>();
  readonly #placesOfLooks = new Map<Style, number>();
  readonly #colors: { readonly fg: string; readonly bg: string };

  constructor(scheme: Scheme) {
    this.#colors = SCHEME_COLORS[scheme];
    this.#placeOf({ ink: this.#colors.fg, paper: this.#colors.bg, attributes: [] });
  }

  of(look: Style): number {
    let place = this.#placesOfLooks.get(look);
    if (place === undefined) {
      const names = attributeNames(look.attributes);
      const attributes = RUN_ATTRIBUTES.filter((name) => names.includes(name));
      place = this.#placeOf({ ...inkAndPaper(look, this.#colors), attributes });
      this.#placesOfLooks.set(look, place);
    }
    return place;
  }

  #placeOf(style: PageStyle): number {
    const name = `${style.ink} ${style.paper} ${style.attributes.join(' ')}`;
    let place = this.#places.get(name);
    if (place === undefined) this.#places.set(name, (place = this.list.push(style) - 1));
    return place;
  }
}

/** The runs of a row. Their styles are added to `styles`. */
export function rowRuns(
  screen: Pick<ScreenParts, 'width' | 'chars' | 'styles' | 'palette'>,
  y: number,
  styles: PageStyles,
): PageRun[] {
  const runs: [string, number, number][] = [];
  const { width, chars } = screen;
  for (let x = 0; x < width; x++) {
    const char = chars[y * width + x] ?? ' ';
    if (char === '') continue;
    const style = styles.of(styleAt(screen, x, y));
    const charAt = (cell: number): string | undefined =>
      cell < width && styles.of(styleAt(screen, cell, y)) === style
        ? chars[y * width + cell]
        : undefined;
    const wordsEnd = rightToLeftEnd(charAt, x);
    if (wordsEnd > x) {
      const words = chars.slice(y * width + x, y * width + wordsEnd).join('');
      runs.push([printable(words), wordsEnd - x, style]);
      x = wordsEnd - 1;
      continue;
    }
    const isWide = x + 1 < width && chars[y * width + x + 1] === '';
    const last = runs.at(-1);
    if (last?.[2] === style && !isWide && joins(last, char)) {
      last[0] += char;
      last[1]++;
    } else runs.push([printable(char), isWide ? 2 : 1, style]);
  }
  const end = runs.at(-1);
  if (end?.[2] === 0) {
    const kept = end[0].trimEnd();
    if (kept === '') runs.pop();
    else if (end[0].length === end[1]) {
      end[1] -= end[0].length - kept.length;
      end[0] = kept;
    }
  }
  return runs;
}

function joins([text, cells]: PageRun, char: string): boolean {
  // A letter with its marks is longer than its cell, and alone.
  if (SIMPLE.test(char)) return text.length === cells && SIMPLE.test(text.slice(0, 1));
  return REPEATED.test(char) && text.startsWith(char);
}
