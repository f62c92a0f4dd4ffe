/** Reads what a command names as its key: a key, a chord (`g g`), or alternatives (`ctrl+s, f2`). */
import { didYouMean } from '../diagnostics.js';
import { KEY_NAMES, keyNamed, MODIFIER_NAMES, splitModifiers } from './names.js';
import { isCharacterKey, makeStroke, type Chord, type Stroke } from './strokes.js';

interface KeysError {
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** In the text that was read. */
  readonly start: number;
  readonly end: number;
}

export type KeysResult =
  | { readonly ok: true; readonly keys: readonly Chord[] }
  | { readonly ok: false; readonly error: KeysError };

/** More of them are not pressed by a person. */
const MAX_STROKES = 5;
/** UTF-16 units that are read. */
const MAX_LENGTH = 500;

/** Reads alternatives, separated by `,`. The empty text has none. */
export function parseKeys(text: string): KeysResult {
  if (text.length > MAX_LENGTH) {
    return failed(
      `expected at most ${MAX_LENGTH} characters, found ${text.length}`,
      0,
      text.length,
    );
  }
  const keys: Chord[] = [];
  if (text.trim() === '') return { ok: true, keys };
  let start = 0;
  for (const part of text.split(',')) {
    const chord = parseChord(part, start);
    if ('message' in chord) return { ok: false, error: chord };
    keys.push(chord);
    start += part.length + 1;
  }
  return { ok: true, keys };
}

function parseChord(text: string, offset: number): Chord | KeysError {
  const chord: Stroke[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const stroke = parseStroke(word, offset + index);
    if ('message' in stroke) return stroke;
    chord.push(stroke);
  }
  if (chord.length === 0) {
    const message = 'expected a key before and after ","';
    return {
      message,
      suggestion: 'write "comma" for the comma itself',
      start: offset,
      end: offset + text.length,
    };
  }
  if (chord.length > MAX_STROKES) {
    const message = `expected at most ${MAX_STROKES} keys one after the other, found ${chord.length}`;
    return { message, start: offset, end: offset + text.length };
  }
  return chord;
}

function parseStroke(word: string, start: number): Stroke | KeysError {
  const { modifiers, name } = splitModifiers(word);
  const key = keyNamed(name) ?? (isCharacterKey(name) ? name : undefined);
  const place = { start, end: start + word.length };
  if (key === undefined) {
    return { message: `"${word}" is not a key`, suggestion: suggestionFor(word, name), ...place };
  }
  const held = {
    ctrlKey: modifiers.has('ctrl'),
    altKey: modifiers.has('alt'),
    shiftKey: modifiers.has('shift'),
    metaKey: modifiers.has('meta'),
  };
  const isSign = isCharacterKey(key) && key !== ' ' && !/^\p{L}$/u.test(key);
  if (held.shiftKey && isSign) {
    const message = `"${word}" depends on the keyboard's layout; expected the character that it types`;
    return { message, suggestion: 'write the character without "shift+", such as "?"', ...place };
  }
  return makeStroke(key, held);
}

function suggestionFor(word: string, name: string): string | undefined {
  // As Emacs, nano and menus write it: `^S`, `C-s`, `Ctrl-S`.
  const [, control = ''] = /^(?:\^|c-|ctrl-|control-)(.)$/i.exec(word) ?? [];
  if (control !== '') return `write "ctrl+${control.toLowerCase()}"`;
  const [, held = '', rest = ''] = /^([A-Za-z]+)\+(.+)$/.exec(name) ?? [];
  if (held !== '') {
    const similar = didYouMean(held, [...MODIFIER_NAMES.keys()]);
    if (similar !== undefined) return similar.replace(/"(\w+)"/, `"$1+${rest}"`);
  }
  if (/\+$/.test(name) && name.length > 1) return 'write "comma" for the comma itself';
  return didYouMean(name, KEY_NAMES) ?? (name === word ? spaced(name) : undefined);
}

/** `gg` for `g g`. */
function spaced(name: string): string | undefined {
  const letters = [...name];
  return letters.length <= 3 && letters.every((each) => /^[a-z]$/i.test(each))
    ? `write "${letters.join(' ')}" for keys one after the other`
    : undefined;
}

function failed(message: string, start: number, end: number): KeysResult {
  return { ok: false, error: { message, start, end } };
}
