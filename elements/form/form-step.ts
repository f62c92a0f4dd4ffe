/** A step of a form: a part of its controls, shown while it is the current one. */
import { formPartOf } from '../../runtime/dom/forms.js';
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  BOLD,
  cellWidth,
  CONNECTED,
  DISABLED_ATTRIBUTE,
  DISCONNECTED,
  GUTTERS,
  invalidate,
  nameOf,
  PAINT_GUTTERS,
  parentElementOf,
  PROPS,
  sanitize,
  truncate,
  TuiElement,
} from '../support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  Example,
  Insets,
  Painter,
  StateTable,
  StyleRule,
} from '../support/author.js';
import { STEP_PLACE, STEPS_CHANGED } from './internals.js';

/** The label with the place of the step, and a blank row. */
const INSETS: Insets = { top: 2, right: 0, bottom: 0, left: 0 };

export interface StepPlace {
  /** From 1. */
  readonly place: number;
  readonly count: number;
}

/** What a step calls of its form. */
interface SteppedForm extends TuiElement {
  [STEPS_CHANGED](): void;
  [STEP_PLACE](step: FormStep): StepPlace | undefined;
}

function isStepped(element: TuiElement): element is SteppedForm {
  return STEPS_CHANGED in element;
}

export class FormStep extends TuiElement {
  static override readonly tag: string = 'form-step';
  static override readonly description: string =
    'One step of a form: its controls show while it is the current one, under its label and its place, `2 of 5`. The form has the buttons Back and Next. Next, and Enter in a field, a checkbox, a radio button or a slider, validate the controls of the step first; Ctrl+Page Up and Ctrl+Page Down move as the buttons do. Controls of other steps keep their values and are submitted.';
  static override readonly content = 'flow';
  static override readonly attributes = {
    label: { type: 'string', default: '', description: 'Name of the step, above its content.' },
    disabled: {
      ...DISABLED_ATTRIBUTE.disabled,
      description:
        'Leaves the step out: it is passed over and not counted, and its controls are neither validated nor submitted.',
    },
  } as const satisfies AttributeTable;
  static override readonly states = {
    current: 'The user is at this step.',
  } as const satisfies StateTable;
  static override readonly rules: readonly StyleRule[] = [
    { selector: 'form-step', declarations: { display: 'none' } },
    { selector: 'form-step:state(current)', declarations: { display: 'flex' } },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'the second of three',
      size: [40, 7],
      markup: `<form step="1">
  <form-step label="Server"><label>Host <input name="host" value="localhost"/></label></form-step>
  <form-step label="Account">
    <label>User <input name="user" value="ada" required/></label>
    <checkbox name="admin">Administrator</checkbox>
  </form-step>
  <form-step label="Summary"><text>Ready to install.</text></form-step>
</form>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof FormStep.attributes>;
  #form: SteppedForm | undefined;

  override get [GUTTERS](): Insets {
    return INSETS;
  }

  override [CONNECTED](): void {
    this.#form = formAround(this);
    this.#form?.[STEPS_CHANGED]();
  }

  override [DISCONNECTED](): void {
    this.#form?.[STEPS_CHANGED]();
    this.#form = undefined;
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    if (name === 'disabled') this.#form?.[STEPS_CHANGED]();
    invalidate(this, 'paint');
  }

  override [PAINT_GUTTERS](painter: Painter): void {
    const { width } = painter;
    const label = truncate(sanitize(this[PROPS].label), width);
    painter.text(0, 0, label, painter.style(undefined, undefined, BOLD));
    const place = this.#placeText();
    if (place === '') return;
    const x = label === '' ? 0 : cellWidth(label) + 2;
    if (x + cellWidth(place) > width) return;
    painter.text(x, 0, place, painter.style(painter.color('var(--muted)')));
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const words = [nameOf(this, this[PROPS].label), this.#placeText()].filter(Boolean);
    const name = words.join(', ');
    return { role: 'group', name, line: { text: name, isBox: true } };
  }

  /** Empty where it is the only one, or in no form. */
  #placeText(): string {
    const found = this.#form?.[STEP_PLACE](this);
    if (found === undefined || found.count < 2) return '';
    return `${found.place} of ${found.count}`;
  }
}

/** The form around an element; undefined where there is none, or a custom one. */
function formAround(element: TuiElement): SteppedForm | undefined {
  for (let at = parentElementOf(element); at !== null; at = parentElementOf(at)) {
    if (formPartOf(at) !== undefined) return isStepped(at) ? at : undefined;
  }
  return undefined;
}
