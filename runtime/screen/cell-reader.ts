/** Cells as text and colours: what every picture of a screen is made of. */
import { DEFAULT_COLOR, TRANSPARENT, type Color } from '../base/color.js';
import { printable } from '../base/diagnostics.js';
import { BLANK, WIDE_TAIL, type CellBuffer, type Style, type StyleTable } from '../paint/cells.js';
import type { Theme } from '../style/themes/themes.js';
import { Looks } from '../terminal/encoding/resolved-styles.js';
import { isImagePart } from '../base/text/image-parts.js';

/** Reads cells with the styles of one table, until its ids are reassigned (`StyleTable.generation`). */
export class CellReader {
  /** The styles of what was read, each once. */
  readonly palette: Style[] = [];
  readonly #table: StyleTable;
  readonly #looks: Looks | undefined;
  readonly #indexes = new Map<number, number>();
  readonly #indexesByName = new Map<string, number>();

  /** @param theme where it shows grays or none at all, colours are what a terminal shows; else as painted */
  constructor(table: StyleTable, theme?: Pick<Theme, 'depth' | 'grays'>) {
    this.#table = table;
    if (theme?.grays !== undefined || theme?.depth === 'none') {
      this.#looks = new Looks(theme.depth, theme.grays);
    }
  }

  /**
   * Reads rows, each cell to a place of its own: a grapheme, or the empty string for the right half of a
   * wide one, and an index into `palette`.
   *
   * @param first, end rows, the last one exclusive
   */
  read(
    { width, glyphs, styles }: CellBuffer,
    first: number,
    end: number,
    chars: string[],
    indexes: Uint32Array,
  ): void {
    const from = first * width;
    const count = end * width - from;
    // Most cells are like the one before.
    let [glyph, char, style, index] = [-1, '', -1, 0];
    for (let at = 0; at < count; at++) {
      const nextGlyph = glyphs[from + at] ?? BLANK;
      const nextStyle = styles[from + at] ?? 0;
      if (nextGlyph !== glyph) {
        char = this.#charOf(nextGlyph, at % width === 0);
        // The first cell of a row is not the right half of anything.
        glyph = nextGlyph === WIDE_TAIL ? -1 : nextGlyph;
      }
      if (nextStyle !== style) index = this.#indexOf((style = nextStyle));
      chars[at] = char;
      indexes[at] = index;
    }
  }

  #charOf(glyph: number, isFirst: boolean): string {
    if (isAscii(glyph)) return String.fromCharCode(glyph);
    // A tail without its head, or a control character, is a bug of painting, which is shown.
    return glyph === WIDE_TAIL && !isFirst ? '' : visible(this.#table.text(glyph));
  }

  #indexOf(id: number): number {
    let index = this.#indexes.get(id);
    if (index !== undefined) return index;
    const style =
      this.#looks === undefined ? opaque(this.#table.get(id)) : this.#lookOf(this.#looks, id);
    const name = `${style.fg} ${style.bg} ${style.attributes}`;
    index = this.#indexesByName.get(name) ?? this.palette.push(style) - 1;
    this.#indexesByName.set(name, index);
    this.#indexes.set(id, index);
    return index;
  }

  #lookOf(looks: Looks, id: number): Style {
    const look = looks.of(id, this.#table);
    return { fg: looks.fg[look]!, bg: looks.bg[look]!, attributes: looks.attributes[look]! };
  }
}

/** Most cells hold such a character, and nothing has to be looked for in it. */
function isAscii(glyph: number): boolean {
  return glyph >= 0x20 && glyph <= 0x7e;
}

function visible(char: string): string {
  // A terminal that the text is written to may have an image of that number, which is another program's.
  if (isImagePart(char)) return '\ufffd';
  const shown = printable(char);
  return shown === '' ? '\ufffd' : shown;
}

/** Nothing is beneath the screen: what is transparent there is the terminal's own colour. */
function opaque(style: Style): Style {
  const fix = (color: Color): Color => (color === TRANSPARENT ? DEFAULT_COLOR : color);
  return { fg: fix(style.fg), bg: fix(style.bg), attributes: style.attributes };
}
