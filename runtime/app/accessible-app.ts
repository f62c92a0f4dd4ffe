/** The accessible view of an app: its items, and the actions on them. */
import type { AccessibleAction, AccessibleItem } from '../base/accessible-node.js';
import { accessibleTree } from '../element/accessibility/accessible-tree.js';
import { resolveRef } from '../element/accessibility/references.js';
import { numberOf } from '../element/services.js';
import { documentElementOf } from '../element/tree.js';
import type { Notification } from '../input/notifications.js';
import type { Interaction } from './interaction.js';

const URGENT: ReadonlySet<string> = new Set(['warning', 'error']);
/** Prefix of references to notifications: those to elements start at 1. */
const NOTIFICATIONS = '0.';
/** The reference to the error overlay: those to notifications start at `0.1`. */
const ERROR_REF = '0.0';
/** Width of the error's excerpt when it is read aloud, in cells. */
const EXCERPT_WIDTH = 80;

/**
 * Lists the document, and after it the notifications in two live regions that always exist: a `log`, and an `alert`
 * for warnings and errors, which screen readers announce at once.
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
      items.push({ depth: 1, role: 'paragraph', ref: ERROR_REF });
      items.push({ depth: 2, role: 'text', name: shown.lines(EXCERPT_WIDTH).join('\n') });
    }
  }
  return items;
}

/**
 * Performs a user's action on an item, by its reference. Events, default actions and focus changes are those that keys
 * and the pointer would cause; actions that are impossible in the terminal are not performed.
 *
 * @returns false if nothing was done: the item is gone, hidden, disabled, or does not support the action
 */
export function operate(interaction: Interaction, ref: string, action: AccessibleAction): boolean {
  if (ref === ERROR_REF) {
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
