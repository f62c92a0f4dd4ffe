/**
 * Code that an app brings, made into functions. Node 20 forgets, for functions whose compiled form it has
 * read from a file, how `import()` works in code that they evaluate: so the build calls these of its
 * entries, which are compiled as they are.
 */

/** Indirect: the code sees the true globals, nothing of this file. */
const indirect = eval;

export function evaluate(source: string): unknown {
  return indirect(source);
}

const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;

/** As `import()` in evaluated code. */
export function importModule(specifier: string, options?: ImportCallOptions): Promise<unknown> {
  const load = indirect('(specifier, options) => import(specifier, options)') as (
    specifier: string,
    options: ImportCallOptions | undefined,
  ) => Promise<unknown>;
  return load(specifier, options);
}

/** @throws SyntaxError */
export function createFunction(parameters: readonly string[], body: string): unknown {
  return new Function(...parameters, body);
}

/** @throws SyntaxError */
export function createAsyncFunction(parameters: readonly string[], body: string): unknown {
  return new AsyncFunction(...parameters, body);
}
