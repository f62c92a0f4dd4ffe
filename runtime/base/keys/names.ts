/**
 * The names of keys: one table for commands, `press` of tests, help, the key hints and the user's configuration.
 * A key is called as in `KeyboardEvent.key`; the names are read in any case.
 */

/** A key with a name. */
interface NamedKey {
  /** `KeyboardEvent.key`. */
  readonly key: string;
  /** As messages and the reference write it. */
  readonly name: string;
  /** Other names, in small letters. */
  readonly aliases: readonly string[];
  /** In a terminal that shows more glyphs than ASCII. */
  readonly glyph: string;
  /** In words, for ASCII. */
  readonly word: string;
}

function named(key: string, glyph: string, word: string, ...aliases: readonly string[]): NamedKey {
  return { key, name: key === ' ' ? 'Space' : key, aliases, glyph, word };
}

const FUNCTION_KEYS = Array.from({ length: 12 }, (_, index) => {
  const name = `F${index + 1}`;
  return named(name, name, name);
});

const NAMED_KEYS: readonly NamedKey[] = [
  named('Enter', '⏎', 'Enter', 'return'),
  named('Tab', '⇥', 'Tab'),
  named('Backspace', '⌫', 'Backspace'),
  named(' ', 'Space', 'Space'),
  named('Escape', 'Esc', 'Esc', 'esc'),
  named('ArrowUp', '↑', 'Up', 'up'),
  named('ArrowDown', '↓', 'Down', 'down'),
  named('ArrowLeft', '←', 'Left', 'left'),
  named('ArrowRight', '→', 'Right', 'right'),
  named('Home', 'Home', 'Home'),
  named('End', 'End', 'End'),
  named('Insert', 'Ins', 'Ins', 'ins'),
  named('Delete', 'Del', 'Del', 'del'),
  named('PageUp', 'PgUp', 'PgUp', 'pgup'),
  named('PageDown', 'PgDn', 'PgDn', 'pgdn'),
  named('ContextMenu', 'Menu', 'Menu', 'menu'),
  ...FUNCTION_KEYS,
];

const BY_KEY: ReadonlyMap<string, NamedKey> = new Map(NAMED_KEYS.map((each) => [each.key, each]));
const BY_NAME: ReadonlyMap<string, string> = new Map([
  // The comma separates alternatives of a command.
  ['comma', ','],
  ...NAMED_KEYS.flatMap(({ key, name, aliases }) =>
    [name.toLowerCase(), ...aliases].map((each): [string, string] => [each, key]),
  ),
]);

/** Names for suggestions and the reference; `keyNamed` accepts short forms of them, too. */
export const KEY_NAMES: readonly string[] = NAMED_KEYS.map(({ name }) => name);

export type ModifierName = 'ctrl' | 'alt' | 'shift' | 'meta';

/** Modifiers, by their names in small letters. */
export const MODIFIER_NAMES: ReadonlyMap<string, ModifierName> = new Map<string, ModifierName>([
  ['shift', 'shift'],
  ['alt', 'alt'],
  ['option', 'alt'],
  ['ctrl', 'ctrl'],
  ['control', 'ctrl'],
  ['meta', 'meta'],
  ['cmd', 'meta'],
  ['super', 'meta'],
]);

/** `KeyboardEvent.key` of a name, in any case; undefined for what is not a name. */
export function keyNamed(name: string): string | undefined {
  return BY_NAME.get(name.toLowerCase());
}

/** How a key is written where names are read: `Space`, `comma`, `a`. */
export function nameOfKey(key: string): string {
  return key === ',' ? 'comma' : (BY_KEY.get(key)?.name ?? key);
}

/** How a key is shown: `⏎`, or `Enter` in ASCII. */
export function glyphOfKey(key: string, isAscii: boolean): string {
  const found = BY_KEY.get(key);
  if (found === undefined) return key;
  return isAscii ? found.word : found.glyph;
}

/** What is in front of a key: `Ctrl+Shift+`, and the rest. */
export function splitModifiers(text: string): {
  readonly modifiers: ReadonlySet<ModifierName>;
  readonly name: string;
} {
  const modifiers = new Set<ModifierName>();
  let name = text;
  for (;;) {
    const match = /^([A-Za-z]+)\+(?=.)/s.exec(name);
    const modifier = MODIFIER_NAMES.get((match?.[1] ?? '').toLowerCase());
    if (match === null || modifier === undefined) return { modifiers, name };
    modifiers.add(modifier);
    name = name.slice(match[0].length);
  }
}
