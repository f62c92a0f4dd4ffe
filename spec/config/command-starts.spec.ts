/** Settings of a process: its own home folder, and the log of an app with code. */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, tui, type Result } from '../support/cli.js';

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({});
  await mkdir(join(cwd, 'home'));
});
afterAll(async () => {
  await rm(cwd, { recursive: true });
});

async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Result> {
  return await tui(args, { cwd, env: { HOME: join(cwd, 'home'), ...env } });
}

describe('a home folder that is none', () => {
  it('reads no settings from files in the working folder', async () => {
    const folder = await folderOf({
      '.config/tui/config.json': '{"theme": "bw-std"}',
      'rel/.config/tui/config.json': '{"theme": "bw-std"}',
      'rel/tui/config.json': '{"theme": "bw-std"}',
    });
    const homes: readonly Record<string, string>[] = [
      { HOME: '' },
      { HOME: 'rel' },
      { HOME: join(cwd, 'home'), XDG_CONFIG_HOME: 'rel' },
    ];
    for (const env of homes) {
      const { stdout } = await tui(['config', 'path'], { cwd: folder, env });
      expect(stdout).toMatch(/^\/.*\.config\/tui\/config\.json\n$/);
      expect(stdout).not.toContain(folder);
      const theme = await tui(['config', 'get', 'theme'], { cwd: folder, env });
      expect([theme.code, theme.stdout]).toEqual([0, 'auto\n']);
    }
    await rm(folder, { recursive: true });
  });
});

describe('the log', () => {
  const LOGS = `<text id="t">x</text>
<script>
  $tui.logger.debug('first');
  $tui.logger.warn('two\\nlines \\u001b[31m');
  $tui.config.set('log.level', 'ERROR');
  $tui.logger.warn('not any more');
  for (let index = 0; index < 30; index++) $tui.logger.error(index);
  $tui.getElementById('t').textContent = String($tui.logger.entries.length);
</script>`;

  it('goes to log.file from log.level on, and keeps log.bufferSize messages', async () => {
    await writeFile(join(cwd, 'logs.tui'), LOGS);
    const env = { TUI_LOG_LEVEL: 'debug' };
    const result = await run(['--log-file', 'app.log', '--log-buffer-size=12', 'logs.tui'], env);
    expect([result.code, result.stdout, result.stderr]).toEqual([0, '12\n', '']);
    const text = await readFile(join(cwd, 'app.log'), 'utf8');
    const bare = text.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /gm, '');
    expect(bare.split('\n').slice(0, 5)).toEqual([
      'DEBUG logs.tui:3:15: first',
      'WARN  logs.tui:4:15: two',
      '  lines \ufffd[31m',
      'ERROR logs.tui:7:56: 0',
      'ERROR logs.tui:7:56: 1',
    ]);
    expect((await stat(join(cwd, 'app.log'))).mode & 0o777).toBe(0o600);
    await run(['--log-file=app.log', 'logs.tui']);
    expect(await readFile(join(cwd, 'app.log'), 'utf8')).toContain(text);
  });
});
