/** The date input: a date that is typed part by part, or chosen from a calendar. */
import {
  ACCESSIBLE_NODE,
  addState,
  ATTRIBUTE_CHANGED,
  CONNECTED,
  controlNode,
  currentTimeOf,
  DATA,
  DEFAULT_ACTION,
  fireChange,
  FOCUSABLE,
  formOf,
  GUTTERS,
  invalidate,
  isConnected,
  isDisabled,
  keepDefault,
  KEY_USE,
  keyAction,
  labelsOf,
  MEASURE,
  nameOf,
  OPERATION,
  PAINT,
  PAINT_GUTTERS,
  POPUP,
  PROPS,
  removeAttribute,
  removeState,
  reportAttributeError,
  RESET,
  restoreDefault,
  REVERSE,
  setDeclared,
  STATE_CHANGED,
  statesOf,
  SUBMITS,
} from '../support/author.js';
import type {
  AccessibleAction,
  AccessibleElement,
  AttributeValues,
  ControlData,
  ElementList,
  InputAction,
  Insets,
  Operation,
  Painter,
  Popup,
  Size,
  StateTable,
  TuiElement,
} from '../support/author.js';
import { paintEnds } from '../select/closed.js';
import {
  CHECK_CONSTRAINTS,
  CUSTOM_MESSAGE,
  FIND_CONSTRAINT_ERRORS,
  SHOW_INVALID,
  VALIDATION_MESSAGE,
  WILL_VALIDATE,
} from '../support/internals.js';
import { ValidatedElement, type ConstraintError } from '../support/validated-element.js';
import { CalendarTimes, type TimeRules } from './calendar-times.js';
import {
  calendarSize,
  dayAt,
  monthStepAt,
  paintCalendar,
  timeAt,
  type CalendarState,
} from './calendar.js';
import { checkDates, findMisfit } from './checks.js';
import { ATTRIBUTES, BINDABLE, DATE_KEYS, EVENTS, EXAMPLES, RULES } from './declaration.js';
import { addMonths, dayOf, formatTime, MAX_DAY, MIN_DAY, weekdayOf } from './model/dates.js';
import { dateLocale, type DateLocale } from './model/locale.js';
import {
  momentOf,
  partsOf,
  secondsOf,
  segmentsOf,
  segmentText,
  stepSegment,
  timeSteps,
  typeDigit,
  type Parts,
  type Precision,
  type Segment,
} from './model/segments.js';
import {
  compareMoments,
  formatMoment,
  formatValue,
  parseMoment,
  parseValue,
  type DateValue,
  type Moment,
} from './model/value.js';

const INSETS: Insets = { top: 0, right: 1, bottom: 0, left: 1 };
const ARROW = 0x25be;
const SECONDS_A_DAY = 86_400;
/** Attributes whose dates are checked. */
const CHECKED: ReadonlySet<string> = new Set(['value', 'type', 'range', 'min', 'max', 'locale']);
/** Between the days of a range. */
const RANGE_SIGN = ' – ';

type DateAction = keyof typeof DATE_KEYS;

/** A part of the field: which of the two dates, and which part of it. */
interface FieldPart {
  readonly side: 0 | 1;
  readonly segment: Segment;
  readonly x: number;
}

export class DateInput extends ValidatedElement {
  static override readonly tag: string = 'date-input';
  static override readonly description: string =
    'A date that the user types part by part, or chooses from a calendar; with a time, or as a range of days.';
  static override readonly content = 'none';
  static override readonly labelable = true;
  static override readonly shrinkToFit = true;
  static override readonly attributes = ATTRIBUTES;
  static override readonly keys = DATE_KEYS;
  static override readonly events = EVENTS;
  static override readonly bindable = BINDABLE;
  static override readonly persist: readonly string[] = ['value'];
  static override readonly states = {
    ...ValidatedElement.states,
    open: 'Its calendar is open.',
  } as const satisfies StateTable;
  static override readonly rules = RULES;
  static override readonly examples = EXAMPLES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;

  /** The parts of both dates as they are typed; complete ones are the value. */
  #parts: [Parts, Parts] = [{}, {}];
  #at = 0;
  #typed = '';
  #cursor = 0;
  /** The end of a range that was chosen first. */
  #first: number | undefined;
  readonly #times = new CalendarTimes();
  /** Seconds are entered where steps or the value have some. */
  #precision: Precision = 'none';
  /** Messages about attributes that were reported. */
  #reported = new Set<string>();

  get form(): TuiElement | null {
    return formOf(this);
  }
  get labels(): ElementList {
    return labelsOf(this);
  }

  /** The value in ISO 8601; empty while the date is not complete. */
  get value(): string {
    const value = this.#value;
    return value === undefined ? '' : formatValue(value);
  }
  set value(value: unknown) {
    const text = value === null || value === undefined ? '' : String(value);
    setDeclared(this, 'value', text === '' ? undefined : text);
  }

  get [WILL_VALIDATE](): boolean {
    return !isDisabled(this) && !this[PROPS].readonly;
  }

  [FIND_CONSTRAINT_ERRORS](): readonly ConstraintError[] {
    if (!this[WILL_VALIDATE]) return [];
    const { required, min, max } = this[PROPS];
    const errors: ConstraintError[] = [];
    if (this[CUSTOM_MESSAGE] !== '') {
      errors.push({ flag: 'customError', message: this[CUSTOM_MESSAGE] });
    }
    const value = this.#value;
    const isEmpty = this.#fieldParts().every(
      ({ side, segment }) => this.#parts[side][segment.name] === undefined,
    );
    if (value === undefined) {
      if (!isEmpty) errors.push({ flag: 'badInput', message: 'Complete the date' });
      else if (required) errors.push({ flag: 'valueMissing', message: 'Enter a date' });
      return errors;
    }
    const least = this.#limit(min);
    const most = this.#limit(max);
    if (least !== undefined && compareMoments(value.start, least) < 0) {
      errors.push({ flag: 'rangeUnderflow', message: `Enter ${min} or a later date` });
    }
    if (most !== undefined && compareMoments(value.end ?? value.start, most) > 0) {
      errors.push({ flag: 'rangeOverflow', message: `Enter ${max} or an earlier date` });
    }
    const isOff = [value.start, value.end].some(
      (each) => each !== undefined && !this.#isStep(each),
    );
    if (isOff) {
      const near = formatMoment(this.#nearestStep(value.start));
      errors.push({
        flag: 'stepMismatch',
        message: `Enter a valid date; ${near} is the nearest one`,
      });
    }
    return errors;
  }

  [SUBMITS](): readonly string[] {
    return [this.value];
  }

  get [DATA](): ControlData {
    return {
      kind: 'value',
      value: this.value,
      check: (value) => findMisfit(value, this[PROPS]),
      set: (value) => {
        keepDefault(this, 'value');
        this.value = value;
      },
    };
  }

  [RESET](): void {
    restoreDefault(this);
    this.#read();
    this[SHOW_INVALID](false);
  }

  override get [FOCUSABLE](): boolean {
    return true;
  }
  override get [GUTTERS](): Insets {
    return INSETS;
  }

  override [CONNECTED](): void {
    this.#read();
    this.#check();
    if (this[PROPS].open) this.#setOpen(true);
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    if (name === 'value' || name === 'type' || name === 'range') this.#read();
    if (name === 'step') this.#setPrecision();
    if (CHECKED.has(name)) this.#check();
    // One that cannot be changed has no calendar.
    if (['open', 'readonly', 'disabled'].includes(name)) this.#setOpen(this[PROPS].open);
    this[CHECK_CONSTRAINTS]();
    invalidate(this, 'layout');
  }

  override [STATE_CHANGED](state: string, isSet: boolean): void {
    if (state === 'focus') {
      this.#typed = '';
      if (!isSet) this[SHOW_INVALID](this[FIND_CONSTRAINT_ERRORS]().length > 0);
    }
    invalidate(this, 'paint');
  }

  // The value

  get #hasTime(): boolean {
    return this[PROPS].type !== 'date';
  }
  get #locale(): DateLocale {
    return dateLocale(this[PROPS].locale);
  }

  #limit(text: string | undefined): Moment | undefined {
    return text === undefined ? undefined : parseMoment(text, this.#hasTime);
  }

  /** Reports what attributes contain that is not a date; each text once. Before all of them are set, they cannot be compared. */
  #check(): void {
    if (!isConnected(this)) return;
    const found = checkDates(this[PROPS]);
    for (const { attribute, code, message, suggestion } of found) {
      if (this.#reported.has(message)) continue;
      const error = { code, message: `date-input: ${message}`, suggestion };
      reportAttributeError(this, attribute, error);
    }
    this.#reported = new Set(found.map(({ message }) => message));
  }

  /** Days, or seconds with a time, from which steps count: as in HTML from `min`, or else from 1970. */
  get #stepBase(): number {
    const least = this.#limit(this[PROPS].min);
    return least === undefined ? 0 : this.#count(least);
  }

  #count({ day, seconds = 0 }: Moment): number {
    return this.#hasTime ? day * SECONDS_A_DAY + seconds : day;
  }

  #isStep(moment: Moment): boolean {
    const { step } = this[PROPS];
    return step === undefined || (this.#count(moment) - this.#stepBase) % step === 0;
  }

  #nearestStep(moment: Moment): Moment {
    const { step = 1 } = this[PROPS];
    const base = this.#stepBase;
    const count = base + Math.round((this.#count(moment) - base) / step) * step;
    if (!this.#hasTime) return { day: count };
    const day = Math.floor(count / SECONDS_A_DAY);
    return { day, seconds: count - day * SECONDS_A_DAY };
  }

  #read(): void {
    const { value = '', range: isRange } = this[PROPS];
    const parsed = parseValue(value, { hasTime: this.#hasTime, isRange });
    this.#parts = [partsOf(parsed?.start), partsOf(parsed?.end)];
    this.#setPrecision();
    this[CHECK_CONSTRAINTS]();
  }

  #setPrecision(): void {
    const { step = 60 } = this[PROPS];
    const hasSeconds =
      step % 60 !== 0 ||
      this.#parts.some(({ second = 0 }) => second !== 0) ||
      // The part that the user is at does not go away because it is 0 now.
      (this.#precision === 'seconds' && statesOf(this).has('focus'));
    this.#precision = !this.#hasTime ? 'none' : hasSeconds ? 'seconds' : 'minutes';
    this.#at = Math.min(this.#at, this.#fieldParts().length - 1);
  }

  get #value(): DateValue | undefined {
    const [first, second] = this.#parts;
    const start = momentOf(first, this.#precision);
    if (start === undefined || !this[PROPS].range) return start && { start };
    const end = momentOf(second, this.#precision);
    if (end === undefined) return undefined;
    return compareMoments(start, end) <= 0 ? { start, end } : { start: end, end: start };
  }

  #change(parts: [Parts, Parts]): void {
    if (this[PROPS].readonly) return;
    const before = this.value;
    keepDefault(this, 'value');
    this.#parts = parts;
    const now = this.value;
    if (now !== '' && now !== before) setDeclared(this, 'value', now);
    this[CHECK_CONSTRAINTS]();
    if (now !== before) fireChange(this);
    invalidate(this, 'paint');
  }

  // The field

  #fieldParts(): FieldPart[] {
    const segments = segmentsOf(this.#locale, this.#precision);
    const sides: readonly (0 | 1)[] = this[PROPS].range ? [0, 1] : [0];
    const parts: FieldPart[] = [];
    let x = 0;
    for (const side of sides) {
      if (side === 1) x += RANGE_SIGN.length;
      for (const segment of segments) {
        x += segment.before.length;
        parts.push({ side, segment, x });
        x += segment.length;
      }
    }
    return parts;
  }

  override [MEASURE](available: Size): Size {
    const last = this.#fieldParts().at(-1);
    const width = last === undefined ? 0 : last.x + last.segment.length + 2;
    return { width: Math.min(width, available.width), height: Math.min(1, available.height) };
  }

  override [PAINT](painter: Painter): void {
    const isFocused = statesOf(this).has('focus') && !this.#isOpen;
    const muted = painter.style(painter.color('var(--muted)'));
    for (const [at, { side, segment, x }] of this.#fieldParts().entries()) {
      const parts = this.#parts[side];
      if (side === 1 && at === this.#fieldParts().length / 2) {
        painter.text(x - RANGE_SIGN.length, 0, RANGE_SIGN, painter.base, painter.width - 2 - x);
      }
      const room = painter.width - 2 - x;
      if (room <= 0) break;
      painter.text(x - segment.before.length, 0, segment.before, painter.base, room);
      const isEmpty = parts[segment.name] === undefined;
      const style =
        isFocused && at === this.#at
          ? painter.style(undefined, undefined, REVERSE)
          : isEmpty
            ? muted
            : painter.base;
      painter.text(x, 0, segmentText(segment, parts), style, room);
    }
    painter.put(painter.width - 1, 0, ARROW);
  }

  override [PAINT_GUTTERS](painter: Painter): void {
    paintEnds(this, painter);
  }

  // The calendar

  get #isOpen(): boolean {
    return statesOf(this).has('open');
  }

  #setOpen(open: boolean): void {
    if (!open || isDisabled(this) || this[PROPS].readonly) {
      removeState(this, 'open');
      this.#first = undefined;
      if (!open && this[PROPS].open) removeAttribute(this, 'open');
      return;
    }
    const today = this.#today;
    this.#cursor = this.#clamp(momentOf(this.#parts[0], this.#precision)?.day ?? today);
    this.#times.open(this.#parts);
    addState(this, 'open');
  }

  get #timeRules(): TimeRules {
    return {
      segments: segmentsOf(this.#locale, this.#precision),
      isRange: this[PROPS].range,
      step: this[PROPS].step,
      base: this.#limit(this[PROPS].min)?.seconds ?? 0,
    };
  }

  /** The day of the user's clock; a day has no zone from here on. */
  get #today(): number {
    const now = new Date(currentTimeOf(this));
    return dayOf({ year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() });
  }

  #clamp(day: number): number {
    const { min, max } = this[PROPS];
    const least = this.#limit(min)?.day ?? MIN_DAY;
    const most = this.#limit(max)?.day ?? MAX_DAY;
    return Math.max(least, Math.min(most, day));
  }

  get #calendar(): CalendarState {
    const value = this.#value;
    const isChoosing = this.#first !== undefined;
    const ends = isChoosing ? [this.#first!, this.#cursor] : [value?.start.day, value?.end?.day];
    const [start, end = start] = ends;
    const isBack = start !== undefined && end !== undefined && end < start;
    return {
      locale: this.#locale,
      cursor: this.#cursor,
      start: isBack ? end : start,
      end: isBack ? start : end,
      today: this.#today,
      hasWeeks: this[PROPS].weekNumbers,
      times: this.#times.partsOf(this.#timeRules),
      timeAt: this.#times.at,
      isAllowed: (day) => this.#isAllowed(day),
    };
  }

  override [POPUP](): Popup | null {
    if (isDisabled(this)) return null;
    const state = this.#calendar;
    return {
      ...calendarSize(state),
      paint: (painter) => paintCalendar(painter, this.#calendar),
      close: () => this.#setOpen(false),
    };
  }

  /** In the limits, and one of the steps; with a time each day has some. */
  #isAllowed(day: number): boolean {
    return this.#clamp(day) === day && (this.#hasTime || this.#isStep({ day }));
  }

  #moveCursor(day: number): true {
    this.#cursor = this.#clamp(day);
    invalidate(this, 'paint');
    return true;
  }

  /** A day is chosen; of a range the first time one end, then the other. */
  #choose(day: number): true {
    const { range: isRange } = this[PROPS];
    const chosen = this.#value;
    if (isRange && this.#times.at >= 0 && this.#first === undefined && chosen?.end !== undefined) {
      // At a time of days that are chosen already only the times are others.
      return this.#finish(chosen.start.day, chosen.end.day);
    }
    if (!this.#isAllowed(day)) return true;
    this.#cursor = day;
    if (isRange && this.#first === undefined) {
      this.#first = day;
      invalidate(this, 'paint');
      return true;
    }
    const ends = isRange ? [this.#first ?? day, day].sort((a, b) => a - b) : [day];
    return this.#finish(ends[0] ?? day, ends[1]);
  }

  #finish(start: number, end: number | undefined): true {
    const time = (at: 0 | 1): number | undefined =>
      this.#hasTime ? secondsOf(this.#times.of(at), this.#precision) : undefined;
    const first = partsOf({ day: start, seconds: time(0) });
    const second = end === undefined ? {} : partsOf({ day: end, seconds: time(1) });
    this.#change([first, second]);
    this.#setOpen(false);
    return true;
  }

  // Input

  override [KEY_USE](event: InputAction): 'edit' | 'find' | undefined {
    if (/^[0-9]$/.test(event.key ?? '')) return 'edit';
    return this.#isOpen && event.key?.length === 1 ? 'find' : undefined;
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (isDisabled(this)) return false;
    switch (event.type) {
      case 'keydown':
        return event.target === this && this.#key(event);
      case 'paste':
        return this.#paste(event.text ?? '');
      case 'mousedown':
        return this.#press(event);
      case 'wheel':
        return this.#wheel(event);
      case 'click':
        return true;
      default:
        return false;
    }
  }

  #key(event: InputAction): boolean {
    const action = keyAction(DATE_KEYS, event);
    if (action === 'toggle') {
      this.#setOpen(!this.#isOpen);
      return true;
    }
    const { key = '', ctrlKey = false, altKey = false, metaKey = false } = event;
    const isDigit = /^[0-9]$/.test(key) && !ctrlKey && !altKey && !metaKey;
    if (!this.#isOpen) return isDigit ? this.#digit(key) : this.#fieldKey(action);
    if (this.#times.at < 0) return this.#calendarKey(action);
    if (!isDigit) return this.#timeKey(action);
    this.#times.digit(key, this.#timeRules);
    invalidate(this, 'paint');
    return true;
  }

  /** Keys at a time below the calendar; others are those of the days. */
  #timeKey(action: DateAction | undefined): boolean {
    const { at } = this.#times;
    switch (action) {
      case 'up':
      case 'down':
        this.#times.step(action === 'up' ? 1 : -1, this.#timeRules);
        invalidate(this, 'paint');
        return true;
      case 'left':
        return this.#goToTime(Math.max(0, at - 1)) || true;
      case 'right':
        return this.#goToTime(at + 1) || true;
      case 'first':
        return this.#goToTime(0) || true;
      case 'last':
        return this.#goToTime(this.#calendar.times.length - 1) || true;
      default:
        return this.#calendarKey(action);
    }
  }

  #goToTime(at: number): boolean {
    const isThere = this.#times.goTo(at, this.#timeRules);
    invalidate(this, 'paint');
    return isThere;
  }

  #calendarKey(action: DateAction | undefined): boolean {
    const day = this.#cursor;
    const { firstWeekday } = this.#locale;
    const column = (weekdayOf(day) - firstWeekday + 7) % 7;
    switch (action) {
      case 'left':
        return this.#moveCursor(day - 1);
      case 'right':
        return this.#moveCursor(day + 1);
      case 'up':
        return this.#moveCursor(day - 7);
      case 'down':
        return this.#moveCursor(day + 7);
      case 'previousMonth':
        return this.#moveCursor(addMonths(day, -1));
      case 'nextMonth':
        return this.#moveCursor(addMonths(day, 1));
      case 'previousYear':
        return this.#moveCursor(addMonths(day, -12));
      case 'nextYear':
        return this.#moveCursor(addMonths(day, 12));
      case 'first':
        return this.#moveCursor(day - column);
      case 'last':
        return this.#moveCursor(day + 6 - column);
      case 'nextPart':
        // From the last part on, and without a time, Tab leaves.
        return this.#goToTime(this.#times.at + 1);
      case 'previousPart':
        return this.#goToTime(this.#times.at - 1);
      case 'today':
        return this.#moveCursor(this.#today);
      case 'choose':
        return this.#choose(day);
      case 'close':
        this.#setOpen(false);
        return true;
      default:
        return false;
    }
  }

  #fieldKey(action: DateAction | undefined): boolean {
    const parts = this.#fieldParts();
    const to = (at: number): boolean => {
      const next = Math.max(0, Math.min(parts.length - 1, at));
      if (next === this.#at) return false;
      this.#at = next;
      this.#typed = '';
      invalidate(this, 'paint');
      return true;
    };
    switch (action) {
      case 'left':
        return to(this.#at - 1);
      case 'right':
        return to(this.#at + 1);
      case 'first':
        return to(0);
      case 'last':
        return to(parts.length - 1);
      case 'up':
      case 'down':
        return this.#step(action === 'up' ? 1 : -1);
      case 'choose':
        this.#setOpen(true);
        return true;
      case 'delete':
        this.#typed = '';
        this.#setPart(undefined);
        return true;
      default:
        return false;
    }
  }

  #setPart(value: number | undefined): void {
    const part = this.#fieldParts()[this.#at];
    if (part === undefined) return;
    const parts: [Parts, Parts] = [{ ...this.#parts[0] }, { ...this.#parts[1] }];
    parts[part.side] = { ...parts[part.side], [part.segment.name]: value };
    this.#change(parts);
  }

  #step(by: number): boolean {
    const part = this.#fieldParts()[this.#at];
    if (part === undefined) return false;
    const now = partsOf({ day: this.#today, seconds: 0 });
    const { segment, side } = part;
    const value = this.#parts[side][segment.name];
    const { step, base } = this.#timeRules;
    const steps = timeSteps(segment, step, base);
    this.#typed = '';
    this.#setPart(stepSegment(segment, value, by, now[segment.name] ?? 0, steps));
    return true;
  }

  #digit(digit: string): boolean {
    const parts = this.#fieldParts();
    const part = parts[this.#at];
    if (part === undefined) return false;
    const { typed, value, isFull } = typeDigit(part.segment, this.#typed, digit);
    this.#typed = typed;
    this.#setPart(value);
    if (isFull && this.#at < parts.length - 1) {
      this.#at++;
      this.#typed = '';
    }
    return true;
  }

  /** A whole value, as ISO 8601. */
  #paste(text: string): boolean {
    const value = this.#parse(text);
    if (value !== undefined) this.#change([partsOf(value.start), partsOf(value.end)]);
    return true;
  }

  #parse(text: string): DateValue | undefined {
    return parseValue(text.trim(), { hasTime: this.#hasTime, isRange: this[PROPS].range });
  }

  override [OPERATION](action: AccessibleAction): Operation | undefined {
    if (action.type === 'press') return () => this.#setOpen(!this.#isOpen);
    if (action.type !== 'set' || this[PROPS].readonly) return undefined;
    const text = String(action.value);
    const value = this.#parse(text);
    if (value === undefined && text !== '') return undefined;
    return () => this.#change([partsOf(value?.start), partsOf(value?.end)]);
  }

  #press({ button = 0, inPopup = false, offsetX = -1, offsetY = -1 }: InputAction): boolean {
    if (button !== 0) return false;
    if (inPopup) {
      const step = monthStepAt(this.#calendar, offsetX, offsetY);
      if (step !== 0) return this.#moveCursor(addMonths(this.#cursor, step));
      const time = timeAt(this.#calendar, offsetX, offsetY);
      if (time !== undefined) return this.#goToTime(time) || true;
      const day = dayAt(this.#calendar, offsetX, offsetY);
      return day === undefined || this.#choose(day);
    }
    const parts = this.#fieldParts();
    const end = (parts.at(-1)?.x ?? 0) + (parts.at(-1)?.segment.length ?? 0);
    if (offsetX >= end) {
      this.#setOpen(!this.#isOpen);
      return true;
    }
    this.#at = Math.max(
      0,
      parts.findLastIndex(({ x }) => x <= offsetX),
    );
    this.#typed = '';
    invalidate(this, 'paint');
    return true;
  }

  #wheel({ inPopup = false, deltaY = 0, offsetX = -1, offsetY = -1 }: InputAction): boolean {
    const time = inPopup ? timeAt(this.#calendar, offsetX, offsetY) : undefined;
    if (time !== undefined) {
      this.#times.goTo(time, this.#timeRules);
      this.#times.step(-Math.sign(deltaY), this.#timeRules);
      invalidate(this, 'paint');
      return true;
    }
    if (inPopup) return this.#moveCursor(addMonths(this.#cursor, Math.sign(deltaY)));
    return statesOf(this).has('focus') && deltaY !== 0 && this.#step(-Math.sign(deltaY));
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const value = this.#value;
    const { fullName } = this.#locale;
    const words = [value?.start, value?.end]
      .filter((each) => each !== undefined)
      .map(({ day, seconds }) => {
        const time = seconds === undefined ? '' : `, ${formatTime(seconds)}`;
        return fullName(day) + time;
      });
    const isInvalid = statesOf(this).has('user-invalid');
    const part = this.#fieldParts()[this.#at];
    const isAt = statesOf(this).has('focus') && part !== undefined;
    const time = this.#calendar.times[this.#times.at];
    const where = this.#isOpen
      ? `calendar at ${time === undefined ? fullName(this.#cursor) : `${time.segment.name} ${time.text}`}`
      : isAt && `${part.segment.name} ${segmentText(part.segment, this.#parts[part.side])}`;
    const text = words.length === 0 ? 'no date' : words.join(' to ');
    return controlNode(this, 'combobox', nameOf(this), {
      value: this.value,
      expanded: this.#isOpen,
      required: this[PROPS].required,
      readOnly: this[PROPS].readonly,
      invalid: isInvalid ? this[VALIDATION_MESSAGE] : undefined,
      line: { role: 'date', states: [text, where, this[PROPS].readonly && 'read-only'] },
    });
  }
}
