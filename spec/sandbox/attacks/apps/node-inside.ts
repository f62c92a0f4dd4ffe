/** Node's own code made to hand over what is behind it, or to do with its rights what an app has changed. */
import * as fs from 'node:fs';
import module from 'node:module';
import * as os from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { attack, done, leaked, place, sleep } from './kit.js';

type Any = any; // oxlint-disable-line typescript/no-explicit-any
type Call = (...values: unknown[]) => unknown;

declare const $tui: Any;

const { app, cache, outside } = place;
const isControl = place.tier === 'control';
/** `app/deep/er/back` is a link to `app`, `cache/deep/er/back` to `cache`. */
const secret = `${app}/deep/er/back/../outside/secret.txt`;
const written = `${cache}/deep/er/back/../../outside/written`;
const victim = Number(place['victim']);
const none = (): string | false => isControl && 'not in this Node';

// Objects that name the module of their class when they are sent.
const symbolsOf = (from: object): symbol[] => {
  const found: symbol[] = [];
  for (
    let each: object | null = from;
    each !== null;
    each = Object.getPrototypeOf(each) as object
  ) {
    found.push(...Object.getOwnPropertySymbols(each));
  }
  return found;
};
const symbolOf = (from: object, name: string): symbol =>
  symbolsOf(from).find(({ description }) => description === name)!;
const CLONE = symbolOf(new Blob([]), 'messaging_clone_symbol');
const MAKE = symbolOf(new Blob([]), 'messaging_deserialize_symbol');

/** The first class that a name of the kind `module:Class` leads to. */
const classOf = async (
  info: string,
  trap: (get: (this: object) => unknown) => () => void,
  send: (value: unknown) => unknown = structuredClone,
): Promise<Any> => {
  const found: object[] = [];
  const untrap = trap(function () {
    found.push(this);
    return () => undefined;
  });
  try {
    const blob = new Blob([]);
    Object.defineProperty(blob, CLONE, { value: () => ({ data: {}, deserializeInfo: info }) });
    await send(blob);
  } catch {
    // What it is after has happened before.
  } finally {
    untrap();
  }
  return found[0]?.constructor;
};
const onRoot = (get: (this: object) => unknown): (() => void) => {
  Object.defineProperty(Object.prototype, MAKE, { configurable: true, get });
  return () => Reflect.deleteProperty(Object.prototype, MAKE);
};
const onEmitters = (get: (this: object) => unknown): (() => void) => {
  const { prototype } = process.getBuiltinModule('node:events') as unknown as { prototype: object };
  const parent = Object.create(Object.prototype, { [MAKE]: { get } }) as object;
  Object.setPrototypeOf(prototype, parent);
  return () => void Object.setPrototypeOf(prototype, Object.prototype as object);
};
const byPort = async (value: unknown): Promise<void> => {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = () => undefined;
  port1.postMessage(value);
  await sleep(100);
  port1.close();
};
const LIST = 'internal/bootstrap/realm:BuiltinModule';
const bindings = (list: Any): string | undefined =>
  typeof list?.map.get('internal/test/binding').compileForInternalLoader().internalBinding ===
  'function'
    ? 'has all of Node'
    : undefined;
await attack('CLONE the list of modules', async () => bindings(await classOf(LIST, onRoot)));
await attack('CLONE the list of modules by a port', async () =>
  bindings(await classOf(LIST, onRoot, byPort)),
);
await attack('CLONE a class that starts programs', async () => {
  const Found = await classOf('internal/child_process:ChildProcess', onEmitters);
  return Found?.name;
});
await attack('CLONE runs a module’s function', async () => {
  const { prototype } = process.getBuiltinModule('node:stream').Readable;
  Object.defineProperty(Object.getPrototypeOf(prototype), MAKE, {
    configurable: true,
    value: () => undefined,
  });
  const blob = new Blob([]);
  const info = 'internal/fs/streams:ReadStream';
  Object.defineProperty(blob, CLONE, { value: () => ({ data: {}, deserializeInfo: info }) });
  const error = await new Promise<Error>((resolve) => {
    try {
      structuredClone(blob);
      resolve(new Error('nothing was made'));
    } catch (thrown) {
      resolve(thrown as Error);
    }
  });
  Reflect.deleteProperty(Object.getPrototypeOf(prototype) as object, MAKE);
  // Its constructor has run: it lacks a path.
  return (error as NodeJS.ErrnoException).code === 'ERR_INVALID_ARG_TYPE' && 'it ran';
});
await attack('GETTER on what everything inherits from', () => {
  const got: unknown[] = [];
  Object.defineProperty(Object.prototype, 'then', {
    configurable: true,
    get() {
      got.push(this);
    },
  });
  Reflect.deleteProperty(Object.prototype, 'then');
  return 'it is there';
});

// Functions behind those that an app has.
await attack('READ with an own iterator of arrays', () => {
  const { prototype } = Array;
  const { [Symbol.iterator]: spread } = prototype;
  const mark = `${app}/data.txt`;
  if (isControl) return leaked(fs.readFileSync(secret));
  prototype[Symbol.iterator] = function (this: unknown[]) {
    return Reflect.apply(spread, this[0] === mark ? [secret] : this, []) as Any;
  };
  try {
    return leaked(fs.readFileSync(mark));
  } finally {
    prototype[Symbol.iterator] = spread;
  }
});
await attack('READ by what promisify receives', async () => {
  const util = process.getBuiltinModule('node:util') as Any;
  const { promisify } = util;
  const found: Call[] = isControl ? [fs.readFile as Call] : [];
  util.promisify = (call: Call) => {
    found.push(call);
    return async () => await Promise.resolve('');
  };
  await fs.promises.readFile('/dev/stdin').catch(() => undefined);
  util.promisify = promisify;
  return await new Promise((resolve, reject) => {
    if (found[0] === undefined) reject(new Error('nothing was passed'));
    found[0]?.(secret, (error: Error | null, bytes: Buffer) => {
      if (error) reject(error);
      else resolve(leaked(bytes));
    });
  });
});
/** Kept: Node 26 ends a process that has one collected while it is open. */
const handles: fs.promises.FileHandle[] = [];
/** Bytes that a method of an open file takes for one. */
const disguised = async (path: string): Promise<{ bytes: Any; handle: fs.promises.FileHandle }> => {
  const handle = await fs.promises.open(`${app}/data.txt`);
  handles.push(handle);
  const bytes = Buffer.from(path) as Any;
  for (const key of symbolsOf(handle)) {
    const value = (handle as Any)[key];
    const plain = typeof value === 'function' ? () => undefined : value;
    if (/kRef|kUnref/.test(String(key))) Object.defineProperty(bytes, key, { value: plain });
  }
  return { bytes, handle };
};
await attack('READ by a method of an open file', async () => {
  const { bytes, handle } = await disguised(secret);
  return leaked(await handle.readFile.call(bytes));
});
await attack('WRITE by a method of an open file', async () => {
  const { bytes, handle } = await disguised(written);
  await handle.writeFile.call(bytes, 'x');
  return (isControl || !fs.existsSync(`${cache}/outside/written`)) && 'written';
});

// A link that stays in the app's folder, and leads out of it from where it is copied to.
const copied = (name: string): string | undefined =>
  leaked(fs.readFileSync(`${cache}/${name}/link/secret.txt`));
const whole = { recursive: true, verbatimSymlinks: true };
await attack('COPY a folder with a link', () => {
  fs.cpSync(`${app}/a/b/c`, `${cache}/one`, whole);
  return copied('one');
});
await attack('COPY a folder with a link, later', async () => {
  await fs.promises.cp(`${app}/a/b/c`, `${cache}/two`, whole);
  return copied('two');
});
await attack('COPY a folder with a link, called back', async () => {
  await new Promise<void>((resolve, reject) => {
    fs.cp(`${app}/a/b/c`, `${cache}/three`, whole, (error) => (error ? reject(error) : resolve()));
  });
  return copied('three');
});
await attack('COPY a link', () => {
  fs.cpSync(`${app}/a/b/c/link`, `${cache}/four/link`, whole);
  return copied('four');
});

// Jobs of Node 26: made with one path, run with another.
const jobs: Any[] = [];
const collect = async (): Promise<void> => {
  const file = join(cache, 'job.txt');
  const hooks = process.getBuiltinModule('node:async_hooks');
  const hook = (() => {
    try {
      const resources = (...[, , , resource]: unknown[]): void => void jobs.push(resource);
      return hooks.createHook({ init: resources as Any }).enable();
    } catch {
      return undefined;
    }
  })();
  await fs.promises.writeFile(file, '');
  await fs.promises.readFile(file);
  await new Promise((resolve) => fs.readFile(file, resolve));
  await new Promise<void>((resolve) => {
    fs.writeFile(file, '', function (this: unknown) {
      jobs.push(this);
      try {
        jobs.push(hooks.executionAsyncResource());
      } catch {
        // It is taken away.
      }
      resolve();
    });
  });
  hook?.disable();
};
await collect();
const run = async (job: Any, path: string): Promise<unknown> =>
  await new Promise((resolve, reject) => {
    job.ondone = (error: unknown, bytes: unknown) => {
      if (error) reject(error as Error);
      else resolve(bytes ?? 'done');
    };
    const refused: unknown = job.run(path);
    if (refused !== undefined) reject(refused as Error);
  });
for (const name of ['ReadFileJob', 'WriteFileJob']) {
  await attack(`JOB ${name} by its class`, async () => {
    const Job = jobs.map((each) => each?.constructor).find((each) => each?.name === name);
    if (Job === undefined) return none();
    if (name === 'ReadFileJob') {
      const job = new Job(join(outside, 'secret.txt'), 0, 1024, true);
      return leaked(await run(job, `${app}/data.txt`));
    }
    const { O_CREAT, O_WRONLY } = fs.constants;
    const job = new Job(join(outside, 'job'), O_CREAT | O_WRONLY, 0o644, Buffer.from('x'));
    return await run(job, join(cache, 'job.txt'));
  });
}
await attack('JOB by a setter before it is run', () => {
  const found = jobs.filter((each) => typeof each?.run === 'function');
  if (found.length === 0) return none();
  const got: object[] = [];
  for (const job of found) {
    Object.defineProperty(Object.getPrototypeOf(job), 'ondone', {
      configurable: true,
      set(this: object, value: unknown) {
        got.push(this);
        Object.defineProperty(this, 'ondone', { value });
      },
    });
  }
  fs.readFile(`${app}/data.txt`, () => undefined);
  for (const job of found) Reflect.deleteProperty(Object.getPrototypeOf(job) as object, 'ondone');
  // It can be run with a path that Node permits.
  return got.length > 0 && 'has it';
});

// Errors know what called the code that makes them.
await attack('SITE of what refuses', async () => {
  const { prepareStackTrace } = Error;
  const found: NodeJS.CallSite[] = [];
  Error.prepareStackTrace = (error, list) => {
    found.push(...list);
    return String(error);
  };
  try {
    await new Promise((resolve) => fs.readFile(join(outside, 'none.txt'), resolve));
    if (isControl) (new Function('null.x') as Call)();
  } catch (error) {
    void (error as Error).stack;
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
  return found.some((site) => site.getFunction() !== undefined) && 'has a function';
});

await attack('ARGUMENTS of a module of Node that is loaded late', async () => {
  const { RegExp: original } = globalThis;
  const found: Any[] = [];
  const take = (values: Any): void => void found.push(values);
  // Not strict: it sees its callers.
  const look = new Function(
    'take',
    'original',
    `return function look() {
      const { caller } = look;
      const { prepareStackTrace } = Error;
      Error.prepareStackTrace = (error, list) => list;
      const { stack } = new Error();
      Error.prepareStackTrace = prepareStackTrace;
      for (const call of [caller, ...stack.map((site) => site.getFunction())]) {
        if (typeof call === 'function' && call !== look) take(call.arguments ?? []);
      }
      return original;
    }`,
  ) as (...values: unknown[]) => () => RegExp;
  const get = look(take, original);
  Object.defineProperty(globalThis, 'RegExp', { configurable: true, get });
  try {
    if (isControl) {
      // What Node loads is loaded there already: a module like it.
      const module = new Function('internalBinding', 'return new RegExp("x")') as Call;
      module(function internalBinding() {});
    } else {
      fs.writeFileSync(join(cache, 'common.cjs'), 'exports.a = 1;');
      const load = new Function('address', 'return import(address)') as Call;
      await load(`file://${join(cache, 'common.cjs')}`);
    }
  } finally {
    const plain = { configurable: true, writable: true, value: original };
    Object.defineProperty(globalThis, 'RegExp', plain);
  }
  return (
    found
      .flatMap((values) => [...values])
      .some((value) => typeof value === 'function' && value.name === 'internalBinding') && 'has it'
  );
});

await attack('OBJECTS of the heap, described by the app', () => {
  const { queryObjects } = process.getBuiltinModule('node:v8') as Any;
  if (queryObjects === undefined) return none();
  const custom = process.getBuiltinModule('node:util').inspect.custom;
  const found: Call[] = [];
  Object.defineProperty(Function.prototype, custom, {
    configurable: true,
    value(this: Call) {
      found.push(this);
      return '';
    },
  });
  try {
    queryObjects(Function, { format: 'summary' });
  } finally {
    Reflect.deleteProperty(Function.prototype, custom);
  }
  return found.some(({ name }) => name === 'internalBinding') && 'has all of Node';
});

// Compiled code, which V8 executes as it is: it compares no more of a source than its length.
let compiled = 0;
/** A source that V8 has not seen yet, and the code of another one. */
const disguise = (): { source: string; cachedData: Buffer } => {
  const name = String(++compiled).padStart(4, '0');
  const planted = new vm.Script(`"planted ${name}"`);
  return { source: `"written ${name}"`, cachedData: planted.createCachedData() };
};
const isPlanted = (result: unknown): string | false =>
  String(result).startsWith('planted') && 'its bytes are executed';
await attack('BYTES as a script', () => {
  const { source, cachedData } = disguise();
  return isPlanted(new vm.Script(source, { cachedData }).runInThisContext());
});
await attack('BYTES as a script of an own class', () => {
  const { source, cachedData } = disguise();
  class Own extends vm.Script {}
  return isPlanted(new Own(source, { cachedData }).runInThisContext());
});
/** The class behind scripts makes one of what Node passes to it. */
const runBehind = (Behind: Any): string | false => {
  const { source, cachedData } = disguise();
  const values = [source, 'x.js', 0, 0, cachedData, false, undefined, Symbol('x')];
  const script: Any = Reflect.construct(Behind, values, vm.Script);
  return isPlanted(script.runInThisContext());
};
await attack('BYTES by the class behind scripts', () =>
  runBehind(Object.getPrototypeOf(vm.Script)),
);
await attack('BYTES by the constructor behind scripts', () =>
  runBehind(Object.getPrototypeOf(vm.Script.prototype).constructor),
);
await attack('BYTES by the constructor of a script', () => {
  const found: Any[] = [];
  const script = new vm.Script('0');
  for (let at: Any = script; at !== null; at = Object.getPrototypeOf(at))
    found.push(at.constructor);
  return runBehind(found.find((each) => each !== vm.Script && each !== Object));
});
for (const name of ['runInThisContext', 'runInNewContext', 'runInContext', 'createScript']) {
  await attack(`BYTES by vm.${name}`, () => {
    const { source, cachedData } = disguise();
    const options = { cachedData };
    if (name === 'runInThisContext') return isPlanted(vm.runInThisContext(source, options));
    if (name === 'createScript') {
      return isPlanted((vm as Any).createScript(source, options).runInThisContext());
    }
    const run = name === 'runInContext' ? vm.runInContext : vm.runInNewContext;
    return isPlanted(run(source, vm.createContext({}), options));
  });
}
const disguiseFunction = (): { source: string; cachedData: Any } => {
  const name = String(++compiled).padStart(4, '0');
  const made = vm.compileFunction(`return "planted ${name}"`, [], { produceCachedData: true });
  return { source: `return "written ${name}"`, cachedData: (made as Any).cachedData };
};
await attack('BYTES as a function', () => {
  const { source, cachedData } = disguiseFunction();
  return isPlanted(vm.compileFunction(source, [], { cachedData })());
});
await attack('BYTES as a function, at the second look', () => {
  const { source, cachedData } = disguiseFunction();
  let looks = 0;
  const options = {
    get cachedData() {
      return looks++ === 0 && !isControl ? Buffer.alloc(8) : cachedData;
    },
  };
  return isPlanted(vm.compileFunction(source, [], options)());
});
await attack('BYTES as a module', async () => {
  const { SourceTextModule } = vm as Any;
  if (SourceTextModule === undefined) return none();
  const planted = new SourceTextModule('export default "planted"').createCachedData();
  const made = new SourceTextModule('export default "written"', { cachedData: planted });
  await made.link(() => undefined);
  await made.evaluate();
  return isPlanted(made.namespace.default);
});
const { enableCompileCache, constants } = module as Any;
for (const [way, folder] of [
  ['a call', join(cache, 'compiled')],
  ['a variable', undefined],
]) {
  await attack(`BYTES by a compile cache, by ${way}`, () => {
    if (enableCompileCache === undefined) return none();
    process.env['NODE_COMPILE_CACHE'] = join(cache, 'compiled');
    const { status } = enableCompileCache(folder);
    const { ENABLED, ALREADY_ENABLED } = constants.compileCacheStatus;
    return (status === ENABLED || status === ALREADY_ENABLED) && 'files are executed';
  });
}

/** What the loader of tui's own bundles is called with, seen by what it calls while an app runs. */
await attack('ARGUMENTS of the loader of bundles', () => {
  const found: Any[] = [];
  const take = (...values: unknown[]): void => void found.push(...values);
  // Not strict: it sees its callers.
  const spyOn = new Function(
    'original',
    'take',
    `return function spy(...values) {
      take(this, ...values);
      const { caller } = spy;
      const { prepareStackTrace } = Error;
      Error.prepareStackTrace = (error, list) => list;
      const { stack } = new Error();
      Error.prepareStackTrace = prepareStackTrace;
      const calls = [caller];
      for (let at = 0; at < stack.length; at++) calls.push(stack[at].getFunction());
      for (const call of calls) {
        try {
          if (typeof call === 'function' && call !== spy) take(...(call.arguments ?? []));
        } catch {
          // A strict function.
        }
      }
      return new.target ? Reflect.construct(original, values) : Reflect.apply(original, this, values);
    }`,
  ) as (original: unknown, take: unknown) => unknown;
  const own: Any = process.getBuiltinModule('node:fs');
  const replaced: readonly (readonly [owner: Any, name: string])[] = [
    [own, 'readFileSync'],
    [process.getBuiltinModule('node:path'), 'join'],
    [process.getBuiltinModule('node:url'), 'pathToFileURL'],
    [vm, 'Script'],
    [vm.Script.prototype, 'runInThisContext'],
    [Object, 'hasOwn'],
    ...['get', 'has', 'set', 'delete'].map((name) => [Map.prototype, name] as const),
  ];
  const before = replaced.map(([owner, name]) => owner[name]);
  replaced.forEach(([owner, name], at) => {
    // Some are frozen.
    Reflect.set(owner, name, spyOn(before[at], take));
  });
  try {
    if (isControl) {
      // The loader of a package that is not strict.
      const load = new Function('options', 'fs', 'return fs.readFileSync("/dev/null")');
      load({ folder: 'x' }, own);
    } else {
      // Loads the package that computes colours.
      $tui.document.createElement('text').style.color = 'color-mix(in oklch, red, blue)';
    }
  } finally {
    replaced.forEach(([owner, name], at) => {
      Reflect.set(owner, name, before[at]);
    });
  }
  const holds = (value: Any): boolean =>
    value !== null &&
    typeof value === 'object' &&
    (Object.hasOwn(value, 'createScript') || Object.hasOwn(value, 'folder'));
  return found.some(holds) && 'has what compiles for tui';
});

// What is of the system.
await attack('PRIORITY of another with own apply', () => {
  const { apply } = Reflect;
  const found: Call[] = isControl ? [os.setPriority as Call] : [];
  Reflect.apply = ((call: Call, self: unknown, values: unknown[]) => {
    found.push(call);
    return apply(call, self, values) as unknown;
  }) as typeof Reflect.apply;
  try {
    os.setPriority(process.pid, os.getPriority());
  } finally {
    Reflect.apply = apply;
  }
  if (found[0] === undefined) return undefined;
  found[0](victim, 9);
  return os.getPriority(victim) === 9 && 'it is slower';
});
await attack('CERTIFICATES of a file by a variable', () => {
  const { getCACertificates } = process.getBuiltinModule('node:tls') as Any;
  if (getCACertificates === undefined) return none();
  process.env['SSL_CERT_FILE'] = join(outside, 'certificate.pem');
  process.env['SSL_CERT_DIR'] = join(outside, 'none');
  return getCACertificates('system').length > 0 && 'read it';
});

await attack('SANE what may be cloned', async () => {
  const blob = structuredClone(new Blob(['a']));
  const list = structuredClone(new (process.getBuiltinModule('node:net').BlockList)());
  return (await blob.text()) === 'a' && !list.check('1.1.1.1');
});
await attack('SANE a script and a function with bytes that are rejected', () => {
  const script = disguise();
  const call = disguiseFunction();
  if (isControl) return true;
  const made = new vm.Script(script.source, script);
  const called: Any = vm.compileFunction(call.source, [], { cachedData: call.cachedData });
  return (
    made.cachedDataRejected === true &&
    called.cachedDataRejected === true &&
    String(made.runInThisContext()).startsWith('written') &&
    String(called()).startsWith('written')
  );
});
await attack('SANE scripts and functions', () => {
  const here: Any = vm.createContext({ a: 1 });
  const made = vm.compileFunction('return a + b', ['b'], { contextExtensions: [{ a: 1 }] });
  return (
    vm.runInContext('a + 1', here) === 2 &&
    vm.runInThisContext('1 + 1', { filename: 'x.js' }) === 2 &&
    made(1) === 2 &&
    vm.compileFunction('return 2')() === 2 &&
    new vm.Script('2', 'x.js') instanceof vm.Script
  );
});
await attack('SANE files', async () => {
  const file = join(cache, 'sane.txt');
  await fs.promises.writeFile(file, 'a');
  await new Promise((resolve) => fs.appendFile(file, Buffer.from('b'), resolve));
  await fs.promises.copyFile(file, `${file}.copy`);
  await fs.promises.rename(`${file}.copy`, `${file}.moved`);
  await fs.promises.mkdir(join(cache, 'plain/er'), { recursive: true });
  await fs.promises.cp(join(cache, 'plain'), join(cache, 'deeper'), { recursive: true });
  // Node 20 has to see each folder above.
  if (!/^v20/.test(process.version)) {
    fs.cpSync(join(app, 'plain'), join(cache, 'deeper'), { recursive: true });
    if (fs.readFileSync(join(cache, 'deeper/er/text.txt'), 'utf8') !== 'text') return false;
  }
  const handle = await fs.promises.open(`${file}.moved`, 'a');
  await handle.appendFile('c');
  await handle.close();
  return (
    fs.readFileSync(`${cache}/plain/../sane.txt.moved`, 'utf8') === 'abc' &&
    fs.existsSync(join(cache, 'deeper/er'))
  );
});
for (const each of handles) await each.close();
done();
