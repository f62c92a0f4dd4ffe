import { describe, expect, it } from '@jest/globals';
import { InputDecoder } from '../../runtime/terminal/input/decoder.js';
import type { TerminalInput } from '../../runtime/base/input-events.js';
import { keyBytes, mouseBytes, pasteBytes, textBytes } from '../../runtime/testing/input-bytes.js';

/** What the real decoder makes of the bytes at once, without waiting for a timer. */
function decode(bytes: Uint8Array): TerminalInput[] {
  const inputs: TerminalInput[] = [];
  const decoder = new InputDecoder((input) => inputs.push(input), {
    setTimer: () => () => undefined,
  });
  decoder.feed(bytes);
  return inputs;
}

function chord(bytes: Uint8Array): string {
  return decode(bytes)
    .map((input) => {
      if (input.type !== 'key') return input.type;
      const { ctrlKey, altKey, shiftKey, metaKey, key } = input;
      const names = [ctrlKey && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Meta'];
      return [...names.filter((name) => name !== false), key].join('+');
    })
    .join(' ');
}

const MODIFIERS = ['', 'Ctrl+', 'Alt+', 'Ctrl+Alt+', 'Ctrl+Alt+Shift+', 'Meta+'];
const NAMED = [
  'Enter',
  'Tab',
  'Backspace',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'Insert',
  'Delete',
  'PageUp',
  'PageDown',
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
];

describe('keyBytes', () => {
  it.each(MODIFIERS)('is understood by the decoder: %s every named key', (modifiers) => {
    for (const name of NAMED) expect(chord(keyBytes(modifiers + name))).toBe(modifiers + name);
  });

  it.each(['', 'Ctrl+', 'Alt+', 'Ctrl+Alt+', 'Meta+'])('and %s every character', (modifiers) => {
    for (const char of 'abcdefghijklmnopqrstuvwxyz0123456789+-[]/é保') {
      expect(chord(keyBytes(modifiers + char))).toBe(modifiers + char);
    }
  });

  it('takes short names, any case, and capital letters', () => {
    expect(chord(keyBytes('up'))).toBe('ArrowUp');
    expect(chord(keyBytes('ctrl+c'))).toBe('Ctrl+c');
    expect(chord(keyBytes('Ctrl+C'))).toBe('Ctrl+c');
    expect(chord(keyBytes('Shift+a'))).toBe('Shift+A');
    expect(chord(keyBytes('A'))).toBe('Shift+A');
    expect(chord(keyBytes('Space'))).toBe(' ');
    expect(chord(keyBytes('Shift+Tab'))).toBe('Shift+Tab');
  });

  it('refuses what is no key', () => {
    expect(() => keyBytes('Entr')).toThrow('"Entr" is not a key, did you mean "Enter"?');
    expect(() => keyBytes('Hello')).toThrow('send text with type()');
    expect(() => keyBytes('')).toThrow(RangeError);
    expect(() => keyBytes('\u001b')).toThrow(RangeError);
  });
});

describe('other input', () => {
  it('types text', () => {
    expect(chord(textBytes('aé\n👍'))).toBe('a é Enter 👍');
    expect(() => textBytes('a\u001b[A')).toThrow('U+001b cannot be typed');
  });

  it('pastes text, whatever is in it', () => {
    expect(decode(pasteBytes('a\nb\u001b[201~c'))).toEqual([
      { type: 'paste', text: 'a\nbc', truncated: false },
    ]);
  });

  it('moves and clicks the mouse', () => {
    const [press] = decode(mouseBytes('press', 3, 4, { button: 2, ctrl: true }));
    expect(press).toMatchObject({ action: 'press', button: 2, x: 3, y: 4, ctrlKey: true });
    const actions = (['release', 'move', 'drag', 'wheelUp', 'wheelDown'] as const).map(
      (action) => decode(mouseBytes(action, 0, 0))[0],
    );
    expect(actions).toMatchObject([
      { action: 'release', button: 0 },
      { action: 'move', button: -1 },
      { action: 'drag', button: 0 },
      { action: 'wheel', deltaY: -1 },
      { action: 'wheel', deltaY: 1 },
    ]);
    expect(() => mouseBytes('press', -1, 0)).toThrow('there is no cell (-1, 0)');
  });
});
