/**
 * Files that a policy requests, before a person has agreed: commands read them to find errors, and print nothing of what is in
 * them. Their author chooses what is requested, and logs of such commands are read by others.
 */
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, tui } from '../../support/cli.js';
import { call } from '../../support/in-process.js';

const CANARY = 'c4nary';

let root = '';
beforeAll(async () => {
  const wants = (rest: string): string =>
    `<policy>{"permissions": {"read": ["../private"]}}</policy>${rest}`;
  root = realpathSync(
    await folderOf({
      'private/part.tui': `${CANARY} <b`,
      'private/own.css': `text { ${CANARY}: 1 }`,
      'private/own.js': `const ${CANARY} = ;`,
      'private/own.json': `{"a": ${CANARY}}`,
      'project/part.tui': wants('<import src="../private/part.tui"/><text id="a">x</text>'),
      'project/style.tui': wants('<style src="../private/own.css"></style><text>x</text>'),
      'project/script.tui': wants('<script>import "../private/own.js"</script>'),
      'project/data.tui': wants(
        '<script>import a from "../private/own.json"; console.log(a)</script>',
      ),
      'project/own.tui': '<import src="./part.js"/><script>import "./part.js"</script>',
      '.hidden/own.js': `const ${CANARY} = ;`,
      'project/hidden.tui':
        '<policy>{"permissions": {"read": ["../.hidden"]}}</policy><script>import "../.hidden/own.js"</script>',
      'project/part.js': `const ${CANARY} = ;`,
    }),
  );
  mkdirSync(join(root, 'deep/deeper/links'), { recursive: true });
  symlinkSync(join(root, 'project'), join(root, 'deep/deeper/links/project'));
});

const PLACES: readonly (readonly [string, cwd: string, folder: string])[] = [
  ['in the folder of the app', 'project', '.'],
  ['in another folder', 'private/..', 'project'],
  ['through a link', 'deep', 'deeper/links/project'],
];

describe.each(PLACES)('%s', (_, cwd, folder) => {
  const inHome = (): { cwd: string; env: Readonly<Record<string, string>> } => ({
    cwd: join(root, cwd),
    // The root is no project: a home is in it.
    env: { HOME: join(root, 'home') },
  });

  it.each([
    ['lint', 'part.tui'],
    ['lint', 'style.tui'],
    ['lint', 'script.tui'],
    ['lint', 'data.tui'],
    ['lint', '--json', 'part.tui'],
    ['types', '--output=-', 'part.tui'],
    ['snapshot', 'script.tui'],
    ['snapshot', '--lint', 'part.tui'],
    ['ask', 'script.tui'],
    ['ask', 'data.tui'],
  ])('nothing of them is printed by %s %s %s', async (...given) => {
    const args = given.filter((each) => each !== undefined);
    const name = args.pop() ?? '';
    const { stdout, stderr, code } = await call([...args, join(folder, name)], inHome());
    expect(stdout + stderr).toContain('is not displayed: only the policy requests this file');
    expect(stdout + stderr).not.toContain(CANARY);
    if (name !== 'style.tui') expect(code).not.toBe(0);
  });

  it('they are printed where that is agreed to: the control', async () => {
    const path = join(folder, 'script.tui');
    for (const flag of ['--trust', `--allow-read=${root}/private`]) {
      const { stderr } = await tui(['snapshot', flag, '--allow-unenforced', path], inHome());
      expect(stderr).toContain(CANARY);
    }
  });

  it('an app prints what it may read without asking', async () => {
    const { stderr } = await call(['lint', join(folder, 'own.tui')], inHome());
    expect(stderr).toContain(CANARY);
  });
});

it('a project has what is below its folder printed, and nothing that is hidden', async () => {
  const inProject = { cwd: root, env: { HOME: '/nonexistent' } };
  expect((await call(['lint', 'project/script.tui'], inProject)).stderr).toContain(CANARY);
  const { stderr } = await call(['lint', 'project/hidden.tui'], inProject);
  expect(stderr).toContain('is not displayed');
  expect(stderr).not.toContain(CANARY);
});
