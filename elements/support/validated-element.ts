/** Constraint validation as in HTML: whether a value may be submitted, and the message if not. */
import { nameClass } from '../../runtime/base/class-name.js';
import type { StateTable } from '../../runtime/element/contract.js';
import { addState, removeState, statesOf, TuiElement } from '../../runtime/element/tui-element.js';
import { fire, invalidate } from '../../runtime/element/services.js';
import {
  CHECK_CONSTRAINTS,
  CHECK_VALIDITY,
  CUSTOM_MESSAGE,
  FIND_CONSTRAINT_ERRORS,
  FOCUS_TARGET,
  REPORT_VALIDITY,
  RESET,
  SHOW_INVALID,
  VALIDATION_MESSAGE,
  WILL_VALIDATE,
} from './internals.js';

/** The standard's `ValidityState`. */
export interface ValidityFlags {
  readonly valueMissing: boolean;
  readonly typeMismatch: boolean;
  readonly patternMismatch: boolean;
  readonly tooLong: boolean;
  readonly tooShort: boolean;
  readonly rangeUnderflow: boolean;
  readonly rangeOverflow: boolean;
  readonly stepMismatch: boolean;
  readonly badInput: boolean;
  readonly customError: boolean;
  readonly valid: boolean;
}

type Flag = Exclude<keyof ValidityFlags, 'valid'>;

/** The declaration of the event, for those that have no more to state about it. */
export const INVALID_EVENT = {
  description: 'Fires when `checkValidity()` finds the control invalid. Does not bubble.',
} as const;

/** A constraint that does not hold. */
export interface ConstraintError {
  readonly flag: Flag;
  readonly message: string;
}

const HOLDS: ValidityFlags = Object.freeze({
  valueMissing: false,
  typeMismatch: false,
  patternMismatch: false,
  tooLong: false,
  tooShort: false,
  rangeUnderflow: false,
  rangeOverflow: false,
  stepMismatch: false,
  badInput: false,
  customError: false,
  valid: true,
});

function flagsOf(errors: readonly ConstraintError[]): ValidityFlags {
  if (errors.length === 0) return HOLDS;
  const flags = Object.fromEntries(errors.map(({ flag }) => [flag, true]));
  return Object.freeze({ ...HOLDS, ...flags, valid: false });
}

export abstract class ValidatedElement extends TuiElement {
  static {
    nameClass(this, 'ValidatedElement');
  }

  static override readonly states: StateTable = {
    invalid: 'The value breaks a rule, such as `required`, from the start.',
    'user-invalid': 'It is `:invalid`, and the user has changed it or tried to submit it.',
  };
  #custom = '';

  /** Receives the focus where the control is invalid. */
  get [FOCUS_TARGET](): TuiElement {
    return this;
  }

  /** False where no constraint counts, as while it is disabled. */
  protected abstract get [WILL_VALIDATE](): boolean;

  /** The constraints that do not hold, beside the app's own message. */
  protected abstract [FIND_CONSTRAINT_ERRORS](): readonly ConstraintError[];

  /** Resets it to its attributes, and not invalid yet. */
  abstract [RESET](): void;

  /** Resets the value to the initial one. */
  reset(): void {
    this[RESET]();
  }

  get willValidate(): boolean {
    return this[WILL_VALIDATE];
  }
  get validity(): ValidityFlags {
    return flagsOf(this[FIND_CONSTRAINT_ERRORS]());
  }
  /** Reason why the value is invalid; empty for a valid value. */
  get validationMessage(): string {
    return this[VALIDATION_MESSAGE];
  }
  get [VALIDATION_MESSAGE](): string {
    return this[FIND_CONSTRAINT_ERRORS]()[0]?.message ?? '';
  }

  /** The message of the app's own; empty where there is none. */
  protected get [CUSTOM_MESSAGE](): string {
    return this.#custom;
  }
  /** Sets a custom message, which makes the control invalid; an empty one makes it valid again. */
  setCustomValidity(message: string): void {
    this.#custom = String(message);
    this[CHECK_CONSTRAINTS]();
  }

  /** Returns true if the value is valid; fires `invalid` otherwise. */
  checkValidity(): boolean {
    return this[CHECK_VALIDITY]();
  }
  /** For forms. */
  [CHECK_VALIDITY](): boolean {
    const valid = this[FIND_CONSTRAINT_ERRORS]().length === 0;
    if (!valid) fire(this, 'invalid', {}, { bubbles: false });
    return valid;
  }
  /** The same, and displays the result. */
  reportValidity(): boolean {
    return this[REPORT_VALIDITY]();
  }
  [REPORT_VALIDITY](): boolean {
    const valid = this[CHECK_VALIDITY]();
    if (!valid) this[SHOW_INVALID](true);
    return valid;
  }

  /** The value or a constraint has changed: `:invalid` follows. */
  protected [CHECK_CONSTRAINTS](): void {
    if (this[FIND_CONSTRAINT_ERRORS]().length > 0) addState(this, 'invalid');
    else {
      removeState(this, 'invalid');
      this[SHOW_INVALID](false);
    }
  }

  /** Whether the value looks invalid: only once a person is done with it. */
  protected [SHOW_INVALID](shows: boolean): void {
    if (shows === statesOf(this).has('user-invalid')) return;
    if (shows) addState(this, 'user-invalid');
    else removeState(this, 'user-invalid');
    // The mark is painted, whether or not a rule changes with the state.
    invalidate(this, 'paint');
  }
}
