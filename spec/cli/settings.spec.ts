/** Settings as the command reads, shows and changes them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOf, shell, type Result } from '../support/cli.js';
import { call as callTui } from '../support/in-process.js';

let cwd = '';
let home = '';
let file = '';

beforeAll(async () => {
  cwd = await folderOf({
    'inert.tui': '<text>hi</text>',
    'app.tui':
      '<text id="t"/><script>$tui.getElementById("t").textContent = [$tui.config.theme, ...$tui.argv].join(" ")</script>',
  });
  home = join(cwd, 'home');
  file = join(home, '.config/tui/config.json');
});
beforeEach(async () => {
  await rm(home, { recursive: true, force: true });
  await mkdir(join(home, '.config/tui'), { recursive: true });
});
afterAll(async () => await rm(cwd, { recursive: true }));

async function call(line: string, env: Readonly<Record<string, string>> = {}): Promise<Result> {
  return await callTui(line.split(' '), { cwd, env: { HOME: home, ...env } });
}

describe('a value that does not fit', () => {
  it('stops only what reads its key', async () => {
    await writeFile(file, '{"oauth": {"port": "x"}, "terminal": {"mouse": 1}}');
    const result = await call('inert.tui');
    expect([result.code, result.stdout]).toEqual([0, 'hi\n']);
    expect(result.stderr).toContain('config.json:1:20 warning bad-value: oauth.port: expected');
    expect(result.stderr).toContain('warning bad-value: terminal.mouse: expected');
    await writeFile(file, '{"headless": {"width": 0}, "log": 5}');
    for (const line of ['inert.tui', 'snapshot inert.tui']) {
      const { code, stdout, stderr } = await call(line);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('error bad-value: headless.width: ');
      expect(stderr).toContain('error bad-value: log: expected an object');
    }
    expect((await call('config get theme')).code).toBe(0);
    expect((await call('config get headless.width')).code).toBe(2);
    expect((await call('config')).code).toBe(2);
  });

  it('of a file that is no JSON, is no reason to believe the default', async () => {
    await writeFile(file, 'theme = bw-std');
    expect(await call('config get theme')).toMatchObject({ code: 2, stdout: 'auto\n' });
    expect((await call('inert.tui')).code).toBe(0);
  });
});

it('warns of a port that one frame has no server for', async () => {
  const { code, stdout, stderr } = await call('--server-port 8123 inert.tui', {
    TUI_OAUTH_PORT: '1',
  });
  expect([code, stdout]).toEqual([0, 'hi\n']);
  expect(stderr.match(/warning no-effect: \S+/g)).toEqual(['warning no-effect: --server-port:']);
  expect((await call('config')).stderr).toBe('');
});

it('refuses what follows FILE where nothing can read it', async () => {
  for (const [line, told] of [
    ['inert.tui --theme bw-std', 'write flags before FILE: tui --theme bw-std inert.tui'],
    ['inert.tui app.tui', 'run one FILE at a time'],
    ['--print-config app.tui --theme bw-std', 'tui --print-config --theme bw-std app.tui'],
    ['--print-config app.tui extra', '--print-config accepts one FILE, found "extra" as well'],
    ['--persist yes', 'a flag has its value behind a "=": --flag=yes'],
    ['\u2014theme', 'write --theme'],
  ] as const) {
    const { code, stdout, stderr } = await call(line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(told);
  }
});

describe('the size of headless apps', () => {
  it('is the size of pictures, too', async () => {
    await writeFile(file, '{"headless": {"width": 7, "height": 2}}');
    const size = async (line: string): Promise<string | undefined> =>
      (await call(line)).stdout.split('\n')[0]?.match(/size \S+/)?.[0];
    expect(await size('snapshot inert.tui --format screen')).toBe('size 7x2');
    expect(await size('snapshot inert.tui --format screen --width 9')).toBe('size 9x2');
  });
});

describe('tui config', () => {
  it('sets, lists and unsets', async () => {
    expect(await call('config set theme bw-dark')).toMatchObject({
      code: 0,
      stdout: `theme = bw-dark <- ${file}\n`,
      stderr: '',
    });
    await call('config set log.level debug');
    await call('config set log.file ./a.log');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      theme: 'bw-dark',
      log: { level: 'DEBUG', file: join(cwd, 'a.log') },
    });
    const { stdout } = await call('config list --changed', { TUI_LINT: '1' });
    expect(stdout).toBe(
      `theme = bw-dark <- ${file}:2:12\nlint = true <- TUI_LINT\n` +
        `log.level = DEBUG <- ${file}:4:14\nlog.file = ${cwd}/a.log <- ${file}:5:13\n`,
    );
    const json = await call('config list --changed --json');
    expect(Object.keys((JSON.parse(json.stdout) as { keys: object }).keys)).toEqual([
      'theme',
      'log.level',
      'log.file',
    ]);
    expect((await call('config unset log.level')).code).toBe(0);
    expect((await call('config unset log.level')).stderr).toContain('log.level is not set in');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      theme: 'bw-dark',
      log: { file: join(cwd, 'a.log') },
    });
  });

  it('repairs what stops apps: a value that does not fit, a name that is unknown', async () => {
    await writeFile(file, '{"theme": "dark", "them": 1, "log": 5}');
    expect((await call('inert.tui')).code).toBe(2);
    for (const line of ['set theme bw-std', 'unset them', 'unset log']) {
      expect((await call(`config ${line}`)).code).toBe(0);
    }
    expect(await call('inert.tui')).toMatchObject({ code: 0, stderr: '' });
  });

  it('refuses what cannot be set, and warns where it does not count', async () => {
    for (const [line, told] of [
      ['set theme dark', 'did you mean "fullcolor-dark"?'],
      ['set them bw-std', 'did you mean "theme"?'],
      ['set log WARN', 'its keys are log.level, log.file, log.bufferSize'],
      ['set theme', 'write tui config set KEY VALUE'],
      ['set', '"tui config set" needs a key'],
      ['unset nosuch', '"nosuch" is not a key'],
      ['set theme bw-std app.tui', 'accepts no FILE: it changes your own settings'],
      ['get theme --changed', '--changed is a flag of "tui config list"'],
    ]) {
      const { code, stderr } = await call(`config ${line ?? ''}`);
      expect(code).toBe(2);
      expect(stderr).toContain(told);
    }
    expect(existsSync(file)).toBe(false);
    expect((await call('config set theme bw-std', { TUI_THEME: 'auto' })).stderr).toContain(
      'TUI_THEME is set and overrides the file',
    );
  });

  it('does not write over a file that may not be written', async () => {
    await writeFile(file, '{}', { mode: 0o444 });
    const { code, stderr } = await call('config set theme bw-std');
    expect([code, await readFile(file, 'utf8')]).toEqual([2, '{}']);
    expect(stderr).toContain(`${file} error cannot-write: may not be written by this user`);
    expect(stderr).toContain(`chmod u+w ${file}`);
  });

  it('names what has chosen a theme whose file is faulty', async () => {
    await writeFile(join(cwd, 'bad.css'), 'x{');
    await writeFile(file, JSON.stringify({ theme: join(cwd, 'bad.css') }));
    for (const line of ['inert.tui', 'snapshot inert.tui']) {
      const { code, stderr } = await call(line);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/bad\.css:1:2 error .*\(the theme is set by .*config\.json:1:10\)/),
      ]);
    }
  });

  it('tells a key that is unset from one that is empty', async () => {
    expect(await call('config get ai.model')).toMatchObject({ code: 1, stdout: '' });
    expect(await call('config get ai.model', { TUI_AI_MODEL: '' })).toMatchObject({
      code: 0,
      stdout: '\n',
    });
  });
});

describe('another file', () => {
  it('is read and written instead', async () => {
    await writeFile(file, '{"theme": "bw-std"}');
    await writeFile(join(home, 'other.json'), '{"theme": "bw-dark"}');
    const theme = async (line: string, env?: Readonly<Record<string, string>>): Promise<string> =>
      (await call(line, env)).stdout.trim();
    const get = 'config get theme';
    expect(await theme(`--config=home/other.json ${get}`)).toBe('bw-dark');
    expect(await theme(`${get} --config home/other.json`)).toBe('bw-dark');
    expect(await theme(get, { TUI_CONFIG: 'home/other.json' })).toBe('bw-dark');
    expect(await theme(get, { TUI_CONFIG: '' })).toBe('bw-std');
    expect(await theme(`--no-config ${get}`, { TUI_CONFIG: 'home/other.json' })).toBe('auto');
    expect(await theme(`--config /dev/null ${get}`)).toBe('auto');
    await call('--config home/other.json config set theme gray-std');
    expect(await theme(`--config home/other.json ${get}`)).toBe('gray-std');
    expect(await theme(get)).toBe('bw-std');
  });

  it('has to be there, and is not written without it', async () => {
    for (const [line, told] of [
      ['--config nope.json app.tui', 'nope.json error no-file: --config: there is no such file'],
      ['--config nope.json config get theme', 'nope.json error no-file'],
      ['--config', '--config needs a value'],
      ['--no-config config set theme bw-std', 'nothing was saved'],
    ] as const) {
      const { code, stderr } = await call(line);
      expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
    }
    const made = await call('--config home/new/made.json config set theme bw-std');
    expect([made.code, existsSync(join(home, 'new/made.json'))]).toEqual([0, true]);
  });
});

it('completes keys, values and settings', async () => {
  await writeFile(join(cwd, 'bash'), (await call('completion bash')).stdout);
  const completed = async (...words: string[]): Promise<string[]> => {
    const line = `source ../bash; COMP_WORDS=(tui "$@"); COMP_CWORD=$#; _tui; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await shell(
      `set -- ${words.map((word) => `'${word}'`).join(' ')}; ${line}`,
      { cwd: home },
    );
    return stdout.trim().split('\n');
  };
  expect(await completed('config', 'get', 'log.')).toEqual([
    'log.level',
    'log.file',
    'log.bufferSize',
    'log.format',
    'log.maxSize',
    'log.maxFiles',
  ]);
  expect(await completed('config', 'un')).toEqual(['unset']);
  expect(await completed('snapshot', '--the')).toEqual(['--theme']);
  expect(await completed('snapshot', '--format', 's')).toEqual(['svg', 'screen']);
  expect(await completed('view', '--format', 's')).toEqual(['svg']);
  await writeFile(join(home, 'photo.jpg'), '');
  expect(await completed('view', 'ph')).toEqual(['photo.jpg']);
  await writeFile(join(home, 'bw.css'), '');
  expect(await completed('--theme', 'bw')).toEqual(['bw-std', 'bw-dark', 'bw.css']);
  // zsh counts from the command on, or takes it for the first argument.
  const zsh = (await call('completion zsh')).stdout;
  expect(zsh).toContain('shift words\n  (( CURRENT-- ))');
  expect(zsh).toMatch(/'--no-persist\[Neither keep nor restore /);
});
