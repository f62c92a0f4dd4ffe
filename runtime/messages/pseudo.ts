/**
 * Pseudo-translation: English that is read with ease, and shows what a translation would: text that is not
 * translatable has no accents, text that is cut has no closing bracket, and what only fits English is too short.
 */
import { PSEUDO_RTL } from './locales.js';

const ACCENTED =
  'AÅ BƁ CÇ DÐ EÉ FƑ GĜ HĤ IÎ JĴ KĶ LĻ MṀ NÑ OÖ PÞ QǪ RŔ SŠ TŢ UÛ VṼ WŴ XẊ YÝ ZŽ ' +
  'aå bƀ cç dð eé fƒ gĝ hĥ iî jĵ kķ lļ mɱ nñ oö pþ qǫ rŕ sš tţ uû vṽ wŵ xẋ yý zž';

let accented: ReadonlyMap<string, string> | undefined;

function accent(letter: string): string {
  accented ??= new Map(ACCENTED.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]));
  return accented.get(letter) ?? letter;
}

/** How much longer a text of this many letters may come to be: short words grow most. */
function growth(length: number): number {
  return Math.ceil(length * (length <= 10 ? 0.5 : 0.4));
}

const PADDING = 'one two three four five six seven eight nine ten ';

/** A whole text: accents, so much more that translations fit, and brackets at its ends. */
export function pseudoText(text: string, locale: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? [];
  if (!/\p{L}/u.test(words)) return text;
  return `${before}[${pseudoWords(words, locale)}${padding(words)}]${after}`;
}

/** Words within a text, without what makes it longer. */
export function pseudoWords(words: string, locale: string): string {
  // Letters of a script from right to left would not be read: the order of the words is turned instead.
  if (locale === PSEUDO_RTL) return words.split(/(\s+)/).reverse().join('');
  return words.replace(/[A-Za-z]/g, accent);
}

/** What makes a text longer: words, so that it wraps where a text does. */
export function padding(words: string): string {
  const more = growth([...words].length);
  const all = PADDING.repeat(Math.ceil(more / PADDING.length) + 1);
  return ` ${all.slice(0, Math.max(0, more - 3)).trim()}`.trimEnd();
}
