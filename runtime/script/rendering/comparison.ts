/** Comparisons at the beginning of code: a value of a row with something that is the same for all rows (`row.id === selected ? 'on' : ''`). */
import { findVariable, type Shape, type Variable } from './scope.js';

const WORD = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const PATH = String.raw`${WORD}(?:\.${WORD})*`;
/** What may follow binds less: the comparison is one operand. */
const COMPARISON = new RegExp(
  String.raw`^(\s*)(${PATH}) *=== *(${PATH})(?=\s*(?:$|&&|\|\||\?[^.]))`,
  'u',
);
/** Words that are not names. */
const VALUES: ReadonlySet<string> = new Set(['true', 'false', 'null', 'undefined', 'this']);

/** The parameter with the outcome in compiled code. */
export const IS_EQUAL = '__tui';

export interface Comparison {
  readonly variable: Variable;
  /** Properties of the variable. */
  readonly path: readonly string[];
  /** The code of the other side. */
  readonly name: string;
  /** The code with its outcome instead of the comparison, characters at their places; undefined where that is all. */
  readonly rest: string | undefined;
}

export function findComparison(code: string, shape: Shape | undefined): Comparison | undefined {
  const [whole, blank = '', left = '', right = ''] = COMPARISON.exec(code) ?? [];
  if (whole === undefined) return undefined;
  for (const [own, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const [head = '', ...path] = own.split('.');
    const [name = ''] = other.split('.');
    const variable = findVariable(shape, head);
    if (variable === undefined || VALUES.has(name) || findVariable(shape, name)) continue;
    const rest = code.slice(whole.length);
    const replaced = blank + IS_EQUAL.padEnd(whole.length - blank.length) + rest;
    return { variable, path, name: other, rest: rest.trim() === '' ? undefined : replaced };
  }
  return undefined;
}
