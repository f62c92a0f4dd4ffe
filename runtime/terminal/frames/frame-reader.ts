/**
 * The reading end of the frame protocol: messages of an untrusted process become cells, damage and a
 * cursor. Everything is checked once, where it is read; what cannot be a frame is a `FrameError`.
 *
 * Cells need not be well-formed: the differ prints only what it knows the width of (see diff.ts).
 */
import { DEFAULT_COLOR, isRgb, TRANSPARENT, type Color } from '../../base/color.js';
import {
  BLANK,
  CellBuffer,
  CLUSTER,
  MAX_LINK_TEXT,
  MAX_LINKS,
  PLAIN,
  StyleTable,
  WIDE_TAIL,
  type CellStyle,
} from '../../paint/cells.js';
import { Damage } from '../../paint/damage.js';
import { graphemes } from '../../base/text/graphemes.js';
import { partOf } from '../../base/text/image-parts.js';
import { sanitize } from '../../base/text/sanitize.js';
import type { CursorCell } from '../client.js';
import { FrameError, INLINE, MAX_CLUSTER_BYTES, maxIds, RESET } from './wire.js';

/** Attribute bits that a style may have: seven of them. */
const ATTRIBUTES = 127;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** An id that has no number in the table of this process yet. */
const UNSET = 0xffffffff;

export class FrameReader {
  /** What the last frame shows. */
  readonly cells: CellBuffer;
  /** What changed since it was cleared. */
  damage: Damage;
  cursor: CursorCell | null = null;
  /** It is the live region, not the whole screen. */
  isInline = false;
  #styles: CellStyle[] = [PLAIN];
  #clusters: string[] = [];
  /** Addresses as the process wrote them; what writes them to the terminal checks them. */
  #links: string[] = [''];
  #linkBytes = 0;
  /** Ids of this process by those of the other. */
  #styleIds: Uint32Array = new Uint32Array(256).fill(UNSET);
  #clusterGlyphs: Uint32Array = new Uint32Array(64).fill(UNSET);
  /** The clusters that name a part of an image, by number. */
  readonly #parts = new Set<number>();
  #body: DataView = new DataView(new ArrayBuffer(0));
  #at = 0;

  readonly #maxCells: () => number;
  readonly #isOwnImage: (id: number) => boolean;

  /**
   * @param width, height in cells
   * @param maxCells cells of the largest screen that the other process may show, read for each frame
   * @param isOwnImage whether the other process has sent an image of that number: cells that name another
   * program's are blank
   */
  constructor(
    width: number,
    height: number,
    maxCells: () => number,
    isOwnImage: (id: number) => boolean = () => false,
  ) {
    this.#maxCells = maxCells;
    this.#isOwnImage = isOwnImage;

    this.cells = new CellBuffer(width, height, new StyleTable());
    this.damage = new Damage(width, height);
  }

  /**
   * Reads the body of a FRAME.
   *
   * @param front what else has cells of the table, for compaction
   * @throws FrameError
   */
  read(body: Uint8Array, front?: CellBuffer): void {
    this.#body = new DataView(body.buffer, body.byteOffset, body.byteLength);
    this.#at = 0;
    if (this.cells.table.crowded) this.#compact(front);
    const flags = this.#u32();
    const width = this.#u16();
    const height = this.#u16();
    const x = this.#u16();
    const y = this.#u16();
    if ((flags & ~(RESET | INLINE)) !== 0) throw new FrameError('a frame with unknown flags');
    this.isInline = (flags & INLINE) !== 0;
    if (this.isInline && height < 1) throw new FrameError('a live region without rows');
    this.#resize(width, height);
    if ((flags & RESET) !== 0) this.#reset();
    this.#readLinks();
    this.#readStyles(maxIds(width * height));
    this.#readClusters(maxIds(width * height));
    this.#readMoves();
    this.#readSpans(body);
    if (this.#at !== body.length) throw new FrameError('a frame with an invalid length');
    this.cursor = x < width && y < height ? { x, y } : null;
  }

  /** A frame that was painted before a new size was known still has the old one. */
  #resize(width: number, height: number): void {
    if (width === this.cells.width && height === this.cells.height) return;
    if (width * height > this.#maxCells()) throw new FrameError('a frame of another size');
    this.cells.resize(width, height);
    this.damage = new Damage(width, height);
    this.damage.addAll();
  }

  #reset(): void {
    this.#styles = [PLAIN];
    this.#clusters = [];
    this.#parts.clear();
    this.#links = [''];
    this.#linkBytes = 0;
    this.#styleIds.fill(UNSET);
    this.#clusterGlyphs.fill(UNSET);
  }

  #compact(front: CellBuffer | undefined): void {
    const { cells } = this;
    cells.table.compact(front === undefined ? [cells] : [cells, front]);
    this.#styleIds.fill(UNSET);
    this.#clusterGlyphs.fill(UNSET);
  }

  #readLinks(): void {
    const count = this.#u32();
    if (this.#links.length + count > MAX_LINKS + 1) throw new FrameError('too many links');
    for (let index = 0; index < count; index++) {
      const length = this.#u32();
      this.#linkBytes += length;
      if (this.#linkBytes > MAX_LINK_TEXT) throw new FrameError('links that are too long');
      this.#links.push(decoded(this.#bytes(length)));
      this.#at += -length & 3;
    }
  }

  #readStyles(most: number): void {
    const count = this.#u32();
    if (this.#styles.length + count > most) throw new FrameError('too many styles');
    for (let index = 0; index < count; index++) {
      const fg = color(this.#u32());
      const bg = color(this.#u32());
      const attributes = this.#u16() & ATTRIBUTES;
      const link = this.#links[this.#u16()];
      if (link === undefined) throw new FrameError('an undeclared link');
      this.#styles.push({ fg, bg, attributes, link });
    }
    this.#styleIds = grown(this.#styleIds, this.#styles.length);
  }

  #readClusters(most: number): void {
    const count = this.#u32();
    if (this.#clusters.length + count > most) throw new FrameError('too many clusters');
    for (let index = 0; index < count; index++) {
      const length = this.#u32();
      if (length > MAX_CLUSTER_BYTES) throw new FrameError('a cluster that is too long');
      const text = cluster(this.#bytes(length));
      if (partOf(text) !== undefined) this.#parts.add(this.#clusters.length);
      this.#clusters.push(text);
      this.#at += -length & 3;
    }
    this.#clusterGlyphs = grown(this.#clusterGlyphs, this.#clusters.length);
  }

  #readMoves(): void {
    const count = this.#u32();
    for (let index = 0; index < count; index++) {
      const row = this.#u16();
      const left = this.#u16();
      const right = this.#u16();
      const step = this.#i16();
      const changed = this.#u16();
      this.#at += 2;
      this.#move(row, left, right, step, changed);
    }
  }

  /** Cells from `left` up to `right` move by `step`: left where it is positive, else right. */
  #move(row: number, left: number, right: number, step: number, changed: number): void {
    const { glyphs, styles, width, height } = this.cells;
    const isInside = row < height && left < right && right <= width;
    if (!isInside || step === 0 || Math.abs(step) >= right - left) {
      throw new FrameError('a move outside of the screen');
    }
    const at = row * width;
    const from = left + Math.max(0, step);
    const to = left + Math.max(0, -step);
    for (const cells of [glyphs, styles]) {
      cells.copyWithin(at + to, at + from, at + right - Math.max(0, -step));
    }
    // The shifter knows moves to the left by one cell; others are found, or sent as changes.
    if (step !== 1 || !this.damage.move(row, left, right, changed)) {
      this.damage.span(row, left, right);
    }
  }

  #readSpans(body: Uint8Array): void {
    const count = this.#u32();
    const { width, height } = this.cells;
    for (let index = 0; index < count; index++) {
      const row = this.#u16();
      const left = this.#u16();
      const length = this.#u32();
      if (row >= height || length === 0 || left + length > width) {
        throw new FrameError('cells outside of the screen');
      }
      if (body.length - this.#at < length * 8) throw new FrameError('a frame that ends early');
      const words = new Uint32Array(body.buffer, body.byteOffset + this.#at, length * 2);
      this.#at += length * 8;
      this.#copy(row * width + left, words, length);
      this.damage.span(row, left, left + length);
    }
  }

  #copy(at: number, words: Uint32Array, length: number): void {
    const { glyphs, styles } = this.cells;
    for (let index = 0; index < length; index++) {
      const glyph = words[index]!;
      glyphs[at + index] = glyph < CLUSTER && glyph <= 0x10ffff ? glyph : this.#glyph(glyph);
      const id = words[length + index]!;
      const known = this.#styleIds[id];
      styles[at + index] = known === undefined || known === UNSET ? this.#style(id) : known;
      if (this.#parts.size > 0 && this.#isForeignPart(glyph, id)) glyphs[at + index] = BLANK;
    }
  }

  #isForeignPart(glyph: number, style: number): boolean {
    if (glyph < CLUSTER || !this.#parts.has(glyph - CLUSTER)) return false;
    const fg = this.#styles[style]?.fg ?? DEFAULT_COLOR;
    return !isRgb(fg) || !this.#isOwnImage(fg & 0xffffff);
  }

  #glyph(glyph: number): number {
    if (glyph === WIDE_TAIL) return WIDE_TAIL;
    const id = glyph - CLUSTER;
    const text = glyph < CLUSTER ? undefined : this.#clusters[id];
    if (text === undefined) throw new FrameError('an undeclared glyph');
    let own = this.#clusterGlyphs[id]!;
    if (own === UNSET) own = text === '' ? BLANK : this.cells.table.glyph(text);
    this.#clusterGlyphs[id] = own;
    return own;
  }

  #style(id: number): number {
    const style = this.#styles[id];
    if (style === undefined) throw new FrameError('an undeclared style');
    const { fg, bg, attributes, link } = style;
    return (this.#styleIds[id] = this.cells.table.intern(fg, bg, attributes, link));
  }

  #u16(): number {
    this.#need(2);
    const value = this.#body.getUint16(this.#at, true);
    this.#at += 2;
    return value;
  }

  #i16(): number {
    return (this.#u16() << 16) >> 16;
  }

  #u32(): number {
    this.#need(4);
    const value = this.#body.getUint32(this.#at, true);
    this.#at += 4;
    return value;
  }

  #bytes(length: number): Uint8Array {
    this.#need(length);
    const { buffer, byteOffset } = this.#body;
    const bytes = new Uint8Array(buffer, byteOffset + this.#at, length);
    this.#at += length;
    return bytes;
  }

  #need(count: number): void {
    if (this.#body.byteLength - this.#at < count) throw new FrameError('a frame that ends early');
  }
}

/** @throws FrameError where the number is not a colour of color.ts */
export function color(value: number): Color {
  const isPalette = value >= 0x1000000 && value <= 0x10000ff;
  const isRgb = value >= 0x2000000 && value <= 0x2ffffff;
  if (value <= TRANSPARENT || isPalette || isRgb) return value;
  throw new FrameError('an invalid colour');
}

/** A cluster that may be printed, else nothing, which is shown as a blank. */
function cluster(bytes: Uint8Array): string {
  const text = decoded(bytes);
  if (partOf(text) !== undefined) return text;
  const parts = graphemes(sanitize(text));
  return parts.length === 1 && parts[0]?.text === text ? text : '';
}

/** Text of UTF-8; empty for what is none. */
function decoded(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return '';
  }
}

/** An array with room for this many ids; new ones are unset. */
function grown(ids: Uint32Array, count: number): Uint32Array {
  if (count <= ids.length) return ids;
  const next = new Uint32Array(Math.max(count, ids.length * 2)).fill(UNSET);
  next.set(ids);
  return next;
}
