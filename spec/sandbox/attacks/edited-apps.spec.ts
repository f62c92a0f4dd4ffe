/** An app under `tui dev` whose file becomes another one: what the running version is sent of the new one, and what that may do. */
import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DiagnosticError } from '../../../runtime/base/diagnostics.js';
import { compileApp } from '../../../cli/sandbox/broker/compiler/compile.js';
import type { Edit } from '../../../cli/sandbox/channel/task.js';
import { NO_PERMISSION_FLAGS } from '../../../cli/sandbox/policy/flags.js';
import { loadPermissions } from '../../../cli/sandbox/policy/load.js';
import { followEdits, type EditInputs } from '../../../cli/sandbox/launch/editing/follow-edits.js';
import {
  checkStart,
  errorsWithin,
  openApp,
  requestsOf,
} from '../../../cli/sandbox/launch/open-app.js';
import { commandFile, folderOf } from '../../support/cli.js';
import { runOnPty } from '../../support/pty.js';
import { until } from '../../support/until.js';

const CANARY = 's3cret-c4nary';
const OWN = '<policy>{"permissions": {"write": ["./"]}}</policy>';
const APP = `<tui>${OWN}<text>a</text></tui>`;

let folder = '';
let app = '';
let edits: Edit[] = [];
let restarts = 0;
let end: (() => void) | undefined;

beforeEach(async () => {
  folder = realpathSync(
    await folderOf({
      'private/diary.txt': `a ${CANARY} <b\n</b`,
      'private/diary.js': `const ${CANARY.replace('-', '_')} = ;`,
      'app/app.tui': APP,
    }),
  );
  app = join(folder, 'app/app.tui');
  [edits, restarts] = [[], 0];
});
afterEach(() => end?.());

/** As the command calls it. */
function callOf(): Parameters<typeof checkStart>[0] {
  const nothing = new Writable({ write: (_text, _encoding, done) => done() });
  const console = {
    stdin: {},
    stdout: nothing,
    stderr: nothing,
    env: {},
    cwd: folder,
    home: folder,
  };
  const rest = { operands: [app], argv: [], options: {}, steps: [], flags: {}, configFile: false };
  return { console, permissions: NO_PERMISSION_FLAGS, ...rest } as unknown as ReturnType<
    typeof callOf
  >;
}

/** What the check of a version finds, which the user of a new start would see: the control. */
async function foundBy(call = callOf()): Promise<string> {
  try {
    await checkStart(call, app);
    return '';
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return JSON.stringify(error.diagnostics);
  }
}

/** Runs the app, lets it change, and waits for what it is sent of that. */
async function sentOf(change: () => void, call = callOf()): Promise<string> {
  const source = { file: app, text: APP };
  const env = {};
  const loaded = loadPermissions({ source, appFile: app, flags: NO_PERMISSION_FLAGS, env });
  const { permissions, variables } = loaded.resolved;
  const code = compileApp(source, { permissions, variables, appFile: app, keeps: false });
  const inputs = {
    source,
    appFile: app,
    permissions,
    variables,
    code,
    started: Promise.resolve(),
    editor: {
      path: app,
      check: () => checkStart(call, app),
      errorsWithin: (version: typeof source, limits: typeof permissions) =>
        errorsWithin(call, version, { appFile: app, limits }),
      restart: () => restarts++,
    },
    channel: { notify: (_: string, edit: Edit) => edits.push(edit) },
    broker: { onNotice: () => undefined },
  };
  end = followEdits(inputs as unknown as EditInputs);
  await code;
  change();
  await until(() => edits.length + restarts > 0);
  return JSON.stringify(edits);
}

describe('a version with an error', () => {
  const wants = (rest: string): string =>
    `<tui><policy>{"permissions": {"read": ["${folder}/private"]}}</policy>${rest}</tui>`;

  it.each<readonly [string, () => string]>([
    ['a document', () => `<import src="${folder}/private/diary.txt"/>`],
    ['a style', () => `<style src="${folder}/private/diary.txt"></style>`],
    ['a script', () => `<script>import "${folder}/private/diary.js";</script>`],
  ])('does not show the app that runs %s that it requests', async (_, rest) => {
    writeFileSync(app, wants(rest()));
    const control = await foundBy();
    writeFileSync(app, APP);
    const sent = await sentOf(() => writeFileSync(app, wants(rest())));
    // Each has an error there but for the style, whose mistakes are warnings.
    if (restarts === 0) expect(control).toMatch(/s3cret[-_]c4nary/);
    expect(sent).not.toMatch(/s3cret[-_]c4nary/);
    if (restarts === 0) expect(sent).toContain('edit-failed');
  });

  it('does not show it what a link in the place of its file leads to', async () => {
    const link = join(folder, 'app/link');
    symlinkSync('../private/diary.txt', link);
    const sent = await sentOf(() => renameSync(link, app));
    expect(sent).not.toContain(CANARY);
    expect(sent).toContain('edit-failed');
    expect(await foundBy()).toContain(CANARY);
  });

  it.each<readonly [string, string, string]>([
    ['a folder with one app', 'private/folder', 'merger.tui'],
    ['bytes that are no text', 'private/bytes.dat', 'not UTF-8'],
    ['nothing', 'private/nothing', 'no such file'],
  ])('does not show it that a link in the place of its file leads to %s', async (_, to, known) => {
    mkdirSync(join(folder, 'private/folder'));
    writeFileSync(join(folder, 'private/folder/merger.tui'), APP);
    writeFileSync(join(folder, 'private/bytes.dat'), Buffer.from([10, 0xff, 0xfe]));
    const link = join(folder, 'app/link');
    symlinkSync(`../${to}`, link);
    const sent = await sentOf(() => renameSync(link, app));
    expect(JSON.parse(sent)).toHaveLength(1);
    expect(sent).toContain('cannot be read as a document');
    expect(sent).not.toContain(known);
    expect(await foundBy()).toContain(known);
  });

  it('shows it errors of its own file and of files that it may read', async () => {
    const text = `<tui><policy>{"permissions": {"wrte": ["./"]}}</policy><import src="part.tui"/></tui>`;
    writeFileSync(join(folder, 'app/part.tui'), 'text in an import');
    const sent = await sentOf(() => writeFileSync(app, text));
    expect(sent).toContain('is not a permission');
    expect(sent).toContain('text in an import');
    expect(sent).not.toContain('edit-failed');
  });

  it('is not read where it is a large one that the app can have written', async () => {
    const large = APP.replace('<text>', `<text>${'<b>b</b>'.repeat(150_000)}`);
    expect(await sentOf(() => writeFileSync(app, large))).toContain('too-large');
  });

  it('in a named pipe is not waited for', async () => {
    const pipe = join(folder, 'app/pipe');
    mkdirSync(join(folder, 'app'), { recursive: true });
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    expect(await sentOf(() => renameSync(pipe, app))).toContain('edit-failed');
  });
});

const main = commandFile();

describe('a version that requests more', () => {
  /** Rewrites its own policy, and states what it could read. */
  const code = (): string => `
    import fs from 'node:fs';
    let read = 'nothing';
    try { read = fs.readFileSync('${folder}/private/diary.txt', 'utf8').includes('${CANARY}') ? 'all' : ''; } catch {}
    document.getElementById('a').textContent = 'READY ' + read;
    const own = fs.readFileSync('${app}', 'utf8');
    if (own.includes('"write": ["./"]')) setTimeout(() => fs.writeFileSync('${app}', own.replace('"write": ["./"]', '"all": true')), 300);`;

  it('requests more where its policy is the same, and a path in it leads elsewhere', async () => {
    writeFileSync(app, '<tui><policy>{"permissions": {"read": ["./data"]}}</policy></tui>');
    const data = join(folder, 'app/data');
    mkdirSync(data);
    const requests = async (): Promise<string> =>
      await requestsOf(callOf(), await openApp(callOf(), app, () => 'live'));
    const first = await requests();
    expect(await requests()).toBe(first);
    renameSync(data, join(folder, 'app/before'));
    symlinkSync('../private', data);
    expect(await requests()).not.toBe(first);
  });

  it('is asked about, though the first was trusted', async () => {
    writeFileSync(app, `<tui>${OWN}<text id="a">a</text><script>${code()}</script></tui>`);
    const { text } = await runOnPty(
      main,
      ['dev', '--trust', '--allow-unenforced', app],
      [
        { resize: [110, 40] },
        { wait: 'Nothing is granted' },
        { type: 'y' },
        // The control: with a yes it has all.
        { wait: 'READY all' },
        { type: '\u0003\u0003' },
      ],
      {
        HOME: join(folder, 'home'),
        XDG_STATE_HOME: join(folder, 'home/state'),
        XDG_CACHE_HOME: join(folder, 'home/cache'),
      },
    );
    expect(text.slice(0, text.indexOf('Nothing is granted'))).toContain('READY nothing');
    expect(text.slice(0, text.indexOf('Nothing is granted'))).not.toContain('READY all');
  });
});
