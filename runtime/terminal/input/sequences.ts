/** Control sequences and strings other than keys: the mouse, focus, and answers to queries. */
import { graphicsAnswer } from '../images/kitty.js';
import type { MouseInput, Reply, TerminalInput } from '../../base/input-events.js';
import { parameters } from './keys.js';

/** Cells beyond this are outside of any screen. */
const FARTHEST = 100_000;

const PRESSES = { M: 'press', m: 'release' } as const;

/** SGR mouse (mode 1006): `CSI < bits ; x ; y M` for presses and moves, `m` for releases. */
export function mouseInput(text: string, final: string): MouseInput | undefined {
  if ((final !== 'M' && final !== 'm') || !readFields(text)) return undefined;
  const bits = fields[0]!;
  const column = fields[1]!;
  const line = fields[2]!;
  const which = bits & 3;
  const wheel = (bits & 64) !== 0;
  if (wheel && final === 'm') return undefined;
  const step = (which & 1) === 0 ? -1 : 1;
  const moves = !wheel && (bits & 32) !== 0;
  const free = moves && which === 3 && (bits & 128) === 0;
  return {
    type: 'mouse',
    action: wheel ? 'wheel' : moves ? (free ? 'move' : 'drag') : PRESSES[final],
    // Bit 128: buttons 8 to 11, of which 8 and 9 are back and forward.
    button: wheel || free ? -1 : (bits & 128) !== 0 ? which + 3 : which,
    x: Math.min(FARTHEST, Math.max(0, column - 1)),
    y: Math.min(FARTHEST, Math.max(0, line - 1)),
    shiftKey: (bits & 4) !== 0,
    altKey: (bits & 8) !== 0,
    ctrlKey: (bits & 16) !== 0,
    metaKey: false,
    deltaX: wheel && which >= 2 ? step : 0,
    deltaY: wheel && which < 2 ? step : 0,
  };
}

/** The numbers of a mouse sequence; one array for all, since thousands may come in one read. */
const fields = new Uint32Array(3);
/** Digits that each may have. */
const MAX_DIGITS = [5, 6, 6];

/** Reads `<n;n;n` into `fields`. @returns false where it is something else */
function readFields(text: string): boolean {
  if (text.charCodeAt(0) !== 0x3c) return false;
  let field = 0;
  let digits = 0;
  let value = 0;
  for (let i = 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) {
      value = value * 10 + code - 0x30;
      if (++digits > MAX_DIGITS[field]!) return false;
      continue;
    }
    if (code !== 0x3b || digits === 0 || field === 2) return false;
    fields[field++] = value;
    digits = value = 0;
  }
  fields[field] = value;
  return field === 2 && digits > 0;
}

/** Focus changes and answers among control sequences; undefined where it is neither. */
export function csiInput(text: string, final: string): TerminalInput | undefined {
  if (text === '' && (final === 'I' || final === 'O')) {
    return { type: 'focus', focused: final === 'I' };
  }
  const reply = csiReply(text, final);
  return reply === undefined ? undefined : { type: 'reply', reply };
}

function csiReply(text: string, final: string): Reply | undefined {
  const isPrivate = text.startsWith('?');
  const fields = parameters(isPrivate ? text.slice(1) : text).map(([value = -1]) => value);
  const [first = -1, second = -1] = fields;
  if (final === 'R') {
    return !isPrivate && isKey(first, second) ? undefined : cursorReply(first, second);
  }
  if (final === 't' && !isPrivate && first === 6 && fields.length === 3) {
    return { name: 'cellSize', width: fields[2] ?? 0, height: second };
  }
  if (!isPrivate) return undefined;
  if (final === 'c') return { name: 'attributes', parameters: fields };
  if (final === 'u' && first >= 0) return { name: 'keyboard', flags: first };
  if (final === 'n' && first === 997) return { name: 'colorScheme', dark: second === 1 };
  return final === 'y' ? modeReply(text) : undefined;
}

/** Without `?` a report from the first row reads the same as F3 with modifiers. */
function isKey(first: number, second: number): boolean {
  return first === 1 && second >= 2 && second <= 16;
}

/** @param row and @param column from 1; -1 where the report has none */
function cursorReply(row: number, column: number): Reply | undefined {
  return row < 1 || column < 1 ? undefined : { name: 'cursor', x: column - 1, y: row - 1 };
}

function modeReply(text: string): Reply | undefined {
  const [, mode, state] = /^\?(\d{1,5});(\d)\$$/.exec(text) ?? [];
  return mode === undefined
    ? undefined
    : { name: 'mode', mode: Number(mode), state: Number(state) };
}

/** Answers among strings: `introducer` is `]` for OSC and `P` for DCS. */
export function stringInput(introducer: string, text: string): TerminalInput | undefined {
  if (introducer === 'P') {
    // XTVERSION: DCS > | name and version ST
    if (!text.startsWith('>|')) return undefined;
    const version = text.slice(2).replace(/[^\x20-\x7e]/g, '');
    return { type: 'reply', reply: { name: 'version', text: version } };
  }
  if (introducer === '_') {
    const isKnown = graphicsAnswer(text);
    return isKnown === undefined
      ? undefined
      : { type: 'reply', reply: { name: 'images', isKnown } };
  }
  if (introducer !== ']') return undefined;
  const color =
    /^1([01]);(?:rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})|#([\da-f]{6}))/i.exec(text);
  if (color === null) return undefined;
  const name = color[1] === '0' ? 'foreground' : 'background';
  const hex = color[5];
  const [red, green, blue] =
    hex === undefined
      ? [channel(color[2]), channel(color[3]), channel(color[4])]
      : [channel(hex.slice(0, 2)), channel(hex.slice(2, 4)), channel(hex.slice(4))];
  return { type: 'reply', reply: { name, red, green, blue } };
}

/** An X11 colour part of one to four hex digits, as 0 to 255. */
function channel(digits = '0'): number {
  return Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);
}
