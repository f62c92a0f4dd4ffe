/** Reads the settings of a picture from an element's style and attributes. */
import type {
  AttributeValues,
  ComputedStyle,
  StyleValues,
} from '../../runtime/element/contract.js';
import type { GlyphLevel } from '../../runtime/text/glyph-levels.js';
import type { ATTRIBUTES, STYLES } from './declaration.js';
import type { ChartInput } from './marks/chart-input.js';
import type { ChartSettings } from './marks/settings.js';
import type { ChartModel } from './model/model.js';
import { findMarksError, type ReferenceMark } from './model/schema.js';
import type { NumberFormat } from './scale/number-format.js';

const NONE: readonly never[] = [];

/** What follows from several attributes together. */
interface Derived {
  readonly range: { readonly min: number | undefined; readonly max: number | undefined };
  readonly numbers: NumberFormat;
  readonly axisSet: boolean;
}

export function settingsOf(
  computed: ComputedStyle & StyleValues<typeof STYLES>,
  props: AttributeValues<typeof ATTRIBUTES>,
  { range, numbers, axisSet }: Derived,
): ChartSettings {
  const vertical = computed.orientation === 'vertical';
  const marks = props.marks as readonly ReferenceMark[] | undefined;
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
    min: range.min,
    max: range.max,
    valueScale: computed.valueScale ?? 'linear',
    scaleTo: computed.scaleTo,
    seriesScale: computed.seriesScale ?? 'shared',
    baseline: computed.baseline ?? 'zero',
    alignEntries: computed.alignEntries ?? 'start',
    resolution: computed.resolution ?? 'cell',
    overflowEntries: computed.overflowEntries,
    showLabels: props.showLabels,
    showValues: props.showValues,
    showLegend: props.showLegend,
    showAxis: props.showAxis,
    ticks: props.ticks as readonly number[] | undefined,
    axisSet,
    valueFormat: props.valueFormat,
    valuePosition: computed.valuePosition ?? 'column',
    stackScale: computed.stackScale ?? 'value',
    zeroLine: computed.zeroLine === 'line',
    downsample: computed.downsample ?? 'none',
    references: marks === undefined || findMarksError(marks) !== undefined ? NONE : marks,
    numbers,
  };
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
