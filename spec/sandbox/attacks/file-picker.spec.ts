/**
 * Files that the user chooses for an app: what the app sends to get a file that was not chosen, to choose for its user, or to
 * read on. Each attack has its control, which does the same with what is permitted.
 */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FileDialog } from '../../../cli/sandbox/broker/picker/dialog.js';
import { Forbidden } from '../../../cli/sandbox/broker/picker/forbidden.js';
import { otherPathsOf } from '../../../cli/sandbox/broker/picker/mounts.js';
import type { PickerTerminal } from '../../../cli/sandbox/broker/picker/service.js';
import type { ChosenValue } from '../../../cli/sandbox/channel/payloads.js';
import { QuitKeys } from '../../../cli/sandbox/launch/terminal/quit-keys.js';
import { filesThrough } from '../../../cli/sandbox/runner/access/files.js';
import { brokered, type Brokered } from '../../support/brokered.js';
import { needs } from '../../support/programs.js';
import { until } from '../../support/until.js';
import { DialogUser, key } from '../support/dialog.js';

const ANY = { multiple: false, accept: [], label: 'Data' };

let folder = '';
let home = '';
let app: Brokered | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-choose-')));
  home = join(folder, 'home');
  mkdirSync(join(home, 'docs'), { recursive: true });
  writeFileSync(join(home, 'docs/data.csv'), 'a,b\n1,2\n');
});
afterEach(() => {
  app?.close();
  app = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** What a user does at each dialog that shows. */
type Act = (user: DialogUser) => unknown;

interface Place {
  readonly app: Brokered;
  /** Dialogs that have shown. */
  readonly dialogs: FileDialog[];
  /** Keys of the user that have reached the app. */
  gestures: number;
  act: Act;
}

/** An app with these flags, and a user who does this at its dialogs. */
async function place(act: Act, ...flags: readonly string[]): Promise<Place> {
  let now = 0;
  const dialogs: FileDialog[] = [];
  const found = { dialogs, gestures: 1, act } as Omit<Place, 'app'> & { app?: Brokered };
  const terminal: PickerTerminal = {
    takeOwnGesture: () => found.gestures-- > 0,
    showDialog: async (dialog) => {
      dialogs.push(dialog);
      const user = new DialogUser(dialog, (ms) => {
        now += ms;
      });
      await found.act(await user.armed());
      return await dialog.ended;
    },
  };
  app = found.app = await brokered(flags, {
    home,
    env: { HOME: home, PATH: process.env['PATH'] },
    terminal: { ...terminal, takeGesture: () => true, announce: () => undefined } as never,
    now: () => now,
  });
  return found as Place;
}

/** The user types a path. What is refused is cancelled, with the message. */
function choosing(path: string, messages: string[] = []): Act {
  return async (user) => {
    user.receive({ type: 'paste', text: path, truncated: false });
    await user.press('Enter');
    await until(() => user.end !== undefined || user.message !== undefined);
    if (user.message?.startsWith('a link to ') === true) {
      await user.press('Enter');
      await until(() => user.end !== undefined || user.message?.startsWith('a link to ') === false);
    }
    if (user.end !== undefined) return;
    messages.push(user.message ?? '');
    user.dialog.cancel();
  };
}

async function request(payload: unknown = ANY): Promise<ChosenValue | null> {
  return (await app!.channel.request('choose-files', payload)).value as ChosenValue | null;
}

async function readRange(range: unknown): Promise<string> {
  const { body } = await app!.channel.request('read-chosen', range);
  const pieces: Uint8Array[] = [];
  for await (const piece of body ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** What the user is shown where a path is typed; undefined where the app gets a file. */
async function refusal(path: string, ...flags: readonly string[]): Promise<string | undefined> {
  const messages: string[] = [];
  await place(choosing(path, messages), ...flags);
  const found = await request();
  app?.close();
  app = undefined;
  return found === null ? messages[0] : undefined;
}

describe('a dialog', () => {
  it('shows for each key of the user once, whatever the app says of it', async () => {
    const { dialogs } = await place((user) => user.dialog.cancel());
    expect(await request()).toBeNull();
    expect(dialogs).toHaveLength(1);
    const forged = [
      ANY,
      { ...ANY, event: 1, isTrusted: true },
      { ...ANY, gesture: true, eventId: 7, time: Date.now() },
    ];
    for (const payload of forged) {
      await expect(request(payload)).rejects.toMatchObject({ code: 'no-gesture' });
    }
    expect(dialogs).toHaveLength(1);
  });

  it('shows for no key of a client, and for no action of an agent', () => {
    let now = 0;
    const keys = new QuitKeys(() => now);
    keys.judge(key('Enter'), false);
    keys.withdrawOwn();
    expect(keys.takeOwnGesture()).toBe(false);
    // Of the developer tools and the assistant.
    keys.judge(key('Enter'), false);
    keys.withdraw();
    expect(keys.takeOwnGesture()).toBe(false);
    keys.judge(key('Enter', 'release'), false);
    expect(keys.takeOwnGesture()).toBe(false);
    keys.judge(key('Enter'), false);
    now += 6000;
    expect(keys.takeOwnGesture()).toBe(false);
    // The control.
    keys.judge(key('Enter'), false);
    expect([keys.takeOwnGesture(), keys.takeOwnGesture()]).toEqual([true, false]);
  });

  it('shows where the app has a terminal, and nowhere else', async () => {
    app = await brokered([], { terminal: undefined });
    await expect(request()).rejects.toMatchObject({ code: 'no-terminal' });
  });

  it('is one at a time, in a flood of requests', async () => {
    let cancel: () => void = () => undefined;
    const found = await place((user) => {
      cancel = () => user.dialog.cancel();
    });
    found.gestures = 1000;
    const all = Array.from({ length: 1000 }, () => request().catch((error: unknown) => error));
    await until(() => found.dialogs.length > 0);
    const others = await Promise.all(all.slice(1));
    const codes = others.map((each) => String((each as { code?: string }).code));
    expect(codes.filter((code) => !['busy', 'too-many'].includes(code))).toEqual([]);
    cancel();
    expect(await all[0]).toBeNull();
    expect(found.dialogs).toHaveLength(1);
    // Without a key none shows at all.
    found.gestures = 0;
    const more = await Promise.all(all.map(() => request().catch((error: unknown) => error)));
    expect(more.filter((each) => !(each instanceof Error))).toEqual([]);
    expect(found.dialogs).toHaveLength(1);
  });

  it('is not made of what is no request', async () => {
    const found = await place((user) => user.dialog.cancel());
    found.gestures = 100;
    const bad: readonly unknown[] = [
      null,
      7,
      {},
      { ...ANY, multiple: 1 },
      { ...ANY, accept: '.csv' },
      { ...ANY, accept: ['\u001b[2J'] },
      { ...ANY, accept: ['../../etc'] },
      { ...ANY, accept: Array.from({ length: 65 }, () => '.csv') },
      { ...ANY, accept: [`.${'x'.repeat(100)}`] },
      { ...ANY, label: ['x'] },
    ];
    for (const payload of bad) await expect(request(payload)).rejects.toThrow('expected');
    expect(found.dialogs).toHaveLength(0);
    expect(
      await request({ ...ANY, accept: ['.csv', 'text/*'], label: 'x'.repeat(10_000) }),
    ).toBeNull();
    expect(found.dialogs).toHaveLength(1);
  });

  it('ends with the request, and what was opened for it is closed', async () => {
    const end = new AbortController();
    const found = await place(() => end.abort());
    await expect(
      app!.channel.request('choose-files', ANY, { signal: end.signal }),
    ).rejects.toThrow();
    await found.dialogs[0]?.ended;
    // The next one shows.
    found.gestures = 1;
    found.act = choosing(join(home, 'docs/data.csv'));
    expect((await request())?.files).toHaveLength(1);
  });
});

describe('a choice that is taken back while it is opened', () => {
  const path = (): string => join(home, 'docs/data.csv');

  it.each([
    ['closed', false],
    ['the control: not closed', true],
  ])('%s: the file is open for the app only where it was chosen', async (_, isChosen) => {
    await place(async (user) => {
      user.dialog.onChange = () => {
        if (user.dialog.view.state === 'opening' && !isChosen) user.dialog.cancel();
      };
      await choosing(path())(user);
    });
    const value = await request();
    expect(value?.files.length).toBe(isChosen ? 1 : undefined);
    // Numbers can be guessed.
    for (let time = 0; time < 10; time++) {
      await new Promise((done) => setTimeout(done, 20));
      const read = readRange({ id: 1, start: 0, end: 3 });
      if (isChosen) expect(await read).toBe('a,b');
      else await expect(read).rejects.toMatchObject({ code: 'file-closed' });
    }
  });
});

describe('a file that is not to be chosen', () => {
  it('is refused by its path, by links, and by its other names', async () => {
    const secret = join(home, 'secret');
    mkdirSync(secret);
    writeFileSync(join(secret, 'key'), 'SECRET');
    symlinkSync(join(secret, 'key'), join(home, 'docs/link'));
    symlinkSync(secret, join(home, 'docs/folder'));
    linkSync(join(secret, 'key'), join(home, 'docs/hard'));
    const names = ['secret/key', 'docs/link', 'docs/folder/key', 'docs/hard', 'docs/../secret/key'];
    for (const deny of [secret, join(secret, 'key')]) {
      for (const name of names) {
        expect([name, await refusal(join(home, name), `--deny-read=${deny}`)]).toEqual([
          name,
          expect.stringContaining('it is denied by a flag'),
        ]);
      }
    }
    // The control: without the denial each is what the user has chosen.
    for (const name of names) expect(await refusal(join(home, name))).toBeUndefined();
    await expect(refusal(join(home, 'docs/data.csv'), '--deny-read')).rejects.toMatchObject({
      code: 'not-permitted',
    });
  });

  it('is refused where a part of what is denied is mounted elsewhere', async () => {
    const mounts = [
      '22 1 8:1 / / rw - ext4 /dev/sda1 rw',
      '23 22 8:2 / /nowhere rw - ext4 /dev/sda2 rw',
      '24 22 8:2 /ada/secret/deep /work/a\\040b rw - ext4 /dev/sda2 rw',
      '25 22 8:2 /ada/secret/key /work/one rw - ext4 /dev/sda2 rw',
      '26 22 8:2 /ada/docs /work/docs rw - ext4 /dev/sda2 rw',
      '27 22 8:3 /ada/secret /work/disk rw - ext4 /dev/sda3 rw',
      '',
    ].join('\n');
    expect(otherPathsOf('/work/a b/c', mounts)).toEqual(['/nowhere/ada/secret/deep/c']);
    expect(otherPathsOf('/work/one', mounts)).toEqual(['/nowhere/ada/secret/key']);
    expect(otherPathsOf('/nowhere/ada/docs/x', mounts)).toEqual(['/work/docs/x']);
    // The controls: another disk, and a folder with a name like it.
    expect(otherPathsOf('/work/disk/key', mounts)).toEqual([]);
    expect(otherPathsOf('/work/one-more', mounts)).toEqual([]);
    app = await brokered(['--deny-read=/nowhere/ada/secret']);
    const { permissions } = app;
    const forbidden = new Forbidden({
      permissions,
      guarded: [],
      mounts: async () => await Promise.resolve(mounts),
    });
    const file = { dev: 1n, ino: 1n, nlink: 1n };
    const why = async (path: string): Promise<string | undefined> =>
      await forbidden.why(path, file);
    expect(await why('/work/a b/c')).toBe('it is denied by a flag');
    expect(await why('/work/one')).toBe('it is denied by a flag');
    expect(await why('/work/docs/x')).toBeUndefined();
    expect(await why('/work/disk/key')).toBeUndefined();
  });

  it('is one of tui itself: settings, approvals, states, sign-ins, keyrings', async () => {
    const names = [
      '.config/tui/config.json',
      '.local/state/tui/approvals.json',
      '.local/state/tui/apps/x.json',
      '.local/state/tui/tokens/x.json',
      '.cache/tui/app.tui',
      '.local/share/keyrings/login.keyring',
      '.local/share/kwalletd/kdewallet.kwl',
    ];
    for (const name of names) {
      mkdirSync(join(home, name, '..'), { recursive: true });
      writeFileSync(join(home, name), 'SECRET');
      linkSync(join(home, name), join(home, 'docs/other-name'));
      const found = [
        await refusal(join(home, name)),
        await refusal(join(home, name), '--allow-read'),
        await refusal(join(home, name), '--allow-all'),
        await refusal(join(home, 'docs/other-name')),
      ];
      unlinkSync(join(home, 'docs/other-name'));
      expect([name, ...found]).toEqual([
        name,
        ...found.map(() => expect.stringContaining('apps may not read the files of tui')),
      ]);
    }
    // The control: a file beside them.
    writeFileSync(join(home, '.config/other.json'), '{}');
    expect(await refusal(join(home, '.config/other.json'))).toBeUndefined();
  });

  it('is a pipe, a socket, a device, a folder, or of the kernel', async () => {
    needs('mkfifo');
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(folder, 'socket'), done));
    const paths: readonly (readonly [string, string])[] = [
      [join(folder, 'pipe'), 'it is a pipe'],
      [join(folder, 'socket'), 'it is a socket'],
      ['/dev/zero', 'it is a device'],
      ['/proc/self/environ', 'a file of the system'],
      ['/proc/1/environ', 'a file of the system'],
      ['/proc/version', 'a file of the system'],
      ['/sys/kernel/notes', 'a file of the system'],
      [join(folder, 'nothing'), 'it is gone'],
    ];
    try {
      for (const [path, reason] of paths) {
        expect([path, await refusal(path, '--allow-all')]).toEqual([
          path,
          expect.stringContaining(reason),
        ]);
      }
    } finally {
      server.close();
    }
  });
});

describe('a name that leads elsewhere by the time it is chosen', () => {
  const races: readonly [string, (secret: string) => void][] = [
    [
      'a link in the place of the file',
      (secret) => {
        unlinkSync(join(home, 'docs/data.csv'));
        symlinkSync(secret, join(home, 'docs/data.csv'));
      },
    ],
    [
      'another name of the denied file',
      (secret) => {
        unlinkSync(join(home, 'docs/data.csv'));
        linkSync(secret, join(home, 'docs/data.csv'));
      },
    ],
    [
      'a link in the place of its folder',
      (secret) => {
        renameSync(join(home, 'docs'), join(home, 'before'));
        symlinkSync(join(secret, '..'), join(home, 'docs'));
      },
    ],
  ];
  it.each(races)('%s: what is denied is refused', async (_, exchange) => {
    const secret = join(home, 'secret/data.csv');
    mkdirSync(join(home, 'secret'));
    writeFileSync(secret, 'SECRET');
    const messages: string[] = [];
    await place(
      async (user) => {
        user.receive({ type: 'paste', text: join(home, 'docs/data.csv'), truncated: false });
        exchange(secret);
        await user.press('Enter');
        await until(() => user.message !== undefined);
        messages.push(user.message ?? '');
        user.dialog.cancel();
      },
      `--deny-read=${join(home, 'secret')}`,
    );
    expect(await request()).toBeNull();
    expect(messages).toEqual(['data.csv: it is denied by a flag']);
  });

  const exchanges: readonly [string, string, (secret: string) => void][] = [
    ...races
      .filter(([name]) => name.startsWith('a link'))
      .map(([name, exchange]): [string, string, (secret: string) => void] => [
        name,
        'data.csv',
        exchange,
      ]),
    [
      'another link in the place of a link',
      'link.csv',
      (secret) => {
        unlinkSync(join(home, 'docs/link.csv'));
        symlinkSync(secret, join(home, 'docs/link.csv'));
      },
    ],
    ['nothing: the control', 'data.csv', () => undefined],
    ['nothing of a link: the control', 'link.csv', () => undefined],
  ];
  it.each(exchanges)('%s: what the list has not shown is refused', async (_, name, exchange) => {
    // The user may read it and has denied nothing. A program of the app's may write in the folder of the list.
    const secret = join(home, 'secret/data.csv');
    mkdirSync(join(home, 'secret'));
    writeFileSync(secret, 'SECRET');
    writeFileSync(join(home, 'other.csv'), 'a');
    symlinkSync('../other.csv', join(home, 'docs/link.csv'));
    const messages: (string | undefined)[] = [];
    await place(async (user) => {
      user.receive({ type: 'paste', text: `${home}/docs`, truncated: false });
      await user.press('Enter');
      await until(() => user.names.includes(name));
      await user.to(name);
      exchange(secret);
      await user.press('Enter');
      await until(() => user.end !== undefined || user.message !== undefined);
      messages.push(user.message);
      user.dialog.cancel();
    });
    const isControl = exchange.length === 0;
    expect((await request())?.files.length).toBe(isControl ? 1 : undefined);
    expect(messages).toEqual([isControl ? undefined : `${name}: it was exchanged meanwhile`]);
  });

  it('is refused while files and links take turns, or it is the file', async () => {
    const [name, secret] = [join(home, 'docs/data.csv'), join(home, 'secret')];
    writeFileSync(secret, 'SECRET');
    const other = join(folder, 'other');
    let isRunning = true;
    const turns = (async () => {
      for (let turn = 0; isRunning; turn++) {
        rmSync(other, { force: true });
        if (turn % 2 === 0) symlinkSync(secret, other);
        else writeFileSync(other, 'a,b\n1,2\n');
        renameSync(other, name);
        await new Promise((done) => setImmediate(done));
      }
    })();
    const found = await place(choosing(name), `--deny-read=${secret}`);
    const read = new Set<string>();
    for (let time = 0; time < 40; time++) {
      found.gestures = 1;
      const value = await request();
      for (const { id, size } of value?.files ?? []) {
        read.add(await readRange({ id, start: 0, end: size }).catch(() => 'changed'));
      }
    }
    isRunning = false;
    await turns;
    expect([...read].filter((text) => text.includes('SECRET'))).toEqual([]);
  });
});

describe('the bytes of a chosen file', () => {
  let id = 0;
  const path = (): string => join(home, 'docs/data.csv');
  beforeEach(async () => {
    await place(choosing(path()));
    const value = await request();
    id = value?.files[0]?.id ?? 0;
    // The app learns the name, and no path.
    expect(JSON.stringify(value)).not.toContain(home);
  });

  it('are those of the file, within it', async () => {
    expect(await readRange({ id, start: 0, end: 8 })).toBe('a,b\n1,2\n');
    expect(await readRange({ id, start: 4, end: 4 })).toBe('');
    const ranges: readonly unknown[] = [
      { id, start: -1, end: 4 },
      { id, start: 0, end: 9 },
      { id, start: 5, end: 4 },
      { id, start: 0.5, end: 4 },
      { id, start: NaN, end: 4 },
      { id, start: '0', end: 4 },
      { id, start: 0, end: 2 ** 60 },
      { id },
    ];
    for (const range of ranges) await expect(readRange(range)).rejects.toThrow('range');
    for (const other of [0, id + 1, -1, 'x', null, 2 ** 53]) {
      await expect(readRange({ id: other, start: 0, end: 1 })).rejects.toMatchObject({
        code: 'file-closed',
      });
    }
  });

  it('are not read on once the file has changed', async () => {
    const changes: readonly (() => void)[] = [
      () => appendFileSync(path(), 'more'),
      () => truncateSync(path(), 2),
      () => writeFileSync(path(), 'SECRET!!'),
      () => utimesSync(path(), 0, 0),
    ];
    for (const change of changes) {
      change();
      await expect(readRange({ id, start: 0, end: 2 })).rejects.toMatchObject({
        code: 'file-changed',
      });
    }
  });

  it('are those of the file that was chosen, whatever its name leads to now', async () => {
    renameSync(path(), join(home, 'docs/moved'));
    writeFileSync(path(), 'SECRET!!');
    expect(await readRange({ id, start: 0, end: 8 })).toBe('a,b\n1,2\n');
  });

  it('are closed with the app, and when the app has no use for them', async () => {
    const before = await readRange({ id, start: 0, end: 8 });
    expect(before).toBe('a,b\n1,2\n');
    app!.channel.notify('release-chosen', [id, id, 'x', -1]);
    app!.channel.notify('release-chosen', 'x');
    await expect(readRange({ id, start: 0, end: 1 })).rejects.toMatchObject({
      code: 'file-closed',
    });
  });
});

describe('a script', () => {
  const chooser = (): ReturnType<typeof filesThrough> =>
    filesThrough(app!.channel, { activity: () => undefined });
  const choice = { ...ANY, signal: new AbortController().signal };

  it('has a standard file, of which it can read every part', async () => {
    await place(choosing(join(home, 'docs/data.csv')));
    const [file] = (await chooser()(choice)) ?? [];
    expect(file).toBeInstanceOf(File);
    expect([file?.name, file?.size, file?.type]).toEqual(['data.csv', 8, 'text/csv']);
    const parts = [
      await file?.text(),
      await file?.slice(2, -3).text(),
      await file?.slice(-4).slice(0, 1).text(),
      await file?.slice(5, 2).text(),
      Buffer.from(await file!.arrayBuffer()).toString(),
      await new Response(file?.stream()).text(),
      await new Response(file).text(),
    ];
    expect(parts).toEqual([
      'a,b\n1,2\n',
      'b\n1',
      '1',
      '',
      'a,b\n1,2\n',
      'a,b\n1,2\n',
      'a,b\n1,2\n',
    ]);
    const form = new FormData();
    form.append('data', file!);
    expect(await new Response(form).text()).toContain('filename="data.csv"');
    // Never an empty copy without a word.
    expect(() => new Blob([file!])).toThrow('read from the disk');
    expect(() => structuredClone(file)).toThrow();
  });

  it('has an error of the standard where the file has changed', async () => {
    await place(choosing(join(home, 'docs/data.csv')));
    const [file] = (await chooser()(choice)) ?? [];
    truncateSync(join(home, 'docs/data.csv'));
    await expect(file?.text()).rejects.toMatchObject({ name: 'NotReadableError' });
    await expect(file?.stream().getReader().read()).rejects.toMatchObject({
      name: 'NotReadableError',
    });
  });

  it('has nothing where the user cancels', async () => {
    await place((user) => user.dialog.cancel());
    expect(await chooser()(choice)).toBeUndefined();
  });

  it('reads a large file in pieces, as fast as it takes them', async () => {
    const bytes = Buffer.alloc(3_000_000, 'tui ');
    writeFileSync(join(home, 'docs/large'), bytes);
    await place(choosing(join(home, 'docs/large')));
    const [file] = (await chooser()(choice)) ?? [];
    expect(Buffer.from(await file!.arrayBuffer()).equals(bytes)).toBe(true);
    const reader = file!.stream().getReader();
    const first = await reader.read();
    expect(first.value?.length).toBeGreaterThan(0);
    await reader.cancel();
  });
});

it('has at most so many files open as the launcher can hold', async () => {
  for (let index = 0; index < 100; index++) writeFileSync(join(home, 'docs', `f${index}`), 'x');
  const found = await place(async (user) => {
    user.receive({ type: 'paste', text: join(home, 'docs/'), truncated: false });
    await user.press('Enter');
    await until(() => user.dialog.view.path === undefined);
    await user.listed();
    for (let index = 0; index < 110; index++) user.receive(key(' '));
    await user.press('Enter');
    await until(() => user.end !== undefined || user.message !== undefined);
    user.dialog.cancel();
  });
  const counts: number[] = [];
  for (let time = 0; time < 3; time++) {
    found.gestures = 1;
    counts.push((await request({ ...ANY, multiple: true }))?.files.length ?? 0);
  }
  expect(counts).toEqual([100, 100, 56]);
  found.gestures = 1;
  await expect(request()).rejects.toMatchObject({ code: 'too-many' });
});
