/** Reads the settings of a line chart from its style and its attributes. */
import type { AttributeValues, ComputedStyle, StyleValues } from '../support/author.js';
import type { GlyphLevel } from '../../runtime/base/text/glyph-levels.js';
import type { NumberFormat } from '../charts/scale/number-format.js';
import { zoneOf } from '../charts/scale/zone.js';
import type { ATTRIBUTES, STYLES } from './declaration.js';
import type { SubCells } from '../charts/sub-cells/compose.js';
import type { LineSettings } from './marks/settings.js';
import type { LineModel } from './model/model.js';
import { findLineMarkError, placeOf, type LineMark } from './model/schema.js';

const NONE: readonly never[] = [];
/** Ticks of the author that are looked at. */
const MAX_TICKS = 1000;

type Computed = ComputedStyle & StyleValues<typeof STYLES>;
type Props = AttributeValues<typeof ATTRIBUTES>;

export function settingsOf(computed: Computed, props: Props, numbers: NumberFormat): LineSettings {
  const marks = props.marks as readonly LineMark[] | undefined;
  const isRange = props.min === undefined || props.max === undefined || props.min <= props.max;
  return {
    min: isRange ? props.min : undefined,
    max: isRange ? props.max : undefined,
    xMin: endOf(props.xMin),
    xMax: endOf(props.xMax),
    xScale: computed.xScale ?? 'linear',
    valueScale: computed.valueScale ?? 'linear',
    baseline: computed.baseline ?? 'auto',
    resolution: computed.subCells ?? 'auto',
    points: computed.pointMarks === 'mark',
    grid: computed.grid === 'light',
    showAxis: props.showAxis,
    showLegend: props.showLegend,
    legend: computed.legend ?? 'top',
    entryLabel: props.entryLabel ?? '',
    valueLabel: props.valueLabel ?? '',
    ticks: (props.ticks as readonly number[] | undefined)?.slice(0, MAX_TICKS),
    marks: marks === undefined || findLineMarkError(marks) !== undefined ? NONE : marks,
    numbers,
    zone: zoneOf(props.timeZone) ?? zoneOf('local')!,
  };
}

/** An end of the horizontal axis: a number or a time; undefined for other texts. */
export function endOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  // A year alone is a number.
  const number = Number(text);
  const place = Number.isFinite(number) ? number : placeOf(text);
  return Number.isFinite(place) ? place : undefined;
}

/** The sub-cells that a terminal can show. */
export function resolutionOf(
  { resolution }: Pick<LineSettings, 'resolution'>,
  model: LineModel,
  glyphs: GlyphLevel,
): SubCells {
  if (glyphs !== 'unicode') return 'half';
  if (resolution !== 'auto') return resolution;
  const hasAreas = model.series.some((_, series) => model.typeOf(series) === 'area');
  return hasAreas ? 'sextant' : 'braille';
}
