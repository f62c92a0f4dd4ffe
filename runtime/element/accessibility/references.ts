/**
 * References to elements and their parts outside of their process: numbers, which are never used again. A number
 * says nothing of what it is given to, and keeps nothing alive.
 */
import type { AccessibleRole } from '../../base/accessible-node.js';
import { hasListener } from '../../dom/events/event-target.js';
import { DEFINITION, FOCUSABLE, HAS_STATE, PROPS } from '../internals.js';
import type { TuiDocument } from '../tui-document.js';
import type { TuiElement } from '../tui-element.js';
import { numberOf } from '../services.js';
import { documentOf, getAttribute, isConnected } from '../tree.js';

const REF = /^(\d{1,15})(?:\.([a-z\d-]{1,32}))?$/;

/** What an author says is to be pressed, is. */
export const PRESSED_ROLES: ReadonlySet<AccessibleRole> = new Set(['button', 'link']);

const elements = new Map<number, WeakRef<TuiElement>>();
const gone = new FinalizationRegistry<number>((number) => elements.delete(number));

/** @param part what the element calls a part of it; empty for the element itself */
export function refOf(element: TuiElement, part = ''): string {
  const number = numberOf(element);
  if (!elements.has(number)) {
    elements.set(number, new WeakRef(element));
    gone.register(element, number);
  }
  return part === '' ? String(number) : `${number}.${part}`;
}

/** The element, and what it calls its part; undefined where the document has no such element now. */
export function resolveRef(
  document: TuiDocument,
  ref: string,
): { readonly element: TuiElement; readonly part: string } | undefined {
  const [, number = '', part = ''] = REF.exec(ref) ?? [];
  const element = number === '' ? undefined : elements.get(Number(number))?.deref();
  if (element === undefined || documentOf(element) !== document || !isConnected(element)) {
    return undefined;
  }
  return { element, part };
}

/** The empty text, for the element itself, where a person can do something with it. */
export function partOf(element: TuiElement, role: AccessibleRole | undefined): '' | undefined {
  if (element[PROPS]['disabled'] === true || element[HAS_STATE]('disabled')) return undefined;
  const isPressed = role !== undefined && PRESSED_ROLES.has(role);
  // A click on what other elements are in may be meant for any of them.
  const isClicked = element[DEFINITION].content !== 'flow' && hasListener(element, 'click');
  return element[FOCUSABLE] || hasTabIndex(element) || isPressed || isClicked ? '' : undefined;
}

export function hasTabIndex(element: TuiElement): boolean {
  return getAttribute(element, 'tabindex') !== null;
}
