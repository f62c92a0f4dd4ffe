/**
 * The inside of Node: which of its modules can be loaded, and the classes of its handles. The runner starts with
 * `--expose-internals`, changes both before anything of the app runs, and `lockModules` takes the way to it away.
 */
import module from 'node:module';
import { resolve } from 'node:path';
import { APP_MODULES } from '../policy/app-modules.js';
import { mayRead } from './hardening/harden-paths.js';

type Bindings = (name: string) => Readonly<Record<string, unknown>>;

interface ModuleList {
  readonly map: ReadonlyMap<string, { compileForInternalLoader(): object }>;
  exists(id: string): boolean;
  setRealmAllowRequireByUsers(ids: readonly string[]): void;
}

/**
 * What `structuredClone` and ports for messages make again of Node's own objects: a class and its module. An object
 * names them when it is sent, and Node would load whatever module an app has an object name.
 */
const CLONED: readonly string[] = [
  'internal/abort_controller:ClonedAbortSignal',
  'internal/blob:Blob',
  'internal/blob:ClonedBlob',
  'internal/blocklist:InternalBlockList',
  'internal/crypto/keys:InternalCryptoKey',
  'internal/crypto/x509:InternalX509Certificate',
  'internal/file:TransferableFile',
  'internal/fs/promises:FileHandle',
  'internal/histogram:ClonedHistogram',
  'internal/histogram:ClonedRecordableHistogram',
  'internal/socketaddress:InternalSocketAddress',
  'internal/webstreams/readablestream:TransferredReadableStream',
  'internal/webstreams/transformstream:TransferredTransformStream',
  'internal/webstreams/writablestream:TransferredWritableStream',
  'internal/worker/clone_dom_exception:DOMException',
  'internal/worker/clone_dom_exception:QuotaExceededError',
];

/**
 * Modules of Node that are not strict, and use globals while they are loaded: what an app has put in the place of one
 * would find `internalBinding` among the arguments of the function that calls it. Node 20 and 22 have one, which they
 * load for the first CommonJS file that is imported.
 */
const SLOPPY: readonly string[] = ['internal/deps/cjs-module-lexer/lexer'];

/** Objects and classes of Node that are written in C++. */
export const internalBinding = openBindings();

function openBindings(): Bindings {
  // That this is for tests of Node.
  return withoutWarning(
    () => internal<{ internalBinding: Bindings }>('internal/test/binding').internalBinding,
  );
}

function withoutWarning<T>(run: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return run();
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
  // With the globals that are Node's.
  for (const id of SLOPPY) list.map.get(id)?.compileForInternalLoader();
  limitClones(list);
  limitPackages(list);
  // Node's code reads what its objects may lack: an app's getter for that would get the object.
  Object.preventExtensions(Object.prototype);
  isMissing = (id) => list.exists(id) && !ids.includes(id) && !id.startsWith('internal/');
  Object.defineProperty(module, 'builtinModules', { value: Object.freeze(ids), enumerable: true });
}

function limitClones({ map }: ModuleList): void {
  const makers = Object.create(null) as Record<string, () => object>;
  for (const info of CLONED) {
    const [id = '', name = ''] = info.split(':');
    const entry = map.get(id);
    if (entry === undefined) continue;
    makers[info] = () => {
      const classes = entry.compileForInternalLoader() as Record<string, new () => object>;
      // A name that this Node lacks would be looked up among an app's.
      if (!hasOwn(classes, name)) throw new TypeError(`cannot clone ${info}`);
      return new classes[name]!();
    };
  }
  const { setDeserializerCreateObjectFunction: set } = internalBinding('messaging');
  (set as (make: (info: string) => object) => void)((info) => {
    const make = makers[info];
    if (make === undefined) throw new TypeError(`cannot clone ${info}`);
    return make();
  });
}

type ReadPackage = (path: string, options?: unknown) => object;

/**
 * Node 20 reads the `package.json` of every folder that a script names, without a look at what this process may read, and
 * has its fields in errors and on `module`.
 */
function limitPackages({ map }: ModuleList): void {
  const reader = map.get('internal/modules/package_json_reader')?.compileForInternalLoader();
  const { read, readPackage } = (reader ?? {}) as Record<string, ReadPackage | undefined>;
  if (reader === undefined || read === undefined || readPackage === undefined) return;
  const limited: ReadPackage = (pjsonPath, options) =>
    // As where there is none.
    mayRead(pjsonPath)
      ? read(pjsonPath, options)
      : { __proto__: null, exists: false, pjsonPath, type: 'none' };
  const limitedOfFolder: ReadPackage = (folder) => limited(resolve(folder, 'package.json'));
  Object.assign(reader, { read: limited, readPackage: limitedOfFolder });
  // `require` has it from here.
  withoutWarning(() => Object.assign(module, { _readPackage: limitedOfFolder }));
}

const { hasOwn } = Object;

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
