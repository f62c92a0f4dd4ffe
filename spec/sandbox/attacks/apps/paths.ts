/** One forbidden file under every name that it could have. */
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { attack, done, leaked, place } from './kit.js';

const { app, cache, outside } = place;
const secret = join(outside, 'secret.txt');
const read = (path: fs.PathLike): string | undefined => leaked(fs.readFileSync(path));

const forms: Readonly<Record<string, fs.PathLike>> = {
  plain: secret,
  'dots through the own folder': `${app}/../outside/secret.txt`,
  'dots through what is not there': `${cache}/../../outside/secret.txt`,
  'many dots': `${app}/${'../'.repeat(60)}${secret}`,
  'double slashes': secret.replaceAll('/', '//'),
  'dots that stay': secret.replaceAll('/', '/./'),
  relative: 'outside/secret.txt',
  url: pathToFileURL(secret),
  'url with dots': new URL(`file://${app}/%2e%2e/outside/secret.txt`),
  'url with a host': new URL(`file://localhost${secret}`),
  buffer: Buffer.from(secret),
  'buffer with dots': Buffer.from(`${app}/../outside/secret.txt`),
  '/proc/self/root': `/proc/self/root${secret}`,
  '/proc/self/cwd': `/proc/self/cwd/outside/secret.txt`,
  '/proc/1/root': `/proc/1/root${secret}`,
  '/proc of the launcher': `/proc/${process.ppid}/root${secret}`,
  '/proc of the thread': `/proc/thread-self/root${secret}`,
};
// The working folder is the one that holds both.
for (const [name, path] of Object.entries(forms)) {
  await attack(`read ${name}`, () => read(path));
}
await attack('buffer of another kind', () => read(new Uint8Array(Buffer.from(secret)) as Buffer));
await attack('chdir', () => {
  process.chdir(outside);
  return read('secret.txt');
});

const refused = async (name: string, run: () => unknown): Promise<void> => {
  await attack(name, run);
};
// No path with these names leads there, with or without a sandbox: a check that cuts or folds them would.
await refused('NONE nul', () => read(`${secret}\0.txt`));
await refused('NONE nul behind a granted one', () => read(`${app}/data.txt\0/../../secret.txt`));
await refused('NONE upper case', () => read(secret.toUpperCase()));
await refused('NONE full width', () => read(secret.replace('secret', 'ｓecret')));
await refused('NONE overlong dots', () => read(`${app}/\u2024\u2024/outside/secret.txt`));
await refused('NONE encoded', () => read(`${app}/%2e%2e/outside/secret.txt`));
await refused('NONE url with an encoded slash', () =>
  read(new URL(`file://${app}/..%2foutside/secret.txt`)),
);

// What checks a path in script is the app's to change.
await attack('a path that changes', () => {
  let asked = 0;
  const path = { toString: () => (asked++ === 0 ? `${app}/data.txt` : secret) };
  try {
    return read(path as unknown as string);
  } catch {
    // Only its toString() would have been asked.
    return place.tier === 'control' ? read(secret) : undefined;
  }
});
await attack('own Buffer methods', () => {
  const methods = Buffer.prototype as unknown as Record<string, unknown>;
  const { toString, utf8Slice } = methods;
  methods['toString'] = methods['utf8Slice'] = (): string => `${app}/data.txt`;
  try {
    const bytes = fs.readFileSync(Buffer.from(secret));
    methods['toString'] = toString;
    methods['utf8Slice'] = utf8Slice;
    return leaked(bytes);
  } finally {
    methods['toString'] = toString;
    methods['utf8Slice'] = utf8Slice;
  }
});
await attack('own path.resolve', () => {
  const path = process.getBuiltinModule('node:path') as unknown as Record<string, unknown>;
  const { resolve, toNamespacedPath } = path;
  path['resolve'] = path['toNamespacedPath'] = (): string => secret;
  try {
    // Newer Nodes do not ask it.
    return read(join(app, 'data.txt')) ?? (place.tier === 'control' ? read(secret) : undefined);
  } finally {
    path['resolve'] = resolve;
    path['toNamespacedPath'] = toNamespacedPath;
  }
});
await attack('own startsWith', () => {
  const { startsWith } = String.prototype;
  String.prototype.startsWith = (): boolean => true;
  try {
    return read(secret);
  } finally {
    String.prototype.startsWith = startsWith;
  }
});

const links = place['links'] as Readonly<Record<string, string>>;
for (const [name, path] of Object.entries(links)) await attack(`link ${name}`, () => read(path));
await attack('a link made now', () => {
  fs.symlinkSync(secret, join(cache, 'made'));
  return read(join(cache, 'made'));
});
await attack('a relative link made now', () => {
  fs.symlinkSync('../../outside/secret.txt', join(cache, 'made-relative'));
  return read(join(cache, 'made-relative'));
});
await attack('a link copied', () => {
  fs.symlinkSync(secret, join(cache, 'copied'));
  fs.cpSync(join(cache, 'copied'), join(cache, 'copy'), { verbatimSymlinks: true });
  return read(join(cache, 'copy'));
});
await attack('a folder swapped for a link between look and use', async () => {
  // One reads a file of a folder while the other makes the folder a link and back.
  const folder = join(cache, 'swap');
  const aside = join(cache, 'swap-aside');
  fs.mkdirSync(folder);
  fs.writeFileSync(join(folder, 'secret.txt'), 'mine');
  for (let n = 0; n < 300; n++) {
    const found = fs.promises.readFile(join(folder, 'secret.txt'));
    fs.renameSync(folder, aside);
    try {
      fs.symlinkSync(outside, folder);
      const [got] = await Promise.allSettled([found]);
      fs.unlinkSync(folder);
      const text = got.status === 'fulfilled' ? leaked(got.value) : undefined;
      if (text !== undefined) return text;
    } finally {
      fs.renameSync(aside, folder);
    }
  }
  return undefined;
});
await attack('a hard link', () => {
  fs.linkSync(secret, join(cache, 'hard'));
  return read(join(cache, 'hard'));
});
await attack('WRITE a hard link to what may be read', () => {
  fs.linkSync(join(app, 'data.txt'), join(cache, 'hard-data'));
  fs.writeFileSync(join(cache, 'hard-data'), 'changed');
  return fs.readFileSync(join(app, 'data.txt'), 'utf8') === 'changed' && 'changed it';
});
await attack('WRITE moving it to where it may be written', () => {
  fs.renameSync(join(app, 'kit.ts'), join(cache, 'kit.ts'));
  return 'moved';
});
for (const [name, path] of Object.entries({
  beside: `${cache}-beside`,
  'the own folder': join(app, 'new.txt'),
  outside: join(outside, 'new.txt'),
  'with dots': `${cache}/../new2.txt`,
})) {
  await attack(`WRITE ${name}`, () => {
    fs.writeFileSync(path, 'x');
    return 'written';
  });
}
await attack('names that begin like a granted one', () => read(`${app}-secret/secret.txt`));

// The memory, environment and descriptors of processes.
const processes: Readonly<Record<string, () => unknown>> = {
  'environ of the launcher': () => read(`/proc/${process.ppid}/environ`),
  'own environ': () => read('/proc/self/environ'),
  'own memory': () => fs.openSync('/proc/self/mem', 'r+') > 0 && 'opened',
  'own maps': () => fs.readFileSync('/proc/self/maps', 'utf8').slice(0, 40),
  mounts: () => fs.readFileSync('/proc/self/mountinfo', 'utf8').slice(0, 40),
  'descriptors of the launcher': () => fs.readdirSync(`/proc/${process.ppid}/fd`).join(' '),
  'own descriptors': () => fs.readdirSync('/proc/self/fd').join(' '),
  '/dev/fd': () => fs.readdirSync('/dev/fd').join(' '),
  'a descriptor by name': () => fs.openSync('/dev/fd/0', 'r') > 0 && 'opened',
  'all processes': () => fs.readdirSync('/proc').join(' '),
  'other processes': () => fs.readFileSync(`/proc/${process.ppid}/cmdline`, 'latin1'),
};
for (const [name, run] of Object.entries(processes)) await attack(`proc ${name}`, run);
await attack('a descriptor that was left open', () => {
  const bytes = Buffer.alloc(64);
  fs.readSync(40, bytes, 0, 64, 0);
  return leaked(bytes);
});
await attack('a folder that was left open', () => {
  return leaked(fs.readFileSync('/proc/self/fd/41/secret.txt'));
});

// Modules.
const require = createRequire(import.meta.url);
const elsewhere = createRequire(`${outside}/`);
const modulePath = join(outside, 'module.mjs');
await attack('import of a module', async () => leaked(JSON.stringify(await import(modulePath))));
await attack('import by url', async () =>
  leaked(JSON.stringify(await import(pathToFileURL(modulePath).href))),
);
await attack('import of json', async () =>
  leaked(JSON.stringify(await import(join(outside, 'data.json'), { with: { type: 'json' } }))),
);
await attack('import by way of a data url', async () => {
  const code = `export { default } from ${JSON.stringify(pathToFileURL(modulePath).href)}`;
  return leaked(JSON.stringify(await import(`data:text/javascript,${encodeURIComponent(code)}`)));
});
await attack('require', () => leaked(JSON.stringify(require(join(outside, 'data.json')))));
await attack('require elsewhere', () => leaked(JSON.stringify(elsewhere('./data.json'))));
await attack('require of a package', () => leaked(JSON.stringify(elsewhere('./pack'))));
await attack('a package of mine whose main is outside', () => {
  fs.mkdirSync(join(cache, 'pack'));
  fs.writeFileSync(
    join(cache, 'pack/package.json'),
    JSON.stringify({ main: '../../../outside/module.cjs' }),
  );
  return leaked(JSON.stringify(require(join(cache, 'pack'))));
});
await attack('fields of a package, by an error', () => {
  try {
    return leaked(JSON.stringify(elsewhere('./named')));
  } catch (error) {
    return leaked((error as Error).message);
  }
});
await attack('fields of a package, as modules have them', () => {
  const module = process.getBuiltinModule('node:module') as unknown as {
    _readPackage(folder: string): object;
  };
  return leaked(JSON.stringify(module._readPackage(join(outside, 'named'))));
});
await attack('NODE_PATH at run time', () => {
  process.env['NODE_PATH'] = outside;
  const module = process.getBuiltinModule('node:module') as unknown as { _initPaths(): void };
  module._initPaths();
  return leaked(JSON.stringify(require('pack')));
});
done();
