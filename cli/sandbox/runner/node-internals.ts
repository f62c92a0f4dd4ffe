/**
 * The inside of Node: which of its modules can be loaded, and the classes of its handles. The runner starts with
 * `--expose-internals`, changes both before anything of the app runs, and `lockModules` takes the way to it away.
 */
import module from 'node:module';
import { APP_MODULES } from '../policy/app-modules.js';

type Bindings = (name: string) => Readonly<Record<string, unknown>>;

interface ModuleList {
  exists(id: string): boolean;
  setRealmAllowRequireByUsers(ids: readonly string[]): void;
}

/** Objects and classes of Node that are written in C++. */
export const internalBinding = openBindings();

function openBindings(): Bindings {
  const { emitWarning } = process;
  // That this is for tests of Node.
  process.emitWarning = () => undefined;
  try {
    return internal<{ internalBinding: Bindings }>('internal/test/binding').internalBinding;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * Limits the modules that anything in this process can load to those of the list: by `import`, `require`,
 * `createRequire`, `process.getBuiltinModule` and what they are made of.
 */
export function lockModules(): void {
  const { loadBuiltinModule } = internal<{ loadBuiltinModule(id: string): object }>(
    'internal/modules/helpers',
  );
  const list = loadBuiltinModule('fs').constructor as unknown as ModuleList;
  const ids = APP_MODULES.filter((id) => list.exists(id));
  list.setRealmAllowRequireByUsers(ids);
  if (module.isBuiltin('node:child_process') || module.isBuiltin('internal/test/binding')) {
    throw new Error(`the modules of apps cannot be limited in Node ${process.version}`);
  }
  isMissing = (id) => list.exists(id) && !ids.includes(id) && !id.startsWith('internal/');
  Object.defineProperty(module, 'builtinModules', { value: Object.freeze(ids), enumerable: true });
}

let isMissing: (id: string) => boolean = () => false;

/** Whether this Node has a module of that name that apps do not have. */
export function isMissingModule(id: string): boolean {
  return isMissing(id);
}

function internal<T>(name: string): T {
  const found = process.getBuiltinModule(name) as T | undefined;
  if (found === undefined) {
    throw new Error(
      `the handles of Node ${process.version} cannot be limited: there is no ${name}`,
    );
  }
  return found;
}
