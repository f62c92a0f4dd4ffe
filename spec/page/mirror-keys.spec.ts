/** Which keys the page of the mirror sends, and which it leaves to the browser. */
import { describe, expect, it } from '@jest/globals';
import { keyMessage, type KeyPress } from '../../cli/mirror/page/keys.js';

const PC = { isMac: false, hasSelection: false };
const MAC = { isMac: true, hasSelection: false };

/** `Ctrl+Shift+a`, `AltGraph+@`. */
function pressed(name: string, more: Partial<KeyPress> = {}): KeyPress {
  const parts = name === '+' ? ['+'] : name.split('+');
  const key = parts.pop()!;
  return {
    key,
    code: '',
    repeat: false,
    isComposing: false,
    ctrlKey: parts.includes('Ctrl'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    metaKey: parts.includes('Meta'),
    getModifierState: (modifier) => parts.includes(modifier),
    ...more,
  };
}

describe('a key of the app', () => {
  it.each([
    ['a', PC, { key: 'a' }],
    ['Shift+A', PC, { key: 'A', shift: true }],
    ['Tab', PC, { key: 'Tab' }],
    ['Shift+Tab', PC, { key: 'Tab', shift: true }],
    ['Escape', PC, { key: 'Escape' }],
    ['F1', PC, { key: 'F1' }],
    ['Ctrl+c', PC, { key: 'c', ctrl: true }],
    ['Ctrl+Enter', PC, { key: 'Enter', ctrl: true }],
    ['Alt+x', PC, { key: 'x', alt: true }],
    ['Alt+ArrowLeft', PC, { key: 'ArrowLeft', alt: true }],
    ['Ctrl+w', MAC, { key: 'w', ctrl: true }],
    // Characters of a third level are typed, whatever was held for them.
    ['Ctrl+Alt+AltGraph+@', PC, { key: '@' }],
    ['Alt+å', MAC, { key: 'å' }],
    ['表', PC, { key: '表' }],
  ])('%s', (name, place, message) => {
    expect(keyMessage(pressed(name), place)).toEqual({ type: 'key', ...message });
  });

  it('says that it is held, and which one it is on the keyboard', () => {
    expect(keyMessage(pressed('a', { repeat: true, code: 'KeyQ' }), PC)).toEqual({
      type: 'key',
      key: 'a',
      code: 'KeyQ',
      repeat: true,
    });
  });
});

describe('a key of the browser', () => {
  it.each([
    'Ctrl+t',
    'Ctrl+w',
    'Ctrl+n',
    'Ctrl+r',
    'Ctrl+l',
    'Ctrl+v',
    'Ctrl+0',
    'Ctrl+-',
    'Ctrl+=',
    'Ctrl+Tab',
    'Ctrl+PageUp',
    'Ctrl+Shift+I',
    'Ctrl+Shift+T',
    'F5',
    'F6',
    'F11',
    'F12',
    'Alt+F4',
    'Shift+Insert',
    'Meta+c',
    'Shift',
    'Control',
    'CapsLock',
    'Dead',
    'Process',
    'Unidentified',
    'AudioVolumeUp',
  ])('%s', (name) => {
    expect(keyMessage(pressed(name), PC)).toBeUndefined();
  });

  it('is Ctrl+C where something is selected', () => {
    const place = { isMac: false, hasSelection: true };
    expect(keyMessage(pressed('Ctrl+c'), place)).toBeUndefined();
  });

  it('is any key while an input method composes', () => {
    expect(keyMessage(pressed('a', { isComposing: true }), PC)).toBeUndefined();
  });

  it('is each with Command', () => {
    for (const key of ['c', 'v', 'w', 'Enter']) {
      expect(keyMessage(pressed(`Meta+${key}`), MAC)).toBeUndefined();
    }
  });
});
