/**
 * Three levels of glyphs that terminals can display, and a replacement of one cell for every other glyph, so that
 * nothing moves.
 *
 * - `unicode`: all there is; nothing is looked up
 * - `linux`: the Linux console, whose fonts hold 256 or 512 glyphs: letters, the line-drawing set of
 *   its terminfo entry (`acsc`), half blocks and shades
 * - `ascii`: U+0020 to U+007E, for terminals and locales without UTF-8
 *
 * Text that a level cannot show becomes `?`, in as many cells as it took.
 */

export type GlyphLevel = 'unicode' | 'linux' | 'ascii';

/**
 * One row: glyphs, and their replacements on the Linux console and in ASCII. A single replacement is for all
 * glyphs, otherwise they correspond one by one.
 *
 * Specs check three invariants: a part of a bar is never blank, neither plain nor in reverse (so that seven
 * eighths are not a full cell); fills of different series, and the dot for "no value", remain distinct; and
 * consecutive frames of a spinner differ.
 */
type Row = readonly [glyphs: string, linux: string, ascii: string];

const ROWS: readonly Row[] = [
  // Lines. Corners of rounded boxes have a look of their own in ASCII.
  ['─╌┄┈╴╶', '─', '-'],
  ['━╍┅┉═╸╺╼╾', '─', '='],
  ['│╎┆┊╵╷┃╏┇┋║╹╻╽╿', '│', '|'],
  ['┌┍┎┏╒╓╔', '┌', '+'],
  ['┐┑┒┓╕╖╗', '┐', '+'],
  ['└┕┖┗╘╙╚', '└', '+'],
  ['┘┙┚┛╛╜╝', '┘', '+'],
  ['╭╮╯╰', '┌┐┘└', `..''`],
  ['├┝┞┟┠┡┢┣╞╟╠', '├', '+'],
  ['┤┥┦┧┨┩┪┫╡╢╣', '┤', '+'],
  ['┬┭┮┯┰┱┲┳╤╥╦', '┬', '+'],
  ['┴┵┶┷┸┹┺┻╧╨╩', '┴', '+'],
  ['┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╪╫╬', '┼', '+'],
  ['╱╲╳', '/\\x', '/\\x'],
  ['⎯⎼⎽⎺⎻', '─', '-'],
  ['⎸⎹⏐', '│', '|'],

  // Bars: eighths from below, from the left, and the rest.
  ['▁▂▃▄▅▆▇█', '__▄▄▄▄▄█', '_-~=+*%#'],
  ['▏▎▍▌▋▊▉', '││▌▌▌▌▌', '||---=='],
  ['▀▔', '▀', '"'],
  ['▐▕', '▐', '|'],
  ['░▒▓', '░▒▓', ':+%'],
  ['▖▗▘▝', '▄▄▀▀', `,,''`],
  ['▙▟▛▜', '▄▄▀▀', '#'],
  ['▚▞', '\\#', '\\/'],

  // Marks: states of controls, list items, folding.
  ['●⬤•⏺◉◎⦿◆✦★', '*******◆**', '*'],
  ['○◯◌◦⚪◇✧☆', 'o', 'o'],
  ['∙⋅‧', '·', '.'],
  ['·', '·', '.'],
  ['■▪◼◾⬛▮▬', '█', '#'],
  ['□▫◻◽⬜▯▭☐', 'o', 'o'],
  ['☑☒', 'x', 'x'],
  ['✓✔✅√', 'v', 'v'],
  ['✗✘✕✖❌×╳⨯', 'xxxxx×xx', 'x'],
  ['⚠❗❕', '!', '!'],
  ['❓❔', '?', '?'],
  ['ℹ', 'i', 'i'],
  ['▶▷▸▹►▻⏵❯❱›→➜➔➤⟩⟶⇒⇨', '>>>>>>>>>>→>>>>>>>', '>'],
  ['◀◁◂◃◄◅⏴❮❰‹←⟨⟵⇐⇦', '<<<<<<<<<<←<<<<', '<'],
  ['▲△▴▵⏶↑⇑⇧⌃', '^^^^^↑^^^', '^'],
  ['▼▽▾▿⏷↓⇓⇩⌄', 'vvvvv↓vvv', 'v'],
  ['↔⇔↕⇕⇅⇄', '↔↔↕↕↕↔', '-'],
  ['↵⏎↩↲', '<', '<'],
  ['⌫⌦⇥⇤', '<>>|', '<>>|'],
  ['☰≡⋮⋯', '====', '==:-'],
  ['◢◣◤◥', '/\\/\\', '/\\/\\'],

  // Spinners.
  ['⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', '|/-\\|/-\\|/', '|/-\\|/-\\|/'],
  ['⣾⣽⣻⢿⡿⣟⣯⣷', '|/-\\|/-\\', '|/-\\|/-\\'],
  ['◐◓◑◒', '|/-\\', '|/-\\'],
  ['◴◷◶◵', '|/-\\', '|/-\\'],
  ['◜◠◝◞◡◟', '|/-\\/-', '|/-\\/-'],
  ['⠁⠂⠄⡀⢀⠠⠐⠈', '|/-\\|/-\\', '|/-\\|/-\\'],

  // Punctuation and signs.
  ['‐‑‒–—―−', '-', '-'],
  ['‘’‚‛′', "'", "'"],
  ['“”„‟″', '"', '"'],
  ['«»', '«»', '<>'],
  ['…‥', '.', '.'],
  ['\u00a0\u2002\u2003\u2007\u2009\u200a\u202f', ' ', ' '],
  ['÷±°', '÷±°', '/+o'],
  ['≤≥≠≈', '≤≥≠~', '<>!~'],
  ['¡¿¦´¸', '¡¿¦´¸', "!?|',"],
  ['™℠', 't', 't'],
  ['©®', '©®', 'cr'],
  ['ßæœøđłıÆŒØĐŁ', 'ßæœøđłıÆŒØĐŁ', 'saeodliAEODL'],
  ['µΔΣΩπ', 'µΔΣΩπ', 'uDSOp'],
];

const QUESTION = 0x3f;
/** Of Latin-1, what is not a control and not the soft hyphen. */
const LATIN_1 = /^[\u00a1-\u00ac\u00ae-\u00ff]$/;
const CACHE_SIZE = 4000;

/** What one level shows. Answers are kept: text repeats itself. */
export class GlyphTable {
  readonly #points = new Map<number, number>();
  readonly #clusters = new Map<string, number>();
  readonly #rows = new Map<number, number>();

  constructor(readonly level: Exclude<GlyphLevel, 'unicode'>) {
    for (const [glyphs, linux, ascii] of ROWS) {
      const targets = [...(level === 'linux' ? linux : ascii)];
      for (const [index, glyph] of [...glyphs].entries()) {
        const target = targets[index] ?? targets[0] ?? '?';
        this.#rows.set(pointOf(glyph), pointOf(target));
      }
    }
  }

  /** The code point to show instead of one; itself where the level has it. */
  point(code: number): number {
    if (code >= 0x20 && code < 0x7f) return code;
    let shown = this.#points.get(code);
    if (shown === undefined) {
      shown = this.#find(code);
      if (this.#points.size >= CACHE_SIZE) this.#points.clear();
      this.#points.set(code, shown);
    }
    return shown;
  }

  /** The code point to show instead of a grapheme; `?` where the level has nothing like it. */
  cluster(text: string): number {
    const first = text.codePointAt(0) ?? QUESTION;
    if (text.length === (first > 0xffff ? 2 : 1)) return this.point(first);
    let shown = this.#clusters.get(text);
    if (shown === undefined) {
      const composed = text.normalize('NFC').replace(/\ufe0f/g, '');
      const [base = '?', ...marks] = [...composed];
      // Marks that change nothing but the look may go; joined or coloured pictures are other things.
      const isPlain = marks.every((mark) => /^\p{M}$/u.test(mark) && mark !== '\u20e3');
      shown = isPlain ? this.point(pointOf(base)) : QUESTION;
      if (this.#clusters.size >= CACHE_SIZE) this.#clusters.clear();
      this.#clusters.set(text, shown);
    }
    return shown;
  }

  #find(code: number): number {
    const row = this.#rows.get(code);
    if (row !== undefined) return row;
    if (code >= 0x2800 && code <= 0x28ff) return braille(code);
    if (code < 0x20 || code > 0x10ffff) return QUESTION;
    const text = String.fromCodePoint(code);
    if (this.level === 'linux' && (LATIN_1.test(text) || isConsoleLetter(text))) return code;
    // A letter without its accent, a digit out of its circle; a fullwidth one would leave a gap.
    const [base = ''] = code >= 0xff00 && code <= 0xffef ? [] : [...text.normalize('NFKD')];
    return /^[!-~]$/.test(base) ? pointOf(base) : QUESTION;
  }
}

/** One-cell letters that console fonts of some country hold; the console itself marks what its own font lacks. */
function isConsoleLetter(text: string): boolean {
  return (
    pointOf(text) < 0x500 &&
    /^(?=\p{L})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u.test(text)
  );
}

/** Dots by how many there are: fine charts keep their weight. */
function braille(code: number): number {
  let dots = 0;
  for (let bits = code & 0xff; bits !== 0; bits >>= 1) dots += bits & 1;
  return pointOf([' ', '.', '.', ':', ':', '+', '+', '#', '#'][dots] ?? '?');
}

function pointOf(text: string): number {
  return text.codePointAt(0) ?? QUESTION;
}

const tables = new Map<GlyphLevel, GlyphTable>();

/** The table of a level; undefined for `unicode`, which needs none. */
export function glyphTable(level: GlyphLevel): GlyphTable | undefined {
  if (level === 'unicode') return undefined;
  let table = tables.get(level);
  if (table === undefined) tables.set(level, (table = new GlyphTable(level)));
  return table;
}
