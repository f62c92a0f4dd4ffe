/** The declaration of `data-heatmap`: attributes, style properties, events and keys. */
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  KeyTable,
  StyleTable,
} from '../support/author.js';
import { CHART_STYLE } from '../charts/declaration.js';
import { STRINGS_SCHEMA } from '../support/strings.js';
import { CELLS_SCHEMA } from './model/schema.js';
import { SCALES } from './scale/color-scales.js';

export const ATTRIBUTES = {
  cells: {
    type: 'json',
    schema: CELLS_SCHEMA,
    required: true,
    description: 'The data: `cells[row][column]`; null is an absent value, shown as a dot.',
  },
  rowLabels: { type: 'json', schema: STRINGS_SCHEMA, description: 'A label for each row.' },
  labels: { type: 'json', schema: STRINGS_SCHEMA, description: 'A label for each column.' },
  min: { type: 'number', description: 'Low end of the scale. Default: the smallest value.' },
  max: { type: 'number', description: 'High end of the scale. Default: the largest value.' },
  center: {
    type: 'number',
    default: 0,
    description:
      'The middle of `color-scale: diverging`, and what the extreme of combined values is farthest from.',
  },
  showAxis: {
    type: 'boolean',
    default: true,
    description: 'Shows the labels of rows and columns, as far as the plot leaves room for them.',
  },
  showValues: {
    type: 'boolean',
    default: false,
    description: 'Shows each value in its cell, where cells are wide enough for all of them.',
  },
  showLegend: {
    type: 'boolean',
    default: false,
    description:
      'Shows the colours with the ends of the scale, at the place of the style `legend`.',
  },
  entryLabel: { type: 'string', description: 'Title of the axis of columns.' },
  valueLabel: {
    type: 'string',
    description:
      'What the values are: shown before the colours of a legend above or below the chart.',
  },
  selectable: { type: 'boolean', default: false, description: 'Lets the user select cells.' },
  selectedIds: {
    type: 'json',
    schema: STRINGS_SCHEMA,
    description: 'Ids of the selected columns, from `onGetId`; overrides a cell selected by index.',
  },
  tooltip: {
    type: 'string',
    description:
      'Text shown next to a cell after a short delay; `auto` shows its labels and value.',
  },
  onGetId: {
    type: 'string',
    hook: 'getId',
    description: 'Returns the id of a column, from `{values, label, index}`.',
  },
  onTooltip: { type: 'string', hook: 'getTooltip', description: 'Returns the text of a tooltip.' },
  unit: { type: 'string', description: 'Unit of the values, such as `ms` or `%`.' },
  numberFormat: {
    type: 'string',
    description:
      'Format of values: `auto`, `percent` (of one), `bytes-iec`, `bytes-si`, `duration` (of seconds), a d3-format specifier such as `,.1f` (width at most 32), or options of `Intl.NumberFormat` as JSON.',
  },
  onFormat: {
    type: 'string',
    hook: 'formatNumber',
    description:
      'Formats a value, from `{type, value, text}`: `type` is `value`, `tick` or `exact`; `text` is the default format. The result must depend on these alone.',
  },
} as const satisfies AttributeTable;

const { valueScale, legend, selectedColor } = CHART_STYLE;

export const STYLES = {
  colorScale: {
    type: 'string',
    enum: SCALES,
    default: 'viridis',
    affects: 'paint',
    description:
      'Colours from low to high: perceptual ones, of which `cividis` suits all kinds of colour vision, grays, or `diverging`, from blue below `center` to red above it. Terminals with 16 colours show shades of three of them, those without colours shades, and themes of grays grays.',
  },
  combine: {
    type: 'string',
    enum: ['extreme', 'mean'],
    default: 'extreme',
    affects: 'paint',
    description:
      'What a place shows where several cells of the data share it: the value that is farthest from `center`, or the mean.',
  },
  valueScale,
  legend,
  selectedColor,
} as const satisfies StyleTable;

export const BINDABLE = {
  cells: {
    default: true,
    get: 'getValue',
    set: 'setValue',
    // Back again it would be a copy of all data for each column of a stream.
    oneWay: true,
    description: 'The data.',
  },
  selection: {
    ids: true,
    get: 'getSelectedIds',
    set: 'setSelectedIds',
    events: ['select'],
    description: 'Ids of the selected columns, from `onGetId`.',
  },
} as const satisfies BindableTable;

const CELL_FIELDS = {
  entryIndex: 'Index of the column.',
  seriesIndex: 'Index of the row.',
  value: 'The value, or null if it is absent.',
  label: 'The label of the column.',
  rowLabel: 'The label of the row.',
};
const CELL_TYPES = {
  entryIndex: 'number',
  seriesIndex: 'number',
  value: 'BarValue',
  label: 'string | undefined',
  rowLabel: 'string | undefined',
};

export const EVENTS = {
  hover: {
    description: 'Fires when the pointer enters, or a key moves to, another cell.',
    fields: CELL_FIELDS,
    types: CELL_TYPES,
  },
  select: {
    description: 'Fires when a cell is selected or the selection is cleared; indices are -1 then.',
    fields: { ...CELL_FIELDS, id: 'The id of the column, from `onGetId`.' },
    types: { ...CELL_TYPES, id: 'string | undefined' },
  },
} as const satisfies EventTable;

export const HEAT_KEYS = {
  left: { keys: 'left', description: 'Moves to the cell on the left.' },
  right: { keys: 'right', description: 'Moves to the cell on the right.' },
  up: { keys: 'up', description: 'Moves to the cell above.' },
  down: { keys: 'down', description: 'Moves to the cell below.' },
  first: { keys: 'home', description: 'Moves to the first cell of the row.' },
  last: { keys: 'end', description: 'Moves to the last cell of the row.' },
  top: { keys: 'pageup', description: 'Moves to the first cell of the column.' },
  bottom: { keys: 'pagedown', description: 'Moves to the last cell of the column.' },
  select: { keys: 'enter, space', description: 'Selects or deselects the cell.' },
  clear: { keys: 'escape', description: 'Clears the selection.' },
} as const satisfies KeyTable;
