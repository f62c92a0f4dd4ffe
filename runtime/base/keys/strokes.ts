/**
 * Strokes: keys with their modifiers, as commands name them and as events have them. Both sides have the same id where
 * a press is the named one.
 *
 * - Characters count as they are typed: `G` is `shift+g`, and `?` needs no Shift in its name.
 * - With Ctrl or the Command key, letters count without their case: `ctrl+s` is `ctrl+S`.
 */
import type { GlyphLevel } from '../text/glyph-levels.js';
import { shortcutKey, type Modifiers } from '../input-events.js';
import { glyphOfKey, nameOfKey } from './names.js';

export interface Stroke extends Modifiers {
  /** `KeyboardEvent.key`; of a letter with Ctrl the small one. */
  readonly key: string;
  /** Equal for equal strokes: `ctrl+shift+ArrowUp`, `G`, `Space`. It is also how a stroke is written. */
  readonly id: string;
}

/** Strokes that are pressed one after the other; mostly one. */
export type Chord = readonly Stroke[];

/** The fields of a key press that are read. */
export interface KeyPress extends Partial<Modifiers> {
  readonly key?: string | undefined;
  readonly code?: string | undefined;
}

const LETTER = /^\p{L}$/u;

export function isCharacterKey(key: string): boolean {
  return key.length === 1 || (key.length === 2 && (key.codePointAt(0) ?? 0) > 0xffff);
}

/** A stroke in the one form that all spellings of it have. */
export function makeStroke(key: string, modifiers: Partial<Modifiers>): Stroke {
  const { ctrlKey = false, altKey = false, shiftKey = false, metaKey = false } = modifiers;
  const isCharacter = isCharacterKey(key) && key !== ' ';
  const [name, shift] = isCharacter
    ? characterOf(key, { ctrlKey, shiftKey, metaKey })
    : [key, shiftKey];
  const id = heldText({ ctrlKey, altKey, shiftKey: shift, metaKey }) + nameOfKey(name);
  return { key: name, ctrlKey, altKey, shiftKey: shift, metaKey, id };
}

/** The character that counts, and whether Shift counts beside it. */
function characterOf(
  key: string,
  { ctrlKey, shiftKey, metaKey }: Omit<Modifiers, 'altKey'>,
): [name: string, shift: boolean] {
  const isLetter = LETTER.test(key);
  if (!ctrlKey && !metaKey) return [isLetter && shiftKey ? key.toUpperCase() : key, false];
  // Terminals send one code for both.
  if (ctrlKey && key === '_') return ['/', false];
  return [isLetter ? key.toLowerCase() : key, shiftKey && isLetter];
}

function heldText({ ctrlKey, altKey, shiftKey, metaKey }: Modifiers): string {
  const names = [ctrlKey && 'ctrl+', altKey && 'alt+', shiftKey && 'shift+', metaKey && 'meta+'];
  return names.filter((name) => name !== false).join('');
}

/** The id of the stroke that a press is. */
export function strokeOf(press: KeyPress): string {
  const { key = '', code, ctrlKey = false, altKey = false, metaKey = false } = press;
  const held = ctrlKey || altKey || metaKey;
  return makeStroke(held ? shortcutKey({ key, code }) : key, press).id;
}

const MODIFIER_KEYS: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Super',
  'Hyper',
  'Meta',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'Level5Shift',
]);

/** True for modifiers pressed alone, which some terminals report. */
export function isModifierKey(key: string): boolean {
  return MODIFIER_KEYS.has(key);
}

/** How a chord is shown: `^S`, `⇧⇥`, `g g`; `Ctrl+S` where there is only ASCII. */
export function formatChord(chord: Chord, level: GlyphLevel): string {
  return chord.map((stroke) => formatStroke(stroke, level !== 'unicode')).join(' ');
}

function formatStroke(stroke: Stroke, isAscii: boolean): string {
  const { key, ctrlKey, altKey, shiftKey, metaKey } = stroke;
  const isLetter = LETTER.test(key);
  // Ctrl+S is written with a capital everywhere, although it is pressed without Shift.
  const shown = (ctrlKey || metaKey) && isLetter ? key.toUpperCase() : glyphOfKey(key, isAscii);
  // Signs for Alt and the Command key are known on one system only.
  const isWritten = isAscii || altKey || metaKey;
  const ctrl = ctrlKey ? (isWritten ? 'Ctrl+' : '^') : '';
  const shift = shiftKey ? (isWritten ? 'Shift+' : '⇧') : '';
  return `${ctrl}${altKey ? 'Alt+' : ''}${shift}${metaKey ? 'Super+' : ''}${shown}`;
}

/** The text that `parseKeys` reads back as the same chord. */
export function writeChord(chord: Chord): string {
  return chord.map(({ id }) => id).join(' ');
}

/**
 * Alternatives as `aria-keyshortcuts` has them: `Control+S F2`. That knows no keys one after the other: chords are left
 * out.
 */
export function ariaShortcuts(keys: readonly Chord[]): string {
  return keys.flatMap((chord) => (chord.length === 1 ? chord.map(ariaStroke) : [])).join(' ');
}

function ariaStroke({ key, ctrlKey, altKey, shiftKey, metaKey }: Stroke): string {
  const name = key === ' ' ? 'Space' : key === '+' ? 'Plus' : key;
  // A capital is pressed with Shift.
  const isCapital = LETTER.test(key) && key !== key.toLowerCase();
  const held = [
    ctrlKey && 'Control',
    altKey && 'Alt',
    (shiftKey || isCapital) && 'Shift',
    metaKey && 'Meta',
  ];
  const letter = LETTER.test(key) ? key.toUpperCase() : name;
  return [...held.filter((each) => each !== false), letter].join('+');
}
