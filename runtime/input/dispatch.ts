/**
 * From decoded input to DOM events: keys go to the document's focused element, the pointer to the
 * element whose box owns the cell.
 */
import type { TuiDocument, TuiElement } from '../tree/element.js';
import { KeyboardEvent, MouseEvent, PasteEvent, WheelEvent, type MouseInit } from './events.js';
import type { InputRecord } from './input.js';

export interface DispatchHost {
  readonly document: TuiDocument;
  /** The element at a cell of the screen, and the cell where its content box starts. */
  at(
    x: number,
    y: number,
  ): { readonly element: TuiElement; readonly x: number; readonly y: number } | null;
  /** Ctrl+C that no listener prevented. */
  interrupt(): void;
  /** Milliseconds, for telling double clicks. */
  now(): number;
}

/** Two clicks at one cell within this many milliseconds are a double click. */
const DOUBLE_CLICK = 500;
/** `MouseEvent.buttons` bits by button number. */
const BUTTON_BITS = [1, 4, 2, 8, 16];

type MouseRecord = Extract<InputRecord, { type: 'mouse' }>;

export class InputDispatcher {
  private buttons = 0;
  private pressed: { readonly element: TuiElement; readonly button: number } | null = null;
  private hovered: TuiElement[] = [];
  private lastClick = { x: -1, y: -1, time: -Infinity, count: 0 };

  constructor(private readonly host: DispatchHost) {}

  /** Dispatches whatever events a piece of input stands for. */
  dispatch(input: InputRecord): void {
    switch (input.type) {
      case 'key': {
        const type = input.kind === 'release' ? 'keyup' : 'keydown';
        const event = new KeyboardEvent(type, { ...input, repeat: input.kind === 'repeat' });
        const proceeds = this.host.document.documentElement.dispatchEvent(event);
        const interrupts = type === 'keydown' && input.ctrlKey && input.key.toLowerCase() === 'c';
        if (proceeds && interrupts && !input.altKey && !input.metaKey) this.host.interrupt();
        return;
      }
      case 'mouse':
        this.pointer(input);
        return;
      case 'paste':
        this.host.document.documentElement.dispatchEvent(new PasteEvent(input.text));
        return;
      case 'focus':
        if (!input.focused) this.hover(null, undefined);
        return;
    }
  }

  private pointer(input: MouseRecord): void {
    const found = this.host.at(input.x, input.y);
    const target = found?.element ?? this.host.document.documentElement;
    const bit = BUTTON_BITS[input.button] ?? 0;
    if (input.action === 'press') this.buttons |= bit;
    if (input.action === 'release') this.buttons &= ~bit;
    const init: MouseInit = {
      ctrlKey: input.ctrlKey,
      altKey: input.altKey,
      shiftKey: input.shiftKey,
      metaKey: input.metaKey,
      clientX: input.x,
      clientY: input.y,
      offsetX: input.x - (found?.x ?? 0),
      offsetY: input.y - (found?.y ?? 0),
      button: Math.max(0, input.button),
      buttons: this.buttons,
    };
    this.hover(target, init);
    switch (input.action) {
      case 'wheel':
        target.dispatchEvent(
          new WheelEvent('wheel', { ...init, deltaX: input.deltaX, deltaY: input.deltaY }),
        );
        return;
      case 'press':
        this.pressed = { element: target, button: input.button };
        target.dispatchEvent(new MouseEvent('mousedown', { ...init, detail: 1 }));
        return;
      case 'release':
        target.dispatchEvent(new MouseEvent('mouseup', { ...init, detail: 1 }));
        this.click(target, input, init);
        return;
      default:
        target.dispatchEvent(new MouseEvent('mousemove', init));
    }
  }

  /** A press and a release are a click on the nearest element that holds both (UI Events section 3.4). */
  private click(target: TuiElement, input: MouseRecord, init: MouseInit): void {
    const { pressed } = this;
    this.pressed = null;
    if (pressed === null || pressed.button !== input.button) return;
    let common: TuiElement | null = target;
    while (common !== null && !common.contains(pressed.element)) common = common.parentElement;
    if (common === null) return;
    if (input.button !== 0) {
      common.dispatchEvent(new MouseEvent('auxclick', { ...init, detail: 1 }));
      return;
    }
    const now = this.host.now();
    const { lastClick } = this;
    const again =
      lastClick.x === input.x && lastClick.y === input.y && now - lastClick.time <= DOUBLE_CLICK;
    const count = again ? lastClick.count + 1 : 1;
    this.lastClick = { x: input.x, y: input.y, time: now, count };
    common.dispatchEvent(new MouseEvent('click', { ...init, detail: count }));
    if (count === 2) common.dispatchEvent(new MouseEvent('dblclick', { ...init, detail: count }));
  }

  /** `mouseleave` from the inside out, then `mouseenter` from the outside in; neither bubbles. */
  private hover(target: TuiElement | null, init: MouseInit | undefined): void {
    const path: TuiElement[] = [];
    for (let at = target; at !== null; at = at.parentElement) path.push(at);
    const place = init ?? {
      ctrlKey: false,
      altKey: false,
      shiftKey: false,
      metaKey: false,
      clientX: -1,
      clientY: -1,
      offsetX: -1,
      offsetY: -1,
    };
    const before = this.hovered;
    if (before[0] === path[0]) return;
    const entered = new Set(path);
    const left = new Set(before);
    this.hovered = path;
    for (const element of before) {
      if (entered.has(element)) continue;
      element.removeState('hover');
      element.dispatchEvent(new MouseEvent('mouseleave', place, false));
    }
    for (const element of [...path].reverse()) {
      if (left.has(element)) continue;
      element.addState('hover');
      element.dispatchEvent(new MouseEvent('mouseenter', place, false));
    }
  }
}
