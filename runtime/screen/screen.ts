/**
 * A picture of the screen: what every cell shows, detached from the running app.
 *
 * Tests, goldens, `tui snapshot` and the reference pages all look at this; it is made from a cell
 * buffer, or read back from a `.screen` file.
 */
import { formatColor } from '../base/color.js';
import { late } from '../base/late.js';
import type { CellBuffer, Style } from '../paint/cells.js';
import { getTheme, type Theme } from '../style/themes/themes.js';
import { webLink } from '../base/text/web-links.js';
import { CellReader } from './cell-reader.js';
import {
  attributeNames,
  plainRows,
  rowText,
  runsOf,
  styleAt,
  type Cursor,
  type LinkRun,
  type ScreenParts,
} from './parts.js';
import type { SvgOptions } from './svg.js';

const ansi = late(() => require('./ansi.js') as typeof import('./ansi.js'));
const svg = late(() => require('./svg.js') as typeof import('./svg.js'));

/** One cell. Colours are the text that CSS and themes use: `#rrggbb`, `ansi-9`, `default`. */
export interface ScreenCell {
  /** The grapheme; a blank is `' '`, the right half of a wide grapheme is the empty string. */
  readonly char: string;
  readonly fg: string;
  readonly bg: string;
  /** Any of `bold`, `dim`, `italic`, `underline`, `blink`, `reverse`, `strike`. */
  readonly attributes: readonly string[];
}

/** The shape of `toJson()` and of `tui snapshot --format json`. */
export interface ScreenJson {
  readonly version: 1;
  readonly width: number;
  readonly height: number;
  readonly theme: string;
  readonly cursor: Cursor;
  /** Every style used, each once; runs name them by index. */
  readonly styles: readonly {
    readonly fg: string;
    readonly bg: string;
    readonly attributes: readonly string[];
  }[];
  readonly rows: readonly {
    /** The row's text, trailing blanks kept, wide graphemes once. */
    readonly text: string;
    /** Neighbouring cells of one style, left to right, covering the row: column, cells, style index. */
    readonly runs: readonly (readonly [x: number, cells: number, style: number])[];
  }[];
  /** Neighbouring cells of a row that lead to an address; left out where there are none. */
  readonly links?: readonly LinkRun[];
}

export class Screen implements ScreenParts {
  readonly width: number;
  readonly height: number;
  readonly theme: string;
  readonly cursor: Cursor;
  readonly chars: readonly string[];
  readonly styles: ArrayLike<number>;
  readonly palette: readonly Style[];
  readonly links: readonly LinkRun[];

  constructor(parts: ScreenParts) {
    this.width = parts.width;
    this.height = parts.height;
    this.theme = parts.theme;
    this.cursor = parts.cursor;
    this.chars = parts.chars;
    this.styles = parts.styles;
    this.palette = parts.palette;
    this.links = parts.links ?? [];
  }

  /**
   * Copies a cell buffer; later frames do not change the picture. Colours are those painted, except
   * with a theme in grays or without colours, where they are those that a terminal shows.
   */
  static of(
    cells: CellBuffer,
    theme: string | Pick<Theme, 'name' | 'depth' | 'grays'>,
    cursor: Cursor = null,
  ): Screen {
    const { width, height, table } = cells;
    const chars = new Array<string>(width * height);
    const styles = new Uint32Array(width * height);
    const reader = new CellReader(table, typeof theme === 'object' ? theme : undefined);
    reader.read(cells, 0, height, chars, styles);
    const { palette } = reader;
    const name = typeof theme === 'string' ? theme : theme.name;
    const links = linksOf(cells, 0, height);
    return new Screen({ width, height, theme: name, cursor, chars, styles, palette, links });
  }

  /** The colours and attributes of a cell. */
  styleAt(x: number, y: number): Style {
    return styleAt(this, x, y);
  }

  /** The grapheme of a cell; outside the screen, a blank. */
  charAt(x: number, y: number): string {
    return this.#inside(x, y) ? (this.chars[y * this.width + x] ?? ' ') : ' ';
  }

  /** One cell in words. Throws a RangeError outside the screen. */
  cell(x: number, y: number): ScreenCell {
    if (!this.#inside(x, y)) {
      throw new RangeError(
        `there is no cell (${x}, ${y}) on a screen of ${this.width}x${this.height}`,
      );
    }
    return { char: this.charAt(x, y), ...describe(this.styleAt(x, y)) };
  }

  /** A row's text, trailing blanks kept, wide graphemes once. */
  rowText(y: number): string {
    return rowText(this, y);
  }

  /** One line a row, with glyphs that say the same without attributes; trailing blanks and trailing empty rows dropped; no line break at the end. */
  text(): string {
    const rows = plainRows(this).map((row) => row.replace(/ +$/, ''));
    while (rows.length > 0 && rows.at(-1) === '') rows.pop();
    return rows.join('\n');
  }

  /**
   * The same lines with SGR colours, as many as a terminal of the theme has; no cursor movement. A theme of a
   * file is taken for one of 24-bit colour.
   */
  toAnsi(): string {
    return ansi().toAnsi(this, getTheme(this.theme)?.depth ?? 'truecolor');
  }

  /** A picture for a page or a review: an exact grid, independent of the viewer's fonts for blocks and boxes. */
  toSvg(options: SvgOptions = {}): string {
    return svg().toSvg(this, options);
  }

  toJson(): ScreenJson {
    const { width, height, theme, cursor } = this;
    const rows = Array.from({ length: height }, (_, y) => ({
      text: this.rowText(y),
      runs: runsOf(this, y).map(({ x, cells, style }) => [x, cells, style] as const),
    }));
    return {
      version: 1,
      width,
      height,
      theme,
      cursor: cursor === null ? null : { x: cursor.x, y: cursor.y },
      styles: this.palette.map(describe),
      rows,
      ...(this.links.length === 0 ? {} : { links: this.links }),
    };
  }

  #inside(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height && x % 1 === 0 && y % 1 === 0;
  }
}

export function linksOf(
  { width, styles, table }: CellBuffer,
  first: number,
  end: number,
): LinkRun[] {
  if (!table.hasLinks) return [];
  // Only styles of these rows are looked at: a table has thousands where there are pictures.
  const addresses = new Map<number, string>();
  const addressOf = (id: number): string => {
    let href = addresses.get(id);
    if (href === undefined) {
      const { link } = table.get(id);
      href = link === '' ? '' : webLink(link);
      addresses.set(id, href);
    }
    return href;
  };
  const runs: { x: number; y: number; cells: number; href: string }[] = [];
  for (let y = first; y < end; y++) {
    let id = 0;
    let href = '';
    for (let x = 0; x < width; x++) {
      const next = styles[y * width + x]!;
      if (next !== id) href = addressOf((id = next));
      if (href === '') continue;
      const last = runs.at(-1);
      if (last?.y === y && last.href === href && last.x + last.cells === x) last.cells++;
      else runs.push({ x, y, cells: 1, href });
    }
  }
  return runs;
}

function describe(style: Style): Omit<ScreenCell, 'char'> {
  return {
    fg: formatColor(style.fg),
    bg: formatColor(style.bg),
    attributes: attributeNames(style.attributes),
  };
}
