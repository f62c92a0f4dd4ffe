/** The accessible view of an app: its items, and the actions on them. */
import type { AccessibleAction, AccessibleItem } from '../base/accessible-node.js';
import { accessibleTree } from '../element/accessibility/accessible-tree.js';
import { Audience } from '../element/accessibility/audience.js';
import { resolveRef } from '../element/accessibility/references.js';
import { commandButton } from '../element/commands/accessible-command.js';
import { canRun, hasCommands } from '../element/commands/commands.js';
import { COMMAND } from '../element/internals.js';
import { hostOf } from '../element/query.js';
import { numberOf } from '../element/services.js';
import { documentElementOf, getAttribute } from '../element/tree.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import type { Notification } from '../input/notifications.js';
import type { Interaction } from './interaction.js';

const URGENT: ReadonlySet<string> = new Set(['warning', 'error']);
/** Prefix of references to notifications: those to elements start at 1. */
const NOTIFICATIONS = '0.';
/** Prefix of references to commands. */
const COMMANDS = '0.c';
/** Further ones are run by their keys alone. */
const MAX_COMMANDS = 1000;
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
  const items = withCommands(
    accessibleTree(documentElementOf(document), true, isForAi),
    document,
    isForAi,
  );
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

/** Adds a toolbar of the commands in force that no control in the document runs. */
function withCommands(
  items: AccessibleItem[],
  document: TuiDocument,
  isForAi: boolean,
): AccessibleItem[] {
  const { commands } = hostOf(document);
  if (commands === undefined || !hasCommands(document)) return items;
  const audience = new Audience(document, isForAi);
  const isHidden = (element: TuiElement): boolean =>
    getAttribute(element, 'aria-hidden') === 'true' || audience.isWithheld(element);
  const withheld = new Set<string>();
  const buttons: AccessibleItem[] = [];
  const known = new Set(items.filter(isCommand).map(nameOfCommand));
  for (const { element, keys } of commands.withKeys()) {
    const command = element as TuiElement;
    if (command[COMMAND]?.isHidden === true) continue;
    const { part, ...node } = commandButton(command, keys);
    const item = { depth: 1, ...node, ref: part === undefined ? undefined : COMMANDS + part };
    if (isHidden(command)) withheld.add(nameOfCommand(item));
    else if (!known.has(nameOfCommand(item))) buttons.push(item);
    if (buttons.length === MAX_COMMANDS) break;
  }
  const shown =
    withheld.size === 0
      ? items
      : items.filter((item) => !isCommand(item) || !withheld.has(nameOfCommand(item)));
  if (buttons.length === 0) return shown;
  return [...shown, { depth: 0, role: 'toolbar', name: 'Commands' }, ...buttons];
}

/** True for a button that runs a command. */
function isCommand({ role, value, keys }: AccessibleItem): boolean {
  return role === 'button' && (value !== undefined || keys !== undefined);
}

function nameOfCommand({ value, name = '', keys = '' }: AccessibleItem): string {
  return value ?? `${name}\n${keys}`;
}

function runCommandOf(document: TuiDocument, part: string): boolean {
  const { commands } = hostOf(document);
  for (const element of commands?.inForce() ?? []) {
    const command = element as TuiElement;
    if (String(numberOf(command)) !== part || !canRun(command)) continue;
    commands?.run(command);
    return true;
  }
  return false;
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
  if (ref.startsWith(COMMANDS)) {
    const isPress = action.type === 'press';
    return isPress && runCommandOf(interaction.document, ref.slice(COMMANDS.length));
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
