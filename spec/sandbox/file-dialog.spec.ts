/** The file dialog: what it lists and shows at each size, what its keys do, and which of them choose. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Entry, Folder } from '../../cli/sandbox/broker/picker/folder.js';
import { filtered, MAX_ENTRIES } from '../../cli/sandbox/broker/picker/folder.js';
import { dateText, sizeText } from '../../cli/sandbox/broker/picker/rows.js';
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { anyCharacter } from '../support/any-character.js';
import { propertyRuns } from '../support/property-runs.js';
import { until } from '../support/until.js';
import { click, dialogOver, key, type DialogUser } from './support/dialog.js';

const DAY = new Date(2026, 10, 28, 9, 30);

const at = (name: string): string => `/home/ada/data/${name}`;
const file = (name: string): Entry => ({ name, kind: 'file', link: undefined, real: at(name) });
const LISTED: readonly Entry[] = [
  { name: 'reports', kind: 'folder', link: undefined, real: at('reports') },
  { name: 'shared', kind: 'folder', link: '/mnt/shared', real: '/mnt/shared' },
  file('data.csv'),
  file('e\u0301te\u0301.csv'),
  { name: 'latest.csv', kind: 'file', link: 'data.csv', real: at('data.csv') },
  { name: 'gone.csv', kind: 'other', link: 'nowhere', real: undefined },
  file('a long name that does not fit into its column, whatever the size of the terminal is.csv'),
  file('evil\u001b[2J\u202e\u0007.csv'),
  file('保存する.csv'),
  file('.hidden.csv'),
];
const SIZES: Readonly<Record<string, number>> = { 'data.csv': 1_234_567, '保存する.csv': 999 };

/** A dialog over these entries, which are on no disk. */
function over(
  entries: readonly Entry[],
  options: Parameters<typeof dialogOver>[1] = {},
): ReturnType<typeof dialogOver> {
  const folder = (path: string): Folder => ({
    path,
    real: path,
    entries,
    isCut: false,
    error: undefined,
  });
  return dialogOver('/home/ada/data', {
    read: async (path) => await Promise.resolve(folder(path)),
    facts: async (path) =>
      await Promise.resolve({ size: SIZES[path.slice(15)] ?? 42, modified: DAY.getTime() }),
    isFolder: async () => await Promise.resolve(false),
    ...options,
  });
}

describe('the dialog as it is drawn', () => {
  const NAMES = ['80x24', '40x12', '20x5', '19x4'] as const;
  const states: readonly [string, (user: DialogUser) => Promise<unknown>, object?][] = [
    ['waiting', async (user) => await user.listed()],
    ['list', async (user) => await (await user.armed()).to('data.csv'), { accept: ['.csv'] }],
    [
      'marked',
      async (user) => {
        await (await (await user.armed()).to('data.csv')).press(' ', ' ');
      },
      { multiple: true },
    ],
    ['filter', async (user) => await (await user.armed()).type('CSV')],
    ['path', async (user) => await (await user.armed()).type('/home/ada/保')],
    [
      'refused',
      async (user) => await (await (await user.armed()).to('data.csv')).press('Enter'),
      {
        open: async () => await Promise.reject(new Error('data.csv: it is denied by a flag')),
      },
    ],
    ['words', async (user) => await user.armed(), { label: '”. tui requests\u001b[2J “your keys' }],
  ];

  it.each(
    states.flatMap(([name, act, options]) => NAMES.map((size) => ({ name, act, options, size }))),
  )('$name at $size', async ({ name, act, options, size }) => {
    const user = over(LISTED, options);
    const [width = 0, height = 0] = size.split('x').map(Number);
    user.size = { width, height };
    await act(user);
    user.picture();
    // Sizes and dates of the rows that have shown.
    await new Promise((done) => setImmediate(done));
    const shown = `${user.picture()}\n`;
    const path = resolve('fixtures/file-dialog', `${name}-${size}.txt`);
    if (process.env['UPDATE_SCREENS'] === '1') {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, shown);
    }
    expect(existsSync(path)).toBe(true);
    expect(shown).toBe(readFileSync(path, 'utf8'));
  });

  it('fills exactly its screen with what cannot be obeyed, whatever names and words are', async () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 40 });
    const property = fc.asyncProperty(
      fc.array(text, { maxLength: 8 }),
      text,
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 1, max: 30 }),
      async (names, label, width, height) => {
        const user = over(
          names.map((name, index) => ({
            name: name || 'x',
            kind: index % 2 === 0 ? 'file' : 'folder',
            link: index % 3 === 0 ? label : undefined,
            real: undefined,
          })),
          { label, app: label },
        );
        await user.armed();
        user.receive({ type: 'paste', text: label, truncated: false });
        const rows = user.rows({ width, height });
        expect(rows).toHaveLength(height);
        for (const row of rows) {
          expect(cellWidth(row.text)).toBe(width);
          expect(row.text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        }
      },
    );
    await fc.assert(property, { numRuns: propertyRuns(40) });
  });

  it('states sizes and dates as people read them', () => {
    expect([0, 999, 1000, 1234, 9_960, 12_345, 999_500, 5e9].map(sizeText)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '1.2 kB',
      '10 kB',
      '12 kB',
      '1.0 MB',
      '5.0 GB',
    ]);
    expect(dateText(DAY.getTime())).toBe('2026-11-28 09:30');
    expect(dateText(NaN)).toBe('');
  });
});

describe('its keys', () => {
  let folder = '';
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'tui-dialog-')));
    mkdirSync(join(folder, 'reports/old'), { recursive: true });
    for (const name of ['a.csv', 'b.txt', 'c10.csv', 'c9.csv', '.dot.csv', 'reports/r.csv']) {
      writeFileSync(join(folder, name), 'x');
      utimesSync(join(folder, name), DAY, DAY);
    }
    symlinkSync('reports', join(folder, 'link'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('list folders first and numbers as people count; hidden files and other types on request', async () => {
    const user = await dialogOver(folder, { accept: ['.csv'] }).armed();
    expect(user.names).toEqual(['link', 'reports', 'a.csv', 'c9.csv', 'c10.csv']);
    await user.press('F2');
    expect(user.names).toContain('.dot.csv');
    await user.press('F3');
    expect(user.names).toContain('b.txt');
    await user.press('Alt+a', 'Alt+.');
    expect(user.names).toEqual(['link', 'reports', 'a.csv', 'c9.csv', 'c10.csv']);
  });

  it('filter, and empty the filter before they leave', async () => {
    const user = await dialogOver(folder).armed();
    await user.type('C1');
    expect(user.names).toEqual(['c10.csv']);
    await user.press('Escape');
    expect([user.names.length, user.end]).toEqual([6, undefined]);
    await user.press('Escape');
    expect(user.end).toBe('cancelled');
  });

  it('enter folders and leave them, to where the user came from', async () => {
    const user = await dialogOver(folder).armed();
    await (await user.to('reports')).press('Enter');
    expect([user.dialog.folder, user.names]).toEqual([join(folder, 'reports'), ['old', 'r.csv']]);
    await user.press('Backspace');
    expect([user.dialog.folder, user.dialog.view.cursor]).toEqual([folder, 1]);
    await (await user.to('link')).press('ArrowRight');
    expect(user.names).toEqual(['old', 'r.csv']);
    await user.press('ArrowLeft', 'Home');
    expect(user.dialog.folder).toBe(folder);
  });

  it('choose one file, or those that are marked in several folders', async () => {
    const one = dialogOver(folder);
    await (await (await one.armed()).to('a.csv')).press('Enter');
    expect([one.end, one.opened]).toEqual(['chosen', [[join(folder, 'a.csv')]]]);

    const several = dialogOver(folder, { multiple: true });
    await (await (await several.armed()).to('a.csv')).press(' ', ' ', 'ArrowUp', ' ');
    await (await several.to('reports')).press('Enter');
    await (await several.to('r.csv')).press(' ', 'Enter');
    expect(several.opened).toEqual([[join(folder, 'a.csv'), join(folder, 'reports/r.csv')]]);
  });

  it('complete and open a path that is typed', async () => {
    const user = dialogOver(folder);
    await (await user.armed()).type(`${folder}/rep`);
    await user.press('Tab');
    await until(() => user.dialog.view.path === `${folder}/reports/`);
    await user.type('r');
    await user.press('Tab');
    await until(() => user.dialog.view.path === `${folder}/reports/r.csv`);
    await user.press('Enter');
    await until(() => user.end !== undefined);
    expect(user.opened).toEqual([[join(folder, 'reports/r.csv')]]);
  });

  it('choose what a link leads to once that was shown', async () => {
    const base = join(folder, 'reports/old');
    const secret = join(base, 'elsewhere/a-name-that-is-long/id_rsa');
    mkdirSync(dirname(secret), { recursive: true });
    writeFileSync(secret, '');
    const linked = join(base, 'linked');
    mkdirSync(linked);
    symlinkSync(secret, join(linked, 'first.csv'));
    symlinkSync('first.csv', join(linked, 'second.csv'));
    symlinkSync('elsewhere', join(base, 'harmless'));
    const user = await dialogOver(linked).armed();
    // Not the name of the next link.
    for (const width of [80, 30, 20]) {
      const row = user.rows({ width, height: 12 }).find(({ text }) => text.includes('sec'));
      expect(row?.text).toMatch(/ → .*rsa/);
    }
    await user.press('Ctrl+l', 'Ctrl+u');
    user.receive({ type: 'paste', text: join(linked, 'second.csv'), truncated: false });
    await user.press('Enter');
    await until(() => user.message !== undefined);
    expect([user.message, user.opened]).toEqual([`a link to ${secret}: press the key again`, []]);
    await user.press('Enter');
    await until(() => user.end !== undefined);
    expect(user.opened).toEqual([[join(linked, 'second.csv')]]);
    const inside = await dialogOver(join(base, 'harmless')).armed();
    expect(inside.rows({ width: 200, height: 12 })[1]?.text).toContain(
      `${join(base, 'harmless')} → ${join(base, 'elsewhere')}`,
    );
  });

  it('are ignored where the path of a folder cannot be read, with a reason', async () => {
    const user = await dialogOver(join(folder, 'missing')).armed();
    expect([user.names, user.message]).toEqual([[], 'it is gone']);
    await user.press('Enter', ' ', 'ArrowDown', 'PageUp');
    expect(user.end).toBeUndefined();
  });

  it('move by clicks: the first one shows what the second one chooses', async () => {
    const user = dialogOver(folder);
    await user.armed();
    user.receive(click(5, 5));
    expect(user.dialog.view.cursor).toBe(3);
    expect(user.end).toBeUndefined();
    user.receive(click(5, 5));
    await user.settled();
    expect(user.opened).toEqual([[join(folder, user.names[3]!)]]);
  });

  it('list as many entries as there may be, and show the rows that have room', () => {
    const entries = Array.from({ length: MAX_ENTRIES }, (_, index) => file(`f${index}`));
    const many: Folder = { path: '/', real: '/', entries, isCut: true, error: undefined };
    expect(filtered(many, { text: '19999', hidden: false, accept: [] })).toHaveLength(12);
  });
});

describe('keys that were meant for the app', () => {
  it('choose nothing: typed ahead, held, pressed over and over, several at once, pasted', async () => {
    const tries: readonly [string, (user: DialogUser) => unknown][] = [
      ['typed ahead', (user) => user.receive(key('Enter'))],
      ['at once after the pause', (user) => user.wait(300).receive(key('Enter'))],
      [
        'twice a second',
        (user) => {
          user.wait(300);
          for (let time = 0; time < 20; time++) user.wait(500).receive(key('Enter'));
        },
      ],
      [
        'held',
        (user) => {
          for (let time = 0; time < 200; time++) user.wait(33).receive(key('Enter'));
        },
      ],
      ['a repeat', (user) => user.wait(300).wait(1500).receive(key('Enter', 'repeat'))],
      [
        'several at once',
        (user) => user.wait(300).wait(1500).receive(key('Enter'), key('Enter'), key('Enter')),
      ],
      [
        'a paste',
        (user) =>
          user.wait(300).wait(1500).receive({ type: 'paste', text: 'a\n\n', truncated: false }),
      ],
      ['clicks', (user) => user.wait(300).receive(click(4, 2)).receive(click(4, 2))],
      [
        'after another size',
        (user) => {
          user.wait(300).wait(1500);
          user.dialog.disarm();
          user.receive(key('Enter'));
        },
      ],
    ];
    const found: string[] = [];
    for (const [name, act] of tries) {
      const user = over([file('secret')]);
      await user.listed();
      act(user);
      await new Promise((done) => setImmediate(done));
      if (user.end !== undefined || user.opened.length > 0) found.push(name);
    }
    expect(found).toEqual([]);
  });

  it('choose where the user has had the time to read: the control', async () => {
    const user = over([file('secret')]);
    await (await user.armed()).press('Enter');
    expect([user.end, user.opened.length]).toEqual(['chosen', 1]);
  });

  it('leave at any time by Ctrl+C, and end the app by Ctrl+\\', async () => {
    const cancelled = over([file('a')]).receive(key('Ctrl+c'));
    const ended = over([file('a')]).receive(key('Ctrl+\\'));
    await new Promise((done) => setImmediate(done));
    expect([cancelled.end, ended.end]).toEqual(['cancelled', 'ended']);
  });
});
