/** Keys of commands: reading, writing, showing, and which presses they are. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  KEY_NAMES,
  keyNamed,
  MODIFIER_NAMES,
  nameOfKey,
} from '../../../runtime/base/keys/names.js';
import { parseKeys } from '../../../runtime/base/keys/parse.js';
import {
  formatChord,
  strokeOf,
  writeChord,
  type Chord,
} from '../../../runtime/base/keys/strokes.js';
import type { UserInput } from '../../../runtime/base/input-events.js';
import { InputDecoder } from '../../../runtime/terminal/input/decoder.js';
import { keyBytes } from '../../../runtime/testing/input-bytes.js';
import { propertyRuns } from '../../support/property-runs.js';

function read(text: string): readonly Chord[] {
  const result = parseKeys(text);
  if (!result.ok) throw new Error(result.error.message);
  return result.keys;
}

const written = (text: string): string => read(text).map(writeChord).join(', ');
const shown = (text: string): string => formatChord(read(text)[0]!, 'unicode');
const inAscii = (text: string): string => formatChord(read(text)[0]!, 'ascii');

/** What a terminal sends for a key of `press`, as the stroke that it is. */
function pressed(key: string): string[] {
  const found: string[] = [];
  const decoder = new InputDecoder((input: UserInput | { readonly type: 'reply' }) => {
    if (input.type === 'key') found.push(strokeOf(input));
  });
  decoder.feed(keyBytes(key));
  decoder.flush();
  return found;
}

describe('reading', () => {
  it.each([
    ['ctrl+s', 'ctrl+s'],
    ['Ctrl+S', 'ctrl+s'],
    ['control+shift+s', 'ctrl+shift+s'],
    ['shift+tab', 'shift+Tab'],
    ['shift+g', 'G'],
    ['G', 'G'],
    ['alt+shift+x', 'alt+X'],
    ['g g', 'g g'],
    ['ctrl+k  ctrl+s', 'ctrl+k ctrl+s'],
    ['ctrl+s, f2', 'ctrl+s, F2'],
    ['comma', 'comma'],
    ['ctrl+comma', 'ctrl+comma'],
    ['?', '?'],
    ['+', '+'],
    ['ctrl++', 'ctrl++'],
    ['esc', 'Escape'],
    ['return', 'Enter'],
    ['cmd+up', 'meta+ArrowUp'],
    ['space', 'Space'],
    ['é', 'é'],
    ['', ''],
    ['ctrl+_', 'ctrl+/'],
  ])('%s is %s', (text, expected) => {
    expect(written(text)).toBe(expected);
  });

  it.each([
    ['ctrl+sav', '"ctrl+sav" is not a key', undefined, 0, 8],
    ['ctrl+entr', '"ctrl+entr" is not a key', 'did you mean "Enter"?', 0, 9],
    ['ctlr+s', '"ctlr+s" is not a key', 'did you mean "ctrl+s"?', 0, 6],
    ['a, ^S', '"^S" is not a key', 'write "ctrl+s"', 3, 5],
    ['C-s', '"C-s" is not a key', 'write "ctrl+s"', 0, 3],
    ['gg', '"gg" is not a key', 'write "g g" for keys one after the other', 0, 2],
    ['ctrl+,', '"ctrl+" is not a key', 'write "comma" for the comma itself', 0, 5],
    ['a,', 'expected a key before and after ","', 'write "comma" for the comma itself', 2, 2],
    [
      'shift+1',
      '"shift+1" depends on the keyboard\'s layout; expected the character that it types',
      'write the character without "shift+", such as "?"',
      0,
      7,
    ],
    ['a b c d e f', 'expected at most 5 keys one after the other, found 6', undefined, 0, 11],
  ])('%s is refused', (text, message, suggestion, start, end) => {
    const result = parseKeys(text);
    expect(result.ok ? undefined : { ...result.error }).toEqual(
      suggestion === undefined ? { message, start, end } : { message, suggestion, start, end },
    );
  });

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(anyChord(), (text) => {
        const chord = read(text)[0]!;
        expect(read(writeChord(chord))[0]).toEqual(chord);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('ends for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), (text) => {
        const result = parseKeys(text);
        if (result.ok) return;
        const { start, end } = result.error;
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe('showing', () => {
  it.each([
    ['ctrl+s', '^S', 'Ctrl+S'],
    ['ctrl+shift+s', '^⇧S', 'Ctrl+Shift+S'],
    ['shift+tab', '⇧⇥', 'Shift+Tab'],
    ['enter', '⏎', 'Enter'],
    ['alt+up', 'Alt+↑', 'Alt+Up'],
    ['cmd+s', 'Super+S', 'Super+S'],
    ['g g', 'g g', 'g g'],
    ['G', 'G', 'G'],
    ['delete', 'Del', 'Del'],
    ['space', 'Space', 'Space'],
    ['comma', ',', ','],
    ['f10', 'F10', 'F10'],
  ])('%s is %s, and %s in ASCII', (text, glyphs, ascii) => {
    expect(shown(text)).toBe(glyphs);
    expect(inAscii(text)).toBe(ascii);
    expect(inAscii(text)).toMatch(/^[ -~]+$/);
  });
});

describe('one table', () => {
  it.each([...KEY_NAMES, 'comma', 'a', 'G', '?', 'é'])(
    '%s: press sends what commands read',
    (key) => {
      const stroke = read(key)[0]![0]!;
      expect(pressed(key)).toEqual([stroke.id]);
    },
  );

  it('holds with modifiers', () => {
    fc.assert(
      fc.property(anyStroke(), (text) => {
        const stroke = read(text)[0]![0]!;
        expect(pressed(text)).toEqual([stroke.id]);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('has each name once', () => {
    for (const name of KEY_NAMES) expect(nameOfKey(keyNamed(name)!)).toBe(name);
  });
});

function anyStroke(): fc.Arbitrary<string> {
  const modifiers = fc.subarray([...MODIFIER_NAMES.keys()].filter((name) => name !== 'shift'));
  const key = fc.constantFrom(...KEY_NAMES, 'comma', ...'abzAZ019/;=?');
  return fc.tuple(modifiers, key).map(([held, name]) => [...held, name].join('+'));
}

function anyChord(): fc.Arbitrary<string> {
  return fc.array(anyStroke(), { minLength: 1, maxLength: 4 }).map((strokes) => strokes.join(' '));
}
