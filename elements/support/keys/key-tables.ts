/** Keys that several elements have. */
import type { KeyTable } from '../../../runtime/element/contract.js';

/** Keys that press a control. */
export const PRESS_KEYS = {
  press: { keys: 'enter, space', description: 'Presses it.' },
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

export type RowAction = keyof typeof ROW_KEYS;
