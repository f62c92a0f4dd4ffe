/** The log of an app that runs, and `tui log`. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReadEntry } from '../../cli/log/entry-line.js';
import { followLog } from '../../cli/log/read-log.js';
import { RotatingFile } from '../../cli/log/rotating-file.js';
import { commandFile, folderOf, tui } from '../support/cli.js';

let cwd = '';
let log = '';
beforeAll(async () => {
  cwd = await folderOf({
    'app.tui': `<policy>{"permissions": {"env": ["MY_TOKEN"]}}</policy><text>x</text>
<script>
  function inner() { console.log('from inner %s', process.env.MY_TOKEN); }
  inner();
  console.error(new TypeError('thrown'));
  console.trace('trace');
  $tui.logger.warn({ a: [1] }, 'two');
  setTimeout(() => console.log('late'), 0);
</script>`,
    'policy.tui': '<policy>{"config": {"log": {"file": "./cache/p.log"}}}</policy><text>x</text>',
  });
  log = join(cwd, 'app.log');
});
afterAll(() => rmSync(cwd, { recursive: true }));
afterEach(() => rmSync(log, { force: true }));

const run = (...args: string[]) =>
  tui(['--log-file', log, '--log-level=debug', ...args, '--trust', 'app.tui'], {
    cwd,
    env: { HOME: cwd, MY_TOKEN: 'canary-token' },
  });
const show = (...args: string[]) =>
  tui(['log', '--log-file', log, ...args], { cwd, env: { HOME: cwd } });
const bare = (text: string): string[] => text.replace(/^[\d-]+T[\d:.]+Z /gm, '').split('\n');

describe('a log file', () => {
  it('has the place of each call, stacks as an author reads them, and no secret', async () => {
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    expect(bare(readFileSync(log, 'utf8')).slice(0, 6)).toEqual([
      'INFO  app.tui:3:30: from inner ••••',
      'ERROR app.tui:5:11: TypeError: thrown',
      '      at app.tui:5:17',
      'DEBUG app.tui:6:11: trace',
      '    at app.tui:6:11',
      'WARN  app.tui:7:15: { a: [ 1 ] } two',
    ]);
  });

  it('has one object a line as JSON, with the app and the process', async () => {
    await run('--log-format=JSON');
    const [first, second] = readFileSync(log, 'utf8').trim().split('\n');
    expect(JSON.parse(first ?? '')).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'INFO',
      at: 'app.tui:3:30',
      message: 'from inner ••••',
      app: join(cwd, 'app.tui'),
      pid: expect.any(Number),
    });
    expect(JSON.parse(second ?? '')).toMatchObject({
      message: 'TypeError: thrown\n    at app.tui:5:17',
    });
  });

  it('is put aside when it is full', async () => {
    for (let index = 0; index < 3; index++) await run('--log-max-size=0.0003', '--log-max-files=2');
    const { stdout } = await show('-n', '1000');
    expect(stdout).toContain('from inner');
    expect(Buffer.byteLength(readFileSync(log))).toBeLessThanOrEqual(300);
    const others = spawnSync('ls', [cwd], { encoding: 'utf8' }).stdout.match(/app\.log\.\S+/g);
    expect(others).toHaveLength(2);
    spawnSync('sh', ['-c', `rm ${log}.*`]);
  });
});

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

describe('a full disk', () => {
  const disk = (): string => join(cwd, 'disk');
  const mounted = (): boolean => {
    mkdirSync(disk(), { recursive: true });
    return (
      isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk()]).status === 0
    );
  };

  it('tears no line: what follows begins on a line of its own', () => {
    if (!mounted()) return limited();
    try {
      const path = join(disk(), 'app.log');
      const file = new RotatingFile({
        path,
        maxSize: 0,
        maxFiles: 1,
        lock: () => undefined,
        check: () => undefined,
      });
      appendFileSync(join(disk(), 'filler'), 'x'.repeat(4096));
      let written = 0;
      expect(() => {
        for (;;) {
          file.write(`${'y'.repeat(700)}\n`);
          written++;
        }
      }).toThrow('ENOSPC');
      expect(written).toBeGreaterThan(5);
      rmSync(join(disk(), 'filler'));
      file.write('after\n');
      const lines = readFileSync(path, 'utf8').split('\n');
      expect(lines.slice(-2)).toEqual(['after', '']);
      expect(lines.filter((line) => line.length === 700)).toHaveLength(written);
      file.close();
    } finally {
      spawnSync('umount', [disk()]);
    }
  });

  /** Without the right to make a disk: a file may not become larger. */
  function limited(): void {
    const { status } = spawnSync(
      'bash',
      [
        '-c',
        `ulimit -f 1; exec ${process.execPath} ${commandFile()} --log-file ${log} --trust app.tui`,
      ],
      { cwd, env: { PATH: process.env['PATH'] ?? '', HOME: cwd } },
    );
    expect(status).toBe(0);
  }

  it('does not end the app', async () => {
    if (!mounted()) return limited();
    try {
      appendFileSync(join(disk(), 'filler'), 'x'.repeat(16 * 1024));
      const { code, stdout } = await tui(
        ['--log-file', join(disk(), 'app.log'), '--trust', 'app.tui'],
        { cwd, env: { HOME: cwd } },
      );
      expect([code, stdout]).toEqual([0, 'x\n']);
    } finally {
      spawnSync('umount', [disk()]);
    }
  });
});

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
    const folder = await tui(['log', '--log-file', cwd], { cwd, env: { HOME: cwd } });
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
    const none = await tui(['log'], { cwd, env: { HOME: cwd } });
    expect([none.code, none.stderr]).toEqual([
      2,
      'error no-log: log.file is not set: nothing is logged to a file\n  tui config set log.file ~/.local/state/tui.log\n',
    ]);
    const missing = await show();
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('error no-file: nothing was logged yet');
    const policy = await tui(['log', 'policy.tui'], { cwd, env: { HOME: cwd } });
    expect(policy.stderr).toContain(`${join(cwd, 'cache/p.log')} error no-file`);
    const wrong = await show('--level', 'loud');
    expect(wrong.stderr).toContain('--level: expected one of "TRACE", "DEBUG"');
  });

  describe('--follow', () => {
    let follower: ChildProcess | undefined;
    afterEach(() => void follower?.kill('SIGKILL'));

    it('goes on with what is added, through files that are put aside, until its reader goes', async () => {
      appendFileSync(log, line('INFO', 'before'));
      follower = spawn(
        process.execPath,
        [commandFile(), 'log', '--log-file', log, '-f', '-n', '1'],
        {
          cwd,
          env: { PATH: process.env['PATH'], HOME: cwd },
        },
      );
      let shown = '';
      follower.stdout?.setEncoding('utf8').on('data', (text: string) => (shown += text));
      const until = async (text: string): Promise<void> => {
        while (!shown.includes(text)) await new Promise((resolve) => setTimeout(resolve, 10));
      };
      await until('before');
      appendFileSync(log, line('WARN', 'first\n  more'));
      await until('first\n  more');
      renameSync(log, `${log}.20260101-000000-000-abcdef`);
      appendFileSync(`${log}.20260101-000000-000-abcdef`, line('INFO', 'late in the old file'));
      appendFileSync(log, line('INFO', 'in the new file'));
      await until('in the new file');
      await until('late in the old file');
      // Emptied by hand.
      spawnSync('sh', ['-c', `: > ${log}`]);
      await new Promise((resolve) => setTimeout(resolve, 300));
      appendFileSync(log, line('INFO', 'anew'));
      await until('anew');
      expect(shown.match(/Z /g)).toHaveLength(5);
      const ended = new Promise((resolve) => follower?.on('exit', resolve));
      follower.stdout?.destroy();
      appendFileSync(log, line('INFO', 'to nobody'));
      expect(await ended).toBe(0);
      rmSync(`${log}.20260101-000000-000-abcdef`);
    });

    it('shows each entry once, also of a log that is named by a link', async () => {
      writeFileSync(log, line('INFO', 'before'));
      const link = `${log}.link`;
      symlinkSync(log, link);
      follower = spawn(process.execPath, [commandFile(), 'log', '--log-file', link, '-f'], {
        cwd,
        env: { PATH: process.env['PATH'], HOME: cwd },
      });
      let shown = '';
      follower.stdout?.setEncoding('utf8').on('data', (text: string) => (shown += text));
      const until = async (text: string): Promise<void> => {
        while (!shown.includes(text)) await new Promise((resolve) => setTimeout(resolve, 10));
      };
      await until('before');
      // Several looks at the file.
      for (const text of ['one', 'two', 'three']) {
        appendFileSync(log, line('INFO', text));
        await until(text);
      }
      rmSync(link);
      expect(shown.match(/Z /g)).toHaveLength(4);
    });

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
