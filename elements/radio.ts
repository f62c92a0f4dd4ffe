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
  SUBMITS,
  TAB_STOP,
  TuiElement,
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
} from './support/author.js';
import { RadioGroups, type Member, type RadioSet } from './support/radio-groups.js';
import { GROUP_NAME, TAKE, FOLLOW } from './support/internals.js';

/** `(●) `, before the label. */
const INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 4 };

const groups = new RadioGroups<Radio>();

const EVENTS = {
  input: { description: 'Fires when the user selects it.' },
  change: { description: 'Fires when the user selects it.' },
};

export class Radio extends TuiElement implements Member {
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
    select: { keys: 'enter, space', description: 'Selects it.' },
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

  [RESET](): void {
    restoreDefault(this);
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
    groups.leave(this);
  }

  override [ATTRIBUTE_CHANGED](name: string): void {
    if (name === 'name' && isConnected(this)) this.#enter();
    else if (name === 'checked') this.#checked();
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
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const choice = this.#choice();
    const { checked } = this[PROPS];
    return controlNode(this, 'radio', nameOf(this, wordsIn(this)), {
      checked,
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
    groups.enter(this);
    const group = closest(this, 'radio-group');
    if (group instanceof RadioGroup) group[TAKE](this);
    this.#checked();
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
      case 'select':
        showPress(this);
        clickElement(this);
        return true;
      case 'next':
        return this.#move(1);
      case 'previous':
        return this.#move(-1);
      default:
        return false;
    }
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

export class RadioGroup extends TuiElement {
  static override readonly tag: string = 'radio-group';
  static override readonly persist: readonly string[] = ['value'];
  static override readonly description: string =
    'A group of radio buttons, at any depth. `value` is that of the selected one; `bind` binds it.';
  static override readonly labelable = true;
  static override readonly content = 'flow';
  static override readonly attributes = {
    value: { type: 'string', description: 'The value of the selected radio button.' },
    name: { type: 'string', description: 'Name of the value in a form.' },
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
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'value') {
      this.#choosing = true;
      choose(this.#choice(), value as string | undefined);
      this.#choosing = false;
    }
    super[ATTRIBUTE_CHANGED](name, value);
  }

  override [ACCESSIBLE_NODE](): AccessibleElement {
    const chosen = this.#choice()?.chosen;
    const state =
      chosen === undefined ? 'nothing chosen' : `"${nameOf(chosen, wordsIn(chosen))}" chosen`;
    const name = nameOf(this, this[PROPS].title);
    return { role: 'radiogroup', name, line: { states: [state] } };
  }

  #choice(): RadioSet<Radio> | undefined {
    return groups.under(this);
  }
}

/** Chooses the first with this value, unless the chosen one has it; no value chooses none. */
function choose(choice: RadioSet<Radio> | undefined, value: string | undefined): void {
  if (choice === undefined || choice.chosen?.[PROPS].value === value) return;
  const next = choice.list.find((each) => each[PROPS].value === value);
  if (next !== undefined && value !== undefined) setDeclared(next, 'checked', true);
  else if (choice.chosen !== undefined) setDeclared(choice.chosen, 'checked', false);
}
