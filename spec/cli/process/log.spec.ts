/** The log of an app that runs, and `tui log --follow`. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RotatingFile } from '../../../cli/log/rotating-file.js';
import { commandFile, folderOf, tui } from '../../support/cli.js';

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

describe('tui log --follow', () => {
  const line = (level: string, message: string): string =>
    `2026-01-01T00:00:00.000Z ${level.padEnd(5)} ${message}\n`;

  let follower: ChildProcess | undefined;
  afterEach(() => void follower?.kill('SIGKILL'));

  it('goes on with what is added, through files that are put aside, until its reader goes', async () => {
    appendFileSync(log, line('INFO', 'before'));
    follower = spawn(process.execPath, [commandFile(), 'log', '--log-file', log, '-f', '-n', '1'], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: cwd },
    });
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
});
