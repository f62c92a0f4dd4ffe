/** What `tui lint` reports is what a start reports before the first script runs, and what the code itself shows. */
import { readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { folderOf, type Result } from '../support/cli.js';
import { call } from '../support/in-process.js';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Starts that run no code: they end with what they report. */
const STOPPED: Readonly<Record<string, string>> = {
  'oauth.tui':
    '{"permissions": {"oauth": ["api.test"]}, "config": {"oauth": {"wellknownUrl": "ftp://x", "path": "nopath", "redirectUri": "http://localhost/x"}}}',
  'ai.tui':
    '{"permissions": {"ai": true}, "config": {"ai": {"endpoint": "no url", "siteUrl": "zzz"}}}',
  'ai-http.tui':
    '{"permissions": {"ai": true}, "config": {"ai": {"endpoint": "http://a.test/v1"}}}',
  'locale.tui': '{"config": {"i18n": {"locale": "xx_no", "defaultLocale": "pt_BR"}}}',
  'permissions.tui':
    '{"description": "Edit a file: FILE", "permissions": {"wrte": ["cwd"], "net": ["a b"]}}',
  'schema.tui': '{"config": {"theme": 1}, "configSchema": {"a": {"type": "text"}}}',
};

let cwd = '';
beforeAll(async () => {
  const apps = Object.entries(STOPPED).map(([name, policy]) => [
    name,
    `<policy>${policy}</policy><text>x</text><script>console.log(1)</script>`,
  ]);
  cwd = await folderOf({
    ...(Object.fromEntries(apps) as Record<string, string>),
    'labels.tui': `<data-bars labels='["x"]' series='[{"name": "a"}]' bars="[[1], [2]]"/>`,
    'ids.tui': `<data-bars series='[{"name": "a"}]' bars="[[1]]" bind:selection="x" style="color-stops: nope"/>`,
    'path.tui':
      '<policy>{"permissions": {}, "configSchema": {"p": {"type": "string", "env": "PATH"}}}</policy><text>x</text>',
    'folder.tui':
      '<policy>{"permissions": {}, "config": {"i18n": {"messagesDir": "none"}}}</policy><text t="a">x</text>',
    'attributes.tui': '<text colour="red">a</text><text t="gone"/>',
    'style.tui': '<style>text { color: var(--gone); colr: red }</style><text>a</text>',
    'code.tui': `<style>#gone { color: var(--acent, red) } .a { color: var(--acent) }</style>
<button onClick="$app.missing()" onFoo="$app.later()">x</button>
<button onSubmitt="later" onBar="later" onClick="$app.later?.()">y</button>
<script>
  export function later() { return $app.later2; }
  dispatchEvent(new Event('bar'));
</script>`,
  });
});
afterAll(async () => await rm(cwd, { recursive: true }));

/** Places and codes, in one order. */
function reported({ stderr }: Result): string[] {
  return [...stderr.matchAll(/^\S+:\d+:\d+ (?:error|warning) \S+:/gm)].map(([line]) => line).sort();
}

describe.each(Object.keys(STOPPED))('%s', (name) => {
  it('does not start, for the reasons that lint reports', async () => {
    const lint = await call(['lint', name], { cwd });
    const start = await call(['snapshot', name], { cwd });
    expect([lint.code, start.code, start.stdout]).toEqual([1, 2, '']);
    expect(reported(lint).length).toBeGreaterThan(0);
    expect(reported(lint)).toEqual(reported(start));
  });
});

it.each(['labels', 'path', 'attributes', 'style'])(
  '%s.tui has the same diagnostics when it is painted',
  async (name) => {
    const lint = await call(['lint', `${name}.tui`], { cwd });
    expect(reported(lint).length).toBeGreaterThan(0);
    expect(reported(lint)).toEqual(reported(await call(['snapshot', `${name}.tui`], { cwd })));
  },
);

it('reports the same of a binding, which a start evaluates in the sandbox', async () => {
  expect(reported(await call(['lint', 'ids.tui'], { cwd }))).toEqual([
    'ids.tui:1:66 warning no-ids:',
    'ids.tui:1:66 warning unknown-key:',
    'ids.tui:1:76 warning bad-value:',
  ]);
});

it('looks for what the code of an app would not find', async () => {
  const { stderr } = await call(['lint', 'code.tui'], { cwd });
  expect(
    [...stderr.matchAll(/^\S+?:(\d+:\d+) (\w+ \S+):/gm)].map(([, at, what]) => `${at} ${what}`),
  ).toEqual([
    '1:9 warning unknown-id',
    '1:59 warning unknown-variable',
    '2:23 warning unknown-member',
    '2:34 warning unknown-event',
    '3:9 warning unknown-event',
    '5:41 warning unknown-member',
  ]);
  expect(stderr).toContain('did you mean "onSubmit"?');
  expect(stderr).toContain('did you mean "later"?');
});

it('shows the words of the policy in an excerpt of it', async () => {
  const { stderr } = await call(['lint', 'permissions.tui'], { cwd });
  expect(stderr).toContain('"Edit a file: FILE"');
});

it('reports a folder of messages that is missing where the policy names it', async () => {
  for (const command of [['lint'], ['i18n', 'check']]) {
    const { stderr } = await call([...command, 'folder.tui'], { cwd });
    expect(stderr).toMatch(
      /^folder\.tui:1:\d+ \w+ cannot-read: i18n\.messagesDir: the folder ".*\/none" cannot be read \(ENOENT\)$/m,
    );
  }
});

it('reports a folder of messages that the app may not read', async () => {
  // Its own folder is the home, which no app reads as a whole.
  await mkdir(join(cwd, 'm'));
  const env = { HOME: cwd };
  await writeFile(
    join(cwd, 'home.tui'),
    '<policy>{"permissions": {}, "config": {"i18n": {"messagesDir": "m"}}}</policy><text>x</text>',
  );
  const { stderr } = await call(['lint', 'home.tui'], { cwd, env });
  expect(stderr).toContain('cannot-read: i18n.messagesDir: the app may not read the folder');
  const [, grant = ''] = /"permissions": (\{.*\})$/m.exec(stderr.split('\n').at(-2) ?? '') ?? [];
  await writeFile(
    join(cwd, 'home.tui'),
    `<policy>{"permissions": ${grant}, "config": {"i18n": {"messagesDir": "m"}}}</policy><text>x</text>`,
  );
  expect((await call(['lint', 'home.tui'], { cwd, env })).stderr).toBe('');
});

const APPS = ['examples', 'fixtures/apps', 'fixtures/canvas'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.tui'))
    .map((name) => join(ROOT, folder, name)),
);

it('finds nothing in the examples, which report nothing when they start', async () => {
  // Elsewhere: here, without bubblewrap, an app that may write to the working folder could change tui.
  const { code, stderr } = await call(['lint', ...APPS], { cwd });
  expect([code, stderr]).toEqual([0, '']);
});
