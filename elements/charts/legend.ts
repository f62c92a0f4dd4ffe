/** The place of each key of a legend `█ Sales  ▓ Cost`: in rows, wrapped between keys, or one on each line. */
import type { TextCache } from './text-cache.js';

/** Blanks between two keys. */
const SPACE = 2;
/** Key and blank before a name. */
export const KEY = 2;
/** A chart with ten thousand series has a legend that ends with how many are left. */
export const MAX_LINES = 8;

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
export interface Keyed {
  readonly name: string;
  readonly series: number;
}

/** Places the keys. A name wider than the box is cut; if nothing of it would be left, the legend is left out. */
export function placeLegend(
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
