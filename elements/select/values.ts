/** The options of a select, the selected ones, and their validity. */
import { nameClass } from '../../runtime/base/class-name.js';
import {
  checkChoice,
  checkList,
  CONTENT_CHANGED,
  DATA,
  invalidate,
  PROPS,
  SUBMITS,
} from '../support/author.js';
import type { AttributeValues, ControlData, Misfit } from '../support/author.js';
import { ValidatedElement, type ConstraintError } from '../support/validated-element.js';
import {
  CHECK_CONSTRAINTS,
  CUSTOM_MESSAGE,
  FIND_CONSTRAINT_ERRORS,
  RESET,
  SHOW_INVALID,
  WILL_VALIDATE,
} from '../support/internals.js';
import { ATTRIBUTES } from './declaration.js';
import type { Option, OptionOwner } from './options.js';
import { Rows } from './rows.js';
import {
  CHOSEN,
  READ,
  REPLACE,
  IS_CHOSEN,
  CHOOSE,
  FOLLOW,
  IS_LIST,
  SELECTED_OPTIONS,
  LENGTH,
  OPTION_VALUE,
  OPTION_DISABLED,
} from './internals.js';

export abstract class SelectValues extends ValidatedElement implements OptionOwner {
  static {
    nameClass(this, 'SelectValues');
  }

  static override readonly attributes = ATTRIBUTES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;

  #rows: Rows | undefined;
  #chosen: ReadonlySet<Option> = new Set<Option>();
  /** False while attributes determine the selection. */
  #touched = false;
  /** A value that was set before there was an option for it. */
  #requestedValue: string | undefined;

  /** Read only where `[READ]` has been called. */
  protected get [CHOSEN](): ReadonlySet<Option> {
    return this.#chosen;
  }

  // Values

  /** The value of the chosen option, of the first one with `multiple`; empty where none is. */
  get value(): string {
    return this.#value;
  }
  get #value(): string {
    return this[SELECTED_OPTIONS][0]?.[OPTION_VALUE] ?? '';
  }
  set value(value: unknown) {
    this.#value = value;
  }
  set #value(value: unknown) {
    this.#setValue(value);
  }
  get selectedIndex(): number {
    const { options } = this[READ]();
    const [first] = this[SELECTED_OPTIONS];
    return first === undefined ? -1 : options.indexOf(first);
  }
  set selectedIndex(index: unknown) {
    const option = this[READ]().options[Number(index)];
    this[REPLACE](option === undefined ? [] : [option]);
  }
  get options(): readonly Option[] {
    return this[READ]().options;
  }
  get selectedOptions(): readonly Option[] {
    return this[SELECTED_OPTIONS];
  }
  get [SELECTED_OPTIONS](): readonly Option[] {
    const { options } = this[READ]();
    if (this.#chosen.size < 2) return [...this.#chosen];
    return options.filter((option) => this.#chosen.has(option));
  }
  get length(): number {
    return this[LENGTH];
  }
  get [LENGTH](): number {
    return this[READ]().options.length;
  }

  /** Returns the value, with `multiple` a list of values; `bind` reads it. */
  getValue(): string | string[] {
    return this[PROPS].multiple
      ? this[SELECTED_OPTIONS].map(({ [OPTION_VALUE]: value }) => value)
      : this.#value;
  }
  setValue(value: unknown): void {
    this.#setValue(value);
  }
  #setValue(value: unknown): void {
    const { options } = this[READ]();
    if (this[PROPS].multiple && typeof value === 'object' && value !== null) {
      const requested = new Set([...(value as Iterable<unknown>)].map(String));
      this[REPLACE](options.filter((option) => requested.has(option[OPTION_VALUE])));
      return;
    }
    const text = value === null || value === undefined ? '' : String(value);
    const option = options.find((each) => each[OPTION_VALUE] === text);
    this[REPLACE](option === undefined ? [] : [option]);
    if (option === undefined && text !== '') this.#requestedValue = text;
  }

  [IS_CHOSEN](option: Option): boolean {
    this[READ]();
    return this.#chosen.has(option);
  }

  [CHOOSE](option: Option, on: boolean): void {
    this[READ]();
    if (this.#chosen.has(option) === on) return;
    const others = this[PROPS].multiple ? [...this.#chosen].filter((each) => each !== option) : [];
    this[REPLACE](on ? [...others, option] : others);
  }

  /** An attribute determines the selection. */
  protected [FOLLOW](value: string | undefined): void {
    this.#requestedValue = value;
    this.#touched = false;
  }

  // Validity

  protected get [WILL_VALIDATE](): boolean {
    return !this[PROPS].disabled;
  }

  [SUBMITS](): readonly string[] {
    const enabled = this[SELECTED_OPTIONS].filter(({ [OPTION_DISABLED]: disabled }) => !disabled);
    return enabled.map(({ [OPTION_VALUE]: value }) => value);
  }

  get [DATA](): ControlData {
    const values = this[SUBMITS]();
    return {
      kind: 'value',
      value: this[PROPS].multiple ? values : (values[0] ?? null),
      check: (value) => this.#misfit(value),
      set: (value) => this.#setValue(value),
    };
  }

  #misfit(value: unknown): Misfit | undefined {
    const values = this[READ]().options.flatMap(
      ({ [OPTION_DISABLED]: disabled, [OPTION_VALUE]: each }) => (disabled ? [] : [each]),
    );
    return this[PROPS].multiple ? checkList(value, values) : checkChoice(value, values);
  }

  /** Resets the choice to that of the attributes. */
  override [RESET](): void {
    this[FOLLOW](this[PROPS].value);
    this[CONTENT_CHANGED]();
    this[CHECK_CONSTRAINTS]();
    this[SHOW_INVALID](false);
  }

  /** True for a list that is always there. */
  get [IS_LIST](): boolean {
    return this[PROPS].multiple || (this[PROPS].size ?? 1) > 1;
  }

  // The model

  protected [READ](): Rows {
    if (this.#rows !== undefined) return this.#rows;
    const rows = (this.#rows = new Rows(this));
    const known = new Set(rows.options);
    const gone = [...this.#chosen].some((option) => !known.has(option));
    if (gone) this.#chosen = new Set([...this.#chosen].filter((option) => known.has(option)));
    if (!this.#touched) this.#chosen = this.#byAttributes(rows);
    else if (this.#chosen.size === 0) this.#chosen = this.#byDefault(rows);
    return rows;
  }

  /** What attributes choose: `value`, else `selected`, of which the last one counts where one can be. */
  #byAttributes(rows: Rows): Set<Option> {
    if (this.#requestedValue !== undefined) return this.#byDefault(rows);
    const selected = rows.options.filter(({ [PROPS]: props }) => props.selected);
    if (selected.length === 0) return this.#byDefault(rows);
    return new Set(this[PROPS].multiple ? selected : selected.slice(-1));
  }

  #byDefault({ options }: Rows): Set<Option> {
    const requested = options.find(({ [OPTION_VALUE]: value }) => value === this.#requestedValue);
    if (this.#requestedValue !== undefined)
      return new Set(requested === undefined ? [] : [requested]);
    if (this.#touched || this[IS_LIST] || this[PROPS].placeholder !== '') return new Set();
    const first = options.find(({ [OPTION_DISABLED]: disabled }) => !disabled);
    return new Set(first === undefined ? [] : [first]);
  }

  override [CONTENT_CHANGED](): void {
    this.#rows = undefined;
    invalidate(this, 'layout');
  }

  protected [REPLACE](options: readonly Option[]): void {
    this.#touched = true;
    this.#requestedValue = undefined;
    this.#chosen = new Set(options);
    this[CHECK_CONSTRAINTS]();
    invalidate(this, 'paint');
  }

  protected [FIND_CONSTRAINT_ERRORS](): readonly ConstraintError[] {
    if (!this[WILL_VALIDATE]) return [];
    const errors: ConstraintError[] = [];
    const custom = this[CUSTOM_MESSAGE];
    if (custom !== '') errors.push({ flag: 'customError', message: custom });
    if (this[PROPS].required && this.#value === '') {
      errors.push({ flag: 'valueMissing', message: 'Please choose an item in the list.' });
    }
    return errors;
  }
}
