/**
 * Grapheme clusters and the cells they take.
 *
 * ASCII and plain wide text (CJK, kana, Hangul syllables) are walked in a loop; only text with
 * something that can combine goes through Intl.Segmenter, whose results are cached (measured: 100,000
 * short strings 5 ms, 97 ms with a tenth of them mixed, against 166 ms for string-width).
 */
import { eastAsianWidth } from 'get-east-asian-width';

/** One user-perceived character: its text and the cells it takes, 1 or 2. */
export interface Grapheme {
  readonly text: string;
  readonly width: 1 | 2;
}

const SIMPLE =
  /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u2199\u2400-\u2429\u2500-\u25a9]*$/;

/** Whether each UTF-16 unit of a text is a grapheme of one cell: it has no control characters, marks or wide characters. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

/** False for code points at which a cluster may continue or that pair up: everything from combining marks on. */
export function isPlain(code: number): boolean {
  return (
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa1 && code <= 0x2ff && code !== 0xad && code !== 0xa9 && code !== 0xae) ||
    (code >= 0x2500 && code <= 0x25a9) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

/** Plain code points that take two cells. */
function isPlainWide(code: number): boolean {
  return code >= 0x3041;
}

/** Made when text needs it: loading its tables takes longer than everything else here together. */
let segmenter: Intl.Segmenter | undefined;
const cache = new Map<string, readonly Grapheme[]>();
const CACHE_ENTRIES = 2000;

/** The graphemes of sanitised text, in order. Zero-width clusters on their own are left out. */
export function graphemes(text: string): readonly Grapheme[] {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const found = split(text);
  if (text.length <= 100) {
    if (cache.size >= CACHE_ENTRIES) cache.clear();
    cache.set(text, found);
  }
  return found;
}

/** Graphemes of one plain unit, made once and shared. */
const singles: Grapheme[] = [];

function single(code: number): Grapheme {
  return (singles[code] ??= {
    text: String.fromCharCode(code),
    width: isPlainWide(code) ? 2 : 1,
  });
}

/**
 * Plain units are taken one by one; a stretch with anything else goes through the segmenter together
 * with one plain unit on either side, since a mark joins what is before it and some signs (Arabic
 * number marks) what is after.
 */
function split(text: string): Grapheme[] {
  const found: Grapheme[] = [];
  let i = 0;
  while (i < text.length) {
    const end = stretchEnd(text, i);
    if (end === i) found.push(single(text.charCodeAt(i++)));
    else {
      segment(text, i, end, (start, stop) => {
        const kept = keep(text, start, stop);
        const width = clusterWidth(kept);
        if (width > 0) found.push({ text: kept, width: width as 1 | 2 });
        return true;
      });
      i = end;
    }
  }
  return found;
}

/** Where the stretch from `i` on that needs the segmenter ends; `i` itself where there is none. */
function stretchEnd(text: string, i: number): number {
  const { length } = text;
  if (isPlain(text.charCodeAt(i)) && (i + 1 >= length || isBoundary(text.charCodeAt(i + 1)))) {
    return i;
  }
  let end = i + 1;
  while (end < length && text.charCodeAt(end) !== LINE_FEED) {
    const plain = isPlain(text.charCodeAt(end));
    end++;
    if (plain && (end >= length || isBoundary(text.charCodeAt(end)))) break;
  }
  return end;
}

const LINE_FEED = 10;

function isBoundary(code: number): boolean {
  return isPlain(code) || code === LINE_FEED;
}

/**
 * Calls `visit` with each cluster's offsets (UTF-16 units, `end` exclusive) and cells, until it
 * returns false. Unlike `graphemes` it makes no list, leaves out nothing (a line feed and marks
 * without a base are clusters of 0 cells), and stops early, so that the cost of a cut is what is kept.
 *
 * @param from where the first cluster begins
 */
export function walkClusters(
  text: string,
  visit: (start: number, end: number, width: number) => boolean,
  from = 0,
): void {
  let i = from;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code === LINE_FEED) {
      if (!visit(i, i + 1, 0)) return;
      i++;
      continue;
    }
    const end = stretchEnd(text, i);
    if (end === i) {
      if (!visit(i, i + 1, isPlainWide(code) ? 2 : 1)) return;
      i++;
      continue;
    }
    const whole = segment(text, i, end, (start, stop) =>
      visit(start, stop, clusterWidth(keep(text, start, stop))),
    );
    if (!whole) return;
    i = end;
  }
}

/** Longest cluster kept whole; a run of ten thousand combining marks keeps its base and the first few. */
const CLUSTER_LENGTH = 32;

function keep(text: string, start: number, end: number): string {
  if (end - start <= CLUSTER_LENGTH) return text.slice(start, end);
  const cut = text.slice(start, start + CLUSTER_LENGTH);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Units given to Intl.Segmenter at once: V8's takes quadratic time on long text (40,000 flags: 18 s). */
const PIECE = 256;

/** Calls `visit` with the clusters between two offsets until it returns false; then returns false too. */
function segment(
  text: string,
  from: number,
  to: number,
  visit: (start: number, end: number) => boolean,
): boolean {
  let start = from;
  let size = PIECE;
  while (start < to) {
    let end = Math.min(to, start + size);
    // Never between the halves of a surrogate pair, which may be a mark of the cluster before.
    if (end < to && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++;
    let last = start;
    segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
    for (const { index, segment: cluster } of segmenter.segment(text.slice(start, end))) {
      last = start + index;
      const stop = last + cluster.length;
      // The last cluster of a piece may go on in the next one, which therefore starts with it.
      if (stop === end && end < to) break;
      if (!visit(last, stop)) return false;
      last = stop;
    }
    // One cluster as long as the piece: look further.
    size = last === start ? size * 2 : PIECE;
    start = last;
  }
  return true;
}

/** Widths by cluster; text repeats itself, and the expressions below cost more than a look-up. */
const widths = new Map<string, number>();

/** Cells of one sanitised cluster: 0, 1 or 2. */
function clusterWidth(cluster: string): number {
  let width = widths.get(cluster);
  if (width === undefined) {
    width = measureCluster(cluster);
    if (widths.size >= CACHE_ENTRIES) widths.clear();
    widths.set(cluster, width);
  }
  return width;
}

/** Expressions of Unicode properties are read where they are met, which takes a millisecond: in here, late. */
function measureCluster(cluster: string): number {
  // Marks, controls, format characters and trailing jamo: no cells of their own, first in a cluster or alone.
  const shown = cluster.replace(
    /^[\p{M}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u1160-\u11ff]+/u,
    '',
  );
  if (shown === '') return 0;
  // Keycaps: a digit, VS16 and U+20E3 are drawn as one wide emoji.
  if (/^[\d#*]\ufe0f?\u20e3$/.test(shown)) return 2;
  if (isWideEmoji(shown)) return /^[\d#*]/.test(shown) ? 1 : 2;
  // Code points that Unicode joins to the one before and that still take a cell of their own in every
  // terminal: halfwidth kana sound marks, and the Thai and Lao vowel AM.
  if (/.[\uff9e\uff9f\u0e33\u0eb3]/su.test(shown)) return 2;
  return eastAsianWidth(shown.codePointAt(0) ?? 0x20);
}

/** Drawn wide by itself, by VS16, by a skin tone, or as a flag; one half of a flag is one cell. */
function isWideEmoji(cluster: string): boolean {
  return /^(?!\p{Regional_Indicator}(?!\p{Regional_Indicator}))(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Emoji_Modifier_Base}\p{Emoji_Modifier})/u.test(
    cluster,
  );
}

/** Widths of single code points by pages of 256, a page made when it is first requested. */
const widthPages: (Uint8Array | undefined)[] = [];
const UNKNOWN_WIDTH = 255;

/**
 * Cells that one code point takes on its own: 0, 1 or 2. Controls, surrogates and anything past
 * U+10FFFF take 0: they are not to be printed.
 */
export function codePointWidth(code: number): number {
  if (!(code >= 0 && code <= 0x10ffff)) return 0;
  const page = (widthPages[code >>> 8] ??= new Uint8Array(256).fill(UNKNOWN_WIDTH));
  let width = page[code & 255] ?? UNKNOWN_WIDTH;
  if (width === UNKNOWN_WIDTH) {
    width = measure(code);
    page[code & 255] = width;
  }
  return width;
}

function measure(code: number): number {
  if (code >= 0xd800 && code <= 0xdfff) return 0;
  if (isPlain(code)) return isPlainWide(code) ? 2 : 1;
  return measureCluster(String.fromCodePoint(code));
}

/** Cells that sanitised text takes on one line. */
export function cellWidth(text: string): number {
  if (isSimple(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text)) width += grapheme.width;
  return width;
}
