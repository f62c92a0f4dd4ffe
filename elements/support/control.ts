/** Common to controls: their keys, names, events and pressed look. */
import type { AccessibleElement, AccessibleRole } from '../../runtime/base/accessible-node.js';
import type { StyleTable } from '../../runtime/element/contract.js';
import type { TuiElement, InputAction } from '../../runtime/element/tui-element.js';
import { labelText, wordsIn } from './labels.js';
import { PROPS, GUTTERS, COMPUTED } from '../../runtime/element/internals.js';
import { addState, removeState, statesOf } from '../../runtime/element/tui-element.js';
import {
  setTimer,
  fire,
  animationTimeOf,
  movesByItself,
  repaintAfter,
} from '../../runtime/element/services.js';
import {
  getAttribute,
  elementById,
  borderBoxOf,
  scrollMetricsOf,
} from '../../runtime/element/tree.js';

/** The key of a `keydown` without Ctrl, Alt or Meta; the empty string for everything else. */
export function plainKey(event: InputAction): string {
  const { key = '', ctrlKey, altKey, metaKey } = event;
  const plain = ctrlKey !== true && altKey !== true && metaKey !== true;
  return event.type === 'keydown' && plain ? key : '';
}

export function isDisabled(element: TuiElement): boolean {
  return element[PROPS]['disabled'] === true || statesOf(element).has('disabled');
}

/** Milliseconds that a control looks pressed after its key: terminals report no release. */
const PRESSED = 120;
const pressed = new WeakMap<TuiElement, () => void>();

/** The look of a press that came from a key. */
export function showPress(element: TuiElement): void {
  pressed.get(element)?.();
  addState(element, 'active');
  pressed.set(
    element,
    setTimer(element, () => removeState(element, 'active'), PRESSED),
  );
}

/** `input` and `change`, as after each change of the user's to a control without a text. */
export function fireChange(element: TuiElement): void {
  fire(element, 'input', {}, { cancelable: false });
  fire(element, 'change', {}, { cancelable: false });
}

/**
 * What a screen reader calls an element: its `aria-label`, else the text of what `aria-labelledby` names,
 * else the text of its label, else the given texts in their order, else nothing.
 */
export function nameOf(element: TuiElement, ...texts: readonly (string | null)[]): string {
  const id = getAttribute(element, 'aria-labelledby')?.trim();
  const other = id === undefined ? null : elementById(element, id);
  const value = [getAttribute(element, 'aria-label'), other === null ? null : wordsIn(other)];
  const tidy = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim();
  const firstText = (all: readonly (string | null)[]): string | undefined =>
    all.map(tidy).find(Boolean);
  return (
    firstText(value) ??
    firstText([labelText(element)]) ??
    firstText([...texts, getAttribute(element, 'title')]) ??
    ''
  );
}

/** Role, name and states of a control. */
export function controlNode(
  element: TuiElement,
  role: AccessibleRole,
  name: string,
  states: Omit<AccessibleElement, 'role' | 'name'> = {},
): AccessibleElement {
  return { role, name, disabled: isDisabled(element), ...states };
}

/** The cell of an input event, counted as `paintGutters` counts: from the first one inside the border. */
export function insideBorder(element: TuiElement, event: InputAction): { x: number; y: number } {
  return cellInside(element, event);
}

/** The same for a cell of the screen. */
export function cellInside(
  element: TuiElement,
  { clientX = 0, clientY = 0 }: { readonly clientX?: number; readonly clientY?: number },
): { x: number; y: number } {
  const { x, y } = borderBoxOf(element);
  const { left, top } = element[GUTTERS] ?? { left: 0, top: 0 };
  return {
    x: clientX - x - scrollMetricsOf(element).clientLeft + left,
    y: clientY - y - scrollMetricsOf(element).clientTop + top,
  };
}

/** The colour that marks what is on or filled, as CSS names it; without a value it is the theme's `--accent`. */
export const ACCENT_STYLE = {
  accentColor: {
    type: 'color',
    inherited: true,
    description:
      'Colour of checked, filled or selected parts of a control; default: --accent of the theme.',
  },
} as const satisfies StyleTable;

/** The colour of what is not filled. */
export const TRACK_STYLE = {
  trackColor: {
    type: 'color',
    default: 'var(--border)',
    description: 'Colour of the unfilled part of a control.',
  },
} as const satisfies StyleTable;

export const ORIENTATION_STYLE = {
  orientation: {
    type: 'string',
    enum: ['horizontal', 'vertical'],
    default: 'horizontal',
    affects: 'layout',
    description: 'Horizontal or vertical.',
  },
} as const satisfies StyleTable;

export const DISABLED_ATTRIBUTE = {
  disabled: {
    type: 'boolean',
    default: false,
    description: 'Disabled: ignores input, cannot be focused, and is dimmed.',
  },
} as const;

/** Whether what moves by itself moves: the setting for people who are disturbed by it. */
export const ANIMATION_STYLE = {
  animationPlayState: {
    type: 'string',
    enum: ['running', 'paused'],
    default: 'running',
    inherited: true,
    description: '`paused` stops the animation on its first frame.',
  },
} as const satisfies StyleTable;

/** Whether an element's animation shows its first moment. */
export function isStill(element: TuiElement): boolean {
  return !movesByItself(element) || element[COMPUTED]['animationPlayState'] === 'paused';
}

/** Milliseconds of an element's animation; requests its next picture in `interval` milliseconds. */
export function animate(element: TuiElement, interval: number): number {
  if (isStill(element)) return 0;
  const time = animationTimeOf(element);
  // All that moves at one pace moves at one time: many spinners cost one frame.
  repaintAfter(element, interval - (time % interval));
  return time;
}
