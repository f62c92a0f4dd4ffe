/** A menu for assistive technology: its items with their roles, open submenus after the items they belong to. */
import { commandFields, keysOf, numberOf } from '../support/author.js';
import type { AccessibleElement } from '../support/author.js';
import { PROPS } from '../support/author.js';
import type { Entry, ItemEntry } from './entries.js';

/** An open menu or submenu. */
export interface ShownLevel {
  readonly entries: readonly Entry[];
  /** The row that keys are at; -1 for none. */
  readonly active: number;
  /** The row whose submenu is open; -1 for none. */
  readonly opened: number;
}

const ROLES = {
  command: 'menuitem',
  checkbox: 'menuitemcheckbox',
  radio: 'menuitemradio',
} as const;

/** The parts of the first level, the others in it. */
export function menuParts(levels: readonly ShownLevel[]): readonly AccessibleElement[] {
  const [level, ...inner] = levels;
  const parts: AccessibleElement[] = [];
  let group: AccessibleElement[] = parts;
  for (const [row, entry] of (level?.entries ?? []).entries()) {
    if (entry.item === undefined) {
      group = parts;
      if (entry.label === '') parts.push({ role: 'separator' });
      else {
        group = [];
        parts.push({ role: 'group', name: entry.label, parts: group });
      }
      continue;
    }
    const isOpen = row === level?.opened;
    const isCurrent = row === level?.active && inner.length === 0;
    group.push(itemNode(entry, isCurrent, isOpen));
    if (isOpen) group.push({ role: 'menu', name: entry.label, parts: menuParts(inner) });
  }
  return parts;
}

function itemNode(entry: ItemEntry, isCurrent: boolean, isOpen: boolean): AccessibleElement {
  const { item, label, type, isDisabled, isParent, command } = entry;
  return {
    role: ROLES[type],
    name: label,
    checked: type === 'command' ? undefined : item[PROPS].checked,
    disabled: isDisabled,
    expanded: isParent ? isOpen : undefined,
    current: isCurrent || undefined,
    ...commandFields(command, command === undefined ? [] : keysOf(command)),
    part: isDisabled ? undefined : String(numberOf(item)),
  };
}
