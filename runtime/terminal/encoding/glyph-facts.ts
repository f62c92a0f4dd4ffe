/**
 * Properties of a glyph for the diff and the encoder: its cells, whether terminals agree on them, and its bytes.
 */
import { eastAsianWidthType } from 'get-east-asian-width';
import { CLUSTER, type Glyph, type StyleTable } from '../../paint/cells.js';
import { cellWidth, codePointWidth, graphemes } from '../../base/text/graphemes.js';
import { partOf } from '../../base/text/image-parts.js';
import { sanitize } from '../../base/text/sanitize.js';

/** Bits of a glyph's facts: width 0 to 2, then the doubt flag, then how many cells it may spill over. */
export const WIDTH_MASK = 3;
export const DOUBT = 4;
export const SPILL_SHIFT = 3;
const MAX_SPILL = 31;
const UNKNOWN = 255 * 256;

const encoder = new TextEncoder();
const NO_BYTES = new Uint8Array(0);

/**
 * True for glyphs that are printable and one cell wide, by ranges alone: the diff's first question.
 * C1 controls, the soft hyphen and everything that may combine are left to the slower ones.
 */
export function isSurelyNarrow(glyph: Glyph, doubtAmbiguous: boolean): boolean {
  return (
    (glyph >= 0x20 && glyph < 0x7f) ||
    (!doubtAmbiguous &&
      ((glyph >= 0x2500 && glyph < 0x25a0) ||
        (glyph >= 0xa0 && glyph < 0x300 && glyph !== 0xad) ||
        (glyph >= 0x2800 && glyph < 0x2900)))
  );
}

/** True for glyphs of two cells in every terminal. Of those that are ambiguous in East Asian locales it is not asked. */
export function isSurelyWide(glyph: Glyph): boolean {
  return glyph < CLUSTER && codePointWidth(glyph) === 2 && !isDoubtful(glyph, false);
}

export class GlyphFacts {
  readonly #pages: (Uint16Array | undefined)[] = [];
  #clusters: number[] = [];
  #clusterBytes: (Uint8Array | undefined)[] = [];

  /** @param doubtAmbiguous true where the locale is East Asian: ambiguous characters may be two cells. */
  constructor(readonly doubtAmbiguous: boolean) {}

  /** Forgets what is known by cluster index: after the style table was compacted. */
  dropClusters(): void {
    this.#clusters = [];
    this.#clusterBytes = [];
  }

  /** The facts of a glyph. Width 0 means that it must not be printed. */
  of(glyph: Glyph, table: StyleTable): number {
    if (glyph >= CLUSTER) {
      const index = glyph - CLUSTER;
      if (index >= table.clusterCount) return 0;
      return (this.#clusters[index] ??= this.#ofCluster(glyph, table));
    }
    if (glyph > 0x10ffff) return 0;
    const page = (this.#pages[glyph >>> 8] ??= new Uint16Array(256).fill(UNKNOWN));
    let facts = page[glyph & 255] ?? 0;
    if (facts === UNKNOWN) {
      facts = this.#ofCodePoint(glyph);
      page[glyph & 255] = facts;
    }
    return facts;
  }

  /** The UTF-8 bytes of a cluster. */
  bytes(glyph: Glyph, table: StyleTable): Uint8Array {
    return (this.#clusterBytes[glyph - CLUSTER] ??=
      glyph < CLUSTER ? NO_BYTES : encoder.encode(table.text(glyph)));
  }

  #ofCodePoint(code: number): number {
    const width = codePointWidth(code);
    if (width === 0) return 0;
    const text = String.fromCodePoint(code);
    if (sanitize(text) !== text) return 0;
    return isDoubtful(code, this.doubtAmbiguous)
      ? width | DOUBT | ((2 - width) << SPILL_SHIFT)
      : width;
  }

  /** A cluster of several code points: the worst a terminal makes of it is every part on its own. */
  #ofCluster(glyph: Glyph, table: StyleTable): number {
    const text = table.text(glyph);
    const isSafe = partOf(text) !== undefined || sanitize(text) === text;
    if (text.length > 64 || !isSafe || graphemes(text).length !== 1) return 0;
    const width = cellWidth(text);
    let worst = 0;
    for (const part of text) {
      const code = part.codePointAt(0) ?? 0;
      const own = codePointWidth(code);
      // Spacing marks have no width of their own here and one cell in half of the terminals.
      worst += isDoubtful(code, this.doubtAmbiguous)
        ? 2
        : own > 0
          ? own
          : /\p{Mc}/u.test(part)
            ? 1
            : 0;
    }
    const spill = Math.min(MAX_SPILL, Math.max(0, worst - width));
    return width | DOUBT | (spill << SPILL_SHIFT);
  }
}

/**
 * True for single code points whose width terminals disagree on: symbols that may be emoji, enclosed
 * characters, private use, and the supplementary planes except CJK ideographs and the block mosaics
 * of U+1FB00. Box drawing, Latin, Greek and Cyrillic are ambiguous only in East Asian locales.
 */
function isDoubtful(code: number, doubtAmbiguous: boolean): boolean {
  if (code < 0xa1) return false;
  if (doubtAmbiguous && eastAsianWidthType(code) === 'ambiguous') return true;
  if (code < 0x300) return false;
  if (code < 0x10000) {
    if (code >= 0x2460 && code <= 0x24ff) return true;
    if (code >= 0x2600 && code <= 0x27bf) return true;
    if (code >= 0xe000 && code <= 0xf8ff) return true;
    if (code >= 0x3248 && code <= 0x324f) return true;
    if (code >= 0x4dc0 && code <= 0x4dff) return true;
    return /\p{Extended_Pictographic}/u.test(String.fromCharCode(code));
  }
  if (code >= 0x1fb00 && code <= 0x1fbff) return false;
  return !(code >= 0x20000 && code <= 0x3fffd);
}
