/** Messages of an app with code, in its sandbox. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, tui } from '../../support/cli.js';

const GOOD = `<tui lang="en">
<messages lang="en">{ "hi": "Hello {$name}!" }</messages><messages lang="de">{ "hi": "Hallo {$name}!" }</messages>
<text id="t" t="hi" t-args='{"name": "Ada"}'>Hello</text><text>{$tui}</text></tui>`;

let cwd = '';
beforeAll(async () => {
  cwd = await folderOf({
    'app/folder.tui': `<policy>{"config": {"i18n.messagesDir": "messages"}}</policy>${GOOD}<script>1</script>`,
    'app/own.tui': `<tui lang="en"><messages lang="de">{ "hi": "Hallo" }</messages>
      <text t="hi">Hello</text><script>1</script></tui>`,
    'app/messages/fr.json': '{ "hi": "Bonjour {$name} !" }',
    'mine/fr.json': '{ "hi": "Salut {$name} !" }',
  });
});
afterAll(() => rmSync(cwd, { recursive: true }));

describe('the language of an app', () => {
  it.each([
    [{ LANG: 'en_US.UTF-8', LANGUAGE: 'de:en' }, 'Hallo'],
    [{ LANG: 'en_US.UTF-8', LANGUAGE: 'en_US:de' }, 'Hello'],
    [{ LANG: 'fr_FR.UTF-8', LANGUAGE: 'fr:de' }, 'Hallo'],
  ])('with code, in its sandbox, %j: %s', async (env, shown) => {
    const { stdout } = await tui(['--trust', 'own.tui'], {
      cwd: join(cwd, 'app'),
      env: { HOME: cwd, ...env },
    });
    expect(stdout.split('\n')[0]).toBe(shown);
  });

  it('relative folders count from the document in a policy, and from here in a flag', async () => {
    const env = { LANG: 'fr_FR.UTF-8' };
    const own = await tui(['--trust', 'app/folder.tui'], { cwd, env: { HOME: cwd, ...env } });
    expect(own.stdout.split('\n')[0]).toBe('Bonjour Ada !');
    const mine = await tui(['--trust', '--i18n-messages-dir=mine', 'app/folder.tui'], {
      cwd,
      env: { HOME: cwd, ...env },
    });
    expect(mine.stdout.split('\n')[0]).toBe('Salut Ada !');
  });
});
