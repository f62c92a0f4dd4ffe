/** Buttons that invoke: a `<command>` of the app, or what another element does, as `commandfor` of HTML. */
import { didYouMean, type Diagnostic } from '../../runtime/base/diagnostics.js';
import { commandById, commandsOf, runCommand } from '../../runtime/element/commands/commands.js';
import { PROPS, SHOW_POPUP } from '../../runtime/element/internals.js';
import {
  commandsHostOf,
  fire,
  isPrevented,
  reportToDocument,
} from '../../runtime/element/services.js';
import { documentOf, elementById, idOf } from '../../runtime/element/tree.js';
import {
  describeElement,
  sourceOf,
  statesOf,
  type TuiElement,
} from '../../runtime/element/tui-element.js';
import { CLOSE, INVOKE } from './internals.js';

/** An element that does something for `commandfor`. */
interface Invoked {
  /** Does what a name means. */
  [INVOKE](command: string, source: TuiElement): void;
}

function nameIn(element: TuiElement, attribute: 'command' | 'commandfor'): string {
  return String(element[PROPS][attribute] ?? '').trim();
}

/** The command that an element names; undefined where there is none, and with `commandfor`. */
export function commandOf(element: TuiElement): TuiElement | undefined {
  const id = nameIn(element, 'command');
  if (id === '' || element[PROPS]['commandfor'] !== undefined) return undefined;
  return commandById(documentOf(element), id);
}

/** @returns false where the element invokes nothing */
export function invoke(element: TuiElement): boolean {
  const name = nameIn(element, 'command');
  if (name === '') return false;
  const id = nameIn(element, 'commandfor');
  if (id !== '') {
    const target = elementById(element, id);
    if (target !== null) invokeAt(target, name, element);
    return true;
  }
  const command = commandOf(element);
  if (command === undefined) return true;
  const host = commandsHostOf(element);
  if (host === undefined) void runCommand(command);
  else host.run(command);
  return true;
}

/** The menu that a button opens and closes; undefined where it has none. */
export function popoverOf(element: TuiElement): TuiElement | undefined {
  const id = String(element[PROPS]['popovertarget'] ?? '').trim();
  const target = id === '' ? null : elementById(element, id);
  return target?.[SHOW_POPUP] === undefined ? undefined : target;
}

/** @returns false where the element has no menu */
export function togglePopover(element: TuiElement): boolean {
  const target = popoverOf(element);
  if (target === undefined) return false;
  if (!statesOf(target).has('open')) target[SHOW_POPUP]?.({ element });
  else if (CLOSE in target) (target as TuiElement & { [CLOSE](): void })[CLOSE]();
  return true;
}

/** HTML, section 4.10.22.7: the event first, then what the element does. */
function invokeAt(target: TuiElement, command: string, source: TuiElement): void {
  const event = fire(target, 'command', { command, source }, { bubbles: false });
  if (isPrevented(event) || command.startsWith('--')) return;
  if (INVOKE in target) (target as TuiElement & Invoked)[INVOKE](command, source);
}

/** Reports names of nothing; for lint. */
export function checkInvoker(element: TuiElement): void {
  const name = nameIn(element, 'command');
  const id = nameIn(element, 'commandfor');
  const document = documentOf(element);
  const popover = String(element[PROPS]['popovertarget'] ?? '').trim();
  if (popover !== '' && popoverOf(element) === undefined) {
    report(element, 'popovertarget', {
      code: 'unknown-id',
      message: `${describeElement(element)}: no <menu> has the id "${popover}"`,
    });
  }
  if (id !== '' && elementById(element, id) === null) {
    report(element, 'commandfor', {
      code: 'unknown-id',
      message: `${describeElement(element)}: no element has the id "${id}"`,
    });
  }
  if (name === '' || element[PROPS]['commandfor'] !== undefined) return;
  if (commandById(document, name) !== undefined) return;
  report(element, 'command', {
    code: 'unknown-command',
    message: `${describeElement(element)}: no <command> has the id "${name}"`,
    suggestion:
      didYouMean(name, commandsOf(document).map(idOf)) ??
      `write <command id="${name}" label="…" onExecute="…"/>`,
  });
}

function report(
  element: TuiElement,
  attribute: string,
  diagnostic: Pick<Diagnostic, 'code' | 'message' | 'suggestion'>,
): void {
  const written = sourceOf(element);
  const span = written?.valueSpan(attribute) ?? written?.name;
  reportToDocument(element, { severity: 'warning', ...diagnostic, source: written?.source, span });
}
