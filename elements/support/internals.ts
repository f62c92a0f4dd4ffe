/** Members that elements share, under symbols. */

export const TOGGLE: unique symbol = Symbol('toggle');
export const TOGGLE_NODE: unique symbol = Symbol('toggleNode');
export const FOCUS_TARGET: unique symbol = Symbol('focusTarget');
export const AXIS: unique symbol = Symbol('axis');
export const DIVIDER_AT: unique symbol = Symbol('dividerAt');
export const TAKE: unique symbol = Symbol('take');
export const GROUP_NAME: unique symbol = Symbol('groupName');
export const FOLLOW: unique symbol = Symbol('follow');
export const INVOKE: unique symbol = Symbol('invoke');
export const CLOSE: unique symbol = Symbol('close');
export const WILL_VALIDATE: unique symbol = Symbol('willValidate');
export const FIND_CONSTRAINT_ERRORS: unique symbol = Symbol('findConstraintErrors');
export const CUSTOM_MESSAGE: unique symbol = Symbol('customMessage');
export const VALIDATION_MESSAGE: unique symbol = Symbol('validationMessage');
export const CHECK_VALIDITY: unique symbol = Symbol('checkValidity');
export const REPORT_VALIDITY: unique symbol = Symbol('reportValidity');
export const CHECK_CONSTRAINTS: unique symbol = Symbol('checkConstraints');
export const SHOW_INVALID: unique symbol = Symbol('showInvalid');
/** Whether a button submits its form. */
export const IS_SUBMIT_BUTTON: unique symbol = Symbol('isSubmitButton');
export const LABELED_CONTROL: unique symbol = Symbol('labeledControl');
export const SUBMITS: unique symbol = Symbol('submits');
export const RESET: unique symbol = Symbol('reset');
export const DATA: unique symbol = Symbol('data');
