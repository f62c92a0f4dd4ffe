/** Multi-line text input. The cost of an edit depends on the visible lines, not on the length of the text. */
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  CARET,
  COMPUTED,
  CONTENT_CHANGED,
  DEFAULT_ACTION,
  invalidate,
  isConnected,
  MEASURE,
  PAINT,
  PROPS,
  SCROLL_PLACE,
  setText,
  STATE_CHANGED,
  statesOf,
  tabSizeOf,
  textOf,
} from '../support/author.js';
import type {
  AccessibleElement,
  AttributeValues,
  ComputedStyle,
  InputAction,
  Painter,
  ScrollPlace,
  Size,
  StyleTable,
} from '../support/author.js';
import { AreaView, type Row } from '../text-editing/area-view.js';
import { isBefore, type Line, type Position } from '../text-editing/buffer.js';
import { offsetAt } from '../text-editing/cells.js';
import { Display } from '../text-editing/display.js';
import {
  fieldStyles,
  insetOf,
  paintEnds,
  paintStretch,
  type FieldStyles,
} from '../text-editing/field/paint.js';
import type { Command, Vertical } from '../text-editing/keymap.js';
import type { Edit } from '../text-editing/model.js';
import { defineFieldMembers } from '../text-editing/field/element.js';
import { TextField } from '../text-editing/text-field.js';
import { ATTRIBUTES, EVENTS, RULES, TEXTAREA_KEYS } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { paintScrollbar, shareAt, thumbOf } from '../../runtime/element/scrollbar.js';
import {
  MODEL,
  INITIAL_VALUE,
  SPECIAL,
  EDIT,
  ENTER,
  VERTICAL,
  SELECTION_MOVED,
  LINE_EDGE,
  CARET_MOVED,
  TEXT_CHANGED,
  PLACE_AT,
  FIELD_NODE,
  IS_MULTILINE,
} from '../text-editing/internals.js';

const BLANK = 0x20;
const INVALID_MARK = 0x21;
/** Rows of one step of the wheel, as elsewhere in an app. */
const WHEEL_ROWS = 3;

type Mouse = InputAction & {
  readonly offsetX: number;
  readonly offsetY: number;
  readonly button: number;
  readonly buttons: number;
  readonly deltaX?: number;
  readonly deltaY?: number;
  readonly shiftKey: boolean;
};

export class Textarea extends TextField {
  static override readonly tag: string = 'textarea';
  static override readonly persist: readonly string[] = ['value'];
  static override readonly description: string =
    'Multi-line text input. Its content is the initial text, as written: tags and entities are not interpreted.';
  static override readonly raw = true;
  static override readonly shrinkToFit = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles: StyleTable = {};
  static override readonly keys = TEXTAREA_KEYS;
  static override readonly events = EVENTS;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;
  declare [COMPUTED]: ComputedStyle;

  readonly #view = new AreaView(this[MODEL].buffer, new Display());
  /** The caret has moved since the last frame: the next one shows it. */
  #follow = false;
  /** The cell that up and down go back to; undefined after any other move. */
  #goal: number | undefined;
  /** The column of the scrollbar; -1 where there is none. */
  #barAt = -1;
  #barHeld = false;
  /** After Escape the Tab key moves the focus, also where it types. */
  #leaving = false;

  /** The text between its tags. */
  override get defaultValue(): string {
    return this[INITIAL_VALUE]();
  }
  override set defaultValue(value: unknown) {
    setText(this, String(value));
  }

  protected override get [IS_MULTILINE](): boolean {
    return true;
  }

  protected override [INITIAL_VALUE](): string {
    const { value } = this[PROPS];
    // As in HTML, a line break right after the start tag is none of the text.
    return value ?? (textOf(this) ?? '').replace(/^\r?\n/, '');
  }

  override [CONTENT_CHANGED](): void {
    // As `connected` does with the initial text.
    if (isConnected(this)) this[ATTRIBUTE_CHANGED]('value', undefined);
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    super[ATTRIBUTE_CHANGED](name, value);
    if (name === 'rows' || name === 'cols') invalidate(this, 'layout');
  }

  // Keys

  protected override [SPECIAL](command: Command): boolean {
    const wasLeaving = this.#leaving;
    this.#leaving = command.type === 'escape' && this[PROPS].tabInserts;
    if (command.type !== 'tab' || !this[PROPS].tabInserts || wasLeaving) return false;
    if (this[PROPS].readonly) return false;
    this[EDIT](this[MODEL].planInsert('\t', 'insertText'));
    return true;
  }

  protected override [ENTER](): boolean {
    if (this[PROPS].readonly) return false;
    this[EDIT](this[MODEL].planInsert('\n', 'insertLineBreak'));
    return true;
  }

  protected override [VERTICAL](motion: Vertical, extend: boolean): boolean {
    const { [MODEL]: model } = this;
    const view = this.#view;
    const page = Math.max(1, view.height - 1);
    const by = { up: -1, down: 1, pageUp: -page, pageDown: page }[motion];
    const at = view.rowOf(model.focus);
    const goal = this.#goal ?? view.cellOf(model.focus);
    const row = view.moved(at, by);
    const stays = row.line === at.line && row.row === at.row;
    // From the first row up goes to the start, from the last down to the end, as in most editors.
    const edge = model.motion(by < 0 ? 'start' : 'end', model.focus);
    const to = stays ? edge : view.placeAt(row, goal);
    if (page > 1 && Math.abs(by) === page) view.scroll(by);
    model.select(extend ? model.anchor : to, to);
    this[SELECTION_MOVED](extend);
    this.#goal = goal;
    return true;
  }

  protected override [LINE_EDGE](end: boolean): Position {
    return this.#view.edgeOf(this[MODEL].focus, end);
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'focus' && isSet) this.#follow = true;
  }

  protected override [CARET_MOVED](): void {
    this.#follow = true;
    this.#goal = undefined;
  }

  protected override [TEXT_CHANGED](edit: Edit, line: Line | undefined): void {
    if (line === undefined) return;
    const { line: index, offset } = edit.from;
    this.#view.rows.edited(line, this[MODEL].buffer.line(index), offset, edit.to.offset);
  }

  // Pointer

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (this[PROPS].disabled || event.target !== this) return false;
    const mouse = event as Mouse;
    if (event.type === 'wheel') return this.#wheel(mouse);
    if (event.type === 'mousedown' && mouse.button === 0 && mouse.offsetX === this.#barAt) {
      this.#barHeld = true;
    }
    if (!this.#barHeld) return super[DEFAULT_ACTION](event);
    if (event.type === 'mouseup') this.#barHeld = false;
    else if (event.type === 'mousedown' || (mouse.buttons & 1) !== 0) {
      this.#dragBar(mouse.offsetY);
      invalidate(this, 'paint');
    } else this.#barHeld = false;
    return true;
  }

  /** The thumb is held at its middle. */
  #dragBar(y: number): void {
    const view = this.#view;
    const scrolled = { cells: view.height, ...view.extent() };
    const { start, end } = thumbOf(scrolled);
    view.scrollTo(shareAt(y, ((end - start) / 8 - 1) / 2, scrolled));
  }

  #wheel({ deltaX = 0, deltaY = 0, shiftKey }: Mouse): boolean {
    const view = this.#view;
    const sideways = shiftKey && deltaX === 0 ? deltaY : deltaX;
    if (sideways !== 0 && view.rows.width === Infinity) {
      view.left = Math.max(0, view.left + sideways * WHEEL_ROWS);
      invalidate(this, 'paint');
      return true;
    }
    // At its end the wheel goes on to what is around it.
    if (!view.scroll(deltaY * WHEEL_ROWS)) return false;
    invalidate(this, 'paint');
    return true;
  }

  protected override [PLACE_AT](x: number, y: number): Position {
    const view = this.#view;
    const before = y < 0 ? y : Math.min(y, view.height);
    return view.placeAt(view.moved(view.top, before), x - this.#inset + view.left);
  }

  override [SCROLL_PLACE](): ScrollPlace | undefined {
    const view = this.#view;
    if (view.width <= 0 || view.height <= 0) return undefined;
    const { top, size, shown } = view.extent();
    const maxTop = Math.max(0, size - shown);
    return {
      left: view.left,
      top,
      maxTop,
      maxLeft: view.rows.width === Infinity ? Number.MAX_SAFE_INTEGER : 0,
      scrollTo: (position) => {
        view.left = position.left;
        view.scrollTo(maxTop === 0 ? 0 : position.top / maxTop);
        invalidate(this, 'paint');
      },
    };
  }

  // Cells

  override [CARET](): { readonly x: number; readonly y: number } | null {
    const view = this.#view;
    const { focus } = this[MODEL];
    const y = view.distance(view.top, view.rowOf(focus), view.height);
    if (this[PROPS].disabled || y < 0 || y >= view.height) return null;
    // A full row has its caret in the column of the scrollbar; where there is none, on its last cell.
    const x = view.cellOf(focus) - view.left;
    if (x < 0) return null;
    return { x: Math.min(x + this.#inset, this.#width - 1), y };
  }
  #width = 0;
  #inset = 0;

  override [MEASURE](): Size {
    const { cols, rows } = this[PROPS];
    return { width: cols + 1 + insetOf(cols + 2), height: rows };
  }

  override [PAINT](painter: Painter): void {
    const { width, height } = painter;
    this.#width = width;
    if (width <= 0 || height <= 0) return;
    const view = this.#view;
    // The last column is the caret's behind a full row, and the scrollbar's.
    this.#inset = insetOf(width);
    const cells = Math.max(1, width - 1 - this.#inset);
    const focused = statesOf(this).has('focus');
    if (cells !== view.width || height !== view.height) this.#follow = true;
    view.setTabSize(tabSizeOf(this));
    view.resize(cells, height, this[PROPS].wrap !== 'off');
    // A text that the user does not type in stays where it is, whatever a script does to it.
    if (this.#follow && focused) view.reveal(this[MODEL].focus);
    this.#follow = false;
    const styles = fieldStyles(painter, this[COMPUTED]);
    const { clip } = painter;
    painter.fill(0, clip.y, width, clip.height, BLANK, styles.text);
    if (this[MODEL].buffer.length === 0) this.#paintPlaceholder(painter, styles);
    const last = Math.min(height, clip.y + clip.height);
    const first = Math.max(0, clip.y);
    let row = view.moved(view.top, first);
    // If the whole clip is below the last row, nothing is painted.
    const ends = view.distance(view.top, row, first) < first;
    for (let y = ends ? last : first; y < last; y++) {
      this.#paintRow(painter, row, y, styles);
      const next = view.moved(row, 1);
      if (next.line === row.line && next.row === row.row) break;
      row = next;
    }
    this.#paintEdges(painter, styles, focused);
  }

  #paintRow(painter: Painter, row: Row, y: number, styles: FieldStyles): void {
    const view = this.#view;
    const { [MODEL]: model } = this;
    const { text, start, end } = view.stretch(row);
    const shown = view.display.of(model.buffer.line(row.line));
    let from = end;
    let to = end;
    let behind = false;
    if (statesOf(this).has('focus') && !model.isCollapsed) {
      const { start: first, end: last } = model;
      const line = { line: row.line, offset: 0 };
      const next = { line: row.line + 1, offset: 0 };
      if (isBefore(first, next) && !isBefore(last, line)) {
        from = first.line < row.line ? start : shown.toShown(first.offset);
        to = last.line > row.line ? text.length : shown.toShown(last.offset);
        // A break that is selected shows as a blank behind the line.
        behind = last.line > row.line && end === text.length && from <= end;
      }
    }
    const { left, width } = view;
    // A wide glyph that the left edge cuts is not shown.
    const begin = left === 0 ? { offset: start, cells: 0 } : offsetAt(text, start, left, end);
    const x = this.#inset + Math.max(0, begin.cells - left);
    const limit = this.#inset + width;
    const stretch = { text, start: begin.offset, end, from, to, x, y, limit };
    const stop = paintStretch(painter, stretch, styles);
    if (behind && begin.cells >= left && stop <= limit)
      painter.put(stop, y, BLANK, styles.selected);
  }

  #paintPlaceholder(painter: Painter, styles: FieldStyles): void {
    const lines = this[PROPS].placeholder.split(/\r\n|\r|\n/, painter.height);
    lines.forEach((line, y) =>
      painter.text(this.#inset, y, line, styles.placeholder, this.#view.width),
    );
  }

  /** The marks of the focus; in the last column the scrollbar, if the text overflows, and the mark of an invalid value. */
  #paintEdges(painter: Painter, styles: FieldStyles, focused: boolean): void {
    const { width, height } = painter;
    this.#barAt = -1;
    if (focused && this.#inset > 0) paintEnds(painter, styles);
    if (width < 3) return;
    const extent = this.#view.extent();
    if (extent.size > extent.shown) {
      this.#barAt = width - 1;
      paintScrollbar(painter, width - 1, 0, { cells: height, ...extent });
    }
    if (statesOf(this).has('user-invalid'))
      painter.put(width - 1, 0, INVALID_MARK, styles.invalidMark);
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const { buffer, focus } = this[MODEL];
    const node = this[FIELD_NODE]('multiline', buffer.value);
    const { lineCount } = buffer;
    if (lineCount === 1) return node;
    // Of a long text, only the edited line is read, with the number of lines.
    const { line } = focus;
    const states = [`line ${line + 1} of ${lineCount}`, JSON.stringify(buffer.text(line))];
    return { ...node, line: { states } };
  }
}
defineFieldMembers(Textarea);
