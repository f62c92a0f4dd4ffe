/** The pointer: mouse events by UI Events, hovering, clicks, and what follows from them by default. */
import { contains } from '../base/geometry.js';
import type { InputAction, TuiElement } from '../element/tui-element.js';
import { dispatchTrusted } from '../dom/events/event-target.js';
import { mouseEvent, wheelEvent, type MouseInit } from './events.js';
import { isDisabled, type Focus } from './focus.js';
import { openContextMenu } from './context-menu.js';
import { runDefaultActions, runDefaultAction, type DispatchHost } from './host.js';
import { isInert, modalOf } from './inert.js';
import type { Modifiers, UserInput } from '../base/input-events.js';
import type { Popups } from './popups.js';
import type { Scroller } from './scrolling.js';
import type { Selection } from './selection.js';
import type { Tooltips } from './tooltips.js';
import { beginClick } from '../element/click-watchers.js';
import { HOVER_AT, MENU_PRESSED } from '../element/internals.js';
import { removeState, addState } from '../element/tui-element.js';
import { documentElementOf, isConnected, isInside, parentElementOf } from '../element/tree.js';

/** Two clicks at one cell within this many milliseconds are a double click. */
const DOUBLE_CLICK = 500;
/** `MouseEvent.buttons` bits by button number. */
const BUTTON_BITS = [1, 4, 2, 8, 16];

/** Events that disabled controls and their content do not receive (HTML, section 4.10.18.5). */
const PRESSES: ReadonlySet<string> = new Set([
  'mousedown',
  'mouseup',
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
]);

type MouseRecord = Extract<UserInput, { type: 'mouse' }>;
/** An event's fields but for those that depend on its target. */
type Fields = Omit<MouseInit, 'offsetX' | 'offsetY'>;

export interface PointerParts {
  readonly focus: Focus;
  readonly popups: Popups;
  readonly scroller: Scroller;
  readonly selection: Selection;
  readonly tooltips: Tooltips;
  /** Hands what is selected to the clipboard. */
  copy(): void;
}

const NO_KEYS: Modifiers = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

export class Pointer {
  #buttons = 0;
  #pressed: {
    readonly element: TuiElement;
    readonly button: number;
    readonly x: number;
    readonly y: number;
  } | null = null;
  /**
   * Whose default action took the press: it receives pointer events until the buttons are up, wherever that
   * is, as if it had called `setPointerCapture` (Pointer Events section 10).
   */
  #captured: TuiElement | null = null;
  /** The press was in the popup of the element that has the pointer: so is all until the release. */
  #pressedInPopup = false;
  /** A notification took the press: its release is ignored. */
  #dismissed = false;
  #last = { x: -1, y: -1 };
  #hovered: readonly TuiElement[] = [];
  #active: readonly TuiElement[] = [];
  #lastClick = { x: -1, y: -1, time: -Infinity, count: 0 };

  readonly #focus: Focus;
  readonly #scroller: Scroller;
  readonly #selection: Selection;
  readonly #tooltips: Tooltips;

  readonly #host: DispatchHost;
  readonly #parts: PointerParts;

  constructor(host: DispatchHost, parts: PointerParts) {
    this.#host = host;
    this.#parts = parts;

    ({
      focus: this.#focus,
      scroller: this.#scroller,
      selection: this.#selection,
      tooltips: this.#tooltips,
    } = parts);
  }

  /** A press that closed a popup, and what follows it up to its release, does nothing else. */
  #isDismissal({ action, x, y }: MouseRecord): boolean {
    if (action === 'press' && this.#host.dismiss(x, y)) {
      this.#dismissed = true;
      return true;
    }
    if (!this.#dismissed || action === 'drag') return this.#dismissed;
    this.#dismissed = false;
    return action === 'release';
  }

  dispatch(input: MouseRecord): void {
    if (this.#isDismissal(input)) return;
    const hit = this.#host.at(input.x, input.y) ?? documentElementOf(this.#host.document);
    const bit = BUTTON_BITS[input.button] ?? 0;
    if (input.action === 'press') this.#buttons |= bit;
    if (input.action === 'release') this.#buttons &= ~bit;
    // A release outside of the window is never reported: motion without a button says that none is down.
    if (input.action === 'move') this.#buttons = 0;
    const captured = this.#captured;
    const lost = captured !== null && (!isConnected(captured) || isInert(captured));
    if (input.action === 'move' || lost) this.#captured = null;
    const target = this.#captured ?? hit;
    const { ctrlKey, altKey, shiftKey, metaKey, x, y } = input;
    const fields: Fields = {
      ctrlKey,
      altKey,
      shiftKey,
      metaKey,
      clientX: x,
      clientY: y,
      button: Math.max(0, input.button),
      buttons: this.#buttons,
    };
    // As in browsers, only what was pressed can be seen as hovered while it has the pointer.
    if (input.action === 'press' || input.action === 'release') this.#last = { x, y };
    this.#hover(this.#captured === null ? hit : commonOf(hit, this.#captured), fields);
    switch (input.action) {
      case 'wheel':
        this.#tooltips.hide();
        this.#wheel(hit, fields, input);
        return;
      case 'press':
        this.#tooltips.hide();
        this.#press(target, fields, input);
        return;
      case 'release':
        this.#release(target, hit, fields, input);
        // If the release changes nothing on the screen, no frame follows that would update the hovered elements.
        if (this.#buttons === 0) this.#hoverParts(hit);
        return;
      default:
        this.#move(target, fields, input);
    }
  }

  /** The element that captures the pointer while a button is down; null for none. */
  get element(): TuiElement | null {
    return this.#captured;
  }
  set element(element: TuiElement | null) {
    this.#captured = this.#buttons === 0 ? null : element;
  }

  /** The innermost element that is hovered; null for none. */
  get over(): TuiElement | null {
    return this.#hovered[0] ?? null;
  }

  /** Hovers what is now under the resting pointer, after boxes or their parts have moved. */
  refresh(): void {
    const { x, y } = this.#last;
    this.#selection.follow();
    if (x < 0 || this.#buttons !== 0) return;
    const target = this.#host.at(x, y) ?? documentElementOf(this.#host.document);
    if (!sameItems(pathOf(target), this.#hovered)) {
      this.#hover(target, { ...NO_KEYS, clientX: x, clientY: y });
      this.#tooltips.retarget(target, x, y);
    }
    this.#hoverParts(target);
  }

  /** Reports the cell of the pointer to the elements under it that show which of their parts is hovered. */
  #hoverParts(target: TuiElement): void {
    const { x, y } = this.#last;
    for (const element of this.#hovered) {
      if (element[HOVER_AT] === undefined) continue;
      const place = this.#host.content(element)?.rect ?? { x: 0, y: 0 };
      const cell = { clientX: x, clientY: y, offsetX: x - place.x, offsetY: y - place.y };
      element[HOVER_AT]({ ...cell, target });
    }
  }

  /** The pointer is over nothing any more. */
  leave(): void {
    this.#tooltips.leave();
    this.#last = { x: -1, y: -1 };
    this.#hover(null, { ...NO_KEYS, clientX: -1, clientY: -1 });
  }

  #wheel(target: TuiElement, fields: Fields, { deltaX, deltaY }: MouseRecord): void {
    const place = this.#at(target, fields);
    if (!dispatchTrusted(target, wheelEvent(place, deltaX, deltaY))) return;
    const action = { type: 'wheel', ...place, target, deltaX, deltaY };
    if (!runDefaultAction(this.#host, target, action)) this.#scroller.wheel(action, target);
  }

  #press(target: TuiElement, fields: Fields, { button, x, y }: MouseRecord): void {
    this.#focus.used('pointer');
    const popup = this.#host.popup();
    this.#pressedInPopup = popup?.panels.some(({ rect }) => contains(rect, x, y)) === true;
    if (!this.#pressedInPopup) this.#parts.popups.pressed(target);
    this.#pressed = { element: target, button, x, y };
    this.#setActive(pathOf(target));
    const detail = this.#isAgain(x, y) ? this.#lastClick.count + 1 : 1;
    if (button === 0) this.#selection.clear();
    const action = this.#send('mousedown', target, { ...fields, detail });
    if (action !== undefined && button === 0 && !this.#scroller.press(target, x, y)) {
      // Clicking an element focuses it also where it does something of its own with the press.
      const next = this.#focus.nearest(target);
      // A press beside the controls of a modal element, or on what it covers, does not move the focus.
      const stays = next !== null && next === modalOf(this.#host.document);
      if (!stays || this.#focus.element === null) this.#focus.request(next);
      const taker = runDefaultActions(this.#host, target, action);
      if (taker === null) this.#selection.press(target, x, y, detail);
      // A capture that a listener has set takes precedence.
      else this.#captured ??= taker;
    }
    if (button !== 2 || this.#pressedInPopup) return;
    if (action !== undefined) this.#pressMenu(target, action);
    const menu = this.#send('contextmenu', target, fields, true);
    if (menu !== undefined) openContextMenu(target, { x, y }, false);
  }

  /** The element with the pressed row gets the focus, so that keys and the menu act on the same row. */
  #pressMenu(target: TuiElement, action: InputAction): void {
    for (let at: TuiElement | null = target; at !== null; at = parentElementOf(at)) {
      if (at[MENU_PRESSED] === undefined) continue;
      this.#focus.request(this.#focus.nearest(at));
      at[MENU_PRESSED](action);
      return;
    }
  }

  #move(target: TuiElement, fields: Fields, { action, x, y }: MouseRecord): void {
    const last = this.#last;
    const known = last.x >= 0;
    this.#last = { x, y };
    const movementX = known ? x - last.x : 0;
    const movementY = known ? y - last.y : 0;
    if (action === 'drag') {
      if (this.#scroller.dragTo(x, y)) return;
      this.#selection.drag(x, y);
      this.#tooltips.hide();
    } else {
      this.#scroller.release();
      this.#setActive([]);
      this.#tooltips.move(target, x, y);
    }
    this.#send('mousemove', target, { ...fields, movementX, movementY }, true);
  }

  /** @param hit the element at the cell, which is the target unless another one has the pointer */
  #release(target: TuiElement, hit: TuiElement, fields: Fields, input: MouseRecord): void {
    this.#scroller.release();
    this.#setActive([]);
    const pressed = this.#pressed;
    const count = this.#isAgain(input.x, input.y) ? this.#lastClick.count + 1 : 1;
    this.#send('mouseup', target, { ...fields, detail: count }, true);
    if (input.button === 0 && this.#selection.release() && this.#host.copyOnSelect)
      this.#parts.copy();
    if (this.#buttons === 0 && this.#captured !== null) {
      this.#captured = null;
      if (isConnected(hit)) this.#hover(hit, fields);
    }
    this.#pressed = null;
    if (pressed === null || pressed.button !== input.button) return;
    // A press and a release are a click on the nearest element that holds both (UI Events section 3.4).
    // Where the pointer really is decides: a press that slid off a button does not click it.
    const common = commonOf(hit, pressed.element);
    if (common === null) return;
    if (input.button !== 0) {
      this.#send('auxclick', common, { ...fields, detail: 1 }, true);
      return;
    }
    this.#lastClick = { x: input.x, y: input.y, time: this.#host.now(), count };
    // A press that was let go elsewhere has selected something.
    const isStill = pressed.x === input.x && pressed.y === input.y;
    const end = isStill ? beginClick(this.#host.document) : undefined;
    this.#send('click', common, { ...fields, detail: count }, true);
    end?.(common);
    if (count === 2) this.#send('dblclick', common, { ...fields, detail: 2 }, true);
  }

  /** `mouseout` and `mouseleave` from the inside out, `mouseover` and `mouseenter` from the outside in. */
  #hover(target: TuiElement | null, fields: Fields): void {
    const path = target === null ? [] : pathOf(target);
    const before = this.#hovered;
    const from = before[0] ?? null;
    // An element that was moved with the pointer over it is in others than before.
    if (sameItems(path, before)) return;
    const entered = new Set(path);
    const left = new Set(before);
    this.#hovered = path;
    const leaving = { ...fields, relatedTarget: target };
    const entering = { ...fields, relatedTarget: from };
    const moves = from !== target;
    if (moves && from !== null) this.#send('mouseout', from, leaving);
    for (const element of before) {
      if (entered.has(element)) continue;
      removeState(element, 'hover');
      this.#send('mouseleave', element, leaving);
    }
    if (moves && target !== null) this.#send('mouseover', target, entering);
    for (const element of [...path].reverse()) {
      if (left.has(element)) continue;
      addState(element, 'hover');
      this.#send('mouseenter', element, entering);
    }
    if (target === null) this.#setActive([]);
  }

  #setActive(path: readonly TuiElement[]): void {
    const now = new Set(path);
    for (const element of this.#active) if (!now.has(element)) removeState(element, 'active');
    for (const element of path) addState(element, 'active');
    this.#active = path;
  }

  /** Dispatches an event; unless it was prevented, returns its action, which has run if `acts`. */
  #send(type: string, target: TuiElement, fields: Fields, acts = false): InputAction | undefined {
    if (PRESSES.has(type) && pathOf(target).some(isDisabled)) return undefined;
    const place = this.#at(target, fields);
    if (!dispatchTrusted(target, mouseEvent(type, place))) return undefined;
    const action = { type, ...place, target };
    if (acts) runDefaultAction(this.#host, target, action);
    return action;
  }

  #at(target: TuiElement, fields: Fields): MouseInit {
    const popup = this.#host.popup();
    const { clientX, clientY } = fields;
    if (popup?.element === target) {
      // Of panels that overlap, the inner one is above.
      const found = popup.panels.findLastIndex(({ rect }) => contains(rect, clientX, clientY));
      // A press in the popup counts from there wherever it goes; any other once it has come there.
      if (found >= 0 || (this.#captured === target && this.#pressedInPopup)) {
        const panel = Math.max(0, found);
        const { x, y } = popup.panels[panel]!.inner;
        return { ...fields, inPopup: true, panel, offsetX: clientX - x, offsetY: clientY - y };
      }
    }
    const { x, y } = this.#host.content(target)?.rect ?? { x: 0, y: 0 };
    return { ...fields, offsetX: fields.clientX - x, offsetY: fields.clientY - y };
  }

  #isAgain(x: number, y: number): boolean {
    const lastClick = this.#lastClick;
    const soon = this.#host.now() - lastClick.time <= DOUBLE_CLICK;
    return lastClick.x === x && lastClick.y === y && soon;
  }
}

/** The nearest element that holds both; null where they are of different trees. */
function commonOf(first: TuiElement, second: TuiElement): TuiElement | null {
  let common: TuiElement | null = first;
  while (common !== null && !isInside(second, common)) common = parentElementOf(common);
  return common;
}

/** The element and all around it, from the inside out. */
function sameItems(a: readonly TuiElement[], b: readonly TuiElement[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

function pathOf(element: TuiElement): TuiElement[] {
  const path: TuiElement[] = [];
  for (let at: TuiElement | null = element; at !== null; at = parentElementOf(at)) path.push(at);
  return path;
}
