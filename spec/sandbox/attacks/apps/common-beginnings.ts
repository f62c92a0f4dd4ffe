/**
 * Paths whose names begin as three granted ones do: `keys` beside `keys-cache`, `keys.index` and `keys_new`. Nothing grants
 * them. Runs inside of the app.
 */
import * as fs from 'node:fs';
import { attack, done, leaked, place } from './kit.js';

const { root, app } = place;
const keys = `${root}/keys`;
const own = `${root}/keys-cache`;
const profile = `${root}/profile`;
const denied = `${root}/notes/private`;
const { promises } = fs;

const read = (path: unknown): string | undefined => leaked(fs.readFileSync(path as string));
const named = (names: readonly string[]): string | undefined =>
  names.includes('id') ? 'has its names' : undefined;
const callback = async (run: (done: (error: unknown, value?: unknown) => void) => void) =>
  await new Promise<unknown>((resolve, reject) => {
    run((error, value) => (error instanceof Error ? reject(error) : resolve(value ?? error)));
  });

await attack('SANE a file beside it', () => read(`${root}/notes/private.txt`));
await attack('SANE a file of its own', () => {
  fs.writeFileSync(`${own}/own.txt`, 'own');
  return fs.readFileSync(`${own}/own.txt`, 'utf8');
});
await attack('SANE a file of its own that does not exist', () => !fs.existsSync(`${own}/none`));

await attack('names', () => named(fs.readdirSync(keys)));
await attack('names, with a slash', () => named(fs.readdirSync(`${keys}//.`)));
await attack('names, by bytes', () => named(fs.readdirSync(Buffer.from(keys))));
await attack('names, by a promise', async () => named(await promises.readdir(keys)));
await attack('names, by a callback', async () => {
  return named((await callback((then) => fs.readdir(keys, then))) as string[]);
});
await attack('names, one by one', () => fs.opendirSync(keys).readSync()?.name);
await attack('names, relative', () => {
  process.chdir(own);
  return named(fs.readdirSync('../keys'));
});
await attack('names, where it works', () => {
  process.chdir(keys);
  return named(fs.readdirSync('.'));
});
await attack('names, where another folder was', () => {
  // Node remembers the working folder, and the system knows it by its new name.
  fs.mkdirSync(`${own}/a/b`, { recursive: true });
  process.chdir(`${own}/a/b`);
  process.cwd();
  fs.renameSync(`${own}/a/b`, `${own}/b`);
  return named(fs.readdirSync('../../keys'));
});
await attack('names, with another function for the working folder', () => {
  const { cwd } = process;
  process.cwd = () => '/nowhere/at/all';
  try {
    process.chdir(own);
    return named(fs.readdirSync('../keys'));
  } finally {
    process.cwd = cwd;
  }
});
await attack('names, as it is watched', () => {
  const watcher = fs.watch(keys);
  watcher.close();
  return 'watches';
});
await attack('that it exists', () => fs.existsSync(keys));
await attack('that it exists, by a callback', async () => {
  return await new Promise<boolean>((resolve) => fs.exists(keys, resolve));
});
await attack('its times', () => fs.statSync(keys).mtimeMs);
await attack('its times, by a promise', async () => (await promises.lstat(keys)).mtimeMs);
await attack('whether it may be read', () => {
  fs.accessSync(keys);
  return 'may';
});

await attack('content, where it was moved', () => {
  fs.renameSync(keys, `${own}/keys`);
  try {
    fs.writeFileSync(`${own}/keys/new`, 'new');
    return read(`${own}/keys/id`);
  } finally {
    fs.renameSync(`${own}/keys`, keys);
  }
});
await attack('content, by a link', () => {
  fs.symlinkSync(keys, `${own}/link`);
  return read(`${own}/link/id`);
});
await attack('its mode', () => {
  fs.chmodSync(keys, 0o777);
  return 'changed';
});

const change = (run: () => void) => (): string | undefined => {
  run();
  return fs.existsSync(profile) ? fs.statSync(profile).size.toString() : 'gone';
};
await attack('a file, read', () => read(profile));
await attack('a file, read by a callback', async () =>
  leaked(await callback((then) => fs.readFile(profile, then))),
);
await attack('a file, read as a blob', async () =>
  leaked(await (await fs.openAsBlob(profile)).text()),
);
await attack('a file, copied', () => {
  fs.copyFileSync(profile, `${own}/copied`);
  return read(`${own}/copied`);
});
await attack(
  'a file, written',
  change(() => fs.writeFileSync(profile, 'written')),
);
await attack('a file, written by a promise', async () => {
  await promises.writeFile(profile, 'written');
  return 'written';
});
await attack(
  'a file, appended to',
  change(() => fs.appendFileSync(profile, 'more')),
);
await attack('a file, opened', () => fs.openSync(profile, 'r+'));
await attack('a file, by a stream', async () => {
  const stream = fs.createWriteStream(profile);
  await new Promise((resolve, reject) => stream.on('open', resolve).on('error', reject));
  stream.destroy();
  return 'opened';
});
await attack(
  'a file, cut',
  change(() => fs.truncateSync(profile, 2)),
);
await attack('a file, written over by a copy', () => {
  fs.copyFileSync(`${app}/data.txt`, profile);
  return 'copied';
});
await attack('a file, under a second name', () => {
  fs.linkSync(profile, `${own}/second`);
  return 'linked';
});
await attack(
  'a file, its times',
  change(() => fs.utimesSync(profile, 1, 1)),
);
await attack('a file, replaced', () => {
  fs.renameSync(`${own}/own.txt`, profile);
  return 'replaced';
});
await attack('a file, removed', () => {
  fs.unlinkSync(profile);
  return 'removed';
});

await attack('a denied file', () => read(denied));
await attack('a denied file, by bytes', () => read(Buffer.from(denied)));
await attack('a denied file, by an address', () => read(new URL(`file://${denied}`)));
await attack('a denied file, by a promise', async () => leaked(await promises.readFile(denied)));
await attack('a denied file, by a handle', async () => {
  const handle = await promises.open(denied);
  try {
    return leaked(await handle.readFile());
  } finally {
    await handle.close();
  }
});
await attack('a denied file, by a stream', async () => {
  let text = '';
  for await (const piece of fs.createReadStream(denied)) text += String(piece);
  return leaked(text);
});
await attack('a denied file, as a module', async () => {
  const module = (await import(`${denied}`)) as { default?: unknown };
  return leaked(JSON.stringify(module.default));
});

/** Read as the app's own: only what it may write there is beyond the grant. */
const among = `${app}/list`;
await attack('SANE a readable file among writable ones', () => fs.readFileSync(among, 'utf8'));
await attack('SANE and its size', () => fs.statSync(among).size);
await attack('a readable file, written', () => {
  fs.writeFileSync(among, 'written');
  return 'written';
});
await attack('a readable file, opened to write', () => fs.openSync(among, 'a'));
await attack('a readable file, removed', () => {
  fs.rmSync(among);
  return 'removed';
});

done();
