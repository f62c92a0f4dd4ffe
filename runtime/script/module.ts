/**
 * A compiled script evaluated in this process, and what its blocks export.
 *
 * The code is a function whose parameters are the names that look global to it, so each app has its
 * own and nothing is left behind: no file, no entry in Node's module cache, no name on `globalThis`.
 */
import { DYNAMIC_IMPORT, DYNAMIC_REQUIRE } from './bundle/names.js';
import { evaluate, importModule } from './evaluate.js';
import type { CodeName } from './trace.js';
import type { CompiledScript } from './compile.js';

/** The live namespace object of one block. */
export type Namespace = Readonly<Record<string, unknown>>;

type Loader = () => Promise<Namespace>;

/** Finds one of Node's own modules. */
type Builtins = (name: string) => unknown;

export class ScriptModules {
  readonly #loaders: readonly Loader[];
  readonly #loaded: Namespace[] = [];

  /**
   * Evaluates the frame around the blocks; no block runs yet.
   *
   * @param names Parameters by name: `$tui`, `$app`, `console`, timers.
   * @param builtins Finds Node's own modules.
   */
  constructor(
    script: CompiledScript,
    names: Readonly<Record<string, unknown>>,
    code: CodeName,
    builtins: Builtins = builtin,
  ) {
    let loaders: readonly Loader[] = [];
    const all: Record<string, unknown> = {
      ...names,
      __tui_blocks: (found: readonly Loader[]) => {
        loaders = found;
      },
      __tui_builtin: builtins,
      [DYNAMIC_IMPORT]: async (specifier: unknown, options?: ImportCallOptions) =>
        await dynamicImport(builtins, specifier, options),
      [DYNAMIC_REQUIRE]: (specifier: unknown) => dynamicRequire(builtins, specifier),
    };
    compileFunction(Object.keys(all), script.code, code)(...Object.values(all));
    this.#loaders = loaders;
  }

  /** Runs one block to the end of its top-level awaits. */
  async run(index: number): Promise<Namespace> {
    const namespace = (await this.#loaders[index]?.()) ?? {};
    this.#loaded.push(namespace);
    return namespace;
  }

  /** Evaluates a block whose exports are not the document's: the code of a component. */
  async load(index: number): Promise<Namespace> {
    return (await this.#loaders[index]?.()) ?? {};
  }

  /** Namespaces of the blocks that have run, in order. */
  get namespaces(): readonly Namespace[] {
    return this.#loaded;
  }
}

/** Lines that the frame puts before the code. */
const FRAME_LINES = 1;

/** The generated line of a stack's line. */
export function codeLine(stackLine: number): number {
  return stackLine - FRAME_LINES;
}

function compileFunction(
  parameters: readonly string[],
  code: string,
  name: CodeName,
): (...values: unknown[]) => unknown {
  // The inner function lets a script declare a name of its own that is also a parameter.
  const source = `(function (${parameters.join(', ')}) {'use strict'; (() => {\n${code}\n})(); })${name.comment}`;
  return evaluate(source) as (...values: unknown[]) => unknown;
}

/** `node:module` brings the loader of ES modules, which few starts need. */
function isBuiltin(name: string): boolean {
  return process.getBuiltinModule('node:module').isBuiltin(name);
}

export function builtin(name: string): unknown {
  const found = process.getBuiltinModule(name);
  if (found === undefined) throw new Error(`there is no module ${name} in Node ${process.version}`);
  return found;
}

/** `import(expression)`: Node's modules, and files by absolute path, imported by Node. */
async function dynamicImport(
  builtins: Builtins,
  specifier: unknown,
  options?: ImportCallOptions,
): Promise<unknown> {
  const name = String(specifier);
  const isOwn = isBuiltin(name);
  // In a sandbox Node does not load all of its modules; what is found in their place says so.
  if (isOwn ? builtins !== builtin : name.startsWith('node:')) return namespaceOf(builtins(name));
  if (/^\.{1,2}(\/|$)/.test(name)) throw notBundled('import', name);
  return await importModule(name, options);
}

function namespaceOf(module: unknown): unknown {
  // The replacement of a missing module throws by its prototype.
  const prototype = Object.getPrototypeOf(module) as object | null;
  return Object.setPrototypeOf({ default: module, ...(module as object) }, prototype) as unknown;
}

function dynamicRequire(builtins: Builtins, specifier: unknown): unknown {
  const name = String(specifier);
  if (isBuiltin(name) || name.startsWith('node:')) return builtins(name);
  throw notBundled('require', name);
}

function notBundled(call: string, name: string): Error {
  return new Error(
    `${call} of ${JSON.stringify(name)}: only a path that is written as one plain string becomes part of the app`,
  );
}

/**
 * `$app`: every export of the blocks that have run, live; a later block's name covers an earlier
 * one's. Read-only, as an imported name is.
 */
export function createAppObject(
  modules: () => readonly Namespace[],
): Readonly<Record<string, unknown>> {
  const owner = (key: PropertyKey): Namespace | undefined => {
    const all = modules();
    for (let index = all.length - 1; index >= 0; index--) {
      const namespace = all[index];
      if (namespace !== undefined && Object.hasOwn(namespace, key)) return namespace;
    }
    return undefined;
  };
  const refuse = (_target: object, key: PropertyKey): never => {
    throw new TypeError(
      `$app.${String(key)} is read-only here: only its own script can change what it exports`,
    );
  };
  return new Proxy<Record<string, unknown>>(Object.create(null) as Record<string, unknown>, {
    get: (_target, key) => (typeof key === 'string' ? owner(key)?.[key] : undefined),
    has: (_target, key) => owner(key) !== undefined,
    ownKeys: () => [...new Set(modules().flatMap((namespace) => Object.keys(namespace)))],
    getOwnPropertyDescriptor: (_target, key) => {
      const namespace = owner(key);
      if (namespace === undefined) return undefined;
      const value: unknown = Reflect.get(namespace, key);
      return { value, enumerable: true, configurable: true, writable: false };
    },
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    setPrototypeOf: () => false,
  });
}
