/**
 * The keys of a text field.
 *
 * It combines the keys of today's editors (arrows, Shift, Ctrl+Z) with those of readline. In a conflict readline wins
 * (Ctrl+A moves to the start of the line, Ctrl+W kills a word), except that Ctrl+Z undoes, and Ctrl+Y right after it
 * redoes; at any other time it yanks.
 */
import { shortcutKey } from '../../runtime/base/input-events.js';
import type { KeyTable } from '../../runtime/element/contract.js';
import type { Motion, Unit } from './model.js';

/** The part of a `keydown` event that is looked at. */
export interface KeyEvent {
  readonly key: string;
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
}

export type Vertical = 'up' | 'down' | 'pageUp' | 'pageDown';

export type Command =
  | { readonly type: 'move'; readonly motion: Motion; readonly extend: boolean }
  | { readonly type: 'vertical'; readonly motion: Vertical; readonly extend: boolean }
  | { readonly type: 'delete'; readonly unit: Unit; readonly forward: boolean }
  | { readonly type: 'insert'; readonly text: string }
  | {
      readonly type:
        | 'enter'
        | 'tab'
        | 'escape'
        | 'transpose'
        | 'undo'
        | 'redo'
        | 'yank'
        | 'yankPop'
        | 'selectAll'
        | 'copy'
        | 'cut'
        | 'paste';
    };

type Plain = Exclude<Command['type'], 'move' | 'vertical' | 'delete' | 'insert'>;

const move = (motion: Motion) => ({ type: 'move', motion }) as const;
const vertical = (motion: Vertical) => ({ type: 'vertical', motion }) as const;
const remove = (unit: Unit, forward: boolean): Command => ({ type: 'delete', unit, forward });
const plain = (type: Plain): Command => ({ type });

/** Motions select when Shift is held with their keys; written without it. */
const MOTIONS: Readonly<Record<string, ReturnType<typeof move> | ReturnType<typeof vertical>>> = {
  ArrowLeft: move('left'),
  ArrowRight: move('right'),
  ArrowUp: vertical('up'),
  ArrowDown: vertical('down'),
  PageUp: vertical('pageUp'),
  PageDown: vertical('pageDown'),
  Home: move('lineStart'),
  End: move('lineEnd'),
  'ctrl+Home': move('start'),
  'ctrl+End': move('end'),
  'ctrl+ArrowLeft': move('wordLeft'),
  'ctrl+ArrowRight': move('wordRight'),
  'alt+ArrowLeft': move('wordLeft'),
  'alt+ArrowRight': move('wordRight'),
  // As on macOS, where terminals send its Command key.
  'meta+ArrowLeft': move('lineStart'),
  'meta+ArrowRight': move('lineEnd'),
  'meta+ArrowUp': move('start'),
  'meta+ArrowDown': move('end'),
  'ctrl+a': move('lineStart'),
  'ctrl+e': move('lineEnd'),
  'ctrl+b': move('left'),
  'ctrl+f': move('right'),
  'ctrl+p': vertical('up'),
  'ctrl+n': vertical('down'),
  'alt+b': move('wordLeft'),
  'alt+f': move('wordRight'),
  'alt+<': move('start'),
  'alt+>': move('end'),
};

const COMMANDS: Readonly<Record<string, Command>> = {
  Enter: plain('enter'),
  'ctrl+m': plain('enter'),
  Tab: plain('tab'),
  Escape: plain('escape'),
  Backspace: remove('grapheme', false),
  'shift+Backspace': remove('grapheme', false),
  'ctrl+h': remove('grapheme', false),
  Delete: remove('grapheme', true),
  'ctrl+d': remove('grapheme', true),
  'ctrl+Backspace': remove('word', false),
  'alt+Backspace': remove('word', false),
  'ctrl+Delete': remove('word', true),
  'alt+Delete': remove('word', true),
  'meta+Backspace': remove('line', false),
  'meta+Delete': remove('line', true),
  'alt+d': remove('word', true),
  'ctrl+w': remove('blankWord', false),
  'ctrl+u': remove('line', false),
  'ctrl+k': remove('line', true),
  'ctrl+t': plain('transpose'),
  'ctrl+z': plain('undo'),
  'meta+z': plain('undo'),
  'ctrl+_': plain('undo'),
  'ctrl+/': plain('undo'),
  'ctrl+shift+z': plain('redo'),
  'meta+shift+z': plain('redo'),
  'ctrl+y': plain('yank'),
  'alt+y': plain('yankPop'),
  'alt+a': plain('selectAll'),
  'meta+a': plain('selectAll'),
  'ctrl+shift+a': plain('selectAll'),
  'ctrl+c': plain('copy'),
  'ctrl+shift+c': plain('copy'),
  'meta+c': plain('copy'),
  'ctrl+Insert': plain('copy'),
  'ctrl+x': plain('cut'),
  'meta+x': plain('cut'),
  'shift+Delete': plain('cut'),
  'ctrl+v': plain('paste'),
  'meta+v': plain('paste'),
  'shift+Insert': plain('paste'),
};

/** What commands do, by what they are: for the reference and the help. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  left: 'Moves to the left; with Shift, as all motions, it selects.',
  right: 'Moves to the right.',
  up: 'Moves up, in a field of several lines; adds a step to a number.',
  down: 'Moves down, in a field of several lines; takes off a step from a number.',
  pageUp: 'Moves up by a page.',
  pageDown: 'Moves down by a page.',
  lineStart: 'Moves to the start of the line.',
  lineEnd: 'Moves to the end of the line.',
  start: 'Moves to the start of the text.',
  end: 'Moves to the end of the text.',
  wordLeft: 'Moves to the start of the word.',
  wordRight: 'Moves to the end of the word.',
  enter: 'Submits; in a field of several lines, starts another one.',
  'delete grapheme back': 'Deletes the character before the cursor.',
  'delete grapheme': 'Deletes the character after the cursor.',
  'delete word back': 'Deletes to the start of the word.',
  'delete word': 'Deletes to the end of the word.',
  'delete blankWord back': 'Deletes to the blank before.',
  'delete line back': 'Deletes to the start of the line.',
  'delete line': 'Deletes to the end of the line.',
  transpose: 'Exchanges two characters.',
  undo: 'Undoes.',
  redo: 'Redoes.',
  yank: 'Inserts what was deleted last; after undoing, redoes.',
  yankPop: 'Exchanges what was inserted for what was deleted before.',
  selectAll: 'Selects all.',
  copy: 'Copies what is selected.',
  cut: 'Cuts what is selected.',
  paste: 'Inserts what was copied or deleted last.',
};

function nameOfCommand(command: Command | (typeof MOTIONS)[string]): string {
  if ('motion' in command) return command.motion;
  if (command.type !== 'delete') return command.type;
  return `delete ${command.unit}${command.forward ? '' : ' back'}`;
}

/** The keys of fields, as elements declare theirs. Tab and Escape are those of single fields. */
export const FIELD_KEYS: KeyTable = tableOfKeys();

function tableOfKeys(): KeyTable {
  const keys = new Map<string, string[]>();
  for (const [key, command] of [...Object.entries(MOTIONS), ...Object.entries(COMMANDS)]) {
    const name = nameOfCommand(command);
    if (name in DESCRIPTIONS) keys.set(name, [...(keys.get(name) ?? []), key]);
  }
  return Object.fromEntries(
    [...keys].map(([name, all]) => [
      name,
      { keys: all.join(', '), description: DESCRIPTIONS[name] ?? '' },
    ]),
  );
}

/** What a key does in a field; undefined where it is none of its keys. */
export function commandOf(event: KeyEvent): Command | undefined {
  const { shiftKey } = event;
  const held = heldKeys(event);
  const key = held === '' ? event.key : shortcutKey(event);
  const single = isCharacter(key);
  if (single && held === '') return { type: 'insert', text: key };
  // Letters come as they are typed; some terminals send the capital with Ctrl.
  const letter = /^[A-Za-z]$/.test(key);
  const name = letter ? key.toLowerCase() : key;
  const shift = shiftKey && (letter || !single) ? 'shift+' : '';
  const exact = entry(COMMANDS, held + shift + name) ?? removalOf(name, held);
  if (exact !== undefined) return exact;
  // With Caps Lock on, Alt and a letter come as a capital; readline takes both alike.
  const capital = letter && event.altKey && !event.ctrlKey && shiftKey;
  const small = capital ? entry(COMMANDS, held + name) : undefined;
  if (small !== undefined) return small;
  const motion = motionOf(name, held);
  // Shift with a letter of readline means nothing; Shift is part of typing < and >.
  if (motion === undefined || (shiftKey && letter && !capital)) return undefined;
  return { ...motion, extend: shiftKey && !single };
}

/** Ctrl and Alt at once are as one of them. */
const wordsOf = (held: string): string => (held === 'ctrl+alt+' ? 'alt+' : held);

/** With a character, both mean that it is typed by AltGr. */
function motionOf(name: string, held: string): (typeof MOTIONS)[string] | undefined {
  return entry(MOTIONS, (isCharacter(name) ? held : wordsOf(held)) + name);
}

/** A finger that stays on Shift, or on both keys that mean words, means the same. */
function removalOf(name: string, held: string): Command | undefined {
  const removes = name === 'Backspace' || name === 'Delete';
  return removes ? entry(COMMANDS, wordsOf(held) + name) : undefined;
}

/** `ctrl+alt+`: the modifiers that are held, without Shift. */
function heldKeys({ metaKey, ctrlKey, altKey }: KeyEvent): string {
  return `${metaKey ? 'meta+' : ''}${ctrlKey ? 'ctrl+' : ''}${altKey ? 'alt+' : ''}`;
}

/** True for keys that type; the others have names. */
function isCharacter(key: string): boolean {
  return key.length === 1 || (key.length === 2 && (key.codePointAt(0) ?? 0) > 0xffff);
}

function entry<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
