/** `tui i18n check`, and the locale of the environment. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, type Result } from '../support/cli.js';
import { call } from '../support/in-process.js';

const APP = `<tui lang="en">
<messages lang="en">{ "hi": "Hello {$name}!", "old": "x", "n": ".input {$n :integr} .match $n * {{x}}" }</messages>
<messages lang="de">{ "hi": "Hallo {$nam}!" }</messages>
<text t="hi" t-args='{"name": "Ada"}'>Hello</text>
<text t="n">n</text><text t="gone"/>
<script>$tui.i18n.t('called'); $tui.i18n.t("hi", { name: 'B' });</script>
</tui>
`;
const GOOD = `<tui lang="en">
<messages lang="en">{ "hi": "Hello {$name}!" }</messages><messages lang="de">{ "hi": "Hallo {$name}!" }</messages>
<text id="t" t="hi" t-args='{"name": "Ada"}'>Hello</text><text>{$tui}</text></tui>`;

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'app/app.tui': APP,
    'app/good.tui': GOOD,
    'app/messages/fr.json': '{ "hi": "Bonjour {$name} !" }',
    'mine/fr.json': '{ "hi": "Salut {$name} !" }',
    'mine/not a locale.json': '{}',
    'large/de.json': ' '.repeat(4 * 1024 * 1024 + 1),
    'large/fr.json/file': '',
    'large/it.json': '{"hi": "Ciao {$name}!"}',
  });
});
afterAll(() => rmSync(cwd, { recursive: true }));

const run = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Result> => call(args, { cwd: join(cwd, 'app'), env: { HOME: cwd, ...env } });

describe('check', () => {
  it('finds what is missing, unused, wrong, and what takes other values', async () => {
    const { code, stdout } = await run(['i18n', 'check', '--json', 'app.tui']);
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .map(({ line, column, severity, code: kind, message, suggestion }) => [
        `${line}:${column} ${severity} ${kind}`,
        message,
        suggestion,
      ]);
    expect(code).toBe(1);
    expect(found).toEqual(
      [
        [
          '2:80 error bad-message',
          '"n": there is no function ":integr"',
          'did you mean "integer"?',
        ],
        ['5:10 warning missing-message', 'no message of de has the key "n"', undefined],
        ['5:30 error missing-message', 'no message of en has the key "gone"', undefined],
        ['5:30 warning missing-message', 'no message of de has the key "gone"', undefined],
        ['6:22 error missing-message', 'no message of en has the key "called"', undefined],
        ['6:22 warning missing-message', 'no message of de has the key "called"', undefined],
        ['3:37 error wrong-placeholder', '"hi": en has no value {$nam}', 'did you mean {$name}?'],
        ['3:29 warning wrong-placeholder', '"hi": the value {$name} of en is missing', undefined],
        ['5:10 warning missing-value', 't-args has no "n", which the message "n" uses', undefined],
        ['2:55 warning unused-message', 'the message "old" is not used', undefined],
      ].map(([place, ...rest]) => [
        expect.stringMatching(new RegExp(`^\\d+:\\d+${String(place).replace(/^\S+/, '')}$`)),
        ...rest,
      ]),
    );
  });

  it('is silent where all is well, and reads the folder', async () => {
    expect(await run(['i18n', 'check', 'good.tui'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const { code, stderr } = await run([
      'i18n',
      'check',
      '--i18n-messages-dir=../mine',
      'good.tui',
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain('not a locale.json warning unused-file');
    expect((await run(['i18n', 'chekc', 'good.tui'])).stderr).toContain('did you mean "check"?');
    expect((await run(['i18n', 'check', '--i18n-messages-dir=none', 'good.tui'])).stderr).toContain(
      'cannot be read (ENOENT); it is set by --i18n-messages-dir',
    );
  });
});

describe('a folder of messages', () => {
  it('has its files that cannot be read reported by the check', async () => {
    spawnSync('mkfifo', [join(cwd, 'large/es.json')]);
    const { code, stderr } = await run([
      'i18n',
      'check',
      '--i18n-messages-dir=../large',
      'good.tui',
    ]);
    expect(code).toBe(1);
    expect(stderr.match(/\w+\.json error cannot-read/g)).toEqual(
      ['de', 'es', 'fr'].map((name) => `${name}.json error cannot-read`),
    );
  });
});

describe('the language of an app', () => {
  it.each([
    [{ LANG: 'de_AT.UTF-8' }, 'Hallo Ada!'],
    [{ LANG: 'C.UTF-8' }, 'Hello Ada!'],
    [{ LANG: 'fr_FR.UTF-8', LANGUAGE: 'it:de' }, 'Hallo Ada!'],
    [{ LANG: 'de_DE.UTF-8', TUI_I18N_LOCALE: 'en' }, 'Hello Ada!'],
  ])('%j: %s', async (env, shown) => {
    expect((await run(['good.tui'], env as Record<string, string>)).stdout.split('\n')[0]).toBe(
      shown,
    );
  });
});
