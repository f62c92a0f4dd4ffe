/** The legend: keys `█ Sales  ▓ Cost` on the top lines, wrapped between keys. */
import type { ChartInput } from './chart-input.js';
import type { Marks } from './marks.js';
import type { ReferenceMark } from '../model/schema.js';
import type { TextCache } from './text-cache.js';

/** Blanks between two keys. */
const SPACE = 2;
/** Key and blank before a name. */
const KEY = 2;
/** A chart with ten thousand series has a legend that ends with how many are left. */
const MAX_LINES = 8;

interface LegendKey {
  readonly line: number;
  readonly x: number;
  readonly series: number;
  readonly name: string;
  readonly nameWidth: number;
}

export interface Legend {
  readonly lines: number;
  readonly keys: readonly LegendKey[];
  /** Position of `… n more`, and the number in it. */
  readonly more: { readonly line: number; readonly x: number; readonly count: number } | undefined;
}

/** Fewest cells of a name that is cut: a letter and the ellipsis. Keys with less explain nothing. */
const CUT_NAME = 2;

/** What has a key: a series, or by an index past them a target with a label. */
interface Keyed {
  readonly name: string;
  readonly series: number;
}

/** Places the keys. A name wider than the box is cut; if nothing of it would be left, the legend is left out. */
function placeLegend(
  series: readonly Keyed[],
  width: number,
  texts: TextCache,
  mostLines: number,
  isColumn: boolean,
): Legend {
  const keys: LegendKey[] = [];
  const lines = isColumn ? mostLines : Math.min(mostLines, MAX_LINES);
  if (width < 1 || series.length === 0 || lines < 1) return { lines: 0, keys, more: undefined };
  let line = 0;
  let x = 0;
  for (let index = 0; index < series.length; index++) {
    const keyed = series[index]!;
    const name = texts.fit(keyed.name, width - KEY);
    if (width - KEY < CUT_NAME && texts.fit(keyed.name).width > Math.max(0, width - KEY)) {
      return { lines: 0, keys: [], more: undefined };
    }
    const cells = name.width === 0 ? 1 : KEY + name.width;
    if (x > 0 && (isColumn || x + cells > width)) {
      line++;
      x = 0;
    }
    if (line === lines) return endWithMore(keys, series.length, width, lines);
    keys.push({ line, x, series: keyed.series, name: name.text, nameWidth: name.width });
    x += cells + SPACE;
  }
  return { lines: line + 1, keys, more: undefined };
}

function endWithMore(keys: LegendKey[], all: number, width: number, lines: number): Legend {
  for (;;) {
    const count = all - keys.length;
    const last = keys.at(-1);
    const end = last === undefined ? 0 : last.x + (last.name === '' ? 1 : KEY + last.nameWidth);
    const onLast = last?.line === lines - 1;
    const x = onLast ? end + SPACE : 0;
    if (x + moreText(count).length <= width || last === undefined || !onLast) {
      return { lines, keys, more: { line: lines - 1, x, count } };
    }
    keys.pop();
  }
}

/** How many there are beside those that show, shorter where there is little room. */
export function moreText(count: number, cells = Infinity): string {
  const text = `… ${count} more`;
  return text.length <= cells ? text : `+${count}`;
}

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
