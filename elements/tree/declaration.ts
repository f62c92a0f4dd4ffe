/** The declaration of `tree`: attributes, style properties, events, keys and its default style. */
import { FEW_COLORS } from '../support/author.js';
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  KeyTable,
  StyleRule,
  StyleTable,
} from '../support/author.js';
import { ROW_KEYS } from '../support/keys/key-tables.js';
import { COLUMNS_SCHEMA } from '../table/model/schema.js';
import { STYLES as TABLE_STYLES } from '../table/declaration.js';

export const ATTRIBUTES = {
  items: {
    type: 'json',
    schema: { type: 'array', items: { type: ['object', 'string'] } },
    description:
      'The items: a text each, or an object with `label` and optionally `id`, `items` (those in it), `expanded`, `hasItems` (they are loaded by `onLoadChildren`), `selected`, `disabled`, `color`, and the cells of other columns by their keys. The id of an item without one is its place: the labels from the top, as in `src/index.ts`. Default: the `item` elements in it.',
  },
  columns: {
    type: 'json',
    schema: COLUMNS_SCHEMA,
    description:
      'Columns, as those of a table: a key each, or an object with `key`, `label`, `width`, `align`, `format` and the like. The first one has the labels.',
  },
  showHeader: { type: 'boolean', default: true, description: 'Shows the labels of the columns.' },
  selectable: {
    type: 'string',
    enum: ['none', 'single', 'multiple'],
    default: 'none',
    description: 'Whether the user may select one item or several.',
  },
  filterText: {
    type: 'string',
    default: '',
    description:
      'Shows only items whose label and cells contain all of these words, ignoring case, and those around them. What has not been loaded is not searched.',
  },
  renamable: {
    type: 'boolean',
    default: false,
    description: 'Lets the user change labels, with F2.',
  },
  movable: {
    type: 'boolean',
    default: false,
    description: 'Lets the user move items, by dragging them or with Alt and the arrows.',
  },
  emptyText: {
    type: 'string',
    default: 'No items',
    description: 'Text shown if there are no items.',
  },
  noMatchText: {
    type: 'string',
    default: 'No matching items',
    description: 'Text shown if no item matches the filter.',
  },
  busyText: {
    type: 'string',
    default: 'Loading …',
    description: 'Text after an item while what is in it is loaded.',
  },
  disabled: { type: 'boolean', default: false, description: 'Disabled: ignores input.' },
  onLoadChildren: {
    type: 'string',
    hook: 'loadChildren',
    isAsync: true,
    description:
      'Returns what is in an item, or a promise of it, from `{item, id}`; called when an item with `hasItems` is opened first. If it fails, the item shows why, and opening it tries again.',
  },
} as const satisfies AttributeTable;

export const STYLES = {
  treeGuides: {
    type: 'string',
    enum: ['lines', 'none'],
    default: 'lines',
    description: 'Lines from items to what is in them.',
  },
  columnSeparator: TABLE_STYLES.columnSeparator,
  stripes: TABLE_STYLES.stripes,
  stripeColor: TABLE_STYLES.stripeColor,
  headerColor: TABLE_STYLES.headerColor,
  headerBackground: TABLE_STYLES.headerBackground,
  cursorColor: TABLE_STYLES.cursorColor,
  cursorBackground: TABLE_STYLES.cursorBackground,
  selectedBackground: TABLE_STYLES.selectedBackground,
} as const satisfies StyleTable;

export const RULES: readonly StyleRule[] = [
  { selector: 'tree', declarations: { 'column-gap': '2', color: 'var(--text)' } },
  { selector: 'tree:focus-visible', declarations: { 'border-color': 'var(--focus)' } },
  { selector: 'tree:disabled', declarations: { color: 'var(--disabled)' } },
  { selector: 'tree:disabled', media: FEW_COLORS, declarations: { 'font-weight': 'dim' } },
];

export const BINDABLE = {
  items: {
    default: true,
    get: 'getItems',
    set: 'setItems',
    oneWay: true,
    description: 'The items.',
  },
  selection: {
    ids: true,
    get: 'getSelectedIds',
    set: 'setSelectedIds',
    events: ['select'],
    description: 'Ids of the selected items.',
  },
  expandedIds: { events: ['toggle'], description: 'Ids of the items that are open.' },
} as const satisfies BindableTable;

const ITEM_FIELDS = { id: 'The id of the item.', item: 'The item as it was set.' };
const ITEM_TYPES = { id: 'string', item: 'unknown' };

export const EVENTS = {
  select: {
    description: 'Fires when the user selects an item or clears the selection.',
    fields: {
      id: 'The id of the item; undefined if the selection was cleared.',
      item: 'The item as it was set.',
      count: 'Number of selected items.',
    },
    types: { id: 'string | undefined', item: 'unknown', count: 'number' },
  },
  activate: {
    description:
      'Fires on Enter or a double click on an item. Unless it is prevented, an item with others in it is opened or closed.',
    fields: ITEM_FIELDS,
    types: ITEM_TYPES,
  },
  toggle: {
    description: 'Fires when the user opens or closes an item.',
    fields: { ...ITEM_FIELDS, open: 'Whether it is now open.' },
    types: { ...ITEM_TYPES, open: 'boolean' },
  },
  rename: {
    description:
      'Fires when the user has changed a label. Unless it is prevented, the item has it from then on.',
    fields: { ...ITEM_FIELDS, label: 'The new label.' },
    types: { ...ITEM_TYPES, label: 'string' },
  },
  move: {
    description:
      'Fires when the user moves an item. Unless it is prevented, the item has its new place from then on.',
    fields: {
      ...ITEM_FIELDS,
      parentId: 'The id of the item that it comes into; undefined for the top.',
      index: 'Its index there, once it has left its place.',
    },
    types: { ...ITEM_TYPES, parentId: 'string | undefined', index: 'number' },
  },
} as const satisfies EventTable;

export const TREE_KEYS = {
  ...ROW_KEYS,
  open: { keys: 'right', description: 'Opens the item; an open one: moves to the first in it.' },
  close: {
    keys: 'left',
    description: 'Closes the item; a closed one: moves to the one around it.',
  },
  siblings: { keys: '*', description: 'Opens all items beside it.' },
  activate: {
    keys: 'enter',
    description: 'Fires `activate`, and opens or closes the item.',
  },
  select: {
    keys: 'space',
    description:
      'Selects the item, or deselects it if several can be selected; else opens or closes it.',
  },
  clear: { keys: 'escape', description: 'Clears the selection.' },
  all: { keys: 'ctrl+a', description: 'Selects all that show, if several can be selected.' },
  rename: { keys: 'f2', description: 'Changes the label, with `renamable`. Escape undoes it.' },
  moveUp: { keys: 'alt+up', description: 'Moves the item up, with `movable`.' },
  moveDown: { keys: 'alt+down', description: 'Moves the item down, with `movable`.' },
  moveIn: { keys: 'alt+right', description: 'Moves the item into the one above it.' },
  moveOut: { keys: 'alt+left', description: 'Moves the item out, behind the one around it.' },
} as const satisfies KeyTable;
