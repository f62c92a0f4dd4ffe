/** Controls and their forms: which form a control belongs to, what it submits, and how it is reset. */
import { formPartOf } from '../../../runtime/dom/forms.js';
import type { AttributeTable } from '../../../runtime/element/contract.js';
import { TuiElement } from '../../../runtime/element/tui-element.js';
import { PROPS } from '../../../runtime/element/internals.js';
import { setDeclared } from '../../../runtime/element/attribute-values.js';
import { IS_SUBMIT_BUTTON, RESET, SUBMITS } from '../internals.js';
import {
  getAttribute,
  isConnected,
  elementById,
  parentElementOf,
  matches,
} from '../../../runtime/element/tree.js';

/** What a form calls of its controls. */
interface Control extends TuiElement {
  /** The values that it submits under its name; `submitter` is the button that submits the form. */
  [SUBMITS](submitter: TuiElement | null): readonly (string | File)[];
  /** Undoes what the user has changed. */
  [RESET]?(): void;
  readonly [IS_SUBMIT_BUTTON]?: boolean;
}

export const FORM_ATTRIBUTES = {
  form: {
    type: 'string',
    description: 'Id of the form that the control belongs to; default: the form around it.',
  },
} as const satisfies AttributeTable;

interface Default {
  readonly attribute: string;
  readonly value: unknown;
}

/** What a control was before the user changed it: attributes of such controls follow the user. */
const defaults = new WeakMap<TuiElement, Default>();

/** To be called before the user's first change of what an attribute holds. */
export function keepDefault(control: TuiElement, attribute: string): void {
  if (defaults.has(control)) return;
  defaults.set(control, { attribute, value: control[PROPS][attribute] });
}

/** The reset of such a control: sets the attribute to what it was before the user's first change. */
export function restoreDefault(control: TuiElement): void {
  const found = defaults.get(control);
  defaults.delete(control);
  if (found !== undefined) setDeclared(control, found.attribute, found.value);
}

/** The form that a control belongs to: the one that its attribute `form` names, else the nearest around it. */
export function formOf(control: TuiElement): TuiElement | null {
  const id = getAttribute(control, 'form');
  if (id !== null) {
    const named = isConnected(control) ? elementById(control, id) : null;
    return named !== null && formPartOf(named) !== undefined ? named : null;
  }
  for (let at = parentElementOf(control); at !== null; at = parentElementOf(at)) {
    if (formPartOf(at) !== undefined) return at;
  }
  return null;
}

/** True of what a form lists in `elements`. */
export function isControl(element: TuiElement): element is Control {
  return SUBMITS in element;
}

export function isSubmitButton(element: unknown): element is TuiElement {
  return element instanceof TuiElement && isControl(element) && element[IS_SUBMIT_BUTTON] === true;
}

/** Names and values of one control, as they are submitted. */
export function entriesOf(
  control: TuiElement,
  submitter: TuiElement | null,
): [string, string | File][] {
  const name = getAttribute(control, 'name') ?? '';
  if (name === '' || !isControl(control) || isOff(control)) return [];
  return control[SUBMITS](submitter).map((value) => [name, value]);
}

function isOff(control: TuiElement): boolean {
  return matches(control, ':disabled');
}

/** Resets a control to what it was before the user changed it. */
export function resetControl(control: TuiElement): void {
  if (isControl(control)) control[RESET]?.();
}

/** What Enter does in a field of one line: goes to the next step, else presses the form's first submit button. */
export function submitByField(form: TuiElement): void {
  formPartOf(form)?.enter();
}

/** The same in a control that is not a field. @returns false where it belongs to no form */
export function enterInForm(control: TuiElement): boolean {
  const form = formOf(control);
  if (form !== null) submitByField(form);
  return form !== null;
}

/** What a press of a button does to its form. */
export function pressInForm(button: TuiElement): void {
  const form = formOf(button);
  const part = form === null ? undefined : formPartOf(form);
  const { type } = button[PROPS];
  if (type === 'submit') part?.submit(button);
  else if (type === 'reset') part?.reset();
  else if (type === 'next') part?.move(1, button);
  else if (type === 'back') part?.move(-1, button);
}
