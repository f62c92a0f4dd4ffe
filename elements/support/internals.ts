/** What elements have for each other; symbols, as those of every element. */

export const TOGGLE: unique symbol = Symbol('toggle');
export const AXIS: unique symbol = Symbol('axis');
export const DIVIDER_AT: unique symbol = Symbol('dividerAt');
export const TAKE: unique symbol = Symbol('take');
export const GROUP_NAME: unique symbol = Symbol('groupName');
export const FOLLOW: unique symbol = Symbol('follow');
export const CLOSE: unique symbol = Symbol('close');
