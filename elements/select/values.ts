/** What a select offers and what of it is chosen, by attributes, scripts and people; and whether that is valid. */
import type { AttributeValues } from '../../runtime/element/contract.js';
import { TuiElement, addState, removeState } from '../../runtime/element/tui-element.js';
import { flagsOf, type Fault, type ValidityFlags } from '../text-editing/validity.js';
import { ATTRIBUTES } from './declaration.js';
import type { Option, OptionOwner } from './options.js';
import { Rows } from './rows.js';
import { PROPS, CONTENT_CHANGED } from '../../runtime/element/internals.js';
import { fire, invalidate } from '../../runtime/element/services.js';

export abstract class SelectValues extends TuiElement implements OptionOwner {
  static override readonly attributes = ATTRIBUTES;
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;

  #rows: Rows | undefined;
  /** Read only where `read` has been called. */
  protected chosen: ReadonlySet<Option> = new Set<Option>();
  /** False while attributes say what is chosen. */
  #touched = false;
  /** A value that was set before there was an option for it. */
  #wanted: string | undefined;
  #custom = '';

  // Values

  /** The value of the chosen option, of the first one with `multiple`; empty where none is. */
  get value(): string {
    return this.selectedOptions[0]?.value ?? '';
  }
  set value(value: unknown) {
    this.setValue(value);
  }
  get selectedIndex(): number {
    const { options } = this.read();
    const [first] = this.selectedOptions;
    return first === undefined ? -1 : options.indexOf(first);
  }
  set selectedIndex(index: unknown) {
    const option = this.read().options[Number(index)];
    this.replace(option === undefined ? [] : [option]);
  }
  get options(): readonly Option[] {
    return this.read().options;
  }
  get selectedOptions(): readonly Option[] {
    const { options } = this.read();
    if (this.chosen.size < 2) return [...this.chosen];
    return options.filter((option) => this.chosen.has(option));
  }
  get length(): number {
    return this.read().options.length;
  }

  /** What `bind` reads: the value, or with `multiple` the list of values. */
  getValue(): string | string[] {
    return this[PROPS].multiple ? this.selectedOptions.map(({ value }) => value) : this.value;
  }
  setValue(value: unknown): void {
    const { options } = this.read();
    if (this[PROPS].multiple && typeof value === 'object' && value !== null) {
      const wanted = new Set([...(value as Iterable<unknown>)].map(String));
      this.replace(options.filter((option) => wanted.has(option.value)));
      return;
    }
    const text = value === null || value === undefined ? '' : String(value);
    const option = options.find((each) => each.value === text);
    this.replace(option === undefined ? [] : [option]);
    if (option === undefined && text !== '') this.#wanted = text;
  }

  isChosen(option: Option): boolean {
    this.read();
    return this.chosen.has(option);
  }

  choose(option: Option, on: boolean): void {
    this.read();
    if (this.chosen.has(option) === on) return;
    const others = this[PROPS].multiple ? [...this.chosen].filter((each) => each !== option) : [];
    this.replace(on ? [...others, option] : others);
  }

  /** An attribute says what is chosen. */
  protected follow(value: string | undefined): void {
    this.#wanted = value;
    this.#touched = false;
  }

  // Validity

  get willValidate(): boolean {
    return !this[PROPS].disabled;
  }
  get validity(): ValidityFlags {
    return flagsOf(this.findFaults());
  }
  get validationMessage(): string {
    return this.findFaults()[0]?.message ?? '';
  }
  setCustomValidity(message: string): void {
    this.#custom = String(message);
    this.check();
  }
  checkValidity(): boolean {
    const valid = this.findFaults().length === 0;
    if (!valid) fire(this, 'invalid', {}, { bubbles: false });
    return valid;
  }
  reportValidity(): boolean {
    const valid = this.checkValidity();
    if (!valid) addState(this, 'user-invalid');
    return valid;
  }

  /** Resets the choice to that of the attributes. */
  reset(): void {
    this.follow(this[PROPS].value);
    this[CONTENT_CHANGED]();
    this.check();
    removeState(this, 'user-invalid');
  }

  /** True for a list that is always there. */
  get isList(): boolean {
    return this[PROPS].multiple || (this[PROPS].size ?? 1) > 1;
  }

  // The model

  protected read(): Rows {
    if (this.#rows !== undefined) return this.#rows;
    const rows = (this.#rows = new Rows(this));
    const known = new Set(rows.options);
    const gone = [...this.chosen].some((option) => !known.has(option));
    if (gone) this.chosen = new Set([...this.chosen].filter((option) => known.has(option)));
    if (!this.#touched) this.chosen = this.#byAttributes(rows);
    else if (this.chosen.size === 0) this.chosen = this.#byDefault(rows);
    return rows;
  }

  /** What attributes choose: `value`, else `selected`, of which the last one counts where one can be. */
  #byAttributes(rows: Rows): Set<Option> {
    if (this.#wanted !== undefined) return this.#byDefault(rows);
    const selected = rows.options.filter(({ [PROPS]: props }) => props.selected);
    if (selected.length === 0) return this.#byDefault(rows);
    return new Set(this[PROPS].multiple ? selected : selected.slice(-1));
  }

  #byDefault({ options }: Rows): Set<Option> {
    const wanted = options.find(({ value }) => value === this.#wanted);
    if (this.#wanted !== undefined) return new Set(wanted === undefined ? [] : [wanted]);
    if (this.#touched || this.isList || this[PROPS].placeholder !== '') return new Set();
    const first = options.find(({ disabled }) => !disabled);
    return new Set(first === undefined ? [] : [first]);
  }

  override [CONTENT_CHANGED](): void {
    this.#rows = undefined;
    invalidate(this, 'layout');
  }

  protected replace(options: readonly Option[]): void {
    this.#touched = true;
    this.#wanted = undefined;
    this.chosen = new Set(options);
    this.check();
    invalidate(this, 'paint');
  }

  protected findFaults(): readonly Fault[] {
    if (!this.willValidate) return [];
    const faults: Fault[] = [];
    if (this.#custom !== '') faults.push({ flag: 'customError', message: this.#custom });
    if (this[PROPS].required && this.value === '') {
      faults.push({ flag: 'valueMissing', message: 'Please choose an item in the list.' });
    }
    return faults;
  }

  protected check(): void {
    if (this.findFaults().length > 0) addState(this, 'invalid');
    else {
      removeState(this, 'invalid');
      removeState(this, 'user-invalid');
    }
  }
}
