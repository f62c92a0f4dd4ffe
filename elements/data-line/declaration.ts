/** The declaration of `data-line`: attributes, style properties, events and keys. */
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  KeyTable,
  StyleTable,
} from '../support/author.js';
import { CHART_STYLE } from '../charts/declaration.js';
import { STRINGS_SCHEMA } from '../support/strings.js';
import { MARKS_SCHEMA, POINTS_SCHEMA, SERIES_SCHEMA } from './model/schema.js';

export const ATTRIBUTES = {
  series: {
    type: 'json',
    schema: SERIES_SCHEMA,
    required: true,
    description:
      'The series: each has a name and optionally a `type` (`line`, `area`, `step`, `scatter` or `candle`), a `color` and a `stack`. Series of one stack are areas on top of each other. Candles (`candle`) have their last values themselves, and `open`, `high` and `low` name the series of the others, which are not drawn by themselves; rising ones are in `--success` of the theme, falling ones in `--error`. Without a `type`, a series with a `stack` is an area, and any other a line.',
  },
  points: {
    type: 'json',
    schema: POINTS_SCHEMA,
    required: true,
    description:
      'The data: `[[x, y, y, …], …]`, one y for each series; null is an absent value, which ends a line. An x is a number, or an ISO date or time such as `2026-03-29T14:30`, which is stored as milliseconds.',
  },
  min: {
    type: 'number',
    description: 'Low end of the value axis. Default: from the points that show.',
  },
  max: {
    type: 'number',
    description: 'High end of the value axis. Default: from the points that show.',
  },
  xMin: {
    type: 'string',
    description:
      'Left end of the horizontal axis: a number, or an ISO date or time. Default: the smallest x.',
  },
  xMax: {
    type: 'string',
    description:
      'Right end of the horizontal axis: a number, or an ISO date or time. Default: the largest x.',
  },
  showAxis: {
    type: 'boolean',
    default: true,
    description: 'Shows both axes, as far as the plot leaves room for them.',
  },
  showLegend: {
    type: 'boolean',
    default: false,
    description: 'Shows a legend of the series, at the place of the style `legend`.',
  },
  entryLabel: { type: 'string', description: 'Title of the horizontal axis.' },
  valueLabel: { type: 'string', description: 'Title of the value axis.' },
  selectable: { type: 'boolean', default: false, description: 'Lets the user select points.' },
  zoomable: {
    type: 'boolean',
    default: false,
    description:
      'Lets the user zoom with `+`, `-` and the wheel, and pan with Shift and the arrow keys or by dragging; `0` shows everything again.',
  },
  selectedIds: {
    type: 'json',
    schema: STRINGS_SCHEMA,
    description: 'Ids of the selected points, from `onGetId`; overrides a point selected by index.',
  },
  tooltip: {
    type: 'string',
    description:
      'Text shown next to a point after a short delay; `auto` shows its place and values.',
  },
  onGetId: {
    type: 'string',
    hook: 'getId',
    description: 'Returns the id of a point, from `{values, label, index}`.',
  },
  onTooltip: { type: 'string', hook: 'getTooltip', description: 'Returns the text of a tooltip.' },
  marks: {
    type: 'json',
    schema: MARKS_SCHEMA,
    description:
      'Lines and bands behind the data: `{"value":80}` is a line at a value, `{"from":20,"to":40}` a band between two, `{"x":"2026-03-29"}` a line at a place of the horizontal axis. Each has optionally a `label` and a `color`. The automatic scale includes values; a label shows where no data is in its way.',
  },
  ticks: {
    type: 'json',
    schema: { type: 'array', items: { type: 'number' } },
    description: 'Values that have a tick on the value axis. Default: round values, evenly spaced.',
  },
  unit: {
    type: 'string',
    description:
      'Unit of the values, such as `ms` or `%`; added to every number of the value axis.',
  },
  numberFormat: {
    type: 'string',
    description:
      'Format of values: `auto`, `percent` (of one), `bytes-iec`, `bytes-si`, `duration` (of seconds), a d3-format specifier such as `,.1f` (width at most 32), or options of `Intl.NumberFormat` as JSON.',
  },
  timeZone: {
    type: 'string',
    default: 'local',
    description:
      'Time zone of a time axis: `local` (of the user), `UTC`, or a name such as `Europe/Berlin`.',
  },
  onFormat: {
    type: 'string',
    hook: 'formatNumber',
    description:
      'Formats a value, from `{type, value, text}`: `type` is `value`, `tick` or `exact`; `text` is the default format. The result must depend on these alone.',
  },
} as const satisfies AttributeTable;

export const STYLES = {
  ...CHART_STYLE,
  xScale: {
    type: 'string',
    enum: ['linear', 'time', 'log'],
    default: 'linear',
    affects: 'layout',
    description:
      'Horizontal axis: numbers, times with ticks at the beginning of minutes, hours, days, months or years, or logarithmic.',
  },
  subCells: {
    type: 'string',
    enum: ['auto', 'braille', 'octant', 'sextant', 'half'],
    default: 'auto',
    affects: 'layout',
    description:
      'Sub-cells that lines are drawn in: braille dots (two by four), octants (two by four, of Unicode 16), sextants (two by three) or half blocks. `auto` is braille, or sextants where a series is an area. Terminals without Unicode show half blocks.',
  },
  pointMarks: {
    type: 'string',
    enum: ['none', 'mark'],
    default: 'none',
    affects: 'paint',
    description: 'Marks each point, where there are at most as many points as columns.',
  },
  crossHair: {
    type: 'string',
    enum: ['none', 'line'],
    default: 'line',
    affects: 'paint',
    description: 'Shows a line at the point that the pointer or the keys are at.',
  },
} as const satisfies StyleTable;

export const BINDABLE = {
  points: {
    default: true,
    get: 'getValue',
    set: 'setValue',
    // Back again it would be a copy of all data for each point of a stream.
    oneWay: true,
    description: 'The data.',
  },
  selection: {
    ids: true,
    get: 'getSelectedIds',
    set: 'setSelectedIds',
    events: ['select'],
    description: 'Ids of the selected points, from `onGetId`.',
  },
} as const satisfies BindableTable;

const POINT_FIELDS = {
  entryIndex: 'Index of the point.',
  seriesIndex: 'Index of the series.',
  value: 'The value, or null if the point has none.',
  label: 'The place of the point as text.',
  x: 'The place of the point; a time is in milliseconds.',
};
const POINT_TYPES = {
  entryIndex: 'number',
  seriesIndex: 'number',
  value: 'BarValue',
  label: 'string | undefined',
  x: 'number | undefined',
};

export const EVENTS = {
  hover: {
    description: 'Fires when the pointer enters, or a key moves to, another point.',
    fields: POINT_FIELDS,
    types: POINT_TYPES,
  },
  select: {
    description: 'Fires when a point is selected or the selection is cleared; indices are -1 then.',
    fields: { ...POINT_FIELDS, id: 'The id of the point, from `onGetId`.' },
    types: { ...POINT_TYPES, id: 'string | undefined' },
  },
  zoom: {
    description: 'Fires when the user has zoomed or panned.',
    fields: {
      xMin: 'Left end of what shows.',
      xMax: 'Right end of what shows.',
      isWhole: 'True where everything shows again.',
    },
    types: { xMin: 'number', xMax: 'number', isWhole: 'boolean' },
  },
} as const satisfies EventTable;

export const LINE_KEYS = {
  left: { keys: 'left', description: 'Moves to the point on the left.' },
  right: { keys: 'right', description: 'Moves to the point on the right.' },
  up: { keys: 'up', description: 'Moves to the series before.' },
  down: { keys: 'down', description: 'Moves to the next series.' },
  first: { keys: 'home', description: 'Moves to the first point that shows.' },
  last: { keys: 'end', description: 'Moves to the last point that shows.' },
  select: { keys: 'enter, space', description: 'Selects or deselects the point.' },
  clear: { keys: 'escape', description: 'Clears the selection.' },
  closer: { keys: '+, =', description: 'Zooms in, with `zoomable`.' },
  farther: { keys: '-', description: 'Zooms out, with `zoomable`.' },
  whole: { keys: '0', description: 'Shows everything, with `zoomable`.' },
  panLeft: { keys: 'shift+left', description: 'Shows what is on the left, with `zoomable`.' },
  panRight: { keys: 'shift+right', description: 'Shows what is on the right, with `zoomable`.' },
} as const satisfies KeyTable;
