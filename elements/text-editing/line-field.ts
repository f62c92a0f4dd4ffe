/** A text field of one line: how its text is laid out in cells and painted. `input` and `combobox` are two. */
import { nameClass } from '../../runtime/base/class-name.js';
import { CARET, PROPS, statesOf, tabSizeOf } from '../support/author.js';
import type { COMPUTED, ComputedStyle, Painter } from '../support/author.js';
import type { Position } from './buffer.js';
import { Display, type Shown } from './display.js';
import { paintStretch, type FieldStyles } from './field/paint.js';
import { CARET_MOVED, DISPLAY, LINE_PLACE, MODEL, PAINT_LINE, PLACE_AT } from './internals.js';
import { LineView } from './line-view.js';
import { TextField } from './text-field.js';

/** The cells of the text. */
export interface LinePlace {
  readonly x: number;
  readonly y: number;
  readonly cells: number;
}

export abstract class LineField extends TextField {
  static {
    nameClass(this, 'LineField');
  }

  declare [COMPUTED]: ComputedStyle;

  readonly #display = new Display();
  readonly #view = new LineView();
  /** As painted last. */
  #place: LinePlace = { x: 0, y: 0, cells: 0 };

  protected get [DISPLAY](): Display {
    return this.#display;
  }

  protected get [LINE_PLACE](): LinePlace {
    return this.#place;
  }

  protected override [CARET_MOVED](): void {
    // The next frame shows it: how wide the field is then is not known yet.
  }

  protected override [PLACE_AT](x: number): Position {
    const shown = this.#displayText();
    const { x: start, cells } = this.#place;
    const at = this.#view.offsetAt(shown.text, x - start, Math.max(1, cells));
    return { line: 0, offset: shown.toLine(at) };
  }

  override [CARET](): { readonly x: number; readonly y: number } | null {
    if (this[PROPS].disabled) return null;
    const shown = this.#displayText();
    const at = shown.toShown(this[MODEL].focus.offset);
    const { x: start, y, cells } = this.#place;
    const x = this.#view.cellOf(shown.text, at, Math.max(1, cells));
    return x < 0 ? null : { x: x + start, y };
  }

  /** Paints the text, or its placeholder where it is empty. */
  protected [PAINT_LINE](painter: Painter, place: LinePlace, styles: FieldStyles): void {
    this.#place = place;
    const { x, y, cells } = place;
    const focused = statesOf(this).has('focus');
    const { [MODEL]: model } = this;
    const shown = this.#displayText();
    const { text } = shown;
    if (focused) this.#view.reveal(text, shown.toShown(model.focus.offset), cells);
    else this.#view.first = 0;
    if (text === '') {
      painter.text(x, y, this[PROPS].placeholder, styles.placeholder, cells);
      return;
    }
    const start = this.#view.first;
    const from = focused ? shown.toShown(model.start.offset) : start;
    const to = focused ? shown.toShown(model.end.offset) : start;
    const stretch = { text, start, end: text.length, from, to, x, y, limit: x + cells };
    paintStretch(painter, stretch, styles);
  }

  #displayText(): Shown {
    this.#display.tabSize = tabSizeOf(this);
    return this.#display.of(this[MODEL].buffer.line(0));
  }
}
