/** A gauge as a bar, accurate to an eighth of a cell, horizontal or vertical. */
import {
  FULL_BLOCK,
  leftBlock,
  LIGHT_SHADE,
  lowerBlock,
} from '../../runtime/base/text/block-glyphs.js';
import { cellWidth, graphemes } from '../../runtime/base/text/graphemes.js';
import { truncate } from '../../runtime/base/text/truncate.js';
import type { Rect } from '../../runtime/base/geometry.js';
import type { Painter } from '../../runtime/element/contract.js';
import { mutedStyle } from '../charts/paint/texts.js';
import { makeAxis } from '../charts/scale/axis.js';
import { shareOf } from '../charts/scale/scale.js';
import { filledShare, GaugeStyles, type GaugePicture } from './look.js';

const BLANK = 0x20;
const LIMIT = { horizontal: '│', vertical: '─' };
const TARGET = { horizontal: '┃', vertical: '━' };
/** Fewest cells of a bar beside texts. */
const MIN_BAR = 3;

/** The bar and its texts in the box. */
interface LinearLayout {
  readonly bar: Rect;
  /** Cells for the label before the bar; 0 where it is left out. */
  readonly label: number;
  /** True where the value has a place beside the bar. */
  readonly hasText: boolean;
  readonly hasAxis: boolean;
}

function layoutHorizontal(picture: GaugePicture, width: number, height: number): LinearLayout {
  const label = Math.min(cellWidth(picture.label), Math.floor(width / 3));
  const text = picture.position === 'column' && picture.text !== '' ? picture.textCells + 1 : 0;
  const before = label === 0 ? 0 : label + 1;
  // The bar keeps three cells; first the label is left out, then the text.
  const start = width - before - text >= MIN_BAR ? before : 0;
  const hasText = text > 0 && width - start - text >= MIN_BAR;
  const end = hasText ? width - text : width;
  const hasAxis = picture.showsAxis && height > 1;
  return {
    bar: { x: start, y: 0, width: end - start, height: hasAxis ? height - 1 : height },
    label: start === 0 ? 0 : label,
    hasText,
    hasAxis,
  };
}

/** From the top: the value, the bar with its axis at the right, the label. */
function layoutVertical(picture: GaugePicture, width: number, height: number): LinearLayout {
  const text = picture.position === 'column' && picture.text !== '' ? 1 : 0;
  const label = picture.label === '' ? 0 : 1;
  const hasLabel = label > 0 && height - label - text >= MIN_BAR;
  const hasText = text > 0 && height - (hasLabel ? label : 0) - text >= MIN_BAR;
  const rows = height - (hasLabel ? 1 : 0) - (hasText ? 1 : 0);
  const ticks = picture.showsAxis
    ? makeAxis(picture.domain, rows, false, picture.numbers).widest + 2
    : 0;
  const hasAxis = ticks > 0 && width - ticks >= 1;
  return {
    bar: { x: 0, y: hasText ? 1 : 0, width: hasAxis ? width - ticks : width, height: rows },
    label: hasLabel ? Math.min(width, cellWidth(picture.label)) : 0,
    hasText,
    hasAxis,
  };
}

export function paintLinear(painter: Painter, picture: GaugePicture, vertical: boolean): void {
  const { width, height } = painter;
  if (width < 1 || height < 1) return;
  const layout = vertical
    ? layoutVertical(picture, width, height)
    : layoutHorizontal(picture, width, height);
  const { bar } = layout;
  const styles = new GaugeStyles(painter, picture);
  const filled = filledEighths(picture, vertical ? bar.height : bar.width);
  paintBar(painter, bar, filled, styles, vertical);
  paintMarks(painter, picture, bar, { filled, styles, vertical });
  const middle = bar.y + ((bar.height - 1) >> 1);
  if (layout.label > 0) {
    const text = truncate(picture.label, layout.label);
    painter.text(0, vertical ? height - 1 : middle, text);
  }
  if (layout.hasText) {
    if (vertical) painter.text(0, 0, truncate(picture.text, width));
    else painter.text(width - cellWidth(picture.text), middle, picture.text);
  } else if (picture.position !== 'column' && !vertical) {
    paintInside(painter, picture, bar, filled, styles);
  } else if (picture.position !== 'column') {
    paintUpright(painter, picture, bar, filled, styles);
  }
  if (layout.hasAxis) paintAxis(painter, picture, bar, vertical);
}

/** What has begun shows, and only what is complete is full. */
function filledEighths(picture: GaugePicture, cells: number): number {
  const share = filledShare(picture);
  const all = Math.max(0, cells) * 8;
  const exact = Math.round(share * all);
  return share === 0 || share === 1 ? exact : Math.min(all - 1, Math.max(1, exact));
}

function paintBar(
  painter: Painter,
  { x, y, width, height }: Rect,
  filled: number,
  styles: GaugeStyles,
  vertical: boolean,
): void {
  painter.fill(x, y, width, height, styles.isPlain ? LIGHT_SHADE : BLANK, styles.bar);
  const whole = filled >> 3;
  const part = filled & 7;
  if (vertical) {
    painter.fill(x, y + height - whole, width, whole, FULL_BLOCK, styles.bar);
    if (part > 0) painter.fill(x, y + height - whole - 1, width, 1, lowerBlock(part), styles.bar);
    return;
  }
  painter.fill(x, y, whole, height, FULL_BLOCK, styles.bar);
  if (part > 0) painter.fill(x + whole, y, 1, height, leftBlock(part), styles.bar);
}

/** Limits of regions and the target, across the bar. */
function paintMarks(
  painter: Painter,
  { domain, marks }: GaugePicture,
  bar: Rect,
  look: { readonly filled: number; readonly styles: GaugeStyles; readonly vertical: boolean },
): void {
  const { filled, styles, vertical } = look;
  const way = vertical ? 'vertical' : 'horizontal';
  const cells = vertical ? bar.height : bar.width;
  for (const { value, isTarget } of marks) {
    const share = shareOf(domain, value);
    if (!(share >= 0 && share <= 1)) continue;
    const cell = Math.min(cells - 1, Math.floor(share * cells + 1e-9));
    const glyph = (isTarget ? TARGET : LIMIT)[way].codePointAt(0)!;
    const style = isFilled(cell, filled) ? styles.onFill : styles.onTrack;
    if (vertical) painter.fill(bar.x, bar.y + bar.height - 1 - cell, bar.width, 1, glyph, style);
    else painter.fill(bar.x + cell, bar.y, 1, bar.height, glyph, style);
  }
}

function isFilled(cell: number, filled: number): boolean {
  return cell * 8 + 4 <= filled;
}

/** The value in the bar: in its middle, or after the filled part, and where that is too long at its end. */
function paintInside(
  painter: Painter,
  { text, position }: GaugePicture,
  bar: Rect,
  filled: number,
  styles: GaugeStyles,
): void {
  const cells = cellWidth(text);
  if (text === '' || cells > bar.width) return;
  const middle = bar.y + ((bar.height - 1) >> 1);
  const end = (filled + 7) >> 3;
  const after =
    end + cells + 1 <= bar.width ? Math.min(end + 1, bar.width - cells) : end - cells - 1;
  const start = position === 'inside' ? (bar.width - cells) >> 1 : Math.max(0, after);
  paintOn(painter, bar.x + start, middle, text, (x) =>
    isFilled(x - bar.x, filled) ? styles.onFill : styles.onTrack,
  );
}

/** The same in a vertical bar, in one of its rows. */
function paintUpright(
  painter: Painter,
  { text, position }: GaugePicture,
  bar: Rect,
  filled: number,
  styles: GaugeStyles,
): void {
  const cells = cellWidth(text);
  if (text === '' || cells > bar.width || bar.height < 1) return;
  const whole = (filled + 7) >> 3;
  const above = whole < bar.height ? whole : whole - 1;
  const row = position === 'inside' ? (bar.height - 1) >> 1 : above;
  const style = isFilled(row, filled) ? styles.onFill : styles.onTrack;
  const x = bar.x + ((bar.width - cells) >> 1);
  paintOn(painter, x, bar.y + bar.height - 1 - row, text, () => style);
}

function paintOn(
  painter: Painter,
  x: number,
  y: number,
  text: string,
  styleAt: (x: number) => number,
): void {
  let at = x;
  for (const { text: cluster } of graphemes(text)) {
    at += painter.text(at, y, cluster, styleAt(at), cellWidth(cluster));
  }
}

function paintAxis(painter: Painter, picture: GaugePicture, bar: Rect, vertical: boolean): void {
  const muted = mutedStyle(painter);
  const cells = vertical ? bar.height : bar.width;
  const { ticks } = makeAxis(picture.domain, cells, !vertical, picture.numbers);
  for (const { cell, labelX, text } of ticks) {
    if (vertical) {
      const y = bar.y + bar.height - 1 - cell;
      painter.put(bar.x + bar.width, y, '├'.codePointAt(0)!, muted);
      painter.text(bar.x + bar.width + 2, y, text, muted);
    } else painter.text(bar.x + labelX, bar.y + bar.height, text, muted);
  }
}
