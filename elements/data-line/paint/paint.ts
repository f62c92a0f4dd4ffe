/** Paints a line chart: what is behind the data, the data in sub-cells, and the texts around them. */
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import { sanitize } from '../../../runtime/base/text/sanitize.js';
import { channels, isRgb, readable, rgb, type Color } from '../../../runtime/base/color.js';
import { REVERSE } from '../../../runtime/paint/cells.js';
import type { Painter } from '../../../runtime/element/contract.js';
import { mutedStyle, paintText } from '../../charts/paint/texts.js';
import { seriesColor, findAlike, type PaletteName } from '../../charts/paint/palette.js';
import { TEXT_UNITS, type BarPlace } from '../../charts/contract.js';
import { KEY, moreText } from '../../charts/legend.js';
import type { LineModel } from '../model/model.js';
import type { LineMark } from '../model/schema.js';
import {
  Composer,
  mergeMasks,
  SUBCELLS,
  type ComposedCell,
  type SubCells,
} from '../../charts/sub-cells/compose.js';
import { drawSeries, pointsIn, type Bundles, type Plot } from '../marks/draw.js';
import { columnOf, type LineLayout } from '../marks/layout.js';
import { paintCandles } from './candles.js';
import { dashOf, keyOf, pointOf, textureOf } from '../marks/patterns.js';
import { Raster } from '../marks/raster.js';

export interface LinePaint {
  readonly model: LineModel;
  readonly layout: LineLayout;
  readonly resolution: SubCells;
  readonly bundles: Bundles;
  readonly marks: readonly LineMark[];
  readonly palette: PaletteName;
  readonly grid: boolean;
  readonly points: boolean;
  /** The column of the cross-hair, -1 without one, and the point that it is at. */
  readonly cross: number;
  readonly crossed: BarPlace | undefined;
  readonly selectedColor: Color;
  readonly isSelected: ((entry: number, series: number) => boolean) | undefined;
}

const CROSS = '│'.codePointAt(0)!;
const LINE = '─'.codePointAt(0)!;
const DOT = '·'.codePointAt(0)!;
const SHADE = '░'.codePointAt(0)!;
const SELECTED = '◆'.codePointAt(0)!;
const CROSSED = '○'.codePointAt(0)!;
/** Share of a band's colour in what is behind the data. */
const TINT = 0.22;

/** The masks of all series; series from the bottom to the top. */
interface Drawing {
  readonly masks: readonly Uint8Array[];
  readonly order: readonly number[];
}

/** Areas are below lines; of a stack the lower ones are on top. */
function orderOf(model: LineModel): number[] {
  const all = model.series.map((_, series) => series);
  const isArea = (series: number): boolean => model.typeOf(series) === 'area';
  const stacked = all.filter((series) => model.isStacked(series)).reverse();
  const areas = all.filter((series) => isArea(series) && !model.isStacked(series));
  return [...stacked, ...areas, ...all.filter((series) => !isArea(series))];
}

/** Draws all series; without colours each with a pattern, and all of them as one. */
function drawAll({ model, layout, bundles, resolution }: LinePaint, isPlain: boolean): Drawing {
  const { plot: box, across, upward } = layout;
  const { columns, rows } = SUBCELLS[resolution];
  const plot: Plot = { model, across, upward, bundles };
  const order = orderOf(model);
  const covers: (Uint8Array | undefined)[] = [];
  const several = model.series.length > 1;
  const masks = model.series.map((_, series) => {
    const raster = new Raster(box.width, box.height, columns, rows);
    if (model.isPart(series) || model.candleOf(series) !== undefined) return raster.masks;
    const isArea = model.typeOf(series) === 'area';
    if (isPlain && isArea && several) {
      drawSeries(plot, series, raster);
      covers[series] = raster.masks;
      const textured = new Raster(box.width, box.height, columns, rows);
      textured.texture = textureOf(series);
      drawSeries(plot, series, textured);
      return textured.masks;
    }
    if (isPlain && several) raster.dash = dashOf(series, (period) => across.phase(period));
    drawSeries(plot, series, raster);
    return raster.masks;
  });
  if (!isPlain || masks.length < 2) return { masks, order };
  return { masks: [mergeMasks(masks, covers, order)], order: [0] };
}

export function paintLines(painter: Painter, input: LinePaint): void {
  const { layout, model } = input;
  const isPlain = painter.depth === 'none';
  const alike = findAlike(painter, model.series, input.palette);
  const colors = model.series.map((_, series) =>
    isPlain ? painter.fg : seriesColor(painter, model.series, series, input.palette, alike),
  );
  const styles = new Styles(painter, colors);
  const tints = tintsOf(painter, input);
  const used = paintData(painter, input, { styles, isPlain, tints });
  paintCandles(painter, input, used);
  paintBehind(painter, input, used, tints);
  if (input.points) paintPoints(painter, input, styles, isPlain);
  paintCrossed(painter, input);
  paintSelected(painter, input);
  paintAxes(painter, layout);
  paintKeys(painter, input, styles, isPlain);
}

/** Styles of pairs of series, each looked for once. */
class Styles {
  readonly #known = new Map<number, number>();

  constructor(
    readonly painter: Painter,
    readonly colors: readonly Color[],
  ) {}

  of(fg: number, bg = -1): number {
    const key = (fg + 1) * 0x1_0000 + bg + 1;
    let style = this.#known.get(key);
    if (style === undefined) {
      style = this.painter.style(this.colors[fg], bg < 0 ? undefined : this.colors[bg], 0);
      this.#known.set(key, style);
    }
    return style;
  }

  /** Of a series on a band. */
  on(fg: number, tint: Color | undefined): number {
    return tint === undefined ? this.of(fg) : this.painter.style(this.colors[fg], tint, 0);
  }
}

/** Paints the data; 1 for each cell that has some. */
function paintData(
  painter: Painter,
  input: LinePaint,
  look: {
    readonly styles: Styles;
    readonly isPlain: boolean;
    readonly tints: readonly (Color | undefined)[];
  },
): Uint8Array {
  const { layout, model, resolution } = input;
  const { styles, isPlain, tints } = look;
  const { plot } = layout;
  const used = new Uint8Array(plot.width * plot.height);
  if (used.length === 0 || model.series.length === 0) return used;
  const { masks, order } = drawAll(input, isPlain);
  const composer = new Composer(resolution);
  const cell: ComposedCell = { glyph: 0, fg: 0, bg: -1 };
  for (let at = 0; at < used.length; at++) {
    if (!composer.cell(masks, order, at, cell)) continue;
    used[at] = 1;
    const y = Math.floor(at / plot.width);
    const style = cell.bg < 0 ? styles.on(cell.fg, tints[y]) : styles.of(cell.fg, cell.bg);
    painter.put(plot.x + at - y * plot.width, plot.y + y, cell.glyph, style);
  }
  return used;
}

/** Bands, lines, grid and cross-hair, where there is no data. */
function paintBehind(
  painter: Painter,
  input: LinePaint,
  used: Uint8Array,
  tints: readonly (Color | undefined)[],
): void {
  const { layout, marks, cross } = input;
  const { plot, upward, across, valueAxis } = layout;
  const muted = mutedStyle(painter);
  const put = (x: number, y: number, glyph: number, style: Color | undefined): void => {
    if (x < 0 || y < 0 || x >= plot.width || y >= plot.height) return;
    if (used[y * plot.width + x] === 1) return;
    const tint = tints[y];
    const id =
      tint === undefined && style === undefined ? muted : painter.style(style ?? mutedColor, tint);
    painter.put(plot.x + x, plot.y + y, glyph, id);
  };
  const mutedColor = painter.depth === 'none' ? undefined : painter.color('var(--muted)');
  const rowOf = (value: number): number => plot.height - 1 - upward.cellOf(value);
  const { min, max } = upward.domain;
  for (const { y, tint } of bandRows(painter, input)) {
    const glyph = tint === undefined ? SHADE : 0x20;
    for (let x = 0; x < plot.width; x++) put(x, y, glyph, undefined);
  }
  if (input.grid) {
    for (const { cell } of valueAxis.ticks) {
      for (let x = 0; x < plot.width; x += 2) put(x, plot.height - 1 - cell, DOT, undefined);
    }
    for (const { cell } of layout.acrossTicks) {
      for (let y = 0; y < plot.height; y++) put(cell, y, DOT, undefined);
    }
  }
  for (const { value, x, color } of marks) {
    const style = markColor(painter, color);
    if (value !== undefined && value >= min && value <= max) {
      for (let column = 0; column < plot.width; column++) put(column, rowOf(value), LINE, style);
    }
    const column = x === undefined ? undefined : columnOf(across, x);
    if (column === undefined) continue;
    for (let y = 0; y < plot.height; y++) put(column, y, CROSS, style);
  }
  if (cross >= 0) for (let y = 0; y < plot.height; y++) put(cross, y, CROSS, undefined);
  paintMarkLabels(painter, input, used, tints);
}

function markColor(painter: Painter, css = 'var(--muted)'): Color | undefined {
  return painter.depth === 'none' ? undefined : painter.color(css);
}

/** A shade of a mark's colour in which letters can be read. */
function letterColor(painter: Painter, css: string | undefined, behind: Color | undefined): Color {
  const color = markColor(painter, css);
  return color === undefined ? painter.fg : readable(color, behind ?? painter.bg, painter.fg);
}

/** The rows of bands, with their colours where there are enough for that. */
function bandRows(
  painter: Painter,
  { layout, marks }: LinePaint,
): { readonly y: number; readonly tint: Color | undefined }[] {
  const { plot, upward } = layout;
  const { min, max } = upward.domain;
  return marks.flatMap(({ from, to, color }) => {
    if (from === undefined || to === undefined) return [];
    const [low, high] = [Math.max(min, Math.min(from, to)), Math.min(max, Math.max(from, to))];
    if (low > high) return [];
    const tint = tintOf(painter, color);
    const top = plot.height - 1 - upward.cellOf(high);
    const count = upward.cellOf(high) - upward.cellOf(low) + 1;
    return Array.from({ length: plot.height === 0 ? 0 : count }, (_, row) => ({
      y: top + row,
      tint,
    }));
  });
}

/** The background of each row of the plot. */
function tintsOf(painter: Painter, input: LinePaint): (Color | undefined)[] {
  const tints: (Color | undefined)[] = [];
  for (const { y, tint } of bandRows(painter, input)) tints[y] = tint;
  return tints;
}

/** The background of a band; undefined where colours are too few for one. */
function tintOf(painter: Painter, css = 'var(--muted)'): Color | undefined {
  if (painter.depth !== 'truecolor' && painter.depth !== '256') return undefined;
  const [color, behind] = [painter.color(css), painter.bg];
  const base = isRgb(behind) ? behind : painter.color('var(--background)');
  if (color === undefined || base === undefined || !isRgb(color) || !isRgb(base)) return undefined;
  const [a, b] = [channels(base), channels(color)];
  const mixed = a.map((channel, at) => Math.round(channel + (b[at]! - channel) * TINT));
  return rgb(mixed[0]!, mixed[1]!, mixed[2]!);
}

/** Labels of lines and bands, as far to the right as nothing is in their way. */
function paintMarkLabels(
  painter: Painter,
  { layout, marks }: LinePaint,
  used: Uint8Array,
  tints: readonly (Color | undefined)[],
): void {
  const { plot, upward, across } = layout;
  const { min, max } = upward.domain;
  const taken = Uint8Array.from(used);
  for (const { value, from, to, x, label = '', color } of marks) {
    const at = value ?? (from === undefined || to === undefined ? undefined : Math.max(from, to));
    const column = x === undefined ? undefined : columnOf(across, x);
    if (label === '' || (at === undefined && column === undefined)) continue;
    if (at !== undefined && (Math.min(from ?? at, at) > max || at < min)) continue;
    const row =
      at === undefined ? 0 : plot.height - 1 - upward.cellOf(Math.min(max, Math.max(min, at)));
    const safe = sanitize(label.slice(0, TEXT_UNITS));
    const cells = cellWidth(safe) + 2;
    const start =
      column === undefined
        ? lastFree(taken, plot, row, cells)
        : [column + 1, column - cells].find((each) => isFree(taken, plot, each, row, cells));
    if (start === undefined) continue;
    taken.fill(1, row * plot.width + start, row * plot.width + start + cells);
    const behind = tints[row];
    const style = painter.style(letterColor(painter, color, behind), behind);
    painter.text(plot.x + start + 1, plot.y + row, safe, style, cells - 2);
  }
}

function isFree(
  taken: Uint8Array,
  plot: { readonly width: number; readonly height: number },
  start: number,
  row: number,
  cells: number,
): boolean {
  if (start < 0 || start + cells > plot.width || row < 0 || row >= plot.height) return false;
  return !taken.subarray(row * plot.width + start, row * plot.width + start + cells).includes(1);
}

/** The place nearest to the right end of a row that has room; undefined where none has. */
function lastFree(
  taken: Uint8Array,
  plot: { readonly width: number; readonly height: number },
  row: number,
  cells: number,
): number | undefined {
  for (let start = plot.width - cells; start >= 0; start--) {
    if (isFree(taken, plot, start, row, cells)) return start;
  }
  return undefined;
}

/** Where a value is in the box; undefined outside the plot. */
export function cellOfPoint(
  { model, layout }: Pick<LinePaint, 'model' | 'layout'>,
  entry: number,
  series: number,
): { readonly x: number; readonly y: number } | undefined {
  const { plot, across, upward } = layout;
  const column = across.at(model.x.get(entry));
  const row = upward.at(model.drawn(series).get(entry));
  if (!(column >= 0 && row >= 0 && column < across.columns && row < upward.rows)) return undefined;
  return {
    x: plot.x + Math.floor(column / across.sub),
    y: plot.y + Math.floor(row / upward.sub),
  };
}

/** A mark on each point, where these are not more than columns. */
function paintPoints(painter: Painter, input: LinePaint, styles: Styles, isPlain: boolean): void {
  const { model, layout } = input;
  const { from, to } = pointsIn({ model, ...layout });
  if (to - from > layout.plot.width) return;
  for (const series of orderOf(model)) {
    if (model.isPart(series) || model.candleOf(series) !== undefined) continue;
    const glyph = pointOf(series, isPlain).codePointAt(0)!;
    for (let entry = from; entry < to; entry++) {
      const cell = cellOfPoint(input, entry, series);
      if (cell !== undefined) painter.put(cell.x, cell.y, glyph, styles.of(series));
    }
  }
}

/** The point that the cross-hair is at, in the colour of text: it shows on areas as well. */
function paintCrossed(painter: Painter, input: LinePaint): void {
  const { crossed } = input;
  if (crossed === undefined) return;
  const cell = cellOfPoint(input, crossed.entry, crossed.series);
  if (cell !== undefined) painter.put(cell.x, cell.y, CROSSED, painter.style(painter.fg));
}

function paintSelected(painter: Painter, input: LinePaint): void {
  const { model, layout, isSelected } = input;
  if (isSelected === undefined) return;
  const { from, to } = pointsIn({ model, ...layout });
  const style =
    painter.depth === 'none'
      ? painter.style(undefined, undefined, REVERSE)
      : painter.style(input.selectedColor, undefined, 0);
  for (let entry = from; entry < to; entry++) {
    for (let series = 0; series < model.series.length; series++) {
      if (!isSelected(entry, series)) continue;
      const cell = cellOfPoint(input, entry, series);
      if (cell !== undefined) painter.put(cell.x, cell.y, SELECTED, style);
    }
  }
}

function paintAxes(painter: Painter, layout: LineLayout): void {
  const { plot, labels, valueAxis, acrossTicks, axisRows, titles } = layout;
  const muted = mutedStyle(painter);
  if (labels > 0) {
    const rows = new Map(valueAxis.ticks.map((tick) => [plot.height - 1 - tick.cell, tick]));
    for (let y = 0; y < plot.height; y++) {
      const tick = rows.get(y);
      painter.put(plot.x - 1, plot.y + y, glyphOf(tick === undefined ? '│' : '┤'), muted);
      if (tick === undefined || tick.cells === 0) continue;
      const x = plot.x - 2 - tick.cells;
      paintText(painter, { x, y: plot.y + y, text: tick.text, width: tick.cells }, muted);
    }
  }
  if (axisRows > 0 && plot.width > 0) {
    const y = plot.y + plot.height;
    painter.fill(plot.x, y, plot.width, 1, glyphOf('─'), muted);
    if (labels > 0) painter.put(plot.x - 1, y, glyphOf('└'), muted);
    for (const { cell, labelX, text } of acrossTicks) {
      painter.put(plot.x + cell, y, glyphOf('┬'), muted);
      painter.text(plot.x + labelX, y + 1, text, muted, plot.width - labelX);
    }
  }
  for (const title of titles) paintText(painter, title, muted);
}

function paintKeys(
  painter: Painter,
  { layout, model }: LinePaint,
  styles: Styles,
  isPlain: boolean,
): void {
  const { legend, legendAt } = layout;
  for (const { line, x, series, name, nameWidth } of legend.keys) {
    const key = keyOf(model.typeOf(series), series, isPlain);
    const at = { x: legendAt.x + x, y: legendAt.y + line };
    painter.put(at.x, at.y, glyphOf(key), styles.of(series));
    if (name === '') continue;
    paintText(painter, { x: at.x + KEY, y: at.y, text: name, width: nameWidth }, painter.base);
  }
  const { more } = legend;
  if (more === undefined) return;
  const text = moreText(more.count);
  painter.text(legendAt.x + more.x, legendAt.y + more.line, text, mutedStyle(painter));
}

function glyphOf(text: string): number {
  return text.codePointAt(0)!;
}
