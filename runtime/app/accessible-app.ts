/** An app for people who do not see its cells: all there is to find, and what can be done with it. */
import type { AccessibleAction, AccessibleItem } from '../base/accessible-node.js';
import { accessibleTree } from '../element/accessibility/accessible-tree.js';
import { resolveRef } from '../element/accessibility/references.js';
import { numberOf } from '../element/services.js';
import { documentElementOf } from '../element/tree.js';
import type { Notification } from '../input/notifications.js';
import type { Interaction } from './interaction.js';

const URGENT: ReadonlySet<string> = new Set(['warning', 'error']);
/** Elements are numbered from 1. */
const NOTIFICATIONS = '0.';
/** Notifications are numbered from 1, too. */
const FAULT = '0.0';
/** Cells of an excerpt that is read aloud. */
const SPOKEN = 80;

/**
 * The document, and after it the notifications, in two regions that are always there: what comes into one is read
 * aloud, at once where it is bad news.
 */
export function accessibleItems(
  { document, notifications, errorOverlay: errors }: Interaction,
  isForAi = false,
): AccessibleItem[] {
  const items = accessibleTree(documentElementOf(document), true, isForAi);
  for (const role of ['log', 'alert'] as const) {
    items.push({ depth: 0, role });
    for (const each of notifications.list) {
      if (URGENT.has(each.kind) !== (role === 'alert')) continue;
      items.push({ depth: 1, role: 'paragraph', ref: refOfNotification(each) });
      items.push({ depth: 2, role: 'text', name: each.text });
    }
    const shown = role === 'alert' ? errors?.current : undefined;
    if (shown) {
      items.push({ depth: 1, role: 'paragraph', ref: FAULT });
      items.push({ depth: 2, role: 'text', name: shown.lines(SPOKEN).join('\n') });
    }
  }
  return items;
}

/**
 * Does what a person does with an item, by what it is called. Events, default actions and the focus are those that keys
 * and the pointer would cause; what a person could not do in the terminal is not done.
 *
 * @returns false where nothing was done: the item is gone, hidden, disabled, or knows no such action
 */
export function operate(interaction: Interaction, ref: string, action: AccessibleAction): boolean {
  if (ref === FAULT) {
    const { errorOverlay: errors } = interaction;
    if (!errors?.current || action.type !== 'press') return false;
    errors.clear();
    return true;
  }
  if (ref.startsWith(NOTIFICATIONS)) {
    const { notifications } = interaction;
    const found = notifications.list.find((each) => refOfNotification(each) === ref);
    if (found === undefined || action.type !== 'press') return false;
    notifications.remove(found);
    return true;
  }
  const found = resolveRef(interaction.document, ref);
  return found !== undefined && interaction.operate(found.element, found.part, action);
}

function refOfNotification(notification: Notification): string {
  return `${NOTIFICATIONS}${numberOf(notification)}`;
}
