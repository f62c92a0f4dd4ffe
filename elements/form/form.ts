/** A form: a box whose controls are submitted, validated and reset together. */
import {
  ACCESSIBLE_NODE,
  ATTRIBUTE_CHANGED,
  beforeFrame,
  clickElement,
  DEFAULT_ACTION,
  entriesOf,
  fire,
  focusElement,
  FormFields,
  formOf,
  getAttribute,
  hasAttribute,
  idOf,
  isConnected,
  isControl,
  isDisabled,
  isPrevented,
  isSubmitButton,
  keyAction,
  listen,
  matches,
  nameOf,
  parentElementOf,
  PROPS,
  reportSubmission,
  resetControl,
  setDeclared,
  unlisten,
} from '../support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  BindableTable,
  EventTable,
  Example,
  FormValue,
  InputAction,
  KeyTable,
  StyleRule,
  TuiDocument,
  TuiElement,
} from '../support/author.js';
import {
  declareForm,
  failForeignSubmitter,
  failReentrance,
  fireFormData,
  fireSubmit,
  type FieldError,
  FormControls,
  formPartOf,
} from '../../runtime/dom/forms.js';
import type { HTMLCollection } from '../../runtime/dom/lists.js';
import { Container } from '../container.js';
import {
  CHECK_VALIDITY,
  CLOSE,
  FOCUS_TARGET,
  REPORT_VALIDITY,
  VALIDATION_MESSAGE,
} from '../support/internals.js';
import { ValidatedElement } from '../support/validated-element.js';
import { Dialog } from '../dialog.js';
import type { FormStep, StepPlace } from './form-step.js';
import { STEP_PLACE, STEPS_CHANGED } from './internals.js';
import { MESSAGE_CLASS, ROW_CLASS, StepButtons } from './step-buttons.js';
import { FormSteps } from './steps.js';

export class Form extends Container {
  static override readonly tag: string = 'form';
  static override readonly description: string =
    'A group of controls that belong together. A submit button, or Enter in a field, a checkbox, a radio button or a slider, validates them and fires `submit`; `new FormData(form)` contains their names and values, `getData()` the values as data. With `form-step` in it, it shows one step after the other. `bind:step` binds the current step.';
  static override readonly persist: readonly string[] = ['step'];
  static override readonly keys = {
    next: { keys: 'ctrl+pagedown', description: 'Goes to the next step of a form in steps.' },
    back: { keys: 'ctrl+pageup', description: 'Goes back to the step before.' },
  } as const satisfies KeyTable;
  static override readonly attributes = {
    ...Container.attributes,
    name: { type: 'string', description: 'Name of the form for scripts: `document.forms.NAME`.' },
    method: {
      type: 'string',
      enum: ['dialog'],
      description:
        '`dialog` closes the dialog around the form after `submit`, with the value of the button. Without it, the listener decides what happens.',
    },
    novalidate: {
      type: 'boolean',
      default: false,
      description: 'Fires `submit` without validating the controls first.',
    },
    step: {
      type: 'string',
      description:
        'The current `form-step`, by `id` or by index from 0; default: the first that is not disabled.',
    },
    backLabel: {
      type: 'string',
      default: 'Back',
      description: 'Text of the button to the previous step.',
    },
    nextLabel: {
      type: 'string',
      default: 'Next',
      description: 'Text of the button to the next step.',
    },
    submitLabel: {
      type: 'string',
      default: 'Submit',
      description: 'Text of that button at the last step, unless another button submits the form.',
    },
  } as const satisfies AttributeTable;
  static override readonly events = {
    submit: {
      description:
        'Fires when the form is submitted and its controls are valid. If prevented, `method` has no effect.',
      fields: { submitter: 'The button that submitted the form; null for Enter without a button.' },
      types: { submitter: 'TuiElement | null' },
    },
    reset: {
      description: 'Fires before the controls are reset. If prevented, they keep their values.',
    },
    formdata: {
      description: 'Fires when the values have been collected; a listener can change `formData`.',
      fields: { formData: 'The names and values.' },
      types: { formData: 'FormData' },
    },
    beforestep: {
      description:
        'Fires before the form moves to another step by a button or a key, or by `nextStep()` or `previousStep()`. If prevented, it stays.',
      fields: { from: 'Index of the current step.', to: 'Index of the other one.' },
      types: { from: 'number', to: 'number' },
    },
    step: {
      description:
        'Fires when another step is current, also where one is shown for an invalid control in it.',
      fields: { index: 'Index of the step, from 0.', id: 'Its id; empty if it has none.' },
      types: { index: 'number', id: 'string' },
    },
  } as const satisfies EventTable;
  static override readonly bindable: BindableTable = {
    step: {
      description: 'The current step: its index if the state contains a number, else its id.',
      events: ['step'],
    },
  };
  static override readonly rules: readonly StyleRule[] = [
    {
      selector: `form > container.${ROW_CLASS}`,
      declarations: { 'flex-direction': 'row', 'column-gap': '1', margin: '1 0 0 0' },
    },
    {
      selector: `container.${ROW_CLASS} > text.${MESSAGE_CLASS}`,
      declarations: { color: 'var(--error)', margin: '0 0 0 1' },
    },
  ];
  static override readonly examples: readonly Example[] = [
    {
      name: 'fields and buttons',
      size: [36, 6],
      markup: `<form title="Sign in" style="border: rounded; padding: 0 1">
  <label>Name <input name="user" value="ada" required autofocus/></label>
  <checkbox name="stay" checked="true">Stay signed in</checkbox>
  <container style="flex-direction: row; gap: 1; margin: 1 0 0 0">
    <button variant="primary">Sign in</button><button type="reset">Reset</button>
  </container>
</form>`,
    },
  ];
  declare readonly [PROPS]: AttributeValues<typeof Form.attributes>;

  readonly #controls = new FormControls<TuiElement>(
    this,
    (each) => isControl(each) && formOf(each) === this,
  );
  readonly #steps = new FormSteps({
    element: this,
    isOwn: (step) => this.#isOwn(step),
    isValid: (step) => this[PROPS].novalidate || this.#isValid(step),
    nextButton: () => this.#nextButton(),
  });
  #row: StepButtons | undefined;
  #isRowAwaited = false;
  #stopExplaining: (() => void) | undefined;
  #isSubmitting = false;
  #isResetting = false;
  #isCollecting = false;

  /** @internal */
  constructor(document: TuiDocument, localName: string) {
    super(document, localName);
    const controls = this.#controls;
    declareForm(this, {
      collect: (data, submitter) => this.#collect(data, submitter),
      submit: (submitter) => this.#submit(submitter as TuiElement | null),
      reset: () => this.#reset(),
      enter: () => this.#enter(),
      pressDefault: () => this.#pressDefault(),
      move: (by, button) => this.#press(by, button as TuiElement),
      data: (submitter) => this.#data(submitter as TuiElement | null),
      fill: (data) => this.#fill(data),
      errors: () => this.#errors(),
      get controls() {
        return controls.list;
      },
    });
  }

  /** Its controls in document order: a live collection, by index, id and name. */
  get elements(): HTMLCollection<TuiElement> {
    return this.#controls.collection;
  }
  /** Number of controls. */
  get length(): number {
    return this.#controls.list.length;
  }
  get noValidate(): boolean {
    return this[PROPS].novalidate;
  }
  set noValidate(value: unknown) {
    this.toggleAttribute('novalidate', Boolean(value));
  }

  /** Its steps, in document order; empty for a form without `form-step`. */
  get steps(): readonly FormStep[] {
    return this.#steps.all;
  }
  /** Index of the current step; -1 without steps. */
  get stepIndex(): number {
    return this.#steps.index;
  }
  set stepIndex(index: unknown) {
    setDeclared(this, 'step', String(index));
  }
  /** What `bind:step` binds: the place, or the id where the attribute names one. */
  get step(): string | number | undefined {
    const { current, index } = this.#steps;
    if (current === undefined) return undefined;
    const { step } = this[PROPS];
    return step !== undefined && step === idOf(current) ? step : index;
  }
  set step(value: unknown) {
    setDeclared(this, 'step', typeof value === 'number' ? String(value) : value);
  }

  /** Moves to the next step as its button does: validates the controls of this one first. @returns false if it stays */
  nextStep(): boolean {
    return this.#steps.move(1);
  }
  /** Moves to the previous step. @returns false if it stays */
  previousStep(): boolean {
    return this.#steps.move(-1);
  }

  /**
   * Returns the values of the controls by name, as data: numbers of number fields and sliders, booleans of checkboxes
   * and switches, arrays of what has several values, `null` where nothing is chosen or entered as a number, else texts.
   * What is not checked is included; disabled controls and those without a name are not.
   *
   * @param submitter the button whose name and value are added
   * @throws TypeError or NotFoundError if it is not a submit button of this form
   */
  getData(submitter: TuiElement | null = null): Record<string, FormValue> {
    return this.#data(submitter);
  }

  /**
   * Sets the values of the controls of these names, as the user does: with `input` and `change` where a value differs.
   *
   * @param data of the form that `getData()` returns; names may be missing
   * @throws TypeError if a name or a value does not fit; nothing is set then
   */
  fill(data: Readonly<Record<string, FormValue>>): void {
    const errors = this.#fill(data);
    if (errors.length === 0) return;
    const lines = errors.map(({ message, suggestion }) =>
      suggestion === undefined ? message : `${message}; ${suggestion}`,
    );
    throw new TypeError(lines.join('\n'));
  }

  /** Submits the form without validation and without an event. */
  submit(): void {
    this.#submitted(null);
  }

  /**
   * Submits the form as a click on the button does: validates its controls, fires `submit`, and applies `method`.
   *
   * @throws TypeError or NotFoundError if it is not a submit button of this form
   */
  requestSubmit(submitter: TuiElement | null = null): void {
    this.#submit(submitter);
  }

  #submit(submitter: TuiElement | null): void {
    this.#checkSubmitter(submitter);
    if (this.#isSubmitting || !isConnected(this)) return;
    this.#isSubmitting = true;
    try {
      if (!this[PROPS].novalidate && !this.#isValid()) return;
      if (!fireSubmit(this, submitter)) return;
    } finally {
      this.#isSubmitting = false;
    }
    this.#submitted(submitter);
  }

  #submitted(submitter: TuiElement | null): void {
    // One that closes a dialog is a question within the document.
    if (this[PROPS].method === 'dialog') this.#close(submitter);
    else reportSubmission(this, submitter);
  }

  /** Resets the controls to their initial values, unless a listener of `reset` prevents it. */
  reset(): void {
    this.#reset();
  }

  #reset(): void {
    if (this.#isResetting) return;
    this.#isResetting = true;
    try {
      if (isPrevented(fire(this, 'reset'))) return;
      for (const control of this.#controls.list) resetControl(control);
      this.#explainNothing();
    } finally {
      this.#isResetting = false;
    }
  }

  /** Returns true if all controls are valid; fires `invalid` on each that is not. */
  checkValidity(): boolean {
    return this.#invalid(CHECK_VALIDITY).length === 0;
  }
  /** The same, displays the result, and focuses the first invalid control. */
  reportValidity(): boolean {
    return this.#isValid();
  }

  override [ACCESSIBLE_NODE](): AccessibleElement | undefined {
    const name = nameOf(this, this[PROPS].title);
    return name === '' ? super[ACCESSIBLE_NODE]() : { role: 'form', name };
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    super[ATTRIBUTE_CHANGED](name, value);
    if (name === 'step') {
      this.#steps.resolve();
      this.#explainNothing();
    }
    this.#requestRow();
  }

  override [DEFAULT_ACTION](event: InputAction): boolean {
    const action = keyAction(Form.keys, event);
    if (action === undefined || this.#steps.current === undefined) return false;
    this.#steps.move(action === 'next' ? 1 : -1);
    return true;
  }

  /** For its steps: one has come, gone, or changed. */
  [STEPS_CHANGED](): void {
    this.#steps.update();
    this.#requestRow();
  }

  /** For its steps. */
  [STEP_PLACE](step: FormStep): StepPlace | undefined {
    return this.#steps.placeOf(step);
  }

  /** The row is made once the whole form is known: it may have buttons of its own. */
  #requestRow(): void {
    if (this.#isRowAwaited || (this.#row === undefined && this.#steps.all.length === 0)) return;
    this.#isRowAwaited = true;
    beforeFrame(this, () => {
      this.#isRowAwaited = false;
      this.#showRow();
    });
  }

  #showRow(): void {
    const { enabled, isFirst, isLast } = this.#steps;
    const row = this.#row;
    const others = this.#controls.list.filter((each) => row?.has(each) !== true);
    if (enabled.length === 0 || others.some((each) => each[PROPS]['type'] === 'next')) {
      row?.remove();
      return;
    }
    const { backLabel: back, nextLabel: next, submitLabel: submit } = this[PROPS];
    const hasSubmit = others.some((each) => isSubmitButton(each) && this.#isIncluded(each));
    this.#row ??= new StepButtons(this);
    this.#row.show({ isFirst, isLast, hasSubmit, texts: { back, next, submit } });
  }

  #nextButton(): TuiElement | undefined {
    const list = this.#controls.list.filter((each) => this.#isAtHand(each));
    return list.find((each) => each[PROPS]['type'] === 'next') ?? list.find(isSubmitButton);
  }

  #isOwn(step: TuiElement): boolean {
    for (let at = parentElementOf(step); at !== null; at = parentElementOf(at)) {
      if (formPartOf(at) !== undefined) return at === this;
    }
    return false;
  }

  /** False for a control in a step that is left out. */
  #isIncluded(control: TuiElement): boolean {
    const step = this.#steps.stepOf(control);
    return step === undefined || !isDisabled(step);
  }

  /** True for a button that the user can press now: outside of the steps, or in the current one. */
  #isAtHand(button: TuiElement): boolean {
    const step = this.#steps.stepOf(button);
    const isShown = step === undefined || step === this.#steps.current;
    return isShown && !hasAttribute(button, 'hidden') && !matches(button, ':disabled');
  }

  /** Enter in a field: the next step, else the first submit button. */
  #enter(): void {
    const { current, isLast } = this.#steps;
    if (current !== undefined && !isLast) {
      this.#steps.move(1);
      return;
    }
    const buttons = this.#controls.list.filter(isSubmitButton);
    const button =
      current === undefined ? buttons[0] : buttons.find((each) => this.#isAtHand(each));
    if (button === undefined) this.#submit(null);
    else if (!matches(button, ':disabled')) clickElement(button);
  }

  #pressDefault(): void {
    const isDefault = (each: TuiElement): boolean =>
      each[PROPS]['type'] === 'submit' && isSubmitButton(each) && this.#isIncluded(each);
    const button = this.#controls.list.find(isDefault);
    if (button === undefined) this.#submit(null);
    else clickElement(button);
  }

  /** A press of a button between the steps. */
  #press(by: 1 | -1, button: TuiElement): void {
    const { current, isLast } = this.#steps;
    if (by > 0 && (current === undefined || isLast)) this.#submit(button);
    else this.#steps.move(by);
  }

  /** Shows what is invalid in the form, or in one step of it. */
  #isValid(step?: FormStep): boolean {
    const [first] = this.#invalid(REPORT_VALIDITY, step);
    if (first === undefined) {
      this.#explainNothing();
      return true;
    }
    this.#steps.reveal(first);
    focusElement(first[FOCUS_TARGET]);
    this.#explain(first);
    return false;
  }

  #explainNothing(): void {
    this.#stopExplaining?.();
    this.#stopExplaining = undefined;
    this.#row?.say('');
  }

  /** Shows why a control keeps the step, until it is valid or another step shows. */
  #explain(control: ValidatedElement): void {
    const row = this.#row;
    if (row === undefined) return;
    this.#explainNothing();
    row.say(control[VALIDATION_MESSAGE]);
    const update = (): void => {
      const step = this.#steps.stepOf(control);
      const isShown = step === undefined || step === this.#steps.current;
      row.say(isShown ? control[VALIDATION_MESSAGE] : '');
    };
    listen(this, 'input', update);
    this.#stopExplaining = () => unlisten(this, 'input', update);
  }

  #invalid(
    method: typeof CHECK_VALIDITY | typeof REPORT_VALIDITY,
    step?: FormStep,
  ): ValidatedElement[] {
    return this.#validated(step).filter((control) => !control[method]());
  }

  #validated(step?: FormStep): ValidatedElement[] {
    const found: ValidatedElement[] = [];
    for (const control of this.#controls.list) {
      if (!(control instanceof ValidatedElement) || !this.#isIncluded(control)) continue;
      if (step === undefined || this.#steps.stepOf(control) === step) found.push(control);
    }
    return found;
  }

  #fields(): FormFields {
    const named: (readonly [string, TuiElement])[] = [];
    const disabled = new Set<string>();
    for (const control of this.#controls.list) {
      const name = getAttribute(control, 'name') ?? '';
      if (name === '') continue;
      if (matches(control, ':disabled') || !this.#isIncluded(control)) disabled.add(name);
      else named.push([name, control]);
    }
    return new FormFields(named, disabled);
  }

  #data(submitter: TuiElement | null): Record<string, FormValue> {
    this.#checkSubmitter(submitter);
    const entries = this.#fields().read();
    const pressed = submitter === null ? [] : textsOf(entriesOf(submitter, submitter));
    return Object.fromEntries<FormValue>([...entries, ...pressed]);
  }

  #fill(data: unknown): readonly FieldError[] {
    const fields = this.#fields();
    const errors = fields.check(data);
    if (errors.length === 0) fields.set(data as Record<string, FormValue>);
    return errors;
  }

  #errors(): FieldError[] {
    const found = new Map<string, FieldError>();
    for (const control of this.#validated()) {
      const message = control[VALIDATION_MESSAGE];
      if (message === '') continue;
      const name = getAttribute(control, 'name') || undefined;
      // Each radio button of a group has the error of the group.
      found.set(`${name ?? ''}\n${message}`, { name, message });
    }
    return [...found.values()];
  }

  /** Closes the dialog around it. */
  #close(submitter: TuiElement | null): void {
    for (let at = parentElementOf(this); at !== null; at = parentElementOf(at)) {
      if (!(at instanceof Dialog)) continue;
      const value = submitter === null ? null : getAttribute(submitter, 'value');
      at[CLOSE](value ?? undefined);
      return;
    }
  }

  #collect(data: FormData, submitter: unknown): void {
    this.#checkSubmitter(submitter);
    if (this.#isCollecting) failReentrance();
    this.#isCollecting = true;
    try {
      const pressed = submitter as TuiElement | null;
      for (const control of this.#controls.list) {
        if (!this.#isIncluded(control)) continue;
        for (const [name, value] of entriesOf(control, pressed)) append(data, name, value);
      }
      fireFormData(this, data);
    } finally {
      this.#isCollecting = false;
    }
  }

  #checkSubmitter(submitter: unknown): void {
    if (submitter === null) return;
    if (!isSubmitButton(submitter)) throw new TypeError('the submitter is not a submit button');
    if (formOf(submitter) !== this) failForeignSubmitter();
  }
}

/** A text or a file, as the standard's two forms of the method have it. */
function append(data: FormData, name: string, value: string | File): void {
  if (typeof value === 'string') data.append(name, value);
  else data.append(name, value);
}

/** Those that are texts: all that a button submits. */
function textsOf(entries: readonly [string, string | File][]): [string, string][] {
  return entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
}
