/** The command line as a function: what it prints, and its exit codes. What runs an app with code is in process/cli.spec.ts. */
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, shell, type Result } from '../support/cli.js';
import { call as callTui } from '../support/in-process.js';

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
  'plain.tui': '<text>plain</text>',
  'broken.tui': '<data-bars\n  series="[{" bars="[]"/>\n',
  'throws.tui': '<text>x</text>\n<script>\n  undefined_thing();\n</script>',
  'syntax.tui': '<script>let = ;</script>',
  'exits.tui': '<text>x</text><script>$tui.exit(7)</script>',
  'warns.tui': '<contaner><text>x</text></contaner>',
  'nul.tui': 'a\u0000b',
  'latin.tui': Uint8Array.from([0x3c, 0x62, 0x3e, 0x0a, 0xe9, 0x0a]),
  'escape.tui': '<text>a\u001b[31mred\u202e</text>',
  'policy.tui': '<policy>{"config": {"log": {"level": "LOUD"}}}</policy><text>x</text>',
  'granted.tui': '<policy>{"permissions": {"read": 5}}</policy><text>x</text>',
  'secret.tui': '<text>x</text>',
  'glyphs.tui': '<text>é ✓ …</text>',
  'folder.tui/inside': '',
};

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf(FILES);
  await chmod(join(cwd, 'secret.tui'), 0);
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
});

const call = (line: string, stdin?: string): Promise<Result> =>
  callTui(line === '' ? [] : line.split(' '), { cwd, ...(stdin === undefined ? {} : { stdin }) });

describe('running an app without a terminal', () => {
  it('writes no control characters', async () => {
    const { stdout, stderr } = await call('escape.tui');
    expect(stdout).toBe('a␛[31mred\ufffd\n');
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

describe('exit codes and messages', () => {
  it.each([
    ['broken.tui', 2, 'broken.tui:2:13 error bad-json: '],
    ['policy.tui', 2, 'policy.tui:1:38 error '],
    ['granted.tui', 2, 'granted.tui:1:34 error bad-permission'],
    ['gone.tui', 2, 'gone.tui error no-file: there is no such file\n'],
    ['ap.tui', 2, 'did you mean "app.tui"?'],
    ['app', 2, 'did you mean "app.tui"?'],
    ['folder.tui', 2, 'folder.tui error is-directory: is a folder, not a file\n'],
    ['/dev/null', 2, '/dev/null error not-a-file: is not a file\n'],
    ['nul.tui', 2, 'nul.tui error not-text: is not text: it contains NUL bytes\n'],
    ['latin.tui', 2, 'latin.tui error not-utf8: is not UTF-8: line 2 contains invalid bytes\n'],
    [
      '--them x app.tui',
      2,
      'error unknown-flag: --them is not a flag\n  did you mean "--theme"?\n',
    ],
    ['-x app.tui', 2, 'error unknown-flag: -x is not a flag\n  see tui --help\n'],
    ['--theme', 2, 'error missing-value: --theme needs a value'],
    ['--theme dracula app.tui', 2, 'error bad-value: --theme: expected one of "auto", "bw-std", '],
    [
      '--allow-ned app.tui',
      2,
      'error unknown-flag: --allow-ned is not a flag\n  did you mean "--allow-net"?\n',
    ],
    ['lint --trust app.tui', 2, 'error usage: --trust is not a flag of "tui lint"'],
    [
      'snapshto app.tui',
      2,
      'error usage: there is no command "snapshto"\n  did you mean "snapshot"?\n',
    ],
    ['snapshot', 2, 'error usage: "tui snapshot" needs FILE\n'],
    [
      'snapshot a.tui b.tui',
      2,
      'error usage: "tui snapshot" accepts only FILE, found "b.tui" as well\n',
    ],
    [
      'snapshot app.tui --width 0',
      2,
      'error bad-value: --width: expected a whole number from 1 to 10000, found 0',
    ],
    [
      'snapshot app.tui --format jpg',
      2,
      'error bad-value: --format: expected one of "text", "ansi"',
    ],
    ['snapshot app.tui --json', 2, 'error unknown-flag: --json is not a flag of "tui snapshot"'],
    [
      'snapshot app.tui -o /dev/null/x',
      2,
      '/dev/null/x error cannot-write: cannot be written (ENOTDIR)\n',
    ],
    ['snapshot app.tui -o/dev/null/x', 2, '/dev/null/x error cannot-write'],
    ['log -nmany', 2, 'error bad-value: --lines: expected a whole number'],
    ['snapshot app.tui -o=', 2, 'error missing-value: --output needs a value'],
    ['snapshot -x app.tui', 2, 'error unknown-flag: -x is not a flag\n  see tui --help\n'],
    ['config explain', 2, 'error usage: "tui config explain" needs a key'],
    ['config explan theme', 2, 'error usage: there is no "tui config explan"'],
    ['config get them', 2, 'error unknown-key: "them" is not a key of the configuration'],
    ['lint --json=x app.tui', 2, 'error bad-value: --json: expected true or false, found "x"'],
    ['lint --json=no app.tui', 0, ''],
    ['--theme bw-std', 2, 'error usage: tui needs FILE\n  see tui --help\n'],
    ['--config app.tui', 2, 'error usage: tui needs FILE'],
    ['--help=lint', 2, 'error usage: --help accepts no value\n  write --help\n'],
    ['lint --no-config=x app.tui', 2, 'error usage: --no-config accepts no value'],
    ['completion tcsh', 2, 'error usage: expected one of "bash", "zsh", "fish", found "tcsh"'],
  ])('tui %s ends with %i', async (line, code, stderr) => {
    const result = await call(line);
    expect(result.stderr).toContain(stderr);
    expect(result.code).toBe(code);
  });

  (process.getuid?.() === 0 ? it.skip : it)('tells a file that may not be read', async () => {
    expect((await call('secret.tui')).stderr).toBe(
      'secret.tui error no-access: may not be read by this user\n',
    );
  });

  it('reports warnings and goes on', async () => {
    const result = await call('warns.tui');
    expect(result).toMatchObject({ code: 0, stdout: 'x\n' });
    expect(result.stderr).toContain('warns.tui:1:2 warning ');
  });

  it('colours messages where it is asked to', async () => {
    const { stderr } = await callTui(['gone.tui'], { cwd, env: { FORCE_COLOR: '1' } });
    expect(stderr).toContain('gone.tui \u001b[1;31merror no-file:\u001b[0m there is no such file');
    const plain = await callTui(['gone.tui'], { cwd, env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(plain.stderr).not.toContain('\u001b');
  });
});

describe('tui snapshot', () => {
  it('writes to a file', async () => {
    expect(await call('snapshot plain.tui -o out.txt')).toMatchObject({ code: 0, stdout: '' });
    expect(await readFile(join(cwd, 'out.txt'), 'utf8')).toBe('plain\n');
  });

  it('paints SVG, a screen file and JSON here, too', async () => {
    const snapshot = async (format: string): Promise<string> =>
      (await call(`snapshot plain.tui --width 7 --height 2 --format ${format}`)).stdout;
    expect(await snapshot('ansi')).toContain('\u001b[');
    expect(await snapshot('svg')).toMatch(/^<svg [^]*<\/svg>\n$/);
    expect(await snapshot('html')).toMatch(/^<!DOCTYPE html>.*<p>plain<\/p>/s);
    expect(await snapshot('screen')).toContain('size 7x2   theme fullcolor-dark   cursor');
    expect(JSON.parse(await snapshot('json'))).toMatchObject({ version: 1, width: 7, height: 2 });
  });

  it('tells an app as text to be read aloud', async () => {
    const { stdout } = await call(
      'snapshot - --format accessible',
      '<container title="Log"><checkbox checked="true">Save</checkbox><button disabled="true">Go</button></container>',
    );
    expect(stdout).toBe('group "Log"\n  checkbox "Save", checked\n  button "Go", disabled\n');
  });

  it('takes a theme from a flag', async () => {
    const { stdout } = await call('--theme bw-std snapshot plain.tui --format screen --height 1');
    expect(stdout).toContain('theme bw-std');
  });

  it('paints for a terminal of few glyphs where it is told to, and where TERM says so', async () => {
    const file = 'glyphs.tui';
    expect((await call(`--terminal-glyphs ascii snapshot ${file}`)).stdout).toBe('e v .\n');
    expect((await call(`snapshot ${file}`)).stdout).toBe('é ✓ …\n');
    const env = { TERM: 'vt100', LANG: 'en_US.UTF-8' };
    expect((await callTui([file], { cwd, env })).stdout).toBe('e v .\n');
  });
});

describe('tui lint', () => {
  it('is silent about a good document', async () => {
    expect(await call('lint app.tui plain.tui')).toEqual({
      code: 0,
      signal: null,
      stdout: '',
      stderr: '',
    });
  });

  it('reports everything and exits 1 for an error, 0 for warnings', async () => {
    const bad = await call('lint syntax.tui broken.tui gone.tui warns.tui policy.tui');
    expect(bad.code).toBe(1);
    for (const text of [
      'syntax.tui:1:15 error',
      'broken.tui:2:13 error',
      'gone.tui error',
      'warns.tui:1:2 warning',
      'policy.tui:1:38 error',
    ]) {
      expect(bad.stderr).toContain(text);
    }
    expect((await call('lint warns.tui')).code).toBe(0);
  });

  it('does not run scripts', async () => {
    expect(await call('lint throws.tui exits.tui')).toMatchObject({ code: 0, stderr: '' });
  });

  it('writes JSON for editors', async () => {
    const { stdout } = await call('lint --json broken.tui');
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
      file: 'broken.tui',
      line: 2,
      column: 13,
      severity: 'error',
      code: 'bad-json',
    });
  });
});

describe('help, version and configuration', () => {
  it('tells the version and nothing else', async () => {
    for (const flag of ['--version', '-V']) {
      expect(await call(flag)).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' });
    }
  });

  it('prints help, of all and of one command', async () => {
    const all = (await call('--help')).stdout;
    expect((await call('')).stdout).toBe(all);
    expect((await call('help')).stdout).toBe(all);
    for (const name of ['snapshot', 'lint', 'config', 'completion', '--print-config', '128+n']) {
      expect(all).toContain(name);
    }
    const one = (await call('snapshot --help')).stdout;
    expect(one).toContain('--format FORMAT');
    expect((await call('help snapshot')).stdout).toBe(one);
    expect(Math.max(...all.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it('prints the configuration and where it comes from', async () => {
    const env = { TUI_THEME: 'bw-std' };
    const all = await callTui(['--print-config', 'app.tui'], { cwd, env });
    expect(all.stdout).toContain('theme = bw-std <- TUI_THEME');
    expect((await callTui(['config', 'get', 'theme'], { cwd, env })).stdout).toBe('bw-std\n');
    expect((await callTui(['config', 'explain', 'theme'], { cwd, env })).stdout).toContain(
      'TUI_THEME',
    );
    const json = (await callTui(['config', 'explain', 'theme', '--json'], { cwd, env })).stdout;
    expect(JSON.parse(json)).toMatchObject({ key: 'theme', value: 'bw-std', source: 'env' });
    expect((await call('config path')).stdout).toBe('/nonexistent/.config/tui/config.json\n');
    expect(JSON.parse((await call('config schema')).stdout)).toHaveProperty('properties');
  });

  it.each(['bash', 'zsh', 'fish'])('prints a completion script for %s', async (name) => {
    const { stdout, code } = await call(`completion ${name}`);
    expect(code).toBe(0);
    for (const word of ['snapshot', 'lint', 'explain', 'format', 'theme']) {
      expect(stdout).toContain(word);
    }
  });

  it('completes in bash', async () => {
    await writeFile(join(cwd, 'bash'), (await call('completion bash')).stdout);
    const { stdout, stderr } = await shell(
      'source ./bash; complete_for() { COMP_WORDS=(tui "$@"); COMP_CWORD=$#; COMPREPLY=(); _tui; echo "${COMPREPLY[*]}"; }; complete_for sna; complete_for snapshot --fo; complete_for config ex; complete_for app',
      { cwd },
    );
    expect(stderr).toBe('');
    expect(stdout).toBe('snapshot\n--format\nexplain exits.tui\napp.tui\n');
  });
});
