/** Keys that several elements have. */
import type { KeyTable } from '../../../runtime/element/contract.js';

/** Keys that press a control. */
export const PRESS_KEYS = {
  press: { keys: 'enter, space', description: 'Presses it.' },
} as const satisfies KeyTable;

/** Keys of a control that is on or off. */
export const TOGGLE_KEYS = {
  toggle: { keys: 'space', description: 'Toggles it.' },
  enter: {
    keys: 'enter',
    description: 'In a form, goes on or submits, as in a field; elsewhere toggles it.',
  },
} as const satisfies KeyTable;

/** Keys that move among rows: of a list, a table, an open select. */
export const ROW_KEYS = {
  up: { keys: 'up', description: 'Moves up.' },
  down: { keys: 'down', description: 'Moves down.' },
  pageUp: { keys: 'pageup', description: 'Moves up by a page.' },
  pageDown: { keys: 'pagedown', description: 'Moves down by a page.' },
  first: { keys: 'home', description: 'Moves to the start.' },
  last: { keys: 'end', description: 'Moves to the end.' },
} as const satisfies KeyTable;

/** Keys of an element that shows lines of text. */
export const LINE_KEYS = {
  ...ROW_KEYS,
  first: { keys: 'home, g', description: 'Moves to the first line.' },
  last: { keys: 'end, G', description: 'Moves to the last line.' },
  pageDown: { keys: 'pagedown, space', description: 'Moves down by a page.' },
  left: { keys: 'left', description: 'Scrolls long lines to the left.' },
  right: { keys: 'right', description: 'Scrolls long lines to the right.' },
  extendUp: { keys: 'shift+up', description: 'Extends the selection upwards.' },
  extendDown: { keys: 'shift+down', description: 'Extends the selection downwards.' },
  all: { keys: 'ctrl+a', description: 'Selects all lines that show.' },
  copy: {
    keys: 'c, ctrl+c',
    description: 'Copies the selected lines; `c` without a selection the line.',
  },
  search: {
    keys: '/',
    description: 'Searches while you type. Enter keeps the search, Escape undoes it.',
  },
  next: { keys: 'n', description: 'Moves to the next match.' },
  previous: { keys: 'N', description: 'Moves to the previous match.' },
  wrap: { keys: 'w', description: 'Wraps long lines, or stops wrapping.' },
  activate: { keys: 'enter', description: 'Fires `activate`.' },
  clear: { keys: 'escape', description: 'Clears the selection, then the search.' },
} as const satisfies KeyTable;

export type RowAction = keyof typeof ROW_KEYS;
