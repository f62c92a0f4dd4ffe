/** Edits of an app that runs: what it is sent, what it may know of files, and what ends it. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { writeFileSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { compileApp } from '../../../cli/sandbox/broker/compiler/compile.js';
import type { Edit } from '../../../cli/sandbox/channel/task.js';
import { followEdits, type EditInputs } from '../../../cli/sandbox/launch/editing/follow-edits.js';
import { NO_PERMISSION_FLAGS } from '../../../cli/sandbox/policy/flags.js';
import { loadPermissions } from '../../../cli/sandbox/policy/load.js';
import { sleep, until } from '../../support/until.js';

const APP = '<tui><text id="a">a</text></tui>';
const SCRIPTED = '<tui><text id="a">a</text><script src="app.ts"></script></tui>';

let folder = '';
let app = '';
let end: (() => void) | undefined;
let edits: Edit[] = [];
let restarts = 0;
let show: (path: unknown) => void = () => undefined;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-edits-')));
  mkdirSync(join(folder, 'app'));
  app = join(folder, 'app/app.tui');
  writeFileSync(app, APP);
  writeFileSync(join(folder, 'app/app.ts'), 'export const one = 1;');
  [edits, restarts] = [[], 0];
});
afterEach(() => {
  end?.();
  rmSync(folder, { recursive: true });
});

async function start(
  text = APP,
  {
    started = Promise.resolve(),
    check = async () => undefined,
  }: {
    readonly started?: Promise<void>;
    readonly check?: () => Promise<void>;
  } = {},
): Promise<void> {
  writeFileSync(app, text);
  const source = { file: app, text };
  const { permissions, variables } = loadPermissions({
    source,
    appFile: app,
    flags: NO_PERMISSION_FLAGS,
    env: {},
  }).resolved;
  const code = compileApp(source, { permissions, variables, appFile: app, keeps: false });
  const inputs = {
    source,
    appFile: app,
    permissions,
    variables,
    code,
    started,
    editor: {
      path: app,
      check,
      errorsWithin: async () => await Promise.resolve([]),
      restart: () => restarts++,
    },
    channel: { notify: (_: string, edit: Edit) => edits.push(edit) },
    broker: {
      onNotice: (_: string, handler: (payload: unknown) => void) => (show = handler),
    },
  };
  end = followEdits(inputs as unknown as EditInputs);
  await code;
  await sleep(20);
}

const of = (type: Edit['type']): Edit[] => edits.filter((edit) => edit.type === type);

describe('an edit', () => {
  it('is sent as another version', async () => {
    await start();
    writeFileSync(app, APP.replace('>a<', '>b<'));
    await until(() => of('version').length === 1);
    expect(of('version')[0]).toMatchObject({ text: APP.replace('>a<', '>b<'), blocks: [] });
    expect(restarts).toBe(0);
  });

  it('of an imported script is sent with its code', async () => {
    await start(SCRIPTED);
    writeFileSync(join(folder, 'app/app.ts'), 'export const two = 2;');
    await until(() => of('version').length === 1);
    expect(of('version')[0]).toMatchObject({ isScriptChanged: true, result: { ok: true } });
  });

  it('of a component of a package, of its styles or of its script is sent', async () => {
    const folderOfCards = join(folder, 'app/node_modules/@acme/cards');
    mkdirSync(folderOfCards, { recursive: true });
    const put = (name: string, text: string): void =>
      writeFileSync(join(folderOfCards, name), text);
    put('package.json', '{"name": "@acme/cards", "version": "1.0.0"}');
    const card = (text: string): string =>
      `<template element="ui-card"><style src="card.css"></style><text>${text}</text><script src="card.js"></script></template>`;
    put('card.tui', card('one'));
    put('card.css', 'text { color: red }');
    put('card.js', 'export const one = 1;');
    await start('<tui><import src="@acme/cards/card.tui"/><ui-card/></tui>');
    put('card.tui', card('two'));
    await until(() => of('version').length === 1);
    expect(JSON.stringify(of('version')[0])).toContain('<text>two</text>');
    put('card.css', 'text { color: blue }');
    await until(() => of('version').length === 2);
    expect(JSON.stringify(of('version')[1])).toContain('color: blue');
    put('card.js', 'export const two = 2;');
    await until(() => of('version').length === 3);
    expect(of('version')[2]).toMatchObject({ isScriptChanged: true, result: { ok: true } });
    expect(restarts).toBe(0);
  });

  it.each([
    ['that does not exist', undefined],
    ['with an error', 'export const late = ;'],
  ])('that imports a file %s is read again when that is corrected', async (_, broken) => {
    await start(SCRIPTED);
    const late = join(folder, 'app/late.ts');
    if (broken !== undefined) writeFileSync(late, broken);
    writeFileSync(join(folder, 'app/app.ts'), `import './late.js';`);
    await until(() => of('version').length === 1);
    expect(of('version')[0]).toMatchObject({ result: { ok: false } });
    writeFileSync(late, 'export const late = 1;');
    await until(() => of('version').length === 2);
    expect(of('version')[1]).toMatchObject({ isScriptChanged: true, result: { ok: true } });
  });

  it('that cannot be started is checked again when a script of it is corrected', async () => {
    const wanted = join(folder, 'app/late.ts');
    const check = async (): Promise<void> => {
      if (!existsSync(wanted)) throw new Error('not found');
      await Promise.resolve();
    };
    await start(APP, { check });
    writeFileSync(app, APP.replace('</tui>', '<script src="late.ts"></script></tui>'));
    await until(() => of('failure').length === 1);
    writeFileSync(wanted, 'export {};');
    await until(() => restarts === 1);
  });

  it.each<readonly [string, () => void, string]>([
    ['empty', () => truncateSync(app, 0), 'empty-document'],
    ['a folder', () => (unlinkSync(app), mkdirSync(app)), 'is-directory'],
    ['missing', () => unlinkSync(app), 'no-file'],
    ['too large', () => truncateSync(app, 65 * 1024 * 1024), 'too-large'],
    ['no text', () => writeFileSync(app, 'a\0b'), 'not-text'],
  ])('that leaves the file %s is an error, and the next one counts', async (_, save, code) => {
    await start();
    save();
    await until(() => of('failure').length > 0);
    expect(of('failure')[0]).toMatchObject({ result: { diagnostics: [{ code }] } });
    rmSync(app, { recursive: true, force: true });
    writeFileSync(app, APP.replace('>a<', '>b<'));
    await until(() => of('version').length > 0);
    expect(restarts).toBe(0);
  });

  it('that fails by no error of the document is shown as well, and rejects nothing', async () => {
    const rejected: unknown[] = [];
    const onRejection = (reason: unknown): void => void rejected.push(reason);
    process.on('unhandledRejection', onRejection);
    await start(APP, { check: () => Promise.reject(new Error('EIO')) });
    writeFileSync(app, `<tui><policy>{"name": "x"}</policy></tui>`);
    await until(() => of('failure').length === 1);
    await sleep(20);
    process.removeListener('unhandledRejection', onRejection);
    expect(of('failure')[0]).toMatchObject({ result: { diagnostics: [{ code: 'edit-failed' }] } });
    expect(rejected).toEqual([]);
    expect(restarts).toBe(0);
  });

  it('is not followed where the app does not start, which rejects nothing', async () => {
    const rejected: unknown[] = [];
    const onRejection = (reason: unknown): void => void rejected.push(reason);
    process.on('unhandledRejection', onRejection);
    const started = Promise.reject(new Error('gone'));
    await start(APP, { started });
    writeFileSync(app, APP.replace('>a<', '>b<'));
    await sleep(100);
    process.removeListener('unhandledRejection', onRejection);
    expect([edits, rejected]).toEqual([[], []]);
  });
});

describe('an edit that asks for more', () => {
  it.each([
    ['permissions', '<tui><policy>{"permissions": {"read": ["/etc"]}}</policy></tui>'],
    ['settings', '<tui><policy>{"config": {"persist": true}}</policy></tui>'],
    ['code, where there was none', '<tui><text onClick="x()">a</text></tui>'],
  ])('%s is never sent, but started with all the questions of a start', async (_, text) => {
    await start();
    writeFileSync(app, text);
    await until(() => restarts === 1);
    expect(of('version')).toEqual([]);
  });

  it('does not get what an imported file outside of its grants has', async () => {
    await start(SCRIPTED);
    writeFileSync(join(folder, 'secret.json'), '{"secret": "s3cret"}');
    writeFileSync(join(folder, 'app/app.ts'), `export * from '../secret.json';`);
    await until(() => edits.length > 0);
    await sleep(50);
    expect(JSON.stringify(edits)).not.toContain('s3cret');
    // The control: the same in its own folder.
    writeFileSync(join(folder, 'app/own.json'), '{"secret": "0wn"}');
    writeFileSync(join(folder, 'app/app.ts'), `export * from './own.json';`);
    await until(() => JSON.stringify(edits).includes('0wn'));
  });

  it('is another app, where the path leads to another file', async () => {
    await start();
    const other = join(folder, 'other.tui');
    writeFileSync(other, APP);
    unlinkSync(app);
    symlinkSync(other, app);
    await until(() => restarts === 1);
    expect(of('version')).toEqual([]);
  });
});

describe('files that the app shows', () => {
  const changed = (): readonly string[] =>
    edits.flatMap((edit) => (edit.type === 'files' ? [...edit.files] : []));

  it('are reported where it may read them: the control', async () => {
    await start();
    const own = join(folder, 'app/own.md');
    writeFileSync(own, 'a');
    show(own);
    writeFileSync(own, 'ab');
    await until(() => changed().length > 0);
    expect(changed()).toEqual([own]);
  });

  it.each([
    ['outside of its grants', () => join(folder, 'secret')],
    ['on the way through its folder', () => `${folder}/app/../secret`],
    ['by a link in its folder', () => join(folder, 'app/link')],
    ['through a linked folder', () => join(folder, 'app/up/secret')],
  ])('are not reported %s', async (_, path) => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'a');
    symlinkSync(secret, join(folder, 'app/link'));
    symlinkSync(folder, join(folder, 'app/up'));
    await start();
    show(path());
    writeFileSync(secret, 'ab');
    await sleep(300);
    expect(changed()).toEqual([]);
  });

  it('are not reported once a link leads out of its grants', async () => {
    const [link, own, secret] = ['app/link', 'app/own.md', 'secret'].map((name) =>
      join(folder, name),
    );
    writeFileSync(own!, 'a');
    writeFileSync(secret!, 'a');
    symlinkSync(own!, link!);
    await start();
    show(link);
    unlinkSync(link!);
    symlinkSync(secret!, link!);
    await sleep(100);
    writeFileSync(secret!, 'ab');
    await sleep(1500);
    expect(changed()).toEqual([]);
  });

  it('are whole paths: a relative one would be checked in one folder and watched in another', async () => {
    await start();
    const cwd = process.cwd();
    try {
      process.chdir(folder);
      writeFileSync('own.md', 'a');
      writeFileSync('app/own.md', 'a');
      show('own.md');
      writeFileSync('own.md', 'ab');
      await sleep(1200);
    } finally {
      process.chdir(cwd);
    }
    expect(changed()).toEqual([]);
  });

  it.each([[null], [{}], [7], ['/\0'], ['/'.repeat(5000)], ['']])(
    'are paths, not %j',
    async (path) => {
      await start();
      expect(() => show(path)).not.toThrow();
      await sleep(20);
      expect(changed()).toEqual([]);
    },
  );
});
