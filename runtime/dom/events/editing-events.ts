/** Events of text fields and forms: Input Events, the Clipboard API, `submit`. */
import type { EventTarget } from './event-target.js';
import { Event, type EventInit } from './event.js';
import { UIEvent, type UIEventInit } from './ui-events.js';

export interface InputEventInit extends UIEventInit {
  readonly data?: string | null | undefined;
  readonly inputType?: string | undefined;
  readonly isComposing?: boolean | undefined;
}

/** `beforeinput` and `input`. */
export class InputEvent extends UIEvent {
  readonly #data: string | null;
  readonly #inputType: string;
  readonly #isComposing: boolean;

  constructor(type: string, init?: InputEventInit | null) {
    super(type, init);
    this.#data = init?.data ?? null;
    this.#inputType = String(init?.inputType ?? '');
    this.#isComposing = Boolean(init?.isComposing);
  }
  override get [Symbol.toStringTag](): string {
    return 'InputEvent';
  }
  get data(): string | null {
    return this.#data;
  }
  get inputType(): string {
    return this.#inputType;
  }
  get isComposing(): boolean {
    return this.#isComposing;
  }
}

/** The text of a `copy`, `cut` or `paste`; there are no other formats. */
export interface ClipboardText {
  getData(format: string): string;
}

export interface ClipboardEventInit extends EventInit {
  readonly clipboardData?: ClipboardText | null | undefined;
}

/** `copy`: a listener that prevents it keeps the text from the clipboard. `paste`: the text is in `clipboardData`. */
export class ClipboardEvent extends Event {
  readonly #data: ClipboardText | null;

  constructor(type: string, init?: ClipboardEventInit | null) {
    super(type, init);
    this.#data = init?.clipboardData ?? null;
  }
  override get [Symbol.toStringTag](): string {
    return 'ClipboardEvent';
  }
  get clipboardData(): ClipboardText | null {
    return this.#data;
  }
}

export interface FormDataEventInit extends EventInit {
  readonly formData: FormData;
}

/** `formdata`: the values of a form have been collected. */
export class FormDataEvent extends Event {
  readonly #data: FormData;

  /** @throws TypeError without `formData` */
  constructor(type: string, init: FormDataEventInit) {
    super(type, init);
    const { formData } = init as Partial<FormDataEventInit>;
    if (!(formData instanceof FormData)) throw new TypeError('formData has to be a FormData');
    this.#data = formData;
  }
  override get [Symbol.toStringTag](): string {
    return 'FormDataEvent';
  }
  get formData(): FormData {
    return this.#data;
  }
}

export interface SubmitEventInit extends EventInit {
  readonly submitter?: EventTarget | null | undefined;
}

export class SubmitEvent extends Event {
  readonly #submitter: EventTarget | null;

  constructor(type: string, init?: SubmitEventInit | null) {
    super(type, init);
    this.#submitter = init?.submitter ?? null;
  }
  override get [Symbol.toStringTag](): string {
    return 'SubmitEvent';
  }
  get submitter(): EventTarget | null {
    return this.#submitter;
  }
}
