/** The declaration of `table`: attributes, style properties, events and its default style. */
import { FEW_COLORS } from '../support/author.js';
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  StyleRule,
  StyleTable,
} from '../support/author.js';
import { STRINGS_SCHEMA } from '../support/strings.js';
import { COPY_FORMATS } from './cells/clipboard.js';
import {
  FORMATS,
  INPUT_TYPES,
  ROWS_SCHEMA,
  SORT_SCHEMA,
  TABLE_COLUMNS_SCHEMA,
  TOTALS,
  WIDTHS_SCHEMA,
} from './model/schema.js';
import { ROW_LOOKS_SCHEMA } from './model/looks.js';

const DIRECTIONS = ['ascending', 'descending'] as const;

export const ATTRIBUTES = {
  columns: {
    type: 'json',
    schema: TABLE_COLUMNS_SCHEMA,
    description: `The columns: a key each, or an object with \`key\` and optionally \`label\`, \`align\` (left, center, right), \`width\` (cells, a share of the free space such as \`"2fr"\`, or \`"auto"\`), \`min\`, \`max\`, \`format\` (${FORMATS.join(', ')}), \`decimals\`, \`unit\`, \`sortable\`, \`priority\` (columns with a priority are hidden if space is short, the lowest first), \`color\`, \`footer\` (${TOTALS.join(', ')} of the rows that show, any other text, or a list with one for each row of the footer), \`bar\` and \`sparkline\` (true, or an object with \`min\`, \`max\` and \`color\`: a bar beside the number, or a list of numbers as columns), \`editable\`, and \`input\`, which checks what is typed: \`type\` (${INPUT_TYPES.join(', ')}), \`min\`, \`max\`, \`step\`, \`required\`, \`pattern\`, \`maxLength\` and \`options\`; and \`looks\`, as \`row-looks\` has them, for cells. Default: the keys of the rows.`,
  },
  rows: {
    type: 'json',
    schema: ROWS_SCHEMA,
    description:
      'The rows: objects by the keys of the columns, or arrays in their order. null means no value.',
  },
  showHeader: { type: 'boolean', default: true, description: 'Shows the header.' },
  selectable: {
    type: 'string',
    enum: ['none', 'single', 'multiple'],
    default: 'none',
    description: 'Whether the user may select one row or several.',
  },
  selectedIds: {
    type: 'json',
    schema: STRINGS_SCHEMA,
    description: 'Ids of the selected rows; if set, only the app changes the selection.',
  },
  rowKey: {
    type: 'string',
    description: 'Key of the cell that contains the id of a row, unless `onGetId` returns one.',
  },
  sortable: {
    type: 'boolean',
    default: true,
    description:
      'Lets the user sort by a column: click its label, or move up to the header and press Enter.',
  },
  sortBy: { type: 'string', description: 'Key of the column to sort by.' },
  sortDirection: {
    type: 'string',
    enum: DIRECTIONS,
    default: 'ascending',
    description: 'Sort direction. Missing values are last in both.',
  },
  sortThen: {
    type: 'json',
    schema: SORT_SCHEMA,
    description:
      'Further columns to sort by, for rows that are equal in those before: keys, or objects with `key` and `direction`.',
  },
  filterText: {
    type: 'string',
    default: '',
    description: 'Shows only rows whose cells contain all of these words, ignoring case.',
  },
  follow: {
    type: 'boolean',
    default: false,
    description:
      'Keeps the last row in view as rows are appended, unless the user has scrolled up.',
  },
  emptyText: {
    type: 'string',
    default: 'No rows',
    description: 'Text shown if there are no rows.',
  },
  noMatchText: {
    type: 'string',
    default: 'No matching rows',
    description: 'Text shown if no row matches the filter.',
  },
  cursor: {
    type: 'string',
    enum: ['row', 'cell'],
    default: 'row',
    description: 'Whether keys move among rows, or among cells, of which ranges are selected.',
  },
  editable: {
    type: 'boolean',
    default: false,
    description:
      'Lets the user change cells, except those of columns with `"editable": false`. Keys move among cells then.',
  },
  resizable: {
    type: 'boolean',
    default: false,
    description:
      'Lets the user size columns: drag the border behind a heading, or double-click it.',
  },
  columnWidths: {
    type: 'json',
    schema: WIDTHS_SCHEMA,
    description: 'Widths in cells by the keys of columns, as the user has sized them.',
  },
  frozenColumns: {
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'Columns that stay in view when the others are scrolled sideways.',
  },
  copyFormat: {
    type: 'string',
    enum: COPY_FORMATS,
    description:
      'Format of what Ctrl+C copies: the cells with a cell cursor (default `tsv`), else the selected rows, which are copied if this is set. All but `tsv` have a header.',
  },
  disabled: { type: 'boolean', default: false, description: 'Disabled: ignores input.' },
  onGetId: {
    type: 'string',
    hook: 'getId',
    description: 'Returns the id of a row, from `{row, index}`.',
  },
  onFormat: {
    type: 'string',
    hook: 'formatCell',
    description:
      'Returns the text of a cell, or `{text, color, background, bold, dim, italic, underline, strike}`, from `{value, row, key, index}`; returning nothing leaves it as it is.',
  },
  rowLooks: {
    type: 'json',
    schema: ROW_LOOKS_SCHEMA,
    description:
      'How rows look by the value of a cell: a list of objects with its `key`, a condition (`is`, a value or several; `min`, `max`), and `color`, `background`, `bold`, `dim`, `italic`, `underline` or `strike`. All that apply count, the last one first.',
  },
  onRowStyle: {
    type: 'string',
    hook: 'rowStyle',
    description:
      'Returns how a row looks, from `{row, index}`: `{color, background, bold, dim, italic, underline, strike}`; returning nothing leaves it as it is.',
  },
  onValidate: {
    type: 'string',
    hook: 'validateCell',
    description:
      'Returns a message if a value that was typed is invalid, from `{value, row, key, index}`. It is shown at the cell.',
  },
} as const satisfies AttributeTable;

export const STYLES = {
  columnSeparator: {
    type: 'string',
    enum: ['none', 'thin', 'thick', 'double'],
    default: 'none',
    description: 'Lines between columns.',
  },
  stripes: {
    type: 'string',
    enum: ['none', 'rows'],
    default: 'none',
    description: 'A background for every second row.',
  },
  stripeColor: { type: 'color', default: 'var(--surface)', description: 'Background of stripes.' },
  headerColor: {
    type: 'color',
    default: 'var(--muted)',
    description: 'Text colour of the header.',
  },
  headerBackground: {
    type: 'color',
    default: 'var(--surface)',
    description: 'Background of the header.',
  },
  cursorColor: {
    type: 'color',
    default: 'var(--accent-text)',
    description: 'Text colour of the row or cell with the keyboard cursor.',
  },
  cursorBackground: {
    type: 'color',
    default: 'var(--accent)',
    description: 'Background of the row or cell with the keyboard cursor.',
  },
  selectedBackground: {
    type: 'color',
    default: 'var(--selection)',
    description: 'Background of selected rows, and of selected cells.',
  },
  footerColor: { type: 'color', default: 'var(--text)', description: 'Text colour of the footer.' },
  footerBackground: {
    type: 'color',
    default: 'var(--surface)',
    description: 'Background of the footer.',
  },
} as const satisfies StyleTable;

export const RULES: readonly StyleRule[] = [
  { selector: 'table', declarations: { 'column-gap': '2' } },
  { selector: 'table:focus-visible', declarations: { 'border-color': 'var(--focus)' } },
  { selector: 'table:disabled', declarations: { color: 'var(--disabled)' } },
  {
    selector: 'table:disabled',
    media: FEW_COLORS,
    declarations: { 'font-weight': 'dim' },
  },
];

export const BINDABLE = {
  rows: {
    default: true,
    get: 'getRows',
    set: 'setRows',
    // Back again it would be a copy of all rows for each that is appended.
    oneWay: true,
    description: 'The rows.',
  },
  selection: {
    ids: true,
    get: 'getSelectedIds',
    set: 'setSelectedIds',
    events: ['select'],
    description: 'Ids of the selected rows, from `rowKey` or `onGetId`.',
  },
  sortBy: { events: ['sort'], description: 'Key of the column that the rows are sorted by.' },
  sortDirection: { events: ['sort'], description: 'Direction that the rows are sorted in.' },
  sortThen: { events: ['sort'], description: 'Further columns that the rows are sorted by.' },
  columnWidths: {
    events: ['columnresize'],
    description: 'Widths of the columns that the user has sized.',
  },
} as const satisfies BindableTable;

const ROW_FIELDS = {
  rowIndex: 'Index of the row in the data.',
  row: 'The row as it was set; an array of values for markup.',
  id: 'The id of the row.',
};
const ROW_TYPES = { rowIndex: 'number', row: 'unknown', id: 'string | undefined' };

export const EVENTS = {
  select: {
    description: 'Fires when the user selects a row or clears the selection.',
    fields: {
      ...ROW_FIELDS,
      rowIndex: 'Index of the row in the data, -1 if the selection was cleared.',
      count: 'Number of selected rows.',
    },
    types: { ...ROW_TYPES, count: 'number' },
  },
  activate: {
    description: 'Fires on Enter or a double click on a row.',
    fields: ROW_FIELDS,
    types: ROW_TYPES,
  },
  sort: {
    description:
      'Fires when the user sorts. If prevented, the app sorts the rows itself: they show in the order of the data, and the header shows the column and the direction. `sort(null)` clears that.',
    fields: {
      key: 'Key of the column; undefined for the order of the data.',
      direction: '`ascending` or `descending`.',
      columns: 'All columns that rows are sorted by, each with `key` and `direction`.',
    },
    types: {
      key: 'string | undefined',
      direction: "'ascending' | 'descending'",
      columns:
        "readonly { readonly key: string; readonly direction: 'ascending' | 'descending' }[]",
    },
  },
  cursormove: {
    description: 'Fires when the user goes to another cell, with a cell cursor.',
    fields: { ...ROW_FIELDS, key: 'Key of the column.' },
    types: { ...ROW_TYPES, key: 'string | undefined' },
  },
  edit: {
    description:
      'Fires before the user changes the value of a cell. If prevented, the value stays. If a listener returns a promise, the new value shows as pending until it is settled; `false` or a message as its result restores the old value, and the message is shown at the cell.',
    fields: {
      ...ROW_FIELDS,
      key: 'Key of the column.',
      value: 'The new value.',
      oldValue: 'The value before.',
      kind: '`edit`, `paste`, `clear`, `undo` or `redo`.',
    },
    types: {
      ...ROW_TYPES,
      key: 'string',
      value: 'unknown',
      oldValue: 'unknown',
      kind: "'edit' | 'paste' | 'clear' | 'undo' | 'redo'",
    },
  },
  change: { description: 'Fires when the user has changed the values of cells.' },
  columnresize: {
    description: 'Fires when the user has sized a column.',
    fields: { key: 'Key of the column.', width: 'Its width, in cells.' },
    types: { key: 'string', width: 'number' },
  },
} as const satisfies EventTable;
