/** Answers to the form of a document, from a file: `--answers FILE` of `tui ask`. */
import { DiagnosticError, type Diagnostic, type Source } from '../../runtime/base/diagnostics.js';
import { jsonValue, parseJsonTree, type JsonNode } from '../../runtime/base/json/json.js';
import type { FieldError } from '../../runtime/dom/forms.js';
import { fillForm, formErrors, hasForm } from '../../runtime/app/question.js';
import type { App } from '../library.js';

/** @throws DiagnosticError for a text that is not an object of JSON, with its place */
export function readAnswers(source: Source): Readonly<Record<string, unknown>> {
  return jsonValue(treeOf(source)) as Readonly<Record<string, unknown>>;
}

function treeOf(source: Source): JsonNode {
  const parsed = parseJsonTree(source.text);
  if (!parsed.ok) {
    const { message, suggestion, start = 0, end = start } = parsed.error;
    throw new DiagnosticError([
      { severity: 'error', code: 'bad-json', message, suggestion, source, span: { start, end } },
    ]);
  }
  const { tree } = parsed;
  if (tree.type === 'object') return tree;
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'bad-answer',
      message: `expected an object with a value for each name, found ${tree.type}`,
      source,
      span: spanOf(tree),
      suggestion: 'write {"NAME": VALUE}',
    },
  ]);
}

function spanOf({ offset, length }: JsonNode): { readonly start: number; readonly end: number } {
  return { start: offset, end: offset + length };
}

/** Fills the form of an app. @throws DiagnosticError for what does not fit, with its place in the file */
export async function fillAnswers(
  app: App,
  source: Source,
  settle: () => Promise<void>,
): Promise<void> {
  refuseWithoutForm(app, source);
  const errors = await fillForm(app.document, readAnswers(source), settle);
  if (errors.length > 0) {
    throw new DiagnosticError(errors.map((error) => located(error, 'bad-answer', source)));
  }
}

/**
 * Checks that the form can be submitted as it is.
 *
 * @param source the answers; undefined: there are none
 * @throws DiagnosticError with what is missing or invalid
 */
export function checkAnswered(app: App, source: Source | undefined): void {
  refuseWithoutForm(app, source);
  const errors = formErrors(app.document);
  if (errors.length === 0) return;
  throw new DiagnosticError(
    errors.map(({ name, message }) => {
      const text = name === undefined ? message : `${JSON.stringify(name)}: ${message}`;
      const suggestion = name === undefined ? undefined : suggestionFor(name, source);
      return located({ name, message: text, suggestion }, 'not-answered', source);
    }),
  );
}

function refuseWithoutForm(app: App, source: Source | undefined): void {
  if (hasForm(app.document)) return;
  throw new DiagnosticError([
    {
      severity: 'error',
      code: 'no-form',
      message: 'the document has no <form> that answers could fill',
      ...(source === undefined ? {} : { source }),
    },
  ]);
}

function suggestionFor(name: string, source: Source | undefined): string | undefined {
  if (source === undefined) return `run it in a terminal, or answer ${name} in --answers FILE`;
  return propertyOf(name, source) === undefined
    ? `add ${JSON.stringify(name)} to the file`
    : undefined;
}

function located(
  { name, message, isUnknown, suggestion }: FieldError,
  code: string,
  source: Source | undefined,
): Diagnostic {
  const error = { severity: 'error', code, message, suggestion } as const;
  if (source === undefined) return error;
  const property = name === undefined ? undefined : propertyOf(name, source);
  const part = property?.[isUnknown === true ? 0 : 1];
  return { ...error, source, ...(part === undefined ? {} : { span: spanOf(part) }) };
}

/** A name in the file and its value; of a name that is written twice the last, which counts. */
function propertyOf(name: string, source: Source): readonly JsonNode[] | undefined {
  const properties = treeOf(source).children ?? [];
  return properties.findLast(({ children }) => children?.[0]?.value === name)?.children;
}
