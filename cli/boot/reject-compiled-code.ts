/**
 * Compiled code that an app brings. V8 executes it, and compares nothing but its version, its flags and the length of the
 * source: bytes made for it read and write the memory of the process, and so lift every limit that is kept in it. For
 * apps such bytes are rejected as another version's are, and the source is compiled. tui's own go through `createScript`.
 *
 * The app shares this process: nothing is called here later that it could have replaced.
 */
import module from 'node:module';
import vm, { type Script } from 'node:vm';

export type CreateScript = (
  text: string,
  options: { readonly filename: string; readonly cachedData: Uint8Array | undefined },
) => Script;

type Class = new (...values: unknown[]) => object;
type Members = Record<string, unknown>;

const { apply, construct, defineProperty, deleteProperty, get } = Reflect;
const { getPrototypeOf, preventExtensions, setPrototypeOf } = Object;
const { isArrayBufferView } = process.getBuiltinModule('node:util').types;
const { Script: NodeScript } = vm;
const Bytes = Uint8Array;
const Guard = Proxy;

/** Longer than the head of V8's, and not one. */
const REJECTED_SIZE = 128;

/** Exported by `vm` only with a flag of Node, which no app has: they accept such bytes, too. */
const MODULES = ['Module', 'SourceTextModule', 'SyntheticModule'];

/**
 * Limits this process before anything of an app runs.
 *
 * @returns compiles a script with bytes that are executed. Not for apps.
 */
export function rejectCompiledCode(): CreateScript {
  let own: unknown;
  const checked = (value: unknown): unknown =>
    isArrayBufferView(value) && value !== own ? new Bytes(REJECTED_SIZE) : value;
  limitScripts(checked);
  limitFunctions(checked);
  limitCompileCache();
  for (const name of MODULES) deleteProperty(vm, name);
  return (text, { filename, cachedData }) => {
    own = cachedData;
    try {
      return new NodeScript(text, { __proto__: null, filename, cachedData } as object);
    } finally {
      own = undefined;
    }
  };
}

/** The class that `Script` extends, and calls: `vm.runIn*` make their scripts of it as well. */
function limitScripts(checked: (value: unknown) => unknown): void {
  const original = getPrototypeOf(NodeScript) as Class;
  const limited = function ContextifyScript(...values: unknown[]): object {
    // Versions of Node have the bytes in different places. No other value is a view.
    for (let at = 0; at < values.length; at++) values[at] = checked(values[at]);
    // Without `new`, Node would end the process.
    return construct(original, values, new.target as unknown as Class);
  };
  const methods = original.prototype as object;
  defineProperty(limited, 'prototype', { value: methods, writable: false });
  defineProperty(methods, 'constructor', { value: limited, configurable: false, writable: false });
  setPrototypeOf(NodeScript, limited);
  // A class of an app's, put in between, would receive the bytes of `createScript`.
  preventExtensions(NodeScript);
}

function limitFunctions(checked: (value: unknown) => unknown): void {
  const members = vm as unknown as Members;
  const original = members['compileFunction'] as (...values: unknown[]) => unknown;
  const handler = {
    __proto__: null,
    get: (options: object, name: PropertyKey) => checked(get(options, name)),
  } as object;
  members['compileFunction'] = function compileFunction(...values: unknown[]) {
    const options = values[2];
    // Node looks at each option once or more: every look is checked.
    if (typeof options === 'object' && options !== null) values[2] = new Guard(options, handler);
    return apply(original, undefined, values);
  };
}

/** Node would execute files of a folder that the app may write. Packages enable it, and go on where it fails. */
function limitCompileCache(): void {
  const members = module as unknown as Members;
  const name = 'enableCompileCache';
  if (!(name in members)) return;
  const { compileCacheStatus } = members['constants'] as {
    readonly compileCacheStatus: { readonly FAILED: number };
  };
  const { FAILED: status } = compileCacheStatus;
  members[name] = function enableCompileCache() {
    return { status, message: 'Apps of tui cannot have a compile cache' };
  };
}
