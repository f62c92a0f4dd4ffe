/** Settings and variables, under every name that they could have. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import type { TuiGlobal } from '../../../../runtime/script/globals/tui-global.js';
import { attack, done, leaked, place } from './kit.js';
import { ask } from './wire.js';

declare const $tui: TuiGlobal;

const { outside, root } = place;
const config = $tui.config;
if (config === undefined) throw new Error('there are no settings');
const expected = place['values'] as Readonly<Record<string, unknown>>;

/** A key and its value as one can write them; what comes of it, the spec sees in the file. */
const spellings: Readonly<
  Record<string, (key: string, value: unknown) => Record<string, unknown>>
> = {
  plain: (key, value) => ({ [key]: value }),
  nested: (key, value) =>
    key
      .split('.')
      .reverse()
      .reduce<unknown>((inner, name) => ({ [name]: inner }), value) as Record<string, unknown>,
  'in a section': (key, value) => {
    const [section = '', ...rest] = key.split('.');
    return { [section]: { [rest.join('.')]: value } };
  },
  'upper case': (key, value) => ({ [key.toUpperCase()]: value }),
  'a blank behind': (key, value) => ({ [`${key} `]: value }),
  'a dot behind': (key, value) => ({ [`${key}.`]: value }),
  'two dots': (key, value) => ({ [key.replace('.', '..')]: value }),
  'another dot': (key, value) => ({ [key.replace('.', '\u2024')]: value }),
  'full width': (key, value) => ({
    [key.replace(/[a-z]/, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))]: value,
  }),
  'a ligature': (key, value) => ({ [key.replace('fi', '\ufb01')]: value }),
  'a pointer': (key, value) => ({ [`/${key.replace('.', '/')}`]: value }),
  'a list': (key, value) => ({ [key]: [value] }),
  'a prototype': (key, value) =>
    JSON.parse(`{"__proto__": {${JSON.stringify(key)}: ${JSON.stringify(value)}}}`) as Record<
      string,
      unknown
    >,
  'a constructor': (key, value) => ({ constructor: { prototype: { [key]: value } } }),
  inherited: (key, value) => Object.create({ [key]: value }) as Record<string, unknown>,
};
const save = (values: Readonly<Record<string, unknown>>): number => config.save(values);
await attack('SANE a harmless key is saved', () => {
  save({ 'terminal.mouse': false });
  return config.getValue('terminal.mouse') === false && 'saved';
});
for (const [key, value] of Object.entries(expected)) {
  for (const spell of Object.values(spellings)) {
    try {
      save(spell(key, value));
    } catch {
      // Refused.
    }
    try {
      ask('config-save', null, JSON.stringify(Object.entries(spell(key, value))));
    } catch {
      // Refused.
    }
  }
}

// The file itself, and what is beside it.
const folder = join(root, 'home/.config/tui');
const file = join(folder, 'config.json');
for (const [name, run] of Object.entries<() => unknown>({
  'read by its name': () => leaked(fs.readFileSync(file, 'utf8')),
  'a link in its place': () => {
    fs.rmSync(file, { force: true });
    fs.symlinkSync(join(outside, 'target.json'), file);
    save({ 'terminal.glyphs': 'ascii' });
    return fs.existsSync(join(outside, 'target.json')) && 'written through it';
  },
  'a folder in its place': () => {
    fs.rmSync(file, { force: true });
    fs.mkdirSync(file);
    save({ 'terminal.glyphs': 'linux' });
    return 'saved';
  },
  'its folder a link': () => {
    fs.renameSync(folder, `${folder}-was`);
    fs.symlinkSync(outside, folder);
    save({ 'terminal.glyphs': 'unicode' });
    return fs.existsSync(join(outside, 'config.json')) && 'written';
  },
  'its lock held': () => {
    fs.writeFileSync(
      `${file}.lock`,
      JSON.stringify({ token: 'x', pid: 1, started: '', place: 'x' }),
    );
    return 'held';
  },
})) {
  await attack(`FILE ${name}`, run);
}

// What is set for this run only is saved with the rest.
for (const [key, value] of Object.entries(expected)) {
  try {
    config.set(key, value);
    save({});
  } catch {
    // Refused.
  }
}

// Secrets of the user's file and environment, which are no setting of this app.
const valueOf = (key: string): unknown => {
  try {
    return config.getValue(key);
  } catch {
    return undefined;
  }
};
const everything = (): string => {
  const keys = [...config.getKeys(), ...(place['keys'] as readonly string[])];
  return JSON.stringify([keys.map(valueOf), config.getConfigText()]);
};
const shown = everything();
for (const [name, canary] of Object.entries(place['secrets'] as Record<string, string>)) {
  await attack(`SECRET ${name}`, () => (shown.includes(canary) ? 'known' : undefined));
}
for (const name of place['variables'] as string[]) {
  await attack(`VARIABLE ${name}`, () => leaked(process.env[name]));
}
await attack('VARIABLE any', () => leaked(JSON.stringify(Object.entries(process.env))));
await attack('VARIABLE inherited', () =>
  leaked(
    JSON.stringify([
      Object.getPrototypeOf(process.env),
      ({} as Record<string, unknown>)['__proto__'],
    ]),
  ),
);
done();
