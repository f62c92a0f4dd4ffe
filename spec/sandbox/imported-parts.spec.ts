/** What `<import>` and `<style src>` name: read with the rights of the app, and part of what is approved. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { compileApp, type AppCode } from '../../cli/sandbox/broker/compiler/compile.js';
import { mayShowFiles } from '../../cli/sandbox/launch/has-code.js';
import { NO_PERMISSION_FLAGS } from '../../cli/sandbox/policy/flags.js';
import { loadPermissions } from '../../cli/sandbox/policy/load.js';

let folder = '';
let file = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-parts-')));
  mkdirSync(join(folder, 'app'));
  file = join(folder, 'app/app.tui');
  writeFileSync(
    join(folder, 'outside.tui'),
    '<template element="x-out"><text>secret</text></template>',
  );
  writeFileSync(
    join(folder, 'app/card.tui'),
    '<template element="x-card"><style src="a.css"/></template>',
  );
  writeFileSync(join(folder, 'app/a.css'), 'text { color: red }');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function compiled(text: string): Promise<AppCode> {
  const source = { file, text };
  const { permissions, variables } = loadPermissions({
    source,
    appFile: file,
    flags: NO_PERMISSION_FLAGS,
    env: {},
  }).resolved;
  return await compileApp(source, { permissions, variables, appFile: file, keeps: false });
}

const OWN = '<tui><import src="card.tui"/></tui>';

describe('an imported file', () => {
  it('is content of the app: a change of it is another app', async () => {
    const before = (await compiled(OWN)).content();
    expect([...before.files.keys()].map((path) => path.replace(`${folder}/`, '')).sort()).toEqual([
      'app/a.css',
      'app/app.tui',
      'app/card.tui',
    ]);
    expect((await compiled(OWN)).content().hash).toBe(before.hash);
    for (const name of ['a.css', 'card.tui']) {
      const { hash } = (await compiled(OWN)).content();
      writeFileSync(
        join(folder, 'app', name),
        name === 'a.css' ? 'text {}' : '<template element="x-card"/>',
      );
      expect((await compiled(OWN)).content().hash).not.toBe(hash);
    }
  });

  describe('of a package', () => {
    const own = (name: string, text: string): void => {
      const path = join(folder, 'app/node_modules/@acme/cards', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    };
    const card = (word: string): string =>
      `<template element="x-card"><text>${word}</text><script src="code/card.js"></script></template>`;
    const hashOf = async (from = '@acme/cards/card.tui'): Promise<string> =>
      (await compiled(`<tui><import src="${from}"/></tui>`)).content().hash;
    const described = (fields: object): string =>
      JSON.stringify({ name: '@acme/cards', ...fields });

    beforeEach(() => {
      own('package.json', described({ version: '1.0.0' }));
      own('card.tui', card('card'));
      own('evil.tui', card('evil'));
      own('code/card.js', "import { one } from './one.js'; export const two = one;");
      own('code/one.js', "export const one = 'one';");
    });

    it.each<readonly [what: string, name: string, fields: object]>([
      ['leads elsewhere', 'package.json', { exports: { './card.tui': './evil.tui' } }],
      ['drops what a module does', 'package.json', { sideEffects: false }],
      ['makes other modules of its files', 'package.json', { type: 'commonjs' }],
      ['replaces files', 'package.json', { browser: { './code/one.js': './code/card.js' } }],
      ['is new, beside its code', 'code/package.json', { type: 'module' }],
    ])('is another app when its package.json %s', async (_, name, fields) => {
      const before = await hashOf();
      // The control: read again, it is the same.
      expect(await hashOf()).toBe(before);
      own(name, described(fields));
      expect(await hashOf()).not.toBe(before);
    });
  });

  it.each(['../outside.tui', '/etc/hostname', 'file:///etc/hostname'])(
    'is not read where the app may not: %s',
    async (src) => {
      const { parts, content } = await compiled(`<tui><import src="${src}"/></tui>`);
      expect(parts).toHaveLength(1);
      expect(parts[0]!.error?.message).toContain('may not be read');
      expect(parts[0]!.source.text).toBe('');
      expect([...content().files.keys()]).toEqual([file]);
    },
  );

  it('is read where the app has the grant', async () => {
    const policy = '<policy>{"permissions": {"read": ["../outside.tui"]}}</policy>';
    const { parts } = await compiled(`<tui>${policy}<import src="../outside.tui"/></tui>`);
    expect(parts[0]!.source.text).toContain('secret');
  });

  it.each([OWN, '<tui><style src="a.css"/></tui>', '<tui><STYLE\nsrc=x></tui>'])(
    'is never read outside of the sandbox: %s',
    (text) => {
      expect(mayShowFiles(text)).toBe(true);
      expect(mayShowFiles('<tui><style>a {}</style></tui>')).toBe(false);
    },
  );

  it('has at most 4 MB, with all others', async () => {
    const half = `<template element="x-a"><!--${'x'.repeat(2.5 * 1024 * 1024)}--></template>`;
    writeFileSync(join(folder, 'app/one.tui'), half);
    writeFileSync(join(folder, 'app/two.tui'), half);
    const one = '<tui><import src="one.tui"/></tui>';
    expect((await compiled(one)).parts.map(({ error }) => error)).toEqual([undefined]);
    const both = '<tui><import src="one.tui"/><import src="two.tui"/></tui>';
    const { parts } = await compiled(both);
    expect(parts.map(({ error }) => error?.message)).toEqual([
      undefined,
      'the imports of a document have at most 4 MB in all',
    ]);
    expect(parts[1]!.source.text).toBe('');
  });
});
