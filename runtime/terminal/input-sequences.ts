/** Control sequences and strings that are no keys: the mouse, focus, and answers to queries. */
import type { MouseInput, Reply, TerminalInput } from '../input-events.js';
import { parameters } from './input-keys.js';

/** Cells past this are no screen. */
const FARTHEST = 100_000;

/** SGR mouse (mode 1006): `CSI < bits ; x ; y M` for presses and moves, `m` for releases. */
export function mouseInput(text: string, final: string): MouseInput | undefined {
  const fields = /^<(\d{1,5});(\d{1,6});(\d{1,6})$/.exec(text);
  if (fields === null || (final !== 'M' && final !== 'm')) return undefined;
  const bits = Number(fields[1]);
  const which = bits & 3;
  const common = {
    type: 'mouse' as const,
    x: Math.min(FARTHEST, Math.max(0, Number(fields[2]) - 1)),
    y: Math.min(FARTHEST, Math.max(0, Number(fields[3]) - 1)),
    shiftKey: (bits & 4) !== 0,
    altKey: (bits & 8) !== 0,
    ctrlKey: (bits & 16) !== 0,
    metaKey: false,
    deltaX: 0,
    deltaY: 0,
  };
  if ((bits & 64) !== 0) {
    if (final === 'm') return undefined;
    const step = (which & 1) === 0 ? -1 : 1;
    const sideways = which >= 2;
    return {
      ...common,
      action: 'wheel',
      button: -1,
      deltaX: sideways ? step : 0,
      deltaY: sideways ? 0 : step,
    };
  }
  // Bit 128: buttons 8 to 11, of which 8 and 9 are back and forward.
  const button = (bits & 128) !== 0 ? which + 3 : which;
  if ((bits & 32) !== 0) {
    if (button === 3 && (bits & 128) === 0) return { ...common, action: 'move', button: -1 };
    return { ...common, action: 'drag', button };
  }
  return { ...common, action: final === 'M' ? 'press' : 'release', button };
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
  const asked = text.startsWith('?');
  const fields = parameters(asked ? text.slice(1) : text).map(([value = -1]) => value);
  const [first = -1, second = -1] = fields;
  if (final === 'R') {
    // Without `?` a report from the first row reads the same as F3 with modifiers.
    const shift = !asked && first === 1 && second >= 2 && second <= 16;
    if (fields.length < 2 || first < 1 || second < 1 || shift) return undefined;
    return { name: 'cursor', x: second - 1, y: first - 1 };
  }
  if (!asked) return undefined;
  if (final === 'c') return { name: 'attributes', parameters: fields };
  if (final === 'u' && first >= 0) return { name: 'keyboard', flags: first };
  if (final === 'n' && first === 997) return { name: 'colorScheme', dark: second === 1 };
  const mode = final === 'y' ? /^\?(\d{1,5});(\d)\$$/.exec(text) : null;
  return mode === null
    ? undefined
    : { name: 'mode', mode: Number(mode[1]), state: Number(mode[2]) };
}

/** Answers among strings: `introducer` is `]` for OSC and `P` for DCS. */
export function stringInput(introducer: string, text: string): TerminalInput | undefined {
  if (introducer === 'P') {
    // XTVERSION: DCS > | name and version ST
    if (!text.startsWith('>|')) return undefined;
    const version = text.slice(2).replace(/[^\x20-\x7e]/g, '');
    return { type: 'reply', reply: { name: 'version', text: version } };
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
