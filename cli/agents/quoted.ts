/**
 * Quotes texts of an app for a model: on one line, without invisible characters, and without delimiters of the
 * data.
 */

/** UTF-16 units of one text. */
const MAX_TEXT = 2000;

/** What emoji are made with; without them an emoji is two. */
const JOINERS = /[\u200d\ufe0e\ufe0f]/g;
/**
 * Characters that do not show: controls, formats and bidi marks, tags, half pairs, what is not assigned or for private use,
 * variation selectors, fillers and the blank of Braille. Texts are hidden from people in them, and not from models.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2028\u2029\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]+/gu;

/** The delimiters of data, and what looks like them. */
const DELIMITERS: Readonly<Record<string, string>> = {
  '\u27e6': '[',
  '\u27e7': ']',
  '\u301a': '[',
  '\u301b': ']',
  '\u2045': '[',
  '\u2046': ']',
};

/** In one line, and safe to print and to read. */
export function plain(text: string): string {
  return text
    .replace(/[\t\r\n\v\f\u0085\u2028\u2029]+/g, ' ')
    .replace(JOINERS, '')
    .replace(UNSEEN, '\ufffd')
    .replace(/[\u27e6\u27e7\u301a\u301b\u2045\u2046]/g, (mark) => DELIMITERS[mark] ?? '');
}

/**
 * A JSON string. `<`, `>` and marks like `[INST]` are escaped: servers of models read `<|im_start|>` and its kind as the
 * beginning of a message, wherever it is.
 */
export function quoted(text: string, max = MAX_TEXT): string {
  const cut = plain(text.slice(0, max));
  return JSON.stringify(text.length > max ? `${cut}…` : cut)
    .replace(/[<>]/g, (sign) => (sign === '<' ? '\\u003c' : '\\u003e'))
    .replace(/\[(?=\/?[A-Z_]+\])/g, '\\u005b');
}
