/** Paints marks as glyphs and styles. Nothing here decides where anything is. */
import { FULL_BLOCK, leftBlock, lowerBlock } from '../../../runtime/base/text/block-glyphs.js';
import { DEFAULT_COLOR, TRANSPARENT, type Color } from '../../../runtime/base/color.js';
import { REVERSE, UNDERLINE } from '../../../runtime/paint/cells.js';
import type { Painter } from '../../../runtime/element/contract.js';
import {
  ABSENT,
  BAR_FIELDS,
  ENTRY,
  FLAGS,
  H,
  HIGH,
  KIND,
  LED,
  MIDDLE,
  NEGATIVE,
  SELECTED,
  SERIES,
  SOLID,
  W,
  X,
  Y,
  ZERO,
  CLAMPED,
  CONTINUES,
  CUT,
  CUT_START,
  type Marks,
  type TextMark,
} from '../marks/marks.js';
import { keyedTargets } from '../marks/legend.js';
import { patternOf } from '../../charts/paint/patterns.js';
import {
  findAlike,
  inkOn,
  looksLike,
  seriesColor,
  showsOn,
  type PaletteName,
} from '../../charts/paint/palette.js';
import type { ReferenceMark } from '../model/schema.js';
import type { Series } from '../model/series.js';
import { mutedStyle } from '../../charts/paint/texts.js';
import { paintTexts } from './paint-texts.js';

export interface PaintOptions {
  readonly series: readonly Series[];
  readonly palette: PaletteName;
  readonly ledLow: Color;
  readonly ledHigh: Color;
  readonly selectedColor: Color;
  /** True where series are distinguished by patterns. */
  readonly patterns: boolean;
  /** True for series that are drawn as meters. */
  readonly isMeter: (series: number) => boolean;
  /** Lines behind the bars. */
  readonly references?: readonly ReferenceMark[];
  /** The colour of one bar by its value or its entry; undefined where none depends on these. */
  readonly colorOf?: ((entry: number, series: number) => Color | undefined) | undefined;
  /** The colour of a segment of a meter that starts at a share of the scale. */
  readonly stopAt?: ((share: number) => Color | undefined) | undefined;
}

const BLANK = 0x20;
/** Keys of targets. */
const TARGET = 0x2503;
const TARGET_ACROSS = 0x2501;
/** Marks an absent value. */
const DOT = 0xb7;
/** A zero between points of both signs in one row. */
const LINE = 0x2500;
/** Full cells of a selected bar that no colour sets apart; none of the four series patterns. */
const HATCH = 0x259e;
/** Ends of LED segments: what is missing of the cell is the gap. */
const LED_RIGHT = 0x258a;
const LED_TOP = 0x2586;

/** They point to a value that the scale cuts off. */
const ARROW_RIGHT = 0x25b8;
const ARROW_LEFT = 0x25c2;
const ARROW_UP = 0x25b4;
const ARROW_DOWN = 0x25be;
/** The cut at the start of a bar that does not start at zero. */
const SLASH = 0x2571;

/** Quadrants by their bits: upper left, upper right, lower left, lower right. */
const QUADRANTS = [...' ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█'].map((glyph) => glyph.codePointAt(0)!);
/** Bits of braille dots, from above, left and right. */
const DOTS = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80];

/** The parts that points fill of the cell in row `y` of their column. */
function denseMask(
  bars: Marks['bars'],
  first: number,
  end: number,
  y: number,
  levels: number,
): number {
  const step = 8 / levels;
  let mask = 0;
  for (let mark = first; mark < end; mark++) {
    const at = mark * BAR_FIELDS;
    if (bars[at + KIND] !== SOLID) continue;
    const right = (bars[at + X]! & 7) === 0 ? 0 : 1;
    const from = bars[at + Y]!;
    const to = from + bars[at + H]!;
    for (let part = 0; part < levels; part++) {
      const eighth = y * 8 + part * step;
      if (from <= eighth && to >= eighth + step) mask |= 1 << (part * 2 + right);
    }
  }
  return mask;
}

/** The glyph of a cell whose parts are set; bits go from above, left before right. */
function denseGlyph(mask: number, levels: number): number {
  if (levels === 2) return QUADRANTS[mask]!;
  let glyph = 0x2800;
  for (let bit = 0; bit < DOTS.length; bit++) if ((mask & (1 << bit)) !== 0) glyph |= DOTS[bit]!;
  return glyph;
}

/** Paints marks. Reused between frames for its arrays; its fields change with every call. */
export class MarkPainter {
  #painter!: Painter;
  #options!: PaintOptions;
  #marks!: Marks;
  #colors: (Color | undefined)[] = [];
  #alike: ReadonlySet<number> | undefined;
  #styles: (number | undefined)[] = [];
  #mono = false;
  /** Glyphs of a row of points; used again for each. */
  #glyphs = new Uint32Array(128);

  paint(painter: Painter, marks: Marks, options: PaintOptions): void {
    this.#painter = painter;
    this.#marks = marks;
    this.#options = options;
    this.#mono = painter.depth === 'none';
    this.#colors.length = 0;
    this.#alike = undefined;
    this.#styles.length = 0;
    const { bars, barCount } = marks;
    const sparkline = marks.rows !== undefined;
    const isDense = sparkline && marks.rows!.levels < 8;
    const single = sparkline && marks.rows!.height === 1;
    for (let mark = 0; mark < barCount; mark++) {
      const at = mark * BAR_FIELDS;
      const flags = bars[at + FLAGS]!;
      if (isDense) mark = this.#paintDense(mark) - 1;
      else if (single && flags === 0 && bars[at + KIND] === SOLID && options.colorOf === undefined)
        mark = this.#paintPoints(mark) - 1;
      else if (sparkline) this.#paintPoint(at, flags);
      else if (bars[at + KIND] === LED) this.#paintLed(at, flags);
      else if (bars[at + KIND] === CLAMPED) this.#paintClamped(at, flags);
      else if (bars[at + KIND] === ABSENT || bars[at + KIND] === ZERO) this.#paintPlace(at, flags);
      else this.#paintSegment(mark, flags);
      if ((flags & CUT) !== 0 && !isDense) this.#paintCut(at, flags);
      if ((flags & CUT_START) !== 0) this.#paintCut(at, flags ^ NEGATIVE);
    }
    paintTexts(painter, marks, {
      selectedColor: options.selectedColor,
      // Meters have no patterns, so neither have their keys.
      key: (series) => {
        if (series >= options.series.length) return marks.horizontal ? TARGET : TARGET_ACROSS;
        return options.patterns && !options.isMeter(series) ? patternOf(series) : FULL_BLOCK;
      },
      keyStyle: (series) => {
        const { length } = options.series;
        return series < length
          ? this.#style(series)
          : this.#targetStyle(keyedTargets(options.references ?? [])[series - length] ?? -1);
      },
      lineStyle: (index) => {
        const color = this.#referenceColor(index);
        return color === undefined ? mutedStyle(painter) : painter.style(color);
      },
      targetStyle: (index) => this.#targetStyle(index),
      onBar: (text, target) => this.#onBar(text, this.#referenceColor(target)),
    });
  }

  /** The colour that a line or target has of its own. */
  #referenceColor(index: number): Color | undefined {
    const css = this.#options.references?.[index]?.color;
    return css === undefined || this.#mono ? undefined : this.#painter.color(css);
  }

  #targetStyle(index: number): number {
    const color = this.#referenceColor(index);
    return color === undefined ? this.#painter.base : this.#painter.style(color);
  }

  /** The style of a text on a bar: its own colour, or one that shows on that of the bar. */
  #onBar(text: TextMark, own: Color | undefined): number {
    const painter = this.#painter;
    const options = this.#options;
    const at = text.bar * BAR_FIELDS;
    const { bars } = this.#marks;
    const flags = bars[at + FLAGS]!;
    const series = bars[at + SERIES]!;
    const selected = (flags & SELECTED) !== 0;
    if (this.#mono) {
      const isFull = selected || !options.patterns || patternOf(series) === FULL_BLOCK;
      return isFull ? painter.style(undefined, undefined, REVERSE) : painter.base;
    }
    const meter = bars[at + KIND] === LED && !selected;
    const back = meter
      ? this.#litColor(at, this.#segmentAt(at, text))
      : this.#segmentColor(at, flags);
    const attributes = selected ? UNDERLINE : 0;
    const behind = this.#known(back);
    const front = own !== undefined && showsOn(own, behind) ? own : inkOn(back);
    // What has no channels to compare shows the background as its text.
    if (front === undefined) return painter.style(back, undefined, attributes | REVERSE);
    return back === DEFAULT_COLOR
      ? painter.style(undefined, front, attributes | REVERSE)
      : painter.style(front, back, attributes);
  }

  #color(series: number): Color {
    const painter = this.#painter;
    const { series: all, palette } = this.#options;
    if (this.#mono) return painter.fg;
    this.#alike ??= findAlike(painter, all, palette);
    return (this.#colors[series] ??= seriesColor(painter, all, series, palette, this.#alike));
  }

  /** The colour of one bar: by its value or entry where that decides, else that of its series. */
  #colorOf(at: number): Color {
    const { bars } = this.#marks;
    const series = bars[at + SERIES]!;
    if (this.#mono || this.#options.colorOf === undefined) return this.#color(series);
    return this.#options.colorOf(bars[at + ENTRY]!, series) ?? this.#color(series);
  }

  /** Of a bar as it is when not selected. */
  #style(series: number): number {
    return (this.#styles[series] ??= this.#painter.style(this.#legendColor(series), undefined, 0));
  }

  /** A meter's series has no palette colour: the key shows the colour of its lower segments. */
  #legendColor(series: number): Color {
    return this.#options.isMeter(series) ? this.#ledColor(series, false) : this.#color(series);
  }

  #ledColor(series: number, high: boolean): Color {
    const painter = this.#painter;
    const options = this.#options;
    if (this.#mono) return painter.fg;
    if (high) return options.ledHigh;
    const own = options.series[series]?.color;
    return (own === undefined ? undefined : painter.color(own)) ?? options.ledLow;
  }

  /** The colour of one segment of a meter, counted from the low end. */
  #litColor(at: number, segment: number): Color {
    const marks = this.#marks;
    const options = this.#options;
    const stop = this.#mono ? undefined : options.stopAt?.(segment / marks.ledCount);
    return stop ?? this.#ledColor(marks.bars[at + SERIES]!, segment >= marks.ledHigh);
  }

  /** The segment of a meter that has a cell. */
  #segmentAt(at: number, { x, y }: Pick<TextMark, 'x' | 'y'>): number {
    const { bars, horizontal, ledCells } = this.#marks;
    const cell = horizontal
      ? x - (bars[at + X]! >> 3)
      : ((bars[at + Y]! + bars[at + H]!) >> 3) - 1 - y;
    return Math.floor(cell / ledCells);
  }

  #barStyle(at: number, flags: number, attributes = 0): number {
    if ((flags & SELECTED) === 0) {
      const series = this.#marks.bars[at + SERIES]!;
      if (attributes === 0 && this.#options.colorOf === undefined) return this.#style(series);
      return this.#painter.style(this.#colorOf(at), undefined, attributes);
    }
    const { selectedColor } = this.#options;
    return this.#painter.style(selectedColor, undefined, attributes | UNDERLINE);
  }

  /** Colour of a segment where two share a cell. */
  #segmentColor(at: number, flags: number): Color {
    return (flags & SELECTED) === 0 ? this.#colorOf(at) : this.#options.selectedColor;
  }

  /** A style whose glyph has the colour `front`, and the rest of the cell the colour `back`. */
  #twoTone(front: Color, back: Color, attributes: number): number {
    // The terminal's own foreground has no name as a background, but reversed it is one.
    return back === DEFAULT_COLOR || back === TRANSPARENT
      ? this.#painter.style(back, front, attributes | REVERSE)
      : this.#painter.style(front, back, attributes);
  }

  /** The style of a cell in which a segment ends and the next one begins. */
  #sharedStyle(at: number, flags: number, next: number, nextFlags: number): number {
    const own = this.#segmentColor(at, flags);
    const other = this.#segmentColor(next, nextFlags);
    const attributes = ((flags | nextFlags) & SELECTED) !== 0 ? UNDERLINE : 0;
    return (flags & NEGATIVE) !== 0
      ? this.#twoTone(other, own, attributes)
      : this.#twoTone(own, other, attributes);
  }

  /**
   * One segment: whole cells, and the cell in which it ends. A cell in which it starts was painted by
   * the segment before it.
   */
  #paintSegment(mark: number, flags: number): void {
    const painter = this.#painter;
    const marks = this.#marks;
    const { bars, horizontal } = marks;
    const at = mark * BAR_FIELDS;
    const along = horizontal ? X : Y;
    const size = horizontal ? W : H;
    const from = bars[at + along]!;
    const to = from + bars[at + size]!;
    const series = bars[at + SERIES]!;
    const selected = (flags & SELECTED) !== 0;
    const full = this.#options.patterns ? patternOf(series) : FULL_BLOCK;
    const style = this.#barStyle(at, flags);
    const hatched = selected && this.#needsHatch(this.#colorOf(at));
    this.#fill(at, (from + 7) >> 3, to >> 3, hatched ? HATCH : full, style);
    if (marks.cutStart) this.#paintCutStart(at, from, to, flags);

    // Which border of the segment is its end: the one away from the zero line.
    const negative = (flags & NEGATIVE) !== 0;
    const atLow = horizontal === negative;
    const end = atLow ? from : to;
    const part = end & 7;
    if (part === 0) return;
    // Glyphs fill a cell from the left or from below; the rest of the cell is the background.
    const glyphPart = horizontal ? part : 8 - part;
    const glyph = horizontal ? leftBlock(glyphPart) : lowerBlock(glyphPart);
    const next = at + BAR_FIELDS;
    const shared = mark + 1 < marks.barCount && (bars[next + FLAGS]! & CONTINUES) !== 0;
    let endStyle: number;
    if (shared) endStyle = this.#sharedStyle(at, flags, next, bars[next + FLAGS]!);
    else {
      // A line under the rest of the cell would make the bar look longer; one without whole cells needs it to be seen.
      const isMarked = selected && horizontal && to >> 3 > (from + 7) >> 3;
      endStyle = isMarked
        ? painter.style(this.#options.selectedColor, undefined, negative ? REVERSE : 0)
        : negative
          ? this.#barStyle(at, flags, REVERSE)
          : style;
    }
    const cell = end >> 3;
    if (horizontal) {
      painter.fill(cell, bars[at + Y]! >> 3, 1, bars[at + H]! >> 3, glyph, endStyle);
    } else {
      painter.fill(bars[at + X]! >> 3, cell, bars[at + W]! >> 3, 1, glyph, endStyle);
    }
  }

  /** The place of a value past the end on which bars start: an arrow towards it. */
  #paintClamped(at: number, flags: number): void {
    this.#putSign(at, this.#arrow(flags), this.#barStyle(at, flags));
  }

  /** Paints the one glyph of a place in the middle of the bar's thickness, where its label and its value are. */
  #putSign(at: number, glyph: number, style: number): void {
    const { bars } = this.#marks;
    const x = ((bars[at + X]! >> 3) + ((bars[at + X]! + bars[at + W]! - 1) >> 3)) >> 1;
    const y = ((bars[at + Y]! >> 3) + ((bars[at + Y]! + bars[at + H]! - 1) >> 3)) >> 1;
    this.#painter.put(x, y, glyph, style);
  }

  /**
   * Paints an arrow in the last cell of a bar that the scale cuts off. With `NEGATIVE` inverted: in the first cell, for
   * values past the other end.
   */
  #paintCut(at: number, flags: number): void {
    const { bars, horizontal } = this.#marks;
    if (bars[at + KIND] === CLAMPED) return;
    const down = (flags & NEGATIVE) !== 0;
    const left = bars[at + X]! >> 3;
    const top = bars[at + Y]! >> 3;
    const right = (bars[at + X]! + bars[at + W]! - 1) >> 3;
    const bottom = (bars[at + Y]! + bars[at + H]! - 1) >> 3;
    const x = horizontal ? (down ? left : right) : (left + right) >> 1;
    const y = horizontal ? (top + bottom) >> 1 : down ? bottom : top;
    const series = bars[at + SERIES]!;
    const meter = this.#options.isMeter(series) && (flags & SELECTED) === 0;
    const own =
      bars[at + KIND] === LED
        ? this.#litColor(at, this.#segmentAt(at, { x, y }))
        : this.#ledColor(series, !down);
    const style = meter
      ? this.#painter.style(own, undefined, REVERSE)
      : this.#barStyle(at, flags, REVERSE);
    this.#painter.put(x, y, this.#arrow(flags), style);
  }

  #arrow(flags: number): number {
    const down = (flags & NEGATIVE) !== 0;
    if (this.#marks.horizontal) return down ? ARROW_LEFT : ARROW_RIGHT;
    return down ? ARROW_DOWN : ARROW_UP;
  }

  /** The first cell of a bar that does not start at zero. */
  #paintCutStart(at: number, from: number, to: number, flags: number): void {
    if (to - from < 8 || (flags & CONTINUES) !== 0) return;
    const negative = (flags & NEGATIVE) !== 0;
    const atLow = this.#marks.horizontal !== negative;
    const cell = atLow ? (from + 7) >> 3 : (to >> 3) - 1;
    const style = this.#barStyle(at, flags, REVERSE);
    this.#fill(at, cell, cell + 1, SLASH, style);
  }

  /** Cells from `from` up to `to` along the axis, over the whole thickness. */
  #fill(at: number, from: number, to: number, glyph: number, style: number): void {
    if (to <= from) return;
    const { bars, horizontal } = this.#marks;
    if (horizontal) {
      this.#painter.fill(from, bars[at + Y]! >> 3, to - from, bars[at + H]! >> 3, glyph, style);
    } else {
      this.#painter.fill(bars[at + X]! >> 3, from, bars[at + W]! >> 3, to - from, glyph, style);
    }
  }

  #paintLed(at: number, flags: number): void {
    const marks = this.#marks;
    const painter = this.#painter;
    const options = this.#options;
    const { bars, horizontal, ledCells } = marks;
    const selected = (flags & SELECTED) !== 0;
    const whole = selected ? painter.style(options.selectedColor, undefined, UNDERLINE) : undefined;
    const segments = (horizontal ? bars[at + W]! : bars[at + H]!) / 8 / ledCells;
    const hatched = selected && this.#needsHatch(this.#litColor(at, 0));
    const glyph = hatched ? HATCH : FULL_BLOCK;
    // Segments of one cell have nothing else to hatch.
    const end = hatched && ledCells === 1 ? HATCH : horizontal ? LED_RIGHT : LED_TOP;
    for (let segment = 0; segment < segments; segment++) {
      const style = whole ?? painter.style(this.#litColor(at, segment), undefined, 0);
      if (horizontal) {
        const start = (bars[at + X]! >> 3) + segment * ledCells;
        this.#fill(at, start, start + ledCells - 1, glyph, style);
        this.#fill(at, start + ledCells - 1, start + ledCells, end, style);
      } else {
        const below = ((bars[at + Y]! + bars[at + H]!) >> 3) - segment * ledCells;
        this.#fill(at, below - ledCells + 1, below, glyph, style);
        this.#fill(at, below - ledCells, below - ledCells + 1, end, style);
      }
    }
  }

  /** True if the colour of a selected bar does not differ from its normal colour. */
  #needsHatch(own: Color): boolean {
    return this.#mono || looksLike(this.#options.selectedColor, this.#known(own));
  }

  /** A colour whose channels are known: the terminal's own foreground is as near as the theme's text. */
  #known(color: Color): Color {
    return color === DEFAULT_COLOR ? (this.#painter.color('var(--text)') ?? color) : color;
  }

  /** An absent value, or a zero: nothing, unless it is selected or nothing else shows that it is absent. */
  #paintPlace(at: number, flags: number): void {
    const { bars } = this.#marks;
    const absent = bars[at + KIND] === ABSENT && this.#marks.dots;
    if (!absent && (flags & SELECTED) === 0) return;
    // A dot in the darkest gray would be invisible: absent values have the muted colour.
    const style =
      absent && (flags & SELECTED) === 0 ? mutedStyle(this.#painter) : this.#barStyle(at, flags);
    this.#putSign(at, absent ? DOT : BLANK, style);
  }

  /**
   * Points of a sparkline of one row that follow each other, one glyph each; returns the first mark that
   * is none of them.
   */
  #paintPoints(first: number): number {
    const marks = this.#marks;
    const options = this.#options;
    const painter = this.#painter;
    const { bars, barCount } = marks;
    const series = bars[first * BAR_FIELDS + SERIES]!;
    if (barCount - first > this.#glyphs.length) this.#glyphs = new Uint32Array(barCount * 2);
    const glyphs = this.#glyphs;
    let mark = first;
    for (let at = mark * BAR_FIELDS; mark < barCount; mark++, at += BAR_FIELDS) {
      if (bars[at + FLAGS] !== 0 || bars[at + KIND] !== SOLID || bars[at + SERIES] !== series)
        break;
      glyphs[mark - first] = 0x2580 + bars[at + H]!;
    }
    const style = options.isMeter(series)
      ? painter.style(this.#ledColor(series, false), undefined, 0)
      : this.#style(series);
    const at = first * BAR_FIELDS;
    const { top } = marks.rows!;
    painter.run(bars[at + X]! >> 3, top + series, glyphs, mark - first, style);
    return mark;
  }

  /**
   * The points of a column that two of them share, each a half of every cell; returns the first mark of
   * the next column. One of them has no colour of its own: the later one decides.
   */
  #paintDense(first: number): number {
    const painter = this.#painter;
    const marks = this.#marks;
    const options = this.#options;
    const { bars, barCount } = marks;
    const { top: above, height, head, levels } = marks.rows!;
    const series = bars[first * BAR_FIELDS + SERIES]!;
    const x = bars[first * BAR_FIELDS + X]! >> 3;
    let end = first;
    let flags = 0;
    let own: Color | undefined;
    let isEmpty = true;
    let hasAbsent = false;
    for (; end < barCount; end++) {
      const at = end * BAR_FIELDS;
      if (bars[at + SERIES] !== series || bars[at + X]! >> 3 !== x) break;
      flags |= bars[at + FLAGS]!;
      if (bars[at + KIND] === ABSENT) hasAbsent = true;
      else if (bars[at + KIND] !== ZERO) isEmpty = false;
      if (!this.#mono) own = options.colorOf?.(bars[at + ENTRY]!, series) ?? own;
    }
    const band = above + series * height;
    const top = band + head;
    const selected = (flags & SELECTED) !== 0;
    const back = selected && !this.#mono ? painter.color('var(--selection)') : undefined;
    const style = (isHigh: boolean): number => {
      const meter = options.isMeter(series);
      const color = own ?? (meter ? this.#ledColor(series, isHigh) : this.#color(series));
      if (!selected) return painter.style(color, undefined, 0);
      const front = this.#mono ? color : options.selectedColor;
      return painter.style(front, back, this.#mono ? REVERSE : UNDERLINE);
    };
    if (selected) painter.fill(x, top, 1, height - head, BLANK, style(false));
    for (let y = top; y < band + height; y++) {
      const mask = denseMask(bars, first, end, y, levels);
      if (mask === 0) continue;
      const isHigh = height === 1 ? (flags & HIGH) !== 0 : y < band + height - marks.ledHigh;
      painter.put(x, y, denseGlyph(mask, levels), style(isHigh));
    }
    const hasDot = isEmpty && hasAbsent;
    const dot = hasDot && !selected ? mutedStyle(painter) : undefined;
    const paintSign = (at: number): void => {
      const y = bars[at + Y]! >> 3;
      if (bars[at + KIND] === CLAMPED) {
        painter.put(x, y, this.#arrow(bars[at + FLAGS]!), style(false));
      } else if ((bars[at + FLAGS]! & CUT) !== 0) this.#paintCut(at, bars[at + FLAGS]!);
      else if (hasDot) painter.put(x, y, DOT, dot ?? style(false));
    };
    for (let mark = first; mark < end; mark++) paintSign(mark * BAR_FIELDS);
    return end;
  }

  #seriesColor(series: number, isHigh: boolean): Color {
    return this.#options.isMeter(series) ? this.#ledColor(series, isHigh) : this.#color(series);
  }

  /** The colour of points below zero where both signs share a row, unless the author has chosen one. */
  #negativeColor(series: number, flags: number): Color | undefined {
    const isBelow = (flags & MIDDLE) !== 0 && (flags & NEGATIVE) !== 0;
    const { series: all, isMeter } = this.#options;
    if (!isBelow || isMeter(series) || all[series]?.color !== undefined) return undefined;
    return this.#painter.color('var(--error)');
  }

  /** One point of a sparkline. A selected one is shown over its whole column. */
  #paintPoint(at: number, flags: number): void {
    const painter = this.#painter;
    const { bars, rows } = this.#marks;
    const options = this.#options;
    const kind = bars[at + KIND]!;
    const selected = (flags & SELECTED) !== 0;
    if (kind === ZERO && !selected) {
      if ((flags & MIDDLE) !== 0) this.#putSign(at, LINE, mutedStyle(painter));
      return;
    }
    const series = bars[at + SERIES]!;
    const own = this.#mono
      ? undefined
      : (options.colorOf?.(bars[at + ENTRY]!, series) ?? this.#negativeColor(series, flags));
    const isHigh = (flags & HIGH) !== 0 && rows!.height === 1;
    const color = own ?? this.#seriesColor(series, isHigh);
    if (selected) {
      this.#paintSelectedPoint(at, flags, color);
      return;
    }
    const meter = options.isMeter(series);
    const style =
      meter || own !== undefined ? painter.style(color, undefined, 0) : this.#style(series);
    if (kind === ABSENT || kind === CLAMPED) {
      this.#paintSign(at, flags, kind === ABSENT ? mutedStyle(painter) : style);
      return;
    }
    const swapped = (flags & NEGATIVE) !== 0 ? painter.style(color, undefined, REVERSE) : style;
    this.#paintSolid(at, flags, style, swapped);
    if (meter && own === undefined) this.#paintHighRows(at, flags);
  }

  #paintSelectedPoint(at: number, flags: number, color: Color): void {
    const painter = this.#painter;
    const { bars } = this.#marks;
    const rows = this.#marks.rows!;
    const kind = bars[at + KIND]!;
    const back = this.#mono ? undefined : painter.color('var(--selection)');
    const front = this.#mono ? color : this.#options.selectedColor;
    const attributes = this.#mono ? REVERSE : UNDERLINE;
    const style = painter.style(front, back, attributes);
    const top = rows.top + bars[at + SERIES]! * rows.height + rows.head;
    painter.fill(bars[at + X]! >> 3, top, 1, rows.height - rows.head, BLANK, style);
    if (kind === ABSENT || kind === CLAMPED) this.#paintSign(at, flags, style);
    else if (kind === ZERO) {
      if ((flags & MIDDLE) !== 0) this.#putSign(at, LINE, style);
    } else this.#paintSolid(at, flags, style, painter.style(front, back, attributes ^ REVERSE));
  }

  /** A dot for an absent value, or an arrow towards one past the end on which points start. */
  #paintSign(at: number, flags: number, style: number): void {
    const { bars } = this.#marks;
    this.#putSign(at, bars[at + KIND] === ABSENT ? DOT : this.#arrow(flags), style);
  }

  /** A solid point, from its value to zero. @param swapped where the rest of a cell is painted */
  #paintSolid(at: number, flags: number, style: number, swapped: number): void {
    const painter = this.#painter;
    const { bars } = this.#marks;
    const rows = this.#marks.rows!;
    const x = bars[at + X]! >> 3;
    const top = rows.top + bars[at + SERIES]! * rows.height;
    const from = bars[at + Y]!;
    const to = from + bars[at + H]!;
    if ((flags & MIDDLE) !== 0) {
      const end = (flags & NEGATIVE) === 0 ? from : to;
      painter.put(x, top, lowerBlock(top * 8 + 8 - end), style);
      return;
    }
    if (rows.height === 1 && (flags & NEGATIVE) === 0) {
      painter.put(x, top, lowerBlock(to - from), style);
      return;
    }
    if ((flags & NEGATIVE) !== 0) {
      painter.fill(x, from >> 3, 1, (to >> 3) - (from >> 3), FULL_BLOCK, style);
      if ((to & 7) !== 0) painter.put(x, to >> 3, lowerBlock(8 - (to & 7)), swapped);
      return;
    }
    if ((from & 7) !== 0) painter.put(x, from >> 3, lowerBlock(8 - (from & 7)), style);
    painter.fill(x, (from + 7) >> 3, 1, (to >> 3) - ((from + 7) >> 3), FULL_BLOCK, style);
  }

  /** Rows of a tall point that start at or above the threshold of a meter. */
  #paintHighRows(at: number, flags: number): void {
    const painter = this.#painter;
    const marks = this.#marks;
    const { bars } = marks;
    const rows = marks.rows!;
    if (rows.height === 1 || (flags & NEGATIVE) !== 0) return;
    const x = bars[at + X]! >> 3;
    const series = bars[at + SERIES]!;
    const from = bars[at + Y]!;
    const to = from + bars[at + H]!;
    const bottom = rows.top + (series + 1) * rows.height;
    const style = painter.style(this.#ledColor(series, true), undefined, 0);
    for (let y = from >> 3; y < bottom - marks.ledHigh; y++) {
      const part = Math.min(8, Math.min(to, y * 8 + 8) - Math.max(from, y * 8));
      painter.put(x, y, lowerBlock(part), style);
    }
  }
}
