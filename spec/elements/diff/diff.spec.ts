/** Diffs used: the two views, hunks and files by keys, selections and their patches, words for screen readers. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { TWO_FILES, use } from './use.js';

afterEach(unmountAll);

describe('moving', () => {
  it('goes to hunks and files, around the end', async () => {
    const { app, diff } = await use('', { text: TWO_FILES, height: 6 });
    const places: unknown[] = [];
    for (const key of [']', ']', ']', '[', '}', '{', ']']) {
      await app.press(key);
      places.push(diff.hunk ?? app.document.activeElement.accessibleText().split('; ').at(-1));
    }
    expect(places).toEqual([
      1,
      2,
      3,
      2,
      'file two.js, 1 added, 2 removed',
      'file one.js, 2 added, 1 removed',
      1,
    ]);
    diff.hunk = 4;
    await app.settle();
    expect(diff.hunk).toBe(4);
    expect(diff.hunkCount).toBe(4);
  });
});

describe('patches', () => {
  it('are of the hunk with the cursor, of the file at its name, or of selected lines', async () => {
    const { app, diff, activated } = await use('', { text: TWO_FILES });
    await app.press(']', ']');
    expect(diff.patch).toBe(
      'diff --git a/one.js b/one.js\n--- a/one.js\n+++ b/one.js\n@@ -20,2 +20,3 @@\n t\n+u\n v\n',
    );
    await app.press('{');
    expect(diff.patch).toBe(`${TWO_FILES.split('diff --git a/two')[0]}`);
    await app.press('Down', 'Down', 'Down', 'x', 'Enter');
    const event = activated();
    expect(event).toMatchObject({
      file: 'one.js',
      hunk: 1,
      lines: [{ kind: 'removed', text: 'const b = 1;', file: 'one.js', line: 2 }],
    });
    expect(event!['patch']).toContain('@@ -1,3 +1,2 @@ function one() {\n a\n-const b = 1;\n c\n');
    expect(event!['reversePatch']).toContain(' a\n-const b = 1;\n const b = 2;\n c\n');
  });

  it('are empty outside of files, and of merges', async () => {
    const { diff } = await use('', { text: 'only a text' });
    expect([diff.patch, diff.reversePatch]).toEqual(['', '']);
    const merge = await use('', {
      text: 'diff --cc a\nindex 1,2..3\n--- a/a\n+++ b/a\n@@@ -1 -1 +1 @@@\n- a\n -b\n++c\n',
    });
    await merge.app.press('Down', 'Down');
    expect(merge.diff.patch).toBe('');
    expect(merge.rows().slice(2, 5)).toEqual(['1   - a', '     -b', '  1 ++c']);
  });

  it('of a selection over hunks and files have the changes of both', async () => {
    const { app, diff } = await use('', { text: TWO_FILES, height: 30 });
    await app.press('Ctrl+A');
    expect(diff.patch.match(/^diff/gm)).toHaveLength(2);
    expect(diff.patch.match(/^@@/gm)).toHaveLength(4);
    expect(diff.patch).toContain('-x\n\\ No newline at end of file\n+y\n');
  });
});

describe('views', () => {
  it('side by side is one column where there is little room', async () => {
    const { app, diff, rows } = await use('view="split"', { text: TWO_FILES, width: 80 });
    expect(rows()[3]).toMatch(/^ 2 -const b = 1; +│ 2 \+const b = 2;$/);
    expect(diff.matches(':state(split)')).toBe(true);
    await app.resize(50, 12);
    expect(rows()[3]).toBe(' 2    -const b = 1;');
    expect(diff.matches(':state(split)')).toBe(false);
    await app.resize(80, 12);
    expect(rows()[3]).toContain('│');
  });

  it('are switched by the user, who stays at the line', async () => {
    const { app, diff, rows } = await use('', { text: TWO_FILES, width: 80, height: 5 });
    diff.hunk = 3;
    await app.press('v');
    expect(diff.view).toBe('split');
    expect(diff.hunk).toBe(3);
    expect(rows().join()).toContain('@@ -5,3 +5,2 @@');
    await app.press('v');
    expect([diff.view, diff.hunk]).toEqual(['unified', 3]);
  });

  it('copy what is dragged over on one side', async () => {
    const { app } = await use('view="split"', { text: TWO_FILES, width: 80, height: 14 });
    await app.drag({ x: 45, y: 2 }, { x: 47, y: 4 });
    await app.press('Ctrl+C');
    expect(app.clipboard).toBe('a\nconst b = 2;\nc');
  });

  it('wrap both sides alike', async () => {
    const long = `--- a\n+++ b\n@@ -1 +1 @@\n-${'old '.repeat(20)}\n+${'new '.repeat(12)}\n`;
    const { rows } = await use('view="split" wrap="true"', { text: long, width: 70, height: 8 });
    expect(rows()[2]).toMatch(/^1 -old old.*│1 \+new/);
    expect(rows()[3]).toMatch(/^ {3}old.*│ {3}new/);
  });
});

describe('input', () => {
  it('is two texts, too', async () => {
    const { diff, rows } = await use('filename="n.txt"');
    diff.setAttribute('old-text', 'a\nb\nc');
    diff.setAttribute('new-text', 'a\nB\nc\n');
    await new Promise(setImmediate);
    expect(diff.files).toEqual([
      { name: 'n.txt', oldName: 'n.txt', status: 'modified', added: 2, removed: 2 },
    ]);
    expect(diff.value).toContain('-c\n\\ No newline at end of file\n+B\n+c\n');
    expect(rows()).toBeDefined();
    diff.setAttribute('new-text', 'a\nb\nc');
    expect(diff.value).toBe('');
  });

  it('that is damaged is reported with its place, and shows as text', async () => {
    const { app, diff, rows } = await use('', {
      text: 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n-b\nwords\n',
      errors: 'keep',
    });
    expect(app.diagnostics).toMatchObject([
      { code: 'bad-diff', message: expect.stringContaining('line 4: the hunk has fewer lines') },
    ]);
    expect(rows().slice(1, 5)).toEqual(['@@ -1,9 +1,9 @@', '1 1  a', '2   -b', 'words']);
    expect(diff.matches(':state(damaged)')).toBe(true);
    diff.value = '';
    expect(diff.matches(':state(damaged)')).toBe(false);
  });

  it('may be any text, without escape sequences on the screen', async () => {
    const { rows } = await use('', { text: 'words\n@@ nothing\n\u001b[2J\u0007' });
    expect(rows()[0]).toBe('words');
    expect(rows().join('')).not.toMatch(/[\u0000-\u001f]/);
  });

  it('between the tags needs no entities', async () => {
    const app = await mount('<tui><diff>\n--- a\n+++ b\n@@ -1 +1 @@\n-<b>\n+&lt;i>\n</diff></tui>');
    expect(app.text()).toContain('-<b>');
    expect(app.text()).toContain('+&lt;i>');
  });
});

it('is words for screen readers', async () => {
  const { app, diff } = await use('', { text: TWO_FILES });
  await app.press(']', 'Down', 'Down', 'Down');
  expect(diff.accessibleText()).toBe(
    'diff, 2 files, 3 lines added, 3 removed; added line 2: const b = 2;',
  );
});

it('paints the first frame of 10^5 lines by what is in view', async () => {
  const { app, diff, rows } = await use('', { height: 24, width: 60 });
  const body = Array.from({ length: 50_000 }, (_, at) => `-old ${at}\n+new ${at}\n`).join('');
  diff.value = `--- a\n+++ b\n@@ -1,50000 +1,50000 @@\n${body}`;
  await app.settle();
  expect(rows()[2]).toBe('    1       -old 0');
  await app.press('End');
  expect(rows().at(-1)).toBe('      50000 +new 49999');
});
