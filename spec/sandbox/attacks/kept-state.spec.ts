/** The file of an app's state, which the launcher writes with what the app sends: forged, too much, or led elsewhere. @ci */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Config } from '../../../config/index.js';
import { Broker } from '../../../cli/sandbox/broker/broker.js';
import { openState } from '../../../cli/sandbox/launch/files/kept-state.js';
import { StateFile } from '../../../cli/state/state-file.js';
import { until } from '../../support/until.js';
import { tui } from '../../support/cli.js';
import { Arena, CANARY } from './support/arena.js';
import { describeLauncher } from '../support/tiers.js';
import { commandFile } from '../../support/cli.js';

let home = '';
let victim = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tui-state-'));
  victim = join(home, 'victim');
  writeFileSync(victim, 'untouched');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const APP = { id: '/apps/mine.tui' };
const fileOf = (id = APP.id): StateFile => new StateFile({}, home, { id });

/** What a hostile runner sends, through the service. */
async function send(text: string | Buffer, id = APP.id, persist = true): Promise<unknown> {
  const broker = new Broker();
  const errors: string[] = [];
  const state = openState({
    config: new Config({ env: {}, cwd: '/', home, cliFlags: { persist } }),
    console: {
      home,
      env: { XDG_STATE_HOME: join(home, '.local/state') },
      stderr: { write: (said: string) => errors.push(said) },
    } as never,
    stateOwner: { id },
    task: { type: 'live' },
  });
  state?.register(broker);
  const bytes = Buffer.from(text);
  async function* body(): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
  return await broker.answer({
    kind: 'state-save',
    payload: { path: victim, app: '/apps/other.tui' },
    body: body() as never,
    signal: new AbortController().signal,
    ready: () => Promise.resolve(),
  } as never);
}

const shown = (id = APP.id) => fileOf(id).read().saved;
const change = (own: object): string => JSON.stringify({ own });

describe('the service', () => {
  it('keeps what an app sends in a file of its own, for the user only', async () => {
    await send(change({ a: 1 }));
    await send(change({ b: [2] }));
    expect(shown().own).toEqual({ a: 1, b: [2] });
    const { path } = fileOf();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  it('is written ten times a second at most, and reads four requests at a time', async () => {
    const broker = new Broker();
    openState({
      config: new Config({ env: {}, cwd: '/', home, cliFlags: { persist: true } }),
      console: { home, env: { XDG_STATE_HOME: join(home, '.local/state') } } as never,
      stateOwner: APP,
      task: { type: 'live' },
    })?.register(broker);
    const one = async (place: number): Promise<unknown> =>
      await broker.answer({
        kind: 'state-save',
        payload: place,
        body: [Buffer.from(change({ place }))] as never,
        signal: new AbortController().signal,
        ready: () => Promise.resolve(),
      } as never);
    const answers = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => one(at + 1)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(shown().own).toEqual({ place: 4 });
    // One that comes late changes nothing.
    await one(2);
    expect(shown().own).toEqual({ place: 4 });
  });

  it('is not there without the setting', async () => {
    await expect(send(change({ a: 1 }), APP.id, false)).rejects.toThrow('no handler for');
  });

  it('takes no word of the app for which file it is', async () => {
    await send(
      JSON.stringify({
        app: '/apps/other.tui',
        version: 7,
        savedAt: 'x',
        path: victim,
        own: { a: 1 },
      }),
    );
    expect(JSON.parse(readFileSync(fileOf().path, 'utf8'))).toMatchObject({
      app: APP.id,
      version: 1,
    });
    expect(shown('/apps/other.tui').own).toEqual({});
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });

  it('forged keys are keys and nothing else', async () => {
    await send(
      '{"own": {"__proto__": {"polluted": 1}, "constructor": 2, "../../x": 3, "a\\u0000b": 4}, "elements": {"__proto__": {"tag": "x", "fields": {}}, "toString": {"tag": "input", "fields": {"value": "v"}}, "bad": 5, "worse": {"tag": 1}}, "states": []}',
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const { own, elements } = shown();
    expect(Object.keys(own)).toEqual(['constructor', '../../x', 'a\u0000b']);
    expect(Object.keys(elements)).toEqual(['toString']);
    expect(readdirSync(dirname(fileOf().path))).toHaveLength(1);
  });

  it('secrets are left out, by their names and by what they look like', async () => {
    await send(
      JSON.stringify({
        own: {
          password: CANARY,
          apiToken: CANARY,
          nested: { user: { passwd: CANARY } },
          fine: 'x',
          url: `https://u:${CANARY}@h/`,
        },
        states: { session: { access_token: CANARY }, t: `ghp_${'a'.repeat(30)}` },
        elements: {
          password: { tag: 'input', fields: { value: CANARY } },
          ok: { tag: 'input', fields: { value: 'v', token: CANARY } },
        },
      }),
    );
    expect(readFileSync(fileOf().path, 'utf8')).not.toMatch(/c4nary|canary-|ghp_/);
    expect(shown().own).toEqual({ fine: 'x' });
    expect(shown().elements['ok']?.fields).toEqual({ value: 'v' });
  });

  it('the app hears what was left out as a secret', async () => {
    const answer = await send(
      JSON.stringify({
        own: { fine: 'x', apiToken: 'y' },
        states: { url: 'https://u:pw@h/' },
        elements: {
          note: { tag: 'textarea', fields: { value: 'the pin = 1234' } },
          password: { tag: 'input', fields: { value: 'z' } },
        },
      }),
    );
    expect(answer).toEqual({
      value: ['elements note', 'elements password', 'states url', 'own apiToken'],
    });
  });

  it('keeps null as the value of a state, and removes states that have become secret', async () => {
    await send(JSON.stringify({ states: { chosen: 5, typed: 'x', other: 1 } }));
    await send(JSON.stringify({ states: { chosen: null }, secret: ['typed'] }));
    expect(shown().states).toEqual({ chosen: null, other: 1 });
    await send(JSON.stringify({ secret: { other: 1 } }));
    expect(shown().states).toEqual({ chosen: null, other: 1 });
  });

  it('what is too large, too deep or no JSON changes nothing', async () => {
    await send(change({ a: 1 }));
    const before = readFileSync(fileOf().path, 'utf8');
    await expect(send('x'.repeat(1024 * 1024 + 1))).rejects.toThrow('more than');
    await expect(send('{'.repeat(100))).rejects.toThrow();
    await expect(send(`{"own":{"a":${'['.repeat(100)}${']'.repeat(100)}}}`)).rejects.toThrow();
    await send('[]');
    await send(change({ big: 'x'.repeat(70_000) }));
    expect(shown().own).toEqual({ a: 1 });
    expect(JSON.parse(readFileSync(fileOf().path, 'utf8')).own).toEqual(JSON.parse(before).own);
    // Many that are small enough each.
    const many = (from: number): string =>
      change(
        Object.fromEntries(
          Array.from({ length: 15 }, (_, index) => [`k${from + index}`, 'y'.repeat(60_000)]),
        ),
      );
    await send(many(0));
    await expect(send(many(15))).rejects.toThrow('it has more than 1048576 bytes');
    expect(statSync(fileOf().path).size).toBeLessThan(1024 * 1024);
  });

  it('an error says nothing of where the file is', async () => {
    mkdirSync(fileOf().path, { recursive: true });
    const error = (await send(change({ a: 1 })).catch((found: unknown) => found)) as Error;
    expect(error.message).toMatch(/^[A-Z]{4,}$/);
    expect(JSON.stringify(Object.assign({}, error))).not.toContain(home);
  });
});

describe('the file', () => {
  it('is read through no link, of no other user’s app, and of no other kind', () => {
    const file = fileOf();
    mkdirSync(dirname(file.path), { recursive: true });
    const other = fileOf('/apps/other.tui');
    other.write({ own: { plan: CANARY } });
    symlinkSync(other.path, file.path);
    // The control: by its name it is what the link leads to.
    expect(readFileSync(file.path, 'utf8')).toContain(CANARY);
    expect(file.read()).toMatchObject({
      saved: { own: {} },
      problem: 'it is a symbolic link; name its target',
    });
    rmSync(file.path);
    writeFileSync(file.path, readFileSync(other.path));
    expect(file.read()).toMatchObject({ saved: { own: {} }, problem: 'it is of another app' });
    writeFileSync(file.path, '{"version": 9}');
    expect(file.read().problem).toBe('it is of another version');
    writeFileSync(file.path, '{');
    expect(file.read().problem).toBe('it is malformed');
    rmSync(file.path);
    spawnSync('mkfifo', [file.path]);
    expect(file.read().problem).toBe('it is not a file');
  });

  it('is written through no link', () => {
    const file = fileOf();
    mkdirSync(dirname(file.path), { recursive: true });
    symlinkSync(victim, file.path);
    file.write({ own: { a: 1 } });
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(file.read().saved.own).toEqual({ a: 1 });
    symlinkSync(victim, `${file.path}.lock.x`);
    file.write({ own: { b: 1 } });
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });

  it('two writers merge, and one that holds the lock for ever is not waited for', () => {
    const file = fileOf();
    file.write({ elements: { a: { tag: 'input', fields: { value: '1' } } } });
    fileOf().write({ elements: { b: { tag: 'input', fields: { value: '2' } } }, own: { x: 1 } });
    file.write({ elements: { a: { tag: 'input', fields: { other: 3 } } }, own: { x: null } });
    expect(shown().elements['a']?.fields).toEqual({ value: '1', other: 3 });
    expect(Object.keys(shown().elements)).toEqual(['a', 'b']);
    expect(shown().own).toEqual({});
    file.write({ clear: true });
    expect(shown().elements).toEqual({});
    writeFileSync(
      `${file.path}.lock`,
      JSON.stringify({ token: 'ab', pid: process.pid, started: '', place: 'elsewhere' }),
    );
    expect(() => file.write({ own: { y: 1 } })).toThrow();
  });

  it('a named pipe in the place of the lock is not waited for either, and goes when it is old', () => {
    const file = fileOf();
    file.write({ own: { a: 1 } });
    spawnSync('mkfifo', [`${file.path}.lock`]);
    expect(() => file.write({ own: { b: 1 } })).toThrow();
    const old = new Date(Date.now() - 60_000);
    utimesSync(`${file.path}.lock`, old, old);
    file.write({ own: { b: 1 } });
    expect(shown().own).toEqual({ a: 1, b: 1 });
  });

  it('forgets elements that have not been there for thirty days', () => {
    const file = fileOf();
    const at = (day: string): Date => new Date(`${day}T12:00:00Z`);
    file.write({ elements: { old: { tag: 'input', fields: { value: '1' } } } }, at('2026-01-01'));
    file.write({ elements: { new: { tag: 'input', fields: { value: '2' } } } }, at('2026-01-20'));
    expect(Object.keys(shown().elements)).toEqual(['new', 'old']);
    file.write({ own: { a: 1 } }, at('2026-02-05'));
    expect(Object.keys(shown().elements)).toEqual(['new']);
  });

  it('forgets the elements that changed first where there are too many, and none is kept for ever', () => {
    const file = fileOf();
    const many = (name: string): object =>
      Object.fromEntries(
        Array.from({ length: 4000 }, (_, index) => [
          `${name}${index}`,
          { tag: 'input', fields: { value: 'v' } },
        ]),
      );
    file.write({ elements: many('a') });
    file.write({ elements: many('b') });
    file.write({ elements: { last: { tag: 'input', fields: { value: 'x' } } } });
    const { elements } = shown();
    expect(Object.keys(elements)).toHaveLength(5000);
    expect(elements['last']?.fields).toEqual({ value: 'x' });
    expect(elements['b0']?.fields).toEqual({ value: 'v' });
    const saved = JSON.parse(readFileSync(file.path, 'utf8')) as object;
    const later = { later: { tag: 'input', fields: {}, seen: '9999-12-31' } };
    writeFileSync(file.path, JSON.stringify({ ...saved, elements: later }));
    file.write({ own: { a: 1 } }, new Date('2026-01-01T12:00:00Z'));
    expect(shown().elements['later']?.seen).toBe('2026-01-01');
  });

  it.each([
    ['no JSON', '{"version": 1, "app": '],
    ['of a later version', JSON.stringify({ version: 9, app: APP.id, own: { a: 'theirs' } })],
    ['of another kind', '"text"'],
    [
      'too deep',
      `{"version":1,"app":"${APP.id}","own":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    ],
    ['too large', `{"own": "${'x'.repeat(2 * 1024 * 1024)}"}`],
  ])('one that is %s is put aside, whole, and removed with the other', (_, text) => {
    const file = fileOf();
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, text);
    expect(file.read()).toMatchObject({ saved: { own: {} }, problem: expect.any(String) });
    file.write({ own: { a: 1 } });
    expect(shown().own).toEqual({ a: 1 });
    expect(readFileSync(`${file.path}.unreadable`, 'utf8')).toBe(text);
    expect(file.clear()).toBe(true);
    expect(readdirSync(dirname(file.path))).toEqual([]);
    expect(file.clear()).toBe(false);
  });

  it('what cannot be read for want of a right is not replaced', () => {
    const file = fileOf();
    file.write({ own: { a: 'theirs' } });
    const before = readFileSync(file.path, 'utf8');
    if (process.getuid?.() === 0) chownSync(file.path, 12_345, 12_345);
    else chmodSync(file.path, 0o200);
    expect(file.read().problem).toMatch(/another user|cannot be read/);
    expect(() => file.write({ own: { b: 1 } })).toThrow(/another user|cannot be read/);
    if (process.getuid?.() !== 0) chmodSync(file.path, 0o600);
    expect(readFileSync(file.path, 'utf8')).toBe(before);
  });

  it('loses the rights that others have to it', () => {
    const file = fileOf();
    file.write({ own: { a: 1 } });
    chmodSync(file.path, 0o666);
    file.write({ own: { b: 1 } });
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  it('nothing was kept where there can be no file', () => {
    const file = new StateFile({ XDG_STATE_HOME: victim }, home, APP);
    expect(file.read()).toEqual({ saved: { elements: {}, states: {}, own: {} } });
    expect(file.clear()).toBe(false);
  });

  it('stays as it is where the disk is full', () => {
    const isRoot = process.getuid?.() === 0;
    const disk = join(home, '.local/state/tui');
    mkdirSync(disk, { recursive: true });
    const mounted =
      isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0;
    // Without the right to make a disk: a folder that cannot be written.
    try {
      const file = fileOf();
      file.write({ own: { a: 1 } });
      const before = readFileSync(file.path, 'utf8');
      if (mounted) {
        try {
          appendFileSync(join(disk, 'filler'), 'x'.repeat(64 * 1024));
        } catch {
          // Full, as it should be.
        }
      } else chmodSync(dirname(file.path), 0o500);
      expect(() => file.write({ own: { b: 'y'.repeat(30_000) } })).toThrow(/ENOSPC|EACCES/);
      expect(readFileSync(file.path, 'utf8')).toBe(before);
      expect(
        readdirSync(dirname(file.path)).filter((name) => !name.endsWith('.lock')),
      ).toHaveLength(1);
      if (!mounted) chmodSync(dirname(file.path), 0o700);
    } finally {
      if (mounted) spawnSync('umount', [disk]);
    }
  });
});

/** What is kept for the user and for other apps: states, sign-ins, and keyrings, some of which have no password. */
const KEPT = [
  '.local/state/tui/apps',
  '.local/state/tui/tokens',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  'data/keyrings',
  'Library/Keychains',
];

/** Those of them that this system may make at any time. */
const MADE_LATER = KEPT.filter((name) => !name.startsWith('Library')).concat('data/kwalletd');

describeLauncher((tier) => {
  it('an app reads and writes nothing that is kept for others, not even with a grant above it', async () => {
    const arena = new Arena(commandFile());
    try {
      const [notes, ...kept] = ['notes', ...KEPT].map((name) => arena.folder(`home/${name}`));
      for (const folder of [notes!, ...kept]) writeFileSync(join(folder, 'x.json'), CANARY);
      const home = join(arena.root, 'home');
      const file = arena.put(
        'app/reads.tui',
        `<policy>${JSON.stringify({ permissions: { read: [home], write: [home] } })}</policy>
         <script>
           import fs from 'node:fs';
           const attempt = (work) => { try { return work() ?? 'done'; } catch (error) { return error.code ?? error.name; } };
           for (const folder of ${JSON.stringify([notes, ...kept])}) {
             const x = folder + '/x.json';
             const said = [() => fs.readdirSync(folder).length, () => fs.readFileSync(x, 'utf8'), () => fs.writeFileSync(x, 'owned'), () => fs.writeFileSync(folder + '/y', 'owned'), () => fs.renameSync(x, folder + '/z.json')].map(attempt);
             const text = $tui.createElement('text');
             text.textContent = said.join();
             document.documentElement.append(text);
           }
           // By another name of a folder above.
           for (const name of ['.local', 'data', 'Library']) {
             const [from, to] = [${JSON.stringify(home)} + '/' + name, ${JSON.stringify(home)} + '/moved' + name];
             attempt(() => fs.renameSync(from, to));
             attempt(() => fs.symlinkSync(from, from + 'link'));
             const found = [to, from + 'link'].map((each) => attempt(() => fs.readdirSync(each, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => attempt(() => fs.readFileSync((entry.parentPath ?? entry.path) + '/' + entry.name, 'utf8')))));
             const text = $tui.createElement('text');
             text.textContent = name + ' ' + JSON.stringify(found);
             document.documentElement.append(text);
           }
         </script>`,
      );
      const { stdout } = await tui(['snapshot', file, '--trust', '--width=200'], {
        cwd: arena.root,
        env: { HOME: home, XDG_DATA_HOME: join(home, 'data'), TUI_SANDBOX_TIER: tier },
      });
      const [control, ...others] = stdout.trim().split('\n');
      expect(control).toBe(`1,${CANARY},done,done,done`);
      expect(others).toHaveLength(KEPT.length + 3);
      expect(others.join('\n')).not.toMatch(new RegExp(`${CANARY}|done`));
      for (const folder of kept) {
        expect(readFileSync(join(folder, 'x.json'), 'utf8')).toBe(CANARY);
        expect(readdirSync(folder)).toEqual(['x.json']);
      }
    } finally {
      arena.remove();
    }
  });

  it.each([
    ['made', 'read'],
    ['made', 'write'],
    ['removed and made again', 'read'],
    ['removed and made again', 'write'],
  ])('nor what is %s while it runs, with a grant to %s above it', async (change, kind) => {
    const arena = new Arena(commandFile());
    try {
      const home = join(arena.root, 'home');
      arena.folder('home/notes');
      arena.folder('home/data');
      const late = ['notes/late', ...MADE_LATER].map((name) => join(home, name));
      const make = (folder: string): void => {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'x.json'), CANARY);
      };
      if (change !== 'made') late.forEach(make);
      const go = join(arena.cache, 'go');
      const permissions = { [kind]: [home], write: [arena.cache] };
      if (kind === 'write') permissions[kind] = [home, arena.cache];
      const file = arena.put(
        'app/waits.tui',
        `<policy>${JSON.stringify({ permissions })}</policy>
           <script>
             import fs from 'node:fs';
             const attempt = (work) => { try { return work() ?? 'done'; } catch (error) { return error.code ?? error.name; } };
             fs.writeFileSync('${go}.ready', '');
             while (!fs.existsSync('${go}')) await new Promise((resolve) => setTimeout(resolve, 20));
             for (const folder of ${JSON.stringify(late)}) {
               const x = folder + '/x.json';
               const said = [() => fs.readdirSync(folder).length, () => fs.readFileSync(x, 'utf8'), () => fs.writeFileSync(folder + '/y', 'owned')].map(attempt);
               const text = $tui.createElement('text');
               text.textContent = said.join();
               document.documentElement.append(text);
             }
           </script>`,
      );
      const ended = tui(['snapshot', file, '--trust', '--width=200'], {
        cwd: arena.root,
        env: { HOME: home, XDG_DATA_HOME: join(home, 'data'), TUI_SANDBOX_TIER: tier },
      });
      await Promise.race([until(() => existsSync(`${go}.ready`)), ended]);
      for (const folder of late) {
        if (change !== 'made') rmSync(folder, { recursive: true });
        make(folder);
      }
      writeFileSync(go, '');
      const { stdout, stderr } = await ended;
      const [control, ...others] = stdout.trim().split('\n');
      expect([control, stderr]).toEqual([
        expect.stringMatching(`^1,${CANARY},${kind === 'write' ? 'done' : 'E'}`),
        expect.any(String),
      ]);
      expect(others).toHaveLength(MADE_LATER.length);
      expect(others.join('\n')).not.toMatch(new RegExp(`${CANARY}|done`));
      for (const folder of late.slice(1)) expect(readdirSync(folder)).toEqual(['x.json']);
    } finally {
      arena.remove();
    }
  });
});
