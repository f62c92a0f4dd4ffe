/** A form: a box whose controls are submitted, validated and reset together. */
import {
  ACCESSIBLE_NODE,
  entriesOf,
  fire,
  focusElement,
  formOf,
  getAttribute,
  isConnected,
  isControl,
  isPrevented,
  isSubmitButton,
  nameOf,
  parentElementOf,
  PROPS,
  resetControl,
} from './support/author.js';
import type {
  AccessibleElement,
  AttributeTable,
  AttributeValues,
  EventTable,
  Example,
  TuiDocument,
  TuiElement,
} from './support/author.js';
import {
  declareForm,
  failForeignSubmitter,
  failReentrance,
  fireFormData,
  fireSubmit,
  FormControls,
} from '../runtime/dom/forms.js';
import type { HTMLCollection } from '../runtime/dom/lists.js';
import { Container } from './container.js';
import { CHECK_VALIDITY, CLOSE, REPORT_VALIDITY } from './support/internals.js';
import { ValidatedElement } from './support/validated-element.js';
import { Dialog } from './dialog.js';

export class Form extends Container {
  static override readonly tag: string = 'form';
  static override readonly description: string =
    'A group of controls that belong together. A submit button, or Enter in a field, validates them and fires `submit`; `new FormData(form)` contains their names and values.';
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
  } as const satisfies EventTable;
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

  /** Submits the form without validation and without an event. */
  submit(): void {
    this.#close(null);
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
    this.#close(submitter);
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

  #isValid(): boolean {
    const [first] = this.#invalid(REPORT_VALIDITY);
    if (first !== undefined) focusElement(first);
    return first === undefined;
  }

  #invalid(method: typeof CHECK_VALIDITY | typeof REPORT_VALIDITY): TuiElement[] {
    return this.#controls.list.filter(
      (control) => control instanceof ValidatedElement && !control[method](),
    );
  }

  /** The value of `method`. */
  #close(submitter: TuiElement | null): void {
    if (this[PROPS].method !== 'dialog') return;
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
        for (const [name, value] of entriesOf(control, pressed)) data.append(name, value);
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
