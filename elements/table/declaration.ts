/** What `table` declares: attributes, style properties, events and its own look. */
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  StyleRule,
  StyleTable,
} from '../../runtime/element/contract.js';
import { STRINGS_SCHEMA } from '../data-bars/model/schema.js';
import { COLUMNS_SCHEMA, ROWS_SCHEMA } from './model/schema.js';
import { FEW_COLORS } from '../support/looks.js';

export const DIRECTIONS = ['ascending', 'descending'] as const;

export const ATTRIBUTES = {
  columns: {
    type: 'json',
    schema: COLUMNS_SCHEMA,
    description:
      'The columns: a key each, or an object with `key` and if wanted `label`, `align` (left, center, right), `width` (cells, `"2fr"` of the free room, `"auto"`), `min`, `max`, `format`, `decimals`, `unit`, `sortable`, `priority` (columns that have one are left out where it is narrow, the lowest first) and `color`. By default the keys of the rows.',
  },
  rows: {
    type: 'json',
    schema: ROWS_SCHEMA,
    description:
      'The rows: objects by the keys of the columns, or arrays in their order. null is absent.',
  },
  showHeader: { type: 'boolean', default: true, description: 'Shows the labels of the columns.' },
  selectable: {
    type: 'string',
    enum: ['none', 'single', 'multiple'],
    default: 'none',
    description: 'Whether people may select a row, or several.',
  },
  selectedIds: {
    type: 'json',
    schema: STRINGS_SCHEMA,
    description: 'Ids of the selected rows, which only the app changes then.',
  },
  rowKey: {
    type: 'string',
    description: 'Key of the cell that is the id of a row, where `onGetId` gives none.',
  },
  sortable: {
    type: 'boolean',
    default: true,
    description:
      'Lets people sort by a column: a click on its label, or Up to the header and Enter.',
  },
  sortBy: { type: 'string', description: 'Key of the column that rows are sorted by.' },
  sortDirection: {
    type: 'string',
    enum: DIRECTIONS,
    default: 'ascending',
    description: 'Which way. Absent values are last both ways.',
  },
  filterText: {
    type: 'string',
    default: '',
    description: 'Shows the rows that have all of these words in their cells, in any case.',
  },
  follow: {
    type: 'boolean',
    default: false,
    description:
      'Shows the last row, from the start and when it is set, and as rows are appended, unless scrolled away from it.',
  },
  emptyText: {
    type: 'string',
    default: 'No rows',
    description: 'Shown where there are no rows at all.',
  },
  noMatchText: {
    type: 'string',
    default: 'No matching rows',
    description: 'Shown where there are rows and none passes the filter.',
  },
  disabled: { type: 'boolean', default: false, description: 'Takes no input.' },
  onGetId: {
    type: 'string',
    hook: 'getId',
    description: 'Gives the id of a row, from `{row, index}`.',
  },
  onFormat: {
    type: 'string',
    hook: 'formatCell',
    description:
      'Gives the text of a cell, or `{text, color}`, from `{value, row, key, index}`; nothing leaves it as it is.',
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
    description: 'A background behind every other row.',
  },
  stripeColor: { type: 'color', default: 'var(--surface)', description: 'Background of stripes.' },
  headerColor: { type: 'color', default: 'var(--muted)', description: 'Text of the header.' },
  headerBackground: {
    type: 'color',
    default: 'var(--surface)',
    description: 'Background of the header.',
  },
  cursorColor: {
    type: 'color',
    default: 'var(--accent-text)',
    description: 'Text of the row that keys are at.',
  },
  cursorBackground: {
    type: 'color',
    default: 'var(--accent)',
    description: 'Background of the row that keys are at.',
  },
  selectedBackground: {
    type: 'color',
    default: 'var(--selection)',
    description: 'Background of selected rows.',
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
  sortBy: { events: ['sort'], description: 'Key of the column that rows are sorted by.' },
  sortDirection: { events: ['sort'], description: 'Which way rows are sorted.' },
} as const satisfies BindableTable;

const ROW_FIELDS = {
  rowIndex: 'Index of the row in the data.',
  row: 'The row as it was given; an array of values where it is markup.',
  id: 'The id of the row.',
};
const ROW_TYPES = { rowIndex: 'number', row: 'unknown', id: 'string | undefined' };

export const EVENTS = {
  select: {
    description: 'Someone has selected a row, or cleared the selection.',
    fields: {
      ...ROW_FIELDS,
      rowIndex: 'Index of the row in the data, -1 where the selection was cleared.',
      count: 'How many rows are selected now.',
    },
    types: { ...ROW_TYPES, count: 'number' },
  },
  activate: {
    description: 'Enter or a double click on a row.',
    fields: ROW_FIELDS,
    types: ROW_TYPES,
  },
  sort: {
    description: 'Someone has sorted. Prevented, nothing is sorted: the app may do it by itself.',
    fields: {
      key: 'Key of the column, undefined for the order of the data.',
      direction: '`ascending` or `descending`.',
    },
    types: { key: 'string | undefined', direction: "'ascending' | 'descending'" },
  },
} as const satisfies EventTable;
