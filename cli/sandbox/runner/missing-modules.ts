/**
 * Replacements for the modules of Node that apps do not have. Packages may import such a module without using it, so
 * importing one succeeds; using it throws.
 */
import module from 'node:module';
import { absenceOf } from '../policy/app-modules.js';
import { REFUSED_CALLS, refusing, withheldError } from '../policy/refused-calls.js';
import { isMissingModule } from './node-internals.js';

/** What code reads of a module to find out where it runs. */
const PLAIN: Readonly<Record<string, object>> = {
  worker_threads: { isMainThread: true, parentPort: null, threadId: 0, workerData: null },
};

type Load = (this: unknown, ...values: readonly [string, ...unknown[]]) => unknown;

const made = new Map<string, object>();

/** For `process.getBuiltinModule` and `require`; Node's own `import` has an error of Node's. */
export function replaceMissingModules(): void {
  const { getBuiltinModule } = process;
  process.getBuiltinModule = (id: string) => getBuiltinModule(id) ?? missingModule(id);
  const loader = module as unknown as { _load: Load };
  const load = loader._load;
  loader._load = function (...values) {
    try {
      return Reflect.apply(load, this, values);
    } catch (error) {
      const { code } = error as { code?: unknown };
      const isAbsent = code === 'ERR_UNKNOWN_BUILTIN_MODULE' || code === 'MODULE_NOT_FOUND';
      const found = isAbsent ? missingModule(values[0]) : undefined;
      if (found === undefined) throw error;
      return found;
    }
  };
}

function missingModule(id: string): object | undefined {
  const name = id.replace(/^node:/, '');
  if (!isMissingModule(name)) return undefined;
  const found = made.get(name) ?? standIn(name);
  made.set(name, found);
  return found;
}

function standIn(name: string): object {
  // What has the members of a module, as compiled imports do, has its prototype, too.
  const rest: object = new Proxy(Object.create(null) as object, {
    get: (_, key) => {
      // An `await` looks for `then`.
      if (typeof key === 'symbol' || key === 'then' || key === '__esModule') return undefined;
      throw withheldError(`node:${name}`, absenceOf(name));
    },
  });
  const refused = REFUSED_CALLS.filter(([owner]) => owner === `node:${name}`).map(
    ([, call, kind, hint]) => [call, refusing(kind, hint)],
  );
  const members = Object.create(rest) as object;
  Object.assign(members, PLAIN[name], Object.fromEntries(refused), { default: members });
  return members;
}
