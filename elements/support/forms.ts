/** Controls and their forms: which form a control belongs to, what it submits, and how it is reset. */
import { formPartOf } from '../../runtime/dom/forms.js';
import type { AttributeTable } from '../../runtime/element/contract.js';
import { TuiElement } from '../../runtime/element/tui-element.js';
import { PROPS } from '../../runtime/element/internals.js';
import { RESET } from './internals.js';
import { ValidatedElement } from './validated-element.js';
import {
  getAttribute,
  isConnected,
  elementById,
  documentOf,
  parentElementOf,
  localNameOf,
  matches,
  clickElement,
} from '../../runtime/element/tree.js';

/** Members that controls have for scripts, each those of its kind. */
interface Control extends TuiElement {
  value?: unknown;
  checked?: unknown;
  type?: unknown;
  readonly selectedOptions?: readonly { readonly value: string; readonly disabled: boolean }[];
}

export const FORM_ATTRIBUTES = {
  form: {
    type: 'string',
    description: 'Id of the form that the control belongs to; default: the form around it.',
  },
} as const satisfies AttributeTable;

type Values = (control: Control, submitter: TuiElement | null) => readonly string[];

const text: Values = ({ value }) => [String(value)];
const checked: Values = ({ checked, value }) => (checked === true ? [String(value ?? 'on')] : []);

/** What each kind of control submits under its name. */
const VALUES: ReadonlyMap<string, Values> = new Map([
  ['input', text],
  ['textarea', text],
  ['slider', text],
  ['checkbox', checked],
  ['switch', checked],
  ['radio', checked],
  // Its radio buttons, where they have no name of their own.
  ['radio-group', ({ value }) => (value === undefined ? [] : [String(value)])],
  [
    'select',
    ({ selectedOptions = [] }) =>
      selectedOptions.filter(({ disabled }) => !disabled).map(({ value }) => value),
  ],
  // Of the buttons the one that was pressed.
  ['button', (control, submitter) => (control === submitter ? [String(control.value ?? '')] : [])],
]);

/** What a control was before the user changed it: attributes of such controls follow the user. */
const defaults = new WeakMap<TuiElement, unknown>();

/** To be called before the user's first change of what an attribute holds. */
export function keepDefault(control: TuiElement, value: unknown): void {
  if (!defaults.has(control)) defaults.set(control, value);
}

/** The form that a control belongs to: the one that its attribute `form` names, else the nearest around it. */
export function formOf(control: TuiElement): TuiElement | null {
  const id = getAttribute(control, 'form');
  if (id !== null) {
    const named = isConnected(control) ? elementById(documentOf(control), id) : null;
    return named !== null && formPartOf(named) !== undefined ? named : null;
  }
  for (let at = parentElementOf(control); at !== null; at = parentElementOf(at)) {
    if (formPartOf(at) !== undefined) return at;
  }
  return null;
}

/** True of what a form lists in `elements`. */
export function isControl(element: TuiElement): boolean {
  return VALUES.has(localNameOf(element));
}

function isButton(element: TuiElement): boolean {
  return localNameOf(element) === 'button';
}

export function isSubmitButton(element: unknown): element is TuiElement {
  return element instanceof TuiElement && isButton(element) && element[PROPS]['type'] === 'submit';
}

/** Names and values of one control, as they are submitted. */
export function entriesOf(control: TuiElement, submitter: TuiElement | null): [string, string][] {
  const name = getAttribute(control, 'name') ?? '';
  if (name === '' || isOff(control)) return [];
  const values = VALUES.get(localNameOf(control))?.(control, submitter) ?? [];
  return values.map((value) => [name, value]);
}

function isOff(control: TuiElement): boolean {
  return matches(control, ':disabled');
}

/** Resets a control to what it was before the user changed it. */
export function resetControl(control: TuiElement): void {
  const localName = localNameOf(control);
  const own: Control = control;
  if (control instanceof ValidatedElement) control[RESET]();
  if (!defaults.has(control)) return;
  const value = defaults.get(control);
  defaults.delete(control);
  if (localName === 'slider') own.value = value;
  else own.checked = value;
}

/** What Enter does in a field of one line: presses the form's first submit button, else submits the form. */
export function submitByField(form: TuiElement): void {
  const part = formPartOf(form);
  const controls = [...(part?.controls ?? [])] as TuiElement[];
  const button = controls.find(isSubmitButton);
  if (button === undefined) part?.submit(null);
  else if (!isOff(button)) clickElement(button);
}

/** What a press of a button does to its form. */
export function pressInForm(button: TuiElement): void {
  const form = formOf(button);
  const part = form === null ? undefined : formPartOf(form);
  const { type } = button[PROPS];
  if (type === 'submit') part?.submit(button);
  else if (type === 'reset') part?.reset();
}
