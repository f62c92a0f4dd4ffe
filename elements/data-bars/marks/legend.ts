/** The legend of a bar chart: keys of series and of targets with a label, as marks. */
import {
  KEY,
  MAX_LINES,
  moreText,
  placeLegend,
  type Keyed,
  type Legend,
} from '../../charts/legend.js';
import type { ChartInput } from './chart-input.js';
import type { Marks } from './marks.js';
import type { ReferenceMark } from '../model/schema.js';

/** The keys of a chart: those past the series are of these marks, by their index in `marks`. */
export function keyedTargets(references: readonly ReferenceMark[]): number[] {
  return references.flatMap(({ values, label = '' }, index) =>
    values === undefined || label === '' ? [] : [index],
  );
}

type LegendInput = Pick<ChartInput, 'model' | 'settings' | 'texts'>;

/** The series that are drawn, and targets with a label. */
function keyedIn({ model, settings }: LegendInput): Keyed[] {
  const { series } = model;
  const { references } = settings;
  return [
    ...series
      .map(({ name }, index) => ({ name, series: index }))
      .filter((_, i) => !model.isErrorEnd(i)),
    ...keyedTargets(references).map((index, place) => ({
      name: references[index]!.label ?? '',
      series: series.length + place,
    })),
  ];
}

/** The legend of a chart, in rows, or with a key on each line. */
export function legendOf(
  input: LegendInput,
  width: number,
  mostLines = MAX_LINES,
  isColumn = false,
): Legend {
  return placeLegend(keyedIn(input), width, input.texts, mostLines, isColumn);
}

/** Cells of a legend with a key on each line; 0 without keys. */
export function legendColumn(input: LegendInput): number {
  const names = keyedIn(input).slice(0, MAX_COLUMN);
  return names.reduce((most, { name }) => {
    return Math.max(most, name === '' ? 1 : KEY + input.texts.fit(name).width);
  }, 0);
}

/** More keys than that are in no column of a screen. */
const MAX_COLUMN = 500;

/** Marks the keys of a legend that begins in a row and a column. The painter picks a key's glyph and colour. */
export function markLegend(
  input: ChartInput,
  legend: Legend,
  marks: Marks,
  first = 0,
  start = 0,
): void {
  const { x: left, y: top, width, height } = input.clip;
  for (const { line: place, x: column, series, name, nameWidth } of legend.keys) {
    const line = first + place;
    const x = start + column;
    if (line < top || line >= top + height || x >= left + width) continue;
    marks.text('key', x, line, 1, '', -1, series);
    if (name !== '') {
      marks.text('name', x + KEY, line, nameWidth, name, -1, series);
    }
  }
  if (legend.more !== undefined) {
    const text = moreText(legend.more.count);
    const cells = Math.max(0, Math.min(text.length, input.width - legend.more.x));
    marks.text(
      'more',
      start + legend.more.x,
      first + legend.more.line,
      cells,
      text.slice(0, cells),
    );
  }
}
