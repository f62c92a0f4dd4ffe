/**
 * Candles: of each place the first, the highest, the lowest and the last value, by line glyphs, accurate to half a cell. Places that
 * share a column are one candle.
 */
import type { Painter } from '../../../runtime/element/contract.js';
import type { Color } from '../../../runtime/base/color.js';
import { pointsIn } from '../marks/draw.js';
import type { LineLayout } from '../marks/layout.js';
import type { CandleParts, LineModel } from '../model/model.js';

interface Candle {
  readonly open: number;
  high: number;
  low: number;
  close: number;
}

/** Glyphs by what the upper and the lower half of a cell have: nothing, the wick or the body. */
const GLYPHS = [' ╷╻', '╵│╽', '╹╿┃'].map((row) => [...row].map((glyph) => glyph.codePointAt(0)!));
/** Bodies of falling ones where there are no colours. */
const PLAIN = [' ╷▄', '╵│▄', '▀▀█'].map((row) => [...row].map((glyph) => glyph.codePointAt(0)!));

/** The candles of a series by the column of the plot. */
export function candlesOf(
  model: LineModel,
  layout: LineLayout,
  series: number,
  { open, high, low }: CandleParts,
): Map<number, Candle> {
  const { across } = layout;
  const { from, to } = pointsIn({ model, ...layout });
  const candles = new Map<number, Candle>();
  for (let entry = from; entry < to; entry++) {
    const place = across.at(model.x.get(entry));
    if (!(place >= 0 && place < across.columns)) continue;
    const column = Math.floor(place / across.sub);
    const close = model.value(entry, series);
    const first = model.value(entry, open);
    if (Number.isNaN(close) || Number.isNaN(first)) continue;
    const ends = [model.value(entry, high), model.value(entry, low), first, close];
    const known = ends.filter((value) => !Number.isNaN(value));
    const [most, least] = [Math.max(...known), Math.min(...known)];
    const candle = candles.get(column);
    if (candle === undefined) candles.set(column, { open: first, high: most, low: least, close });
    else {
      candle.high = Math.max(candle.high, most);
      candle.low = Math.min(candle.low, least);
      candle.close = close;
    }
  }
  return candles;
}

/** Paints the candles of all series that have some; 1 is set for each of their cells. */
export function paintCandles(
  painter: Painter,
  { model, layout }: { readonly model: LineModel; readonly layout: LineLayout },
  used: Uint8Array,
): void {
  for (const [series] of model.series.entries()) {
    const parts = model.candleOf(series);
    if (parts === undefined) continue;
    for (const [column, candle] of candlesOf(model, layout, series, parts)) {
      paintCandle(painter, layout, column, candle, used);
    }
  }
}

function paintCandle(
  painter: Painter,
  { plot, upward }: LineLayout,
  column: number,
  { open, high, low, close }: Candle,
  used: Uint8Array,
): void {
  const halfOf = (value: number): number =>
    Math.floor((Math.max(0, Math.min(upward.rows - 1, upward.at(value))) * 2) / upward.sub);
  const isRising = close >= open;
  const [top, bottom] = [halfOf(high), halfOf(low)];
  const [from, to] = isRising ? [halfOf(close), halfOf(open)] : [halfOf(open), halfOf(close)];
  const isPlain = painter.depth === 'none';
  const color: Color | undefined = isPlain
    ? undefined
    : painter.color(isRising ? 'var(--success)' : 'var(--error)');
  const style = painter.style(color, undefined, 0);
  const glyphs = isPlain && !isRising ? PLAIN : GLYPHS;
  const kindOf = (half: number): 0 | 1 | 2 =>
    half >= from && half <= to ? 2 : half >= top && half <= bottom ? 1 : 0;
  for (let y = top >> 1; y <= bottom >> 1; y++) {
    const glyph = glyphs[kindOf(y * 2)]![kindOf(y * 2 + 1)]!;
    painter.put(plot.x + column, plot.y + y, glyph, style);
    used[y * plot.width + column] = 1;
  }
}
