/**
 * `..` behind a link. The links lie in what the app may use and lead to what it may use: what is forbidden
 * is only where `..` of the system leads from there.
 */
import * as fs from 'node:fs';
import * as module from 'node:module';
import { promisify } from 'node:util';
import * as v8 from 'node:v8';
import { attack, done, leaked, place } from './kit.js';

const { app, cache } = place;
/** `app/deep/er/back` is a link to `app`. */
const up = `${app}/deep/er/back/../outside`;
const secret = `${up}/secret.txt`;
/** `cache/deep/er/back` is a link to `cache`: one step up from there may be read and not be written. */
const over = `${cache}/deep/er/back/..`;

const read = (path: unknown): string | undefined => leaked(fs.readFileSync(path as string));

await attack('read', () => read(secret));
await attack('read, many steps', () => read(`${app}/deep/er/back/./..//outside/./secret.txt`));
await attack('read by bytes', () => read(Buffer.from(secret)));
await attack('read by other bytes', () => read(new Uint8Array(Buffer.from(secret))));
await attack('read relative', () => {
  process.chdir(`${app}/deep/er`);
  return read('back/../outside/secret.txt');
});
/** An address to Node: nobody has resolved its path. */
const address = (pathname: string): object => ({
  href: `file://${pathname}`,
  protocol: 'file:',
  hostname: '',
  host: '',
  pathname,
});
await attack('read by an address of one’s own', () => read(address(secret)));
await attack('read by an address with encoded dots', () =>
  read(address(secret.replace('..', '%2e%2e'))),
);
await attack('read by an address that changes', () => {
  let asked = 0;
  const changing = {
    ...address(secret),
    get pathname() {
      return asked++ === 0 && place.tier !== 'control' ? `${app}/data.txt` : secret;
    },
  };
  return read(changing);
});
await attack('read by a proxy', () =>
  read(new Proxy(address(secret), { getPrototypeOf: () => URL.prototype })),
);
await attack('read by bytes that change while options are read', () => {
  const bytes = Buffer.from(secret.replace('/../', '/xx/'));
  const options = {
    get encoding(): BufferEncoding {
      bytes.set(Buffer.from(secret).subarray(0, bytes.length));
      return 'utf8';
    },
    flag: 'r',
  };
  const path = place.tier === 'control' ? Buffer.from(secret) : bytes;
  return leaked(fs.readFileSync(path, options));
});
await attack('read by a handle that is none later', async () => {
  const handle = await fs.promises.open(`${app}/data.txt`);
  await handle.close();
  const fake = Object.assign(Object.create(Object.getPrototypeOf(handle) as object) as object, {});
  Object.defineProperties(fake, Object.getOwnPropertyDescriptors(address(secret)));
  const options = {
    get encoding(): BufferEncoding {
      Object.setPrototypeOf(fake, URL.prototype as object);
      return 'utf8';
    },
  };
  if (place.tier === 'control') return await fs.promises.readFile(secret, 'utf8').then(leaked);
  return leaked(await fs.promises.readFile(fake as fs.promises.FileHandle, options));
});

// What does the work here is the app's to change.
const tampered = async (
  holder: object,
  name: string,
  value: (...values: unknown[]) => unknown,
): Promise<void> => {
  await attack(`read with own ${name}`, () => {
    const members = holder as Record<string, unknown>;
    const before = members[name];
    // Without a sandbox it would only break what is tried.
    if (place.tier !== 'control') members[name] = value;
    try {
      return read(Buffer.from(secret)) ?? read(secret);
    } finally {
      members[name] = before;
    }
  });
};
await tampered(process.getBuiltinModule('node:path'), 'normalize', () => secret);
await tampered(process.getBuiltinModule('node:url'), 'fileURLToPath', () => secret);
await tampered(TextDecoder.prototype, 'decode', () => `${app}/data.txt`);
await tampered(Buffer.prototype, 'toString', () => secret);
await tampered(Reflect, 'apply', () => Buffer.from(place.canary));
await tampered(String.prototype, 'includes', () => false);
await tampered(String.prototype, 'split', () => []);
await tampered(RegExp.prototype, 'test', () => false);
await attack('the function behind, by its own apply', () => {
  const { apply } = Function.prototype;
  const found: unknown[] = [];
  Function.prototype.apply = function (this: (...values: unknown[]) => unknown, self, values) {
    found.push(this);
    return Reflect.apply(this, self, values as unknown[]);
  };
  try {
    fs.readFileSync(`${app}/data.txt`);
  } finally {
    Function.prototype.apply = apply;
  }
  for (const each of [fs.readFileSync, ...found] as ((path: string) => unknown)[]) {
    try {
      const text = leaked(each(secret));
      if (text !== undefined) return text;
    } catch {
      // Another one may.
    }
  }
  return undefined;
});

// Beside the functions of node:fs.
await attack('realpath.native', () => fs.realpathSync.native(up).endsWith('/outside') && 'told');
await attack('realpath.native, later', async () => {
  const found = await new Promise<string>((resolve, reject) =>
    fs.realpath.native(up, (error, path) => (error ? reject(error) : resolve(path))),
  );
  return found.endsWith('/outside') && 'told';
});
await attack('exists by promisify', async () => await promisify(fs.exists)(secret));
await attack('loadEnvFile', () => {
  process.loadEnvFile(`${up}/env`);
  return leaked(process.env['FROM_ENV_FILE']);
});
await attack('a stream by its class', async () => {
  const stream = new (fs.ReadStream as unknown as new (
    path: string,
    options: object,
  ) => fs.ReadStream)(secret, {});
  let text = '';
  for await (const bytes of stream) text += String(bytes);
  return leaked(text);
});
await attack('opendir', () => fs.opendirSync(up).readSync()?.name);
await attack('a watcher begun by hand', async () => {
  const { constructor: Kind } = fs.watch(app) as unknown as { constructor: new () => Started };
  const watcher = new Kind();
  const start = Object.getOwnPropertySymbols(Kind.prototype).find((key) =>
    /start/i.test(String(key)),
  );
  if (start === undefined) throw new Error('it has another name');
  watcher[start]?.(up, false, false, 'utf8');
  // Where it has not thrown, it watches: what it was told of lies beside the link, where there is nothing.
  return 'watching';
});
type Started = Record<symbol, ((path: string, ...more: unknown[]) => unknown) | undefined>;
const loader = module as unknown as {
  Module: { _extensions: Record<string, (into: object, path: string) => void> } & (new (
    id: string,
  ) => { exports: unknown; load(path: string): void });
};
await attack('the loader of json', () => {
  const into = new loader.Module('x');
  loader.Module._extensions['.json']?.(into, `${up}/data.json`);
  return leaked(JSON.stringify(into.exports));
});
await attack('the loader', () => {
  const into = new loader.Module('x');
  into.load(`${up}/data.json`);
  return leaked(JSON.stringify(into.exports));
});
await attack('require', () =>
  leaked(
    JSON.stringify(
      module.createRequire(import.meta.url)(fs.realpathSync.native(`${up}/data.json`)),
    ),
  ),
);
await attack('import', async () => {
  const at =
    place.tier === 'control' ? fs.realpathSync.native(`${up}/module.mjs`) : `${up}/module.mjs`;
  return leaked(JSON.stringify(await import(at)));
});
await attack('a process’s own folder', () => {
  process.chdir(`${app}/deep`);
  return read(`/proc/self/cwd/back-of-deep/../outside/secret.txt`);
});

// Writing. What came to lie beside the link has hurt nobody.
const beside = fs.existsSync(`${cache}/deep/er`) ? `${cache}/deep/er` : '';
const came = (name: string): string | false =>
  (place.tier === 'control' || !fs.existsSync(`${beside}/${name}`)) && 'written';
await attack('WRITE', () => {
  fs.writeFileSync(`${over}/new.txt`, 'x');
  return came('new.txt');
});
await attack('WRITE rename', () => {
  fs.renameSync(`${cache}/mine.txt`, `${over}/moved.txt`);
  return came('moved.txt');
});
await attack('WRITE copy', async () => {
  await fs.promises.copyFile(`${app}/data.txt`, `${over}/copied.txt`);
  return came('copied.txt');
});
await attack('WRITE a folder', () => {
  const made = fs.mkdtempSync(`${over}/made-`);
  return came(made.replace(/.*\//, ''));
});
await attack('WRITE a snapshot', () => {
  v8.writeHeapSnapshot(`${over}/heap`);
  return came('heap');
});
await attack('WRITE a report', () => {
  const { report } = process as unknown as { report: NodeJS.ProcessReport };
  report.directory = over;
  return report.writeReport('report.json');
});
await attack('WRITE by Utf8Stream', () => {
  const { Utf8Stream } = fs as unknown as { Utf8Stream?: new (options: object) => unknown };
  if (Utf8Stream === undefined) return place.tier === 'control' && 'not in this Node';
  new Utf8Stream({ dest: `${over}/stream`, sync: true });
  return came('stream');
});
await attack('WRITE times of what may be read', () => {
  fs.futimesSync(fs.openSync(`${app}/data.txt`, 'r'), 5, 5);
  return 'changed';
});
await attack('WRITE a link, for a way up', () => {
  fs.mkdirSync(`${cache}/a/b`, { recursive: true });
  fs.symlinkSync(cache, `${cache}/a/b/link`);
  fs.writeFileSync(`${cache}/a/b/link/../new2.txt`, 'x');
  return (place.tier === 'control' || !fs.existsSync(`${cache}/a/b/new2.txt`)) && 'written';
});
done();
