/** The command as a process: apps with code, exit codes, signals, and readers that go. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, shell, tui, type Result } from '../../support/cli.js';

const APP = `<tui>
  <title>Demo &amp; more</title>
  <text id="t">hello</text>
  <script>
    $tui.getElementById('t').textContent = ['hello', ...$tui.argv].join(' ');
  </script>
</tui>
`;
const FILES = {
  'app.tui': APP,
  'broken.tui': '<data-bars\n  series="[{" bars="[]"/>\n',
  'throws.tui': '<text>x</text>\n<script>\n  undefined_thing();\n</script>',
  'later.tui':
    '<text>x</text><script async="ready">setTimeout(() => 0, 1e6);\n  Promise.reject(new Error("floating"));</script>',
  'emits.tui':
    '<text>x</text><script async="ready">\nimport { EventEmitter } from "node:events";\nprocess.nextTick(() => { new EventEmitter().emit("error", new Error("emitted")) });\nawait new Promise(() => 0);</script>',
  'awaits.tui': '<text>x</text><script>await new Promise(() => 0)</script>',
  'rejects.tui':
    '<text>x</text><script>Promise.reject(new Error("lost"));\nawait new Promise(() => 0)</script>',
  'words.tui':
    '<text>x</text><script async="ready">Promise.reject("only words"); await new Promise(() => 0)</script>',
  'denied.tui':
    '<text>x</text><script>fetch("http://no.test/"); await new Promise(() => 0)</script>',
  'syntax.tui': '<script>let = ;</script>',
  'exits.tui': '<text>x</text><script>$tui.exit(7)</script>',
  'ticks.tui': '<text>ticks</text><script>setInterval(() => {}, 10)</script>',
  'hangs.tui':
    '<script>process.stderr.write("waiting"); await new Promise(() => setInterval(() => 0, 1000))</script>',
  'wordy.tui': '<container>' + '<text>line</text>'.repeat(3000) + '</container>',
  'bad.css': ':root {\n --accent: blurple }',
  'dusk.css': ':root { --base: fullcolor-std; --text: #123456 }',
};

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf(FILES);
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
});

const call = (line: string, stdin?: string): Promise<Result> =>
  tui(line === '' ? [] : line.split(' '), { cwd, ...(stdin === undefined ? {} : { stdin }) });

/** Messages but the one of a machine that cannot sandbox as it should: it is about that, not about the app. */
const told = ({ stderr }: Result): string =>
  stderr.replace(/^warning weak-sandbox: .*\n(?: {2}.*\n)*/, '');

describe('running an app without a terminal', () => {
  it('paints one frame as plain text and exits 0', async () => {
    const result = await call('app.tui');
    expect(result).toMatchObject({ code: 0, signal: null, stdout: 'hello\n' });
    expect(told(result)).toBe('');
  });

  it('hands on what follows the file, flags too', async () => {
    expect((await call('app.tui --theme -x two')).stdout).toBe('hello --theme -x two\n');
  });

  it('reads from stdin', async () => {
    expect((await call('- a b', APP)).stdout).toBe('hello a b\n');
  });

  it('does not wait for timers', async () => {
    expect(await call('ticks.tui')).toMatchObject({ code: 0, stdout: 'ticks\n' });
  });

  it('fails where the output cannot be kept, and not where only its messages cannot', async () => {
    for (const line of ['$TUI app.tui > /dev/full', '$TUI snapshot app.tui > /dev/full']) {
      const result = await shell(line, { cwd });
      expect(result.code).toBe(1);
      expect(told(result)).toBe('error cannot-write: stdout cannot be written (ENOSPC)\n');
    }
    expect((await shell('$TUI broken.tui 2> /dev/full', { cwd })).code).toBe(2);
    expect((await shell('{ $TUI broken.tui; echo $? >&3; } 3>&1 2> >(true)', { cwd })).stdout).toBe(
      '2\n',
    );
  });

  it('stands a reader that stops early', async () => {
    const line =
      'set -o pipefail; $TUI snapshot wordy.tui --height 2000 --format json | head -c 10';
    expect(await shell(line, { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(await shell('$TUI --help | true; echo ${PIPESTATUS[0]}', { cwd })).toMatchObject({
      stdout: '0\n',
      stderr: '',
    });
  });
});

describe('exit codes and messages of a process', () => {
  it.each([
    ['exits.tui', 7, ''],
    [
      'throws.tui',
      1,
      'throws.tui:3:3 error script-error: ReferenceError: undefined_thing is not defined\n 3 |   undefined_thing();\n   |   ^^^^^^^^^^^^^^^\n',
    ],
    ['later.tui', 1, 'later.tui:2:18 error script-error: Error: floating'],
    ['emits.tui', 1, 'emits.tui:3:59 error script-error: Error: emitted'],
    ['awaits.tui', 1, 'error script-waits: a script awaits a promise that never settles\n'],
    ['rejects.tui', 1, 'rejects.tui:1:38 error script-error: Error: lost'],
    ['words.tui', 1, 'error script-error: thrown: only words'],
    ['denied.tui', 1, 'denied.tui:1:23 error script-error: DeniedError: connecting to no.test:80'],
    ['syntax.tui', 2, 'syntax.tui:1:15 error script-syntax: '],
    [
      '--theme none.css app.tui',
      2,
      'none.css error bad-theme: the theme cannot be read: there is no',
    ],
    [
      '--theme bad.css app.tui',
      2,
      'bad.css:2:12 error bad-style: --accent: expected a colour, found',
    ],
  ])('tui %s ends with %i', async (line, code, stderr) => {
    const result = await call(line);
    expect(result.stderr).toContain(stderr);
    expect(result.code).toBe(code);
  });

  it('dies of a signal as programs do', async () => {
    const result = await tui(['hangs.tui'], { cwd, kill: { after: 'waiting', signal: 'SIGTERM' } });
    expect([result.code, result.signal]).toEqual([null, 'SIGTERM']);
  });
});

describe('tui snapshot of an app with code', () => {
  it('paints text, ANSI, SVG, a screen file and JSON', async () => {
    const snapshot = (format: string): Promise<Result> =>
      call(`snapshot app.tui --width 7 --height 2 --format ${format}`);
    expect((await snapshot('text')).stdout).toBe('hello\n');
    expect((await snapshot('ansi')).stdout).toContain('\u001b[');
    expect((await snapshot('svg')).stdout).toMatch(
      /^<svg [^]*<title>Demo &amp; more<\/title>[^]*<\/svg>\n$/,
    );
    expect((await snapshot('html')).stdout).toMatch(
      /^<!DOCTYPE html><html lang="en">.*<p>hello<\/p>/s,
    );
    expect((await snapshot('screen')).stdout).toContain('size 7x2   theme fullcolor-dark   cursor');
    expect(JSON.parse((await snapshot('json')).stdout)).toMatchObject({
      version: 1,
      width: 7,
      height: 2,
    });
  });

  it('writes to a file', async () => {
    expect(await call('snapshot app.tui -o out.txt')).toMatchObject({ code: 0, stdout: '' });
    expect(await readFile(join(cwd, 'out.txt'), 'utf8')).toBe('hello\n');
  });

  it('takes a theme from a file', async () => {
    const { stdout } = await call('--theme dusk.css snapshot app.tui --format screen --height 1');
    expect(stdout).toContain('theme dusk ');
    expect(stdout).toContain('#123456 on #ffffff');
  });
});

/** What succeeds is in commands.spec.ts. */
describe('exit codes of commands', () => {
  it.each([
    ['', 0, 'Usage', ''],
    ['app.tui --help', 0, 'hello --help\n', ''],
    ['lint broken.tui', 1, '', 'broken.tui:2:13 error bad-json'],
    ['config set theme dark', 2, '', 'did you mean "fullcolor-dark"?'],
    ['log', 2, '', 'error no-log'],
    ['view gone.png', 2, '', 'error no-file'],
    ['mcp', 2, '', 'needs FILE'],
    ['dev gone.tui', 2, '', 'error no-file'],
    ['--them x app.tui', 2, '', 'error unknown-flag'],
  ])('tui %s ends with %i', async (line, code, stdout, stderr) => {
    const result = await call(line);
    expect([result.code, result.signal]).toEqual([code, null]);
    expect(result.stdout).toContain(stdout);
    expect(told(result)).toContain(stderr);
    if (stdout === '') expect(result.stdout).toBe('');
    if (stderr === '') expect(told(result)).toBe('');
  });
});

it('writes declarations to stdout, whatever its name', async () => {
  await writeFile(join(cwd, 'typed.tui'), '<tui><text id="a">a</text></tui>');
  const { stdout } = await call('types typed.tui -o -');
  expect(stdout).toContain('"typed.tui": {');
  const piped = await shell('$TUI types - < typed.tui; $TUI types typed.tui -o /dev/stdout | cat', {
    cwd,
  });
  expect(piped.stdout).toBe(stdout.replace('typed.tui', '<stdin>') + stdout);
});
