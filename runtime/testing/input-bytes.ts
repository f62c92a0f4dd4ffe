/**
 * Keys, text, paste and mouse as the bytes a terminal sends: tests go through the same decoder as people.
 *
 * Where old terminals are ambiguous (Escape, Ctrl+I), the kitty keyboard protocol's form is sent.
 */
import { didYouMean } from '../base/diagnostics.js';
import { KEY_NAMES, keyNamed, splitModifiers, type ModifierName } from '../base/keys/names.js';

const CSI = '\u001b[';

/** Modifier bits of xterm and kitty sequences; the parameter is one more than their sum. */
const BITS: Readonly<Record<ModifierName, number>> = { shift: 1, alt: 2, ctrl: 4, meta: 8 };
const SHIFT = 1;
const ALT = 2;
const CTRL = 4;

/** Keys that are one byte, with their kitty codes. */
const SIMPLE: ReadonlyMap<string, readonly [byte: string, code: number]> = new Map([
  ['Enter', ['\r', 13]],
  ['Tab', ['\t', 9]],
  ['Backspace', ['\u007f', 127]],
  [' ', [' ', 32]],
  ['Escape', [`${CSI}27u`, 27]],
]);

/** Keys of `CSI letter`, or `CSI number ~`. */
const SEQUENCES = new Map<string, readonly [number: string, final: string]>([
  ['ArrowUp', ['1', 'A']],
  ['ArrowDown', ['1', 'B']],
  ['ArrowRight', ['1', 'C']],
  ['ArrowLeft', ['1', 'D']],
  ['Home', ['1', 'H']],
  ['End', ['1', 'F']],
  ['Insert', ['2', '~']],
  ['Delete', ['3', '~']],
  ['PageUp', ['5', '~']],
  ['PageDown', ['6', '~']],
  ['ContextMenu', ['29', '~']],
  ...[11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].map(
    (number, index) => [`F${index + 1}`, [String(number), '~']] as const,
  ),
]);

const encoder = new TextEncoder();

/**
 * The bytes of one key: `a`, `Enter`, `Ctrl+C`, `Shift+Tab`, `Alt+ArrowUp`, `Ctrl++`. Names are those of
 * `base/keys/names.ts`, in any case; throws a RangeError for others.
 */
export function keyBytes(key: string): Uint8Array {
  const { modifiers, name } = splitModifiers(key);
  const bits = [...modifiers].reduce((sum, modifier) => sum | BITS[modifier], 0);
  return encoder.encode(encodeKey(keyNamed(name) ?? name, bits, key));
}

function encodeKey(name: string, bits: number, whole: string): string {
  const simple = SIMPLE.get(name);
  if (simple !== undefined) {
    const [byte, code] = simple;
    if (bits === 0) return byte;
    if (name === 'Tab' && bits === SHIFT) return `${CSI}Z`;
    return `${CSI}${code};${bits + 1}u`;
  }
  const sequence = SEQUENCES.get(name);
  if (sequence !== undefined) {
    const [number, final] = sequence;
    if (bits > 0) return `${CSI}${number};${bits + 1}${final}`;
    return final === '~' ? `${CSI}${number}~` : `${CSI}${final}`;
  }
  if ([...name].length !== 1 || name < ' ' || name === '\u007f') {
    const suggestion = didYouMean(name, KEY_NAMES);
    throw new RangeError(
      `"${whole}" is not a key${suggestion === undefined ? '; send text with type()' : `, ${suggestion}`}`,
    );
  }
  return encodeCharacter(name, bits);
}

function encodeCharacter(char: string, bits: number): string {
  const code = char.codePointAt(0) ?? 0;
  const letter = /^[a-z]$/i.test(char);
  if (bits === 0) return char;
  if (bits === SHIFT && letter) return char.toUpperCase();
  if (bits === ALT && char !== '[' && char !== 'O' && char !== ']' && char !== 'P') {
    return `\u001b${char}`;
  }
  // Ctrl+H, I, J, M are the codes of Backspace, Tab and Enter: only the kitty form distinguishes them.
  if (bits === CTRL && letter && !/[hijm]/i.test(char)) return String.fromCharCode(code & 31);
  const plain = letter ? char.toLowerCase() : char;
  return `${CSI}${plain.codePointAt(0) ?? 0};${bits + 1}u`;
}

/** Typed text; a line break is the Enter key. Throws a RangeError for other control characters. */
export function textBytes(text: string): Uint8Array {
  const keys = text.replace(/\r\n|\n/g, '\r');
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.exec(keys);
  if (control !== null) {
    const code = control[0].charCodeAt(0).toString(16).padStart(4, '0');
    throw new RangeError(`U+${code} cannot be typed; send keys with press()`);
  }
  return encoder.encode(keys);
}

/** A bracketed paste. An end mark inside is left out, as terminals leave it out. */
export function pasteBytes(text: string): Uint8Array {
  const content = text.replaceAll(`${CSI}201~`, '').replace(/\r\n|\n/g, '\r');
  return encoder.encode(`${CSI}200~${content}${CSI}201~`);
}

export interface MouseOptions {
  /** 0 left (default), 1 middle, 2 right. */
  readonly button?: 0 | 1 | 2 | undefined;
  readonly shift?: boolean | undefined;
  readonly alt?: boolean | undefined;
  readonly ctrl?: boolean | undefined;
}

export type MouseAction = 'press' | 'release' | 'move' | 'drag' | 'wheelUp' | 'wheelDown';

/** One SGR mouse report (xterm's mode 1006) for a cell counted from 0. */
export function mouseBytes(
  action: MouseAction,
  x: number,
  y: number,
  options: MouseOptions = {},
): Uint8Array {
  if (!Number.isInteger(x) || !Number.isInteger(y) || x < 0 || y < 0) {
    throw new RangeError(`there is no cell (${x}, ${y})`);
  }
  const { button = 0, shift = false, alt = false, ctrl = false } = options;
  const kinds: Readonly<Record<MouseAction, number>> = {
    press: button,
    release: button,
    move: 35,
    drag: 32 + button,
    wheelUp: 64,
    wheelDown: 65,
  };
  const bits = kinds[action] + (shift ? 4 : 0) + (alt ? 8 : 0) + (ctrl ? 16 : 0);
  return encoder.encode(`${CSI}<${bits};${x + 1};${y + 1}${action === 'release' ? 'm' : 'M'}`);
}
