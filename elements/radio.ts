/** Radio buttons, and the group in which one is selected. */
import {
  ACCENT_STYLE,
  accentOf,
  ACCESSIBLE_NODE,
  activeElementOf,
  ATTRIBUTE_CHANGED,
  BOX_TITLE,
  checkChoice,
  clickElement,
  closest,
  CONNECTED,
  controlNode,
  DATA,
  DEFAULT_ACTION,
  DISABLED_ATTRIBUTE,
  DISCONNECTED,
  documentOf,
  enterInForm,
  fireChange,
  FOCUSABLE,
  focusElement,
  FORM_ATTRIBUTES,
  formOf,
  GUTTERS,
  invalidate,
  isConnected,
  isDisabled,
  keepDefault,
  keyAction,
  markRules,
  nameOf,
  PAINT_GUTTERS,
  PROPS,
  RESET,
  restoreDefault,
  setDeclared,
  showPress,
  statesOf,
  SUBMITS,
  TAB_STOP,
  wordsIn,
} from './support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  BindableTable,
  ControlData,
  Example,
  InputAction,
  KeyTable,
  Insets,
  Painter,
  StyleRule,
  TuiElement,
} from './support/author.js';
import { RadioGroups, type Member, type RadioSet } from './support/radio-groups.js';
import { paintInvalidMark } from './support/invalid-mark.js';
import {
  CHECK_CONSTRAINTS,
  CUSTOM_MESSAGE,
  FIND_CONSTRAINT_ERRORS,
  FOCUS_TARGET,
  FOLLOW,
  GROUP_NAME,
  SHOW_INVALID,
  TAKE,
  VALIDATION_MESSAGE,
  WILL_VALIDATE,
} from './support/internals.js';
import {
  INVALID_EVENT,
  ValidatedElement,
  type ConstraintError,
} from './support/validated-element.js';

/** `(●) `, before the label. */
const INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 4 };

const groups = new RadioGroups<Radio>();

/** As browsers word it. */
const MISSING = { flag: 'valueMissing', message: 'Please select one of these options.' } as const;

const EVENTS = {
  input: { description: 'Fires when the user selects it.' },
  change: { description: 'Fires when the user selects it.' },
  invalid: INVALID_EVENT,
};

export class Radio extends ValidatedElement implements Member {
  static override readonly tag: string = 'radio';
  static override readonly persist: readonly string[] = ['checked'];
  static override readonly description: string =
    'A radio button. Its content is the label. Radio buttons in a `radio-group`, with the same `name`, or side by side without a name form one group: a single Tab stop, in which the arrow keys select.';
  static override readonly content = 'inline';
  static override readonly shrinkToFit = true;
  static override readonly attributes = {
    checked: {
      type: 'boolean',
      default: false,
      description: 'Selected; the others of its group are then not.',
    },
    required: {
      type: 'boolean',
      default: false,
      description: 'Invalid while none of its group is selected, and so are the others of it.',
    },
    ...DISABLED_ATTRIBUTE,
    name: {
      type: 'string',
      description: 'Name of the group, if it is not in a `radio-group`.',
    },
    value: { type: 'string', default: 'on', description: 'Value while it is selected.' },
    ...FORM_ATTRIBUTES,
  } as const satisfies AttributeTable;
  static override readonly styles = ACCENT_STYLE;
  static override readonly keys = {
    select: { keys: 'space', description: 'Selects it.' },
    enter: {
      keys: 'enter',
      description: 'In a form, goes on or submits, as in a field; elsewhere selects it.',
    },
    next: { keys: 'down, right', description: 'Selects the next one.' },
    previous: { keys: 'up, left', description: 'Selects the one before.' },
  } as const satisfies KeyTable;
  static override readonly events = EVENTS;
  static override readonly bindable: BindableTable = {
    chosen: {
      description:
        'Value of the selected radio button of the group: all of a group are bound to one key.',
      default: true,
    },
  };
  static override readonly rules: readonly StyleRule[] = markRules('radio');
  static override readonly examples: readonly Example[] = [
    {
      name: 'by name',
      size: [24, 3],
      markup: `<radio name="size" value="s">Small</radio>
<radio name="size" value="m" checked="true">Medium</radio>
<radio name="size" value="l" disabled="true">Large</radio>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Radio.attributes>;
  /** A state of numbers stays one of numbers. */
  #numeric = false;

  get [GROUP_NAME](): string | undefined {
    const { name } = this[PROPS];
    return name === '' ? undefined : name;
  }

  /** The value of the selected button of the group; undefined if none is. */
  get chosen(): unknown {
    const value = this.#chosen()?.[PROPS].value;
    const number = Number(value);
    return this.#numeric && value?.trim() !== '' && Number.isFinite(number) ? number : value;
  }
  /** Chooses the one with this value, or none. */
  set chosen(value: unknown) {
    this.#numeric = typeof value === 'number';
    choose(groups.of(this), value === null || value === undefined ? undefined : String(value));
  }

  /** The form that it belongs to. */
  get form(): TuiElement | null {
    return formOf(this);
  }

  [SUBMITS](): readonly string[] {
    return this[PROPS].checked ? [this[PROPS].value] : [];
  }

  override [RESET](): void {
    restoreDefault(this);
    this[SHOW_INVALID](false);
  }

  protected get [WILL_VALIDATE](): boolean {
    return !this[PROPS].disabled;
  }

  protected [FIND_CONSTRAINT_ERRORS](): readonly ConstraintError[] {
    if (!this[WILL_VALIDATE]) return [];
    const custom = this[CUSTOM_MESSAGE];
    const errors: ConstraintError[] = [];
    if (custom !== '') errors.push({ flag: 'customError', message: custom });
    const choice = groups.of(this);
    const isRequired = choice === undefined ? this[PROPS].required : choice.required.size > 0;
    if (isRequired && this.#chosen() === undefined) errors.push(MISSING);
    return errors;
  }

  get [DATA](): ControlData {
    const { checked, value } = this[PROPS];
    return { kind: 'choice', isOn: checked, value, set: (isOn) => this.#turn(isOn) };
  }

  #turn(isOn: boolean): void {
    for (const each of this.#choice()) keepDefault(each, 'checked');
    setDeclared(this, 'checked', isOn);
  }

  override get [FOCUSABLE](): boolean {
    return true;
  }

  /** The one that has the focus, else the chosen one, else the first that can be chosen. */
  override get [TAB_STOP](): boolean {
    const choice = groups.of(this);
    if (choice === undefined) return true;
    const active = activeElementOf(documentOf(this));
    if (active instanceof Radio && groups.of(active) === choice) return active === this;
    const { chosen } = choice;
    if (chosen !== undefined && !isDisabled(chosen)) return chosen === this;
    return choice.list.find((each) => !isDisabled(each)) === this;
  }

  override get [GUTTERS](): Insets {
    return INSETS;
  }

  override [CONNECTED](): void {
    this.#enter();
  }

  override [DISCONNECTED](): void {
    this.#leave();
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    if (name === 'name' && isConnected(this)) this.#enter();
    else if (name === 'checked') this.#checked();
    else if (name === 'required') this.#require();
    this[CHECK_CONSTRAINTS]();
    invalidate(this, 'paint');
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    if (this[PROPS].disabled) return false;
    switch (event.type) {
      case 'mousedown':
        return true;
      case 'click':
        this.#choose();
        return true;
      case 'keydown':
        return event.target === this && this.#key(event);
      default:
        return false;
    }
  }

  override [PAINT_GUTTERS](painter: Painter): void {
    painter.text(0, 0, '( )');
    const mark = this[PROPS].checked ? '●' : '';
    painter.text(1, 0, mark, painter.style(accentOf(this, painter)));
    if (mark !== '') return;
    const group = closest(this, 'radio-group');
    paintInvalidMark(
      group !== null && statesOf(group).has('user-invalid') ? group : this,
      painter,
      1,
    );
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const choice = this.#choice();
    const { checked, required } = this[PROPS];
    return controlNode(this, 'radio', nameOf(this, wordsIn(this)), {
      checked,
      required: required || undefined,
      invalid: statesOf(this).has('user-invalid') ? this[VALIDATION_MESSAGE] : undefined,
      place: choice.indexOf(this) + 1 || undefined,
      setSize: choice.length,
    });
  }

  #choice(): readonly Radio[] {
    return groups.of(this)?.list ?? [this];
  }

  #chosen(): Radio | undefined {
    return groups.of(this)?.chosen ?? (this[PROPS].checked ? this : undefined);
  }

  #enter(): void {
    this.#leave();
    groups.enter(this);
    this.#require();
    const group = closest(this, 'radio-group');
    if (group instanceof RadioGroup) group[TAKE](this);
    this.#checked();
    this[CHECK_CONSTRAINTS]();
  }

  #leave(): void {
    const choice = groups.of(this);
    if (choice === undefined) return;
    const wasRequired = choice.required.size > 0;
    const counted = choice.chosen === this || choice.required.has(this);
    const owner = groups.ownerOf(this);
    groups.leave(this);
    if (counted && wasRequired) checkAll(choice);
    if (owner instanceof RadioGroup) owner[CHECK_CONSTRAINTS]();
  }

  /** Keeps what its choice knows in step: all are required if one is. */
  #require(): void {
    const choice = groups.of(this);
    if (choice === undefined) return;
    const wasRequired = choice.required.size > 0;
    if (this[PROPS].required) choice.required.add(this);
    else choice.required.delete(this);
    if (wasRequired !== choice.required.size > 0) checkAll(choice);
  }

  /** Keeps what its choice knows in step: one is chosen at most. */
  #checked(): void {
    const choice = groups.of(this);
    if (choice === undefined) return;
    const before = choice.chosen;
    if (this[PROPS].checked) {
      choice.chosen = this;
      if (before !== undefined && before !== this) setDeclared(before, 'checked', false);
    } else if (before === this) choice.chosen = undefined;
    else return;
    if (choice.required.size > 0) checkAll(choice);
    const group = closest(this, 'radio-group');
    if (group instanceof RadioGroup) group[FOLLOW](choice.chosen);
  }

  /** By the user. */
  #choose(): void {
    if (this[PROPS].checked) return;
    this.#turn(true);
    fireChange(this);
  }

  #key(event: InputAction): boolean {
    switch (keyAction(Radio.keys, event)) {
      case 'enter':
        return event.repeat === true || enterInForm(this) || this.#press();
      case 'select':
        return this.#press();
      case 'next':
        return this.#move(1);
      case 'previous':
        return this.#move(-1);
      default:
        return false;
    }
  }

  #press(): true {
    showPress(this);
    clickElement(this);
    return true;
  }

  /** Selects and focuses the next enabled one, wrapping around. */
  #move(step: 1 | -1): boolean {
    const enabled = this.#choice().filter((each) => !isDisabled(each));
    const at = enabled.indexOf(this);
    const next = enabled[(at + step + enabled.length) % enabled.length];
    if (next === undefined) return false;
    focusElement(next);
    if (next !== this) clickElement(next);
    return true;
  }
}

export class RadioGroup extends ValidatedElement {
  static override readonly tag: string = 'radio-group';
  static override readonly persist: readonly string[] = ['value'];
  static override readonly description: string =
    'A group of radio buttons, at any depth. `value` is that of the selected one; `bind` binds it.';
  static override readonly labelable = true;
  static override readonly content = 'flow';
  static override readonly attributes = {
    value: { type: 'string', description: 'The value of the selected radio button.' },
    name: { type: 'string', description: 'Name of the value in a form.' },
    required: {
      type: 'boolean',
      default: false,
      description: 'Invalid while none of its radio buttons is selected.',
    },
    ...FORM_ATTRIBUTES,
    title: {
      type: 'string',
      default: '',
      description: 'Name of the choice; shown in a top border.',
    },
  } as const satisfies AttributeTable;
  static override readonly events = EVENTS;
  static override readonly examples: readonly Example[] = [
    {
      name: 'in a border',
      size: [28, 5],
      markup: `<radio-group title="Size" value="m" style="border: rounded; padding: 0 1; width: 24">
  <radio value="s">Small</radio>
  <radio value="m">Medium</radio>
  <radio value="l">Large</radio>
</radio-group>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof RadioGroup.attributes>;
  /** While `value` is obeyed, which may be that of no radio button. */
  #choosing = false;

  /** The form that it belongs to. */
  get form(): TuiElement | null {
    return formOf(this);
  }

  /** For its radio buttons, which may have no name. */
  [SUBMITS](): readonly string[] {
    const { value } = this[PROPS];
    return value === undefined ? [] : [value];
  }

  get [DATA](): ControlData {
    const radios = this.#choice()?.list ?? [];
    return {
      kind: 'value',
      value: this[PROPS].value ?? null,
      check: (value) =>
        checkChoice(
          value,
          radios.filter((each) => !isDisabled(each)).map((each) => each[PROPS].value),
        ),
      set: (value) => {
        for (const each of radios) keepDefault(each, 'checked');
        setDeclared(this, 'value', value ?? undefined);
      },
    };
  }

  /** Resets its radio buttons. */
  override [RESET](): void {
    for (const each of this.#choice()?.list ?? []) each[RESET]();
    this[SHOW_INVALID](false);
  }

  protected get [WILL_VALIDATE](): boolean {
    return true;
  }

  protected [FIND_CONSTRAINT_ERRORS](): readonly ConstraintError[] {
    const custom = this[CUSTOM_MESSAGE];
    const errors: ConstraintError[] = [];
    if (custom !== '') errors.push({ flag: 'customError', message: custom });
    if (this[PROPS].required && this.#choice()?.chosen === undefined) errors.push(MISSING);
    return errors;
  }

  protected override [SHOW_INVALID](shows: boolean): void {
    super[SHOW_INVALID](shows);
    // They show it.
    for (const each of this.#choice()?.members ?? []) invalidate(each, 'paint');
  }

  /** The radio button that the Tab key reaches: the group has no focus of its own. */
  override get [FOCUS_TARGET](): TuiElement {
    return this.#choice()?.list.find((each) => each[TAB_STOP] && !isDisabled(each)) ?? this;
  }

  override get [BOX_TITLE](): string {
    return this[PROPS].title;
  }

  /** For its radio buttons: one has come, and may be the one that `value` names. */
  [TAKE](radio: Radio): void {
    const { value } = this[PROPS];
    if (
      value !== undefined &&
      value === radio[PROPS].value &&
      this.#choice()?.chosen === undefined
    ) {
      setDeclared(radio, 'checked', true);
    }
  }

  /** For its radio buttons: another one is chosen. */
  [FOLLOW](chosen: Radio | undefined): void {
    if (!this.#choosing) setDeclared(this, 'value', chosen?.[PROPS].value);
    this[CHECK_CONSTRAINTS]();
  }

  override [CONNECTED](): void {
    super[CONNECTED]?.();
    this[CHECK_CONSTRAINTS]();
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'value') {
      this.#choosing = true;
      choose(this.#choice(), value as string | undefined);
      this.#choosing = false;
    }
    this[CHECK_CONSTRAINTS]();
    super[ATTRIBUTE_CHANGED](name, value);
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const chosen = this.#choice()?.chosen;
    const state =
      chosen === undefined ? 'nothing chosen' : `"${nameOf(chosen, wordsIn(chosen))}" chosen`;
    const name = nameOf(this, this[PROPS].title);
    return {
      role: 'radiogroup',
      name,
      required: this[PROPS].required || undefined,
      invalid: statesOf(this).has('user-invalid') ? this[VALIDATION_MESSAGE] : undefined,
      line: { states: [state] },
    };
  }

  #choice(): RadioSet<Radio> | undefined {
    return groups.under(this);
  }
}

/** `:invalid` of a group follows. */
function checkAll(choice: RadioSet<Radio>): void {
  for (const each of choice.members) each[CHECK_CONSTRAINTS]();
}

/** Chooses the first with this value, unless the chosen one has it; no value chooses none. */
function choose(choice: RadioSet<Radio> | undefined, value: string | undefined): void {
  if (choice === undefined || choice.chosen?.[PROPS].value === value) return;
  const next = choice.list.find((each) => each[PROPS].value === value);
  if (next !== undefined && value !== undefined) setDeclared(next, 'checked', true);
  else if (choice.chosen !== undefined) setDeclared(choice.chosen, 'checked', false);
}
