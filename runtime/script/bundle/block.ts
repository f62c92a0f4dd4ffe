/** One `<script>` of a document. */
import { extname } from 'node:path';
import type { Loader } from 'esbuild';
import type { Source, Span } from '../../base/diagnostics.js';

export interface ScriptBlock {
  readonly code: string;
  /** Place of `code` in the document's source; absent for a script made at run time. */
  readonly span?: Span | undefined;
  /** The `src` attribute: a file beside the document instead of `code`. */
  readonly src?: string | undefined;
  /** `ts` (default), `js`, `tsx` or `jsx`. */
  readonly lang?: string | undefined;
  /** The component whose instances it runs for, each time with the instance as `host`. */
  readonly component?: string | undefined;
  /** The imported file that it is in; undefined for the document itself. */
  readonly origin?: BlockOrigin | undefined;
  /** True for `async="ready"`: runs after the first frame. */
  readonly ready: boolean;
}

export interface BlockOrigin {
  /** Absolute: imports of the block are found from there. */
  readonly path: string;
  /** What `span` is a place in. */
  readonly source: Source;
}

/** Loaders of code by `lang` and by extension. */
export const LANGUAGES: ReadonlyMap<string, Loader> = new Map([
  ['ts', 'ts'],
  ['js', 'js'],
  ['tsx', 'tsx'],
  ['jsx', 'jsx'],
  ['mts', 'ts'],
  ['cts', 'ts'],
  ['mjs', 'js'],
  ['cjs', 'js'],
]);

const TEXT_FILES = ['md', 'css', 'tui', 'txt'];

/** The loader of a file by its name. */
export function loaderOf(name: string): Loader {
  const extension = extname(name).slice(1).toLowerCase();
  if (extension === 'json') return 'json';
  return TEXT_FILES.includes(extension) ? 'text' : (LANGUAGES.get(extension) ?? 'js');
}
