/**
 * Checks that code of a document is whole by itself. Compiled code has text of the runtime around it, and two halves such as
 * `a) + (b` would close what is in front of them and open it again behind.
 */
import { createAsyncFunction, createFunction } from './evaluate.js';

/**
 * The body of a function that returns an expression.
 *
 * @throws SyntaxError where the code is not one expression
 */
export function expressionBody(code: string): string {
  // A parenthesis that closes the one in front has none to close here. Up to that one both texts have the same tokens.
  if (code.includes(')')) createFunction([], `'use strict';\nreturn [\n${code}\n];`);
  return `return (\n${code}\n);`;
}

/**
 * Statements as the body of a function. `Function` checks that a body ends where its text does, which a function around it hides.
 *
 * @throws SyntaxError where the code is not the body of one function
 */
export function checkBody(body: string, parameters: readonly string[], isAsync: boolean): void {
  if (!body.includes('}')) return;
  const create = isAsync ? createAsyncFunction : createFunction;
  create(parameters, `'use strict';\n${body}`);
}
