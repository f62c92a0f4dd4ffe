/**
 * Code that an app brings, made into functions. Node 20 forgets, for functions whose compiled form it has
 * read from a file, how `import()` works in code that they evaluate. So the entry of a bundle, which Node
 * compiles itself, passes its own copy of these functions to `evaluateWith`.
 */

export interface Evaluator {
  evaluate(source: string): unknown;
  /** @throws SyntaxError */
  createFunction(parameters: readonly string[], body: string): unknown;
  /** @throws SyntaxError */
  createAsyncFunction(parameters: readonly string[], body: string): unknown;
}

/** Indirect: the code sees the true globals, nothing of this file. */
const indirect = eval;
const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;

export const evaluator: Evaluator = {
  evaluate: (source) => indirect(source) as unknown,
  createFunction: (parameters, body) => new Function(...parameters, body),
  createAsyncFunction: (parameters, body) => new AsyncFunction(...parameters, body),
};

let current = evaluator;

/** Has code made into functions by another copy of this file. */
export function evaluateWith(other: Evaluator): void {
  current = other;
}

export function evaluate(source: string): unknown {
  return current.evaluate(source);
}

/** As `import()` in evaluated code. */
export function importModule(specifier: string, options?: ImportCallOptions): Promise<unknown> {
  const load = current.evaluate('(specifier, options) => import(specifier, options)') as (
    specifier: string,
    options: ImportCallOptions | undefined,
  ) => Promise<unknown>;
  return load(specifier, options);
}

/** @throws SyntaxError */
export function createFunction(parameters: readonly string[], body: string): unknown {
  return current.createFunction(parameters, body);
}

/** @throws SyntaxError */
export function createAsyncFunction(parameters: readonly string[], body: string): unknown {
  return current.createAsyncFunction(parameters, body);
}
