/** Names of modules in the bundler: in its messages, its source map and the code that it writes. */

/** A `<script>` block, by its number. */
export const BLOCK = 'tui-block';
/** A module of Node. */
export const BUILTIN = 'tui-builtin';
/** What `import.meta` of a module is. */
export const META = 'tui-meta';
/**
 * A module that the host has loaded, by its path. Never esbuild's own `file`, for which it looks at the
 * disk itself.
 */
const MODULE = 'tui-file';
/**
 * The same in a package of ES modules. esbuild knows them by the end of the name `.mjs` alone, where it has
 * not found the package itself.
 */
const ES_MODULE = 'tui-esm';
const ES_MODULE_END = '.mjs';

/** A file of code that runs for each instance of a component: `<script src>` in its template. */
export const INSTANCE = 'tui-instance';

export interface ModuleName {
  readonly namespace: string;
  readonly path: string;
}

export const MODULE_NAMESPACES: readonly string[] = [MODULE, ES_MODULE, INSTANCE];

export function moduleName(path: string, isEsm: boolean): ModuleName {
  return isEsm && /\.[jt]sx?$/.test(path)
    ? { namespace: ES_MODULE, path: path + ES_MODULE_END }
    : { namespace: MODULE, path };
}

/** The path of a host's module; undefined for everything else. */
export function modulePath({ namespace, path }: ModuleName): string | undefined {
  if (namespace === MODULE || namespace === INSTANCE) return path;
  return namespace === ES_MODULE ? path.slice(0, -ES_MODULE_END.length) : undefined;
}

/** As source maps and messages have it. */
export function sourceName({ namespace, path }: ModuleName): string {
  return `${namespace}:${path}`;
}

/**
 * Names of `import` and `require` in calls with an expression. As long as these words, so that no line and
 * column changes where they replace them.
 */
export const DYNAMIC_IMPORT = '$tui_i';
export const DYNAMIC_REQUIRE = '$tui_rq';
