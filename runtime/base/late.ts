/** Modules that few starts need. */

/**
 * Loads a module in the first call: `const svg = late(() => require('./svg.js') as typeof import('./svg.js'))`.
 * esbuild bundles required modules, and evaluates them where they are required.
 */
export function late<T>(load: () => T): () => T {
  let loaded: { readonly value: T } | undefined;
  return () => (loaded ??= { value: load() }).value;
}
