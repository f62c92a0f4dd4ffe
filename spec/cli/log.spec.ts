/** `tui log`. What runs an app, or follows until it is ended, is in process/log.spec.ts. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReadEntry } from '../../cli/log/entry-line.js';
import { followLog } from '../../cli/log/read-log.js';
import { folderOf } from '../support/cli.js';
import { call } from '../support/in-process.js';

let cwd = '';
let log = '';
beforeAll(async () => {
  cwd = await folderOf({
    'policy.tui': '<policy>{"config": {"log": {"file": "./cache/p.log"}}}</policy><text>x</text>',
  });
  log = join(cwd, 'app.log');
});
afterAll(() => rmSync(cwd, { recursive: true }));
afterEach(() => rmSync(log, { force: true }));

const show = (...args: string[]) =>
  call(['log', '--log-file', log, ...args], { cwd, env: { HOME: cwd } });

/** Collects the messages of a log that is followed. */
function collect(): { onEntry: (entry: ReadEntry) => void; messages: string[] } {
  const messages: string[] = [];
  return { onEntry: ({ message }) => void messages.push(message), messages };
}

describe('tui log', () => {
  const line = (level: string, message: string): string =>
    `2026-01-01T00:00:00.000Z ${level.padEnd(5)} ${message}\n`;

  it('shows the last entries, as many as wanted and as severe', async () => {
    appendFileSync(
      log,
      line('INFO', 'one') + line('WARN', 'two\n  lines') + line('ERROR', 'three'),
    );
    expect((await show()).stdout).toBe(readFileSync(log, 'utf8'));
    expect((await show('-n', '1')).stdout).toBe(line('ERROR', 'three'));
    expect((await show('--lines=0')).stdout).toBe('');
    expect((await show('--level', 'warn')).stdout).toBe(
      line('WARN', 'two\n  lines') + line('ERROR', 'three'),
    );
    expect((await show('--json', '-n', '2')).stdout).toBe(
      '{"time":"2026-01-01T00:00:00.000Z","level":"WARN","message":"two\\nlines"}\n' +
        '{"time":"2026-01-01T00:00:00.000Z","level":"ERROR","message":"three"}\n',
    );
  });

  it('lets nothing of a file through to the terminal', async () => {
    appendFileSync(
      log,
      `junk \x1b]0;owned\x07\n${line('INFO', '\x1b[31mred\u202e')}  \x1b[2J\n{"time":"\x1b","level":"INFO","message":"x"}\n` +
        '{"time":"\\u001b[31m","level":"WARN","message":"\\u009b31m","at":"\\u001b"}\n',
    );
    for (const args of [[], ['--json']]) {
      expect((await show(...args)).stdout).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/,
      );
    }
  });

  it('waits for no pipe, and reads no folder', async () => {
    spawnSync('mkfifo', [log]);
    const pipe = await show('--follow');
    expect([pipe.code, pipe.stderr]).toEqual([2, expect.stringContaining('it is not a file')]);
    const folder = await call(['log', '--log-file', cwd], { cwd, env: { HOME: cwd } });
    expect([folder.code, folder.stderr]).toEqual([2, expect.stringContaining('it is not a file')]);
  });

  it('shows what was put aside where no new file was begun', async () => {
    const aside = `${log}.20260101-000000-000-abcdef`;
    writeFileSync(aside, line('INFO', 'last words'));
    const { code, stdout } = await show();
    rmSync(aside);
    expect([code, stdout]).toEqual([0, line('INFO', 'last words')]);
  });

  it('states what to do where there is no log', async () => {
    const none = await call(['log'], { cwd, env: { HOME: cwd } });
    expect([none.code, none.stderr]).toEqual([
      2,
      'error no-log: log.file is not set: nothing is logged to a file\n  tui config set log.file ~/.local/state/tui.log\n',
    ]);
    const missing = await show();
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('error no-file: nothing was logged yet');
    const policy = await call(['log', 'policy.tui'], { cwd, env: { HOME: cwd } });
    expect(policy.stderr).toContain(`${join(cwd, 'cache/p.log')} error no-file`);
    const wrong = await show('--level', 'loud');
    expect(wrong.stderr).toContain('--level: expected one of "TRACE", "DEBUG"');
  });

  describe('--follow', () => {
    it('misses no file that was begun and put aside between two looks, and keeps the order', () => {
      const { onEntry, messages } = collect();
      writeFileSync(log, line('INFO', '0'));
      const stop = followLog(log, onEntry);
      for (const index of [1, 3, 5]) {
        appendFileSync(log, line('INFO', `${index}\n  more`));
        renameSync(log, `${log}.20260101-000000-00${index}-abcdef`);
        writeFileSync(log, line('INFO', String(index + 1)));
      }
      stop();
      for (const index of [1, 3, 5]) rmSync(`${log}.20260101-000000-00${index}-abcdef`);
      expect(messages).toEqual(['1\nmore', '2', '3\nmore', '4', '5\nmore', '6']);
    });

    it('begins with the new file where the one that was followed was removed', () => {
      const { onEntry, messages } = collect();
      writeFileSync(log, line('INFO', '0'));
      const stop = followLog(log, onEntry);
      writeFileSync(`${log}.20260101-000000-000-abcdef`, line('INFO', 'of another time'));
      rmSync(log);
      writeFileSync(log, line('INFO', '1'));
      stop();
      rmSync(`${log}.20260101-000000-000-abcdef`);
      expect(messages).toEqual(['1']);
    });

    it('waits for a log that is not there yet', async () => {
      expect(existsSync(log)).toBe(false);
      const { code, stderr } = await show('--follow');
      // Of a wrong name nothing would ever come.
      expect([code, stderr]).toEqual([2, expect.stringContaining('nothing was logged yet')]);
    });
  });
});
