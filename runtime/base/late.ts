/** Modules that few starts need. */

/**
 * A module that is evaluated by the first call: `const svg = late(() => require('./svg.js') as typeof import('./svg.js'))`.
 * esbuild bundles what is required, and runs it where it is required.
 */
export function late<T>(load: () => T): () => T {
  let loaded: { readonly value: T } | undefined;
  return () => (loaded ??= { value: load() }).value;
}
