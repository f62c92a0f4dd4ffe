/** Code: its text and language, line numbers, marks, the search, the cursor, and what is copied. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { unmountAll } from '../../../runtime/testing/mount.js';
import { mount } from '../../support/mount.js';
import { numbered, use } from './use.js';

afterEach(unmountAll);

const folder = mkdtempSync(join(tmpdir(), 'tui-code-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('text', () => {
  it('is the content as written, without its indentation', async () => {
    const app = await mount(
      '<tui><code>\n      if (a < b && c) {\n        &lt;b&gt;\n      }\n    </code></tui>',
    );
    expect(app.text().trimEnd()).toBe('if (a < b && c) {\n  &lt;b&gt;\n}');
  });

  it('is the value before the file before the content', async () => {
    writeFileSync(join(folder, 'main.go'), 'package main\n\nfunc main() {}\n');
    writeFileSync(join(folder, 'app.tui'), '<tui><code src="main.go">content</code></tui>');
    const app = await mount({ file: join(folder, 'app.tui') });
    const code = app.document.querySelector('code') as unknown as { value: unknown };
    expect(app.text()).toContain('func main() {}');
    expect(app.document.documentElement.accessibleText()).toContain('go, 3 lines');
    code.value = 'a value';
    await app.settle();
    expect(app.text()).not.toContain('main');
    code.value = undefined;
    await app.settle();
    expect(app.text()).toContain('package main');
  });

  it('reports a file that cannot be shown', async () => {
    writeFileSync(join(folder, 'bytes.bin'), Uint8Array.of(0, 1, 2));
    writeFileSync(join(folder, 'bad.tui'), '<tui><code src="bytes.bin"/></tui>');
    const app = await mount({ file: join(folder, 'bad.tui') }, { errors: 'keep' });
    expect(app.diagnostics).toMatchObject([
      { code: 'code-unread', message: expect.stringContaining('it is not text') },
    ]);
    expect(app.document.querySelector('code')!.matches(':state(broken)')).toBe(true);
  });

  it('shows no control character, and blanks up to tab stops', async () => {
    const { rows } = await use('', { text: 'a\tb\r\n\u001b[31mred\u0007\u202e x' });
    expect(rows()[0]).toBe('a       b');
    expect(rows()[1]).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(rows()[1]).toContain('[31mred');
  });

  it('stays where it is scrolled to as the text of a file is edited, and begins with another file', async () => {
    const { app, code, rows } = await use('filename="a.ts"', { text: numbered(30), height: 4 });
    code.showLine(20);
    await app.settle();
    const before = rows();
    code.value = numbered(31);
    await app.settle();
    expect(rows()).toEqual(before);
    expect(code.cursorLine).toBe(20);
    code.setAttribute('filename', 'b.ts');
    code.value = numbered(32);
    await app.settle();
    expect(rows()[0]).toBe('line 1');
  });
});

describe('language', () => {
  const hasColors = (app: Awaited<ReturnType<typeof use>>['app']): boolean =>
    new Set(
      app
        .screen()
        .toAnsi()
        .match(/38;2;\d+;\d+;\d+/g),
    ).size > 1;

  it.each([
    ['language="ts"', true],
    ['language="TypeScript"', true],
    ['filename="src/a.test.ts"', true],
    ['filename="a.ts" language="plaintext"', false],
    ['filename="a.unknown"', false],
    ['', false],
  ])('%s', async (attributes, expected) => {
    const { app } = await use(attributes, { text: 'const a = "b";' });
    await app.press('Shift+Tab');
    app.document.activeElement.blur();
    await app.settle();
    expect(hasColors(app)).toBe(expected);
  });

  it('reports a name that is none, with the nearest one', async () => {
    const { app } = await use('language="typscript"', { errors: 'keep' });
    expect(app.diagnostics).toMatchObject([
      { code: 'bad-value', suggestion: 'did you mean "typescript"?' },
    ]);
  });
});

describe('line numbers', () => {
  it('are as wide as the last one, begin where they are to, and count wrapped lines once', async () => {
    const { rows } = await use('line-numbers="true" first-line="98" wrap="true"', {
      text: 'one\na line of words that is too long\nthree',
      width: 20,
    });
    expect(rows().slice(0, 5)).toEqual([
      ' 98 one',
      ' 99 a line of words',
      '    that is too long',
      '100 three',
    ]);
  });

  it('leave narrow boxes to the text', async () => {
    const { rows } = await use('line-numbers="true"', { text: 'abc', width: 3 });
    expect(rows()[0]).toBe('abc');
  });
});

describe('marks', () => {
  const marks = `marks='[{"line": 3, "tone": "error", "message": "bad"}, {"line": 7, "endLine": 9}, {"line": 3, "column": 2, "message": "also"}]'`;

  it('show a sign, and messages after the text', async () => {
    const { app, rows } = await use(marks, { text: numbered(12), height: 12 });
    expect(rows()[2]).toBe('● line 3  bad; also');
    expect(rows()[6]).toBe('▎ line 7');
    expect(await app.press('Home')).toBeUndefined();
  });

  it('are gone to by keys, around the end', async () => {
    const { app, code } = await use(marks, { text: numbered(12), height: 3 });
    const places: unknown[] = [];
    for (const key of ['u', 'u', 'u', 'U', 'U']) {
      await app.press(key);
      places.push(code.cursorLine);
    }
    expect(places).toEqual([3, 7, 3, 7, 3]);
  });

  it('are words for screen readers', async () => {
    const { code } = await use(marks, { text: numbered(12) });
    code.showLine(3);
    expect(code.accessibleText()).toContain('line 3: line 3, error: bad; also');
  });

  it('outside of the text and of its lines change nothing', async () => {
    const { rows } = await use(
      `marks='[{"line": 0}, {"line": 99, "tone": "info"}, {"line": 2, "endLine": 1, "column": 50, "endColumn": 2}, {"line": 1, "endLine": 1000000000}]'`,
      { text: 'a\n\nb' },
    );
    expect(rows().slice(0, 3)).toEqual(['▎ a', '', '▎ b']);
  });
});

describe('search', () => {
  it('moves while the user types, counts, and goes on around the end', async () => {
    const { app, code, rows, events } = await use('', { text: numbered(30), height: 5 });
    await app.press('/', '2');
    expect(code.cursorLine).toBe(2);
    await app.press('Enter', 'n');
    expect(code.cursorLine).toBe(12);
    expect(rows()[4]).toMatch(/^\/2 +2 of 12 matches$/);
    await app.press('N', 'N');
    expect(code.cursorLine).toBe(29);
    expect(code.matchCount).toBe(12);
    expect(events()).toEqual(['search 2', 'search 2']);
    await app.press('Escape');
    expect(code.searchText).toBe('');
  });

  it('takes expressions, and reports what is not one', async () => {
    const { app, code, rows } = await use('search-text="/[13]$/"', {
      text: numbered(30),
      height: 5,
      width: 60,
    });
    expect(code.matchCount).toBe(6);
    code.searchText = '/(/';
    await app.settle();
    expect(rows()[4]).toContain('Unterminated group');
    expect(code.findNext()).toBe(true);
  });
});

describe('selection and copying', () => {
  it('copies selected lines as written, without numbers', async () => {
    const { app, code } = await use('line-numbers="true"', { text: 'a\tb\nc\nd' });
    await app.press('Home', 'Shift+Down', 'c');
    expect(app.clipboard).toBe('a\tb\nc');
    expect(code.selectedLines).toEqual([1, 2]);
    await app.press('Escape', 'Down', 'c');
    expect(app.clipboard).toBe('d');
    code.selectedLines = [2, 3];
    await app.press('Ctrl+C');
    expect(app.clipboard).toBe('c\nd');
  });

  it('copies what is dragged over: cells of a row, or whole rows', async () => {
    const { app } = await use('line-numbers="true" wrap="true"', {
      text: 'const one\nlong words that wrap around here',
      width: 20,
    });
    await app.drag({ x: 4, y: 0 }, { x: 6, y: 0 });
    await app.press('Ctrl+C');
    expect(app.clipboard).toBe('nst');
    // A notification covers the first rows for a while.
    await app.advance(10_000);
    await app.drag({ x: 3, y: 0 }, { x: 6, y: 2 });
    await app.press('Ctrl+C');
    expect(app.clipboard).toBe('const one\nlong words that wrap around here');
  });

  it('fires activate on Enter and a double click', async () => {
    const { app, events } = await use('first-line="5"', { text: 'a\nb' });
    await app.press('Down', 'Enter');
    await app.click({ x: 0, y: 0 }, { count: 2 } as never);
    expect(events()[0]).toBe('activate 6 b');
  });
});

describe('in a text', () => {
  it('is words of it: without a box, not visited by the Tab key, read with it', async () => {
    const app = await mount(
      '<tui><text>Press <code>a < b</code> now</text><button>b</button></tui>',
    );
    expect(app.text().split('\n')[0]!.trimEnd()).toBe('Press a < b now');
    await app.press('Tab');
    expect(app.document.activeElement.localName).toBe('button');
    expect(app.document.documentElement.accessibleText()).toContain('Press a < b now');
  });
});

it('paints the first frame of 10^5 lines by what is in view', async () => {
  const { app, code, rows } = await use('language="ts" line-numbers="true"', { height: 24 });
  code.value = Array.from({ length: 100_000 }, (_, at) => `const a${at} = "${at}";`).join('\n');
  await app.settle();
  expect(rows()[0]).toBe('     1 const a0 = "0";');
  await app.press('End');
  expect(rows().at(-1)).toBe('100000 const a99999 = "99999";');
  expect(code.lineCount).toBe(100_000);
});
