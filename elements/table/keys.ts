/** The keys of a table. */
import type { KeyTable } from '../../runtime/element/contract.js';
import { ROW_KEYS } from '../support/keys/key-tables.js';

export const TABLE_KEYS = {
  ...ROW_KEYS,
  up: {
    keys: 'up',
    description:
      'Moves up, from the first row to the header; with Shift, as all motions, it extends the selection.',
  },
  first: {
    keys: 'home',
    description: 'Moves to the start; with a cell cursor, to the first column.',
  },
  last: { keys: 'end', description: 'Moves to the end; with a cell cursor, to the last column.' },
  left: {
    keys: 'left',
    description:
      'Shows columns to the left, or goes to the one before in the header or with a cell cursor. With Shift in the header, it makes a resizable column narrower.',
  },
  right: {
    keys: 'right',
    description:
      'Shows columns to the right, or goes to the next one in the header or with a cell cursor. With Shift in the header, it makes a resizable column wider.',
  },
  select: {
    keys: 'space',
    description: 'Selects the row, or deselects it if several can be selected; else scrolls.',
  },
  activate: {
    keys: 'enter',
    description:
      'Edits the cell, or fires `activate`; in the header it sorts by the column, with Shift as one of several.',
  },
  edit: { keys: 'f2', description: 'Edits the cell. Typing replaces its value.' },
  next: { keys: 'tab', description: 'While a cell is edited: ends it, and edits the next one.' },
  previous: {
    keys: 'shift+tab',
    description: 'While a cell is edited: ends it, and edits the one before.',
  },
  options: {
    keys: 'alt+down, alt+up',
    description: 'Edits a cell that has options; while it is edited, opens and closes their list.',
  },
  empty: { keys: 'delete, backspace', description: 'Empties the cells, with `editable`.' },
  undo: { keys: 'ctrl+z', description: 'Undoes the last change of cells.' },
  redo: { keys: 'ctrl+y, ctrl+shift+z', description: 'Makes the change that was undone again.' },
  copy: { keys: 'ctrl+c', description: 'Copies the cells, with a cell cursor.' },
  cut: { keys: 'ctrl+x', description: 'Copies the cells and empties them, with `editable`.' },
  paste: { keys: 'ctrl+v', description: 'Inserts what was copied into cells, with `editable`.' },
  fit: {
    keys: '=',
    description: 'In the header: makes a resizable column as wide as its content.',
  },
  clear: { keys: 'escape', description: 'Clears the selection, or leaves the header.' },
  all: { keys: 'ctrl+a', description: 'Selects all, if several can be selected.' },
} as const satisfies KeyTable;

export type TableAction = keyof typeof TABLE_KEYS;
export type EditorAction = keyof typeof EDITOR_KEYS;

/** Keys of an open cell that are not those of a field: they end it, or are for the list of its options. */
export const EDITOR_KEYS = {
  next: TABLE_KEYS.next,
  previous: TABLE_KEYS.previous,
  up: TABLE_KEYS.up,
  down: TABLE_KEYS.down,
  pageUp: TABLE_KEYS.pageUp,
  pageDown: TABLE_KEYS.pageDown,
  options: TABLE_KEYS.options,
} as const satisfies KeyTable;
