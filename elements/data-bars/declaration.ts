/** The declaration of `data-bars`: attributes, style properties and events. */
import type { AttributeTable, BindableTable, EventTable, StyleTable } from '../support/author.js';
import { CHART_STYLE, VALUE_STYLE } from '../charts/declaration.js';
import { STRINGS_SCHEMA } from '../support/strings.js';
import { BARS_SCHEMA, MARKS_SCHEMA, SERIES_SCHEMA, TICKS_SCHEMA } from './model/schema.js';
import { SORTS } from './model/order.js';
import { VALUE_FORMATS } from './scale/value-text.js';

export const ATTRIBUTES = {
  series: {
    type: 'json',
    schema: SERIES_SCHEMA,
    required: true,
    description:
      'The series: each has a name and optionally a `color`, a `stack` and an `error`. Series of one stack share a bar. `"error": {"low": "min", "high": "max"}` draws error bars from the values of two other series, which then have no bars of their own; sparklines draw all series as points.',
  },
  bars: {
    type: 'json',
    schema: BARS_SCHEMA,
    required: true,
    description:
      'The data: `bars[entry][series]`; null means no value, which is not the same as zero.',
  },
  labels: {
    type: 'json',
    schema: STRINGS_SCHEMA,
    description: 'A label for each entry. Without labels the chart is a sparkline.',
  },
  showLabels: {
    type: 'boolean',
    default: true,
    description: 'Shows the labels; in a sparkline, the names of the series.',
  },
  showValues: {
    type: 'boolean',
    default: false,
    description:
      'Shows each value as text. In a sparkline of three rows or more, names and values are above the points if these would have less than half of the box.',
  },
  valueFormat: {
    type: 'string',
    enum: VALUE_FORMATS,
    description:
      'Format of the value text. By default `sum` where series are stacked, `last/max` in a sparkline, `percent` for LED, else `value`.',
  },
  showLegend: {
    type: 'boolean',
    default: false,
    description: 'Shows a legend of the series, at the place of the style `legend`.',
  },
  showAxis: {
    type: 'boolean',
    default: true,
    description:
      'Shows the value axis. Without this attribute it gives way to entries; a sparkline shows one only with it, in two rows or more.',
  },
  entryLabel: {
    type: 'string',
    description:
      'Title of the axis of entries: above the labels of horizontal bars, else below the chart.',
  },
  valueLabel: {
    type: 'string',
    description:
      'Title of the value axis: below horizontal bars, else above the chart. Titles show in rows that nothing else of the chart needs.',
  },
  min: {
    type: 'number',
    description:
      'Low end of the scale. Default: 0 or the smallest value, whichever is less; 0 for LED meters.',
  },
  max: {
    type: 'number',
    description:
      'High end of the scale. Default: 0 or the largest value, whichever is greater; 100 for LED meters.',
  },
  selectable: { type: 'boolean', default: false, description: 'Lets the user select bars.' },
  selectedIds: {
    type: 'json',
    schema: STRINGS_SCHEMA,
    description: 'Ids of the selected entries; overrides a bar selected by index.',
  },
  tooltip: {
    type: 'string',
    description: 'Text shown next to a bar after a short delay; `auto` shows its label and values.',
  },
  onGetId: {
    type: 'string',
    hook: 'getId',
    description: 'Returns the id of an entry, from `{values, label, index}`.',
  },
  onTooltip: { type: 'string', hook: 'getTooltip', description: 'Returns the text of a tooltip.' },
  onColor: {
    type: 'string',
    hook: 'getColor',
    description:
      'Returns the colour of an entry as CSS, from `{values, label, index}`, or nothing.',
  },
  marks: {
    type: 'json',
    schema: MARKS_SCHEMA,
    description:
      'Lines behind the bars at values of the scale, such as `[{"value":80,"label":"limit","color":"red"}]`, and targets of entries, such as `[{"values":[40,null,60],"label":"plan"}]`, by their index in the data as it was set. The automatic scale includes both; one that a scale of your own does not reach is an arrow at its end. Lines in one cell have their labels beside each other where these fit. Labels of marks come before those of ticks, of which two stay. A sparkline of one row shows no marks.',
  },
  ticks: {
    type: 'json',
    schema: TICKS_SCHEMA,
    description:
      'Values that have a tick on the value axis, such as `[0, 50, 80, 100]`; those outside the scale do not show, and labels that would touch others or those of `marks` are left out. At most 1,000; an empty list shows none. Default: round values, evenly spaced.',
  },
  unit: {
    type: 'string',
    description: 'Unit of the numbers, such as `ms` or `%`; added to every number of the chart.',
  },
  numberFormat: {
    type: 'string',
    description:
      'Format of numbers: `auto`, `percent` (of one), `bytes-iec`, `bytes-si`, `duration` (of seconds), a d3-format specifier such as `,.1f` (width at most 32), or options of `Intl.NumberFormat` as JSON.',
  },
  onFormat: {
    type: 'string',
    hook: 'formatNumber',
    description:
      'Formats a number, from `{type, value, text}`: `type` is `value`, `tick` or `exact`; `text` is the default format. The result must depend on these alone.',
  },
} as const satisfies AttributeTable;

export const STYLES = {
  ...CHART_STYLE,
  orientation: {
    type: 'string',
    enum: ['horizontal', 'vertical'],
    default: 'horizontal',
    affects: 'layout',
    description: 'Horizontal bars grow to the right, vertical bars upwards.',
  },
  barWidth: {
    type: 'integer',
    minimum: 1,
    words: ['auto'],
    default: 1,
    affects: 'layout',
    description:
      'Thickness of a bar in cells; `auto` fills the box. Entries are separated by `gap`, 1 unless set; with `gap: 0` bars touch.',
  },
  maxBarWidth: {
    type: 'integer',
    minimum: 1,
    affects: 'layout',
    description: 'Maximum thickness, in cells, of a bar whose width is `auto`.',
  },
  overflowEntries: {
    type: 'string',
    enum: ['first', 'last'],
    affects: 'layout',
    description:
      'Which entries are visible if not all fit; a mark shows how many are hidden. Default: the first entries of horizontal charts, the last of vertical ones.',
  },
  alignEntries: {
    type: 'string',
    enum: ['start', 'end'],
    default: 'start',
    affects: 'layout',
    description:
      'Alignment of the entries of sparklines and vertical bars that do not fill the box: left, or right, where streams grow.',
  },
  resolution: {
    type: 'string',
    enum: ['cell', 'half', 'braille'],
    default: 'cell',
    affects: 'layout',
    description:
      'Points of sparklines: one per cell in eighths, two per cell as half blocks of two levels, or two per cell as braille dots of four levels. Terminals without Unicode show one per cell. In a row of both signs, zero is the middle of the cell: with one point per cell, values above it fill 6 to 8 eighths, values below it 3 to 1, in `--error` unless the series has a `color`, and `─` is a zero.',
  },
  scaleTo: {
    type: 'string',
    enum: ['visible', 'all'],
    affects: 'layout',
    description:
      'Which entries the automatic scale includes: the visible ones (default for sparklines), or all (default otherwise).',
  },
  seriesScale: {
    type: 'string',
    enum: ['shared', 'own'],
    default: 'shared',
    affects: 'layout',
    description: 'One scale for all series of a sparkline, or one for each series.',
  },
  barStyle: {
    type: 'string',
    enum: ['solid', 'led'],
    default: 'solid',
    description:
      'Solid bars, or LED meters of segments with gaps between them. Stacks are always solid.',
  },
  ledWidth: {
    type: 'integer',
    minimum: 1,
    affects: 'layout',
    description:
      'Length of one LED segment along the bar, in cells; default 3 horizontally, 1 vertically.',
  },
  highValue: {
    type: 'number',
    default: 80,
    description: 'Percentage of the scale from which LED segments have the high colour.',
  },
  ledColorLow: {
    type: 'color',
    description:
      'Colour of LED segments below the threshold; default `yellow` (`--meter-low` of the theme). The default is adjusted to contrast with the background; a colour that you set is not.',
  },
  ledColorHigh: {
    type: 'color',
    description:
      'Colour of LED segments from the threshold on; default `red` (`--meter-high` of the theme). The default is adjusted to contrast with the background; a colour that you set is not.',
  },
  stackScale: {
    type: 'string',
    enum: ['value', 'percent'],
    default: 'value',
    affects: 'layout',
    description:
      'Whether a stack is as long as its sum, or fills the scale, each segment by its share of the absolute values; the scale then shows percent, for series without a stack too.',
  },
  hitArea: {
    type: 'string',
    enum: ['bar', 'entry'],
    default: 'bar',
    affects: 'paint',
    description:
      'Area of a bar for the pointer: its own cells, or all rows (of horizontal bars) or columns of its entry.',
  },
  zeroLine: {
    type: 'string',
    enum: ['none', 'line'],
    default: 'none',
    affects: 'layout',
    description: 'Shows a line at zero behind the bars if the scale has both signs.',
  },
  entryAxis: {
    type: 'string',
    enum: ['label', 'time'],
    default: 'label',
    affects: 'layout',
    description:
      'Whether labels are shown as they are, or read as ISO dates or times (`2026-03-29`, `2026-03-29T14:30`) and shown at the beginnings of years, months, weeks, days or hours, in the time zone of the user. Entries are to ascend in time. Tooltips show the labels themselves; so do sorted bars, and the intervals of `bins`.',
  },
  labelPosition: {
    type: 'string',
    enum: ['side', 'above'],
    default: 'side',
    affects: 'layout',
    description:
      'Place of the labels of horizontal bars: at their left, or each in a row of its own above the bars of its entry, for long labels.',
  },
  labelWrap: {
    type: 'string',
    enum: ['none', 'wrap'],
    default: 'none',
    affects: 'layout',
    description:
      'Whether long labels go on in the next line: of horizontal bars in the rows of their entry, of vertical ones in up to three rows below.',
  },
  net: {
    type: 'string',
    enum: ['none', 'mark'],
    default: 'none',
    affects: 'layout',
    description: 'Marks with `◆` what a stack of both signs comes to.',
  },
  ...VALUE_STYLE,
  bins: {
    type: 'integer',
    minimum: 1,
    words: ['auto'],
    affects: 'layout',
    description:
      'Makes a histogram of the first series: about this number of intervals with round ends, or a number that follows from the data. At most 500, by `auto` 100. The entries of the chart are the intervals, its values how many numbers are in each; `getValue`, appended entries and copied data stay the numbers themselves. `unit` and `number-format` apply to the intervals.',
  },
  sort: {
    type: 'string',
    enum: SORTS,
    default: 'none',
    affects: 'layout',
    description:
      'Order of bars that have labels: by the sum of their values or by label, with `-` from the largest or last. Indices, ids and copied data stay those of the data. Entries combined by `downsample` and points of sparklines keep their order.',
  },
  downsample: {
    type: 'string',
    enum: ['none', 'max', 'mean', 'last'],
    default: 'none',
    affects: 'layout',
    description:
      'How entries that do not fit are combined into one: the value farthest from zero, the mean, or the last. `none` omits them. The label is that of the first of them, of the first and the last for a mean, and of the last one for `last`; the tooltip names the entry that is shown.',
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
    description: 'Fires when the pointer enters another bar.',
    fields: {
      entryIndex: 'Index of the entry.',
      seriesIndex: 'Index of the series.',
      value: 'The value, or null if the entry has none.',
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
    description: 'Fires when a bar is selected or the selection is cleared.',
    fields: {
      entryIndex: 'Index of the entry, -1 if nothing is selected.',
      seriesIndex: 'Index of the series, -1 if nothing is selected.',
      value: 'The value, undefined if nothing is selected.',
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
