/** Pages with apps, run: each app is mounted, used as its pictures say, and compared with them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { MountOptions } from '../../runtime/testing/mount.js';
import { mount } from '../support/mount.js';
import { act, Page } from './page.js';

const PAGES = [
  'docs/charts.md',
  'docs/code.md',
  'docs/comboboxes.md',
  'docs/commands.md',
  'docs/dates.md',
  'docs/dialogs-and-screens.md',
  'docs/recipes.md',
  'docs/data-and-files.md',
  'docs/logs.md',
  'docs/menus.md',
  'docs/in-the-shell.md',
  'docs/questions.md',
  'docs/tables.md',
  'docs/testing.md',
  'docs/reference/events.md',
];

/** What answers the apps that reach out, by the word `stub=NAME` of their fences. */
const STUBS: Readonly<Record<string, MountOptions>> = {
  weather: { fetch: () => Response.json({ text: 'Rain tomorrow' }) },
  rate: { fetch: () => Response.json({ rate: 1.08 }) },
  diff: {
    run: (_, args) =>
      args[0] === 'diff' ? '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1,3 @@\n one\n+two\n+three\n' : '',
  },
  git: { run: () => '3a1f Fix the clock\n77c0 Add tabs\n0b2e Start\n' },
  df: { run: () => 'Use%\n 71%\n' },
};

describe.each(PAGES)('%s', (path) => {
  const page = new Page(path);
  const folder = mkdtempSync(join(tmpdir(), 'tui-page-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const { words, content } of page.fences) {
    if (words[0] !== undefined) writeFileSync(join(folder, words[0]), content);
  }
  // Standard input is the test runner's own; the spec of the command pipes it.
  const apps = page.apps.filter(({ app }) => !app.words.includes('stdin'));

  it.each(apps)('$name', async ({ app: { words }, name, size, pictures }) => {
    const [width, height] = size.split('x').map(Number);
    const word = (key: string): string | undefined =>
      words.find((each) => each.startsWith(`${key}=`))?.slice(key.length + 1);
    const argv = word('argv')?.split(',');
    const app = await mount(
      { file: join(folder, name) },
      { width, height, argv, ...STUBS[word('stub') ?? ''] },
    );
    for (const picture of pictures) {
      for (const action of picture.words) await act(app, action);
      page.expect(picture, app.text());
    }
    expect(app.diagnostics).toEqual([]);
    expect(app.exitCode).toBeUndefined();
  });
});
