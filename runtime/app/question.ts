/**
 * A document as a question: the form that is submitted first is the answer, and ends the app. Escape, where nothing in
 * the document takes it, cancels.
 */
import { formPartOf, type FieldError, type FormPart } from '../dom/forms.js';
import { hostOf } from '../element/query.js';
import type { TuiDocument, TuiElement } from '../element/tui-element.js';
import { activeElementOf, documentElementOf, listen, queryAll } from '../element/tree.js';

export interface QuestionPorts {
  /** Receives the data of the form. */
  onSubmit(data: unknown): void;
  /** Resolves when the promises are settled that listeners have just returned. */
  returned(): Promise<void>;
  /** The number of errors of scripts so far. */
  errors(): number;
  end(): void;
}

export class Question {
  readonly #document: TuiDocument;
  readonly #ports: QuestionPorts;
  #isAnswering = false;
  /** Errors before the event was dispatched; a script may submit without one. */
  #errors: number | undefined;

  constructor(document: TuiDocument, ports: QuestionPorts) {
    this.#document = document;
    this.#ports = ports;
    listen(document, 'submit', () => (this.#errors = ports.errors()), true);
    hostOf(document).provide({
      submitted: (form, submitter) => void this.#answer(form, submitter),
    });
  }

  /** The first control has the focus, unless the document has put it elsewhere. */
  focus(): void {
    const document = this.#document;
    if (activeElementOf(document) !== documentElementOf(document)) return;
    const form = formIn(document);
    if (form !== undefined) hostOf(document).enterFocus(form);
  }

  /** What listeners of the event do is part of the answer: the app ends when it is done. */
  async #answer(form: object, submitter: object | null): Promise<void> {
    const part = formPartOf(form);
    if (part === undefined || this.#isAnswering) return;
    this.#isAnswering = true;
    const errors = this.#errors ?? this.#ports.errors();
    this.#errors = undefined;
    const data = part.data(submitter as TuiElement | null);
    await this.#ports.returned();
    // The user may try again.
    this.#isAnswering = false;
    if (this.#ports.errors() > errors) return;
    try {
      this.#ports.onSubmit(data);
    } catch (error) {
      hostOf(this.#document).reportError(error, form);
      return;
    }
    this.#ports.end();
  }
}

/** The first form of a document. */
function formIn(document: TuiDocument): TuiElement | undefined {
  return queryAll(document, '*').find((each) => formPartOf(each) !== undefined);
}

function partIn(document: TuiDocument): FormPart | undefined {
  const form = formIn(document);
  return form === undefined ? undefined : formPartOf(form);
}

export function hasForm(document: TuiDocument): boolean {
  return formIn(document) !== undefined;
}

/**
 * Fills the first form of a document. What an answer brings to light, as a step that it enables, is filled after it.
 *
 * @param settle lets scripts and the document follow
 * @returns what does not fit; the rest is filled
 */
export async function fillForm(
  document: TuiDocument,
  data: Readonly<Record<string, unknown>>,
  settle: () => Promise<void>,
): Promise<readonly FieldError[]> {
  let rest = Object.entries(data);
  for (;;) {
    const errors = partIn(document)?.fill(Object.fromEntries(rest)) ?? [];
    if (errors.length === 0) break;
    const refused = new Set(errors.map(({ name }) => name));
    const fitting = rest.filter(([name]) => !refused.has(name));
    if (fitting.length === 0) return errors;
    partIn(document)?.fill(Object.fromEntries(fitting));
    rest = rest.filter(([name]) => refused.has(name));
    await settle();
  }
  await settle();
  return [];
}

/** The controls that keep the first form of a document from being submitted. */
export function formErrors(document: TuiDocument): readonly FieldError[] {
  return partIn(document)?.errors() ?? [];
}

/** Submits it as its button does, which listeners may prevent. */
export function submitForm(document: TuiDocument): void {
  partIn(document)?.pressDefault();
}
