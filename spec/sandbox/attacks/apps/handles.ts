/** Objects of Node behind public ones: what their methods do when they are called by hand. */
import * as dns from 'node:dns';
import * as fs from 'node:fs';
import * as module from 'node:module';
import * as net from 'node:net';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { attack, done, place, sleep } from './kit.js';

type Call = (...values: unknown[]) => unknown;
type Raw = Record<string, Call>;
type Kind = new (...values: unknown[]) => Raw;

const { app, cache, outside } = place;
const isControl = place.tier === 'control';
/** `app/deep/er/back` is a link to `app`. */
const up = `${app}/deep/er/back/../outside`;
const victim = Number(place['victim']);
const port = Number(place['port']);
const handleOf = (owner: unknown): Raw => (owner as { _handle: Raw })._handle;

/** The class of a handle, by any class of its chain. */
const kindOf = (handle: Raw): Kind => {
  for (let each: object = handle; each !== Object.prototype;) {
    const { constructor: Found } = each as { constructor: Kind };
    if (Found !== (Object as unknown) && !/HandleWrap|AsyncWrap|StreamWrap/.test(Found.name))
      return Found;
    each = Object.getPrototypeOf(each) as object;
  }
  throw new Error('it has no class');
};
/** A code as the system returns it: 0 is success. */
const worked = (code: unknown): string | undefined => (code === 0 ? 'returned 0' : undefined);

// Modules, each way to one of them that apps do not have.
const secretly = ['child', 'process'].join('_');
const starts = (found: unknown): string | undefined => {
  const { ChildProcess } = found as { ChildProcess: new () => object };
  return typeof handleOf(new ChildProcess())['kill'] === 'function' ? 'has it' : undefined;
};
const file = (name: string, text: string): string => {
  fs.writeFileSync(join(cache, name), text);
  return join(cache, name);
};
const requireHere = module.createRequire(import.meta.url);
const loader = module as unknown as {
  Module: {
    _load: (id: string, parent?: object) => unknown;
    prototype: { require(id: string): unknown };
  } & (new (id: string) => { require(id: string): unknown });
  registerHooks?: (hooks: object) => void;
};
await attack('MODULE import', async () => starts(await import('node:child_process')));
await attack('MODULE import of an expression', async () =>
  starts(await import(`node:${secretly}`)),
);
await attack('MODULE import, evaluated', async () =>
  starts(await ((0, eval)(`import('node:${secretly}')`) as Promise<unknown>)),
);
await attack('MODULE import without a scheme, evaluated', async () =>
  starts(await ((0, eval)(`import('${secretly}')`) as Promise<unknown>)),
);
await attack('MODULE import by a function made', async () =>
  starts(await (new Function(`return import('node:${secretly}')`)() as Promise<unknown>)),
);
await attack('MODULE import in a file', async () =>
  starts(await import(file('m.mjs', `export * from 'node:${secretly}';`))),
);
await attack('MODULE import of a file of CommonJS', async () =>
  starts(
    (
      (await import(file('m.cjs', `module.exports = require('${secretly}');`))) as {
        default: unknown;
      }
    ).default,
  ),
);
await attack('MODULE import of data', async () =>
  starts(await import(`data:text/javascript,export * from 'node:${secretly}';`)),
);
await attack('MODULE getBuiltinModule', () => starts(process.getBuiltinModule(secretly)));
await attack('MODULE createRequire', () => starts(requireHere(secretly)));
await attack('MODULE createRequire with a scheme', () => starts(requireHere(`node:${secretly}`)));
await attack('MODULE require of a file', () =>
  starts(requireHere(file('r.cjs', `module.exports = require('node:${secretly}');`))),
);
await attack('MODULE _load', () => starts(loader.Module._load(secretly)));
await attack('MODULE require of a module made', () =>
  starts(new loader.Module('x').require(secretly)),
);
await attack('MODULE require of the prototype', () =>
  starts(loader.Module.prototype.require.call({ paths: [], filename: app, id: 'x' }, secretly)),
);
await attack('MODULE of the main module', () => {
  if (isControl) return starts(requireHere(secretly));
  return starts(
    (
      process as unknown as { mainModule: NodeJS.Require & { require: NodeJS.Require } }
    ).mainModule.require(secretly),
  );
});
await attack('MODULE by hooks', async () => {
  if (loader.registerHooks === undefined) return isControl && 'not in this Node';
  loader.registerHooks({
    resolve: (name: string, context: object, next: (name: string, context: object) => object) =>
      name === 'tui:hooked'
        ? { url: `node:${secretly}`, format: 'builtin', shortCircuit: true }
        : next(name, context),
  });
  return starts(await ((0, eval)(`import('tui:hooked')`) as Promise<unknown>));
});
await attack('MODULE binding', () => {
  const { binding } = process as unknown as { binding(name: string): Raw };
  return typeof binding('process_wrap')['Process'] === 'function' && 'bound';
});
for (const name of [
  'internal/test/binding',
  'internal/child_process',
  'internal/bootstrap/realm',
]) {
  await attack(`INTERNAL ${name}`, async () => {
    // Without flags no program has them; that the control fails too is as it should be.
    if (isControl) return 'not tried';
    const found: unknown[] = [process.getBuiltinModule(name)];
    for (const load of [
      () => requireHere(name) as unknown,
      () => requireHere(`node:${name}`) as unknown,
      () => loader.Module._load(name),
      async () => await ((0, eval)(`import('node:${name}')`) as Promise<unknown>),
      async () => await ((0, eval)(`import('${name}')`) as Promise<unknown>),
    ]) {
      try {
        found.push(await load());
      } catch {
        // Another way may.
      }
    }
    return found.some((each) => each !== undefined) && 'found';
  });
}

// Processes.
const processOf = async (): Promise<Raw> => {
  const { ChildProcess } = (await import('node:child_process')) as unknown as {
    ChildProcess: new () => object;
  };
  return handleOf(new ChildProcess());
};
await attack('PROCESS its class makes another, and signals', async () => {
  const Process = kindOf(await processOf());
  // Whom it signals is what its memory holds: that the system is asked at all is the proof.
  return typeof new Process()['kill']?.(0) === 'number' && 'asked the system';
});
await attack('PROCESS spawn by hand', async () => {
  const handle = await processOf();
  const marker = join(outside, 'spawned');
  handle['onexit'] = () => undefined;
  const options = {
    file: '/bin/touch',
    args: ['touch', marker],
    stdio: [{ type: 'ignore' }, { type: 'ignore' }, { type: 'ignore' }],
  };
  const { file: program, args, stdio } = options;
  // From Node 24 on one by one.
  const isOne = Number(process.versions.node.split('.')[0]) < 24;
  const code = isOne
    ? handle['spawn']?.(options)
    : handle['spawn']?.(program, args, undefined, undefined, stdio, 0, undefined, undefined);
  return worked(code);
});
await attack('PROCESS by all that is watched', async () => {
  // Each resource is a handle or a request, with its class.
  const { createHook } = process.getBuiltinModule('node:async_hooks');
  const seen: object[] = [];
  const hook = createHook({
    init: (_id, _type, _trigger, resource) => void seen.push(resource),
  }).enable();
  const watcher = fs.watch(app);
  const polling = fs.watchFile(`${app}/data.txt`, () => undefined);
  hook.disable();
  watcher.close();
  fs.unwatchFile(`${app}/data.txt`);
  void polling;
  const classes = seen.flatMap((each) => {
    try {
      return [kindOf(each as Raw).name];
    } catch {
      return [];
    }
  });
  return classes.find((name) => /FSEvent|StatWatcher/.test(name));
});
await attack('PROCESS signal by process.kill', () => process.kill(victim, 0));

// Names, sizes and times of files.
const eventsOf = async (handle: Raw, path: string): Promise<string | undefined> => {
  const names: unknown[] = [];
  handle['onchange'] = (_status: unknown, _kind: unknown, name: unknown) => names.push(name);
  const code = handle['start']?.(path, true, false, 'utf8');
  if (code !== 0) throw new Error(`${String(code)}`);
  // The spec writes there all the time.
  for (let n = 0; n < 40 && names.length === 0; n++) await sleep(50);
  handle['close']?.();
  return names.length > 0 ? `saw ${String(names[0])}` : undefined;
};
const watcher = fs.watch(app);
const freshWatcher = (): Raw => handleOf(new (watcher.constructor as new () => object)());
await attack(
  'WATCH a folder by its class',
  async () => await eventsOf(new (kindOf(handleOf(watcher)))(), up),
);
await attack('WATCH a folder by a new watcher', async () => await eventsOf(freshWatcher(), up));
await attack(
  'WATCH a folder by bytes',
  async () => await eventsOf(freshWatcher(), Buffer.from(up) as unknown as string),
);
await attack('WATCH a folder by its name', async () => await eventsOf(freshWatcher(), outside));
await attack('WATCH a folder with own lists', async () => {
  const { prototype } = Array;
  const { [Symbol.iterator]: spread } = prototype;
  const handle = freshWatcher();
  const start = handle['start'] as (...values: unknown[]) => unknown;
  handle['start'] = (...values) => {
    if (!isControl)
      prototype[Symbol.iterator] = () => Reflect.apply(spread, [up, true, false, 'utf8'], []);
    try {
      return Reflect.apply(start, handle, isControl ? values : [app, ...values.slice(1)]);
    } finally {
      prototype[Symbol.iterator] = spread;
    }
  };
  return await eventsOf(handle, up);
});
const statOf = async (handle: Raw, path: string): Promise<string | undefined> => {
  let found: unknown;
  handle['onchange'] = (_status, values) => (found ??= (values as Float64Array)[8]);
  const code = handle['start']?.(path, 30);
  if (code !== 0 && code !== undefined) throw new Error(`${String(code)}`);
  for (let n = 0; n < 40 && found === undefined; n++) await sleep(50);
  handle['close']?.();
  return found === undefined ? undefined : `size ${String(found)}`;
};
const polling = fs.watchFile(join(app, 'data.txt'), { interval: 30 }, () => undefined);
await attack(
  'STAT a file by its class',
  async () => await statOf(new (kindOf(handleOf(polling)))(false), `${up}/busy.txt`),
);
await attack(
  'STAT a file by its class, exactly',
  async () => await statOf(new (kindOf(handleOf(polling)))(true), `${up}/busy.txt`),
);
await attack('STAT a file by a watcher begun by hand', async () => {
  const Watcher = (
    polling as unknown as { constructor: new (isBig: boolean) => NodeJS.EventEmitter }
  ).constructor;
  const other = new Watcher(false);
  const key = Object.getOwnPropertySymbols(Watcher.prototype).find((each) =>
    /watcherstart/i.test(String(each)),
  );
  const size = new Promise<number>((resolve) =>
    other.on('change', ({ size: found }) => resolve(found)),
  );
  (other as unknown as Record<symbol, Call>)[key ?? Symbol()]?.(`${up}/busy.txt`, true, 30);
  // One that is not there has 0.
  return (await size) > 0 && 'saw it';
});
fs.unwatchFile(join(app, 'data.txt'));
watcher.close();

// The working folder.
const cwdAt = (path: string, expected: string): string | undefined => {
  const before = process.cwd();
  try {
    process.chdir(path);
    return process.cwd() === expected ? expected : undefined;
  } finally {
    process.chdir(before);
  }
};
await attack('CHDIR through a link', () => cwdAt(`${app}/deep/er/back/..`, place.root));
await attack('CHDIR through a link, then up', () => cwdAt(up, outside));
await attack('CHDIR relative', () => {
  process.chdir(`${app}/deep/er`);
  return cwdAt('back/..', place.root);
});
await attack('CHDIR by name', () => cwdAt(outside, outside));

// Sockets.
const socketOf = async (): Promise<Raw> => {
  const socket = new net.Socket();
  socket.on('error', () => undefined);
  socket.connect(join(cache, 'none.sock'));
  for (let n = 0; n < 20 && handleOf(socket) === null; n++) await sleep(10);
  const handle = handleOf(socket) ?? handleOf(process.stderr);
  if (handle === null || handle === undefined) throw new Error('there is no handle');
  return handle;
};
const pipe = (): Raw => handleOf(process.stdout);
await attack('PIPE bind', () => {
  const Pipe = kindOf(pipe());
  return worked(new Pipe(0)['bind']?.(join(outside, 'by-bind.sock')));
});
await attack('PIPE bind by a handle at hand', async () => {
  const handle = await socketOf();
  if (isControl) return 'tried by its class';
  return worked(handle['bind']?.(join(outside, 'by-hand.sock')));
});
await attack('PIPE fchmod', () => {
  const Pipe = kindOf(pipe());
  const handle = new Pipe(0);
  handle['bind']?.(join(outside, 'mode.sock'));
  return worked(handle['fchmod']?.(1));
});
await attack('PIPE bind by a server', async () => {
  const server = new net.Server();
  const { listen } = net.Server.prototype;
  return await new Promise((resolve, reject) => {
    server.on('error', reject);
    Reflect.apply(listen, server, [
      join(outside, 'server.sock'),
      () => {
        server.close();
        resolve('listening');
      },
    ]);
  });
});
await attack('PIPE takes a descriptor of the runner', () => {
  const fd = isControl ? fs.openSync('/dev/null', 'r') : 3;
  if (isControl) return 'tried by the runner alone';
  return new net.Socket({ fd }).readable && 'opened';
});
await attack('TCP connect by hand', async () => {
  const socket = new net.Socket();
  return await new Promise((resolve, reject) => {
    socket.on('error', reject).on('connect', () => resolve('connected'));
    socket.connect(port, '127.0.0.1');
  });
});
for (const name of ['setClientCertEngine', 'setEngineKey']) {
  await attack(`ENGINE ${name}`, () => {
    const { context } = tls.createSecureContext() as unknown as { context: Raw };
    const call = context[name];
    // Newer ones have no engines.
    if (call === undefined) return isControl && 'not in this Node';
    try {
      Reflect.apply(
        call,
        context,
        name === 'setEngineKey' ? ['key', `${cache}/mine.txt`] : [`${cache}/mine.txt`],
      );
    } catch (error) {
      // It was looked for, and is none.
      if (
        (error as NodeJS.ErrnoException).code === 'ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED' &&
        !isControl
      )
        throw error;
    }
    return 'looked for';
  });
}
await attack('DNS lookup', async () => {
  const { address } = await dns.promises.lookup('localhost');
  return address;
});
done();
