/** Keys of words and lines, as terminals send them: with each modifier, and in each of the forms that there are. */
import { expect, it } from '@jest/globals';
import { commandOf, type Command } from '../../../elements/text-editing/keymap.js';
import { InputDecoder } from '../../../runtime/terminal/input/decoder.js';
import type { TerminalInput } from '../../../runtime/base/input-events.js';

/** The bit of each modifier in a parameter. */
const BITS = { Shift: 1, Alt: 2, Ctrl: 4, Super: 8 };

const FORMS: Readonly<Record<string, readonly ((parameter: number) => string)[]>> = {
  // xterm and VTE, then the kitty protocol.
  Left: [(m) => `\x1b[1;${m}D`, (m) => `\x1b[57417;${m}u`],
  Right: [(m) => `\x1b[1;${m}C`, (m) => `\x1b[57418;${m}u`],
  Delete: [(m) => `\x1b[3;${m}~`, (m) => `\x1b[57426;${m}u`],
  Backspace: [(m) => `\x1b[27;${m};127~`, (m) => `\x1b[127;${m}u`],
};

function decoded(bytes: string): TerminalInput[] {
  const events: TerminalInput[] = [];
  const decoder = new InputDecoder((event) => events.push(event), { setTimer: () => () => {} });
  decoder.feed(Buffer.from(bytes));
  return events;
}

function show(command: Command | undefined): string {
  if (command?.type === 'move') return `${command.motion}${command.extend ? ' selects' : ''}`;
  if (command?.type !== 'delete') return command?.type ?? '-';
  return `delete ${command.unit} ${command.forward ? 'after' : 'before'}`;
}

/** What each key does with these modifiers; fails where the forms differ. */
function row(modifiers: string): string {
  const names = modifiers.split('+').filter((name) => name !== '') as (keyof typeof BITS)[];
  const parameter = 1 + names.reduce((sum, name) => sum + BITS[name], 0);
  const cells = Object.entries(FORMS).map(([key, forms]) => {
    const found = forms.map((form) => {
      const [event] = decoded(form(parameter));
      return event?.type === 'key' ? show(commandOf(event)) : 'none';
    });
    expect({ modifiers, key, found: new Set(found).size }).toEqual({ modifiers, key, found: 1 });
    return found[0]!;
  });
  return `${(modifiers || '(none)').padEnd(15)} ${cells.map((cell) => cell.padEnd(22)).join('')}`;
}

it('moves and deletes by words and lines', () => {
  const held = ['', 'Shift', 'Alt', 'Ctrl', 'Ctrl+Alt', 'Super'];
  const all = held.flatMap((each) =>
    each === 'Shift' || each === '' ? [each] : [each, `Shift+${each}`],
  );
  expect(all.map((each) => row(each).trimEnd())).toEqual([
    '(none)          left                  right                 delete grapheme after delete grapheme before',
    'Shift           left selects          right selects         cut                   delete grapheme before',
    'Alt             wordLeft              wordRight             delete word after     delete word before',
    'Shift+Alt       wordLeft selects      wordRight selects     delete word after     delete word before',
    'Ctrl            wordLeft              wordRight             delete word after     delete word before',
    'Shift+Ctrl      wordLeft selects      wordRight selects     delete word after     delete word before',
    'Ctrl+Alt        wordLeft              wordRight             delete word after     delete word before',
    'Shift+Ctrl+Alt  wordLeft selects      wordRight selects     delete word after     delete word before',
    'Super           lineStart             lineEnd               delete line after     delete line before',
    'Shift+Super     lineStart selects     lineEnd selects       delete line after     delete line before',
  ]);
});

it('reads Alt+Backspace as xterm and VTE send it, with Shift as well', () => {
  const [event] = decoded('\x1b\x7f');
  expect(event?.type === 'key' && show(commandOf(event))).toBe('delete word before');
});
