/** Loads a bundle with V8's code cache, if one exists. Entries of the build hold a copy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import type { CodeCache } from './code-cache.js';

/** Packages that not every start needs, by the names of their bundles. */
declare const TUI_LATE: Readonly<Record<string, string>>;

/** What packages.cjs uses of Node's `require`. */
type BundleRequire = ((name: string) => unknown) & Pick<NodeJS.Require, 'cache' | 'resolve'>;

type Run = (require: BundleRequire, module: { exports: unknown }, url: string) => void;

export interface LoadOptions {
  /** Holds the bundles. */
  readonly folder: string;
  /** Of the entry: finds Node's own modules, and packages that are not bundled. */
  readonly require: NodeJS.Require;
  readonly cache?: CodeCache | undefined;
  /** Called with each bundle's script before it runs. */
  readonly onScript?: ((name: string, script: Script) => void) | undefined;
}

/** What the bundle of that name exports. */
export function loadBundle(name: string, options: LoadOptions): unknown {
  const late = new Map<string, unknown>();
  const load = (specifier: string): unknown => {
    const bundle = Object.hasOwn(TUI_LATE, specifier) ? TUI_LATE[specifier] : undefined;
    if (bundle === undefined) return options.require(specifier) as unknown;
    if (!late.has(bundle)) late.set(bundle, run(bundle, 'utf8', require, options));
    return late.get(bundle);
  };
  const { cache, resolve } = options.require;
  const require: BundleRequire = Object.assign(load, { cache, resolve });
  // The build writes these in ASCII only, which is read faster than UTF-8.
  return run(name, 'latin1', require, options);
}

function run(
  name: string,
  encoding: 'utf8' | 'latin1',
  require: BundleRequire,
  { folder, cache, onScript }: LoadOptions,
): unknown {
  const file = join(folder, `${name}.cjs`);
  const text = readFileSync(file, encoding);
  const module = { exports: {} };
  const url = pathToFileURL(file).href;
  // jest gives each file of tests globals of its own: there the bundle has to find the same `Array` as
  // the tests, and their `expect`. What Node itself compiles is of Node's globals.
  if (!(Script instanceof Function)) {
    ((0, eval)(`${text}\n//# sourceURL=${file}`) as Run)(require, module, url);
    return module.exports;
  }
  const script = new Script(text, { filename: file, cachedData: cache?.take(name) });
  onScript?.(name, script);
  (script.runInThisContext() as Run)(require, module, url);
  return module.exports;
}
