/** Members that the classes of a combobox share, under symbols. */

export const CHOICES: unique symbol = Symbol('choices');
export const CHOSEN: unique symbol = Symbol('chosen');
export const CHOOSE_ALL: unique symbol = Symbol('chooseAll');
export const LOADED_CHOICES: unique symbol = Symbol('loadedChoices');
export const MATCHING_TEXT: unique symbol = Symbol('matchingText');
