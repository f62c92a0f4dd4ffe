/** Events made from input. */
import { ClipboardEvent } from '../dom/events/editing-events.js';
import {
  FocusEvent,
  KeyboardEvent,
  MouseEvent,
  type MouseEventInit,
  PointerEvent,
  UIEvent,
  WheelEvent,
} from '../dom/events/ui-events.js';
import type { UserInput } from '../base/input-events.js';
import type { InputAction, TuiElement } from '../element/tui-element.js';

const INPUT = { bubbles: true, cancelable: true, composed: true } as const;

export type KeyAction = InputAction &
  Required<
    Pick<InputAction, 'key' | 'code' | 'repeat' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>
  >;

/** What is known of the pointer: the cell of the screen, the buttons, the modifiers. */
export interface MouseInit extends MouseEventInit {
  readonly clientX: number;
  readonly clientY: number;
  readonly offsetX: number;
  readonly offsetY: number;
  /** Which of the popup's panels. */
  readonly panel?: number;
}

/** What a key does by default. */
export function keyAction(
  type: 'keydown' | 'keyup',
  target: TuiElement,
  input: Extract<UserInput, { type: 'key' }>,
): KeyAction {
  const { ctrlKey, altKey, shiftKey, metaKey, key, code = '' } = input;
  const modifiers = { ctrlKey, altKey, shiftKey, metaKey };
  return { type, target, ...modifiers, key, code, repeat: input.kind === 'repeat' };
}

/** `keydown`, and `keyup` where the terminal reports releases. */
export function keyboardEvent(
  type: string,
  input: Extract<UserInput, { type: 'key' }>,
): KeyboardEvent {
  const { ctrlKey, altKey, shiftKey, metaKey, key, code } = input;
  const modifiers = { ctrlKey, altKey, shiftKey, metaKey };
  return new KeyboardEvent(type, {
    ...INPUT,
    ...modifiers,
    key,
    code,
    repeat: input.kind === 'repeat',
  });
}

export function mouseEvent(type: string, init: MouseInit): MouseEvent {
  // Those that do not bubble cannot be prevented either.
  const bubbles = type !== 'mouseenter' && type !== 'mouseleave';
  return new MouseEvent(type, { ...INPUT, ...init, bubbles, cancelable: bubbles });
}

/** A click that has no place: of a key, or of assistive technology. */
export function clickEvent(): PointerEvent {
  return new PointerEvent('click', INPUT);
}

/** In lines, as terminals count steps. */
export function wheelEvent(init: MouseInit, deltaX: number, deltaY: number): WheelEvent {
  const deltaMode = WheelEvent.DOM_DELTA_LINE;
  return new WheelEvent('wheel', { ...INPUT, ...init, deltaX, deltaY, deltaMode });
}

/** @param relatedTarget where the focus comes from, or goes to */
export function focusEvent(type: string, relatedTarget: TuiElement | null): FocusEvent {
  return new FocusEvent(type, {
    bubbles: type === 'focusin' || type === 'focusout',
    composed: true,
    relatedTarget,
  });
}

/** `resize`: the screen has another size. */
export function resizeEvent(): UIEvent {
  return new UIEvent('resize');
}

/** `copy` or `paste`, with the text. */
export function clipboardEvent(type: 'copy' | 'paste', text: string): ClipboardEvent {
  const clipboardData = {
    getData: (format: string) => (/^text(\/plain)?$/i.test(format) ? text : ''),
  };
  return new ClipboardEvent(type, { ...INPUT, clipboardData });
}
