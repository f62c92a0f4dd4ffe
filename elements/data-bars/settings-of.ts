/** Reads the settings of a picture from an element's style and attributes. */
import type {
  AttributeValues,
  ComputedStyle,
  StyleValues,
} from '../../runtime/element/contract.js';
import type { GlyphLevel } from '../../runtime/base/text/glyph-levels.js';
import type { ATTRIBUTES, STYLES } from './declaration.js';
import type { ChartInput } from './marks/chart-input.js';
import type { ChartSettings } from './marks/settings.js';
import type { ChartModel } from './model/model.js';
import { findMarksError, type ReferenceMark } from './model/schema.js';
import { WHOLE_NUMBERS, type NumberFormat } from '../charts/scale/number-format.js';

const NONE: readonly never[] = [];
/** Ticks of the author that are looked at. */
const MAX_TICKS = 1000;

/** What follows from several attributes together. */
interface Derived {
  readonly range: { readonly min: number | undefined; readonly max: number | undefined };
  readonly numbers: NumberFormat;
  readonly axisSet: boolean;
}

type Computed = ComputedStyle & StyleValues<typeof STYLES>;
type Props = AttributeValues<typeof ATTRIBUTES>;

export function settingsOf(
  computed: Computed,
  props: Props,
  { range, numbers, axisSet }: Derived,
): ChartSettings {
  const marks = props.marks as readonly ReferenceMark[] | undefined;
  return {
    ...barsOf(computed),
    ...textsOf(computed, props),
    ...entriesOf(computed),
    valueScale: computed.valueScale ?? 'linear',
    scaleTo: computed.scaleTo,
    seriesScale: computed.seriesScale ?? 'shared',
    baseline: computed.baseline ?? 'zero',
    stackScale: computed.stackScale ?? 'value',
    zeroLine: computed.zeroLine === 'line',
    grid: computed.grid === 'light',
    net: computed.net === 'mark',
    min: range.min,
    max: range.max,
    axisSet,
    references: marks === undefined || findMarksError(marks) !== undefined ? NONE : marks,
    // Of a histogram the numbers are counts: those of the data are in its labels.
    numbers: computed.bins === undefined ? numbers : WHOLE_NUMBERS,
  };
}

/** How bars and points are drawn. */
function barsOf(computed: Computed) {
  const vertical = computed.orientation === 'vertical';
  const gap = vertical ? computed['columnGap'] : computed['rowGap'];
  return {
    orientation: vertical ? 'vertical' : 'horizontal',
    barWidth: computed.barWidth === 'auto' ? 'auto' : Math.max(1, computed.barWidth ?? 1),
    maxBarWidth: Math.max(1, computed.maxBarWidth ?? Infinity),
    gap: typeof gap === 'number' ? Math.max(0, gap) : 1,
    gapSet: typeof gap === 'number',
    led: computed.barStyle === 'led',
    ledWidth: Math.max(1, computed.ledWidth ?? (vertical ? 1 : 3)),
    highValue: computed.highValue ?? 80,
    resolution: computed.resolution ?? 'cell',
  } as const satisfies Partial<ChartSettings>;
}

/** Which texts show, and where. */
function textsOf(computed: Computed, props: Props) {
  return {
    showLabels: props.showLabels,
    labelsAbove: computed.orientation !== 'vertical' && computed.labelPosition === 'above',
    // Intervals are not times, and sorted entries are not in order of time.
    timeAxis: computed.entryAxis === 'time' && computed.bins === undefined && !isSorted(computed),
    labelWrap: computed.labelWrap === 'wrap',
    showValues: props.showValues,
    valueFormat: props.valueFormat,
    valuePosition: computed.valuePosition ?? 'column',
    showLegend: props.showLegend,
    legend: computed.legend ?? 'top',
    entryLabel: props.entryLabel ?? '',
    valueLabel: props.valueLabel ?? '',
    showAxis: props.showAxis,
    ticks: (props.ticks as readonly number[] | undefined)?.slice(0, MAX_TICKS),
  } as const satisfies Partial<ChartSettings>;
}

function isSorted({ sort = 'none' }: Computed): boolean {
  return sort !== 'none';
}

/** Which entries show, and in which order. */
function entriesOf(computed: Computed) {
  const isOrdered = isSorted(computed) || computed.bins !== undefined;
  return {
    alignEntries: computed.alignEntries ?? 'start',
    // What comes first in an order is what it is sorted for.
    overflowEntries: computed.overflowEntries ?? (isOrdered ? 'first' : undefined),
    downsample: computed.downsample ?? 'none',
    bins: computed.bins,
    sort: computed.sort ?? 'none',
  } as const satisfies Partial<ChartSettings>;
}

/** Points of a cell, as its terminal can show them. */
export function resolutionOf(
  { resolution }: ChartSettings,
  { labelled }: ChartModel,
  glyphs: GlyphLevel,
): Pick<ChartInput, 'perCell' | 'levels'> {
  if (labelled || resolution === 'cell' || glyphs !== 'unicode') return { perCell: 1, levels: 8 };
  return { perCell: 2, levels: resolution === 'half' ? 2 : 4 };
}
