/**
 * Keys from bytes: plain characters, xterm's and rxvt's sequences, and the kitty keyboard protocol.
 *
 * Sources: xterm's ctlseqs, "PC-Style Function Keys"; rxvt's key table; the kitty protocol's page
 * "Comprehensive keyboard handling in terminals".
 */
import type { KeyInput, Modifiers } from '../../base/input-events.js';

const NONE: Modifiers = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
const SHIFT: Modifiers = { ...NONE, shiftKey: true };
const CTRL: Modifiers = { ...NONE, ctrlKey: true };

/** Keys of `CSI … letter` and `SS3 letter`. */
const LETTERS = new Map<string, string>([
  ['A', 'ArrowUp'],
  ['B', 'ArrowDown'],
  ['C', 'ArrowRight'],
  ['D', 'ArrowLeft'],
  ['E', 'Clear'],
  ['F', 'End'],
  ['H', 'Home'],
  ['P', 'F1'],
  ['Q', 'F2'],
  ['R', 'F3'],
  ['S', 'F4'],
]);

/** The keypad in application mode: `SS3` and a letter. */
const KEYPAD = new Map<string, string>([
  ...Array.from({ length: 10 }, (_, digit): [string, string] => [
    String.fromCharCode(0x70 + digit),
    String(digit),
  ]),
  ['j', '*'],
  ['k', '+'],
  ['l', ','],
  ['m', '-'],
  ['n', '.'],
  ['o', '/'],
  ['X', '='],
  [' ', ' '],
  ['I', 'Tab'],
  ['M', 'Enter'],
]);

/** Keys of `CSI number ~`, which the linux console, xterm and rxvt number alike. */
const NUMBERS = new Map<number, string>([
  [1, 'Home'],
  [2, 'Insert'],
  [3, 'Delete'],
  [4, 'End'],
  [5, 'PageUp'],
  [6, 'PageDown'],
  [7, 'Home'],
  [8, 'End'],
  [29, 'ContextMenu'],
  ...functionKeys([11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26], 1),
  ...functionKeys([28], 15),
  ...functionKeys([31, 32, 33, 34], 17),
]);

/** `[number, name]` of function keys that follow one another. */
function functionKeys(numbers: readonly number[], first: number): [number, string][] {
  return numbers.map((number, index) => [number, `F${first + index}`]);
}

/** Functional keys of the kitty protocol: private use code points from 57344 on, `key` or `key code`. */
const KITTY = new Map<number, string>();
function kitty(first: number, names: string): void {
  names.split(' ').forEach((name, index) => KITTY.set(first + index, name));
}
kitty(57358, 'CapsLock ScrollLock NumLock PrintScreen Pause ContextMenu');
kitty(57376, Array.from({ length: 23 }, (_, index) => `F${13 + index}`).join(' '));
kitty(57399, '0 1 2 3 4 5 6 7 8 9 . / * - + Enter = ,');
kitty(57417, 'ArrowLeft ArrowRight ArrowUp ArrowDown PageUp PageDown Home End Insert Delete Clear');
kitty(57428, 'MediaPlay MediaPause MediaPlayPause MediaReverse MediaStop MediaFastForward');
kitty(57434, 'MediaRewind MediaTrackNext MediaTrackPrevious MediaRecord');
kitty(57438, 'AudioVolumeDown AudioVolumeUp AudioVolumeMute');
kitty(57441, 'Shift/Left Control/Left Alt/Left Super/Left Hyper/Left Meta/Left');
kitty(57447, 'Shift/Right Control/Right Alt/Right Super/Right Hyper/Right Meta/Right');
kitty(57453, 'AltGraph Level5Shift');

/** Codes of keys that type a character, by that character on a US keyboard. */
const CODES = new Map<string, string>([
  ['`', 'Backquote'],
  ['-', 'Minus'],
  ['=', 'Equal'],
  ['[', 'BracketLeft'],
  [']', 'BracketRight'],
  ['\\', 'Backslash'],
  [';', 'Semicolon'],
  ["'", 'Quote'],
  [',', 'Comma'],
  ['.', 'Period'],
  ['/', 'Slash'],
  [' ', 'Space'],
]);

/** Keys that have a control code of their own, by that code. */
const CONTROLS = new Map<number, string>([
  [8, 'Backspace'],
  [9, 'Tab'],
  // Some terminals and most pipes send LF for Enter; Ctrl+J cannot be distinguished from it.
  [10, 'Enter'],
  [13, 'Enter'],
  [27, 'Escape'],
  [127, 'Backspace'],
]);

/** Every `KeyboardEvent.key` of more than one character, in alphabetical order: for the reference. */
export function keyNames(): string[] {
  const tables: readonly ReadonlyMap<unknown, string>[] = [LETTERS, NUMBERS, KITTY, CONTROLS];
  const names = tables
    .flatMap((keys) => [...keys.values()])
    .filter((name) => name.length > 1)
    .map((name) => name.split('/')[0] ?? '');
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function named(key: string, modifiers: Modifiers, kind: KeyInput['kind'] = 'press'): KeyInput {
  return { type: 'key', key, code: key, ...modifiers, kind };
}

/** A key that types `text`. */
function typed(
  key: string,
  modifiers: Modifiers,
  text: string | undefined,
  code?: string,
  kind: KeyInput['kind'] = 'press',
): KeyInput {
  const { ctrlKey, altKey, metaKey } = modifiers;
  const types = text !== undefined && text !== '' && !ctrlKey && !altKey && !metaKey;
  return {
    type: 'key',
    key,
    ...(code === undefined ? {} : { code }),
    ...modifiers,
    ...(types && kind !== 'release' ? { text } : {}),
    kind,
  };
}

/** The key of one character or control code; undefined where it is none. `alt`: an escape came before it. */
export function characterKey(code: number, alt: boolean): KeyInput | undefined {
  const name = CONTROLS.get(code);
  if (name !== undefined) return named(name, alt ? { ...NONE, altKey: true } : NONE);
  if (code < 0x20) {
    const key = code === 0 ? ' ' : String.fromCharCode(code + (code <= 26 ? 0x60 : 0x40));
    return typed(key, { ...CTRL, altKey: alt }, undefined);
  }
  if (code >= 0x80 && code < 0xa0) return undefined;
  const key = String.fromCodePoint(code);
  const shiftKey = key >= 'A' && key <= 'Z';
  return typed(key, { ...NONE, shiftKey, altKey: alt }, key);
}

/** Modifiers of a parameter: 1 + shift 1, alt 2, ctrl 4, super 8, hyper 16, meta 32; locks are ignored. */
function modifiersOf(parameter: number, alt: boolean): Modifiers {
  const bits = Math.max(0, parameter - 1);
  return {
    shiftKey: (bits & 1) !== 0,
    altKey: (bits & 2) !== 0 || alt,
    ctrlKey: (bits & 4) !== 0,
    metaKey: (bits & (8 | 32)) !== 0,
  };
}

function kindOf(event: number | undefined): KeyInput['kind'] {
  return event === 3 ? 'release' : event === 2 ? 'repeat' : 'press';
}

/** Parameters of a control sequence: fields between `;`, each with sub-fields between `:`. Empty is -1. */
export function parameters(text: string): number[][] {
  if (text === '') return [];
  return text
    .split(';')
    .map((field) => field.split(':').map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : -1)));
}

/** The key of `CSI parameters final`; undefined where it is not a key. `alt`: an escape came before it. */
export function csiKey(text: string, final: string, alt: boolean): KeyInput | undefined {
  if (!/^[\d;:]*$/.test(text)) return undefined;
  const fields = parameters(text);
  const first = fields[0]?.[0] ?? -1;
  const modifiers = modifiersOf(fields[1]?.[0] ?? 1, alt);
  const kind = kindOf(fields[1]?.[1]);
  if (final === 'u') return kittyKey(fields, modifiers, kind);
  if (final === '~') {
    // xterm's modifyOtherKeys: CSI 27 ; modifiers ; code ~
    if (first === 27 && fields.length === 3) {
      return kittyKey([[fields[2]?.[0] ?? -1]], modifiers, 'press');
    }
    const key = NUMBERS.get(first);
    return key === undefined ? undefined : named(key, modifiers, kind);
  }
  if (final === 'Z') return named('Tab', { ...modifiers, shiftKey: true });
  const letter = LETTERS.get(final);
  if (letter !== undefined) return named(letter, modifiers, kind);
  return rxvtKey(text, final, alt);
}

/** rxvt: shifted arrows in small letters; `$` shift, `^` ctrl, `@` both after a number. */
function rxvtKey(text: string, final: string, alt: boolean): KeyInput | undefined {
  if (text === '' && final >= 'a' && final <= 'd') {
    const arrow = LETTERS.get(final.toUpperCase());
    if (arrow !== undefined) return named(arrow, { ...SHIFT, altKey: alt });
  }
  const fields = parameters(text);
  if ((final === '$' || final === '^' || final === '@') && fields.length === 1) {
    const key = NUMBERS.get(fields[0]?.[0] ?? -1);
    if (key === undefined) return undefined;
    return named(key, {
      ...NONE,
      shiftKey: final !== '^',
      ctrlKey: final !== '$',
      altKey: alt,
    });
  }
  return undefined;
}

/** The key of `SS3 parameters final`; undefined where it is none. */
export function ss3Key(text: string, final: string, alt: boolean): KeyInput | undefined {
  // Old xterms put modifiers here as well: SS3 5 P or SS3 1 ; 5 P.
  const modifiers = modifiersOf(parameters(text).at(-1)?.[0] ?? 1, alt);
  const letter = LETTERS.get(final);
  if (letter !== undefined) return named(letter, modifiers);
  if (final >= 'a' && final <= 'd') {
    const arrow = LETTERS.get(final.toUpperCase());
    if (arrow !== undefined) return named(arrow, { ...CTRL, altKey: alt });
  }
  const key = KEYPAD.get(final);
  if (key === undefined) return undefined;
  return key.length > 1 ? named(key, modifiers) : typed(key, modifiers, key);
}

/** The linux console's F1 to F5: `CSI [ A` to `CSI [ E`. */
export function linuxKey(final: string, alt: boolean): KeyInput | undefined {
  const index = 'ABCDE'.indexOf(final);
  return index < 0 ? undefined : named(`F${index + 1}`, alt ? { ...NONE, altKey: true } : NONE);
}

/** @param name with the side of the keyboard after a slash, where there are two such keys */
function functionalKey(name: string, modifiers: Modifiers, kind: KeyInput['kind']): KeyInput {
  const [key = '', side = ''] = name.length > 1 ? name.split('/') : [name];
  if (key.length > 1) return { ...named(key, modifiers, kind), code: key + side };
  return typed(key, modifiers, key, numpadCode(key), kind);
}

/** `CSI code:shifted:base ; modifiers:event ; text u`. */
function kittyKey(
  fields: readonly (readonly number[])[],
  modifiers: Modifiers,
  kind: KeyInput['kind'],
): KeyInput | undefined {
  const [code = -1, shifted = -1, base = -1] = fields[0] ?? [];
  const control = CONTROLS.get(code);
  if (control !== undefined && code !== 10 && code !== 8) return named(control, modifiers, kind);
  const functional = KITTY.get(code);
  if (functional !== undefined) return functionalKey(functional, modifiers, kind);
  if (!isTypable(code) || (code >= 57344 && code <= 63743)) return undefined;
  const plain = String.fromCodePoint(code);
  const key = !modifiers.shiftKey
    ? plain
    : isTypable(shifted)
      ? String.fromCodePoint(shifted)
      : plain.toUpperCase();
  const codePoints = (fields[2] ?? []).filter(isTypable);
  const text = codePoints.length > 0 ? String.fromCodePoint(...codePoints) : key;
  return typed(key, modifiers, text, codeOf(isTypable(base) ? base : code), kind);
}

function isTypable(code: number): boolean {
  return (
    code >= 0x20 &&
    code <= 0x10ffff &&
    !(code >= 0x7f && code < 0xa0) &&
    !(code >= 0xd800 && code <= 0xdfff)
  );
}

function numpadCode(key: string): string {
  const names: Record<string, string> = {
    '.': 'Decimal',
    '/': 'Divide',
    '*': 'Multiply',
    '-': 'Subtract',
    '+': 'Add',
    '=': 'Equal',
    ',': 'Comma',
  };
  return `Numpad${names[key] ?? key}`;
}

function codeOf(code: number): string | undefined {
  const key = String.fromCodePoint(code);
  if (key >= 'a' && key <= 'z') return `Key${key.toUpperCase()}`;
  if (key >= '0' && key <= '9') return `Digit${key}`;
  return CODES.get(key);
}
