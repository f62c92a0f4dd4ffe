/** Entries as lines, and what of them is masked. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { entryLine, readEntry } from '../../cli/log/entry-line.js';
import { openLogFile } from '../../cli/log/log-file.js';
import { SecretValues } from '../../cli/log/secret-values.js';
import { Config } from '../../config/index.js';
import { LOG_LEVELS, type LogEntry } from '../../runtime/script/logger.js';
import { anyCharacter } from '../support/any-character.js';
import { propertyRuns } from '../support/property-runs.js';

const WRITER = { app: '/apps/a.tui', pid: 7 };
const text = fc.string({ unit: anyCharacter, maxLength: 40 });
const entries: fc.Arbitrary<LogEntry> = fc.record({
  time: fc.integer({ min: 0, max: 4e12 }),
  level: fc.constantFrom(...LOG_LEVELS),
  message: fc.oneof(
    text,
    fc.array(text).map((lines) => lines.join('\n')),
  ),
});

it('an entry is one line, or one and lines that begin with blanks, and nothing that a terminal obeys', () => {
  fc.assert(
    fc.property(entries, fc.constantFrom('text' as const, 'json' as const), (entry, format) => {
      const line = entryLine(entry, format, WRITER);
      const [first = '', ...rest] = line.split('\n');
      expect(rest.pop()).toBe('');
      expect(rest.every((each) => each.startsWith('  '))).toBe(true);
      expect(rest.every((each) => readEntry(each) === undefined)).toBe(true);
      expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
      const read = readEntry(first);
      expect([read?.time, read?.level]).toEqual([new Date(entry.time).toISOString(), entry.level]);
      if (format === 'json') {
        expect(rest).toEqual([]);
        expect(read).toMatchObject({
          ...WRITER,
          message: JSON.parse(JSON.stringify(entry.message)) as string,
        });
      }
    }),
    { numRuns: propertyRuns(500) },
  );
});

it('reads nothing out of lines that are none', () => {
  for (const line of [
    '',
    'x',
    '{',
    '{}',
    '[]',
    '{"time":1,"level":"INFO","message":"x"}',
    'null',
  ]) {
    expect(readEntry(line)).toBeUndefined();
  }
  fc.assert(
    fc.property(text, (line) => void readEntry(line)),
    { numRuns: propertyRuns(500) },
  );
});

describe('secrets', () => {
  const policy = {
    source: { file: 'a.tui', text: '' },
    offset: 0,
    text: JSON.stringify({
      config: { 'mail.password': 'hunter2 & co', plain: 'harmless' },
      configSchema: { 'my.key': { type: 'string', default: 'opensesame', secret: true } },
    }),
  };
  const config = new Config({
    env: {},
    cwd: '/',
    home: '/',
    policy,
    cliFlags: { 'ai.headers': { Authorization: 'canary-header' } },
  });
  const secrets = new SecretValues(config, { API_TOKEN: 'canary-variable', LANG: 'en_GB.UTF-8' });

  it.each([
    ['a declared key', 'is opensesame here', 'is •••• here'],
    ['a key by its name', 'hunter2 & co', '••••'],
    ['within JSON', JSON.stringify({ x: 'hunter2 & co' }), '{"x":"••••"}'],
    ['within an address', 'http://a/?q=hunter2%20%26%20co&b=1', 'http://a/?q=••••&b=1'],
    ['a header', "{ Authorization: 'canary-header' }", "{ Authorization: '••••' }"],
    ['a granted variable', 'canary-variable', '••••'],
    ['what looks like one', 'ghp_abcdefghijklmnop0123', '••••'],
    ['nothing else', 'harmless en_GB.UTF-8', 'harmless en_GB.UTF-8'],
  ])('%s', (_, message, shown) => {
    expect(secrets.mask(message)).toBe(shown);
  });

  it('are masked in the address of an app as well', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tui-log-'));
    const file = join(folder, 'app.log');
    try {
      const log = openLogFile(
        new Config({
          env: {},
          cwd: '/',
          home: '/',
          cliFlags: { 'log.file': file, 'log.format': 'json' },
        }),
        {
          console: { env: {}, home: folder },
          app: 'https://ada:hunter22@example.com/a.tui?token=canary-token&page=2',
        },
      );
      log?.append({ time: 0, level: 'INFO', message: 'm' });
      log?.close();
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
        app: 'https://••••@example.com/a.tui?token=••••&page=2',
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('follow the configuration', () => {
    expect(secrets.mask('newvalue')).toBe('newvalue');
    config.set('my.key', 'newvalue');
    expect(secrets.mask('newvalue')).toBe('••••');
  });
});
