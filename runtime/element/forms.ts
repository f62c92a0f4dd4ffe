/** What forms need of the DOM: their events, their live list of controls, and `FormData` of an app's window. */
import { FormDataEvent, SubmitEvent } from '../dom/events/editing-events.js';
import { dispatchTrusted } from '../dom/events/event-target.js';
import { liveCollection, type HTMLCollection } from '../dom/lists.js';
import type { Node } from '../dom/node.js';
import { NAMING } from '../dom/parent-node.js';
import { fail, ownerOf } from '../dom/tree/tree-node.js';
import type { TuiElement } from './tui-element.js';

/** What a form's class answers; the one way from a form to its data. */
export interface FormPart {
  /**
   * Adds name and value of each control that is submitted, in the order of the document, and fires `formdata`.
   *
   * @throws TypeError or NotFoundError for a submitter that is none, or another form's
   */
  collect(data: FormData, submitter: unknown): void;
}

const parts = new WeakMap<object, FormPart>();

/** Called by the class of forms for each of its elements. */
export function declareForm(form: object, part: FormPart): void {
  parts.set(form, part);
}

/** True of elements whose class has declared them. */
export function isForm(value: unknown): boolean {
  return typeof value === 'object' && value !== null && parts.has(value);
}

/** Fires `submit`; false where a listener prevents what follows. */
export function fireSubmit(form: TuiElement, submitter: TuiElement | null): boolean {
  const init = { bubbles: true, cancelable: true, submitter };
  return dispatchTrusted(form, new SubmitEvent('submit', init));
}

export function fireFormData(form: TuiElement, formData: FormData): void {
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
export class FormControls {
  readonly collection: HTMLCollection<TuiElement>;
  readonly #form: TuiElement;
  readonly #belongs: (element: TuiElement) => boolean;
  #list: readonly TuiElement[] = [];
  #version = -1;
  #root: unknown;

  constructor(form: TuiElement, belongs: (element: TuiElement) => boolean) {
    this.#form = form;
    this.#belongs = belongs;
    const collection = liveCollection<Node>(() => this.list, NAMING);
    this.collection = collection as HTMLCollection<TuiElement>;
  }

  /** In the order of the document; a control may be outside of its form. */
  get list(): readonly TuiElement[] {
    const form = this.#form;
    const root = form.getRootNode();
    const { version } = ownerOf(form);
    if (version === this.#version && root === this.#root) return this.#list;
    this.#version = version;
    this.#root = root;
    const within = form.isConnected ? form.ownerDocument.documentElement : form;
    this.#list = within.querySelectorAll('*').filter(this.#belongs);
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
      const part = typeof form === 'object' && form !== null ? parts.get(form) : undefined;
      if (part === undefined) throw new TypeError('FormData is constructed from a <form>');
      part.collect(this, submitter ?? null);
    }
  };
  Object.defineProperty(AppFormData, 'name', { value: 'FormData' });
  return AppFormData;
}
