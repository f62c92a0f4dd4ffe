/**
 * Operates elements for assistive technology, which knows elements and their parts, but no keys and no cells. Keys
 * and presses are not made up for it; all that follows from them is the same: the focus and its events, `click`,
 * what the element fires, and its default action. What a person could not do in the terminal is refused, and
 * changes nothing.
 */
import type { AccessibleAction } from '../base/accessible-node.js';
import { dispatchTrusted } from '../dom/events/event-target.js';
import { OPERATION } from '../element/internals.js';
import { isConnected, isInside } from '../element/tree.js';
import type { Operation, TuiElement } from '../element/tui-element.js';
import { clickEvent } from './events.js';
import { isDisabled, isShown, type Focus } from './focus.js';
import { runDefaultAction, type DispatchHost } from './host.js';
import { isInert, modalOf } from './inert.js';
import type { Tooltips } from './tooltips.js';

export interface OperatorParts {
  readonly focus: Focus;
  readonly tooltips: Tooltips;
  /** Presses a key, whatever has the focus. */
  press(key: string): void;
}

export class Operator {
  readonly #host: DispatchHost;
  readonly #parts: OperatorParts;

  constructor(host: DispatchHost, parts: OperatorParts) {
    this.#host = host;
    this.#parts = parts;
  }

  /** @returns false where nothing was done, since a person could not do it now */
  operate(element: TuiElement, part: string, action: AccessibleAction): boolean {
    const { focus, tooltips } = this.#parts;
    if (this.#plan(element, part, action) === undefined) return false;
    tooltips.hide();
    focus.used('keys');
    if (!this.#enter(element, action)) return true;
    // Listeners of the focus may have made something else of it.
    const plan = this.#plan(element, part, action);
    if (plan === undefined) return true;
    this.#host.acted();
    if (typeof plan === 'function') this.#guard(element, plan);
    else this.#click(plan);
    if (action.type === 'key') this.#parts.press(action.key);
    return true;
  }

  #plan(element: TuiElement, part: string, action: AccessibleAction): Operation | undefined {
    this.#host.flush();
    if (!isConnected(element) || isDisabled(element) || isInert(element) || !isShown(element))
      return undefined;
    const { type } = action;
    const isOfFocus = type === 'focus' || type === 'key';
    if (isOfFocus && part === '' && this.#parts.focus.canFocus(element)) return nothing;
    return this.#guard(element, () => element[OPERATION](action, part));
  }

  /** Moves the focus as a pointer press does. @returns false if the action would reach another element */
  #enter(element: TuiElement, { type }: AccessibleAction): boolean {
    const { focus } = this.#parts;
    // Keys pressed inside an element also reach it: Escape closes a dialog.
    if (type === 'key' && isInside(focus.element, element)) return true;
    const next = focus.nearest(element);
    // A press elsewhere in a modal element leaves the focus on the element in it that has it.
    const stays = next !== null && next !== element && next === modalOf(this.#host.document);
    if (!stays || focus.element === null) focus.request(next);
    return type === 'press' || type === 'select' || focus.element === next;
  }

  #click(target: TuiElement): void {
    if (!dispatchTrusted(target, clickEvent())) return;
    runDefaultAction(this.#host, target, { type: 'click', target });
  }

  #guard<T>(element: TuiElement, use: () => T): T | undefined {
    try {
      return use();
    } catch (error) {
      this.#host.reportError(error, element);
      return undefined;
    }
  }
}

function nothing(): void {
  // Having the focus is all there is to it.
}
