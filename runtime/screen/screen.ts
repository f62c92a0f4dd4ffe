/**
 * A picture of the screen: what every cell shows, detached from the running app.
 *
 * Tests, goldens, `tui snapshot` and the reference pages all look at this; it is made from a cell
 * buffer, or read back from a `.screen` file.
 */
import { DEFAULT_COLOR, formatColor, TRANSPARENT, type Color } from '../color.js';
import { printable } from '../diagnostics.js';
import { WIDE_TAIL, type CellBuffer, type Style, type StyleTable } from '../paint/cells.js';
import { getTheme, type Theme } from '../style/themes/themes.js';
import { webLink } from '../text/web-links.js';
import { Looks } from '../terminal/encoding/resolved-styles.js';
import { toAnsi } from './ansi.js';
import {
  attributeNames,
  plainRow,
  rowText,
  runsOf,
  styleAt,
  type Cursor,
  type LinkRun,
  type ScreenParts,
} from './parts.js';
import { toSvg, type SvgOptions } from './svg.js';

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
   * Copies a cell buffer; later frames do not change the picture. Colours are those that were
   * painted, but where a theme shows grays or none at all: there they are what a terminal shows.
   */
  static of(
    cells: CellBuffer,
    theme: string | Pick<Theme, 'name' | 'depth' | 'grays'>,
    cursor: Cursor = null,
  ): Screen {
    const { width, height, table } = cells;
    const chars = new Array<string>(width * height);
    const styles = new Uint32Array(width * height);
    const palette: Style[] = [];
    const indexOf = new Map<number, number>();
    const indexOfName = new Map<string, number>();
    const looks =
      typeof theme === 'object' && (theme.grays !== undefined || theme.depth === 'none')
        ? new Looks(theme.depth, theme.grays)
        : undefined;
    for (let i = 0; i < chars.length; i++) {
      const glyph = cells.glyphs[i] ?? 0x20;
      // A tail without its head, or a control character, would be a fault of painting: show it as one.
      const tail = glyph === WIDE_TAIL && i % width > 0;
      chars[i] = tail
        ? ''
        : isAscii(glyph)
          ? String.fromCharCode(glyph)
          : visible(table.text(glyph));
      const id = cells.styles[i] ?? 0;
      let index = indexOf.get(id);
      if (index === undefined) {
        const style = looks === undefined ? opaque(table.get(id)) : lookOf(looks, id, table);
        const name = `${style.fg} ${style.bg} ${style.attributes}`;
        index = indexOfName.get(name) ?? palette.push(style) - 1;
        indexOfName.set(name, index);
        indexOf.set(id, index);
      }
      styles[i] = index;
    }
    const name = typeof theme === 'string' ? theme : theme.name;
    const links = linksOf(cells);
    return new Screen({ width, height, theme: name, cursor, chars, styles, palette, links });
  }

  /** The colours and attributes of a cell. */
  styleAt(x: number, y: number): Style {
    return styleAt(this, x, y);
  }

  /** The grapheme of a cell; outside the screen, a blank. */
  charAt(x: number, y: number): string {
    return this.inside(x, y) ? (this.chars[y * this.width + x] ?? ' ') : ' ';
  }

  /** One cell in words. Throws a RangeError outside the screen. */
  cell(x: number, y: number): ScreenCell {
    if (!this.inside(x, y)) {
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
    const rows = Array.from({ length: this.height }, (_, y) =>
      plainRow(this, y).replace(/ +$/, ''),
    );
    while (rows.length > 0 && rows.at(-1) === '') rows.pop();
    return rows.join('\n');
  }

  /**
   * The same lines with SGR colours, as many as a terminal of the theme has; no cursor movement. A theme of a
   * file is taken for one of 24-bit colour.
   */
  toAnsi(): string {
    return toAnsi(this, getTheme(this.theme)?.depth ?? 'truecolor');
  }

  /** A picture for a page or a review: an exact grid, independent of the viewer's fonts for blocks and boxes. */
  toSvg(options: SvgOptions = {}): string {
    return toSvg(this, options);
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

  private inside(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.width && y < this.height && x % 1 === 0 && y % 1 === 0;
  }
}

/** Most cells hold such a character, and nothing has to be looked for in it. */
function isAscii(glyph: number): boolean {
  return glyph >= 0x20 && glyph <= 0x7e;
}

/** Most screens have none: their styles are looked at, and none of their cells. */
function linksOf({ width, height, styles, table }: CellBuffer): LinkRun[] {
  const addresses = new Map<number, string>();
  for (let id = 1; id < table.size; id++) {
    const href = webLink(table.get(id).link);
    if (href !== '') addresses.set(id, href);
  }
  const runs: { x: number; y: number; cells: number; href: string }[] = [];
  if (addresses.size === 0) return runs;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const href = addresses.get(styles[y * width + x]!);
      if (href === undefined) continue;
      const last = runs.at(-1);
      if (last?.y === y && last.href === href && last.x + last.cells === x) last.cells++;
      else runs.push({ x, y, cells: 1, href });
    }
  }
  return runs;
}

function visible(char: string): string {
  const shown = printable(char);
  return shown === '' ? '\ufffd' : shown;
}

function lookOf(looks: Looks, id: number, table: StyleTable): Style {
  const look = looks.of(id, table);
  return { fg: looks.fg[look]!, bg: looks.bg[look]!, attributes: looks.attributes[look]! };
}

/** Nothing is beneath the screen: what is transparent there is the terminal's own colour. */
function opaque(style: Style): Style {
  const fix = (color: Color): Color => (color === TRANSPARENT ? DEFAULT_COLOR : color);
  return { fg: fix(style.fg), bg: fix(style.bg), attributes: style.attributes };
}

function describe(style: Style): Omit<ScreenCell, 'char'> {
  return {
    fg: formatColor(style.fg),
    bg: formatColor(style.bg),
    attributes: attributeNames(style.attributes),
  };
}
