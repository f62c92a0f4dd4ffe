/** A line in which the user edits one value: it keeps what was typed until the app has taken it. */
import type { DockDocument, Field } from './dock-document.js';

export interface EditFieldOptions {
  /** The beginning of the ids of its elements: `state` for `state-edit`, `state-value` and so on. */
  readonly prefix: string;
  /** The user has pressed Enter. The field stays open until `close` or `refuse` is called. */
  onSubmit(text: string): void;
  /** The field has closed: the focus has to go somewhere. */
  onClose(): void;
}

export class EditField {
  #isOpen = false;
  readonly #field: Field;

  readonly #page: DockDocument;
  readonly #options: EditFieldOptions;

  constructor(page: DockDocument, options: EditFieldOptions) {
    this.#page = page;
    this.#options = options;

    const { prefix } = options;
    this.#field = page.input(`${prefix}-value`);
    page.on(this.#field, 'keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Enter') options.onSubmit(this.#field.value);
      else this.close();
    });
    page.on(this.#field, 'input', () => this.refuse(undefined));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(name: string, value: string): void {
    const { prefix } = this.#options;
    this.#isOpen = true;
    this.refuse(undefined);
    this.#page.setText(`${prefix}-name`, name);
    this.#page.toggle(`${prefix}-edit`, true);
    this.#field.value = value;
    this.#field.focus();
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.refuse(undefined);
    this.#page.toggle(`${this.#options.prefix}-edit`, false);
    this.#options.onClose();
  }

  /** Shows why the text was not taken, below it. */
  refuse(reason: string | undefined): void {
    const { prefix } = this.#options;
    this.#page.toggle(`${prefix}-reason`, reason !== undefined);
    this.#page.setText(`${prefix}-reason`, reason ?? '');
  }
}
