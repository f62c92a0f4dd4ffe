/** Members that a list and its items share, under symbols. */

export const MARK_WIDTH: unique symbol = Symbol('markWidth');
export const SELECTS: unique symbol = Symbol('selects');
export const MARK_OF: unique symbol = Symbol('markOf');
export const ENTERED: unique symbol = Symbol('entered');
export const LEFT: unique symbol = Symbol('left');
export const CHANGED: unique symbol = Symbol('changed');
export const ITEM_OPERATION: unique symbol = Symbol('itemOperation');
export const ITEM_VALUE: unique symbol = Symbol('itemValue');
export const ITEM_TEXT: unique symbol = Symbol('itemText');
