/** Warnings about data and settings of a heatmap that do not go together. */
import type { AttributeValues, ComputedStyle, StyleValues } from '../support/author.js';
import type { ChartWarning } from '../charts/contract.js';
import type { ATTRIBUTES, STYLES } from './declaration.js';
import type { HeatModel } from './model/model.js';

export function checkHeatmap(
  model: HeatModel,
  props: AttributeValues<typeof ATTRIBUTES>,
  computed: ComputedStyle & StyleValues<typeof STYLES>,
): (ChartWarning | undefined)[] {
  return [checkLabels(model), checkEnds(props), checkLog(props, computed), checkCenter(computed)];
}

function checkLabels(model: HeatModel): ChartWarning | undefined {
  if (model.extraRowLabels === 0 || model.rows === 0) return undefined;
  const message = `expected ${model.rows} labels, one for each row, found ${model.rows + model.extraRowLabels}; the rest are ignored`;
  return { code: 'extra-labels', attribute: 'rowLabels', message };
}

function checkEnds({ min, max }: AttributeValues<typeof ATTRIBUTES>): ChartWarning | undefined {
  if (min === undefined || max === undefined || min <= max) return undefined;
  const message = `expected "min" to be at most "max" (${max}), found ${min}; both are ignored`;
  return { code: 'bad-range', attribute: 'min', message };
}

function checkLog(
  { min, max }: AttributeValues<typeof ATTRIBUTES>,
  { valueScale }: StyleValues<typeof STYLES>,
): ChartWarning | undefined {
  if (valueScale !== 'log') return undefined;
  const [name, end] = min !== undefined && min <= 0 ? ['min', min] : ['max', max];
  if (end === undefined || Number(end) > 0) return undefined;
  const message = `"${name}": expected a number above 0 on a log scale, found ${end}; calculated from the data instead`;
  return { code: 'log-range', attribute: String(name), message };
}

/** A logarithm has no middle at zero. */
function checkCenter({
  valueScale,
  colorScale,
}: StyleValues<typeof STYLES>): ChartWarning | undefined {
  if (valueScale !== 'log' || colorScale !== 'diverging') return undefined;
  const message = `"color-scale: diverging" has its middle at "center", which "value-scale: log" does not have; use "value-scale: symlog"`;
  return { code: 'log-center', attribute: 'style', message };
}
