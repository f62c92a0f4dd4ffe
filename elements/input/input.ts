/** A single line of text input. */
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  COMPUTED,
  DATA,
  DEFAULT_ACTION,
  documentOf,
  fire,
  formOf,
  getAttribute,
  invalidate,
  MEASURE,
  numberLike,
  PAINT,
  PROPS,
  reportAttributeError,
  statesOf,
  submitByField,
} from '../support/author.js';
import type {
  AccessibleElement,
  AttributeValues,
  ControlData,
  InputAction,
  Painter,
  Size,
  StyleTable,
} from '../support/author.js';
import { fieldStyles, insetOf, paintEnds } from '../text-editing/field/paint.js';
import type { Command, Vertical } from '../text-editing/keymap.js';
import { LineField } from '../text-editing/line-field.js';
import { defineFieldMembers } from '../text-editing/field/element.js';
import type { ConstraintError } from '../support/validated-element.js';
import { checkType } from './constraints.js';
import { ATTRIBUTES, EVENTS, INPUT_KEYS, RULES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { checkNumber, numberCharacters, numberText, readNumber, stepped } from './number.js';
import { budgetOf, Pattern, type Refusal } from './pattern.js';
import { languageOf } from '../support/language.js';
import {
  DISPLAY,
  PAINT_LINE,
  READ_VALUE,
  MODEL,
  CLEAN_VALUE,
  FIND_MORE_ERRORS,
  IS_SECRET,
  RETAKE,
  SET_EDITED,
  SPECIAL,
  ENTER,
  COMMIT,
  VERTICAL,
  SET_BY_USER,
  FIELD_NODE,
  VALUE,
} from '../text-editing/internals.js';
import { REPORT_VALIDITY } from '../support/internals.js';

const CLEAR = 0x2715;
const INVALID_MARK = 0x21;
const BLANK = 0x20;
/** Steps of the page keys. */
const PAGE = 10;

export class Input extends LineField {
  static override readonly tag: string = 'input';
  static override readonly persist: readonly string[] = ['value'];
  static override readonly description: string =
    'A single line of text input: text, password, number, search, e-mail or URL. Longer text scrolls sideways.';
  static override readonly shrinkToFit = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles: StyleTable = {};
  static override readonly keys = INPUT_KEYS;
  static override readonly kinds = {
    date: 'date-input',
    datetime: 'date-input',
    'datetime-local': 'date-input',
    file: 'file-input',
  };
  static override readonly events = EVENTS;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;
  /** The cell of the sign that empties a search; -1 where there is none. */
  #clearAt = -1;
  #pattern: Pattern | undefined;
  #reported: Refusal | undefined;

  // Values

  /** The value as a number; NaN if it is not one. */
  get valueAsNumber(): number {
    return readNumber(this[VALUE]) ?? NaN;
  }
  set valueAsNumber(value: number) {
    this[VALUE] = Number.isFinite(value) ? String(value) : '';
  }

  /** Increments the number by steps, without events. */
  stepUp(count = 1): void {
    this.#stepUp(count);
  }
  #stepUp(count = 1): void {
    this[VALUE] = String(stepped(readNumber(this[VALUE]), count, this[PROPS]));
  }
  stepDown(count = 1): void {
    this.#stepUp(-count);
  }

  protected override [READ_VALUE](): string {
    const text = this[MODEL].value;
    return this[PROPS].type === 'number' ? this.#numberOf(text) : text;
  }

  /** What is pasted is a number, or stays whole: the field shows what it cannot read. */
  #numberInput(text: string, inputType: string): string {
    if (inputType !== 'insertFromPaste') return numberCharacters(text);
    return numberText(text, languageOf(this)) ?? text;
  }

  override get [DATA](): ControlData {
    if (this[PROPS].type !== 'number') return super[DATA];
    const number = readNumber(this[VALUE]);
    return {
      kind: 'value',
      value: number ?? null,
      check: (value) =>
        value === null || Number.isFinite(value)
          ? undefined
          : { expected: 'a number', suggestion: numberLike(value) },
      set: (value) => this[SET_EDITED](value === null ? '' : String(value)),
    };
  }

  /** As in a browser: what is not a number yet is not a value. */
  #numberOf(text: string): string {
    const number = numberText(text, languageOf(this)) ?? '';
    return readNumber(number) === undefined ? '' : number;
  }

  protected override [CLEAN_VALUE](value: string): string {
    const line = value.replace(/[\r\n]/g, '');
    if (this[PROPS].type !== 'number') return line;
    return readNumber(line.trim()) === undefined ? '' : line.trim();
  }

  protected override [FIND_MORE_ERRORS](): readonly ConstraintError[] {
    const text = this[MODEL].value;
    const { type, pattern } = this[PROPS];
    const errors =
      type === 'number' ? checkNumber(text, this[PROPS], languageOf(this)) : checkType(type, text);
    if (pattern === undefined || text === '' || type === 'number') return errors;
    const compiled = this.#compiled(pattern);
    const matches = compiled.matches(text);
    this.#reportRefusal(compiled);
    if (matches) return errors;
    const title = getAttribute(this, 'title');
    const message = `Please match the requested format${title === null ? '' : `: ${title}`}.`;
    return [...errors, { flag: 'patternMismatch', message }];
  }

  /** The pattern, compiled once; one that is not a regular expression is reported when it is set. */
  #compiled(pattern: string): Pattern {
    if (this.#pattern?.source === pattern) return this.#pattern;
    const compiled = new Pattern(pattern, budgetOf(documentOf(this)));
    this.#pattern = compiled;
    this.#reported = undefined;
    this.#reportRefusal(compiled);
    return compiled;
  }

  #reportRefusal({ refusal }: Pattern): void {
    // A pattern is refused for one reason, or several times for want of time.
    if (refusal === undefined || refusal === this.#reported) return;
    this.#reported = refusal;
    reportAttributeError(this, 'pattern', { ...refusal, message: `input: ${refusal.message}` });
  }

  // The field

  protected override get [IS_SECRET](): boolean {
    return this[PROPS].type === 'password';
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'type') this.#retype();
    if (name === 'pattern' && this[PROPS].pattern !== undefined)
      this.#compiled(this[PROPS].pattern);
    super[ATTRIBUTE_CHANGED](name, value);
    if (name === 'size') invalidate(this, 'layout');
  }

  #retype(): void {
    const { [MODEL]: model } = this;
    const { type } = this[PROPS];
    const secret = type === 'password';
    // What was typed unseen must not come to sight by undoing.
    if (model.secret !== secret) model.history.clear();
    model.secret = secret;
    this[DISPLAY].secret = secret;
    model.filter = type === 'number' ? (text, how) => this.#numberInput(text, how) : undefined;
    this[RETAKE]();
  }

  protected override [SPECIAL](command: Command): boolean {
    if (command.type !== 'escape' || this[PROPS].type !== 'search') return false;
    return this.#empty();
  }

  protected override [ENTER](): boolean {
    this[COMMIT]();
    const form = formOf(this);
    if (form !== null) submitByField(form);
    else if (this[REPORT_VALIDITY]()) fire(this, 'submit', { value: this[VALUE] });
    return true;
  }

  protected override [VERTICAL](motion: Vertical, _extend: boolean): boolean {
    const { type, readonly } = this[PROPS];
    if (type !== 'number' || readonly) return false;
    const by = motion === 'up' || motion === 'down' ? 1 : PAGE;
    const up = motion === 'up' || motion === 'pageUp';
    const value = readNumber(this.#numberOf(this[MODEL].value));
    const next = String(stepped(value, up ? by : -by, this[PROPS]));
    if (next !== this[MODEL].value) this[SET_BY_USER](next);
    return true;
  }

  /** Empties a search; false where it is empty. */
  #empty(): boolean {
    if (this[MODEL].buffer.length === 0 || this[PROPS].readonly) return false;
    this[SET_BY_USER]('');
    fire(this, 'search', {}, { cancelable: false });
    return true;
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (event.type === 'mousedown' && event.target === this && !this[PROPS].disabled) {
      const { offsetX, button } = event as InputAction & { offsetX: number; button: number };
      if (this.#clearAt >= 0 && offsetX === this.#clearAt && button === 0) return this.#empty();
    }
    return super[DEFAULT_ACTION](event);
  }

  // Cells

  override [MEASURE](): Size {
    const { size } = this[PROPS];
    return { width: size + 2 * insetOf(size + 2), height: 1 };
  }

  override [PAINT](painter: Painter): void {
    const { width, height } = painter;
    if (width <= 0 || height <= 0) return;
    const styles = fieldStyles(painter, this[COMPUTED]);
    const focused = statesOf(this).has('focus');
    const inset = insetOf(width);
    painter.fill(0, 0, width, height, BLANK, styles.text);
    if (focused && inset > 0) paintEnds(painter, styles);
    const cells = this.#paintSigns(painter, width - inset, styles) - inset;
    this[PAINT_LINE](painter, { x: inset, y: 0, cells }, styles);
  }

  /** The signs before the right end; returns the cell of the first, where the text has to stop. */
  #paintSigns(painter: Painter, end: number, styles: ReturnType<typeof fieldStyles>): number {
    let width = end;
    const { type, readonly, disabled } = this[PROPS];
    this.#clearAt = -1;
    if (statesOf(this).has('user-invalid') && width >= 3) {
      painter.put(--width, 0, INVALID_MARK, styles.invalidMark);
    }
    const clears = type === 'search' && this[MODEL].buffer.length > 0 && !readonly && !disabled;
    if (clears && width >= 4) {
      painter.put(--width, 0, CLEAR, styles.sign);
      this.#clearAt = width;
    }
    return width;
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const { type, min, max } = this[PROPS];
    const { value } = this[MODEL];
    if (type === 'password') {
      const node = this[FIELD_NODE](type, undefined);
      return value === '' ? node : { ...node, valueText: 'filled' };
    }
    const node = this[FIELD_NODE](type, value);
    if (type !== 'number') return node;
    return { ...node, valueNow: readNumber(value), valueMin: min, valueMax: max };
  }
}
defineFieldMembers(Input);
