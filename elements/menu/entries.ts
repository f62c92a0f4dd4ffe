/** Entries of a menu, or of an item with a submenu: items, and lines between them. */
import { formatChord } from '../../runtime/base/keys/strokes.js';
import {
  canRun,
  childElementsOf,
  COMMAND,
  commandsHostOf,
  isDisabled,
  isHidden,
  keysOf,
  PROPS,
  sanitize,
} from '../support/author.js';
import type { TuiElement } from '../support/author.js';
import { Item, ITEM_TEXT } from '../item.js';
import { Separator } from '../separator.js';
import { commandOf } from '../support/invokers.js';

export interface ItemEntry {
  readonly item: Item;
  readonly label: string;
  /** Keys of its command, as they are shown; may be empty. */
  readonly keys: string;
  /** The command that it runs. */
  readonly command: TuiElement | undefined;
  readonly isDisabled: boolean;
  readonly type: 'command' | 'checkbox' | 'radio';
  /** It has a submenu. */
  readonly isParent: boolean;
}

/** A line, or with a label the heading of the items after it. */
interface LineEntry {
  readonly item?: undefined;
  readonly label: string;
}

export type Entry = ItemEntry | LineEntry;

/** @param parent the menu, or the item with a submenu */
export function entriesOf(parent: TuiElement): readonly Entry[] {
  const entries: Entry[] = [];
  for (const child of childElementsOf(parent)) {
    if (isHidden(child)) continue;
    if (child instanceof Item) entries.push(entryOf(child));
    else if (child instanceof Separator)
      entries.push({ label: sanitize(child[PROPS].label).trim() });
  }
  return entries;
}

function entryOf(item: Item): ItemEntry {
  const command = commandOf(item);
  const isParent = childElementsOf(item).some((child) => child instanceof Item);
  const text = item[ITEM_TEXT] || (command?.[COMMAND]?.label ?? '');
  const [chord] = command === undefined ? [] : keysOf(command);
  const { glyphs = 'unicode' } = commandsHostOf(item) ?? {};
  return {
    item,
    label: sanitize(text),
    keys: chord === undefined ? '' : formatChord(chord, glyphs),
    command,
    isDisabled: isDisabled(item) || (command !== undefined && !canRun(command)),
    type: item[PROPS].type,
    isParent,
  };
}

/** The next item from a row on, round and round; -1 where there is none. Disabled ones can be reached, as ARIA has it. */
export function nextItem(entries: readonly Entry[], from: number, step: 1 | -1): number {
  const { length } = entries;
  for (let i = 0; i < length; i++) {
    const row = (((from + i * step) % length) + length) % length;
    if (entries[row]?.item !== undefined) return row;
  }
  return -1;
}

/** The text of a row that letters find. */
export function textIn(entries: readonly Entry[]): (row: number) => string | undefined {
  return (row) => (entries[row]?.item === undefined ? undefined : entries[row].label);
}
