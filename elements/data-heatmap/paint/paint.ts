/** Paints a heatmap: cells by colour, with their values where these fit, and the texts around them. */
import { cellWidth } from '../../../runtime/base/text/graphemes.js';
import type { Color } from '../../../runtime/base/color.js';
import { BOLD, REVERSE, UNDERLINE } from '../../../runtime/paint/cells.js';
import type { Painter } from '../../../runtime/element/contract.js';
import type { BarPlace } from '../../charts/contract.js';
import { inkOn, showsOn } from '../../charts/paint/palette.js';
import { mutedStyle, paintText } from '../../charts/paint/texts.js';
import type { TextCache } from '../../charts/text-cache.js';
import type { NumberColumn } from '../../charts/scale/columns.js';
import type { CombinedCells } from '../marks/combine.js';
import { membersOf, placeOf, type HeatLayout } from '../marks/layout.js';
import type { HeatModel } from '../model/model.js';
import type { HeatColors } from '../scale/color-scales.js';
import type { HeatScale } from '../scale/heat-scale.js';

export interface HeatPaint {
  readonly model: HeatModel;
  readonly layout: HeatLayout;
  readonly scale: HeatScale;
  readonly colors: HeatColors;
  readonly cells: CombinedCells;
  readonly combine: 'extreme' | 'mean';
  readonly center: number;
  readonly texts: TextCache;
  /** What values are written by; undefined where none are. */
  readonly values: NumberColumn | undefined;
  readonly cursor: BarPlace | undefined;
  readonly selectedColor: Color;
  /** Cells of the data; with a row of -1 all of a column. */
  readonly selected: readonly BarPlace[];
}

const UPPER_HALF = '▀'.codePointAt(0)!;
const ABSENT = '·'.codePointAt(0)!;
const SELECTED = '◆'.codePointAt(0)!;
const CURSOR = '○'.codePointAt(0)!;
const BOTH = '●'.codePointAt(0)!;
const BLANK = 0x20;

export function paintHeatmap(painter: Painter, input: HeatPaint): void {
  const { layout } = input;
  const { columns, rows } = layout;
  const muted = mutedStyle(painter);
  if (columns.places > 0 && rows.places > 0) {
    if (rows.size === 0.5) paintHalves(painter, input, muted);
    else paintCells(painter, input, muted);
    paintPointed(painter, input);
  }
  paintLabels(painter, input, muted);
  paintLegend(painter, input, muted);
}

/** The values of each column of places. */
function columnOf(
  { model, layout, cells, combine, center }: HeatPaint,
  place: number,
): Float64Array {
  const { columns, rows } = layout;
  return cells.columnAt({ model, columns, rows, combine, center }, place);
}

function paintCells(painter: Painter, input: HeatPaint, muted: number): void {
  const { layout, scale, colors, values } = input;
  const { plot, columns, rows } = layout;
  const shareAt = scale.shares();
  const styles = colors.looks.map(({ fg, bg }) =>
    colors.isPlain ? painter.style(painter.fg, undefined, 0) : painter.style(fg, bg, 0),
  );
  const [width, height] = [columns.size, rows.size];
  for (let place = 0; place < columns.places; place++) {
    const column = columnOf(input, place);
    const x = plot.x + place * width;
    for (let row = 0; row < rows.places; row++) {
      const y = plot.y + row * height;
      const value = column[row]!;
      const share = shareAt(value);
      if (share !== share) {
        painter.put(x + ((width - 1) >> 1), y + ((height - 1) >> 1), ABSENT, muted);
        continue;
      }
      const text = values?.text(value);
      if (text !== undefined && cellWidth(text) <= width) {
        paintValue(painter, colors, share, { x, y, width, height }, text);
        continue;
      }
      const level = colors.levelOf(share);
      painter.fill(x, y, width, height, colors.looks[level]!.glyph, styles[level]);
    }
  }
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A value on one colour; without colours on none, reversed in the upper half of the scale. */
function paintValue(
  painter: Painter,
  colors: HeatColors,
  share: number,
  { x, y, width, height }: Box,
  text: string,
): void {
  const solid = colors.solidOf(share);
  const style =
    solid === undefined
      ? painter.style(undefined, undefined, share >= 0.5 ? REVERSE : 0)
      : painter.style(inkOn(solid) ?? painter.fg, solid, 0);
  painter.fill(x, y, width, height, BLANK, style);
  const cells = cellWidth(text);
  paintText(
    painter,
    { x: x + ((width - cells) >> 1), y: y + ((height - 1) >> 1), text, width: cells },
    style,
  );
}

/** Two rows in each row of cells. */
function paintHalves(painter: Painter, input: HeatPaint, muted: number): void {
  const { layout, scale, colors } = input;
  const { plot, columns, rows } = layout;
  const shareAt = scale.shares();
  const known = new Map<number, number>();
  const count = colors.looks.length + 1;
  const styleOf = (upper: number, lower: number): number => {
    const key = upper * count + lower;
    let style = known.get(key);
    if (style === undefined) {
      style = painter.style(colors.looks[upper]?.bg, colors.looks[lower]?.bg, 0);
      known.set(key, style);
    }
    return style;
  };
  const levelOf = (value: number | undefined): number => {
    const share = value === undefined ? NaN : shareAt(value);
    return share === share ? colors.levelOf(share) : -1;
  };
  for (let place = 0; place < columns.places; place++) {
    const column = columnOf(input, place);
    const x = plot.x + place;
    for (let row = 0; row < rows.places; row += 2) {
      const y = plot.y + (row >> 1);
      const [upper, lower] = [levelOf(column[row]), levelOf(column[row + 1])];
      if (upper >= 0) {
        if (lower >= 0) painter.put(x, y, UPPER_HALF, styleOf(upper, lower));
        else painter.put(x, y, UPPER_HALF, painter.style(colors.looks[upper]!.bg, undefined, 0));
      } else if (lower >= 0) {
        painter.put(x, y, LOWER_HALF, painter.style(colors.looks[lower]!.bg, undefined, 0));
      } else painter.put(x, y, ABSENT, muted);
    }
  }
}

const LOWER_HALF = '▄'.codePointAt(0)!;

/** The first cell of a place in the box, with its size. */
export function boxOfPlace({ plot, columns, rows }: HeatLayout, column: number, row: number): Box {
  return {
    x: plot.x + column * columns.size,
    y: plot.y + Math.floor(row * rows.size),
    width: columns.size,
    height: Math.max(1, rows.size),
  };
}

/** Marks on the place that keys are at, and on those that are selected. */
function paintPointed(painter: Painter, input: HeatPaint): void {
  const { model, layout, cursor, selected } = input;
  const { columns, rows } = layout;
  const glyphs = new Map<number, number>();
  const mark = (entry: number, series: number, glyph: number, both: number): void => {
    const column = placeOf(columns, entry, model.first);
    const key = column * rows.places + placeOf(rows, series, 0);
    glyphs.set(key, glyphs.has(key) && glyphs.get(key) !== glyph ? both : glyph);
  };
  for (const { entry, series } of selected) {
    if (series >= 0) mark(entry, series, SELECTED, SELECTED);
    else {
      for (let place = 0; place < rows.places; place++) {
        mark(entry, membersOf(rows, place, 0, model.rows)[0], SELECTED, SELECTED);
      }
    }
  }
  if (cursor !== undefined) mark(cursor.entry, cursor.series, CURSOR, BOTH);
  for (const [key, glyph] of glyphs) {
    paintMark(
      painter,
      input,
      { column: Math.floor(key / rows.places), row: key % rows.places },
      glyph,
    );
  }
}

function paintMark(
  painter: Painter,
  input: HeatPaint,
  place: { readonly column: number; readonly row: number },
  glyph: number,
): void {
  const { layout, colors, scale, values, selectedColor } = input;
  const { x, y, width, height } = boxOfPlace(layout, place.column, place.row);
  const value = columnOf(input, place.column)[place.row]!;
  const share = scale.shareOf(value);
  const solid = share === share ? colors.solidOf(share) : undefined;
  const row = y + ((height - 1) >> 1);
  const text = share === share ? values?.text(value) : undefined;
  const ink = solid === undefined ? undefined : (inkOn(solid) ?? painter.fg);
  // In the colour of what is selected where that shows on the cell.
  const isOwn = painter.depth !== '16' && (solid === undefined || showsOn(selectedColor, solid));
  const front = glyph === CURSOR || !isOwn || painter.depth === 'none' ? ink : selectedColor;
  const reversed = solid === undefined && share >= 0.5 ? REVERSE : 0;
  const style = painter.style(front, solid, BOLD | reversed);
  const cells = text === undefined ? 0 : cellWidth(text);
  if (text !== undefined && cells <= width) {
    const start = x + ((width - cells) >> 1);
    paintText(
      painter,
      { x: start, y: row, text, width: cells },
      painter.style(ink, solid, BOLD | UNDERLINE | reversed),
    );
    if (start > x) painter.put(start - 1, row, glyph, style);
    return;
  }
  painter.put(x + ((width - 1) >> 1), row, glyph, style);
}

/** Labels of rows at the left, those of columns below as far as they do not touch, and the title. */
function paintLabels(painter: Painter, { model, layout, texts }: HeatPaint, muted: number): void {
  const { plot, rows, labels, title } = layout;
  if (labels > 0) {
    const step = rows.size === 0.5 ? 2 : 1;
    for (let place = 0; place < rows.places; place += step) {
      const [row] = membersOf(rows, place, 0, model.rows);
      const label = texts.fit(model.rowLabel(row), labels - 1);
      const { y, height } = boxOfPlace(layout, 0, place);
      const x = plot.x - 1 - label.width;
      paintText(
        painter,
        { x, y: y + ((height - 1) >> 1), text: label.text, width: label.width },
        muted,
      );
    }
  }
  if (layout.hasColumnLabels) paintColumnLabels(painter, { model, layout, texts }, muted);
  if (title !== undefined) painter.text(title.x, title.y, title.text, muted);
}

/** Every label where all fit; else those at equal distances. */
function paintColumnLabels(
  painter: Painter,
  { model, layout, texts }: Pick<HeatPaint, 'model' | 'layout' | 'texts'>,
  muted: number,
): void {
  const { plot, columns } = layout;
  const shown = Array.from({ length: columns.places }, (_, place) => {
    const [from] = membersOf(columns, place, model.first, model.count);
    return texts.fit(model.label(from) ?? '', plot.width);
  });
  const widest = shown.reduce((most, { width }) => Math.max(most, width), 0);
  if (widest === 0) return;
  const step = Math.max(1, Math.ceil((widest + 1) / columns.size));
  // Of a stream the same labels show in each frame.
  const offset = (step - (columns.start % step)) % step;
  let free = 0;
  for (let place = offset; place < columns.places; place += step) {
    const { text, width } = shown[place]!;
    const centred = step === 1 ? (columns.size - width) >> 1 : 0;
    const x = Math.min(place * columns.size + centred, plot.width - width);
    if (x < free) continue;
    free = x + width + 1;
    paintText(painter, { x: plot.x + x, y: plot.y + plot.height, text, width }, muted);
  }
}

function paintLegend(painter: Painter, { layout, colors }: HeatPaint, muted: number): void {
  const { legend } = layout;
  if (legend === undefined) return;
  const { bar, isUpright } = legend;
  const length = isUpright ? bar.height : bar.width;
  for (let at = 0; at < length; at++) {
    const share = length === 1 ? 0.5 : at / (length - 1);
    const { glyph, fg, bg } = colors.looks[colors.levelOf(share)]!;
    const style = colors.isPlain
      ? painter.style(painter.fg, undefined, 0)
      : painter.style(fg, bg, 0);
    if (isUpright) painter.fill(bar.x, bar.y + bar.height - 1 - at, bar.width, 1, glyph, style);
    else painter.put(bar.x + at, bar.y, glyph, style);
  }
  if (isUpright) {
    for (const { cell, text } of legend.axis.ticks) {
      painter.text(bar.x + bar.width + 1, bar.y + bar.height - 1 - cell, text, muted);
    }
    return;
  }
  if (legend.title !== '') painter.text(legend.x, legend.y, legend.title, muted);
  painter.text(bar.x - 1 - cellWidth(legend.low), legend.y, legend.low, muted);
  painter.text(bar.x + bar.width + 1, legend.y, legend.high, muted);
}
