/** What a select and its options have for each other; symbols, as those of every element. */

export const CHOSEN: unique symbol = Symbol('chosen');
export const FOLLOW: unique symbol = Symbol('follow');
export const READ: unique symbol = Symbol('read');
export const REPLACE: unique symbol = Symbol('replace');
export const CHECK: unique symbol = Symbol('check');
export const IS_LIST: unique symbol = Symbol('isList');
export const CHOOSE: unique symbol = Symbol('choose');
export const IS_CHOSEN: unique symbol = Symbol('isChosen');
export const FIND_FAULTS: unique symbol = Symbol('findFaults');
export const OPTION_TEXT: unique symbol = Symbol('optionText');
export const OPTION_VALUE: unique symbol = Symbol('optionValue');
export const OPTION_DISABLED: unique symbol = Symbol('optionDisabled');
export const OPTION_SELECTED: unique symbol = Symbol('optionSelected');
export const SELECTED_OPTIONS: unique symbol = Symbol('selectedOptions');
export const VALIDATION_MESSAGE: unique symbol = Symbol('validationMessage');
export const VALIDITY: unique symbol = Symbol('validity');
export const LENGTH: unique symbol = Symbol('length');
