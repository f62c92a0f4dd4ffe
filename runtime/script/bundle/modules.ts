/** The interface between the bundler and whatever finds and reads modules for it. */
import type { Loader, TransformOptions } from 'esbuild';
import type { Source } from '../../base/diagnostics.js';

export interface ImportRequest {
  /** As written in the `import`. */
  readonly specifier: string;
  /** Path of the module that imports; undefined for the document itself. */
  readonly importer: string | undefined;
  readonly kind: 'import' | 'require';
}

/** Why an import failed, for its diagnostic. */
export interface ImportFailureReason {
  readonly message: string;
  readonly suggestion?: string | undefined;
}

interface FoundModule {
  /** Identifies the module; absolute where it is a file. */
  readonly path: string;
  /** Its package declares `"type": "module"`: default imports of CommonJS follow Node's rules. */
  readonly isEsm?: boolean | undefined;
  /** Its package declares that it has no side effects: dropped where nothing of it is used. */
  readonly isPure?: boolean | undefined;
}

export type Resolution = FoundModule | { readonly reason: ImportFailureReason };

export interface LoadedModule {
  readonly bytes: Uint8Array;
  /** Default: by the extension of its path. */
  readonly loader?: Loader | undefined;
}

/** Undefined where the module cannot be read (any more). */
export type LoadResult = LoadedModule | { readonly reason: ImportFailureReason } | undefined;

/** A warning about a file that decides how modules are found, such as `tsconfig.json`. */
export interface ConfigWarning {
  readonly source: Source;
  readonly offset: number;
  readonly message: string;
}

export function tooLarge(path: string): ConfigWarning {
  const message = 'it is larger than 1 MB, or all such files than 16 MB; the file is ignored';
  return { source: { file: path, text: '' }, offset: 0, message };
}

/**
 * The build of a library that an app gets, where the library has two: `process.env.NODE_ENV` in code, and the
 * condition of that name in `exports`. Apps run with `production`; tests run with `development`, whose checks warn.
 */
export type BuildMode = 'production' | 'development';

/** Options of esbuild that decide how code is parsed. */
export type ParsingOptions = Pick<
  TransformOptions,
  'format' | 'platform' | 'target' | 'define' | 'charset' | 'tsconfigRaw'
>;

/** Finds and reads modules. The bundler itself reads nothing. */
export interface ModuleHost {
  /** Default: `production`. */
  readonly mode?: BuildMode | undefined;
  /** `compilerOptions` of a tsconfig.json that apply to the whole bundle. */
  readonly compilerOptions?: Readonly<Record<string, unknown>> | undefined;
  readonly warnings?: readonly ConfigWarning[] | undefined;
  resolve(request: ImportRequest): Promise<Resolution> | Resolution;
  load(path: string): Promise<LoadResult> | LoadResult;
}
