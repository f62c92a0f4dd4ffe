/** At the user's settings: by files, by `save`, and by messages to the launcher made by hand. */
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { TuiGlobal } from '../../../../runtime/script/globals/tui-global.js';
import { attack, done, leaked, place } from './kit.js';
import { ask as askBy } from './wire.js';

declare const $tui: TuiGlobal;
const config = $tui.config!;
const { app, cache, outside } = place;
const file = place['file'] as string;
const folder = dirname(file);
/** What the launcher would write for the app, if it could be led there. */
const victim = join(outside, 'victim.txt');
const isControl = place.tier === 'control';

/** Does something to the file, and takes it back. */
function undone(change: () => void, undo: () => void): string {
  change();
  undo();
  return 'done';
}
const text = isControl || place['readable'] === true ? fs.readFileSync(file, 'utf8') : '';
const restore = (): void => fs.writeFileSync(file, text);

// Reading: the file holds the user's keys.
await attack('read the file', () => leaked(fs.readFileSync(file, 'utf8')));
await attack('read it by a promise', async () => leaked(await fs.promises.readFile(file, 'utf8')));
await attack('read it by /proc/self/root', () => leaked(fs.readFileSync(`/proc/self/root${file}`)));
await attack('read it through its parent', () =>
  leaked(fs.readFileSync(`${dirname(folder)}/./tui/../tui/config.json`)),
);
await attack('list the folder', () => fs.readdirSync(folder).includes('config.json') && 'listed');
await attack('open the folder', () => {
  const opened = fs.opendirSync(folder);
  const entry = opened.readSync();
  opened.closeSync();
  return entry?.name;
});
await attack('copy the file', () => {
  fs.copyFileSync(file, join(cache, 'copy.json'));
  return leaked(fs.readFileSync(join(cache, 'copy.json')));
});
await attack('link to the file', () => {
  fs.linkSync(file, join(cache, 'hard.json'));
  return leaked(fs.readFileSync(join(cache, 'hard.json')));
});
await attack('read it through a link of its own', () => {
  fs.symlinkSync(folder, join(cache, 'way'));
  return leaked(fs.readFileSync(join(cache, 'way/config.json')));
});
await attack('import a module beside it', async () =>
  leaked(JSON.stringify(await import(join(folder, 'keys.mjs')))),
);

// Writing: what stands in it, the launcher does.
const bad = JSON.stringify({ log: { file: victim, level: 'TRACE' } });
await attack('write the file', () => undone(() => fs.writeFileSync(file, bad), restore));
await attack('add to the file', () => undone(() => fs.appendFileSync(file, ' '), restore));
await attack('empty the file', () => undone(() => fs.truncateSync(file, 0), restore));
await attack('remove the file', () => undone(() => fs.rmSync(file), restore));
await attack('put a link in its place', () =>
  undone(
    () => {
      fs.rmSync(file);
      fs.symlinkSync(victim, file);
    },
    () => {
      fs.rmSync(file);
      restore();
    },
  ),
);
await attack('rename another over it', () =>
  undone(() => {
    fs.writeFileSync(join(cache, 'bad.json'), bad);
    fs.renameSync(join(cache, 'bad.json'), file);
  }, restore),
);
await attack('make a file beside it', () =>
  undone(
    () => fs.writeFileSync(join(folder, 'x.css'), 'text { color: red }'),
    () => fs.rmSync(join(folder, 'x.css')),
  ),
);
await attack('hold its lock', () =>
  undone(
    () => fs.writeFileSync(`${file}.lock`, ''),
    () => fs.rmSync(`${file}.lock`),
  ),
);
await attack('move the folder away', () =>
  undone(
    () => {
      fs.renameSync(folder, `${folder}2`);
      fs.mkdirSync(folder);
    },
    () => {
      fs.rmdirSync(folder);
      fs.renameSync(`${folder}2`, folder);
    },
  ),
);
await attack('move what is above it away', () =>
  undone(
    () => fs.renameSync(dirname(folder), `${dirname(folder)}2`),
    () => fs.renameSync(`${dirname(folder)}2`, dirname(folder)),
  ),
);
await attack('change its mode', () =>
  undone(
    () => fs.chmodSync(file, 0o666),
    () => fs.chmodSync(file, 0o600),
  ),
);

// Saving: what it is for works where it is granted, and nothing else of it.
const saved = (overrides: Record<string, unknown>): string => {
  config.save(overrides);
  return 'saved';
};
const RESERVED: Readonly<Record<string, unknown>> = {
  'log.file': victim,
  'ai.endpoint': 'https://evil.test/',
  'ai.headers': { a: 'b' },
  'ai.model': 'm',
  'server.port': 8123,
  'server.host': '0.0.0.0',
  'server.allowInput': true,
  'bundler.retainBundle': true,
  'headless.enabled': true,
  'headless.width': 7,
  'oauth.wellknownUrl': 'https://evil.test/',
  'oauth.redirectUri': 'https://evil.test/',
  'i18n.messagesDir': outside,
  'dither.blueNoisePath': join(outside, 'x.png'),
  'terminal.forceExternalTool': true,
};
for (const [key, value] of Object.entries(RESERVED)) {
  await attack(`RESERVED save ${key}`, () => saved({ [key]: value }));
  await attack(`RESERVED set ${key}, and save`, () => {
    config.set(key, value);
    return saved({});
  });
  await attack(`RESERVED save ${key} between others`, () =>
    saved({ theme: 'bw-std', [key]: value }),
  );
}
await attack('RESERVED save a theme by path', () => saved({ theme: join(app, 'x.css') }));
await attack('RESERVED set a theme by path, and save', () => {
  config.set('theme', join(app, 'x.css'));
  try {
    return saved({ lint: true });
  } finally {
    config.set('theme', undefined);
  }
});

// The same past its own configuration, which the app could have changed.
const ask = (payload: unknown): unknown => askBy('config-save', null, JSON.stringify(payload));

if (!isControl) {
  for (const [key, value] of Object.entries(RESERVED)) {
    await attack(`RAW ${key}`, () => ask([[key, value]]) !== undefined && 'saved');
    await attack(`RAW without ${key}`, () => ask([[key]]) !== undefined && 'removed');
  }
  for (const [name, payload] of Object.entries<unknown>({
    'a path as theme': [['theme', '/x.css']],
    'a key twice': [
      ['theme', 'bw-std'],
      ['log.file', victim],
      ['theme', 'bw-std'],
    ],
    'a section': [['log', { file: victim }]],
    'a prototype': [['__proto__', { 'log.file': victim }]],
    'a constructor': [['constructor', 1]],
    'a look-alike': [['l\u043eg.file', victim]],
    'a key with a blank': [['log.file ', victim]],
    'a key as list': [[['log.file'], victim]],
    'no list': { 'log.file': victim },
    'a text': `[["log.file", "${victim}"]]`,
    'too many': Array.from({ length: 10_000 }, () => ['theme', 'bw-std']),
    'a huge value': [['log.level', 'x'.repeat(200_000)]],
    'a value that does not fit': [['log.level', 'LOUD']],
    'an app key': [['mine.own', 1]],
  })) {
    await attack(`RAW ${name}`, () => ask(payload) !== undefined && 'saved');
  }
  for (const code of [`import x from ${JSON.stringify(file)}; export const y = x;`, '']) {
    await attack(`RAW compile ${code === '' ? 'by src' : 'by import'}`, () => {
      const src = code === '' ? file : undefined;
      try {
        return leaked(
          JSON.stringify(
            askBy('compile', [{ size: code.length, src, lang: 'js', ready: false }], code),
          ),
        );
      } catch (error) {
        return leaked(String(error));
      }
    });
  }
  await attack('secrets in the answer', () => leaked(JSON.stringify(ask([['lint', true]]))));
}
await attack('SAVES what it may', () => saved({ theme: 'bw-dark', 'log.level': 'WARN' }));
done();
