/** Members that a select and its options share, under symbols. */

export const CHOSEN: unique symbol = Symbol('chosen');
export const FOLLOW: unique symbol = Symbol('follow');
export const READ: unique symbol = Symbol('read');
export const REPLACE: unique symbol = Symbol('replace');
export const IS_LIST: unique symbol = Symbol('isList');
export const CHOOSE: unique symbol = Symbol('choose');
export const IS_CHOSEN: unique symbol = Symbol('isChosen');
export const OPTION_TEXT: unique symbol = Symbol('optionText');
export const OPTION_VALUE: unique symbol = Symbol('optionValue');
export const OPTION_DISABLED: unique symbol = Symbol('optionDisabled');
export const OPTION_SELECTED: unique symbol = Symbol('optionSelected');
export const SELECTED_OPTIONS: unique symbol = Symbol('selectedOptions');
export const LENGTH: unique symbol = Symbol('length');
