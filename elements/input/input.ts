/** One line of text, a password, a number or a search. */
import type { AccessibleElement } from '../../runtime/accessible-node.js';
import type {
  AttributeValues,
  ComputedStyle,
  Painter,
  StyleTable,
} from '../../runtime/element/contract.js';
import type { Size, TuiEvent } from '../../runtime/element/tui-element.js';
import type { Position } from '../text-editing/buffer.js';
import { Display, type Shown } from '../text-editing/display.js';
import { fieldStyles, insetOf, paintEnds, paintStretch } from '../text-editing/field-paint.js';
import type { Command, Vertical } from '../text-editing/keymap.js';
import { LineView } from '../text-editing/line-view.js';
import { defineFieldMembers } from '../text-editing/field-element.js';
import { TextField } from '../text-editing/text-field.js';
import type { Fault } from '../text-editing/validity.js';
import { typeFaults } from './constraints.js';
import { ATTRIBUTES, EVENTS, RULES } from './declaration.js';
import { EXAMPLES } from './examples.js';
import { numberCharacters, numberFaults, readNumber, stepped } from './number.js';
import { Pattern, PatternBudget, type Refusal } from './pattern.js';
import { formOf, submitByField } from '../support/forms.js';

const CLEAR = 0x2715;
const FAULT = 0x21;
const BLANK = 0x20;
/** Steps of the page keys. */
const PAGE = 10;

const ROLES: Readonly<Record<string, string>> = {
  password: 'password field',
  number: 'spin button',
  search: 'search field',
  email: 'e-mail field',
  url: 'URL field',
  tel: 'telephone field',
};

const budgets = new WeakMap<object, PatternBudget>();

/** One for all inputs of a document. */
function budgetOf(document: object): PatternBudget {
  const budget = budgets.get(document) ?? new PatternBudget();
  budgets.set(document, budget);
  return budget;
}

export class Input extends TextField {
  static override readonly tag: string = 'input';
  static override readonly description: string =
    'One line of text to type in: a text, a password, a number or a search. Longer text scrolls sideways.';
  static override readonly shrinkToFit = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly styles: StyleTable = {};
  static override readonly events = EVENTS;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly props: AttributeValues<typeof ATTRIBUTES>;
  declare computed: ComputedStyle;

  readonly #display = new Display();
  readonly #view = new LineView();
  /** Where the text starts and how many cells it has, as painted last. */
  #inset = 0;
  #cells = 0;
  /** The cell of the sign that empties a search; -1 where there is none. */
  #clearAt = -1;
  #pattern: Pattern | undefined;
  #reported: Refusal | undefined;

  // Values

  /** The value as a number; NaN where it is none. */
  get valueAsNumber(): number {
    return readNumber(this.value) ?? NaN;
  }
  set valueAsNumber(value: number) {
    this.value = Number.isFinite(value) ? String(value) : '';
  }

  /** Steps the number up, without events. */
  stepUp(count = 1): void {
    this.value = String(stepped(readNumber(this.value), count, this.props));
  }
  stepDown(count = 1): void {
    this.stepUp(-count);
  }

  protected override readValue(): string {
    const text = this.model.value;
    // As in a browser: what is no number yet is no value.
    return this.props.type === 'number' && readNumber(text) === undefined ? '' : text;
  }

  protected override cleanValue(value: string): string {
    const line = value.replace(/[\r\n]/g, '');
    if (this.props.type !== 'number') return line;
    return readNumber(line.trim()) === undefined ? '' : line.trim();
  }

  protected override moreFaults(): readonly Fault[] {
    const text = this.model.value;
    const { type, pattern } = this.props;
    const faults = type === 'number' ? numberFaults(text, this.props) : typeFaults(type, text);
    if (pattern === undefined || text === '' || type === 'number') return faults;
    const compiled = this.#compiled(pattern);
    const matches = compiled.matches(text);
    this.#reportRefusal(compiled);
    if (matches) return faults;
    const wanted = this.getAttribute('title');
    const message = `Please match the format asked for${wanted === null ? '' : `: ${wanted}`}.`;
    return [...faults, { flag: 'patternMismatch', message }];
  }

  /** The pattern, compiled once; one that is no regular expression is reported when it is set. */
  #compiled(pattern: string): Pattern {
    if (this.#pattern?.source === pattern) return this.#pattern;
    const compiled = new Pattern(pattern, budgetOf(this.ownerDocument));
    this.#pattern = compiled;
    this.#reported = undefined;
    this.#reportRefusal(compiled);
    return compiled;
  }

  #reportRefusal({ refusal }: Pattern): void {
    // A pattern is refused for one reason, or several times for want of time.
    if (refusal === undefined || refusal === this.#reported) return;
    this.#reported = refusal;
    const place = { source: this.source?.source, span: this.source?.valueSpan('pattern') };
    this.report({ ...refusal, message: `input: ${refusal.message}`, ...place });
  }

  // The field

  protected override get isSecret(): boolean {
    return this.props.type === 'password';
  }

  override attributeChanged(name: string, value: unknown): void {
    if (name === 'type') this.#retype();
    if (name === 'pattern' && this.props.pattern !== undefined) this.#compiled(this.props.pattern);
    super.attributeChanged(name, value);
    if (name === 'size') this.invalidate('layout');
  }

  #retype(): void {
    const { model } = this;
    const { type } = this.props;
    const secret = type === 'password';
    // What was typed unseen must not come to sight by undoing.
    if (model.secret !== secret) model.history.clear();
    model.secret = secret;
    this.#display.secret = secret;
    model.filter = type === 'number' ? numberCharacters : undefined;
    this.retake();
  }

  protected override special(command: Command): boolean {
    if (command.type !== 'escape' || this.props.type !== 'search') return false;
    return this.#empty();
  }

  protected override enter(): boolean {
    this.commit();
    const form = formOf(this);
    if (form !== null) submitByField(form);
    else if (this.reportValidity()) this.fire('submit', { value: this.value });
    return true;
  }

  protected override vertical(motion: Vertical, _extend: boolean): boolean {
    const { type, readonly } = this.props;
    if (type !== 'number' || readonly) return false;
    const by = motion === 'up' || motion === 'down' ? 1 : PAGE;
    const up = motion === 'up' || motion === 'pageUp';
    const next = String(stepped(readNumber(this.model.value), up ? by : -by, this.props));
    if (next !== this.model.value) this.setByUser(next);
    return true;
  }

  /** Empties a search; false where it is empty. */
  #empty(): boolean {
    if (this.model.buffer.length === 0 || this.props.readonly) return false;
    this.setByUser('');
    this.fire('search', {}, { cancelable: false });
    return true;
  }

  override defaultAction(event: TuiEvent): boolean {
    if (event.type === 'mousedown' && event.target === this && !this.props.disabled) {
      const { offsetX, button } = event as TuiEvent & { offsetX: number; button: number };
      if (this.#clearAt >= 0 && offsetX === this.#clearAt && button === 0) return this.#empty();
    }
    return super.defaultAction(event);
  }

  // Cells

  protected override caretMoved(): void {
    // The next frame shows it: how wide the field is then is not known yet.
  }

  protected override placeAt(x: number): Position {
    const shown = this.#shown();
    const at = this.#view.offsetAt(shown.text, x - this.#inset, Math.max(1, this.#cells));
    return { line: 0, offset: shown.toLine(at) };
  }

  override caret(): { readonly x: number; readonly y: number } | null {
    if (this.props.disabled) return null;
    const shown = this.#shown();
    const at = shown.toShown(this.model.focus.offset);
    const x = this.#view.cellOf(shown.text, at, Math.max(1, this.#cells));
    return x < 0 ? null : { x: x + this.#inset, y: 0 };
  }

  override measure(): Size {
    const { size } = this.props;
    return { width: size + 2 * insetOf(size + 2), height: 1 };
  }

  override paint(painter: Painter): void {
    const { width, height } = painter;
    if (width <= 0 || height <= 0) return;
    const styles = fieldStyles(painter, this.computed);
    const focused = this.states.has('focus');
    const inset = insetOf(width);
    painter.fill(0, 0, width, height, BLANK, styles.text);
    if (focused && inset > 0) paintEnds(painter, styles);
    this.#inset = inset;
    this.#cells = this.#paintSigns(painter, width - inset, styles) - inset;
    const limit = inset + this.#cells;
    const { model } = this;
    const shown = this.#shown();
    const { text } = shown;
    if (focused) this.#view.reveal(text, shown.toShown(model.focus.offset), this.#cells);
    else this.#view.first = 0;
    if (text === '') {
      painter.text(inset, 0, this.props.placeholder, styles.placeholder, this.#cells);
      return;
    }
    const start = this.#view.first;
    const from = focused ? shown.toShown(model.start.offset) : start;
    const to = focused ? shown.toShown(model.end.offset) : start;
    const stretch = { text, start, end: text.length, from, to, x: inset, y: 0, limit };
    paintStretch(painter, stretch, styles);
  }

  /** The signs before the right end; returns the cell of the first, where the text has to stop. */
  #paintSigns(painter: Painter, end: number, styles: ReturnType<typeof fieldStyles>): number {
    let width = end;
    const { type, readonly, disabled } = this.props;
    this.#clearAt = -1;
    if (this.states.has('user-invalid') && width >= 3) {
      painter.put(--width, 0, FAULT, styles.fault);
    }
    const clears = type === 'search' && this.model.buffer.length > 0 && !readonly && !disabled;
    if (clears && width >= 4) {
      painter.put(--width, 0, CLEAR, styles.sign);
      this.#clearAt = width;
    }
    return width;
  }

  #shown(): Shown {
    return this.#display.of(this.model.buffer.line(0));
  }

  /** Never what a password is, nor how long. */
  override accessibleText(): string {
    const { type } = this.props;
    const { value } = this.model;
    const said = value === '' ? 'empty' : type === 'password' ? 'filled' : JSON.stringify(value);
    const words = [said, ...this.stateWords()];
    const name = this.label;
    return `${ROLES[type] ?? 'text field'}${name === '' ? '' : ` "${name}"`}, ${words.join(', ')}`;
  }

  override accessibleNode(): AccessibleElement {
    const { type, min, max } = this.props;
    const { value } = this.model;
    if (type === 'password') {
      const node = this.fieldNode(type, undefined);
      return value === '' ? node : { ...node, valueText: 'filled' };
    }
    const node = this.fieldNode(type, value);
    if (type !== 'number') return node;
    return { ...node, valueNow: readNumber(value), valueMin: min, valueMax: max };
  }
}
defineFieldMembers(Input);
