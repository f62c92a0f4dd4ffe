/** The commands that keys reach, and the keys of every app, as texts: a list for the help. */
import { parseKeys } from '../../base/keys/parse.js';
import { cellWidth } from '../../base/text/graphemes.js';
import { COMMAND, DEFINITION } from '../../element/internals.js';
import {
  append,
  createElement,
  createText,
  localNameOf,
  parentElementOf,
  setAttribute,
} from '../../element/tree.js';
import type { TuiDocument, TuiElement } from '../../element/tui-element.js';
import type { CommandKeys } from './command-keys.js';
import { hasPalette } from './palette-key.js';

interface Line {
  readonly keys: string;
  readonly label: string;
}

/** Cells of the column of keys at most; longer keys move their label to the right. */
const MAX_KEYS = 16;

/**
 * One text for each group.
 *
 * @param isFirst nothing is above the list
 */
export function listCommands(
  document: TuiDocument,
  commands: CommandKeys,
  isFirst: boolean,
): TuiElement[] {
  const groups = new Map<string, Line[]>();
  const add = (group: string, line: Line): void => {
    const lines = groups.get(group);
    if (lines === undefined) groups.set(group, [line]);
    else lines.push(line);
  };
  for (const { element, keys: chords } of commands.withKeys()) {
    const command = element[COMMAND];
    if (command === undefined || command.isHidden) continue;
    const keys = chords.map((chord) => commands.format(chord));
    add(command.group, { keys: keys.join(', '), label: command.label });
  }
  for (const { heading, lines } of ownKeys(commands)) for (const line of lines) add(heading, line);
  add('General', { keys: 'F1, ?', label: 'Help' });
  if (hasPalette(document)) {
    const isAscii = commands.glyphs !== 'unicode';
    add('General', { keys: isAscii ? 'Ctrl+P' : '^P', label: 'Find a command' });
  }
  let width = 0;
  for (const { keys } of [...groups.values()].flat()) width = Math.max(width, cellWidth(keys));
  width = Math.min(MAX_KEYS, width);
  const names = [...groups.keys()].sort((a, b) => Number(a !== '') - Number(b !== ''));
  return names.map((name, index) => {
    const text = textOfGroup(document, name, groups.get(name) ?? [], width);
    const margin = isFirst && index === 0 ? '' : '; margin: 1 0 0 0';
    setAttribute(text, 'style', `white-space: pre; flex-shrink: 0${margin}`);
    return text;
  });
}

/** The keys of the focused element, and of those around it. */
function ownKeys(commands: CommandKeys): { heading: string; lines: Line[] }[] {
  const found: { heading: string; lines: Line[] }[] = [];
  for (let at: TuiElement | null = commands.target; at !== null; at = parentElementOf(at)) {
    const entries = Object.values(at[DEFINITION].keys);
    if (entries.length === 0) continue;
    const lines = entries.map(({ keys, description }) => {
      const result = parseKeys(keys);
      const chords = result.ok ? result.keys : [];
      const label = description.replace(/\.$/, '').replaceAll('`', '');
      return { keys: chords.map((chord) => commands.format(chord)).join(', '), label };
    });
    found.push({ heading: `Keys of ${localNameOf(at)}`, lines });
  }
  return found;
}

function textOfGroup(
  document: TuiDocument,
  name: string,
  lines: readonly Line[],
  width: number,
): TuiElement {
  const text = createElement(document, 'text');
  if (name !== '') {
    const heading = createElement(document, 'b');
    append(heading, createText(document, name));
    append(text, heading, createText(document, '\n'));
  }
  const written = lines.map(({ keys, label }) => `${padded(keys, width)}  ${label}`).join('\n');
  append(text, createText(document, written));
  return text;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - cellWidth(text)));
}
