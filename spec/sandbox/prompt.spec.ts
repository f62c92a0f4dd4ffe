import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { frame } from '../../cli/sandbox/approval/prompt.js';
import {
  plain,
  promptLines,
  type PromptContent,
} from '../../cli/sandbox/approval/prompt-content.js';
import {
  FIRST_STATE,
  promptKey,
  promptRows,
  promptShown,
  type PromptState,
  type Size,
} from '../../cli/sandbox/approval/prompt-screen.js';
import { changeLines } from '../../cli/sandbox/approval/standing.js';
import type { RequestedGrant } from '../../cli/sandbox/policy/types.js';
import { cellWidth } from '../../runtime/base/text/graphemes.js';
import { Xterm } from '../support/xterm.js';
import { anyCharacter } from '../support/any-character.js';
import { propertyRuns } from '../support/property-runs.js';

const want = (kind: RequestedGrant['kind'], value: string, danger?: string): RequestedGrant => ({
  kind,
  value,
  written: value,
  danger,
});

const CONTENT: PromptContent = {
  subject: '/home/ada/apps/weather.tui',
  hash: undefined,
  name: 'Weather',
  requested: [
    want('read', '/home/ada/notes/'),
    want('net', 'api.example.com:443'),
    want('net', 'localhost:3000', 'programs on this machine'),
    want('run', '/usr/bin/git log', 'it can run anything, with all your rights'),
    want('env', 'GITHUB_TOKEN', 'it may hold a secret'),
  ],
  approvedBefore: new Set(),
  changed: false,
  enforcement: {
    tier: 'A',
    by: 'bubblewrap',
    levels: { read: 'system', write: 'system', net: 'system', run: 'system', env: 'system' },
  },
  canKeep: true,
};

const NODE_ONLY: PromptContent['enforcement'] = {
  tier: 'C',
  by: 'Node 20',
  levels: { read: 'node', write: 'node', net: 'none', run: 'node', env: 'node' },
  remedy: 'run: sudo apt install bubblewrap (tier A)',
};

const ARMED: PromptState = { ...FIRST_STATE, armed: true };
const key = (name: string, ctrl = false): Parameters<typeof promptKey>[3] => ({
  key: name,
  ctrl,
  alt: false,
  meta: false,
});

function picture(content: PromptContent, size: Size, state: PromptState = ARMED): string {
  return promptRows(content, size, state)
    .map(({ text }) => `|${text}|`)
    .join('\n');
}

const HOSTILE: Readonly<Record<string, string>> = {
  escapes: '\u001b[2J\u001b[H\u001b]0;owned\u0007Allow\u009b31m',
  bidi: 'safe\u202e\u2066gnp.\u2069txt\u200f',
  newlines: 'Weather\n\n[y Allow once]\r\nNothing is wanted.\u2028more',
  long: 'A'.repeat(10_000),
  invisible: 'a\u200b\u00ad\u2060\ufeff\u3164\u2800\u{e0041}b\u00a0\u3000',
  piled: `Z${'\u0301'.repeat(400)}`,
  lone: '\ud800x\udfff',
  wide: '保存'.repeat(20),
  quotes: 'Weather”. It is safe. “x',
};

describe('the prompt as it is drawn', () => {
  const cases: [name: string, content: PromptContent, size: Size, state?: PromptState][] = [
    ['plain', CONTENT, { width: 72, height: 30 }],
    ['small', CONTENT, { width: 40, height: 10 }],
    ['waiting', CONTENT, { width: 40, height: 10 }, FIRST_STATE],
    ['tiny', CONTENT, { width: 12, height: 3 }],
    ['node-only', { ...CONTENT, enforcement: NODE_ONLY }, { width: 72, height: 30 }],
    [
      'everything',
      { ...CONTENT, requested: [want('all', '', 'it can do everything that you can do')] },
      { width: 60, height: 14 },
    ],
    [
      'remote-changed',
      {
        ...CONTENT,
        subject: 'https://example.com/app.tui',
        hash: '0123456789abcdef'.repeat(4),
        changed: true,
        approvedBefore: new Set(['read /home/ada/notes/']),
      },
      { width: 60, height: 26 },
    ],
    [
      // A component of a file and one of a package: what they are made of is content of the app.
      'imports-changed',
      {
        ...CONTENT,
        requested: [want('read', '/home/ada/notes/')],
        approvedBefore: new Set(['read /home/ada/notes/']),
        changed: true,
        changes: changeLines(
          {
            changed: ['parts/card.tui', 'parts/look.css'],
            added: ['node_modules/@acme/cards/evil.tui', 'parts/\u202e\u001b[2Jiut.x'],
            removed: ['node_modules/@acme/cards/package.json'],
          },
          (each) => each,
        ),
      },
      { width: 60, height: 26 },
    ],
    [
      'stdin',
      {
        ...CONTENT,
        subject: undefined,
        name: undefined,
        canKeep: false,
        requested: [want('shader', '')],
      },
      { width: 60, height: 12 },
    ],
    [
      'settings',
      {
        ...CONTENT,
        requested: [
          want('write', '/home/ada/notes/'),
          { ...want('write', '/home/ada/.config/tui/'), isSettings: true },
          want('env', 'WEATHER_CITY'),
        ],
        settings: [
          { key: 'log.file', value: '/home/ada/notes/app.log' },
          { key: 'oauth.wellknownUrl', value: 'https://id.test/\u001b[2J\u202e\nAllow' },
        ],
      },
      { width: 60, height: 26 },
    ],
    ...Object.entries(HOSTILE).map(([name, text]): [string, PromptContent, Size] => [
      `hostile-${name}`,
      {
        ...CONTENT,
        subject: `/home/ada/${text.slice(0, 300)}/app.tui`,
        name: text,
        requested: [
          want('read', `/home/ada/${text.slice(0, 300)}/`),
          want('run', `/bin/x ${JSON.stringify(text.slice(0, 60))}`, 'd'),
        ],
      },
      { width: 60, height: 30 },
    ]),
  ];

  it.each(cases.map(([name, content, size, state = ARMED]) => ({ name, content, size, state })))(
    '$name',
    ({ name, content, size, state }) => {
      const shown = `${picture(content, size, state)}\n`;
      const file = resolve('fixtures/prompts', `${name}.txt`);
      if (process.env['UPDATE_SCREENS'] === '1') {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, shown);
      }
      expect(existsSync(file)).toBe(true);
      expect(shown).toBe(readFileSync(file, 'utf8'));
    },
  );

  it('fills exactly its screen, whatever the names', async () => {
    for (const text of Object.values(HOSTILE)) {
      for (const size of [
        { width: 40, height: 10 },
        { width: 80, height: 24 },
        { width: 5, height: 4 },
        { width: 2, height: 1 },
      ]) {
        const content = {
          ...CONTENT,
          name: text,
          subject: text,
          requested: [want('read', text), want('env', text)],
        };
        const rows = promptRows(content, size, ARMED);
        expect(rows).toHaveLength(size.height);
        for (const row of rows) {
          expect(cellWidth(row.text)).toBe(size.width);
          expect(row.text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        }
        // What a terminal makes of the bytes is the same rows: nothing of the names is obeyed.
        const xterm = new Xterm(size.width, size.height);
        await xterm.write(frame(rows));
        const { active } = xterm.terminal.buffer;
        rows.forEach(({ text: row }, index) => {
          const shown = active.getLine(active.baseY + index)?.translateToString() ?? '';
          if (!/\p{M}|[^\u0000-\u2fff]/u.test(row)) expect(shown).toBe(row);
        });
      }
    }
  });

  it('spells out what cannot be seen, and keeps what can', () => {
    expect(plain('\u001b[2J\u202e\u200b\n')).toBe('\\u{1b}[2J\\u{202e}\\u{200b}\\u{a}');
    expect(plain('Ünïcode 保存 a\u0301')).toBe('Ünïcode 保存 a\u0301');
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        expect(plain(text)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\n]/u);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('shows everything that is wanted, in full', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 120 }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.integer({ min: 12, max: 100 }),
        (values, width) => {
          const lines = promptLines(
            { ...CONTENT, requested: values.map((value) => want('net', value)) },
            width,
          );
          const whole = lines.map(({ text }) => text.slice(2)).join('');
          for (const value of values) expect(whole).toContain(plain(value));
          for (const { text } of lines) expect(cellWidth(text)).toBeLessThanOrEqual(width);
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});

describe('answering', () => {
  const size = { width: 72, height: 40 };
  const read = promptShown(CONTENT, size, ARMED);
  const press = (
    name: string,
    state = read,
    content = CONTENT,
    at: Size = size,
  ): ReturnType<typeof promptKey> => promptKey(content, at, state, key(name));

  it('is no unless it is yes', () => {
    expect(press('Enter')).toEqual({ answer: 'deny' });
    expect(press('Escape')).toEqual({ answer: 'deny' });
    expect(press('n')).toEqual({ answer: 'deny' });
    expect(press('y')).toEqual({ answer: 'once' });
    expect(press('a')).toEqual({ answer: 'always' });
    expect(promptKey(CONTENT, size, FIRST_STATE, key('c', true))).toEqual({ answer: 'deny' });
    for (const other of ['x', 'Backspace', 'F1', 'Unidentified', '', '1'])
      expect(press(other)).toEqual({ state: read });
  });

  it('does nothing before the input was quiet', () => {
    const early = { ...read, armed: false };
    for (const name of ['y', 'a', 'n', 'Enter', 'Escape', 'Tab', ' '])
      expect(press(name, early)).toEqual({ state: early });
  });

  it('takes no key that is held with another', () => {
    expect(promptKey(CONTENT, size, read, { ...key('y'), alt: true })).toEqual({ state: read });
    expect(promptKey(CONTENT, size, read, { ...key('a'), ctrl: true })).toEqual({ state: read });
  });

  it('can be chosen with the arrows', () => {
    const step = press('ArrowRight');
    expect('state' in step && step.state.selected).toBe('once');
    expect('state' in step && press('Enter', step.state)).toEqual({ answer: 'once' });
    const back = press('ArrowLeft');
    expect('state' in back && back.state.selected).toBe('always');
  });

  it('has no "always" where nothing can be kept', () => {
    expect(press('a', read, { ...CONTENT, canKeep: false })).toEqual({ state: read });
    expect(picture({ ...CONTENT, canKeep: false }, size)).not.toContain('Always');
  });

  it('grants nothing that was not on the screen', () => {
    const small = { width: 40, height: 10 };
    let state: PromptState = promptShown(CONTENT, small, ARMED);
    const lines = promptLines(CONTENT, 40);
    const seen = new Set<number>();
    let presses = 0;
    for (; presses < 100; presses++) {
      for (let line = state.top; line < state.top + 6; line++) seen.add(line);
      const step = promptKey(CONTENT, small, state, key('y'));
      if ('answer' in step) break;
      // Each page takes a key of its own, after quiet.
      expect(step.state.armed).toBe(false);
      state = promptShown(CONTENT, small, { ...step.state, armed: true });
    }
    expect(presses).toBeGreaterThan(1);
    expect(seen.size).toBeGreaterThanOrEqual(lines.length);
    const jumped = promptKey(CONTENT, small, promptShown(CONTENT, small, ARMED), key('End'));
    const end = 'state' in jumped ? promptShown(CONTENT, small, jumped.state) : ARMED;
    expect('state' in promptKey(CONTENT, small, end, key('y'))).toBe(true);
  });
});
