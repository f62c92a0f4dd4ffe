/** Common parts of forms: their events, their live list of controls, and `FormData` of a window. */
import type { Element } from './element.js';
import { FormDataEvent, SubmitEvent } from './events/editing-events.js';
import { dispatchTrusted } from './events/event-target.js';
import { liveCollection, type HTMLCollection } from './lists.js';
import type { Node } from './node.js';
import { NAMING } from './parent-node.js';
import { filterElements } from './tree/selectors.js';
import { fail, isConnected, ownerOf, rootOf, type TreeNode } from './tree/tree-node.js';

/** What a form's class answers: presses of keys and buttons go this way, and not by members that scripts may replace. */
export interface FormPart {
  /**
   * Adds name and value of each control that is submitted, in the order of the document, and fires `formdata`.
   *
   * @throws TypeError or NotFoundError for a submitter that is none, or another form's
   */
  collect(data: FormData, submitter: unknown): void;
  /** What `requestSubmit` does, whatever a script has put in its place. */
  submit(submitter: Element | null): void;
  reset(): void;
  /** What Enter in a field of one line does: as a rule a press of the first submit button. */
  enter(): void;
  /** Presses the first submit button, wherever the user is in the form; without one submits the form. */
  pressDefault(): void;
  /** What a button that moves between the steps of the form does. */
  move(by: 1 | -1, button: Element): void;
  /** Name and value of each control, numbers and booleans as such, and of the button that submits the form. */
  data(submitter: Element | null): FormContent;
  /**
   * Sets the controls of these names, as the user does. Values that do not fit are returned, and none is set then.
   */
  fill(data: unknown): readonly FieldError[];
  /** The controls that keep the form from being submitted; shows nothing. */
  errors(): readonly FieldError[];
  readonly controls: readonly Element[];
}

/** The data of a form as JSON. */
type FormContent = Readonly<Record<string, unknown>>;

/** A value that a control refuses, or an invalid control. */
export interface FieldError {
  /** Absent where it is not of one control, or of one without a name. */
  readonly name?: string | undefined;
  readonly message: string;
  /** True where the form has no such name. */
  readonly isUnknown?: boolean | undefined;
  readonly suggestion?: string | undefined;
}

const parts = new WeakMap<object, FormPart>();

/** Called by the class of forms for each of its elements. */
export function declareForm(form: object, part: FormPart): void {
  parts.set(form, part);
}

/** Undefined for what is not a form. */
export function formPartOf(form: object): FormPart | undefined {
  return parts.get(form);
}

/** Fires `submit`; returns false if a listener prevents the default action. */
export function fireSubmit(form: Element, submitter: Element | null): boolean {
  const init = { bubbles: true, cancelable: true, submitter };
  return dispatchTrusted(form, new SubmitEvent('submit', init));
}

export function fireFormData(form: Element, formData: FormData): void {
  dispatchTrusted(form, new FormDataEvent('formdata', { bubbles: true, formData }));
}

/** @throws NotFoundError */
export function failForeignSubmitter(): never {
  return fail('NotFoundError', 'the submitter belongs to another form');
}

/** @throws InvalidStateError */
export function failReentrance(): never {
  return fail('InvalidStateError', 'the values are being collected already');
}

/** The controls of a form, searched for again after a change of the document. */
export class FormControls<E extends Element> {
  readonly collection: HTMLCollection<E>;
  readonly #form: E;
  readonly #belongs: (element: E) => boolean;
  #list: readonly E[] = [];
  #version = -1;
  #root: unknown;

  constructor(form: E, belongs: (element: E) => boolean) {
    this.#form = form;
    this.#belongs = belongs;
    this.collection = liveCollection<Node>(() => this.list, NAMING) as HTMLCollection<E>;
  }

  /** In the order of the document; a control may be outside of its form. */
  get list(): readonly E[] {
    const form = this.#form;
    const root = rootOf(form);
    const { version } = ownerOf(form);
    if (version === this.#version && root === this.#root) return this.#list;
    this.#version = version;
    this.#root = root;
    const within = isConnected(form) ? root : form;
    const belongs = (element: TreeNode): boolean => this.#belongs(element as E);
    this.#list = filterElements(within, belongs) as E[];
    return this.#list;
  }
}

/** The class, made when a window first needs it: Node loads its own then. */
export function createFormData(): typeof FormData {
  const Base = globalThis.FormData;
  const AppFormData = class extends Base {
    constructor(form?: unknown, submitter?: unknown) {
      super();
      if (form === undefined) return;
      const part = typeof form === 'object' && form !== null ? formPartOf(form) : undefined;
      if (part === undefined) throw new TypeError('FormData is constructed from a <form>');
      part.collect(this, submitter ?? null);
    }
  };
  Object.defineProperty(AppFormData, 'name', { value: 'FormData' });
  return AppFormData;
}
