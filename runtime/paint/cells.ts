/**
 * The cell buffer: the contents of a screen in two typed arrays.
 *
 * A cell is a glyph and a style id. A glyph is a code point, or with the top bit set an index into
 * the table of grapheme clusters; the right half of a wide glyph is `WIDE_TAIL`. Style ids come from
 * a `StyleTable`, so two cells are equal exactly when both numbers are.
 */
import {
  DEFAULT_COLOR,
  MARK_CONTRAST,
  readable,
  TEXT_CONTRAST,
  TRANSPARENT,
  type Color,
} from '../base/color.js';

export {
  BLINK,
  BOLD,
  DECORATIONS,
  DIM,
  ITALIC,
  REVERSE,
  STRIKE,
  UNDERLINE,
} from '../base/text/attributes.js';

/** A code point, `CLUSTER | index`, or `WIDE_TAIL`. */
export type Glyph = number;
export const BLANK: Glyph = 0x20;
/** The right half of the wide glyph to the left. */
export const WIDE_TAIL: Glyph = 0x7fffffff;
/** A blank under an image that the terminal has drawn; in no cells but those of the screen that it is on. */
export const IMAGE_CELL: Glyph = 0x7ffffffe;
/** From here on a glyph is `CLUSTER + index` of a cluster in the table. */
export const CLUSTER = 0x80000000;

/** Index of a style in its table; 0 is the terminal's own colours without attributes. */
export type StyleId = number;

export interface Style {
  readonly fg: Color;
  readonly bg: Color;
  /** Sum of attribute bits. */
  readonly attributes: number;
}

/** A style of cells that may be a link. */
export interface CellStyle extends Style {
  /** Address that the cells lead to; empty: none. */
  readonly link: string;
}

/** What text on a background is painted with where its own colour would not be read. */
export interface Ink {
  readonly color: Color;
  /** The colour that was chosen with the background: it stays, whatever it is. */
  readonly own: Color;
}

/** The terminal's own colours. */
export const PLAIN: CellStyle = { fg: DEFAULT_COLOR, bg: DEFAULT_COLOR, attributes: 0, link: '' };

/** UTF-16 units of all addresses that a table has at a time; cells of further ones lead nowhere. */
export const MAX_LINK_TEXT = 256 * 1024;
/** Addresses that a table has at a time. */
export const MAX_LINKS = 8192;

/** Styles and grapheme clusters, each stored once and named by a number. */
export class StyleTable {
  #styles: CellStyle[] = [PLAIN];
  readonly #ids = new Map<number, Map<number, number>>();
  readonly #merged = new Map<number, StyleId>();
  /** By style and ink, in the cells that text and marks are in. */
  readonly #inked = [new Map<number, StyleId>(), new Map<number, StyleId>()] as const;
  #clusters: string[] = [];
  readonly #clusterIds = new Map<string, number>();
  /** Numbers of the addresses, from 1. */
  readonly #links = new Map<string, number>();
  #linkText = 0;
  /** `linkText` after the last compaction. */
  #keptLinkText = 0;
  /** How often the ids have changed their meaning; see `compact`. */
  generation = 0;
  /** Styles and clusters in use after the last compaction. */
  #kept = 0;

  constructor() {
    this.intern(PLAIN.fg, PLAIN.bg, PLAIN.attributes);
  }

  /** How many styles there are; ids run from 0 to `size - 1`. */
  get size(): number {
    return this.#styles.length;
  }

  /** How many clusters there are. */
  get clusterCount(): number {
    return this.#clusters.length;
  }

  /** Whether a style may be a link. */
  get hasLinks(): boolean {
    return this.#links.size > 0;
  }

  intern(fg: Color, bg: Color, attributes: number, link = ''): StyleId {
    const number = link === '' ? 0 : this.#linkNumber(link);
    // A colour takes 26 bits, an address 13: all but the background make the outer key.
    const outer = (number * 0x4000000 + fg) * 128 + attributes;
    let row = this.#ids.get(outer);
    if (row === undefined) this.#ids.set(outer, (row = new Map<number, number>()));
    let id = row.get(bg);
    if (id === undefined) {
      id = outer === 0 && bg === DEFAULT_COLOR ? 0 : this.#styles.length;
      if (id > 0) this.#styles.push({ fg, bg, attributes, link: number === 0 ? '' : link });
      row.set(bg, id);
    }
    return id;
  }

  /** 0 for an address that there is no room for. */
  #linkNumber(link: string): number {
    const links = this.#links;
    let number = links.get(link);
    if (number === undefined) {
      const length = this.#linkText + link.length;
      if (length > MAX_LINK_TEXT || links.size >= MAX_LINKS) return 0;
      this.#linkText = length;
      number = links.size + 1;
      links.set(link, number);
    }
    return number;
  }

  get(id: StyleId): CellStyle {
    return this.#styles[id] ?? PLAIN;
  }

  /**
   * What a style leaves of a glyph whose colour is `TRANSPARENT`: the cell's background under a blank.
   * Undefined where the glyph shows.
   */
  unseen(id: StyleId): StyleId | undefined {
    const { fg, bg } = this.get(id);
    return fg === TRANSPARENT ? this.intern(DEFAULT_COLOR, bg, 0) : undefined;
  }

  /**
   * Returns a style, with the ink as its foreground if only the ink contrasts enough with the background. Colours
   * that the terminal defines are assumed not to.
   */
  legible(id: StyleId, ink: Ink, kind: 'text' | 'mark'): StyleId {
    const { fg, bg, attributes, link } = this.get(id);
    if (fg === ink.own || fg === ink.color) return id;
    const known = this.#inked[kind === 'text' ? 0 : 1];
    const key = id * 0x4000000 + ink.color;
    let found = known.get(key);
    if (found === undefined) {
      const least = kind === 'text' ? TEXT_CONTRAST : MARK_CONTRAST;
      found = this.intern(readable(fg, bg, ink.color, least), bg, attributes, link);
      known.set(key, found);
    }
    return found;
  }

  /** The style of a glyph of `over` put on a cell of `under`: a transparent background lets `under`'s through. */
  merge(over: StyleId, under: StyleId): StyleId {
    const style = this.get(over);
    if (style.bg !== TRANSPARENT) return over;
    const key = over * 0x4000000 + under;
    let id = this.#merged.get(key);
    if (id === undefined) {
      const { bg } = this.get(under);
      const { fg, attributes, link } = style;
      id = this.intern(fg, bg === TRANSPARENT ? DEFAULT_COLOR : bg, attributes, link);
      this.#merged.set(key, id);
    }
    return id;
  }

  /**
   * True where the table has grown to several times what the last compaction found in use: an hour
   * of streamed colours or emoji. Ask between frames, then call `compact`.
   */
  get crowded(): boolean {
    return (
      this.#styles.length + this.#clusters.length > 4096 + 4 * this.#kept ||
      (this.#linkText > MAX_LINK_TEXT / 2 && this.#linkText > 2 * this.#keptLinkText)
    );
  }

  /**
   * Forgets every style and cluster that no cell of `buffers` shows and renumbers the rest, in the
   * table and in the buffers. Every buffer of this table has to be passed; an id kept anywhere else
   * is void as soon as `generation` has changed.
   */
  compact(buffers: Iterable<CellBuffer>): void {
    const styles = this.#styles;
    const clusters = this.#clusters;
    const newStyle = new Map<number, number>([[0, 0]]);
    const newCluster = new Map<number, number>();
    this.#styles = [PLAIN];
    this.#clusters = [];
    this.#ids.clear();
    this.#merged.clear();
    for (const known of this.#inked) known.clear();
    this.#clusterIds.clear();
    this.#links.clear();
    this.#linkText = 0;
    this.intern(PLAIN.fg, PLAIN.bg, PLAIN.attributes);
    this.generation++;
    for (const buffer of new Set(buffers)) {
      const { glyphs, styles: ids } = buffer;
      for (let i = 0; i < glyphs.length; i++) {
        const id = ids[i]!;
        let now = newStyle.get(id);
        if (now === undefined) {
          const style = styles[id] ?? PLAIN;
          newStyle.set(id, (now = this.#internStyle(style)));
        }
        ids[i] = now;
        const glyph = glyphs[i]!;
        if (glyph < CLUSTER) continue;
        const text = clusters[glyph - CLUSTER];
        // Glyphs past the table are the diff's mark for "unknown" and stay as they are.
        if (text === undefined) continue;
        let moved = newCluster.get(glyph);
        if (moved === undefined) newCluster.set(glyph, (moved = this.glyph(text)));
        glyphs[i] = moved;
      }
      buffer.generation = this.generation;
    }
    this.#kept = this.#styles.length + this.#clusters.length;
    this.#keptLinkText = this.#linkText;
  }

  #internStyle({ fg, bg, attributes, link }: CellStyle): StyleId {
    return this.intern(fg, bg, attributes, link);
  }

  /** The glyph of one grapheme cluster. */
  glyph(cluster: string): Glyph {
    const point = cluster.codePointAt(0) ?? BLANK;
    if (cluster.length === (point > 0xffff ? 2 : 1)) return point;
    let index = this.#clusterIds.get(cluster);
    if (index === undefined) {
      index = this.#clusters.length;
      this.#clusters.push(cluster);
      this.#clusterIds.set(cluster, index);
    }
    return CLUSTER + index;
  }

  /** The text of a glyph; the empty string for a wide glyph's tail. */
  text(glyph: Glyph): string {
    if (glyph === WIDE_TAIL) return '';
    return glyph >= CLUSTER
      ? (this.#clusters[glyph - CLUSTER] ?? ' ')
      : String.fromCodePoint(glyph);
  }
}

/** A screen of cells. Row-major: the cell (x, y) is at `y * width + x`. */
export class CellBuffer {
  glyphs!: Uint32Array;
  styles!: Uint32Array;
  /** The same memory as `glyphs` and `styles`: loops that only compare are cheaper on signed numbers. */
  signedGlyphs!: Int32Array;
  signedStyles!: Int32Array;
  /** The table's generation that this buffer's ids belong to. */
  generation: number;

  constructor(
    public width: number,
    public height: number,
    /** Shared by all buffers whose cells are compared or copied. */
    readonly table: StyleTable = new StyleTable(),
  ) {
    this.#allocate(width * height);
    this.generation = table.generation;
  }

  /** Changes the size and blanks every cell. */
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.generation = this.table.generation;
    this.#allocate(width * height);
  }

  #allocate(cells: number): void {
    this.glyphs = new Uint32Array(cells).fill(BLANK);
    this.styles = new Uint32Array(cells);
    this.signedGlyphs = new Int32Array(this.glyphs.buffer);
    this.signedStyles = new Int32Array(this.styles.buffer);
  }

  clear(): void {
    this.glyphs.fill(BLANK);
    this.styles.fill(0);
  }

  /** The text of one row, wide glyphs once, trailing blanks kept. */
  rowText(y: number): string {
    let text = '';
    for (let x = 0; x < this.width; x++) text += this.table.text(this.glyphs[y * this.width + x]!);
    return text;
  }
}
