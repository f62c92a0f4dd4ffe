/**
 * Text made safe for a screen: nothing that comes out can move the cursor, change a mode or reorder
 * its neighbours.
 *
 * C0 controls and DEL become their control pictures (U+2400 block), so that an escape in a label is
 * seen, not obeyed and not silently gone; C1, bidi controls, line and paragraph separators,
 * noncharacters, lone surrogates and kitty's image placeholder (U+10EEEE) become U+FFFD. Tabs and line breaks become one blank each.
 */

/** Most text; the expression below takes V8 long to compile. */
const PLAIN = /^[ -~]*$/;
/** Everything that must not reach a terminal as it is. Fast to refuse: most text has none of it. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff]|[\ud83f\ud87f\ud8bf\ud8ff\ud93f\ud97f\ud9bf\ud9ff\uda3f\uda7f\udabf\udaff\udb3f\udb7f\udbbf\udbff][\udffe\udfff]|\udbfb\udeee|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const UNSAFE_ALL = new RegExp(UNSAFE, 'g');

/**
 * Invisible characters that have no meaning on a grid: soft hyphen, zero-width space, word joiner, BOM, and isolates, which
 * messages have around what is put into them: cells are in the order of the text.
 */
const INVISIBLE = /[\u00ad\u180e\u200b\u2060-\u2064\u2066-\u2069\ufeff]/;

/** One line of safe text. Zero-width joiners and variation selectors are kept: emoji need them. */
export function sanitize(text: string): string {
  return !PLAIN.test(text) && UNSAFE.test(text) ? text.replace(UNSAFE_ALL, picture) : text;
}

/** Safe lines of a text, split at LF, CRLF and CR. */
export function sanitizeLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/).map(sanitize);
}

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 9 || code === 10 || code === 13) return ' ';
  if (code < 32) return String.fromCharCode(0x2400 + code);
  if (code === 127) return '\u2421';
  return INVISIBLE.test(character) ? '' : '\ufffd';
}
