/** Apps of eight kinds, as people write them: what elements look like together, at the sizes of real terminals. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { MountOptions } from '../../cli/testing.js';
import { keptOf, later, open } from '../persistence/support/kept-app.js';
import { mount } from '../support/mount.js';

const KINDS = ['chat', 'csv', 'files', 'git', 'kanban', 'logs', 'processes', 'wizard'];
const SIZES = [
  [120, 40],
  [80, 24],
  [50, 15],
] as const;

const PEOPLE = `Name,Born,Field,Note
"Lovelace, Ada",1815,mathematics,"wrote the first ""program"""
Grace Hopper,1906,compilers,
"Clarke, Edith",1883,engineering,電力
Emmy Noether,1882,algebra,"two
lines"
Annie Easley,1933,rockets,007
`;

const CHANGES = ['## main...origin/main [ahead 2]', ' M src/main.ts', 'M  a name.md', '?? 新.md'];
const DIFF = `diff --git a/src/main.ts b/src/main.ts
--- a/src/main.ts
+++ b/src/main.ts
@@ -1,4 +1,5 @@
 const names = [
-\t'one',
+\t'eins',

+++ counts;
 ];
`;

/** What git answers, where nothing is committed that is called "refuse". */
const git: MountOptions['run'] = (_, [command, ...args]) => {
  if (command === 'status') return `${CHANGES.join('\0')}\0`;
  if (command === 'diff') return DIFF;
  return args.includes('refuse') ? { code: 1, stderr: 'hint: look\nno changes added' } : '';
};

/** What the apps find outside. */
const WORLD: Readonly<Record<string, MountOptions>> = {
  csv: { argv: ['people.csv'], files: { [resolve('people.csv')]: PEOPLE } },
  git: { run: git },
};

const show = (
  name: string,
  [width, height]: readonly [number, number],
  theme = 'fullcolor-dark',
  world: MountOptions = {},
) =>
  mount({ file: `fixtures/apps/${name}.tui` }, { width, height, theme, ...WORLD[name], ...world });

describe.each(KINDS)('%s', (name) => {
  it.each(SIZES)('at %i x %i', async (...size) => {
    expect(await show(name, size)).toMatchScreen(`${name} ${size.join('x')}`);
  });

  it.each(['fullcolor-std', 'color16-dark', 'bw-std'])('in %s', async (theme) => {
    expect(await show(name, [80, 24], theme)).toMatchScreen(`${name} ${theme}`);
  });
});

it.each([
  ['files', 'F8'],
  ['processes', 'F9'],
  ['git', 'c'],
  ['csv', 'Enter'],
  ['kanban', 'n'],
])('%s asks on a narrow screen', async (name, key) => {
  const app = await show(name, [28, 12]);
  await app.press(key);
  expect(app).toMatchScreen(`${name} asks`);
});

describe('git', () => {
  const withCalls = async () => {
    const calls: string[] = [];
    const run: MountOptions['run'] = (command, args, options) => {
      calls.push(args.filter((arg) => !arg.startsWith('--') || arg === '--cached').join(' '));
      return git(command, args, options);
    };
    const app = await show('git', [80, 24], 'fullcolor-dark', { run });
    return { app, calls: () => calls.splice(0) };
  };

  it('shows the diff of the selected file, and stages it', async () => {
    const { app, calls } = await withCalls();
    expect(calls()).toEqual(['status -z', 'diff :(top,literal)src/main.ts']);
    await app.press('Down');
    expect(calls()).toEqual(['diff --cached :(top,literal)a name.md']);
    await app.press('s');
    expect(calls()[0]).toBe('reset :(top,literal)a name.md');
    await app.press('Down', 's');
    expect(app.text()).toContain('New file: s stages it');
    expect(calls()).toContain('add :(top,literal)新.md');
    expect(app.getByText('新.md')).toMatchObject({ cursorRow: 2 });
  });

  it('commits at Enter in the first of two fields, and shows why it did not', async () => {
    const { app, calls } = await withCalls();
    await app.press('c', 'Enter');
    expect(calls()).not.toContain('commit');
    await app.type('refuse');
    await app.press('Enter');
    expect(await app.findByText('no changes added')).toMatchObject({ id: 'refused' });
    expect(app).toMatchScreen('git refuses');
    await app.press('Ctrl+U');
    await app.type('Sign quickly, s c r q');
    await app.press('Tab');
    await app.type('It was late');
    await app.press('Enter');
    expect(calls()).toContain('commit -m Sign quickly, s c r q -m It was late');
    await app.findByText('Committed: Sign quickly, s c r q');
    expect(app.document.querySelector('dialog')).toMatchObject({ open: false });
  });
});

describe('csv', () => {
  it('sorts by a title, which shows a mark', async () => {
    const app = await show('csv', [60, 15]);
    await app.press('Up', 'Right', 'Enter', 'Enter');
    expect(app).toMatchScreen('csv sorted');
  });

  it('filters, edits a row and writes the file', async () => {
    const app = await show('csv', [80, 24]);
    await app.press('/');
    await app.type('emmy x');
    expect(app.text()).toContain('0 of 5 rows');
    await app.press('Backspace', 'Backspace', 'Enter');
    expect(app.text()).toContain('1 of 5 rows');
    await app.press('Enter', 'End');
    await app.type(', "E."');
    await app.press('Enter');
    expect(app.text()).toContain('1 edited');
    expect(app).toMatchScreen('csv edited');
    await app.press('w');
    await app.findByText('5 rows written');
    expect(app.readFile(resolve('people.csv'))).toBe(
      PEOPLE.replace('Emmy Noether', '"Emmy Noether, ""E."""'),
    );
  });

  it('says how to name a file', async () => {
    const app = await show('csv', [60, 15], 'fullcolor-dark', { argv: [] });
    expect(app.text()).toContain('tui csv.tui FILE');
  });
});

describe('kanban', () => {
  it('moves, adds and removes cards', async () => {
    const app = await show('kanban', [60, 15]);
    await app.press('Down', 'Shift+ArrowRight', 'Shift+ArrowRight');
    expect(app).toMatchScreen('kanban moved');
    await app.press('Delete', 'ArrowLeft', 'ArrowLeft', 'n');
    await app.type('Quiet name');
    await app.press('Enter');
    expect(app).toMatchScreen('kanban added');
  });

  it('keeps its board between runs', async () => {
    const markup = readFileSync('fixtures/apps/kanban.tui', 'utf8');
    const titles = ({ app }: Awaited<ReturnType<typeof open>>) =>
      app.document.querySelectorAll('.column').map((column) => column.getAttribute('title'));
    const first = await open(markup);
    first.app.input(Buffer.from('\u001b[1;2C'));
    await later(first);
    expect(titles(first)).toEqual(['To do · 2', 'Doing · 2', 'Done · 1']);
    expect(titles(await open(markup, keptOf(first)))).toEqual(titles(first));
  });
});
