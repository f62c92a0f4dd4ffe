/** Style properties that mean the same in all charts. */
import type { StyleTable } from '../support/author.js';

export const CHART_STYLE = {
  valueScale: {
    type: 'string',
    enum: ['linear', 'log', 'symlog'],
    default: 'linear',
    affects: 'layout',
    description:
      'Linear; logarithmic for values above zero; or logarithmic for both signs with a linear part around zero. Stacks of bars are always linear. Lines have a gap where a logarithm has no place for a value.',
  },
  baseline: {
    type: 'string',
    enum: ['zero', 'fit'],
    affects: 'layout',
    description:
      'Whether the automatic scale includes zero or fits the data. Default: `zero` for bars and areas, `fit` for lines. Bars that do not start at zero show a cut mark, and stacks of bars start at zero.',
  },
  legend: {
    type: 'string',
    enum: ['top', 'right', 'bottom'],
    default: 'top',
    affects: 'layout',
    description:
      'Place of the legend: in rows above or below the chart, or in a column at its right, which needs a chart twice as wide and as many rows as there are series; where these are missing it is on top.',
  },
  grid: {
    type: 'string',
    enum: ['none', 'light'],
    default: 'none',
    affects: 'layout',
    description:
      'Shows dotted lines behind the data at the ticks of the value axis, in line charts of both axes. A sparkline needs two rows for them.',
  },
  palette: {
    type: 'string',
    enum: ['gray', 'vivid', 'theme'],
    description:
      'Colours of series without a colour of their own: grays (default of bars), six hues for any background, or `--series-1` to `--series-8` of the theme (default of lines). Where a terminal has 16 colours, or a theme grays, neighbours that would look alike get others, whatever their `color`. Without colours, series have patterns.',
  },
  selectedColor: {
    type: 'color',
    default: 'var(--accent)',
    description:
      'Colour of what is selected: of a bar, meters included, or of the mark of a point; a bar whose own colour is similar is hatched.',
  },
} as const satisfies StyleTable;

/** Those of charts that show values as bars. */
export const VALUE_STYLE = {
  colorStops: {
    type: 'string',
    affects: 'paint',
    description:
      'Colours by value, such as `0 green, 70 yellow, 90% red`: each applies from its value, or percentage of the scale, upwards, in any order. For bars, points, gauges and the segments of meters, not for stacks.',
  },
  valuePosition: {
    type: 'string',
    enum: ['column', 'bar', 'inside'],
    default: 'column',
    description:
      'Position of values: in a column at the right edge, after each bar, or `inside`: within the bars where they fit, else after them. In stacks, `inside` labels each segment (with its share if the scale is `percent`); a value that does not fit appears in the tooltip only.',
  },
} as const satisfies StyleTable;
