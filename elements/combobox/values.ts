/** The values of a combobox: what is chosen, how it is set, submitted and validated. */
import { nameClass } from '../../runtime/base/class-name.js';
import {
  checkChoice,
  checkList,
  CONNECTED,
  CONTENT_CHANGED,
  DATA,
  invalidate,
  PROPS,
  SUBMITS,
} from '../support/author.js';
import type { AttributeValues, ContentModel, ControlData, Misfit } from '../support/author.js';
import { CHECK_CONSTRAINTS, CUSTOM_MESSAGE, WILL_VALIDATE } from '../support/internals.js';
import { FIND_CONSTRAINT_ERRORS } from '../support/internals.js';
import type { ConstraintError } from '../support/validated-element.js';
import {
  CLEAN_VALUE,
  IS_DIRTY,
  IS_EDITED,
  MODEL,
  RETAKE,
  VALUE,
} from '../text-editing/internals.js';
import { LineField } from '../text-editing/line-field.js';
import { checkLength } from '../text-editing/validity.js';
import { CHOOSE, IS_CHOSEN, OPTION_VALUE } from '../select/internals.js';
import type { Option, OptionOwner } from '../select/options.js';
import { choicesFrom, choicesIn, freeChoice, type Choice } from './choices.js';
import type { ATTRIBUTES } from './declaration.js';
import { CHOICES, CHOSEN, CHOOSE_ALL, LOADED_CHOICES, MATCHING_TEXT } from './internals.js';

export abstract class ComboboxValues extends LineField implements OptionOwner {
  static {
    nameClass(this, 'ComboboxValues');
  }

  static override readonly content: ContentModel = 'inline';
  declare readonly [PROPS]: AttributeValues<typeof ATTRIBUTES>;

  #chosen: readonly Choice[] = [];
  #own: readonly Choice[] | undefined;
  #data: readonly Choice[] | undefined;

  /** Those that were loaded last. */
  protected abstract get [LOADED_CHOICES](): readonly Choice[];

  protected get [CHOSEN](): readonly Choice[] {
    return this.#chosen;
  }

  /** All options, whatever is typed. */
  protected get [CHOICES](): readonly Choice[] {
    const own = this.#data ?? (this.#own ??= choicesIn(this));
    const loaded = this[LOADED_CHOICES];
    return loaded.length === 0 ? own : [...own, ...loaded];
  }

  // For scripts

  /** The options as data; setting a list of texts or objects replaces those of the markup. */
  get options(): readonly Choice[] {
    return this[CHOICES];
  }
  set options(data: unknown) {
    this.#data = data === null || data === undefined ? undefined : choicesFrom(data);
    this[CONTENT_CHANGED]();
  }

  /** The chosen values. */
  get values(): readonly string[] {
    return this.#values;
  }
  set values(values: unknown) {
    this.#set(values);
  }
  get #values(): string[] {
    if (this[PROPS].multiple) return this.#chosen.map(({ value }) => value);
    const value = this[VALUE];
    return value === '' ? [] : [value];
  }

  /** Returns the value, with `multiple` a list of values; `bind` reads it. */
  getValue(): string | string[] {
    return this[PROPS].multiple ? this.#values : this[VALUE];
  }
  setValue(value: unknown): void {
    this.#set(value);
  }
  #set(value: unknown): void {
    if (!this[PROPS].multiple) {
      const [first = ''] =
        typeof value === 'object' && value !== null ? [...(value as string[])] : [value];
      this[VALUE] = first;
      return;
    }
    const list =
      typeof value === 'object' && value !== null ? [...(value as Iterable<unknown>)] : [value];
    const texts = list.map((each) => String(each ?? '')).filter((each) => each !== '');
    this[IS_DIRTY] = true;
    this[CHOOSE_ALL](texts.map((each) => this.#choiceOf(each)));
  }

  override get [VALUE](): string {
    if (this[PROPS].multiple) return this.#chosen[0]?.value ?? '';
    const text = this[MODEL].value;
    const [chosen] = this.#chosen;
    if (chosen?.label === text) return chosen.value;
    const found = this[MATCHING_TEXT](text);
    if (found !== undefined) return found.value;
    if (this[PROPS].freeText || text === '') return text;
    return chosen?.value ?? '';
  }
  override set [VALUE](value: unknown) {
    super[VALUE] = value;
  }

  /** The option that a text names. */
  protected [MATCHING_TEXT](text: string): Choice | undefined {
    if (text === '') return undefined;
    const folded = text.trim().toLowerCase();
    const enabled = this[CHOICES].filter(({ isDisabled }) => !isDisabled);
    return (
      enabled.find(({ label }) => label === text) ??
      enabled.find(({ label }) => label.toLowerCase() === folded)
    );
  }

  /** One that has not been loaded yet is its value alone. */
  #choiceOf(value: string): Choice {
    return this[CHOICES].find((each) => each.value === value) ?? freeChoice(value);
  }

  /** For `selected` of an option. */
  [IS_CHOSEN](option: Option): boolean {
    return this.#chosen.some(({ value }) => value === option[OPTION_VALUE]);
  }

  [CHOOSE](option: Option, on: boolean): void {
    const value = option[OPTION_VALUE];
    if (this[IS_CHOSEN](option) === on) return;
    if (this[PROPS].multiple) {
      const others = this.#values.filter((each) => each !== value);
      this.#set(on ? [...others, value] : others);
    } else this.#set(on ? value : '');
  }

  /** Replaces what is chosen, without events. */
  protected [CHOOSE_ALL](choices: readonly Choice[]): void {
    this.#chosen = choices;
    this[CHECK_CONSTRAINTS]();
    invalidate(this, 'layout');
  }

  /** What the text is for a value. */
  protected override [CLEAN_VALUE](value: string): string {
    const { multiple } = this[PROPS];
    const initial = this[IS_DIRTY] ? [] : this[CHOICES].filter(({ isSelected }) => isSelected);
    if (value !== '') this.#chosen = [this.#choiceOf(value)];
    else this.#chosen = multiple ? initial : initial.slice(-1);
    invalidate(this, 'layout');
    return multiple ? '' : (this.#chosen[0]?.label ?? '');
  }

  override [CONNECTED](): void {
    // Options that came after the attribute.
    this.#own = undefined;
    super[CONNECTED]();
  }

  /** Other options: those of the attributes are chosen until the user or a script has chosen. */
  override [CONTENT_CHANGED](): void {
    this.#own = undefined;
    if (!this[IS_DIRTY]) this[RETAKE]();
    else this.#rename();
    invalidate(this, 'layout');
  }

  /** Options that come later have labels for what is chosen. */
  #rename(): void {
    const text = this[MODEL].value;
    const [before] = this.#chosen;
    this.#chosen = this.#chosen.map(({ value }) => this.#choiceOf(value));
    const [now] = this.#chosen;
    const shows = !this[PROPS].multiple && before?.label === text;
    if (shows && now !== undefined && now.label !== text) this[MODEL].setValue(now.label);
  }

  // Forms

  override [SUBMITS](): readonly string[] {
    return this[PROPS].multiple ? this.#values : [this[VALUE]];
  }

  override get [DATA](): ControlData {
    const { multiple } = this[PROPS];
    return {
      kind: 'value',
      value: multiple ? this.#values : this[VALUE] || null,
      check: (value) => this.#misfit(value),
      set: (value) => {
        this[IS_EDITED] = true;
        this.#set(value);
      },
    };
  }

  #misfit(value: unknown): Misfit | undefined {
    const { multiple, freeText, onLoadOptions } = this[PROPS];
    const isOpen = freeText || onLoadOptions !== undefined;
    const values = this[CHOICES].filter(({ isDisabled }) => !isDisabled).map((each) => each.value);
    if (multiple) return checkList(value, isOpen && Array.isArray(value) ? value : values);
    return checkChoice(value, isOpen && typeof value === 'string' ? [value] : values);
  }

  protected override [FIND_CONSTRAINT_ERRORS](): readonly ConstraintError[] {
    if (!this[WILL_VALIDATE]) return [];
    const { required, minlength, maxlength, freeText, multiple } = this[PROPS];
    const errors: ConstraintError[] = [];
    const custom = this[CUSTOM_MESSAGE];
    if (custom !== '') errors.push({ flag: 'customError', message: custom });
    if (required && this.#values.length === 0) {
      const message = freeText
        ? 'Please fill in this field.'
        : 'Please choose an item in the list.';
      errors.push({ flag: 'valueMissing', message });
    }
    if (multiple || !freeText) return errors;
    const rules = { required: false, minlength, maxlength };
    return [...errors, ...checkLength(this[MODEL].buffer, rules, this[IS_EDITED])];
  }
}
