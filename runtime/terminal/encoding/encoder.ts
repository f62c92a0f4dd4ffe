/**
 * Changed cells to bytes: for each run the cheapest way for the cursor to get there and the shortest
 * change of colours, starting from the cursor and pen of the frame before. Where it encodes for a part of the
 * main screen whose rows have no known place on it, the cursor moves from row to row relative to where it is.
 */
import { DEFAULT_COLOR } from '../../base/color.js';
import {
  BLANK,
  CLUSTER,
  IMAGE_CELL,
  REVERSE,
  STRIKE,
  UNDERLINE,
  type CellBuffer,
} from '../../paint/cells.js';
import { ERASE_BELOW } from '../modes.js';
import { ByteWriter, digits, utf8Length } from './byte-writer.js';
import { UNKNOWN_GLYPH } from './diff.js';
import { DOUBT, SPILL_SHIFT, WIDTH_MASK, isSurelyNarrow, type GlyphFacts } from './glyph-facts.js';
import type { LookId, Looks } from './resolved-styles.js';
import { MAX_SGR_LENGTH, SgrCache, UNKNOWN_LOOK } from './sgr.js';

const CR = 0x0d;
const LF = 0x0a;
const BS = 0x08;
/** Finals of CSI: delete and insert characters. */
const DCH = 0x50;
const ICH = 0x40;
/** Finals of CSI: delete and insert lines. */
const DL = 0x4d;
const IL = 0x4c;
/** DECSTBM, which sets the rows that are scrolled, and brings the cursor to the corner of the screen. */
const DECSTBM = 0x72;
const ERASE_BELOW_BYTES = new TextEncoder().encode(ERASE_BELOW);
/** CHA, which goes to a column of the row. */
const CHA = 0x47;
/** EL, which erases to the end of a row, is as long as this many blanks. */
const EL_BYTES = 3;
/**
 * To move right by this many cells takes no more bytes than to print them again; by any number of cells it
 * takes no more than to name the column.
 */
const NEVER_REPRINTED = 4;
/** Column or row of a cursor that may be anywhere. */
const NOWHERE = -1;
/** Bytes of the longest cell: a pen, a cluster, and two cursor moves. */
const MAX_CELL_LENGTH = MAX_SGR_LENGTH + 256 + 32;

/** Ways to get along one row. */
const enum Along {
  Stay,
  Return,
  Back,
  Left,
  Right,
  Reprint,
  ReprintRepainted,
  Absolute,
}

/** What rows of a live region have in the terminal, where the encoder works relative to them. */
export interface RowExtents {
  /** The first column of each row from which on the terminal has nothing: a terminal that reflows wraps what is before it. */
  readonly extents: Int32Array;
}

const text = new TextEncoder();
/** OSC 8: what is printed after it leads nowhere. */
const UNLINK = text.encode('\x1b]8;;\x1b\\');
/** A link whose state in the terminal is not known. */
const UNKNOWN_LINK = -1;

const SHOW = text.encode('\x1b[?25h');
const HIDE = text.encode('\x1b[?25l');

export class Encoder {
  readonly out = new ByteWriter();
  readonly #sgr: SgrCache;
  /** Where the terminal's cursor is; the column is unknown after the last column and after glyphs of doubtful width. */
  #x = NOWHERE;
  #y = NOWHERE;
  #pen: LookId = UNKNOWN_LOOK;
  #shown: boolean | undefined;
  /** Number of the link that printed cells get; 0: none. */
  #link = 0;
  #hasLinked = false;
  /** Bytes that the cells of the run may still take. */
  #reserved = 0;
  #along = Along.Stay;

  readonly #looks: Looks;
  readonly #facts: GlyphFacts;
  /** Erasing fills with the current background (most terminals; not GNU screen). */
  readonly #erasesWithBackground: boolean;
  /** Of a live region; undefined for a whole screen, which has absolute places. */
  readonly #region: RowExtents | undefined;
  /** Blanks at the end of a row from this many on are erased instead of printed. */
  readonly #leastErased: number;

  constructor(
    looks: Looks,
    facts: GlyphFacts,

    erasesWithBackground: boolean,
    region?: RowExtents,
  ) {
    this.#looks = looks;
    this.#facts = facts;
    // Terminals differ in whether cells that were erased with a background are wrapped as printed ones are.
    this.#erasesWithBackground = erasesWithBackground && region === undefined;
    this.#region = region;
    this.#leastErased = region === undefined ? EL_BYTES : 0;

    this.#sgr = new SgrCache(looks);
  }

  /** The row of the cursor: of a live region always known. */
  get row(): number {
    return this.#y;
  }

  /** The column of the cursor; undefined where it is not known. */
  get column(): number | undefined {
    return this.#x === NOWHERE ? undefined : this.#x;
  }

  /** The cursor is in the first column of a row of the live region. */
  place(row: number): void {
    this.#x = 0;
    this.#y = row;
  }

  /** Appends line feeds in the last row, `last`, which make `count` more: at the end of the screen they scroll it. */
  addRows(front: CellBuffer, last: number, count: number): void {
    this.out.reserve(count + 2 * MAX_CELL_LENGTH);
    this.#move(front, 0, last, this.#pen);
    // Some terminals fill the rows that come with the background.
    this.#paint(this.#looks.of(0, front.table));
    for (let row = 0; row < count; row++) this.out.byte(LF);
    this.#y = last + count;
  }

  /** Appends what brings the hidden cursor to the start of the last row. */
  rest(front: CellBuffer): void {
    this.out.reserve(MAX_CELL_LENGTH);
    this.#move(front, 0, front.height - 1, this.#pen);
  }

  /** Appends what erases a row and all that is below it. */
  eraseFrom(front: CellBuffer, row: number): void {
    this.out.reserve(2 * MAX_CELL_LENGTH);
    this.#move(front, 0, row, this.#pen);
    this.#paint(this.#looks.of(0, front.table));
    this.out.raw(ERASE_BELOW_BYTES);
  }

  /**
   * Appends the deletion of `step` lines at row `top`, with which all rows up to `bottom` move up; for a negative step the insertion of
   * lines, with which they move down. The lines that come are blank. For `front` as it is before.
   */
  scrollRows(front: CellBuffer, top: number, bottom: number, step: number): void {
    const { out } = this;
    out.reserve(2 * MAX_CELL_LENGTH);
    // Some terminals fill the lines that come with the background.
    if (!this.#isPlain(this.#pen)) this.#paint(this.#looks.of(0, front.table));
    const hasMargins = bottom < front.height;
    if (hasMargins) {
      this.#setMargins(top, bottom);
      if (top > 0) out.position(0, top);
    } else this.#move(front, 0, top, this.#pen);
    out.csi(Math.abs(step), step > 0 ? DL : IL);
    if (hasMargins) out.csi(1, DECSTBM);
    this.#x = 0;
    this.#y = hasMargins ? 0 : top;
  }

  /** True where cells that are made with a pen are blank as those of a cleared screen. */
  #isPlain(pen: LookId): boolean {
    const { bg, attributes } = this.#looks;
    if (pen === UNKNOWN_LOOK || bg[pen] !== DEFAULT_COLOR) return false;
    return ((attributes[pen] ?? 0) & (REVERSE | UNDERLINE | STRIKE)) === 0;
  }

  #setMargins(top: number, bottom: number): void {
    const { out } = this;
    out.csi(top + 1, 0x3b);
    out.number(bottom);
    out.byte(DECSTBM);
  }

  /** Nothing is known of the terminal any more, save for the row of a live region. */
  forget(): void {
    this.#x = NOWHERE;
    if (this.#region === undefined) this.#y = NOWHERE;
    this.#pen = UNKNOWN_LOOK;
    this.#shown = undefined;
    if (this.#hasLinked) this.#link = UNKNOWN_LINK;
  }

  /** The looks are about to get new ids: runs `renumber` and finds the pen again after it. */
  renumberLooks(renumber: () => void): void {
    const looks = this.#looks;
    const pen = this.#pen;
    const fg = looks.fg[pen] ?? DEFAULT_COLOR;
    const bg = looks.bg[pen] ?? DEFAULT_COLOR;
    const attributes = looks.attributes[pen] ?? 0;
    renumber();
    this.#sgr.clear();
    if (pen !== UNKNOWN_LOOK) this.#pen = looks.intern(fg, bg, attributes);
  }

  /** Appends the changed runs of `front`, which holds their new cells already. */
  cells(front: CellBuffer, runs: Int32Array, count: number): void {
    const { width } = front;
    for (let r = 0; r < count;) {
      const y = runs[r * 3] ?? 0;
      let last = r;
      while (last + 1 < count && runs[last * 3 + 3] === y) last++;
      const changedEnd = runs[last * 3 + 2] ?? 0;
      // Looked for where there is something to erase: the last that changed is a blank, and one of several.
      const blank = front.glyphs[y * width + changedEnd - 1] === BLANK;
      const erases = blank && changedEnd - (runs[r * 3 + 1] ?? 0) > this.#leastErased;
      const erase = erases ? this.#erasableFrom(front, y) : width;
      for (; r <= last; r++) {
        const start = runs[r * 3 + 1] ?? 0;
        const end = Math.min(width, runs[r * 3 + 2] ?? 0);
        this.#reserved = (end - start + 2) * MAX_CELL_LENGTH;
        this.out.reserve(this.#reserved);
        if (this.#run(front, y, start, end, erase, changedEnd)) break;
      }
      r = last + 1;
    }
    // Between frames nothing is a link, whatever is written then.
    if (this.#link !== 0) {
      this.#lead(0);
      this.#pen = this.#looks.unlinked(this.#pen);
    }
  }

  /**
   * Appends the deletion of `count` cells at column `deleted` and their insertion at `inserted`, counted
   * in the row as it is after the deletion; for `front` as it is before.
   */
  shiftRow(front: CellBuffer, y: number, deleted: number, inserted: number, count: number): void {
    const { out } = this;
    out.reserve(MAX_CELL_LENGTH);
    this.#move(front, deleted, y, this.#pen);
    out.csi(count, DCH);
    this.#x = deleted;
    // Where the part ends at the margin, the deletion has left its blanks in the right place.
    if (inserted + count >= front.width) return;
    // No printing over the gap here: its cells are not where the front buffer has them.
    const along = Math.abs(inserted - deleted);
    if (along > 0 && digits(along) <= digits(inserted + 1)) {
      out.csi(along, inserted > deleted ? 0x43 : 0x44);
    } else out.csi(inserted + 1, 0x47);
    out.csi(count, ICH);
    this.#x = inserted;
  }

  /** Appends what brings the cursor to a cell, or hides it. */
  cursor(front: CellBuffer, at: { readonly x: number; readonly y: number } | null): void {
    this.out.reserve(MAX_CELL_LENGTH);
    if (at !== null) this.#move(front, at.x, at.y, this.#pen);
    if (this.#shown === (at !== null)) return;
    this.#shown = at !== null;
    this.out.raw(this.#shown ? SHOW : HIDE);
  }

  /** The first column from which the row is blank to its end and may be erased; else past the end. */
  #erasableFrom(front: CellBuffer, y: number): number {
    const { glyphs, styles, table, width } = front;
    const row = y * width;
    if (glyphs[row + width - 1] !== BLANK) return width;
    const style = styles[row + width - 1] ?? 0;
    const blank = this.#looks.blank(this.#looks.of(style, table));
    const attributes = this.#looks.attributes[blank] ?? 0;
    if (attributes & (REVERSE | UNDERLINE | STRIKE) || this.#looks.links[blank] !== 0) return width;
    if (!this.#erasesWithBackground && this.#looks.bg[blank] !== DEFAULT_COLOR) return width;
    let x = width - 1;
    while (x > 0 && glyphs[row + x - 1] === BLANK) {
      const other = styles[row + x - 1] ?? 0;
      if (other !== style && this.#looks.blank(this.#looks.of(other, table)) !== blank) break;
      x--;
    }
    return x;
  }

  /** Blanks the two cells of a glyph that some terminals draw in one: the other would keep what was there. */
  #blankBoth(x: number, y: number, width: number): void {
    const { out } = this;
    out.byte(BLANK);
    out.byte(BLANK);
    // Behind the last column terminals differ in where the cursor is.
    if (x + 2 < width) out.csi(2, 0x44);
    else if (this.#region !== undefined) out.csi(x + 1, CHA);
    else out.position(x, y);
  }

  /** Sends a glyph that is not surely narrow, and returns what is known of it. */
  #unusual(glyph: number, table: CellBuffer['table']): number {
    const { out } = this;
    if (glyph === IMAGE_CELL) {
      out.byte(BLANK);
      return 1;
    }
    if (glyph >= CLUSTER) out.raw(this.#facts.bytes(glyph, table));
    else out.codePoint(glyph);
    return this.#facts.of(glyph, table);
  }

  /** Sends one run; true where the rest of the row was erased, and with it every later run of it. */
  #run(
    front: CellBuffer,
    y: number,
    start: number,
    end: number,
    erase: number,
    changedEnd: number,
  ): boolean {
    const looks = this.#looks;
    const { doubtAmbiguous } = this.#facts;
    const { glyphs, styles, table, width } = front;
    const row = y * width;
    let x = start;
    while (x < end) {
      const glyph = glyphs[row + x] ?? BLANK;
      const look = looks.of(styles[row + x] ?? 0, table);
      if (this.#x !== x || this.#y !== y) this.#move(front, x, y, look);
      if (glyph === BLANK) {
        if (this.#pen === UNKNOWN_LOOK || looks.blank(this.#pen) !== looks.blank(look)) {
          this.#paint(look);
        }
        if (x >= erase && changedEnd - x > this.#leastErased) {
          this.#eraseRest(front, y, erase, look);
          return true;
        }
      } else if (this.#pen !== look) {
        this.#paint(look);
      }
      if (isSurelyNarrow(glyph, doubtAmbiguous)) {
        // Up to here everything is as it should be for all that follows in the same style.
        const stop = x < erase && erase < end ? erase : end;
        x = this.#same(front, row + x, row + stop, this.#pen !== look) - row;
        this.#x = x;
        continue;
      }
      if ((this.#facts.of(glyph, table) & (WIDTH_MASK | DOUBT)) === (2 | DOUBT)) {
        this.#blankBoth(x, y, width);
      }
      const known = this.#unusual(glyph, table);
      x += (known & WIDTH_MASK) === 2 ? 2 : 1;
      this.#x = x;
      if (known & DOUBT) {
        this.#x = NOWHERE;
        // Where it may have reached the margin, a terminal that wraps may be on the next row.
        if (x + (known >> SPILL_SHIFT) >= width) this.#loseRow();
      }
    }
    this.#printed(y, x);
    // Beyond the last column terminals differ: some wait there to wrap, some stay on it.
    if (x >= width) this.#x = NOWHERE;
    return false;
  }

  /** In a live region wrapping is off in any terminal that it is used in: there is no other way to know the row. */
  #loseRow(): void {
    if (this.#region === undefined) this.#y = NOWHERE;
  }

  #printed(y: number, end: number): void {
    if (this.#region === undefined) return;
    const { extents } = this.#region;
    extents[y] = Math.max(extents[y] ?? 0, end);
  }

  /**
   * Erases a row from the cursor on. Of a live region from the first of its blanks on: the terminal has nothing there then,
   * whichever of them it had.
   */
  #eraseRest(front: CellBuffer, y: number, from: number, look: LookId): void {
    const { out } = this;
    if (this.#region !== undefined) {
      this.#move(front, from, y, look);
      this.#region.extents[y] = from;
    }
    out.csi(1, 0x4b);
  }

  /**
   * Prints the cell at index `at`, which is surely narrow, and those after it up to `end` that are too and
   * have its style: the hot loop. `blanks`: only blanks, which look alike in the pen that is set. Returns
   * the index after them.
   */
  #same({ glyphs, styles }: CellBuffer, at: number, end: number, blanks: boolean): number {
    const { out } = this;
    const { bytes } = out;
    const { doubtAmbiguous } = this.#facts;
    const style = styles[at];
    let length = out.length;
    let code = glyphs[at]!;
    do {
      if (code < 0x80) bytes[length++] = code;
      else {
        if (code < 0x800) bytes[length++] = 0xc0 | (code >> 6);
        else {
          bytes[length++] = 0xe0 | (code >> 12);
          bytes[length++] = 0x80 | ((code >> 6) & 63);
        }
        bytes[length++] = 0x80 | (code & 63);
      }
      if (++at >= end || styles[at] !== style) break;
      code = glyphs[at]!;
    } while (code === BLANK || (!blanks && isSurelyNarrow(code, doubtAmbiguous)));
    out.length = length;
    return at;
  }

  #paint(look: LookId): void {
    const { out } = this;
    const link = this.#looks.links[look] ?? 0;
    if (link !== this.#link) this.#lead(link);
    out.length = this.#sgr.write(this.#pen, look, out.bytes, out.length);
    this.#pen = look;
  }

  /**
   * Has what is printed from here on lead to an address, 0: nowhere. Its number is its id, so that a terminal
   * shows the parts of a link on several rows as one.
   */
  #lead(link: number): void {
    const { out } = this;
    this.#link = link;
    this.#hasLinked = true;
    const address = this.#looks.addresses[link] ?? '';
    const bytes = address === '' ? UNLINK : text.encode(`\x1b]8;id=${link};${address}\x1b\\`);
    out.reserve(bytes.length + this.#reserved);
    out.raw(bytes);
  }

  /** Brings the cursor to (x, y), where a cell of `look` will be printed. */
  #move(front: CellBuffer, x: number, y: number, look: LookId): void {
    if (this.#x === x && this.#y === y) return;
    const { out } = this;
    // Most moves go right by some cells: nothing can be shorter, see NEVER_REPRINTED.
    if (this.#y === y && this.#x !== NOWHERE && x - this.#x >= NEVER_REPRINTED) {
      out.csi(x - this.#x, 0x43);
      this.#x = x;
      return;
    }
    const absolute =
      this.#region !== undefined
        ? Infinity
        : 3 + (y > 0 || x > 0 ? (y > 0 ? digits(y + 1) : 0) : 0) + (x > 0 ? 1 + digits(x + 1) : 0);
    if (this.#y === NOWHERE) {
      out.position(x, y);
    } else if (this.#y === y) {
      const cost = this.#alongCost(front, y, this.#x, x, look, absolute);
      if (cost < absolute) this.#goAlong(front, y, this.#x, x, look);
      else out.position(x, y);
    } else {
      this.#moveAcross(front, x, y, look, absolute);
    }
    this.#x = x;
    this.#y = y;
  }

  /** To another row: straight up or down, by line feeds, or by an absolute position. */
  #moveAcross(front: CellBuffer, x: number, y: number, look: LookId, absolute: number): void {
    const { out } = this;
    const rows = Math.abs(y - this.#y);
    const vertical = rows === 1 ? 3 : 3 + digits(rows);
    // The line discipline may turn LF into CR LF, so a line feed is used in column 0 only.
    const feeds = y > this.#y ? rows + (this.#x === 0 ? 0 : 1) : Infinity;
    if (feeds < absolute && this.#isFedShortest(x, feeds, vertical, absolute)) {
      if (this.#x !== 0) out.byte(CR);
      for (let i = 0; i < rows; i++) out.byte(LF);
      out.csi(x, 0x43);
      return;
    }
    const straight = vertical + this.#alongCost(front, y, this.#x, x, look, absolute - vertical);
    const fed =
      feeds < absolute ? feeds + this.#alongCost(front, y, 0, x, look, absolute - feeds) : Infinity;
    if (fed < absolute && fed <= straight) {
      if (this.#x !== 0) out.byte(CR);
      for (let i = 0; i < rows; i++) out.byte(LF);
      this.#alongCost(front, y, 0, x, look, absolute - feeds);
      this.#goAlong(front, y, 0, x, look);
    } else if (straight < absolute) {
      out.csi(rows, y > this.#y ? 0x42 : 0x41);
      this.#alongCost(front, y, this.#x, x, look, absolute - vertical);
      this.#goAlong(front, y, this.#x, x, look);
    } else {
      out.position(x, y);
    }
  }

  /** True where line feeds and a move to the right are the shortest way for certain, without a closer look. */
  #isFedShortest(x: number, feeds: number, vertical: number, absolute: number): boolean {
    if (x < NEVER_REPRINTED) return false;
    const fed = feeds + 3 + digits(x);
    const gap = Math.abs(x - this.#x);
    if (fed >= absolute || this.#x === NOWHERE || gap < NEVER_REPRINTED) return false;
    return fed <= vertical + 3 + digits(Math.min(gap, x + 1));
  }

  /** Bytes of the cheapest way along row `y`, kept in `along`; not below `limit` where none is cheaper. */
  #alongCost(
    front: CellBuffer,
    y: number,
    from: number,
    x: number,
    look: LookId,
    limit: number,
  ): number {
    if (from === x) {
      this.#along = Along.Stay;
      return 0;
    }
    if (x === 0) {
      this.#along = Along.Return;
      return 1;
    }
    let best = 3 + digits(x + 1);
    this.#along = Along.Absolute;
    if (from === NOWHERE) return best;
    const gap = Math.abs(x - from);
    const relative = gap === 1 ? 3 : 3 + digits(gap);
    if (relative <= best) {
      best = relative;
      this.#along = x > from ? Along.Right : Along.Left;
    }
    if (x < from) {
      if (gap < best) {
        best = gap;
        this.#along = Along.Back;
      }
      return best;
    }
    best = Math.min(best, Math.max(limit, 0));
    if (gap > best) return best;
    const here = this.#reprintCost(front, y, from, x, this.#pen, best);
    if (here < best) {
      best = here;
      this.#along = Along.Reprint;
    } else if (this.#pen !== look) {
      const then = this.#reprintCost(front, y, from, x, look, best);
      if (then < best) {
        best = then;
        this.#along = Along.ReprintRepainted;
      }
    }
    return best;
  }

  #goAlong(front: CellBuffer, y: number, from: number, x: number, look: LookId): void {
    const { out } = this;
    switch (this.#along) {
      case Along.Stay:
        return;
      case Along.Return:
        out.byte(CR);
        return;
      case Along.Back:
        for (let i = x; i < from; i++) out.byte(BS);
        return;
      case Along.Left:
        out.csi(from - x, 0x44);
        return;
      case Along.Right:
        out.csi(x - from, 0x43);
        return;
      case Along.Absolute:
        out.csi(x + 1, 0x47);
        return;
      case Along.ReprintRepainted:
        this.#paint(look);
        this.#reprint(front, y, from, x);
        return;
      case Along.Reprint:
        this.#reprint(front, y, from, x);
    }
  }

  /** Bytes of printing the unchanged cells of a gap again, or `limit` where that is not cheaper or not possible. */
  #reprintCost(
    front: CellBuffer,
    y: number,
    from: number,
    x: number,
    pen: LookId,
    limit: number,
  ): number {
    if (pen === UNKNOWN_LOOK) return limit;
    const looks = this.#looks;
    const { doubtAmbiguous } = this.#facts;
    const { glyphs, styles, table, width } = front;
    let cost = 0;
    for (let i = y * width + from; i < y * width + x; i++) {
      const glyph = glyphs[i] ?? UNKNOWN_GLYPH;
      // Wide and doubtful glyphs may have been cut or moved by the terminal: only certain ones.
      if (!isSurelyNarrow(glyph, doubtAmbiguous)) return limit;
      cost += utf8Length(glyph);
      if (cost >= limit) return limit;
      const look = looks.of(styles[i] ?? 0, table);
      if (look === pen) continue;
      if (glyph !== BLANK || looks.blank(look) !== looks.blank(pen)) return limit;
    }
    return cost;
  }

  #reprint(front: CellBuffer, y: number, from: number, x: number): void {
    const row = y * front.width;
    for (let i = from; i < x; i++) this.out.codePoint(front.glyphs[row + i] ?? BLANK);
  }
}
