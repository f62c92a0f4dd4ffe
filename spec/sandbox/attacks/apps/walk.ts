/**
 * Everything that can be reached from the modules of Node, the globals, errors and what harmless calls return: own and
 * inherited properties, symbols, prototypes, constructors. What is reported are functions that are neither JavaScript's
 * own nor written in JavaScript: methods and classes of Node's inside.
 */
import * as fs from 'node:fs';
import * as vm from 'node:vm';
import { attack, done, place } from './kit.js';

const load = (name: string): Record<string, never> | undefined => {
  try {
    return process.getBuiltinModule(name) as unknown as Record<string, never>;
  } catch {
    return undefined;
  }
};

/** By the name of the root that it was found from: `fs.watch().start`. */
const found = new Map<string, string>();
const seen = new Set<unknown>();

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';
const sourceOf = (value: unknown): string => Function.prototype.toString.call(value);
const isNative = (value: unknown): value is (...values: unknown[]) => unknown => {
  if (typeof value !== 'function') return false;
  const source = sourceOf(value);
  // A bound function is one, too, and has no prototype of its own.
  return /\{\s*\[native code\]\s*\}\s*$/.test(source) && !value.name.startsWith('bound ');
};

/** @param label undefined: what is reached is known, and reported nowhere */
function walk(root: unknown, label: string | undefined): void {
  const waiting: unknown[] = [root];
  for (let at = 0; at < waiting.length; at++) {
    const each = waiting[at];
    if (!isObject(each) || seen.has(each)) continue;
    seen.add(each);
    if (ArrayBuffer.isView(each)) continue;
    const isOwnClass = isNative(each) && Object.hasOwn(each, 'prototype');
    if (label !== undefined && isOwnClass) report(`new ${label}.${each.name}`, each);
    let keys: PropertyKey[];
    try {
      waiting.push(Object.getPrototypeOf(each));
      keys = Reflect.ownKeys(each);
    } catch {
      continue;
    }
    for (const key of keys) {
      const descriptor = Object.getOwnPropertyDescriptor(each, key);
      if (descriptor === undefined) continue;
      const { get, set } = descriptor;
      for (const call of [get, set, descriptor.value as unknown]) {
        if (label !== undefined && isNative(call) && !seen.has(call)) {
          report(`${label}.${String(key)}`, call);
        }
        // An accessor is no class.
        if (call === descriptor.value) waiting.push(call);
        else if (isNative(call)) seen.add(call);
        else waiting.push(call);
      }
      // What a getter makes when it is asked: sockets of the process, parts of modules.
      if (get === undefined || AVOID.test(String(key))) continue;
      try {
        const value: unknown = Reflect.get(each, key, each);
        // Of another object as well: it rejects.
        if (value instanceof Promise) value.catch(() => undefined);
        waiting.push(value);
      } catch {
        // It is one of another object.
      }
    }
  }
}

/** They end what they are of, or warn. */
const AVOID = /^(stdin|DEFAULT_ENCODING|fips|_deprecated|domain|parseINT|stack)$/;

function report(name: string, call: unknown): void {
  if (!found.has(name)) found.set(name, sourceOf(call).slice(0, 60));
}

// JavaScript's own, which are the same everywhere.
const standard = vm.runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[];
for (const name of standard) {
  // Node has put its own in the place of V8's console, which leads to the streams of the process.
  if (name !== 'globalThis' && name !== 'console') walk(Reflect.get(globalThis, name), undefined);
}
for (const each of [
  function* () {},
  async function* () {},
  async () => undefined,
  [][Symbol.iterator](),
  new Map().entries(),
  new Set().values(),
  ''.matchAll(/a/g),
  ''[Symbol.iterator](),
  (function* () {})(),
  (async function* () {})(),
  Object.getOwnPropertyDescriptor(Function.prototype, 'caller')?.get,
  new Intl.Segmenter().segment('a'),
  new Intl.Segmenter().segment('a')[Symbol.iterator](),
  Iterator_(),
]) {
  walk(each, undefined);
}
/** Helpers of iterators, where this V8 has them. */
function Iterator_(): unknown {
  const { Iterator } = globalThis as {
    Iterator?: { from(list: object): { map(each: () => 0): object } };
  };
  return Iterator === undefined
    ? undefined
    : [Iterator.from({ next: () => ({}) }), Iterator.from([]).map(() => 0)];
}

// What calls return. Each is a root of its own, before the modules: that names what is found on it.
const roots: Record<string, () => unknown> = {};
const { app } = place;
const add = (name: string, make: () => unknown): void => void (roots[name] = make);
const modules: Record<string, Record<string, (...values: never[]) => unknown> | undefined> =
  Object.fromEntries(
    [
      'net',
      'tls',
      'http',
      'https',
      'http2',
      'dns',
      'tty',
      'zlib',
      'crypto',
      'v8',
      'vm',
      'perf_hooks',
      'async_hooks',
      'module',
      'readline',
      'child_process',
      'dgram',
      'worker_threads',
      'cluster',
      'inspector',
    ].map((name) => [name, load(name) as never]),
  );
type Any = any; // oxlint-disable-line typescript/no-explicit-any
const {
  net,
  tls,
  http,
  http2,
  dns,
  tty,
  zlib,
  crypto,
  v8,
  perf_hooks: perf,
  async_hooks: hooks,
} = modules as Record<string, Any>;
const resources: unknown[] = [];
const hook = ((): Any => {
  try {
    const init = (...values: unknown[]): void => void resources.push(values[3]);
    return hooks.createHook({ init }).enable();
  } catch {
    // On some Nodes apps have no hooks.
    return undefined;
  }
})();
add('ChildProcess', () => new (modules as Any).child_process.ChildProcess());
add('dgram', () => new (modules as Any).dgram.Socket({ type: 'udp4' }));
add('fs.watch()', () => fs.watch(app));
add('fs.watchFile()', () => fs.watchFile(`${app}/data.txt`, () => undefined));
add('fs.promises.open()', async () => await fs.promises.open(`${app}/data.txt`));
add(
  'fs.writeFile()',
  async () =>
    await new Promise((resolve) => {
      fs.writeFile(`${place.cache}/walk.txt`, '', function (this: unknown) {
        resolve(this === globalThis ? [] : [this]);
      });
    }),
);
add('fs.opendir()', () => fs.opendirSync(app));
add('fs.createReadStream()', () => fs.createReadStream(`${app}/data.txt`));
add('fs.openAsBlob()', async () => await (fs as Any).openAsBlob?.(`${app}/data.txt`));
add('process.stdout', () => process.stdout);
add('process.stderr', () => process.stderr);
add('signal', () => {
  process.on('SIGWINCH', () => undefined);
  return (process as Any)._getActiveHandles();
});
add('net.Socket', () => {
  const socket = new net.Socket();
  socket.on('error', () => undefined).connect(9, '127.0.0.1');
  return [socket, socket._handle];
});
add('net.Socket, by path', () => {
  const socket = new net.Socket();
  socket.on('error', () => undefined).connect(`${app}/none.sock`);
  return [socket, socket._handle];
});
add('net.Server', () => {
  const server = new net.Server();
  server.on('error', () => undefined);
  return server;
});
add('net.BlockList', () => [new net.BlockList(), new net.SocketAddress()]);
add('dns.Resolver', () => [new dns.Resolver(), new dns.promises.Resolver()]);
add('tty', () => tty);
add('tls', () => {
  const { Duplex } = process.getBuiltinModule('node:stream');
  const socket = new tls.TLSSocket(
    new Duplex({ read: () => undefined, write: (_a, _b, next) => next() }),
  );
  socket.on('error', () => undefined);
  return [socket, tls.createSecureContext()];
});
add('http.Agent', () => [
  new http.Agent(),
  new http.ClientRequest({ createConnection: () => new net.Socket() }).on('error', () => undefined),
]);
add('http.Server', () => new http.Server());
add('http2, of a client', () => {
  const { Duplex } = process.getBuiltinModule('node:stream');
  const session = http2.connect('http://localhost', {
    createConnection: () => new Duplex({ read: () => undefined, write: (_a, _b, next) => next() }),
  });
  session.on('error', () => undefined);
  return [session, session.request().on('error', () => undefined)];
});
add('http2', () => {
  const { Duplex } = process.getBuiltinModule('node:stream');
  const session = http2.performServerHandshake?.(
    new Duplex({ read: () => undefined, write: (_a, _b, next) => next() }),
  );
  session?.on('error', () => undefined);
  return session;
});
add('zlib', () =>
  ['Gzip', 'Gunzip', 'BrotliCompress', 'BrotliDecompress', 'ZstdCompress', 'ZstdDecompress'].map(
    (name) => zlib[`create${name}`]?.(),
  ),
);
add('crypto', () => {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('ed25519');
  const key = crypto.createSecretKey('a', 'utf8');
  return [
    publicKey,
    privateKey,
    key,
    crypto.createHash('sha256'),
    crypto.createHmac('sha256', 'a'),
    crypto.createCipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16)),
    crypto.createDiffieHellmanGroup('modp14'),
    crypto.createECDH('prime256v1'),
    crypto.createSign('sha256'),
    crypto.createVerify('sha256'),
    crypto.webcrypto,
  ];
});
add('v8', () => [
  new v8.Serializer(),
  new v8.Deserializer(v8.serialize(1)),
  v8.getHeapSnapshot?.(),
  new v8.GCProfiler(),
]);
add('vm', () => [new vm.Script('1'), vm.createContext({})]);
add('perf_hooks', () => [
  perf.createHistogram(),
  perf.monitorEventLoopDelay(),
  performance.mark('a'),
]);
add('async_hooks', () => [new hooks.AsyncResource('a'), new hooks.AsyncLocalStorage(), hook]);
add('messages', () => {
  const { port1, port2 } = new MessageChannel();
  port1.close();
  return [port1, port2];
});
add('timers', () => [setTimeout(() => undefined, 1), setImmediate(() => undefined)]);
add('web', async () => [
  new Blob(['a']),
  new URL('a:b'),
  new AbortController(),
  new TextDecoder(),
  new CompressionStream('gzip'),
  new ReadableStream(),
  new Request('http://localhost'),
  new Response('a'),
  await crypto.webcrypto.subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt']),
]);
add('errors', () => {
  const made: unknown[] = [];
  for (const call of [
    () => fs.readFileSync('/none'),
    () => new net.Socket({ fd: -1 }),
    () => new URL('a'),
    () => new net.Server().listen({ port: -1 }),
    () => structuredClone(() => 0),
    () => process.chdir('/none'),
    () => (process as Any).binding('fs'),
  ]) {
    try {
      call();
    } catch (error) {
      made.push(error);
      if (typeof error === 'object' && error !== null && 'context' in error)
        made.push(error.context);
    }
  }
  const { prepareStackTrace } = Error as Any;
  (Error as Any).prepareStackTrace = (_: unknown, sites: Any[]) =>
    sites.flatMap((site) => [site.getThis(), site.getFunction()]);
  made.push(
    new Error('a').stack,
    (Reflect.apply as Any)(() => new Error('a').stack, undefined, []),
  );
  [1].forEach(() => made.push(new Error('a').stack));
  (Error as Any).prepareStackTrace = prepareStackTrace;
  return made;
});
add('resources', () => resources);
add('handles', () => [(process as Any)._getActiveHandles(), (process as Any)._getActiveRequests()]);

if (place.tier !== 'control') delete roots['http2, of a client'];
for (const [name, make] of Object.entries(roots)) {
  let root: unknown;
  try {
    root = await make();
  } catch {
    // This Node does not have it, or the sandbox.
    continue;
  }
  walk(root, name.replace(/,.*/, ''));
}
hook?.disable();
// V8's own with Node's behind; its streams are among the roots.
walk(globalThis.console, undefined);
const { builtinModules } = process.getBuiltinModule('node:module');
for (const name of builtinModules.filter((each) => !each.startsWith('_'))) walk(load(name), name);
walk(globalThis, 'globalThis');
walk(resources, 'resources');

for (const [name, source] of found) await attack(name, () => source);
done();
