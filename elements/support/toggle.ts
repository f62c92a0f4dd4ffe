/** A control that is on or off, with a mark before its label: checkbox and switch. */
import { nameClass } from '../../runtime/base/class-name.js';
import type { ElementList } from '../../runtime/element/tui-element.js';
import type { ControlData } from './forms/form-data.js';
import {
  enterInForm,
  FORM_ATTRIBUTES,
  formOf,
  keepDefault,
  restoreDefault,
} from './forms/forms.js';
import { keyAction } from '../../runtime/element/commands/key-tables.js';
import { TOGGLE_KEYS } from './keys/key-tables.js';
import { labelsOf, wordsIn } from './labels.js';
import { INVALID_EVENT, ValidatedElement, type ConstraintError } from './validated-element.js';
import type { AccessibleElement, AccessibleRole } from '../../runtime/base/accessible-node.js';
import type { AttributeTable, AttributeValues } from '../../runtime/element/contract.js';
import { statesOf, type InputAction, type TuiElement } from '../../runtime/element/tui-element.js';
import {
  ACCENT_STYLE,
  controlNode,
  DISABLED_ATTRIBUTE,
  fireChange,
  nameOf,
  showPress,
} from './control.js';
import {
  PROPS,
  FOCUSABLE,
  ATTRIBUTE_CHANGED,
  DEFAULT_ACTION,
} from '../../runtime/element/internals.js';
import { setDeclared } from '../../runtime/element/attribute-values.js';
import { invalidate } from '../../runtime/element/services.js';
import {
  CHECK_CONSTRAINTS,
  CUSTOM_MESSAGE,
  DATA,
  FIND_CONSTRAINT_ERRORS,
  RESET,
  SHOW_INVALID,
  SUBMITS,
  TOGGLE,
  TOGGLE_NODE,
  VALIDATION_MESSAGE,
  WILL_VALIDATE,
} from './internals.js';
import { clickElement } from '../../runtime/element/tree.js';

export const TOGGLE_ATTRIBUTES = {
  checked: { type: 'boolean', default: false, description: 'On or off.' },
  required: { type: 'boolean', default: false, description: 'Invalid while it is off.' },
  ...DISABLED_ATTRIBUTE,
  name: { type: 'string', description: 'Name of the value in a form.' },
  ...FORM_ATTRIBUTES,
} as const satisfies AttributeTable;

const TOGGLE_EVENTS = {
  input: { description: 'Fires when the user toggles it.' },
  change: { description: 'Fires when the user toggles it.' },
  invalid: INVALID_EVENT,
};

export abstract class Toggle extends ValidatedElement {
  static {
    nameClass(this, 'Toggle');
  }

  static override readonly labelable = true;
  static override readonly content = 'inline';
  static override readonly shrinkToFit = true;
  static override readonly styles = ACCENT_STYLE;
  static override readonly keys = TOGGLE_KEYS;
  static override readonly events = TOGGLE_EVENTS;
  declare readonly [PROPS]: AttributeValues<typeof TOGGLE_ATTRIBUTES>;

  [SUBMITS](): readonly string[] {
    const { checked, value = 'on' }: { checked: boolean; value?: string } = this[PROPS];
    return checked ? [value] : [];
  }

  override [RESET](): void {
    restoreDefault(this);
    this[SHOW_INVALID](false);
  }

  protected get [WILL_VALIDATE](): boolean {
    return !this[PROPS].disabled;
  }

  protected [FIND_CONSTRAINT_ERRORS](): readonly ConstraintError[] {
    if (!this[WILL_VALIDATE]) return [];
    const errors: ConstraintError[] = [];
    const custom = this[CUSTOM_MESSAGE];
    if (custom !== '') errors.push({ flag: 'customError', message: custom });
    const { required, checked } = this[PROPS];
    if (required && !checked) {
      const message = 'Please check this box if you want to proceed.';
      errors.push({ flag: 'valueMissing', message });
    }
    return errors;
  }

  get [DATA](): ControlData {
    const { checked, value = 'on' }: { checked: boolean; value?: string } = this[PROPS];
    return { kind: 'flag', isOn: checked, value, set: (isOn) => this.#turn(isOn) };
  }

  #turn(isOn: boolean): void {
    keepDefault(this, 'checked');
    setDeclared(this, 'checked', isOn);
  }

  override get [FOCUSABLE](): boolean {
    return true;
  }

  /** The form that it belongs to. */
  get form(): TuiElement | null {
    return formOf(this);
  }

  /** The labels of the control. */
  get labels(): ElementList {
    return labelsOf(this);
  }

  /** The other state, by the user. */
  protected [TOGGLE](): void {
    this.#turn(!this[PROPS].checked);
    this[SHOW_INVALID](this[FIND_CONSTRAINT_ERRORS]().length > 0);
    fireChange(this);
  }

  override [ATTRIBUTE_CHANGED](): void {
    this[CHECK_CONSTRAINTS]();
    invalidate(this, 'paint');
  }

  /** Role, name and states. */
  protected [TOGGLE_NODE](role: AccessibleRole, checked: boolean | 'mixed'): AccessibleElement {
    return controlNode(this, role, nameOf(this, wordsIn(this)), {
      checked,
      required: this[PROPS].required || undefined,
      invalid: statesOf(this).has('user-invalid') ? this[VALIDATION_MESSAGE] : undefined,
    });
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (this[PROPS].disabled) return false;
    switch (event.type) {
      case 'mousedown':
        return true;
      case 'click':
        this[TOGGLE]();
        return true;
      case 'keydown': {
        const action = event.target === this ? keyAction(TOGGLE_KEYS, event) : undefined;
        if (action === undefined) return false;
        // A key that is held down would make it flicker.
        if (event.repeat === true || (action === 'enter' && enterInForm(this))) return true;
        showPress(this);
        clickElement(this);
        return true;
      }
      default:
        return false;
    }
  }
}
