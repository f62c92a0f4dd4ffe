/** What `data-bars` declares: attributes, style properties and events. */
import type {
  AttributeTable,
  BindableTable,
  EventTable,
  StyleTable,
} from '../../runtime/element/contract.js';
import { BARS_SCHEMA, MARKS_SCHEMA, SERIES_SCHEMA, STRINGS_SCHEMA } from './model/schema.js';
import { VALUE_FORMATS } from './scale/value-text.js';

export const ATTRIBUTES = {
  series: {
    type: 'json',
    schema: SERIES_SCHEMA,
    required: true,
    description:
      'The series: a name each, and if wanted a `color` and a `stack`. Series of one stack share a bar.',
  },
  bars: {
    type: 'json',
    schema: BARS_SCHEMA,
    required: true,
    description: 'The data, `bars[entry][series]`; null is absent, which is not zero.',
  },
  labels: {
    type: 'json',
    schema: STRINGS_SCHEMA,
    description: 'A label for each entry. Without labels the chart is a sparkline.',
  },
  showLabels: {
    type: 'boolean',
    default: true,
    description: 'Shows labels, in a sparkline the names of the series.',
  },
  showValues: { type: 'boolean', default: false, description: 'Shows each value as text.' },
  valueFormat: {
    type: 'string',
    enum: VALUE_FORMATS,
    description:
      'Format of the value text. By default `sum` where series are stacked, `last/max` in a sparkline, `percent` for LED, else `value`.',
  },
  showLegend: {
    type: 'boolean',
    default: false,
    description: 'Shows the names of the series on top.',
  },
  showAxis: {
    type: 'boolean',
    default: true,
    description:
      'Shows the value axis. Sparklines of two rows or more have one where this is set, all others none.',
  },
  min: {
    type: 'number',
    description:
      'Low end of the scale. By default 0 or the smallest value, whichever is less; 0 for LED.',
  },
  max: {
    type: 'number',
    description:
      'High end of the scale. By default 0 or the largest value, whichever is more; 100 for LED.',
  },
  selectable: { type: 'boolean', default: false, description: 'Lets people select bars.' },
  selectedIds: {
    type: 'json',
    schema: STRINGS_SCHEMA,
    description: 'Ids of the selected entries; wins over a bar selected by index.',
  },
  tooltip: {
    type: 'string',
    description: 'Text shown over a bar after a moment; `auto` shows its label and values.',
  },
  onGetId: {
    type: 'string',
    hook: 'getId',
    description: 'Gives the id of an entry, from `{values, label, index}`.',
  },
  onTooltip: { type: 'string', hook: 'getTooltip', description: 'Gives the text of a tooltip.' },
  onColor: {
    type: 'string',
    hook: 'getColor',
    description: 'Gives the colour of an entry as CSS, from `{values, label, index}`, or nothing.',
  },
  marks: {
    type: 'json',
    schema: MARKS_SCHEMA,
    description:
      'Lines behind the bars at values of the scale, such as `[{"value":80,"label":"limit","color":"red"}]`, and targets of entries, such as `[{"values":[40,null,60],"label":"plan"}]`, by their places in the data as it was set. The automatic scale covers both. A sparkline of one row has no room for them.',
  },
  unit: {
    type: 'string',
    description: 'What the numbers count, such as `ms` or `%`: follows every number of the chart.',
  },
  numberFormat: {
    type: 'string',
    description:
      'How numbers are written: `auto`, `percent` (of one), `bytes-iec`, `bytes-si`, `duration` (of seconds), a d3-format specifier such as `,.1f`, or options of `Intl.NumberFormat` as JSON.',
  },
  onFormat: {
    type: 'string',
    hook: 'formatNumber',
    description:
      'Writes a number, from `{type, value, text}`: `type` is `value`, `tick` or `exact`, `text` what would be written. The answer depends on these alone.',
  },
} as const satisfies AttributeTable;

export const STYLES = {
  orientation: {
    type: 'string',
    enum: ['horizontal', 'vertical'],
    default: 'horizontal',
    affects: 'layout',
    description: 'Whether bars grow to the right or upwards.',
  },
  barWidth: {
    type: 'integer',
    minimum: 1,
    words: ['auto'],
    default: 1,
    affects: 'layout',
    description:
      'Cells across a bar; `auto` fills the box. Between entries there is the `gap`, 1 unless set; a gap of 0 that is set keeps them touching.',
  },
  maxBarWidth: {
    type: 'integer',
    minimum: 1,
    affects: 'layout',
    description: 'Most cells across a bar whose width is `auto`.',
  },
  overflowEntries: {
    type: 'string',
    enum: ['first', 'last'],
    affects: 'layout',
    description:
      'Which entries show where not all fit; a mark states how many are left out. By default the first of horizontal bars, the last of vertical ones.',
  },
  alignEntries: {
    type: 'string',
    enum: ['start', 'end'],
    default: 'start',
    affects: 'layout',
    description:
      'Where the entries of sparklines and vertical bars are that do not fill the box: at the left, or at the right, into which streams then grow.',
  },
  resolution: {
    type: 'string',
    enum: ['cell', 'half', 'braille'],
    default: 'cell',
    affects: 'layout',
    description:
      'Points of sparklines: one a cell in eighths, two a cell as half blocks of two heights, or two a cell as braille dots of four. Terminals without Unicode have one a cell.',
  },
  valueScale: {
    type: 'string',
    enum: ['linear', 'log', 'symlog'],
    default: 'linear',
    affects: 'layout',
    description:
      'Logarithmic for values above zero, or for both signs with a linear part around zero. Stacks are always linear.',
  },
  scaleTo: {
    type: 'string',
    enum: ['visible', 'all'],
    affects: 'layout',
    description:
      'Which entries the automatic scale covers: those that show (by default in sparklines), or all (by default elsewhere).',
  },
  seriesScale: {
    type: 'string',
    enum: ['shared', 'own'],
    default: 'shared',
    affects: 'layout',
    description: 'One scale for all series of a sparkline, or one for each.',
  },
  baseline: {
    type: 'string',
    enum: ['zero', 'fit'],
    default: 'zero',
    affects: 'layout',
    description:
      'Whether the automatic scale includes zero, or fits the data; bars that do not start at zero then carry a cut mark.',
  },
  barStyle: {
    type: 'string',
    enum: ['solid', 'led'],
    default: 'solid',
    description:
      'Solid bars, or meters of segments with gaps between them. Stacks are always solid.',
  },
  ledWidth: {
    type: 'integer',
    minimum: 1,
    affects: 'layout',
    description: 'Cells of one LED segment along the bar; by default 3 horizontally, 1 vertically.',
  },
  highValue: {
    type: 'number',
    default: 80,
    description: 'Percent of the scale from which LED segments have the high colour.',
  },
  ledColorLow: {
    type: 'color',
    description:
      'Colour of LED segments below the threshold, painted as set; by default `yellow`, or its nearest shade that shows on the background.',
  },
  ledColorHigh: {
    type: 'color',
    description:
      'Colour of LED segments from the threshold on, painted as set; by default `red`, or its nearest shade that shows on the background.',
  },
  stackScale: {
    type: 'string',
    enum: ['value', 'percent'],
    default: 'value',
    affects: 'layout',
    description:
      'Whether a stack is as long as its sum, or as all of the scale, each segment by its share of the sizes of all; the scale then counts percent, for series without a stack too.',
  },
  hitArea: {
    type: 'string',
    enum: ['bar', 'entry'],
    default: 'bar',
    affects: 'paint',
    description:
      'What counts as a bar for the pointer: its cells, or all rows (of horizontal bars) or columns of its entry.',
  },
  zeroLine: {
    type: 'string',
    enum: ['none', 'line'],
    default: 'none',
    affects: 'layout',
    description: 'A line at zero behind the bars, where the scale has both signs.',
  },
  palette: {
    type: 'string',
    enum: ['gray', 'vivid', 'theme'],
    default: 'gray',
    description:
      'Colours of several series that have none of their own: grays, six hues for any background, or `--series-1` to `--series-8` of the theme.',
  },
  colorStops: {
    type: 'string',
    affects: 'paint',
    description:
      'Colours by value, such as `0 green, 70 yellow, 90% red`: from each value, or percent of the scale, on. For bars, points and the segments of meters, not for stacks.',
  },
  selectedColor: {
    type: 'color',
    default: 'var(--accent)',
    description: 'Colour of a selected bar.',
  },
  valuePosition: {
    type: 'string',
    enum: ['column', 'bar', 'inside'],
    default: 'column',
    description:
      'Values of horizontal bars in a column at the right edge, or after each bar. `inside`, for both orientations: in the bars where they fit, else after them; in stacks each segment has its own, or where it is `percent` its share, and what does not fit is in the tooltip only.',
  },
  downsample: {
    type: 'string',
    enum: ['none', 'max', 'mean', 'last'],
    default: 'none',
    affects: 'layout',
    description:
      'How entries that do not fit are folded into one: the one farthest from zero, the mean, or the last. `none` leaves the rest out.',
  },
} as const satisfies StyleTable;

export const BINDABLE = {
  bars: {
    default: true,
    get: 'getValue',
    set: 'setValue',
    // Back again it would be a copy of all data for each entry of a stream.
    oneWay: true,
    description: 'The data.',
  },
  selection: {
    ids: true,
    get: 'getSelectedIds',
    set: 'setSelectedIds',
    events: ['select'],
    description: 'Ids of the selected entries, from `onGetId`.',
  },
} as const satisfies BindableTable;

export const EVENTS = {
  hover: {
    description: 'The pointer has entered another bar.',
    fields: {
      entryIndex: 'Index of the entry.',
      seriesIndex: 'Index of the series.',
      value: 'The value, or null where it is absent.',
      label: 'The label of the entry.',
    },
    types: {
      entryIndex: 'number',
      seriesIndex: 'number',
      value: 'BarValue',
      label: 'string | undefined',
    },
  },
  select: {
    description: 'A bar has been selected, or the selection has been cleared.',
    fields: {
      entryIndex: 'Index of the entry, -1 where nothing is selected.',
      seriesIndex: 'Index of the series, -1 where nothing is selected.',
      value: 'The value, undefined where nothing is selected.',
      label: 'The label of the entry.',
      id: 'The id of the entry, from `onGetId`.',
    },
    types: {
      entryIndex: 'number',
      seriesIndex: 'number',
      value: 'BarValue',
      label: 'string | undefined',
      id: 'string | undefined',
    },
  },
} as const satisfies EventTable;
